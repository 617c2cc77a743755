"""The world's values as the JSON of the Bot API; a field that does not apply is left out."""

from typing import Any

from tests.loopback.telegram.values import Account, Chat, Content, File, Json, Member, Message

MAY: tuple[str, ...] = (
    *("can_send_messages", "can_send_audios", "can_send_documents", "can_send_photos", "can_send_videos"),
    *("can_send_video_notes", "can_send_voice_notes", "can_send_polls", "can_send_other_messages"),
    *("can_add_web_page_previews", "can_react_to_messages", "can_edit_tag", "can_change_info", "can_invite_users"),
    *("can_pin_messages", "can_manage_topics"),
)
ADMINISTER: tuple[str, ...] = (
    *("can_manage_chat", "can_delete_messages", "can_manage_video_chats", "can_restrict_members"),
    *("can_promote_members", "can_change_info", "can_invite_users", "can_post_stories", "can_edit_stories"),
    *("can_delete_stories", "can_pin_messages", "can_manage_topics", "can_send_welcome_messages"),
)


def without_nothing(fields: dict[str, Any]) -> Json:
    return {name: value for name, value in fields.items() if value not in (None, "", (), [], {}, False)}


def user(account: Account) -> Json:
    optional = {"last_name": account.last_name, "username": account.username, "language_code": account.language}
    return {"id": account.id, "is_bot": account.is_bot, "first_name": account.first_name, **without_nothing(optional)}


def chat(one: Chat) -> Json:
    if one.peer is not None:
        names = {"first_name": one.peer.first_name, "last_name": one.peer.last_name, "username": one.peer.username}
        return {"id": one.id, "type": one.type, **without_nothing(names)}
    return {"id": one.id, "type": one.type, "title": one.title, **without_nothing({"is_forum": one.forum})}


def member(one: Member) -> Json:
    core: Json = {"status": one.status, "user": user(one.account)}
    match one.status:
        case "creator":
            return core | {"is_anonymous": one.anonymous}
        case "administrator":
            rights = {name: name in one.rights for name in ADMINISTER}
            return core | {"can_be_edited": False, "is_anonymous": one.anonymous, **rights, "can_manage_chat": True}
        case "restricted":
            rights = {name: name in one.rights for name in MAY}
            return core | {"is_member": one.inside, "until_date": 0, **rights}
        case "kicked":
            return core | {"until_date": 0}
        case _:
            return core


def photo_sizes(file: File) -> list[Json]:
    """Two sizes as Telegram offers them; the last one is the whole picture."""
    sizes = [("s", min(1.0, 90 / max(file.width, file.height))), ("", 1.0)]
    return [
        {
            "file_id": file.file_id + mark,
            "file_unique_id": file.unique_id + mark,
            "width": max(1, round(file.width * scale)),
            "height": max(1, round(file.height * scale)),
            "file_size": max(1, round(len(file.data) * scale**2)),
        }
        for mark, scale in sizes
    ]


def document(file: File) -> Json:
    named = without_nothing({"file_name": file.name})
    return {"file_id": file.file_id, "file_unique_id": file.unique_id, "file_size": len(file.data), **named}


def content(one: Content) -> Json:
    words = {"caption" if one.has_media else "text": one.text}
    marks = {"caption_entities" if one.has_media else "entities": list(one.entities)}
    media = {
        "photo": photo_sizes(one.photo) if one.photo else None,
        "document": document(one.document) if one.document else None,
    }
    return without_nothing({**words, **marks, **media, "reply_markup": keyboard(one)})


def keyboard(one: Content) -> Json | None:
    return {"inline_keyboard": [list(row) for row in one.keyboard]} if one.keyboard else None


def message(one: Message, with_reply: bool = True) -> Json:
    """As the bot receives it; a reply inside a reply is left out, as Telegram does."""
    core = {"message_id": one.id, "date": one.date, "chat": chat(one.chat), "from": user(one.sender)}
    optional = {
        "sender_chat": chat(one.sender_chat) if one.sender_chat else None,
        "message_thread_id": one.topic,
        "is_topic_message": bool(one.topic and one.chat.forum),
        "reply_to_message": message(one.reply_to, with_reply=False) if one.reply_to and with_reply else None,
        "edit_date": one.edited,
        "via_bot": user(one.via_bot) if one.via_bot else None,
        "receiver_user": user(one.receiver) if one.receiver else None,
        "ephemeral_message_id": one.ephemeral_id,
    }
    return core | without_nothing(optional) | content(one.content) | one.service


def inaccessible(one: Message) -> Json:
    return {"chat": chat(one.chat), "message_id": one.id, "date": 0}
