"""The parts of a sight: a page takes all of them, a message makes those alone that it shows."""

from bot.messages.hand_message import hand_message
from bot.messages.showing import Reader, showing
from bot.messages.table_message import table_message
from bot.views.view import Sight, Viewer, looked_at, sight
from tests.host.playing import dealt


def test_a_page_has_every_part_and_so_has_whoever_asks_for_one() -> None:
    table = dealt()
    for person in [chair.person for chair in table.chairs] + [""]:
        viewer = Viewer(person, "it")
        asked = Sight(looked_at(table, "t1", viewer))
        assert {name: asked[name] for name in reversed(list(asked))} == sight(table, "t1", viewer)
        assert len(asked) == len(sight(table, "t1", viewer))


def test_a_sight_has_no_other_part() -> None:
    table = dealt()
    assert "stock" in Sight(looked_at(table, "t1", Viewer()))
    assert Sight(looked_at(table, "t1", Viewer())).get("deal") is None


def test_a_message_for_everybody_looks_at_no_hand_and_makes_no_page() -> None:
    table = dealt()
    shown = showing(table, Reader("", "en", 0))
    assert table_message(shown) is not None
    assert not {"hand", "controls", "drawn", "feed", "score", "sides"} & set(shown.sight.made)


def test_a_hand_while_others_play_makes_no_page() -> None:
    table = dealt()
    waits = next(chair.person for chair in table.chairs if chair != table.chair(table.in_turn))
    shown = showing(table, Reader(waits, "en", 0))
    assert hand_message(shown) is not None
    assert not {"feed", "score", "sides", "table"} & set(shown.sight.made)
