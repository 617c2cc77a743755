"""What was played since one's own last turn, as the page is told it: by everybody else, and no card that was hidden."""

from bot.tables.table import Table
from bot.tables.who import Who
from bot.views.recent import recent
from bot.views.table_view import Json, TableView
from bot.views.viewer import Viewer
from engine.actions import format_action
from engine.players.greedy import Greedy
from engine.view import view
from tests.tables.playing import CLOCK, after, dealt, person_in_turn


def turns(table: Table, count: int) -> Table:
    """The table after so many turns, each as a computer player would play it."""
    for _ in range(count):
        seat = table.in_turn
        while table.in_turn == seat and table.game is not None:
            who = CLOCK if table.chair(seat).computer else person_in_turn(table)
            table = after(table, (who, f"play {format_action(Greedy(0).choose(view(table.game.deal, seat)))}"))
    return table


def recent_of(table: Table, who: Who) -> Json:
    found: Json = recent(TableView(table, Viewer(who.id, "en")))
    return found


def seats(table: Table, who: Who) -> list[str]:
    return [one["seat"] for one in recent_of(table, who)["turns"]]


def test_the_turns_of_the_others_and_of_a_card_drawn_only_that_it_was() -> None:
    table = dealt()
    who, first = person_in_turn(table), table.in_turn
    table = turns(table, 4)
    assert table.in_turn == first
    assert len(seats(table, who)) == 3
    assert first not in seats(table, who)
    acts = [act for one in recent_of(table, who)["turns"] for act in one["acts"]]
    assert {len(act["cards"]) for act in acts if act["what"] in ("draw", "pickup")} <= {0}
    assert [len(act["cards"]) for act in acts if act["what"] == "discard"] == [1, 1, 1]


def test_who_comes_back_is_told_what_was_played_for_them() -> None:
    table = dealt()
    who, first = person_in_turn(table), table.in_turn
    table = after(turns(table, 2), (who, "leave"))
    table = after(turns(table, 6), (who, "return"))
    assert table.in_turn == first
    assert len(seats(table, who)) == 4
    assert seats(table, who)[0] == first


def test_who_was_away_for_none_of_their_turns_is_told_of_the_others_alone() -> None:
    table = dealt()
    who, first = person_in_turn(table), table.in_turn
    table = turns(after(turns(table, 2), (who, "leave"), (who, "return")), 2)
    assert len(seats(table, who)) == 3
    assert first not in seats(table, who)
