"""What the server's world is made of: users, guilds, channels, messages, interactions. No behaviour but reading."""

import time
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from tests.loopback.scheduling import held_back

Json = dict[str, Any]
Answer = Literal["", "message", "thinking", "deferred", "update", "choices", "modal", "launched"]

TEXT: Final = 0
DM: Final = 1
VOICE: Final = 2
PUBLIC_THREAD: Final = 11
PRIVATE_THREAD: Final = 12
THREADS: Final = frozenset({PUBLIC_THREAD, PRIVATE_THREAD})

EPHEMERAL: Final = 1 << 6
CROSSPOSTED: Final = 1 << 0  # published to the channels that follow the one where it stands
LOADING: Final = 1 << 7
SILENT: Final = 1 << 12
COMPONENTS_V2: Final = 1 << 15


@dataclass(eq=False)
class User:
    """A person or the bot; `dms_open` is whether it lets this bot write to it."""

    id: int
    username: str
    name: str
    locale: str = "en-US"
    is_bot: bool = False
    dms_open: bool = True
    is_deleted: bool = False  # the account


@dataclass(eq=False)
class Member:
    user: User
    joined: float
    roles: list[int] = field(default_factory=list)
    timed_out_until: float = 0.0  # by the clock of the machine, as the client has it


@dataclass(eq=False)
class Role:
    """`permissions` are Discord's bits; the role of a guild's own id is everybody's."""

    id: int
    name: str
    permissions: int
    managed: bool = False


@dataclass(eq=False)
class Guild:
    id: int
    name: str
    owner: User
    locale: str = "en-US"  # only a community chooses another
    is_community: bool = False
    members: dict[int, Member] = field(default_factory=dict)
    roles: dict[int, Role] = field(default_factory=dict)
    channels: dict[int, "Channel"] = field(default_factory=dict)
    events: dict[int, "Event"] = field(default_factory=dict)
    system: int = 0  # the channel for the server's own news, 0 for none
    # whether moderating takes two factors, of the bot's owner, too, who has none here
    # https://docs.discord.com/developers/topics/oauth2#two-factor-authentication-requirement
    wants_two_factors: bool = False
    has_commands: bool = False  # those of the application, though its bot may not be there
    is_away: bool = False  # in an outage of Discord's: a login is told its number, and no more


@dataclass(eq=False)
class Channel:
    """A text channel, a thread below one (`parent`), or a DM of one person (`peer`) with the bot; messages by id."""

    id: int
    type: int
    name: str = ""
    guild: Guild | None = None
    peer: User | None = None
    parent: "Channel | None" = None
    topic: str = ""
    overwrites: dict[int, tuple[int, int]] = field(default_factory=dict)  # by role or user: allowed and denied bits
    messages: dict[int, "Message"] = field(default_factory=dict)
    owner: User | None = None
    joined: dict[int, float] = field(default_factory=dict)  # who is in the thread, since when
    archived: bool = False
    locked: bool = False
    archived_at: float = 0.0
    began: float = 0.0
    archive_after: int = 1440  # minutes

    @property
    def is_thread(self) -> bool:
        return self.type in THREADS

    @property
    def shown(self) -> list["Message"]:
        """What stands in the channel for everybody, oldest first."""
        return [one for one in self.messages.values() if not one.deleted and one.receiver is None]


@dataclass(frozen=True)
class Attachment:
    """Bytes that were uploaded once; `width` and `height` are 0 for what is no picture."""

    id: int
    name: str
    data: bytes
    description: str = ""
    width: int = 0
    height: int = 0
    kind: str = "application/octet-stream"


@dataclass(frozen=True)
class Content:
    """What a message says; components carry the ids the server gave them, `pinged` are the ids it mentions."""

    text: str = ""
    embeds: tuple[Json, ...] = ()
    components: tuple[Json, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    pinged: frozenset[int] = frozenset()
    everyone: bool = False


@dataclass(eq=False)
class Message:
    """A message and its present content; `receiver` is the one person who sees an ephemeral one."""

    id: int
    channel: Channel
    author: User
    at: float
    content: Content = Content()
    flags: int = 0
    type: int = 0
    edited: float = 0.0
    deleted: bool = False
    receiver: User | None = None
    act: "Act | None" = None  # the interaction it answers
    nonce: str = ""
    reply_to: "Message | None" = None
    thread: Channel | None = None


@dataclass(eq=False)
class Act:
    """An interaction: what a person did, and what the bot made of it."""

    id: int
    type: int
    person: User
    channel: Channel
    data: Json
    token: str
    at: float
    message: Message | None = None  # the one whose button was pressed
    answer: Answer = ""
    instance: str = ""  # of the Activity that it has launched
    refused: bool = False  # no answer came in time, or only a wrong one
    original: Message | None = None
    followups: list[Message] = field(default_factory=list)
    choices: list[Json] = field(default_factory=list)
    modal: Json = field(default_factory=dict)
    pressed: float = field(default_factory=time.perf_counter)
    held_up: float = field(default_factory=held_back)  # seconds that the machine has run others until then
    took: float = 0.0  # seconds of the machine from act to first answer


@dataclass(eq=False)
class Event:
    """A scheduled event; `fields` are as the bot gave them."""

    id: int
    guild: Guild
    creator: User
    fields: Json
