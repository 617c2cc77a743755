"""Scheduled events of a guild. Those outside of voice channels begin and end by themselves, whatever the bot does:
https://docs.discord.com/developers/resources/guild-scheduled-event#guild-scheduled-event-status-update-automation
"""

from collections.abc import Iterable
from datetime import datetime

from tests.loopback.discord import wire
from tests.loopback.discord.calls import Call
from tests.loopback.discord.errors import Declined, invalid
from tests.loopback.discord.eyes import Sight
from tests.loopback.discord.permissions import BITS, in_guild
from tests.loopback.discord.routes import finding
from tests.loopback.discord.values import Event, Guild, Json
from tests.loopback.discord.world import World

EXTERNAL = 3  # somewhere else: needs a place and an end
SCHEDULED, ACTIVE, COMPLETED, CANCELED = 1, 2, 3, 4
NEXT = {SCHEDULED: {ACTIVE, CANCELED}, ACTIVE: {COMPLETED}}  # which state may follow which


def listed(world: World, call: Call) -> list[Json]:
    """Those to come and those that go on."""
    events = finding.guild(world, call).events.values()
    by_now(world.clock.now(), events)
    return [wire.event(one) for one in events if one.fields.get("status", SCHEDULED) in NEXT]


def by_now(now: float, events: Iterable[Event]) -> None:
    """What time alone has made of them."""
    for one in [one for one in events if one.fields["entity_type"] == EXTERNAL]:
        if one.fields.get("status", SCHEDULED) == SCHEDULED and _at(one, "scheduled_start_time") <= now:
            one.fields = one.fields | {"status": ACTIVE}
        if one.fields.get("status") == ACTIVE and _at(one, "scheduled_end_time") <= now:
            one.fields = one.fields | {"status": COMPLETED}


def _at(event: Event, field: str) -> float:
    return datetime.fromisoformat(event.fields[field]).timestamp()


def get(world: World, call: Call) -> Json:
    return wire.event(_found(world, call))


def create(world: World, call: Call) -> Json:
    guild = finding.guild(world, call, "create_events")  # "manage_events" is not enough since February 2026
    event = Event(world.clock.snowflake(), guild, world.bot, {})
    _fill(world, event, call.body)
    guild.events[event.id] = event
    world.gateway.tell("GUILD_SCHEDULED_EVENT_CREATE", wire.event(event), guild)
    _show(world, guild, event)
    return wire.event(event)


def edit(world: World, call: Call) -> Json:
    found = _found(world, call)
    if not in_guild(found.guild, world.bot) & (BITS["create_events"] | BITS["manage_events"]):
        raise Declined(50013)
    before, after = found.fields.get("status", SCHEDULED), call.body.get("status", SCHEDULED)
    if before not in NEXT:
        raise Declined(180000)
    if after != before and after not in NEXT[before]:
        refused = invalid("status", "This status cannot follow", "GUILD_SCHEDULED_EVENT_STATUS")
        refused.whim = True  # nobody knows to the second when an event begins by itself
        raise refused
    _fill(world, found, call.body)
    world.gateway.tell("GUILD_SCHEDULED_EVENT_UPDATE", wire.event(found), found.guild)
    _show(world, found.guild, found)
    return wire.event(found)


def delete(world: World, call: Call) -> None:
    found = _found(world, call)
    del found.guild.events[found.id]
    world.gateway.tell("GUILD_SCHEDULED_EVENT_DELETE", wire.event(found), found.guild)


def _found(world: World, call: Call) -> Event:
    found = finding.guild(world, call).events.get(call.number("guild_scheduled_event_id"))
    if found is None:
        raise Declined(10070)
    by_now(world.clock.now(), [found])
    return found


def _fill(world: World, event: Event, values: Json) -> None:
    fields = event.fields | values
    if fields["entity_type"] == EXTERNAL and not fields.get("scheduled_end_time"):
        raise invalid("scheduled_end_time", "This field is required", "BASE_TYPE_REQUIRED")
    start = datetime.fromisoformat(fields["scheduled_start_time"]).timestamp()
    if "scheduled_start_time" in values and start < world.clock.now():
        raise invalid(
            "scheduled_start_time", "Cannot schedule event in the past.", "GUILD_SCHEDULED_EVENT_SCHEDULE_PAST"
        )
    end = fields.get("scheduled_end_time")
    if end and datetime.fromisoformat(end).timestamp() <= start:
        raise invalid("scheduled_end_time", "Cannot end before it begins", "GUILD_SCHEDULED_EVENT_END_BEFORE_START")
    event.fields = fields


def _show(world: World, guild: Guild, event: Event) -> None:
    words = f"{event.fields['name']}\n{event.fields.get('description') or ''}".strip()
    for person in [one.user for one in guild.members.values() if not one.user.is_bot]:
        world.eyes[person.id].seen.append(Sight("event", world.clock.now(), 0, event.id, world.bot.name, words))
    world.changed()
