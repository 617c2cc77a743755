"""`burraco analyse`: the turning points of a record and the plays that were clearly worse than another.

What could be expected one way or another (`docs/scripting.md` tells it to who writes scripts):

- `expected` is the difference in Match Points to be expected for the first side of `sides` (three-player: less the mean
  of the others), before and after the turn, with all cards open.
- `luck` and `play` together are the result of each side: `play` is what mistakes have changed, `luck` all the rest, the
  cards dealt included. Of a deal that was stopped they are what was to be expected then.
- A mistake is named only beyond two standard errors; `loss` are Match Points, `error` is its standard error. Its player
  is judged by what they could see and remember. Everything else counts as equal.
- A deal of which not all cards are known has `decisions` 0, and lists and objects are empty. A refused
  record is told as by `replay`.
"""

import argparse
from collections.abc import Iterable, Sequence

from bot.cli.options import add_command, add_json
from bot.cli.output import OK, BreaksRule, Commands, JsonObject, print_json
from bot.cli.reading import read_file
from bot.cli.records import at_record, refusal_words
from engine.actions import Written, format_action
from engine.analysis import Analysis, ExpectedSwing, Mistake, analyse
from engine.replay import replay


def register(commands: Commands) -> None:
    parser = add_command(commands, "analyse", run, "turning points of a record, and plays that were clearly worse")
    parser.add_argument("file", metavar="FILE", help="a record (.brn); - reads stdin")
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    text = read_file(options.file)
    with at_record(options.file):
        replayed = replay(text)
    if replayed.refusal is not None:
        raise BreaksRule(refusal_words(options.file, replayed.refusal))
    found = [analyse(deal) for deal in replayed.deals]
    code = replayed.match.code
    if options.json:
        deals = [_deal(number, one, code.sides) for number, one in enumerate(found, 1)]
        print_json({"rules": code.rules.name, "sides": list(code.sides), "deals": deals})
    else:
        for number, one in enumerate(found, 1):
            _print_deal(number, one, code.sides)
    return OK


def _deal(number: int, found: Analysis, sides: Iterable[str]) -> JsonObject:
    return {
        "deal": number,
        "decisions": found.decisions,
        "expected": [round(of_turn[0]) for of_turn in found.expected],
        "luck": _by_side(sides, found.luck),
        "play": _by_side(sides, found.play[-1] if found.play else ()),
        "turning_points": [_turning_point(point) for point in found.turning_points],
        "mistakes": [_mistake(mistake) for mistake in found.mistakes],
    }


def _by_side(sides: Iterable[str], figures: Iterable[float]) -> JsonObject:
    return {side: round(figure) for side, figure in zip(sides, figures, strict=False)}


def _turning_point(point: ExpectedSwing) -> JsonObject:
    return {"turn": point.turn, "seat": point.seat, "expected": [round(point.before), round(point.after)]}


def _mistake(mistake: Mistake) -> JsonObject:
    return {
        "turn": mistake.turn,
        "seat": mistake.seat,
        "played": _words(mistake.played),
        "better": _words(mistake.better),
        "loss": round(mistake.loss, 1),
        "error": round(mistake.error, 1),
    }


def _words(written: tuple[Written, ...]) -> str:
    return " ".join([format_action(one.action) for one in written])


def _print_deal(number: int, found: Analysis, sides: Sequence[str]) -> None:
    side = sides[0]
    print(f"deal {number}: {found.decisions} decisions")
    for name, luck, play in zip(sides, found.luck, found.play[-1] if found.play else (), strict=False):
        print(f"  {name}: luck {luck:+.0f}, play {play:+.0f} MP")
    for point in found.turning_points:
        print(f"  turn {point.turn}, {point.seat}: {side} expected {point.before:+.0f}, then {point.after:+.0f} MP")
    for one in found.mistakes:
        lost = f"{one.loss:.0f} ± {2 * one.error:.0f} MP"
        print(f"  turn {one.turn}, {one.seat}: {_words(one.played)}; better by {lost}: {_words(one.better)}")
    if not found.expected:
        print("  not all cards are known")
    elif not found.mistakes:
        print("  no play was clearly worse than another")
