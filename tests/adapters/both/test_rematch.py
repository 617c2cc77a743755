"""A rematch, on every platform: who wants it is told that it is noted, the others read of it and may want it, too."""

from typing import Any

from bot.messages.buttons import Verb
from bot.tables.table import OVER, PAUSE, PLAYING
from tests.adapters.both import both
from tests.adapters.both.surface import Kind, Surface, run

SOON = "a new match begins in 1 minute"
LEAVE = "Leave the table if you do not want it"


async def resigns(here: Surface, person: Any) -> None:
    """They write that they give up, and answer the question whether they mean it, wherever it was asked."""
    await here.says(person, "resign", public=True)
    assert (await here.table()).phase == PLAYING
    buttons = [*here.offered(person), *here.offered(person, public=True)]
    await here.tap(person, [one for one in buttons if one.verb == Verb.RESIGN][-1])
    await here.settled()
    assert (await here.table()).phase == OVER


async def fires(here: Surface) -> None:
    """Whatever is due by now happens, and what is due by that."""
    for _ in range(3):
        await here.host.clockwork.fire()
        await here.host.settle()


@both
def test_who_writes_that_they_give_up_is_asked_first_and_has_lost(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await here.two(settings="players=2 hands=1")
        anna, _ = here.match.people
        await resigns(here, anna)
        score = here.text(here.tables()[-1])
        assert "Bruno wins: Anna gave up the match." in score
        assert "0 VP" in next(line for line in score.split("\n") if line.startswith("Anna"))

    run(on, body)


@both
def test_a_rematch_takes_the_buttons_of_the_result_and_is_announced(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await here.two()
        anna, bruno = here.match.people
        await resigns(here, bruno)
        (sheet,) = here.tables()
        await here.tap(bruno, here.offer(bruno, Verb.REMATCH, public=True))
        assert not here.about_table(sheet, "")
        assert [one for one in here.private(anna) if SOON in here.text(one)]
        await fires(here)
        assert (await here.table()).phase == PAUSE
        (announced,) = here.tables()
        assert LEAVE in here.text(announced)
        assert "Bruno would like a rematch." in here.text(announced)
        assert "Bruno would like a rematch." in here.text(here.private(anna)[-1])
        offered = [one for one in here.offered(anna, public=True) if one.message is announced]
        assert {one.verb for one in offered} == {Verb.REMATCH, Verb.LEAVE, Verb.VERIFY}
        answer = await here.says(anna, "rematch", public=True)
        assert "All right: everyone wants it, and the rematch begins at once." in [one.text for one in answer]
        await fires(here)
        assert (await here.table()).phase == PLAYING

    run(on, body)


@both
def test_who_wants_a_rematch_is_told_that_it_is_noted(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await here.two()
        anna, bruno = here.match.people
        await resigns(here, anna)
        answer = await here.tap(bruno, here.offer(bruno, Verb.REMATCH))
        assert answer.text == "All right. The rematch begins in 1 minute, or as soon as everyone wants it."
        assert LEAVE in here.text(here.private(anna)[-1])
        assert "rematch" in here.text(here.private(anna)[-1])
        await here.tap(bruno, here.offer(bruno, Verb.REMATCH))
        assert len([one for one in here.private(anna) if "rematch" in here.text(one)]) == 1
        await fires(here)
        await here.tap(anna, here.offer(anna, Verb.REMATCH, public=True))
        await fires(here)
        assert (await here.table()).phase == PLAYING

    run(on, body)


@both
def test_who_reads_of_a_rematch_in_private_wants_it_by_the_button_there(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await here.two()
        anna, bruno = here.match.people
        await resigns(here, bruno)
        await here.tap(bruno, here.offer(bruno, Verb.REMATCH, public=True))
        await here.settled()
        question = [one for one in here.private(anna) if SOON in here.text(one)][-1]
        (button,) = [one for one in here.offered(anna) if one.message is question]
        assert button.verb == Verb.REMATCH
        await here.taps(anna, button, 2)
        await fires(here)
        assert (await here.table()).phase == PLAYING
        began = await here.table()
        await here.tap(anna, button)  # it is past, and changes nothing
        assert await here.table() == began

    run(on, body)


@both
def test_whose_seat_a_computer_holds_is_told_so_when_they_want_a_rematch(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await here.two()
        anna, bruno = here.match.people
        await here.says(anna, "leave", public=True)
        await resigns(here, bruno)
        answer = await here.says(anna, "rematch", public=True)
        assert "a computer player plays in your seat" in answer[-1].text

    run(on, body)
