"""`/burraco hand` where the hand stands: it is shown anew, once."""

from bot.messages.buttons import Verb
from tests.adapters.discord.evening import offers
from tests.adapters.discord.hosting import Host, run
from tests.adapters.discord.test_presses import two
from tests.loopback.discord.people import Person
from tests.loopback.discord.values import Message


def hands(person: Person) -> list[Message]:
    """Those with which somebody can play, in the private chat."""
    return [one for one in person.screen() if Verb.SORT in [offer.verb for offer in offers(one)]]


def test_who_asks_for_the_hand_in_the_private_chat_has_it_below_and_once() -> None:
    async def body(host: Host) -> None:
        evening = await two(host)
        for person in evening.people:
            (before,) = hands(person)
            await evening.types(person, "burraco hand")
            await host.settle()
            (after,) = hands(person)
            assert after.id > before.id
            assert after.receiver is None
            read = [one.content.text for one in person.screen()]
            assert not [text for text in read if "follows for a quarter of an hour" in text]
            assert [text for text in read if f"Here is table {evening.label}" in text]

    run(body)
