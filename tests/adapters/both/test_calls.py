"""A live table names in the channel whom it waits for, once, and takes it away as soon as they act."""

from typing import Any

from bot.gateway.outbound.recipients import BELIEVED
from bot.messages.buttons import Verb
from engine.actions import DRAW
from tests.adapters.both import both
from tests.adapters.both.on_telegram import telegram
from tests.adapters.both.surface import Kind, Surface, run


async def silence(here: Surface, seconds: float) -> None:
    """Nobody does anything for so long."""
    here.host.clock.advance(seconds)
    await here.host.clockwork.fire()
    await here.settled()


def calls(here: Surface) -> list[list[Any]]:
    """Whom the messages in the place name so that they hear of it."""
    return [found for found in [here.called(one) for one in here.public()] if found]


@both
def test_who_is_waited_for_is_called_once_and_until_they_act(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await here.two()
        assert calls(here) == []
        await silence(here, 10.1)
        person = await here.match.person_in_turn()
        assert calls(here) == [[person]]
        assert here.label in here.text(here.public()[-1])
        await silence(here, 20)
        assert calls(here) == [[person]]  # never twice for one turn
        await here.tap(person, here.offer(person, DRAW, public=True))
        await here.settled()
        assert calls(here) == []
        await silence(here, 20)
        assert calls(here) == []
        await here.discards(person)
        await here.settled()
        await silence(here, 10.1)
        assert calls(here) == [[here.other(person)]]
        await here.check_place()

    run(on, body)


def test_of_two_with_one_name_the_call_says_which_is_meant() -> None:
    """On Telegram, where a name is what the host writes; Discord writes it itself."""

    async def body(here: Surface) -> None:
        here.match = here.gather([here.person("Anna"), here.person("Anna")])
        await here.begin("fibur", "players=2")
        texts = []
        for _ in range(2):
            await silence(here, 10.1)
            person = await here.match.person_in_turn()
            texts.append(here.text(next(one for one in here.public() if here.called(one) == [person])))
            await here.turn()
            await here.settled()
        assert sorted(text.partition(":")[0] for text in texts) == ["Anna", "Anna (2)"]

    run(telegram, body)


@both
def test_over_days_a_turn_that_begins_rings_in_private_once_and_in_no_channel(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await here.two(settings="players=2 days=2 quiet=off")
        first = await here.turn()
        await here.settled()
        second = here.other(first)
        before = len(first.notified()), len(second.notified())
        assert (await here.match.person_in_turn()) is second
        await silence(here, 10.1)
        assert (len(first.notified()), len(second.notified())) == (before[0], before[1] + 1)
        assert "Your turn: " in here.text(here.playable(second)[-1])
        assert calls(here) == []
        await here.tap(second, here.offer(second, DRAW))
        await silence(here, 60)
        assert len(second.notified()) == before[1] + 1
        await here.discards(second)
        await here.settled()
        await silence(here, 10.1)
        assert len(first.notified()) == before[0] + 1

    run(on, body)


@both
def test_over_days_nobody_rings_who_handles_their_cards(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await here.two(settings="players=2 days=2 quiet=off")
        first = await here.turn()
        second = here.other(first)
        before = len(second.notified())
        await silence(here, 9)
        await here.tap(second, here.offer(second, Verb.SORT))
        await silence(here, 2)
        assert len(second.notified()) == before

    run(on, body)


@both
def test_who_was_named_in_the_channel_does_not_hear_of_the_same_silence_again_until_the_late_reminder(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await here.two()
        person = await here.match.person_in_turn()
        before = len(person.notified())
        await silence(here, 10.1)
        assert len(person.notified()) - before == 1
        await silence(here, 50)  # the minute of the private reminder
        assert (await here.table()).pinged >= 0
        assert len(person.notified()) - before == 1
        await silence(here, 121)  # half-way to the offer of a stand-in
        assert len(person.notified()) - before == 2

    run(on, body)


@both
def test_who_wants_no_mention_hears_of_the_private_reminder(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await here.two()
        person = await here.match.person_in_turn()
        await here.says(person, "mentions", "off")
        before = len(person.notified())
        await silence(here, 10.1)
        assert len(person.notified()) == before
        await silence(here, 50)
        assert len(person.notified()) - before == 1

    run(on, body)


@both
def test_nobody_is_called_while_they_tick_their_cards(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await here.two()
        person = await here.drawn()
        await silence(here, 9)
        await here.tap(person, here.offer(person, Verb.SORT))
        await silence(here, 2)
        assert calls(here) == []

    run(on, body)


@both
def test_who_has_left_the_place_is_soon_called_there_no_more(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await here.two()
        leaver = await here.match.person_in_turn()
        await silence(here, 10.1)
        assert calls(here) == [[leaver]]
        await here.turn()
        here.leaves(leaver)
        here.host.clock.advance(BELIEVED / 1000)
        await here.turn()
        await here.settled()
        assert (await here.match.person_in_turn()) is leaver
        await silence(here, 10.1)
        assert (await here.table()).mentioned >= 0
        assert calls(here) == []
        assert not [one for one in here.public() if "it is your turn" in here.text(one)]

    run(on, body)


@both
def test_who_wants_none_of_it_is_not_called(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await here.two()
        person = await here.match.person_in_turn()
        await here.says(person, "mentions", "off")
        await silence(here, 10.1)
        assert calls(here) == []
        await here.says(person, "mentions", "on")
        await here.tap(person, here.offer(person, DRAW, public=True))
        await here.discards(person)
        await here.settled()
        await silence(here, 10.1)
        assert calls(here) == [[here.other(person)]]

    run(on, body)


@both
def test_a_request_calls_who_has_not_answered(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await here.two()
        person = await here.match.person_in_turn()
        await here.says(person, "propose", "annul", public=True)
        await here.settled()
        await silence(here, 10.1)
        assert calls(here) == [[here.other(person)]]
        await here.tap(here.other(person), here.offer(here.other(person), Verb.REFUSE, public=True))
        await here.settled()
        assert [one for one in calls(here) if one != [person]] == []

    run(on, body)


@both
def test_a_silence_that_lets_others_play_on_is_told_with_one_time(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await here.two()
        for seconds in (61, 60, 60):
            await silence(here, seconds)
        assert "has been waiting for" in here.text(here.tables()[-1])
        await silence(here, 60)
        await silence(here, 61)
        assert "has been silent for 5 minutes" in here.text(here.tables()[-1])
        assert "has been waiting for" not in here.text(here.tables()[-1])

    run(on, body)


@both
def test_who_plays_or_has_come_back_is_told_no_longer_how_long_they_were_waited_for(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await here.two()
        person = await here.match.person_in_turn()
        for seconds in (61, 60, 60):
            await silence(here, seconds)
        assert "has been waiting for" in here.text(here.tables()[-1])
        await here.drawn()
        await here.settled()
        assert "has been waiting for" not in here.text(here.playable(person)[-1])
        await here.says(person, "leave", here.label, public=True)
        await here.says(person, "return", here.label, public=True)
        await here.settled()
        assert "has been waiting for" not in here.text(here.tables()[-1])

    run(on, body)
