"""Who wants to hear of games that open in a channel: kept with the person, told in private, in reason.

In reason is: of tables that somebody else has opened, once in half an hour, not in the person's quiet hours by the
channel's clock, and not while they play at a live table. Who has left the channel hears nothing more of it.
"""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from bot.boards.privacy import is_erased
from bot.durations import MINUTE
from bot.host.ports import Account, Person, StoreError, begin_apart
from bot.requests.answer import Answer
from bot.requests.backend import Backend
from bot.requests.channels import Channels
from bot.requests.news import News
from bot.requests.people import who
from bot.requests.request_context import RequestContext
from bot.settings_text import read_settings
from bot.tables.hours import counted_time, parse_quiet
from bot.tables.setting import ON
from bot.tables.settings import SETTINGS, bad_setting
from bot.tables.table import PAUSE, PLAYING, Settings, Table
from bot.words.declined import declined_words
from bot.words.languages import say

LOG: Final = logging.getLogger(__name__)
NOTIFY: Final = "notify"  # in a person's settings
BREAK: Final = 30 * MINUTE  # between two messages

IsStillIn: TypeAlias = Callable[[str, Collection[Account]], Awaitable[bool]]
"""Whether somebody of these accounts is in a channel."""


async def _believed(_channel: str, _accounts: Collection[Account]) -> bool:
    """Where no platform can be asked, who said so there is there."""
    return True


@dataclass(frozen=True, slots=True)
class Notify:
    """Whether somebody wants to hear when a game opens in this channel: "on", "off", or "" to be told what is so.

    `quiet` are hours in which nothing is sent, in any channel: `23:00-08:00`, "off" for none, "" to leave them.
    """

    channel: str = ""
    switch: str = ""
    quiet: str = ""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a person wants to hear of: the channels, the hours in which nothing is sent, when something was, last."""

    channels: tuple[str, ...] = ()
    quiet: str = Settings().quiet
    last: int = 0

    @classmethod
    def of(cls, settings: str) -> "Wishes":
        """Those that are kept with a person."""
        found = read_settings(settings).get(NOTIFY)
        entry: Mapping[str, Any] = found if isinstance(found, dict) else {}
        usual = cls()
        channels = tuple(str(one) for one in entry.get("channels", ()))
        return cls(channels, str(entry.get("quiet", usual.quiet)), int(entry.get("last", 0)))

    def kept_with(self, person: Person) -> Person:
        """The person with these."""
        entry = {"channels": [*self.channels], "quiet": self.quiet, "last": self.last}
        return replace(person, settings=json.dumps({**read_settings(person.settings), NOTIFY: entry}))


class OpeningNews:
    """Keeps who wants to hear of games, and tells them. Raises `StoreError`."""

    def __init__(self, backend: Backend, channels: Channels) -> None:
        self._backend = backend
        self._channels = channels
        self._telling: set[asyncio.Task[None]] = set()
        self._is_still_in: IsStillIn = _believed

    def note_members(self, is_still_in: IsStillIn) -> None:
        """Ask this who is in a channel."""
        self._is_still_in = is_still_in

    async def change(self, context: RequestContext, request: Notify) -> Answer:
        """What they want from now on; in private it is for all channels, and none can be added."""
        language = context.language
        if request.switch == ON and context.private:
            return Answer(False, say(language, "notify.where"))
        try:
            quiet = str(SETTINGS["quiet"].parse(request.quiet)) if request.quiet else None
        except ValueError as error:
            return Answer(False, declined_words(language, bad_setting(error)))
        async with self._backend.seating:
            person = await self._backend.people.now(context)
            if not person.id:
                return Answer(False, say(language, "erase.nobody"))
            before = Wishes.of(person.settings)
            wishes = replace(before, quiet=before.quiet if quiet is None else quiet)
            others = () if context.private else tuple(one for one in before.channels if one != request.channel)
            if request.switch:
                wishes = replace(wishes, channels=(*others, request.channel) if request.switch == ON else others)
            if wishes != before:
                await self._backend.people.change(context, wishes.kept_with(person))
        here = bool(wishes.channels) if context.private else request.channel in wishes.channels
        since, until = _times(wishes.quiet)
        words = say(language, "notify.on", since=since, until=until) if here else say(language, "notify.off")
        return Answer(True, words)

    def note_opened(self, table_id: str, opener: str, invited: Collection[str] = ()) -> None:
        """A table has opened its lobby: those who want to hear of it are told, in the background.

        Those who were `invited`, or have said that they come, have a message of their own.
        """
        task = begin_apart(self._tell_of(table_id, opener, invited))
        self._telling.add(task)
        task.add_done_callback(self._telling.discard)

    async def settle(self) -> None:
        """Until everybody has been told of what was opened so far."""
        await asyncio.gather(*self._telling)

    async def _tell_of(self, table_id: str, opener: str, invited: Collection[str]) -> None:
        try:
            table = await self._backend.door.table(table_id)
            if table is None or not table.channel:
                return
            for person in await self._backend.store.people_with(self._backend.bot, NOTIFY):
                wants = table.channel in Wishes.of(person.settings).channels
                if wants and person.id != opener and person.id not in invited:
                    await self._tell(person.id, table, opener)
        except StoreError as error:  # they were to hear of a game, and can still find it
            LOG.warning("who wants to hear of a table was not told", extra={"error": str(error)})

    async def _tell(self, person_id: str, table: Table, opener: str) -> None:
        person = await self._who_hears(person_id, table, opener)
        if person is None:
            return
        is_there = await self._is_still_in(table.channel, await self._backend.people.accounts(person))
        async with self._backend.seating:  # which is not held while a platform is asked
            person = await self._who_hears(person_id, table, opener)
            if person is None:
                return
            wishes = Wishes.of(person.settings)
            if is_there:
                wishes = replace(wishes, last=self._backend.door.clock())
            else:
                wishes = replace(wishes, channels=tuple(one for one in wishes.channels if one != table.channel))
            await self._backend.people.store(wishes.kept_with(person))
        if not is_there:
            return
        name = who(await self._backend.people.person(opener)).name
        place = (await self._channels.titles([table.channel])).get(table.channel, "")
        words = say(person.language, "notify.opened", name=name, table=table.label, place=place)
        self._backend.tell(News(person.id, words, agrees=f"join {table.label}", rings=True))

    async def _who_hears(self, person_id: str, table: Table, opener: str) -> Person | None:
        """The person, if it is in reason to tell them of this table now."""
        person = await self._backend.people.person(person_id)
        if person.id != person_id or person.id == opener or is_erased(person):  # their accounts are another's now
            return None
        wishes, now = Wishes.of(person.settings), self._backend.door.clock()
        zone = (await self._channels.settings(table.channel)).zone
        busy = table.seat_of(person.id) or await self._plays(person.id)
        return None if busy or now - wishes.last < BREAK or is_quiet(wishes.quiet, zone, now) else person

    async def _plays(self, person: str) -> bool:
        """Whether they have a seat at a live table where a deal is played, or the next one is near."""
        for one in await self._backend.tables.of(person):
            if one.phase in (PLAYING, PAUSE) and one.seat_of(person):
                table = await self._backend.door.table(one.table)
                if table is not None and not table.settings.days:
                    return True
        return False


def _times(quiet: str) -> tuple[str, str]:
    """When these hours begin and end as people say it, `8:00`; "" for none."""
    found = parse_quiet(quiet)
    if found is None:
        return "", ""
    since, until = (f"{minute // 60}:{minute % 60:02}" for minute in found)
    return since, until


def is_quiet(quiet: str, zone: str, now: int) -> bool:
    """Whether a moment lies in these hours by the clocks of this zone."""
    if parse_quiet(quiet) is None:
        return False
    return counted_time(Settings(days=1, quiet=quiet, zone=zone), now, now + 1) == 0
