"""`burraco doctor` asks the platforms about the tokens: here the loopback servers answer."""

import asyncio
import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from bot.cli.logins import INVITATION, NEEDED
from bot.host.hosted_bots import BOT
from bot.host.notes import SHARDS, Notes
from bot.store.host_lock import only_host
from bot.store.postgres import PostgresStore
from bot.store.store import upgrade_database
from tests.forked import start
from tests.loopback.discord import Discord
from tests.loopback.discord import serve as discord_server
from tests.loopback.running import specs
from tests.loopback.telegram import Telegram
from tests.loopback.telegram import serve as telegram_server
from tests.loopback.telegram.errors import Declined
from tests.postgres_server import PostgresServer

UNKNOWN = "loopback.loopback.unknown"


async def examined(folder: Path, root: Path, status: int, **settings: str) -> dict[str, Any]:
    """The findings of a doctor in a process of its own, by name."""
    others = {name: value for name, value in os.environ.items() if not name.startswith("BURRACO_")}
    ours = {"BURRACO_WEB": "127.0.0.1:0", "PYTHONPATH": str(root), **settings}
    with (folder / "out.txt").open("w+b") as output, (folder / "errors.txt").open("w+b") as errors:
        process = start(("bot", "doctor", "--json"), folder, {**others, **ours}, output.fileno(), errors.fileno())
        found = await process.ended()
        output.seek(0)
        errors.seek(0)
        out, error = output.read(), errors.read()
    assert found == status, error.decode()
    for name, value in settings.items():
        assert not name.endswith("TOKEN") or value not in (out + error).decode()
    return {one["name"]: one for one in json.loads(out)["findings"]}


def settings_of(server: Discord | Telegram, token: str = "") -> dict[str, str]:
    if isinstance(server, Discord):
        return {"BURRACO_DISCORD_TOKEN": token or server.token, "BURRACO_DISCORD_API": server.api}
    root = server.base_url.removesuffix("/bot")
    return {"BURRACO_TELEGRAM_TOKEN": token or server.token, "BURRACO_TELEGRAM_API": root}


def test_discord_says_who_the_bot_is_and_where_it_may_play(tmp_path: Path, root: Path) -> None:
    async def main() -> None:
        async with discord_server(specs()) as discord:
            found = await examined(tmp_path, root, 0, **settings_of(discord))
            assert found["discord login"]["words"] == "logs in as Burraco"
            assert INVITATION.format(discord.bot.id) in found["discord servers"]["words"]
            anna = discord.user("Anna")
            discord.guild("Circolo", anna)
            found = await examined(tmp_path, root, 0, **settings_of(discord))
            assert found["discord servers"]["words"] == "in 1 of 1 it has all it needs"
            assert "discord interactions" not in found
            discord.posting.address = "https://burraco.example.org/x"
            found = await examined(tmp_path, root, 0, **settings_of(discord))
            assert "changes that" in found["discord interactions"]["words"]
            muted = discord.guild("Bar", anna).guild
            for role in muted.roles.values():
                role.permissions &= ~NEEDED["Attach Files"]
            found = await examined(tmp_path, root, 1, **settings_of(discord))
            assert found["discord servers"]["words"] == "in 1 of 2 it has all it needs"
            assert discord.violations == []

    asyncio.run(main())


def test_doctor_says_when_discord_asks_for_more_shards_than_there_are(tmp_path: Path, root: Path) -> None:
    async def main() -> None:
        async with discord_server(specs()) as discord:
            discord.guild("Circolo", discord.user("Anna"))
            discord.gateway.asked_shards = 3
            divided = {**settings_of(discord), "BURRACO_DISCORD_SHARDS": "3"}
            assert "discord shards" not in await examined(tmp_path, root, 0, **settings_of(discord))
            found = await examined(tmp_path, root, 0, **divided)
            assert found["discord shards"]["words"] == "there are 3, and Discord asks for 3"
            discord.gateway.asked_shards = 5
            found = await examined(tmp_path, root, 1, **divided)
            assert "BURRACO_DISCORD_SHARDS=5" in found["discord shards"]["mend"]
            found = await examined(tmp_path, root, 0, **{**divided, "BURRACO_DISCORD_SHARDS": "auto"})
            assert "discord shards" not in found  # a host with a file is told whenever it logs in

    asyncio.run(main())


def test_doctor_knows_the_number_that_the_hosts_of_a_server_have_agreed_on(
    postgres_server: PostgresServer, tmp_path: Path, root: Path
) -> None:
    async def main() -> None:
        database = postgres_server.new_database()
        upgrade_database(database, 1)
        async with discord_server(specs()) as discord:
            discord.guild("Circolo", discord.user("Anna"))
            discord.gateway.asked_shards = 3
            asks = {"BURRACO_DATABASE": database.address, "BURRACO_DISCORD_SHARDS": "auto"}
            found = await examined(tmp_path, root, 0, **settings_of(discord), **asks)
            assert found["discord shards"]["words"] == "Discord asks for 3; the first host that starts divides it so"
            store = PostgresStore(database)
            await Notes(store, BOT, lambda: 1).put(SHARDS, "discord", "2")
            await store.close()
            found = await examined(tmp_path, root, 1, **settings_of(discord), **asks)
            assert found["discord shards"]["words"] == "there are 2, and Discord asks for 3 by now"
            assert "stop all hosts" in found["discord shards"]["mend"]

    asyncio.run(main())


def test_a_token_that_discord_does_not_know(tmp_path: Path, root: Path) -> None:
    async def main() -> None:
        async with discord_server(specs()) as discord:
            found = await examined(tmp_path, root, 1, **settings_of(discord, UNKNOWN))
            assert "developer portal" in found["discord login"]["mend"]

    asyncio.run(main())


def test_telegram_says_who_the_bot_is_and_how_updates_come(tmp_path: Path, root: Path) -> None:
    async def main() -> None:
        async with telegram_server(specs()) as telegram:
            found = await examined(tmp_path, root, 0, **settings_of(telegram))
            assert found["telegram login"]["words"] == f"logs in as @{telegram.bot.username}"
            assert found["telegram privacy"]["words"] == "on, as it should be"
            assert found["telegram updates"]["words"] == "asked for (polling); 0 updates wait"
            telegram.privacy = False
            hook = {"BURRACO_TELEGRAM_WEBHOOK": "http://127.0.0.1:9/secret"}
            found = await examined(tmp_path, root, 0, **settings_of(telegram), **hook)
            assert found["telegram privacy"]["words"].startswith("off")
            assert found["telegram updates"]["words"].startswith("asked for now; with `burraco run` posted (webhook)")
            assert telegram.violations == []

    asyncio.run(main())


def test_a_second_program_that_takes_the_updates_is_noticed(tmp_path: Path, root: Path) -> None:
    async def asks_always(telegram: Telegram) -> None:
        while True:
            try:
                await telegram.updates.poll(0, 100, 25)
            except Declined:
                await asyncio.sleep(0)

    async def main() -> None:
        async with telegram_server(specs()) as telegram:
            rival = asyncio.create_task(asks_always(telegram))
            found = await examined(tmp_path, root, 1, **settings_of(telegram))
            assert found["telegram updates"]["words"] == "another program takes this bot's updates"
            with only_host(tmp_path / "burraco.db"):  # it is our own host that takes them
                found = await examined(tmp_path, root, 0, **settings_of(telegram))
            assert found["telegram updates"]["words"] == "asked for (polling); 0 updates wait"
            rival.cancel()
            assert telegram.violations == []

    asyncio.run(main())


def test_a_webhook_that_nothing_listens_for_is_noticed(tmp_path: Path, root: Path) -> None:
    async def main() -> None:
        async with telegram_server(specs()) as telegram:
            hook = {"BURRACO_TELEGRAM_WEBHOOK": "http://127.0.0.1:9/secret", "BURRACO_WEB": "off"}
            found = await examined(tmp_path, root, 1, **settings_of(telegram), **hook)
            assert "BURRACO_WEB" in found["telegram webhook"]["mend"]

    asyncio.run(main())


def test_a_token_that_telegram_does_not_know(tmp_path: Path, root: Path) -> None:
    async def main() -> None:
        async with telegram_server(specs()) as telegram:
            found = await examined(tmp_path, root, 1, **settings_of(telegram, "1:unknown-unknown"))
            assert "@BotFather" in found["telegram login"]["mend"]

    asyncio.run(main())


def test_a_page_that_is_no_answer_is_said_so(tmp_path: Path, root: Path) -> None:
    async def main() -> None:
        async with telegram_server(specs()) as telegram:
            elsewhere = {
                **settings_of(telegram),
                "BURRACO_DISCORD_TOKEN": UNKNOWN,
                "BURRACO_DISCORD_API": "http://[::1]:9",
            }
            found = await examined(tmp_path, root, 0, **elsewhere)
            assert found["discord login"]["words"].startswith("could not be asked: ")
            assert found["telegram login"]["mend"] == ""

    asyncio.run(main())


@pytest.mark.parametrize("page", ["discord.md"])
def test_the_page_invites_with_the_same_permissions(page: str, root: Path) -> None:
    text = (root / "docs" / page).read_text("utf-8")
    assert re.findall(r"permissions=(\d+)", text) == [str(sum(NEEDED.values()))]
    assert [name for name in NEEDED if f"| {name} |" not in text] == []
