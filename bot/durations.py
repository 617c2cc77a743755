"""Lengths of time in milliseconds, which clocks and due times count; what asyncio waits for is counted in seconds."""

from typing import Final

SECOND: Final = 1_000
MINUTE: Final = 60 * SECOND
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
