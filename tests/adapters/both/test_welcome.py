"""Who opens the private chat reads what this is, learns it in a minute, and is dealt a hand at once."""

import pytest

from bot.words.languages import say
from tests.adapters.both import both
from tests.adapters.both.surface import Kind, Surface, run

SEVEN = {"en": "Seven cards in a meld are a burraco", "it": "Sette carte in un gioco fanno burraco"}


@both
@pytest.mark.parametrize("language", ["en", "it"])
def test_who_opens_the_private_chat_is_welcomed_in_their_language_and_can_play_at_once(on: Kind, language: str) -> None:
    async def body(here: Surface) -> None:
        carla = here.person("Carla", language)
        here.gather([carla])

        def times(part: str) -> int:
            """How many messages in their private chat say this."""
            return len([one for one in here.private(carla) if part in here.text(one)])

        await here.comes_in_private(carla)
        assert times(say(language, "welcome.title")) == 1
        await here.comes_in_private(carla)
        assert times(say(language, "welcome.title")) == 1 + here.welcomes_again
        before = len(here.seen(carla))
        await here.says(carla, "minute")
        assert len([text for text in here.seen(carla)[before:] if SEVEN[language] in text]) == 1
        before = len(here.seen(carla))
        await carla.answer(carla.presses(say(language, "button.lesson")))
        await here.host.settle()
        assert len([text for text in here.seen(carla)[before:] if say(language, "lesson.meld") in text]) == 1
        await carla.answer(carla.presses(say(language, "button.play-now")))
        await here.host.settle()
        person = await here.host.service.person_of(here.name, str(carla.id))
        here.match.label = (await here.host.service.backend.tables.of(person))[0].label
        await here.match.dealt()
        assert here.hands(carla)
        heads = [say(language, key).split("[")[0].split(":")[0].split(".")[0] for key in ("hand.wait", "hand.take")]
        assert [one for one in here.hands(carla) if any(head in here.text(one) for head in heads)]
        assert len({one.message.id for one in here.offered(carla)}) >= 2

    run(on, body)
