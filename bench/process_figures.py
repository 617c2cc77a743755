"""What the system says of a process: its memory, and its time on the processors and waiting for them."""

import os
from pathlib import Path


def memory() -> int:
    """Bytes of this process that are in memory now; 0 where the system does not say."""
    try:
        return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0


def busy(process: int) -> float:
    """Seconds of CPU time that a process has used; 0 where the system does not say."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError):
        return 0.0


def on_processors(process: int) -> float:
    """The same to the nanosecond, of its first thread."""
    try:
        return int(Path(f"/proc/{process}/schedstat").read_text("ascii").split()[0]) / 1e9
    except (OSError, ValueError, IndexError):
        return 0.0


def kept_waiting(process: int) -> float:
    """Seconds for which a process was ready, and others had the processors; 0 where the system does not say."""
    try:
        return int(Path(f"/proc/{process}/schedstat").read_text("ascii").split()[1]) / 1e9
    except (OSError, ValueError, IndexError):
        return 0.0
