"""What it costs on Discord to know that chat has buried a table: a question now and then, and never a fault."""

from tests.adapters.discord.hosting import Host, run
from tests.adapters.discord.scripted import ScriptedMatch, about_table
from tests.adapters.discord.test_threads import match_in, turn
from tests.loopback.discord.rooms import Room
from tests.loopback.faults import Kind

ASKS = "GET /channels/{channel_id}/messages"


def table_ids(match: ScriptedMatch, room: Room) -> list[int]:
    return [one.id for one in room.shown if about_table(one, match.label)]


async def chat(match: ScriptedMatch, room: Room, times: int = 10) -> None:
    for number in range(times):
        match.people[0].writes(f"line {number}", room)
    match.host.clock.advance(60)
    await match.host.settle_events()


def questions(host: Host) -> int:
    return len([one for one in host.discord.called("GET /channels") if "message_id" not in one.parts])


async def quiet_match(host: Host, *, threads: bool = False) -> ScriptedMatch:
    match = await match_in(host, threads=threads)
    await match.types(match.people[0], "match set", match.room, settings="mention=0 ping=0 stand_in=0")
    await match.start()
    return match


def test_turns_that_follow_quickly_ask_nothing() -> None:
    async def body(host: Host) -> None:
        match = await quiet_match(host)
        for _ in range(3):
            await turn(match)
        assert questions(host) == 0
        host.clock.advance(60)
        for _ in range(3):
            await turn(match)
        assert questions(host) == 1

    run(body)


def test_where_nobody_writes_it_asks_ever_more_seldom_until_somebody_does() -> None:
    async def body(host: Host) -> None:
        match = await quiet_match(host)
        looks = []
        for seconds in (60, 40, 40, 40, 70, 70):
            host.clock.advance(seconds)
            await turn(match)
            looks.append(questions(host))
        assert looks == [1, 2, 2, 3, 3, 4]  # half a minute after that, one minute, two, and two again
        before = table_ids(match, match.room)
        await chat(match, match.room, times=1)
        await chat(match, match.room, times=8)
        await turn(match)
        assert questions(host) == 4
        host.clock.advance(80)
        await turn(match)
        assert (questions(host), table_ids(match, match.room) == before) == (5, False)

    run(body)


def test_a_table_in_a_thread_comes_down_in_its_thread() -> None:
    async def body(host: Host) -> None:
        match = await quiet_match(host, threads=True)
        (thread,) = match.room.threads
        before = table_ids(match, thread)
        await chat(match, match.room)
        await turn(match)
        assert table_ids(match, thread) == before
        await chat(match, thread)
        await turn(match)
        (after,) = table_ids(match, thread)
        assert ([after] != before, thread.shown[-1].id) == (True, after)
        assert (table_ids(match, match.room), len(match.room.threads)) == ([], 1)

    run(body)


def test_without_the_right_to_read_what_was_said_the_table_stays() -> None:
    async def body(host: Host) -> None:
        match = await quiet_match(host)
        match.room.denies("read_message_history")
        before = table_ids(match, match.room)
        await chat(match, match.room)
        await turn(match)
        assert table_ids(match, match.room) == before
        assert questions(host) == 1

    run(body)


def test_a_question_that_fails_is_no_fault_of_the_turn() -> None:
    async def body(host: Host) -> None:
        match = await quiet_match(host)
        before = table_ids(match, match.room)
        await chat(match, match.room)
        host.discord.faults.add(Kind.ERROR, only=ASKS)
        person = await match.person_in_turn()
        await turn(match)
        assert await match.person_in_turn() is not person
        await host.discord.until(lambda: host.discord.faults.fired)
        await host.settle()
        assert table_ids(match, match.room) == before

    run(body)
