"""`burraco demo`: computer players play one deal in the terminal, told turn by turn, with the score at the end.

The seed of the deck is published at the end and its commitment before, as at every table. On a terminal the turns
follow one another at a pace that can be read; into a file or a pipe they are written at once.
"""

import argparse
import secrets
import sys
import time
from hashlib import sha256

from bot.cli.options import add_command
from bot.cli.output import OK, Commands
from bot.cli.reading import rules_named, seed_number
from bot.cli.score_sheet import deal_sheet
from bot.cli.telling import Played, card_words, seat_name, symbols_shown, turn_notation, turn_words
from engine.code import Code, code_for
from engine.deal import Deal, start
from engine.hand import size
from engine.melds import Meld
from engine.play import Step, play
from engine.players import PLAYERS
from engine.rules import RULE_SETS
from engine.shuffle import commitment, deck_of
from engine.view import view

PAUSE = 0.6  # seconds between two turns on a terminal
PLAYER = "heuristic"


def register(commands: Commands) -> None:
    parser = add_command(commands, "demo", run, "computer players play one deal in the terminal")
    parser.add_argument("--seed", metavar="S", help="a whole number, or hex digits: the same deal every time")
    parser.add_argument("--rules", metavar="RULES", default="fitab", help=f"one of {', '.join(RULE_SETS)}")


def run(options: argparse.Namespace) -> int:
    rules = rules_named(options.rules)
    number = secrets.randbits(64) if options.seed is None else seed_number(options.seed)
    seed = sha256(str(number).encode()).digest()
    code = code_for(rules, rules.players[0])
    dealer = number % code.players
    _introduce(code, dealer, seed)
    deal = _play(start(code, deck_of(seed), dealer), number)
    print("\n".join(["", *deal_sheet(deal, 1), "", f"The seed of the deck was {seed.hex()}"]))
    print(f"Play this deal again: burraco demo --rules {rules.name} --seed {number}")
    return OK


def _introduce(code: Code, dealer: int, seed: bytes) -> None:
    sides = [" and ".join([seat_name(code.seats[seat]) for seat in members]) for members in code.members]
    print(f"Burraco by the rules of {code.rules.name}: {' against '.join(sides)}, all of them computer players.")
    print(f"{seat_name(code.seats[dealer])} has dealt; the commitment to the deck is {commitment(seed)}\n")


def _play(deal: Deal, seed: int) -> Deal:
    """Play the deal to its end, telling every turn."""
    players = [PLAYERS[PLAYER](seed + seat) for seat in range(deal.code.players)]
    symbols = symbols_shown()
    number = 1
    turn: list[Played] = []
    while not deal.is_over:
        step = play(deal, deal.seat, players[deal.turn].choose(view(deal, deal.seat)))
        assert isinstance(step, Step)
        turn.append((deal, step))
        if step.deal.is_over or step.deal.turn != deal.turn:
            _tell(number, turn, symbols)
            number += 1
            turn = []
        deal = step.deal
    return deal


def _tell(number: int, turn: list[Played], symbols: bool) -> None:
    """One turn: notation, words, the melds that changed, and what everybody holds."""
    before, after = turn[0][0], turn[-1][1].deal
    side = before.code.side_of[before.turn]
    print(f"{number:>3}. {before.seat} {turn_notation(turn)}")
    print(f"     {turn_words(before.seat, turn, symbols)}.")
    for meld in after.melds[side]:
        if meld not in before.melds[side]:
            print(f"       {before.code.sides[side]}: {_meld_words(meld, symbols)}")
    print(f"       {_counts(after)}", flush=True)
    if sys.stdout is not None and sys.stdout.isatty():
        time.sleep(PAUSE)


def _meld_words(meld: Meld, symbols: bool) -> str:
    cards = card_words(meld.cards, symbols)
    return f"{cards}  burraco {meld.burraco}" if meld.burraco else cards


def _counts(deal: Deal) -> str:
    hands = " ".join([f"{seat} {size(hand)}" for seat, hand in zip(deal.code.seats, deal.hands, strict=True)])
    return f"stock {len(deal.stock)}, pile {len(deal.pile)}, hands {hands}, pozzetti {len(deal.pozzetti)}"
