"""Round times, and who still plays after time is called, as pure functions.

| deals | febur (art. 5) | fitab (art. 5) | the others, which are silent     |
| ----- | -------------- | -------------- | -------------------------------- |
| 2     | 25 minutes     | 22 minutes     | as febur                         |
| 3     | 35             | 32             | as febur                         |
| 4     | 45             | 42             | as febur                         |
| 5     | –              | –              | 55, where matches of 5 are known |

After time is called, febur (art. 22) plays one lap from whoever has yet to draw, fitab (art. 15) from that player's
partner; a time-out during the deal is one full lap. Between two deals nothing more is dealt. Left out: a table's
own later deadline when lost time is given back, which whoever runs the clock keeps.
"""

from collections.abc import Mapping
from typing import Final

from engine.code import Code
from engine.rules import load_rules
from engine.table import last_lap

FIVE_DEALS: Final[Mapping[str, int]] = {"fibur": 55, "international": 55, "online": 55}
"""Minutes of five deals, by the step of ten from three to four."""


def round_minutes(code: str, deals: int) -> int | None:
    """Minutes of a round of so many deals; None where no code says, and the arbiter announces them."""
    printed = dict(load_rules(code).round_minutes)
    return printed.get(deals) or (FIVE_DEALS.get(code) if deals == 5 else None)


def still_to_play(code: Code, on_turn: int, lifted: bool, dealing: bool = False) -> tuple[int, ...]:
    """The seats that play after the call, in order: with who is on turn first, if they have lifted a card even partly.

    `on_turn` during the deal is the first player.
    """
    if dealing:
        return last_lap(code, on_turn, first_turn=True)
    if lifted:
        return (on_turn, *last_lap(code, code.next_seat[on_turn], first_turn=False))
    return last_lap(code, on_turn, first_turn=False)
