"""Which tables there are where, and which of them somebody means who names none; also after a restart."""

import time
from dataclasses import replace

import pytest

from bot.host.ports import Person
from bot.requests.answer import Answer
from bot.requests.hand_drafts import Sort
from bot.requests.pages import ShowRules, Tables, Which, tables
from bot.requests.table_commands import Do
from bot.requests.table_index import TableSummary, summarize, tables_meant
from bot.tables.table import LOBBY, OVER, PLAYING, Chair, Settings, open_table
from tests.requests.serving import World, run

ME = "me"
FREE = (Chair(), Chair(), Chair())


def seen(label: str, phase: str = PLAYING, turn: str = "", channel: str = "", seat: bool = True) -> TableSummary:
    """A table where I sit North, or wait."""
    mine = Chair(person=ME, name="Me") if seat else Chair()
    waiting = () if seat else (ME,)
    channels = (channel,) if channel else ()
    return TableSummary(label, label, phase, channels, ("N", "E", "S", "W"), (mine, *FREE), waiting, turn)


@pytest.mark.parametrize(
    ("tables", "labels"),
    [
        ([], ""),
        ([seen("A")], "A"),
        ([seen("A"), seen("B", channel="here")], "B"),
        ([seen("A", turn="N"), seen("B", channel="here")], "B"),
        ([seen("A", channel="here"), seen("B", channel="here", turn="N"), seen("C", turn="N")], "B"),
        ([seen("A"), seen("B", turn="N")], "B"),
        ([seen("A", turn="N"), seen("B", turn="N")], "AB"),
        ([seen("A", turn="E"), seen("B", turn="S")], "AB"),
        ([seen("A", OVER), seen("B")], "B"),
        ([seen("A", OVER, channel="here"), seen("B")], "A"),
        ([seen("A", seat=False), seen("B", LOBBY)], "B"),
        ([seen("A", seat=False)], "A"),
    ],
)
def test_the_table_that_is_meant(tables: list[TableSummary], labels: str) -> None:
    assert "".join([one.label for one in tables_meant(tables, ME, "here")]) == labels


def test_a_channel_lists_its_tables_and_a_person_theirs() -> None:
    async def work(world: World) -> None:
        anna, bruno = await world.people(2)
        first = await world.open(anna, "c:1")
        second = await world.open(bruno, "c:1", "pace=0")
        elsewhere = await world.open(anna, "c:2")

        async def labels(person: str, channel: str = "") -> set[str]:
            page = (await world.done(person, Tables(channel))).json["tables"]
            assert isinstance(page, list)
            return {str(row["label"]) for row in page}

        assert await labels(bruno, "c:1") == {first.label, second.label}
        assert await labels(anna) == {first.label, elsewhere.label}
        assert await labels(anna, "c:9") == set()
        await world.said(bruno, second.label, "start")
        await world.until(second, PLAYING)
        now = await world.now_of(second)
        rows = (await world.done(bruno, Tables())).json["tables"]
        assert isinstance(rows, list)
        (row,) = rows
        assert row["phase"] == PLAYING
        assert row["seat"] == now.seat_of(bruno)
        assert row["my_turn"] == (now.in_turn == row["seat"])
        assert "Bruno" in row["words"]
        await world.said(bruno, second.label, "end")
        assert await labels(bruno, "c:1") == {first.label}
        assert (await world.done(bruno, Tables())).words == "There are no tables here. /new opens one."

    run(work)


def test_who_names_no_table_is_understood_or_asked() -> None:
    async def work(world: World) -> None:
        anna = await world.person("Anna")
        assert not (await world.do(anna, Do("", "leave", "d0"))).done
        first = await world.open(anna, "c:1")
        await world.done(anna, Do("", "computer", "d1"))
        second = await world.open(anna, "c:2")
        await world.done(anna, Do("", "computer", "d2"), "c:1")
        assert [chair.is_taken for chair in (await world.now_of(first)).chairs] == [True, True, True, False]
        answer = await world.do(anna, Do("", "computer", "d3"), "c:9")
        assert not answer.done
        assert {choice.label for choice in answer.choices} == {first.label, second.label}
        assert answer.words == "Which table do you mean?"
        assert await world.now_of(second) == second  # nothing was done
        assert (await world.done(anna, Which("c:2"))).table == await world.service.table_of(second.label)
        assert (await world.do(anna, Which())).choices == answer.choices
        assert (await world.done(anna, ShowRules(), "c:1")).json["title"]

    run(work)


def test_a_label_serves_as_well_as_an_id() -> None:
    async def work(world: World) -> None:
        anna = await world.person("Anna")
        table = await world.open(anna)
        table_id = await world.service.table_of(table.label)
        for named in (table.label, table_id):
            await world.done(anna, Do(named, "computer", f"d{named}"))
        assert not (await world.do(anna, Sort("ZZZZ", "rank"))).done

    run(work)


def test_after_a_restart_everybody_is_where_they_were() -> None:
    async def work(world: World) -> None:
        anna, bruno, carla = await world.people(3)
        first = await world.open(anna, "c:1")
        await world.join(bruno, first, "c:2")
        over = await world.open(carla)
        await world.said(carla, over.label, "leave")
        again = world.again()
        await again.join(carla, first)  # something happens before anybody asks
        for channel in ("c:1", "c:2"):
            assert first.label in (await again.done(anna, Tables(channel))).words
        assert (await again.done(bruno, Which())).table == await world.service.table_of(first.label)
        assert (await again.done(carla, Which())).table == await world.service.table_of(first.label)

    run(work)


def test_a_paused_table_is_nobodys_turn_after_a_restart_either() -> None:
    async def work(world: World) -> None:
        anna = await world.person("Anna")
        table = await world.open(anna, options="players=2 pace=0")
        await world.said(anna, table.label, "start")
        while (now := await world.now_of(table)).phase != PLAYING or now.in_turn != now.seat_of(anna):
            await world.tick()

        async def my_turn(host: World) -> bool:
            rows = (await host.done(anna, Tables())).json["tables"]
            assert isinstance(rows, list)
            return bool(rows[0]["my_turn"])

        assert (await my_turn(world), await my_turn(world.again())) == (True, True)
        await world.said(anna, table.label, "pause")
        assert (await my_turn(world), await my_turn(world.again())) == (False, False)
        await world.said(anna, table.label, "resume")
        assert (await my_turn(world), await my_turn(world.again())) == (True, True)

    run(work)


def test_it_is_not_my_turn_while_a_computer_stands_in_for_me() -> None:
    mine, away = seen("A", turn="N"), replace(seen("B", turn="N"), chairs=(Chair(ME, "Me", "random"), *FREE))
    rows = tables(Person(ME, "Me", "en"), [mine, away]).json["tables"]
    assert isinstance(rows, list)
    assert [row["my_turn"] for row in rows] == [True, False]


def test_two_thousand_tables_are_kept_and_asked_for_quickly() -> None:
    """Measured on one busy core: 28 µs a commit, 1 µs a question, 0.6 KB a table; 0.4 s to read 2,000 lobbies once."""

    async def work(world: World) -> None:
        anna = await world.person("Anna")
        await world.done(anna, Tables())
        hear = world.service._tables._hear
        for number in range(2000):
            hear(f"t{number}", open_table(Settings(), f"p{number}", "Name", 0, f"T{number}", f"c{number % 100}"))
        own = open_table(Settings(), anna, "Anna", 0, "MINE", "c1")
        begun = time.process_time()
        for _ in range(1000):
            hear("mine", own)
        spent = time.process_time() - begun
        assert spent < 5
        assert len(await world.service._tables.in_channel("c1")) == 21
        assert await world.service._tables.of(anna) == (summarize("mine", own),)

    run(work)


def test_choices_say_what_they_are() -> None:
    async def work(world: World) -> None:
        anna = await world.person("Anna", locale="it")
        await world.open(anna)
        await world.open(anna)
        answer: Answer = await world.do(anna, Which())
        assert all(choice.words == f"{choice.label}: aspetta giocatori – Anna" for choice in answer.choices)

    run(work)
