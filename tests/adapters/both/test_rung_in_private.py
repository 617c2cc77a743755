"""What somebody waits for, or is asked, makes their device ring in their private chat; what they did does not."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from bot.messages.buttons import Verb
from bot.requests.opening_news import Wishes
from bot.tables.table import Settings
from bot.words.languages import say
from tests.adapters.both import both
from tests.adapters.both.surface import Kind, Surface, run
from tests.adapters.both.test_calls import silence
from tests.adapters.both.test_rematch import resigns


def rung(here: Surface, person: Any) -> list[str]:
    """What their device has rung for in their private chat."""
    return [here.plain(one.text) for one in person.sees(person.dm) if one.notified]


async def gathered(here: Surface, *names: str) -> list[Any]:
    """People in one place, whom the bot can write to."""
    people = [here.person(name) for name in names]
    here.match = here.gather(people)
    for one in people:
        await here.comes(one)
        await here.says(one, "help")
    await here.settled()
    return people


@both
def test_a_game_that_opens_rings_for_who_wants_to_hear_of_it_and_not_in_their_quiet_hours(on: Kind) -> None:
    async def body(here: Surface) -> None:
        anna, bruno, carla = await gathered(here, "Anna", "Bruno", "Carla")
        hour = datetime.fromtimestamp(here.host.door.clock() / 1000, ZoneInfo(Settings().zone)).hour
        since, until = f"{(hour - 1) % 24}:00", f"{(hour + 2) % 24}:00"
        for person, quiet, words in ((bruno, "off", ""), (carla, f"{since}-{until}", f"between {since} and {until}")):
            await here.says(person, "notify", "on", public=True)
            (answer,) = await here.says(person, "notify", f"quiet={quiet}", public=True)
            assert words in answer.text
        await here.opens_for(anna)
        await here.host.service.opening_news.settle()
        await here.settled()
        assert len([one for one in rung(here, bruno) if "Anna has opened table" in one]) == 1
        assert rung(here, carla) == rung(here, anna) == []

    run(on, body)


@both
def test_who_has_left_the_place_hears_no_more_of_its_games(on: Kind) -> None:
    async def body(here: Surface) -> None:
        anna, bruno, carla = await gathered(here, "Anna", "Bruno", "Carla")
        for person in (bruno, carla):
            await here.says(person, "notify", "on", public=True)
            await here.says(person, "notify", "quiet=off", public=True)
        here.leaves(bruno)
        await here.settled()
        await here.opens_for(anna)
        await here.host.service.opening_news.settle()
        await here.settled()
        rings = [[one for one in rung(here, who) if "Anna has opened table" in one] for who in (bruno, carla)]
        assert (len(rings[0]), len(rings[1])) == (0, 1)
        people = here.host.service.backend.people
        row = await people.person(await here.host.service.person_of(here.name, str(bruno.id)))
        assert Wishes.of(row.settings).channels == ()

    run(on, body)


@both
def test_who_is_invited_in_the_place_is_not_rung_in_private_too(on: Kind) -> None:
    async def body(here: Surface) -> None:
        anna, bruno = await gathered(here, "Anna", "Bruno")
        await here.opens_for(anna, bruno)
        await here.settled()
        assert [one for one in here.private(bruno) if "Anna invites you" in here.text(one)]
        assert rung(here, bruno) == []

    run(on, body)


@both
def test_a_rematch_that_somebody_wants_rings_for_the_others_once(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await here.two()
        anna, bruno = here.match.people
        await resigns(here, anna)
        before = len(rung(here, anna)), len(rung(here, bruno))
        await here.tap(bruno, here.offer(bruno, Verb.REMATCH))
        await here.settled()
        assert len(rung(here, bruno)) == before[1]
        (ring,) = rung(here, anna)[before[0] :]
        assert "Bruno would like a rematch" in ring

    run(on, body)


@both
def test_who_gets_a_seat_that_they_waited_for_is_rung(on: Kind) -> None:
    async def body(here: Surface) -> None:
        anna, bruno, carla = await gathered(here, "Anna", "Bruno", "Carla")
        await here.opens_for(anna, settings="players=2")
        for person in (bruno, carla):
            await here.tap(person, here.offer(person, Verb.JOIN, public=True))
        await here.settled()
        assert rung(here, carla) == []
        await here.tap(bruno, here.offer(bruno, Verb.LEAVE, public=True))
        await here.settled()
        (ring,) = rung(here, carla)
        assert "Carla, there is a seat for you" in ring
        assert rung(here, bruno) == []

    run(on, body)


async def lets_a_computer_play(here: Surface) -> tuple[Any, Any]:
    """Who is silent until the other lets a computer play for them, and the other."""
    away = await here.match.person_in_turn()
    other = here.other(away)
    while (await here.table()).offered < 0:
        await silence(here, 30)
    await here.tap(other, here.offer(other, Verb.STANDIN, public=True))
    await here.settled()
    return away, other


@both
def test_a_stand_in_at_a_live_table_rings_once_for_whose_seat_it_takes(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await here.two()
        away = await here.match.person_in_turn()
        while (await here.table()).offered < 0:
            await silence(here, 30)
        before = len(rung(here, away)), len(rung(here, here.other(away)))
        await lets_a_computer_play(here)
        (ring,) = rung(here, away)[before[0] :]
        assert say("en", "hand.computer-plays") in ring
        await silence(here, 30)
        assert (len(rung(here, away)), len(rung(here, here.other(away)))) == (before[0] + 1, before[1])
        await here.says(away, "return", here.label)
        await here.settled()
        assert len(rung(here, away)) == before[0] + 1

    run(on, body)


@both
@pytest.mark.parametrize("settings", ["players=2", "players=2 days=2 quiet=off"])
def test_who_leaves_a_table_is_not_rung_for_it(on: Kind, settings: str) -> None:
    async def body(here: Surface) -> None:
        await here.two(settings=settings)
        away = await here.match.person_in_turn()
        before = len(rung(here, away))
        await here.says(away, "leave", here.label)
        await here.settled()
        assert len((await here.table()).people) == 1
        assert len(rung(here, away)) == before
        await here.says(away, "return", here.label)
        await here.settled()
        assert len((await here.table()).people) == 2
        assert len(rung(here, away)) == before

    run(on, body)


@both
def test_a_seat_that_is_given_away_rings_once_for_who_had_it_and_for_who_has_it_now(on: Kind) -> None:
    async def body(here: Surface) -> None:
        anna, bruno, carla = await gathered(here, "Anna", "Bruno", "Carla")
        await here.opens_for(anna, settings="players=2")
        for person in (bruno, carla):
            await here.tap(person, here.offer(person, Verb.JOIN, public=True))
        await here.match.start()
        if (await here.match.person_in_turn()) is anna:
            await here.turn()
        assert (await here.match.person_in_turn()) is bruno
        while (await here.table()).offered < 0:
            await silence(here, 30)
        before = [len(rung(here, one)) for one in (anna, bruno, carla)]
        seat = (await here.table()).in_turn
        await here.says(anna, "replace", seat, public=True)
        await here.settled()
        assert len((await here.table()).people) == 2
        rings = [rung(here, one)[count:] for one, count in zip((anna, bruno, carla), before, strict=True)]
        assert [len(one) for one in rings] == [0, 1, 1]
        assert "Carla" in rings[1][0]
        assert "there is a seat for you" in rings[2][0]

    run(on, body)


@both
def test_a_match_that_goes_on_by_itself_after_days_rings_for_both(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await here.two()
        anna, bruno = here.match.people
        await here.says(anna, "propose", "adjourn", "1", public=True)
        await here.says(bruno, "agree", public=True)
        assert (await here.table()).adjourned
        before = len(rung(here, anna)), len(rung(here, bruno))
        here.host.clock.advance(24 * 60 * 60 + 1)
        await here.host.clockwork.fire()
        await here.settled()
        assert not (await here.table()).paused
        assert (len(rung(here, anna)), len(rung(here, bruno))) == (before[0] + 1, before[1] + 1)

    run(on, body)
