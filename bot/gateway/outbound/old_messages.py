"""The end of messages in whose place something newer stands: their controls go, or the whole message does.

What could not be ended yet stays in the reference of the newer one, and is tried again with it. Everything may be
repeated.
"""

import logging
from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import replace
from typing import Any, Final, TypeAlias

from bot.gateway.outbound.messenger import LOOKED_AT, Chat, Messenger
from bot.gateway.outbound.references import Remembered, format_remembered, once
from bot.host.delivery_errors import TryLater, Undeliverable
from bot.host.ports import OutboxRow
from bot.host.under_way import UnderWay
from bot.messages.message import Message
from bot.requests.backend import Archive
from bot.requests.reachable import is_shut
from bot.tables.table import LOBBY
from bot.words.languages import Language, say

LOG: Final = logging.getLogger(__name__)
LEFT: Final = 4  # messages of one letter in private chats that are shut

Leave: TypeAlias = Callable[[str], AbstractAsyncContextManager[None]]
"""Around what sends one message to a platform, by its name: it leaves once the platform can take it."""


class OldMessages:
    """Ends them on the platforms that are on; each call leaves within `leave`."""

    def __init__(self, store: Archive, messengers: Mapping[str, Messenger], under_way: UnderWay, leave: Leave) -> None:
        self._store = store
        self._messengers = messengers
        self._under_way = under_way
        self._leave = leave

    async def reference_without_message(self, remembered: Remembered | None, row: OutboxRow) -> str:
        """The letter shows nothing any more, but its old message may still have to be ended. Raises `TryLater`."""
        if remembered is None or not (remembered.owed or remembered.left):
            return row.reference
        ended = await self.end_what_is_owed(remembered, row)
        if ended.owed:
            raise TryLater("the old message keeps its buttons")
        return format_remembered(ended)

    async def take_away(self, remembered: Remembered | None) -> str:
        """A message that named somebody is deleted when they have acted, and then forgotten. Raises `TryLater`."""
        if remembered is not None:
            with suppress(Undeliverable):  # it is gone, or nothing can be done there any more
                for owed in (remembered.owed, _whole(remembered)):
                    if owed:
                        await self._retire(owed)
        return ""

    async def replaced_by(
        self, new: Remembered, before: Remembered, row: OutboxRow, chat: Chat, message: Message, label: str
    ) -> Remembered:
        """The new message stands: the old one's end. A failure leaves a message too many, never one too few.

        Where a hand has left a chat, that says where it is. What a platform counts, as it does an edit, is a letter's
        only call: the old one's end is the next letter's.
        """
        words = say(message.language, "lobby.begun", table=label) if before.anew == LOBBY != message.anew else ""
        owed = (before.platform, before.place, chat.private, before.reference, message.replaces, words)
        left = (*before.left, before.owed)[-LEFT:] if before.owed else before.left  # an older one still has its buttons
        new = replace(new, owed=owed, moved_note=before.moved_note, left=left, late=self._late(owed, before, row))
        if chat.private and (before.platform, before.place) != (new.platform, new.place):
            new = replace(new, moved_note=await self._announce_move(new, before, row, message, label))
        return new if new.costs else await self.end_what_is_owed(new, row)

    async def end_what_is_owed(self, remembered: Remembered, row: OutboxRow) -> Remembered:
        """Take the controls away from all that may lose them now."""
        return await self._retire_left(await self._retire_owed(remembered), row)

    def _late(self, owed: tuple[Any, ...], before: Remembered, row: OutboxRow) -> tuple[Any, ...]:
        """Messages to end once more, unless they are gone: a change that was given up may still arrive."""
        until = self._under_way.late_until(row)
        return (*before.late, (*owed, until))[-LEFT:] if until and not owed[4] else before.late

    async def _announce_move(
        self, new: Remembered, before: Remembered, row: OutboxRow, message: Message, label: str
    ) -> tuple[str, ...]:
        """Tell a person's other chat where their hand is now; the message that pointed there before is deleted."""
        await self._retire_owed(replace(new, owed=_end_of_note(before)))
        messenger = self._messengers.get(before.platform)
        if messenger is None or before.reference.startswith(LOOKED_AT):
            return ()
        note = moved_to(new, message.language, label)
        try:
            async with self._leave(before.platform):
                reference = await messenger.send(Chat(before.place, private=True), note, None, once(row, note))
        except (TryLater, Undeliverable):
            LOG.info("who has two accounts is not told where their hand is", extra={"platform": before.platform})
            return ()
        return before.platform, before.place, reference

    async def _retire_owed(self, remembered: Remembered) -> Remembered:
        """Take the controls away from a message that still has to lose them, if its platform can do it now."""
        if not remembered.owed:
            return remembered
        try:
            await self._retire(remembered.owed)
        except TryLater:
            return remembered
        except Undeliverable as error:
            LOG.info("an old message keeps its buttons", extra={"platform": remembered.owed[0]})
            left = (*remembered.left, remembered.owed)[-LEFT:] if error.shut else remembered.left
            return replace(remembered, owed=(), left=left)
        return replace(remembered, owed=())

    async def _retire_left(self, remembered: Remembered, row: OutboxRow) -> Remembered:
        """Take the controls away from messages in private chats that were shut and are open again.

        One that can be asked of its platform only later is owed, where nothing else is: then it is asked for again.
        """
        if not remembered.left:
            return remembered
        person = await self._store.person(row.bot, row.viewer)
        if person is None:
            return replace(remembered, left=())
        left, later = [], []
        for owed in remembered.left:
            platform, chat_id, *_ = owed
            try:
                if is_shut(person, platform, chat_id):
                    left.append(owed)
                else:
                    await self._retire(owed)
            except TryLater:
                later.append(owed)
            except Undeliverable as error:
                left += [owed] if error.shut else []
        if later and not remembered.owed:
            remembered = replace(remembered, owed=later.pop())
        return replace(remembered, left=(*left, *later))

    async def _retire(self, owed: tuple[Any, ...]) -> None:
        """The end of a message, as `Remembered.owed` has it. Raises `TryLater`, `Undeliverable`."""
        platform, chat_id, private, reference, remove, *words = owed
        messenger = self._messengers.get(platform)
        if messenger is not None:
            async with self._leave(platform):
                await messenger.retire(Chat(chat_id, private, instead=words[0] if words else ""), reference, remove)


def moved_to(remembered: Remembered, language: Language, label: str) -> Message:
    """The message in a person's other chat that says where the hand is that stood there."""
    words = say(language, "hand.moved", table=label, platform=remembered.platform.capitalize())
    return Message(language, lines=(words,))


def _whole(remembered: Remembered) -> tuple[Any, ...]:
    """A message in a channel that is to be deleted, as `Remembered.owed` has it."""
    return remembered.platform, remembered.place, False, remembered.reference, True, ""


def _end_of_note(remembered: Remembered) -> tuple[Any, ...]:
    """The message elsewhere that points to this one, as `Remembered.owed` has it: it is to be deleted."""
    if not remembered.moved_note:
        return ()
    platform, chat_id, reference = remembered.moved_note
    return platform, chat_id, True, reference, True
