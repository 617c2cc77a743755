"""What several commands have in common: how they are registered, `--json`, and options whose value may be left out."""

import argparse
from collections.abc import Callable, Sequence
from typing import TypeAlias

from bot.cli.output import Commands, Parser

Run: TypeAlias = Callable[[argparse.Namespace], int]


def add_command(commands: Commands, name: str, run: Run, summary: str, more: str = "") -> Parser:
    """A new command with its help; `more` stands below the options."""
    parser = commands.add_parser(
        name,
        help=summary,
        description=f"{summary[0].upper()}{summary[1:]}.",
        epilog=more,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run)
    return parser


def add_rules(parser: Parser) -> None:
    parser.add_argument("rules", metavar="RULES", help="a rule set; `burraco rules` lists them")


def add_json(parser: Parser) -> None:
    parser.add_argument("--json", action="store_true", help="answer with one JSON object")


def may_stand_alone(arguments: Sequence[str], option: str, value: str, valued: Sequence[str] = ()) -> list[str]:
    """The arguments of a command of two words with `option=value` where the option has no value of its own.

    So `vp online --target 365` and `vp online --target 2005 365` both mean what they seem to; argparse alone would take
    365 for the option's value. `valued` are the options whose value is no word.
    """
    words = [
        argument
        for before, argument in zip(["", *arguments], arguments, strict=False)
        if not argument.startswith("--") and before not in valued
    ]
    if len(words) > 2:
        return list(arguments)
    return [f"{option}={value}" if argument == option else argument for argument in arguments]
