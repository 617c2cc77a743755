"""Planned matches as scheduled events of their server, where the bot may make such; without that right nothing happens.

Each start of a plan has an event of its own, and which is noted with the plan's name; one that was made before a crash,
and not noted, is known by its channel and its time, and by being nobody else's. It is scheduled, then active while its
table is played, then completed; cancelled where it will not be played. Whatever happens, the events are made what the
plan says now, also after a start: so a crash or a lost call is made good with the next word about the plan.

Discord itself begins such an event at its time and ends it at its end, and one that has begun cannot be cancelled.
https://docs.discord.com/developers/resources/guild-scheduled-event#guild-scheduled-event-status-update-automation
"""

import asyncio
import json
import logging
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from discord import Client, EventStatus, Guild, Thread
from discord.abc import GuildChannel

from bot.adapters.discord.chat_ids import place_of
from bot.adapters.discord.errors import FAILED, ErrorKind, known_error
from bot.bounded import Bounded
from bot.durations import HOUR
from bot.gateway.inbound.inbound import Inbound
from bot.host.notes import EVENTS
from bot.keyed_lock import KeyedLock
from bot.messages.fitting import shorten
from bot.requests.dates import Date
from bot.words.languages import say

LOG: Final = logging.getLogger(__name__)
SCHEDULED, ACTIVE, COMPLETED, CANCELLED = 1, 2, 3, 4  # Discord's states of an event
ELSEWHERE: Final = 3  # a kind of event: in no voice channel
MEMBERS_ONLY: Final = 2  # who sees it
LASTS: Final = 2 * HOUR  # such an event must have an end
SOON: Final = 5_000  # milliseconds: what starts earlier is no event any more
NAME: Final = 100  # signs
_LIVE: Final = (EventStatus.scheduled, EventStatus.active)
SERVERS: Final = 10_000
TRIES: Final = 3


@dataclass(frozen=True, slots=True)
class Noted:
    """An event that was made: its number and its state."""

    event: int
    state: int


class Calendar:
    """The events of a bot."""

    def __init__(self, client: Client, inbound: Inbound) -> None:
        self._client = client
        self._dates = inbound.dates
        self._notes = inbound.notes
        self._presence = inbound.presence
        self._clock = inbound.clock
        self._refused: Bounded[int, int] = Bounded(SERVERS)  # the rights with which a server's events were refused
        self._one_by_one: KeyedLock[int] = KeyedLock()  # the plans of a channel: their events look alike

    async def all(self) -> None:
        """Every plan, as it stands after a start."""
        await self._client.wait_until_ready()
        for date in await self._dates.all():
            await self.plan(date.plan)

    async def plan(self, plan: str) -> None:
        """The events of a plan become what it says now."""
        found = await self._dates.now(plan)
        where = self._channel(found) if found is not None else None
        if where is None or not self._may(where.guild):
            return
        async with self._one_by_one[where.id]:
            date = await self._dates.now(plan)
            if date is not None:
                await self._settle(date, where)

    def _may(self, guild: Guild) -> bool:
        """Whether the bot may make events there, and change its own, as far as is known: what it knows may be old.

        The right to manage them has not been enough since February 2026.
        """
        rights = guild.me.guild_permissions
        return rights.create_events and self._refused.get(guild.id) != rights.value

    def _channel(self, date: Date) -> GuildChannel | None:
        """Its channel; for a thread the one above it."""
        found = self._client.get_channel(place_of(date.channel))
        above = found.parent if isinstance(found, Thread) else found
        return above if isinstance(above, GuildChannel) else None

    async def _settle(self, date: Date, where: GuildChannel) -> None:
        before = await self._events_of(date.plan)
        noted = {}
        for starts, one in before.items():
            left = one if starts == date.starts else await self._moved_on(date, where.guild, starts, one)
            if left is not None:
                noted[starts] = left
        if date.starts not in noted and date.starts > self._clock() + SOON:
            event = await self._make_event(date, where)
            if event:
                noted[date.starts] = Noted(event, SCHEDULED)
        if noted != before:
            await self._notes.put(EVENTS, date.plan, _format_events(noted))

    async def _events_of(self, plan: str) -> dict[int, Noted]:
        """The events of a plan, by start."""
        return _parse_events(await self._notes.of(EVENTS, plan))

    async def _moved_on(self, date: Date, guild: Guild, starts: int, one: Noted) -> Noted | None:
        """An event that is not the next one any more, after its change; None for one that has ended."""
        has_begun = one.state == ACTIVE or starts <= self._clock()
        if await self._dates.is_played(date.plan, starts):
            begins = not has_begun and await self._set_state(guild, one.event, ACTIVE) is None
            return Noted(one.event, ACTIVE) if has_begun or begins else one
        for state in (COMPLETED, CANCELLED) if has_begun else (CANCELLED, COMPLETED):
            refusal = await self._set_state(guild, one.event, state)
            if refusal is not ErrorKind.MALFORMED:  # else it has begun since, or not yet
                return None if refusal is None else one
        return one

    # --- calls --------------------------------------------------------------------------------------------------------

    async def _make_event(self, date: Date, where: GuildChannel) -> int:
        """The number of the event, made now or, before a crash, then; 0 where it cannot be made."""
        starts = _time(date.starts)
        for tried in range(TRIES):
            try:
                events = await where.guild.fetch_scheduled_events(with_counts=False)
                mine = [one for one in events if one.creator_id == where.guild.me.id and one.start_time == starts]
                same = [one.id for one in mine if one.location == _location(where) and one.status in _LIVE]
                left = set(same) - await self._others(date) if same else set()
                if left:
                    return min(left)
                language = await self._presence.language(date.channel)
                http = self._client.http
                return int(
                    (await http.create_guild_scheduled_event(where.guild.id, **_event(date, where, language)))["id"]
                )
            except FAILED as error:
                if known_error(error).kind is ErrorKind.LACKING:
                    self._refused[where.guild.id] = where.guild.me.guild_permissions.value
                if not await _again(error, tried):
                    break
        return 0

    async def _others(self, date: Date) -> set[int]:
        """The events of the other plans."""
        plans = [one.plan for one in await self._dates.all() if one.plan != date.plan]
        others = [await self._events_of(plan) for plan in plans]
        return {one.event for noted in others for one in noted.values()}

    async def _set_state(self, guild: Guild, event: int, state: int) -> ErrorKind | None:
        """Why the event does not come into that state; None where it does, or is gone or over."""
        kind = ErrorKind.LATER
        for tried in range(TRIES):
            try:
                await self._client.http.edit_scheduled_event(guild.id, event, status=state)
                return None
            except FAILED as error:
                kind = known_error(error).kind
                if kind is ErrorKind.GONE:
                    return None
                if not await _again(error, tried):
                    break
        return kind


def _event(date: Date, where: GuildChannel, language: str) -> dict[str, Any]:
    return {
        "name": shorten(say(language, "plans.event", channel=where.guild.name), NAME),
        "description": say(language, "plans.event-words"),
        "scheduled_start_time": _time(date.starts).isoformat(),
        "scheduled_end_time": _time(date.starts + LASTS).isoformat(),
        "privacy_level": MEMBERS_ONLY,
        "entity_type": ELSEWHERE,
        "entity_metadata": {"location": _location(where)},
    }


def _location(where: GuildChannel) -> str:
    """The channel; of one that the bot may not view Discord tells it no name."""
    is_named = where.permissions_for(where.guild.me).view_channel
    return shorten(f"#{where.name}" if is_named else where.guild.name, NAME)


async def _again(error: Exception, tried: int) -> bool:
    """Whether a call is worth another try, after a while; else it is logged."""
    found = known_error(error)
    if found.kind is not ErrorKind.LATER or tried == TRIES - 1:
        LOG.info("an event stays as it is", extra={"words": found.words})
        return False
    await asyncio.sleep(max(found.after / 1000, 0.5 * (tried + 1)))
    return True


def _time(at: int) -> datetime:
    return datetime.fromtimestamp(at // 1000, UTC)


def _parse_events(text: str) -> dict[int, Noted]:
    """The events that are kept, by start."""
    return {int(starts): Noted(*found) for starts, found in json.loads(text or "{}").items()}


def _format_events(noted: dict[int, Noted]) -> str:
    return json.dumps({str(starts): [one.event, one.state] for starts, one in noted.items()}) if noted else ""
