"""What delivery needs of a platform: send a message, change it, take its controls away. Each adapter has one.

A messenger raises `bot.host.delivery_errors.TryLater` and `Undeliverable`, nothing else that has to do with the
network.
"""

from dataclasses import dataclass, field
from typing import Final, Protocol, runtime_checkable

from bot.messages.message import Message
from bot.words.languages import Language

LOOKED_AT: Final = "~"
"""Begins the reference of a hand that is shown only where its owner asks for it; a letter is tried anew each time."""


class CannotHost(Exception):
    """A platform cannot be used as it is set up; the message is a sentence for the owner: the setting, what is wrong.

    Time alone fixes nothing, but somebody else might: it may be tried again after a long while.
    """


class TakenElsewhere(CannotHost):
    """Another program does this work. It may be another host that has just woken up, and soon stops doing it."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture ready to send."""

    png: bytes
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Chat:
    """Where to send: a channel of the platform, or a person's account for a private message. All else only helps."""

    id: str  # the platform's own name for it
    private: bool

    # the message that shows the table on this platform, the one before this in a channel, the one beside a hand; "" for
    # none that is known
    table: str = field(default="", compare=False)
    older: bool = field(default=False, compare=False)  # whether that shows what was before this deal
    language: Language = field(default="", compare=False)  # the one spoken there
    server: str = field(default="", compare=False)  # the one that its channel belongs to, "" where that is not known

    # what the table's own room within the channel is called, where the channel wants one and the platform has such; ""
    # for the channel itself
    apart: str = field(default="", compare=False)

    # by account and name: whom a message in a channel names first, so that they hear of it
    mentioned: tuple[tuple[str, str], ...] = field(default=(), compare=False)
    called: bool = field(default=False, compare=False)  # the table's channels do so, or this person wants none of it
    named: bool = field(default=False, compare=False)  # they have done so in this turn
    quiet: bool = field(default=False, compare=False)  # nobody's device rings for what is sent

    # a person wants their hand only where they ask for it, on a platform that can show it there to them alone
    only_on_request: bool = field(default=False, compare=False)
    shut: bool = field(default=False, compare=False)  # private messages were refused last, maybe to an earlier run
    own: bool = field(default=False, compare=False)  # one person's chat with the bot, where their hand stands, too

    instead: str = field(default="", compare=False)  # what a message says once it is retired, "" for what it said
    over: bool = field(default=False, compare=False)  # what it is about has passed: one that is gone stays so
    doubted: bool = field(default=False, compare=False)  # what is changed there may show something else by now


@runtime_checkable
class AnswersPresses(Protocol):
    """A messenger that changes a message through the press on it, where there was one."""

    def pressed_at(self, reference: str) -> float:
        """When the press came through which this message is changed now, on any clock; 0 for none."""


@runtime_checkable
class ShowsEphemeralHands(Protocol):
    """A messenger that can also show a hand beside the table, to its owner alone, when they ask for it there."""

    async def stands_elsewhere(self, chat: Chat, label: str, message: Message) -> None:
        """The hand that this person looks at there, of the table with this short name, says no more than this."""


@runtime_checkable
class CountsBelow(Protocol):
    """A messenger that can tell how far up a message stands in its channel."""

    async def below(self, chat: Chat, reference: str, most: int) -> int:
        """How many messages stand below this one, as far as is known; more than `most` need not be counted."""


@runtime_checkable
class KnowsMembers(Protocol):
    """A messenger that can ask who is in a channel."""

    async def is_here(self, chat: Chat, account: str, *, anew: bool = False) -> bool:
        """Whether somebody is in this channel, and hears when they are named there; also where nobody says.

        `anew`: who was there before may have left, so the platform is asked.
        """


class Messenger(Protocol):
    """Sends, changes and ends a platform's messages. References are its names of them, text without spaces."""

    platform: str

    async def send(self, chat: Chat, message: Message, drawn: Drawn | None, once: str) -> str:
        """The new message's reference. `once` is the same for the same occasion: a platform that can, sends it once."""

    async def edit(self, chat: Chat, reference: str, message: Message, drawn: Drawn | None) -> str:
        """Change a message; its reference afterwards. One that is gone is sent anew, unless it is `over`."""

    async def retire(self, chat: Chat, reference: str, remove: bool) -> None:
        """Take a message's controls away, or the whole message; one that is gone already is no fault."""
