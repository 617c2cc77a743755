"""Positions with the better play known by long search: `python -m bench.positions [PLAYER …]` says who finds it.

Each was found between equal players and played to the end in at least 120 worlds, the same for both plays; `gain` are
the Match Points by which the better one came out ahead, with its 95 % interval (docs/players.md).
"""

import sys
from collections import Counter
from collections.abc import Collection, Mapping
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from engine.actions import Action, format_action, parse_action
from engine.cards import Card
from engine.deal import OVER, PLAY, Deal
from engine.hand import Hand, unknown
from engine.melds import Meld
from engine.play import Step, advance
from engine.players import LEVELS, PLAYERS, Player
from engine.players.rollout import performed, rollout
from engine.players.worlds import Unseen, deal_anew
from engine.players.worth import matte
from engine.position import parse_position
from engine.rules import load_rules
from engine.stream import Stream
from engine.view import View

SEED: Final = 1
WORLDS: Final = 300  # in which a turn that is neither of the two known ones is played to the end
TO_THE_END: Final = 10_000
FILE: Final = Path(__file__).parent / "positions.tsv"


class Puzzle(NamedTuple):
    """A position of which one play is known to be better."""

    why: str
    rules: str
    position: str
    does: str  # actions of which one belongs to the better turn; "" where the worse one is only to be left out
    leaves: str  # one that does not
    gain: str


PUZZLES: Final = (
    Puzzle(
        "a third king on the pile",
        "fibur",
        "W/play ?26 Kc7d3c7hKh ?5/?2/?1/Kh4dQdJc ?11,?11 ThThTdTsTs+AdAcAsJk+JhJhJd+2c7c8c+3d4d5d+8h8c8s|"
        "AhAdJk+Js2hKs+7d8d2sTd+6d6c6s+4h5h6h7h8h+JcQcKcAc",
        "",
        "x:Kh",
        "+101 ± 74",
    ),
    Puzzle(
        "a matta kept on the eve of a closing",
        "fibur",
        "N/play ?24 - Ah2h5hThAd2d7dTdJdJdJc4sTsJsKs/?2/?1/?2 ?11 !5c6c7c2h9cTcJc+3dJk5d+9h9c2d+9sTsJsQsJkAs+"
        "KhKdKc2c+3d3s2s+7h7c7s|8h8h8d8s8sJk+TcJkQcKcAc+JhQhKh+9hThJh+6h6d6s6s+5h5c5s p=4",
        "a7:2d a2:2d",
        "",
        "+32 ± 5",
    ),
    Puzzle(
        "the pile left lying",
        "fibur",
        "S/draw ?39 Ac3hAh ?7/?8/Th8dKd7c3s9sJsJsQsKsJk/?11 ?11,?11 JhJdJcJc|8h9hTh",
        "p",
        "",
        "+89 ± 73",
    ),
)


Reached: TypeAlias = tuple[Hand, frozenset[Meld], tuple[Card, ...], int]


class SearchedPosition(NamedTuple):
    """A position where a long search knows a better turn than the club's (`bench/find_positions.py`)."""

    rules: str
    position: str
    better: str
    usual: str  # the club's turn as it was found
    gain: float  # Match Points, in rollouts to the end
    error: float  # their standard error
    confirmation: float  # the same, played to the end by club players
    doubt: float


Cases: TypeAlias = Collection[SearchedPosition]


def format_searched(case: SearchedPosition) -> str:
    """A line of the file."""
    figures = (case.gain, case.error, case.confirmation, case.doubt)
    return "\t".join([*case[:4], *[f"{figure:.0f}" for figure in figures]])


def parse_searched(line: str) -> SearchedPosition:
    """The position of a line of the file."""
    rules, position, better, usual, *figures = line.split("\t")
    gain, error, confirmation, doubt = [float(figure) for figure in figures]
    return SearchedPosition(rules, position, better, usual, gain, error, confirmation, doubt)


@cache
def known_positions() -> tuple[SearchedPosition, ...]:
    """All that are kept."""
    return tuple(parse_searched(line) for line in FILE.read_text("utf-8").splitlines())


def finds(player: str, puzzle: Puzzle) -> bool:
    """Whether the player does the better thing, in the turn up to its end or the next card nobody has seen."""
    actions = turn_from(player, puzzle)
    better = puzzle.does.split()
    return (not better or any(action in actions for action in better)) and puzzle.leaves not in actions


def agrees(case: SearchedPosition, actions: list[str]) -> bool:
    """Whether this turn leads to where the better one leads."""
    return led_to(case, actions) == led_to(case, case.better.split())


def led_to(case: SearchedPosition, actions: list[str]) -> Reached:
    """What is left in the hand, on the table and in the pile after these actions."""
    deal = parse_position(load_rules(case.rules), case.position)
    seat, side = deal.turn, deal.code.side_of[deal.turn]
    for action in actions:
        step = advance(deal, parse_action(action))
        assert isinstance(step, Step)
        deal = step.deal
    return deal.hands[seat], frozenset(deal.melds[side]), deal.pile, deal.phase


def gain_of(case: SearchedPosition, actions: list[str]) -> float:
    """By how many Match Points this turn is better than the usual one: more than one may be good."""
    reached = led_to(case, actions)
    for turn, gain in ((case.better, case.gain), (case.usual, 0.0)):
        if reached == led_to(case, turn.split()):
            return gain
    deal = parse_position(load_rules(case.rules), case.position)
    unseen, stream = Unseen(View(deal.seat, deal)), Stream(SEED)
    worlds = [deal_anew(unseen, stream) for _ in range(WORLDS)]
    usual = case.usual.split()
    return sum(_to_the_end(world, actions) - _to_the_end(world, usual) for world in worlds) / WORLDS


def _to_the_end(world: Deal, actions: list[str]) -> float:
    """What the side in turn has after this turn, when rollouts play on."""
    deal = performed(world, [parse_action(action) for action in actions])
    return rollout(deal, world.code.side_of[world.turn], TO_THE_END)


TAKING: Final = "draw or pile"
CLOSING: Final = "closing or the pozzetto"
WILD_CARDS: Final = "wild cards"
DISCARDS: Final = "the discard alone"
MELDS: Final = "melds"


def theme(case: SearchedPosition) -> str:
    """What its two turns differ in: the first of these that is so."""
    deal = parse_position(load_rules(case.rules), case.position)
    if deal.phase != PLAY:
        return TAKING
    better, usual = case.better.split(), case.usual.split()
    (hand, melds, _, phase), (other_hand, other_melds, *_, other_phase) = led_to(case, better), led_to(case, usual)
    if (phase == OVER) != (other_phase == OVER) or (unknown(hand) > 0) != (unknown(other_hand) > 0):
        return CLOSING
    if matte(hand) != matte(other_hand) or _with_matta(melds) != _with_matta(other_melds):
        return WILD_CARDS
    return DISCARDS if melds == other_melds else MELDS


def _with_matta(melds: frozenset[Meld]) -> int:
    return sum(meld.matta >= 0 for meld in melds)


def turn_from(player: str, puzzle: Puzzle | SearchedPosition) -> list[str]:
    """What the player does there."""
    deal = parse_position(load_rules(puzzle.rules), puzzle.position)
    return [format_action(action) for action in whole_turn(PLAYERS[player](SEED), View(deal.seat, deal))]


def whole_turn(thinking: Player, seen: View) -> tuple[Action, ...]:
    """What the player does, up to the end of the turn or the next card nobody has seen."""
    deal, actions = seen.deal, list[Action]()
    while True:
        action = thinking.choose(View(seen.viewer, deal, seen.held, seen.left))
        step = advance(deal, action)
        assert isinstance(step, Step)
        actions.append(action)
        goes_on = deal.phase == PLAY and len(step.deal.pozzetti) == len(deal.pozzetti)
        if not goes_on or step.deal.is_over or step.deal.seat != seen.viewer:
            return tuple(actions)
        deal = step.deal


def main() -> None:
    players = sys.argv[1:] or LEVELS
    for player in players:
        found = [puzzle.why for puzzle in PUZZLES if finds(player, puzzle)]
        print(f"{player}: {len(found)} of {len(PUZZLES)} ({'; '.join(found)})")
        every = known_positions()
        answers = {case: turn_from(player, case) for case in every}
        right = {case for case in every if agrees(case, answers[case])}
        gains = {case: gain_of(case, answers[case]) for case in every}
        print(f"    {_score(every, right, gains)} of their Match Points, with what other turns gain")
        for name, _ in Counter(map(theme, every)).most_common():
            print(f"        {name}: {_score([case for case in every if theme(case) == name], right, gains)}")


def _score(cases: Cases, right: Cases, gains: Mapping[SearchedPosition, float]) -> str:
    """How many of them are found, and the share of what could be gained."""
    share = sum(gains[case] for case in cases) / sum(case.gain for case in cases)
    return f"{sum(case in right for case in cases)} of {len(cases)}, {round(100 * share)} %"


if __name__ == "__main__":
    main()
