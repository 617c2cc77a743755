"""None of the product's own words is ever shortened: in no language, theme, width or shape of a picture."""

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeAlias

import pytest

from bot.boards.text import COLUMNS
from bot.messages.boards_page import heads
from bot.words.languages import LANGUAGES, Language, say
from bot.words.scene_words import scene_words
from engine.deal import Deal
from engine.view import view
from renderers.fonts import ELLIPSIS
from renderers.layout.sheet import Label
from renderers.lines import asked_of, lines_of
from renderers.paint import sheet_of
from renderers.scenes import (
    THEMES,
    BoardScene,
    HandScene,
    Look,
    MoviolaScene,
    PlayerScene,
    ResultScene,
    RoundScene,
    RoundTable,
    ScoreScene,
    StandingsScene,
    TableScene,
)
from renderers.theme import THEMES as DRAWN
from tests.renderers.moments import hand_scene, meld, stopped, table_scene, with_hand, with_melds
from tests.renderers.sheets import moviola_scene, result_scene, score_scene

Worded: TypeAlias = (
    HandScene
    | TableScene
    | ScoreScene
    | ResultScene
    | BoardScene
    | RoundScene
    | StandingsScene
    | PlayerScene
    | MoviolaScene
)

WIDTHS = (0, 320, 360, 400, 480, 600, 720, 1000, 1280, 2400)
SHORT = {"N": "Nora", "E": "Ed", "S": "Su", "W": "Wo"}
FIGURES = ("matches", "wins", "vp", "average", "best", "mp", "clean", "closings", "direct", "rating", "practice")
SET = meld("QhQdQsQcJk")
KINDS = tuple(meld(cards) for cards in ("3h4hJk6h7h8h9h", "3h4h5h6h7h8h9hJk", "3h4h5h6h7h8h9h", "7h7h7d7d7c7c7s7s"))
BEGUN, OVER = stopped("febur 4", 5, 0), stopped("febur 4", 5, 9999)
TRIO = stopped("three-player 3", 1, 9999)


def tables() -> Iterator[Deal]:
    """Every state that the words of a table tell of."""
    usual = with_melds(0, 0, "3h4h5h", 12)
    usual.melds = (KINDS, (SET,))
    for stock in range(2, 12):
        deal = usual.copy()
        deal.stock = deal.stock[:stock]
        yield deal
    for taken, pozzetti in ((0, ()), (1, usual.pozzetti[:1]), (3, ())):
        deal = usual.copy()
        deal.taken, deal.pozzetti, deal.pile = taken, pozzetti, ()
        yield deal
    yield from (BEGUN, OVER, TRIO)


def hands() -> Iterator[HandScene]:
    """Every state that the heading of a hand tells of."""
    for cards in (0, 1, 11, 60):
        deal = with_hand(7, cards)
        for unseen, taken, pozzetti in ((15, 15, ()), (0, 15, ()), (0, 0, ()), (0, 0, deal.pozzetti)):
            for turn, lasting in ((0, False), (1, False), (1, True)):
                other = deal.copy()
                other.unseen, other.taken, other.pozzetti, other.turn = unseen, taken, pozzetti, turn
                yield replace(hand_scene(view(other, "N"), "N", "suit", 3), lasting=lasting, names=SHORT)
    yield replace(hand_scene(view(OVER, "N"), "N", "suit", 3), names=SHORT)


def named(deal: Deal, count: int) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(SHORT[seat] for seat in side) for side in deal.code.sides)[:count]


def results() -> Iterator[ResultScene]:
    """A deal and a match, with every kind of burraco on each side, of two and of three."""
    for deal in (OVER, TRIO):
        full = deal.copy()
        full.melds = (KINDS,) * len(deal.code.sides)
        for is_match in (True, False):
            scene = replace(
                result_scene(full, is_match), sides=named(deal, 3), headline="Nora wins", notes=(), ended=""
            )
            yield replace(scene, deal=12, winners=()) if is_match else scene
            yield replace(scene, score=(), vp=(), ranking=())


def scenes(language: Language) -> Iterator[Worded]:
    """Every kind of picture, with short names, so that only our own words could be too long."""
    for deal in tables():
        totals = (12345, -12345, 12345)[: len(deal.code.sides)]
        yield replace(table_scene(deal), names=SHORT, totals=totals)
        yield replace(table_scene(deal, deal.code.seats[1]), names=SHORT, deal="12/12", clock="12:42")
    yield from hands()
    for deals in ([OVER, OVER], [TRIO]):
        sheet = score_scene(deals)
        yield replace(sheet, sides=named(deals[0], 3), names=SHORT, result="", uncounted=(0,), ended="")
        yield replace(moviola_scene(deals[0]), names=SHORT, lines=())
    yield from results()
    yield BoardScene(
        "Bar", heads(language, COLUMNS), tuple((f"{at}", "Nora", *["12"] * 20)[: len(COLUMNS)] for at in range(1, 4))
    )
    yield BoardScene("Bar", ("#", "Nome"), ())
    yield from tournaments(language)
    yield PlayerScene("Nora", tuple((head, "123") for head in heads(language, FIGURES)), (1, 0, -1))


def tournaments(language: Language) -> Iterator[RoundScene | StandingsScene]:
    """A round in every state, and standings with all that can be taken off, as a club's evening says it."""

    def says(key: str, **facts: str) -> str:
        return say(language, f"tournament.{key}", **facts)

    states = [
        ("", ""),
        (says("entered"), "entered"),
        (says("table-called"), "called"),
        (says("table-ruled"), "decided"),
        ("1865 – 1540", "decided"),
    ]
    tables = tuple([RoundTable("12", ("Nora – Ivo", "Gina – Ugo"), *state) for state in states])
    yield RoundScene("Bar", tables, clock=says("not-begun"), notes=(says("rests", names="Nora – Ivo"),))
    columns = tuple([says(f"head.{head}") for head in ("place", "entry", "vp", "mp", "charges")])
    taken = " ".join([says(f"charge.{one}", count=count) for one, count in (("vp", "2"), ("warn", "3"))])
    rows = (("12", "Nora – Ivo", "68", "+1865", taken), ("–", "Gina – Ugo", "8", "−365", ""))
    yield StandingsScene("Bar", columns, rows, (("1", ("Nora", "Ivo")),), note=says("more-entries", count="12"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", WIDTHS)
def test_no_word_of_ours_is_shortened(language: Language, width: int) -> None:
    words = scene_words(language)
    cut: set[tuple[str, str, str]] = set()
    for scene in [replace(scene, words=words) for scene in scenes(language)]:
        for theme in THEMES:
            bold = DRAWN[theme].bold
            labels = [item for item in sheet_of(scene, Look(theme, width=width)).items if isinstance(item, Label)]
            lines = lines_of(labels, bold)
            pairs = {(label.text, lines[asked_of(label, bold)]) for label in labels}
            cut |= {(theme, text, line) for text, line in pairs if ELLIPSIS in line and ELLIPSIS not in text}
    assert not cut
