"""What people are answered: a sentence, and one thing to show beside it, which says itself who may read it.

A kind of page is for the eyes of who asked, alone, unless its class says otherwise. A new one belongs into `AnyPage`:
`bot.gateway.inbound.responses` then has to say how it looks in a chat; the browser gets `json`, whose keys are its
fields.
"""

from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from enum import Enum, auto
from typing import Any, ClassVar, TypeAlias

from bot.messages.buttons import Verb
from bot.messages.message import Message
from bot.views.table_view import Json
from bot.words.languages import DEFAULT, Language


class Readers(Enum):
    """Who may read what is answered where others listen."""

    ASKER = auto()  # who asked, alone
    THERE = auto()  # everybody there; what is long goes to who asked
    ALL = auto()  # everybody there, also what is long


class AnswerPage:
    """Something to show, JSON-able."""

    __slots__ = ()
    readers: ClassVar[Readers] = Readers.ASKER

    @property
    def json(self) -> Json:
        """What the browser gets."""
        return {one.name: getattr(self, one.name) for one in fields(self)}  # type: ignore[arg-type]  # each page of an answer is a dataclass


@dataclass(frozen=True, slots=True)
class Nothing(AnswerPage):
    """The words are all."""

    readers = Readers.THERE


@dataclass(frozen=True, slots=True)
class Moved(AnswerPage):
    """A button was good for a state of the table that is over."""

    readers = Readers.THERE


# --- questions --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CautionPage(AnswerPage):
    """A word of warning about somebody's own cards, to be confirmed."""

    question: str


@dataclass(frozen=True, slots=True)
class BreaksOff(CautionPage):
    """An admin is asked whether they mean to end a game of others; they may be one whom nobody knows by name."""

    readers = Readers.THERE


@dataclass(frozen=True, slots=True)
class FillsUp(CautionPage):
    """Whoever starts a table is asked whether computers shall take the free seats; all there may read it.

    The command `yes` means it, as long as the same people sit there.
    """

    yes: str
    readers = Readers.THERE


@dataclass(frozen=True, slots=True)
class Ends(AnswerPage):
    """On which end of the meld the matta is to go."""

    ends: bool = True


@dataclass(frozen=True, slots=True)
class Confirm(AnswerPage):
    """The answer's words ask; the command `say` means it. `word` stands in it, where it needs one."""

    say: str
    word: str = ""
    readers = Readers.THERE


@dataclass(frozen=True, slots=True)
class GivesSeat(Confirm):
    """Whether somebody's seat and cards are to go to somebody else; `word` stands for these two, `no` says no."""

    no: str = ""
    readers = Readers.THERE


@dataclass(frozen=True, slots=True)
class EraseWord(AnswerPage):
    """By which somebody confirms that they want to be forgotten."""

    word: str


@dataclass(frozen=True, slots=True)
class TableChoice:
    """A table that may be meant."""

    table: str
    label: str
    words: str


@dataclass(frozen=True, slots=True)
class Choices(AnswerPage):
    """Nothing was done: the request is to be sent again with the table that was chosen."""

    choices: tuple[TableChoice, ...]
    readers = Readers.THERE


@dataclass(frozen=True, slots=True)
class OwnChoices(Choices):
    """The same of tables that are not shown where it is asked: who else is there does not read of them."""

    readers = Readers.ASKER


# --- tables -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TableList(AnswerPage):
    """Tables, a row each."""

    tables: Sequence[Json]
    readers = Readers.THERE


@dataclass(frozen=True, slots=True)
class Invitation(AnswerPage):
    """The secret that an invitation's link ends with."""

    invitation: str


@dataclass(frozen=True, slots=True)
class WhyNot(AnswerPage):
    """What may be done with some cards of one's own hand, and what not: `what`, `allowed`, `why`."""

    cards: str
    lines: Sequence[Json]


@dataclass(frozen=True, slots=True)
class HintPage(AnswerPage):
    """What somebody might play, a line each. `stage`: at which it may be asked on; 0 where all of it is told."""

    title: str
    lines: Sequence[str]
    label: str
    stage: int


@dataclass(frozen=True, slots=True)
class ExplanationPage(AnswerPage):
    """Why a computer played as it did, when the cards lie open."""

    title: str
    because: str
    readers = Readers.THERE


@dataclass(frozen=True, slots=True)
class RulesPage(AnswerPage):
    """A code of play."""

    title: str
    offer: str
    sections: Sequence[Json]
    readers = Readers.THERE


@dataclass(frozen=True, slots=True)
class AnswerFile(AnswerPage):
    """A text for everybody there, with the file's name: a record, a spreadsheet.

    What is no text has its `data` and their media `type`.
    """

    name: str
    text: str = ""
    data: bytes = b""
    type: str = ""
    readers = Readers.THERE

    @property
    def json(self) -> Json:
        if not self.data:
            return {"name": self.name, "text": self.text}
        return {"name": self.name, "base64": b64encode(self.data).decode(), "type": self.type}


# --- channels and plans -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ChannelPage(AnswerPage):
    """How tables are opened in a channel; `settings` as of a table. `short`: what is not as usual, for a busy chat."""

    language: Language
    code: str
    code_name: str
    players: int
    changed: Mapping[str, str]
    settings: Sequence[Any]
    terms: Sequence[Any]
    short: str = ""
    readers = Readers.THERE


@dataclass(frozen=True, slots=True)
class PlanMade(AnswerPage):
    """The id of a plan; `starts` where everybody there may say that they come to that start, in their `language`."""

    plan: str
    starts: int = 0
    language: Language = DEFAULT
    readers = Readers.THERE


@dataclass(frozen=True, slots=True)
class PlanList(AnswerPage):
    """What is planned, in rows, and the zone in which it is said; `series` of tournaments that come, a line each."""

    plans: Sequence[Json]
    zone: str
    series: Sequence[str] = ()
    readers = Readers.THERE


# --- people and matches -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TournamentPage(AnswerPage):
    """What somebody can do at a tournament: buttons, each its label and the command that it says.

    `question`, `prompt`, `asks` and `fields`: as of a `Message`. `desk`: the tournament whose desk a platform may open.
    """

    title: str = ""
    buttons: Sequence[tuple[str, str]] = ()
    question: str = ""
    prompt: str = ""
    asks: str = ""
    fields: tuple[tuple[str, int], ...] = ()
    desk: str = ""


@dataclass(frozen=True, slots=True)
class FormPage(AnswerPage):
    """A form of the browser: what can be chosen, what it announces, which field is wrong; or what has come of it."""

    form: Json


@dataclass(frozen=True, slots=True)
class LinkCode(AnswerPage):
    """Who bears it becomes the same player."""

    code: str
    expires: int


@dataclass(frozen=True, slots=True)
class BoardPage(AnswerPage):
    """A board, a history or a partnership book; `places` are the channels whose boards they may see."""

    language: Language
    board: Json
    places: Sequence[Json] = ()
    readers = Readers.ALL


@dataclass(frozen=True, slots=True)
class PlayerPage(AnswerPage):
    """A player's card."""

    language: Language
    player: Json
    readers = Readers.ALL


@dataclass(frozen=True, slots=True)
class Namesakes(AnswerPage):
    """Several people have the name that was written; each has a button, its label and the command that it says."""

    people: Sequence[tuple[str, str]]
    readers = Readers.THERE


@dataclass(frozen=True, slots=True)
class Standing(AnswerPage):
    """How a match stands, what was corrected, what is proposed."""

    correction: str
    sides: Sequence[str]
    people: Sequence[str]
    totals: Sequence[int]
    stands: str
    corrections: Sequence[str]
    may: bool
    changed: bool
    pending: Mapping[str, str]
    readers = Readers.THERE


@dataclass(frozen=True, slots=True)
class Proposed(AnswerPage):
    """The other sides of this match are asked."""

    asked: str
    readers = Readers.THERE


@dataclass(frozen=True, slots=True)
class Corrected(AnswerPage):
    """This match has another result."""

    corrected: str
    readers = Readers.THERE


@dataclass(frozen=True, slots=True)
class Verified(AnswerPage):
    """The seeds keep what was promised."""

    verified: bool = True
    readers = Readers.THERE


@dataclass(frozen=True, slots=True)
class OwnLink(AnswerPage):
    """The new link of who asked to the browser's page, and the secret that it ends with."""

    link: str
    token: str


@dataclass(frozen=True, slots=True)
class OwnFile(AnswerPage):
    """A text about who asked, with the file's name."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Hindered(AnswerPage):
    """Who asked cannot be forgotten, or linked, now; why is nobody else's business either."""


@dataclass(frozen=True, slots=True)
class Forgotten(AnswerPage):
    """Who asked is forgotten."""

    erased: bool = True


AnyPage: TypeAlias = (
    Nothing
    | Moved
    | CautionPage
    | BreaksOff
    | FillsUp
    | Ends
    | Confirm
    | GivesSeat
    | EraseWord
    | Choices
    | OwnChoices
    | TableList
    | Invitation
    | WhyNot
    | HintPage
    | ExplanationPage
    | RulesPage
    | AnswerFile
    | ChannelPage
    | PlanMade
    | PlanList
    | Namesakes
    | TournamentPage
    | FormPage
    | LinkCode
    | OwnLink
    | BoardPage
    | PlayerPage
    | Standing
    | Proposed
    | Corrected
    | Verified
    | OwnFile
    | Hindered
    | Forgotten
)
NOTHING = Nothing()


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a request: `words` and a `page` for who asked; `table`: the one it was about, or where they are now.

    The rest is what the gateway makes of it for a chat. `message` is what is said back, and `to` says who may read it
    there; nobody else than who asked, where nothing says otherwise. `label` is the short name of the table; `seated`:
    they have a seat there, `in_lobby`: nobody has started it yet. `shows` is what they asked to look at, `brief` the
    same in a line or two; `joined` that they have taken a place by it. `word` says to who pressed, and to nobody else,
    what the press has done, where it costs nothing: the table or the hand shows it, too. `again`: it was a second tap,
    and whatever the first has brought stays as it is. `screen` names what `message` is a screen of, of which one stands
    in a chat; with `edits` it takes the place of the message that was pressed, and without a message that one goes.
    `post` is a message of its own for everybody where they asked, `offer` what stands below the answer for them alone,
    on a platform that can show it so. `unticked`: their hand may have been shown with ticks that no longer hold.
    """

    done: bool
    words: str = ""
    table: str = ""
    page: AnyPage = NOTHING
    message: Message | None = None
    to: Readers | None = None
    label: str = ""
    seated: bool = False
    in_lobby: bool = False
    shows: Verb | None = None
    brief: str = ""
    joined: bool = False
    word: str = ""
    again: bool = False
    screen: str = ""
    edits: bool = False
    post: Message | None = None
    offer: Message | None = None
    unticked: bool = False

    @property
    def readers(self) -> Readers:
        if self.to is not None:
            return self.to
        unsaid = self.message is not None and not self.words and self.page is NOTHING
        return Readers.ASKER if unsaid else self.page.readers

    @property
    def file(self) -> tuple[str, bytes] | None:
        """A file's name and its bytes: a record, a spreadsheet, something to print."""
        if isinstance(self.page, AnswerFile) and self.page.data:
            return self.page.name, self.page.data
        return (self.page.name, _written(self.page)) if isinstance(self.page, AnswerFile | OwnFile) else None

    @property
    def short(self) -> str:
        """What everybody there may read in place of a long message, "" for nothing."""
        return self.page.short if isinstance(self.page, ChannelPage) else ""

    @property
    def is_gone(self) -> bool:
        """Whether nobody is known by their account any more."""
        return isinstance(self.page, Forgotten)

    @property
    def announces(self) -> PlanMade | None:
        """The planned match that people join by this very answer; who sends it says where it stands."""
        return self.page if isinstance(self.page, PlanMade) and self.page.starts else None

    @property
    def json(self) -> Json:
        """The page as the browser gets it."""
        return self.page.json

    @property
    def ask(self) -> str:
        """A caution to be confirmed, "" for none."""
        return self.page.question if isinstance(self.page, CautionPage) else ""

    @property
    def choices(self) -> tuple[TableChoice, ...]:
        """Of which tables one is meant; () where nothing is to choose."""
        return self.page.choices if isinstance(self.page, Choices) else ()


def for_all(answer: Answer) -> Answer:
    """A board on which nobody's row is called one's own: it is for everybody, not for who asks."""
    if not isinstance(answer.page, BoardPage):
        return answer
    return replace(answer, page=replace(answer.page, board={**answer.page.board, "marked": -1, "mine": []}))


def _written(file: AnswerFile | OwnFile) -> bytes:
    """As UTF-8; a spreadsheet with the mark by which Excel knows that it is, or it would read `è` as two signs."""
    return file.text.encode("utf-8-sig" if file.name.endswith(".csv") else "utf-8")
