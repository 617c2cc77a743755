"""What may follow the first answer for fifteen minutes: edits of it, and more messages, by the interaction's token."""

from typing import Any

from tests.loopback.discord import wire
from tests.loopback.discord.calls import Call
from tests.loopback.discord.drafts import drafted, flags_of
from tests.loopback.discord.errors import Declined
from tests.loopback.discord.routes.interactions import LASTING, allowed, new_message
from tests.loopback.discord.routes.messages import change
from tests.loopback.discord.values import COMPONENTS_V2, LOADING, Act, Json, Message
from tests.loopback.discord.world import World


def _act(world: World, call: Call) -> Act:
    """The interaction of the token, while it serves and once it has been answered."""
    act = world.acts.get(call.parts["webhook_token"])
    if act is None or call.number("webhook_id") != world.bot.id:
        raise Declined(10015)
    if world.clock.now() - act.at > world.token_life:
        raise Declined(50027)
    if not act.answer:
        raise Declined(10015)
    return act


def _message(world: World, call: Call) -> tuple[Act, Message]:
    """The original answer, or any message that this interaction brought about."""
    act = _act(world, call)
    mine = [one for one in [act.original, *act.followups] if one]
    if "message_id" in call.parts:
        mine = [one for one in mine if one.id == call.number("message_id")]
    if not mine or mine[0].deleted:
        raise Declined(10008)
    return act, mine[0]


def follow_up(world: World, call: Call) -> Any:
    """Another message; the first one after "thinking" takes the place of that."""
    act = _act(world, call)
    body = call.body or {}
    if act.original and act.original.flags & LOADING:
        if act.original.deleted:
            raise Declined(10008)  # discord-api-docs#3087
        _fulfil(world, call, act.original, body)
        return wire.message(world, act.original) if call.flag("wait") else None
    flags = allowed(body, LASTING)
    message = new_message(world, act, flags, drafted(world, call, body, act.channel, flags))
    message.type = 0
    act.followups.append(message)
    world.post(message)
    return wire.message(world, message) if call.flag("wait") else None


def _fulfil(world: World, call: Call, message: Message, body: Json) -> None:
    """The bot has thought enough: the message gets its content and stays as private as it was."""
    flags = message.flags & ~LOADING | flags_of(body) & COMPONENTS_V2
    content = drafted(world, call, body, message.channel, flags)
    message.flags = flags
    world.edit(message, content, quiet=False)


def get(world: World, call: Call) -> Json:
    return wire.message(world, _message(world, call)[1])


def edit(world: World, call: Call) -> Json:
    message = _message(world, call)[1]
    body = call.body or {}
    if message.flags & LOADING:
        _fulfil(world, call, message, body)
    else:
        change(world, call, message, body)
    return wire.message(world, message)


def delete(world: World, call: Call) -> None:
    world.delete(_message(world, call)[1])
