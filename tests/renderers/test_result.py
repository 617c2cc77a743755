"""The result of a deal or a match: readable where a chat shows it 360 pixels wide, whole, small, at every width."""

from dataclasses import replace
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from engine.deal import Deal
from engine.score import score
from renderers.fonts import width_of
from renderers.layout import result
from renderers.layout.sheet import Box, Label, Sheet, Tone
from renderers.paint import draw, paint
from renderers.scenes import THEMES, Look, ResultScene
from renderers.undrawable import Undrawable
from tests.renderers.moments import deals, meld, stopped
from tests.renderers.sheets import result_scene
from tests.renderers.test_layout import check_laws, widths
from tests.renderers.test_sheets import check_texts, texts

CHAT = 360  # pixels of a picture in a chat on a telephone
READABLE = 11  # pixels of the smallest letters there
MOST_BYTES = 25_000
DEAL, TRIO, DUEL = stopped("febur 4", 5, 9999), stopped("three-player 3", 1, 9999), stopped("fibur 2", 3, 9999)
RESULT = result_scene(DEAL)
LONG = ("W" * 24, "Maximilian von und zu Hohe", "サクラ" * 8, "محمد عبد الرحمن الهاشمي", "👩‍👩‍👧‍👦" * 12)


def labels(sheet: Sheet) -> list[Label]:
    return [item for item in sheet.items if isinstance(item, Label)]


@given(deals, st.booleans(), widths)
def test_every_letter_is_readable_at_the_width_of_a_chat(deal: Deal, is_match: bool, width: int) -> None:
    sheet = result.lay_out(result_scene(deal, is_match), width)
    check_laws(sheet, 1.0)
    check_texts(sheet)
    assert min(label.size for label in labels(sheet)) * CHAT / sheet.width >= READABLE - 0.25  # they are whole pixels


@pytest.mark.parametrize("width", [0, 720, 1440])
def test_the_usual_sizes_keep_to_it_to_the_pixel(width: int) -> None:
    for name in LONG:
        for scene in (RESULT, result_scene(TRIO), result_scene(DUEL, is_match=False)):
            long = replace(scene, sides=tuple(tuple(name for _ in side) for side in scene.sides))
            sheet = result.lay_out(long, width)
            check_texts(sheet)
            assert min(label.size for label in labels(sheet)) * CHAT / sheet.width >= READABLE


@pytest.mark.parametrize("theme", THEMES)
def test_it_is_no_taller_than_wide_with_names_as_people_have_them_and_small(theme: str) -> None:
    names = {"N": "Giuseppina", "E": "Massimiliano", "S": "Anna Maria", "W": "Bartolomeo"}
    for deal in (DEAL, TRIO, DUEL):
        for is_match in (True, False):
            scene = result_scene(deal, is_match)
            scene = replace(
                scene,
                sides=tuple(tuple(names[seat] for seat in side) for side in deal.code.sides),
                headline="Giuseppina + Anna Maria vincono la partita",
            )
            picture = draw(scene, Look(theme))
            assert picture.height <= 1.2 * picture.width
            assert len(picture.png) <= MOST_BYTES


def test_wider_is_the_same_picture_larger() -> None:
    small, large = result.lay_out(RESULT, 720), result.lay_out(RESULT, 1440)
    assert " ".join(texts(small)) == " ".join(texts(large))  # a word may stand on another line
    assert abs(large.height - 2 * small.height) <= 0.06 * large.height


# --- what it says -----------------------------------------------------------------------------------------------------


def test_a_deal_shows_its_own_points_large_and_the_match_below() -> None:
    scene = result_scene(DEAL, is_match=False)
    sheet = result.lay_out(scene)
    deal, total = [str(side.total) for side in scene.score], [str(points) for points in scene.totals]
    sizes = {label.text: label.size for label in labels(sheet)}
    assert max(sizes[points] for points in total) < min(sizes[points] for points in deal)
    assert {"Deal 2", "Match Points", *deal, *total} <= set(texts(sheet))


def test_a_match_shows_its_points_large_what_they_are_worth_and_the_last_deal_below() -> None:
    sheet = result.lay_out(RESULT)
    sizes = {label.text: label.size for label in labels(sheet)}
    assert {"16 VP", "4 VP", "Deal 2"} <= set(sizes)
    assert min(sizes[str(points)] for points in RESULT.totals) > max(sizes[str(one.total)] for one in RESULT.score)
    assert "Match Points" not in sizes
    trio = texts(result.lay_out(result_scene(TRIO)))
    assert {"6 points", "3 points", "1 point"} <= set(trio)


def test_who_has_won_is_framed_and_bright_though_the_other_one_has_more_points() -> None:
    scene = replace(RESULT, totals=(-295, -310), winners=(1,), score=())
    sheet = result.lay_out(scene)
    bright = {label.text for label in labels(sheet) if label.tone is Tone.BRIGHT}
    framed = [item for item in sheet.items if isinstance(item, Box) and item.outline is Tone.ACCENT]
    assert bright == {"−310"}
    assert [box.rect.x > sheet.width // 2 for box in framed] == [True]
    nobody = result.lay_out(replace(scene, winners=()))
    assert not [item for item in nobody.items if isinstance(item, Box) and item.outline is Tone.ACCENT]


def test_the_match_has_a_bright_band_and_a_deal_a_dark_one() -> None:
    for example, ground in ((RESULT, Tone.ACCENT), (result_scene(DEAL, is_match=False), Tone.PANEL)):
        scene = replace(example, headline="Anna wins")
        (headline,) = [label for label in labels(result.lay_out(scene)) if label.text == scene.headline]
        assert headline.ground is ground


def test_the_burrachi_are_badges_by_kind_and_the_dearest_comes_first() -> None:
    laid = DEAL.copy()
    clean, dirty = meld("3h4h5h6h7h8h9h"), meld("3h4hJk6h7h8h9h")
    laid.melds = ((dirty, clean, dirty), ())
    sheet = result.lay_out(result_scene(laid))
    badges = [label.text for label in labels(sheet) if label.ground is Tone.ACCENT][2:]  # after the headline's band
    assert badges[-2:] == ["pulito", "sporco ×2"]


def test_what_nobody_scored_has_no_line_and_what_counts_nothing_has_none_at_all() -> None:
    scores = tuple(replace(side, pozzetto=0, closing=0) for side in score(DEAL))
    words = texts(result.lay_out(replace(RESULT, score=scores)))
    assert "On the table" in words
    assert not {"Closing", "Pozzetto"} & set(words)
    assert not {"On the table", "Deal 2", "Burrachi"} & set(texts(result.lay_out(replace(RESULT, score=()))))


@pytest.mark.parametrize("name", LONG)
def test_long_names_are_shortened_and_leave_the_figures_whole(name: str) -> None:
    for scene in (RESULT, result_scene(TRIO)):
        long = replace(scene, sides=tuple(tuple(name for _ in side) for side in scene.sides), headline=f"{name} win")
        sheet = result.lay_out(long)
        check_laws(sheet, 1.0)
        figures = {str(points).replace("-", "−") for points in (*scene.totals, *[side.total for side in scene.score])}
        for label in labels(sheet):
            if label.text in figures:
                assert width_of(label.text, label.size, bold=True) <= label.rect.w
        assert draw(long).height < 2 * draw(long).width


@pytest.mark.parametrize("is_match", [True, False])
def test_a_figure_leaves_the_letters_whole_that_reach_below_the_line_of_a_name(is_match: bool) -> None:
    for deal in (DEAL, TRIO, DUEL):
        scene = result_scene(deal, is_match)
        scene = replace(scene, sides=tuple(tuple("Peggy (jq)" for _ in side) for side in scene.sides))
        sheet = result.lay_out(scene)
        largest = max(label.size for label in labels(sheet))
        figures = [one for one in labels(sheet) if one.size == largest]
        assert len(figures) == len(scene.sides)
        alone = replace(sheet, items=tuple([item for item in sheet.items if item not in figures]))
        whole, without = [Image.open(BytesIO(paint(one, Look()).png)).convert("RGB") for one in (sheet, alone)]
        for name in [one for one in labels(sheet) if "Peggy" in one.text and one.size < largest and one.bold]:
            place = (name.rect.x, name.rect.y, name.rect.right, name.rect.bottom)
            assert whole.crop(place).tobytes() == without.crop(place).tobytes()


@pytest.mark.parametrize(
    ("scene", "reason"),
    [
        (replace(RESULT, sides=(("Anna",),)), "1 sides"),
        (replace(RESULT, totals=(1, 2, 3)), "3 totals for 2 sides"),
        (replace(RESULT, score=RESULT.score[:1]), "1 scores"),
        (replace(RESULT, vp=("20",)), "1 victory points"),
        (replace(RESULT, ranking=("6",)), "1 ranking points"),
        (replace(RESULT, winners=(2,)), "sides"),
        (replace(RESULT, notes=("x",) * 5), "5 notes"),
    ],
)
def test_a_result_that_contradicts_itself_is_refused_in_a_sentence(scene: ResultScene, reason: str) -> None:
    with pytest.raises(Undrawable, match=reason):
        draw(scene)
