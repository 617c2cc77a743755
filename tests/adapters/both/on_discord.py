"""The surface of Discord: a channel of a server, and private messages."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from bot.adapters.discord.commands import slash_command
from bot.adapters.discord.platform import UNKNOWN
from bot.gateway.inbound.commands import BY_NAME
from tests.adapters.both.surface import Answer, Offer, Surface
from tests.adapters.discord import hosting
from tests.adapters.discord.evening import Evening, about_table, offers
from tests.adapters.discord.test_restart import settings
from tests.loopback.discord.people import Person
from tests.loopback.discord.server import Discord
from tests.loopback.discord.values import Act, Message
from tests.loopback.running import judged
from tests.watching import Watch


class OnDiscord(Surface):
    """Presses are answered by messages that only their person sees."""

    name = "discord"
    says_what_was_done = False
    keeps_answers = False
    wrong_token = "MTAwMDAwMDAwMDAwMDAwMDAx.Nobody.nobodysnobodysnobodysnobodys123456"  # noqa: S105  nobody's
    unknown = UNKNOWN
    server: Discord
    host: hosting.Host
    evening: Evening

    def __init__(self, server: Discord) -> None:
        self.server = server

    @asynccontextmanager
    async def begun(self, database: Path, watch: Watch) -> AsyncIterator[hosting.Host]:
        async with hosting.hosted(self.server, database, watch=watch) as host:
            yield host

    def judge(self) -> None:
        judged(self.server)

    def person(self, name: str, language: str = "en") -> Person:
        return self.server.user(name, {"en": "en-US"}.get(language, language))

    def gather(self, people: Sequence[Person], place: str = "Circolo") -> Evening:
        self.evening = Evening(self.host, self.server.guild(place, *people).channel("tavoli"), list(people))
        return self.evening

    def anew(self) -> Evening:
        self.evening = Evening(self.host, self.evening.room, self.evening.people)
        return self.evening

    async def begin(self, code: str, settings: str) -> None:
        await self.evening.begin(code, settings)

    async def open(self, code: str, settings: str) -> None:
        await self.evening.open(code, settings)

    async def comes(self, person: Any) -> None:
        await self.evening.types(person, "burraco help", self.evening.room)

    async def begins_again(self) -> None:
        gateway = self.server.gateway
        await self.server.until(lambda: gateway.logins == 1 and gateway.ready)
        await self.host.begin_again()
        await self.server.until(lambda: gateway.logins == 2 and gateway.ready)
        await self.host.heard()

    async def settled(self) -> None:
        await self.host.heard()

    def settings(self, token: str) -> dict[str, str]:
        return {**settings(self.server), "BURRACO_DISCORD_TOKEN": token}

    async def silences(self) -> None:
        self.evening.room.denies("send_messages", "view_channel")
        await self.settled()

    async def lets_speak(self) -> None:
        self.evening.room.allows("send_messages", "view_channel")
        await self.host.heard()

    def joins(self, stranger: Person) -> None:
        guild = self.evening.room.chat.guild
        assert guild is not None
        self.server.clubs[guild.id].joins(stranger)

    def offered(self, person: Any, *, public: bool = False) -> list[Offer]:
        found = self.evening.offered(person, self.evening.room if public else None)
        return [Offer(one.press, one.message, one.custom_id, one.values) for one in found]

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
        return [Answer(plain(text), stays=True) for text in new if text]

    async def says(self, person: Any, command: str, *values: str, public: bool = False) -> list[Answer]:
        known = BY_NAME[command]
        words = slash_command(person.account.locale.partition("-")[0], known).removeprefix("/")
        options = dict(zip(known.names, values, strict=False))
        return await self._answers(person, [person.types(words, self.evening.room if public else None, **options)])

    def traces(self, person: Any) -> list[str]:
        return [str(person.id), str(person.dm.id)]

    def seen(self, person: Any) -> list[str]:
        return [plain(one.text) for one in person.sees()]

    def private(self, person: Any) -> list[Message]:
        return [one for one in person.screen() if one.receiver is None]

    def public(self) -> list[Message]:
        return self.evening.room.shown

    def text(self, message: Message) -> str:
        return plain(message.content.text)

    def called(self, message: Message) -> list[Person]:
        return [one for one in self.evening.people if one.id in message.content.pinged]

    def about_table(self, message: Message, label: str) -> bool:
        return about_table(message, label) and bool(list(offers(message)))

    async def ends_the_deal(self) -> None:
        await self.evening.deal()

    def changes(self) -> int:
        calls = self.server.called("POST /channels", "PATCH /channels")
        return len([one for one in calls if one.parts["channel_id"] == str(self.evening.room.id)])

    async def check_place(self) -> None:
        self.evening.check_room()

    def deletes(self, message: Message) -> None:
        self.evening.people[0].deletes(message)

    def new_messages(self) -> int:
        return len(self.server.called("POST /channels"))


def plain(text: str) -> str:
    return text.replace("\\", "")


@asynccontextmanager
async def discord() -> AsyncIterator[OnDiscord]:
    async with hosting.server() as server:
        yield OnDiscord(server)
