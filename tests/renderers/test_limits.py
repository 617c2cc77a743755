"""What Telegram takes as a photograph: width and height together 10,000 pixels, neither twenty times the other.

It is the narrower of the two platforms; whatever can be laid out at all keeps to it, at every width.
"""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.deal import Deal
from engine.view import TABLE, view
from renderers.layout import board, faces, hand, moviola, player, result, standings, table, tournament_round
from renderers.layout import score as score_sheet
from renderers.layout.column import NARROWEST, WIDEST
from renderers.layout.sheet import Sheet
from renderers.scenes import SHAPES, BoardScene, PlayerScene
from renderers.theme import THEMES
from tests.renderers.moments import deals, hand_scene, stopped, table_scene, with_hand, with_melds
from tests.renderers.sheets import (
    PLAYER,
    board_scene,
    moviola_scene,
    result_scene,
    round_scene,
    score_scene,
    standings_scene,
)

LONGEST = 10_000  # pixels, both sides together
STEEPEST = 20  # the longer side against the shorter one
SCALES = (min(theme.index for theme in THEMES.values()), max(theme.index for theme in THEMES.values()))
WIDTHS = (NARROWEST, 360, 480, 719, 720, 721, 1000, 1280, 1600, 2000, WIDEST)
BEGUN, OVER = stopped("febur 4", 5, 0), stopped("febur 4", 5, 9999)
NOBODY = PlayerScene("N", ())


def check(sheet: Sheet) -> None:
    assert sheet.width + sheet.height <= LONGEST
    assert max(sheet.width, sheet.height) <= STEEPEST * min(sheet.width, sheet.height)


def extremes(width: int) -> Iterator[Sheet]:
    """The least and the most that each kind of picture can hold, and more than two packs can."""
    for scale in SCALES:
        for cards in (0, 1, 60):
            yield hand.lay_out(hand_scene(view(with_hand(1, cards), "N"), "N", "suit", 1), scale, width)
        for first, second, laid, pile in (
            *((0, 0, "3h4h5h", 0), (20, 0, "3h4h5h6h7h", 8), (10, 10, "3h4h5h", 48)),
            *((10, 10, "Ah2h3h4h5h6h7h8h9hThJhQhKh", 97), (1, 0, "3h4h5h", 97)),
        ):
            yield table.lay_out(table_scene(with_melds(first, second, laid, pile)), scale, width)
        for count in (1, 60):
            yield score_sheet.lay_out(score_scene([OVER] * count), scale, width)
        yield score_sheet.lay_out(replace(score_scene([OVER]), deals=(), vp=(), result="", ended=""), scale, width)
        yield moviola.lay_out(moviola_scene(BEGUN), scale, width)
        yield moviola.lay_out(moviola_scene(OVER), scale, width)
    for deal in (OVER, stopped("three-player 3", 1, 9999)):
        scene = result_scene(deal)
        yield result.lay_out(replace(scene, headline="", score=(), notes=()), width)
        yield result.lay_out(
            replace(scene, headline="word " * 120, ended="word " * 120, notes=("word " * 120,) * 4), width
        )
    yield board.lay_out(BoardScene("B", ("#", "N"), ()), width)
    yield board.lay_out(board_scene(1, 2), width)
    yield board.lay_out(board_scene(50, 12), width)
    for tables in (0, 1, 20, 21, 60):
        yield tournament_round.lay_out(round_scene(tables), width)
    for rows in (0, 1, 40, 41, 120):
        yield standings.lay_out(standings_scene(rows), width)
    yield player.lay_out(NOBODY, width)
    yield player.lay_out(replace(PLAYER, figures=PLAYER.figures[:8] * 3, form=(1, -1) * 10, note="word " * 120), width)


@pytest.mark.parametrize("width", WIDTHS)
def test_the_least_and_the_most_of_every_kind_can_be_sent(width: int) -> None:
    for sheet in extremes(width):
        check(sheet)


def test_all_faces_can_be_sent() -> None:
    check(faces.lay_out())


@given(deals, st.sampled_from(WIDTHS), st.sampled_from(SCALES))
def test_any_table_can_be_sent(deal: Deal, width: int, scale: float) -> None:
    check(table.lay_out(replace(table_scene(deal), view=view(deal, TABLE)), scale, width))


@pytest.mark.parametrize("pile", [1, 8])
def test_a_telephone_shows_the_most_that_two_packs_can_lay_at_once(pile: int) -> None:
    """Twenty melds of five cards: no more than two and a half times as tall as wide, so that a chat shows it large."""
    for laid in (("3h4h5h6h7h", 10), ("Ah2h3h4h5h6h7h8h9hThJhQhKh", 4)):
        sheet = table.lay_out(table_scene(with_melds(laid[1], laid[1], laid[0], pile)), 1.0, SHAPES["upright"])
        assert sheet.height <= 2.5 * sheet.width
