"""Whatever is changed in the file without the program is noticed, by `db check` and at the start; both say where."""

import asyncio
import re
import shutil
import sqlite3
from pathlib import Path
from typing import Final

import pytest

from bot.__main__ import main
from bot.boards.board import OVERALL, Query
from bot.boards.boards import Boards
from bot.host.door import Done
from bot.host.ports import StoreError
from bot.host.table import PLAYING
from bot.store.check import refuse_faulty
from bot.store.digests import digest_everything, with_digests
from bot.store.migrations import shipped
from bot.store.upgrade import DIGESTS, upgrade
from engine.actions import format_action
from engine.players import PLAYERS
from engine.view import view
from tests.boards.season import BOT
from tests.boards.test_privacy import played
from tests.host.playing import ANNA, FAST
from tests.host.test_door import World, world

NOW = 4 * 10**12
ALTERATIONS: Final = """
a card in a play: row 12 of log
    UPDATE log SET entry = replace(entry, ':', ':2s') WHERE table_id = 't1' AND seq = 12;
another discard: of log, or a result that came with it, was altered
    UPDATE log SET entry = 'play x:4h' WHERE table_id = 't1' AND seq = (SELECT max(seq) FROM log WHERE entry LIKE
    'play x:%' AND table_id = 't1');
the seed of a deal: seed
    UPDATE log SET entry = 'seal SEED' WHERE entry LIKE 'seal%';
the seed of the draw: row 5 of log
    UPDATE log SET entry = 'start SEED' WHERE entry LIKE 'start%';
an actor: row 5 of log
    UPDATE log SET actor = 'p2 Bruno' WHERE table_id = 't1' AND seq = 5;
a name: row 2 of log
    UPDATE log SET actor = 'p2 Bruna' WHERE table_id = 't1' AND seq = 2;
a time: row 9 of log
    UPDATE log SET logged_at = logged_at + 1 WHERE table_id = 't1' AND seq = 9;
an action id: row 9 of log
    UPDATE log SET action_id = 'x' WHERE table_id = 't1' AND seq = 9;
a number of a row: row 9 of log
    UPDATE log SET seq = 900 WHERE table_id = 't1' AND seq = 9;
a row in the middle: row 20 of log is missing
    DELETE FROM log WHERE table_id = 't1' AND seq = 20;
the last row: t2 of bot bot is at revision
    DELETE FROM log WHERE table_id = 't2' AND seq = (SELECT revision FROM tables WHERE table_id = 't2');
the last row, and the revision: its row of tables was altered
    DELETE FROM log WHERE table_id = 't2' AND seq = (SELECT revision FROM tables WHERE table_id = 't2');
    UPDATE tables SET revision = revision - 1 WHERE table_id = 't2';
two rows exchanged: row 10 of log
    UPDATE log SET entry = CASE seq WHEN 10 THEN (SELECT entry FROM log WHERE table_id = 't1' AND seq = 12) ELSE
    (SELECT entry FROM log WHERE table_id = 't1' AND seq = 10) END WHERE table_id = 't1' AND seq IN (10, 12);
a row exchanged with its digest: row 10 of log
    UPDATE log SET seq = 999 WHERE table_id = 't1' AND seq = 10;
    UPDATE log SET seq = 10 WHERE table_id = 't1' AND seq = 12;
    UPDATE log SET seq = 12 WHERE table_id = 't1' AND seq = 999;
a row more: t2 of bot bot is at revision
    INSERT INTO log SELECT bot, table_id, seq + 1, 'x', actor, entry, logged_at, digest FROM log WHERE table_id =
    't2' ORDER BY seq DESC LIMIT 1;
the logs of two tables: row 3 of log
    UPDATE log SET table_id = 't3' WHERE seq = 3 AND table_id = 't1';
    UPDATE log SET table_id = 't1' WHERE seq = 3 AND table_id = 't2';
    UPDATE log SET table_id = 't2' WHERE seq = 3 AND table_id = 't3';
a commitment: another seed
    UPDATE commitments SET commitment = 'x' WHERE table_id = 't2';
a commitment that is gone: another seed
    DELETE FROM commitments WHERE table_id = 't1';
the record of a deal: row
    UPDATE results SET record = replace(record, 'Bruno', 'Zeno') WHERE kind = 'deal';
the record of a match: result
    UPDATE results SET record = record || ' ' WHERE kind = 'match';
totals: NS 5 EW 10
    UPDATE results SET totals = 'NS 5 EW 10' WHERE kind = 'match';
who sat where: result
    UPDATE results SET players = replace(players, 'p1', 'p7');
the number of a result: result
    UPDATE results SET number = 7 WHERE kind = 'deal';
a result that is gone: result
    DELETE FROM results WHERE kind = 'match';
a result more: row 5 of log, or a result
    INSERT INTO results SELECT bot, table_id, 5, 0, kind, number, record, totals, players, 0 FROM results WHERE kind
    = 'deal';
a tally: of tallies was altered
    UPDATE tallies SET facts = replace(facts, '"mp"', '"vp"');
the channel of a tally: channel elsewhere for c1
    UPDATE tallies SET channel = 'elsewhere';
the time of a tally: ended_at 5 for
    UPDATE tallies SET ended_at = 5;
a correction: correction 2
    UPDATE corrections SET totals = 'NS 0 EW 500' WHERE number = 2;
the reason of a correction: correction 1
    UPDATE corrections SET reason = 'x' WHERE number = 1;
a correction that is gone: had 2 corrections, 1 are there
    DELETE FROM corrections WHERE number = 2;
a snapshot: t2
    UPDATE tables SET snapshot = replace(snapshot, 'Anna', 'Zoe') WHERE table_id = 't2';
a phase: its row of tables
    UPDATE tables SET phase = 'closed' WHERE table_id = 't2';
a short name: its row of tables
    UPDATE tables SET code = 'VERDE' WHERE table_id = 't2';
a channel: its row of tables
    UPDATE tables SET channel = 'c9' WHERE table_id = 't2';
when a table changed: its row of tables
    UPDATE tables SET updated_at = 9 WHERE table_id = 't2';
a due time: of due was altered
    UPDATE due SET due_at = due_at + 1 WHERE table_id = 't2';
a due kind: row expire of due was altered
    UPDATE due SET kind = 'expire' WHERE table_id = 't2' AND kind = 'ping';
a letter from nowhere: of outbox
    UPDATE outbox SET revision = 900, settled = 900 WHERE table_id = 't2';
a digest: row 9 of log
    UPDATE log SET digest = 'SEED' WHERE table_id = 't1' AND seq = 9;
"""
"""What is changed, a word that the check says of it, and how, in SQL."""


def alterations() -> dict[str, tuple[str, str]]:
    """By what is changed: the SQL, and the word."""
    found: dict[str, tuple[str, str]] = {}
    for block in re.split(r"\n(?! )", ALTERATIONS.strip()):
        head, _, script = block.partition("\n")
        what, _, word = head.partition(": ")
        found[what] = (" ".join(script.replace("SEED", "5a" * 32).split()), word)
    return found


DERIVED = {
    "a due time that is gone": ("DELETE FROM due WHERE table_id = 't2'", "of due has nothing for"),
    "a snapshot": (
        "UPDATE tables SET snapshot = replace(snapshot, 'Anna', 'Zoe') WHERE table_id = 't2'",
        "has a snapshot with other names",
    ),
    "a phase": ("UPDATE tables SET phase = 'pause' WHERE table_id = 't2'", "has the phase 'pause' for 'playing'"),
    "a due time": (
        "UPDATE due SET due_at = due_at + 1 WHERE table_id = 't2' AND kind = 'ping'",
        "row ping of due has",
    ),
    "the record of a match": (
        "UPDATE results SET record = record || ' ' WHERE kind = 'match'",
        "has another record than its log brings",
    ),
    "a result that is gone": (
        "DELETE FROM results WHERE kind = 'match'",
        "of results is missing, which its log brings",
    ),
}
"""What digests that were written anew do not show: the fold does."""


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match that was played, counted and corrected twice, and a table in the midst of a deal."""
    folder = tmp_path_factory.mktemp("whole")

    async def evening() -> None:
        async with world(folder) as here:
            await played(here)
            boards = Boards(here.store, BOT)
            key = (await boards.history("p1"))[0].key
            for totals in ("NS 500 EW 0", "NS 400 EW 0"):
                await boards.correct(key, totals, "p1", "a slip", here.now)
            await boards.board(Query(scope=OVERALL), NOW)
            await begun(here)

    asyncio.run(evening())
    return folder / "burraco.db"


async def begun(here: World) -> None:
    assert isinstance(await here.door.open("t2", "GIALLO", "c1", ANNA, FAST), Done)
    number = 0
    for command in ("computer E greedy", "computer S greedy", "computer W greedy", "start"):
        number += 1
        assert isinstance(await here.door.submit("t2", ANNA, f"b{number}", command), Done)
    table = await here.door.table("t2")
    assert table is not None
    while table.phase != PLAYING or len(table.lines) < 4 or table.in_turn != table.seat_of("p1"):
        if table.in_turn and table.in_turn == table.seat_of("p1"):
            number += 1
            assert table.game is not None
            action = PLAYERS["greedy"](1).choose(view(table.game.deal, table.in_turn))
            reply = await here.door.submit("t2", ANNA, f"b{number}", f"play {format_action(action)}")
            assert isinstance(reply, Done), reply
        else:
            await here.tick()
        table = await here.door.table("t2")
        assert table is not None


@pytest.fixture
def path(whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it, which the commands use."""
    copy = tmp_path / "burraco.db"
    shutil.copy(whole, copy)
    monkeypatch.setenv("BURRACO_DATABASE", str(copy))
    return copy


def alter(path: Path, script: str, *, anew: bool = False) -> None:
    """Change the file as somebody with a database browser would; `anew`: and whose program writes digests."""
    connection = with_digests(sqlite3.connect(path))
    before = connection.total_changes
    for statement in script.removesuffix(";").split("; "):
        connection.execute(statement)
    assert connection.total_changes > before, "nothing was changed"
    if anew:
        digest_everything(connection)
    connection.commit()
    connection.close()


def test_what_nobody_has_touched_is_sound(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["db", "check"]) == 0, capsys.readouterr().out
    out = capsys.readouterr().out
    assert "FAULT" not in out
    assert "folds       2 logs" in out
    refuse_faulty(path)


@pytest.mark.parametrize("what", alterations())
def test_every_alteration_is_noticed_and_named(path: Path, capsys: pytest.CaptureFixture[str], what: str) -> None:
    script, words = alterations()[what]
    alter(path, script)
    assert main(["db", "check"]) == 1
    out = capsys.readouterr().out
    assert words in out
    assert "t1" in out or "t2" in out
    with pytest.raises(StoreError, match=r"is faulty, so nothing is hosted: .*`burraco db repair`"):
        refuse_faulty(path)
    assert main(["db", "backup", f"{path}.copy"]) in (1, 2)
    assert "checked" not in capsys.readouterr().out


@pytest.mark.parametrize("what", DERIVED)
def test_what_is_not_as_the_log_has_it_is_noticed_without_digests(
    path: Path, capsys: pytest.CaptureFixture[str], what: str
) -> None:
    script, words = DERIVED[what]
    alter(path, script, anew=True)
    assert main(["db", "check"]) == 1
    out = capsys.readouterr().out
    assert "digests     every row is what was stored" in out
    assert words in out
    refuse_faulty(path)  # the file is what this program, or another version of it, has written: it may be hosted


def test_a_log_that_this_version_cannot_fold_is_told_from_an_altered_one(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    alter(path, "UPDATE log SET entry = 'dance' WHERE table_id = 't2' AND seq = 8", anew=True)
    assert main(["db", "check"]) == 1
    out = capsys.readouterr().out
    assert "digests     every row is what was stored" in out
    assert (
        "folds       FAULT: table t2 (GIALLO) of bot bot: row 8 of log does not fold in this version: "
        "entry 8: 'dance' is declined: no-such-command"
    ) in out
    refuse_faulty(path)
    assert main(["db", "backup", f"{path}.copy"]) == 1
    printed = capsys.readouterr()
    assert "copied, but not sound: folds: table t2" in printed.err
    assert Path(f"{path}.copy").exists()


def test_a_due_time_that_the_host_no_longer_waits_for_is_sound(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def dropped() -> None:
        async with world(path.parent) as here:
            for row in await here.store.due(BOT, 2**60):
                await here.store.drop_due(BOT, row)
            assert await here.store.due(BOT, 2**60) == ()
            assert await here.store.next_due(BOT) is None

    asyncio.run(dropped())
    assert main(["db", "check"]) == 0, capsys.readouterr().out


def test_a_host_does_not_start_with_an_altered_file(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    alter(path, alterations()["a card in a play"][0])
    before = path.read_bytes()
    monkeypatch.setenv("BURRACO_WEB", "127.0.0.1:0")
    assert main(["run"]) == 2
    printed = capsys.readouterr()
    assert f"{path}: is faulty, so nothing is hosted: table t1 of bot bot: row 12 of log" in printed.err
    assert "bring back a backup, or let `burraco db repair` make a copy" in printed.err
    assert "http://" not in printed.out
    assert path.read_bytes() == before


def older(whole: Path, path: Path) -> None:
    """The same database as the version before digests left it."""
    path.unlink()
    upgrade(path, 1, [one for one in shipped() if one.name < DIGESTS])
    connection = sqlite3.connect(path)
    connection.execute("ATTACH ? AS whole", (str(whole),))
    tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    for table in tables:
        columns = ", ".join([str(row[1]) for row in connection.execute(f"PRAGMA table_info({table})")])
        if table != "migrations":
            connection.execute(f"INSERT INTO {table} ({columns}) SELECT {columns} FROM whole.{table}")  # noqa: S608
    connection.commit()
    connection.close()


def test_rows_from_before_digests_get_theirs_with_the_upgrade(
    whole: Path, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    older(whole, path)
    assert main(["db", "check"]) == 1
    assert "0007_digests is still to be applied: `burraco db upgrade`" in capsys.readouterr().out
    assert main(["db", "upgrade"]) == 0
    capsys.readouterr()
    assert main(["db", "check"]) == 0, capsys.readouterr().out
    for table in ("log", "tables", "due", "tallies", "corrections", "commitments"):
        assert rows(path, table) == rows(whole, table)


def rows(path: Path, table: str) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(path)
    found = sorted(connection.execute(f"SELECT * FROM {table}"))  # noqa: S608
    connection.close()
    return found
