"""A page whose table cannot be read stays connected, says so in a sentence, and its player plays on elsewhere."""

import sqlite3
from pathlib import Path

import aiohttp

from bot.chat.speech.languages import say
from tests.chat.test_unreadable import spoil
from tests.web.hosting import Process, connected, process, with_session


def test_a_page_whose_table_cannot_be_read_is_not_thrown_out(tmp_path: Path) -> None:
    with process(tmp_path) as host:
        host.start()
        with_session(lambda session: thrown_out(tmp_path, host, session))
        assert host.stop() == 0
        assert "Traceback" not in host.errors
        assert host.errors.count("a table cannot be read and is set aside") == 1
        assert "7h" not in host.errors


async def thrown_out(folder: Path, host: Process, session: aiohttp.ClientSession) -> None:
    async with connected(session, host.url, language="it") as window:
        await window.want("play", pace=0)
        await window.until(lambda: bool(window.controls))
        table, label, token = window.table, window.sight["table"]["label"], window.token
    host.kill()
    spoil(folder / "burraco.db", table)
    host.start()
    words = say("it", "table.unreadable", table=label)
    async with connected(session, host.url, token, "it", table) as again:
        await again.until(lambda: again.sight.get("type") == "nothing")
        assert again.sight["words"] == words
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
