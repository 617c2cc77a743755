"""A table whose log does not fold, seen from Discord: its people are told, and play on at other tables."""

import asyncio
from pathlib import Path

from bot.messages.buttons import Verb
from bot.words.languages import say
from tests.adapters.discord.evening import Evening, about_table, offers
from tests.adapters.discord.hosting import hosted, server
from tests.adapters.discord.test_presses import drawn, told
from tests.evening import true_hand
from tests.loopback.discord.people import Person
from tests.loopback.running import judged
from tests.requests.test_unreadable import spoil
from tests.watching import Watch


def words(evening: Evening, language: str) -> str:
    return say(language, "table.unreadable", table=evening.label)


def heard(person: Person, sentence: str) -> int:
    """How often the sentence stands in the private chat, what answers a press there left out."""
    said = [one.content.text.replace("\\", "") for one in person.screen() if one.receiver is None]
    return len([one for one in said if sentence in one])


def test_its_people_are_told_once_and_what_they_press_and_write_is_answered(tmp_path: Path) -> None:
    async def main() -> None:
        async with server() as discord:
            anna, bruno = discord.user("Anna"), discord.user("Bruno", "it")
            room, watch, database = (
                discord.guild("Circolo", anna, bruno).channel("tavoli"),
                Watch(),
                tmp_path / "bot.db",
            )
            async with hosted(discord, database, watch=watch) as host:
                evening = Evening(host, room, [anna, bruno])
                await evening.begin("fibur", "players=2")
                person = await drawn(evening)
                table_id = await host.service.table_of(evening.label)
                old, public = evening.offered(person)[-1], evening.offered(anna, room)
            spoil(database, table_id)
            async with hosted(discord, database, watch=watch) as host:
                evening.host = host
                language = "en" if person is anna else "it"
                for one in (old, next(one for one in public if one.verb == Verb.HAND)):
                    await evening.tap(person, one)
                    assert words(evening, language) in told(person).replace("\\", "")
                assert (heard(anna, words(evening, "en")), heard(bruno, words(evening, "it"))) == (1, 1)
                await evening.types(anna, "burraco hand", room, table=evening.label)
                assert words(evening, "en") in told(anna).replace("\\", "")
                await evening.types(bruno, "burraco esci", room)
                assert words(evening, "it") in told(bruno).replace("\\", "")
                assert (heard(anna, words(evening, "en")), heard(bruno, words(evening, "it"))) == (1, 1)
                other = Evening(host, room, [anna, bruno])
                await other.begin("fibur", "players=2")
                assert other.label != evening.label
                player = await drawn(other)
                await other.press(player, Verb.DROP)
                await other.tap(player, next(one for one in other.offered(player) if one.verb is None))
                assert await other.person_in_turn() is not player
                assert await true_hand(other, player)
                assert len([one for one in room.shown if about_table(one, other.label)]) == 1
                assert [one for one in room.shown if about_table(one, evening.label) and list(offers(one))]
            judged(discord)

    asyncio.run(main())
