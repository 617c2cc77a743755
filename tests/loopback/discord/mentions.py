"""Whom a message rings for: what its text names, less what `allowed_mentions` holds back. Only the readers count."""

import re
from typing import Any, Final

from tests.loopback.discord.permissions import may
from tests.loopback.discord.values import DM, SILENT, Channel, Json, Message, User

EVERYONE: Final = re.compile(r"@(everyone|here)\b")
PERSON: Final = re.compile(r"<@!?(\d+)>")
ROLE: Final = re.compile(r"<@&(\d+)>")


def pinged(text: str, allowed: Json | None, channel: Channel, author: User) -> tuple[frozenset[int], bool]:
    """The ids of the people whom the text mentions, and whether it mentions everyone."""
    people = _let_through(PERSON.findall(text), "users", allowed)
    roles = _let_through(ROLE.findall(text), "roles", allowed)
    if channel.guild:
        people |= {one.user.id for one in channel.guild.members.values() if roles & set(one.roles)}
    loud = allowed is None or "everyone" in (allowed.get("parse") or [])
    everyone = bool(EVERYONE.search(text)) and loud and may(channel, author, "mention_everyone")
    return frozenset(people), everyone


def _let_through(named: list[str], kind: str, allowed: Json | None) -> set[int]:
    ids = {int(one) for one in named}
    if allowed is None or kind in (allowed.get("parse") or []):
        return ids
    listed: list[Any] = allowed.get(kind) or []
    return ids & {int(one) for one in listed}


def rings(message: Message, reader: User, allowed_reply: bool = True) -> bool:
    """Whether the reader's device rings when this message appears."""
    if message.flags & SILENT or reader is message.author:
        return False
    answered = message.reply_to is not None and message.reply_to.author is reader and allowed_reply
    named = message.content.everyone or reader.id in message.content.pinged or answered
    return message.receiver is None and (message.channel.type == DM or named)
