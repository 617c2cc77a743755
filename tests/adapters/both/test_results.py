"""The end of a deal and of a match in a chat: one picture with few words, commitments and seeds for who asks for them.

What is over by the next deal is not said there any longer.
"""

import re
from typing import Any

from bot.durations import SECOND
from bot.messages.buttons import Verb
from bot.tables.table import PAUSE, PLAYING
from engine.shuffle import commitment
from tests.adapters.both import both
from tests.adapters.both.surface import Kind, Surface, run
from tests.adapters.both.test_rematch import resigns

HEX = re.compile(r"[0-9a-f]{64}")


@both
def test_a_result_says_who_won_without_a_seed_and_verify_shows_it(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await here.two(settings="players=2 hands=1")
        anna, bruno = here.match.people
        seed = (await here.table()).seed
        promised = commitment(seed)
        answers = await here.says(anna, "verify", here.label, public=True)
        assert HEX.findall(" ".join([one.text for one in answers])) == [promised]
        await resigns(here, bruno)
        (result,) = [text for text in map(here.text, here.public()) if "Anna wins: " in text]
        assert not HEX.search(result)
        before = len(here.seen(anna))
        pressed = await here.tap(anna, here.offer(anna, Verb.VERIFY, public=True))
        words = "\n".join([pressed.text, *here.seen(anna)[before:]])
        assert {promised, seed.hex()} == set(HEX.findall(words))
        before = len(here.seen(anna))
        sheet = await here.tap(anna, here.offer(anna, Verb.SCORE, public=True))
        assert not HEX.search("\n".join([sheet.text, *here.seen(anna)[before:]]))

    run(on, body)


@both
def test_who_presses_verify_is_told_in_their_own_language_whatever_the_place_speaks(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await here.two(settings="players=2 hands=1")
        bruno = here.match.people[1]
        await here.says(bruno, "language", "it")
        await here.ends_the_deal()
        await here.settled()
        before = len(here.seen(bruno))
        pressed = await here.tap(bruno, here.offer(bruno, Verb.VERIFY, public=True))
        words = "\n".join([pressed.text, *here.seen(bruno)[before:]])
        assert "il mazzo era deciso da prima" in words

    run(on, body)


SOON = "The next deal begins in"


async def between_deals(here: Surface) -> Any:
    """A deal is over, as all have agreed; the message that says how it ended."""
    await here.two()
    anna, bruno = here.match.people
    await here.says(anna, "propose", "annul", public=True)
    await here.settled()
    await here.tap(bruno, here.offer(bruno, Verb.AGREE, public=True))
    await here.settled()
    assert (await here.table()).phase == PAUSE
    (result,) = [one for one in here.public() if SOON in here.text(one)]
    return result


async def goes_on(here: Surface) -> None:
    """The pause is over, and the next deal is dealt."""
    for _ in range(3):
        await here.host.clockwork.fire()
        await here.settled()
        here.host.clock.advance((await here.table()).settings.pause / SECOND)
    assert (await here.table()).phase == PLAYING


def buttons_of(here: Surface, message: Any) -> set[Verb | None]:
    anna, _ = here.match.people
    return {one.verb for one in here.offered(anna, public=True) if one.message is message}


def sights_of(here: Surface, message: Any) -> list[Any]:
    """How it has stood on a screen, the newest last."""
    anna, _ = here.match.people
    return [one for one in anna.sees(here.place) if one.message == message.id]


@both
def test_a_result_says_no_longer_when_the_next_deal_begins_once_it_has_begun(on: Kind) -> None:
    async def body(here: Surface) -> None:
        result = await between_deals(here)
        assert buttons_of(here, result) == {Verb.READY, Verb.SCORE, Verb.MOVIOLA, Verb.RECORD, Verb.VERIFY}
        lines = [line for line in here.text(result).split("\n") if SOON not in line]
        await goes_on(here)
        assert here.text(result).split("\n") == lines
        assert buttons_of(here, result) == set()
        assert Verb.SCORE in buttons_of(here, here.tables()[-1])
        await here.turn()
        await here.settled()
        seen = sights_of(here, result)
        assert len({one.picture for one in seen}) == 1
        assert [SOON in one.text for one in seen].count(False) == 1
        assert len([one for one in here.public() if here.text(one).split("\n") == lines]) == 1

    run(on, body)


@both
def test_a_result_that_was_deleted_does_not_come_again_below_the_next_deal(on: Kind) -> None:
    async def body(here: Surface) -> None:
        result = await between_deals(here)
        title, *_ = here.text(result).split("\n")
        here.deletes(result)
        await goes_on(here)
        assert [one for one in here.tables() if Verb.HAND in buttons_of(here, one)]
        assert [one for one in here.public() if here.text(one).startswith(title)] == []

    run(on, body)
