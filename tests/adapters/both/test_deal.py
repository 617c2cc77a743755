"""Four people play a deal, in two languages, on every platform."""

from bot.messages.buttons import Verb
from bot.tables.table import OVER, PAUSE
from tests.adapters.both import both
from tests.adapters.both.surface import Kind, Surface, run
from tests.adapters.both.test_results import HEX
from tests.scripted import NAMES


@both
def test_four_people_play_a_deal(on: Kind) -> None:
    async def body(here: Surface) -> None:
        people = [here.person(name, "it" if name in ("Bruno", "Carla") else "en") for name in NAMES]
        here.gather(people)
        await here.begin("febur", "")
        before = here.changes()
        for _ in range(4):
            for _ in range(8):
                await here.match.play()
            await here.match.check_hands()
        await here.ends_the_deal()
        assert (await here.table()).phase in (PAUSE, OVER)
        assert here.changes() - before <= here.match.turns + 4
        await here.check_place()
        assert [text for text in map(here.text, here.public()) if HEX.search(text)] == []  # how it was shuffled
        for person in people:  # how it went stands where the hand was, with the way on
            assert Verb.READY in [one.verb for one in here.offered(person)]

    run(on, body)
