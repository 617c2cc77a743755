"""What is said at a table on one host is read on another one: phrases, lines, and whom somebody does not read."""

import json

from bot.requests.chat import Mute, TableChats, Write
from bot.requests.host_talk import MOST, HostTalk
from bot.requests.phrases import Phrases
from bot.tables.table import Table
from bot.tables.who import Who
from tests.requests.test_chat import person, table_of
from tests.tables.playing import ANNA, BRUNO, START, dealt


class Side:
    """One of two hosts."""

    def __init__(self) -> None:
        self.changes: list[str] = []
        self.talk = HostTalk()
        self.phrases = Phrases(lambda: START, self.changes.append, self.talk)
        self.chats = TableChats(lambda: START, lambda table, _reader: self.changes.append(table), self.talk)

    def read(self, table: Table, who: Who) -> list[str]:
        chat = self.chats.for_reader(table, "t1", person(who))
        return [f"{one.name}: {one.words}" for one in chat.lines] if chat else []


def two() -> tuple[Side, Side]:
    here, there = Side(), Side()
    here.talk.share(there.talk.hear)
    there.talk.share(here.talk.hear)
    return here, there


def test_a_phrase_is_the_table_s_last_one_on_every_host() -> None:
    here, there = two()
    table = dealt()
    assert here.phrases.put(table, "t1", person(ANNA), "bravo").done
    assert there.phrases.for_reader("t1") == here.phrases.for_reader("t1") is not None
    assert there.changes == ["t1"]
    assert not there.phrases.put(table, "t1", person(ANNA), "bravo").done  # too soon after the one said elsewhere


def test_lines_stand_in_order_with_numbers_of_their_own_and_once() -> None:
    here, there = two()
    table = table_of(BRUNO)
    assert here.chats.answer(table, "t1", person(ANNA), Write("t1", "a coffee first?", "a1")).done
    assert there.chats.answer(table, "t1", person(BRUNO), Write("t1", "gladly")).done
    assert there.chats.answer(table, "t1", person(ANNA), Write("t1", "a coffee first?", "a1")).done  # sent once more
    for side in (here, there):
        assert side.read(table, ANNA) == side.read(table, BRUNO) == ["Anna: a coffee first?", "Bruno: gladly"]
    found = there.chats.for_reader(table, "t1", person(ANNA))
    assert found is not None
    assert len({one.number for one in found.lines}) == 2


def test_who_is_muted_on_one_host_is_muted_on_the_other() -> None:
    here, there = two()
    table = table_of(BRUNO)
    here.chats.answer(table, "t1", person(BRUNO), Write("t1", "hello"))
    assert here.chats.answer(table, "t1", person(ANNA), Mute("t1", table.seat_of(BRUNO.id), True)).done
    assert there.read(table, ANNA) == []
    assert here.chats.answer(table, "t1", person(ANNA), Mute("t1", table.seat_of(BRUNO.id))).done
    assert there.read(table, ANNA) == ["Bruno: hello"]


def test_what_is_not_understood_is_left_out_and_what_is_too_long_stays_here() -> None:
    here, there = two()
    for text in (
        "",
        "{",
        "[]",
        "5",
        '["phrase"]',
        '["other",1]',
        '["line","t1"]',
        '["phrase","t1","p1","no such",0,1]',
    ):
        there.talk.hear(text)
    assert there.changes == []
    texts: list[str] = []
    here.talk.share(texts.append)
    here.talk.tell("line", "x" * MOST)
    here.talk.tell("line", "è")
    assert [json.loads(text) for text in texts] == [["line", "è"]]
