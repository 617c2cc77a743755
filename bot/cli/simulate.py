"""`burraco simulate`: computer players against each other, many deals, and what each of them achieved.

Choices where the contract is silent: the seed is a whole number or hex digits; `mean_mp` is the Match Points a deal of
the player's side less the mean of the others; `ci95` is half the width of its 95 % confidence interval, null for fewer
than two boards; `won` counts the deals in which the side had more than every other. `--records DIR` writes one record a
deal, `000001.brn` and so on, and makes the folder if it is not there.
"""

import argparse
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from bot.cli.options import add_command, add_json, add_rules
from bot.cli.output import OK, Commands, JsonObject, Unusable, print_json
from bot.cli.reading import rules_named, seed_number, whole_number
from bot.host.garbage import collections_seldom
from engine.players import PLAYERS
from engine.record import DealRecord, format_record
from engine.simulate import PlayerResult, SimulatedDeal, check, results, simulate
from engine.table import Game

_MORE = f"""players: {", ".join(PLAYERS)}
Every deck is played once for each side, the players moved on by a seat, so that the luck of the deal cancels out."""


def register(commands: Commands) -> None:
    parser = add_command(commands, "simulate", run, "computer players against each other", _MORE)
    add_rules(parser)
    parser.add_argument("--deals", metavar="N", required=True, help="how many deals")
    parser.add_argument(
        "--seed", metavar="S", required=True, help="a whole number or hex digits: the same games every time"
    )
    parser.add_argument("--players", metavar="P,P,P,P", required=True, help="one player per seat, separated by commas")
    parser.add_argument("--records", metavar="DIR", help="write the record of every deal to this folder")
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    rules = rules_named(options.rules)
    names = options.players.split(",")
    deals = whole_number(options.deals, "--deals")
    if deals < 1:
        raise Unusable(f"--deals {deals}: at least one deal is needed")
    seed = seed_number(options.seed)
    try:
        check(rules, names)
    except ValueError as error:
        raise Unusable(str(error)) from None
    folder = None if options.records is None else _folder(options.records)
    with collections_seldom():
        found = results(names, _write_records(simulate(rules, names, deals, seed, time.process_time), folder))
    if options.json:
        print_json({"deals": deals, "players": [_answer(result) for result in found]})
    else:
        _print_table(found)
    return OK


def _folder(name: str) -> Path:
    try:
        Path(name).mkdir(mode=0o700, parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise _unwritable(name, error) from None
    return Path(name)


def _unwritable(name: str, error: Exception) -> Unusable:
    return Unusable(f"{name}: {getattr(error, 'strerror', None) or error}")


def _write_records(deals: Iterator[SimulatedDeal], folder: Path | None) -> Iterator[SimulatedDeal]:
    """The deals, their records written and their histories forgotten: ten thousand of them would fill the memory."""
    for deal in deals:
        if folder is not None:
            _write(folder / f"{deal.number + 1:06}.brn", deal.record)
        yield replace(deal, game=Game(deal.game.deal), record=DealRecord({}))


def _write(file: Path, record: DealRecord) -> None:
    try:
        file.write_text(format_record([record]), encoding="utf-8")
    except OSError as error:
        raise _unwritable(str(file), error) from None


def _answer(result: PlayerResult) -> JsonObject:
    return {
        "name": result.name,
        "deals": result.deals,
        "mean_mp": round(result.mean_mp, 2),
        "ci95": None if result.ci95 is None else round(result.ci95, 2),
        "won": result.won,
        "cpu_ms_per_move": round(result.cpu_ms_per_move, 4),
    }


def _print_table(found: list[PlayerResult]) -> None:
    print(f"{'player':<14}{'deals':>8}{'won':>8}{'mean MP':>11}{'± 95 %':>10}{'CPU ms/move':>14}")
    for one in found:
        spread = "-" if one.ci95 is None else f"{one.ci95:.1f}"
        print(f"{one.name:<14}{one.deals:>8}{one.won:>8}{one.mean_mp:>+11.1f}{spread:>10}{one.cpu_ms_per_move:>14.3f}")
