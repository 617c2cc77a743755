"""Round times: as printed, and by a tournament's own scale.

| deals | febur (art. 5) | fitab (art. 5) | the others, which are silent     |
| ----- | -------------- | -------------- | -------------------------------- |
| 2     | 25 minutes     | 22 minutes     | as febur                         |
| 3     | 35             | 32             | as febur                         |
| 4     | 45             | 42             | as febur                         |
| 5     | –              | –              | 55, where matches of 5 are known |

Left out: who still plays after time is called, which is `engine.table.last_lap` at a table of the program; a table's
own later end when lost time is given back, which is in `deadlines`.
"""

from collections.abc import Mapping
from typing import Final

from engine.rules import load_rules

FIVE_DEALS: Final[Mapping[str, int]] = {"fibur": 55, "international": 55, "online": 55}
"""Minutes of five deals, by the step of ten from three to four."""


def round_minutes(code: str, deals: int) -> int | None:
    """Minutes of a round of so many deals; None where no code says, and the arbiter announces them."""
    printed = dict(load_rules(code).round_minutes)
    return printed.get(deals) or (FIVE_DEALS.get(code) if deals == 5 else None)


def scaled_minutes(code: str, deals: int, scale: int) -> int | None:
    """Minutes that a round lasts by a scale in per cent, as they are announced and as its clock runs them.

    Whole ones, at least one: the nearest, of two that are as near the even one. None where no code prints any.
    """
    printed = round_minutes(code, deals)
    return None if printed is None else max(1, round(printed * scale / 100))
