"""What friends write at their table in the browser: who reads it, how much, where it goes; none at a tournament."""

import asyncio
import logging
from dataclasses import fields
from pathlib import Path
from typing import Any, get_args

import pytest

from bot.gateway.inbound.request_json import WANTS
from bot.host.ports import Person
from bot.requests.chat import AT_ONCE, LINES, SIGNS, SPAN, Mute, TableChats, Write
from bot.requests.host_talk import HostTalk
from bot.requests.invitations import Accept, Invite
from bot.requests.own_data import Erase
from bot.requests.people import Introduce
from bot.requests.requests import Request
from bot.store.sqlite import open_store
from bot.tables.table import Table, open_table
from bot.tables.who import Who
from tests.requests.serving import World, run
from tests.requests.tournaments import test_dealt_tables as dealt_tables
from tests.tables.playing import ANNA, BRUNO, CARLA, CLOCK, FAST, START, after

MARK = "MYSEVENOFHEARTS"


def table_of(*friends: Who) -> Table:
    table = open_table(FAST, ANNA.id, ANNA.name, START, "ROSSO")
    for seat, friend in zip("ESW", friends, strict=False):
        table = after(table, (friend, f"accept {seat}"))
    return table


def person(who: Who, settings: str = "{}") -> Person:
    return Person(who.id, who.name, "en", settings)


class Talk:
    """A chat with a clock of the test's own."""

    def __init__(self, *friends: Who) -> None:
        self.now = START
        self.changes: list[tuple[str, str]] = []
        self.chats = TableChats(
            lambda: self.now, lambda table, reader: self.changes.append((table, reader)), HostTalk()
        )
        self.table = table_of(*friends)

    def write(self, who: Who, words: str, delivery: str = "") -> bool:
        return self.chats.answer(self.table, "t1", person(who), Write("t1", words, delivery)).done

    def read(self, who: Who, settings: str = "{}") -> list[str]:
        chat = self.chats.for_reader(self.table, "t1", person(who, settings))
        return [f"{one.name}: {one.words}" for one in chat.lines] if chat else []


def test_who_sits_there_reads_it_and_nobody_who_comes_later() -> None:
    talk = Talk(BRUNO)
    assert talk.write(ANNA, "a coffee first?")
    talk.table = after(talk.table, (CARLA, "accept S"))
    assert talk.write(BRUNO, "gladly")
    assert talk.read(ANNA) == talk.read(BRUNO) == ["Anna: a coffee first?", "Bruno: gladly"]
    assert talk.read(CARLA) == ["Bruno: gladly"]
    assert talk.read(CLOCK) == []
    assert talk.changes == [("t1", ""), ("t1", "")]


def test_a_stranger_who_sits_down_silences_it_and_reads_nothing() -> None:
    talk = Talk(BRUNO)
    talk.write(ANNA, "just us two")
    talk.table = after(talk.table, (CARLA, "join S"))
    chat = talk.chats.for_reader(talk.table, "t1", person(CARLA))
    assert chat is not None
    assert (chat.lines, chat.why[:10]) == ((), "The chat i")
    assert not talk.write(ANNA, "hello?")
    assert talk.read(BRUNO) == []


@pytest.mark.parametrize(("text", "read"), [
    ("  two\n lines\t", "two lines"),
    ("\u202eright to left\u2069", "right to left"),
    ("<img src=x onerror=alert(1)>", "<img src=x onerror=alert(1)>"),
    ("https://example.org/burraco?deal=1", "https://example.org/burraco?deal=1"),
    ("\x00\x1b[31mred", "[31mred"),
    ("x" * (SIGNS + 9), "x" * (SIGNS - 1) + "…"),
    ("@everyone **bold**", "@everyone **bold**"),
])  # fmt: skip
def test_it_is_plain_text_of_one_line(text: str, read: str) -> None:
    talk = Talk(BRUNO)
    assert talk.write(ANNA, text)
    assert talk.read(BRUNO) == [f"Anna: {read}"]


@pytest.mark.parametrize("text", ["", " \n", "\u200b\u2060", "\u202e"])
def test_nothing_to_see_is_nothing_to_say(text: str) -> None:
    assert not Talk(BRUNO).write(ANNA, text)


def test_one_writes_so_much_and_a_line_that_comes_again_is_one_line() -> None:
    talk = Talk(BRUNO)
    assert all(talk.write(ANNA, "hi", str(number)) for number in range(AT_ONCE))
    assert not talk.write(ANNA, "hi", "too fast")
    assert talk.write(ANNA, "hi", "0")  # it was sent once more, after a break of the connection
    assert talk.write(BRUNO, "calm down")
    assert len(talk.read(BRUNO)) == AT_ONCE + 1
    for _ in range(LINES):
        talk.now += SPAN
        assert talk.write(ANNA, "on and on")
    assert len(talk.read(BRUNO)) == LINES


def test_each_mutes_whom_they_like_for_themselves_alone() -> None:
    talk = Talk(BRUNO, CARLA)
    talk.write(BRUNO, "la la la")
    talk.write(CARLA, "psst")
    assert talk.chats.answer(talk.table, "t1", person(ANNA), Mute("t1", "E", muted=True)).done
    assert talk.read(ANNA) == ["Carla: psst"]
    assert talk.changes[-1] == ("t1", ANNA.id)
    assert talk.read(CARLA) == ["Bruno: la la la", "Carla: psst"]
    assert talk.chats.answer(talk.table, "t1", person(ANNA), Mute("t1", "E")).done
    assert len(talk.read(ANNA)) == 2
    assert talk.read(ANNA, '{"phrases": "off"}') == []
    for seat in ("N", "W", "X", ""):  # oneself, nobody, no seat
        assert not talk.chats.answer(talk.table, "t1", person(ANNA), Mute("t1", seat, muted=True)).done


def test_a_page_that_stays_open_over_a_restart_of_the_host_finds_the_next_line_new() -> None:
    talk = Talk(BRUNO)

    def last_number() -> int:
        chat = talk.chats.for_reader(talk.table, "t1", person(BRUNO))
        return chat.lines[-1].number if chat and chat.lines else 0

    talk.write(ANNA, "one")
    first = last_number()
    talk.write(ANNA, "two")
    second = last_number()
    talk.now += 1_000
    talk.chats = TableChats(lambda: talk.now, lambda *_: None, HostTalk())  # the host began anew
    talk.write(ANNA, "three")
    assert first < second < last_number()


def test_it_goes_with_the_table() -> None:
    talk = Talk(BRUNO)
    talk.write(ANNA, "see you")
    talk.chats.note_table("t1", after(talk.table, (CLOCK, "expire")))
    assert talk.read(BRUNO) == []


def all_files(folder: Path) -> bytes:
    return b"".join([part.read_bytes() for part in folder.iterdir()])


async def friends(world: World, *names: str) -> tuple[list[str], str]:
    """People at a table of the browser, all but the first by a link."""
    people = [await world.person(name, "web") for name in names]
    table = (await world.open(people[0])).label
    id_ = await world.service.table_of(table)
    for guest, seat in zip(people[1:], "ESW", strict=False):
        link = await world.done(people[0], Invite(id_, seat))
        await world.done(guest, Accept(str(link.json["invitation"])))
    return people, id_


def test_it_is_stored_and_logged_nowhere_and_goes_with_whoever_is_forgotten(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)

    async def work(world: World) -> None:
        (anna, bruno, carla), there = await friends(world, "Anna", "Bruno", "Carla")
        await world.done(bruno, Write(there, f"it is {MARK}"))
        await world.done(anna, Write(there, f"what, {MARK}?"))

        async def page(who: str) -> str:
            return str(await world.service.table_page(who, there))

        assert [MARK in await page(who) for who in (anna, bruno, carla, "")] == [True, True, True, False]
        assert MARK.encode() not in await asyncio.to_thread(all_files, tmp_path)
        await world.said(bruno, there, "leave")
        assert MARK in await page(carla)
        word = str((await world.do(bruno, Erase(private=True))).json["word"])
        await world.done(bruno, Erase(word, private=True))
        assert [MARK in await page(who) for who in (anna, carla)] == [False, False]

    async def main() -> None:
        store = await open_store(tmp_path / "burraco.db", START)
        try:
            await work(World(store))
        finally:
            await store.close()

    asyncio.run(main())
    assert MARK not in caplog.text
    assert MARK not in repr(Write("t1", MARK))


def test_a_stranger_is_no_friend_by_a_link_that_strangers_made_for_themselves() -> None:
    async def work(world: World) -> None:
        (anna, bruno), there = await friends(world, "Anna", "Bruno")
        carla = await world.person("Carla", "web")
        await world.said(carla, there, "join W")
        link = await world.done(carla, Invite(there, "S"))
        await world.said(carla, there, "leave")
        await world.done(carla, Accept(str(link.json["invitation"])))
        assert (await world.table(there)).friends == {anna, bruno}
        assert not (await world.do(carla, Write(there, "hello"))).done
        assert not (await world.do(anna, Write(there, "who is that?"))).done
        dario = await world.person("Dario", "web")
        link = await world.done(bruno, Invite(there, "W"))  # of a friend, though the opener has not made it
        await world.done(dario, Accept(str(link.json["invitation"])))
        assert (await world.table(there)).friends == {anna, bruno, dario}

    run(work)


def test_who_came_by_the_short_name_becomes_a_friend_by_opening_a_friends_link_afterwards() -> None:
    async def work(world: World) -> None:
        (anna, bruno), there = await friends(world, "Anna", "Bruno")
        carla, dario = await world.person("Carla", "web"), await world.person("Dario", "web")
        await world.said(carla, there, "join W")
        own = await world.done(carla, Invite(there, "E"))  # a stranger's
        link = Accept(str((await world.done(anna, Invite(there, "E"))).json["invitation"]))
        await world.done(carla, Accept(str(own.json["invitation"])))
        assert not (await world.do(carla, Write(there, "hello"))).done
        assert (await world.done(carla, link)).words == "You already have a seat here."
        assert (await world.table(there)).friends == {anna, bruno, carla}
        await world.done(carla, Write(there, "hello"))
        assert (await world.do(dario, link)).done is False  # it lets in one person
        assert (await world.again().table(there)).friends == {anna, bruno, carla}

    run(work)


def test_who_sits_there_by_the_short_name_is_no_friend_by_a_link_that_was_used() -> None:
    async def work(world: World) -> None:
        (anna, bruno), there = await friends(world, "Anna", "Bruno")
        carla, dario = await world.person("Carla", "web"), await world.person("Dario", "web")
        link = Accept(str((await world.done(anna, Invite(there, "S"))).json["invitation"]))
        await world.done(carla, link)
        await world.said(dario, there, "join W")
        await world.do(dario, link)
        assert (await world.table(there)).friends == {anna, bruno, carla}

    run(work)


def test_after_a_restart_friends_are_friends_still_and_nothing_is_known_of_what_they_wrote() -> None:
    async def work(world: World) -> None:
        (anna, bruno), there = await friends(world, "Anna", "Bruno")
        await world.done(anna, Write(there, "hello"))
        again = world.again()
        assert (await again.table(there)).friends == (await world.table(there)).friends == {anna, bruno}
        assert "hello" not in str(await again.service.table_page(bruno, there))
        await again.done(bruno, Write(there, "back again"))
        assert "back again" in str(await again.service.table_page(anna, there))

    run(work)


def all_requests(of: Any = Request) -> list[type]:
    return [of] if isinstance(of, type) else [kind for part in get_args(of) for kind in all_requests(part)]


def test_no_request_of_a_page_brings_a_text_to_a_table_of_a_tournament() -> None:
    """All that a page may ask for, a text in each of its fields: nobody else reads it there, nobody who looks on."""
    names = {one.name for kind in all_requests() for one in fields(kind) if one.type is str}

    async def work(world: World) -> None:
        here, _ = await dealt_tables.begun(world)
        there, table = next(iter((await here.by_id()).items()))
        people = [chair.person for chair in table.chairs if chair.person]
        assert len(people) == 4
        for want, make in WANTS.items():
            request = make({**dict.fromkeys(names, MARK), "table": there, "tournament": await here.id(), "want": want})
            if not isinstance(request, Introduce):  # what one is called is no text; it is as short and clean as a name
                await world.do(people[0], request)
        for reader in (*people[1:], "", await world.person("Zoe")):
            assert MARK not in str(await world.service.table_page(reader, there))
        answer = await world.do(people[0], Write(there, MARK))
        assert not answer.done
        assert "tournament" in answer.words

    run(work)
