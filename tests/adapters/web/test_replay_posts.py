"""Whose records the host replays, and how often; nothing of them is kept."""

import asyncio
import json
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from multidict import CIMultiDict

from bot.adapters.discord.activity import Activity
from bot.adapters.telegram.mini_app import MiniApp
from bot.adapters.web.limits import REPLAYS, PageLimits
from bot.adapters.web.replays import BIGGEST, WAITING, Replays
from bot.adapters.web.sessions import Sessions
from engine.record import parse_record
from tests.adapters.web.hosting import Clock, Hosted, run
from tests.requests.test_analysing import analyses_by, seldom

TRANSCRIPTS: Final = Path(__file__).parent.parent.parent / "transcripts"
MATCH: Final = (TRANSCRIPTS / "a-whole-match-of-two-deals-fitab.brn").read_text("utf-8")


async def posted(host: Hosted, body: Any, origin: str = "", path: str = "replay") -> tuple[int, Any]:
    headers = {"Origin": origin or host.url.rstrip("/")}
    facts = {"data": BytesIO(body)} if isinstance(body, bytes) else {"json": body}
    async with host.session.post(f"{host.url}{path}", headers=headers, **facts) as answer:
        return answer.status, await answer.json() if answer.status == 200 else None


def test_only_the_page_itself_may_post_and_only_what_it_would(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        fine = {"text": MATCH, "deal": 1, "seat": "N", "language": "it"}
        status, answer = await posted(host, fine)
        assert (status, answer["done"]) == (200, True)
        assert (await posted(host, fine, "http://elsewhere.example"))[0] == 403
        wrong: list[Any] = [[], {}, {"text": 4}]
        wrong += [{**fine, "deal": "1"}, {**fine, "deal": -1}, {**fine, "line": "d"}]
        for nonsense in wrong:
            assert (await posted(host, nonsense))[0] == 400
        assert (await posted(host, b"{"))[0] == 400
        assert (await posted(host, b"[" * 100_000))[0] == 400
        assert (await posted(host, b" " * (BIGGEST + 1)))[0] == 413
        status, answer = await posted(host, {"text": "[\ud800", "language": "xx"})
        assert (status, answer["done"]) == (200, False)

    run(tmp_path, work)


def test_the_page_posts_below_its_public_path_and_inside_apps_too(tmp_path: Path) -> None:
    activity = Activity("token", "secret", lambda: "42")
    proxy, public = "https://42.discordsays.com", "https://burraco.example.org"

    async def work(host: Hosted) -> None:
        fine = {"text": MATCH, "deal": 1, "seat": "N", "language": "it"}
        own = host.url.rstrip("/")
        for path, origins in {
            "replay": (own, public),
            "club/replay": (own, public),
            "telegram/replay": (own, public),
            "club/telegram/replay": (own, public),
            "discord/replay": (own, public, proxy),
            "club/discord/replay": (own, public, proxy),
        }.items():
            for origin in (own, public, proxy):
                status, answer = await posted(host, fine, origin, path)
                assert status == (200 if origin in origins else 403), (path, origin)
                assert answer is None or answer["done"]

    run(tmp_path, work, public=f"{public}/club", apps=lambda clock: [MiniApp("1:token", clock), activity])


def test_a_deal_whose_dealer_follows_from_the_deal_before_it_is_judged() -> None:
    text = MATCH.replace('[Dealer "N"] ', "")
    assert "Dealer" not in parse_record(text)[1].tags
    replays = Replays(PageLimits(lambda: 0.0), analyses_by(seldom))
    body = json.dumps({"text": text, "deal": 2, "analysed": True, "language": "en"}).encode()
    answer = json.loads(asyncio.run(replays.answer(body, "203.0.113.7")).text or "")
    assert answer["done"], answer["words"]
    assert len(answer["page"]["turns"]) == 3


def test_who_asks_too_often_waits() -> None:
    limits = PageLimits(lambda: 0.0)
    for _ in range(REPLAYS.address):
        assert limits.wait(REPLAYS, "203.0.113.7", "203.0.113.7") == 0
        limits.did(REPLAYS, "203.0.113.7", "203.0.113.7")
    assert limits.wait(REPLAYS, "203.0.113.7", "203.0.113.7") == 10
    assert limits.wait(REPLAYS, "203.0.113.8", "203.0.113.8") == 0


def test_an_address_is_counted_though_whoever_asks_makes_up_another_on_a_line_of_its_own(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        async def is_heard(*ways: str) -> bool:
            lines = [("Origin", host.url.rstrip("/")), *[("X-Forwarded-For", one) for one in ways]]
            body = {"text": "", "language": "en"}
            async with host.session.post(f"{host.url}replay", json=body, headers=CIMultiDict(lines)) as answer:
                return "very much" not in (await answer.json())["words"]

        for number in range(REPLAYS.address):
            assert await is_heard(f"198.51.{number // 256}.{number % 256}", "203.0.113.9")
        assert [await is_heard("198.51.100.7", "203.0.113.9"), await is_heard("203.0.113.8")] == [False, True]

    run(tmp_path, work)


def test_behind_a_platform_s_proxy_each_person_is_counted_for_themselves(tmp_path: Path) -> None:
    activity = Activity("token", "secret", lambda: "42")
    now = Clock()() // 1000

    async def work(host: Hosted) -> None:
        async def is_heard(session: str) -> bool:
            headers = {"Origin": "https://42.discordsays.com", "X-Forwarded-For": "203.0.113.7"}
            body = {"text": "", "language": "en", "session": session}
            async with host.session.post(f"{host.url}discord/replay", json=body, headers=headers) as answer:
                return "very much" not in (await answer.json())["words"]

        anna, bruno = [Sessions(activity.key).begin(account, now) for account in ("77", "78")]
        for _ in range(REPLAYS.person):
            assert await is_heard(anna)
        assert [await is_heard(one) for one in (anna, bruno, "", f"{bruno}x")] == [False, True, True, True]

    run(tmp_path, work, public="https://burraco.example.org", apps=lambda _clock: [activity])


def test_whoever_posts_hundreds_at_once_waits_for_themselves_and_others_are_not_refused(tmp_path: Path) -> None:
    body = {"text": MATCH, "deal": 1, "seat": "N", "language": "it"}

    async def asks(host: Hosted, address: str) -> int:
        headers = {"Origin": host.url.rstrip("/"), "X-Forwarded-For": address}
        async with host.session.post(f"{host.url}replay", json=body, headers=headers) as answer:
            return answer.status

    async def work(host: Hosted) -> None:
        (bot_page,) = host.web._bot_pages.values()
        async with bot_page.replays._turn:  # as while a long record is replayed
            many = [asyncio.create_task(asks(host, "203.0.113.7")) for _ in range(WAITING + 20)]
            for _ in range(20):  # by then all have come
                async with host.session.get(f"{host.url}healthz") as answer:
                    assert answer.status == 200
            other = asyncio.create_task(asks(host, "203.0.113.8"))
            while bot_page.replays._waiting < 5 and not other.done():  # noqa: ASYNC110  nothing tells when
                await asyncio.sleep(0.01)
        assert await other == 200
        assert set(await asyncio.gather(*many)) == {200}

    run(tmp_path, work)
