"""The player that searches: complete turns, played out in worlds that look the same to it.

Hidden cards are never read: they are dealt anew, many times, and in each of these worlds every turn in question is
played and the deal played on by `rollout`. Judgement (`turns`) says which turns those are. The one that it puts first
is the club player's, and is left only for one that rollouts are sure of: they know less than they seem to. What falls
behind is looked at no more. The budget is a number of rollouts, so that the same seed chooses the same; who is `late`
has to do with those that are done.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from engine.actions import Action
from engine.deal import TAKE, Deal
from engine.legal import legal
from engine.play import Step, advance
from engine.players.club import weighed
from engine.players.rollout import performed, rollout
from engine.players.turns import WholeTurn
from engine.players.worlds import Unseen, deal_anew
from engine.stream import Stream
from engine.view import View

ROLLOUTS: Final = 240  # for one decision
TURNS: Final = 4  # played on in a rollout
MOST_TURNS: Final = 16
FIRST_WORLDS: Final = 4  # each turn is looked at in so many before any is left out
HOPELESS: Final = 2.0  # standard errors by which another turn is behind when it is looked at no more


@dataclass(frozen=True, slots=True)
class Trust:
    """How a turn is compared with the usual one.

    `judgement`: of a difference that judgement sees, the share that rollouts confirm. `rollout`: how much one rollout
    weighs beside judgement: the square of the spread of what judgement does not see, in that of a single rollout's
    difference in the same world. `sure`: by how many standard errors rollouts must lead.
    """

    judgement: float
    rollout: float
    sure: float


TAKING: Final = Trust(0.9, (45 / 175) ** 2, 1.5)
PLAYING: Final = Trust(0.7, (28 / 85) ** 2, 1.0)
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
        options = considered(deal, actions, self._late)
        return self._best(seen, options).actions if options else (actions[-1],)

    def _best(self, seen: View, options: list[WholeTurn]) -> WholeTurn:
        """The turn of best judgement, or one that rollouts are sure of; the worse half goes, again and again."""
        unseen = Unseen(seen)
        trust = TAKING if seen.deal.phase == TAKE else PLAYING
        usual, *others = options
        left = [_Rival(option, option.worth - usual.worth, trust) for option in others]
        worlds, spent, upto = 0, 0, FIRST_WORLDS
        while left and spent + len(left) < self._rollouts:
            found = self._played_out(deal_anew(unseen, self._stream), [usual, *[rival.turn for rival in left]])
            if len(found) <= len(left):  # late: what was found for some of them alone would be unfair
                break
            for rival, points in zip(left, found[1:], strict=True):
                rival.saw(points - found[0])
            worlds += 1
            spent += len(found)
            if worlds == upto:
                left = [rival for rival in left if not rival.is_behind]
                left.sort(key=_gain, reverse=True)
                left = left[: (len(left) + 1) // 2]
                upto *= 2
        sure = [rival for rival in left if rival.is_sure]
        return max(sure, key=_gain).turn if sure else usual

    def _played_out(self, world: Deal, options: list[WholeTurn]) -> list[float]:
        """What becomes of each of the turns in this world; of none any more once it is late."""
        found: list[float] = []
        for option in options:
            if self._late():
                break
            found.append(played_out(world, option.actions))
        return found


def considered(deal: Deal, actions: list[Action], late: Callable[[], bool] | None = None) -> list[WholeTurn]:
    """Those of the turns `weighed` that the expert looks at, the club player's first."""
    options = weighed(deal, actions, late)[:MOST_TURNS]
    return [turn for turn in options if turn.worth > options[0].worth - ALTERNATIVE]


class _Rival:
    """A turn that might be better than the usual one: what it gained over that in the same worlds."""

    __slots__ = ("_judged", "_squares", "_sum", "_trust", "_worlds", "turn")

    def __init__(self, turn: WholeTurn, judged: float, trust: Trust) -> None:
        self.turn = turn
        self._judged = judged
        self._trust = trust
        self._worlds = 0
        self._sum = self._squares = 0.0

    def saw(self, gain: float) -> None:
        """It gained so much in one more world."""
        self._worlds += 1
        self._sum += gain
        self._squares += gain * gain

    @property
    def gain(self) -> float:
        """What it is thought to gain, by judgement and rollouts together."""
        known = self._trust.rollout * self._worlds
        return (self._trust.judgement * self._judged + self._trust.rollout * self._sum) / (1 + known)

    @property
    def is_sure(self) -> bool:
        return (
            self._worlds >= FIRST_WORLDS and self.gain > 0 and self._sum / self._worlds > self._trust.sure * self._error
        )

    @property
    def is_behind(self) -> bool:
        return self.gain < 0 and self._sum / self._worlds < -HOPELESS * self._error

    @property
    def _error(self) -> float:
        """The standard error of what was found."""
        variance = (self._squares - self._sum**2 / self._worlds) / (self._worlds - 1)
        return float((max(variance, 0.0) / self._worlds) ** 0.5)


def _gain(rival: _Rival) -> float:
    return rival.gain


def played_out(world: Deal, actions: tuple[Action, ...]) -> float:
    """What these actions of the player in turn lead to in this world, for their side; the world stays as it is."""
    return rollout(performed(world, actions), world.code.side_of[world.turn], TURNS)
