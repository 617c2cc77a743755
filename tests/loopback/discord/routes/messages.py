"""Messages of the bot in channels, threads and DMs."""

from tests.loopback.discord import wire
from tests.loopback.discord.calls import Call
from tests.loopback.discord.drafts import drafted, flags_of
from tests.loopback.discord.errors import Declined, invalid
from tests.loopback.discord.permissions import may
from tests.loopback.discord.routes import finding
from tests.loopback.discord.values import COMPONENTS_V2, EPHEMERAL, SILENT, Channel, Json, Message
from tests.loopback.discord.world import World

VISIBLE = {"content", "embeds", "attachments"}
NEAR = {"before": 0, "after": 0, "limit": 50}
MOST_AT_ONCE = 100
SENDABLE = SILENT | COMPONENTS_V2 | 1 << 2


def send(world: World, call: Call) -> Json:
    where = finding.channel(world, call)
    _may_send(world, call, where)
    body = call.body or {}
    nonce = str(body.get("nonce") or "")
    if nonce and body.get("enforce_nonce") and (twin := _twin(world, nonce)):
        return wire.message(world, twin)
    flags = flags_of(body)
    if flags & EPHEMERAL or flags & ~SENDABLE:
        raise invalid("flags", "Invalid flags for a message", "BASE_TYPE_CHOICES")
    content = drafted(world, call, body, where, flags)
    message = Message(world.clock.snowflake(), where, world.bot, world.clock.now(), content, flags, nonce=nonce)
    if body.get("message_reference"):
        message.reply_to, message.type = _answered(where, body["message_reference"]), 19
    wake(world, where)
    world.post(message, (body.get("allowed_mentions") or {}).get("replied_user", True))
    return wire.message(world, message)


def _may_send(world: World, call: Call, where: Channel) -> None:
    if where.peer is not None:
        if not finding.common_guild(world, where.peer):
            raise Declined(50278)
        if not where.peer.dms_open:
            raise Declined(50007)
    finding.require(world, where, "send_messages_in_threads" if where.is_thread else "send_messages")
    if call.files:
        finding.require(world, where, "attach_files")
    _may_change(world, where)


def _may_change(world: World, where: Channel) -> None:
    """A locked thread takes no messages and no changes, archived or not, but from who manages threads.

    https://docs.discord.com/developers/topics/threads#locked-threads
    """
    if where.locked:
        finding.require(world, where, "manage_threads", otherwise=50083 if where.archived else 160005)


def wake(world: World, where: Channel) -> None:
    """A message takes its thread out of the archive."""
    if where.archived:
        where.archived = False
        world.update(where)


def _twin(world: World, nonce: str) -> Message | None:
    """The bot's recent message with the same nonce, wherever it stands: a nonce is its author's.

    Where that was deleted, no other is made, and none can be given back: discord-api-docs#6647, discord.py#10116.
    https://docs.discord.com/developers/resources/message#create-message
    """
    since = world.clock.now() - world.nonce_life
    messages = [one for channel in world.channels.values() for one in channel.messages.values()]
    mine = [one for one in messages if one.author is world.bot and one.nonce == nonce]
    twin = next((one for one in mine if one.at >= since), None)
    if twin is not None and twin.deleted:
        raise Declined(10008)
    return twin


def _answered(where: Channel, reference: Json) -> Message | None:
    found = where.messages.get(int(reference["message_id"]))
    if found is None or found.deleted:
        if reference.get("fail_if_not_exists", True):
            raise invalid("message_reference", "Unknown message", "MESSAGE_REFERENCE_UNKNOWN_MESSAGE")
        return None
    return found


def get(world: World, call: Call) -> Json:
    where = finding.channel(world, call)
    finding.require(world, where, "read_message_history", otherwise=50001)
    return wire.message(world, finding.message(world, call, where))


def history(world: World, call: Call) -> list[Json]:
    """The newest first, at most `limit`, only those before or after a message where one is named.

    Those right after it are given where one is. Who may not read what was said before is given none, and is not refused
    (https://discord.com/developers/docs/resources/message#get-channel-messages).
    """
    where = finding.channel(world, call)
    if not may(where, world.bot, "read_message_history"):
        return []
    before, after, limit = (int(call.query.get(name, usual)) for name, usual in NEAR.items())
    if not 1 <= limit <= MOST_AT_ONCE:
        raise invalid("limit", f"int value should be between 1 and {MOST_AT_ONCE}.", "NUMBER_TYPE_RANGE")
    found = [one for one in where.shown if one.id > after and (not before or one.id < before)]
    some = found[:limit] if after else found[-limit:]
    return [wire.message(world, one) for one in some[::-1]]


def edit(world: World, call: Call) -> Json:
    where = finding.channel(world, call)
    found = finding.message(world, call, where)
    if found.author is not world.bot:
        raise Declined(50005)
    if where.archived:
        raise Declined(50083)
    _may_change(world, where)
    if call.files:
        finding.require(world, where, "attach_files")
    change(world, call, found, call.body or {})
    return wire.message(world, found)


def change(world: World, call: Call, message: Message, body: Json) -> None:
    """The message after an edit; Components V2 can be turned on, never off, and other flags stay as they are."""
    world.wear(message)
    if message.receiver is not None and body.get("components") == [] and not set(body) & VISIBLE:
        raise Declined(50006)  # discord-api-docs#3627
    message.flags |= flags_of(body) & (COMPONENTS_V2 | 1 << 2)
    old = message.content
    world.edit(message, drafted(world, call, body, message.channel, message.flags, old))


def delete(world: World, call: Call) -> None:
    where = finding.channel(world, call)
    found = finding.message(world, call, where)
    if found.author is not world.bot:
        finding.require(world, where, "manage_messages")
    world.delete(found)
