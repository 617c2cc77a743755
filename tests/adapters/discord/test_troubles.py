"""What Discord refuses: closed private messages, missing rights, things that are gone, floods and broken lines."""

import asyncio
import logging
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any

import pytest
from discord import HTTPException

from bot.adapters.discord.errors import ErrorKind, KnownError, known_error
from bot.gateway.inbound.inbound import Inbound
from bot.host.notes import LOST
from bot.host.ports import StoreError
from bot.logs import LineFormatter
from bot.messages.buttons import Verb
from bot.words.languages import say
from tests.adapters.discord.hosting import Host, run, server, started
from tests.adapters.discord.scripted import ScriptedMatch, about_table, seen_hand
from tests.adapters.discord.test_presses import drawn, last_answer, two
from tests.loopback.discord.calls import Call
from tests.loopback.discord.errors import Declined
from tests.loopback.discord.rooms import Club
from tests.loopback.faults import Kind
from tests.scripted import true_hand


def club_of(match: ScriptedMatch) -> Club:
    assert match.room.chat.guild is not None
    return match.discord.clubs[match.room.chat.guild.id]


def live(match: ScriptedMatch) -> list[int]:
    """The messages in the channel that have buttons of the table."""
    return [one.id for one in match.room.shown if about_table(one, match.label)]


# --- private messages -------------------------------------------------------------------------------------------------


def test_who_takes_no_private_messages_plays_in_the_channel_and_nobody_sees_their_cards() -> None:
    async def body(host: Host) -> None:
        anna, bruno = host.discord.user("Anna"), host.discord.user("Bruno")
        bruno.closes_dms()
        match = ScriptedMatch(host, host.discord.guild("Circolo", anna, bruno).channel("tavoli"), [anna, bruno])
        await match.begin("fibur", "players=2")
        await match.press(bruno, Verb.HAND, match.room)
        assert "cannot send you private messages" in last_answer(bruno)
        await match.press(bruno, Verb.HAND, match.room)
        assert "cannot send you private messages" not in last_answer(bruno)
        for _ in range(60):
            person = await match.person_in_turn()
            await match.play(match.room if person is bruno else None)
        assert match.turns >= 6
        assert seen_hand(match, bruno, match.room) in ([], await true_hand(match, bruno))
        assert bruno.screen() == []
        match.check_place()
        alone = [one for one in bruno.sees(match.room) if one.only_mine]
        assert {one.message for one in alone}.isdisjoint({one.message for one in anna.sees()})
        refused = [one for one in host.discord.calls if one.status == 403]
        assert len(refused) == 1  # tried once a day

    run(body)


def test_a_reminder_is_a_new_private_message_that_replaces_the_old_one_and_rings_for_one() -> None:
    async def body(host: Host) -> None:
        match = await two(host, "players=2 ping=30 mention=0")
        person = await match.person_in_turn()
        other = next(one for one in match.people if one is not person)
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


def test_a_channel_that_is_deleted_is_told_to_the_players_once_and_the_game_goes_on() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        match.room.vanishes()
        await host.settle_events()
        stage = (await match.table()).stage
        for _ in range(6):
            person = await match.person_in_turn()
            mine = [one for one in match.offered(person) if one.press.stage == (await match.table()).stage]
            plays = [one for one in mine if one.verb is None]  # the last of them discards
            await match.tap(person, plays[-1])
        assert (await match.table()).stage > stage
        for person in match.people:
            notices = [one for one in person.screen() if "can no longer write" in one.content.text]
            hands = [one for one in person.screen() if about_table(one, match.label)]
            assert len([one for one in notices if one not in hands]) == 1
            assert [one for one in hands if one not in notices] == []
            assert [one for one in hands if "discord.com/channels" in one.content.text] == []

    run(body)


@pytest.mark.parametrize("how", ["kicked", "deleted"])
def test_a_table_that_is_lost_is_told_in_the_hands_where_nobody_can_be_written_to(how: str) -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        person = await drawn(match)
        if how == "kicked":
            club_of(match).kicks_bot()  # the only server in common: no new message arrives
        else:
            for one in match.people:
                one.closes_dms()
            match.room.vanishes()
        await host.settle_events()
        for one in match.people:
            (hand,) = [message for message in one.screen() if about_table(message, match.label)]
            assert "can no longer write" in hand.content.text
        await match.discards(person)
        assert await match.person_in_turn() is not person
        for one in match.people:  # it is still true
            (hand,) = [message for message in one.screen() if about_table(message, match.label)]
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
        match = ScriptedMatch(host, thread, [anna, bruno])
        await match.begin("fibur", "players=2")
        thread.archives()
        await host.settle_events()
        person = await drawn(match)
        await match.discards(person)
        assert not thread.chat.archived
        assert len(live(match)) == 1

    run(body)


def test_who_has_left_the_server_keeps_their_seat_and_can_come_back() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        person = await match.person_in_turn()
        other = next(one for one in match.people if one is not person)
        club_of(match).leaves(other)
        await drawn(match)
        await match.discards(person)
        assert await match.person_in_turn() is other
        club_of(match).joins(other)
        await match.press(other, Verb.HAND, match.room)
        assert about_table(other.screen(match.room)[-1])

    run(body)


# --- the line ---------------------------------------------------------------------------------------------------------


def test_a_session_that_breaks_is_taken_up_again_and_no_press_is_lost() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        person = await match.person_in_turn()
        host.discord.gateway.drop()
        draw = next(one for one in match.offered(person) if one.verb is None)
        act = person.forges(draw.custom_id, draw.message)
        await person.answer(act)
        await host.settle()
        assert len((await match.table()).turn) == 1
        assert host.discord.gateway.resumed == 1

    run(body)


class Attempts(logging.Handler):
    """Waits until the client has tried so often in vain to connect; `lines` of the log say so."""

    def __init__(self, many: int) -> None:
        super().__init__()
        self.left, self.enough = many, asyncio.Event()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        is_attempt = "Attempting a reconnect" in record.getMessage()
        self.left -= is_attempt
        if is_attempt:
            self.lines.append(LineFormatter("text").format(record))
        if self.left <= 0:
            self.enough.set()


def test_a_session_cut_and_refused_for_a_while_is_taken_up_again_with_what_was_pressed_meanwhile() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        person = await match.person_in_turn()
        draw = next(one for one in match.offered(person) if one.verb is None)
        await host.discord.gateway.go_away()
        act = person.forges(draw.custom_id, draw.message)
        logging.getLogger("discord").addHandler(attempts := Attempts(3))
        await asyncio.wait_for(attempts.enough.wait(), 60)
        logging.getLogger("discord").removeHandler(attempts)
        assert not act.answer
        assert [line.count("\n") for line in attempts.lines] == [0] * len(attempts.lines)
        assert all(" warning " in line and line.endswith(" error=ClientConnectorError") for line in attempts.lines[1:])
        await host.discord.gateway.come_back()
        await person.answer(act)
        await host.settle()
        assert len((await match.table()).turn) == 1
        assert (host.discord.gateway.logins, host.discord.gateway.resumed) == (1, 1)

    run(body)


def test_a_host_that_is_stopped_while_it_connects_again_stops() -> None:
    """The library takes the cancellation for its own there, and then waits for what will never come."""

    async def main(folder: Path) -> None:
        async with server() as discord:
            try:
                async with asyncio.timeout(60), started(discord, folder / "discord.db"):
                    discord.gateway.stalls = True
                    discord.gateway.drop()
                    await discord.until(lambda: discord.gateway.stalled > 0, 30)
            finally:
                discord.gateway.stalls = False

    with TemporaryDirectory() as folder:
        asyncio.run(main(Path(folder)))


def test_a_session_that_discord_has_forgotten_is_begun_anew() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        host.discord.gateway.sessions.clear()
        host.discord.gateway.drop()
        await host.discord.until(lambda: host.discord.gateway.logins == 2 and host.discord.gateway.ready)
        await drawn(match)

    run(body)


def test_a_press_whose_token_has_grown_old_leads_to_a_normal_edit() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        person = await drawn(match)
        await match.press(person, Verb.SORT)
        host.discord.token_life = 0.0
        host.discord.clock.advance(1)
        await match.types(person, "sort", order="suit")  # what is written brings no press on the hand
        assert [one for one in host.discord.calls if one.status == 401]
        assert seen_hand(match, person) == await true_hand(match, person)
        await match.check_hands()

    run(body)


async def check_all_is_open(match: ScriptedMatch) -> None:
    """No chat is taken for closed and no channel for lost, and nobody was told so."""
    assert await match.host.service.notes.of(LOST, f"discord:{match.room.id}") == ""
    for one in match.people:
        assert not match.host.adapter.calls.is_closed(str(one.id))
        assert "can no longer write" not in "".join([sight.text for sight in one.sees()])


def test_an_address_that_is_shut_out_for_a_while_closes_no_private_chat_and_loses_no_channel() -> None:
    """What stands before Discord's API says 403, as the API does where a chat is closed (discord-api-docs#6473)."""

    async def body(host: Host) -> None:
        match = await two(host)
        person = await match.person_in_turn()

        def shut_out(call: Call) -> Declined | None:
            return Declined(40333) if call.path.startswith("/channels/") else None

        host.discord.whims.append(shut_out)
        person.types("draw")
        await host.discord.until(lambda: [one for one in host.discord.calls if one.status == 403])
        host.discord.whims.clear()
        await host.settle()
        await check_all_is_open(match)
        assert len(seen_hand(match, person)) == 12

    run(body)


def test_a_page_of_what_stands_before_discord_says_nothing_of_a_chat() -> None:
    """It is none of the API's refusals, which have codes, and it may be the answer to anything."""

    async def body(host: Host) -> None:
        match = await two(host)
        person = await match.person_in_turn()
        host.discord.faults.add(Kind.WALL, only="/channels/")
        person.types("draw")
        await host.discord.until(lambda: bool(host.discord.faults.fired))
        host.discord.faults.clear()
        await host.settle()
        await check_all_is_open(match)
        assert len(seen_hand(match, person)) == 12

    run(body)


def test_how_long_an_address_is_shut_out_is_heard() -> None:
    """A page with 429 is of what stands before Discord, too, and names a time in its header (#5385)."""
    response: Any = SimpleNamespace(status=429, reason="Too Many Requests", headers={"Retry-After": "3600"})
    assert known_error(HTTPException(response, "error code: 1015")) == KnownError(
        ErrorKind.LATER, "no answer", 3_600_100
    )


@pytest.mark.parametrize("fault", [OverflowError("date value out of range"), StoreError("the disk is full")])
def test_a_fault_after_a_press_was_carried_out_is_told_to_who_pressed(
    monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        person = await match.person_in_turn()

        async def fails(*_facts: object, **_by_name: object) -> str:
            raise fault

        with monkeypatch.context() as patch:
            patch.setattr(Inbound, "table_shown", fails)
            await match.press(person, Verb.SORT)
            words = say("en", "fault.ours" if isinstance(fault, OverflowError) else "store.failed")
            assert words.split(",")[0] in last_answer(person).replace("\\", "")
        await match.play()

    run(body)
