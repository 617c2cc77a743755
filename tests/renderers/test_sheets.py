"""Score sheets, boards, players, moviolas: every card once, no text on another, nothing outside; or refused."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import JOKER
from engine.deal import Deal
from engine.hand import unpack
from engine.melds import Meld
from engine.score import HandScore, score
from engine.view import TABLE, view
from renderers.canvas import MOST_PIXELS
from renderers.fonts import shown, width_of
from renderers.layout import board, moviola, player
from renderers.layout import score as score_sheet
from renderers.layout.column import text_width
from renderers.layout.paragraph import wrapped
from renderers.layout.sheet import Face, Label, Sheet, Tone
from renderers.paint import draw
from renderers.scenes import BoardScene, Look, PlayerScene, Scene
from renderers.undrawable import Undrawable
from tests.renderers.moments import deals, stopped
from tests.renderers.sheets import PLAYER, board_scene, moviola_scene, score_scene
from tests.renderers.test_layout import cards_on, check_laws, indices, widths

DEAL = stopped("febur 4", 5, 9999)
SCORE = score_scene([DEAL])
MOVIOLA = moviola_scene(stopped("febur 4", 5, 60))


def check_texts(sheet: Sheet) -> None:
    """No text lies on another, nor on a card."""
    labels = [item for item in sheet.items if isinstance(item, Label)]
    faces = [item for item in sheet.items if isinstance(item, Face)]
    for number, label in enumerate(labels):
        assert [one for one in labels[number + 1 :] if one.rect.meets(label.rect)] == []
        assert [face for face in faces if face.rect.meets(label.rect)] == []


def texts(sheet: Sheet) -> list[str]:
    return [item.text for item in sheet.items if isinstance(item, Label)]


# --- score sheets -----------------------------------------------------------------------------------------------------


@given(deals, st.integers(1, 5), st.booleans(), indices, widths)
def test_a_score_sheet_shows_every_card_that_counts_once(
    deal: Deal, count: int, over: bool, scale: float, width: int
) -> None:
    scene = score_scene([deal] * count, over=over)
    sheet = score_sheet.lay_out(scene, scale, width)
    check_laws(sheet, scale)
    check_texts(sheet)
    laid = [card for side in deal.melds for meld in side for card in meld.cards]
    assert cards_on(sheet) == Counter(laid) + Counter([card for hand in deal.hands for card in unpack(hand)])


def test_an_annulled_deal_stands_in_brackets_and_what_came_before_has_its_line() -> None:
    scene = score_scene([DEAL, DEAL])
    both = texts(score_sheet.lay_out(replace(scene, uncounted=(0,)), 1.0))
    first = scene.deals[0][0].total
    assert f"({first})" in both
    assert "In brackets: annulled, it does not count." in both
    assert {"Before", str(scene.totals[0] - first)} <= set(both)
    assert "Before" not in texts(score_sheet.lay_out(scene, 1.0))


def test_the_side_that_leads_is_the_bright_one() -> None:
    sheet = score_sheet.lay_out(replace(SCORE, totals=(1200, 340)), 1.0)
    bright = {item.text for item in sheet.items if isinstance(item, Label) and item.tone is Tone.BRIGHT}
    assert "1200" in bright
    assert "340" not in bright


# --- boards and players -----------------------------------------------------------------------------------------------

cells = st.text(max_size=30)
boards = st.integers(2, 12).flatmap(
    lambda columns: st.builds(
        BoardScene,
        title=cells,
        columns=st.tuples(*[cells] * columns),
        rows=st.lists(st.tuples(cells, cells.map(lambda name: f"{name}x"), *[cells] * (columns - 2)), max_size=50).map(
            tuple
        ),
        page=cells,
        note=cells,
    )
)


@given(boards, widths)
def test_a_board_of_any_texts_keeps_its_columns_apart(scene: BoardScene, width: int) -> None:
    sheet = board.lay_out(scene, width)
    check_laws(sheet, 1.0)
    check_texts(sheet)
    assert [name for _, name, *_ in scene.rows if name not in texts(sheet)] == []


def test_rows_of_many_lines_keep_apart_on_the_narrowest_picture() -> None:
    heads = ("0" * 13, "", "", "00\x80\x80" + "\ud7a4" * 4, *[""] * 6)
    names = ["x", "x", "x", "x", "00\x80\x80\x80\x80" + "\ud7a4" * 4 + "x", "00<<W\x80\x80\x80\x80\x80\u0700\ud7a4x"]
    rows = tuple(("", name, *[""] * 7, "0") for name in names)
    check_texts(board.lay_out(BoardScene("", heads, rows), 320))


def test_figures_are_not_shortened_where_the_board_has_a_usual_number_of_columns() -> None:
    for item in board.lay_out(board_scene(50, 10)).items:
        assert not isinstance(item, Label) or width_of(item.text, item.size, item.bold) <= item.rect.w


@pytest.mark.parametrize("width", [320, 360, 720, 1280])
def test_twelve_columns_keep_letters_that_can_be_read_and_every_figure(width: int) -> None:
    scene = board_scene(8, 12)
    sheet = board.lay_out(scene, width)
    labels = [item for item in sheet.items if isinstance(item, Label)]
    assert min(label.size for label in labels) >= (9 if width < 500 else 19)
    assert not Counter([cell for row in scene.rows for cell in row]) - Counter([label.text for label in labels])
    assert [label for label in labels if width_of(label.text, label.size, label.bold) > label.rect.w] == []


@pytest.mark.parametrize("width", [360, 720])
def test_the_captions_of_twelve_columns_are_whole(width: int) -> None:
    columns = ("#", "Name", *"Matches Won Drawn Lost VP Average Burrachi Clean Points Rating".split())
    rows = tuple((f"{row}", f"Player number {row}", *["1,234.5"] * 10) for row in range(1, 5))
    labels = [item for item in board.lay_out(BoardScene("T", columns, rows), width).items if isinstance(item, Label)]
    captions = [label for label in labels if label.text in columns]
    assert {label.text for label in captions} == set(columns)
    assert [label for label in captions if width_of(label.text, label.size, label.bold) > label.rect.w] == []


def test_nothing_within_its_limits_is_too_large_to_be_drawn() -> None:
    columns = ("#", "Name", *[f"Column {number}" for number in range(10)])
    rows = tuple((f"{row}", f"Player number {row}", *[f"{row * 13.5}"] * 10) for row in range(50))
    long = replace(SCORE, deals=SCORE.deals[:1] * 60)
    for width in (320, 720, 1280, 1600, 2400):
        for sheet in (board.lay_out(BoardScene("T", columns, rows), width), score_sheet.lay_out(long, 1.4, width)):
            assert sheet.width * sheet.height <= MOST_PIXELS


def test_a_sheet_that_is_over_does_not_speak_of_what_may_come_yet() -> None:
    bare = DEAL.copy()
    bare.melds = ((), DEAL.melds[1])
    words = texts(score_sheet.lay_out(score_scene([bare]), 1.0))
    assert "Nothing laid" in words
    assert "Nothing on the table yet" not in words


def test_one_very_long_cell_does_not_push_the_others_away() -> None:
    usual = board_scene(6, 5)
    rows = list(usual.rows)
    rows[3] = (*rows[3][:3], "a long remark that nobody should write into a cell", rows[3][4])
    sheet = board.lay_out(replace(usual, rows=tuple(rows)))
    cut = [item for item in sheet.items if isinstance(item, Label) and text_width(item.text, item.size) > item.rect.w]
    assert [item.text for item in cut] == [rows[3][3]]


def test_fifty_rows_of_twelve_columns_are_one_picture() -> None:
    assert draw(board_scene(50, 12)).height < 6000
    assert draw(board_scene(50, 8), Look(width=360)).width == 360


def test_the_readers_own_row_stands_out_wherever_it_is() -> None:
    def bold(scene: BoardScene) -> set[str]:
        items = board.lay_out(scene).items
        return {item.text for item in items if isinstance(item, Label) and item.bold and item.ground is Tone.RAISED}

    assert "Anna" in bold(board_scene(8, marked=2))
    assert bold(board_scene(8, marked=-1)) == set()
    assert "Zoe" in bold(replace(board_scene(8, 3, marked=-1), mine=("77", "Zoe", "1")))


@given(
    st.lists(st.tuples(cells, cells), max_size=24).map(tuple),
    st.lists(st.sampled_from([1, 0, -1]), max_size=20).map(tuple),
    widths,
)
def test_a_players_card_of_any_figures(figures: tuple[tuple[str, str], ...], form: tuple[int, ...], width: int) -> None:
    scene = PlayerScene("Nora", figures, form, "A note.")
    sheet = player.lay_out(scene, width)
    check_laws(sheet, 1.0)
    check_texts(sheet)
    assert Counter(texts(sheet)) >= Counter([text for figure in figures for text in figure])


# --- moviolas ---------------------------------------------------------------------------------------------------------


@given(deals, indices, widths)
def test_a_moviola_shows_all_108_cards_once(deal: Deal, scale: float, width: int) -> None:
    sheet = moviola.lay_out(moviola_scene(deal), scale, width)
    check_laws(sheet, scale)
    check_texts(sheet)
    assert cards_on(sheet).total() == 108
    assert max(cards_on(sheet).values()) <= 4


# --- text -------------------------------------------------------------------------------------------------------------


@given(st.text(alphabet=st.characters(min_codepoint=32, max_codepoint=0x17F), max_size=60), st.integers(12, 50))
def test_the_guessed_width_of_a_text_is_never_too_small(text: str, size: int) -> None:
    assert width_of(text, size, bold=True) <= text_width(text, size) + len(text)


def test_a_text_that_is_too_long_is_shortened_everywhere() -> None:
    long = "Ada " * 2000
    scenes: list[Scene] = [
        replace(board_scene(2), title=long, note=long, rows=(("1", long, *[long] * 6),), columns=(long,) * 8),
        replace(PLAYER, name=long, note=long, figures=((long, long),)),
        replace(MOVIOLA, title=long, lines=(long,) * 2, names=dict.fromkeys("NESW", long)),
        replace(SCORE, title=long, result=long, ended=long, sides=((long,), (long, long))),
    ]
    for scene in scenes:
        assert draw(scene).height < 6000
        assert draw(scene, Look("big-index", width=360)).width == 360


def test_a_paragraph_keeps_all_its_words() -> None:
    text = "one two three four five six seven"
    lines = wrapped(text, 100, 20)
    assert " ".join(lines) == text
    assert len(lines) > 2


# --- what cannot be drawn ---------------------------------------------------------------------------------------------

HUNDREDS = HandScore("N", (JOKER,) * 300, -9000)


def with_hands(*hands: HandScore) -> Scene:
    first, *others = score(DEAL)
    return replace(SCORE, deals=((replace(first, hands=hands), *others),))


def with_melds(melds: tuple[Meld, ...]) -> Scene:
    first, *others = score(DEAL)
    return replace(SCORE, deals=((replace(first, melds=melds), *others),))


@pytest.mark.parametrize(
    ("scene", "reason"),
    [
        (board_scene(51), "51 rows"),
        (board_scene(3, 1), "1 columns"),
        (board_scene(3, 13), "13 columns"),
        (replace(board_scene(1, 3), rows=(("1", " ", "2"),)), "row 1 has no name"),
        (replace(board_scene(1, 3), rows=(("1", "Anna"),)), "row 1 has 2 cells"),
        (replace(board_scene(1, 3), mine=("9", "Anna")), "row 2 has 2 cells"),
        (replace(board_scene(2), marked=2), "row 2 is marked"),
        (replace(PLAYER, name=" \t"), "without a name"),
        (replace(PLAYER, figures=(("a", "b"),) * 30), "30 figures"),
        (replace(PLAYER, form=(1,) * 30), "30 matches"),
        (replace(PLAYER, form=(7,)), "went 7"),
        (replace(SCORE, sides=(("Anna",),)), "1 sides"),
        (replace(SCORE, totals=(1, 2, 3)), "3 totals for 2 sides"),
        (replace(SCORE, vp=("20",)), "1 victory points"),
        (replace(SCORE, deals=SCORE.deals * 61), "61 deals"),
        (replace(SCORE, sides=(("A",), ("B",), ("C",)), totals=(0, 0, 0), vp=()), "other sides than the match"),
        (with_hands(HUNDREDS), "cards: two packs hold 108"),
        (with_melds(score(DEAL)[0].melds * 9), "cards: two packs hold 108"),
        (replace(MOVIOLA, view=view(MOVIOLA.view.deal, TABLE)), "the arbiter's view"),
        (replace(MOVIOLA, lines=("x",) * 20), "20 lines"),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_a_sentence(scene: Scene, reason: str) -> None:
    with pytest.raises(Undrawable, match=reason):
        draw(scene)


def test_a_deal_of_300_cards_is_no_moviola() -> None:
    deal = MOVIOLA.view.deal.copy()
    deal.stock = (JOKER,) * 300
    with pytest.raises(Undrawable, match="two packs hold 108"):
        draw(moviola_scene(deal))


@pytest.mark.parametrize("scene", [SCORE, board_scene(3), PLAYER, MOVIOLA])
@pytest.mark.parametrize("width", [10, 100_000])
def test_a_width_that_is_none_is_refused(scene: Scene, width: int) -> None:
    with pytest.raises(Undrawable, match=f"{width} pixels"):
        draw(scene, Look(width=width))


# --- who plays and who has won ----------------------------------------------------------------------------------------


def test_the_side_that_has_won_is_bright_though_the_other_one_has_more_points() -> None:
    sheet = score_sheet.lay_out(replace(SCORE, totals=(-295, -310), winners=(1,)), 1.0)
    bright = {item.text for item in sheet.items if isinstance(item, Label) and item.tone is Tone.BRIGHT}
    assert "−310" in bright
    assert "−295" not in bright


def test_a_plus_in_a_name_is_no_partner() -> None:
    words = texts(score_sheet.lay_out(replace(SCORE, sides=(("Tom + Jerry", "Anna+"), ("+", "Ed"))), 1.0))
    assert {"Tom + Jerry", "Anna+", "+", "Ed", "Tom + Jerry + Anna+"} <= set(words)


@pytest.mark.parametrize(
    ("name", "sign"),
    [
        ("anna", "A"),
        ("(ivo)", "I"),
        ("ßan", "S"),
        ("ﬁn", "F"),
        ("नमस्ते", "N"),
        ("мария", "М"),
        ("한국", "한"),
        ("❤", "♠"),
    ],
)
def test_the_coin_of_a_player_wears_their_initial(name: str, sign: str) -> None:
    assert texts(player.lay_out(replace(PLAYER, name=name)))[0] == sign


def test_the_dots_before_the_readers_row_leave_the_row_above_whole() -> None:
    usual = replace(board_scene(3, 5, marked=-1), mine=("31", "Zoe", "12", "3.4", "2"))
    items = board.lay_out(usual).items
    dots = next(item for item in items if isinstance(item, Label) and item.text == "…")
    above = dots.rect.y + (dots.rect.h + round(dots.size * 0.73)) // 2 - dots.size
    assert above >= dots.rect.y


# --- paragraphs -------------------------------------------------------------------------------------------------------

SENTENCE = "Nora picks up 9 cards, lays 7♥ 7♣ 7♠, adds Joker to the run 5♥-8♥ and discards 4♣. È già così più volte."


@pytest.mark.parametrize("bold", [False, True])
@pytest.mark.parametrize("size", [10, 19, 21, 23, 40])
def test_a_paragraph_uses_all_its_width_and_no_more(size: int, bold: bool) -> None:
    for width in range(30 * size, 45 * size, size):
        lines = wrapped(SENTENCE * 3, width, size, bold)
        for line, after in pairwise(lines):
            assert width_of(line, size, bold) <= width
            assert width_of(f"{line} {after.split()[0]}", size, bold) > width * 0.96


def test_every_line_of_a_paragraph_goes_the_way_of_the_paragraph() -> None:
    mixed = "\u2068שלום עולם\u2069 + Carla gain 290 points, and \u2068שלום\u2069 (too) discards 4♣."
    one = shown(mixed)
    assert one.startswith("םלוע םולש + Carla gain")
    lines = [shown(line) for line in wrapped(mixed, 150, 20)]
    assert len(lines) > 3
    assert sorted(" ".join(lines).split()) == sorted(one.split())
    assert [line for line in lines if line[:1] in "+,.()"] == []
    turned = [shown(line) for line in wrapped("שלום abc def, ghi jkl שלום.", 90, 20)]
    assert turned[0].endswith("םולש")
    assert turned[-1].startswith(".")
