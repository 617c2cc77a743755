"""What decided a deal that has ended: its turning points, and the plays that were clearly worse than another.

Every play is judged by what its player could see and remember, against the best other play, in worlds that look the
same to them. The other play is searched for in some worlds and tested in fresh ones, the same for both; unless it is
ahead there by two standard errors, both count as equal. Each decision has its own chance and budget: the same record
gives the same analysis, made as a whole or decision by decision.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from engine.actions import CLOCK_OUT, Action, Written
from engine.advice import leads_to
from engine.cards import UNKNOWN
from engine.code import Code, Seat
from engine.deal import OVER, PLAY, TAKE, Deal
from engine.hand import unknown
from engine.legal import legal
from engine.means import mean_and_error
from engine.memory import view_with_memory
from engine.moments import DealMoment, moments
from engine.play import Step, advance
from engine.players.club import weighed
from engine.players.expert import played_out
from engine.players.value import difference, value
from engine.players.worlds import Unseen, deal_anew
from engine.record import TableLine, Turn
from engine.replay import ReplayedDeal
from engine.stream import Stream
from engine.table import Game, Undo
from engine.view import View

LOOKED_AT: Final = 6  # other plays, the best by judgement
SCREENING: Final = 16  # worlds in which the best of them is looked for
PROVING: Final = 64  # fresh worlds in which it is compared with what was played
SURE: Final = 2.0  # standard errors
SMALL: Final = 10.0  # Match Points that nobody calls a mistake
TURNING_POINTS: Final = 3


@dataclass(frozen=True, slots=True)
class ExpectedSwing:
    """A turn that changed the expected result: Match Points of the first side less the mean of the others."""

    turn: int
    seat: Seat
    before: float
    after: float


@dataclass(frozen=True, slots=True)
class Mistake:
    """What was played in a turn, or in its part up to an unseen card, and another play that was better by `loss`.

    `moment`: the place in `engine.moments.moments` at which both plays begin.
    """

    turn: int
    seat: Seat
    moment: int
    played: tuple[Written, ...]
    better: tuple[Written, ...]
    loss: float
    error: float  # standard error of the loss


@dataclass(frozen=True, slots=True)
class JudgedDecision:
    """A decision, judged: whether there was anything to choose, and the mistake, if it was one."""

    is_choice: bool = False
    mistake: Mistake | None = None


@dataclass(frozen=True, slots=True)
class ExpectedCourse:
    """A deal before its decisions are judged. `plays`: how many there are; 0 if cards are unknown.

    `expected`: at the beginning and after each turn, for each side, its Match Points less the mean of the others.
    """

    code: Code
    seats: tuple[Seat, ...]  # of each turn, who played it
    expected: tuple[tuple[float, ...], ...]
    plays: int


@dataclass(frozen=True, slots=True)
class Analysis:
    """The analysis of one deal. `decisions`: how many plays were chosen among several; 0 also if cards are unknown.

    `expected`: as of `ExpectedCourse`. `play`: the part of it that comes from mistakes so far, for each side and after
    each turn; the rest is luck, the cards that were dealt and drawn.
    """

    turning_points: tuple[ExpectedSwing, ...]
    mistakes: tuple[Mistake, ...]
    decisions: int
    expected: tuple[tuple[float, ...], ...] = ()
    play: tuple[tuple[float, ...], ...] = ()

    @property
    def luck(self) -> tuple[float, ...]:
        """What luck brought each side in all, the first cards included."""
        if not self.expected:
            return ()
        return tuple([end - play for end, play in zip(self.expected[-1], self.play[-1], strict=True)])


def analyse(deal: ReplayedDeal) -> Analysis:
    """The analysis of a deal."""
    found = decisions(deal)
    return assembled(expected_course(deal), [judge_decision(one, place) for place, one in enumerate(found)])


@dataclass(frozen=True, slots=True)
class Decision:
    """How the deal stood at this place of its moments, and what was played from there."""

    moment: int
    game: Game
    played: tuple[Action, ...]


def decisions(deal: ReplayedDeal) -> tuple[Decision, ...]:
    """All of a deal; none where not every card is known."""
    return _plays(moments(deal)) if _is_whole(deal.dealt) else ()


def expected_course(deal: ReplayedDeal) -> ExpectedCourse:
    """What was to be expected of the deal, turn by turn."""
    seats = tuple([before.seat for before in deal.game.turns])
    if not _is_whole(deal.dealt):
        return ExpectedCourse(deal.dealt.code, seats, (), 0)
    found = moments(deal)
    begun = [*deal.game.turns, _after_last_turn(found)]
    sides = range(len(deal.dealt.code.sides))
    expected = tuple([tuple([_expected(one, side) for side in sides]) for one in begun])
    return ExpectedCourse(deal.dealt.code, seats, expected, len(_plays(found)))


def judge_decision(decision: Decision, place: int) -> JudgedDecision:
    """The decision with this number among those of its deal, judged."""
    seen = view_with_memory(decision.game, decision.game.deal.seat)
    others = _others(seen, decision.played)
    if not others:
        return JudgedDecision()
    return JudgedDecision(True, next(_if_worse(decision, seen, others, Stream(1 + place)), None))


def assembled(seen: ExpectedCourse, looked_at: Sequence[JudgedDecision]) -> Analysis:
    """The analysis of a deal whose decisions have been judged."""
    mistakes = tuple([one.mistake for one in looked_at if one.mistake is not None])
    count = len([one for one in looked_at if one.is_choice])
    return Analysis(_turning_points(seen), mistakes, count, seen.expected, _played_away(seen, mistakes))


def _is_whole(dealt: Deal) -> bool:
    """Whether every card of the deal is known."""
    heaps = [*dealt.stock, *[card for pozzetto in dealt.pozzetti for card in pozzetto]]
    return UNKNOWN not in heaps and not any([unknown(hand) for hand in dealt.hands])


# --- what was to be expected ------------------------------------------------------------------------------------------


def _expected(deal: Deal, side: int) -> float:
    return difference(deal, side) if deal.phase == OVER else value(deal, side)


def _turning_points(seen: ExpectedCourse) -> tuple[ExpectedSwing, ...]:
    """The turns that changed most, in their order; with all cards open, so that luck is in it as well as play."""
    swings = pairwise([expected[0] for expected in seen.expected])
    points = [
        ExpectedSwing(number, seat, before, after)
        for number, (seat, (before, after)) in enumerate(zip(seen.seats, swings, strict=False), 1)
    ]
    points.sort(key=lambda point: -abs(point.after - point.before))
    return tuple(sorted(points[:TURNING_POINTS], key=lambda point: point.turn))


def _played_away(seen: ExpectedCourse, mistakes: Sequence[Mistake]) -> tuple[tuple[float, ...], ...]:
    """What mistakes have changed for each side, as the deal began and after each turn; the others share a loss."""
    code = seen.code
    sides = range(len(code.sides))
    sums = [0.0 for _ in sides]
    found = []
    for turn in range(len(seen.expected)):
        for one in [mistake for mistake in mistakes if mistake.turn == turn]:
            loser = code.side_of[code.seats.index(one.seat)]
            for side in sides:
                sums[side] += -one.loss if side == loser else one.loss / (len(sides) - 1)
        found.append(tuple(sums))
    return tuple(found)


def _after_last_turn(found: tuple[DealMoment, ...]) -> Deal:
    """How the deal stood after its last complete turn, before it was given up or stopped, if it was."""
    last = next((place for place, one in enumerate(found) if one.game.deal.is_over), len(found) - 1)
    stopped = found[last].game.deal.is_over and isinstance(found[last].line, TableLine)
    game = found[last - 1 if stopped else last].game
    return game.draft[0] if game.draft else game.deal


# --- what was played, and what could have been ------------------------------------------------------------------------


def _plays(found: tuple[DealMoment, ...]) -> tuple[Decision, ...]:
    """Every decision: what was done goes up to the end of the turn or the next unseen card.

    Where the clock ran out, the player decided nothing. A turn that was taken back decided nothing of the deal.
    """
    made: list[Decision] = []
    begun = -1
    actions: list[Action] = []
    for place, (before, after) in enumerate(pairwise(found)):
        deal, then = before.game.deal, after.game.deal
        action = after.line.actions[-1].action if isinstance(after.line, Turn) else None
        if action is None or action is CLOCK_OUT or deal.clock_out:
            begun, actions = -1, []
            if after.line == TableLine(Undo()):
                made = [one for one in made if one.game.turn_number < after.game.turn_number]
            continue
        begun = place if begun < 0 else begun
        actions.append(action)
        ended = then.phase != PLAY or deal.phase == TAKE or len(then.pozzetti) < len(deal.pozzetti)
        if ended:
            made.append(Decision(begun, found[begun].game, tuple(actions)))
            begun, actions = -1, []
    return tuple(made)


def _others(seen: View, played: tuple[Action, ...]) -> list[tuple[Action, ...]]:
    """The plays that look best before the search, without those that lead to the same position as what was played."""
    deal = seen.deal
    options = weighed(deal, legal(deal))
    reached = leads_to(deal, played)
    if reached is None:
        return []
    found = [option.actions for option in options if leads_to(deal, option.actions) != reached]
    return found[:LOOKED_AT]


def _if_worse(decision: Decision, seen: View, others: list[tuple[Action, ...]], stream: Stream) -> Iterator[Mistake]:
    """The mistake, where what was played is clearly worse than another play."""
    unseen, played, game = Unseen(seen), decision.played, decision.game
    better, lead, error = _most_ahead(unseen, played, others, stream)
    if lead <= error:
        return
    worlds = [deal_anew(unseen, stream) for _ in range(PROVING)]
    loss, error = mean_and_error([played_out(world, better) - played_out(world, played) for world in worlds])
    if loss > SURE * error and loss > SMALL:
        deal = game.deal
        told = _written(deal, played), _written(deal, better)
        yield Mistake(game.turn_number, deal.seat, decision.moment, *told, loss, error)


def _written(deal: Deal, actions: tuple[Action, ...]) -> tuple[Written, ...]:
    """A play as a record writes it."""
    found = []
    for action in actions:
        step = advance(deal, action)
        assert isinstance(step, Step)
        found.append(step.written)
        deal = step.deal
    return tuple(found)


def _most_ahead(
    unseen: Unseen, played: tuple[Action, ...], others: list[tuple[Action, ...]], stream: Stream
) -> tuple[tuple[Action, ...], float, float]:
    """The play that is ahead by most, by how much, and the standard error of that."""
    worlds = [deal_anew(unseen, stream) for _ in range(SCREENING)]
    points = [played_out(world, played) for world in worlds]
    found = []
    for other in others:
        gains = [played_out(world, other) - before for world, before in zip(worlds, points, strict=True)]
        found.append((other, *mean_and_error(gains)))
    return max(found, key=lambda one: one[1])
