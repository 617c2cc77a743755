"""Channels where nothing can be written: whatever fails in between, what is noted of them and what is shown agree."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from bot.gateway.inbound.inbound import Inbound
from bot.host.ports import CHANNEL, Account, Letter, StoreError
from bot.messages.presenter import HAND, TABLE
from bot.requests.reachable import knows_open, place_on
from bot.requests.request_context import RequestContext
from bot.tables.table import PLAYING
from bot.words.languages import say
from tests.gateway.chatting import Hall
from tests.people_rows import put_account
from tests.requests.serving import BOT, World
from tests.requests.serving import run as in_world

BAR = "discord:77"


class Teller:
    """What is told to accounts, at once."""

    platform = "discord"

    def __init__(self) -> None:
        self.accounts: list[str] = []

    def soon(self, work: Coroutine[Any, Any, object]) -> None:
        with pytest.raises(StopIteration):
            work.send(None)

    async def tell(self, account: str, *_: object) -> None:
        self.accounts.append(account)


class Club:
    """A table of two in a channel, and a host in whose store letters cannot always be put."""

    def __init__(self, world: World) -> None:
        self.people: list[str] = []
        self.hall = Hall(world)
        self.fails = False
        self.wishes: list[tuple[str, str]] = []
        self.inbound = Inbound(world.service, self.hall.delivery, self.want)
        self.teller: Any = Teller()

    @classmethod
    async def of(cls, world: World) -> "Club":
        club = cls(world)
        club.people = await world.people(2)
        table = await world.open(club.people[0], BAR, "players=2")
        await world.join(club.people[1], table)
        await world.said(club.people[0], table.label, "start")
        await world.until(table, PLAYING)
        await club.hall.post()
        return club

    def again(self) -> "Club":
        """The same after a start."""
        club = Club(self.hall.world.again())
        club.people, club.hall.platform.messages = self.people, self.hall.platform.messages
        return club

    async def want(self, table_id: str, letters: tuple[Letter, ...], at_leisure: bool = False) -> None:
        if self.fails:
            raise StoreError
        self.wishes += [(one.viewer, one.kind) for one in letters]
        await self.hall.courier.want(table_id, letters, at_leisure)

    async def is_lost(self) -> bool:
        """Whether a hand says that nothing can be written in the channel, once it is shown as it is now."""
        (table,) = await self.hall.world.service.backend.tables.of(self.people[0])
        await self.hall.courier.want(table.table, (Letter(self.people[0], HAND),))
        await self.hall.post()
        return say("en", "chat.lost", table=table.label) in self.hall.platform.live("anna")[-1].lines


def test_a_loss_that_cannot_be_noted_is_neither_shown_nor_forgotten() -> None:
    async def work(world: World) -> None:
        club = await Club.of(world)
        assert not await club.is_lost()
        club.fails = True
        with pytest.raises(StoreError):
            await club.inbound.presence.note_lost(BAR, club.teller)
        assert (await club.is_lost(), club.teller.accounts) == (False, [])
        club.fails = False
        for _ in range(2):
            await club.inbound.presence.note_lost(BAR, club.teller)
        assert (await club.is_lost(), sorted(club.teller.accounts)) == (True, ["anna", "bruno"])

    in_world(work)


def test_a_return_that_cannot_be_noted_is_neither_shown_nor_forgotten() -> None:
    async def work(world: World) -> None:
        club = await Club.of(world)
        await club.inbound.presence.note_lost(BAR, club.teller)
        club.fails = True
        with pytest.raises(StoreError):
            await club.inbound.presence.note_regained(BAR)
        assert await club.is_lost()
        club.fails = False
        sends, live = club.hall.platform.calls["send"], len(club.hall.platform.live("77"))
        await club.inbound.presence.note_regained(BAR)
        assert not await club.is_lost()
        assert club.hall.platform.calls["send"] == sends + 1  # the table, below what was said since
        assert len(club.hall.platform.live("77")) == live

    in_world(work)


def test_after_a_start_a_loss_that_was_noted_is_known_and_told_to_nobody_again() -> None:
    async def work(world: World) -> None:
        club = await Club.of(world)
        await club.inbound.presence.note_lost(BAR, club.teller)
        after = club.again()
        await after.inbound.presence.note_lost(BAR, after.teller)
        assert (await after.is_lost(), after.teller.accounts) == (True, [])

    in_world(work)


def test_who_takes_over_from_another_host_knows_of_a_loss_that_this_one_has_noted_meanwhile() -> None:
    async def work(world: World) -> None:
        club = await Club.of(world)
        other = club.again()
        assert not await other.is_lost()
        await club.inbound.presence.note_lost(BAR, club.teller)
        other.hall.delivery.begin_anew()
        await other.inbound.presence.note_lost(BAR, other.teller)
        assert (await other.is_lost(), other.teller.accounts) == (True, [])
        await other.inbound.presence.note_regained(BAR)
        assert not await other.again().is_lost()

    in_world(work)


def test_a_loss_that_was_noted_nowhere_is_told_after_the_next_start() -> None:
    async def work(world: World) -> None:
        club = await Club.of(world)
        club.fails = True
        with pytest.raises(StoreError):
            await club.inbound.presence.note_lost(BAR, club.teller)
        after = club.again()
        await after.inbound.presence.note_lost(BAR, after.teller)
        assert (await after.is_lost(), sorted(after.teller.accounts)) == (True, ["anna", "bruno"])

    in_world(work)


def at_home(account: str) -> RequestContext:
    """A press in somebody's private chat, whoever they are."""
    return RequestContext("discord", account, f"discord:dm-{account}", private=True)


def test_who_presses_in_the_chat_where_their_hand_stands_is_shown_nothing_anew() -> None:
    async def work(world: World) -> None:
        club = await Club.of(world)
        await club.inbound.presence.note_open(at_home("anna"))
        assert not club.wishes
        anna = await world.service.person(club.people[0])
        assert knows_open(anna, "discord")
        assert place_on(anna, "discord") == "discord:dm-anna"

    in_world(work)


def test_who_opens_their_private_chat_while_they_sit_down_has_it_open() -> None:
    async def work(world: World) -> None:
        await world.service.enters(at_home("newcomer"), "", "Nuova", registers=True)
        club = Club(world)
        there, home = RequestContext("discord", "newcomer", BAR), at_home("newcomer")
        for context in (there, home):
            await club.inbound.enters(context)
        async with world.service.backend.seating:  # both look at what is known, and wait to note what is new
            opens = asyncio.create_task(club.inbound.presence.note_open(home))
            await asyncio.wait([opens], timeout=0.2)
            sits_down = asyncio.create_task(club.inbound.is_open(there, sits_down=True))
            await asyncio.wait([sits_down], timeout=0.2)
        await asyncio.gather(opens, sits_down)
        assert sits_down.result()
        assert knows_open(await world.service.person(home.person.id), "discord")

    in_world(work)


def test_who_was_out_of_reach_or_has_not_seen_their_hand_is_shown_it() -> None:
    async def work(world: World) -> None:
        club = await Club.of(world)
        await club.inbound.presence.note_closed(at_home("anna"))
        club.wishes.clear()
        await club.inbound.presence.note_open(at_home("anna"))
        table = (f"{CHANNEL}{BAR}", TABLE)
        assert club.wishes == [(club.people[0], HAND), table]
        (stored,) = await world.service.backend.tables.of(club.people[1])
        rows = await world.store.letters(BOT, stored.table)
        (row,) = [one for one in rows if (one.viewer, one.kind) == (club.people[1], HAND)]
        await world.store.mark_sent(row, row.revision, "", world.now)  # as of who could be sent nothing
        club.wishes.clear()
        await club.inbound.presence.note_open(at_home("bruno"))
        assert club.wishes == [(club.people[1], HAND), table]

    in_world(work)


def test_who_has_two_chats_is_shown_their_hand_where_they_are_now() -> None:
    async def work(world: World) -> None:
        club = await Club.of(world)
        await put_account(world.store, BOT, Account("discord", "anna2"), club.people[0])
        await club.inbound.presence.note_open(at_home("anna2"))
        assert (club.people[0], HAND) in club.wishes

    in_world(work)
