"""What the table does to a deal, beside its players: time-out, resigning, ending, and taking the last turn back.

`Game` is a deal with its history: the states a take-back or an undo returns to. It is a value like the rest.
"""

from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from engine.actions import Action, Add, Lay
from engine.cards import PACK, Card
from engine.code import Code
from engine.deal import ABBANDONO, ANNULLO, OVER, TAKE, Deal
from engine.play import Step, play
from engine.refusal import Reason, Refused
from engine.transitions import end, is_stallo

COMPUTER: Final = "computer"


@dataclass(frozen=True, slots=True)
class TimeOut:
    """The round is over: the last lap follows the code; after the end of a deal, no further deal follows."""


@dataclass(frozen=True, slots=True)
class Substitute:
    """Somebody else, or `COMPUTER`, takes the seat and its cards."""

    seat: str
    name: str


@dataclass(frozen=True, slots=True)
class Undo:
    """The last complete turn is taken back by consent."""


@dataclass(frozen=True, slots=True)
class Resign:
    """The seat's side gives the match up."""

    seat: str


@dataclass(frozen=True, slots=True)
class Annul:
    """The deal is annulled by consent."""


@dataclass(frozen=True, slots=True)
class End:
    """The deal is ended as the table stands: by the arbiter, or as a stallo that the players were asked about."""

    termination: str  # ARBITRO or STALLO


TableAct: TypeAlias = TimeOut | Substitute | Undo | Resign | Annul | End


def last_lap(code: Code, seat: int, first_turn: bool) -> tuple[int, ...]:
    """The turns still to be played after a time-out, when this seat is the next to take (febur art. 22, fitab art. 15).

    One lap from that seat on; fitab lets two more turns pass first; before the first turn one full lap in every code.
    """
    extra = code.rules.last_lap_extra if code.pairs and not first_turn else 0
    lap = [seat]
    while len(lap) < code.players + extra:
        lap.append(code.next_seat[lap[-1]])
    return tuple(lap)


def is_first_turn(deal: Deal) -> bool:
    """Whether nobody has taken a card yet."""
    dealt = len(deal.stock) + 1 + deal.code.rules.hand_size * (deal.code.players + deal.code.rules.pozzetti)
    untouched = len(deal.pile) == 1 and not deal.swaps and not deal.taken and not any(deal.melds)
    return deal.phase == TAKE and untouched and dealt == len(PACK)


def time_out(deal: Deal) -> Deal | Refused:
    """The deal with its last lap laid down; a player who has already taken finishes their turn first."""
    if deal.phase == OVER:
        return deal.code.refuse(Reason.DEAL_OVER)
    if deal.lap:
        return deal
    new = deal.copy()
    if deal.phase == TAKE:
        new.lap = last_lap(deal.code, deal.turn, is_first_turn(deal))
    else:
        new.lap = (deal.turn, *last_lap(deal.code, deal.code.next_seat[deal.turn], first_turn=False))
    return new


def stop(deal: Deal, termination: str, resigned: int = -1) -> Deal | Refused:
    """The deal ended as the table stands."""
    if deal.phase == OVER:
        return deal.code.refuse(Reason.DEAL_OVER)
    new = deal.copy()
    if deal.phase == TAKE and not is_first_turn(deal):
        new.turn = deal.code.next_seat.index(deal.turn)  # who moved last, not who would be next
    new.resigned = resigned
    end(new, termination)
    return new


def time_is_over(deal: Deal) -> Resign | None:
    """What the table does as the clock of the player in turn runs out; None where their turn is played for them.

    Online their side loses the match, as if it had given it up (Penalità in caso di tempo scaduto o abbandono).
    """
    return Resign(deal.seat) if deal.code.rules.clock_out == "loses" else None


def asks_about_stallo(deal: Deal) -> bool:
    """Whether everybody is to be asked now if the deal ends: at a stallo that ends nothing by itself (fitab art. 16).

    That is with the swap that makes it one, and again after each further lap.
    """
    if deal.code.rules.stallo != "ask" or deal.phase != TAKE or not is_stallo(deal):
        return False
    return (deal.swaps - 1) % deal.code.players == 0


@dataclass(frozen=True, slots=True)
class Game:
    """A deal with its history: the deals before each complete turn, and before each step of the turn in progress."""

    deal: Deal
    turns: tuple[Deal, ...] = ()
    draft: tuple[Deal, ...] = ()
    confirmed: int = 0  # how many steps of the draft cannot be taken back
    timed_out: bool = False

    @property
    def turn_number(self) -> int:
        """The number of the turn in progress, from 1."""
        return len(self.turns) + 1

    @property
    def all_have_played(self) -> bool:
        """Whether a turn of each side is complete, and not taken back."""
        code = self.deal.code
        return {code.side_of[before.turn] for before in self.turns} == set(range(len(code.sides)))

    @property
    def is_unplayed(self) -> bool:
        """Whether the match was given up before that: what lies there is chance, and decides nothing."""
        return self.deal.resigned >= 0 and not self.all_have_played


def act(game: Game, seat: str, action: Action, revealed: tuple[Card, ...] = ()) -> tuple[Game, Step] | Refused:
    """The game after a player's action."""
    step = play(game.deal, seat, action, revealed)
    if isinstance(step, Refused):
        return step
    draft = (*game.draft, game.deal)
    turn_over = step.deal.phase != game.deal.phase and step.deal.phase in (TAKE, OVER)
    if turn_over:
        return replace(game, deal=step.deal, turns=(*game.turns, draft[0]), draft=(), confirmed=0), step
    hidden_seen = "!" in step.marks or not isinstance(action, Lay | Add)
    confirmed = len(draft) if hidden_seen else game.confirmed
    return replace(game, deal=step.deal, draft=draft, confirmed=confirmed), step


def take_back(game: Game) -> Game | Refused:
    """The game without the last lay of the turn in progress, exactly as it was; until the discard or a hidden card."""
    if not game.deal.code.rules.undo or len(game.draft) <= game.confirmed:
        return game.deal.code.refuse(Reason.NOTHING_TO_TAKE_BACK)
    return replace(game, deal=_as_timed(game, game.draft[-1]), draft=game.draft[:-1])


def undo_turn(game: Game) -> Game | Refused:
    """The game without its last complete turn, and without the one in progress; not after the deal has ended."""
    if game.deal.phase == OVER or not game.turns:
        return game.deal.code.refuse(Reason.NOTHING_TO_TAKE_BACK)
    return replace(game, deal=_as_timed(game, game.turns[-1]), turns=game.turns[:-1], draft=(), confirmed=0)


def _as_timed(game: Game, earlier: Deal) -> Deal:
    """An earlier deal to go on from: a round that is over stays over, and its last lap is laid anew."""
    deal = time_out(earlier) if game.timed_out else earlier
    assert isinstance(deal, Deal)
    return deal


def intervene(game: Game, table_act: TableAct) -> Game | Refused:
    """The game after what the table did."""
    match table_act:
        case Substitute():
            return game
        case Undo():
            return undo_turn(game)
        case TimeOut():
            timed_out = replace(game, timed_out=True)
            return timed_out if game.deal.is_over else _with_deal(timed_out, time_out(game.deal))
        case Resign(seat):
            return _with_deal(game, stop(game.deal, ABBANDONO, game.deal.code.seats.index(seat)))
        case Annul():
            return _with_deal(game, stop(game.deal, ANNULLO))
        case End(termination):
            return _with_deal(game, stop(game.deal, termination))


def _with_deal(game: Game, deal: Deal | Refused) -> Game | Refused:
    return deal if isinstance(deal, Refused) else replace(game, deal=deal)
