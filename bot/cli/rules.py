"""`burraco rules`: the rule sets, and every key of one with its value and the article it comes from."""

import argparse
from typing import Final

from bot.cli.options import add_command, add_json
from bot.cli.output import OK, Commands, print_json
from bot.cli.reading import rules_named
from engine.rules import RULE_SETS, KeyInfo, describe, format_value

SENTENCES: Final = {
    "febur": "FE.BUR.IT: over the top 300, superpulito 250; a free matta goes wherever it is needed.",
    "online": "Online: anticlockwise, over deals or to a target; a matta keeps its end; leaving loses the match.",
    "three-player": "Burraco a 3: all for themselves, three pozzetti, a clean first meld, sets of twos, 6-3-1 points.",
    "fitab": "FITAB: pairs only; burraco reale 300, super 250; a clock for each turn, a longer last lap.",
    "fibur": "FIBUR: pulito 200, semipulito 150, sporco 100; a free matta goes wherever it is needed.",
    "international": "International: sets of aces and threes only; whoever picks up must lay; closing needs a pulito.",
}


def register(commands: Commands) -> None:
    parser = add_command(commands, "rules", run, "the rule sets, or one with every key and its article")
    parser.add_argument("rules", metavar="RULES", nargs="?", help=f"one of {', '.join(RULE_SETS)}")
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    if options.rules is None:
        _list(options.json)
        return OK
    keys = describe(rules_named(options.rules).name)
    if options.json:
        print_json({name: _entry(info) for name, info in keys.items()})
    else:
        _print_table(keys)
    return OK


def _list(as_json: bool) -> None:
    if as_json:
        print_json({name: SENTENCES[name] for name in RULE_SETS})
        return
    for name in RULE_SETS:
        print(f"{name:<14} {SENTENCES[name]}")


def _entry(info: KeyInfo) -> dict[str, object]:
    return {"value": info.value, "article": info.article, "inherited_from": info.inherited_from}


def _print_table(keys: dict[str, KeyInfo]) -> None:
    rows = [("key", "value", "article")]
    for name, info in keys.items():
        source = f" ({info.inherited_from})" if info.inherited_from else ""
        rows.append((name, format_value(info.value), info.article + source))
    name_width, value_width = [max(len(row[column]) for row in rows) for column in (0, 1)]
    for name, value, article in rows:
        print(f"{name:<{name_width}}  {value:<{value_width}}  {article}")
