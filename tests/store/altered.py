"""A database in which much has happened, and all that somebody may change in it without the program."""

import asyncio
import re
import sqlite3
from pathlib import Path
from typing import Final

from bot.boards.board import OVERALL, Query
from bot.boards.boards import Boards
from bot.host.door import Accepted
from bot.store.digests import digest_everything, with_digests
from bot.tables.table import PLAYING
from engine.actions import format_action
from engine.players import PLAYERS
from engine.view import view
from tests.boards.season import BOT
from tests.boards.test_privacy import played
from tests.host.test_door import World, world
from tests.tables.playing import ANNA, FAST

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
the mirrors of a tally: of tallies was altered
    UPDATE tallies SET mirrors = 'elsewhere';
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


def live_through(folder: Path) -> Path:
    """A match that was played, counted and corrected twice, and a table in the midst of a deal."""

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
    assert isinstance(await here.door.open("t2", "GIALLO", "c1", ANNA, FAST), Accepted)
    number = 0
    for command in ("computer E greedy", "computer S greedy", "computer W greedy", "start"):
        number += 1
        assert isinstance(await here.door.submit("t2", ANNA, f"b{number}", command), Accepted)
    table = await here.door.table("t2")
    assert table is not None
    while table.phase != PLAYING or len(table.lines) < 4 or table.in_turn != table.seat_of("p1"):
        if table.in_turn and table.in_turn == table.seat_of("p1"):
            number += 1
            assert table.game is not None
            action = PLAYERS["greedy"](1).choose(view(table.game.deal, table.in_turn))
            reply = await here.door.submit("t2", ANNA, f"b{number}", f"play {format_action(action)}")
            assert isinstance(reply, Accepted), reply
        else:
            await here.tick()
        table = await here.door.table("t2")
        assert table is not None


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


def rows(path: Path, table: str) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(path)
    found = sorted(connection.execute(f"SELECT * FROM {table}"))  # noqa: S608  names of the schema
    connection.close()
    return found
