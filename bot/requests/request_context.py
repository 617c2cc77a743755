"""Who asks, where, and in which language: what a press, a line or a request of a window carries on its way."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final

from bot.host.ports import Person
from bot.words.languages import DEFAULT, Language

NOBODY: Final = Person("", "", "")


async def nobody() -> bool:
    """Where there are no admins."""
    return False


async def administers() -> bool:
    """Of who is an administrator wherever the bot is."""
    return True


async def anybody(_account: str) -> bool:
    """Where nobody knows who is there."""
    return True


async def nowhere(_channel: str) -> bool:
    """Of who directs no place."""
    return False


@dataclass(frozen=True, slots=True)
class Friend:
    """Somebody who was named beside a command, by account and name; by `username` alone where no more is known."""

    account: str = ""
    name: str = ""
    username: str = ""
    is_bot: bool = False
    is_called: bool = False  # what names them there has rung for them already


@dataclass(slots=True)
class RequestContext:
    """One request: an adapter says where it came from, the entrance who it is. It is gone when it is answered.

    `person` is their row, read once as the request comes, and never kept for the next: whatever changes it meanwhile
    puts the changed row here. `as_of` counts the rows of people that had been written when it was read: `People.now`
    reads it again only if another was since. `is_new`: they have just been registered. A window knows who sits before
    it: `known_as` is the id by which they are looked up. `username`: what they are called on the platform by who
    mentions them, where that is no name of their account; "" where they bear none by now, None where nobody says.

    `delivery` names this very request. `message` is the platform's name of the message whose button was pressed.
    `table` is the table whose own room it is, or whose message they answer, by id or short name, "" elsewhere;
    `channel` is then the one that the room belongs to. `private`: nobody else sees what is answered there. `alone`:
    only commands are heard there, and also in a channel only who asks is answered. `friends` were named beside the
    command.

    Four ask the platform, only where it matters: `is_admin`; `directs`, whether they are an admin of another place, for
    what they are answered about it in private; `wears`, whether they wear a role of this place, by the
    platform's own number, None where there are none; `is_here`, whether an account is in this place. `comes_again`: the
    platform keeps the request until it is done, and gives it to another host where this one fails. `hears_word`: a
    press is answered there with a word of what it has done (`Answer.word`).
    """

    platform: str = ""
    account: str = ""
    channel: str = ""
    delivery: str = ""
    private: bool = False
    is_admin: Callable[[], Awaitable[bool]] = field(default=nobody, repr=False)
    table: str = ""
    alone: bool = False
    message: str = ""
    person: Person = NOBODY
    as_of: int = -1
    is_new: bool = False
    known_as: str = ""
    username: str | None = None
    wears: Callable[[str], bool] | None = field(default=None, repr=False)
    friends: tuple[Friend, ...] = ()
    is_here: Callable[[str], Awaitable[bool]] = field(default=anybody, repr=False)
    comes_again: bool = False
    hears_word: bool = True
    directs: Callable[[str], Awaitable[bool]] = field(default=nowhere, repr=False)

    def note(self, person: Person, as_of: int) -> None:
        """Who asks, from now on, as they were read then."""
        self.person, self.as_of = person, as_of

    @property
    def administers_everywhere(self) -> bool:
        """Whether the owner of the bot has named them as an administrator, whatever the place."""
        return self.is_admin is administers

    @property
    def language(self) -> Language:
        return self.person.language or DEFAULT

    @property
    def is_gone(self) -> bool:
        """Whether the person who is meant was forgotten."""
        return bool(self.known_as) and not self.person.id
