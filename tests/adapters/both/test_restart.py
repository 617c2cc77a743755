"""The host goes and comes back, in the middle of a turn and killed without a word: everything goes on where it was."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

from bot.messages.buttons import Verb
from bot.store.backup import backup
from engine.actions import DRAW, Discard
from tests.adapters.both import both
from tests.adapters.both.surface import Kind, Offer, Surface
from tests.programs import LOG, left_behind, log_with, programs
from tests.watching import Watch

PATIENCE = 90.0  # seconds; the program starts four times
KILLS = 3
UNANSWERED = 5.0  # seconds after which somebody does again what nothing has come of

Does: TypeAlias = Callable[[Surface, Callable[[], Awaitable[None]], Callable[[], object]], Awaitable[None]]
"""How people do something until it is so: once, or again and again."""


@both
def test_old_buttons_work_after_a_restart_in_the_middle_of_a_turn(on: Kind, tmp_path: Path) -> None:
    async def main() -> None:
        async with on() as here:
            watch, database = Watch(), tmp_path / "bot.db"
            async with here.hosted(database, watch):
                here.gather([here.person("Anna"), here.person("Bruno")])
                await here.begin("fibur", "players=2")
                person = await here.match.person_in_turn()
                stale = here.offer(person, DRAW)
                await here.tap(person, stale)
                await here.tick(person)
                hand = await here.true_hand(person)
                beside = await here.hand_beside(person)
            messages_before = here.new_messages()
            pressed = here.press_while_away(person, stale)
            async with here.hosted(database, watch):
                assert "moved on" in (await pressed()).text
                assert await here.true_hand(person) == hand
                assert here.ticked(person) == 1
                await here.tap(person, here.offer(person, Verb.CLEAR))
                assert here.ticked(person) == 0
                await here.press_beside(person, beside)
                assert here.new_messages() == messages_before
                await here.discards(person)
                assert await here.match.person_in_turn() is not person
                assert len(here.tables()) == 1
                assert [len(here.hands(one)) for one in here.match.people] == [1, 1]
            here.judge()

    asyncio.run(main())


@both
def test_a_killed_host_loses_no_move_and_shows_no_table_twice(on: Kind, tmp_path: Path) -> None:
    async def main() -> None:
        async with on() as here, programs(tmp_path, here.settings(here.server.token)) as start:
            process = await here.started(start)
            people = await begun(here)
            for _ in range(KILLS):
                person = await in_turn(here)
                again = await here.draws(person)
                process.kill()
                await process.ended()
                process = await here.started(start)
                await again()  # was it heard at all?
                await discards(here, person)
                await here.server.until(lambda who=person: not open_discards(here, who), PATIENCE)
            await here.server.until(lambda: here.tables() and here.hands(people[0]) and here.hands(people[1]), PATIENCE)
            process.terminate()
            await asyncio.wait_for(process.ended(), PATIENCE)
            here.check_copies()
            assert here.server.token not in (tmp_path / LOG).read_text("utf-8")
            async with left_behind(tmp_path, here.upright) as (watch, service):
                await here.check_seen(watch, service)
                assert watch.judged > 3
                game = watch.states[-1].table.game
                assert game is not None
                assert len(game.turns) == KILLS  # each draw and each discard is in the log, and none twice
            here.judge()

    asyncio.run(main())


@both
def test_a_host_that_is_stopped_knows_of_the_messages_that_it_has_just_sent(on: Kind, tmp_path: Path) -> None:
    """Else the next one takes their buttons away and sends them anew, and a press meanwhile is lost."""

    async def main() -> None:
        async with on() as here, programs(tmp_path, here.settings(here.server.token)) as start:
            process = await here.started(start)
            people = await seated(here)
            here.server.late = asyncio.Event()
            await starts(here)
            await here.server.until(lambda: [one for one in people if here.hands(one)], PATIENCE)
            process.terminate()
            await log_with(tmp_path, "stopping")
            here.server.late.set()
            await asyncio.wait_for(process.ended(), PATIENCE)
            here.server.late, hands_before = None, [hand for one in people for hand in here.hands(one)]
            process = await here.started(start)
            again = await here.draws(await in_turn(here))
            await again()
            await here.server.until(lambda: [one for one in people if open_discards(here, one)], PATIENCE)
            hands = [hand for one in people for hand in here.hands(one)]
            assert len(hands) == len(people)
            assert [one for one in hands_before if one not in hands] == []
            process.terminate()
            await asyncio.wait_for(process.ended(), PATIENCE)
            here.judge()

    asyncio.run(main())


@both
def test_chats_show_what_is_so_once_a_backup_is_brought_back(on: Kind, tmp_path: Path) -> None:
    """They showed what was played after it: a hand that nobody holds, and draw to whose turn it was not."""
    database, copy = tmp_path / "bot.db", tmp_path / "copy.db"

    async def main() -> None:
        async with on() as here, programs(tmp_path, here.settings(here.server.token)) as start:
            process = await here.started(start)
            people = await begun(here)
            await plays_a_turn(here)
            in_turn_then = await in_turn(here)
            await here.server.until(lambda: [one for one in people if hand_shown(one)] == people, PATIENCE)
            hands = [hand_shown(one) for one in people]
            backup(database, copy)
            for _ in range(3):
                await plays_a_turn(here)
            assert await in_turn(here) is not in_turn_then
            process.terminate()
            await asyncio.wait_for(process.ended(), PATIENCE)
            bring_back(copy, database)
            await here.started(start)
            await here.server.until(lambda: [one for one in people if may_draw(here, one)] == [in_turn_then], PATIENCE)
            assert [hand_shown(one) for one in people] == hands
            text = in_turn_then.sees(in_turn_then.dm)[-1].text
            assert "brought back from a copy" in text
            assert "Nothing is lost" not in text
            await plays_a_turn(here)
            here.judge()

    asyncio.run(main())


def bring_back(copy: Path, database: Path) -> None:
    for file in database.parent.glob(f"{database.name}*"):
        file.unlink()
    copy.rename(database)


def hand_shown(person: Any) -> bytes:
    """The newest picture that this person was shown in their own chat."""
    return next((one.picture for one in reversed(person.sees(person.dm)) if one.picture), b"")


def may_draw(here: Surface, person: Any) -> bool:
    return any(one.press.request == DRAW for one in here.offered(person))


async def plays_a_turn(here: Surface) -> None:
    person = await in_turn(here)
    await here.draws(person)
    await discards(here, person)
    await here.server.until(lambda: not open_discards(here, person), PATIENCE)


async def once(_here: Surface, deed: Callable[[], Awaitable[None]], _is_so: Callable[[], object]) -> None:
    """They do it, and are told that it was heard."""
    await deed()


async def until_it_is_so(here: Surface, deed: Callable[[], Awaitable[None]], is_so: Callable[[], object]) -> None:
    """Of a host that stands still an answer may be lost, and on Discord what was pressed; not what was done."""
    async with asyncio.timeout(PATIENCE):
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(UNANSWERED):
                    await deed()
                    await here.server.until(is_so, PATIENCE)
            if is_so():
                return


async def begun(here: Surface, does: Does = once) -> list[Any]:
    """Two people, who sit at a table where cards will be dealt."""
    people = await seated(here, does)
    await does(here, partial(starts, here), lambda: drawing(here))
    return people


async def starts(here: Surface) -> None:
    """Whoever has opened the table starts it."""
    await here.press(here.match.people[0], Offer.made(f"{here.label}:0:start", here.tables()[-1]))


async def seated(here: Surface, does: Does = once) -> list[Any]:
    """Two people at a table."""
    people = [here.person("Anna"), here.person("Bruno")]
    here.gather(people)
    await here.requests_table("fibur", "players=2")
    await here.server.until(lambda: [one for one in here.public() if here.about_table(one, "")], PATIENCE)
    lobby = next(one for one in here.public() if here.about_table(one, ""))
    here.match.label = here.label_of(lobby)

    def is_seated() -> bool:
        return "Bruno" in here.text(here.tables()[-1])

    await does(here, lambda: here.press(people[1], Offer.made(f"{here.label}:0:join", lobby)), is_seated)
    await here.server.until(is_seated, PATIENCE)
    return people


def open_discards(here: Surface, person: Any) -> list[Offer]:
    """The cards that the newest hand of this person offers to discard."""
    newest = [one for one in here.offered(person) if one.message in here.hands(person)[-1:]]
    return [one for one in newest if isinstance(one.press.request, Discard)]


def drawing(here: Surface) -> list[Any]:
    """Who is offered to draw."""
    people = here.match.people
    return [
        person for person in people for one in here.offered(person)
        if one.message in here.hands(person)[-1:] and one.press.request == DRAW
    ]  # fmt: skip


async def in_turn(here: Surface) -> Any:
    await here.server.until(lambda: drawing(here), PATIENCE)
    return drawing(here)[0]


async def discards(here: Surface, person: Any, does: Does = once) -> None:
    """They discard as soon as they can."""
    await here.server.until(lambda: open_discards(here, person), PATIENCE)

    async def discard() -> None:
        await here.press(person, open_discards(here, person)[0])

    await does(here, discard, lambda: not open_discards(here, person))
