"""The host goes and comes back: in the middle of a turn, and killed without a word. Everything goes on where it was."""

import asyncio
import signal
from pathlib import Path

from bot.messages.buttons import Verb
from engine.actions import DRAW
from tests.adapters.telegram.evening import Evening, about_table, presses_on
from tests.adapters.telegram.hosting import check_eyes, hosted
from tests.adapters.telegram.witness import nobody_saw_too_much
from tests.evening import NAMES, true_hand
from tests.loopback.running import judged, specs
from tests.loopback.telegram import Telegram, serve
from tests.loopback.telegram.people import Person
from tests.programs import left_behind, programs
from tests.watching import Watch

PATIENCE = 90.0  # seconds; the program starts four times


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
                stale = next(one for one in evening.offered(person) if one[1].request == DRAW)
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
        async with serve(specs()) as telegram, programs(tmp_path, settings(telegram)) as start:
            telegram.budgets.enforced = False
            people = [telegram.user(name) for name in NAMES[:2]]
            group = telegram.group("Sala", *people)
            process = await start()
            for person in people:
                person.start()
            people[0].writes("/new fibur players=2", group)
            await telegram.until(lambda: any(about_table(one) for one in group.messages), PATIENCE)
            label = next(presses_on(one)[0].table for one in group.messages if about_table(one))
            await people[1].answer(people[1].forges(f"{label}:0:join", group.messages[-1]), PATIENCE)
            await people[0].answer(people[0].forges(f"{label}:0:start", group.messages[-1]), PATIENCE)
            for _ in range(3):
                person = await in_turn(telegram, people)
                person.writes("draw")
                process.send_signal(signal.SIGKILL)
                await process.wait()
                process = await start()
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
            async with left_behind(tmp_path, upright=True) as (watch, service):
                await nobody_saw_too_much(telegram, watch, service)
                assert watch.judged > 3
            judged(telegram)

    asyncio.run(main())


def settings(telegram: Telegram) -> dict[str, str]:
    return {"BURRACO_TELEGRAM_TOKEN": telegram.token, "BURRACO_TELEGRAM_API": telegram.root}


def button(person: Person, label: str) -> bool:
    """Whether the newest message about a table has this button; a copy left by the kill does not count."""
    newest = [message for message in person.screen() if about_table(message)][-1:]
    return label in [one["text"] for message in newest for row in message.content.keyboard for one in row]


async def in_turn(telegram: Telegram, people: list[Person]) -> Person:
    """Who is offered to draw."""
    await telegram.until(lambda: any(button(one, "Draw") for one in people), PATIENCE)
    return next(one for one in people if button(one, "Draw"))
