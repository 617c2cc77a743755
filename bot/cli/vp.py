"""`burraco vp`: the Victory Points of a difference in Match Points.

The answer's `difference` has no sign, for the first figure is the better side's; with `-` every line of stdin is a
difference and is answered by one JSON object; `--hands` may be left out for a match to a target, and `--target` may
stand without its number, for the table does not depend on it.
"""

import argparse
from collections.abc import Sequence

from bot.cli.options import add_command, add_json, add_rules, may_stand_alone
from bot.cli.output import OK, Commands, JsonObject, Unusable, print_json
from bot.cli.reading import STDIN, at, rules_named, stdin_lines, whole_number
from engine.victory import Table, victory_points, vp_table

_ANY_TARGET = "2005"
_MORE = """examples:
  burraco vp fitab --hands 4 365
  burraco vp febur --hands 3 --teams 1205
  burraco vp online --target 2005 -115
"""


def register(commands: Commands) -> None:
    parser = add_command(commands, "vp", run, "Victory Points for a difference in Match Points", _MORE)
    add_rules(parser)
    parser.add_argument(
        "difference", metavar="DIFF", help="Match Points between the sides; - reads one per line from stdin"
    )
    parser.add_argument("--hands", metavar="N", help="how many deals the match has")
    parser.add_argument("--teams", action="store_true", help="a team match")
    parser.add_argument("--target", metavar="N", help="a match to this many points")
    add_json(parser)


def arguments(line: Sequence[str]) -> list[str]:
    return may_stand_alone(line, "--target", _ANY_TARGET, valued=("--hands",))


def run(options: argparse.Namespace) -> int:
    table = _table(options)
    if options.difference == STDIN:
        for place, line in stdin_lines():
            with at(place):
                print_json(_answer(table, line.strip()))
        return OK
    answer = _answer(table, options.difference)
    if options.json:
        print_json(answer)
    else:
        better, worse = victory_points(table, whole_number(options.difference, "a difference"))
        print(f"{better}-{worse}  (table {table.code} {table.name}, {table.article})")
    return OK


def _table(options: argparse.Namespace) -> Table:
    rules = rules_named(options.rules)
    if options.hands is None and options.target is None:
        raise Unusable("say how long the match is: --hands N or --target N")
    hands = None if options.hands is None else whole_number(options.hands, "--hands")
    target = None if options.target is None else whole_number(options.target, "--target")
    if target is not None and target < 1:
        raise Unusable(f"{target}: a target is more than nothing")
    table = vp_table(rules, hands, options.teams, target)
    if table is None:
        length = f"to {target} points" if target else f"over {hands} deals"
        raise Unusable(f"no table printed for {rules.name}, a match {length}{' of teams' if options.teams else ''}")
    return table


def _answer(table: Table, text: str) -> JsonObject:
    difference = abs(whole_number(text, "a difference"))
    return {"difference": difference, "vp": list(victory_points(table, difference))}
