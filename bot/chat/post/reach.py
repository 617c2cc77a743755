"""Who can be sent a private message, for platforms where a person must have opened that chat first.

Nobody loses a seat for it: channels say whose cards wait, and as soon as he opens the chat they are sent.
"""

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Final, TypeAlias

from bot.boards.privacy import PLACES
from bot.chat.messages.presenter import HAND, TABLE
from bot.chat.service.desk import Desk
from bot.host.door import CHANNEL
from bot.host.ports import Letter, Person
from bot.lately import Lately
from bot.settings_text import read_settings

KNOWN: Final = 10_000  # private chats
PRIVATE: Final = "private"  # in a person's settings: by platform, whether his private chat is open
PLATFORM: Final = "platform"  # where he was last


def is_shut(person: Person, platform: str) -> bool:
    """Whether his private chat there is known not to be open."""
    return _private(person).get(platform) is False


Want: TypeAlias = Callable[[str, tuple[Letter, ...]], Awaitable[None]]  # `bot.host.courier.Courier.want`


class Reach:
    """Keeps who can be reached. `want` has letters of a table brought. Raises `StoreError`."""

    def __init__(self, desk: Desk, want: Want) -> None:
        self._desk = desk
        self._want = want
        self._at: Lately[tuple[str, str], None] = Lately(KNOWN)  # private chats that are noted with their persons

    async def at(self, person_id: str, channel: str) -> None:
        """His private chat has this name among channels: it is his, and goes when he is forgotten."""
        if (person_id, channel) in self._at:
            return
        async with self._desk.seating:
            person = await self._desk.people.person(person_id)
            known = read_settings(person.settings)
            places = [*known.get(PLACES, []), channel]
            if person.id and channel not in places[:-1]:
                await self._desk.people.put(replace(person, settings=json.dumps({**known, PLACES: places})))
        self._at[person_id, channel] = None

    async def is_open(self, person_id: str, platform: str) -> bool:
        """Whether the private chat is known to be open."""
        return _private(await self._desk.people.person(person_id)).get(platform) is True

    async def opened(self, person_id: str, platform: str) -> None:
        """He has opened it, or written there: what he could not be shown is sent now."""
        await self._note(person_id, platform, is_open=True)

    async def closed(self, person_id: str, platform: str) -> None:
        """It is not open, or no longer."""
        await self._note(person_id, platform, is_open=False)

    async def met(self, person_id: str, platform: str) -> None:
        """He sits down, and nothing is known of his private chat yet."""
        if platform not in _private(await self._desk.people.person(person_id)):
            await self.closed(person_id, platform)

    async def _note(self, person_id: str, platform: str, *, is_open: bool) -> None:
        async with self._desk.seating:
            person = await self._desk.people.person(person_id)
            known = _private(person)
            if not person.id or (known.get(platform) is is_open and (not is_open or _used(person) == platform)):
                return
            changed = {**read_settings(person.settings), PRIVATE: {**known, platform: is_open}}
            if is_open:
                changed[PLATFORM] = platform
            await self._desk.people.put(replace(person, settings=json.dumps(changed)))
        await self._show(person.id)

    async def _show(self, person_id: str) -> None:
        """His hand where he is now, and his tables in their channels, which told that he was out of reach."""
        for one in await self._desk.where.of(person_id):
            channels = [Letter(f"{CHANNEL}{channel}", TABLE) for channel in one.channels]
            await self._want(one.table, (Letter(person_id, HAND), *channels))


def _private(person: Person) -> Mapping[str, bool]:
    found = read_settings(person.settings).get(PRIVATE)
    return found if isinstance(found, dict) else {}


def _used(person: Person) -> str:
    return str(read_settings(person.settings).get(PLATFORM, ""))
