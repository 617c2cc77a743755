"""A place where nothing can be written any more, on every platform: players are told, and the game goes on."""

import pytest

from tests.adapters.both import both
from tests.adapters.both.surface import Kind, Surface, run

LOST = "can no longer write"


@both
@pytest.mark.parametrize("removed", [False, True])
def test_a_place_that_is_lost_is_told_to_the_players_once_and_shown_again_when_it_is_back(
    on: Kind, removed: bool
) -> None:
    """The bot may not write there any more, or is removed."""

    async def body(here: Surface) -> None:
        await here.two()
        await (here.removes() if removed else here.silences())
        person = await here.match.person_in_turn()
        await here.asks_for_table(person)
        stage = (await here.table()).stage
        for _ in range(6):
            person, now = await here.match.person_in_turn(), (await here.table()).stage
            mine = [one for one in here.offered(person) if one.press.stage == now]
            plays = [one for one in mine if one.verb is None]  # the last of them discards
            await here.tap(person, plays[-1])
        assert (await here.table()).stage > stage
        for person in here.match.people:
            notices, hands = [one for one in here.private(person) if LOST in here.text(one)], here.hands(person)
            assert len([one for one in notices if one not in hands]) == 1
            assert hands
            assert [one for one in hands if one not in notices] == []  # as long as it is true
            assert [one for one in hands if removed and here.leads_to_place(one)] == []
        await (here.adds() if removed else here.lets_speak())
        assert len(here.tables()) == 1
        for person in here.match.people:
            assert [one for one in here.hands(person) if LOST in here.text(one)] == []
        table = await here.table()
        assert f"{table.chair(table.in_turn).name}'s turn: " in here.text(here.tables()[-1])

    run(on, body)
