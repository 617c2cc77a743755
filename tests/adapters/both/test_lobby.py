"""The lobby of a chat: each seat is a button that stays where it is, whoever sits there."""

from typing import Any

import pytest

from bot.durations import SECOND
from bot.gateway.inbound.press_answers import BREATH
from bot.messages.buttons import Ask, Verb
from tests.adapters.both import both
from tests.adapters.both.surface import Kind, Offer, Surface, run

SITS = {"en": "Anna sits there.", "it": "Lì siede Anna."}


def seat(here: Surface, person: Any, letter: str) -> Offer:
    """The button of a seat as it stands there now."""
    wanted = (Ask(Verb.SEAT, letter), Ask(Verb.JOIN, letter))
    return [one for one in here.offered(person, public=True) if one.press.request in wanted][-1]


async def breath(here: Surface) -> None:
    """So long that the next tap is meant."""
    here.host.clock.advance(BREATH / SECOND + 0.1)
    await here.settled()


async def seated(here: Surface) -> list[str]:
    return [chair.name for chair in (await here.table()).chairs]


@pytest.mark.parametrize("language", ["en", "it"])
@both
def test_a_taken_seat_says_who_sits_there_and_is_freed_by_its_owner_alone(on: Kind, language: str) -> None:
    async def body(here: Surface) -> None:
        anna, bruno = [here.person(name, language) for name in ("Anna", "Bruno")]
        here.match = here.gather([anna, bruno])
        await here.open("fibur", "players=4")
        assert await seated(here) == ["Anna", "", "", ""]
        answer = await here.tap(bruno, seat(here, bruno, "N"))
        assert SITS[language] in answer.text
        free = seat(here, bruno, "E")
        await here.press_twice(bruno, free)  # neither frees it again
        assert await seated(here) == ["Anna", "Bruno", "", ""]
        await here.tap(bruno, seat(here, bruno, "E"))  # nor does the third, though the button has changed by now
        assert await seated(here) == ["Anna", "Bruno", "", ""]
        await breath(here)
        taken = seat(here, bruno, "E")
        await here.press_twice(bruno, taken)
        await here.settled()
        assert await seated(here) == ["Anna", "", "", ""]
        await here.tap(anna, seat(here, anna, "E"))  # who sits already moves
        assert await seated(here) == ["", "Anna", "", ""]

    run(on, body)


@pytest.mark.parametrize(("language", "words"), [("en", "has begun"), ("it", "si gioca")])
@both
def test_a_lobby_whose_match_has_begun_says_that_alone(on: Kind, language: str, words: str) -> None:
    async def body(here: Surface) -> None:
        people = [here.person(name, language) for name in ("Anna", "Bruno")]
        here.match = here.gather(people)
        here.lets_direct(people[0])
        await here.comes(people[0])
        await here.says(people[0], "settings", f"language={language}", public=True)
        await here.open("fibur", "players=2")
        lobby = here.tables()[-1]
        await here.tap(people[1], here.offer(people[1], Verb.JOIN, public=True))
        await here.match.start()
        await here.settled_late()
        text = here.text(next(one for one in here.public() if one.id == lobby.id))
        assert words in text
        assert "\n" not in text
        assert here.label in text

    run(on, body)
