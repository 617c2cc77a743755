"""A tournament's round and its standings: everything is on the picture once, readable, or the scene is refused."""

from dataclasses import replace

import pytest

from renderers.layout import standings, tournament_round
from renderers.layout.sheet import Label, Sheet, Tone
from renderers.paint import draw
from renderers.scenes import Look, RoundTable
from renderers.undrawable import Undrawable
from tests.renderers.sheets import round_scene, standings_scene
from tests.renderers.test_sheets import check_texts, texts

READABLE = 20  # a telephone shows a picture 720 wide half as large


def smallest(sheet: Sheet) -> int:
    return min([item.size for item in sheet.items if isinstance(item, Label)])


@pytest.mark.parametrize("tables", [1, 7, 20, 21, 60])
def test_every_table_is_on_the_picture_of_a_round_with_who_sits_there(tables: int) -> None:
    scene = round_scene(tables)
    sheet = tournament_round.lay_out(scene)
    check_texts(sheet)
    found = texts(sheet)
    for table in scene.tables:
        assert found.count(table.number) == 1
        assert all(line in found for line in table.lines)
    assert found.count("arbiter called") == len([table for table in scene.tables if table.mark == "called"])
    assert "The round ends at 22:10." in found
    assert smallest(sheet) >= READABLE


@pytest.mark.parametrize("rows", [1, 9, 40, 41, 80, 120])
def test_every_entry_is_in_the_standings_once(rows: int) -> None:
    scene = standings_scene(rows, is_final=False)
    sheet = standings.lay_out(scene)
    check_texts(sheet)
    found = texts(sheet)
    assert [found.count(row[0]) >= 1 and row[1] in found for row in scene.rows] == [True] * rows
    assert smallest(sheet) >= READABLE
    assert sheet.width == 720 * -(-rows // 40)


def test_the_best_three_stand_on_steps_by_their_places() -> None:
    sheet = standings.lay_out(standings_scene(5))
    check_texts(sheet)
    first, second, third = [
        next(item.rect for item in sheet.items if isinstance(item, Label) and item.text == str(place) and item.bold)
        for place in (1, 2, 3)
    ]
    assert second.x < first.x < third.x
    assert first.y < second.y < third.y
    assert first.bottom == second.bottom == third.bottom


def test_two_may_share_the_first_place_and_fewer_than_three_may_have_played() -> None:
    scene = standings_scene(2)
    shared = replace(scene, podium=(("1", ("Anna", "Ugo")), ("1", ("Ivo", "Gina"))))
    sheet = standings.lay_out(shared)
    check_texts(sheet)
    assert {"Anna", "Ugo", "Ivo", "Gina"} <= set(texts(sheet))


def test_of_many_who_share_a_step_the_picture_says_that_there_are_more() -> None:
    people = tuple(f"Player {number}" for number in range(8))
    sheet = standings.lay_out(replace(standings_scene(2), podium=(("1", people[:6]), ("7", people))))
    check_texts(sheet)
    assert [texts(sheet).count(name) for name in people] == [2] * 5 + [1, 0, 0]
    assert "…" in texts(sheet)


def test_a_table_to_which_the_arbiter_is_called_stands_out() -> None:
    items = tournament_round.lay_out(round_scene(4)).items
    assert {item.tone for item in items if isinstance(item, Label) and item.text == "arbiter called"} == {Tone.WARN}
    assert {item.tone for item in items if isinstance(item, Label) and item.text == "1865 – 1540"} == {Tone.GOOD}


def test_equal_scenes_give_equal_bytes_and_a_changed_table_another_picture() -> None:
    scene = round_scene(6)
    assert draw(scene).png == draw(round_scene(6)).png
    changed = (replace(scene.tables[0], state="1 – 0", mark="decided"), *scene.tables[1:])
    assert draw(replace(scene, tables=changed)).png != draw(scene).png
    assert draw(standings_scene(6)).png == draw(standings_scene(6)).png


def test_what_cannot_be_drawn_is_refused_in_a_sentence() -> None:
    with pytest.raises(Undrawable, match="a round of 61 tables: a picture holds 60"):
        draw(round_scene(61))
    with pytest.raises(Undrawable, match="a board of 121 rows: a page holds 120"):
        draw(standings_scene(121))
    with pytest.raises(Undrawable, match="table 1 of 0 lines"):
        draw(replace(round_scene(0), tables=(RoundTable("1", ()),)))
    with pytest.raises(Undrawable, match="table 1 is 'lost'"):
        draw(replace(round_scene(0), tables=(RoundTable("1", ("A",), mark="lost"),)))
    with pytest.raises(Undrawable, match="3000 pixels wide"):
        draw(round_scene(3), Look(width=3000))
