"""The first answer to an interaction: within three seconds, and only one."""

import time
from collections.abc import Callable
from typing import Any, Final

from tests.loopback.discord import wire
from tests.loopback.discord.calls import Call
from tests.loopback.discord.drafts import drafted, flags_of
from tests.loopback.discord.errors import Declined, invalid
from tests.loopback.discord.eyes import Sight
from tests.loopback.discord.routes import messages
from tests.loopback.discord.values import COMPONENTS_V2, EPHEMERAL, LOADING, SILENT, Act, Content, Json, Message
from tests.loopback.discord.world import World

COMMAND, BUTTON, COMPLETION, FORM = 2, 3, 4, 5  # types of interactions: command, component, autocomplete, modal
TYPES: Final = {COMMAND: 20, BUTTON: 0, FORM: 0}  # of the message that answers; a context menu's is 23
LONGEST_CHOICE: Final = 100  # signs, though the description of the API lets 6,000 through
LASTING: Final = EPHEMERAL | SILENT | COMPONENTS_V2 | 1 << 2


def callback(world: World, call: Call) -> Any:
    act = world.acts.get(call.parts["interaction_token"])
    if act is None or act.id != call.number("interaction_id"):
        raise Declined(10062)
    if act.answer:
        raise Declined(40060)
    if world.waited(act) > world.first_answer:
        act.refused = True
        late = Sight(
            "failed", world.clock.now(), act.channel.id, text="The application did not respond", only_mine=True
        )
        world.show(act.channel, late, act.person)
        raise Declined(10062)
    kind = call.body["type"]
    answer = ANSWERS.get(kind)
    if answer is None or kind not in ALLOWED[act.type]:
        raise invalid("type", f"Value must be one of {sorted(ALLOWED[act.type])}.", "BASE_TYPE_CHOICES")
    answer(world, call, act, call.body.get("data") or {})
    act.took = time.perf_counter() - act.pressed
    world.changed()
    return _outcome(world, act, kind) if call.flag("with_response") else None


def new_message(world: World, act: Act, flags: int, content: Content) -> Message:
    """A message of the bot that belongs to an interaction."""
    kind = 23 if act.type == COMMAND and act.data.get("type") in {2, 3} else TYPES[act.type]
    message = Message(world.clock.snowflake(), act.channel, world.bot, world.clock.now(), content, flags, kind, act=act)
    message.receiver = act.person if flags & EPHEMERAL else None
    return message


def allowed(data: Json, some: int) -> int:
    """The flags of a body; any other than these is not quietly left out."""
    flags = flags_of(data)
    if flags & ~some:
        raise invalid("data.flags", "Invalid flags for a message", "BASE_TYPE_CHOICES")
    return flags


def _message(world: World, call: Call, act: Act, data: Json) -> None:
    flags = allowed(data, LASTING)
    act.original = new_message(world, act, flags, drafted(world, call, data, act.channel, flags))
    act.answer = "message"
    world.post(act.original)


def _think(world: World, call: Call, act: Act, data: Json) -> None:
    act.original = new_message(world, act, allowed(data, EPHEMERAL) | LOADING, Content())
    act.answer = "thinking"
    world.think(act.original)


def _defer(world: World, call: Call, act: Act, data: Json) -> None:
    act.answer, act.original = "deferred", _pressed(act)


def _update(world: World, call: Call, act: Act, data: Json) -> None:
    message = _pressed(act)
    messages.change(world, call, message, data)
    act.answer, act.original = "update", message


def _pressed(act: Act) -> Message:
    """The message whose button was pressed; an answer to a form may change it only if the form came from there."""
    if act.message is None or act.message.deleted:
        raise Declined(10008)
    return act.message


def _choices(world: World, call: Call, act: Act, data: Json) -> None:
    act.choices, act.answer = data.get("choices") or [], "choices"
    if len(act.choices) > 25:
        raise invalid("data.choices", "Must be 25 or fewer in length.", "BASE_TYPE_MAX_LENGTH")
    if [one for one in act.choices if isinstance(one["value"], str) and not 1 <= len(one["value"]) <= LONGEST_CHOICE]:
        raise invalid("data.choices.value", "Must be between 1 and 100 in length.", "BASE_TYPE_BAD_LENGTH")
    words = "\n".join([one["name"] for one in act.choices])
    _show(world, act, Sight("choices", world.clock.now(), act.channel.id, text=words, only_mine=True))


def _modal(world: World, call: Call, act: Act, data: Json) -> None:
    if not 1 <= len(data["components"]) <= 5:
        raise invalid("data.components", "Must be between 1 and 5 in length.", "BASE_TYPE_BAD_LENGTH")
    act.modal, act.answer = data, "modal"
    parts = tuple(data["components"])
    sight = Sight("modal", world.clock.now(), act.channel.id, 0, world.bot.name, data["title"], components=parts)
    _show(world, act, sight)


def _launch(world: World, call: Call, act: Act, data: Json) -> None:
    """The Activity opens where it was asked for. An application without one is refused, by a code in no reference."""
    if world.launch is None:
        raise Declined(10002)
    act.answer, act.instance = "launched", world.launch(act.channel.id, act.person)


def _show(world: World, act: Act, sight: Sight) -> None:
    world.show(act.channel, Sight(**(vars(sight) | {"only_mine": True})), act.person)


ANSWERS: Final[dict[int, Callable[[World, Call, Act, Json], None]]] = {
    4: _message,
    5: _think,
    6: _defer,
    7: _update,
    8: _choices,
    9: _modal,
    12: _launch,
}
ALLOWED: Final = {COMMAND: {4, 5, 9, 12}, BUTTON: {4, 5, 6, 7, 9, 12}, COMPLETION: {8}, FORM: {4, 5, 6, 7, 12}}


def _outcome(world: World, act: Act, kind: int) -> Json:
    about: Json = {"id": str(act.id), "type": act.type}
    if act.instance:
        about["activity_instance_id"] = act.instance
        return {"interaction": about, "resource": {"type": kind, "activity_instance": {"id": act.instance}}}
    if act.original is None or kind in {8, 9}:
        return {"interaction": about}
    about |= {
        "response_message_id": str(act.original.id),
        "response_message_loading": act.answer == "thinking",
        "response_message_ephemeral": act.original.receiver is not None,
    }
    number = 4 if kind in {4, 5} else 7  # the description knows no others here
    return {"interaction": about, "resource": {"type": number, "message": wire.message(world, act.original)}}
