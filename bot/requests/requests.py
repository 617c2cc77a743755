"""What people want, whatever they press or write, and what they are told unasked; no platform.

An adapter makes a request of an update, hands it to `requests.service`, and passes the answer on. Texts in a request
are claims of somebody outside: the service and the door behind it judge them. Only `admin` and `channel` are the
platform's word: an adapter fills them in from what the platform says of the update, never from what somebody wrote.

A `table` is an id or a short name; "" where none was named, and the service finds out which is meant. A `delivery`
names this very request, so that it is done once however often it arrives; "" for one that cannot come again.
"""

from dataclasses import dataclass
from enum import Enum, auto
from typing import ClassVar, Final, TypeAlias

from bot.words.languages import Language
from engine.cards import TEXTS, parse_cards

# --- tables to come ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Play:
    """A deal against computers, at once; `pace` between two of their actions in milliseconds, below 0 as usual."""

    rules: str = ""
    pace: int = -1
    channel: str = ""
    delivery: str = ""


@dataclass(frozen=True, slots=True)
class Watch:
    """Computers play each other."""

    rules: str = ""
    pace: int = -1
    channel: str = ""
    delivery: str = ""


@dataclass(frozen=True, slots=True)
class Open:
    """A table for friends, in its lobby. What is said replaces the channel's settings, and these the usual ones.

    `options` are words `KEY=VALUE`, as the command `set` takes them. `channel` is "" in a private chat and in the
    browser.
    """

    rules: str = ""
    pace: int = -1
    channel: str = ""
    options: str = ""
    delivery: str = ""


# --- tables there are -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Find:
    """The table with this short name, to look at."""

    label: str


@dataclass(frozen=True, slots=True)
class Join:
    """A place at the table with this short name, or on its waiting list; the channel shows the table from then on.

    Without a name it is the one table of the channel, that in its lobby before others. `seat` is a seat, a side, or ""
    for any. `channel` is "" in a private chat and in the browser.
    """

    label: str
    channel: str = ""
    seat: str = ""
    delivery: str = ""
    line: ClassVar = "join"


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables of a channel that are not closed; with "", one's own. The page: `tables`, a list."""

    channel: str = ""


@dataclass(frozen=True, slots=True)
class Which:
    """The table meant by somebody who names none: the answer's `table`, or `choices` where it could be several.

    `watches`: who sits nowhere means a table of the channel.
    """

    channel: str = ""
    watches: bool = False


@dataclass(frozen=True, slots=True)
class NextTable:
    """A new table, like this one, for those who wait for it; asked for by one of them."""

    table: str
    delivery: str = ""
    admin: bool = False
    line: ClassVar = "next"


# --- at a table -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Do:
    """A command at a table (one of `bot.tables.commands.BY_PEOPLE`, with its words).

    `stage` is that of the picture it was chosen from, below 0 where there was none. `sure`: a caution about it has
    been read. `admin`: the platform says that they may direct this channel.
    """

    table: str
    command: str
    delivery: str
    stage: int = -1
    sure: bool = False
    admin: bool = False

    @property
    def line(self) -> str:
        return self.command.removeprefix("play ")


@dataclass(frozen=True, slots=True)
class Replace:
    """Another person takes a seat and its cards; by the opener or an admin.

    `person`: an id, which the adapter has of an account; "" for who has waited longest. `sure`: an admin has been asked
    who goes and who comes; `word` stands for these two, "" for those of the last question. `kept`: the answer was no.
    """

    table: str
    seat: str
    person: str = ""
    delivery: str = ""
    admin: bool = False
    sure: bool = False
    word: str = ""
    kept: bool = False

    @property
    def line(self) -> str:
        return f"replace {self.seat}"


@dataclass(frozen=True, slots=True)
class Invite:
    """A link to a place at the table, for whoever opens it first. The page: `invitation`, its secret."""

    table: str
    seat: str = ""


@dataclass(frozen=True, slots=True)
class Accept:
    """The place to which an invitation leads; the answer's `table` is that one, also where the place is gone."""

    invitation: str


# --- one's own hand ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Arrange:
    """How somebody holds their hand: their order of the cards, and those they have ticked; as in `views.drafts`.

    An empty order leaves it as it is.
    """

    table: str
    order: str
    ticked: str


@dataclass(frozen=True, slots=True)
class Tick:
    """So many of this card are ticked from now on; said twice it is the same."""

    table: str
    card: str
    count: int


@dataclass(frozen=True, slots=True)
class Clear:
    """Nothing is ticked any more."""

    table: str


@dataclass(frozen=True, slots=True)
class Aim:
    """The ticked cards are to go on this meld of the side, by its number; 0: they are a new one, -1: not chosen."""

    table: str
    meld: int


@dataclass(frozen=True, slots=True)
class Unfold:
    """A menu of one's own hand is open until the table moves on; "" for none. Which there are is the presenter's."""

    table: str
    menu: str


@dataclass(frozen=True, slots=True)
class Sort:
    """The hand by "suit" or by "rank"."""

    table: str
    by: str

    @property
    def line(self) -> str:
        return f"sort {self.by}"


# --- to read ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Why:
    """What may be done with these cards, and what not, and why."""

    table: str
    cards: str = ""

    @property
    def line(self) -> str:
        return " ".join(["why", *[TEXTS[card] for card in parse_cards(self.cards)]])


@dataclass(frozen=True, slots=True)
class Rules:
    """The code of play on one page; that of the table, or one by its name."""

    table: str = ""
    name: str = ""
    language: Language = ""
    line: ClassVar = "rules"


@dataclass(frozen=True, slots=True)
class Record:
    """The record of the deals that have ended."""

    table: str
    line: ClassVar = "record"


# --- who is who, and how it is done here ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Introduce:
    """Who somebody is: name, language, how they like their pictures; what is empty stays as it is.

    `hands` says where they want their cards: in "private" messages, or in the "channel", shown there to them alone.
    """

    name: str = ""
    language: Language = ""
    theme: str = ""
    deck: str = ""
    hands: str = ""
    shape: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    """A code by which another account becomes the same player; a secret for who asked. The page: `code`, `expires`."""


@dataclass(frozen=True, slots=True)
class UseLink:
    """The code of `Link`, from the other account."""

    code: str


@dataclass(frozen=True, slots=True)
class ShowChannel:
    """How tables are opened in this channel.

    The page: `language`, `code`, `code_name`, `players`, `changed`, and `settings` as of a table.
    """

    channel: str


@dataclass(frozen=True, slots=True)
class SetChannel:
    """Other settings for new tables of a channel, by an admin: words `KEY=VALUE`, as `set` takes them.

    `KEY=` forgets a setting. An empty language stays as it is.
    """

    channel: str
    changes: str = ""
    language: Language = ""
    admin: bool = False


# --- boards, and the pages about people -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """A page of a board, as `bot.boards.board.Query` names it. `channel` is "" in the browser: this host.

    There `place` is one of the channels in which they have played, which the answer lists as `places`; others are not
    their to see. `csv`: the whole board as a file. Without a `kind` it is the first of which there are results.
    """

    by: str = "vp"
    kind: str = ""
    scope: str = "channel"
    period: str = "ever"
    back: int = 0
    practice: bool = False
    page: int = 1
    channel: str = ""
    place: str = ""
    csv: bool = False


@dataclass(frozen=True, slots=True)
class Stats:
    """A player's card, and how one stands against them; `of` is a name or an id, "" for one's own. `csv`: as a file."""

    of: str = ""
    channel: str = ""
    csv: bool = False


@dataclass(frozen=True, slots=True)
class Partners:
    """One's own partnership book."""

    channel: str = ""


@dataclass(frozen=True, slots=True)
class History:
    """One's own matches, the latest first. `zone`: of the reader's window; else the dates are those of the channel."""

    page: int = 1
    channel: str = ""
    zone: str = ""


@dataclass(frozen=True, slots=True)
class Replay:
    """The record of a match that has ended: `KBDF` for the last one of a table, `KBDF:212` for any."""

    match: str
    channel: str = ""


@dataclass(frozen=True, slots=True)
class Verify:
    """Whether the seeds of a match keep what was promised, and everything in its record was allowed."""

    match: str
    channel: str = ""


ANNUL: Final = "annul"
PLAYED: Final = "played"


@dataclass(frozen=True, slots=True)
class Correct:
    """Another result of a match that has ended, by who directs its channel; where it has none, by who played it.

    `totals` are Match Points by side as in a record, `NS 455 EW 310`, or `ANNUL`, or `PLAYED` for those with which it
    ended; "" only asks how it stands. The first answer names the `word` that the second request must bear, alone.
    Without a channel the other sides are asked then, and bear another word. `private`: nobody directs this channel.
    """

    match: str = ""
    totals: str = ""
    reason: str = ""
    word: str = ""
    channel: str = ""
    admin: bool = False
    private: bool = False


@dataclass(frozen=True, slots=True)
class Csv:
    """Matches as a spreadsheet: those of a channel, or one's own. `private`: nobody else sees what is answered.

    `place`: a channel in which they have played, for a window without one.
    """

    channel: str = ""
    own: bool = False
    private: bool = False
    place: str = ""


@dataclass(frozen=True, slots=True)
class Export:
    """Everything that is stored about who asks."""

    private: bool = False


@dataclass(frozen=True, slots=True)
class Erase:
    """To be forgotten; the first time, without the right word, the answer names one.

    What is answered is for who asks, alone, also where others are beside them (`private` says whether).
    """

    word: str = ""
    private: bool = False


# --- planned matches --------------------------------------------------------------------------------------------------


class Audience(Enum):
    """Who is beside somebody in a channel."""

    NOBODY = auto()
    READS = auto()  # and reads what is answered
    READS_NOT = auto()  # and does not


@dataclass(frozen=True, slots=True)
class MakePlan:
    """A match of a channel at a time in words, "" for as soon as there is room; `options` as those of `Open`.

    `zone`: the clock by which somebody without a channel reads; one that there is not counts for none. `audience`: the
    others in the channel, and whether they read the answer.
    """

    time: str
    channel: str = ""
    options: str = ""
    zone: str = ""
    delivery: str = ""
    audience: Audience = Audience.NOBODY


@dataclass(frozen=True, slots=True)
class Plans:
    """What is planned in a channel, with numbers. The page: `plans`, rows with the `id` and next `starts` of each."""

    channel: str = ""
    zone: str = ""


@dataclass(frozen=True, slots=True)
class ChangePlan:
    """`what` is "cancel", "skip", "pause" or "resume", of one plan or of all; or "join" or "leave", of one.

    Only admins pause and resume. The one is meant by its id `plan`, with the `starts` that is to be skipped or joined;
    or by its number. Number 0 is all. `audience` as in `MakePlan`.
    """

    what: str
    number: int = 0
    channel: str = ""
    admin: bool = False
    plan: str = ""
    starts: int = 0
    zone: str = ""
    delivery: str = ""
    audience: Audience = Audience.NOBODY


OfTheTableShown: TypeAlias = Invite | Arrange | Tick | Clear | Aim | Unfold  # made where one is shown, and names it
OfATable: TypeAlias = Do | NextTable | Replace | Sort | Why | Rules | Record
"""These may leave it to the service to find out which: `line` is the command that says it, for a table named behind."""
AtTable: TypeAlias = OfATable | OfTheTableShown
Elsewhere: TypeAlias = (
    Play | Watch | Open | Find | Join | Accept | Tables | Which | Introduce | Link | UseLink | ShowChannel | SetChannel
)
About: TypeAlias = Leaderboard | Stats | Partners | History | Replay | Verify | Correct | Csv | Export | Erase
Planning: TypeAlias = MakePlan | Plans | ChangePlan
Request: TypeAlias = AtTable | Elsewhere | About | Planning


# --- news -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class News:
    """What a person is told who has not asked, on every account of theirs that can be reached.

    `table`: where they are to be shown now, in place of `instead`. Without words: look again who they are. `agrees`
    is the command by which they agree to what is asked of them, and `match` the match that it is about. Accounts
    `answered`, as `telegram:123`, need not be told: they have just read it.
    """

    person: str
    words: str
    table: str = ""
    instead: str = ""
    agrees: str = ""
    match: str = ""
    answered: tuple[str, ...] = ()
