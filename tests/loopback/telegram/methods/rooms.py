"""What the bot may ask about chats, and the little it may do to them: leave, and open or close topics."""

from typing import Any

from tests.loopback.telegram import wire
from tests.loopback.telegram.calls import Call
from tests.loopback.telegram.errors import bad
from tests.loopback.telegram.methods.access import administers, chat_of
from tests.loopback.telegram.values import ADMINISTRATORS, Chat, Content, Json, Member, Message, Topic
from tests.loopback.telegram.world import World

ICON = 7322096


def get_chat(world: World, call: Call) -> Any:
    chat = chat_of(world, call)
    gifts = ("unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription", "gifts_from_channels")
    full = {"accent_color_id": 0, "max_reaction_count": 11, "accepted_gift_types": dict.fromkeys(gifts, True)}
    pinned = chat.messages.get(chat.pinned)
    extra: Json = {"pinned_message": wire.message(pinned)} if pinned else {}
    if chat.peer is None:
        extra["permissions"] = dict.fromkeys(wire.MAY, True)
    return wire.chat(chat) | full | extra


def get_member(world: World, call: Call) -> Any:
    """Of others only an administrator is sure to be told (https://core.telegram.org/bots/api#getchatmember, td#589)."""
    chat = chat_of(world, call)
    account = world.accounts.get(call.integer("user_id"))
    if account is None:
        raise bad("PARTICIPANT_ID_INVALID")
    if chat.hides_members and account is not world.bot and chat.member(world.bot).status not in ADMINISTRATORS:
        raise bad("CHAT_ADMIN_REQUIRED")
    return wire.member(chat.member(account))


def get_administrators(world: World, call: Call) -> Any:
    """Those with rights, other bots left out."""
    chat = _group(chat_of(world, call))
    those = [one for one in chat.members.values() if one.status in ADMINISTRATORS]
    return [wire.member(one) for one in those if not one.account.is_bot or one.account is world.bot]


def count_members(world: World, call: Call) -> Any:
    return len([one for one in chat_of(world, call).members.values() if one.inside])


def leave(world: World, call: Call) -> Any:
    chat = _group(chat_of(world, call))
    world.standing(chat, chat.member(world.bot), Member(world.bot, "left"), world.bot)
    return True


def _group(chat: Chat) -> Chat:
    if chat.peer is not None:
        raise bad("there are no administrators in the private chat")
    return chat


def create_topic(world: World, call: Call) -> Any:
    chat = chat_of(world, call)
    if not chat.forum:
        raise bad("the chat is not a forum")
    if not administers(world, chat, "can_manage_topics"):
        raise bad("not enough rights to create a topic")
    topic = opened_topic(world, chat, call.text("name"), by_bot=True)
    return {"message_thread_id": topic.id, "name": topic.name, "icon_color": ICON}


def opened_topic(world: World, chat: Chat, name: str, by_bot: bool = False) -> Topic:
    """A new topic with its first message, which carries its number."""
    author = world.bot if by_bot else next(one for one in chat.audience)
    first = Message(next(chat.ids), chat, author, int(world.clock.now()), Content())
    first.topic, first.service = first.id, {"forum_topic_created": {"name": name, "icon_color": ICON}}
    topic = chat.topics[first.id] = Topic(first.id, name)
    world.post(first)
    return topic


def shut_topic(world: World, call: Call) -> Any:
    """Closes a topic, or opens it again."""
    chat = chat_of(world, call)
    topic = chat.topics.get(call.integer("message_thread_id"))
    if topic is None:
        raise bad("message thread not found")
    if not administers(world, chat, "can_manage_topics"):
        raise bad("not enough rights to close or reopen a topic")
    closing = call.method == "closeForumTopic"
    if topic.closed == closing:
        raise bad("TOPIC_NOT_MODIFIED")
    topic.closed = closing
    return True
