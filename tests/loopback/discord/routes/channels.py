"""Channels and threads: read, changed, archived, deleted; who is in a thread."""

from tests.loopback.discord import wire
from tests.loopback.discord.calls import Call
from tests.loopback.discord.errors import Declined
from tests.loopback.discord.routes import finding
from tests.loopback.discord.values import PRIVATE_THREAD, PUBLIC_THREAD, TEXT, Channel, Json
from tests.loopback.discord.world import World


def get(world: World, call: Call) -> Json:
    return wire.channel(finding.channel(world, call))


def edit(world: World, call: Call) -> Json:
    where = finding.channel(world, call)
    if where.is_thread:
        _edit_thread(world, where, call.body)
    else:
        finding.require(world, where, "manage_channels")
        where.topic = call.body.get("topic") or where.topic
    where.name = call.body.get("name") or where.name
    world.update(where)
    return wire.channel(where)


def _edit_thread(world: World, thread: Channel, changes: Json) -> None:
    """Its opener may do all but lock it or wake a locked one; an archived one takes only its own waking."""
    if thread.owner is not world.bot or thread.locked or "locked" in changes:
        finding.require(world, thread, "manage_threads")
    if thread.archived and changes.get("archived", True):
        raise Declined(50083)
    if "archived" in changes and bool(changes["archived"]) is not thread.archived:
        thread.archived, thread.archived_at = bool(changes["archived"]), world.clock.now()
    thread.locked = bool(changes.get("locked", thread.locked))
    thread.archive_after = changes.get("auto_archive_duration") or thread.archive_after


def delete(world: World, call: Call) -> Json:
    where = finding.channel(world, call)
    if where.guild is None:
        return wire.channel(where)
    finding.require(world, where, "manage_threads" if where.is_thread else "manage_channels")
    channel = wire.channel(where)
    world.remove(where)
    return channel


def typing(world: World, call: Call) -> None:
    where = finding.channel(world, call)
    finding.require(world, where, "send_messages_in_threads" if where.is_thread else "send_messages")


def start_thread(world: World, call: Call) -> Json:
    """A thread without a message; a private one unless the body says otherwise."""
    kind = call.body.get("type") or PRIVATE_THREAD
    return _created(wire.channel(_begin(world, call, kind, world.clock.snowflake())))


def start_thread_at(world: World, call: Call) -> Json:
    """A thread that begins at a message and has its id."""
    origin = finding.message(world, call, finding.channel(world, call))
    if origin.thread is not None:
        raise Declined(160004)
    origin.thread = _begin(world, call, PUBLIC_THREAD, origin.id)
    origin.flags |= 1 << 5
    world.gateway.tell_of("MESSAGE_UPDATE", origin)
    return _created(wire.channel(origin.thread))


def _begin(world: World, call: Call, kind: int, number: int) -> Channel:
    where = finding.channel(world, call)
    if where.type != TEXT:
        raise Declined(50024)
    finding.require(world, where, "create_private_threads" if kind == PRIVATE_THREAD else "create_public_threads")
    now = world.clock.now()
    thread = Channel(
        number, kind, call.body["name"], where.guild, parent=where, owner=world.bot, archived_at=now, began=now
    )
    thread.archive_after = call.body.get("auto_archive_duration") or 1440
    thread.joined[world.bot.id] = now
    world.branch(thread)
    return thread


def _created(thread: Json) -> Json:
    me = {"id": thread["id"], "user_id": thread["owner_id"], "flags": 0}
    return thread | {"member": me | {"join_timestamp": thread["thread_metadata"]["archive_timestamp"]}}


def _whom(world: World, call: Call) -> tuple[Channel, int]:
    thread = finding.channel(world, call)
    if not thread.is_thread:
        raise Declined(50024)
    return thread, call.number("user_id") if "user_id" in call.parts else world.bot.id


def join_thread(world: World, call: Call) -> None:
    thread, who = _whom(world, call)
    if thread.archived:
        raise Declined(50083)
    assert thread.guild is not None
    if who not in thread.guild.members:
        raise Declined(50001)
    thread.joined[who] = world.clock.now()
    world.changed()


def leave_thread(world: World, call: Call) -> None:
    thread, who = _whom(world, call)
    if thread.archived:
        raise Declined(50083)
    thread.joined.pop(who, None)
