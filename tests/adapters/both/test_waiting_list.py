"""Who gets a seat from the waiting list is told in private, and offered there what who sits down is offered."""

from typing import Any

from bot.words.languages import say
from tests.adapters.both import both
from tests.adapters.both.surface import Kind, Offer, Surface, run

OFFER = say("en", "chat.hands-offer-there")


def places(here: Surface, person: Any) -> list[Offer]:
    """The buttons in their private chat that say where their hand is to stand."""
    return [one for one in here.offered(person) if str(getattr(one.press.request, "argument", "")).startswith("hands.")]


@both
def test_who_gets_a_seat_later_has_the_offer_with_the_word_and_once(on: Kind) -> None:
    async def body(here: Surface) -> None:
        anna, bruno, carla = people = [here.person(name) for name in ("Anna", "Bruno", "Carla")]
        here.match = here.gather(people)
        for one in people:
            await here.comes_in_private(one)
        await here.open("fibur", "players=2")
        for one in (bruno, carla):
            await here.says(one, "join", here.label, public=True)
        assert [person for person, _ in (await here.table()).waiting] != []
        assert places(here, carla) == []
        await here.says(bruno, "leave", public=True)
        await here.settled()
        (word,) = [one for one in here.private(carla) if "there is a seat for you" in here.text(one)]
        if not here.answers_alone:  # every hand stands in the private chat
            assert (here.text(word), places(here, carla)) == (
                f"Carla, there is a seat for you at table {here.label}.",
                [],
            )
            return
        assert here.text(word).split("\n") == [f"Carla, there is a seat for you at table {here.label}.", OFFER]
        there, private = places(here, carla)
        assert there.message is private.message is word
        await here.tap(carla, there)
        await here.says(carla, "leave", public=True)
        await here.says(carla, "join", here.label, public=True)
        assert [one for one in here.seen(carla) if say("en", "chat.hands-offer") in one] == []
        for one in (anna, carla):
            await here.says(one, "leave", public=True)

    run(on, body)
