"""`burraco simulate`: computer players against each other, many deals, and what each of them achieved.

The seed is a whole number or hex digits; `mean_mp` is the Match Points a deal of the player's side less the mean of the
others; `ci95` is half the width of its 95 % confidence interval, null for fewer than two boards; `won` counts the deals
in which the side had more than every other. `--records DIR` writes one record a deal, `000001.brn` and so on, and makes
the folder if it is not there. `--pairs A,B` is `--players A,B,A,B`, and people are told the difference in a line of its
own. `--jobs N` plays in so many processes: the same deals, in the same order.
"""

import argparse
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

from bot.cli.options import add_command, add_json, add_rules
from bot.cli.output import OK, Commands, JsonObject, Unusable, print_json
from bot.cli.reading import rules_named, seed_number, whole_number
from bot.cli.sharing_out import shared_out
from bot.host.garbage import collections_seldom
from engine.players import PLAYERS
from engine.record import DealRecord, format_record
from engine.rules import Rules
from engine.simulate import PlayerResult, SimulatedDeal, check, results, simulate_deal
from engine.table import Game

MOST_JOBS: Final = 64

_MORE = f"""players: {", ".join(PLAYERS)}
Every deck is played once for each side, the players moved on by a seat, so that the luck of the deal cancels out."""


def register(commands: Commands) -> None:
    parser = add_command(commands, "simulate", run, "computer players against each other", _MORE)
    add_rules(parser)
    parser.add_argument("--deals", metavar="N", required=True, help="how many deals")
    parser.add_argument(
        "--seed", metavar="S", required=True, help="a whole number or hex digits: the same games every time"
    )
    who = parser.add_mutually_exclusive_group(required=True)
    who.add_argument("--players", metavar="P,P,P,P", help="one player per seat, separated by commas")
    who.add_argument("--pairs", metavar="P,P", help="at a table of four: one player for each pair")
    parser.add_argument("--jobs", metavar="N", default="1", help="in how many processes (usually 1)")
    parser.add_argument("--records", metavar="DIR", help="write the record of every deal to this folder")
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    rules = rules_named(options.rules)
    names = _names(options)
    jobs = whole_number(options.jobs, "--jobs")
    if not 1 <= jobs <= MOST_JOBS:
        raise Unusable(f"--jobs {jobs}: from 1 to {MOST_JOBS} processes")
    deals = whole_number(options.deals, "--deals")
    if deals < 1:
        raise Unusable(f"--deals {deals}: at least one deal is needed")
    seed = seed_number(options.seed)
    try:
        check(rules, names)
    except ValueError as error:
        raise Unusable(str(error)) from None
    folder = None if options.records is None else _folder(options.records)
    played = _played(partial(_deal, rules, names, seed, folder is not None), deals, jobs)
    with collections_seldom():
        found = results(names, played if folder is None else _written(played, folder))
    if options.json:
        print_json({"deals": deals, "players": [_answer(result) for result in found]})
    else:
        _print_table(found)
        if options.pairs:
            _print_difference(found)
    return OK


def _names(options: argparse.Namespace) -> list[str]:
    """By seat, who plays."""
    if options.players is not None:
        return list(options.players.split(","))
    pairs = options.pairs.split(",")
    if len(pairs) != 2:
        raise Unusable(f"--pairs {options.pairs[:40]}: two players, separated by a comma")
    return [*pairs, *pairs]


# --- playing ----------------------------------------------------------------------------------------------------------


def _deal(rules: Rules, names: Sequence[str], seed: int, recorded: bool, number: int) -> SimulatedDeal:
    """A deal without its history, which ten thousand times would fill the memory; its record only where it is kept."""
    deal = simulate_deal(rules, names, number, seed, time.process_time)
    return replace(deal, game=Game(deal.game.deal), record=deal.record if recorded else DealRecord({}))


def _played(play: "partial[SimulatedDeal]", deals: int, jobs: int) -> Iterator[SimulatedDeal]:
    """The deals in order, shared out among so many processes."""
    if jobs == 1:
        yield from map(play, range(deals))
        return
    yield from shared_out(play, deals, jobs)


# --- records ----------------------------------------------------------------------------------------------------------


def _folder(name: str) -> Path:
    try:
        Path(name).mkdir(mode=0o700, parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise _unwritable(name, error) from None
    return Path(name)


def _unwritable(name: str, error: Exception) -> Unusable:
    return Unusable(f"{name}: {getattr(error, 'strerror', None) or error}")


def _written(deals: Iterator[SimulatedDeal], folder: Path) -> Iterator[SimulatedDeal]:
    """The deals, their records written and forgotten."""
    for deal in deals:
        _write(folder / f"{deal.number + 1:06}.brn", deal.record)
        yield replace(deal, record=DealRecord({}))


def _write(file: Path, record: DealRecord) -> None:
    try:
        file.write_text(format_record([record]), encoding="utf-8")
    except OSError as error:
        raise _unwritable(str(file), error) from None


# --- what is said -----------------------------------------------------------------------------------------------------


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


def _print_difference(found: list[PlayerResult]) -> None:
    """The Match Points a deal by which the first pair is better."""
    first, second = found[:2]
    spread = "" if first.ci95 is None else f" ± {first.ci95:.1f} (95 %)"
    mirrored = "mirrored, but for the last" if first.deals % 2 else "mirrored"
    print(f"{first.name} less {second.name}: {first.mean_mp:+.1f}{spread} MP a deal, {first.deals} deals, {mirrored}")
