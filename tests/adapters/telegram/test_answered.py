"""Each command that is written in a group is answered there, as a reply, and in the order in which they came."""

from tests.adapters.telegram.hosting import Host, run
from tests.adapters.telegram.scripted import ScriptedMatch
from tests.adapters.telegram.test_presses import two
from tests.loopback.telegram.people import Person
from tests.loopback.telegram.values import Message


async def answers(match: ScriptedMatch, person: Person, *lines: str) -> list[tuple[str, str]]:
    """Lines that somebody writes in the group, all at once, with what is said to each: a reply to it."""
    lines_by_id = {person.writes(line, match.group).id: line for line in lines}
    await match.host.settle()
    found = [one for one in match.group.messages if one.sender is match.telegram.bot and one.reply_to]
    return [(lines_by_id[above(one)], one.content.text) for one in found if above(one) in lines_by_id]


def above(message: Message) -> int:
    return message.reply_to.id if message.reply_to else 0


AT_A_TABLE = "/propose annul", "/agree", "/refuse", "/pause", "/resume", "/leave", "/return", "/sort rank", "/call"


def test_whatever_is_done_at_a_table_is_answered_as_a_reply() -> None:
    """What each answer says is the same on every platform (`tests/adapters/both/test_answered.py`)."""

    async def body(host: Host) -> None:
        match = await two(host)
        found = [one for line in AT_A_TABLE for one in await answers(match, match.people[0], line)]
        assert [line for line, text in found if text] == list(AT_A_TABLE)

    run(body)


def test_several_commands_at_once_are_answered_in_their_order() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        lines = ("/propose annul", "/agree", "/refuse", "/leave", "/return", "/tables")
        replies = await answers(match, match.people[0], *lines)
        assert [line for line, _ in replies] == list(lines)

    run(body)


def test_a_draw_in_the_group_is_answered_and_names_no_card() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        person = await match.person_in_turn()
        assert await answers(match, person, "/draw") == [("/draw", "Done: the table shows it.")]

    run(body)


def test_who_sits_down_and_who_gives_a_seat_away_are_answered() -> None:
    async def body(host: Host) -> None:
        people = [host.telegram.user(name) for name in ("Anna", "Bruno", "Carla")]
        match = ScriptedMatch(host, host.telegram.group("Sala", *people), people)
        for person in people:
            person.start()
        await host.settle()
        await match.open("fibur players=2")
        anna, bruno, carla = people
        ((_, sits),) = await answers(match, bruno, f"/join {match.label}")
        assert sits == f"Bruno sits down at table {match.label}."
        await match.start()
        ((_, waits),) = await answers(match, carla, f"/join {match.label}")
        assert "is full" in waits
        table = await match.table()
        seat = next(seat for seat in table.code.seats if table.chair(seat).name == "Bruno")
        await answers(match, bruno, "/leave")
        ((_, reply),) = await answers(match, anna, f"/replace {seat}")
        assert reply.startswith("Carla now plays for ")
        assert reply.endswith(f" at table {match.label}.")

    run(body)
