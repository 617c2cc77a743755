"""Friends who are named as a table is opened: invited once, told once, in no quiet hours, and forgotten on request."""

import json
from datetime import UTC, datetime
from typing import Final

from bot.durations import HOUR
from bot.requests.friends import BREAK
from bot.requests.opening_news import Notify
from bot.requests.openings import Open
from bot.requests.own_data import Erase
from bot.requests.people import who
from bot.requests.request_context import Friend
from bot.tables.log import fold
from bot.tables.table import LOBBY, PAUSE, Table
from tests.requests.serving import BOT, World, run

BAR: Final = "discord:77"
NOON: Final = round(datetime(2026, 1, 10, 11, 0, tzinfo=UTC).timestamp() * 1000)  # 12 o'clock in Rome


async def opens(world: World, person: str, *names: str, delivery: str = "", channel: str = BAR) -> tuple[str, Table]:
    """What they are told who name these friends, and the table."""
    context = await world.asks(person, channel)
    context.delivery = delivery or world.delivery()
    context.friends = tuple(Friend(name.lower(), name) for name in names)
    answer = await world.service.carry_out(context, Open(channel=channel, delivery=context.delivery))
    assert answer.done
    await world.service.opening_news.settle()
    return answer.words, await world.table(answer.table)


async def opens_chat(world: World, person: str) -> None:
    """Their private chat is known to be open."""
    found = await world.service.person(person)
    settings = json.dumps({**json.loads(found.settings), "private": {"discord": True}})
    await world.store.change_person(BOT, type(found)(found.id, found.name, found.language, settings))


def test_who_can_be_reached_is_told_once_whatever_is_delivered_again_or_opened_at_once() -> None:
    async def test(world: World) -> None:
        world.now = NOON
        anna, bruno, carla = await world.people(3)
        await opens_chat(world, bruno)
        words, table = await opens(world, anna, "Bruno", "Carla", delivery="d1")
        assert words == ""
        assert [(one.person, one.name, one.loud) for one in table.invited] == [
            (bruno, "Bruno", True),
            (carla, "Carla", True),
        ]
        invitation = f"Anna invites you to table {table.label}: there is a seat for you."
        assert (world.news_to(bruno), world.news_to(carla)) == ([invitation], [])
        assert [one.agrees for one in world.news] == [f"join {table.label}"]
        _, again = await opens(world, anna, "Bruno", "Carla", delivery="d1")
        assert (again.invited, again.label) == (table.invited, table.label)
        await opens(world, anna, "Bruno")
        assert len(world.news_to(bruno)) == 1
        world.now += BREAK
        await opens(world, anna, "Bruno")
        assert len(world.news_to(bruno)) == 2

    run(test)


def test_nobody_is_called_or_told_in_their_quiet_hours() -> None:
    async def test(world: World) -> None:
        world.now = NOON
        anna, bruno = await world.people(2)
        await opens_chat(world, bruno)
        context = await world.asks(bruno, BAR)
        await world.service.carry_out(context, Notify(BAR, "on", "12:00-13:00"))
        _, table = await opens(world, anna, "Bruno")
        assert [(one.name, one.loud) for one in table.invited] == [("Bruno", False)]
        assert world.news_to(bruno) == []
        world.now += HOUR
        _, table = await opens(world, anna, "Bruno")
        assert [one.loud for one in table.invited] == [True]
        invitation = f"Anna invites you to table {table.label}: there is a seat for you."
        assert world.news_to(bruno) == [invitation]  # and no news of a game beside it

    run(test)


def test_somebody_new_is_known_by_their_account_and_speaks_their_language_later() -> None:
    async def test(world: World) -> None:
        (anna,) = await world.people(1)
        _, table = await opens(world, anna, "Zoe")
        (zoe,) = table.invited
        assert (await world.service.person_of("discord", "zoe"), zoe.name) == (zoe.person, "Zoe")

    run(test)


def test_who_is_forgotten_stands_in_no_invitation_and_the_log_still_folds() -> None:
    async def test(world: World) -> None:
        anna, bruno = await world.people(2)
        _, table = await opens(world, anna, "Bruno")
        table_id = await world.service.table_of(table.label)
        word = str((await world.do(bruno, Erase(private=True))).json["word"])
        assert (await world.do(bruno, Erase(word, private=True))).done
        rows = await world.store.log(BOT, table_id)
        assert [one for one in rows if bruno in one.entry or "Bruno" in one.entry] == []
        folded = fold(rows)
        assert [one.name for one in folded.invited] == ["deleted player"]
        assert folded == await world.table(table_id)

    run(test)


def test_an_old_log_without_invitations_is_as_it_was_and_a_start_ends_them() -> None:
    async def test(world: World) -> None:
        anna, bruno = await world.people(2)
        _, table = await opens(world, anna, "Bruno")
        table_id = await world.service.table_of(table.label)
        assert (await world.again().table(table_id)).invited == table.invited
        started = await world.said(anna, table_id, "start")
        assert (table.phase, started.phase) == (LOBBY, PAUSE)
        opener = who(await world.service.person(anna))
        later = await world.door.submit(table_id, opener, "late", f"invite {bruno} loud Bruno")
        assert getattr(later, "key", "") == "already-started"

    run(test)
