"""`burraco bench`: the benchmarks. Each is a module of `bench` with a function that gives its figures by name.

They are loaded by name, and one at a time: the product does without them, and without the packages that they need. The
Docker image leaves them out.
"""

import argparse
from importlib import import_module
from typing import Any, Final

from bot.cli.options import add_command, add_json
from bot.cli.output import OK, Commands, Unusable, print_json
from bot.database_address import ServerDatabase, parse_database
from bot.host.ports import StoreError
from engine.players import PLAYERS

KINDS: Final = ("engine", "render", "host", "computers", "memory", "discord", "telegram", "tournament", "page")
LOAD: Final = ("tables", "seconds", "pace")
CHATS: Final = ("discord", "telegram")
EVENING: Final = ("tables", "pace", "rounds", "platform")
_FEWEST_ROUNDS: Final = 2
_SECONDS: Final = 20.0
_LONGEST: Final = 3600.0
_MORE = """Figures are medians of rounds in which all candidates take turns, in CPU time; `wall` is time on the clock.
The packages measured beside the engine are optional: requirements/bench.lock. discord, telegram and page need
a checkout: they start the host, and the loopback servers or the browser of the tests, as processes of their own."""


def register(commands: Commands) -> None:
    parser = add_command(commands, "bench", run, "the benchmarks", _MORE)
    parser.add_argument("what", choices=KINDS, help="what is measured")
    parser.add_argument(
        "--seconds",
        metavar="S",
        type=float,
        help="seconds of CPU for the engine, of each load elsewhere; computers: 0 for no tables; memory: 3600",
    )
    parser.add_argument(
        "--tables", metavar="N", type=int, help="live tables; host: to begin with; tournament: of the evening"
    )
    parser.add_argument("--stored", metavar="N", type=int, default=10_000, help="host: tables at a start, 0 for none")
    parser.add_argument("--most", metavar="N", type=int, default=64_000, help="host: double the tables up to this many")
    parser.add_argument(
        "--pace", metavar="MS", type=int, help="between two actions of a table; computers: a person's time for a turn"
    )
    parser.add_argument("--players", choices=sorted(PLAYERS), default="greedy", help="host: who plays")
    parser.add_argument("--rounds", metavar="N", type=int, help="tournament: of the evening, two at least")
    parser.add_argument("--platform", choices=CHATS, help="tournament: whose budget holds (telegram)")
    parser.add_argument("--pictures", action="store_true", help="host: draw the pictures too")
    parser.add_argument("--database", metavar="ADDRESS", help="host: an empty one of a PostgreSQL server, not a file")
    parser.add_argument("--hosts", metavar="N", type=int, default=1, help="host: so many share the --database")
    parser.add_argument(
        "--people",
        metavar="N",
        type=int,
        default=0,
        help="host: so many actions of people, in place of players",
    )
    parser.add_argument(
        "--parts", metavar="N", type=int, default=0, help="host: the chats come in so many parts (one for each host)"
    )
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    if options.seconds is not None and not 0 <= options.seconds <= _LONGEST:
        raise Unusable(f"--seconds is from 0 to {_LONGEST:.0f}")
    if options.stored < 0 or any(size is not None and size < 1 for size in (options.tables, options.pace)):
        raise Unusable("--tables and --pace are at least 1, --stored is at least 0")
    if options.hosts < 1 or (options.hosts > 1 and options.database is None):
        raise Unusable("--hosts is at least 1; several share the --database of a server")
    if options.parts < 0 or options.people < 0:
        raise Unusable("--parts and --people are at least 1, or 0 for none")
    if options.people and options.hosts > 1:
        raise Unusable("--people play on one host")
    if options.rounds is not None and options.rounds < _FEWEST_ROUNDS:
        raise Unusable(f"--rounds is at least {_FEWEST_ROUNDS}: the time between two is measured")
    figures = _run_benchmark(options)
    if options.json:
        print_json(figures)
        return OK
    for number, row in enumerate(figures.pop("levels", None) or figures.pop("looks", [])):
        print(f"{number + 1}: " + ", ".join([f"{name} {figure:,}" for name, figure in row.items()]))
    width = max(map(len, figures))
    for name, figure in figures.items():
        print(f"{name:<{width}}  {_figure_text(figure)}")
    return OK


def _figure_text(figure: Any) -> str:
    if figure is None:
        return "not installed"
    return figure if isinstance(figure, str) else format(figure, ",")


def _server(address: str | None) -> ServerDatabase | None:
    """Raises `Unusable` where it names no server."""
    if address is None:
        return None
    try:
        database = parse_database(address)
    except ValueError as error:
        raise Unusable(f"--database {error}") from None
    if not isinstance(database, ServerDatabase):
        raise Unusable("--database is an address such as postgresql://user@host/name; without it a file is measured")
    return database


def _run_benchmark(options: argparse.Namespace) -> dict[str, Any]:
    """Raises `Unusable` where it cannot run here, or its load never got going."""
    try:
        module = import_module(f".{options.what}", "bench")
    except ImportError as missing:
        if missing.name == "bench":
            raise Unusable("the benchmarks need a checkout of the project: this installation has none") from None
        raise Unusable(f"the benchmark {options.what} needs {missing.name}, which is not installed") from None
    figures: dict[str, Any]
    load = {name: value for name in LOAD if (value := getattr(options, name)) is not None}
    if options.what == "engine":
        figures = module.measure(load.get("seconds", _SECONDS))
    elif options.what == "host":
        more = {"stored": options.stored, "most": options.most, "player": options.players, "pictures": options.pictures}
        more |= {"hosts": options.hosts, "parts": options.parts}
        server = _server(options.database)
        try:
            if options.people:
                figures = import_module("bench.plays").measured(server, options.people)
            else:
                figures = module.main(module.Load(**load, **more, server=server))
        except StoreError as error:
            raise Unusable(str(error)) from None
    elif options.what == "computers":
        figures = module.measure(**load)
    elif options.what == "memory":
        figures = module.measure(max(1, round(load.get("seconds", _LONGEST) / module.EVERY)))
    elif options.what in CHATS:
        figures = module.main(module.Load(**load))
    elif options.what == "tournament":
        figures = module.main(**{name: value for name in EVENING if (value := getattr(options, name)) is not None})
    else:
        figures = module.measure()
    return figures
