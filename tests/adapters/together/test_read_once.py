"""Who asks is read from the store once for each request, however many parts of the host want to know who it is."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

import pytest

from bot.host.ports import Account, Person
from bot.store.sqlite import SqliteStore
from engine.actions import Discard
from tests.adapters.discord.hosting import Host as DiscordHost
from tests.adapters.discord.hosting import run as run_discord
from tests.adapters.discord.scripted import ScriptedMatch as OnDiscord
from tests.adapters.telegram.hosting import Host as TelegramHost
from tests.adapters.telegram.hosting import run as run_telegram
from tests.adapters.telegram.scripted import ScriptedMatch as OnTelegram
from tests.adapters.web.hosting import Hosted
from tests.adapters.web.hosting import run as run_web

OTHERS = ("host/courier.py", "outbound/match_starts.py")
"""Whatever the courier brings is read for its reader, at its own time, and not for who pressed; and where a match has
begun, everybody who sits there is looked for who cannot be sent their cards."""


class Reads:
    """The rows of people that were read for who asks."""

    def __init__(self) -> None:
        self.people: list[str] = []

    def note(self, person: Person | None) -> Person | None:
        if not any(name.endswith(OTHERS) for name in callers()):
            self.people.append(person.id if person else "")
        return person


def callers() -> Iterator[str]:
    """The files of everything that waits for what is done now."""
    frame = sys._getframe(1)
    while frame.f_back is not None:
        yield frame.f_code.co_filename
        frame = frame.f_back


@contextmanager
def counted() -> Iterator[Reads]:
    """Every read of a person by any store, as it is really done."""
    reads, person, person_of = Reads(), SqliteStore.person, SqliteStore.person_of

    async def by_id(self: SqliteStore, bot: str, one: str) -> Person | None:
        return reads.note(await person(self, bot, one))

    async def by_account(self: SqliteStore, bot: str, account: Account) -> Person | None:
        return reads.note(await person_of(self, bot, account))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SqliteStore, "person", by_id)
        patch.setattr(SqliteStore, "person_of", by_account)
        yield reads


def test_a_discard_on_telegram_reads_the_person_once() -> None:
    async def body(host: TelegramHost) -> None:
        people = [host.telegram.user(name) for name in ("Anna", "Bruno")]
        match = OnTelegram(host, host.telegram.group("Sala", *people), people)
        await match.begin("fibur players=2")
        for _ in range(100):
            person, stage = await match.person_in_turn(), (await match.table()).stage
            mine = [one for one in match.offered(person) if one[1].stage == stage]
            discards = [one for one in mine if isinstance(one[1].request, Discard)]
            if discards:
                with counted() as reads:
                    await match.tap(person, discards[0])
                assert (await match.table()).stage > stage
                assert reads.people == [await host.service.person_of("telegram", str(person.id))]
                return
            await match.play()
        raise AssertionError("nobody discards")

    run_telegram(body)


def test_a_discard_on_discord_reads_the_person_once() -> None:
    async def body(host: DiscordHost) -> None:
        people = [host.discord.user(name) for name in ("Anna", "Bruno")]
        match = OnDiscord(host, host.discord.guild("Club", *people).channel("tables"), people)
        await match.begin("fibur", "players=2")
        for _ in range(100):
            person, stage = await match.person_in_turn(), (await match.table()).stage
            mine = [one for one in match.offered(person) if one.press.stage == stage]
            discards = [one for one in mine if isinstance(one.press.request, Discard)]
            if discards:
                with counted() as reads:
                    await match.tap(person, discards[0])
                assert (await match.table()).stage > stage
                assert reads.people == [await host.service.person_of("discord", str(person.id))]
                return
            await match.play()
        raise AssertionError("nobody discards")

    run_discord(body)


def test_a_discard_in_the_browser_reads_the_person_once(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        async with host.window() as anna, host.window() as bruno:
            assert (await anna.want("open", rules="fibur", options="players=2"))["done"]
            await anna.phase("lobby")
            await bruno.want("find", label=anna.view["table"]["label"])
            await bruno.phase("lobby")
            assert (await bruno.do("join"))["done"]
            assert (await anna.do("start", sure=True))["done"]
            await anna.until(lambda: anna.view["table"]["phase"] == "playing" and bool(anna.view["hand"]))
            await bruno.until(lambda: bruno.view["table"]["phase"] == "playing" and bool(bruno.view["hand"]))
            player = anna if anna.controls else bruno
            while player.controls["draw"] or player.controls["pick_up"]:
                await player.play()
            stage, card = player.view["table"]["stage"], player.controls["discards"][-1]
            with counted() as reads:
                assert (await player.do(f"play x:{card}", stage=stage, sure=True))["done"]
                assert player.view["table"]["stage"] > stage
            person = await host.service.person_of("web", sha256(player.token.encode()).hexdigest())
            assert reads.people.count(person) == 1  # the other window looks for its own person

    run_web(tmp_path, work)


def test_a_game_at_once_on_telegram_reads_the_person_once() -> None:
    async def body(host: TelegramHost) -> None:
        anna = host.telegram.user("Anna")
        room = host.telegram.group("Sala", anna)
        anna.start()
        await host.settle()
        anna.writes("/play", room)  # from now on it is known where they play
        await host.settle()
        with counted() as reads:
            anna.writes("/play", room)
            await host.settle()
        person = await host.service.person_of("telegram", str(anna.id))
        assert len(await host.service.backend.tables.of(person)) == 2
        assert reads.people == [person]

    run_telegram(body)


def test_a_game_at_once_on_discord_reads_the_person_once() -> None:
    async def body(host: DiscordHost) -> None:
        anna = host.discord.user("Anna")
        room = host.discord.guild("Club", anna).channel("tables")
        await anna.answer(anna.types("burraco play", room))
        await host.settle()
        with counted() as reads:
            await anna.answer(anna.types("burraco play", room))
            await host.settle()
        person = await host.service.person_of("discord", str(anna.id))
        assert len(await host.service.backend.tables.of(person)) == 2
        assert reads.people == [person]

    run_discord(body)


def test_a_game_at_once_in_the_browser_reads_the_person_once(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        async with host.window() as anna:
            assert (await anna.want("play", rules="fibur"))["done"]
            await anna.phase("playing")
            with counted() as reads:
                answer = await anna.want("play", rules="fibur")
            assert answer["done"]
            assert reads.people == [await host.service.person_of("web", sha256(anna.token.encode()).hexdigest())]

    run_web(tmp_path, work)
