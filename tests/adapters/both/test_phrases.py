"""A few phrases are said at the table: a line of its message, no message more, and who wants none reads none."""

from typing import Any

from bot.messages.buttons import Verb
from tests.adapters.both import both
from tests.adapters.both.surface import Kind, Offer, Surface, run

BRAVO = "👏 Bravo!"


def line(here: Surface) -> list[str]:
    """What the table's message says that somebody said."""
    return [one for one in here.text(here.tables()[-1]).splitlines() if BRAVO in one]


def chooses(here: Surface, person: Any, phrase: str) -> Offer:
    """The choice of a phrase in their open menu."""
    wanted = f"{here.label}:0:phrase:{phrase}"
    found = [one for one in here.offered(person) if wanted in (one.data, *(one.values or ()))]
    assert found, [one.data for one in here.offered(person)]
    return found[-1]


@both
def test_a_phrase_is_one_line_of_the_table_until_the_next_turn_has_ended(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await here.two()
        person = await here.match.person_in_turn()
        other = here.other(person)
        messages, log = here.new_messages(), (await here.table()).stage
        await here.tap(other, here.offer(other, Verb.PHRASE))
        await here.tap(other, chooses(here, other, "bravo"))
        await here.settled()
        assert line(here) == [f"{await name(here, other)}: {BRAVO}"]
        assert here.new_messages() == messages  # and so nobody is notified
        assert (await here.table()).stage == log  # it is no play
        assert [one for one in here.offered(other) if one.verb == Verb.CLOSE] == []  # the menu has closed
        await here.turn()
        await here.settled()
        assert len(line(here)) == 1
        await here.turn()
        await here.settled()
        assert line(here) == []
        await here.check_place()

    run(on, body)


async def name(here: Surface, person: Any) -> str:
    """As the table calls them."""
    return next(chair.name for chair in (await here.table()).chairs if chair.name == person_name(person))


def person_name(person: Any) -> str:
    return str(getattr(person.account, "first_name", "") or person.account.name)


@both
def test_one_each_five_seconds_and_only_what_there_is_by_who_sits_there(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await here.two()
        person = await here.match.person_in_turn()
        here.server.clock.freeze()
        await here.says(person, "say", "bravo")
        assert any("5 seconds" in one.text for one in await here.says(person, "say", "wow"))
        other = here.other(person)  # who makes up a button is told what there is
        text = f"{here.label}:0:phrase:I.have.the.Kh"
        answers = await here.forges(other, text, here.private(other)[-1], "Kh")
        assert any("well-played" in one.text for one in answers)
        await here.settled()
        assert len(line(here)) == 1
        stranger = here.person("Zoe")
        here.joins(stranger)
        await here.says(stranger, "say", "bravo", public=True)
        assert len(line(here)) == 1
        assert await name(here, person) in line(here)[0]

    run(on, body)


@both
def test_who_wants_none_reads_none_in_their_own_hand(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await here.two()
        person = await here.match.person_in_turn()
        other = here.other(person)
        await here.says(person, "say", "off")
        await here.says(other, "say", "bravo")
        await here.drawn()
        await here.settled()
        assert len(line(here)) == 1
        assert BRAVO not in here.text(here.playable(person)[-1])
        await here.discards(person)
        await here.says(other, "say", "on")
        await here.settled()

    run(on, body)


@both
def test_the_opener_switches_phrases_off_in_a_match(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await here.two()
        anna, bruno = here.match.people
        answers = await here.says(bruno, "set", "phrases=off", public=True)
        assert any("opened the table" in one.text for one in answers)
        await here.says(anna, "say", "bravo")
        await here.says(anna, "set", "phrases=off", public=True)
        assert not (await here.table()).settings.phrases
        assert any("switched off" in one.text for one in await here.says(bruno, "say", "bravo"))
        for person in (anna, bruno):
            assert [one for one in here.offered(person) if one.verb == Verb.PHRASE] == []
        await here.turn()
        await here.settled()
        assert line(here) == []

    run(on, body)


@both
def test_phrases_cost_the_place_one_change_in_ten_seconds_and_the_last_comes_with_the_next_turn(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await here.two()
        person = await here.match.person_in_turn()
        here.server.clock.freeze()
        await here.settled()
        before = here.changes()
        await here.says(here.other(person), "say", "wow")
        await here.says(person, "say", "bravo")
        await here.settled()
        assert here.changes() <= before + 1
        assert line(here) == []
        await here.turn()
        await here.settled()
        assert len(line(here)) == 1

    run(on, body)
