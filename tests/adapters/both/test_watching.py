"""Who does not sit at a table watches it in private: what everybody may see, and what happened since they looked."""

from typing import Any

from bot.messages.buttons import Verb
from tests.adapters.both import both
from tests.adapters.both.surface import Kind, Offer, Surface, run


async def stranger(here: Surface) -> Any:
    """Somebody in the place who does not sit there, and whose private chat is open."""
    zoe = here.person("Zoe")
    here.joins(zoe)
    await here.comes(zoe)
    return zoe


def latest(here: Surface, person: Any) -> Offer:
    """The newest button *Since I looked* on their screen, wherever it stands."""
    found = [*here.offered(person), *here.offered(person, public=True)]
    return [one for one in found if one.verb == Verb.LOOK and ":look:" in one.data][-1]


@both
def test_who_watches_sees_the_table_alone_and_what_happened_since(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await here.two()
        zoe = await stranger(here)
        messages, place = len(here.public()), [here.text(one) for one in here.public()]
        await here.tap(zoe, here.offer(zoe, Verb.LOOK, public=True))
        await here.settled()
        assert [here.text(one) for one in here.public()][:messages] == place
        first = latest(here, zoe)
        assert here.label in here.text(first.message)
        assert {one.verb for one in here.offered(zoe) if one.message is first.message} <= {Verb.LOOK, Verb.RULES}
        await here.turn()
        await here.tap(zoe, first)
        await here.settled()
        text = here.text(latest(here, zoe).message)
        assert " draws" in text
        await here.tap(zoe, latest(here, zoe))
        await here.settled()
        assert "Nothing new since you looked" in here.text(latest(here, zoe).message)
        await here.check_eyes()
        await here.check_place()

    run(on, body)


@both
def test_who_watches_looks_again_by_the_command_alone(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await here.two()
        zoe = await stranger(here)
        await here.says(zoe, "look")
        assert "new opens a table." in here.seen(zoe)[-1]
        await here.tap(zoe, here.offer(zoe, Verb.LOOK, public=True))
        await here.settled()
        await here.turn()
        await here.says(zoe, "look")
        await here.settled()
        text = here.text(latest(here, zoe).message)
        assert here.label in text
        assert "not at any table" not in here.seen(zoe)[-1]
        await here.says(zoe, "table")
        await here.settled()
        assert "not at any table" not in here.seen(zoe)[-1]
        await here.check_eyes()

    run(on, body)


@both
def test_who_sits_there_gets_the_table_as_it_is_and_no_hand(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await here.two()
        person = await here.match.person_in_turn()
        await here.tap(person, here.offer(person, Verb.LOOK, public=True))
        await here.settled()
        message = latest(here, person).message
        assert here.label in here.text(message)
        await here.check_eyes()

    run(on, body)


@both
def test_who_asks_in_private_for_a_table_of_others_gets_none_of_the_buttons_of_those_who_play(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await here.two(settings="players=2 hands=1")
        zoe = await stranger(here)
        anna, bruno = here.match.people

        async def verbs() -> set[Verb | None]:
            """What is offered below the table that they ask for now."""
            before = {one.message.id for one in here.offered(zoe)}
            await here.says(zoe, "table", here.label)
            await here.settled()
            return {one.verb for one in here.offered(zoe) if one.message.id not in before}

        upright = {Verb.SAY} if here.name == "discord" else set()  # where tables are wide, until one chooses
        assert await verbs() == {Verb.SCORE, Verb.RULES, Verb.LOOK} | upright
        await here.turn()
        await here.says(anna, "propose", "undo")
        await here.settled()
        assert Verb.AGREE in {one.verb for one in [*here.offered(anna), *here.offered(bruno)]}
        assert await verbs() == {Verb.SCORE, Verb.RULES, Verb.LOOK} | upright

    run(on, body)
