"""Who may direct a group, and who is there: asked of Telegram each time, never read from what somebody wrote."""

import asyncio
import logging
from typing import Final

from telegram import Bot, ChatMember, ChatMemberRestricted
from telegram.constants import ChatMemberStatus
from telegram.error import BadRequest, TelegramError

from bot.adapters.telegram.chat_ids import PLATFORM, ChatIds
from bot.adapters.telegram.errors import ErrorKind, known_error

LOG: Final = logging.getLogger(__name__)
DIRECT: Final = (ChatMemberStatus.OWNER, ChatMemberStatus.ADMINISTRATOR)
TRIES: Final = 2
AWAY: Final = (ChatMemberStatus.LEFT, ChatMemberStatus.BANNED)
SOON: Final = 1.0  # seconds, at most, until it is asked again


class NobodySays(Exception):
    """Telegram did not answer: whether they direct the group is not known."""


async def is_admin(bot: Bot, chat: int, user: int) -> bool:
    """Whether the person directs the group; not, where Telegram says so or knows of neither. Raises `NobodySays`."""
    for _ in range(TRIES):
        try:
            return await _directs(bot, chat, user)
        except TelegramError as error:
            LOG.info("nobody says who directs a group", extra={"error": type(error).__name__})
            found = known_error(error)
            if found.kind is not ErrorKind.LATER:
                return False
            await asyncio.sleep(min(found.after / 1000 or SOON, SOON))
    raise NobodySays


async def _directs(bot: Bot, chat: int, user: int) -> bool:
    """The same, asked once. Raises `TelegramError`.

    Of others Telegram is sure to tell only a bot that is an administrator itself, and nothing where a group hides its
    members; who its administrators are it tells every bot there. https://core.telegram.org/bots/api#getchatmember
    """
    try:
        return (await bot.get_chat_member(chat, user)).status in DIRECT
    except BadRequest as error:
        LOG.debug("a member of a group is not shown", extra={"words": known_error(error).words})
        return user in [one.user.id for one in await bot.get_chat_administrators(chat)]


async def directs(bot: Bot, chat_ids: ChatIds, user: int, channel: str) -> bool:
    """Whether the person directs a group, by the name that tables have for it or a topic of it. Raises `NobodySays`."""
    platform, _, place = channel.partition(":")
    return platform == PLATFORM and await is_admin(bot, chat_ids.where(place).chat, user)


async def is_member(bot: Bot, chat: int, account: str) -> bool:
    """Whether somebody is in a group; also where Telegram does not say: of others it tells only its admins for sure."""
    try:
        member = await bot.get_chat_member(chat, int(account))
    except TelegramError as error:
        LOG.info("nobody says who is in a group", extra={"error": type(error).__name__})
        return True
    return not is_away(member)


def is_away(member: ChatMember) -> bool:
    """Whether somebody is not in a group; who was restricted there stays so when they have left it."""
    return member.status in AWAY or (isinstance(member, ChatMemberRestricted) and not member.is_member)
