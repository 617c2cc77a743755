"""Whoever opens a table names their friends: each is called once, where and as they may be, and gets no seat by it."""

import asyncio
from pathlib import Path
from typing import Any

from bot.messages.buttons import Verb
from tests.adapters.both import both
from tests.adapters.both.surface import Kind, Surface, run
from tests.watching import Watch


def calls(here: Surface) -> list[list[Any]]:
    """Whom the bot's messages in the place name so that they hear of it; people mention others on their own."""
    own = [one for one in here.public() if not here.text(one).startswith("/")]
    return [found for found in [here.called(one) for one in own] if found]


async def friends(here: Surface, *names: str, language: str = "en") -> list[Any]:
    """People in one place, who have all been heard of by the bot."""
    people = [here.person(name, language) for name in names]
    here.match = here.gather(people)
    for one in people:
        await here.comes(one)
    await here.settled()
    return people


def rung(here: Surface, person: Any) -> int:
    """How often their device has rung in the place for a message that names them."""
    return len([one for one in here.public() if person in here.called(one)])


@both
def test_friends_are_called_once_and_are_on_the_lobby_until_they_sit(on: Kind) -> None:
    async def body(here: Surface) -> None:
        anna, bruno, carla = await friends(here, "Anna", "Bruno", "Carla")
        await here.opens_for(anna, bruno, carla)
        await here.settled()
        assert (rung(here, bruno), rung(here, carla)) == (1, 1)
        assert rung(here, anna) == 0
        lobby = here.tables()[-1]
        assert "Invited: Bruno and Carla. There are seats for you." in here.text(lobby)
        assert [chair.name for chair in (await here.table()).chairs] == ["Anna", "", "", ""]
        rings = len(bruno.notified()), len(carla.notified())
        await here.tap(bruno, here.offer(bruno, Verb.JOIN, public=True))
        await here.settled()
        assert "Invited: Carla. There is a seat for you." in here.text(here.tables()[-1])
        await here.settled_late()
        assert (rings[0], len(carla.notified())) == rings  # nobody hears of it again
        await here.tap(carla, here.offer(carla, Verb.JOIN, public=True))
        await here.settled()
        assert calls(here) == []
        assert "Invited" not in here.text(here.tables()[-1])

    run(on, body)


@both
def test_a_lobby_with_guests_is_posted_once_and_not_edited_before_somebody_does_something(on: Kind) -> None:
    async def body(here: Surface) -> None:
        anna, bruno, carla = await friends(here, "Anna", "Bruno", "Carla")
        before = len(anna.sees(here.place))
        await here.opens_for(anna, bruno, carla)
        await here.settled_late()
        lobby = here.tables()[-1]
        found = [one.kind for one in anna.sees(here.place)[before:] if one.message == lobby.id]
        assert found == ["posted"]
        assert "Invited: Bruno and Carla." in here.text(lobby)
        await here.tap(bruno, here.offer(bruno, Verb.JOIN, public=True))
        await here.settled_late()
        found = [one.kind for one in anna.sees(here.place)[before:] if one.message == lobby.id]
        assert found == ["posted", "edited"]

    run(on, body)


@both
def test_a_guest_who_takes_another_name_is_called_so_in_the_lobby(on: Kind) -> None:
    async def body(here: Surface) -> None:
        anna, bruno = await friends(here, "Anna", "Bruno")
        await here.opens_for(anna, bruno)
        await here.settled()
        assert "Invited: Bruno." in here.text(here.tables()[-1])
        await here.says(bruno, "name", "Brunello")
        await here.settled_late()
        assert "Invited: Brunello." in here.text(here.tables()[-1])
        await here.tap(bruno, here.offer(bruno, Verb.JOIN, public=True))
        await here.says(bruno, "name", "Bruno")
        await here.settled()
        text = here.text(here.tables()[-1])
        assert "Bruno" in text
        assert "Brunello" not in text
        await here.says(bruno, "name", "Nino")
        await here.says(bruno, "leave", here.label, public=True)
        await here.settled_late()
        assert "Invited: Nino." in here.text(here.tables()[-1])

    run(on, body)


@both
def test_a_private_word_comes_to_whom_the_bot_can_write_and_its_button_takes_a_seat(on: Kind) -> None:
    async def body(here: Surface) -> None:
        anna, bruno = await friends(here, "Anna", "Bruno")
        await here.says(bruno, "help")  # by which their private chat is open
        await here.opens_for(anna, bruno)
        await here.settled()
        invitations = [one for one in here.private(bruno) if "Anna invites you to table" in here.text(one)]
        assert len(invitations) == 1
        assert here.label in here.text(invitations[0])
        found = [one for one in here.offered(bruno) if one.message.id == invitations[0].id]
        await here.tap(bruno, found[0])
        await here.settled()
        assert [chair.name for chair in (await here.table()).chairs][:2] == ["Anna", "Bruno"]

    run(on, body)


@both
def test_who_takes_the_seat_in_private_has_their_hand_there_and_is_called_once_a_turn(on: Kind) -> None:
    async def body(here: Surface) -> None:
        anna, bruno = await friends(here, "Anna", "Bruno")
        await here.says(bruno, "help")
        await here.opens_for(anna, bruno, settings="players=2")
        await here.settled()
        (join,) = [one for one in here.offered(bruno) if one.verb == Verb.JOIN]
        await here.taps(bruno, join, 2)
        await here.settled()
        assert "Bruno" in here.text(here.tables()[-1])
        assert (await here.table()).mirrors == ()
        assert [one for one in here.private(bruno) if here.about_table(one, here.label)] == []
        await here.match.start()
        if await here.match.person_in_turn() is anna:
            await here.turn()
        assert len([one for one in here.private(bruno) if here.about_table(one, here.label)]) == 1
        before = len(bruno.notified())
        here.host.clock.advance(11)
        await here.host.clockwork.fire()
        await here.settled()
        assert len(bruno.notified()) == before + 1

    run(on, body)


@both
def test_who_wants_to_be_named_nowhere_is_on_the_lobby_and_is_not_called(on: Kind) -> None:
    async def body(here: Surface) -> None:
        anna, bruno = await friends(here, "Anna", "Bruno")
        await here.says(bruno, "mentions", "off")
        await here.opens_for(anna, bruno)
        await here.settled()
        assert calls(here) == []
        assert "Invited: Bruno." in here.text(here.tables()[-1])

    run(on, body)


@both
def test_whom_nobody_can_invite_is_told_in_a_sentence_each(on: Kind) -> None:
    async def body(here: Surface) -> None:
        anna, bruno, carla = await friends(here, "Anna", "Bruno", "Carla")
        stranger = here.person("Zoe")  # somewhere else
        answers = await here.opens_for(anna, anna, bruno, stranger)
        text = "\n".join(one.text for one in answers)
        assert "You sit at the table already and need no invitation." in text
        assert "Zoe is not here and was not invited." in text
        assert [one.name for one in (await here.table()).invited] == ["Bruno"]
        answers = await here.opens_for(anna, carla, carla)
        assert "Carla is invited once" in "\n".join(one.text for one in answers)
        answers = await here.opens_for(anna, bruno, carla, settings="players=2")
        assert "Carla was not invited: there is only 1 seat beside yours." in "\n".join(one.text for one in answers)
        assert [one.name for one in (await here.table()).invited] == ["Bruno"]

    run(on, body)


@both
def test_friends_who_do_not_come_change_nothing(on: Kind) -> None:
    async def body(here: Surface) -> None:
        anna, bruno, carla = await friends(here, "Anna", "Bruno", "Carla")
        await here.opens_for(anna, bruno, settings="players=2")
        await here.tap(carla, here.offer(carla, Verb.JOIN, public=True))
        await here.settled()
        assert calls(here) == []
        assert "Invited" not in here.text(here.tables()[-1])
        await here.tap(anna, here.offer(anna, Verb.START, public=True))
        await here.settled()
        assert {chair.name for chair in (await here.table()).chairs} == {"Anna", "Carla"}

    run(on, body)


@both
def test_italian_friends_read_it_in_italian(on: Kind) -> None:
    async def body(here: Surface) -> None:
        anna, bruno = await friends(here, "Anna", "Bruno", language="it")
        here.lets_direct(anna)
        await here.says(anna, "settings", "lingua=italiano", public=True)
        await here.opens_for(anna, bruno)
        await here.settled()
        assert "Invito per Bruno: c'è un posto per te." in here.text(here.tables()[-1])
        await here.says(bruno, "help")
        await here.opens_for(anna, bruno)
        await here.settled()
        assert [one for one in here.private(bruno) if "Anna ti invita al tavolo" in here.text(one)]

    run(on, body)


@both
def test_an_invitation_is_good_after_the_host_has_gone_and_come_back(on: Kind, tmp_path: Path) -> None:
    async def main() -> None:
        async with on() as here:
            watch, database = Watch(), tmp_path / "bot.db"
            async with here.hosted(database, watch):
                anna, bruno, carla = await friends(here, "Anna", "Bruno", "Carla")
                await here.says(bruno, "help")
                await here.opens_for(anna, bruno, carla, settings="players=4")
                await here.settled()
                invitation = [one for one in here.offered(bruno) if one.verb == Verb.JOIN][-1]
                rings = {one: len(one.notified()) for one in (bruno, carla)}
                lobbies = len(here.tables())
            async with here.hosted(database, watch):
                await here.settled_late()
                assert {one: len(one.notified()) for one in (bruno, carla)} == rings  # nobody is called again
                assert len(here.tables()) == lobbies
                await here.tap(bruno, invitation)
                await here.says(carla, "name", "Carlotta")
                await here.settled_late()
                assert [chair.name for chair in (await here.table()).chairs][:2] == ["Anna", "Bruno"]
                assert "Invited: Carlotta." in here.text(here.tables()[-1])
                await here.tap(carla, here.offer(carla, Verb.JOIN, public=True))
                await here.settled_late()
                assert "Invited" not in here.text(here.tables()[-1])
                assert "Carlotta" in here.text(here.tables()[-1])
            here.judge()

    asyncio.run(main())


@both
def test_quiet_hours_are_told_as_people_say_times(on: Kind) -> None:
    async def body(here: Surface) -> None:
        anna, bruno = here.person("Anna"), here.person("Bruno", "it")
        here.match = here.gather([anna, bruno])
        for one in (anna, bruno):
            await here.comes(one)
        (answer,) = await here.says(anna, "notify", "on", public=True)
        assert "not while you play, not between 23:00 and 8:00 (/" in answer.text
        assert "notify quiet=22-9 changes that)." in answer.text
        (answer,) = await here.says(anna, "notify", "quiet=0:30-7:05", public=True)
        assert "not between 0:30 and 7:05 (" in answer.text
        (answer,) = await here.says(anna, "notify", "quiet=off", public=True)
        assert "not while you play. /" in answer.text
        (answer,) = await here.says(bruno, "notify", "on", public=True)
        assert "non mentre giochi, non dalle ore 23:00 alle ore 8:00 (con /" in answer.text
        assert "avvisami silenzio=22-9 le cambi)." in answer.text

    run(on, body)
