"""`burraco db correct` where several bots have their tables in one database: each has short names of its own."""

import asyncio

import pytest

from bot.cli.arbiter import correct
from bot.cli.output import Unusable
from bot.database_address import Database
from bot.host.ports import TABLE, Change, Committed, Subject
from bot.store.store import open_database
from tests.boards.season import introduce, play

BOTS = {"bot": "t1", "club": "t2"}


@pytest.fixture
def both(database: Database) -> Database:
    """A table KBDF of each bot, at which a match has ended, and a table VTHS of one."""

    async def fill() -> None:
        store = await open_database(database, 1)
        try:
            for bot, table in BOTS.items():
                await introduce(store, bot)
                results = play(("p1", "p2", "p3", "p4"), 1).results
                for id_, label in ((table, "KBDF"), (f"{table}b", "VTHS"))[: 1 + (bot == "club")]:
                    change = Change(
                        bot=bot,
                        subject=Subject(TABLE, id_),
                        expected=0,
                        action_id="end",
                        actor="host",
                        entry="play x",
                        at=1000,
                        snapshot="{}",
                        phase="closed",
                        channel="club/bar",
                        label=label,
                        results=results,
                    )
                    assert await store.commit(change) == Committed(1)
        finally:
            await store.close()

    asyncio.run(fill())
    return database


def corrected(database: Database) -> list[str]:
    """The bots of which the match of KBDF has been corrected."""

    async def look() -> list[str]:
        store = await open_database(database, 1)
        try:
            return [bot for bot, table in BOTS.items() if await store.corrections(bot, (table, 1))]
        finally:
            await store.close()

    return asyncio.run(look())


def test_a_match_of_two_bots_is_corrected_only_for_the_one_that_is_named(both: Database) -> None:
    with pytest.raises(Unusable, match=r"KBDF: there is one of bot bot and one of bot club; say whose with --bot NAME"):
        correct(both, "KBDF", "annul", "a slip", 5)
    assert corrected(both) == []
    assert correct(both, "KBDF:1", "annul", "a slip", 5, "club") == "KBDF:1 of bot club: annul from now on (a slip)"
    assert corrected(both) == ["club"]


def test_where_there_are_several_bots_the_answer_says_whose_match_it_was(both: Database) -> None:
    assert correct(both, "VTHS", "annul", "a slip", 5) == "VTHS of bot club: annul from now on (a slip)"
    for bot in ("bot", "another"):
        with pytest.raises(Unusable, match="no match VTHS has ended here"):
            correct(both, "VTHS", "annul", "a slip", 5, bot)
    assert corrected(both) == []
