"""Where a hand offers a hint, and what has ended an explanation; a row of buttons has room for five."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.messages.buttons import Ask, Verb
from bot.messages.hand_controls import IN_ROW
from bot.messages.hand_message import hand_message
from bot.messages.message import Row
from bot.tables.table import PLAYING, Chair, Table
from bot.views.table_view import TableView
from bot.views.viewer import Viewer
from tests.tables.assigning import dealt as assigned
from tests.tables.assigning import to_the_end_of_the_deal
from tests.tables.playing import FAST, dealt, person_in_turn


def rows(table: Table, person: str) -> Iterator[list[Verb]]:
    """The verbs of each row of buttons in somebody's hand."""
    message = hand_message(TableView(table, Viewer(person)))
    assert message is not None
    for row in message.controls:
        if isinstance(row, Row):
            yield [one.press.request.verb for one in row.buttons if isinstance(one.press.request, Ask)]


@pytest.mark.parametrize("hints", [True, False])
def test_a_hint_is_offered_in_ones_turn_where_the_table_allows_it(hints: bool) -> None:
    table = dealt(replace(FAST, hints=hints))
    mine = person_in_turn(table).id
    for chair in table.chairs:
        found = list(rows(table, chair.person))
        assert any(Verb.HINT in row for row in found) == (hints and chair.person == mine)
        assert max(len(row) for row in found) <= IN_ROW


def test_why_is_offered_after_a_deal_that_a_computer_has_played() -> None:
    playing = dealt()
    people = [chair.person for chair in playing.chairs]
    for computers, is_offered in (((), False), ((1, 3), True)):
        chairs = [replace(one, person="", computer="computer") if place in computers else one
                  for place, one in enumerate(playing.chairs)]  # fmt: skip
        table = to_the_end_of_the_deal(replace(playing, chairs=tuple(chairs)))
        assert table.phase != PLAYING
        found = list(rows(table, people[0]))
        assert any(Verb.EXPLAIN in row for row in found) == is_offered
        assert max(len(row) for row in found) <= IN_ROW


def test_a_tournaments_hand_has_neither_and_room_for_the_arbiter() -> None:
    table = assigned()
    chairs = (*table.chairs[:3], Chair(name="computer", computer="computer"))
    for one in (table, to_the_end_of_the_deal(replace(table, chairs=chairs))):
        found = list(rows(one, table.chairs[0].person))
        assert not any({Verb.HINT, Verb.EXPLAIN} & {*row} for row in found)
        assert max(len(row) for row in found) <= IN_ROW
