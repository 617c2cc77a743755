"""Computer players against each other: deals played to their end, with their records, and what they show.

Fair comparisons: one deck is a *board*, dealt once for each side, and every time the players move on by one seat. So
each side holds the same cards once, and the luck of the deal cancels out. The dealer changes from board to board.
Nothing here reads a clock: who wants times gives one.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final, TypeAlias

from engine.actions import Written
from engine.code import Code, code_for
from engine.deal import STALLO, TAKE, start
from engine.means import mean_and_error
from engine.players import PLAYERS, Player, sees
from engine.players.expert import Expert
from engine.position import format_position
from engine.record import DealRecord, Line, TableLine, Turn
from engine.refusal import Refused
from engine.replay import format_scores
from engine.rules import Rules, differences, format_value, house_text
from engine.score import totals
from engine.shuffle import SHUFFLE, commitment, deck_of
from engine.table import End, Game, act, intervene
from engine.transitions import is_stallo

Clock: TypeAlias = Callable[[], float]  # seconds of processor time

MOST_STEPS: Final = 10_000  # no deal of sane players comes near; it ends a loop
NORMAL_95: Final = 1.96  # of the standard error, for 95 % confidence


def no_clock() -> float:
    """The clock of somebody who wants no times."""
    return 0.0


@dataclass(frozen=True, slots=True)
class Seating:
    """How a deal of a simulation begins. `players`: by seat, the place in the list of names."""

    board: int
    dealer: int
    seed: bytes
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SimulatedDeal:
    """A deal played to its end. `moves` and `seconds` are by seat; `seating` says who sat there."""

    number: int
    code: Code
    seating: Seating
    game: Game
    record: DealRecord
    totals: tuple[int, ...]  # by side
    moves: tuple[int, ...]
    seconds: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """What one player of the list achieved.

    `mean_mp`: Match Points a deal, their side's less the mean of the other sides'. `ci95`: half the width of its 95 %
    confidence interval, from the means of whole boards; None for fewer than two boards. `won`: deals in which
    their side had more than every other.
    """

    name: str
    deals: int
    mean_mp: float
    ci95: float | None
    won: int
    cpu_ms_per_move: float


# --- playing ----------------------------------------------------------------------------------------------------------


def simulate(
    rules: Rules, names: Sequence[str], deals: int, seed: int, clock: Clock = no_clock
) -> Iterator[SimulatedDeal]:
    """The deals of a simulation, one after the other. Raises `ValueError` for an unknown player or too many of them."""
    check(rules, names)
    for number in range(deals):
        yield simulate_deal(rules, names, number, seed, clock)


def check(rules: Rules, names: Sequence[str]) -> None:
    """Raises `ValueError` if these players cannot be seated."""
    for name in names:
        if name not in PLAYERS:
            raise ValueError(f"no player {name!r}; there are {', '.join(PLAYERS)}")
    code_for(rules, len(names))


def simulate_deal(rules: Rules, names: Sequence[str], number: int, seed: int, clock: Clock = no_clock) -> SimulatedDeal:
    """The deal of this number, from 0, of a simulation; it depends on no other, so deals may be shared out."""
    code = code_for(rules, len(names))
    seating = seat_players(code, number, seed)
    players = [
        PLAYERS[names[player]](_derived(seed, f"player {number} {seat}")) for seat, player in enumerate(seating.players)
    ]
    table = _Table(Game(start(code, deck_of(seating.seed), seating.dealer)), players, clock)
    table.play_out()
    tags = _tags(rules, code, seating, names, number) | _result_tags(code, table.game)
    return SimulatedDeal(
        number,
        code,
        seating,
        table.game,
        DealRecord(tags, tuple(table.lines)),
        totals(table.game.deal),
        tuple(table.moves),
        tuple(table.seconds),
    )


def seat_players(code: Code, number: int, seed: int) -> Seating:
    """Deck, dealer and seats of a deal: boards of as many deals as there are sides (see the module's docstring)."""
    board, moved = divmod(number, len(code.sides))
    players = tuple([(seat - moved) % code.players for seat in range(code.players)])
    return Seating(board, board % code.players, _digest(seed, f"board {board}"), players)


def _digest(seed: int, purpose: str) -> bytes:
    return sha256(f"{seed} {purpose}".encode()).digest()


def _derived(seed: int, purpose: str) -> int:
    return int.from_bytes(_digest(seed, purpose)[:8], "big")


class _Table:
    """One deal being played: the game, its lines so far, and what each seat has spent."""

    def __init__(self, game: Game, players: list[Player], clock: Clock) -> None:
        self.game = game
        self.lines: list[Line] = []
        self.moves = [0] * len(players)
        self.seconds = [0.0] * len(players)
        self._players = players
        self._clock = clock
        self._turn: list[Written] = []

    def play_out(self, most_steps: int = MOST_STEPS) -> None:
        """Play to the end. Raises `AssertionError` with the position if a player breaks a rule or they never end."""
        for _ in range(most_steps):
            if self.game.deal.is_over:
                return
            if self._swapping_for_ever():
                self._agree_on_stallo()
            else:
                self._move()
        raise AssertionError(f"{most_steps} moves, and no end: {format_position(self.game.deal)}")

    def _move(self) -> None:
        deal = self.game.deal
        player = self._players[deal.turn]
        seen = sees(self.game, deal.seat, remembers=isinstance(player, Expert))
        begun = self._clock()
        action = player.choose(seen)
        self.seconds[deal.turn] += self._clock() - begun
        self.moves[deal.turn] += 1
        outcome = act(self.game, deal.seat, action)
        if isinstance(outcome, Refused):
            raise AssertionError(f"{action} is refused, {outcome.reason}: {format_position(deal)}")
        number = self.game.turn_number
        self.game, step = outcome
        self._turn.append(step.written)
        if not self.game.draft:
            self.lines.append(Turn(number, deal.seat, tuple(self._turn)))
            self._turn = []

    def _swapping_for_ever(self) -> bool:
        """Whether it is a stallo that this code does not end by itself."""
        return self.game.deal.phase == TAKE and is_stallo(self.game.deal)

    def _agree_on_stallo(self) -> None:
        game = intervene(self.game, End(STALLO))
        assert isinstance(game, Game)
        self.game = game
        self.lines.append(TableLine(End(STALLO)))


# --- the record -------------------------------------------------------------------------------------------------------


def _tags(rules: Rules, code: Code, seating: Seating, names: Sequence[str], number: int) -> dict[str, str]:
    changed = differences(rules)
    lengths = (("Hands", "hands"), ("Target", "target"), ("Teams", "teams"))
    tags = {"BRN": "1", "Event": "simulation", "Deal": str(number + 1), "Rules": rules.name}
    tags |= {"House": house} if (house := house_text(rules)) else {}
    tags |= {tag: format_value(changed[key]) for tag, key in lengths if key in changed}
    tags |= {seat: names[player] for seat, player in zip(code.seats, seating.players, strict=True)}
    tags |= {"Dealer": code.seats[seating.dealer], "Shuffle": SHUFFLE, "Seed": seating.seed.hex()}
    return tags | {"Commitment": commitment(seating.seed)}


def _result_tags(code: Code, game: Game) -> dict[str, str]:
    return {"Result": format_scores(code, totals(game.deal)), "Termination": game.deal.termination}


# --- what it shows ----------------------------------------------------------------------------------------------------


def results(names: Sequence[str], deals: Iterable[SimulatedDeal]) -> list[PlayerResult]:
    """The results of the players, in the order of their list."""
    played = list(deals)
    return [_result(name, player, played) for player, name in enumerate(names)]


def _result(name: str, player: int, deals: Sequence[SimulatedDeal]) -> PlayerResult:
    margins = [margin(deal, player) for deal in deals]
    boards: dict[int, list[float]] = {}
    for deal, points in zip(deals, margins, strict=True):
        boards.setdefault(deal.seating.board, []).append(points)
    moves = sum([deal.moves[seat_of(deal, player)] for deal in deals])
    seconds = sum([deal.seconds[seat_of(deal, player)] for deal in deals])
    return PlayerResult(
        name,
        len(deals),
        _mean(margins),
        _ci95([_mean(board) for board in boards.values()]),
        sum([_won(deal, player) for deal in deals]),
        1000 * seconds / moves if moves else 0.0,
    )


def seat_of(deal: SimulatedDeal, player: int) -> int:
    """Where this player of the list sat."""
    return deal.seating.players.index(player)


def margin(deal: SimulatedDeal, player: int) -> float:
    """The Match Points of the player's side less the mean of the other sides'."""
    side = deal.code.side_of[seat_of(deal, player)]
    return deal.totals[side] - _mean(_others(deal, side))


def _won(deal: SimulatedDeal, player: int) -> bool:
    side = deal.code.side_of[seat_of(deal, player)]
    return deal.totals[side] > max(_others(deal, side))


def _others(deal: SimulatedDeal, side: int) -> tuple[int, ...]:
    return deal.totals[:side] + deal.totals[side + 1 :]


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers) if numbers else 0.0


def _ci95(numbers: Sequence[float]) -> float | None:
    """Half the width of the 95 % confidence interval of the mean; None of fewer than two numbers."""
    return NORMAL_95 * mean_and_error(numbers)[1] if len(numbers) > 1 else None
