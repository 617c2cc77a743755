"""What the library writes into the log of attempts to connect, while Discord or the way to it is away: one line each.

It writes each with its traceback, of sixty lines, as an error of the program; whoever keeps the host looks there for a
fault of theirs or ours. What is none of the network's stays as it is.
"""

from logging import WARNING, Filter, LogRecord, getLevelName, getLogger
from typing import Final

from bot.adapters.discord.errors import FAILED

SAYS: Final = "discord.shard"  # the name under which the library tells of connections


class WithoutTrace(Filter):
    """Lets every line through, those of attempts that failed as a warning that names the error."""

    def filter(self, record: LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, FAILED):
            record.exc_info = None
            record.levelno, record.levelname = WARNING, getLevelName(WARNING)
            vars(record)["error"] = type(error).__name__  # as `extra` would have it
        return True


_FILTER: Final = WithoutTrace()


def shorten_attempts() -> None:
    """From now on, in the whole process; once however often it is asked for."""
    getLogger(SAYS).addFilter(_FILTER)
