"""The program `burraco`: reads the arguments and hands over to the module of the command.

A new command is a module in `bot/cli` with a function `register`, named in COMMANDS.
"""

import argparse
import sys
from collections.abc import Sequence
from typing import Final

from bot.cli import bench, db, deck, demo, doctor, legal, meld, replay, rules, run, simulate, verify, vp
from bot.cli.output import Parser, guarded

COMMANDS: Final = (rules, meld, vp, legal, replay, deck, verify, simulate, bench, run, db, doctor, demo)
_LOOSE: Final = {"meld": meld.arguments, "vp": vp.arguments}


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status; `argv` without the program's name."""
    given = list(sys.argv[1:] if argv is None else argv)
    try:
        options = parse(given)
    except SystemExit as stop:  # help was printed, or what is wrong with the arguments
        return stop.code if isinstance(stop.code, int) else 0
    return guarded(f"burraco {options.command}", lambda: int(options.run(options)))


def parse(given: list[str]) -> argparse.Namespace:
    """The options of a command line. Raises `SystemExit` after a help page or an error."""
    if given and given[0] in _LOOSE:
        given = [given[0], *_LOOSE[given[0]](given[1:])]
    return parser().parse_args(given)


def parser() -> Parser:
    """The parser of the whole program."""
    top = Parser(
        prog="burraco",
        description="Burraco by six codes of play: melds, positions, records, scores, computer players.",
        epilog="`burraco COMMAND --help` says more. Exit status: 0 done, 1 a rule is broken, 2 unusable input.",
    )
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True, parser_class=Parser)
    for module in COMMANDS:
        module.register(commands)
    return top


if __name__ == "__main__":
    sys.exit(main())
