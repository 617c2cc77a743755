"""A fault of ours is told to whoever wrote or pressed, in their language: nobody waits for an answer in vain."""

import pytest

from bot.adapters.discord.responder import DiscordResponder
from bot.adapters.telegram.responder import TelegramResponder
from bot.messages.buttons import Verb
from bot.requests.answer import Answer
from bot.requests.request_context import RequestContext
from bot.requests.requests import Request
from tests.adapters.both import both
from tests.adapters.both.surface import Kind, Surface, run

IN_ENGLISH = "Something went wrong on my side"
IN_ITALIAN = "Qualcosa è andato storto da parte mia"


def breaks(here: Surface) -> None:
    """Whatever is asked of the host from now on finds a fault of ours."""

    async def fails(_context: RequestContext, _request: Request) -> Answer:
        raise OverflowError("date value out of range")

    here.host.service.carry_out = fails


@both
def test_a_fault_of_ours_is_told_to_who_wrote_or_pressed(on: Kind, caplog: pytest.LogCaptureFixture) -> None:
    async def body(here: Surface) -> None:
        await here.two()
        person = await here.match.person_in_turn()
        breaks(here)
        for public in (False, True):
            (answer,) = await here.says(person, "pause", public=public)
            assert IN_ENGLISH in answer.text
        answer = await here.tap(person, here.offer(person, Verb.SORT))
        assert IN_ENGLISH in answer.text
        assert "nothing was changed" not in answer.text  # which nobody knows

    run(on, body)
    assert "OverflowError" in caplog.text


def cannot_answer(here: Surface, patch: pytest.MonkeyPatch) -> None:
    """What is done is done, and the words for it cannot be made."""

    async def fails(*_facts: object, **_by_name: object) -> None:
        raise OverflowError("date value out of range")

    for one in ("_press_in_group", "_press_in_private", "_answer_line") if here.name == "telegram" else ("answer",):
        patch.setattr(TelegramResponder if here.name == "telegram" else DiscordResponder, one, fails)


@both
def test_an_answer_that_cannot_be_made_is_told_to_be_our_fault(on: Kind, caplog: pytest.LogCaptureFixture) -> None:
    async def body(here: Surface) -> None:
        await here.two()
        person = await here.match.person_in_turn()
        with pytest.MonkeyPatch.context() as patch:
            cannot_answer(here, patch)
            for public in (False, True):
                answers = await here.says(person, "tables", public=public)
                assert [one for one in answers if IN_ENGLISH in one.text]
            for public, verb in ((True, Verb.HAND), (True, Verb.SCORE)):
                answer = await here.tap(person, here.offer(person, verb, public=public))
                assert IN_ENGLISH in answer.text
        await here.turn()

    run(on, body)
    assert "OverflowError" in caplog.text


@both
def test_a_fault_of_ours_is_told_in_the_readers_language(on: Kind) -> None:
    async def body(here: Surface) -> None:
        here.match = here.gather([here.person("Anna", "it"), here.person("Bruno", "it")])
        await here.begin("fibur", "players=2")
        breaks(here)
        (answer,) = await here.says(here.match.people[0], "pause")
        assert IN_ITALIAN in answer.text

    run(on, body)
