"""Who erases themselves stands nowhere in the database, on every platform, also after the farewell in private."""

import re
from pathlib import Path

import pytest

from bot.boards.forgetting import DELETED
from bot.messages.buttons import Verb
from bot.tables.table import CLOSED
from bot.words.languages import say
from tests.adapters.both import both
from tests.adapters.both.surface import Kind, Surface, run
from tests.searching import standing


@both
def test_after_the_farewell_no_name_no_number_and_no_id_is_left(on: Kind) -> None:
    async def body(here: Surface) -> None:
        path = Path(here.host.store._path)
        anna, bruno = here.person("Annabella"), here.person("Bruno")
        here.gather([anna, bruno])
        await here.begin("fibur", "players=2 hands=1")
        await here.says(anna, "name", "Annalisa")
        await here.says(anna, "plan", "every friday 21:00")
        for language in ("it", "en"):
            await here.says(anna, "language", language)
        await here.says(anna, "plan", "cancel 1")
        await (here.match.play if await here.match.person_in_turn() is anna else here.host.settle)()
        await here.says(bruno, "resign")
        await here.tap(bruno, here.offer(bruno, Verb.RESIGN))
        await here.says(anna, "leave")
        id_ = await here.host.service.person_of(here.name, str(anna.id))
        here.host.watch.people[f"{here.name}:{anna.id}"] = id_
        words = ["Annabella", "Annalisa", *here.traces(anna), id_]
        for word in words:
            assert standing(path, [word]), word
        question = (await here.says(anna, "erase"))[-1].text
        farewell = (await here.says(anna, "erase", re.findall(r"erase (\w+)", question)[0]))[-1].text
        assert farewell.startswith(say("en", "erase.done", count=1)[:12])
        assert standing(path, words) == []
        await here.settled()
        assert standing(path, words) == []
        assert "Bruno" in str(standing(path, ["Bruno"]))

    run(on, body)


@pytest.mark.parametrize("is_gone", [False, True])
@both
def test_what_stands_of_a_match_that_is_over_names_who_erased_themselves_no_more(on: Kind, is_gone: bool) -> None:
    """Nobody sits there any more, and so the table is closed; its last messages are changed, and none is sent anew."""

    async def body(here: Surface) -> None:
        anna, bruno = here.person("Annabella"), here.person("Bruno")
        here.gather([anna, bruno])
        await here.begin("fibur", "players=2 hands=1")
        for _ in range(4):
            await here.match.play()
        await here.says(anna, "resign")
        await here.tap(anna, here.offer(anna, Verb.RESIGN))
        for person in (anna, bruno):
            await here.says(person, "leave")
        assert (await here.table()).phase == CLOSED
        here.host.watch.people[f"{here.name}:{anna.id}"] = await here.host.service.person_of(here.name, str(anna.id))
        before = [here.text(one) for one in here.public()]
        assert len([text for text in before if "Annabella" in text]) == 2
        for message in [one for one in here.public() if is_gone and "Annabella" in here.text(one)]:
            here.deletes(message)
        before = [here.text(one) for one in here.public()]
        question = (await here.says(anna, "erase"))[-1].text
        await here.says(anna, "erase", re.findall(r"erase (\w+)", question)[0])
        await here.settled()
        after = [here.text(one) for one in here.public()]
        assert after == [text.replace("Annabella", DELETED) for text in before]

    run(on, body)
