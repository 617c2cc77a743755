"""The surface of Telegram: a group, and private chats that people have opened."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from bot.adapters.telegram.polling import UNKNOWN
from bot.tables.table import PLAYING
from engine.players import PLAYERS
from tests.adapters.both.surface import Answer, Offer, Surface
from tests.adapters.telegram import hosting
from tests.adapters.telegram.evening import Evening, about_table
from tests.adapters.telegram.test_restart import settings
from tests.loopback.running import judged, specs
from tests.loopback.telegram import Telegram, serve
from tests.loopback.telegram.people import Person
from tests.loopback.telegram.values import Message
from tests.watching import Watch


class OnTelegram(Surface):
    """Presses are answered in a small window over the chat, or by a line that passes."""

    name = "telegram"
    says_what_was_done = True
    forged_here = ("",)
    keeps_answers = True
    wrong_token = "7000000001:AAnobodysnobodysnobodysnobodys12345"  # noqa: S105  nobody's
    unknown = UNKNOWN
    server: Telegram
    host: hosting.Host
    evening: Evening

    def __init__(self, server: Telegram) -> None:
        self.server = server
        server.budgets.enforced = False

    @asynccontextmanager
    async def begun(self, database: Path, watch: Watch) -> AsyncIterator[hosting.Host]:
        async with hosting.hosted(self.server, database, watch=watch) as host:
            yield host
            await host.settle()
            await hosting.check_eyes(host)

    def judge(self) -> None:
        judged(self.server)

    def person(self, name: str, language: str = "en") -> Person:
        person: Person = self.server.user(name, language=language)
        return person

    def gather(self, people: Sequence[Person], place: str = "Circolo") -> Evening:
        self.evening = Evening(self.host, self.server.group(place, *people), list(people))
        return self.evening

    def anew(self) -> Evening:
        self.evening = Evening(self.host, self.evening.group, self.evening.people)
        return self.evening

    async def begin(self, code: str, settings: str) -> None:
        await self.evening.begin(f"{code} {settings}")

    async def open(self, code: str, settings: str) -> None:
        for person in self.evening.people:
            person.start()
        await self.host.settle()
        await self.evening.open(f"{code} {settings}")

    async def comes(self, person: Any) -> None:
        person.start()
        await self.host.settle()

    async def begins_again(self) -> None:
        offered = len(self.server.called("setMyCommands"))
        await self.host.begin_again()
        await self.server.until(lambda: len(self.server.called("setMyCommands")) > offered)
        await self.host.settle()

    async def settled(self) -> None:
        await self.host.settle()

    def settings(self, token: str) -> dict[str, str]:
        return {**settings(self.server), "BURRACO_TELEGRAM_TOKEN": token}

    async def silences(self) -> None:
        self.evening.group.restricts_bot()
        await self.host.settle()

    async def lets_speak(self) -> None:
        self.evening.group.demotes_bot()
        await self.host.settle()

    def joins(self, stranger: Person) -> None:
        self.evening.group.adds(stranger)

    def offered(self, person: Any, *, public: bool = False) -> list[Offer]:
        found = self.evening.offered(person, self.evening.group if public else None)
        return [Offer(press, message, data) for message, press, data in found]

    async def taps(self, person: Any, offer: Offer, times: int) -> list[Answer]:
        made = [person.forges(offer.data, offer.message) for _ in range(times)]
        if times > 1:
            self.server.updates.again()
        for tap in made:
            await person.answer(tap)
        await self.host.settle()
        return [Answer(tap.text, tap.alert) for tap in made if tap.text]

    async def forges(self, person: Any, text: str, message: Message, choice: str) -> list[Answer]:  # noqa: ARG002
        tap = await person.answer(person.forges(text, message))
        await self.host.settle()
        return [Answer(tap.text, tap.alert)] if tap.text else []

    async def says(self, person: Any, command: str, *values: str, public: bool = False) -> list[Answer]:
        before, line = len(person.sees()), " ".join([f"/{command}", *values])
        person.writes(line, self.evening.group if public else None)
        await self.host.settle()
        new = [one.text for one in person.sees()[before:] if one.kind == "posted" and one.text not in ("", line)]
        return [Answer(text, stays=True) for text in new]

    def traces(self, person: Any) -> list[str]:
        return [str(person.id)]

    def seen(self, person: Any) -> list[str]:
        return [one.text for one in person.sees()]

    def private(self, person: Any) -> list[Message]:
        return list(person.screen())

    def public(self) -> list[Message]:
        return self.evening.group.messages

    def text(self, message: Message) -> str:
        return message.content.text

    def called(self, message: Message) -> list[Person]:
        named = [one["user"]["id"] for one in message.content.entities if one["type"] == "text_mention"]
        rings = [
            one
            for one in self.evening.people
            if (message.chat.id, message.id) in [(seen.chat, seen.message) for seen in one.notified()]
        ]
        return [one for one in rings if one.id in named]

    def about_table(self, message: Message, label: str) -> bool:
        return about_table(message, label)

    async def ends_the_deal(self) -> None:
        player = PLAYERS["heuristic"](3)
        while (await self.table()).phase == PLAYING:
            await self.evening.write(player)

    def changes(self) -> int:
        return len(self.server.budgets.let_through[self.evening.group.id])

    async def check_place(self) -> None:
        await self.evening.check_group()

    def deletes(self, message: Message) -> None:
        self.server.delete(message)

    def new_messages(self) -> int:
        return len(self.server.called("sendMessage", "sendPhoto"))


@asynccontextmanager
async def telegram() -> AsyncIterator[OnTelegram]:
    async with serve(specs()) as server:
        yield OnTelegram(server)
