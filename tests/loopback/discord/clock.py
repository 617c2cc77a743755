"""The server's time, which a test may freeze or let jump, and the numbers Discord makes of it."""

from typing import Final

from tests.loopback import clock

EPOCH: Final = 1_420_070_400_000  # milliseconds from 1970 to the first day of 2015


class Clock(clock.Clock):
    """Seconds since 1970; `advance` makes interactions late and tokens old without waiting."""

    _last = 0

    def snowflake(self) -> int:
        """An id nobody else has, later ones greater, with the present time in it."""
        self._last = max(self._last + 1, (int(self.now() * 1000) - EPOCH) << 22)
        return self._last
