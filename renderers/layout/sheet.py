"""A picture as a list of things and their places: what a layout hands over to be drawn, first things lowest.

Everything is in pixels of the finished picture; y grows downwards. Colours are tones, which a theme turns into colours.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final, NamedTuple, TypeAlias

from engine.cards import Card


class Tone(Enum):
    """The part that a colour plays: the first six carry text, and the five after them lie behind it."""

    __hash__ = object.__hash__  # the library's own looks up the name, and each picture asks some hundred times

    INK = "ink"
    MUTED = "muted"
    BRIGHT = "bright"  # what should be read first; `ACCENT` is what is filled to be seen first
    GOOD = "good"
    WARN = "warn"
    CARD_INK = "card-ink"  # on `PAPER` and `ACCENT`
    ACCENT = "accent"
    TABLE = "table"
    PANEL = "panel"
    RAISED = "raised"
    PAPER = "paper"
    LINE = "line"  # rulers and outlines
    EDGE = "edge"  # around a card
    HEARTS = "hearts"
    DIAMONDS = "diamonds"
    CLUBS = "clubs"
    SPADES = "spades"
    JOKER = "joker"
    TICKED = "ticked"
    DRAWN = "drawn"
    HINTED = "hinted"
    BACK = "back"
    BACK_LINE = "back-line"
    RED = "red"  # robes, faces and crowns of the court cards
    BLUE = "blue"
    GOLD = "gold"
    SKIN = "skin"
    HAIR = "hair"
    DARK = "dark"


SUIT_TONES: Final = (Tone.HEARTS, Tone.DIAMONDS, Tone.CLUBS, Tone.SPADES)


class Rect(NamedTuple):
    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        return self.x + self.w

    @property
    def bottom(self) -> int:
        return self.y + self.h

    def holds(self, other: "Rect") -> bool:
        """Whether the other lies inside."""
        return self.x <= other.x and self.y <= other.y and other.right <= self.right and other.bottom <= self.bottom

    def meets(self, other: "Rect") -> bool:
        """Whether they have a pixel in common."""
        return self.x < other.right and other.x < self.right and self.y < other.bottom and other.y < self.bottom

    def inset(self, by: int) -> "Rect":
        return Rect(self.x + by, self.y + by, self.w - 2 * by, self.h - 2 * by)

    def moved(self, dx: int, dy: int) -> "Rect":
        return Rect(self.x + dx, self.y + dy, self.w, self.h)


class Align(Enum):
    LEFT = 0
    CENTRE = 1
    RIGHT = 2


class Mark(Enum):
    """How a card stands out from its hand."""

    __hash__ = object.__hash__  # as of `Tone`

    NONE = ""
    TICKED = "ticked"
    DRAWN = "drawn"
    HINTED = "hinted"


class Sign(Enum):
    """A small figure in a round badge."""

    TICK = "tick"
    PLUS = "plus"
    STAR = "star"


@dataclass(frozen=True, slots=True)
class Box:
    """A filled rectangle with round corners; `outline` is drawn inside its edge, `ground` lies behind the corners."""

    rect: Rect
    fill: Tone
    radius: int = 0
    outline: Tone | None = None
    ground: Tone = Tone.TABLE
    thick: int = 2


@dataclass(frozen=True, slots=True)
class Label:
    """One line of text, shortened to its rectangle's width and centred in its height; `size` is that of the font."""

    rect: Rect
    text: str
    size: int
    tone: Tone = Tone.INK
    ground: Tone = Tone.TABLE
    align: Align = Align.LEFT
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Face:
    """A card lying upright (taller than wide) or crosswise (wider than tall), as its rectangle is; unknown: its back.

    A bare one shows its index alone: in a tight fan slivers of pips and robes would only disturb. `index` scales it;
    0 is what the theme says.
    """

    rect: Rect
    card: Card
    mark: Mark = Mark.NONE
    bare: bool = False
    index: float = 0.0


@dataclass(frozen=True, slots=True)
class Badge:
    """A round badge on a card."""

    rect: Rect
    sign: Sign
    tone: Tone


@dataclass(frozen=True, slots=True)
class Stands:
    """The tag on a matta: the card whose place it holds; `card` is -1 where it holds none, its rank alone in a set."""

    rect: Rect
    card: Card
    rank_only: bool = False


Item: TypeAlias = Box | Label | Face | Badge | Stands


@dataclass(frozen=True, slots=True)
class Sheet:
    """A whole picture: its size, its ground, its things from the lowest to the topmost."""

    width: int
    height: int
    items: tuple[Item, ...]
    ground: Tone = Tone.TABLE

    @property
    def frame(self) -> Rect:
        return Rect(0, 0, self.width, self.height)
