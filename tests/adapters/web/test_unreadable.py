"""A page whose table cannot be read stays connected, says so in a sentence, and its player plays on elsewhere."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import aiohttp
import pytest
from playwright.sync_api import Browser, expect

from bot.words.languages import say
from tests.adapters.web.hosting import Process, connected, process, with_session
from tests.adapters.web.test_browser import PHONE, play_now, window
from tests.requests.test_unreadable import spoil


def test_a_page_whose_table_cannot_be_read_is_not_thrown_out(tmp_path: Path) -> None:
    with process(tmp_path) as host:
        host.start()
        with_session(lambda session: thrown_out(tmp_path, host, session))
        assert host.stop() == 0
        assert "Traceback" not in host.errors
        assert host.errors.count("a table cannot be read and is set aside") == 1
        assert "7h" not in host.errors


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Process]:
    with process(tmp_path) as host:
        host.start()
        yield host


def test_a_page_says_so_and_plays_on_elsewhere(tmp_path: Path, browser: Browser, running: Process) -> None:
    with window(browser, running, PHONE) as page:
        play_now(page)
        page.locator("html.faces").wait_for()  # nothing else is on its way when the host is killed
        running.kill()
        with sqlite3.connect(tmp_path / "burraco.db") as database:
            ((table, label),) = database.execute("SELECT table_id, code FROM tables")
        database.close()
        spoil(tmp_path / "burraco.db", table)
        running.start()
        expect(page.locator("#toast")).to_contain_text(say("en", "table.unreadable", table=label))
        play_now(page)


async def thrown_out(folder: Path, host: Process, session: aiohttp.ClientSession) -> None:
    async with connected(session, host.url, language="it") as window:
        await window.want("play", pace=0)
        await window.until(lambda: bool(window.controls))
        table, label, token = window.table, window.view["table"]["label"], window.token
    host.kill()
    spoil(folder / "burraco.db", table)
    host.start()
    words = say("it", "table.unreadable", table=label)
    async with connected(session, host.url, token, "it", table) as again:
        await again.until(lambda: again.view.get("words") == words)
        assert again.view["type"] == "nothing"
        assert (await again.want("do", table=table, command="play d", delivery="d1"))["words"] == words
        assert (await again.want("find", label=label))["done"]
        assert (await again.want("leaderboard"))["done"]
        assert (await again.want("play", pace=0))["done"]
        await again.until(lambda: bool(again.controls))
        await again.play()
        assert not again.socket.closed
    async with session.get(f"{host.url}healthz") as answer:
        assert (answer.status, await answer.json()) == (200, {"ok": True, "unreadable_tables": 1})
    async with session.get(f"{host.url}metrics") as answer:
        assert "burraco_tables_unreadable 1.0" in await answer.text()
    with sqlite3.connect(folder / "burraco.db") as database:
        ((phase,),) = database.execute("SELECT phase FROM tables WHERE table_id = ?", (table,))
        assert phase == "playing"
    database.close()
