"""A host that is killed with `kill -9` in the middle of a tournament, again and again, until the last standings.

The child directs a small evening and says each action on its standard output once it is stored; whatever is due it does
by itself. The parent kills it after so many of them, while it is about the next one, and begins it again. In the end
every acknowledged action is there, none twice, and the file of the tournament follows from itself to its end.
"""

import argparse
import asyncio
import os
import secrets
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from bot.store.sqlite import SqliteStore, open_store
from bot.tables.who import Declined, Who
from bot.tournaments.club_tournament import BEFORE, ENDED, OVER, Announcement, ClubTournament
from bot.tournaments.commands import command
from bot.tournaments.evening_file import document_text
from bot.tournaments.log import fold
from bot.tournaments.sheets import sheet_mark
from bot.tournaments.tournaments import Tournaments
from engine.tournament.fold import fold as check
from engine.tournament.reading import read_tournament

BOT = "crash"
ID = "tour0000000000000001"
ARBITER = Who("p0")
PAIRS = (("p11", "p12"), ("p21", "p22"), ("p31", "p32"), ("p41", "p42"))
EVENING = Announcement("Thursday", "febur", "pairs", ("mitchell", "danese"), (3, 3), window=0)


def now() -> int:
    return time.time_ns() // 1_000_000


# --- the child --------------------------------------------------------------------------------------------------------


async def host(path: Path) -> None:
    """Direct the tournament to its end, or until killed."""
    store = await open_store(path, now())
    tournaments = Tournaments(store, BOT, now, secrets.token_bytes, _hear, _hear)
    by_itself = asyncio.create_task(tournaments.run())
    one = await tournaments.announce(ID, "discord:1/10", ARBITER, EVENING)
    while isinstance(one, ClubTournament) and one.state not in ENDED:
        step = next_step(one)
        if step is None:
            await asyncio.sleep(0.005)  # until what is due by itself is done: this only looks again, it ends nothing
        else:
            await submit(tournaments, *step)
        one = await tournaments.find(ID) or Declined("none")
    by_itself.cancel()
    await store.close()


async def _hear(*_: object) -> None:
    """Nobody is in a chat."""


def next_step(one: ClubTournament) -> tuple[Who, str] | None:
    """Who does what next; None where it is for the host to go on."""
    if one.state in BEFORE:
        return _signs_up(one)
    if one.current is None or one.current.closed:
        is_last = one.current is not None and not one.has_rounds_left
        return (ARBITER, command("finish")) if is_last else None
    if not one.went_at:
        return ARBITER, command("go")
    if not one.undecided or one.progress is None:
        return ARBITER, command("close")
    pairing = one.undecided[0]
    first, second = [one.progress.rosters[line[0]][0] for line in pairing.lines]
    sheets = list(one.sheets_of(pairing.table))
    if sheets:
        return Who(second), command("sign", mark=sheet_mark(one, sheets[0]))
    return Who(first), command("sheet", table=pairing.table, mp=[1200, 800])


def _signs_up(one: ClubTournament) -> tuple[Who, str]:
    if one.proposals:
        waits = one.proposals[0]
        return Who(waits.players[1]), command("confirm", number=waits.number)
    if len(one.sign_ups) < len(PAIRS):
        pair = PAIRS[len(one.sign_ups)]
        return Who(pair[0]), command("enter", players=list(pair))
    return ARBITER, command("start")


async def submit(tournaments: Tournaments, who: Who, line: str) -> None:
    """Submit, and say so only when it is stored."""
    action_id = secrets.token_hex(8)
    if isinstance(await tournaments.submit(ID, who, action_id, line), ClubTournament):
        print(action_id, flush=True)


# --- the parent -------------------------------------------------------------------------------------------------------


def campaign(kills: int, seed: int) -> str:
    """Kill a host so many times, or until it has finished; what was found, in a line. Raises `AssertionError`."""
    chance = Random(seed)  # noqa: S311  # when to kill, not whom to seat
    acknowledged: list[str] = []
    killed = 0
    with TemporaryDirectory() as folder:
        path = Path(folder) / "burraco.db"
        for _ in range(kills):
            lines, was_killed = _run(path, chance.randint(1, 3))
            acknowledged += lines
            killed += was_killed
        acknowledged += _run(path, None)[0]
        one, actions = asyncio.run(_stored(path))
    stored = Counter(actions)
    assert max(stored.values()) == 1, "an action was done twice"
    lost = [action for action in acknowledged if action not in stored]
    assert not lost, f"{len(lost)} acknowledged actions were lost"
    _, objection = check(read_tournament(document_text(one, {})))
    assert objection is None, objection
    assert one.state == OVER
    rounds = Counter(text.partition('"type":"')[2].partition('"')[0] for text in one.events)
    assert (rounds["paired"], rounds["result"], rounds["closed"], rounds["finished"]) == (2, 4, 2, 1)
    return f"{killed} kills: {len(acknowledged)} actions acknowledged, 0 lost, 0 doubled, the tournament finished"


def _run(path: Path, most: int | None) -> tuple[list[str], bool]:
    """What the child acknowledged until it was killed after so many, or to its end; and whether it was killed."""
    command_line = [sys.executable, "-m", "tests.crash_tournament", "--child", str(path)]
    root = Path(__file__).parent.parent
    with subprocess.Popen(command_line, stdout=subprocess.PIPE, text=True, cwd=root, env=dict(os.environ)) as child:
        assert child.stdout is not None
        lines: list[str] = []
        while most is None or len(lines) < most:
            line = child.stdout.readline()
            if not line:
                assert child.wait() == 0
                return lines, False
            lines.append(line.strip())
        child.kill()
        rest = child.stdout.read().split("\n")[:-1]  # whole lines only: the last one may have been cut
        return [*lines, *rest], True


async def _stored(path: Path) -> tuple[ClubTournament, Sequence[str]]:
    store: SqliteStore = await open_store(path, now())
    log = await store.log(BOT, ID)
    await store.close()
    return fold(log), [row.action_id for row in log]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--child", type=Path)
    options = parser.parse_args()
    if options.child:
        asyncio.run(host(options.child))
    else:
        print(campaign(options.kills, options.seed))


if __name__ == "__main__":
    main()
