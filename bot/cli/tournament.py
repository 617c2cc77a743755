"""`burraco tournament pair|standings|check|simulate`: the law of tournaments on their exported files.

Without `--json` the answer is a table for people; a blank line of stdin is no document and is passed over.
"""

import argparse
import sys
from collections.abc import Callable, Mapping
from typing import Any, Final

from bot.cli.options import add_json
from bot.cli.output import BREAKS_RULE, OK, UNUSABLE, BreaksRule, Commands, JsonObject, Unusable, plain, print_json
from bot.cli.reading import STDIN, read_file, rules_named, seed_number, whole_number
from engine.tournament.announcement import THREE, Tournament
from engine.tournament.answers import pairing_answer, refused_answer, standings_rows
from engine.tournament.fold import fold
from engine.tournament.pairing import pair
from engine.tournament.reading import UnusableFile, read_tournament
from engine.tournament.refusals import NotFollowing
from engine.tournament.simulate import simulated
from engine.tournament.standings import deciding, standings
from engine.tournament.state import Progress

MOST_ENTRIES: Final = 1000
_MORE = """examples:
  burraco tournament simulate fitab --entries 12 --seed 7

the form of the file: docs/tournament-format.md
exit status: 0 done, 1 an event does not follow from those before it or no round can be paired, 2 unusable input"""


def register(commands: Commands) -> None:
    parser = commands.add_parser(
        "tournament",
        help="pairings, standings and a recomputation of a tournament's file",
        description="Pairings, standings and a recomputation of a tournament's file.",
        epilog=_MORE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    for name, summary in {
        "pair": "the next round",
        "standings": "the standings after the last closed round",
        "check": "whether every event follows from those before it",
    }.items():
        action = actions.add_parser(name, help=summary, description=f"{summary[0].upper()}{summary[1:]}.")
        action.add_argument("file", metavar="FILE", help="a tournament's file; - reads one document a line from stdin")
        add_json(action)
    random = actions.add_parser("simulate", help="a random tournament", description="A random tournament's file.")
    random.add_argument("rules", metavar="RULES", nargs="?", default="febur", help="a rule set (febur)")
    random.add_argument("--entries", metavar="N", required=True, help="how many entries, from 1 to 1000")
    random.add_argument("--seed", metavar="S", required=True, help="a whole number or hex digits: the same file always")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    return _simulate(options) if options.action == "simulate" else _judge(options)


def _simulate(options: argparse.Namespace) -> int:
    code = rules_named(options.rules).name
    entries = whole_number(options.entries, "--entries")
    if not 1 <= entries <= MOST_ENTRIES:
        raise Unusable(f"--entries {entries}: must be from 1 to {MOST_ENTRIES}")
    print_json(simulated(code, entries, seed_number(options.seed)))
    return OK


def _judge(options: argparse.Namespace) -> int:
    answer = ANSWERS[options.action]
    if options.file == STDIN:
        return _lines(answer)
    text = read_file(options.file)
    try:
        tournament = read_tournament(text)
    except UnusableFile as error:
        raise Unusable(f"{options.file}: {error}") from None
    found = _answer(answer, tournament)
    if options.json:
        print_json(found)
    elif found.get("ok") is False:
        raise BreaksRule(f"{options.file}: {_where(found)}{found['reason']}: {found['message']}")
    else:
        PRINT[options.action](found, tournament)
    return _status(found)


def _lines(answer: Callable[[Progress], JsonObject]) -> int:
    """One document a line, one answer a line; the worst status of them."""
    if sys.stdin is None:
        raise Unusable("stdin: is closed")
    worst = OK
    for line in sys.stdin.buffer:
        if not line.strip():
            continue
        try:
            found = _answer(answer, read_tournament(line.decode("utf-8-sig").rstrip("\r\n")))
            worst = max(worst, _status(found))
        except (UnusableFile, UnicodeDecodeError) as error:
            message = str(error) if isinstance(error, UnusableFile) else "is not UTF-8 text"
            found = {"ok": False, "event": None, "reason": "unusable", "message": message}
            worst = UNUSABLE
        print_json(found)
    return worst


def _answer(answer: Callable[[Progress], JsonObject], tournament: Tournament) -> JsonObject:
    progress, objection = fold(tournament)
    return answer(progress) if objection is None else refused_answer(objection)


def _status(found: JsonObject) -> int:
    return BREAKS_RULE if found.get("ok") is False else OK


def _where(found: JsonObject) -> str:
    return "" if found["event"] is None else f"event {found['event']}: "


def _pair(progress: Progress) -> JsonObject:
    one = pair(progress)
    return refused_answer(one) if isinstance(one, NotFollowing) else pairing_answer(progress.tournament, one)


def _standings(progress: Progress) -> JsonObject:
    rows = standings_rows(standings(progress))
    return {"round": progress.closed, "final": progress.finished, "standings": rows}


def _check(progress: Progress) -> JsonObject:
    return {"ok": True}


ANSWERS: Final[Mapping[str, Callable[[Progress], JsonObject]]] = {
    "pair": _pair,
    "standings": _standings,
    "check": _check,
}


def _print_pairing(found: Mapping[str, Any], _tournament: Tournament) -> None:
    for one in found["tables"]:
        sides = one["seats"] if "seats" in one else [one["NS"], one["EW"]]
        lines = [" ".join(side) if isinstance(side, list) else side for side in sides]
        print(f"{one['table']:>4}  {' - '.join([plain(line) for line in lines])}")
    if found["bye"]:
        print(f"rest  {', '.join([plain(entry) for entry in found['bye']])}")


def _print_standings(found: Mapping[str, Any], tournament: Tournament) -> None:
    print(f"{'':>5} {'entry':<20}{'VP':>6}{'MP':>8}{'direct':>8}{'won':>5}{'best':>6}{'byes':>6}  penalties")
    for row in found["standings"]:
        place = "-" if row["place"] is None else row["place"]
        taken = ", ".join([f"{name} {value}" for name, value in row["penalties"].items() if value])
        figures = f"{row['vp']:>6}{row['mp']:>8}{row['direct']:>8}{row['won']:>5}{row['best']:>6}{row['byes']:>6}"
        left = " withdrawn" if row["withdrawn"] else ""
        print(f"{place:>4}. {plain(row['entry']):<20}{figures}  {taken}{left}".rstrip())
    print("final" if found["final"] else f"provisional, after round {found['round']}")
    words = {"stage": "knock-out rounds", "vp": "VP", "mp": "MP"}
    if tournament.kind == THREE:
        words["vp"] = "VP (sixths of a ranking point)"
    order = ", ".join([words.get(name, name) for name in deciding(tournament)])
    print(f"in this order: {order}; equal in all of it: shared")


def _print_check(_found: Mapping[str, Any], _tournament: Tournament) -> None:
    print("every event follows from those before it")


PRINT: Final[Mapping[str, Callable[[Mapping[str, Any], Tournament], None]]] = {
    "pair": _print_pairing,
    "standings": _print_standings,
    "check": _print_check,
}
