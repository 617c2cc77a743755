"""How long this process would have run and was not let: a busy machine is no fault of who is judged."""

from pathlib import Path
from typing import Final

TASKS: Final = Path("/proc/self/task")
WAITED: Final = 1  # the second number of a thread's `schedstat`: nanoseconds that it was ready to run and did not


def held_back() -> float:
    """Seconds that the threads of this process have waited for a processor; 0 where the system does not tell."""
    return sum(_waited(one) for one in TASKS.glob("*/schedstat")) / 1e9


def _waited(path: Path) -> int:
    try:
        return int(path.read_text().split()[WAITED])
    except (OSError, IndexError):  # the thread has ended
        return 0
