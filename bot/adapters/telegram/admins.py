"""Who may direct a group: asked of Telegram each time, never read from what somebody wrote."""

import logging
from typing import Final

from telegram import Bot
from telegram.constants import ChatMemberStatus
from telegram.error import TelegramError

LOG: Final = logging.getLogger(__name__)
DIRECT: Final = (ChatMemberStatus.OWNER, ChatMemberStatus.ADMINISTRATOR)


async def is_admin(bot: Bot, chat: int, user: int) -> bool:
    """Whether the person directs the group; not, where Telegram does not say."""
    try:
        return (await bot.get_chat_member(chat, user)).status in DIRECT
    except TelegramError as error:
        LOG.info("nobody says who directs a group", extra={"error": type(error).__name__})
        return False
