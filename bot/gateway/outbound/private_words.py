"""What somebody is told in the private chat where they are, of a tournament as a rule, and how that is kept true."""

from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Final, TypeAlias

from bot.gateway.outbound.messenger import Chat, Messenger
from bot.gateway.outbound.old_messages import Leave
from bot.gateway.outbound.recipients import Recipients
from bot.gateway.outbound.references import Remembered, format_remembered, parse_remembered
from bot.host.delivery_errors import Undeliverable
from bot.host.ports import Person
from bot.messages.message import Message
from bot.requests.backend import Archive
from bot.requests.reachable import is_shut

MOST_WORDS: Final = 24  # messages of one letter that may name somebody who is forgotten

Rewrite: TypeAlias = Callable[[str], Awaitable[Message | None]]
"""What a message that was sent says now, by its mark; None where it says the same."""


class PrivateWords:
    """Each message leaves within `leave`."""

    def __init__(
        self, store: Archive, messengers: Mapping[str, Messenger], recipients: Recipients, leave: Leave
    ) -> None:
        self._store = store
        self._messengers = messengers
        self._recipients = recipients
        self._leave = leave

    async def tell(self, bot: str, person_id: str, message: Message, once: str, before: str, mark: str) -> str:
        """Somebody is told something in the private chat where they are; what is remembered of it.

        That is the chat, and its newest messages, with those remembered `before`; `mark` is what this one says.
        Raises `TryLater`, `Undeliverable`.
        """
        person = await self._store.person(bot, person_id) or Person(person_id, "", "")
        account = self._recipients.account(await self._store.accounts(bot, person.id), person)
        chat = Chat(account.account, private=True, shut=is_shut(person, account.platform, account.account))
        async with self._leave(account.platform):
            new = await self._messengers[account.platform].send(chat, message, None, once)
        there = parse_remembered(before)
        earlier = there.words if there is not None and there.place == account.account else ()
        words = (*earlier, (new, mark))[-MOST_WORDS:]
        return format_remembered(Remembered(account.platform, account.account, "", words=words))

    async def tell_again(self, before: str, write: Rewrite) -> None:
        """Update what somebody was told to what it would say now; deleted messages stay deleted. Raises `TryLater`."""
        there = parse_remembered(before)
        messenger = self._messengers.get(there.platform) if there is not None else None
        for reference, mark in there.words if there is not None and messenger is not None else ():
            message = await write(mark)
            if message is None or messenger is None or there is None:
                continue
            async with self._leave(there.platform):
                with suppress(Undeliverable):
                    await messenger.edit(Chat(there.place, private=True, over=True), reference, message, None)
