"""How good a player's decisions are, one by one: `python -m bench.decisions expert --deals 60`.

Deals of club players are gone through. Where the player would do something else than the club, both turns are played on
by club players for a lap or two and then judged by the value, in deals where everybody holds the cards that they really
held; only what lies face down is shuffled. So whoever reasons well about hidden hands gains by it, which hands dealt
evenly would not show. The player is given views alone.
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from bench.positions import whole_turn
from bot.host.garbage import collect_seldom
from engine.actions import Action
from engine.cards import Card
from engine.code import Code, code_for
from engine.deal import OVER, PLAY, TAKE, Deal, start
from engine.hand import Hand
from engine.legal import legal
from engine.melds import Meld
from engine.memory import view_with_memory
from engine.players import PLAYERS
from engine.players.club import Club
from engine.players.rollout import perform, performed
from engine.players.value import difference, value
from engine.players.worlds import shuffled
from engine.rules import load_rules
from engine.shuffle import SEED_BYTES, deck_of
from engine.simulate import NORMAL_95
from engine.stream import Stream
from engine.table import Game, act
from engine.view import View, view

SEED: Final = 812
WORLDS: Final = 10  # in which both turns are played on
TURNS: Final = 8  # that they are played on for

Turn: TypeAlias = tuple[Action, ...]
Reached: TypeAlias = tuple[Hand, frozenset[Meld], tuple[Card, ...], int]


@dataclass(frozen=True, slots=True)
class ClubTurn:
    """What somebody sees, the deal that it is a view of, and the club's turn."""

    seen: View
    deal: Deal
    usual: Turn

    @property
    def is_take(self) -> bool:
        return self.deal.phase == TAKE


@dataclass(frozen=True, slots=True)
class Measured:
    """The decisions of so many sides of a deal, and what each that is not the club's gains over it."""

    sides: int
    decisions: int
    gains: tuple[float, ...]

    def __str__(self) -> str:
        total = sum(self.gains)
        doubt = NORMAL_95 * sum(gain**2 for gain in self.gains) ** 0.5
        each = total / max(1, len(self.gains))
        return (
            f"{self.decisions} decisions, {len(self.gains)} otherwise than the club, by {each:+.1f} better each; "
            f"{total / self.sides:+.1f} ± {doubt / self.sides:.1f} a deal and side"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("player", choices=PLAYERS)
    parser.add_argument("--rules", default="fibur")
    parser.add_argument("--deals", type=int, default=60)
    parser.add_argument("--seed", type=int, default=SEED)
    options = parser.parse_args()
    collect_seldom()
    for name, found in measured(options.player, options.rules, options.deals, options.seed).items():
        print(f"{name}: {found}")


def measured(player: str, rules: str, deals: int, seed: int, worlds: int = WORLDS) -> dict[str, Measured]:
    """Of the ways to take, of the turns to play then, and of both together."""
    code = code_for(load_rules(rules), 4)
    count = {True: 0, False: 0}
    gains: dict[bool, list[float]] = {True: [], False: []}
    stream = Stream(seed)
    for number in range(deals):
        for decision in decisions(code, number, seed):
            count[decision.is_take] += 1
            turn = whole_turn(PLAYERS[player](stream.word()), decision.seen)
            if _reached(decision.deal, turn) != _reached(decision.deal, decision.usual):
                gains[decision.is_take].append(gained(decision, turn, worlds, stream))
    sides = deals * len(code.sides)
    return {
        "to take": Measured(sides, count[True], tuple(gains[True])),
        "to play": Measured(sides, count[False], tuple(gains[False])),
        "together": Measured(sides, sum(count.values()), (*gains[True], *gains[False])),
    }


def decisions(code: Code, number: int, seed: int) -> Iterator[ClubTurn]:
    """Those of a deal of club players where more than one action is legal."""
    deck = deck_of((seed * 1_000_003 + number).to_bytes(SEED_BYTES, "big"))
    game = Game(start(code, deck, number % code.players))
    while not game.deal.is_over:
        seen = view_with_memory(game, game.deal.seat)
        usual = whole_turn(Club(0), seen)
        if len(legal(seen.deal)) > 1:
            yield ClubTurn(seen, game.deal, usual)
        for action in usual:
            outcome = act(game, seen.viewer, action)
            assert isinstance(outcome, tuple)
            game = outcome[0]


def gained(decision: ClubTurn, turn: Turn, worlds: int, stream: Stream) -> float:
    """By how many Match Points the turn is better than the club's, in the mean of so many deals with the same hands."""
    total = 0.0
    for _ in range(worlds):
        world = face_down_anew(decision.deal, stream)
        total += _played_on(world, turn) - _played_on(world, decision.usual)
    return total / worlds


def face_down_anew(deal: Deal, stream: Stream) -> Deal:
    """The deal with the same hands, and the cards of the stock and the pozzetti in another order."""
    cards = shuffled([*deal.stock, *[card for pozzetto in deal.pozzetti for card in pozzetto]], stream)
    new = deal.copy()
    new.stock = tuple(cards.pop() for _ in deal.stock)
    new.pozzetti = tuple(tuple(cards.pop() for _ in pozzetto) for pozzetto in deal.pozzetti)
    return new


def _reached(deal: Deal, turn: Turn) -> Reached:
    after = performed(deal, turn)
    return after.hands[deal.turn], frozenset(after.melds[deal.code.side_of[deal.turn]]), after.pile, after.phase


def _played_on(world: Deal, turn: Turn) -> float:
    """What the side in turn is expected to have over the other, when club players have gone on after this turn."""
    side = world.code.side_of[world.turn]
    deal = performed(world, turn)
    left = TURNS + (deal.phase == PLAY)
    while deal.phase != OVER:
        if deal.phase == TAKE:
            if left <= 0:
                return value(deal, side)
            left -= 1
        for action in whole_turn(Club(0), view(deal, deal.seat)):
            perform(deal, action)
    return difference(deal, side)


if __name__ == "__main__":
    main()
