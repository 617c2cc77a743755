"""What Discord refuses: closed private messages, missing rights, things that are gone, floods and broken lines."""

import asyncio
import logging
from collections import Counter
from pathlib import Path

import pytest

from bot.messages.buttons import Verb
from tests.adapters.discord.evening import Evening, about_table, offers, seen_hand
from tests.adapters.discord.hosting import Host, hosted, run, server
from tests.adapters.discord.test_presses import drawn, told, two
from tests.evening import NAMES, true_hand
from tests.loopback.discord.rooms import Club
from tests.loopback.faults import Kind, When
from tests.loopback.running import judged
from tests.watching import Watch


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waits between two tries pass a hundred times faster."""
    real = asyncio.sleep

    async def sleep(seconds: float, result: object = None) -> None:
        await real(seconds / 100)

    monkeypatch.setattr(asyncio, "sleep", sleep)


def club_of(evening: Evening) -> Club:
    assert evening.room.chat.guild is not None
    return evening.discord.clubs[evening.room.chat.guild.id]


def live(evening: Evening) -> list[int]:
    """The messages in the channel that have buttons of the table."""
    return [one.id for one in evening.room.shown if about_table(one, evening.label)]


# --- private messages -------------------------------------------------------------------------------------------------


def test_who_takes_no_private_messages_plays_in_the_channel_and_nobody_sees_their_cards() -> None:
    async def body(host: Host) -> None:
        anna, bruno = host.discord.user("Anna"), host.discord.user("Bruno")
        bruno.closes_dms()
        evening = Evening(host, host.discord.guild("Circolo", anna, bruno).channel("tavoli"), [anna, bruno])
        await evening.begin("fibur", "players=2")
        await evening.press(bruno, Verb.HAND, evening.room)
        assert "cannot send you private messages" in told(bruno)
        await evening.press(bruno, Verb.HAND, evening.room)
        assert "cannot send you private messages" not in told(bruno)
        for _ in range(60):
            person = await evening.person_in_turn()
            await evening.play(evening.room if person is bruno else None)
        assert evening.turns >= 6
        assert seen_hand(evening, bruno, evening.room) in ([], await true_hand(evening, bruno))
        assert bruno.screen() == []
        evening.check_room()
        alone = [one for one in bruno.sees(evening.room) if one.only_mine]
        assert {one.message for one in alone}.isdisjoint({one.message for one in anna.sees()})
        refused = [one for one in host.discord.calls if one.status == 403]
        assert len(refused) == 1  # tried once a day

    run(body)


def test_their_hand_comes_to_them_as_soon_as_they_can_be_written_to() -> None:
    async def body(host: Host) -> None:
        anna, bruno = host.discord.user("Anna"), host.discord.user("Bruno")
        bruno.closes_dms()
        evening = Evening(host, host.discord.guild("Circolo", anna, bruno).channel("tavoli"), [anna, bruno])
        await evening.begin("fibur", "players=2")
        said = [one for one in evening.room.shown if about_table(one, evening.label)][-1].content.text
        assert "Bruno" in said
        assert bruno.screen() == []
        bruno.opens_dms()
        await evening.types(bruno, "burraco hand")
        assert [one for one in bruno.screen() if one.receiver is None and about_table(one)]
        await evening.check_hands_of([bruno])

    run(body)


def test_a_reminder_is_a_new_private_message_that_replaces_the_old_one_and_rings_for_one() -> None:
    async def body(host: Host) -> None:
        evening = await two(host, "players=2 ping=30 mention=0")
        person = await evening.person_in_turn()
        other = next(one for one in evening.people if one is not person)
        rings = len(person.notified()), len(other.notified())
        before = person.screen()[-1].id
        host.discord.clock.advance(40)
        await host.clockwork.fire()
        host.chats.wake()
        await host.settle()
        hands = [one for one in person.screen() if about_table(one)]
        assert len(hands) == 1
        assert hands[0].id != before
        assert (len(person.notified()), len(other.notified())) == (rings[0] + 1, rings[1])

    run(body)


# --- channels ---------------------------------------------------------------------------------------------------------


def test_without_the_right_to_attach_pictures_the_table_is_told_in_words() -> None:
    async def body(host: Host) -> None:
        anna, bruno = host.discord.user("Anna"), host.discord.user("Bruno")
        room = host.discord.guild("Circolo", anna, bruno).channel("tavoli")
        room.denies("attach_files")
        evening = Evening(host, room, [anna, bruno])
        await evening.begin("fibur", "players=2")
        shown = [one for one in room.shown if about_table(one, evening.label)][-1]
        assert not shown.content.attachments
        assert "Anna" in shown.content.text
        await drawn(evening)

    run(body)


@pytest.mark.parametrize("how", ["deleted", "kicked"])
def test_a_channel_that_is_lost_is_told_to_the_players_once_and_the_game_goes_on(how: str) -> None:
    async def body(host: Host) -> None:
        evening = await two(host)
        if how == "deleted":
            evening.room.vanishes()
        else:
            host.discord.guild("Altrove", *evening.people)  # else nobody could be written to
            club_of(evening).kicks_bot()
        await host.heard()
        stage = (await evening.table()).stage
        for _ in range(6):
            person = await evening.person_in_turn()
            mine = [one for one in evening.offered(person) if one.press.stage == (await evening.table()).stage]
            plays = [one for one in mine if one.verb is None] or [one for one in mine if one.verb == Verb.DROP]
            await evening.tap(person, plays[-1])
        assert (await evening.table()).stage > stage
        for person in evening.people:
            said = [one for one in person.screen() if "can no longer write" in one.content.text]
            hands = [one for one in person.screen() if about_table(one, evening.label)]
            assert len([one for one in said if one not in hands]) == 1
            assert [one for one in hands if one not in said] == []
            assert [one for one in hands if "discord.com/channels" in one.content.text] == []

    run(body)


@pytest.mark.parametrize("how", ["kicked", "deleted"])
def test_a_table_that_is_lost_is_told_in_the_hands_where_nobody_can_be_written_to(how: str) -> None:
    async def body(host: Host) -> None:
        evening = await two(host)
        person = await drawn(evening)
        if how == "kicked":
            club_of(evening).kicks_bot()  # the only server in common: no new message arrives
        else:
            for one in evening.people:
                one.closes_dms()
            evening.room.vanishes()
        await host.heard()
        for one in evening.people:
            (hand,) = [message for message in one.screen() if about_table(message, evening.label)]
            assert "can no longer write" in hand.content.text
        await evening.press(person, Verb.DROP)
        await evening.tap(person, next(one for one in evening.offered(person) if one.verb is None))
        assert await evening.person_in_turn() is not person
        for one in evening.people:  # it is still true
            (hand,) = [message for message in one.screen() if about_table(message, evening.label)]
            assert "can no longer write" in hand.content.text
            assert "discord.com/channels" not in hand.content.text

    run(body)


def test_an_archived_thread_wakes_for_its_table() -> None:
    async def body(host: Host) -> None:
        anna, bruno = host.discord.user("Anna"), host.discord.user("Bruno")
        tavoli = host.discord.guild("Circolo", anna, bruno).channel("tavoli")
        http = host.adapter.calls.client.http if host.adapter.calls.client else None
        assert http is not None
        await http.start_thread_without_message(
            tavoli.id, name="Tavolo", auto_archive_duration=1440, type=11, invitable=True
        )
        thread = tavoli.threads[0]
        evening = Evening(host, thread, [anna, bruno])
        await evening.begin("fibur", "players=2")
        thread.archives()
        await host.heard()
        person = await drawn(evening)
        await evening.press(person, Verb.DROP)
        await evening.tap(person, next(one for one in evening.offered(person) if one.verb is None))
        assert not thread.chat.archived
        assert len(live(evening)) == 1

    run(body)


def test_who_has_left_the_server_keeps_their_seat_and_can_come_back() -> None:
    async def body(host: Host) -> None:
        evening = await two(host)
        person = await evening.person_in_turn()
        other = next(one for one in evening.people if one is not person)
        club_of(evening).leaves(other)
        await drawn(evening)
        await evening.press(person, Verb.DROP)
        await evening.tap(person, next(one for one in evening.offered(person) if one.verb is None))
        assert await evening.person_in_turn() is other
        club_of(evening).joins(other)
        await evening.press(other, Verb.HAND, evening.room)
        assert about_table(other.screen(evening.room)[-1])

    run(body)


# --- the line ---------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("hasty")
def test_trouble_on_a_fifth_of_all_calls_loses_nothing_and_shows_nothing_twice() -> None:
    async def body(host: Host) -> None:
        people = [host.discord.user(name) for name in NAMES]
        evening = Evening(host, host.discord.guild("Circolo", *people).channel("tavoli"), people)
        await evening.begin("fibur", "players=4")
        host.discord.faults.add(Kind.FLOOD, share=0.1, retry_after=0.01)
        host.discord.faults.add(Kind.ERROR, share=0.05)
        host.discord.faults.add(Kind.ERROR, when=When.AFTER, share=0.03)
        host.discord.faults.add(Kind.DROP, when=When.AFTER, share=0.02)
        for _ in range(60):
            await evening.play()
            await settled(host)
        assert len(host.discord.faults.fired) > 20
        host.discord.faults.clear()
        for _ in range(8):
            await evening.play()
        await settled(host)
        assert len(live(evening)) == 1
        await evening.check_hands()
        for person in people:
            hands = [one for one in person.screen() if about_table(one)]
            assert len(hands) == 1
        posted = Counter([one.message for one in people[0].sees(evening.room, "posted")])
        assert set(posted.values()) == {1}

    async def settled(host: Host) -> None:
        """Also what waits to be tried again."""
        for _ in range(50):
            await host.settle()
            waiting = await host.store.next_letter("b", after=host.door.clock())
            if waiting is None:
                return
            host.discord.clock.advance(max(0, waiting - host.door.clock()) / 1000 + 0.01)
            host.chats.wake()

    run(body, seed=4)


def test_a_session_that_breaks_is_taken_up_again_and_no_press_is_lost() -> None:
    async def body(host: Host) -> None:
        evening = await two(host)
        person = await evening.person_in_turn()
        host.discord.gateway.drop()
        draw = next(one for one in evening.offered(person) if one.verb is None)
        act = person.forges(draw.custom_id, draw.message)
        await person.answer(act)
        await host.settle()
        assert len((await evening.table()).turn) == 1
        assert host.discord.gateway.resumed == 1

    run(body)


class Attempts(logging.Handler):
    """Waits until the client has tried so often in vain to connect."""

    def __init__(self, many: int) -> None:
        super().__init__()
        self.left, self.made = many, asyncio.Event()

    def emit(self, record: logging.LogRecord) -> None:
        self.left -= "Attempting a reconnect" in record.getMessage()
        if self.left <= 0:
            self.made.set()


def test_a_session_cut_and_refused_for_a_while_is_taken_up_again_with_what_was_pressed_meanwhile() -> None:
    async def body(host: Host) -> None:
        evening = await two(host)
        person = await evening.person_in_turn()
        draw = next(one for one in evening.offered(person) if one.verb is None)
        await host.discord.gateway.go_away()
        act = person.forges(draw.custom_id, draw.message)
        logging.getLogger("discord").addHandler(attempts := Attempts(3))
        await asyncio.wait_for(attempts.made.wait(), 60)
        logging.getLogger("discord").removeHandler(attempts)
        assert not act.answer
        await host.discord.gateway.come_back()
        await person.answer(act)
        await host.settle()
        assert len((await evening.table()).turn) == 1
        assert (host.discord.gateway.logins, host.discord.gateway.resumed) == (1, 1)

    run(body)


def test_a_session_that_discord_has_forgotten_is_begun_anew() -> None:
    async def body(host: Host) -> None:
        evening = await two(host)
        host.discord.gateway.sessions.clear()
        host.discord.gateway.drop()
        await host.discord.until(lambda: host.discord.gateway.logins == 2 and host.discord.gateway.ready)
        await drawn(evening)

    run(body)


def test_a_press_whose_token_has_grown_old_leads_to_a_normal_edit() -> None:
    async def body(host: Host) -> None:
        evening = await two(host)
        person = await drawn(evening)
        host.discord.token_life = 0.0
        host.discord.clock.advance(1)
        await evening.press(person, Verb.SORT)
        assert [one for one in host.discord.calls if one.status == 401]
        assert seen_hand(evening, person) == await true_hand(evening, person)
        await evening.check_hands()

    run(body)


# --- the host ---------------------------------------------------------------------------------------------------------


def test_old_buttons_work_after_a_restart_in_the_middle_of_a_turn(tmp_path: Path) -> None:
    async def main() -> None:
        async with server() as discord:
            anna, bruno = discord.user("Anna"), discord.user("Bruno")
            room = discord.guild("Circolo", anna, bruno).channel("tavoli")
            watch = Watch()
            async with hosted(discord, tmp_path / "bot.db", watch=watch) as host:
                evening = Evening(host, room, [anna, bruno])
                await evening.begin("fibur", "players=2")
                person = await evening.person_in_turn()
                stale = next(one for one in evening.offered(person) if one.verb is None)
                await evening.tap(person, stale)
                hand = await true_hand(evening, person)
                await evening.press(person, Verb.HAND, room)
                own = person.screen(room)[-1]
            posts = len(discord.called("POST /channels"))
            async with hosted(discord, tmp_path / "bot.db", watch=watch) as host:
                evening.host = host
                await evening.tap(person, stale)
                assert "moved on" in told(person)
                assert await true_hand(evening, person) == hand
                await evening.tap(person, next(one for one in offers(own) if one.verb == Verb.SORT))
                assert len(discord.called("POST /channels")) == posts
                await evening.press(person, Verb.DROP)
                await evening.tap(person, next(one for one in evening.offered(person) if one.verb is None))
                assert await evening.person_in_turn() is not person
                assert len(live(evening)) == 1
                for one in (anna, bruno):
                    assert len([message for message in one.screen() if about_table(message)]) == 1
            judged(discord)

    asyncio.run(main())
