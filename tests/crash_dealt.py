"""A club's evening dealt in the chat whose host is killed with `kill -9`, again and again, until the last standings.

The child hosts pairs of computer players, Mitchell with a Danese final: it opens the tables of each round, deals,
plays, calls time, collects the scores and pairs again, on a clock that runs faster. The parent kills it after so many
scores, and a moment, spread over the evening's course; only the last child ends the evening, so that no kill comes too
late. In the end every round was played at all its tables, each score stands as its table tells it, and `burraco
tournament` finds in the exported file the same standings. In duplicate all tables of a round have one deck, each round
another, and in the end everything is open.
"""

import argparse
import asyncio
import json
import os
import secrets
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from bot.database_address import Database, parse_database
from bot.durations import DAY
from bot.host.door import Door
from bot.host.scheduler import Scheduler
from bot.requests.service import Service
from bot.store.store import open_database
from bot.tables.assigned import round_result
from bot.tables.who import HOST, Who
from bot.tournaments.club_tournament import ENDED, OVER, Announcement, ClubTournament
from bot.tournaments.commands import command
from bot.tournaments.dealing import table_id, table_ids, table_ids_of
from bot.tournaments.evening_file import document_text
from bot.tournaments.tournaments import Tournaments
from engine.actions import Action
from engine.players import PLAYERS
from engine.tournament.answers import standings_rows
from engine.tournament.standings import standings
from engine.view import View
from tests.databases import add_database, database_of, named

BOT = "crash"
ID = "tour0000000000000001"
CHANNEL = "discord:1/10"
ARBITER = Who("p0")
PAIRS = 80
ROUNDS = 4
FASTER = 100  # the clock of the child; a day after the last round is long even so: the arbiter finishes
BEGAN = 1_760_000_000_000
TURNS = 60  # seconds of that clock from the go until time is called: a whole deal takes long
MOMENT = 0.5  # seconds at most from the score after which it is killed
ROOT = Path(__file__).parent.parent


def now() -> int:
    """Later at each start, too, without a clock that is set back."""
    return BEGAN + (time.time_ns() // 1_000_000 - BEGAN) * FASTER


# --- the child --------------------------------------------------------------------------------------------------------


async def think(_name: str, seen: View, _person: str = "") -> Action:
    return PLAYERS["random"](5).choose(seen)


async def host(database: Database, pairs: int, rounds: int, *, duplicate: bool, finishes: bool) -> None:
    """Host the evening to its end, or until killed; says how many scores are in whenever there are more."""
    store = await open_database(database, now())
    door = Door(store, BOT, now, secrets.token_bytes)
    service = Service(door, store, BOT, "en")
    tournaments = service.tournaments.tournaments
    scheduler = Scheduler(door, store, think)
    await announce(tournaments, pairs, rounds, duplicate=duplicate)
    scores = -1
    while (one := await tournaments.find(ID)) is not None and one.state not in ENDED:
        if (found := scores_in(one)) > scores:
            scores = found
            print(scores, flush=True)
        await direct(tournaments, door, one, finishes=finishes)
        moved = await tournaments.fire() + await scheduler.fire()
        await asyncio.sleep(0 if moved else 0.005)  # until something is due: this only looks again, it ends nothing
    await store.close()


async def announce(tournaments: Tournaments, pairs: int, rounds: int, *, duplicate: bool) -> None:
    """Again after each start, which changes nothing."""
    form = Announcement(
        "Proof", "febur", "pairs", methods(rounds), (1,) * rounds, window=0, automatic=True, cards="dealt",
        starts=now() + DAY, duplicate=duplicate,
    )  # fmt: skip
    one = await tournaments.find(ID) or await tournaments.announce(ID, CHANNEL, ARBITER, form)
    if not isinstance(one, ClubTournament) or one.seed:
        return
    for number in range(1, pairs + 1):
        players = [f"c{2 * number - 1}:random", f"c{2 * number}:random"]
        await tournaments.submit(ID, Who(HOST), f"e{number}", command("enter", players=players))
    await tournaments.submit(ID, ARBITER, "start", command("start"))


def methods(rounds: int) -> tuple[str, ...]:
    return (*("mitchell",) * (rounds - 1), "danese")


def scores_in(one: ClubTournament) -> int:
    """Of all rounds."""
    return sum('"type":"result"' in event for event in one.events)


async def direct(tournaments: Tournaments, door: Door, one: ClubTournament, *, finishes: bool) -> None:
    """What nobody but an arbiter does: time is called early, though not before all is dealt, and the evening finished.

    A host that was away may have dealt nothing until then, and no deal is begun after the time.
    """
    current = one.current
    if current is None:
        return
    if current.closed and not one.has_rounds_left and finishes:
        await tournaments.submit(ID, ARBITER, "finish", command("finish"))
    elif one.went_at and now() > one.went_at + TURNS * 1000 and not current.timed_out and not current.closed:
        tables = [await door.table(table) for table in table_ids(ID, one).values()]
        if not all(table is not None and table.match is not None and table.game is not None for table in tables):
            return
        line = command("rule", type="timeout", round=current.number)
        await tournaments.submit(ID, ARBITER, f"time:{current.number}", line)


# --- the parent -------------------------------------------------------------------------------------------------------


def campaign(
    kills: int, seed: int, database: Database, pairs: int = PAIRS, rounds: int = ROUNDS, *, duplicate: bool = False
) -> str:
    """Kill a host so many times on the way; what was found, in a line. Raises `AssertionError`."""
    chance = Random(seed)  # noqa: S311  when to kill, not what is dealt
    tables = pairs // 2 * rounds
    more = ["--duplicate"] if duplicate else []
    course = [_kill(database, pairs, rounds, most, chance, *more) for most in spread(kills, tables, chance)]
    assert _begin(database, pairs, rounds, "--last", *more).wait() == 0
    found = asyncio.run(_found(database, tables, rounds))
    return f"{len(course)} kills, with {list_of(course)} of {tables} scores in: {found}"


def spread(kills: int, steps: int, chance: Random) -> list[int]:
    """After how many of an evening's steps it is killed: once in each of as many parts of its course."""
    return [chance.randrange(steps * part // kills, steps * (part + 1) // kills) for part in range(kills)]


def list_of(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))


def _kill(database: Database, pairs: int, rounds: int, scores: int, chance: Random, *more: str) -> int:
    """Kill a child a moment after so many scores are in; how many there were."""
    with _begin(database, pairs, rounds, *more) as child:
        assert child.stdout is not None
        there = next(found for found in map(int, child.stdout) if found >= scores)
        with suppress(subprocess.TimeoutExpired):
            child.wait(chance.uniform(0, MOMENT))
        child.kill()
        assert child.wait() == -signal.SIGKILL
    return there


def _begin(database: Database, pairs: int, rounds: int, *more: str) -> "subprocess.Popen[str]":
    command_line = [
        sys.executable, "-m", "tests.crash_dealt", "--child", named(database), "--pairs", str(pairs),
        "--rounds", str(rounds), *more,
    ]  # fmt: skip
    out = subprocess.DEVNULL if "--last" in more else subprocess.PIPE
    return subprocess.Popen(command_line, stdout=out, text=True, cwd=ROOT, env=dict(os.environ))


async def _found(database: Database, tables: int, rounds: int) -> str:
    store = await open_database(database, now())
    door = Door(store, BOT, now, secrets.token_bytes)
    service = Service(door, store, BOT, "en")
    one = await service.tournaments.tournaments.find(ID)
    assert one is not None
    assert one.progress is not None
    assert one.state == OVER
    agrees_with_its_file(one)
    events = [json.loads(text) for text in one.events]
    kinds = Counter([event["type"] for event in events])
    assert (kinds["paired"], kinds["closed"], kinds["finished"]) == (rounds, rounds, 1)
    results = [event for event in events if event["type"] == "result"]
    assert len({(event["round"], event["table"]) for event in results}) == len(results) == tables
    for event in results:
        table = await door.table(table_id(ID, event["round"], event["table"]))
        outcome = round_result(table) if table is not None else None
        assert outcome is not None
        assert [list(points) for points in outcome.deals] == event["deals"]
    await _check_decks(door, one)
    await store.close()
    return f"{len(results)} tables, each score as its table tells it, the file has the same standings"


async def _check_decks(door: Door, one: ClubTournament) -> None:
    """One deck for all tables of each round, in duplicate; else none."""
    assert one.progress is not None
    assert (one.sealed_rounds, one.own_deals) == ((), ())
    decks = []
    for each in one.progress.rounds:
        tables = [await door.table(there) for there in table_ids_of(ID, each).values()]
        found = {(table.deck, table.records[0].tags["Seed"], table.sealed) for table in tables if table is not None}
        decks += [deck for deck, _, _ in found]
        if one.announcement.duplicate:
            assert [sealed for _, _, sealed in found] == [False]
    assert len(set(decks)) == (len(one.progress.rounds) if one.announcement.duplicate else 1)


def agrees_with_its_file(one: ClubTournament) -> None:
    """The program says of the exported file that all follows, and has the standings that the host has posted."""
    assert one.progress is not None
    with TemporaryDirectory() as folder:
        file = Path(folder) / "evening.json"
        file.write_text(document_text(one, {}), "utf-8")
        assert _burraco("check", file) == {"ok": True}
        found = _burraco("standings", file)
    assert found["final"] is True
    assert found["standings"] == json.loads(json.dumps(standings_rows(standings(one.progress))))
    closings = [json.loads(text) for text in one.events if '"type":"closed"' in text]
    assert closings[-1]["standings"] == found["standings"]


def _burraco(action: str, file: Path) -> dict[str, object]:
    command_line = [sys.executable, "-m", "bot", "tournament", action, str(file), "--json"]
    answer = subprocess.run(command_line, capture_output=True, text=True, check=True, cwd=ROOT, env=dict(os.environ))
    found: dict[str, object] = json.loads(answer.stdout)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=PAIRS)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--duplicate", action="store_true")
    parser.add_argument("--child", type=parse_database)
    parser.add_argument("--last", action="store_true")
    add_database(parser)
    options = parser.parse_args()
    if options.child:
        child = host(options.child, options.pairs, options.rounds, duplicate=options.duplicate, finishes=options.last)
        asyncio.run(child)
    else:
        with database_of(options.database) as database:
            sizes = options.pairs, options.rounds
            print(campaign(options.kills, options.seed, database, *sizes, duplicate=options.duplicate))


if __name__ == "__main__":
    main()
