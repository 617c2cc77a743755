"""The lesson in the private chat: pictures, plays that are judged, and a table at the end; in both languages."""

from typing import Any

import pytest

from bot.messages.lesson import RIGHT, WRONG
from bot.words.lesson_steps import STEPS
from tests.adapters.both import both
from tests.adapters.both.surface import Kind, Offer, Surface, run

RIGHT_PLAYS = (2, 3, 2, 2, 2, 2)


def play(here: Surface, person: Any, text: str) -> Offer:
    return [one for one in here.offered(person) if one.data.endswith(f":say:{text}")][-1]


@both
@pytest.mark.parametrize("language", ["en", "it"])
def test_a_newcomer_learns_the_game_by_taps_and_then_plays(on: Kind, language: str) -> None:
    async def body(here: Surface) -> None:
        zoe = here.person("Zoe", language)
        here.gather([zoe])
        await here.comes(zoe)
        await here.says(zoe, "lesson")
        await here.tap(zoe, play(here, zoe, "lesson.1.1"))
        await here.settled()
        offer = play(here, zoe, "lesson.1.2")
        assert WRONG in here.text(offer.message)
        assert here.has_picture(offer.message)
        for number, option in enumerate(RIGHT_PLAYS, 1):
            await here.tap(zoe, play(here, zoe, f"lesson.{number}.{option}"))
            await here.settled()
        assert len(RIGHT_PLAYS) == len(STEPS)
        last = play(here, zoe, "play")
        assert RIGHT in here.text(last.message)
        assert ("Il gioco è questo" if language == "it" else "That is the game") in here.text(last.message)
        lessons = [one for one in here.offered(zoe) if ":say:lesson." in one.data]
        assert lessons == []  # one message, and the next takes its place
        await here.tap(zoe, last)
        await here.settled()
        for _ in range(4):  # the cards are dealt
            await here.host.clockwork.fire()
            here.server.clock.advance(1)
            await here.settled()
        assert [one for one in here.private(zoe) if here.has_picture(one)]
        await here.check_eyes()

    run(on, body)
