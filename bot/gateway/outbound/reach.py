"""Who can be sent a private message, for platforms where a person must have opened that chat first.

Nobody loses a seat by it: channels say whose cards wait, and the cards are sent as soon as the chat is opened. Somebody
with several accounts has a private chat with each. Their cards come to the platform where they played last, and there
to the open chat that they used last.
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Final, Protocol

from bot.boards.privacy import PLACES
from bot.bounded import Bounded
from bot.gateway.outbound.messenger import LOOKED_AT
from bot.gateway.outbound.references import parse_remembered
from bot.host.ports import CHANNEL, Letter, Person
from bot.messages.presenter import HAND, TABLE
from bot.requests.backend import Backend
from bot.requests.people import PRIVATE
from bot.requests.reachable import (
    ACCOUNT,
    BLOCKED,
    PLATFORM,
    SHUT,
    account_key,
    known_accounts,
    known_state,
    played_on,
    private_chats,
)
from bot.requests.request_context import RequestContext
from bot.settings_text import read_settings

CHATS: Final = 10_000  # private chats


class Want(Protocol):
    """`bot.host.courier.Courier.want`."""

    async def __call__(self, table_id: str, letters: tuple[Letter, ...], at_leisure: bool = False, /) -> None: ...


class Reach:
    """Keeps who can be reached. `want` has letters of a table brought. Raises `StoreError`."""

    def __init__(self, backend: Backend, want: Want) -> None:
        self._backend = backend
        self._want = want
        self._at: Bounded[tuple[str, str], None] = Bounded(CHATS)  # private chats that are noted with their persons

    async def at(self, context: RequestContext) -> None:
        """Their private chat has this name as a channel: it belongs to them, and is deleted when they are forgotten."""
        key = (context.person.id, context.channel)
        if key in self._at or not context.person.id:
            return
        if context.channel in read_settings(context.person.settings).get(PLACES, []):
            self._at[key] = None
            return
        async with self._backend.seating:
            settings = read_settings((await self._backend.people.now(context)).settings)
            if context.person.id and context.channel not in settings.get(PLACES, []):
                await self._store_settings(context, _with_place(settings, context))
        self._at[key] = None

    async def is_open(self, context: RequestContext, *, sits_down: bool = False) -> bool:
        """Whether the private chat of who was answered is known to be open now.

        `sits_down`: they have just sat down; where nothing is known of it, it counts as closed from now on.
        """
        state = await self._known_now(context)
        if sits_down and state is None:
            await self._note(context, context.account, state=False, unless_known=True)
            state = await self._known_now(context)  # they may have opened it meanwhile
        return state is True

    async def _known_now(self, context: RequestContext) -> bool | str | None:
        return known_state(await self._backend.people.now(context), context.platform, context.account)

    async def note_open(self, context: RequestContext, account: str = "") -> None:
        """They have opened the chat, or written there: what could not be shown is sent now; without an account, on any.

        Where they act there themselves it is theirs from now on (`at`).
        """
        await self._note(context, account, state=True)
        if context.private:
            await self.at(context)

    async def note_closed(self, context: RequestContext, account: str = "", blocked: bool = False) -> None:
        """The chat is not open, or no longer; `blocked`: they have blocked the bot."""
        await self._note(context, account, state=BLOCKED if blocked else False)

    async def plays(self, context: RequestContext) -> None:
        """They do something at a table in this channel: their hands come to its platform, whatever chat it is."""
        platform = context.channel.partition(":")[0]
        if not platform or played_on(context.person, platform):
            return
        async with self._backend.seating:
            person = await self._backend.people.now(context)
            if not person.id or platform not in [one.platform for one in await self._backend.people.accounts(person)]:
                return
            await self._store_settings(context, {**read_settings(person.settings), PLATFORM: platform, ACCOUNT: ""})
        for one in await self._backend.tables.of(person.id):
            await self._want(one.table, (Letter(person.id, HAND),))

    async def _note(
        self, context: RequestContext, account: str, *, state: bool | str, unless_known: bool = False
    ) -> None:
        platform = context.platform
        if await self._changed_settings(context.person, platform, account, state) is None:
            return
        async with self._backend.seating:
            before = await self._backend.people.now(context)
            if unless_known and known_state(before, platform, account) is not None:
                return
            changed = await self._changed_settings(before, platform, account, state)
            if changed is None:
                return
            await self._store_settings(
                context, _with_place(changed, context) if state is True and context.private else changed
            )
        await self._show(before, platform, state=state)

    async def _changed_settings(
        self, person: Person, platform: str, account: str, state: bool | str
    ) -> Mapping[str, object] | None:
        """The settings of a person whose private chat is known to be so; None where that is nothing new."""
        before = read_settings(person.settings)
        changed = {**before, PRIVATE: await self._with_account(person, platform, account, state)}
        if state is True:
            changed |= {PLATFORM: platform, ACCOUNT: account_key(platform, account) if account else ""}
        return changed if person.id and {ACCOUNT: "", **changed} != {ACCOUNT: "", **before} else None

    async def _store_settings(self, context: RequestContext, settings: Mapping[str, object]) -> None:
        await self._backend.people.change(context, replace(context.person, settings=json.dumps(settings)))

    async def _with_account(
        self, person: Person, platform: str, account: str, state: bool | str
    ) -> dict[str, bool | str]:
        """By platform and account; a platform is shut where all accounts there are."""
        if not account:
            return {**private_chats(person), platform: state}
        of_account = {**known_accounts(person, platform), account_key(platform, account): state}
        if state is True:  # as after most presses: whatever else they have there
            return {**private_chats(person), **of_account, platform: True}
        there = [one.account for one in await self._backend.people.accounts(person) if one.platform == platform]
        some = any(of_account.get(account_key(platform, one)) not in SHUT for one in there if one != account)
        return {**private_chats(person), **of_account, platform: some}

    async def _show(self, before: Person, platform: str, *, state: bool | str) -> None:
        """Their hand where they are now, and their tables in their channels, which told that they were out of reach.

        Not where it stands there already: `before` nothing was shut to them, and they have one chat alone.
        """
        accounts = await self._backend.people.accounts(before)
        was_shut = any(one in SHUT for one in private_chats(before).values())
        is_one_chat = state is True and len(accounts) == 1 and not was_shut
        for one in await self._backend.tables.of(before.id):
            if is_one_chat and await self._stands_at(one.table, before.id, (platform, accounts[0].account)):
                continue
            channels = [Letter(f"{CHANNEL}{channel}", TABLE) for channel in one.channels]
            await self._want(one.table, (Letter(before.id, HAND), *channels))

    async def _stands_at(self, table_id: str, person_id: str, chat: tuple[str, str]) -> bool:
        """Whether a message in this chat shows somebody their hand at a table."""
        rows = await self._backend.store.letters(self._backend.bot, table_id)
        messages = [parse_remembered(one.reference) for one in rows if (one.viewer, one.kind) == (person_id, HAND)]
        there = [one for one in messages if one is not None and (one.platform, one.place) == chat]
        return any(not one.reference.startswith(LOOKED_AT) for one in there)


def _with_place(settings: Mapping[str, object], context: RequestContext) -> dict[str, object]:
    """The settings of somebody whose private chat this is."""
    places = settings.get(PLACES, [])
    assert isinstance(places, list)
    return dict(settings) if context.channel in places else {**settings, PLACES: [*places, context.channel]}
