"""Whom the bot reaches: which chat is meant, whether it may write there, and the budget each message costs."""

from tests.loopback.telegram.calls import Call
from tests.loopback.telegram.errors import Declined, bad, forbidden
from tests.loopback.telegram.values import ADMINISTRATORS, Chat, Content, Message
from tests.loopback.telegram.world import World


def chat_of(world: World, call: Call, *, edits: bool = False) -> Chat:
    """The chat of the call, where the bot is a member or which somebody opened with it.

    What stands in a group that has become a supergroup can still be changed, and nothing else
    (`check_chat_access` of telegram-bot-api).
    """
    value = call.fields.get("chat_id")
    if value in (None, ""):
        raise bad("chat_id is empty")
    by_id = str(value).lstrip("-").isdigit()
    chat = world.chats.get(int(str(value))) if by_id else None
    if chat is None:
        raise bad("chat not found")
    if chat.migrated_to and not edits:
        why = {"migrate_to_chat_id": chat.migrated_to}
        raise Declined(400, "group chat was upgraded to a supergroup chat", why)
    return _reached_person(world, chat) if chat.peer is not None else _reached_group(world, chat)


def _reached_person(world: World, chat: Chat) -> Chat:
    assert chat.peer is not None
    if chat.peer.deactivated:
        raise forbidden("user is deactivated")
    if chat.blocked:
        raise Declined(world.unreachable, "bot was blocked by the user")
    if not chat.opened:
        raise Declined(world.unreachable, "bot can't initiate conversation with a user")
    return chat


def _reached_group(world: World, chat: Chat) -> Chat:
    standing = chat.member(world.bot)
    if standing.status == "kicked":
        raise forbidden(f"bot was kicked from the {chat.type} chat")
    if not standing.inside:
        raise forbidden(f"bot is not a member of the {chat.type} chat")
    return chat


def may_write(world: World, chat: Chat, content: Content) -> None:
    """Refused where the bot is restricted, or where no app can be opened."""
    if chat.refuses:
        raise bad(chat.refuses)
    if chat.peer is None and any("web_app" in button for row in content.keyboard for button in row):
        raise bad("BUTTON_TYPE_INVALID")
    standing = chat.member(world.bot)
    if chat.peer is None and standing.status == "restricted":
        if content.photo and "can_send_photos" not in standing.rights:
            raise bad("not enough rights to send photos to the chat")
        if not content.has_media and "can_send_messages" not in standing.rights:
            raise bad("not enough rights to send text messages to the chat")
        if content.document and "can_send_documents" not in standing.rights:
            raise bad("not enough rights to send documents to the chat")


def topic_of(world: World, chat: Chat, call: Call) -> int:
    """The topic the message goes to; 0 is none, and the general topic has no number of its own.

    A group that has none, as one that has switched them off, takes it all the same, in the group itself
    (`Client::check_message_topic` of telegram-bot-api).
    """
    thread = call.integer("message_thread_id")
    if not thread:
        if chat.general_closed and not administers(world, chat, "can_manage_topics"):
            raise bad("TOPIC_CLOSED")
        return 0
    if not chat.forum:
        if chat.peer is not None:
            raise bad("message thread not found")
        return 0
    topic = chat.topics.get(thread)
    if topic is None:
        raise bad("message thread not found")
    if topic.closed and not administers(world, chat, "can_manage_topics"):
        raise bad("TOPIC_CLOSED")
    return thread


def administers(world: World, chat: Chat, right: str) -> bool:
    standing = chat.member(world.bot)
    return standing.status == "creator" or (standing.status in ADMINISTRATORS and right in standing.rights)


def spend(world: World, chat: Chat) -> None:
    """One message or edit of the budget; raises 429."""
    world.budgets.spend(chat.id, chat.peer is None, world.clock.now())


def replied(world: World, chat: Chat, call: Call) -> Message | None:
    """The message this one answers.

    The Bot API's server may take a message for one that is there, which somebody has deleted since (telegram-bot-api#94
    and #469). Then the answer is refused further on, whatever is allowed without: `need_drop_reply` of
    `MessagesManager::resend_messages` in https://github.com/tdlib/td
    """
    value = call.json("reply_parameters")
    if not value:
        return None
    message = chat.messages.get(value.get("message_id", 0))
    if message and not message.deleted:
        return message
    if message and not world.knows_deletions:
        raise bad("REPLY_MESSAGE_ID_INVALID")
    if value.get("allow_sending_without_reply"):
        return None
    raise bad("message to be replied not found")
