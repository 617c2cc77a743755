"""The host goes and comes back: in the middle of a turn, and killed without a word. Everything goes on where it was."""

import asyncio
import os
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

from bot.adapters.telegram.places import PLATFORM
from bot.chat.messages.buttons import Verb
from bot.chat.messages.look import look_of
from bot.chat.messages.presenter import HAND, TABLE, present
from bot.chat.messages.showing import Reader
from bot.cli.run import BOT
from bot.host.log import fold
from bot.host.ports import Account
from bot.store.sqlite import SqliteStore, open_store
from engine.actions import DRAW
from renderers.paint import draw
from tests.loopback.telegram import Telegram, serve
from tests.loopback.telegram.people import Person
from tests.loopback.telegram.running import specs
from tests.telegram.evening import NAMES, Evening, about_table, presses_on, true_hand
from tests.telegram.hosting import check_eyes, hosted, judged
from tests.telegram.witness import nobody_saw_too_much
from tests.watching import State, Watch

STARTED: list[asyncio.subprocess.Process] = []
PATIENCE = 45.0  # seconds; the program starts four times


def test_old_keyboards_work_after_a_restart_in_the_middle_of_a_turn(tmp_path: Path) -> None:
    async def main() -> None:
        async with serve(specs()) as telegram:
            telegram.budgets.enforced = False
            people = [telegram.user(name) for name in NAMES[:2]]
            group = telegram.group("Sala", *people)
            watch = Watch()
            async with hosted(telegram, tmp_path / "bot.db", watch=watch) as host:
                evening = Evening(host, group, people)
                await evening.begin("fibur players=2")
                person = await evening.person_in_turn()
                stale = next(one for one in evening.offered(person) if one[1].wish == DRAW)
                await evening.tap(person, stale)
                await evening.press(person, Verb.TICK)
                hand = await true_hand(evening, person)
            calls = len(telegram.called("sendMessage", "sendPhoto"))
            before = person.forges(stale[2], stale[0])  # while nobody is there
            async with hosted(telegram, tmp_path / "bot.db", watch=watch) as host:
                evening.host = host
                await person.answer(before)
                await host.settle()
                assert "moved on" in before.text
                assert await true_hand(evening, person) == hand
                labels = [button["text"] for row in person.screen()[-1].content.keyboard for button in row]
                assert len([label for label in labels if label.startswith("✓")]) == 1
                await evening.press(person, Verb.CLEAR)
                assert len(telegram.called("sendMessage", "sendPhoto")) == calls
                person.writes(f"-{next(card for card in hand if card[0] not in 'J2')}")
                await host.settle()
                assert await evening.person_in_turn() is not person
                for one in people:
                    assert len([message for message in one.screen() if about_table(message)]) == 1
                await check_eyes(host)
            judged(telegram)

    asyncio.run(main())


def test_a_killed_host_loses_no_move_and_shows_no_table_twice(tmp_path: Path) -> None:
    async def main() -> None:
        async with serve(specs()) as telegram, all_ended():
            telegram.budgets.enforced = False
            people = [telegram.user(name) for name in NAMES[:2]]
            group = telegram.group("Sala", *people)
            process = await started(telegram, tmp_path)
            for person in people:
                person.start()
            people[0].writes("/new fibur players=2", group)
            await telegram.until(lambda: any([about_table(one) for one in group.messages]), PATIENCE)
            label = next(presses_on(one)[0].table for one in group.messages if about_table(one))
            await people[1].answer(people[1].forges(f"{label}:0:join", group.messages[-1]), PATIENCE)
            await people[0].answer(people[0].forges(f"{label}:0:start", group.messages[-1]), PATIENCE)
            for _ in range(3):
                person = await in_turn(telegram, people)
                person.writes("draw")
                process.send_signal(signal.SIGKILL)
                await process.wait()
                process = await started(telegram, tmp_path)
                await telegram.until(lambda who=person: button(who, "Discard…"), PATIENCE)  # type: ignore[misc]
                await person.answer(person.presses("Discard…"), PATIENCE)
                await telegram.until(lambda who=person: button(who, "Close"), PATIENCE)  # type: ignore[misc]
                discard = next(
                    (message, one["callback_data"])
                    for message in person.screen() for row in message.content.keyboard for one in row
                    if ":x:" in one["callback_data"]
                )  # fmt: skip
                await person.answer(person.forges(discard[1], discard[0]), PATIENCE)
                await telegram.until(lambda who=person: not button(who, "Close"), PATIENCE)  # type: ignore[misc]
            process.send_signal(signal.SIGTERM)
            await asyncio.wait_for(process.wait(), PATIENCE)
            assert len([one for one in group.messages if about_table(one, label)]) <= 2
            await check_eyes_of_another(telegram, tmp_path / "bot.db", label)
            judged(telegram)

    asyncio.run(main())


async def check_eyes_of_another(telegram: Telegram, database: Path, label: str) -> None:
    """Nobody has seen too much of a host in another process: its states and pictures are made again from its log."""
    store, watch = await open_store(database, 1), Watch()
    try:
        people = {account: await person_of(store, account) for account in telegram.people}
        found = await store.find(BOT, label)
        assert found is not None
        rows = await store.log(BOT, found.table)
    finally:
        await store.close()
    with closing(sqlite3.connect(database)) as plain:
        times = [at / 1000 for (at,) in plain.execute("SELECT logged_at FROM log ORDER BY seq")]
    watch.states += [State(at, fold(rows[: number + 1])) for number, at in enumerate(times)]
    for state in watch.states:
        for kind, person in [(TABLE, ""), *[(HAND, one) for one in people.values()]]:
            shown = present(kind, state.table, Reader(person=person, look=look_of("", upright=True)))
            if shown is not None and shown.picture is not None:
                watch.painted.setdefault(draw(shown.picture, shown.look).png, []).append((shown.picture, shown.look))
    nobody_saw_too_much(telegram, watch, people)
    assert watch.judged > 3


async def person_of(store: SqliteStore, account: int) -> str:
    found = await store.person_of(BOT, Account(PLATFORM, str(account)))
    return found.id if found else ""


@asynccontextmanager
async def all_ended() -> AsyncIterator[None]:
    """However the test ends, no program of it goes on."""
    try:
        yield
    finally:
        for process in STARTED:
            if process.returncode is None:
                process.kill()
                await process.wait()
        STARTED.clear()


async def started(telegram: Telegram, folder: Path) -> asyncio.subprocess.Process:
    """The program as its owner starts it."""
    settings = {
        "BURRACO_DATABASE": str(folder / "bot.db"),
        "BURRACO_TELEGRAM_TOKEN": telegram.token,
        "BURRACO_TELEGRAM_API": telegram.root,
        "BURRACO_WEB": "off",
        "BURRACO_LOG": "debug",
    }
    log = (folder / "log.txt").open("ab")
    try:
        root = Path(__file__).parent.parent.parent
        environment = {**os.environ, **settings, "PYTHONPATH": str(root)}
        command = (sys.executable, "-m", "bot", "run")
        process = await asyncio.create_subprocess_exec(*command, cwd=folder, env=environment, stdout=log, stderr=log)
    finally:
        log.close()
    STARTED.append(process)
    return process


def button(person: Person, label: str) -> bool:
    """Whether the newest message about a table has this button; a copy left by the kill does not count."""
    newest = [message for message in person.screen() if about_table(message)][-1:]
    return label in [one["text"] for message in newest for row in message.content.keyboard for one in row]


async def in_turn(telegram: Telegram, people: list[Person]) -> Person:
    """Who is offered to draw."""
    await telegram.until(lambda: any([button(one, "Draw") for one in people]), PATIENCE)
    return next(one for one in people if button(one, "Draw"))
