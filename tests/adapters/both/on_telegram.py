"""The surface of Telegram: a group, and private chats that people have opened."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar, Final

import pytest

from bot.adapters.telegram import polling
from bot.adapters.telegram.keyboards import PAGE
from bot.adapters.telegram.markup import words
from bot.adapters.telegram.polling import UNKNOWN
from bot.messages.buttons import Verb
from bot.messages.message import Message as Words
from bot.store import connection_thread, sqlite
from bot.tables.table import PLAYING
from engine.players import PLAYERS
from tests.adapters.both.surface import Again, Answer, Offer, Surface
from tests.adapters.telegram import hosting, scripted, witness
from tests.adapters.telegram.scripted import ScriptedMatch, cards_of, presses_on, seen_hand
from tests.forked import Forked
from tests.loopback.faults import Kind
from tests.loopback.running import specs
from tests.loopback.telegram import Telegram, serve
from tests.loopback.telegram.groups import Group
from tests.loopback.telegram.people import Person
from tests.loopback.telegram.values import Message
from tests.programs import Start
from tests.watching import Watch

PATIENCE: Final = 90.0  # seconds; the program starts
UNSTORED: Final = "cannot save anything just now"


class OnTelegram(Surface):
    """Presses are answered in a small window over the chat, or by a line that passes."""

    name = "telegram"
    says_what_was_done = True
    forged_here = ("",)
    keeps_answers = True
    keeps_tokens = ()  # the token is a part of every address
    part = PAGE
    tables_in_private = 1
    upright = True
    wrong_token = "7000000001:AAnobodysnobodysnobodysnobodys12345"  # noqa: S105  nobody's
    unknown = UNKNOWN
    answers_alone = False
    keeps_order = True
    waits_for_store = False
    welcomes_again = True
    harmful = ("<b>", "&amp;")
    hosting_here: ClassVar[ModuleType] = hosting
    scripted_here: ClassVar[ModuleType] = scripted
    witness_here: ClassVar[ModuleType] = witness
    server: Telegram
    host: hosting.Host
    match: ScriptedMatch

    def __init__(self, server: Telegram) -> None:
        self.server = server
        server.budgets.enforced = False
        self.player = PLAYERS["heuristic"](3)

    @asynccontextmanager
    async def begun(self, database: Path, watch: Watch) -> AsyncIterator[hosting.Host]:
        async with hosting.hosted(self.server, database, watch=watch) as host:
            yield host
            await host.settle()
            await hosting.check_eyes(host)

    def person(self, name: str, language: str = "en") -> Person:
        person: Person = self.server.user(name, language=language)
        return person

    def gather(self, people: Sequence[Person], place: str = "Circolo") -> ScriptedMatch:
        self.match = ScriptedMatch(self.host, self.server.group(place, *people), list(people))
        return self.match

    async def begin(self, code: str, settings: str) -> None:
        await self.match.begin(f"{code} {settings}")

    async def open(self, code: str, settings: str) -> None:
        for person in self.match.people:
            person.start()
        await self.host.settle()
        await self.match.open(f"{code} {settings}")

    async def comes(self, person: Any) -> None:
        person.start()
        await self.host.settle()

    async def comes_in_private(self, person: Any) -> None:
        person.start()
        await self.host.settle()

    async def asks_card(self, person: Any, whose: Any, *, public: bool = False) -> str:
        before = len(person.sees())
        line = person.points_at(whose, "/stats", self.match.group if public else None)
        await self.host.settle()
        return "\n".join([one.text for one in person.sees()[before:] if one.text not in ("", line.content.text)])

    def check_harmless(self, people: Sequence[Any]) -> None:
        marks = {mark["type"] for one in people[0].sees(None, "posted", "edited") for mark in one.entities}
        assert marks <= {"bold", "bot_command"}

    @staticmethod
    def in_words(message: Words) -> str:
        return words(message, beside_picture=False, drawn=False)

    @contextmanager
    def impatient(self) -> Iterator[None]:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sqlite, "PATIENCE", 0.01)
            patch.setattr(connection_thread, "PATIENCE", 0.01)
            patch.setattr(polling, "AGAIN", 0.01)
            yield

    async def press_unstored(self, person: Any, offer: Offer) -> Callable[[], None]:
        tap = person.forges(offer.data, offer.message)
        await person.answer(tap)
        assert UNSTORED in tap.text

        def check() -> None:
            assert len(self.server.called("answerCallbackQuery")) == len(self.server.taps)
            assert self.server.updates.pending == []

        return check

    async def command_unstored(self, person: Any) -> Callable[[], None]:
        def unstored_notices() -> int:
            return len([one for one in person.screen() if UNSTORED in one.content.text])

        person.start()
        await self.server.until(lambda: unstored_notices() > 0)
        assert self.server.updates.pending

        def check() -> None:
            assert unstored_notices() == 1
            assert any("Welcome" in one.content.text for one in person.screen())

        return check

    async def begins_again(self) -> None:
        offered = len(self.server.called("setMyCommands"))
        await self.host.begin_again()
        await self.server.until(lambda: len(self.server.called("setMyCommands")) > offered)
        await self.host.settle()

    async def settled(self) -> None:
        await self.host.settle()

    async def started(self, start: Start) -> Forked:
        return await start()  # what people do meanwhile is kept for it

    async def taken_over(self) -> None:
        """What people do meanwhile is kept."""

    async def requests_table(self, code: str, settings: str) -> None:
        for person in self.match.people:
            person.start()
        self.match.people[0].writes(f"/new {code} {settings}", self.match.group)

    async def draws(self, person: Any) -> Again:
        person.writes("draw")

        async def nothing() -> None:
            """It is kept until a host has taken it."""

        return nothing

    def check_copies(self) -> None:
        assert len(self.tables()) <= 2  # what was sent, and not noted before the kill, is not known to be there

    def press_while_away(self, person: Any, offer: Offer) -> Callable[[], Awaitable[Answer]]:
        tap = person.forges(offer.data, offer.message)

        async def answer() -> Answer:
            await person.answer(tap)
            await self.host.settle()
            return Answer(tap.text, tap.alert)

        return answer

    async def silences(self) -> None:
        self.match.group.restricts_bot()
        await self.host.settle()

    async def lets_speak(self) -> None:
        self.match.group.demotes_bot()
        await self.host.settle()

    @property
    def place(self) -> Group:
        return self.match.group

    async def is_added_by(self, person: Any) -> None:
        self.gather([person])
        await self.host.settle()

    async def hears_again_of_being_added(self) -> None:
        self.server.updates.again()
        await self.host.settle()

    def check_greeting_stays(self, greeting: Message) -> None:
        """It loses its buttons by the first press."""
        assert presses_on(greeting) == []

    def lets_direct(self, person: Any) -> None:
        self.match.group.promotes(person)

    async def removes(self) -> None:
        self.match.group.removes_bot()
        await self.host.settle()

    async def adds(self) -> None:
        self.match.group.adds_bot()
        await self.host.settle()

    def leads_to_place(self, message: Message) -> bool:
        return "t.me/" in message.content.text

    async def asks_for_table(self, person: Any) -> None:
        await self.match.press(person, Verb.TABLE)

    async def asks_for_hand(self, person: Any) -> None:
        person.writes("/start")
        await self.host.settle()

    def denies_pictures(self) -> None:
        self.match.group.restricts_bot("can_send_messages")

    def has_picture(self, message: Message) -> bool:
        return message.content.photo is not None

    def options(self, code: str, settings: str) -> Sequence[str]:
        return (f"{code} {settings}",)

    def is_shut(self, person: Any) -> None:
        assert not person.dm.opened

    async def sits_down_shut(self, person: Any) -> None:
        tap = await self.match.press(person, Verb.JOIN, self.match.group)
        assert tap.url.endswith(f"start=t_{self.label}")
        assert f"{person.account.first_name} has not opened the private chat yet" in self.text(self.public()[-1])

    def check_called(self, person: Any, *, open_again: bool = False) -> None:
        name, texts = person.account.first_name, [self.text(one) for one in self.public()]
        table = self.text(self.tables()[-1])
        assert f"Table {self.label}" in table
        assert (f"{name} has not opened" in table) is not open_again
        assert len([one for one in texts if f"cards of {name} are waiting" in one]) == 1
        call = next(one for one in person.sees(self.match.group, "posted") if f"cards of {name} are" in one.text)
        assert (call.marked("text_mention"), call.notified) == ((name,), True)
        assert [mark["user"]["id"] for mark in call.entities] == [person.id]

    async def opens_private_chat(self, person: Any) -> None:
        person.follows("Open the private chat", self.match.group)
        await self.host.settle()

    def shuts_unheard(self, person: Any, status: int) -> None:
        self.server.unreachable = status
        self.server.updates.allowed = ["message", "callback_query"]
        person.blocks()

    def check_shut(self, person: Any, *, open_again: bool = False) -> None:
        text = self.text(self.public()[-1])
        assert (f"{person.account.first_name} has blocked me: " in text) is not open_again
        assert "has blocked" not in text or not open_again
        assert "has not opened" not in text

    async def comes_back(self, person: Any) -> None:
        tap = await self.match.press(person, Verb.HAND, self.match.group)
        person.opens(tap.url)
        await self.host.settle()

    def joins(self, stranger: Person) -> None:
        self.match.group.adds(stranger)

    def leaves(self, person: Person) -> None:
        self.match.group.removes(person)

    def offered(self, person: Any, *, public: bool = False) -> list[Offer]:
        found = self.match.offered(person, self.match.group if public else None)
        return [Offer(press, message, data) for message, press, data in found]

    async def press(self, person: Any, offer: Offer) -> None:
        await person.answer(person.forges(offer.data, offer.message), PATIENCE)

    async def tick(self, person: Any) -> None:
        await self.match.press(person, Verb.TICK)

    def ticked(self, person: Any) -> int:
        labels = [button["text"] for row in self.hands(person)[-1].content.keyboard for button in row]
        return len([label for label in labels if label.startswith("✓")])

    async def hand_beside(self, person: Any) -> None:
        """It is a picture without buttons."""
        tap = await self.match.press(person, Verb.HAND, self.match.group)
        assert (tap.answered, tap.text, tap.url) == (True, "", "")

    async def check_beside(self, person: Any) -> None:
        hand = person.screen()[-1].content.photo
        beside = [one for one in person.sees(self.match.group, "posted") if one.only_mine and one.picture]
        assert hand is not None
        assert {cards_of(one.picture) for one in beside} == {cards_of(hand.data)}
        assert all(one.keyboard == () for one in beside)
        assert len([one for one in person.screen(self.match.group) if one.receiver]) == 1  # an older one is gone
        assert seen_hand(self.match, person) == await self.true_hand(person)

    async def press_beside(self, person: Any, message: Any) -> None:
        """There is nothing to press."""

    async def discards_beside(self, person: Any) -> None:
        await self.discards(person)

    async def press_answered_late(self, person: Any, offer: Offer) -> None:
        self.server.query_life = 0.0
        person.forges(offer.data, offer.message, inaccessible=True)
        await self.host.settle()

    def answers_fail(self, trouble: Kind) -> None:
        wait = {"retry_after": 1} if trouble is Kind.FLOOD else {}
        self.server.faults.add(trouble, times=1, methods=["answerCallbackQuery"], **wait)
        self.server.faults.add(Kind.DROP, times=1, methods=["answerCallbackQuery"])

    def check_said_once(self, person: Any, words: str) -> None:
        taps = [one for one in self.server.taps.values() if one.person is person.account]
        assert len([tap for tap in taps if words in tap.text]) == 1
        assert len(self.server.called("answerCallbackQuery")) == len(self.server.taps)

    async def parts_of_hand(self, person: Any) -> list[list[str]]:
        first = seen_hand(self.match, person)
        await self.match.tap(person, next(one for one in self.match.offered(person) if one[2].endswith(":page:2")))
        return [first, seen_hand(self.match, person)]

    async def choose_from_parts(self, person: Any) -> None:
        await self.tick(person)
        assert self.ticked(person) == 1
        assert "· 2 ·" in [button["text"] for row in self.hands(person)[-1].content.keyboard for button in row]

    async def press_twice(self, person: Any, offer: Offer) -> None:
        taps = [person.forges(offer.data, offer.message) for _ in range(2)]
        for tap in taps:
            await person.answer(tap)
        await self.host.settle()
        assert [tap for tap in taps if not tap.answered] == []

    async def taps(self, person: Any, offer: Offer, times: int) -> list[Answer]:
        taps = [person.forges(offer.data, offer.message) for _ in range(times)]
        if times > 1:
            self.server.updates.again()
        for tap in taps:
            await person.answer(tap)
        await self.host.settle()
        return [Answer(tap.text, tap.alert) for tap in taps if tap.text]

    async def forges(self, person: Any, text: str, message: Message, choice: str) -> list[Answer]:  # noqa: ARG002  here a press has no choice
        tap = await person.answer(person.forges(text, message))
        await self.host.settle()
        return [Answer(tap.text, tap.alert)] if tap.text else []

    async def says(self, person: Any, command: str, *values: str, public: bool = False) -> list[Answer]:
        before, line = len(person.sees()), " ".join([f"/{command}", *values])
        person.writes(line, self.match.group if public else None)
        await self.host.settle()
        new = [one.text for one in person.sees()[before:] if one.kind == "posted" and one.text not in ("", line)]
        return [Answer(text, stays=True) for text in new]

    async def opens_for(self, person: Any, *friends: Any, public: bool = True, settings: str = "") -> list[Answer]:
        before = len(person.sees())
        line = person.names("/new", *friends, to=self.match.group if public else None, rest=settings).content.text
        await self.host.settle()
        if public:
            lobby = next(one for one in reversed(self.match.group.messages) if presses_on(one))
            self.match.label = presses_on(lobby)[0].table
        new = [one for one in person.sees()[before:] if one.kind == "posted" and one.text not in ("", line)]
        return [Answer(one.text, stays=True) for one in new]

    def answers_by_alert(self) -> None:
        self.server.ephemeral = False

    def planted(self, own: Any, other: Any, answer: str) -> tuple[list[tuple[Any, Any]], list[Any]]:
        hand = next(one for one in reversed(own.sees()) if one.picture and one.chat == own.id)
        buttons = [one.content.keyboard for one in own.screen() if one.content.keyboard][-1]
        table = next(one for one in own.sees(self.match.group) if one.picture)
        now = replace(hand, at=self.server.clock.now(), text="", keyboard=(), picture=b"")
        theirs, shared = replace(now, chat=other.id), replace(now, chat=self.match.group.id)
        leaks = [
            (other, replace(theirs, text=answer)),
            (other, replace(theirs, keyboard=buttons)),
            (other, replace(theirs, picture=hand.picture)),
            (other, replace(theirs, document=answer.encode())),
            (own, replace(shared, text=answer)),
            (own, replace(shared, picture=hand.picture)),
            (own, replace(now, picture=b"not ours")),
        ]
        return leaks, [replace(now, text=answer, picture=hand.picture), replace(shared, picture=table.picture)]

    def public(self) -> list[Message]:
        return self.match.group.messages

    def label_of(self, message: Message) -> str:
        return presses_on(message)[0].table

    def called(self, message: Message) -> list[Person]:
        named = [one["user"]["id"] for one in message.content.entities if one["type"] == "text_mention"]
        rings = [
            one
            for one in self.match.people
            if (message.chat.id, message.id) in [(seen.chat, seen.message) for seen in one.notified()]
        ]
        return [one for one in rings if one.id in named]

    async def ends_the_deal(self) -> None:
        while (await self.table()).phase == PLAYING:
            await self.plays_well()

    async def plays_well(self) -> None:
        await self.match.write(self.player)

    @contextmanager
    def troubled(self) -> Iterator[None]:
        faults = self.server.faults
        faults.add(Kind.ERROR, share=0.07)
        faults.add(Kind.FLOOD, share=0.07, retry_after=1)
        faults.add(Kind.GATEWAY, share=0.06)
        yield
        faults.clear()

    @contextmanager
    def breaks(self) -> Iterator[None]:
        self.server.faults.add(Kind.DROP, times=3)
        self.server.faults.add(Kind.GATEWAY, times=3)
        self.server.faults.add(Kind.ERROR, times=2, methods=["getUpdates"])
        yield
        self.server.faults.clear()

    def shuts(self, person: Any) -> None:
        person.blocks()

    def changes(self) -> int:
        return len(self.server.budgets.let_through[self.match.group.id])

    def deletes(self, message: Message) -> None:
        self.server.delete(message)

    def new_messages(self) -> int:
        return len(self.server.called("sendMessage", "sendPhoto"))


@asynccontextmanager
async def telegram() -> AsyncIterator[OnTelegram]:
    async with serve(specs()) as server:
        yield OnTelegram(server)
