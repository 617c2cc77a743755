"""In which order an evening's letters go, among all that wait for a platform's budget. Pure.

Two hundred pairs are some two thousand messages a round, a minute and more of what Telegram takes. So it is said here
what need not stand in that line: a call and TIME OUT, the one message by which the channel learns who plays whom, then
what people are told about themselves. None of it is much, so what it overtakes waits for it for seconds. It is minutes
ahead, for where hands come faster than Telegram takes them the oldest of them soon wait for that long.
"""

from typing import Final

from bot.durations import MINUTE
from bot.tournaments.kind import CALLED, NOT_STARTED, ROUND, WORD

AT_ONCE: Final = -20 * MINUTE
FIRST: Final = -15 * MINUTE  # what is new in the channel
WORDS: Final = -10 * MINUTE
BOARD: Final = 10_000  # what stands there already, and has changed


def grace(kind: str, *, is_new: bool, hurries: bool = False) -> int:
    """So many milliseconds a letter lets others go first; less than 0 where it goes before them.

    `is_new`: no message shows it yet. `hurries`: something else has changed than how tables stand.
    """
    if kind == CALLED or (kind.startswith(ROUND) and hurries and not is_new):
        return AT_ONCE
    if kind in (WORD, NOT_STARTED):
        return WORDS
    return FIRST if is_new else BOARD
