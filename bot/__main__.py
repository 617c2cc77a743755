"""The program `burraco`: reads the arguments and hands over to the module of the command.

A new command is a module in `bot/cli` with a function `register`, named in COMMANDS. Only the module of the command
that was given is loaded: to judge a meld nobody has to wait for a web server.
"""

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from types import ModuleType
from typing import Final

from bot.cli.output import INTERRUPTED, Parser, run_guarded

COMMANDS: Final = tuple(
    "rules meld vp legal replay analyse deck verify simulate tournament ruling".split()
    + "bench run bots db doctor demo render".split()
)
_LOOSE: Final = ("meld", "vp")  # their modules say how else the arguments may stand


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status; `argv` without the program's name."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        options = parse(arguments)
    except SystemExit as stop:  # help was printed, or what is wrong with the arguments
        return stop.code if isinstance(stop.code, int) else 0
    except KeyboardInterrupt:  # while the module of the command was loaded, which takes seconds
        return INTERRUPTED
    return run_guarded(f"burraco {options.command}", lambda: int(options.run(options)))


def parse(arguments: list[str]) -> argparse.Namespace:
    """The options of a command line. Raises `SystemExit` after a help page or an error."""
    if not arguments or arguments[0] not in COMMANDS:
        return parser(COMMANDS).parse_args(arguments)
    name, *rest = arguments
    if name in _LOOSE:
        rest = _module(name).arguments(rest)
    return parser((name,)).parse_args([name, *rest])


def parser(names: Sequence[str]) -> Parser:
    """The parser of the program with these commands."""
    top = Parser(
        prog="burraco",
        description="Burraco by six codes of play: melds, positions, records, scores, computer players.",
        epilog="`burraco COMMAND --help` says more. Exit status: 0 done, 1 a rule is broken, 2 unusable input.",
    )
    top.add_argument("--version", action=_Version, nargs=0, help="say which version this is")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True, parser_class=Parser)
    for name in names:
        _module(name).register(commands)
    return top


class _Version(argparse.Action):
    """Looked up only where it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        print(_module("doctor").release())
        parser.exit()


def _module(name: str) -> ModuleType:
    return import_module(f"bot.cli.{name}")


if __name__ == "__main__":
    sys.exit(main())
