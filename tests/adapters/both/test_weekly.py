"""The board of a week is posted when the week is over, where that is wanted: once, in time or late, or not at all."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from bot.messages.buttons import Verb
from bot.tables.table import OVER
from tests.adapters.both import both
from tests.adapters.both.surface import Kind, Surface, run
from tests.watching import Watch

ROME = ZoneInfo("Europe/Rome")


def monday(here: Surface) -> float:
    """Seconds until the week is over in Rome."""
    now = datetime.fromtimestamp(here.server.clock.now(), ROME)
    day = (now + timedelta(days=7 - now.weekday())).replace(hour=0, minute=0, second=0, microsecond=0)
    return day.timestamp() - now.timestamp()


async def passes(here: Surface, seconds: float) -> None:
    """Time passes, and whatever is due then happens."""
    here.server.clock.advance(seconds)
    await looked(here)


async def looked(here: Surface) -> None:
    await here.host.service.weekly_boards.fire()
    await here.settled_late()


async def played(here: Surface, settings: str = "weekly=on zone=Europe/Rome", language: str = "en") -> None:
    """On a Wednesday two people play a match, in a place with these settings."""
    here.server.clock.advance(monday(here) + 60 * 3600)
    here.match = here.gather([here.person("Anna", language), here.person("Bruno", language)])
    anna, bruno = here.match.people
    here.lets_direct(anna)
    await here.comes(anna)
    await here.says(anna, "settings", f"{settings} language={language}", public=True)
    await looked(here)
    await here.begin("fibur", "players=2 hands=1")
    for _ in range(4):
        await here.turn()
    await here.says(bruno, "resign", public=True)
    here.match.label = here.label
    await resigns(here, bruno)


async def resigns(here: Surface, person: Any) -> None:
    """They answer the question whether they mean it, wherever it was asked."""
    buttons = [one for one in [*here.offered(person), *here.offered(person, public=True)] if one.verb == Verb.RESIGN]
    await here.tap(person, buttons[-1])
    await here.settled()
    assert (await here.table()).phase == OVER


def boards(here: Surface, words: str = "The week is over") -> list[Any]:
    return [one for one in here.public() if words in here.text(one)]


@both
def test_the_board_of_a_week_is_posted_once_when_it_is_over(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await played(here)
        await passes(here, monday(here) - 2)
        assert boards(here) == []
        await passes(here, 3)
        (board,) = boards(here)
        assert here.has_picture(board)
        assert all(name in here.text(board) for name in ("Anna", "Bruno"))
        for _ in range(3):
            await passes(here, 24 * 3600)
        assert boards(here) == [board]
        await passes(here, monday(here) + 1)  # nobody has played in this one
        assert boards(here) == [board]

    run(on, body)


@both
def test_in_italian_it_is_said_in_italian(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await played(here, language="it")
        await passes(here, monday(here) + 1)
        (board,) = boards(here, "La settimana è finita")
        assert "Anna" in here.text(board)

    run(on, body)


@both
def test_where_nobody_has_asked_for_it_nothing_is_posted(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await played(here, "zone=Europe/Rome")
        await passes(here, monday(here) + 1)
        assert boards(here) == []
        anna, _ = here.match.people
        await passes(here, 24 * 3600)
        await here.says(anna, "settings", "weekly=on", public=True)
        await looked(here)
        assert boards(here) == []  # that week was over before

    run(on, body)


async def away(on: Kind, database: Path, seconds: float, then: Callable[[Surface], Awaitable[None]]) -> None:
    """A match is played, the host goes, and comes back so many seconds after the end of the week, twice."""
    async with on() as here:
        watch = Watch()
        async with here.hosted(database, watch):
            await played(here)
        here.server.clock.advance(monday(here) + seconds)
        for _ in range(2):
            async with here.hosted(database, watch):
                await looked(here)
                await then(here)
        here.judge()


@both
def test_after_an_outage_it_comes_late_and_says_so_and_after_a_restart_not_again(on: Kind, tmp_path: Path) -> None:
    async def late(here: Surface) -> None:
        (board,) = boards(here)
        assert "this comes late" in here.text(board)

    asyncio.run(away(on, tmp_path / "bot.db", 30 * 3600, late))


@both
def test_the_board_of_a_week_that_is_long_over_is_not_posted(on: Kind, tmp_path: Path) -> None:
    async def nothing(here: Surface) -> None:
        assert boards(here) == []

    asyncio.run(away(on, tmp_path / "bot.db", 8 * 24 * 3600, nothing))
