"""One deal as a value: who holds what, what lies where, and what the rules must remember.

A `Deal` never changes once it is made; `engine.play` makes the next one. It may hold unknown cards: then it is what
somebody sees of a deal. Its text form is `engine.position`.
"""

from collections.abc import Sequence
from typing import Final

from engine.cards import NO_CARD, Card
from engine.code import Code
from engine.hand import Hand, pack
from engine.melds import Meld

TAKE: Final = 0  # the player in turn draws or picks up; "draw" in a position
PLAY: Final = 1  # they lay, add and discard
OVER: Final = 2
PHASES: Final = ("draw", "play", "over")

CHIUSURA: Final = "chiusura"
TALLONE: Final = "tallone"
STALLO: Final = "stallo"
TEMPO: Final = "tempo"
ABBANDONO: Final = "abbandono"
ANNULLO: Final = "annullo"
ARBITRO: Final = "arbitro"
TERMINATIONS: Final = (CHIUSURA, TALLONE, STALLO, TEMPO, ABBANDONO, ANNULLO, ARBITRO)

NOBODY: Final = -1


class Deal:
    """A deal in progress or ended. Seats and sides are the numbers of `Code`; treat every field as read-only."""

    __slots__ = (
        "clock_out",
        "closed_by",
        "code",
        "drawn",
        "forbidden",
        "hands",
        "laid",
        "lap",
        "melds",
        "opening",
        "phase",
        "picked",
        "pile",
        "pozzetti",
        "resigned",
        "stock",
        "swaps",
        "taken",
        "termination",
        "turn",
        "unseen",
    )

    def __init__(
        self,
        code: Code,
        turn: int,
        phase: int,
        stock: tuple[Card, ...],
        pile: tuple[Card, ...],
        hands: Sequence[Hand],
        pozzetti: tuple[tuple[Card, ...], ...],
        melds: tuple[tuple[Meld, ...], ...],
        taken: int = 0,
        forbidden: Card = NO_CARD,
        drawn: Card = NO_CARD,
        picked: int = 0,
        laid: bool = False,
        opening: int = 0,
        unseen: int = 0,
        clock_out: bool = False,
        swaps: int = 0,
        lap: tuple[int, ...] = (),
        termination: str = "",
        closed_by: int = NOBODY,
        resigned: int = NOBODY,
    ) -> None:
        self.code = code
        self.turn = turn  # the seat in turn; when the deal is over, the one who moved last
        self.phase = phase
        self.stock = stock  # top first
        self.pile = pile  # bottom first
        self.hands = list(hands)  # by seat; a list of this deal alone, or `give` would be four times as slow
        self.pozzetti = pozzetti  # those left, in the order they will be taken
        self.melds = melds  # by side, in the order they were laid
        self.taken = taken  # mask of the sides that have taken their pozzetto
        self.forbidden = forbidden  # the card picked up as a pile of one, which may not be discarded this turn
        self.drawn = drawn  # the card drawn this turn
        self.picked = picked  # how many cards were picked up this turn
        self.laid = laid  # something was laid or added this turn
        self.opening = opening  # number of the opening meld that may not change this turn (three-player)
        self.unseen = unseen  # mask of the seats whose hand is a pozzetto they may not see yet
        self.clock_out = clock_out  # the clock of the player in turn ran out
        self.swaps = swaps  # consecutive swap turns so far
        self.lap = lap  # the last lap: seats still to play, the turn in progress included; () if there is none
        self.termination = termination
        self.closed_by = closed_by
        self.resigned = resigned

    def copy(self) -> "Deal":
        """A new deal with the same fields, for `engine.transitions` to change before anybody sees it."""
        return Deal(
            self.code,
            self.turn,
            self.phase,
            self.stock,
            self.pile,
            self.hands,
            self.pozzetti,
            self.melds,
            self.taken,
            self.forbidden,
            self.drawn,
            self.picked,
            self.laid,
            self.opening,
            self.unseen,
            self.clock_out,
            self.swaps,
            self.lap,
            self.termination,
            self.closed_by,
            self.resigned,
        )

    def __reduce__(self) -> tuple[object, ...]:
        """Copied and pickled by its constructor, as a compiled class must be; its code is found again, not copied."""
        memory = (self.taken, self.forbidden, self.drawn, self.picked, self.laid, self.opening, self.unseen)
        outside = (self.clock_out, self.swaps, self.lap, self.termination, self.closed_by, self.resigned)
        zones = (self.stock, self.pile, tuple(self.hands), self.pozzetti, self.melds)
        return Deal, (self.code, self.turn, self.phase, *zones, *memory, *outside)

    def give(self, hand: Hand) -> None:
        """The player in turn holds this now; for `engine.transitions`, on a deal that nobody has seen."""
        self.hands[self.turn] = hand

    def key(self) -> tuple[object, ...]:
        """All that makes two deals the same deal, in one comparable value."""
        return (
            self.code,
            (self.turn, self.phase, self.stock, self.pile, self.pozzetti, self.melds, self.taken),
            tuple(self.hands),
            (self.forbidden, self.picked, self.laid, self.opening, self.unseen, self.clock_out, self.swaps, self.lap),
            (self.drawn, self.termination, self.closed_by, self.resigned),
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Deal) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    @property
    def seat(self) -> str:
        """The letter of the seat in turn."""
        return self.code.seats[self.turn]

    @property
    def is_over(self) -> bool:
        return self.phase == OVER

    @property
    def stock_exhausted(self) -> bool:
        """Nothing is left to draw: two cards in most codes (febur art. 20), none in three-player (art. 7)."""
        return len(self.stock) <= self.code.reserve

    def pozzetto_left(self, seat: int) -> bool:
        """Whether the seat's side can still take its pozzetto."""
        return not self.taken >> self.code.side_of[seat] & 1 and bool(self.pozzetti)


def start(code: Code, deck: Sequence[Card], dealer: int) -> Deal:
    """The deal of a deck (108 cards, top first) by the dealer's seat number; the player after them has the first turn.

    From the top one card at a time to each player, from the bottom the pozzetti likewise, then the card that opens the
    pile; the rest is the stock (docs/notation.md).
    """
    size, players, heaps = code.rules.hand_size, code.players, code.rules.pozzetti
    first = code.next_seat[dealer]
    hands = [0] * players
    for place, seat in enumerate(code.order_from(first)):
        hands[seat] = pack(deck[place : size * players : players])
    bottom = tuple(deck[: -size * heaps - 1 : -1])
    up = size * players
    return Deal(
        code,
        turn=first,
        phase=TAKE,
        stock=tuple(deck[up + 1 : len(deck) - size * heaps]),
        pile=(deck[up],),
        hands=hands,
        pozzetti=tuple([bottom[heap::heaps] for heap in range(heaps)]),
        melds=((),) * len(code.sides),
    )
