"""Messages that are changed for longer than an hour: Discord takes few changes of such, so they are posted anew."""

from collections import deque

import pytest

from bot.adapters.discord import first_answers
from bot.messages.buttons import Verb
from engine.actions import DRAW
from tests.adapters.discord.hosting import Host, run
from tests.adapters.discord.scripted import Offer, ScriptedMatch, about_table, chosen, is_away, offers
from tests.adapters.discord.test_answered import resigned
from tests.adapters.discord.test_presses import drawn, last_answer, two
from tests.adapters.discord.test_troubles import live
from tests.loopback.discord.people import Person
from tests.loopback.discord.values import LOADING, SILENT

HOUR = 3600


def test_a_table_and_a_hand_that_grow_old_are_posted_anew_without_a_sound() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        first = live(match)
        person = await drawn(match)
        mine = [one.id for one in person.screen() if about_table(one, match.label)]
        rung = [len(one.notified()) for one in match.people]
        host.discord.clock.advance(HOUR - 120)
        await match.press(person, Verb.SORT)
        new = [one for one in person.screen() if about_table(one, match.label)]
        assert len(new) == 1
        assert new[0].id not in mine
        assert new[0].flags & SILENT
        for _ in range(5):  # the new one is changed as any other
            await match.press(person, Verb.SORT)
        assert [one.id for one in person.screen() if about_table(one, match.label)] == [new[0].id]
        await match.discards(person)
        assert len(live(match)) == 1
        assert live(match) != first
        assert match.room.shown[-1].flags & SILENT
        assert [one for one in match.room.shown if one.id in first] == []
        assert [len(one.notified()) for one in match.people] == rung
        assert [one for one in host.discord.calls if one.status == 429] == []
        await match.check_hands()

    run(body)


async def renewed(match: ScriptedMatch) -> tuple[Person, list[Offer]]:
    """The person in turn, and what the hand offered that was posted anew since."""
    person = await drawn(match)
    old = match.offered(person)
    match.discord.clock.advance(HOUR - 120)
    await match.press(person, Verb.SORT)
    assert old[0].message.deleted
    return person, old


def test_a_press_on_a_message_that_was_posted_anew_meanwhile_is_answered_and_does_its_thing() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        person, old = await renewed(match)
        menu = next(one for one in old if one.verb == Verb.CHOOSE)
        act = await match.tap(person, menu, menu.names[:2])
        assert act.answer == "thinking"
        assert chosen(person) == list(menu.names[:2])
        await match.press(person, Verb.CLEAR)
        act = await match.tap(person, next(one for one in old if is_away(one)))
        assert act.answer
        assert await match.person_in_turn() is not person
        await match.tap(person, menu, menu.names[:2])  # that is long over
        assert "no longer works" in last_answer(person)
        assert [one for one in person.screen() if one.flags & LOADING] == []
        assert len([one for one in person.screen() if about_table(one, match.label)]) == 1
        await match.check_hands()

    run(body)


@pytest.mark.parametrize("patience", [first_answers.PATIENCE, 0.0])
def test_drawing_by_a_table_message_that_was_posted_anew_meanwhile_draws_once(
    patience: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the host is slower than a press waits for it."""
    monkeypatch.setattr(first_answers, "PATIENCE", patience)

    async def body(host: Host) -> None:
        match = await two(host)
        person = await match.person_in_turn()
        old = next(one for one in match.offered(person, match.room) if one.press.request == DRAW)
        await match.types(person, "burraco table", match.room)
        person.deletes(old.message)
        act = await match.tap(person, old)
        assert act.answer == "thinking"
        assert len((await match.table()).turn) == 1
        await match.tap(person, old)
        assert len((await match.table()).turn) == 1
        assert [one for one in person.screen(match.room) if one.flags & LOADING] == []

    run(body)


def test_a_press_on_a_hand_beside_the_table_that_was_put_away_shows_it_anew() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        person = await drawn(match)
        await match.press(person, Verb.HAND, match.room)
        away = match.offered(person, match.room)
        person.deletes(away[-1].message)
        await match.tap(person, next(one for one in away if one.verb == Verb.SORT))
        hand = [one for one in person.screen(match.room) if one.receiver is person.account and about_table(one)]
        assert len(hand) == 1
        await match.tap(person, next(one for one in offers(hand[0]) if is_away(one)))
        assert await match.person_in_turn() is not person

    run(body)


def test_a_match_that_lasts_for_days_never_comes_to_that_limit() -> None:
    async def body(host: Host) -> None:
        match = await two(host, "players=2 clock=days")
        for _ in range(6):
            host.discord.clock.advance(5 * HOUR)
            person = await drawn(match)
            await match.press(person, Verb.SORT)
            await match.press(person, Verb.SORT)
            await match.discards(person)
        assert [one for one in host.discord.calls if one.status == 429] == []
        assert len(live(match)) == 1

    run(body)


def test_where_the_limit_is_met_all_the_same_a_new_message_takes_the_place_of_the_old_one_at_once() -> None:
    """The clocks of this machine and of Discord may differ, and nobody says how long an hour is there."""

    async def body(host: Host) -> None:
        match = await two(host)
        person = await drawn(match)
        host.discord.old = 0.0
        host.discord.clock.freeze()
        mine = [one.id for one in person.screen() if about_table(one, match.label)]
        for _ in range(4):
            await match.press(person, Verb.SORT)
        assert [one.answer["code"] for one in host.discord.calls if one.status == 429] == [30046]
        new = [one for one in person.screen() if about_table(one, match.label)]
        assert len(new) == 1
        assert new[0].id not in mine
        await match.check_hands()

    run(body)


@pytest.mark.parametrize("code", [20028, 20022])
def test_a_table_that_was_published_to_other_servers_stands_anew_when_it_may_be_changed_no_more_for_long(
    code: int,
) -> None:
    """Three changes in an hour, and then none for up to an hour; others publish whatever stands in such a channel."""

    async def body(host: Host) -> None:
        host.discord.published_full = code
        match = await two(host)
        host.discord.clock.freeze()
        (first,) = live(match)
        match.room.publishes(next(one for one in match.room.shown if one.id == first))
        for _ in range(5):
            person = await drawn(match)
            await match.discards(person)
        assert code in [one.answer["code"] for one in host.discord.calls if one.status == 429]
        (now,) = live(match)
        assert now != first
        table = await match.table()
        newest = match.room.shown[-1]
        assert newest.id == now
        assert f"{table.chair(table.in_turn).name}\\'s turn" in newest.content.text

    run(body)


def test_a_sheet_that_loses_its_buttons_and_meets_the_limit_is_posted_anew_at_once() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        bruno = match.people[1]
        await resigned(match, bruno)
        (sheet,) = [one for one in match.room.shown if about_table(one, match.label)]
        rung = [len(one.notified()) for one in match.people]
        host.discord.old = 0.0
        host.discord.clock.freeze()
        host.discord.old_edits[match.room.id] = deque([host.discord.clock.now()] * 3)
        await match.press(bruno, Verb.REMATCH, match.room)
        assert [one.answer["code"] for one in host.discord.calls if one.status == 429][:1] == [30046]
        assert sheet.deleted
        (new,) = [one for one in match.room.shown if one.content.text == sheet.content.text]
        assert not about_table(new)
        assert new.flags & SILENT
        assert [len(one.notified()) for one in match.people][1] == rung[1]
        assert [one.content.attachments[0].data for one in (new, sheet)] == [sheet.content.attachments[0].data] * 2

    run(body)


def test_an_old_message_whose_end_is_refused_loses_its_buttons_later() -> None:
    async def body(host: Host) -> None:
        people = [host.discord.user(name) for name in ("Anna", "Bruno")]
        match = ScriptedMatch(host, host.discord.guild("Circolo", *people).channel("tavoli"), people)
        await match.open("fibur", "players=2")
        await match.press(people[1], Verb.JOIN, match.room)
        (lobby,) = live(match)
        host.discord.old = 0.0
        host.discord.clock.freeze()
        host.discord.old_edits[match.room.id] = deque([host.discord.clock.now() + 60] * 3)
        await match.start()
        assert lobby in live(match)
        assert len(live(match)) == 2
        host.discord.clock.advance(90)
        host.chats.wake()
        await host.settle()
        assert live(match) == [match.room.shown[-1].id]
        assert lobby in [one.id for one in match.room.shown]

    run(body)


def test_a_clock_that_is_wrong_makes_no_message_old() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        calls = host.adapter.calls
        true = calls.clock
        calls.clock = lambda: true() + 3 * HOUR * 1000
        person = await drawn(match)
        mine = [one.id for one in person.screen() if about_table(one, match.label)]
        for _ in range(3):
            await match.press(person, Verb.SORT)
        assert [one.id for one in person.screen() if about_table(one, match.label)] == mine

    run(body)


def test_a_sheet_that_is_old_stays_above_the_next_deal() -> None:
    async def body(host: Host) -> None:
        match = await two(host, "players=2 hands=2")
        await match.types(match.people[0], "match propose", match.room, proposal="annul")
        await match.press(match.people[1], Verb.AGREE, match.room)
        sheet = next(one for one in match.room.shown if "after deal 1" in one.content.text)
        host.discord.clock.advance(2 * HOUR)
        await match.dealt()
        assert sheet in match.room.shown
        assert match.room.shown.index(sheet) == len(match.room.shown) - 2
        assert "after deal 1" in sheet.content.text
        assert about_table(match.room.shown[-1], match.label)

    run(body)
