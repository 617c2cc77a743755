"""Who erases themselves on Telegram stands nowhere in the database, also after the farewell in their private chat."""

from pathlib import Path

from bot.messages.buttons import Verb
from bot.words.languages import say
from tests.adapters.telegram.evening import Evening
from tests.adapters.telegram.hosting import Host, run
from tests.loopback.telegram.people import Person
from tests.searching import standing


async def writes(host: Host, person: Person, line: str) -> str:
    person.writes(line)
    await host.settle()
    return person.screen()[-1].content.text


def test_after_the_farewell_no_name_no_number_and_no_id_is_left() -> None:
    async def body(host: Host) -> None:
        path = Path(host.store._path)
        anna, bruno = host.telegram.user("Annabella"), host.telegram.user("Bruno")
        evening = Evening(host, host.telegram.group("Sala", anna, bruno), [anna, bruno])
        await evening.begin("fibur players=2 hands=1")
        for line in ("/name Annalisa", "/plan every friday 21:00", "/language it", "/language en", "/plan cancel 1"):
            await writes(host, anna, line)
        await (evening.play if await evening.person_in_turn() is anna else host.settle)()
        bruno.writes("/resign")
        await host.settle()
        await evening.press(bruno, Verb.RESIGN)
        await writes(host, anna, "/leave")
        id_ = await host.service.person_of("telegram", str(anna.id))
        host.watch.people[f"telegram:{anna.id}"] = id_
        words = ["Annabella", "Annalisa", str(anna.id), id_]
        for word in words:
            assert standing(path, [word]), word
        word = (await writes(host, anna, "/erase")).split("/erase ")[1].split()[0].strip("`.")
        farewell = await writes(host, anna, f"/erase {word}")
        assert farewell.startswith(say("en", "erase.done", count=1)[:12])
        assert standing(path, words) == []
        await host.settle()
        assert standing(path, words) == []
        assert "Bruno" in str(standing(path, ["Bruno"]))

    run(body)
