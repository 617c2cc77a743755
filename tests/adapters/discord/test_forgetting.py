"""Who erases themselves on Discord stands nowhere in the database, nor does the number of their private channel."""

import re
from pathlib import Path

from bot.messages.buttons import Verb
from tests.adapters.discord.evening import Evening
from tests.adapters.discord.hosting import Host, run
from tests.loopback.discord.people import Person
from tests.searching import standing


async def types(host: Host, person: Person, words: str, **options: str) -> str:
    await person.answer(person.types(words, **options))
    await host.settle()
    return str(person.screen()[-1].content)


def test_after_the_farewell_no_name_no_number_and_no_id_is_left() -> None:
    async def body(host: Host) -> None:
        path = Path(host.store._path)
        anna, bruno = host.discord.user("Annabella"), host.discord.user("Bruno")
        evening = Evening(host, host.discord.guild("Circolo", anna, bruno).channel("tavoli"), [anna, bruno])
        await evening.begin("fibur", "players=2 hands=1")
        await types(host, anna, "burraco name", name="Annalisa")
        await evening.types(bruno, "match resign")
        await evening.press(bruno, Verb.RESIGN)
        await types(host, anna, "burraco leave")
        id_ = await host.service.person_of("discord", str(anna.account.id))
        host.watch.people[f"discord:{anna.account.id}"] = id_
        words = ["Annabella", "Annalisa", str(anna.account.id), str(anna._where(None).id), id_]
        for word in words:
            assert standing(path, [word]), word
        asked = await types(host, anna, "burraco erase")
        word = re.findall(r"erase (\w+)", asked)[0]
        await types(host, anna, "burraco erase", word=word)
        assert standing(path, words) == []
        await host.heard()
        assert standing(path, words) == []

    run(body)
