"""What people do and see in the same way on every chat platform, so that a scenario is written once.

A surface is a platform's loopback server, a host beside it, and people with the bot in one place. It speaks of buttons
by what they mean; how a platform shows and answers them is its own (`DISCORD`, `TELEGRAM`).
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AbstractContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any, ClassVar, Final, cast

from bot.messages.buttons import Ask, Press, Verb, decode
from bot.messages.message import Message
from bot.requests.service import Service
from bot.tables.table import Table
from engine.actions import DRAW, Action, Discard
from tests.forked import Forked
from tests.hosting import BOT, Host
from tests.loopback.faults import Kind as Trouble
from tests.loopback.running import judged
from tests.programs import Start
from tests.scripted import Person, ScriptedMatch, true_hand
from tests.watching import Watch

Again = Callable[[], Awaitable[None]]


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
    keeps_tokens: ClassVar[tuple[str, ...]]  # libraries whose log never holds a token, at its most talkative
    part: ClassVar[int]  # cards of a large hand that are chosen from together
    tables_in_private: ClassVar[int]  # that stand there beside a hand, where somebody has asked for it
    upright: ClassVar[bool]  # how pictures of tables are drawn for who has not chosen
    answers_alone: ClassVar[bool]  # a command in the place is answered to who gave it, and to nobody else
    keeps_order: ClassVar[bool]  # of what several people press in a place, however long it had to wait
    waits_for_store: ClassVar[bool]  # a play does, and is done then; else it is said that it was not stored
    welcomes_again: ClassVar[bool]  # whoever begins the private chat anew, as there is a button for that
    harmful: ClassVar[tuple[str, ...]]  # signs of a name that would be more than a name there
    hosting_here: ClassVar[ModuleType]  # the platform's own of these names
    scripted_here: ClassVar[ModuleType]
    witness_here: ClassVar[ModuleType]
    server: Any
    host: Any = None  # as long as the program runs in a process of its own
    match: Any

    # --- each platform's own ------------------------------------------------------------------------------------------

    @abstractmethod
    def begun(self, database: Path, watch: Watch) -> AbstractAsyncContextManager[Host]:
        """A host over this database; what everybody has seen is judged before it goes."""

    @abstractmethod
    def person(self, name: str, language: str = "en") -> Any: ...

    @abstractmethod
    def gather(self, people: Sequence[Any], place: str = "Circolo") -> ScriptedMatch[Any]:
        """A place with these people and the bot."""

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
    async def comes_in_private(self, person: Any) -> None:
        """They begin to use the bot in their private chat."""

    @abstractmethod
    async def asks_card(self, person: Any, whose: Any, *, public: bool = False) -> str:
        """They choose somebody whose card they want to see; what they read then, each message in lines of its own."""

    @abstractmethod
    def check_harmless(self, people: Sequence[Any]) -> None:
        """No name of theirs was more than a name: it has called nobody, and marked no text."""

    @staticmethod
    @abstractmethod
    def in_words(message: Message) -> str:
        """The text of a message whose picture could not be drawn, as it is sent."""

    @staticmethod
    def headline(text: str) -> str:
        """The title of a message as `text` has it."""
        return text

    @abstractmethod
    def impatient(self) -> AbstractContextManager[None]:
        """Inside, a host does not wait long for its store, where it tells people that it has to."""

    @abstractmethod
    async def press_unstored(self, person: Any, offer: Offer) -> Callable[[], None]:
        """A press while nothing can be stored, which is answered in time. What checks its answer when it is done."""

    @abstractmethod
    async def command_unstored(self, person: Any) -> Callable[[], None]:
        """So is a command of somebody who may never have given one."""

    @abstractmethod
    async def begins_again(self) -> None:
        """All work is broken off and begun anew, until the bot is there again."""

    @abstractmethod
    async def settled(self) -> None:
        """The bot has heard of everything that happened, and done what it does then."""

    @abstractmethod
    async def started(self, start: Start) -> Forked:
        """The program in a process of its own, that hears of what people do from now on."""

    @abstractmethod
    async def taken_over(self) -> None:
        """Another host hears of what people do from now on; what they did meanwhile may be lost."""

    @abstractmethod
    async def requests_table(self, code: str, settings: str) -> None:
        """The first of them opens a table; whether it has been opened is not waited for."""

    @abstractmethod
    async def draws(self, person: Any) -> Again:
        """They draw, and the host may be killed before it has heard of it. What they do when it is back, to be sure."""

    @abstractmethod
    def check_copies(self) -> None:
        """Nothing stands there twice after kills, but what a platform cannot know to be a copy."""

    @abstractmethod
    def press_while_away(self, person: Any, offer: Offer) -> Callable[[], Awaitable[Answer]]:
        """A press while no host is there, or where that is lost at once, as soon as it is there; what is said to it."""

    @abstractmethod
    async def silences(self) -> None:
        """The bot may not write in the place any more, and has heard of it."""

    @abstractmethod
    async def lets_speak(self) -> None:
        """It may again, and has heard of it."""

    @abstractmethod
    async def removes(self) -> None:
        """The bot is removed from the place, and has heard of it. It can still write to people."""

    @abstractmethod
    async def adds(self) -> None:
        """It is there again, and has heard of it."""

    @abstractmethod
    def leads_to_place(self, message: Any) -> bool:
        """Whether a message has a link to the place."""

    @abstractmethod
    async def asks_for_table(self, person: Any) -> None:
        """They want to see the table in their private chat, where that is offered."""

    @abstractmethod
    async def asks_for_hand(self, person: Any) -> None:
        """They ask in their private chat for their hand; what is said to it is as it should be."""

    @abstractmethod
    def denies_pictures(self) -> None:
        """The bot may send no pictures to the place."""

    @abstractmethod
    def has_picture(self, message: Any) -> bool: ...

    @abstractmethod
    def options(self, code: str, settings: str) -> Sequence[str]:
        """As a match's `open` takes them."""

    @abstractmethod
    def is_shut(self, person: Any) -> None:
        """The bot cannot write to this person from the beginning."""

    @abstractmethod
    async def sits_down_shut(self, person: Any) -> None:
        """Such a person takes a seat, and is told what the platform has to tell them."""

    @abstractmethod
    def check_called(self, person: Any, *, open_again: bool = False) -> None:
        """They are called once, in the place, to open their private chat; it says so as long as it is shut."""

    @abstractmethod
    async def opens_private_chat(self, person: Any) -> None:
        """They do what they were told for their hand to come."""

    @abstractmethod
    def shuts_unheard(self, person: Any, status: int) -> None:
        """The bot may not write to them any more, but is not told: it is refused with this status."""

    @abstractmethod
    def check_shut(self, person: Any, *, open_again: bool = False) -> None:
        """In the place it is said that the bot cannot write to them, as long as it is so, where it knows."""

    @abstractmethod
    async def comes_back(self, person: Any) -> None:
        """By the table's button for the hand they find the way back."""

    @property
    @abstractmethod
    def place(self) -> Any:
        """Where the people are with the bot."""

    @abstractmethod
    async def is_added_by(self, person: Any) -> None:
        """The bot comes to a place of this person's while the host runs, and has heard of it."""

    @abstractmethod
    async def hears_again_of_being_added(self) -> None:
        """As it can happen there: the same news twice, or a place that could not be reached for a while."""

    @abstractmethod
    def check_greeting_stays(self, greeting: Any) -> None:
        """Others may press its buttons, too, where the first press does not take them away."""

    @abstractmethod
    def lets_direct(self, person: Any) -> None:
        """From now on they may set how the place plays."""

    @abstractmethod
    def joins(self, stranger: Any) -> None:
        """Somebody more comes to the place."""

    @abstractmethod
    def leaves(self, person: Any) -> None:
        """They are no longer in the place, and can still be written to."""

    def elsewhere(self, person: Any) -> None:  # noqa: B027  a private chat needs no place on every platform
        """They can write to the bot, and are not in the place."""

    @abstractmethod
    def offered(self, person: Person, *, public: bool = False) -> list[Offer]:
        """What this person can press, in their private chat or in the place; the newest last."""

    @abstractmethod
    async def press(self, person: Person, offer: Offer) -> None:
        """One press, until it is acknowledged; what it has set off is not waited for."""

    @abstractmethod
    async def tick(self, person: Person) -> None:
        """They choose a card of their hand."""

    @abstractmethod
    def ticked(self, person: Person) -> int:
        """How many cards stand chosen on their hand."""

    @abstractmethod
    async def hand_beside(self, person: Person) -> Any:
        """They ask for their hand in the place; the message that they alone see there, None where it has no buttons."""

    @abstractmethod
    async def check_beside(self, person: Person) -> None:
        """Their hand in the place is what they hold, stands there once, and is theirs alone."""

    @abstractmethod
    async def press_beside(self, person: Person, message: Any) -> None:
        """They press a button of that message, where it can have any."""

    @abstractmethod
    async def discards_beside(self, person: Person) -> None:
        """They discard by that message; where it has no buttons, by their hand in the private chat."""

    @abstractmethod
    async def press_answered_late(self, person: Person, offer: Offer) -> None:
        """A press that the platform takes no answer to any more when the host has one."""

    @abstractmethod
    def answers_fail(self, trouble: Trouble) -> None:
        """The first answer to the next press fails so; where no copy can come of it, the second one breaks off."""

    @abstractmethod
    def check_said_once(self, person: Person, words: str) -> None:
        """They were told so in the place once, and no press of theirs waits for its answer."""

    @abstractmethod
    async def parts_of_hand(self, person: Person) -> list[list[str]]:
        """The cards of a large hand as they are offered to choose from, in our notation, part by part."""

    @abstractmethod
    async def choose_from_parts(self, person: Person) -> None:
        """They choose cards of the last part, which then stand chosen."""

    @abstractmethod
    async def press_twice(self, person: Person, offer: Offer) -> None:
        """Two presses, both acknowledged."""

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
    async def opens_for(self, person: Any, *friends: Any, public: bool = True, settings: str = "") -> list[Answer]:
        """They open a table and name these friends, each as the platform lets them; what they are told.

        In the place the match is then about that table.
        """

    @abstractmethod
    def answers_by_alert(self) -> None:
        """What somebody asks for in the place is answered in words, where there are two ways."""

    @abstractmethod
    def planted(self, own: Any, other: Any, answer: str) -> tuple[list[tuple[Any, Any]], list[Any]]:
        """What nobody may see, each with who would: the hand of `own`, in every way; and what `own` may see.

        `answer` was said to `own` alone when they asked for their hand.
        """

    @abstractmethod
    def public(self) -> list[Any]:
        """The messages in the place, the oldest first."""

    @abstractmethod
    def label_of(self, message: Any) -> str:
        """The table that a message has buttons of."""

    @abstractmethod
    def called(self, message: Any) -> list[Any]:
        """Those of the people who hear of a message because it names them."""

    @abstractmethod
    async def ends_the_deal(self) -> None:
        """They play until it is over."""

    @abstractmethod
    async def plays_well(self) -> None:
        """The person in turn does what a computer player would do, and confirms it where they are asked."""

    @abstractmethod
    def troubled(self) -> AbstractContextManager[None]:
        """Inside, a fifth of all calls fails, in every way that this platform has."""

    @abstractmethod
    def breaks(self) -> AbstractContextManager[None]:
        """Inside, the next calls fail in every way, and so does what brings news from the platform."""

    @abstractmethod
    def shuts(self, person: Person) -> None:
        """The bot may not write to them in private any more."""

    @abstractmethod
    def changes(self) -> int:
        """How many messages and edits of the place have cost the bot something so far."""

    @abstractmethod
    def deletes(self, message: Any) -> None:
        """It is deleted by somebody who may."""

    @abstractmethod
    def new_messages(self) -> int:
        """How many messages the bot has sent so far, edits left out."""

    # --- the same on all ----------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def hosted(self, database: Path, watch: Watch) -> AsyncIterator[Host]:
        """A host; after a block the same match goes on with another one over the same database."""
        async with self.begun(database, watch) as self.host:
            if hasattr(self, "match"):
                self.match.host = self.host
            yield self.host

    def judge(self) -> None:
        """Nothing has broken the platform's protocol."""
        judged(self.server)

    def settings(self, token: str) -> dict[str, str]:
        """The program's settings for this server with such a token."""
        settings: dict[str, str] = self.hosting_here.settings(self.server, token)
        return settings

    def anew(self) -> ScriptedMatch[Any]:
        """Another table of the same people in the same place."""
        self.match = self.scripted_here.ScriptedMatch(self.host, self.place, self.match.people)
        return cast(ScriptedMatch[Any], self.match)

    async def check_seen(self, watch: Watch, service: Service) -> None:
        """Nobody has seen a card that was not for them. `service` knows who the accounts are."""
        await self.witness_here.nobody_saw_too_much(self.server, watch, service)

    async def check_eyes(self) -> None:
        """Nobody has seen so far what was not for them."""
        await self.hosting_here.check_eyes(self.host)

    async def check_place(self) -> None:
        """Nobody reads in the place which cards somebody holds, and no button there carries one."""
        self.match.check_place()

    def sights(self, person: Any) -> list[Any]:
        """All that was on this person's screen, to which more may be added."""
        return cast(list[Any], person.world.eyes[person.id].seen)

    def traces(self, person: Any) -> list[str]:
        """Numbers by which the platform knows somebody and their private chat."""
        return [str(person.id), str(person.dm.id)]

    def seen(self, person: Any) -> list[str]:
        """Every text that this person could ever see."""
        return [self.plain(one.text) for one in person.sees()]

    def private(self, person: Any) -> list[Any]:
        """The messages in their private chat, the oldest first, answers that only they see left out."""
        return [one for one in person.screen() if one.receiver is None]

    def text(self, message: Any) -> str:
        """What stands in it, without marks of the platform's own."""
        return self.plain(message.content.text)

    @staticmethod
    def plain(text: str) -> str:
        """A text without the marks that the platform writes into it."""
        return text

    def about_table(self, message: Any, label: str) -> bool:
        """Whether a message has buttons of this table, "" for any."""
        return bool(self.scripted_here.about_table(message, label))

    async def talks(self, person: Any, text: str) -> None:
        """They write something in the place that may be no command."""
        person.writes(text, self.place)
        await self.host.settle()

    def cards_offered(self, person: Any) -> list[str]:
        """The cards that their hand offers to choose from, in our notation."""
        return list(self.scripted_here.seen_hand(self.match, person))

    def pictures(self, person: Any) -> set[bytes]:
        """Every picture that this person alone could ever see."""
        mine = [*person.sees(person.dm), *[one for one in person.sees() if one.only_mine]]
        return {one.picture for one in mine if one.picture}

    def pictures_beside(self, person: Any) -> list[bytes]:
        """The pictures in the place that this person alone could ever see."""
        return [one.picture for one in person.sees(self.place) if one.only_mine and one.picture]

    def posted(self, person: Any) -> list[int]:
        """The number of each message of the place, as often as it has come new on this person's screen."""
        return [one.message for one in person.sees(self.place, "posted")]

    async def two(self, code: str = "fibur", settings: str = "players=2") -> None:
        """Two people, to whom cards are dealt."""
        self.match = self.gather([self.person("Anna"), self.person("Bruno")])
        await self.begin(code, settings)

    async def table(self) -> Table:
        table: Table = await self.match.table()
        return table

    @property
    def label(self) -> str:
        label: str = self.match.label
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
        person = await self.match.person_in_turn()
        await self.tap(person, self.offer(person, DRAW))
        return person

    async def settled_late(self) -> None:
        """Also what waits to be tried again is done."""
        now = self.host.door.clock
        for _ in range(60):
            await self.host.settle()
            waiting = await self.host.store.next_letter(BOT, after=now())
            if waiting is None:
                return
            self.server.clock.advance(max(0, waiting - now()) / 1000 + 0.01)
            self.host.chats.wake()
        raise AssertionError("something is tried again and again")

    async def turn(self) -> Any:
        """The person in turn draws and discards."""
        person = await self.drawn()
        await self.discards(person)
        return person

    async def discards(self, person: Person) -> None:
        await self.tap(person, self.away(person))

    def away(self, person: Person) -> Offer:
        """The last of the cards that stand open to be discarded."""
        found = [one for one in self.offered(person) if isinstance(one.press.request, Discard)]
        assert found, [str(one.press.request) for one in self.offered(person)]
        return found[-1]

    def other(self, person: Person) -> Any:
        return next(one for one in self.match.people if one is not person)

    async def true_hand(self, person: Person) -> list[str]:
        return await true_hand(self.match, person)

    def hands(self, person: Person) -> list[Any]:
        """The messages in their private chat that have buttons of a table."""
        return [one for one in self.private(person) if self.about_table(one, "")]

    def playable(self, person: Person) -> list[Any]:
        """Those among them that show a hand."""
        sorts = [one.message for one in self.offered(person) if one.verb == Verb.SORT]
        return [one for one in self.hands(person) if one in sorts]

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
