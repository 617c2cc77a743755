"""What can be drawn: one value for each kind of picture, made of views, names and words. Nothing is drawn here.

A scene holds all that its picture shows, so that equal scenes give equal bytes. Cards come in through
`engine.view.View` alone. Words come with the scene, in the reader's language; names are any text, harmless or not.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from engine.cards import Card
from engine.deal import Deal
from engine.hand import unknown
from engine.score import SideScore
from engine.view import View

THEMES: Final = ("felt", "dark", "light", "four-colour", "big-index", "high-contrast")
DECKS: Final = ("french", "plain")
MOST_TABLES: Final = 60  # of a tournament's round on one picture
MOST_ENTRIES: Final = 120  # of its standings
SHAPES: Final = {"upright": 720, "wide": 0}  # of tables: for telephones, or as wide as they are drawn best; in pixels


@dataclass(frozen=True, slots=True)
class Look:
    """How somebody wants their pictures: a theme, a deck; `width` in pixels, 0 for what suits the picture."""

    theme: str = "felt"
    deck: str = "french"
    width: int = 0


@dataclass(frozen=True, slots=True)
class TableScene:
    """The table for everybody (`mine` is ""), or for a seat: its own side's melds below, and no hand in it."""

    view: View
    mine: str = ""
    names: Mapping[str, str] = field(default_factory=dict)  # by seat
    dealer: str = ""
    totals: tuple[int, ...] = ()  # match points before this deal, by side
    deal: str = ""  # "2/4"
    clock: str = ""  # time left, in words
    label: str = ""
    words: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class HandScene:
    """The hand of a seat, as its own view shows it.

    `order` is how its owner holds it; `by` is "suit", "rank" or "own", the gaps between groups follow it. `drawn` are
    the cards just drawn or picked up, `hinted` those of a suggestion. With open pairs the view shows the partner's
    hand too, and it is drawn beside. A `lasting` picture does not tell whose turn it is, so that it stays true while
    others play, and when the turn comes: words beside it tell that. With a `table`, which is made of the same view,
    that stands above the cards in the same picture.
    """

    view: View
    seat: str
    order: tuple[Card, ...]
    by: str = "suit"
    ticked: tuple[Card, ...] = ()
    drawn: tuple[Card, ...] = ()
    hinted: tuple[Card, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)  # by seat
    label: str = ""  # the table's short name
    words: Mapping[str, str] = field(default_factory=dict)
    lasting: bool = False
    table: TableScene | None = None

    @property
    def shown(self) -> tuple[tuple[tuple[int, int], ...], tuple[int, ...]]:
        """What the picture takes from the view: the hands that are known, by seat, and what stands above the cards.

        That is whose turn it is, where that is shown, whether the deal is over, and how it stands with the pozzetto.
        """
        deal = self.view.deal
        seat = deal.code.seats.index(self.seat)
        known = [(at, hand) for at, hand in enumerate(deal.hands) if not unknown(hand)]
        pozzetto = (deal.unseen >> seat & 1, deal.taken >> deal.code.side_of[seat] & 1, bool(deal.pozzetti))
        return tuple(known), (-1 if self.lasting else deal.turn, deal.is_over, *pozzetto)


@dataclass(frozen=True, slots=True)
class ScoreScene:
    """The score sheet of a match so far; the last deal down to its melds.

    `winners` are the sides that have won, or share the first place; while there are none, most points lead.
    """

    sides: tuple[tuple[str, ...], ...]  # who plays on a side
    deals: tuple[tuple[SideScore, ...], ...]  # by deal, by side
    totals: tuple[int, ...]
    vp: tuple[str, ...] = ()  # by side, empty while the match goes on
    title: str = ""
    result: str = ""  # who has won, a sentence
    words: Mapping[str, str] = field(default_factory=dict)
    ended: str = ""  # how the last deal ended, a sentence
    names: Mapping[str, str] = field(default_factory=dict)  # by seat
    ranking: tuple[str, ...] = ()  # ranking points of three players, in place of `vp`
    uncounted: tuple[int, ...] = ()  # deals that were annulled, from 0
    winners: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ResultScene:
    """How a deal ended, or a match: few facts, in letters that are read where a chat shows the picture small.

    `winners` are the sides that have won what has ended, none where nobody has. `score` is that of the deal that ended
    last, by side; empty where its points decided nothing.
    """

    sides: tuple[tuple[str, ...], ...]  # who plays on a side
    headline: str  # who has won, a sentence
    totals: tuple[int, ...]  # Match Points so far
    score: tuple[SideScore, ...] = ()
    deal: int = 0  # its number, from 1
    is_match: bool = False  # the match is over; else a deal alone
    winners: tuple[int, ...] = ()
    vp: tuple[str, ...] = ()  # by side, where the match is over
    ranking: tuple[str, ...] = ()  # ranking points of three players, in place of `vp`
    title: str = ""
    ended: str = ""  # how the deal ended, a sentence
    notes: tuple[str, ...] = ()  # what is worth telling of it, sentences
    words: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class BoardScene:
    """Ranked rows: a leaderboard or standings. Every cell is text; the first column holds places, the second names."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]  # at most 50
    page: str = ""  # "1/3"
    note: str = ""
    marked: int = -1  # the reader's own row
    mine: tuple[str, ...] = ()  # the reader's own row where it stands on another page
    words: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RoundTable:
    """A table of a tournament's round: its number, who sits there, a line each, N-S first; how it stands, in words.

    `mark` is "" while they play, "entered" where one side has signed, "decided", or "called" for the arbiter.
    """

    number: str
    lines: tuple[str, ...]
    state: str = ""
    mark: str = ""


@dataclass(frozen=True, slots=True)
class RoundScene:
    """A round of a tournament, for everybody: its tables in order, its clock, who rests."""

    title: str
    tables: tuple[RoundTable, ...]  # at most 60
    page: str = ""  # "2/4": which round of how many
    clock: str = ""  # a sentence
    notes: tuple[str, ...] = ()  # sentences
    words: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class StandingsScene:
    """The standings of a tournament. Every cell is text; the first column holds places, the second names.

    `podium`: at the end, the place and the players of the best three, the best first.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]  # at most 120
    podium: tuple[tuple[str, tuple[str, ...]], ...] = ()
    page: str = ""  # "2/4": after which round of how many
    note: str = ""
    words: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PlayerScene:
    """A player's card: figures with their captions, and their latest results as signs of win, draw and loss."""

    name: str
    figures: tuple[tuple[str, str], ...]  # (caption, figure)
    form: tuple[int, ...] = ()  # 1, 0, -1, the latest last
    note: str = ""
    words: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MoviolaScene:
    """All hands, pozzetti and the stock of a deal that is over, from the arbiter's view at its turning point.

    The hand of `mine`, and its side, come first.
    """

    view: View
    names: Mapping[str, str] = field(default_factory=dict)
    title: str = ""
    lines: tuple[str, ...] = ()  # what happened there, in words
    words: Mapping[str, str] = field(default_factory=dict)
    mine: str = ""

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats by number, in the order in which they are shown."""
        code = self.view.deal.code
        first = code.seats.index(self.mine) if self.mine in code.seats else 0
        return tuple([(first + step) % code.players for step in range(code.players)])

    @property
    def sides(self) -> tuple[int, ...]:
        """The sides by number, in the order in which they are shown."""
        return tuple(dict.fromkeys([self.view.deal.code.side_of[seat] for seat in self.seats]))


@dataclass(frozen=True, slots=True)
class FacesScene:
    """Every face and the back, for who lays cards out themselves: all are there, so that it tells nothing of any hand.

    Four rows, a suit each in the order of `engine.cards`, ace to king; in a fourteenth column the joker and below it
    the back. Cards are 120 × 174 pixels and touch. Under them, from the left, the same half as large: bare, with an
    index that fills them. The width of a look changes nothing.
    """


Scene: TypeAlias = (
    HandScene
    | TableScene
    | ScoreScene
    | ResultScene
    | BoardScene
    | RoundScene
    | StandingsScene
    | PlayerScene
    | MoviolaScene
    | FacesScene
)


def pozzetto_key(deal: Deal, letter: str) -> str:
    """The key of the words that say how it stands with a player's pozzetto."""
    seat = deal.code.seats.index(letter)
    if deal.unseen >> seat & 1 and not deal.is_over:
        return "pozzetto_unseen_partner" if deal.code.seen_after_partner else "pozzetto_unseen"
    if deal.taken >> deal.code.side_of[seat] & 1:
        return "pozzetto_taken"
    return "pozzetto_there" if deal.pozzetti else "pozzetto_gone"
