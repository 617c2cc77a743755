"""The surface of Discord: a channel of a server, and private messages."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar, Final, cast

import pytest

from bot.adapters.discord.commands import slash_command
from bot.adapters.discord.markup import words
from bot.adapters.discord.platform import UNKNOWN
from bot.gateway.inbound.commands import BY_NAME, FRIENDS
from bot.messages.buttons import Verb
from bot.messages.message import Message as Words
from bot.tables.table import PLAYING
from engine.actions import DRAW, PICK_UP, format_action
from engine.players import PLAYERS
from engine.view import view
from tests.adapters.both.surface import Again, Answer, Offer, Surface
from tests.adapters.discord import hosting, scripted, witness
from tests.adapters.discord.scripted import ScriptedMatch, about_table, chosen, offers, seen_hand
from tests.adapters.discord.witness import labels, nothing_stands_twice
from tests.forked import Forked
from tests.loopback.discord.eyes import parts
from tests.loopback.discord.people import Person
from tests.loopback.discord.rooms import Club, Room
from tests.loopback.discord.server import Discord
from tests.loopback.discord.values import Act, Message
from tests.loopback.faults import Kind, When
from tests.programs import Start
from tests.watching import Watch

PATIENCE: Final = 90.0  # seconds; the program starts
OPENS: Final = {"burraco new", "burraco nuovo"}  # as a command is called in the languages of people


class OnDiscord(Surface):
    """Presses are answered by messages that only their person sees."""

    name = "discord"
    says_what_was_done = False
    keeps_answers = False
    keeps_tokens = ("discord",)
    part = 25
    tables_in_private = 0
    upright = False
    wrong_token = "MTAwMDAwMDAwMDAwMDAwMDAx.Nobody.nobodysnobodysnobodysnobodys123456"  # noqa: S105  nobody's
    unknown = UNKNOWN
    answers_alone = True
    keeps_order = False
    waits_for_store = True
    welcomes_again = False
    harmful = ("@everyone", "<@", "\u202e", "**x**")
    hosting_here: ClassVar[ModuleType] = hosting
    scripted_here: ClassVar[ModuleType] = scripted
    witness_here: ClassVar[ModuleType] = witness
    server: Discord
    host: hosting.Host
    match: ScriptedMatch

    def __init__(self, server: Discord) -> None:
        self.server = server
        self.player = PLAYERS["heuristic"](3)

    @asynccontextmanager
    async def begun(self, database: Path, watch: Watch) -> AsyncIterator[hosting.Host]:
        async with hosting.hosted(self.server, database, watch=watch) as host:
            yield host

    def person(self, name: str, language: str = "en") -> Person:
        return self.server.user(name, {"en": "en-US"}.get(language, language))

    def gather(self, people: Sequence[Person], place: str = "Circolo") -> ScriptedMatch:
        self.match = ScriptedMatch(self.host, self.server.guild(place, *people).channel("tavoli"), list(people))
        return self.match

    async def begin(self, code: str, settings: str) -> None:
        await self.match.begin(code, settings)

    async def open(self, code: str, settings: str) -> None:
        await self.match.open(code, settings)

    async def comes(self, person: Any) -> None:
        await self.match.types(person, "burraco help", self.match.room)

    async def comes_in_private(self, person: Any) -> None:
        await self.match.types(person, "burraco help")

    async def asks_card(self, person: Any, whose: Any, *, public: bool = False) -> str:
        before = len(person.sees())
        await self.match.types(person, "burraco stats", self.match.room if public else None, player=whose)
        return "\n".join([self.plain(one.text) for one in person.sees()[before:] if one.only_mine and one.text])

    def check_harmless(self, people: Sequence[Any]) -> None:  # noqa: ARG002  here it is seen in the room
        assert [one for one in self.match.room.shown if one.content.pinged or one.content.everyone] == []

    @staticmethod
    def in_words(message: Words) -> str:
        return words(message, drawn=False)

    @staticmethod
    def headline(text: str) -> str:
        return f"**{text}**"

    @contextmanager
    def impatient(self) -> Iterator[None]:
        """Whatever is pressed waits as long as the store does: its first answer says only that it was heard."""
        yield

    async def press_unstored(self, person: Any, offer: Offer) -> Callable[[], None]:
        values = list(offer.values) if offer.values is not None else None
        return await self._waits(person, person.forges(offer.data, offer.message, values), "deferred")

    async def command_unstored(self, person: Any) -> Callable[[], None]:
        return await self._waits(person, person.types("burraco plan", self.match.room), "thinking")

    async def _waits(self, person: Person, act: Act, answer: str) -> Callable[[], None]:
        await person.answer(act)
        assert act.answer == answer

        def check() -> None:
            assert not act.refused

        return check

    async def begins_again(self) -> None:
        gateway = self.server.gateway
        await self.server.until(lambda: gateway.logins == 1 and gateway.ready)
        await self.host.begin_again()
        await self.server.until(lambda: gateway.logins == 2 and gateway.ready)
        await self.host.settle_events()

    async def settled(self) -> None:
        await self.host.settle_events()

    async def started(self, start: Start) -> Forked:
        gateway, logins = self.server.gateway, self.server.gateway.logins
        process = await start()
        await self.server.until(lambda: gateway.logins > logins and gateway.ready and self.server.commands, PATIENCE)
        return process

    async def taken_over(self) -> None:
        gateway = self.server.gateway
        await self.server.until(lambda: gateway.logins > 1 and gateway.ready, PATIENCE)

    async def requests_table(self, code: str, settings: str) -> None:
        person, room = self.match.people[0], self.match.room
        await self.server.until(lambda: OPENS & {*person.commands(room)}, PATIENCE)  # told after its login
        await person.answer(person.types("burraco new", self.match.room, code=code, settings=settings), PATIENCE)

    async def draws(self, person: Any) -> Again:
        offer = self.offer(person, DRAW)
        await self.press(person, offer)
        return lambda: self.press(person, offer)

    def check_copies(self) -> None:
        assert len(self.tables()) == 1
        assert [len(self.hands(one)) for one in self.match.people] == [1, 1]
        nothing_stands_twice(self.server)

    def press_while_away(self, person: Any, offer: Offer) -> Callable[[], Awaitable[Answer]]:
        return lambda: self.tap(person, offer)

    async def silences(self) -> None:
        self.match.room.denies("send_messages", "view_channel")
        await self.settled()

    async def lets_speak(self) -> None:
        self.match.room.allows("send_messages", "view_channel")
        await self.host.settle_events()

    @property
    def place(self) -> Room:
        return self.match.room

    async def is_added_by(self, person: Any) -> None:
        club = self.server.guild("Circolo", person, locale=person.account.locale, bot=False)
        room = club.channel("generale")
        club.guild.system = room.id
        self.match = ScriptedMatch(self.host, room, [person])
        assert self.host.adapter.calls.client is not None
        await self.host.adapter.calls.client.wait_until_ready()
        club.adds_bot()
        await self.server.until(lambda: room.shown)
        await self.host.settle_events()

    async def hears_again_of_being_added(self) -> None:
        self.club.outage()
        self.club.returns()
        await self.host.settle_events()

    def check_greeting_stays(self, greeting: Message) -> None:
        assert list(offers(greeting))

    def lets_direct(self, person: Any) -> None:
        self.club.grants(person, "manage_guild")

    @property
    def club(self) -> Club:
        guild = self.match.room.chat.guild
        assert guild is not None
        return self.server.clubs[guild.id]

    async def removes(self) -> None:
        self.server.guild("Altrove", *self.match.people)  # else nobody could be written to
        self.club.kicks_bot()
        await self.host.settle_events()

    async def adds(self) -> None:
        self.club.adds_bot()
        await self.host.settle_events()

    def leads_to_place(self, message: Message) -> bool:
        return "discord.com/channels" in message.content.text

    async def asks_for_table(self, person: Any) -> None:
        """A hand has no such button."""

    async def asks_for_hand(self, person: Any) -> None:
        await self.match.types(person, "burraco hand")
        assert [one for one in person.screen() if f"Here is table {self.label}" in self.text(one)]

    def denies_pictures(self) -> None:
        self.match.room.denies("attach_files")

    def has_picture(self, message: Message) -> bool:
        return bool(message.content.attachments)

    def options(self, code: str, settings: str) -> Sequence[str]:
        return code, settings

    def is_shut(self, person: Any) -> None:
        person.closes_dms()

    async def sits_down_shut(self, person: Any) -> None:
        await self.match.press(person, Verb.JOIN, self.match.room)

    def check_called(self, person: Any, *, open_again: bool = False) -> None:
        """Nobody is: that messages are refused is known only once one was sent."""

    async def opens_private_chat(self, person: Any) -> None:
        person.opens_dms()
        await self.match.types(person, "burraco hand")

    def shuts_unheard(self, person: Any, status: int) -> None:
        assert status == 403  # as Discord always does
        person.closes_dms()

    def check_shut(self, person: Any, *, open_again: bool = False) -> None:
        """The messages that stand there are changed all the same: nothing is amiss."""

    async def comes_back(self, person: Any) -> None:
        person.opens_dms()
        await self.match.press(person, Verb.HAND, self.match.room)

    def joins(self, stranger: Person) -> None:
        self.club.joins(stranger)

    def leaves(self, person: Any) -> None:
        self.elsewhere(person)
        self.club.leaves(person)

    def elsewhere(self, person: Any) -> None:
        self.server.guild("Altrove", person)

    def offered(self, person: Any, *, public: bool = False) -> list[Offer]:
        found = self.match.offered(person, self.match.room if public else None)
        return [Offer(one.press, one.message, one.custom_id, one.values) for one in found]

    async def press(self, person: Any, offer: Offer) -> None:
        values = list(offer.values) if offer.values is not None else None
        await person.answer(person.forges(offer.data, offer.message, values), PATIENCE)

    async def tick(self, person: Any) -> None:
        menu = [one for one in self.match.offered(person) if one.verb == Verb.CHOOSE][-1]
        await self.match.tap(person, menu, menu.names[:1])

    def ticked(self, person: Any) -> int:
        return len(chosen(person))

    async def hand_beside(self, person: Any) -> Message:
        await self.match.press(person, Verb.HAND, self.match.room)
        return cast(Message, person.screen(self.match.room)[-1])

    async def check_beside(self, person: Any) -> None:
        mine = [one for one in person.screen(self.match.room) if one.receiver is person.account]
        assert len([one for one in mine if about_table(one)]) == 1
        assert mine[-1] is person.screen(self.match.room)[-1]
        assert seen_hand(self.match, person, self.match.room) == await self.true_hand(person)

    async def press_beside(self, person: Any, message: Any) -> None:
        await self.match.tap(person, next(one for one in offers(message) if one.verb == Verb.SORT))

    async def discards_beside(self, person: Any) -> None:
        await self.match.discards(person, self.match.room)

    async def press_answered_late(self, person: Any, offer: Offer) -> None:
        act = person.forges(offer.data, offer.message, list(offer.values) if offer.values is not None else None)
        self.server.clock.advance(3.1)
        await person.answer(act)
        await self.host.settle()
        assert (act.answer, act.refused) == ("", True)

    def answers_fail(self, trouble: Kind) -> None:
        if trouble is Kind.FLOOD:
            self.server.faults.add(trouble, times=1, only="POST /webhooks", retry_after=0.01)
        else:
            self.server.faults.add(trouble, when=When.AFTER, times=1, only="POST /webhooks")

    def check_said_once(self, person: Any, words: str) -> None:
        assert len([one for one in person.screen(self.match.room) if words in one.content.text]) == 1
        assert [act for act in self.server.acts.values() if not act.answer or act.refused] == []

    async def parts_of_hand(self, person: Any) -> list[list[str]]:
        menus = [one for one in self.match.offered(person) if one.verb == Verb.CHOOSE]
        return [[name[:2] for name in one.names] for one in menus]

    async def choose_from_parts(self, person: Any) -> None:
        first, second = [one for one in self.match.offered(person) if one.verb == Verb.CHOOSE]
        await self.match.tap(person, second, second.names[-2:])
        await self.match.tap(person, first, first.names[:1])
        cards = [*first.names[:1], *second.names[-2:]]  # of twins the first stands chosen
        assert sorted(name[:2] for name in chosen(person)) == sorted(name[:2] for name in cards)

    async def press_twice(self, person: Any, offer: Offer) -> None:
        menus = parts(offer.message.content.components)
        many = [one for one in menus if one.get("custom_id") == offer.data and one.get("max_values", 1) > 1]
        names = [option["value"] for one in many for option in one["options"]]
        values = list(names[:2] or offer.values) if offer.values else None  # of two cards none is discarded
        acts = [person.forges(offer.data, offer.message, values) for _ in range(2)]
        for act in acts:
            await person.answer(act)
        await self.host.settle()
        assert [act for act in acts if not act.answer or act.refused] == []

    async def taps(self, person: Any, offer: Offer, times: int) -> list[Answer]:
        values = list(offer.values) if offer.values is not None else None
        return await self._answers(person, [person.forges(offer.data, offer.message, values) for _ in range(times)])

    async def forges(self, person: Any, text: str, message: Message, choice: str) -> list[Answer]:
        return await self._answers(person, [person.forges(text, message), person.forges(text, message, [choice])])

    async def _answers(self, person: Person, acts: list[Act]) -> list[Answer]:
        """What this person alone is told by these acts."""
        before = len(person.sees())
        for act in acts:
            await person.answer(act)
        await self.host.settle()
        new = [one.text for one in person.sees()[before:] if one.only_mine and one.kind in ("posted", "edited")]
        return [Answer(self.plain(text), stays=True) for text in new if text]

    async def says(self, person: Any, command: str, *values: str, public: bool = False) -> list[Answer]:
        command_row = BY_NAME[command]
        words = slash_command(person.account.locale.partition("-")[0], command_row).removeprefix("/")
        options = dict(zip(command_row.names, values, strict=False))
        return await self._answers(person, [person.types(words, self.match.room if public else None, **options)])

    async def opens_for(self, person: Any, *friends: Any, public: bool = True, settings: str = "") -> list[Answer]:
        options: dict[str, Any] = dict(zip(FRIENDS, friends, strict=False))
        options |= {"settings": settings} if settings else {}
        act = person.types("burraco new", self.match.room if public else None, **options)
        answers = await self._answers(person, [act])
        if public:
            lobby = [one for one in self.public() if self.about_table(one, "")][-1]
            self.match.label = next(one.press.table for one in offers(lobby))
        return answers

    def answers_by_alert(self) -> None:
        """A message for one reader is the only way."""

    def planted(self, own: Any, other: Any, answer: str) -> tuple[list[tuple[Any, Any]], list[Any]]:  # noqa: ARG002  as every surface takes them
        hand = next(one for one in reversed(own.sees()) if one.picture and one.channel == own.dm.id)
        table = next(one for one in own.sees(self.match.room) if one.picture and not one.only_mine)
        words = "\n".join([option["label"] for one in parts(hand.components) for option in one.get("options", [])])
        file = replace(hand.attachments[0], name="record.brn", data=words.encode(), description="")
        alone = replace(hand.attachments[0], description="")
        now = replace(hand, at=self.server.clock.now(), text="", components=(), attachments=())
        theirs, shared = replace(now, channel=other.dm.id), replace(now, channel=self.match.room.chat.id)
        leaks = [
            (other, replace(theirs, text=words)),
            (other, replace(theirs, text=words.replace("♥", "\\♥"))),
            (other, replace(theirs, components=hand.components)),
            (other, replace(theirs, attachments=hand.attachments)),
            (other, replace(theirs, attachments=(file,))),
            (other, replace(theirs, attachments=(alone,))),
            (other, replace(shared, text=words, only_mine=True)),
            (own, replace(shared, text=words)),
            (own, replace(shared, components=hand.components)),
            (own, replace(shared, attachments=(alone,))),
            (own, replace(now, attachments=(replace(alone, data=b"not ours"),))),
        ]
        seen = [replace(hand, at=now.at), replace(shared, text=words, only_mine=True), replace(table, at=now.at)]
        return leaks, seen

    def public(self) -> list[Message]:
        return self.match.room.shown

    def label_of(self, message: Message) -> str:
        (label,) = labels(message)
        return label

    @staticmethod
    def plain(text: str) -> str:
        return text.replace("\\", "")

    def called(self, message: Message) -> list[Person]:
        return [one for one in self.match.people if one.id in message.content.pinged]

    async def ends_the_deal(self) -> None:
        while (await self.table()).phase == PLAYING:
            await self.plays_well()

    async def plays_well(self) -> None:
        person, table = await self.match.person_in_turn(), await self.table()
        assert table.game is not None
        action = format_action(self.player.choose(view(table.game.deal, table.in_turn)))
        self.match.turns += action in (format_action(DRAW), format_action(PICK_UP))
        for text in (action, f"sure:{action}"):
            if (await self.table()).stage == table.stage:
                await self.tap(person, Offer.made(f"{self.label}:{table.stage}:{text}", person.screen()[-1]))

    @contextmanager
    def troubled(self) -> Iterator[None]:
        faults = self.server.faults
        faults.add(Kind.FLOOD, share=0.1, retry_after=0.01)
        faults.add(Kind.ERROR, share=0.05)
        faults.add(Kind.ERROR, when=When.AFTER, share=0.03)
        faults.add(Kind.DROP, when=When.AFTER, share=0.02)
        with hasty():
            yield
        faults.clear()

    @contextmanager
    def breaks(self) -> Iterator[None]:
        self.server.faults.add(Kind.DROP, times=3)
        self.server.faults.add(Kind.GATEWAY, times=3)
        self.server.gateway.drop()
        with hasty():
            yield
        self.server.faults.clear()

    def shuts(self, person: Any) -> None:
        person.closes_dms()

    def changes(self) -> int:
        calls = self.server.called("POST /channels", "PATCH /channels")
        return len([one for one in calls if one.parts["channel_id"] == str(self.match.room.id)])

    def deletes(self, message: Message) -> None:
        self.match.people[0].deletes(message)

    def new_messages(self) -> int:
        return len(self.server.called("POST /channels"))


@contextmanager
def hasty() -> Iterator[None]:
    """Waits between two tries pass a hundred times faster meanwhile."""
    real = asyncio.sleep

    async def sleep(seconds: float, _result: object = None) -> None:
        await real(seconds / 100)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(asyncio, "sleep", sleep)
        yield


@asynccontextmanager
async def discord() -> AsyncIterator[OnDiscord]:
    async with hosting.server() as server:
        yield OnDiscord(server)
