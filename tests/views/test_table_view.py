"""The parts of a table's view: a page takes all of them, a message makes those alone that it shows."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from bot.messages.hand_message import hand_message
from bot.messages.table_message import table_message
from bot.tables.table import Settings
from bot.views.about_view import about
from bot.views.controls import allowed_actions, controls, suggestions
from bot.views.deal_view import drawn_card, hand, seats_dealt, sides
from bot.views.drafts import Draft
from bot.views.feed import feed, since
from bot.views.score_view import score_page
from bot.views.table_page import table_page
from bot.views.table_view import TableView, part
from bot.views.viewer import Viewer
from engine import suggest as really
from engine.suggest import Suggestion
from engine.view import View
from tests.chance import chance
from tests.messages.test_decisive import next_table
from tests.tables.playing import START, dealt, lobby

PAGE: set[Callable[..., Any]] = {controls, feed, score_page, sides, hand}


def test_a_part_is_made_once_for_a_view() -> None:
    calls = []

    @part
    def counted(view: TableView) -> int:
        calls.append(view.seat)
        return len(calls)

    one, other = TableView(dealt(), Viewer("p1")), TableView(dealt(), Viewer())
    assert [counted(one), counted(one), counted(other), counted(one)] == [1, 1, 2, 1]


def test_a_page_is_for_its_viewer_alone() -> None:
    table = dealt()
    for person in [chair.person for chair in table.chairs]:
        mine, open_to_all = table_page(table, "t1", Viewer(person, "it")), table_page(table, "t1", Viewer("", "it"))
        assert len(mine["hand"]) == 11
        assert open_to_all["hand"] is None
        assert mine.keys() == open_to_all.keys()


def test_who_asks_for_one_part_gets_what_the_page_has() -> None:
    table = dealt()
    parts = {"hand": hand, "sides": sides, "seats": seats_dealt, "since": since, "feed": feed, "controls": controls}
    for person in [chair.person for chair in table.chairs] + [""]:
        viewer = Viewer(person, "it")
        page = table_page(table, "t1", viewer)
        assert {name: make(TableView(table, viewer)) for name, make in parts.items()} == {
            name: page[name] for name in parts
        }
        assert "deal" not in page


def test_without_a_deal_a_page_has_no_part_of_one() -> None:
    page = table_page(lobby(), "t1", Viewer("p1"))
    assert {"stock", "hand", "controls", "feed"} & page.keys() == set()
    assert {"id": "t1", "label": "ROSSO"}.items() <= page["table"].items()


def test_a_draft_is_for_the_cards_in_the_hand() -> None:
    table = dealt()
    cards = TableView(table, Viewer("p1")).draft.order
    turned = Draft(cards[::-1], cards[:1], target=3, menu="suggest", stage=table.stage)
    assert TableView(table, Viewer("p1", draft=turned)).draft == turned
    assert TableView(table, Viewer("p1", draft=replace(turned, stage=table.stage - 1))).draft.menu == ""
    assert TableView(table, Viewer("p9", draft=turned)).draft == Draft()
    assert TableView(lobby(), Viewer("p1", draft=turned)).draft == Draft()


def test_a_message_for_everybody_looks_at_no_hand_and_makes_no_page() -> None:
    view = TableView(dealt(), Viewer())
    assert table_message(view) is not None
    assert not {*PAGE, allowed_actions, suggestions, drawn_card} & view.parts.keys()


def test_a_hand_while_others_play_makes_no_page() -> None:
    table = dealt()
    waits = next(chair.person for chair in table.chairs if chair != table.chair(table.in_turn))
    view = TableView(table, Viewer(waits))
    assert hand_message(view) is not None
    assert not {*PAGE, about} & view.parts.keys()


def test_the_best_plays_of_a_hand_are_worked_out_once_while_nothing_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    searches: list[View] = []

    def suggest(seen: View, limit: int) -> list[Suggestion]:
        searches.append(seen)
        return really.suggest(seen, limit)

    monkeypatch.setattr("bot.views.controls.suggest", suggest)
    table = dealt(Settings(rules="fibur"), "b1" * 32)
    rng, with_plays = chance("best plays"), 0
    for _ in range(40):
        table = next_table(table, START, rng)
        person = table.chair(table.in_turn).person if table.in_turn else ""
        view = TableView(table, Viewer(person))
        if view.may_play and not view.is_taking:
            found, before = suggestions(view), len(searches)
            ticked = Draft(view.draft.order, view.draft.order[:1], menu="suggest", stage=table.stage)
            assert suggestions(TableView(table, Viewer(person, "it", draft=ticked))) == found
            assert len(searches) == before
            with_plays += bool(found)
    assert len(searches) >= with_plays > 3
