"""What was deleted before anybody noticed is sent anew, once, on every platform."""

from engine.actions import DRAW
from tests.adapters.both import both
from tests.adapters.both.surface import Kind, Surface, run


@both
def test_a_table_and_a_hand_that_were_deleted_are_sent_anew(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await here.two()
        here.deletes(here.tables()[-1])
        await here.turn()
        assert len(here.tables()) == 1
        assert here.about_table(here.public()[-1], here.label)
        person = await here.match.person_in_turn()
        here.deletes(here.hands(person)[-1])
        await here.tap(person, here.offer(person, DRAW, public=True))
        assert len(here.hands(person)) == 1
        await here.discards(person)
        assert await here.match.person_in_turn() is not person

    run(on, body)
