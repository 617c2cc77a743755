"""Who asks is read from the store once for each request, however many parts of the host want to know who it is."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

import pytest

from bot.host.ports import Account, Person
from bot.store.sqlite import SqliteStore
from tests.adapters.web.hosting import Hosted
from tests.adapters.web.hosting import run as run_web

OTHERS = ("host/courier.py", "outbound/match_starts.py")
"""Whatever the courier brings is read for its reader, at its own time, and not for who pressed; and where a match has
begun, everybody who sits there is looked for who cannot be sent their cards."""


class Reads:
    """The rows of people that were read for who asks."""

    def __init__(self) -> None:
        self.people: list[str] = []

    def note(self, person: Person | None) -> Person | None:
        if not any(name.endswith(OTHERS) for name in callers()):
            self.people.append(person.id if person else "")
        return person


def callers() -> Iterator[str]:
    """The files of everything that waits for what is done now."""
    frame = sys._getframe(1)
    while frame.f_back is not None:
        yield frame.f_code.co_filename
        frame = frame.f_back


@contextmanager
def counted() -> Iterator[Reads]:
    """Every read of a person by any store, as it is really done."""
    reads, person, person_of = Reads(), SqliteStore.person, SqliteStore.person_of

    async def by_id(self: SqliteStore, bot: str, one: str) -> Person | None:
        return reads.note(await person(self, bot, one))

    async def by_account(self: SqliteStore, bot: str, account: Account) -> Person | None:
        return reads.note(await person_of(self, bot, account))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SqliteStore, "person", by_id)
        patch.setattr(SqliteStore, "person_of", by_account)
        yield reads


def test_a_discard_in_the_browser_reads_the_person_once(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        async with host.window() as anna, host.window() as bruno:
            assert (await anna.want("open", rules="fibur", options="players=2"))["done"]
            await anna.phase("lobby")
            await bruno.want("find", label=anna.view["table"]["label"])
            await bruno.phase("lobby")
            assert (await bruno.do("join"))["done"]
            assert (await anna.do("start", sure=True))["done"]
            await anna.until(lambda: anna.view["table"]["phase"] == "playing" and bool(anna.view["hand"]))
            await bruno.until(lambda: bruno.view["table"]["phase"] == "playing" and bool(bruno.view["hand"]))
            player = anna if anna.controls else bruno
            while player.controls["draw"] or player.controls["pick_up"]:
                await player.play()
            stage, card = player.view["table"]["stage"], player.controls["discards"][-1]
            with counted() as reads:
                assert (await player.do(f"play x:{card}", stage=stage, sure=True))["done"]
                assert player.view["table"]["stage"] > stage
            person = await host.service.person_of("web", sha256(player.token.encode()).hexdigest())
            assert reads.people.count(person) == 1  # the other window looks for its own person

    run_web(tmp_path, work)


def test_a_game_at_once_in_the_browser_reads_the_person_once(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        async with host.window() as anna:
            assert (await anna.want("play", rules="fibur"))["done"]
            await anna.phase("playing")
            with counted() as reads:
                answer = await anna.want("play", rules="fibur")
            assert answer["done"]
            assert reads.people == [await host.service.person_of("web", sha256(anna.token.encode()).hexdigest())]

    run_web(tmp_path, work)
