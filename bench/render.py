"""The pictures' speed and size: hands of 11, 20 and 30 cards and a full table, beside the plain way to draw them.

Of each number of cards many hands are drawn, from as many shuffles: their median and largest size are told, and how
many times smaller the median is; time is taken of one after the other.

The plain way (`plain_picture`) puts the same things on the same places; `zlib_` is our own canvas, compressed by
Python's zlib. All take turns in the same rounds, each with its sprites drawn before, and without the memory for whole
pictures. Figures are medians: `_ms` of CPU time, `_wall_ms` on the clock, kB of 1,000 bytes. The start is a fresh
process that draws its first hand.
"""

import statistics
import subprocess
import sys
import time
import zlib
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from bench.plain_picture import compose_plainly, save_plainly
from engine.code import code_for
from engine.deal import Deal, start
from engine.hand import pack
from engine.play import Step, advance
from engine.players import PLAYERS
from engine.rules import load_rules
from engine.shuffle import SEED_BYTES, deck_of
from engine.sorting import by_suit
from engine.view import TABLE, view
from renderers.layout.sheet import Sheet
from renderers.paint import USUAL, compose, sheet_of
from renderers.palette import palette
from renderers.scenes import HandScene, Scene, TableScene
from renderers.theme import theme_of

ROUNDS: Final = 41
STARTS: Final = 5
HANDS: Final = (11, 20, 30)
TYPICAL: Final = "fibur"
SEED: Final = 5
SEEDS: Final = 120  # hands of each number of cards, for their sizes
_FIRST_SEED: Final = 1
_NAMES: Final = {"N": "Anna", "E": "Bruno", "S": "Carla", "W": "Dario"}
_FIRST: Final = "from bench.render import first_picture; first_picture()"

Figures = dict[str, float | int | None]


def measure(rounds: int = ROUNDS, hands: int = SEEDS) -> Figures:
    """All figures, each with its unit in its name. `hands`: how many of each number of cards are drawn."""
    pictures: dict[str, list[Scene]] = {"table": [table_scene()]}
    pictures |= {f"hand_{cards}": [hand_scene(cards, seed) for seed in seeds(hands)] for cards in HANDS}
    timings: dict[str, list[Timing]] = {kind + name: [] for kind in _WAYS for name in pictures}
    sizes: dict[str, list[int]] = {kind + name: [] for kind in _WAYS for name in pictures}
    for name, drawn in pictures.items():  # this draws the sprites, too
        for kind, begin in _WAYS.items():
            sizes[kind + name] = [_time_encoding(begin, scene)[1] for scene in drawn]
    for number in range(rounds):
        for name, drawn in pictures.items():
            for kind, begin in _WAYS.items():
                timings[kind + name].append(_time_encoding(begin, drawn[number % len(drawn)])[0])
    return _figures(list(pictures), timings, sizes) | _starts()


# --- what is drawn ----------------------------------------------------------------------------------------------------


def seeds(hands: int = SEEDS) -> range:
    return range(_FIRST_SEED, _FIRST_SEED + hands)


def table_scene() -> TableScene:
    return TableScene(view(full_table(), TABLE), "", _NAMES, "N", (905, 1210), "3/4", "0:42", "Bar")


def hand_scene(cards: int, seed: int = SEED) -> HandScene:
    """A hand of so many cards as they come from a shuffled deck, the last one just drawn."""
    deck = deck_of(bytes([seed]) * SEED_BYTES)
    deal = start(code_for(load_rules(TYPICAL), 4), deck, 3).copy()
    deal.hands[0] = pack(deck[:cards])
    seen = view(deal, "N")
    return HandScene(seen, "N", by_suit(deck[:cards]), drawn=deck[cards - 1 : cards], names=_NAMES, label="Bar")


def full_table() -> Deal:
    """The moment of a deal of computer players in which most cards lie open."""
    deal = start(code_for(load_rules(TYPICAL), 4), deck_of(bytes([SEED]) * SEED_BYTES), 0)
    player = PLAYERS["greedy"](SEED)
    fullest = deal
    while not deal.is_over:
        fullest = max(fullest, deal, key=_open_cards)
        step = advance(deal, player.choose(view(deal, deal.seat)))
        assert isinstance(step, Step)
        deal = step.deal
    return fullest


def _open_cards(deal: Deal) -> int:
    return len(deal.pile) + sum(len(meld.cards) for side in deal.melds for meld in side)


# --- three ways to draw it --------------------------------------------------------------------------------------------


def _ours(sheet: Sheet) -> Callable[[], bytes]:
    canvas = compose(sheet, USUAL)
    return lambda: canvas.png(palette(theme_of(USUAL.theme)))


def _by_zlib(sheet: Sheet) -> Callable[[], bytes]:
    canvas = compose(sheet, USUAL)
    return lambda: zlib.compress(canvas.rows())


def _plain(sheet: Sheet) -> Callable[[], bytes]:
    picture = compose_plainly(sheet, theme_of(USUAL.theme), USUAL.deck)
    return lambda: save_plainly(picture)


_WAYS: Final[Mapping[str, Callable[[Sheet], Callable[[], bytes]]]] = MappingProxyType(
    {"": _ours, "zlib_": _by_zlib, "plain_": _plain}
)


# --- measuring --------------------------------------------------------------------------------------------------------

Timing = tuple[float, float, float]  # milliseconds of CPU to compose and to encode, and of both on the clock


def _time_encoding(begin: Callable[[Sheet], Callable[[], bytes]], scene: Scene) -> tuple[Timing, int]:
    wall, begun = time.perf_counter(), time.process_time()
    encode = begin(sheet_of(scene, USUAL))
    composed = time.process_time()
    png = encode()
    ended, wall_ended = time.process_time(), time.perf_counter()
    return (1e3 * (composed - begun), 1e3 * (ended - composed), 1e3 * (wall_ended - wall)), len(png)


def _figures(names: list[str], timings: Mapping[str, list[Timing]], sizes: Mapping[str, list[int]]) -> Figures:
    figures: Figures = {}
    together: dict[str, float] = {}
    for name, rounds in timings.items():
        compose_ms, encode_ms, wall_ms = [statistics.median(column) for column in zip(*rounds, strict=True)]
        together[name] = statistics.median([one[0] + one[1] for one in rounds])
        figures[f"{name}_compose_ms"] = round(compose_ms, 2)
        figures[f"{name}_encode_ms"] = round(encode_ms, 2)
        figures[f"{name}_ms"] = round(together[name], 2)
        figures[f"{name}_wall_ms"] = round(wall_ms, 2)
        figures[f"{name}_kb"] = round(statistics.median(sizes[name]) / 1e3, 1)
        figures[f"{name}_largest_kb"] = round(max(sizes[name]) / 1e3, 1)
    for name in names:
        figures[f"{name}_times_faster"] = round(together[f"plain_{name}"] / together[name], 1)
        smaller = statistics.median(sizes[f"plain_{name}"]) / statistics.median(sizes[name])
        figures[f"{name}_times_smaller"] = round(smaller, 1)
    return figures


def first_picture() -> None:
    """Draws a hand of 11 and tells how much CPU time this process has used so far, in milliseconds."""
    _ours(sheet_of(hand_scene(HANDS[0]), USUAL))()
    print(1e3 * time.process_time())


def _starts() -> Figures:
    cpu, wall = [], []
    for _ in range(STARTS):
        begun = time.perf_counter()
        answer = subprocess.run([sys.executable, "-c", _FIRST], capture_output=True, text=True, check=True)  # noqa: S603  a program of our own
        wall.append(1e3 * (time.perf_counter() - begun))
        cpu.append(float(answer.stdout))
    return {"start_ms": round(statistics.median(cpu)), "start_wall_ms": round(statistics.median(wall))}
