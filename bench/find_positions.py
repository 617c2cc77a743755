"""Looks for positions whose better play a long search knows: `python -m bench.find_positions fibur 60 >found.tsv`.

Deals of club players are gone through. Where another turn than theirs leads in a few worlds, both are played to the
end by rollouts in thousands of fresh ones; what still leads by four standard errors is then played to the end by club
players at all seats. Only what leads there, too, is kept, so that a weakness of the rollouts does not pass for better
play.
"""

import argparse
import sys
from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from bench.positions import SearchedPosition, format_searched
from bot.host.garbage import collect_seldom
from engine.actions import Action, format_action
from engine.deal import OVER, TAKE, Deal
from engine.legal import legal
from engine.means import mean_and_error
from engine.players.club import Club, weighed
from engine.players.expert import played_out
from engine.players.rollout import perform, performed, rollout
from engine.players.value import difference
from engine.players.worlds import Unseen, deal_anew
from engine.position import format_position
from engine.rules import load_rules
from engine.simulate import simulate
from engine.stream import Stream
from engine.view import View, view

Turn: TypeAlias = tuple[Action, ...]
Playing: TypeAlias = Callable[[Deal, Turn], float]

RIVALS: Final = 5
SCREENING: Final = 60  # worlds in which the best rival is looked for
HOPE: Final = 200  # worlds after which one that does not lead by two standard errors is dropped
PROVING: Final = 2500
SURE: Final = 4.0  # standard errors
CHECKING: Final = 60  # worlds played to the end by the club
SMALLEST: Final = 15.0  # Match Points
TO_THE_END: Final = 10_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rules")
    parser.add_argument("number", type=int)
    parser.add_argument("--seed", type=int, default=501)
    options = parser.parse_args()
    collect_seldom()
    left = options.number
    for case in positions_of(options.rules, options.seed):
        print(format_searched(case), flush=True)
        left -= 1
        if not left:
            sys.exit()


def positions_of(rules: str, seed: int) -> Iterator[SearchedPosition]:
    """Positions without end, from deals of the club."""
    stream = Stream(seed)
    for played in simulate(load_rules(rules), ("club",) * 4, TO_THE_END, seed):
        if played.seating.players[0]:  # the same deck once more: among equals it is the same deal
            continue
        for deal in played.game.turns[stream.below(3) :: 3]:
            for seen in _decisions(deal):
                case = _case(rules, seen, stream)
                if case is not None:
                    yield case


def _decisions(deal: Deal) -> Iterator[View]:
    """What is seen before the first card of the turn is taken, and after it was taken as the club takes it."""
    seen = view(deal, deal.seat)
    yield seen
    taken = performed(deal, [Club(0).choose(seen)])
    if taken.turn == deal.turn and taken.phase not in (OVER, TAKE):
        yield view(taken, taken.seat)


def _case(rules: str, seen: View, stream: Stream) -> SearchedPosition | None:
    """The position, if there is a turn in it that is better than the club's for certain."""
    usual, *rivals = _options(seen.deal)
    if not rivals:
        return None
    unseen = Unseen(seen)
    better = _most_ahead(unseen, usual, rivals, stream)
    if better is None:
        return None
    gain, error = _lead(unseen, better, usual, to_the_end, HOPE, stream)
    if gain < max(SMALLEST, 2 * error):
        return None
    gain, error = _lead(unseen, better, usual, to_the_end, PROVING, stream)
    if gain < max(SMALLEST, SURE * error):
        return None
    confirmation, doubt = _lead(unseen, better, usual, by_the_club, CHECKING, stream)
    if confirmation < doubt:
        return None
    return SearchedPosition(
        rules, format_position(seen.deal), _written(better), _written(usual), gain, error, confirmation, doubt
    )


def _options(deal: Deal) -> list[Turn]:
    """What the club would do, and what it thinks next best."""
    actions = legal(deal)
    return [option.actions for option in weighed(deal, actions)[: RIVALS + 1]] or [(actions[-1],)]


def _most_ahead(unseen: Unseen, usual: Turn, rivals: list[Turn], stream: Stream) -> Turn | None:
    """The rival that leads most in a few worlds; None where none does."""
    worlds = [deal_anew(unseen, stream) for _ in range(SCREENING)]
    least, better = sum(played_out(world, usual) for world in worlds), None
    for rival in rivals:
        points = sum(played_out(world, rival) for world in worlds)
        if points > least:
            least, better = points, rival
    return better


def _lead(
    unseen: Unseen, better: Turn, usual: Turn, playing: Playing, number: int, stream: Stream
) -> tuple[float, float]:
    """By how much one turn leads in so many fresh worlds, the same for both, and the standard error of it."""
    worlds = (deal_anew(unseen, stream) for _ in range(number))  # one after the other: there are thousands
    return mean_and_error([playing(world, better) - playing(world, usual) for world in worlds])


def to_the_end(world: Deal, turn: Turn) -> float:
    """What the turn leads to in this world when rollouts play it to the end."""
    return rollout(performed(world, turn), world.code.side_of[world.turn], TO_THE_END)


def by_the_club(world: Deal, turn: Turn) -> float:
    """The same when club players do, each by what their seat sees."""
    deal = performed(world, turn)
    while deal.phase != OVER:
        for action in _options(view(deal, deal.seat).deal)[0]:
            perform(deal, action)
    return difference(deal, world.code.side_of[world.turn])


def _written(turn: Turn) -> str:
    return " ".join([format_action(action) for action in turn])


if __name__ == "__main__":
    main()
