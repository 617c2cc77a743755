"""A table whose log does not fold, on every platform: its people are told, and play on at other tables."""

import asyncio
from pathlib import Path

from bot.messages.buttons import Verb
from bot.words.languages import say
from tests.adapters.both import both
from tests.adapters.both.surface import Kind
from tests.requests.test_unreadable import spoil
from tests.watching import Watch


@both
def test_its_people_are_told_once_and_what_they_press_and_write_is_answered(on: Kind, tmp_path: Path) -> None:
    async def main() -> None:
        async with on() as here:
            watch, database = Watch(), tmp_path / "bot.db"
            async with here.hosted(database, watch):
                anna, bruno = here.person("Anna"), here.person("Bruno", "it")
                here.gather([anna, bruno])
                languages = ((anna, "en"), (bruno, "it"))
                await here.begin("fibur", "players=2")
                person = await here.drawn()
                spoilt = here.label
                table_id = await here.host.service.table_of(spoilt)
                old, public = here.offered(person)[-1], here.offer(person, Verb.HAND, public=True)
            spoil(database, table_id)
            words = {who: say(language, "table.unreadable", table=spoilt) for who, language in languages}

            def notices() -> list[int]:
                """How often it stands in the private chats."""
                return [len([one for one in here.private(who) if words[who] in here.text(one)]) for who in words]

            async with here.hosted(database, watch):
                for one in (old, public):
                    assert words[person] in (await here.tap(person, one)).text
                assert notices() == [1, 1]
                assert words[anna] in (await here.says(anna, "hand", spoilt, public=not here.keeps_answers))[-1].text
                assert words[bruno] in (await here.says(bruno, "leave", public=True))[-1].text
                assert notices() == [1 + here.keeps_answers, 1]
                here.anew()
                await here.begin("fibur", "players=2")
                assert here.label != spoilt
                player = await here.turn()
                assert await here.match.person_in_turn() is not player
                assert await here.true_hand(player)
                assert len(here.tables()) == 1
                assert [one for one in here.public() if here.about_table(one, spoilt)]
            here.judge()

    asyncio.run(main())
