"""Interactions that Discord posts: signed, taken once, answered as those that come through the gateway."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import Context
from pathlib import Path

import aiohttp
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from bot.adapters.discord.posted import PONG, SIGNATURE, TIME, PostedInteractions
from bot.adapters.web.server import Web
from bot.messages.buttons import Verb
from tests.adapters.discord.hosting import Host, hosted, server
from tests.adapters.discord.scripted import ScriptedMatch
from tests.loopback.discord.server import Discord
from tests.loopback.running import judged
from tests.loopback.serving import own_port
from tests.scripted import NAMES

PATH = "/discord/posts"
DATABASE = "bot.db"
OTHER = "00" * 32


@asynccontextmanager
async def posted(discord: Discord, folder: Path) -> AsyncIterator[tuple[Host, str]]:
    """A host that is posted to, at the route of a web server that is not the bot's own, as where one was added."""
    port = own_port()
    address = f"http://127.0.0.1:{port}{PATH}"
    async with hosted(discord, folder / DATABASE, interactions=address) as host:
        assert host.adapter.hook is not None
        web = Web(host.chats.inbound, "127.0.0.1", port, hooks=(host.adapter.hook,))
        await asyncio.create_task(web.start(), context=Context())
        try:
            await discord.until(lambda: discord.posting.address == address, 30)
            yield host, address
        finally:
            await discord.posting.close()
            await web.stop()


def test_a_game_is_played_with_interactions_that_are_posted(tmp_path: Path) -> None:
    async def main() -> None:
        async with server() as discord:
            people = [discord.user(name) for name in NAMES[:2]]
            async with posted(discord, tmp_path) as (host, _):
                match = ScriptedMatch(host, discord.guild("Circolo", *people).channel("tavoli"), people)
                await match.begin("fibur", "players=2")
                for _ in range(8):
                    await match.play()
                await match.press(people[0], Verb.HAND, match.room)
                assert (await match.table()).stage >= 6
                await match.check_hands()
                assert [one for _, one in discord.gateway.frames if one.get("t") == "INTERACTION_CREATE"] == []
                assert len(discord.posting.statuses) >= 9
                assert set(discord.posting.statuses) == {202}
                callbacks = [one for one in discord.calls if one.route.endswith("callback")]
                assert [one.flag("with_response") for one in callbacks] == [False] * len(callbacks) != []
            assert discord.posting.violations == []
            judged(discord)

    asyncio.run(main())


def test_without_an_address_the_gateway_tells_of_them_again(tmp_path: Path) -> None:
    async def main() -> None:
        async with server() as discord:
            people = [discord.user(name) for name in NAMES[:2]]
            room = discord.guild("Circolo", *people).channel("tavoli")
            async with posted(discord, tmp_path):
                pass
            assert discord.posting.address
            async with hosted(discord, tmp_path / DATABASE) as host:
                await discord.until(lambda: not discord.posting.address, 30)
                match = ScriptedMatch(host, room, people)
                await match.begin("fibur", "players=2")
                assert (await match.table()).stage > 0
            judged(discord)

    asyncio.run(main())


def test_an_address_that_is_reached_later_is_taken_later(tmp_path: Path) -> None:
    async def main() -> None:
        async with server() as discord:
            anna, bruno = (discord.user(name) for name in NAMES[:2])
            room = discord.guild("Circolo", anna, bruno).channel("tavoli")
            port = own_port()
            address = f"http://127.0.0.1:{port}{PATH}"
            async with hosted(discord, tmp_path / DATABASE, interactions=address) as host:
                patched = "/applications/@me"
                await discord.until(lambda: any(one.path == patched and one.status == 400 for one in discord.calls), 30)
                await ScriptedMatch(host, room, [anna, bruno]).begin("fibur", "players=2")  # through the gateway
                assert host.adapter.hook is not None
                web = Web(host.chats.inbound, "127.0.0.1", port, hooks=(host.adapter.hook,))
                await web.start()
                try:
                    await discord.until(lambda: discord.posting.address == address, 90)
                    await anna.answer(anna.types("burraco tables", room))
                    await discord.until(lambda: discord.posting.statuses == [202], 30)  # after Anna, perhaps
                finally:
                    await discord.posting.close()
                    await web.stop()
            judged(discord)

    asyncio.run(main())


def test_what_is_not_signed_is_refused_and_nonsense_too(tmp_path: Path) -> None:
    async def main() -> None:
        async with server() as discord, posted(discord, tmp_path) as (host, address):
            anna = discord.user("Anna")
            room = discord.guild("Circolo", anna).channel("tavoli")
            await host.settle()
            seen = len(room.chat.messages)
            good = b'{"type":1}'
            key = Ed25519PrivateKey.generate()
            async with aiohttp.ClientSession() as session:

                async def status(body: bytes, headers: dict[str, str]) -> tuple[int, bytes]:
                    async with session.post(address, data=body, headers=headers) as answer:
                        return answer.status, await answer.read()

                signed = discord.posting.signed(good)
                assert await status(good, signed) == (200, PONG)
                foreign = signed | {SIGNATURE: key.sign(signed[TIME].encode() + good).hex()}
                other_time = signed | {TIME: "1700000001"}
                wrong: tuple[dict[str, str], ...] = (
                    {},
                    foreign,
                    other_time,
                    signed | {SIGNATURE: ""},
                    signed | {SIGNATURE: "x"},
                    {TIME: "1"},
                )
                for headers in (*wrong, signed | {SIGNATURE: signed[SIGNATURE][:-2]}):
                    assert await status(good, headers) == (401, b"")
                assert await status(good + b" ", signed) == (401, b"")
                for body in (b"", b"[]", b"{", b"5", b"null", b"\xff", b'{"type":{}}', b"[" * 100_000, b'{"type":3}'):
                    assert await status(body, discord.posting.signed(body)) == (400, b"")
                async with session.get(address) as answer:
                    assert answer.status in (404, 405)
            await host.settle()
            assert len(room.chat.messages) == seen

    asyncio.run(main())


def test_a_host_that_is_not_logged_in_leaves_a_post_to_another_one() -> None:
    async def main() -> None:
        hook, key = PostedInteractions("https://example.org/x"), Ed25519PrivateKey.generate()
        taken: list[dict[str, object]] = []
        body = json.dumps({"type": 3, "id": "1"}).encode()
        headers = {TIME: "1", SIGNATURE: key.sign(b"1" + body).hex()}
        assert await hook.answer_post(headers, body) == (503, b"")
        hook.begin(key.public_key().public_bytes_raw().hex(), taken.append)
        assert await hook.answer_post(headers, body) == (202, b"")
        assert await hook.answer_post({**headers, SIGNATURE: OTHER * 2}, body) == (401, b"")
        hook.end()
        assert await hook.answer_post(headers, body) == (503, b"")
        assert taken == [{"type": 3, "id": "1"}]

    asyncio.run(main())
