"""How many files a host may have open at once, where each window is one.

A service or a shell begins with a limit of 1024, for programs of another time, and may raise it itself to a much higher
one. A host that reaches it can neither take a connection nor read a file.
"""

import sys
from contextlib import suppress
from typing import Final

WANTED: Final = 8192
ENOUGH: Final = 2500  # for all windows that a host takes, and what it has open besides

if sys.platform == "win32":

    def raise_limit() -> None:
        """There is no such limit."""

    def fewer_than_enough() -> int:
        """There is no such limit: 0."""
        return 0

else:
    import resource

    def raise_limit() -> None:
        """To what a host may need, as far as the system lets this program."""
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = min(_count(hard), WANTED)
        if _count(soft) < wanted:
            with suppress(OSError, ValueError):  # it stays as it is, of which `burraco doctor` tells
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))

    def fewer_than_enough() -> int:
        """How many files a host may have open where they are too few; 0 where they are enough."""
        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        return _count(hard) if _count(hard) < ENOUGH else 0

    def _count(limit: int) -> int:
        return sys.maxsize if limit == resource.RLIM_INFINITY else limit
