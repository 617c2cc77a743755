"""What the server's world is made of: accounts, chats, files, contents, messages, queries. No behaviour but reading."""

import itertools
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final, Literal

Json = dict[str, Any]
ChatType = Literal["private", "group", "supergroup", "channel"]
Status = Literal["creator", "administrator", "member", "restricted", "left", "kicked"]

INSIDE: Final = frozenset({"creator", "administrator", "member", "restricted"})
ADMINISTRATORS: Final = frozenset({"creator", "administrator"})


@dataclass(eq=False)
class Account:
    """Somebody: a person, the bot, or Telegram's own stand-in for anonymous administrators."""

    id: int
    first_name: str
    username: str = ""
    language: str = ""
    last_name: str = ""
    is_bot: bool = False
    deactivated: bool = False


@dataclass(eq=False)
class Member:
    """One account in one chat; `rights` are what an administrator may, or what a restricted member may still do."""

    account: Account
    status: Status = "member"
    rights: frozenset[str] = frozenset()
    anonymous: bool = False
    has_left: bool = False  # while they are restricted, which they are still when they come again

    @property
    def inside(self) -> bool:
        """As `Client::is_chat_member` of https://github.com/tdlib/telegram-bot-api has it."""
        return self.status in INSIDE and not self.has_left


@dataclass(frozen=True)
class File:
    """Bytes that were uploaded once; `width` and `height` are 0 for what is no picture."""

    file_id: str
    unique_id: str
    data: bytes
    name: str = ""
    width: int = 0
    height: int = 0


@dataclass(frozen=True)
class Content:
    """What a message says: text, or the caption of its picture or document; entities in UTF-16 units."""

    text: str = ""
    entities: tuple[Json, ...] = ()
    photo: File | None = None
    document: File | None = None
    keyboard: tuple[tuple[Json, ...], ...] = ()

    @property
    def has_media(self) -> bool:
        return bool(self.photo or self.document)


@dataclass(eq=False)
class Topic:
    id: int
    name: str
    closed: bool = False


@dataclass(eq=False)
class Message:
    """A message and its present content; `service` holds the fields of a message nobody wrote."""

    id: int
    chat: "Chat"
    sender: Account
    date: int
    content: Content = Content()
    sender_chat: "Chat | None" = None
    topic: int = 0
    reply_to: "Message | None" = None
    service: Json = field(default_factory=dict)
    edited: int = 0
    deleted: bool = False
    via_bot: Account | None = None
    inline_id: str = ""
    receiver: Account | None = None  # of an ephemeral message
    ephemeral_id: int = 0


@dataclass(eq=False)
class Chat:
    """A private chat of one person with the bot, a group or a supergroup; messages by id."""

    id: int
    type: ChatType
    title: str = ""
    peer: Account | None = None
    opened: bool = False
    blocked: bool = False
    forum: bool = False
    members: dict[int, Member] = field(default_factory=dict)
    topics: dict[int, Topic] = field(default_factory=dict)
    messages: dict[int, Message] = field(default_factory=dict)
    ephemeral: dict[int, Message] = field(default_factory=dict)
    migrated_to: int = 0
    refuses: str = ""  # with these words every new message of the bot; nobody has told it
    hides_members: bool = False  # from all but its administrators, who are shown to everybody
    general_closed: bool = False  # of a forum: the topic without a number
    other_bot_last: bool = False  # another bot has written since ours
    pinned: int = 0
    menu: Json = field(default_factory=lambda: {"type": "default"})
    ids: Iterator[int] = field(default_factory=lambda: itertools.count(1))

    def member(self, account: Account) -> Member:
        """The account's standing here; whoever never came has left."""
        return self.members.get(account.id) or Member(account, "left")

    @property
    def audience(self) -> list[Account]:
        """The people who see what is posted here now."""
        if self.peer is not None:
            return [self.peer]
        return [one.account for one in self.members.values() if one.inside and not one.account.is_bot]

    @property
    def shown(self) -> list[Message]:
        """What stands in the chat, oldest first."""
        return [one for one in self.messages.values() if not one.deleted]


@dataclass(eq=False)
class Tap:
    """A pressed button: a callback query, and what the bot answered to it."""

    id: str
    person: Account
    message: Message
    data: str
    at: float
    inaccessible: bool = False
    answered: bool = False
    text: str = ""
    alert: bool = False
    url: str = ""
    pressed: float = field(default_factory=time.perf_counter)
    took: float = 0.0  # seconds of the machine from press to answer


@dataclass(eq=False)
class InlineQuery:
    """An inline query, and the results the bot gave."""

    id: str
    person: Account
    chat: Chat
    query: str
    at: float
    offset: str = ""
    answered: bool = False
    results: list[Json] = field(default_factory=list)
    button: Json = field(default_factory=dict)
