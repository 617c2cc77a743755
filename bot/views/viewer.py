"""Who looks at a table, and what is asked of them and of the place where they look: read once for a message."""

from dataclasses import dataclass, field

from bot.views.drafts import Draft
from bot.words.languages import DEFAULT, Language
from engine.analysis import Analysis
from renderers.scenes import Look


@dataclass(frozen=True, slots=True)
class Phrase:
    """A phrase of a person's: how many deals had ended then, and in which turn it was."""

    person: str
    phrase: str
    deals: int
    turn: int


@dataclass(frozen=True, slots=True)
class ChatLine:
    """What somebody has written at the table, and who sat there then: nobody else ever reads it."""

    number: int
    person: str
    name: str
    words: str = field(repr=False)
    readers: frozenset[str]


@dataclass(frozen=True, slots=True)
class TableChat:
    """What somebody reads of the others, and whom they do not want to read; or `why` nobody writes at this table."""

    lines: tuple[ChatLine, ...] = ()
    muted: frozenset[str] = frozenset()
    why: str = ""


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks, "" for everybody in a channel; in which language, when, and how they like their pictures.

    `now` is in milliseconds; `draft` is how they hold their hand. `where` is the name of the channel the table belongs
    to, for a private message. `unreached` are the people of the table to whom no private message can be sent: those
    `refusing` take none, the others have not opened the chat, or have `blocked` the bot. In a `crowded` channel
    messages have to wait. `lost`: nothing can be written any more where the viewer's platform shows the table. `phrase`
    is what was said at the table last, None for nothing, and for who wants to read none. `together`: they want the
    table above their hand, in one message. `chat` is what friends write, for the page alone; None where there is none.
    `broadcast`: how many minutes later the table is shown to everybody with all hands open, 0 where it is not.
    `analysis` is that of the deal that ended last, for who looks back on it, or in words why there is none.
    """

    person: str = ""
    language: Language = DEFAULT
    now: int = 0
    draft: Draft = field(default_factory=Draft)
    look: Look = field(default_factory=Look)
    where: str = ""
    unreached: frozenset[str] = frozenset()
    blocked: frozenset[str] = frozenset()
    refusing: frozenset[str] = frozenset()
    crowded: bool = False
    lost: bool = False
    phrase: Phrase | None = None
    together: bool = False
    chat: TableChat | None = None
    broadcast: int = 0
    analysis: Analysis | str = ""
