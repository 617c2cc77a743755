"""What people do and see in the same way on every chat platform, so that a scenario is written once.

A surface is a platform's loopback server, a host beside it, and people with the bot in one place. It speaks of buttons
by what they mean; how a platform shows and answers them is its own (`DISCORD`, `TELEGRAM`).
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ClassVar, Final

from bot.messages.buttons import Ask, Press, Verb, decode
from bot.tables.table import Table
from engine.actions import DRAW, Action
from tests.evening import Evening, Person, true_hand
from tests.hosting import Host
from tests.watching import Watch


@dataclass(frozen=True)
class Offer:
    """A button or a choice of a menu on somebody's screen."""

    press: Press
    message: Any
    data: str
    values: tuple[str, ...] | None = None  # of a choice

    @classmethod
    def made(cls, text: str, message: Any) -> "Offer":
        """A button of this text, as one that has stood there."""
        press = decode(text)
        assert isinstance(press, Press)
        return cls(press, message, text)

    @property
    def verb(self) -> Verb | None:
        return self.press.request.verb if isinstance(self.press.request, Ask) else None


@dataclass(frozen=True)
class Answer:
    """What somebody alone was told, "" for nothing. `stays` until they put it away."""

    text: str = ""
    stays: bool = False


SILENCE: Final = Answer()


class Surface(ABC):
    """A platform with a host. `says_what_was_done`: a press is answered in a word, too, that passes by itself."""

    name: ClassVar[str]
    says_what_was_done: ClassVar[bool]
    forged_here: ClassVar[tuple[str, ...]] = ()  # texts that buttons may be forged with on this platform alone
    keeps_answers: ClassVar[bool]  # what is asked for in private is answered by a message that stays there
    wrong_token: ClassVar[str]  # one that nobody has
    unknown: ClassVar[str]  # what is said of it
    server: Any
    host: Any
    evening: Any

    # --- each platform's own ------------------------------------------------------------------------------------------

    @abstractmethod
    def begun(self, database: Path, watch: Watch) -> AbstractAsyncContextManager[Host]:
        """A host over this database; what everybody has seen is judged before it goes."""

    @abstractmethod
    def judge(self) -> None:
        """Nothing has broken the platform's protocol."""

    @abstractmethod
    def person(self, name: str, language: str = "en") -> Any: ...

    @abstractmethod
    def gather(self, people: Sequence[Any], place: str = "Circolo") -> Evening[Any]:
        """A place with these people and the bot."""

    @abstractmethod
    def anew(self) -> Evening[Any]:
        """Another table of the same people in the same place."""

    @abstractmethod
    async def begin(self, code: str, settings: str) -> None:
        """All sit down and the cards are dealt."""

    @abstractmethod
    async def open(self, code: str, settings: str) -> None:
        """The first of them opens a table."""

    @abstractmethod
    async def comes(self, person: Any) -> None:
        """They do something by which the bot knows them."""

    @abstractmethod
    async def begins_again(self) -> None:
        """All work is broken off and begun anew, until the bot is there again."""

    @abstractmethod
    async def settled(self) -> None:
        """The bot has heard of everything that happened, and done what it does then."""

    @abstractmethod
    def settings(self, token: str) -> dict[str, str]:
        """The program's settings for this server with such a token."""

    @abstractmethod
    async def silences(self) -> None:
        """The bot may not write in the place any more, and has heard of it."""

    @abstractmethod
    async def lets_speak(self) -> None:
        """It may again, and has heard of it."""

    @abstractmethod
    def joins(self, stranger: Any) -> None:
        """Somebody more comes to the place."""

    @abstractmethod
    def offered(self, person: Person, *, public: bool = False) -> list[Offer]:
        """What this person can press, in their private chat or in the place; the newest last."""

    @abstractmethod
    async def taps(self, person: Person, offer: Offer, times: int) -> list[Answer]:
        """So many presses on one button that reach the host together; what was said to them, if anything, in order."""

    @abstractmethod
    async def forges(self, person: Person, text: str, message: Any, choice: str) -> list[Answer]:
        """A press of a text that no button had, and where there are menus one with this choice."""

    @abstractmethod
    async def says(self, person: Any, command: str, *values: str, public: bool = False) -> list[Answer]:
        """They give a command as it is written there, in their private chat or in the place; what is said to it."""

    @abstractmethod
    def traces(self, person: Any) -> list[str]:
        """Numbers by which the platform knows somebody and their private chat."""

    @abstractmethod
    def seen(self, person: Person) -> list[str]:
        """Every text that this person could ever see."""

    @abstractmethod
    def private(self, person: Person) -> list[Any]:
        """The messages in their private chat, the oldest first, answers that only they see left out."""

    @abstractmethod
    def public(self) -> list[Any]:
        """The messages in the place, the oldest first."""

    @abstractmethod
    def text(self, message: Any) -> str:
        """What stands in it, without marks of the platform's own."""

    @abstractmethod
    def called(self, message: Any) -> list[Any]:
        """Those of the people who hear of a message because it names them."""

    @abstractmethod
    def about_table(self, message: Any, label: str) -> bool:
        """Whether a message has buttons of this table, "" for any."""

    @abstractmethod
    async def ends_the_deal(self) -> None:
        """They play until it is over."""

    @abstractmethod
    def changes(self) -> int:
        """How many messages and edits of the place have cost the bot something so far."""

    @abstractmethod
    async def check_place(self) -> None:
        """Nobody reads in the place which cards somebody holds, and no button there carries one."""

    @abstractmethod
    def deletes(self, message: Any) -> None:
        """It is deleted by somebody who may."""

    @abstractmethod
    def new_messages(self) -> int:
        """How many messages the bot has sent so far, edits left out."""

    # --- the same on all ----------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def hosted(self, database: Path, watch: Watch) -> AsyncIterator[Host]:
        """A host; after a block the same evening goes on with another one over the same database."""
        async with self.begun(database, watch) as self.host:
            if hasattr(self, "evening"):
                self.evening.host = self.host
            yield self.host

    async def two(self, code: str = "fibur", settings: str = "players=2") -> None:
        """Two people, to whom cards are dealt."""
        self.evening = self.gather([self.person("Anna"), self.person("Bruno")])
        await self.begin(code, settings)

    async def table(self) -> Table:
        table: Table = await self.evening.table()
        return table

    @property
    def label(self) -> str:
        label: str = self.evening.label
        return label

    async def tap(self, person: Person, offer: Offer) -> Answer:
        """One press; what was said to it."""
        return next(reversed(await self.taps(person, offer, 1)), SILENCE)

    def offer(self, person: Person, what: Verb | Action | None, *, public: bool = False) -> Offer:
        """The newest that they are offered of this kind; None for a play of cards."""
        found = [one for one in self.offered(person, public=public) if what in (one.verb, one.press.request)]
        assert found, (what, [str(one.press.request) for one in self.offered(person, public=public)])
        return found[-1]

    async def drawn(self) -> Any:
        """The person in turn, who has drawn."""
        person = await self.evening.person_in_turn()
        await self.tap(person, self.offer(person, DRAW))
        return person

    async def turn(self) -> Any:
        """The person in turn draws and discards."""
        person = await self.drawn()
        await self.discards(person)
        return person

    async def discards(self, person: Person) -> None:
        await self.tap(person, self.offer(person, Verb.DROP))
        await self.tap(person, self.offer(person, None))

    def other(self, person: Person) -> Any:
        return next(one for one in self.evening.people if one is not person)

    async def true_hand(self, person: Person) -> list[str]:
        return await true_hand(self.evening, person)

    def hands(self, person: Person) -> list[Any]:
        """The messages in their private chat that have buttons of a table."""
        return [one for one in self.private(person) if self.about_table(one, "")]

    def tables(self) -> list[Any]:
        """The messages in the place that have buttons of the table."""
        return [one for one in self.public() if self.about_table(one, self.label)]


Kind = Callable[[], AbstractAsyncContextManager[Surface]]


def run(kind: Kind, body: Callable[[Surface], Awaitable[None]]) -> None:
    """Runs the body beside a server and a host of its own; at the end nothing may have broken the protocol."""

    async def main(folder: Path) -> None:
        async with kind() as here:
            async with here.hosted(folder / "bot.db", Watch()):
                await body(here)
            here.judge()

    with TemporaryDirectory() as folder:
        asyncio.run(main(Path(folder)))
