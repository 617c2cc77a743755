"""A network on which a call fails, or a fifth of all, on every platform: nothing is lost or shown twice."""

from collections import Counter

import pytest

from bot.messages.buttons import Verb
from bot.tables.table import OVER, PAUSE, PLAYING
from engine.actions import DRAW
from tests.adapters.both import both
from tests.adapters.both.surface import Kind, Surface, run
from tests.loopback.faults import Kind as Trouble
from tests.scripted import NAMES


@both
def test_trouble_on_a_fifth_of_all_calls_loses_nothing_and_shows_nothing_twice(on: Kind) -> None:
    async def body(here: Surface) -> None:
        people = [here.person(name) for name in NAMES]
        here.gather(people)
        await here.begin("fibur", "players=4")
        with here.troubled():
            for _ in range(60):
                await here.match.play()
                await here.settled_late()
            assert len(here.server.faults.fired) > 20
        for _ in range(8):
            await here.match.play()
        await here.settled_late()
        assert len(here.tables()) == 1
        await here.match.check_hands()
        assert [len(here.playable(one)) for one in people] == [1] * 4
        assert max(len(here.hands(one)) for one in people) <= 1 + here.tables_in_private
        assert set(Counter(here.posted(people[0])).values()) == {1}

    run(on, body)


@both
def test_a_whole_deal_with_a_fifth_of_all_calls_failing(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await here.two()
        with here.troubled():
            while (await here.table()).phase == PLAYING:
                await here.plays_well()
                await here.settled_late()
            assert len(here.server.faults.fired) > 20
        await here.settled_late()
        table = await here.table()
        assert table.phase in (PAUSE, OVER)
        assert len(table.records) == 1
        for one in here.match.people:  # one message each, with the way on
            assert len(here.hands(one)) == 1
            assert Verb.READY in [offer.verb for offer in here.offered(one)]
        assert 1 <= len(here.tables()) <= 2  # the score, and the deal that has ended

    run(on, body)


@both
@pytest.mark.parametrize("trouble", [Trouble.ERROR, Trouble.GATEWAY, Trouble.DROP, Trouble.FLOOD])
def test_a_refusal_whose_first_answers_fail_is_said_once(on: Kind, trouble: Trouble) -> None:
    async def body(here: Surface) -> None:
        await here.two()
        other = here.other(await here.match.person_in_turn())
        public = here.offer(other, DRAW, public=True)
        here.answers_fail(trouble)
        answer = await here.tap(other, public)
        assert "not your turn" in answer.text
        assert [one.times for one in here.server.faults.active if one.times != 0] == []  # all of it has happened
        assert here.server.faults.fired[0][1] is trouble
        here.check_said_once(other, "not your turn")

    run(on, body)
