"""Two bots of one platform, served by one program: neither ever says or hears what is the other's."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qs

import aiohttp
from yarl import URL

from bot.adapters.telegram.polling import UNKNOWN
from bot.host.hosted_bots import BOT
from tests.adapters.both import both
from tests.adapters.both.on_telegram import telegram
from tests.adapters.both.surface import Kind, Offer, Surface
from tests.adapters.both.test_restart import begun, in_turn, plays_a_turn
from tests.loopback.discord import Discord
from tests.loopback.serving import own_port
from tests.loopback.switchboard import as_second_bot, switchboard
from tests.loopback.telegram.browser_client import launch
from tests.programs import LOG, ROOT, left_behind, log_with, programs

CLUB: Final = "circolo"
PATIENCE: Final = 90.0  # seconds; programs start
SERVED: Final = "a bot that was added is served"
PAGE: Final = "https://burraco.example.org"
LOOKS_FOR: Final = 3.0  # seconds in which a page has been shown what it asks for
REMOVED: Final = "a bot was removed, and is served no more"


@dataclass
class Two:
    """The bot of the settings, and the club's own beside it. `settings` are the program's."""

    public: Surface
    club: Surface
    settings: dict[str, str]
    folder: Path

    @property
    def platform(self) -> str:
        return "discord" if isinstance(self.club.server, Discord) else "telegram"

    async def bots(self, *arguments: str, line: str = "") -> str:
        """`burraco bots`, with this on its standard input; what it says."""
        others = {name: value for name, value in os.environ.items() if not name.startswith("BURRACO_")}
        database = {"BURRACO_DATABASE": str(self.folder / "bot.db"), "PYTHONPATH": str(ROOT)}
        process = await asyncio.create_subprocess_exec(
            *[sys.executable, "-m", "bot", "bots", *arguments],
            cwd=self.folder,
            env={**others, **database, **self.settings},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        out, _ = await process.communicate(line.encode())
        assert process.returncode == 0, out.decode()
        return out.decode()

    async def add(self, *more: str) -> None:
        await self.bots("add", self.platform, "--name", CLUB, *more, line=f"{self.club.server.token}\n")

    async def served(self, times: int = 1) -> None:
        """Until the club's bot is, and is there for people."""
        await log_with(self.folder, SERVED, times)
        if isinstance(self.club.server, Discord):
            server = self.club.server
            await server.until(lambda: server.gateway.ready and server.commands, PATIENCE)

    @property
    def stored(self) -> bytes:
        """All that stands in the database's files."""
        return b"".join([file.read_bytes() for file in self.folder.glob("bot.db*")])

    @property
    def log(self) -> str:
        return (self.folder / LOG).read_text("utf-8")

    async def check(self) -> None:
        """Nobody has seen what was not for them, where a bot's messages may tell of its own tables alone."""
        for here, bot, other in ((self.public, BOT, self.club), (self.club, CLUB, self.public)):
            async with left_behind(self.folder, here.upright, bot) as (watch, service):
                await here.check_seen(watch, service)
                assert watch.judged > 3
            assert here.server.token not in self.log
            texts = "\n".join([text for person in here.match.people for text in here.seen(person)])
            assert here.label in texts
            assert other.label not in texts
            here.judge()


@asynccontextmanager
async def two(kind: Kind, folder: Path) -> AsyncIterator[Two]:
    async with kind() as public, kind() as club:
        as_second_bot(club.server)
        async with switchboard([public.server, club.server]) as root:
            settings = public.settings(public.server.token)
            if isinstance(public.server, Discord):
                settings["BURRACO_DISCORD_API"] = public.server.api.replace(public.server.root, root)
                del settings["BURRACO_DISCORD_GATEWAY"]  # each is told its own
            else:
                settings["BURRACO_TELEGRAM_API"] = root
            yield Two(public, club, settings, folder)


@both
def test_two_bots_play_beside_each_other_and_share_nothing(on: Kind, tmp_path: Path) -> None:
    async def main() -> None:
        async with two(on, tmp_path) as both_bots, programs(tmp_path, both_bots.settings) as start:
            public, club = both_bots.public, both_bots.club
            await both_bots.add()
            process = await public.started(start)
            await both_bots.served()
            people = await begun(public)
            others = await begun(club)
            for here in (public, club, public, club):
                await plays_a_turn(here)
            await forges(club, others[0], public)
            await forges(public, people[0], club)
            await plays_a_turn(public)
            await plays_a_turn(club)
            process.terminate()
            assert await asyncio.wait_for(process.ended(), PATIENCE) == 0
            await both_bots.check()
            for bot, turns in ((BOT, 3), (CLUB, 3)):
                async with left_behind(tmp_path, public.upright, bot) as (watch, _):
                    game = watch.states[-1].table.game
                    assert game is not None
                    assert len(game.turns) == turns

    asyncio.run(main())


async def forges(here: Surface, person: Any, elsewhere: Surface) -> None:
    """They press here what a button of the other bot's table says, which is refused, and ask for that table."""
    newest = here.hands(person)[-1]
    for text in (f"{elsewhere.label}:0:leave", f"{elsewhere.label}:0:look", f"{elsewhere.label}:0:join"):
        for answer in await press_and_hear(here, person, Offer.made(text, newest)):
            assert elsewhere.label not in answer


async def press_and_hear(here: Surface, person: Any, offer: Offer) -> list[str]:
    before = len(here.seen(person))
    await here.press(person, offer)
    return here.seen(person)[before:]


@both
def test_a_bot_is_added_removed_and_added_again_while_the_program_runs(on: Kind, tmp_path: Path) -> None:
    async def main() -> None:
        async with two(on, tmp_path) as both_bots, programs(tmp_path, both_bots.settings) as start:
            public, club = both_bots.public, both_bots.club
            process = await public.started(start)
            await begun(public)
            await both_bots.add()
            await both_bots.served()
            await begun(club)
            await plays_a_turn(club)
            person = await in_turn(club)
            assert CLUB in await both_bots.bots("list")
            await both_bots.bots("remove", CLUB, "--yes")
            await log_with(tmp_path, REMOVED)
            assert club.server.token.encode() not in both_bots.stored
            texts = club.new_messages()
            await plays_a_turn(public)
            assert club.new_messages() == texts
            await both_bots.add()
            await both_bots.served(2)
            assert await in_turn(club) is person
            await plays_a_turn(club)
            await plays_a_turn(public)
            process.terminate()
            assert await asyncio.wait_for(process.ended(), PATIENCE) == 0
            await both_bots.check()

    asyncio.run(main())


def test_a_bot_that_was_added_while_the_program_runs_is_hosted_on_where_the_token_of_the_settings_is_revoked(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        async with two(telegram, tmp_path) as bots, programs(tmp_path, bots.settings) as start:
            process = await bots.public.started(start)
            await bots.add()
            await bots.served()
            here: Any = bots.public.server
            here.token += "revoked"
            here.user("Anna").writes("/help")  # which ends the question that is open
            await log_with(tmp_path, UNKNOWN)
            await begun(bots.club)
            await plays_a_turn(bots.club)
            process.terminate()
            assert await asyncio.wait_for(process.ended(), PATIENCE) == 0

    asyncio.run(main())


def test_a_bot_speaks_its_language_and_knows_its_own_administrators(tmp_path: Path) -> None:
    async def main() -> None:
        async with two(telegram, tmp_path) as bots, programs(tmp_path, bots.settings) as start:
            await bots.public.started(start)
            here: Any = bots.club.server
            anna, bruno = here.user("Anna", language="qq"), here.user("Bruno", language="qq")
            sala = here.group("Sala", anna, bruno)
            await bots.add("--language", "it", "--look", "dark", "--administrator", str(bruno.id))
            await bots.served()
            await here.until(lambda: "nuovo" in anna.commands(sala), PATIENCE)
            bruno.writes("/settings players=2", sala)
            await here.until(lambda: "Giocatori al tavolo: 2" in seen_by(bruno), PATIENCE)
            await bots.bots("add", "telegram", "--name", CLUB, "--administrator", "1", line=f"{here.token}\n")
            await bots.served(2)
            bruno.writes("/settings players=3", sala)
            await here.until(lambda: "Può impostarlo solo un amministratore." in seen_by(bruno), PATIENCE)
            assert here.violations == []

    def seen_by(person: Any) -> str:
        return "\n".join([one.text for one in person.sees()])

    asyncio.run(main())


def test_the_page_inside_telegram_is_that_of_the_bot_that_opened_it(tmp_path: Path) -> None:
    """Its button leads below the bot's own folder, where what the other bot's Telegram signs lets nobody in."""

    async def main() -> None:
        async with two(telegram, tmp_path) as bots, aiohttp.ClientSession() as session:
            port = own_port()
            bots.settings |= {"BURRACO_WEB": f"127.0.0.1:{port}", "BURRACO_PUBLIC": PAGE}
            async with programs(tmp_path, bots.settings) as start:
                process = await bots.public.started(start)
                await bots.add()
                await bots.served()
                address = f"http://127.0.0.1:{port}"
                found = []
                for here, below in ((bots.public, ""), (bots.club, f"bots/{CLUB}/")):
                    await begun(here)
                    person = await in_turn(here)
                    button = await _opens(here, person)
                    assert button["web_app"]["url"] == f"{PAGE}/{below}telegram/?table={here.label}"
                    place = launch(here.server, person, here.server.token, button, address)
                    (proof,) = parse_qs(place.partition("#")[2])["tgWebAppData"]
                    found.append((here, f"{address}/{below}telegram/", proof))
                for (here, page, proof), (other, elsewhere, _) in (found, reversed(found)):
                    token = await _let_in(session, page, proof)
                    assert not await _let_in(session, elsewhere, proof)
                    assert await _seen_in_window(session, page, token, here.label, until=here.label) == {here.label}
                    assert await _seen_in_window(session, page, token, other.label) <= {here.label}
                    assert await _seen_in_window(session, elsewhere, token, other.label) == set()
                process.terminate()
                assert await asyncio.wait_for(process.ended(), PATIENCE) == 0
            await bots.check()

    asyncio.run(main())


async def _opens(here: Surface, person: Any) -> Any:
    """The button below their hand that opens the page."""

    def buttons() -> list[Any]:
        rows = [row for message in person.screen() for row in message.content.keyboard]
        return [one for row in rows for one in row if "web_app" in one]

    await here.server.until(buttons, PATIENCE)
    return buttons()[-1]


async def _let_in(session: aiohttp.ClientSession, page: str, proof: str) -> str:
    """The session of somebody who shows this, "" for nobody."""
    own = {"Origin": str(URL(page).origin())}
    async with session.post(f"{page}enter", data=json.dumps({"init": proof}), headers=own) as answer:
        assert answer.status in (200, 403)
        return str((await answer.json())["token"]) if answer.status == 200 else ""


async def _seen_in_window(
    session: aiohttp.ClientSession, page: str, token: str, label: str, until: str = ""
) -> set[str]:
    """The tables of which a window with this session sees a hand that asks for one, `until` that, or for a while."""
    own, seen = {"Origin": str(URL(page).origin())}, set[str]()
    async with session.ws_connect(f"{page}ws", headers=own) as socket:
        await socket.send_json({"want": "hello", "token": token, "language": "en", "table": "", "id": 1})
        await socket.send_json({"want": "find", "label": label, "id": 2})
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE if until else LOOKS_FOR):
                while not socket.closed and until not in seen:
                    message = await socket.receive()
                    view = json.loads(message.data) if message.type is aiohttp.WSMsgType.TEXT else {}
                    seen |= {view["table"]["label"]} if view.get("hand") else set()
    return seen
