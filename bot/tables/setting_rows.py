"""The one list of settings: everything that can be set, whatever for, a row each.

Parsing, `/set` and `/settings`, completions, refusals, screens, and what a channel takes over from its server follow
from a row. Its `field` is where the value is kept: in `Settings` of a table, in `bot.planner.plan.Terms` of a channel;
without one it is kept under its name, with the channel or the person. Menus offer it under its `topic`, with the values
`offered` of a number; what few people change has none. Its words are `setting.NAME` (and `setting.NAME.hint`, where a
screen shows it) in the catalogues; a rule has a sentence of its own.
"""

from collections.abc import Mapping
from typing import Final

from bot.tables.clocks import CLOCKS, DAYS, MATCH, TURN
from bot.tables.setting import CHANNEL, CODE, PERSON, TABLE, Setting
from engine.players import LEVELS
from engine.rules import KEYS, RULE_SETS, Key

BOTH: Final = (TABLE, CHANNEL)
LOOK: Final = (CHANNEL, PERSON)
HERE: Final = (CHANNEL,)
_UNITS_OF_RULES: Final = {"turn_seconds": "seconds"}
_CLOCKS_OF_RULES: Final = {"turn_seconds": TURN}
_OFFERED_RULES: Final[Mapping[str, tuple[str, tuple[str, ...]]]] = {
    "hands": ("deals", ("1", "2", "3", "4", "6", "8")),
    "target": ("deals", ("0", "1005", "1505", "2005", "3005")),
    "turn_seconds": ("clock", ("0", "30", "60", "90", "120")),
}
"""Rules that menus offer: the topic, and values."""


def _of_rule(key: Key) -> Setting:
    """The row of a rule that its code leaves to a table."""
    choices = tuple(str(one.value) for one in key.choices)
    unit, clock = _UNITS_OF_RULES.get(key.name, ""), _CLOCKS_OF_RULES.get(key.name, "")
    topic, offered = _OFFERED_RULES.get(key.name, ("", ()))
    scopes = (CODE, *BOTH)
    return Setting(
        key.name, key.type, scopes, "", unit, key.low, key.high, choices, clock, topic=topic, offered=offered
    )


ROWS: Final[tuple[Setting, ...]] = (
    Setting("language", "choice", LOOK, topic="language", listed="languages"),
    Setting("theme", "choice", LOOK, topic="look", listed="themes"),
    Setting("deck", "choice", LOOK, topic="look", listed="decks"),
    Setting("shape", "choice", LOOK, topic="look", listed="shapes"),
    Setting("threads", "bool", HERE),  # whether each table has one
    Setting("weekly", "bool", HERE),  # whether the board of a week is posted when it is over
    Setting("champion", "role", HERE),  # what who led the board of the last week wears
    Setting("arbiter", "role", HERE),  # whoever wears it directs tournaments there
    Setting("rules", "choice", BOTH, "rules", choices=RULE_SETS, topic="code"),
    Setting("players", "choice", BOTH, "players", choices=("2", "3", "4"), topic="code"),
    Setting("clock", "choice", BOTH, choices=CLOCKS, topic="clock"),
    Setting("match_minutes", "int", BOTH, "match_minutes", "minutes", high=240, clock=MATCH, plain=True,
            topic="clock", offered=("15", "20", "30", "45", "60")),
    Setting("days", "int", BOTH, "days", "days", high=14, clock=DAYS, plain=True,
            topic="clock", offered=("1", "2", "3", "5", "7")),
    Setting("quiet", "hours", BOTH, "quiet", clock=DAYS),
    Setting("zone", "zone", BOTH, "zone", clock=DAYS),
    Setting("holidays", "dates", BOTH, "holidays", clock=DAYS),
    Setting("ping_hours", "int", BOTH, "ping_days", "hours", high=72, clock=DAYS),
    Setting("mention", "int", BOTH, "mention_after", "seconds", high=3600,
            topic="pace", offered=("0", "10", "30", "60")),
    Setting("below", "int", BOTH, "most_below", high=50),  # messages, before the table's own moves down
    Setting("ping", "int", BOTH, "ping_after", "seconds", high=3600,
            topic="pace", offered=("0", "30", "60", "120")),
    Setting("stand_in", "int", BOTH, "stand_in_after", "seconds", high=3600,
            topic="pace", offered=("0", "60", "120", "300")),
    Setting("pause", "int", BOTH, "pause", "seconds", high=600,
            topic="pace", offered=("0", "10", "30", "60")),
    Setting("level", "choice", BOTH, "level", choices=LEVELS, topic="computers"),
    Setting("partner", "choice", BOTH, "partner", choices=LEVELS, topic="computers"),
    Setting("pace", "int", BOTH, "pace", "ms", high=5000,
            topic="computers", offered=("0", "300", "800", "1600")),
    Setting("hints", "bool", BOTH, "hints", topic="computers"),  # whether people may ask what to play
    Setting("expires", "int", BOTH, "lobby_expires", "minutes", low=10, high=1440),
    Setting("phrases", "bool", (*BOTH, PERSON), "phrases"),  # at a table; with a person, whether they see the others'
    Setting("tables", "int", HERE, "tables", low=1, high=50),  # how many there may be
    Setting("plans", "int", HERE, "plans", high=100),
    Setting("queue", "int", HERE, "queue", high=50),
    Setting("announce", "int", HERE, "announce", "hours", high=72),
    Setting("remind", "int", HERE, "remind", "minutes", high=180),
    Setting("checkin", "int", HERE, "checkin", "minutes", high=180),
    Setting("late", "int", HERE, "too_late", "minutes", low=2, high=720),
    Setting("waits", "int", HERE, "waits", "minutes", high=720),
    *[_of_rule(key) for key in KEYS.values() if key.house],
    Setting("hands", "choice", (PERSON,), choices=("private", "channel")),  # where they want their cards
    Setting("together", "bool", (PERSON,), topic="look"),  # whether the table stands above their hand, in one message
    Setting("mentions", "bool", (PERSON,)),  # whether channels name them when they are waited for
)  # fmt: skip


def in_scope(scope: str, rows: tuple[Setting, ...] = ROWS) -> Mapping[str, Setting]:
    """What can be set for a table, a channel or a person, by name."""
    return {one.name: one for one in rows if scope in one.scopes}
