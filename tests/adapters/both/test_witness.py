"""The check of what everybody saw finds what it is there for, on every platform: each leak is planted, and caught."""

from typing import Any

import pytest

from bot.messages.buttons import Verb
from tests.adapters.both import both
from tests.adapters.both.surface import Kind, Surface, run


@pytest.mark.parametrize("together", [False, True])
@both
def test_a_leak_of_any_kind_is_caught(on: Kind, together: bool) -> None:
    """`together`: what leaks has the table above the hand."""

    async def body(here: Surface) -> None:
        await here.two()
        here.answers_by_alert()
        if together:
            await here.says(await here.match.person_in_turn(), "hands", "together")
            await here.settled()
        own = await here.drawn()
        await here.settled()
        answer = await here.tap(own, here.offer(own, Verb.HAND, public=True))
        await here.check_eyes()
        assert here.host.watch.read >= 3
        assert here.host.watch.judged > 2
        leaks, harmless = here.planted(own, here.other(own), answer.text)
        assert len(leaks) >= 7
        for person, sight in leaks:
            await caught(here, person, sight)
        for sight in harmless:
            here.sights(own).append(sight)
            await here.check_eyes()

    async def caught(here: Surface, person: Any, sight: Any) -> None:
        seen = here.sights(person)
        seen.append(sight)
        with pytest.raises(AssertionError):
            await here.check_eyes()
        seen.remove(sight)

    run(on, body)
