"""`burraco bench`: the benchmarks. Each is a module of `bot.bench` with a function that gives its figures by name."""

import argparse

from bot.bench import engine
from bot.cli.options import add_command, add_json
from bot.cli.output import OK, Commands, Unusable, print_json

_MORE = """Figures are medians of rounds in which all candidates take turns, in CPU time. The packages measured beside
the engine are optional: requirements/bench.lock."""
_LONGEST = 3600.0


def register(commands: Commands) -> None:
    parser = add_command(commands, "bench", run, "the benchmarks", _MORE)
    parser.add_argument("what", choices=("engine",), help="what is measured")
    parser.add_argument("--seconds", metavar="S", type=float, default=engine.SECONDS, help="CPU time for all figures")
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    if not 0 <= options.seconds <= _LONGEST:
        raise Unusable(f"--seconds is from 0 to {_LONGEST:.0f}")
    figures = engine.measure(options.seconds)
    if options.json:
        print_json(figures)
        return OK
    width = max(map(len, figures))
    for name, figure in figures.items():
        print(f"{name:<{width}}  {'not installed' if figure is None else format(figure, ',')}")
    return OK
