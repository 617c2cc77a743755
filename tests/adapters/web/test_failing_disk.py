"""A disk that fails while somebody plays, and a database that is taken away: what people are told, what remains."""

import asyncio
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.__main__ import main
from bot.host.ports import Person, StoreError
from bot.requests.answer import Answer
from bot.requests.openings import Play
from bot.store.connection import Locked
from bot.store.upgrade import upgrade
from bot.tables.who import Who
from bot.words.languages import say
from tests.adapters.web.hosting import Hosted, Window, connected, process, run, with_session
from tests.failing_disk import fail_to_sync, needs_a_filter


@needs_a_filter
@pytest.mark.parametrize("language", ["en", "it"])
def test_who_pressed_is_told_that_it_is_not_known_and_the_same_press_again_is_done_once(
    tmp_path: Path, language: str
) -> None:
    async def work(host: Hosted) -> None:
        async with host.window(language=language) as anna:
            assert (await anna.want("play", rules="fibur", pace=0, delivery="begin"))["done"]
            await anna.until(lambda: bool(anna.controls) and anna.controls["draw"])
            stage, revision = anna.view["table"]["stage"], await host.door.stored_state(anna.table)
            await host.store._writer.do(lambda _connection: fail_to_sync())
            answer = await anna.do("play d", "one press", stage=stage)
            assert (answer["done"], answer["words"]) == (False, say(language, "store.unsure"))
            assert await host.door.stored_state(anna.table) == revision
            again = {"done": False}
            while not again["done"]:  # the disk can be written again, nobody tells when
                again = await anna.do("play d", "one press", stage=stage)
            await anna.until(lambda: bool(anna.controls) and not anna.controls["draw"])
            log = [row.action_id for row in await host.store.log("b", anna.table)]
            assert len([one for one in log if "one press" in one]) == 1

    run(tmp_path, work)


def test_presses_of_one_table_and_newcomers_wait_for_a_locked_database_together(tmp_path: Path) -> None:
    """Each stands behind the others: at the table, and where tables are opened."""

    async def work(host: Hosted) -> None:
        async with host.window() as anna, host.window() as bruno:
            assert (await anna.want("open", rules="fibur", pace=0, delivery="begin"))["done"]
            await anna.phase("lobby")
            assert (await bruno.want("introduce", name="Bruno"))["done"]
            host.store.patience = 4.0  # so that a slow machine is not taken for six waits
            rival = sqlite3.connect(tmp_path / "web.db", isolation_level=None)
            rival.execute("BEGIN IMMEDIATE")
            began = asyncio.get_running_loop().time()
            table = await host.door.table(anna.table)
            assert table is not None
            people = [Who(table.opener, "Anna")] * 6
            presses = [host.door.submit(anna.table, who, f"p{place}", "computer") for place, who in enumerate(people)]
            plays = [host.service.do(table.opener, Play("fibur", 0, delivery=f"d{number}")) for number in range(6)]
            outcomes = await asyncio.gather(*presses, *plays, return_exceptions=True)
            took = asyncio.get_running_loop().time() - began
            rival.execute("ROLLBACK")
            rival.close()
            assert {type(one) for one in outcomes[:6]} == {Locked}
            assert {one.words for one in outcomes[6:] if isinstance(one, Answer)} == {say("en", "store.failed")}
            assert host.store.patience <= took < 3 * host.store.patience  # and not six times
            assert (await anna.do("computer"))["done"]

    run(tmp_path, work)


def test_who_has_opened_a_table_that_cannot_be_read_just_then_is_not_told_that_nothing_was_changed(
    tmp_path: Path,
) -> None:
    async def work(host: Hosted) -> None:
        async with host.window() as anna:
            read, failures = host.service.table_page, [StoreError("the server is away")]

            async def reads(who_it_is: str | Person, table_id: str) -> dict[str, Any] | None:
                if failures:
                    raise failures.pop()
                return await read(who_it_is, table_id)

            host.service.table_page = reads  # type: ignore[method-assign]  # as a server that goes for a moment
            assert (await anna.want("open", rules="fibur", pace=0, delivery="begin"))["done"]
            assert not failures
            await anna.phase("lobby")
            assert anna.news == []

    run(tmp_path, work)


async def _played(session: aiohttp.ClientSession, url: str) -> tuple[str, str]:
    """A table on which a card was drawn; who plays there, and its short name."""
    async with connected(session, url) as anna:
        assert (await anna.want("play", rules="fibur", pace=0, delivery="begin"))["done"]
        await anna.until(lambda: bool(anna.controls))
        await anna.play()
        return anna.token, str(anna.view["table"]["label"])


async def _there(session: aiohttp.ClientSession, url: str, token: str, label: str) -> None:
    async with connected(session, url, token) as anna:
        await anna.phase("playing")
        assert anna.view["table"]["label"] == label
        await _plays(anna)


async def _plays(window: Window) -> None:
    await window.until(lambda: bool(window.controls))
    assert (await window.play() or {})["done"]


def _integrity(path: Path) -> str:
    connection = sqlite3.connect(path)
    ((words,),) = connection.execute("PRAGMA integrity_check").fetchall()
    connection.close()
    return str(words)


@pytest.mark.parametrize("how", ["removed", "replaced"])
def test_a_database_that_is_taken_away_ends_the_host_with_a_word_and_what_it_held_is_saved(
    tmp_path: Path, how: str
) -> None:
    path, other = tmp_path / "burraco.db", tmp_path / "other.db"
    with process(tmp_path) as host:
        url = host.start()
        found: list[str] = []

        async def work(session: aiohttp.ClientSession) -> None:
            found.extend(await _played(session, url))

        with_session(work)
        if how == "removed":
            path.unlink()
        else:
            sqlite3.connect(other).execute("CREATE TABLE another (one)").connection.close()
            other.replace(path)
        assert host.ended() == 2
        assert f"{path} was {how} while a host was running with it; all that it held is in {path}-saved-" in host.errors
        (saved,) = tmp_path.glob("burraco.db-saved-*")
        assert saved.stat().st_mode & 0o777 == 0o600
        assert _integrity(saved) == "ok"
        if how == "removed":
            assert host.status() == 2  # a new database would hide that one is missing
            assert f"{path}: is missing, and {saved.name} holds what was in it" in host.errors
        else:
            assert _integrity(path) == "ok"  # nothing of the old one was put into it
            assert not path.with_name("burraco.db-wal").exists()
        saved.replace(path)
        again = host.start()

        async def after(session: aiohttp.ClientSession) -> None:
            await _there(session, again, *found)

        with_session(after)
        assert host.stop() == 0


@pytest.mark.parametrize("what", ["another database", "its own backup", "nothing"])
def test_a_database_that_is_overwritten_in_place_ends_the_host_and_stays_as_it_is_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], what: str
) -> None:
    """As by `cp`, with the host still running: the file keeps its name and its number."""
    path, other = tmp_path / "burraco.db", tmp_path / "other.db"
    with process(tmp_path) as host:
        url = host.start()

        async def work(session: aiohttp.ClientSession) -> None:
            await _played(session, url)

        monkeypatch.setenv("BURRACO_DATABASE", str(path))
        if what == "its own backup":
            assert main(["db", "backup", str(other)]) == 0
        elif what == "another database":
            upgrade(other, 1)
        else:
            other.touch()
        with_session(work)
        before = path.stat().st_ino
        shutil.copyfile(other, path)
        assert path.stat().st_ino == before
        assert host.ended() == 2
        assert f"{path} was overwritten while a host was running with it" in host.errors
        assert path.read_bytes() == other.read_bytes()  # nothing of the old one was put into it
        assert not path.with_name("burraco.db-wal").exists()
        saved = list(tmp_path.glob("burraco.db-saved-*"))
        assert [one.name in host.errors for one in saved] == [True] * len(saved)
        if what != "nothing":
            capsys.readouterr()
            assert main(["db", "check"]) == 0, capsys.readouterr().out
            host.start()
            assert host.stop() == 0


def test_a_database_that_is_overwritten_before_the_host_is_stopped_is_told_of_at_its_end(tmp_path: Path) -> None:
    path, other = tmp_path / "burraco.db", tmp_path / "other.db"
    upgrade(other, 1)
    with process(tmp_path) as host:
        host.start()
        shutil.copyfile(other, path)
        assert host.stop() == 2
        assert f"{path} was overwritten while a host was running with it" in host.errors
        assert path.read_bytes() == other.read_bytes()


def test_a_write_ahead_log_that_is_taken_away_ends_the_host_and_nothing_is_lost(tmp_path: Path) -> None:
    with process(tmp_path) as host:
        url = host.start()
        found: list[str] = []

        async def work(session: aiohttp.ClientSession) -> None:
            found.extend(await _played(session, url))

        with_session(work)
        shutil.move(tmp_path / "burraco.db-wal", tmp_path / "elsewhere")
        assert host.ended() == 2
        assert "burraco.db-wal was removed while a host was running with it; start the host again" in host.errors
        assert list(tmp_path.glob("burraco.db-saved-*")) == []
        again = host.start()

        async def after(session: aiohttp.ClientSession) -> None:
            await _there(session, again, *found)

        with_session(after)
        assert host.stop() == 0
