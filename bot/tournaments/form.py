"""The form by which a tournament is announced, or changed before it begins: what was chosen so far. Pure.

What is chosen stays as it was written, field by field, so that one wrong field takes none of the others with it. Who
opened it directed the place then, which holds as long as the form does.
"""

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from bot.durations import HOUR, MINUTE
from bot.tournaments.announcing import RANGES
from bot.tournaments.club_tournament import REAL, Announcement
from engine.tournament.announcement import THREE
from engine.tournament.times import round_minutes, scaled_minutes
from engine.tournament.usual import usual_number

LASTS: Final = HOUR
MEASURED: Final = 40  # deals, the latest ones, of whose times `deal_time` takes the median
LEAST_DEALS: Final = 6  # that were measured, before anything is proposed
DEAL_TIMES: Final = range(4 * MINUTE, 30 * MINUTE)  # milliseconds that people need who play a deal to its end
EVENING: Final = 180  # minutes
MOST: Final = 7  # rounds that are proposed
STEP: Final = 5  # per cent of a scale that is proposed
TYPED: Final = ("name", "venue", "prizes")
CHOSEN: Final = (
    *("kind", "code", "cards", "duplicate", "rounds", "deals", "qualifiers"),
    *("day", "time", "places", "check_in", "scale", "window", "start"),
)
WRITTEN: Final = ("closes", "first", "step")  # that no screen offers
FIELDS: Final = (*TYPED[:1], *CHOSEN, *TYPED[1:])
USUAL_TIME: Final = "21:00"
NO_DAY: Final = "-"  # it begins when the arbiter says so


@dataclass(frozen=True, slots=True)
class Form:
    """`fields`: what was chosen, by field, as text. `tournament`: the one that is changed, "" for a new one."""

    channel: str
    zone: str
    code: str  # of the channel
    opened: int
    tournament: str = ""
    fields: Mapping[str, str] = field(default_factory=dict)
    deal_time: int = 0  # milliseconds that a deal usually takes there, 0 where that is not known

    def with_field(self, name: str, value: str) -> "Form":
        """The form with this chosen; who takes the day away takes its hour with it; real cards are no duplicate."""
        fields = {**self.fields, name: value}
        if name == "day" and value == NO_DAY:
            fields.pop("time", None)
            fields.pop("start", None)
        elif name == "day":
            fields.setdefault("time", USUAL_TIME)
        elif (name, value) == ("cards", REAL):
            fields.pop("duplicate", None)
        elif name == "duplicate" and fields.get("cards") == REAL:
            fields.pop("cards")
        return replace(self, fields=fields)

    def is_open(self, now: int) -> bool:
        return now < self.opened + LASTS


def deal_time(times: Sequence[int]) -> int:
    """How long a deal usually takes: the median of those times that people need; 0 where there are too few of them."""
    likely = [time for time in times if time in DEAL_TIMES]
    return round(statistics.median(likely)) if len(likely) >= LEAST_DEALS else 0


def proposal(one: Announcement, time: int) -> tuple[int, int] | None:
    """So many rounds as an evening has room for, and the scale of the code's times at which deals last so long."""
    deals = one.deals[0] if one.deals else 0
    printed = round_minutes(one.code, deals) if deals else None
    if not time or not printed:
        return None
    exact = 100 * time * deals / MINUTE / printed
    least, most = RANGES["scale"]
    scale = int(min(max(STEP * -(-exact // STEP), least), most))
    minutes = (scaled_minutes(one.code, deals, scale) or 0) + one.window
    rounds = usual_number(one.kind) if one.kind == THREE else MOST
    return max(1, min(rounds, EVENING // minutes)), scale
