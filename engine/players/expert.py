"""The player that searches: complete turns, played out in worlds that look the same to it.

Hidden cards are never read: they are dealt anew, many times, and in each of these worlds every turn in question is
played and the deal finished by `rollout`. Judgement (`turns`) says which turns those are, and counts as much as a few
rollouts; those that fall behind are looked at no more. The budget is a number of rollouts, so that the same seed
chooses the same; who is `late` has to do with those that are done.
"""

from collections.abc import Callable
from typing import Final

from engine.actions import Action
from engine.deal import TAKE, Deal
from engine.legal import legal
from engine.play import Step, advance
from engine.players.club import club_weights
from engine.players.rollout import perform, rollout
from engine.players.turns import WholeTurn, takes, turns
from engine.players.worlds import Unseen, deal_anew
from engine.players.worth import Judge
from engine.stream import Stream
from engine.view import View

ROLLOUTS: Final = 160  # for one decision
TURNS: Final = 4  # played on in a rollout
MOST_TURNS: Final = 12
FIRST_WORLDS: Final = 4  # each turn is looked at in so many before any is left out
TAKING: Final = (0.4, (45 / 175) ** 2)
PLAYING: Final = (0.7, (28 / 85) ** 2)
"""What is trusted of a difference that judgement sees, and how much each rollout counts beside that.

Measured on positions of the club: the share of it that rollouts confirm; and the spread of what they find beyond it,
against that of a single rollout, compared with another turn in the same world.
"""
ALTERNATIVE: Final = 120.0  # a turn that judgement puts so much lower is not looked at


def never() -> bool:
    """Nobody is in a hurry."""
    return False


class Expert:
    """Chooses by looking ahead in worlds dealt anew. What is planned for a turn it does, while nothing new is seen."""

    __slots__ = ("_expected", "_late", "_planned", "_rollouts", "_stream")

    def __init__(self, seed: int, late: Callable[[], bool] = never, rollouts: int = ROLLOUTS) -> None:
        self._stream = Stream(seed)
        self._late = late
        self._rollouts = rollouts
        self._planned: tuple[Action, ...] = ()
        self._expected: Deal | None = None  # how the deal looks if only what was planned has happened

    def choose(self, seen: View) -> Action:
        if not self._planned or seen.deal != self._expected:
            self._planned = self.turn(seen)
        action, *planned = self._planned
        self._planned = tuple(planned)
        if planned:
            step = advance(seen.deal, action)
            self._expected = step.deal if isinstance(step, Step) else None
        return action

    def turn(self, seen: View) -> tuple[Action, ...]:
        """What to do, up to the end of the turn or the next card that nobody here has seen yet."""
        deal = seen.deal
        actions = legal(deal)
        if len(actions) == 1:
            return (actions[0],)
        judge = Judge(deal, club_weights(deal.code))
        options = takes(deal, judge, actions) if deal.phase == TAKE else turns(deal, judge)[:MOST_TURNS]
        if not options:
            return (actions[-1],)
        options = [turn for turn in options if turn.worth > options[0].worth - ALTERNATIVE]
        return self._best(seen, options).actions

    def _best(self, seen: View, options: list[WholeTurn]) -> WholeTurn:
        """The turn that judgement and rollouts together find best; the worse half is left out again and again."""
        unseen = Unseen(seen)
        trusted, counts = TAKING if seen.deal.phase == TAKE else PLAYING
        left = [_Looked(option, trusted * option.worth) for option in options]
        worlds, spent, upto = 0, 0, FIRST_WORLDS
        while len(left) > 1 and spent + len(left) <= self._rollouts:
            found = self._played_out(deal_anew(unseen, self._stream), left)
            if len(found) < len(left):  # late: what was found in some of them alone would be unfair
                break
            for one, points in zip(left, found, strict=True):
                one.worth += counts * points
            worlds += 1
            spent += len(left)
            if worlds == upto and len(left) > 2:
                left.sort(key=_worth, reverse=True)
                left = left[: (len(left) + 1) // 2]
                upto *= 2
        return max(left, key=_worth).turn

    def _played_out(self, world: Deal, left: list["_Looked"]) -> list[float]:
        """What becomes of each of the turns in this world; of none any more once it is late."""
        found: list[float] = []
        for one in left:
            if self._late():
                break
            found.append(played_out(world, one.turn.actions))
        return found


class _Looked:
    """A turn that is looked at, and what it is worth by judgement and rollouts together, to be compared."""

    __slots__ = ("turn", "worth")

    def __init__(self, turn: WholeTurn, worth: float) -> None:
        self.turn = turn
        self.worth = worth


def _worth(one: _Looked) -> float:
    return one.worth


def played_out(world: Deal, actions: tuple[Action, ...]) -> float:
    """What these actions of the player in turn lead to in this world, for their side; the world stays as it is."""
    side = world.code.side_of[world.turn]
    deal = world.copy()
    for action in actions:
        perform(deal, action)
    return rollout(deal, side, TURNS)
