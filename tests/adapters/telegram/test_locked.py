"""A store that somebody else keeps locked: nothing is lost, people are told, and other chats do not wait for one."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from telegram import Update

from bot.adapters.telegram import polling
from bot.adapters.telegram.polling import Applying
from bot.host.ports import StoreError
from bot.messages.buttons import Verb
from bot.store import sqlite
from tests.adapters.telegram.hosting import check_eyes, hosted
from tests.adapters.telegram.scripted import ScriptedMatch, verb
from tests.loopback.running import judged, specs
from tests.loopback.telegram import serve
from tests.loopback.telegram.people import Person


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "PATIENCE", 0.01)
    monkeypatch.setattr(polling, "AGAIN", 0.01)
    monkeypatch.setattr(polling, "MEANWHILE", 0.01)


@contextmanager
def locked(database: Path) -> Iterator[None]:
    """Meanwhile another program writes, and does not come to an end."""
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def test_what_cannot_be_stored_is_told_once_and_done_in_order_as_soon_as_it_can(tmp_path: Path) -> None:
    async def main() -> None:
        async with serve(specs()) as telegram:
            telegram.budgets.enforced = False
            people = [telegram.user(name) for name in ("Anna", "Bruno")]
            async with hosted(telegram, tmp_path / "bot.db") as host:
                match = ScriptedMatch(host, telegram.group("Sala", *people), people)
                people[0].start()
                await host.settle()
                await match.open("fibur players=2")
                lobby, _, join = next(one for one in match.offered(people[1], match.group) if verb(one[1]) == Verb.JOIN)
                with locked(tmp_path / "bot.db"):
                    taps = [people[1].forges(join, lobby), people[0].forges(join.replace("join", "start"), lobby)]
                    people[1].start()
                    for tap in taps:
                        await people[0].answer(tap)
                        assert "cannot save anything just now" in tap.text
                    await telegram.until(lambda: told_to(people[1]))
                    assert telegram.updates.pending
                await host.settle()
                await match.dealt()
                assert {chair.name for chair in (await match.table()).chairs} == {"Anna", "Bruno"}
                assert told_to(people[1]) == 1
                assert any("Welcome" in one.content.text for one in people[1].screen())
                assert len(telegram.called("answerCallbackQuery")) == len(taps)
                assert telegram.updates.pending == []
                await check_eyes(host)
            judged(telegram)

    asyncio.run(main())


def told_to(person: Person) -> int:
    """How often they read in their private chat that nothing can be stored."""
    return len([one for one in person.screen() if "cannot save anything just now" in one.content.text])


def update(number: int, chat: int) -> Update:
    message = {"message_id": number, "date": 0, "chat": {"id": chat, "type": "group", "title": "Sala"}}
    found = Update.de_json({"update_id": number, "message": message}, None)
    assert found is not None
    return found


def test_a_chat_that_waits_holds_up_no_other_and_its_updates_are_confirmed_when_they_are_done() -> None:
    async def main() -> None:
        mended, done, told = asyncio.Event(), [], []

        async def take(one: Update) -> None:
            if one.message is not None and one.message.chat.id == -1 and not mended.is_set():
                raise StoreError("locked")
            done.append(one.update_id)

        applying = Applying(take, lambda one: told.append(one.update_id))
        updates = [update(10, -2), update(11, -1), update(12, -2), update(13, -1)]
        await applying.begin(updates)
        while done != [10, 12] or set(told) != {11, 13}:
            await applying.begin(updates)  # the server hands them out again: they are not confirmed
        assert applying.offset == 11
        await applying.begin([update(14, -2)])
        while done != [10, 12, 14]:
            await applying.begin([])
        assert applying.offset == 11
        mended.set()
        while len(done) < 5:
            await applying.begin(updates)
        assert done == [10, 12, 14, 11, 13]
        await applying.begin([])
        assert applying.offset == 15

    asyncio.run(main())


def test_what_is_broken_off_is_not_confirmed() -> None:
    async def main() -> None:
        async def take(_one: Update) -> None:
            await asyncio.Event().wait()

        applying = Applying(take, lambda _one: None)
        await applying.begin([update(10, -1)])
        await applying.stop()
        assert applying.offset == 10

    asyncio.run(main())
