"""Messages that change: text, caption, media and keyboard, of chats, of inline messages and of ephemeral ones."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from tests.loopback.telegram import wire
from tests.loopback.telegram.calls import Call
from tests.loopback.telegram.errors import Declined, bad
from tests.loopback.telegram.methods.access import chat_of, may_write, spend
from tests.loopback.telegram.methods.content import caption_of, keyboard_of, media_content, text_of
from tests.loopback.telegram.values import Content, Message
from tests.loopback.telegram.world import World

UNCHANGED: Final = (
    "message is not modified: specified new message content and reply markup "
    "are exactly the same as a current content and reply markup of the message"
)
Change = Callable[[World, Call, Content], Content]


def edit(world: World, call: Call) -> Any:
    """The message after the edit; True where it is one without a chat the bot is in."""
    message = _ephemeral(world, call) if "Ephemeral" in call.method else _found(world, call)
    content = CHANGES[call.method.replace("Ephemeral", "")](world, call, message.content)
    if _content_key(content) == _content_key(message.content):
        raise bad(UNCHANGED)
    may_write(world, message.chat, content)
    if not call.fields.get("inline_message_id"):
        spend(world, message.chat)
    world.edit(message, content)
    return True if message.receiver or message.inline_id else wire.message(message)


def _found(world: World, call: Call) -> Message:
    inline = call.text("inline_message_id")
    if inline:
        if inline not in world.inline:
            raise bad("MESSAGE_ID_INVALID")
        return world.inline[inline]
    chat = chat_of(world, call, edits=True)
    message = chat.messages.get(call.integer("message_id"))
    if message is None or message.deleted:
        raise bad("message to edit not found")
    if message.sender is not world.bot or message.service:
        what = "message media" if call.method == "editMessageMedia" else "message"  # `edit_message_media` of tdlib
        raise bad(f"{what} can't be edited")
    return message


def _ephemeral(world: World, call: Call) -> Message:
    if not world.ephemeral:
        raise Declined(404, "method not found")
    message = chat_of(world, call).ephemeral.get(call.integer("ephemeral_message_id"))
    if message is None or message.receiver is None or message.receiver.id != call.integer("receiver_user_id"):
        raise bad(f"message to {'delete' if call.method.startswith('delete') else 'edit'} not found")
    return message


def delete_ephemeral(world: World, call: Call) -> Any:
    world.delete(_ephemeral(world, call))
    return True


def _content_key(content: Content) -> tuple[object, ...]:
    """What counts as the same; a picture uploaded again is a new one even with the same bytes."""
    files = tuple(one.unique_id if one else "" for one in (content.photo, content.document))
    return content.text, content.entities, content.keyboard, files


def _text(world: World, call: Call, old: Content) -> Content:
    if old.has_media:
        raise bad("there is no text in the message to edit")
    text, marks = text_of(world, call)
    return Content(text, marks, keyboard=keyboard_of(call.json("reply_markup")))


def _caption(world: World, call: Call, old: Content) -> Content:
    if not old.has_media:
        raise bad("there is no caption in the message to edit")
    text, marks = caption_of(world, call)
    return replace(old, text=text, entities=marks, keyboard=keyboard_of(call.json("reply_markup")))


def _media(world: World, call: Call, old: Content) -> Content:
    stays = "Ephemeral" in call.method or bool(call.fields.get("inline_message_id"))
    return media_content(world, call, may_upload=not stays)


def _keyboard(world: World, call: Call, old: Content) -> Content:
    return replace(old, keyboard=keyboard_of(call.json("reply_markup")))


CHANGES: Final[dict[str, Change]] = {
    "editMessageText": _text,
    "editMessageCaption": _caption,
    "editMessageMedia": _media,
    "editMessageReplyMarkup": _keyboard,
}
