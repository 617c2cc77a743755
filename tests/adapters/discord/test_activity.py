"""The Activity: who is let in by Discord's code, the channel's table, and what a stranger could forge."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import aiohttp
import pytest

from bot.adapters.discord.activity import FRAMES, Activity
from bot.adapters.web.limits import GUESSES
from bot.adapters.web.server import Web
from tests.adapters.discord.hosting import Host, hosted, server
from tests.adapters.discord.scripted import ScriptedMatch
from tests.adapters.web.hosting import Hosted, Window, added
from tests.loopback.discord.activities import Activities, activities
from tests.loopback.discord.eyes import parts
from tests.loopback.discord.people import Person
from tests.loopback.running import judged
from tests.painting import paint_here
from tests.scripted import NAMES, true_hand

PAGE = "https://burraco.example.org"
SECRET = "kQx2vJ0b7Yt4LmNpRsTuVwXyZ1234567"  # noqa: S105  nobody's
EVIL = "https://evil.example"
OTHER = "424242"  # another application


class Evening:
    """A host on Discord with its page, and a match that two people have begun in a channel."""

    def __init__(self, host: Host, match: ScriptedMatch, there: Activities, session: aiohttp.ClientSession) -> None:
        self.host = host
        self.match = match
        self.there = there
        self.session = session
        self.app = next(one for one in host.chats.apps if isinstance(one, Activity))
        self.address = ""
        self.web: Web

    async def enters(self, code: object, instance: str = "", origin: str = "") -> tuple[int, dict[str, Any]]:
        """What a window is answered that shows this code."""
        headers = {"Origin": origin or self.there.address, "Content-Type": "application/json"}
        body = json.dumps({"code": code, "instance": instance})
        async with self.session.post(f"{self.address}/discord/enter", data=body, headers=headers) as answer:
            return answer.status, await answer.json() if answer.content_type == "application/json" else {}

    @asynccontextmanager
    async def window(self, token: str) -> AsyncIterator[Window]:
        """The page, connected through the proxy."""
        own = {"Origin": self.there.address}
        async with self.session.ws_connect(f"{self.there.address}/.proxy/ws", headers=own) as socket:
            window = Window(socket)
            listening = asyncio.create_task(window.listen())
            await window.send(want="hello", token=token, language="en", table="")
            await window.until(lambda: bool(window.welcome or window.news))
            try:
                yield window
            finally:
                listening.cancel()
                await asyncio.gather(listening, return_exceptions=True)


def run(body: Callable[[Evening], Awaitable[None]]) -> None:
    async def main(folder: Path) -> None:
        async with server() as discord, activities(discord, SECRET) as there, aiohttp.ClientSession() as session:
            async with hosted(discord, folder / "discord.db", secret=SECRET) as host:
                people = [discord.user(name) for name in NAMES[:2]]
                room = discord.guild("Circolo", *people).channel("tavoli")
                match = ScriptedMatch(host, room, people)
                evening = Evening(host, match, there, session)
                evening.app.server = f"{there.address}/api"
                evening.app.proxies = (there.address,)
                evening.app.frames = (there.address,)
                web = Web(host.chats.inbound, "127.0.0.1", 0, paint=paint_here, public=PAGE, apps=host.chats.apps)
                evening.address, evening.web = (await web.start()).rstrip("/"), web
                there.host = f"{evening.address}/discord"
                await match.begin("febur", "players=2")
                await body(evening)
                await host.settle()
                await web.stop()
            judged(discord)

    with TemporaryDirectory() as folder:
        asyncio.run(main(Path(folder)))


def instance_of(evening: Evening, *people: Person) -> str:
    return evening.there.begins(evening.match.room.id, *[one.account for one in people])


def test_the_channel_s_table_opens_for_who_is_in_the_activity_there_with_their_own_hand() -> None:
    async def body(evening: Evening) -> None:
        for person in evening.match.people:
            code = evening.there.code(person.account)
            status, answer = await evening.enters(code, instance_of(evening, *evening.match.people))
            assert (status, answer["table"]) == (200, evening.match.label)
            async with evening.window(answer["token"]) as window:
                await window.want("find", label=answer["table"])
                await window.phase("playing")
                assert sorted(one["card"][:2] for one in window.view["hand"]) == await true_hand(evening.match, person)

    run(body)


def test_a_code_is_good_once_and_the_second_time_discord_is_not_even_asked() -> None:
    async def body(evening: Evening) -> None:
        code = evening.there.code(evening.match.people[0].account)
        both = await asyncio.gather(evening.enters(code), evening.enters(code))
        assert sorted(status for status, _ in both) == [200, 403]
        assert (await evening.enters(code))[0] == 403
        assert evening.there.questions.count("token") == 1

    run(body)


def test_when_discord_takes_no_more_codes_it_is_not_asked_for_a_while_and_a_code_stays_good() -> None:
    """Whoever brings made-up codes without end would have it shut the host's address out, with all that it sends."""

    async def body(evening: Evening) -> None:
        code = evening.there.code(evening.match.people[0].account)
        evening.there.waits = "600"
        assert (await evening.enters(code))[0] == 503
        assert [(await evening.enters(f"made-up-{number}"))[0] for number in range(20)] == [503] * 20
        assert evening.there.questions.count("token") == 1
        evening.there.waits, evening.app._waits_until = "", 0.0  # as when that time has passed
        assert (await evening.enters(code))[0] == 200

    run(body)


def test_nobody_is_let_in_by_a_foreign_code_or_none() -> None:
    async def body(evening: Evening) -> None:
        anna = evening.match.people[0].account
        foreign = evening.there.code(anna, application="424242")
        for code in (foreign, "", "made-up", "x" * 201, "a b", "a/../b", "\ud800", 7, None, ["code"]):
            assert (await evening.enters(code))[0] == 403
        evening.app.server = "http://127.0.0.1:9"  # Discord does not answer
        assert (await evening.enters(evening.there.code(anna)))[0] == 403

    run(body)


def test_each_bot_lets_in_by_codes_for_its_own_application_and_by_its_own_sessions_alone() -> None:
    async def body(evening: Evening) -> None:
        evening.there.other_secrets[OTHER] = "other-secret"
        other = Activity("other.other.other", "other-secret", lambda: OTHER, f"{evening.there.address}/api")
        host, session, anna = evening.host, evening.session, evening.match.people[0].account
        first = Hosted(host.door, f"{evening.address}/", session, host.store, host.service, evening.web)
        async with added(first, "circolo", [other]) as club:
            tokens: dict[str, str] = {}
            for page in (first, club):
                for application in ("", OTHER):
                    body = json.dumps({"code": evening.there.code(anna, application)})
                    own = {"Origin": evening.address}
                    async with session.post(f"{page.url}discord/enter", data=body, headers=own) as answer:
                        assert (answer.status == 200) == ((page is club) == bool(application))
                        tokens.setdefault(page.url, "")
                        tokens[page.url] += (await answer.json()).get("token", "")
            for page, token, is_theirs in (
                (first, tokens[first.url], True),
                (club, tokens[first.url], False),
                (first, tokens[club.url], False),
                (club, tokens[club.url], True),
            ):
                async with session.ws_connect(f"{page.url}discord/ws", headers={"Origin": evening.address}) as socket:
                    await socket.send_json({"want": "hello", "token": token, "language": "en", "id": 1})
                    answer = await socket.receive_json()
                    assert (answer["type"] == "welcome") == is_theirs
                    if page is club and is_theirs:
                        assert answer["me"]["table"] == ""  # at none of the other bot's

    run(body)


def test_a_host_without_a_lease_of_discord_lets_in_too_and_asks_once_which_application_it_is() -> None:
    """Of several hosts one is logged in; a balancer brings the page to any of them."""

    async def body(evening: Evening) -> None:
        host, session, anna = evening.host, evening.session, evening.match.people[0].account
        other = Activity(host.discord.token, SECRET, lambda: "", f"{evening.there.address}/api")
        first = Hosted(host.door, f"{evening.address}/", session, host.store, host.service, evening.web)
        origin = f"https://{host.discord.bot.id}.discordsays.com"
        async with added(first, "circolo", [other]) as club:
            proof = json.dumps({"code": evening.there.code(anna)})
            async with session.post(f"{club.url}discord/enter", data=proof, headers={"Origin": EVIL}) as refused:
                assert refused.status == 403
            async with session.post(f"{club.url}discord/enter", data=proof, headers={"Origin": origin}) as entered:
                assert entered.status == 200
                token = (await entered.json())["token"]
            async with session.get(f"{club.url}discord/app.json") as answer:
                assert await answer.json() == {"client": str(host.discord.bot.id)}
            async with session.ws_connect(f"{club.url}discord/ws", headers={"Origin": origin}) as socket:
                await socket.send_json({"want": "hello", "token": token, "language": "en", "id": 1})
                assert (await socket.receive_json())["type"] == "welcome"
        assert evening.there.questions.count("application") == 1

    run(body)


def test_a_host_that_discord_does_not_answer_asks_it_seldom_which_application_it_is() -> None:
    async def body(evening: Evening) -> None:
        wrong = Activity("not.the.token", SECRET, lambda: "", f"{evening.there.address}/api")
        away = Activity("not.the.token", SECRET, lambda: "", "http://127.0.0.1:9")
        for app in (wrong, away):
            await asyncio.gather(app.prepare(), app.prepare())
            assert (app.facts["client"], app.origins) == ("", ())
            assert await app.recognise({"code": evening.there.code(evening.match.people[0].account)}) is None
        assert evening.there.questions.count("application") == 1

    run(body)


def test_where_an_activity_runs_is_discord_s_word_and_not_the_page_s() -> None:
    async def body(evening: Evening) -> None:
        anna, bruno = evening.match.people
        without_her = instance_of(evening, bruno)
        for instance in (without_her, "made-up", "", "../../users/@me", "x" * 300):
            status, answer = await evening.enters(evening.there.code(anna.account), instance)
            assert (status, answer["table"]) == (200, "")  # she is who she is, and is at no table by that
        before = len(evening.there.asked_elsewhere)
        for instance in (".", "..", "..."):
            assert (await evening.enters(evening.there.code(anna.account), instance))[0] == 200
        assert len(evening.there.asked_elsewhere) == before  # nothing else of Discord is asked by it

    run(body)


def test_only_discord_s_proxy_and_the_host_s_own_page_connect() -> None:
    async def body(evening: Evening) -> None:
        client = evening.app.facts["client"]
        assert client == str(evening.host.discord.bot.id)
        assert evening.app.origins == (f"https://{client}.discordsays.com", evening.there.address)
        anna = evening.match.people[0].account
        for origin in (EVIL, "https://1.discordsays.com", f"https://{client}.discordsays.com.evil.example", "null"):
            assert (await evening.enters(evening.there.code(anna), origin=origin))[0] == 403
            for path in ("discord/ws", "ws"):
                with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                    await evening.session.ws_connect(f"{evening.address}/{path}", headers={"Origin": origin})
                assert refused.value.status == 403
        with pytest.raises(aiohttp.WSServerHandshakeError):  # the proxy is let in at the Activity's door alone
            await evening.session.ws_connect(f"{evening.address}/ws", headers={"Origin": evening.there.address})

    run(body)


def test_discord_alone_may_frame_the_activity_and_its_script_is_served_there_alone() -> None:
    async def body(evening: Evening) -> None:
        for path, ancestors in (("discord/", evening.there.address), ("", "'none'"), ("discord/table.js", "'none'")):
            async with evening.session.get(f"{evening.address}/{path}") as answer:
                assert answer.headers["Content-Security-Policy"].endswith(f"frame-ancestors {ancestors}")
        for path, status in (("discord/discord_sdk.js", 200), ("discord/LICENSES.txt", 200), ("discord_sdk.js", 404)):
            async with evening.session.get(f"{evening.address}/{path}") as answer:
                assert answer.status == status
        assert all("discord" in one and "://" in one for one in FRAMES)

    run(body)


def test_without_the_secret_there_is_no_activity(tmp_path: Path) -> None:
    async def main() -> None:
        async with server() as discord, hosted(discord, tmp_path / "discord.db") as host:
            assert host.chats.apps == ()
            assert [one for one in discord.commands[0] if one["type"] == 4] == []

    asyncio.run(main())


def test_the_entry_of_the_activity_is_offered_and_never_taken_away_from_discord(tmp_path: Path) -> None:
    async def main() -> None:
        async with server() as discord:
            for secret in (SECRET, ""):  # switched off again: Discord keeps it, and takes no list without it
                async with hosted(discord, tmp_path / "discord.db", secret=secret):
                    await discord.until(lambda: bool(discord.commands.get(0)))
                    (entry,) = [one for one in discord.commands[0] if one["type"] == 4]
                    assert (entry["name"], entry["handler"]) == ("table", 2)

    asyncio.run(main())


def test_the_entry_that_discord_makes_for_an_activity_is_called_as_ours_and_the_commands_are_offered(
    tmp_path: Path,
) -> None:
    """Where Activities are switched on there is one, called *launch*; a list without it is refused."""

    async def main() -> None:
        async with server() as discord:
            number = str(discord.clock.snowflake())
            mine = {"application_id": str(discord.bot.id), "version": number, "default_member_permissions": None}
            discord.commands[0] = [{"id": number, "type": 4, "name": "launch", "description": "", "handler": 2, **mine}]
            async with hosted(discord, tmp_path / "discord.db", secret=SECRET):
                await discord.until(lambda: len(discord.commands[0]) > 1)
                (entry,) = [one for one in discord.commands[0] if one["type"] == 4]
                assert (entry["name"], entry["id"]) == ("table", number)

    asyncio.run(main())


def opens(evening: Evening) -> list[str]:
    """What the buttons carry that open the Activity, on all messages of the channel."""
    everything = [part for one in evening.match.room.chat.messages.values() for part in parts(one.content.components)]
    return [one["custom_id"] for one in everything if one.get("custom_id", "").startswith("launch|")]


def test_the_button_below_the_table_opens_the_activity_there_with_that_table() -> None:
    async def body(evening: Evening) -> None:
        anna, bruno = evening.match.people
        room, label = evening.match.room, evening.match.label
        act = await anna.answer(anna.presses("Open the table", room))
        assert act.answer == "launched"
        answer = (await evening.enters(evening.there.code(anna.account), act.instance))[1]
        assert answer["table"] == label
        anna.types("burraco table", room)  # who asks for the table in the channel finds it below
        await evening.host.settle()
        assert set(opens(evening)) == {f"launch|{label}"}
        act = await bruno.answer(bruno.presses("Open the table", room))
        foreign = await evening.enters(evening.there.code(bruno.account), instance_of(evening, anna))
        assert foreign[1]["table"] == ""  # what was pressed here says nothing of anywhere else

    run(body)


def test_where_the_activity_is_switched_off_the_button_says_so_and_nothing_else_happens() -> None:
    async def body(evening: Evening) -> None:
        anna, room = evening.match.people[0], evening.match.room
        evening.host.discord.launch = None  # in the portal
        act = await anna.answer(anna.presses("Open the table", room))
        assert act.original is not None
        assert (act.answer, act.original.receiver) == ("message", anna.account)
        assert "switched off" in act.original.content.text

    run(body)


def test_without_the_secret_no_button_opens_anything(tmp_path: Path) -> None:
    async def main() -> None:
        async with server() as discord, hosted(discord, tmp_path / "discord.db") as host:
            people = [discord.user(name) for name in NAMES[:2]]
            room = discord.guild("Circolo", *people).channel("tavoli")
            match = ScriptedMatch(host, room, people)
            await match.begin("febur", "players=2")
            with pytest.raises(LookupError):
                people[0].find("Open the table", room)
            (message,) = [one for one in room.chat.messages.values() if one.content.components][-1:]
            act = await people[0].answer(people[0].forges(f"launch|{match.label}", message))  # one of an earlier start
            assert act.answer == "message"

    asyncio.run(main())


def test_who_guesses_through_discord_s_proxy_shuts_nobody_else_out() -> None:
    """Everybody comes from one address there: what some do must not count for all."""

    async def body(evening: Evening) -> None:
        evening.app.server = "http://127.0.0.1:9"  # whatever they show proves nothing, and nothing needs to be asked
        address = {"X-Forwarded-For": "203.0.113.7", "Origin": evening.there.address}
        url = f"{evening.address}/discord/enter"

        async def status(code: str) -> int:
            async with evening.session.post(url, json={"code": code}, headers=address) as answer:
                return answer.status

        assert {await status(f"guess {number}") for number in range(GUESSES.address + 1)} == {403}
        evening.app.server = f"{evening.there.address}/api"
        assert await status(evening.there.code(evening.match.people[0].account)) == 200

    run(body)


def test_the_button_below_the_arbiter_s_desk_opens_it_in_the_activity_for_who_is_the_arbiter() -> None:
    async def body(evening: Evening) -> None:
        anna, bruno = evening.match.people
        room = evening.match.room
        assert room.chat.guild is not None
        evening.host.discord.clubs[room.chat.guild.id].grants(anna, "manage_guild")
        new = "Friday code=febur rounds=mitchell,danese deals=3"
        await anna.answer(anna.types("tournament", room, action="new", words=new))
        await evening.host.settle()
        await anna.answer(anna.types("tournament", room, action="desk"))
        await evening.host.settle()
        act = await anna.answer(anna.presses("Open the desk", room))
        assert act.answer == "launched"
        answer = (await evening.enters(evening.there.code(anna.account), act.instance))[1]
        assert answer["table"] == ""
        place = {"tournament": answer["desk"]}
        async with evening.window(answer["token"]) as own:
            assert (await own.want("desk", **place))["done"]
            await own.until(lambda: own.view.get("type") == "desk")
            assert own.view["name"] == "Friday"
        foreign = (await evening.enters(evening.there.code(bruno.account), instance_of(evening, bruno)))[1]
        assert foreign["desk"] == ""
        async with evening.window(foreign["token"]) as other:
            await other.want("desk", **place)
            await other.until(lambda: other.view.get("type") == "nowhere")

    run(body)
