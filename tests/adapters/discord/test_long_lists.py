"""Lists of what a channel has: Discord takes 2,000 signs, and nobody can name a table or a plan that was cut away."""

from tests.adapters.discord.hosting import Host, run
from tests.adapters.discord.test_presses import last_answer

FAMILY = "\U0001f469\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"


def test_of_as_many_tables_as_a_channel_may_have_each_is_named_on_discord() -> None:
    async def body(host: Host) -> None:
        anna = host.discord.user("Anna", "it")
        club = host.discord.guild("Circolo", anna)
        room = club.channel("tavoli")
        club.grants(anna, "manage_guild")
        await anna.answer(anna.types("burraco name", room, name=FAMILY * 24))
        await anna.answer(anna.types("burraco settings", room, settings="tables=25"))
        for _ in range(25):
            await anna.answer(anna.types("burraco new", room))
        await anna.answer(anna.types("burraco tables", room))
        await host.settle()
        names = {table.label for table in await host.service.backend.tables.in_channel(f"discord:{room.id}")}
        assert len(names) == 25
        assert {line[:4] for line in last_answer(anna).split("\n")} == names

    run(body)


def test_of_twenty_plans_each_is_named_on_discord() -> None:
    async def body(host: Host) -> None:
        anna = host.discord.user("Anna", "it")
        room = host.discord.guild("Circolo", anna).channel("tavoli")
        times = [f"2{hour}:{minute}" for hour in range(4) for minute in (10, 20, 30, 40, 50)]
        for time in times:
            await anna.answer(anna.types("burraco programma", room, time=f"ogni mercoledì alle {time}"))
        await anna.answer(anna.types("burraco programma", room))
        await host.settle()
        lines = last_answer(anna).replace("\\", "").split("\n")
        assert sorted(int(line.partition(".")[0]) for line in lines) == list(range(1, 21))
        assert all([line for line in lines if time in line] for time in times)

    run(body)
