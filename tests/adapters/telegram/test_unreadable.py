"""A table whose log does not fold, seen from Telegram: its people are told, and play on at other tables."""

import asyncio
from pathlib import Path

from bot.messages.buttons import Verb
from bot.words.languages import say
from engine.actions import DRAW
from tests.adapters.telegram.evening import Evening, about_table, verb
from tests.adapters.telegram.hosting import check_eyes, hosted
from tests.loopback.running import judged, specs
from tests.loopback.telegram import serve
from tests.loopback.telegram.people import Person
from tests.requests.test_unreadable import spoil
from tests.watching import Watch


def words(evening: Evening) -> str:
    return say("en", "table.unreadable", table=evening.label)


def heard(person: Person, evening: Evening) -> int:
    """How often it stands in the private chat."""
    return len([one for one in person.screen() if words(evening) in one.content.text])


def test_its_people_are_told_once_and_what_they_press_and_write_is_answered(tmp_path: Path) -> None:
    async def main() -> None:
        async with serve(specs()) as telegram:
            telegram.budgets.enforced = False
            anna, bruno = telegram.user("Anna"), telegram.user("Bruno")
            group, watch, database = telegram.group("Sala", anna, bruno), Watch(), tmp_path / "bot.db"
            async with hosted(telegram, database, watch=watch) as host:
                evening = Evening(host, group, [anna, bruno])
                await evening.begin("fibur players=2")
                person = await evening.person_in_turn()
                draw = next(one for one in evening.offered(person) if one[1].wish == DRAW)
                await evening.tap(person, draw)
                table_id = await host.service.table_of(evening.label)
                old, public = evening.offered(person)[-1], evening.offered(anna, group)
                await host.settle()
            spoil(database, table_id)
            async with hosted(telegram, database, watch=watch) as host:
                evening.host = host
                for one in (old, next(one for one in public if verb(one[1]) == Verb.HAND)):
                    tap = await evening.tap(person, one)
                    assert tap.text.startswith(words(evening)[:60]), tap
                assert (heard(anna, evening), heard(bruno, evening)) == (1, 1)
                anna.writes(f"/hand {evening.label}")
                await host.settle()
                assert heard(anna, evening) == 2
                bruno.writes("/leave", group)
                await host.settle()
                assert words(evening) in [one for one in group.messages if one.content.text][-1].content.text
                assert (heard(anna, evening), heard(bruno, evening)) == (2, 1)
                other = Evening(host, group, [anna, bruno])
                await other.begin("fibur players=2")
                assert other.label != evening.label
                player = await other.person_in_turn()
                take = next(one for one in other.offered(player) if one[1].wish == DRAW)
                await other.tap(player, take)
                assert len((await other.table()).turn) == 1
                assert len([one for one in group.messages if about_table(one, other.label)]) == 1
                await host.settle()
                await check_eyes(host)
            judged(telegram)

    asyncio.run(main())
