"""A tournament's table among everything else that people ask for: refused in plain words, and nobody's by accident."""

import asyncio
import json
from pathlib import Path
from typing import Final

from bot.cli.soundness import soundness
from bot.requests.answer import Nothing
from bot.requests.board_answers import History
from bot.requests.match_records import Verify
from bot.requests.own_data import Erase, Export
from bot.requests.pages import Record, Tables
from bot.requests.seating import Join, Replace
from bot.requests.table_commands import Do
from bot.store.sqlite import open_store
from bot.tables.assigned import by_seat, lines_of
from bot.tables.log import fold
from bot.tables.table import OVER, PAUSE, PLAYING, Assigned, Chair, Settings, Table
from bot.tables.who import HOST, Who
from bot.words.languages import say
from engine.actions import format_action
from engine.legal import legal
from tests.requests.serving import BOT, NAMES, START, World, run

CLUB: Final = "discord:club"
ONE_DEAL: Final = Settings(rules="febur", house="hands=3 undo=off", pace=0, pause=0)


async def opened(world: World, people: list[str], *, sealed: bool = False, deck: str = "") -> Table:
    """A table of the tournament, N-S the first two of the people, dealt and played by hand."""
    code = ONE_DEAL.code()
    first, second = people[:2], people[2:4]
    lines = [[Chair(one, NAMES[people.index(one)]) for one in line] for line in (first, second)]
    chairs = by_seat(code, lines)
    assigned = Assigned("tour0123456789abcdef", "Thursday", 2, 3, lines_of(code, chairs), sealed=sealed)
    await world.door.open_assigned("evening", "TORN", CLUB, ONE_DEAL, assigned, chairs)
    if deck:
        await host(world, f"deck {deck}")
    await host(world, "begin")
    return await world.until(await world.table("evening"), PLAYING)


async def host(world: World, command: str) -> None:
    """The host does what the arbiter has said."""
    await world.door.submit("evening", Who(HOST), world.delivery(), command)


async def played_out(world: World, table: Table) -> None:
    """The deal to its end, each turn a draw and a discard."""
    while (now := await world.now_of(table)).phase == PLAYING and now.game is not None:
        texts = [format_action(one) for one in legal(now.game.deal)]
        text = next((one for one in texts if one[0] in "dx"), texts[0])
        await host(world, f"play {text}")


def test_what_is_locked_is_refused_before_anything_is_asked() -> None:
    async def work(world: World) -> None:
        people = await world.people(6)
        table = await opened(world, people)
        for command in ("resign", "end"):
            answer = await world.do(people[0], Do("evening", command, world.delivery()))
            assert (answer.done, answer.page) == (False, Nothing())
            assert answer.words == say("en", f"declined.locked-{command}")
        admin = await world.do(people[5], Do("evening", "end", world.delivery(), admin=True))
        assert admin.words == say("en", "declined.locked-end")
        came = await world.do(people[4], Join("TORN", CLUB, "", world.delivery()))
        assert came.words == say("en", "declined.locked-seats")
        own = await world.done(people[0], Join("TORN", CLUB, "", world.delivery()))
        assert own.table == "evening", "who sits there finds their table"
        swap = Replace("evening", "N", people[4], world.delivery(), admin=True)
        assert (await world.do(people[5], swap)).words == say("en", "declined.locked-seats")
        assert await world.now_of(table) == table

    run(work)


def test_who_plays_at_two_tables_is_shown_both() -> None:
    async def work(world: World) -> None:
        people = await world.people(4)
        friends = await world.open(people[0], CLUB)
        table = await opened(world, people)
        listed = await world.do(people[0], Tables())
        assert friends.label in listed.words
        assert table.label in listed.words
        await world.said(people[0], friends.label, "leave")
        assert (await world.now_of(table)).seat_of(people[0]) == "N"

    run(work)


def test_who_is_forgotten_after_the_round_stands_in_no_entry_of_its_log() -> None:
    async def work(world: World) -> None:
        people = await world.people(4)
        table = await opened(world, people)
        word = str((await world.do(people[0], Erase(private=True))).json.get("word", ""))
        assert word == "", "nobody is forgotten in the middle of a match"
        await host(world, "timeout")
        await played_out(world, table)
        assert (await world.now_of(table)).phase == OVER
        await world.said(people[0], table.label, "leave")
        word = str((await world.do(people[0], Erase(private=True))).json["word"])
        await world.done(people[0], Erase(word, private=True))
        rows = await world.store.log(BOT, "evening")
        assert not [row for row in rows if "Anna" in row.entry or f'"{people[0]}"' in row.entry]
        again = await world.again().door.table("evening")
        assert again == fold(rows)
        assert again is not None
        assert again.assigned is not None
        assert again.assigned.lines[0][0].startswith("gone")

    run(work)


def test_who_asks_for_what_is_stored_of_them_reads_of_nobody_else_and_of_no_deck() -> None:
    async def work(world: World) -> None:
        people = await world.people(4)
        await opened(world, people, deck="ab" * 32)
        text = json.dumps((await world.done(people[0], Export(private=True))).json)
        assert "Thursday" in text
        for secret in ("ab" * 32, "Bruno", people[1]):
            assert secret not in text

    run(work)


def test_sealed_deals_are_opened_to_nobody_by_any_request_until_the_arbiter_says_so() -> None:
    async def work(world: World) -> None:
        people = await world.people(5)
        table = await opened(world, people, sealed=True)
        assert await world.service.table_page(people[4], "evening") is None
        sealed = say("en", "declined.locked-sealed")
        assert await world.service.unreadable(people[4], "evening") == sealed
        assert await world.service.table_page(people[0], "evening") is not None
        await played_out(world, table)
        for person in (people[0], people[4]):
            for request in (Record("evening"), Verify("TORN", channel=CLUB)):
                answer = await world.do(person, request)
                assert (answer.done, answer.words) == (False, sealed)
        await host(world, "timeout")
        await host(world, "end")
        await host(world, "unseal")
        assert (await world.do(people[4], Record("evening"))).done
        assert await world.service.table_page(people[4], "evening") is not None

    run(work)


def test_a_substitute_is_told_and_has_the_hand() -> None:
    async def work(world: World) -> None:
        people = await world.people(5)
        table = await opened(world, people)
        await host(world, f"replace {table.in_turn} {people[4]} {NAMES[4]}")
        now = await world.now_of(table)
        assert now.seat_of(people[4]) == table.in_turn
        assert now.assigned == table.assigned
        assert "TORN" in (await world.do(people[4], Tables())).words

    run(work)


def test_the_deals_of_a_round_stand_on_no_board_and_the_database_is_sound(tmp_path: Path) -> None:
    """The round counts once, in the tournament's own list."""

    async def work() -> None:
        store = await open_store(tmp_path / "burraco.db", START)
        world = World(store)
        people = await world.people(4)
        table = await opened(world, people)
        await played_out(world, table)
        await world.until(table, PAUSE)
        await host(world, "timeout")
        results = [one.result.kind for one in await store.results(BOT, "evening")]
        assert results == ["deal", "round"]
        assert (await world.done(people[0], History())).json["board"]["rows"] == []
        await store.close()

    asyncio.run(work())
    assert [one.faults for one in soundness(tmp_path / "burraco.db") if not one.sound] == []
