"""`burraco db check --rebuild`: tallies are made anew, and matches from before boards are counted by their logs."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.boards.board import OVERALL, Board, Query
from bot.boards.boards import Boards
from bot.cli.rebuild import seats_of
from bot.store.backfill import fill_older
from bot.store.digests import digest_everything
from bot.store.host_lock import only_host
from bot.tables.table import PAUSE, PLAYING
from bot.tables.who import HOST, Who
from engine.actions import format_action
from engine.players import PLAYERS
from engine.view import view
from tests.boards.season import BOT
from tests.boards.test_privacy import played
from tests.host.test_door import World, world
from tests.tables.playing import ANNA

QUERY = Query(scope=OVERALL)
NOW = 4 * 10**12


async def two_matches(here: World) -> None:
    """Two matches of one table; in the first one somebody is replaced."""
    await played(here)
    table = await here.done(ANNA, "rematch")
    while table.phase in (PAUSE, PLAYING):
        if table.phase == PAUSE:
            table = await here.done(Who(HOST), "deal" if table.seed else "seal")
            continue
        assert table.game is not None
        action = PLAYERS["greedy"](len(table.lines)).choose(view(table.game.deal, table.in_turn))
        table = await here.done(Who(HOST), f"play {format_action(action)}")


def inside(path: Path, body: Callable[[World], Awaitable[None]]) -> None:
    async def whole() -> None:
        async with world(path) as here:
            await body(here)

    asyncio.run(whole())


def board_of(path: Path) -> Board:
    found: list[Board] = []

    async def look(here: World) -> None:
        found.append(await Boards(here.store, BOT).board(QUERY, NOW))

    inside(path, look)
    return found[0]


def sql(path: Path, *statements: str, trusted: bool = False) -> None:
    """Changes what is stored; `trusted`: as if an older program had written it, before rows had digests."""
    connection = sqlite3.connect(path / "burraco.db")
    for statement in statements:
        connection.execute(statement)
    if trusted:
        digest_everything(connection)
    connection.commit()
    connection.close()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BURRACO_DATABASE", str(tmp_path / "burraco.db"))
    inside(tmp_path, two_matches)
    return tmp_path


def test_a_match_from_before_boards_is_counted_by_its_log(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = board_of(folder)
    assert {row.figures.matches for row in before.rows} == {2}
    sql(folder, "UPDATE results SET players = ''", "DELETE FROM tallies", trusted=True)
    assert main(["db", "check"]) == 0
    assert "0 matches, and 2 from before boards" in capsys.readouterr().out
    assert board_of(folder).rows == ()
    assert main(["db", "check", "--rebuild"]) == 0
    out = capsys.readouterr().out
    assert "2 matches counted by their logs" in out
    assert out.endswith("boards      2 matches\n")
    assert board_of(folder) == before


def test_a_log_that_no_longer_folds_leaves_its_match_uncounted_with_a_word(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sql(folder, "UPDATE results SET players = ''", "UPDATE log SET entry = 'dance' WHERE seq = 8", trusted=True)
    assert main(["db", "check", "--rebuild"]) == 1
    out = capsys.readouterr().out
    assert out.count("cannot be counted: entry 8") == 2
    assert "folds       FAULT: table t1 (ROSSO) of bot bot: row 8 of log does not fold in this version" in out
    assert "0 matches, and 2 from before boards" in out


def test_what_is_counted_wrongly_is_counted_anew(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = board_of(folder)
    sql(folder, "UPDATE tallies SET channel = 'elsewhere'")
    assert main(["db", "check"]) == 1
    assert main(["db", "check", "--rebuild"]) == 0
    assert capsys.readouterr().out.endswith("boards      2 matches\n")
    assert board_of(folder) == before


def test_nobody_hosts_meanwhile(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with only_host(folder / "burraco.db"):
        assert main(["db", "check", "--rebuild"]) == 2
        assert "another host is running" in capsys.readouterr().err
        assert main(["db", "check"]) == 0


@pytest.mark.parametrize(("statement", "words"), [
    ("UPDATE results SET totals = 'NS 5 EW 10' WHERE kind = 'match'", "has the result NS 5 EW 10 of a match whose"),
    ("UPDATE results SET totals = 'NS 5 EW 10' WHERE kind = 'deal'", "has the result NS 5 EW 10 of a deal 1 whose"),
    ("UPDATE results SET totals = '' WHERE kind = 'match'", "has the result nothing of a match whose record says NS "),
    ("DELETE FROM results WHERE kind = 'deal'", "has no result of its deal 1"),
    ("UPDATE results SET number = 2 WHERE kind = 'deal'", "has no result of its deal 1"),
    (
        "UPDATE results SET record = replace(record, '\"Bruno\"', '\"Eve\"') WHERE kind = 'deal'",
        "is deal 1 of a match whose record tells it otherwise",
    ),
])  # fmt: skip
def test_a_result_that_is_not_what_its_record_says_is_a_fault(
    folder: Path, capsys: pytest.CaptureFixture[str], statement: str, words: str
) -> None:
    board_of(folder)
    sql(folder, statement)
    assert main(["db", "check"]) == 1
    out = capsys.readouterr().out
    assert "digests     FAULT: " in out
    assert "results     FAULT: 2 differ from their records\n" in out
    assert out.count(words) == 2
    assert out.endswith("boards      2 matches\n")


def test_a_tally_that_is_gone_is_told_and_made_when_a_board_is_asked_for(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = board_of(folder)
    sql(folder, "DELETE FROM tallies WHERE number = 1")
    assert main(["db", "check"]) == 0
    words = "boards      2 matches, 1 of them counted when a board is next asked for\n"
    assert capsys.readouterr().out.endswith(words)
    assert board_of(folder) == before
    assert main(["db", "check"]) == 0
    assert capsys.readouterr().out.endswith("boards      2 matches\n")


def test_filling_in_older_matches_vouches_for_nothing_that_was_altered(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sql(folder, "UPDATE results SET players = ''", trusted=True)
    sql(folder, "UPDATE log SET logged_at = logged_at + 1 WHERE seq = 9")
    assert main(["db", "check"]) == 1
    before = [line for line in capsys.readouterr().out.splitlines() if line.startswith("digests")]
    assert "row 9 of log" in before[0]
    assert fill_older(folder / "burraco.db", seats_of) == (2, [])
    assert main(["db", "check"]) == 1
    assert [line for line in capsys.readouterr().out.splitlines() if line.startswith("digests")] == before
