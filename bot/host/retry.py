"""How long to wait before something that failed is tried again, and what a log says of it meanwhile."""

from typing import Final

from bot.durations import MINUTE
from bot.host.ports import StoreError

FIRST_BACK_OFF: Final = 1_000  # milliseconds, doubled with each failure
LONGEST_BACK_OFF: Final = 5 * MINUTE


def back_off(attempts: int) -> int:
    """Milliseconds to wait after so many failures before this one."""
    return min(FIRST_BACK_OFF << min(attempts, 20), LONGEST_BACK_OFF)


def place_of(error: BaseException) -> str:
    """Where an error was raised, `file.py:12`, for a log: its message may name cards."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace is not None else ""


def fault_of(error: BaseException) -> str:
    """What a log says of an error: its kind; where the store failed also why, which names no card."""
    kind = type(error).__name__
    return f"{kind}: {error}" if isinstance(error, StoreError) else kind
