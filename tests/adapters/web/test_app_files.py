"""Files inside an app of a platform: for each an address of its own, and what a stranger could make of one."""

import json
import logging
from base64 import b64decode, urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from bot.adapters.telegram.mini_app import READER, MiniApp
from bot.adapters.web.app_door import FILES as FOLDER
from bot.adapters.web.app_files import LASTS, FileAddresses, Wanted
from bot.adapters.web.limits import FILES
from bot.host.ports import Account
from bot.requests.tournaments.player_page import own_place
from bot.tables.who import Declined, Who
from bot.tournaments.club_tournament import Announcement
from bot.tournaments.commands import command
from bot.words.languages import say
from tests.adapters.web.evening import ID, guest_pairs
from tests.adapters.web.hosting import Hosted, Window
from tests.adapters.web.test_app_door import NOW, OTHER, TOKEN, init_data, session_of, window, with_app
from tests.adapters.web.test_play import seated

PUBLIC = "https://burraco.example.org/club"
BELOW = f"{PUBLIC}/telegram/{FOLDER}/"
EXPORT = {"want": "export"}
ANNA = init_data()
OVER = (404, say("en", "web.file-over").encode() + b"\n")


def addresses(token: str = TOKEN) -> FileAddresses:
    return FileAddresses(MiniApp(token, lambda: 0).key, BELOW)


async def fetched(host: Hosted, address: str, method: str = "GET") -> tuple[int, bytes, Mapping[str, str]]:
    """What is found at an address."""
    async with host.session.request(method, f"{host.url.rstrip('/')}{urlsplit(address).path}") as answer:
        return answer.status, await answer.read(), answer.headers


async def status(host: Hosted, address: str) -> int:
    return (await fetched(host, address))[0]


async def page_of(anna: Window, want: str, **facts: Any) -> dict[str, Any]:
    answer = await anna.want(want, **facts)
    assert answer["done"], answer["words"]
    page: dict[str, Any] = answer["page"]
    return page


async def person(host: Hosted, account: str = "77") -> str:
    found = await host.store.person_of("b", Account("telegram", account))
    assert found is not None
    return found.id


def other_words(address: str, *facts: tuple[int, Any]) -> str:
    """The same address with other facts in it, and the signature that it had."""
    text, _, signature = address.removeprefix(BELOW).partition(".")
    found = json.loads(urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    for place, fact in facts:
        found[place] = fact
    return f"{BELOW}{urlsafe_b64encode(json.dumps(found).encode()).decode().rstrip('=')}.{signature}"


def test_a_file_has_an_address_where_it_is_the_same_bytes(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        async with window(host, await session_of(host, ANNA)) as anna:
            await anna.until(lambda: bool(anna.welcome))
            page = await page_of(anna, "export", delivery="a")
            assert page["address"].startswith(BELOW)
            for _ in range(2):  # Telegram looks at it before the client does
                code, body, headers = await fetched(host, page["address"])
                assert (code, body) == (200, page["text"].encode())
            code, body, headers = await fetched(host, page["address"])
            assert headers["Content-Disposition"] == f'attachment; filename="{page["name"]}"'
            assert headers["Cache-Control"] == "no-store"
            assert headers["X-Content-Type-Options"] == "nosniff"
            assert headers["Access-Control-Allow-Origin"] == READER
            code, body, looked_at = await fetched(host, page["address"], "HEAD")
            assert (code, body, looked_at["Content-Length"]) == (200, b"", headers["Content-Length"])
            assert await status(host, page["address"].replace("/club", "")) == 200  # a web server may take it away

    with_app(tmp_path, work, public=PUBLIC)


def test_only_what_reads_has_an_address_and_only_inside_an_app(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        for message in ({"want": "erase"}, {"want": "do", "command": "end"}, {"want": "play"}, {"want": "link"}, {}):
            assert addresses().address(Wanted("77", "p", message), NOW) == ""
        for what, is_file in (("csv", True), ("pdf", True), ("report", True), ("start", False), ("", False)):
            message = {"want": "tournament", "what": what, "tournament": "T1"}
            assert bool(addresses().address(Wanted("77", "p", message), NOW)) is is_file
        assert addresses().address(Wanted("77", "p", {**EXPORT, "x": "y" * 3000}), NOW) == ""
        async with host.window() as browser:
            await browser.want("introduce", name="Anna")
            assert set(await page_of(browser, "export")) == {"name", "text"}

    with_app(tmp_path, work, public=PUBLIC)


def test_without_an_encrypted_address_there_is_none(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        async with window(host, await session_of(host, ANNA)) as anna:
            await anna.until(lambda: bool(anna.welcome))
            assert "address" not in await page_of(anna, "export")

    with_app(tmp_path, work, public="http://burraco.example.org")
    with_app(tmp_path, work)


def test_what_was_altered_is_nobody_s_file(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)

    async def work(host: Hosted) -> None:
        await session_of(host, init_data(78, "Bruno"))
        async with window(host, await session_of(host, ANNA)) as anna:
            await anna.until(lambda: bool(anna.welcome))
            await anna.want("play", rules="febur", pace=0, delivery="p")
            await anna.until(lambda: bool(anna.view.get("hand")))
            picture = await page_of(anna, "picture", kind="hand")
            address = str(picture["address"])
            assert await status(host, address) == 200
            table = {"want": "picture", "kind": "hand", "table": "another"}
            bruno = await person(host, "78")
            forged = [
                address[:-1],
                f"{address}0",
                address[:-1] + ("A" if address[-1] != "A" else "B"),
                address.rpartition(".")[0],
                BELOW + "x.",
                BELOW + "ä.ä",
                BELOW + "x",
                other_words(address, (0, "78")),
                other_words(address, (1, bruno)),
                other_words(address, (0, "78"), (1, bruno)),
                other_words(address, (2, NOW + 10 * LASTS)),
                other_words(address, (3, EXPORT)),
                other_words(address, (3, table)),
                addresses(OTHER).address(Wanted("77", await person(host), EXPORT), NOW),  # of another bot
                addresses().address(Wanted("78", await person(host), EXPORT), NOW),  # an account that is not theirs
                addresses().address(Wanted("77", "", EXPORT), NOW),
                addresses().address(Wanted("79", "", EXPORT), NOW),  # nobody's
            ]
            for one in forged:
                assert (await fetched(host, one))[:2] == OVER
            assert address.rpartition(".")[2] not in caplog.text

    with_app(tmp_path, work, public=PUBLIC)


def test_it_is_good_for_its_minutes(tmp_path: Path) -> None:
    signed = addresses()
    word = signed.address(Wanted("77", "p", EXPORT), NOW).removeprefix(BELOW)
    assert signed.read(word, NOW + LASTS - 1) == Wanted("77", "p", EXPORT)
    assert signed.read(word, NOW + LASTS) is None

    async def work(host: Hosted) -> None:
        await session_of(host, init_data())
        for age, found in ((0, 200), (LASTS - 60, 200), (LASTS + 1, 404)):
            assert await status(host, signed.address(Wanted("77", await person(host), EXPORT), NOW - age)) == found

    with_app(tmp_path, work, public=PUBLIC)


def test_another_host_of_the_database_serves_it_and_another_bot_s_does_not(tmp_path: Path) -> None:
    address = ""

    async def first(host: Hosted) -> None:
        nonlocal address
        async with window(host, await session_of(host, ANNA)) as anna:
            await anna.until(lambda: bool(anna.welcome))
            address = str((await page_of(anna, "export"))["address"])

    async def second(host: Hosted) -> None:
        assert await status(host, address) == 200

    async def renewed(host: Hosted) -> None:
        assert await status(host, address) == 404

    with_app(tmp_path, first, public=PUBLIC)
    with_app(tmp_path, second, public=PUBLIC)
    with_app(tmp_path, renewed, public=PUBLIC, token=OTHER)


def test_who_is_forgotten_has_no_files_and_who_comes_again_is_somebody_else(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        async with window(host, await session_of(host, ANNA)) as anna:
            await anna.until(lambda: bool(anna.welcome))
            address = str((await page_of(anna, "export"))["address"])
            word = (await anna.want("erase"))["page"]["word"]
            assert (await anna.want("erase", word=word))["done"]
        assert (await fetched(host, address))[:2] == OVER
        async with window(host, await session_of(host, ANNA)) as anna:
            await anna.until(lambda: bool(anna.welcome))
            assert await status(host, str((await page_of(anna, "export"))["address"])) == 200
        assert (await fetched(host, address))[:2] == OVER

    with_app(tmp_path, work, public=PUBLIC)


def test_a_hand_that_one_holds_no_more_is_not_fetched_and_what_others_may_not_read_is_not(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        async with host.window() as bruno, host.window() as carla, window(host, await session_of(host, ANNA)) as anna:
            await seated(host, bruno, anna)
            page = await page_of(anna, "picture", kind="hand")
            code, body, headers = await fetched(host, page["address"])
            assert (code, body) == (200, b64decode(page["png"]))
            assert (headers["Content-Type"], page["name"] in headers["Content-Disposition"]) == ("image/png", True)
            record = {"want": "record", "table": anna.table}
            code, words, _ = await fetched(host, addresses().address(Wanted("77", await person(host), record), NOW))
            assert (code, words.decode().strip()) == (403, say("it", "answer.nothing-yet"))  # the deal goes on
            await carla.want("find", label=bruno.view["table"]["label"])
            await carla.phase("playing")
            assert (await carla.do("join"))["done"]
            assert (await anna.do("leave"))["done"]
            seat = anna.view["me"]["seat"]
            assert (await bruno.want("replace", table=bruno.table, seat=seat, delivery="r"))["done"]
            assert await status(host, page["address"]) == 403  # the hand is Carla's now

    with_app(tmp_path, work, public=PUBLIC)


async def begun(host: Hosted, arbiters: Sequence[str]) -> None:
    """A tournament of guests with these arbiters, with its first round on the tables."""
    club = host.service.tournaments.tournaments
    first, *others = arbiters
    keys: dict[str, Any] = {"name": "Thursday", "code": "febur", "kind": "pairs", "window": 30}
    terms = Announcement(**keys, rounds=("mitchell", "danese"), deals=(3, 3))
    assert not isinstance(await club.announce(ID, own_place(first), Who(first, admin=True), terms), Declined)
    lines = [command("enter", players=[], guests=list(pair)) for pair in guest_pairs(4)]
    lines += [command("arbiter", player=one) for one in others]
    for place, line in enumerate([*lines, command("start", seed="seed"), command("pair")]):
        assert not isinstance(await club.submit(ID, Who(first), f"a{place}", line), Declined)


def test_papers_of_a_tournament_are_fetched_and_the_report_by_its_arbiters_alone(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        await session_of(host, init_data(78, "Bruno"))
        async with window(host, await session_of(host, ANNA)) as anna:
            await anna.until(lambda: bool(anna.welcome))
            await begun(host, [await person(host, "78"), await person(host)])
            papers = [
                await page_of(anna, want, what=what, words="", tournament=ID, delivery=f"{want} {what}")
                for want, what in (("club", "pairings"), ("tournament", "pairings"), ("tournament", "file"))
            ]
            for paper in papers:
                code, body, headers = await fetched(host, paper["address"])
                assert (code, body) == (
                    200,
                    b64decode(paper["base64"]) if "base64" in paper else paper["text"].encode(),
                )
                assert f'"{paper["name"]}"' in headers["Content-Disposition"]
            report = await page_of(anna, "tournament", what="report", words="", tournament=ID, delivery="r")
            assert (await fetched(host, report["address"]))[:2] == (200, report["text"].encode())
            club, herself = host.service.tournaments.tournaments, Who(await person(host))
            assert not isinstance(await club.submit(ID, herself, "leaves", command("leaves")), Declined)
            assert await status(host, report["address"]) == 403

    with_app(tmp_path, work, public=PUBLIC)


def test_nobody_has_a_host_write_files_without_end(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        await session_of(host, init_data())
        await session_of(host, init_data(78, "Bruno"))
        own = addresses().address(Wanted("77", await person(host), EXPORT), NOW)
        found = [await status(host, own) for _ in range(FILES.person + 1)]
        assert found == [200] * FILES.person + [429]
        others = addresses().address(Wanted("78", await person(host, "78"), EXPORT), NOW)
        assert await status(host, others) == 200

    with_app(tmp_path, work, public=PUBLIC)
