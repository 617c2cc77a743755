"""Messages that appear: sendMessage, sendPhoto, sendDocument, also those that one person of a group sees."""

from typing import Any

from tests.loopback.telegram import wire
from tests.loopback.telegram.calls import Call
from tests.loopback.telegram.errors import bad
from tests.loopback.telegram.methods.access import administers, chat_of, may_write, replied, spend, topic_of
from tests.loopback.telegram.methods.content import message_content
from tests.loopback.telegram.values import ADMINISTRATORS, Account, Chat, Json, Message
from tests.loopback.telegram.world import World


def send(world: World, call: Call) -> Any:
    """The message as it now stands."""
    chat = chat_of(world, call)
    content = message_content(world, call)
    may_write(world, chat, content)
    message = Message(0, chat, world.bot, int(world.clock.now()), content)
    message.reply_to = replied(world, chat, call)
    message.topic = topic_of(world, chat, call) or _thread(message.reply_to)
    if message.topic and chat.forum and message.reply_to is None:
        message.reply_to = chat.messages[message.topic]  # Telegram shows a topic's first message as what is answered
    only_for = _receiver_named(world, call)
    if only_for and world.ephemeral:
        _address(world, message, only_for)
    spend(world, chat)
    return wire.message(world.post(message, call.flag("disable_notification")))


def _receiver_named(world: World, call: Call) -> Json | None:
    """Whom a call names as the one reader; what a server does not know it passes over, and shows the message to all.

    Bot API 10.3 has put the two fields of 10.2 into one: https://core.telegram.org/bots/api-changelog#august-24-2026
    """
    if not world.ephemeral_of_july:
        found: Json | None = call.json("ephemeral_message_parameters")
        return found
    reader = call.integer("receiver_user_id")
    return {"receiver_user_id": reader, "callback_query_id": call.text("callback_query_id")} if reader else None


def _thread(answered: Message | None) -> int:
    """A reply in a supergroup carries the thread it belongs to."""
    if answered is None or answered.chat.type != "supergroup":
        return 0
    return answered.topic or (0 if answered.chat.forum else answered.id)


def _address(world: World, message: Message, fields: Json) -> None:
    """Makes it a message one member sees: soon after their press, or at any time from an administrator."""
    receiver = _receiver(world, message.chat, fields)
    tap = world.taps.get(fields.get("callback_query_id", ""))
    fresh = tap and tap.person is receiver and world.clock.now() - tap.at <= world.ephemeral_after_tap
    if not fresh and message.chat.member(world.bot).status not in ADMINISTRATORS:
        raise bad("query is too old and response timeout expired or query ID is invalid")
    if fields.get("replace_callback_query_message") and (tap is None or tap.message.receiver):
        raise bad("there is no message to replace")
    message.receiver = receiver
    message.ephemeral_id = world.number()


def _receiver(world: World, chat: Chat, fields: Json) -> Account:
    if chat.peer is not None:
        raise bad("ephemeral messages can be sent to groups and supergroups only")
    receiver = world.accounts.get(fields.get("receiver_user_id", 0))
    if receiver is None or receiver.is_bot or not chat.member(receiver).inside:
        raise bad("PARTICIPANT_ID_INVALID")
    return receiver


def chat_action(world: World, call: Call) -> Any:
    chat = chat_of(world, call)
    topic_of(world, chat, call)
    if not call.text("action"):
        raise bad("wrong parameter action in request")
    return True


def delete(world: World, call: Call) -> Any:
    """One message, or several; old ones and other people's only where the bot has the right."""
    chat = chat_of(world, call)
    numbers = call.json("message_ids") if call.method == "deleteMessages" else [call.integer("message_id")]
    found = [chat.messages.get(one) for one in numbers]
    there = [one for one in found if one and not one.deleted]
    if not there and call.method == "deleteMessage":
        raise bad("message to delete not found")
    for message in there:
        old = world.clock.now() - message.date > 48 * 3600
        mine = message.sender is world.bot and not message.service
        if (old or not (mine or chat.peer)) and not administers(world, chat, "can_delete_messages"):
            raise bad("message can't be deleted for everyone" if mine else "message can't be deleted")
    for message in there:
        world.delete(message)
    return True


def pin(world: World, call: Call) -> Any:
    """Pins a message, or takes the pin away."""
    chat = chat_of(world, call)
    if chat.peer is None and not administers(world, chat, "can_pin_messages"):
        raise bad("not enough rights to manage pinned messages in the chat")
    if call.method == "unpinChatMessage":
        chat.pinned = 0
        return True
    message = chat.messages.get(call.integer("message_id"))
    if message is None or message.deleted:
        raise bad("message to pin not found")
    chat.pinned = message.id
    return True
