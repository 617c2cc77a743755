"""`burraco deck`: the deck of a seed and its commitment, so that anybody can check a dealer.

The object is printed with `--json` or without; without it on several lines.
"""

import argparse

from bot.cli.options import add_command, add_json
from bot.cli.output import OK, Commands, print_object
from bot.cli.reading import at
from engine.cards import format_cards
from engine.shuffle import commitment, deck_of, parse_seed


def register(commands: Commands) -> None:
    parser = add_command(commands, "deck", run, "the deck of a seed, and the commitment")
    parser.add_argument("seed", metavar="SEED", help="32 bytes in hex")
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    with at(""):
        seed = parse_seed(options.seed)
    print_object({"deck": format_cards(deck_of(seed)), "commitment": commitment(seed)}, options.json)
    return OK
