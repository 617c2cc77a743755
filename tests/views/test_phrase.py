"""What was said last is shown for a turn, to who wants it, where the table allows it; the opener may change that."""

from dataclasses import replace

import pytest

from bot.host.ports import Person
from bot.requests.host_talk import HostTalk
from bot.requests.phrases import BREATH, Phrases
from bot.tables.commands import decide
from bot.tables.table import Table
from bot.tables.who import Declined, Who
from bot.views.phrase import may_say, phrase_line, phrase_now
from bot.views.table_view import TableView
from bot.views.viewer import Phrase, Viewer
from tests.tables.playing import ANNA, BRUNO, START, after, dealt


def shown_line(table: Table, phrase: Phrase | None, person: str = "", language: str = "en") -> str:
    return phrase_line(TableView(table, Viewer(person, language, START, phrase=phrase)))


def test_it_lasts_until_the_next_turn_has_ended() -> None:
    table = dealt()
    now = phrase_now(table, ANNA.id, "bravo")
    assert shown_line(table, now) == "Anna: 👏 Bravo!"
    assert shown_line(table, now, language="it") == "Anna: 👏 Bravo!"
    assert shown_line(table, replace(now, turn=now.turn - 1)) != ""
    assert shown_line(table, replace(now, turn=now.turn - 2)) == ""
    assert shown_line(table, replace(now, deals=1)) == ""
    assert shown_line(table, replace(now, person="nobody")) == ""
    assert shown_line(table, None) == ""


def test_the_opener_changes_it_in_a_match_and_nobody_s_buttons_are_old_by_that() -> None:
    table = dealt()
    off = after(table, (ANNA, "set phrases=off"))
    assert (off.settings.phrases, off.stage) == (False, table.stage)
    assert shown_line(off, phrase_now(off, ANNA.id, "bravo")) == ""
    assert not may_say(off, ANNA.id)
    assert after(off, (Who("p9", "Zoe", admin=True), "set phrases=on")).settings.phrases


@pytest.mark.parametrize(("who", "command"), [
    (BRUNO, "set phrases=off"), (ANNA, "set phrases=off pace=100"), (ANNA, "set pace=100"),
])  # fmt: skip
def test_nobody_else_changes_it_and_nothing_else_is_changed(who: Who, command: str) -> None:
    assert isinstance(decide(dealt(), who, command, START), Declined)


def test_one_phrase_each_five_seconds_and_none_for_who_wants_none() -> None:
    at = [0]
    changed: list[str] = []
    phrases, table = Phrases(lambda: at[0], changed.append, HostTalk()), dealt()
    anna, bruno = Person(ANNA.id, "Anna", "en"), Person(BRUNO.id, "Bruno", "en")
    assert phrases.put(table, "t1", anna, "bravo").done
    assert not phrases.put(table, "t1", anna, "wow").done
    assert phrases.put(table, "t1", bruno, "thanks").done
    at[0] = BREATH
    assert phrases.put(table, "t1", anna, "wow").done
    assert not phrases.put(table, "t1", bruno, "the king of hearts").done
    assert not phrases.put(table, "t1", Person("p9", "Zoe", "en"), "wow").done
    assert changed == ["t1"] * 3
    last = phrases.for_reader("t1")
    assert (last.person, last.phrase) == (ANNA.id, "wow") if last else False
    assert phrases.for_reader("t1", '{"phrases": "off"}') is None
    assert phrases.for_reader("t2") is None
