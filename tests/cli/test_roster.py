"""The bots that were added, as one host serves them: what cannot be used of one is said, and costs no other."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bot.cli.cohosting import Alone
from bot.cli.roster import Roster
from bot.cli.run import no_page
from bot.cli.served_bot import Shared
from bot.config.configuration import Configuration
from bot.config.given import load
from bot.host.analyses import Analyses
from bot.host.computers import ComputerPlayers
from bot.host.health import Health
from bot.host.heartbeat import Heartbeat
from bot.host.hosted_bots import BOT, BotToken, HostedBot
from bot.host.ports import StoreError
from bot.host.wallclock import WallClock
from bot.metrics import Metrics
from bot.painting import Painter
from bot.sealing import sealed
from bot.store.rows import StoreRows
from bot.store.sqlite import SqliteStore
from bot.store.store import open_database
from tests.cli.test_keeping import Stumbles
from tests.store.changes import using

TOKEN = "1234567890:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsawX"  # noqa: S105  nobody's
CIRCOLO = HostedBot("circolo", "it", "", (), 1, (BotToken("telegram", "1234567890", "", TOKEN, 1),))
BAR = HostedBot("bar", "", "", (), 1, (BotToken("telegram", "2234567890", "", f"2{TOKEN[1:]}", 1),))

Body = Callable[[SqliteStore, Roster], Awaitable[None]]


@pytest.fixture(autouse=True)
def settings(clean_settings: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nobody answers where the platforms should be."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BURRACO_TELEGRAM_API", "http://127.0.0.1:9")


def serving(path: Path, body: Body) -> None:
    """The body beside a host's roster, which is run by nobody."""

    async def whole(store: SqliteStore) -> None:
        clock, thinking, painter = WallClock(lambda: 7), ComputerPlayers(), Painter()
        health, analyses = Health(clock), Analyses(thinking.look_at, thinking.plays_on)
        shared = Shared(store, clock, Metrics(lambda: 0), health, thinking, analyses, painter)
        others = Alone(Heartbeat(store, BOT, "test", clock, health), store)
        await others.begin()
        roster = Roster(load(Configuration), shared, others, Stumbles(), lambda _hook: None, no_page)
        try:
            await body(store, roster)
        finally:
            await roster.stop()
            thinking.close()
            painter.close()

    using(path, whole)


def served(roster: Roster) -> list[str]:
    return list(roster.served)


def platforms(caplog: pytest.LogCaptureFixture) -> dict[str, tuple[str, ...]]:
    """By bot those on which it is served now."""
    found = [one for one in caplog.records if one.getMessage() == "a bot that was added is served"]
    return {vars(one)["bot"]: vars(one)["platforms"] for one in found}


def files_with_the_token(folder: Path) -> list[str]:
    return [file.name for file in folder.iterdir() if file.is_file() and TOKEN.encode() in file.read_bytes()]


def test_rows_that_come_change_and_go_are_followed(tmp_path: Path) -> None:
    async def body(store: SqliteStore, roster: Roster) -> None:
        await roster.look()
        assert served(roster) == []
        await store.put_bot(CIRCOLO)
        await store.put_bot(BAR)
        await roster.look()
        assert served(roster) == ["bar", "circolo"]
        await store.put_bot(replace(BAR, language="it"))
        await store.drop_tokens("circolo", ("telegram",), 9)
        await roster.look()
        assert served(roster) == ["bar"]
        assert await store.bot_seen_at("circolo") == 7

    serving(tmp_path / "burraco.db", body)


def test_of_a_clock_that_was_set_back_a_bot_that_was_added_keeps_no_time_that_has_not_come(tmp_path: Path) -> None:
    """Each start would take the marks of its tables back once more, by as much as the clock was ahead."""

    async def body(store: SqliteStore, roster: Roster) -> None:
        await store.note_seen(("circolo",), 7 + 86_400_000)
        await store.put_bot(CIRCOLO)
        await roster.look()
        await store.drop_tokens("circolo", ("telegram",), 9)
        await roster.look()
        assert await store.bot_seen_at("circolo") == 7

    serving(tmp_path / "burraco.db", body)


@pytest.mark.parametrize("is_looked_at", [False, True], ids=["between two looks", "of a bot that cannot be served"])
def test_a_token_that_was_never_served_is_gone_with_its_removal(
    tmp_path: Path, is_looked_at: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "burraco.db"

    async def beside(work: Callable[[StoreRows], Awaitable[object]]) -> None:
        """By `burraco bots`, while the host runs."""
        store = await open_database(path, 1, hosts=False)
        try:
            await work(store)
        finally:
            await store.close()

    async def body(_store: SqliteStore, roster: Roster) -> None:
        await roster.look()
        await beside(lambda store: store.put_bot(CIRCOLO))
        if is_looked_at:
            monkeypatch.setattr(Roster, "_settings_of", None)
            await roster.look()
        await beside(lambda store: store.drop_tokens("circolo", ("telegram",), 9))
        await roster.look()
        assert served(roster) == []
        assert files_with_the_token(tmp_path) == []

    serving(path, body)


def test_bots_are_begun_and_ended_though_what_was_overwritten_cannot_be_wiped_now(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a disk that is full; it is tried again."""

    async def fails(_store: SqliteStore) -> bool:
        raise StoreError("the disk is full")

    async def body(store: SqliteStore, roster: Roster) -> None:
        await store.put_bot(CIRCOLO)
        with monkeypatch.context() as full:
            full.setattr(SqliteStore, "wipe", fails)
            await roster.look()
            assert served(roster) == ["circolo"]
        await store.drop_tokens("circolo", ("telegram",), 9)
        await roster.look()
        assert served(roster) == []
        assert files_with_the_token(tmp_path) == []

    serving(tmp_path / "burraco.db", body)


def test_a_token_that_cannot_be_opened_leaves_its_bot_without_a_chat(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def body(store: SqliteStore, roster: Roster) -> None:
        (token,) = CIRCOLO.tokens
        text = sealed(TOKEN, "a secret of sixteen signs", "circolo telegram")
        await store.put_bot(replace(CIRCOLO, tokens=(replace(token, token=text),)))
        await store.put_bot(BAR)
        with caplog.at_level(logging.INFO):
            await roster.look()
        assert platforms(caplog) == {"circolo": (), "bar": ("telegram",)}
        assert "a token cannot be used: it is sealed, and BURRACO_BOTS_SECRET is not set" in caplog.messages

    serving(tmp_path / "burraco.db", body)


def test_the_bot_of_the_settings_is_not_served_twice(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BURRACO_TELEGRAM_TOKEN", f"{TOKEN[:-3]}new")

    async def body(store: SqliteStore, roster: Roster) -> None:
        await store.put_bot(CIRCOLO)
        with caplog.at_level(logging.INFO):
            await roster.look()
        assert platforms(caplog) == {"circolo": ()}
        assert "a bot that was added is the one of the settings, which serves it alone" in caplog.messages

    serving(tmp_path / "burraco.db", body)


def test_no_token_stands_in_any_line(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def body(store: SqliteStore, roster: Roster) -> None:
        await store.put_bot(CIRCOLO)
        with caplog.at_level(logging.DEBUG):
            await roster.look()
            await asyncio.sleep(0)
        assert not any(
            TOKEN in f"{one.getMessage()} {vars(one)}" for one in caplog.records if one.name.startswith("bot")
        )

    serving(tmp_path / "burraco.db", body)
