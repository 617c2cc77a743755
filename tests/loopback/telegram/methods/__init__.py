"""The methods this server knows; every other one is answered with 404 and counted as a violation."""

from collections.abc import Awaitable, Callable
from typing import Any, Final

from tests.loopback.telegram.calls import Call
from tests.loopback.telegram.methods import answering, editing, rooms, sending, settings
from tests.loopback.telegram.world import World

Method = Callable[[World, Call], Any | Awaitable[Any]]

METHODS: Final[dict[str, Method]] = {
    "getMe": settings.get_me,
    "getUpdates": settings.get_updates,
    "setWebhook": settings.set_webhook,
    "deleteWebhook": settings.delete_webhook,
    "getWebhookInfo": settings.webhook_info,
    "getFile": settings.get_file,
    "setMyCommands": settings.set_commands,
    "getMyCommands": settings.get_commands,
    "deleteMyCommands": settings.delete_commands,
    "setChatMenuButton": settings.set_menu,
    "getChatMenuButton": settings.get_menu,
    **dict.fromkeys(("setMyName", "setMyDescription", "setMyShortDescription"), settings.set_about),
    **dict.fromkeys(("getMyName", "getMyDescription", "getMyShortDescription"), settings.get_about),
    **dict.fromkeys(("sendMessage", "sendPhoto", "sendDocument"), sending.send),
    "sendChatAction": sending.chat_action,
    **dict.fromkeys(("deleteMessage", "deleteMessages"), sending.delete),
    **dict.fromkeys(("pinChatMessage", "unpinChatMessage"), sending.pin),
    **dict.fromkeys(editing.CHANGES, editing.edit),
    **{name.replace("Message", "EphemeralMessage"): editing.edit for name in editing.CHANGES},
    "deleteEphemeralMessage": editing.delete_ephemeral,
    "answerCallbackQuery": answering.callback,
    "answerInlineQuery": answering.inline,
    "getChat": rooms.get_chat,
    "getChatMember": rooms.get_member,
    "getChatAdministrators": rooms.get_administrators,
    "getChatMemberCount": rooms.count_members,
    "leaveChat": rooms.leave,
    "createForumTopic": rooms.create_topic,
    **dict.fromkeys(("closeForumTopic", "reopenForumTopic"), rooms.shut_topic),
}
