"""Messages to a browser that looks at no page: when they are sent, what is in them, and when none is sent any more."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.host.delivery_errors import Undeliverable
from bot.host.notes import PUSH, NoteKind
from bot.requests.backend import Backend
from bot.requests.own_link import account_of
from bot.requests.pushes import FORBIDDEN, Post, Pushes
from bot.requests.request_context import RequestContext
from bot.requests.table_commands import Do
from bot.requests.turn_calls import TurnCall
from tests.adapters.web.hosting import PATIENCE, Hosted, Window, added, hosted
from tests.loopback.push import PushService, claims, push_service

Work = Callable[[Hosted, Window, PushService], Awaitable[None]]


async def at_once(_seconds: float) -> None:
    """Waits for nothing."""


@asynccontextmanager
async def playing(host: Hosted, service: PushService) -> AsyncIterator[Window]:
    """Somebody at a table against quick computers, whose browser takes messages from a service on this machine."""
    host.service.pushes._accepts = lambda _: True
    host.service.pushes._pause = at_once
    async with host.window() as window:
        await window.want("play", rules="fibur", pace=0)
        await window.until(lambda: bool(window.controls))
        assert (await window.want("subscribe", **service.subscription))["done"]
        yield window


def run(folder: Path, work: Work) -> None:
    async def main() -> None:
        async with push_service() as service, hosted(folder) as host, playing(host, service) as window:
            await work(host, window, service)

    asyncio.run(main())


async def look(window: Window, there: str) -> None:
    assert (await window.want("attention", **{"is": there}))["done"]


async def a_round(window: Window) -> None:
    """One's own turn, by the quickest way, and those of the others."""
    mark = window.view["turn_mark"]
    while window.view["turn_mark"] == mark:
        if (answer := await window.play()) is not None:
            assert answer["done"], answer
    await window.until(lambda: bool(window.controls) and window.view["turn_mark"] != mark)


async def noted(host: Hosted) -> list[dict[str, Any]]:
    notes = host.service.notes
    return [json.loads(await notes.of(PUSH, one)) for one in await notes.all_about(PUSH)]


def test_who_looks_away_is_told_once_a_turn_and_no_card(tmp_path: Path) -> None:
    async def work(host: Hosted, window: Window, service: PushService) -> None:
        await look(window, "hidden")
        await a_round(window)
        await service.until(lambda: len(service.messages) == 1)
        label = window.view["table"]["label"]
        assert service.messages == [
            {
                "title": f"Your turn at table {label}",
                "body": "The others are waiting for you.",
                "tag": window.table,
                "url": f"./#join={label}",
            }
        ]
        found, key = claims(service.posts[0]["Authorization"])
        assert (found["aud"], found["sub"]) == (service.url, "https://burraco.example")
        assert key == window.welcome["push"]
        assert service.posts[0]["Content-Encoding"] == "aes128gcm"
        assert label.encode() not in service.bodies[0]
        await a_round(window)
        await service.until(lambda: len(service.messages) == 2)
        assert service.posts[0]["Topic"] == service.posts[1]["Topic"]  # one that was not fetched is replaced

    run(tmp_path, work)


def test_each_bot_of_a_host_sends_by_a_key_of_its_own_and_to_its_own_browsers_alone(tmp_path: Path) -> None:
    async def work(host: Hosted, window: Window, service: PushService) -> None:
        async with push_service() as other, added(host, "circolo") as club, playing(club, other) as theirs:
            assert theirs.welcome["push"] not in ("", window.welcome["push"])
            for one in (window, theirs):
                await look(one, "hidden")
            await a_round(theirs)
            await other.until(lambda: len(other.messages) == 1)
            assert claims(other.posts[0]["Authorization"])[1] == theirs.welcome["push"]
            assert service.posts == []
            await a_round(window)
            await service.until(lambda: len(service.messages) == 1)
            assert len(other.posts) == 1

    run(tmp_path, work)


def test_who_looks_at_any_window_is_not(tmp_path: Path) -> None:
    async def work(host: Hosted, window: Window, service: PushService) -> None:
        await look(window, "visible")
        await a_round(window)
        await look(window, "hidden")
        async with host.window(window.token) as other:  # another device
            await look(other, "visible")
            await a_round(window)
        await a_round(window)
        await service.until(lambda: len(service.messages) == 1)
        assert len(service.posts) == 1

    run(tmp_path, work)


def test_who_plays_in_a_chat_is_called_there(tmp_path: Path) -> None:
    async def work(host: Hosted, window: Window, service: PushService) -> None:
        await look(window, "hidden")
        person = await host.service.person_of("web", account_of(window.token))
        mark = window.view["turn_mark"]
        for play in ("d", f"x:{window.view['hand'][0]['card']}"):
            chat = RequestContext("telegram", known_as=person)
            assert (await host.service.carry_out(chat, Do(window.table, f"play {play}", play, sure=True))).done
        await window.until(lambda: bool(window.controls) and window.view["turn_mark"] != mark)
        await a_round(window)  # here again
        await service.until(lambda: len(service.messages) == 1)
        assert len(service.posts) == 1

    run(tmp_path, work)


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(tmp_path: Path, status: int) -> None:
    async def work(host: Hosted, window: Window, service: PushService) -> None:
        service.statuses = [status]
        await look(window, "hidden")
        await a_round(window)
        await service.until(lambda: len(service.posts) == 1)
        await a_round(window)
        await a_round(window)
        assert await noted(host) == []
        assert len(service.posts) == 1

    run(tmp_path, work)


async def refused_turns(host: Hosted, window: Window, service: PushService, statuses: list[int]) -> None:
    """A turn of one's own for each status that the service answers with."""
    service.statuses = list(statuses)
    await look(window, "hidden")
    for turn in range(1, len(statuses) + 1):
        assert len(await noted(host)) == 1
        await a_round(window)
        await service.until(lambda number=turn: len(service.posts) == number)  # type: ignore[misc]  # mypy gives such a lambda no type
        await service.until(lambda: not host.service.pushes._sending)


@pytest.mark.parametrize("status", [401, 403])
def test_a_service_that_does_not_believe_this_host_is_asked_once_a_turn_and_then_no_more(
    tmp_path: Path, status: int
) -> None:
    async def work(host: Hosted, window: Window, service: PushService) -> None:
        await refused_turns(host, window, service, [status] * FORBIDDEN)
        assert await noted(host) == []
        assert (await window.want("subscribe", **service.subscription))["done"]  # as the page does when it is opened
        assert len(await noted(host)) == 1

    run(tmp_path, work)


def test_a_service_that_believes_it_again_keeps_the_browser(tmp_path: Path) -> None:
    """A clock that was wrong for an hour costs nobody their messages."""

    async def work(host: Hosted, window: Window, service: PushService) -> None:
        await refused_turns(host, window, service, [*[403] * (FORBIDDEN - 1), 201])
        assert (len(service.messages), len(await noted(host))) == (1, 1)
        assert not host.service.pushes._forbidden

    run(tmp_path, work)


class Tried(Pushes):
    """All calls but the last wait to be tried again."""

    def __init__(self, backend: Backend) -> None:
        super().__init__(backend)
        self.told_last = asyncio.Event()

    async def _tell(self, post: Post, call: TurnCall) -> None:  # noqa: ARG002  as what it stands in for
        if call.person != "last":
            await asyncio.Event().wait()
        self.told_last.set()


def test_those_who_wait_to_be_tried_again_keep_nobody_else_waiting(tmp_path: Path) -> None:
    async def post(_browser: object, _message: str, _topic: str) -> None:
        raise AssertionError

    async def main() -> None:
        async with hosted(tmp_path) as host:
            pushes = Tried(host.service.backend)
            for number in range(300):
                pushes.call(TurnCall(f"p{number}", "t", "AAAA", "1"))
            pushes.call(TurnCall("last", "t", "AAAA", "1"))
            running = asyncio.create_task(pushes.run(post))
            async with asyncio.timeout(PATIENCE):
                await pushes.told_last.wait()
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)

    asyncio.run(main())


def test_a_service_that_cannot_now_is_asked_again_and_not_for_ever(tmp_path: Path) -> None:
    async def work(host: Hosted, window: Window, service: PushService) -> None:
        service.statuses = [503, 429]
        await look(window, "hidden")
        await a_round(window)
        await service.until(lambda: len(service.messages) == 1)
        service.statuses = [503, 302, 500, 500, 500]  # nobody is led elsewhere
        await a_round(window)
        await service.until(lambda: len(service.posts) == 7)
        await service.until(lambda: not host.service.pushes._sending)
        assert (len(service.messages), len(service.posts)) == (1, 7)

    run(tmp_path, work)


def endpoints(noted_browsers: list[dict[str, Any]]) -> list[str]:
    return [one["endpoint"] for one in noted_browsers]


def test_who_subscribed_anew_meanwhile_is_told_there_and_stays(tmp_path: Path) -> None:
    """The page was opened while a message waited to be tried again: its browser has another address by then."""

    async def work(host: Hosted, window: Window, service: PushService) -> None:
        async with push_service() as other:

            async def subscribes_anew(_seconds: float) -> None:
                assert (await window.want("subscribe", **other.subscription))["done"]

            host.service.pushes._pause = subscribes_anew
            service.statuses = [503, 410]
            await look(window, "hidden")
            await a_round(window)
            await other.until(lambda: len(other.messages) == 1)
            await service.until(lambda: not host.service.pushes._sending)
            assert (len(service.posts), service.messages) == (1, [])
            assert endpoints(await noted(host)) == [other.subscription["endpoint"]]

    run(tmp_path, work)


def test_who_subscribed_anew_while_the_old_address_was_refused_stays(tmp_path: Path) -> None:
    async def work(host: Hosted, window: Window, service: PushService) -> None:
        pushes = host.service.pushes
        new = {**service.subscription, "endpoint": f"{service.url}/send/another"}
        begin, was_posted = pushes._begin, asyncio.Event()

        async def refuses(_browser: object, _message: str, _topic: str) -> None:
            assert (await window.want("subscribe", **new))["done"]
            was_posted.set()
            raise Undeliverable("the browser takes no messages any more")

        setattr(pushes, "_begin", lambda _post, call: begin(refuses, call))  # noqa: B010  a method of this one alone
        await look(window, "hidden")
        await a_round(window)
        async with asyncio.timeout(PATIENCE):
            await was_posted.wait()
        await service.until(lambda: not pushes._sending)
        assert endpoints(await noted(host)) == [new["endpoint"]]

    run(tmp_path, work)


def test_who_wants_none_any_more_gets_none_that_waited_to_be_tried_again(tmp_path: Path) -> None:
    async def work(host: Hosted, window: Window, service: PushService) -> None:
        async def unsubscribes(_seconds: float) -> None:
            assert (await window.want("unsubscribe", endpoint=service.subscription["endpoint"]))["done"]

        host.service.pushes._pause = unsubscribes
        service.statuses = [503]
        await look(window, "hidden")
        await a_round(window)
        await service.until(lambda: len(service.posts) == 1)
        await service.until(lambda: not host.service.pushes._sending)
        assert (len(service.posts), await noted(host)) == (1, [])

    run(tmp_path, work)


def test_who_wants_none_any_more_while_their_turn_is_noted_gets_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(host: Hosted, window: Window, service: PushService) -> None:
        of = host.service.backend.notes.of
        leaving: list[asyncio.Task[dict[str, Any]]] = []

        async def then_unsubscribes(kind: NoteKind, about: str) -> str:
            found = await of(kind, about)
            if service.posts and not leaving:
                wants = window.want("unsubscribe", endpoint=service.subscription["endpoint"])
                leaving.append(asyncio.create_task(wants))
                await asyncio.sleep(0.2)  # nothing tells that it waits
            return found

        monkeypatch.setattr(host.service.backend.notes, "of", then_unsubscribes)
        await look(window, "hidden")
        await a_round(window)
        await service.until(lambda: bool(leaving) and not host.service.pushes._sending)
        assert (await leaving[0])["done"]
        assert await noted(host) == []

    run(tmp_path, work)


def test_what_a_killed_host_was_about_to_send_is_sent_by_the_next_one(tmp_path: Path) -> None:
    async def never(_seconds: float) -> None:
        await asyncio.Event().wait()

    async def main() -> None:
        async with push_service() as service:
            async with hosted(tmp_path) as host, playing(host, service) as window:
                host.service.pushes._pause = never
                service.statuses = [503]
                await look(window, "hidden")
                await a_round(window)
                await service.until(lambda: len(service.posts) == 1)
            async with hosted(tmp_path) as host:
                await service.until(lambda: len(service.messages) == 1)
                await service.until(lambda: not host.service.pushes._sending)
            async with hosted(tmp_path) as host:
                await service.until(lambda: host.service.pushes._accounts is not None)
                await service.until(lambda: not host.service.pushes._sending)
            assert len(service.posts) == 2

    asyncio.run(main())


def test_who_is_forgotten_has_no_subscription(tmp_path: Path) -> None:
    async def main() -> None:
        async with push_service() as service, hosted(tmp_path) as host, host.window() as window:
            host.service.pushes._accepts = lambda _: True
            await window.want("introduce", name="Nora")
            await window.want("subscribe", **service.subscription)
            export = json.loads((await window.want("export"))["page"]["text"])
            assert export["people"][0]["subscriptions"] == [service.subscription["endpoint"]]
            word = (await window.want("erase"))["page"]["word"]
            assert (await window.want("erase", word=word))["done"]
            assert await noted(host) == []
        everything = (tmp_path / "web.db").read_bytes()
        assert service.url.encode() not in everything

    asyncio.run(main())


def test_who_wants_them_no_more_gets_none(tmp_path: Path) -> None:
    async def work(host: Hosted, window: Window, service: PushService) -> None:
        await window.want("unsubscribe", endpoint=service.subscription["endpoint"])
        assert await noted(host) == []

    run(tmp_path, work)


def test_addresses_that_are_no_push_services_are_refused(tmp_path: Path) -> None:
    async def main() -> None:
        async with push_service() as service, hosted(tmp_path) as host, host.window() as window:
            await window.want("introduce", name="Nora")
            facts = service.subscription
            for other in (
                facts,  # this machine's own
                facts | {"endpoint": "https://push.example/a", "key": "short"},
                facts | {"endpoint": "https://push.example/a", "auth": ""},
            ):
                answer = await window.want("subscribe", **other)
                assert (answer["done"], bool(answer["words"])) == (False, True)
            assert await noted(host) == []

    asyncio.run(main())


def test_a_name_that_leads_into_ones_own_network_is_not_posted_to(tmp_path: Path) -> None:
    async def work(host: Hosted, window: Window, service: PushService) -> None:
        port = service.url.rpartition(":")[2]
        here = {"endpoint": f"http://localhost:{port}/send/abc"}
        assert (await window.want("subscribe", **service.subscription | here))["done"]
        await look(window, "hidden")
        await a_round(window)
        pushes = host.service.pushes
        await service.until(lambda: not pushes._calls and not pushes._sending)
        [found] = await noted(host)
        assert [was_sent for _, was_sent in found["turns"].values()] == [True]  # given up
        assert service.posts == []

    run(tmp_path, work)
