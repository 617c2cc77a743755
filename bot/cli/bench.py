"""`burraco bench`: the benchmarks. Each is a module of `bot.bench` with a function that gives its figures by name."""

import argparse
from importlib import import_module
from typing import Any, Final

from bot.cli.options import add_command, add_json
from bot.cli.output import OK, Commands, Unusable, print_json

KINDS: Final = ("engine", "render")
_SECONDS: Final = 20.0
_LONGEST: Final = 3600.0
_MORE = """Figures are medians of rounds in which all candidates take turns, in CPU time; `wall` is time on the clock.
The packages measured beside the engine are optional: requirements/bench.lock."""


def register(commands: Commands) -> None:
    parser = add_command(commands, "bench", run, "the benchmarks", _MORE)
    parser.add_argument("what", choices=KINDS, help="what is measured")
    parser.add_argument(
        "--seconds", metavar="S", type=float, default=_SECONDS, help="CPU time for the engine's figures"
    )
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    if not 0 <= options.seconds <= _LONGEST:
        raise Unusable(f"--seconds is from 0 to {_LONGEST:.0f}")
    figures = _measured(options.what, options.seconds)
    if options.json:
        print_json(figures)
        return OK
    width = max(map(len, figures))
    for name, figure in figures.items():
        print(f"{name:<{width}}  {'not installed' if figure is None else format(figure, ',')}")
    return OK


def _measured(what: str, seconds: float) -> dict[str, Any]:
    """Only the module that was asked for is loaded."""
    measure = import_module(f"bot.bench.{what}").measure
    figures: dict[str, Any] = measure(seconds) if what == "engine" else measure()
    return figures
