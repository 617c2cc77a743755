"""What every message is made from: a table as one reader sees it at one moment, and the small things they share.

The cards come from the reader's view and from `views.view`; no message is made from a deal.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from bot.messages.buttons import Ask, Press, Verb, Wish
from bot.messages.fitting import shorten
from bot.messages.message import Button, Style
from bot.tables.table import PAUSE, PLAYING, SECOND, Chair, Table
from bot.views.drafts import Held, at_stage, in_hand
from bot.views.table_view import deal_number
from bot.views.time_view import bank_left
from bot.views.view import Sight, Viewer, looked_at
from bot.words import table_words
from bot.words.languages import DEFAULT, Language, say
from bot.words.names import known_as
from bot.words.notices import Notice, notice
from engine.deal import TAKE
from engine.shuffle import commitment
from engine.view import View
from renderers.scenes import Look

LABEL: Final = 80  # signs of a button
_KEY: Final = 10  # signs of a commitment that tell a deal from any other
_STEP: Final = 5  # seconds: times are told so precisely


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads a message, "" for everybody in a channel; in which language, when, and how they like their pictures.

    `now` is in milliseconds; `where` is the name of the channel the table belongs to, for a private message.
    `unreached` are the people of the table to whom no private message can be sent: those `refusing` take none, the
    others have not opened the chat, or have `blocked` the bot. In a `crowded` channel messages have to
    wait. `lost`: nothing can be written any more where the reader's platform shows the table.
    """

    person: str = ""
    language: Language = DEFAULT
    now: int = 0
    held: Held = field(default_factory=Held)
    look: Look = field(default_factory=Look)
    where: str = ""
    unreached: frozenset[str] = frozenset()
    blocked: frozenset[str] = frozenset()
    refusing: frozenset[str] = frozenset()
    crowded: bool = False
    lost: bool = False


@dataclass(frozen=True, slots=True)
class Showing:
    """The table for a reader. `seen` is None while no deal lies on the table; `seat` is "" for who has none."""

    table: Table
    reader: Reader
    seat: str
    seen: View | None
    sight: Sight
    names: Mapping[str, str]

    @property
    def language(self) -> Language:
        return self.reader.language

    @property
    def may_play(self) -> bool:
        """Whether it is for the reader to do something now."""
        return bool(self.sight.get("controls"))

    @property
    def held(self) -> Held:
        """How the reader holds the cards that their view shows."""
        if self.seen is None or not self.seat:
            return Held()
        number = self.table.code.seats.index(self.seat)
        return in_hand(at_stage(self.reader.held, self.table.stage), self.seen.deal.hands[number])

    def press(self, wish: Wish) -> Press:
        """A button that is good for this state of the table only."""
        return Press(self.table.label, self.table.stage, wish)

    def button(self, label: str, wish: Wish, style: Style = Style.PLAIN) -> Button:
        """A button that is good for this state of the table only."""
        return Button(shorten(label, LABEL), self.press(wish), style)

    def lasting(self, label: str, verb: Verb, argument: str = "", style: Style = Style.PLAIN) -> Button:
        """A button that stays good while others play, and is the same all that time."""
        return Button(shorten(label, LABEL), Press(self.table.label, 0, Ask(verb, argument)), style)


def showing(table: Table, reader: Reader) -> Showing:
    """The table as this reader sees it."""
    held = at_stage(reader.held, table.stage)
    looked = looked_at(table, table.label, Viewer(reader.person, reader.language, held))
    return Showing(table, reader, looked.seat, looked.seen, Sight(looked), looked.names)


def occasion(table: Table) -> str:
    """What tells the deal on the table from every other, of a rematch too; "" where there is none yet."""
    if table.phase == PLAYING or (table.phase == PAUSE and not table.records):
        return commitment(table.seed)[:_KEY] if table.seed else ""
    return last_deal(table)


def last_deal(table: Table) -> str:
    """The same of the deal that has ended last."""
    return table.records[-1].tags["Commitment"][:_KEY] if table.records else ""


def number_of(table: Table) -> str:
    """Which deal of how many: `2/4`, or `2` in a match to a number of points."""
    rules, number = table.code.rules, max(1, deal_number(table))
    return str(number) if rules.target else f"{number}/{rules.hands}"


def title(shown: Showing) -> str:
    """The table's name and the deal, and in a private message where the table is."""
    table, language = shown.table, shown.language
    if not occasion(table):
        return say(language, "title.table", table=table.label, channel=shown.reader.where)
    deal = number_of(table)
    return say(language, "title.deal", table=table.label, deal=deal, channel=shown.reader.where)


def standing_lines(shown: Showing) -> list[str]:
    """Between two deals: whether the table stands still, by whose will, and that the host was away."""
    if shown.table.phase != PAUSE:
        return []
    paused = [say(shown.language, "table.paused")] if shown.table.paused else []
    return [*paused, *shown.sight["told"]]


def unreached(shown: Showing) -> list[str]:
    """A line for each player who cannot be sent their cards."""
    chairs = [chair for chair in shown.table.chairs if chair.human and chair.person in shown.reader.unreached]
    return [
        notice(shown.language, _why_unreached(shown.reader, chair), name=known_as(shown.language, chair.name))
        for chair in chairs
    ]


def _why_unreached(reader: Reader, chair: Chair) -> Notice:
    if chair.person in reader.blocked:
        return Notice.BLOCKED
    return Notice.REFUSES_MESSAGES if chair.person in reader.refusing else Notice.NO_PRIVATE_CHAT


def clock(shown: Showing) -> str:
    """The time left to the person in turn, in words; "" where no clock runs."""
    if shown.table.banks:
        left = bank_left(shown.table, shown.reader.now)
        return table_words.duration(shown.language, left / SECOND) if left else ""
    until = shown.sight.get("clock", 0)
    return remaining(shown, until, _STEP) if until else ""


def time_left(shown: Showing) -> str:
    """The same as a sentence: at a table over days it is what the bank has, of which quiet hours take nothing."""
    left = clock(shown)
    if not left:
        return ""
    bank = bool(shown.table.banks)
    return say(shown.language, "table.bank", time=left) if bank else say(shown.language, "table.clock", time=left)


def remaining(shown: Showing, until: int, step: int) -> str:
    """The time until a moment, rounded up to whole steps of so many seconds."""
    left = max(0, until - shown.reader.now)
    return table_words.duration(shown.language, -(-left // (step * SECOND)) * step)


def may_take(seen: View | None) -> bool:
    """Whether the player in turn has still to draw or to pick up."""
    return seen is not None and seen.deal.phase == TAKE
