"""One person at two tables: typed plays, buttons to choose by, and an answer to a table's own message."""

from bot.messages.buttons import NO_TABLE, Ask, Verb
from tests.adapters.telegram.hosting import Host, run
from tests.adapters.telegram.scripted import ScriptedMatch, about_table, presses_on, verb


async def twice(host: Host) -> tuple[ScriptedMatch, ScriptedMatch]:
    """Two people play at two tables, each in a group of its own."""
    people = [host.telegram.user(name) for name in ("Anna", "Bruno")]
    matches = [ScriptedMatch(host, host.telegram.group(name, *people), people) for name in ("Sala", "Altra")]
    for match in matches:
        await match.begin("fibur players=2")
    return matches[0], matches[1]


def test_a_typed_play_names_its_table_or_chooses_it_or_answers_its_hand() -> None:
    async def body(host: Host) -> None:
        first, second = await twice(host)
        person = await first.person_in_turn()
        assert person is await second.person_in_turn()
        person.writes("draw")
        await host.settle()
        question = person.screen()[-1]
        assert {one.request for one in presses_on(question)} == {
            Ask(Verb.SAY, f"d.{match.label}") for match in (first, second)
        }
        assert not (await first.table()).turn
        hand = [one for one in person.screen() if about_table(one, second.label)][-1]
        person.writes("draw", None, 0, hand)
        await host.settle()
        assert ([len((await one.table()).turn) for one in (first, second)]) == [0, 1]
        choice = next(
            one for one in presses_on(question) if isinstance(one.request, Ask) and first.label in one.request.argument
        )
        assert verb(choice) == Verb.SAY
        await person.answer(person.presses(first.label))
        await host.settle()
        assert len((await first.table()).turn) == 1
        person.writes(f"/leave {second.label}")
        await host.settle()
        table = await second.table()
        assert table.chair(table.in_turn).computer
        assert not [chair for chair in (await first.table()).chairs if chair.computer]

    run(body)


def test_a_group_does_not_read_of_the_private_tables_of_who_asks() -> None:
    """Which table is meant is asked where nobody else reads, unless all of them stand in that group."""

    async def body(host: Host) -> None:
        people = [host.telegram.user(name) for name in ("Anna", "Bruno")]
        anna = people[0]
        group = host.telegram.group("Sala", *people)
        anna.start()
        await host.settle()
        labels = set()
        for _ in range(2):
            anna.writes("/new fibur players=2")
            await host.settle()
            labels |= {one.table for one in presses_on(anna.screen()[-1])} - {NO_TABLE}
        assert len(labels) == 2
        for request in ("/table", "/computer"):
            anna.writes(request, group)
            await host.settle()
            assert not [one for one in group.messages for label in labels if label in str(one.content)]
            question = anna.screen()[-1]
            assert all(label in question.content.text for label in labels)
            assert len(presses_on(question)) == 2
        here = set()
        for _ in range(2):
            anna.writes("/new fibur players=2", group)
            await host.settle()
            here |= {press.table for one in group.messages for press in presses_on(one)} - {NO_TABLE}
        anna.writes("/leave", group)
        await host.settle()
        question = group.messages[-1]
        assert all(label in question.content.text for label in here)

    run(body)
