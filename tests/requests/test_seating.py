"""Who comes to which table: from any channel, off the waiting list, at a rematch, in another's place."""

import asyncio
import dataclasses

import pytest

from bot.gateway.inbound.parser import parse_line
from bot.gateway.inbound.responses import answer_message
from bot.host.ports import Person
from bot.messages.buttons import decode, encode
from bot.messages.message import Row
from bot.requests.answer import Answer, GivesSeat, Readers
from bot.requests.invitations import Accept, Invite
from bot.requests.linking import Link, UseLink
from bot.requests.openings import Open, Play, Watch
from bot.requests.people import Introduce, People
from bot.requests.seating import Find, Join, NextTable, Replace, Seatings, seat_wanted
from bot.requests.table_commands import Do
from bot.tables.lobby import MOST_MIRRORS, seats_mark
from bot.tables.log import fold
from bot.tables.table import CLOSED, LOBBY, OVER, PAUSE, PLAYING, Chair, Settings, Table, open_table
from bot.views.display_names import told_apart
from engine.rules import RULE_SETS
from tests.requests.serving import BOT, World, run

ONE_DEAL = "rules=fitab hands=2 pace=0 pause=0"


async def four(world: World, channel: str = "", options: str = "") -> tuple[Table, list[str]]:
    """A table with four people in its lobby."""
    people = await world.people(4)
    table = await world.open(people[0], channel, options)
    for person in people[1:]:
        assert (await world.join(person, table)).done
    return await world.now_of(table), people


# --- by a link -------------------------------------------------------------------------------------------------------


def test_an_invitation_seats_one_person_once() -> None:
    async def work(world: World) -> None:
        anna, bruno, carla = await world.people(3)
        table = await world.open(anna)
        key = await world.service.table_of(table.label)
        invitation = str((await world.done(anna, Invite(key, "S"))).json["invitation"])
        assert (await world.do(anna, Accept(invitation))).words == "You already have a seat here."
        assert (await world.do(bruno, Accept(invitation))).done
        assert (await world.do(bruno, Accept(invitation))).done  # the same link, opened again
        late = await world.do(carla, Accept(invitation))
        assert (late.done, late.table) == (False, key)
        assert "already used this link" in late.words
        await world.done(bruno, Do(key, "leave", "away"))
        assert not (await world.do(carla, Accept(invitation))).done  # used up all the same
        assert (await world.now_of(table)).chair("S").person == ""

    run(work)


def test_whether_an_invitation_leads_to_a_place_is_told_before_anybody_sits_down() -> None:
    async def work(world: World) -> None:
        anna, bruno, carla = await world.people(3)
        table = await world.open(anna)
        key = await world.service.table_of(table.label)
        invitation = str((await world.done(anna, Invite(key, "S"))).json["invitation"])
        question = Accept(invitation, asks=True)
        there = await world.do(bruno, question)
        name = next(chair.name for chair in (await world.now_of(table)).chairs if chair.person)
        assert (there.done, there.words) == (True, f"A seat for you at table {table.label}, with {name}")
        assert (await world.now_of(table)).chair("S").person == ""
        await world.done(bruno, Accept(invitation))
        assert (await world.do(bruno, question)).done  # their own
        late = await world.do(carla, question)
        assert (late.done, late.table) == (False, key)
        assert "already used this link" in late.words
        await world.done(anna, Do(key, "start", "now", sure=True))
        assert "begun" in (await world.do(carla, question)).words
        assert (await world.do(bruno, question)).done  # who sits there may still open a friend's link
        assert not (await world.do(carla, Accept("x" * 24, asks=True))).done

    run(work)


def test_an_invitation_to_a_table_that_is_closed_asks_nobody_for_a_name() -> None:
    async def work(world: World) -> None:
        anna, bruno = await world.people(2)
        table = await world.open(anna)
        key = await world.service.table_of(table.label)
        invitation = str((await world.done(anna, Invite(key, "S"))).json["invitation"])
        await world.done(anna, Do(key, "end", "over", sure=True))
        late = await world.do(bruno, Accept(invitation, asks=True))
        assert (late.done, "closed" in late.words) == (False, True)

    run(work)


def test_an_invitation_to_a_match_that_has_begun_leads_to_looking_on() -> None:
    async def work(world: World) -> None:
        anna, bruno = await world.people(2)
        table = await world.open(anna)
        key = await world.service.table_of(table.label)
        invitation = str((await world.done(anna, Invite(key, "S"))).json["invitation"])
        await world.done(anna, Do(key, "start", "now", sure=True))
        begun = await world.do(bruno, Accept(invitation))
        assert (begun.done, begun.table) == (False, key)
        assert not (await world.now_of(table)).waiting
        assert not (await world.do(bruno, Invite(key, "S"))).done
        assert not (await world.do(bruno, Accept("x" * 24))).done

    run(work)


def test_people_of_one_name_are_told_apart() -> None:
    assert told_apart({"N": "Anna", "E": "anna", "S": "Anna (2)", "W": "Anna"}) == {
        "N": "Anna",
        "E": "anna (3)",
        "S": "Anna (2)",
        "W": "Anna (4)",
    }


# --- joining ----------------------------------------------------------------------------------------------------------


def test_who_joins_from_another_channel_brings_it_along() -> None:
    async def work(world: World) -> None:
        anna, bruno, carla = await world.people(3)
        table = await world.open(anna, "discord:1")
        answer = await world.join(bruno, table, "telegram:-7")
        assert answer.done
        assert answer.words == f"Bruno sits down at table {table.label}."
        assert (await world.now_of(table)).channels == ("discord:1", "telegram:-7")
        await world.join(carla, table)  # a private chat
        assert (await world.now_of(table)).channels == ("discord:1", "telegram:-7")

    run(work)


def test_a_table_of_a_private_chat_is_shown_where_somebody_joins() -> None:
    async def work(world: World) -> None:
        anna, bruno = await world.people(2)
        table = await world.open(anna)
        assert table.channels == ()
        await world.join(bruno, table, "discord:1")
        assert (await world.now_of(table)).channels == ("discord:1",)

    run(work)


def test_joining_again_from_elsewhere_only_shows_the_table_there() -> None:
    async def work(world: World) -> None:
        anna, _ = await world.people(2)
        table = await world.open(anna, "discord:1")
        assert (await world.join(anna, table, "discord:2")).done
        now = await world.now_of(table)
        assert [chair.person for chair in now.chairs].count(anna) == 1
        assert now.channels == ("discord:1", "discord:2")

    run(work)


def test_more_channels_than_can_be_do_not_cost_the_place() -> None:
    async def work(world: World) -> None:
        people = await world.people(4)
        table = await world.open(people[0], "c:0")
        for number in range(1, MOST_MIRRORS + 1):
            assert (await world.join(people[0], table, f"c:{number}")).done
        for number, person in enumerate(people[1:], MOST_MIRRORS + 1):
            assert (await world.join(person, table, f"c:{number}")).done
        now = await world.now_of(table)
        assert len(now.channels) == 1 + MOST_MIRRORS
        assert {chair.person for chair in now.chairs} == set(people)

    run(work)


def test_the_same_delivery_joins_once() -> None:
    async def work(world: World) -> None:
        anna, bruno = await world.people(2)
        table = await world.open(anna)
        for _ in range(2):
            assert (await world.do(bruno, Join(table.label.lower(), "c:1", "", "same"))).done
        assert len((await world.now_of(table)).channels) == 1
        request = Open(channel="c:1", delivery="same")
        assert (
            (await world.do(bruno, request)).table
            == (await world.do(bruno, request)).table
            != (await world.do(anna, request)).table
        )

    run(work)


@pytest.mark.parametrize(("wanted", "seat"), [("", ""), ("S", "S"), ("NS", "S"), ("EW", "E"), ("X", "?"), ("N E", "?")])
def test_a_seat_or_a_side_may_be_wanted(wanted: str, seat: str) -> None:
    assert seat_wanted(open_table(Settings(), "p1", "Anna", 0), wanted) == seat


def test_a_side_gives_a_free_place_before_a_computer_s() -> None:
    table = open_table(Settings(), "p1", "Anna", 0)
    chairs = (table.chairs[0], Chair(computer="heuristic"), Chair(), Chair())
    table = Table(Settings(), "p1", chairs=chairs)
    assert seat_wanted(table, "EW") == "W"


def test_a_full_side_is_said_and_nothing_happens() -> None:
    async def work(world: World) -> None:
        table, _ = await four(world)
        elsa = await world.person("Elsa")
        assert not (await world.join(elsa, table, "c:1", "NS")).done
        assert await world.now_of(table) == table

    run(work)


def test_no_table_and_a_closed_one() -> None:
    async def work(world: World) -> None:
        anna, bruno = await world.people(2)
        table = await world.open(anna)
        await world.said(anna, table.label, "leave")
        assert (await world.now_of(table)).phase == CLOSED
        assert (await world.join(bruno, table)).words == "This table is closed."
        assert (await world.do(bruno, Find(table.label))).done  # to look at
        assert not (await world.do(bruno, Join("@everyone"))).done
        assert "@" not in (await world.do(bruno, Join("@everyone"))).words

    run(work)


# --- the waiting list -------------------------------------------------------------------------------------------------


def test_those_who_wait_open_the_next_table() -> None:
    async def work(world: World) -> None:
        table, people = await four(world, "discord:1", "rules=fitab hands=2")
        elsa, fabio = [await world.person(name) for name in ("Elsa", "Fabio")]
        await world.join(elsa, table, "telegram:-7")
        assert (
            await world.join(fabio, table)
        ).words == f"Table {table.label} is full. You are number 2 on the list for the next one."
        assert not (await world.do(people[0], NextTable(table.label))).done
        answer = await world.done(fabio, NextTable(table.label))
        new = await world.table(answer.table)
        assert [chair.person for chair in new.chairs] == [elsa, fabio, "", ""]
        assert (new.phase, new.opener, new.settings) == (LOBBY, elsa, table.settings)
        assert new.channels == ("discord:1",)
        assert (await world.now_of(table)).waiting == ()
        assert new.label in world.news_to(elsa)[0]
        assert new.label in answer.words
        assert world.news_to(fabio) == []
        news = [one for one in world.news if one.person == elsa]
        assert (news[0].table, news[0].instead) == (answer.table, await world.service.table_of(table.label))
        assert (await world.about(elsa))["table"] == answer.table
        assert not (await world.do(fabio, NextTable(table.label))).done  # nobody waits any more

    run(work)


def test_two_who_ask_for_the_next_table_at_once_on_two_hosts_get_one(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(world: World) -> None:
        opens, both_have_looked = Seatings._next, asyncio.Barrier(2)

        async def at_once(them: Seatings, table: Table, *facts: str) -> Answer:
            await both_have_looked.wait()
            return await opens(them, table, *facts)

        monkeypatch.setattr(Seatings, "_next", at_once)
        table, _ = await four(world, "discord:1")
        elsa, fabio = [await world.person(name) for name in ("Elsa", "Fabio")]
        await world.join(elsa, table)
        await world.join(fabio, table)
        other = World(world.store)
        async with asyncio.timeout(60):
            first, second = await asyncio.gather(
                world.done(elsa, NextTable(table.label)), other.done(fabio, NextTable(table.label))
            )
        assert first.table == second.table
        assert [chair.person for chair in (await world.again().table(first.table)).chairs] == [elsa, fabio, "", ""]
        assert (await world.again().now_of(table)).waiting == ()
        assert len(await world.store.live(BOT)) == 2

    run(work)


def test_who_waits_again_gets_another_table() -> None:
    async def work(world: World) -> None:
        table, _ = await four(world, "discord:1")
        elsa = await world.person("Elsa")
        opened = set()
        for _ in range(2):
            await world.join(elsa, table)
            opened.add((await world.done(elsa, NextTable(table.label))).table)
        assert len(opened) == 2

    run(work)


def test_when_a_table_full_of_people_wait_they_play() -> None:
    async def work(world: World) -> None:
        table, _ = await four(world)
        more = [await world.person(f"More {number}") for number in range(4)]
        for person in more[:3]:
            await world.join(person, table)
        assert len((await world.now_of(table)).waiting) == 3
        answer = await world.do(more[3], Do(table.label, "join", "last"))
        assert answer.done
        tables = [await world.about(person) for person in more]
        assert len({one["table"] for one in tables}) == 1
        new = await world.table(tables[0]["table"])
        assert [chair.person for chair in new.chairs] == more
        assert (await world.now_of(table)).waiting == ()

    run(work)


def test_who_leaves_a_lobby_gives_their_place_to_who_waits() -> None:
    async def work(world: World) -> None:
        table, people = await four(world)
        elsa = await world.person("Elsa")
        await world.join(elsa, table)
        now = await world.said(people[1], table.label, "leave")
        assert now.seat_of(elsa)
        assert now.waiting == ()
        assert table.label in world.news_to(elsa)[0]

    run(work)


def test_who_is_given_a_place_while_they_give_another_name_keeps_both(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(world: World) -> None:
        table, people = await four(world)
        elsa = await world.person("Elsa")
        await world.join(elsa, table)
        moved_to, naming = People.moved_to, []

        async def meanwhile(them: People, person: Person, where: str) -> None:
            monkeypatch.undo()
            naming.append(asyncio.create_task(world.done(elsa, Introduce("Elisabetta"))))
            await asyncio.sleep(0.1)  # nothing tells that it waits
            await moved_to(them, person, where)

        await world.done(elsa, Find((await world.open(people[0])).label))
        monkeypatch.setattr(People, "moved_to", meanwhile)
        await world.said(people[1], table.label, "leave")
        await naming[0]
        found = await world.about(elsa)
        assert (found["name"], found["table"]) == ("Elisabetta", await world.service.table_of(table.label))

    run(work)


def test_at_a_rematch_those_who_wait_take_the_places_that_nobody_holds() -> None:
    async def work(world: World) -> None:
        anna, bruno, elsa, fabio, gino = [await world.person(name) for name in ("A", "B", "E", "F", "G")]
        table = await world.open(anna, "", ONE_DEAL)
        await world.join(bruno, table)
        await world.said(anna, table.label, "start")
        await world.until(table, PLAYING)
        for person in (elsa, fabio, gino):
            await world.join(person, table)
        for person in (anna, bruno):
            await world.said(person, table.label, "leave")  # computers play to the end
        await world.until(table, OVER)
        await world.said(anna, table.label, "return")
        now = await world.said(anna, table.label, "rematch")
        assert now.phase == PAUSE
        assert now.seat_of(anna)
        assert not now.seat_of(bruno)  # they left and did not come back
        assert all(now.seat_of(person) for person in (elsa, fabio, gino))
        assert now.waiting == ()
        assert world.news_to(gino)
        again = world.again()
        assert (await again.now_of(table)).chairs == now.chairs

    run(work)


# --- admins -----------------------------------------------------------------------------------------------------------


def test_an_admin_of_the_channel_may_pause_and_end() -> None:
    async def work(world: World) -> None:
        table, people = await four(world, "c:1")
        admin = await world.person("Ada")
        await world.said(people[0], table.label, "start")
        await world.until(table, PLAYING)
        for command in ("pause", "end"):
            assert not (await world.say(admin, table.label, command)).done
            assert not (await world.say(people[1], table.label, command)).done
        assert (await world.said(admin, table.label, "pause", admin=True)).paused
        assert not (await world.said(admin, table.label, "resume", admin=True)).paused
        assert (await world.said(admin, table.label, "end", admin=True)).phase == CLOSED

    run(work)


def test_an_admin_seats_another_person_with_the_same_cards() -> None:
    async def work(world: World) -> None:
        table, people = await four(world, "c:1")
        admin, elsa = await world.person("Ada"), await world.person("Elsa")
        await world.said(people[0], table.label, "start")
        before = await world.until(table, PLAYING)
        seat = before.seat_of(people[2])
        assert (await world.do(people[1], Replace(table.label, seat, elsa))).words.endswith("can do that.")
        for wrong in (
            Replace(table.label, seat, "p-nobody", admin=True),
            Replace(table.label, seat, "host", admin=True),
            Replace(table.label, "Q", elsa, admin=True),
            Replace(table.label, seat, people[1], admin=True),
            Replace("ZZZZ", seat, elsa, admin=True),
        ):
            assert not (await world.do(admin, wrong)).done, wrong
        question = await world.do(admin, Replace(table.label, seat, elsa, "d0", admin=True))
        assert (question.done, isinstance(question.page, GivesSeat)) == (False, True)
        assert (await world.do(admin, Replace(table.label, seat, elsa, "d1", admin=True, sure=True))).done
        after = await world.now_of(table)
        assert (after.seat_of(elsa), after.seat_of(people[2])) == (seat, "")
        assert after.game == before.game
        assert world.news_to(people[2]) == [f"Elsa has taken your seat at table {table.label}."]
        assert table.label in world.news_to(elsa)[0]

    run(work)


async def asked_to_replace(world: World) -> tuple[Table, str, str, str, str, Replace]:
    """An admin is asked whether Elsa may have a seat, for Fabio waits behind them; and the yes that the button says."""
    table, people = await four(world, "c:1")
    admin, elsa, fabio = [await world.person(name) for name in ("Ada", "Elsa", "Fabio")]
    await world.said(people[0], table.label, "start")
    before = await world.until(table, PLAYING)
    for person in (elsa, fabio):
        await world.done(person, Join(table.label))
    seat = before.seat_of(people[2])
    question = await world.do(admin, Replace(table.label, seat, admin=True))
    assert question.words == "Carla is playing. Really give the seat and the cards to Elsa?"
    return before, seat, admin, elsa, fabio, yes_of(question)


def yes_of(question: Answer, delivery: str = "yes") -> Replace:
    """What the button under the question says."""
    assert isinstance(question.page, GivesSeat)
    request = parse_line(question.page.say, "c:1", delivery)
    assert isinstance(request, Replace)
    return dataclasses.replace(request, admin=True)


def test_yes_seats_only_the_person_who_was_asked_about() -> None:
    async def work(world: World) -> None:
        table, seat, admin, elsa, fabio, yes = await asked_to_replace(world)
        await world.said(elsa, table.label, "leave")
        again = await world.do(admin, yes)
        assert again.words == "Carla is playing. Really give the seat and the cards to Fabio?"
        for typed in ("old", "yes"):  # also the button of before, which names nobody
            assert parse_line(f"/replace {seat} yes {table.label}", "c:1", typed) == Replace(
                table.label, seat, delivery=typed, sure=True
            )
        assert (await world.now_of(table)).chair(seat).name == "Carla"
        await world.done(admin, yes_of(again))
        assert (await world.now_of(table)).seat_of(fabio) == seat

    run(work)


def test_yes_takes_the_seat_only_from_the_person_who_was_asked_about() -> None:
    async def work(world: World) -> None:
        table, seat, admin, elsa, _, yes = await asked_to_replace(world)
        await world.done(admin, dataclasses.replace(yes, word="", delivery="typed"))
        assert (await world.now_of(table)).seat_of(elsa) == seat
        again = await world.do(admin, yes)
        assert again.words == "Elsa is playing. Really give the seat and the cards to Fabio?"
        no = parse_line(again.page.no, "c:1", "no") if isinstance(again.page, GivesSeat) else None
        assert isinstance(no, Replace)
        answer = await world.do(admin, dataclasses.replace(no, admin=True))
        assert answer.words == "All right: everybody keeps their seat."
        assert (await world.now_of(table)).seat_of(elsa) == seat

    run(work)


def test_yes_to_a_question_that_need_not_be_asked_any_more_does_nothing() -> None:
    async def work(world: World) -> None:
        table, seat, admin, elsa, _, yes = await asked_to_replace(world)
        await world.said(elsa, table.label, "leave")
        carla = table.chair(seat).person
        await world.said(carla, table.label, "leave")
        owner = await world.do(table.opener, dataclasses.replace(yes, admin=False))
        assert (owner.done, "no longer counts" in owner.words) == (False, True)
        assert (await world.do(admin, yes)).done is False
        assert (await world.now_of(table)).chair(seat).person == carla

    run(work)


def test_yes_typed_without_a_question_asks_and_so_does_the_button_of_an_older_message() -> None:
    async def work(world: World) -> None:
        table, seat, _, elsa, _, _ = await asked_to_replace(world)
        other = await world.person("Bea")
        old = parse_line(f"/replace {seat} yes {table.label}", "c:1", "old")
        assert isinstance(old, Replace)
        question = await world.do(other, dataclasses.replace(old, admin=True))
        assert not question.done
        assert isinstance(question.page, GivesSeat)
        assert (await world.now_of(table)).seat_of(elsa) == ""

    run(work)


def test_the_question_has_its_own_words_and_fits_a_button() -> None:
    for language, words in (
        ("en", ["Yes, give it away", "No, everyone stays"]),
        ("it", ["Sì, dallo", "No, restano tutti"]),
    ):
        question = Answer(False, "?", "t", GivesSeat("replace W yes 0123abcd K7QM", "0123abcd", "replace W no K7QM"))
        message = answer_message(question, Replace("K7QM", "W"), language)
        assert message is not None
        (row,) = message.controls
        assert isinstance(row, Row)
        assert [button.label for button in row.buttons] == words
        assert all(decode(encode(button.press)) == button.press for button in row.buttons)


def test_an_opener_who_gives_a_seat_away_gets_no_other_hand_of_the_deal() -> None:
    async def work(world: World) -> None:
        table, people = await four(world)
        elsa = await world.person("Elsa")
        await world.said(people[0], table.label, "start")
        before = await world.until(table, PLAYING)
        own, other = before.seat_of(people[0]), before.seat_of(people[1])
        await world.said(people[1], table.label, "leave")
        await world.done(people[0], Replace(table.label, own, elsa, "d1"))
        await world.join(people[0], table)
        for newcomer in (people[0], ""):  # themselves, or who has waited longest
            taken = await world.do(people[0], Replace(table.label, other, newcomer, world.delivery()))
            assert (taken.done, "Anna has already held another hand of this deal" in taken.words) == (False, True)
        assert (await world.now_of(table)).chair(other).computer

    run(work)


def test_nor_does_an_account_that_has_become_the_same_person_s() -> None:
    async def work(world: World) -> None:
        table, people = await four(world)
        elsa, phone = await world.person("Elsa"), await world.person("Bruno", "telegram")
        await world.said(people[0], table.label, "start")
        before = await world.until(table, PLAYING)
        for leaver in people[1:3]:
            await world.said(leaver, table.label, "leave")
        await world.done(people[0], Replace(table.label, before.seat_of(people[1]), elsa, "d1"))
        await world.done(people[1], UseLink((await world.done(phone, Link())).json["code"]))
        other = before.seat_of(people[2])
        taken = await world.do(people[0], Replace(table.label, other, phone, "d2"))
        assert (taken.done, "Bruno has already held another hand of this deal" in taken.words) == (False, True)
        assert (await world.now_of(table)).chair(other).person == people[2]

    run(work)


def test_who_only_waits_brings_no_table_of_others_to_their_own_place() -> None:
    """A table of friends in the browser would be shown to a stranger's group, and their talk would end."""

    async def work(world: World) -> None:
        table, people = await four(world)
        eve = await world.person("Eve")
        waits = await world.join(eve, table, "telegram:-66")
        assert waits.done
        assert [person for person, _ in (await world.now_of(table)).waiting] == [eve]
        assert (await world.now_of(table)).channels == ()
        assert (await world.join(people[1], table, "telegram:-100")).done  # who sits there may
        assert (await world.now_of(table)).channels == ("telegram:-100",)

    run(work)


def test_an_admin_may_open_the_next_table_but_does_not_sit_there() -> None:
    async def work(world: World) -> None:
        table, _ = await four(world, "c:1")
        admin, elsa = await world.person("Ada"), await world.person("Elsa")
        assert not (await world.do(admin, NextTable(table.label, admin=True))).done
        await world.join(elsa, table)
        answer = await world.done(admin, NextTable(table.label, admin=True))
        assert answer.table == await world.service.table_of(table.label)
        assert (await world.table((await world.about(elsa))["table"])).seat_of(admin) == ""

    run(work)


# --- another name -----------------------------------------------------------------------------------------------------


def test_who_takes_another_name_is_called_so_at_every_table_and_old_records_keep_the_old_one() -> None:
    async def work(world: World) -> None:
        anna, bruno, carla = await world.people(3)
        played = await world.open(anna, options=ONE_DEAL)
        assert (await world.join(bruno, played)).done
        await world.said(anna, played.label, "start")
        await world.said(anna, played.label, "leave")
        await world.said(bruno, played.label, "leave")
        await world.until(played, PLAYING)
        await world.until(played, PAUSE)
        waits = await world.open(bruno, options="players=2 rules=febur")
        assert (await world.join(carla, waits)).done
        assert (await world.join(anna, waits)).done
        before = await world.now_of(played)
        await world.done(anna, Introduce("Annetta"))
        now, other = await world.now_of(played), await world.now_of(waits)
        assert now.chair(now.seat_of(anna)).name == "Annetta"
        assert now.stage == before.stage  # nobody's button is too old for it
        assert now.records == before.records
        assert other.waiting == ((anna, "Annetta"),)
        assert fold(await world.store.log(BOT, await world.service.table_of(played.label))) == now
        await world.done(anna, Introduce("Annetta", "it"))
        assert await world.now_of(played) == now
        over = await world.until(played, OVER)
        assert "Annetta" in over.records[-1].tags.values()
        assert "Anna" in over.records[0].tags.values()

    run(work)


# --- the start --------------------------------------------------------------------------------------------------------


def test_start_asks_before_computers_take_the_seats_of_friends() -> None:
    """Wherever it is pressed: the browser and both chats ask what the service asks."""

    async def work(world: World) -> None:
        anna, bruno, carla = await world.people(3)
        table = await world.open(anna, "c:1")
        await world.said(bruno, table.label, "join")
        question = await world.do(anna, Do(table.label, "start", "one"))
        assert not question.done
        assert question.ask.startswith(f"2 seats at table {table.label} are still free")
        assert question.readers is Readers.THERE
        refused = await world.do(bruno, Do(table.label, "start", "two"))
        assert not refused.ask
        assert "opened the table" in refused.words
        assert (await world.table(question.table)).phase == LOBBY
        assert (await world.do(carla, Do(table.label, "start", "three", admin=True))).ask
        assert (await world.do(anna, Do(table.label, "start sure", "bare"))).ask  # a button of before names no seats
        sure = f"start sure-{seats_mark(await world.table(question.table))}"
        await world.said(carla, table.label, "join")
        assert (await world.do(anna, Do(table.label, sure, "four"))).ask.startswith("1 seat at table ")
        await world.said(carla, table.label, "leave")
        assert (await world.do(anna, Do(table.label, sure, "five"))).done
        assert (await world.table(question.table)).phase != LOBBY

    run(work)


def test_start_asks_nothing_where_computers_were_seated_on_purpose() -> None:
    async def work(world: World) -> None:
        anna = await world.person("Anna")
        table = await world.open(anna, options="players=2")
        await world.said(anna, table.label, "computer")
        assert (await world.do(anna, Do(table.label, "start", "one"))).done

    run(work)


@pytest.mark.parametrize("code", RULE_SETS)
def test_one_deal_against_computers_is_one_deal_by_every_code(code: str) -> None:
    async def work(world: World) -> None:
        anna = await world.person("Anna")
        table = await world.table((await world.done(anna, Play(code, 0))).table)
        rules = table.code.rules
        assert (rules.hands, rules.target) == (1, 0)
        assert rules.ranking_points == ()  # they are printed for three deals

    run(work)


def test_a_side_that_is_full_names_the_other_one() -> None:
    async def work(world: World) -> None:
        people = await world.people(5)
        table = await world.open(people[0])
        for person, side in ((people[1], "NS"), (people[2], "EW")):
            await world.done(person, Join(table.label, seat=side))
        full = await world.do(people[3], Join(table.label, seat="NS"))
        assert not full.done
        assert full.words.startswith("North-South is full, but East-West has a free place")
        await world.done(people[3], Join(table.label, seat="EW"))
        nowhere = await world.do(people[4], Join(table.label, seat="NS"))
        assert "free place" not in nowhere.words

    run(work)


def test_one_deal_of_three_players_ends_their_match() -> None:
    async def work(world: World) -> None:
        anna = await world.person("Anna")
        table = await world.table((await world.done(anna, Watch("three-player", 0))).table)
        ended = await world.until(table, "over")
        assert ended.match is not None
        assert (len(ended.records), ended.match.is_over) == (1, True)

    run(work)
