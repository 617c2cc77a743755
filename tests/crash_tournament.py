"""A host that is killed with `kill -9` in the middle of a tournament with real cards, until the last standings.

The child directs an evening at real tables from sheets alone, Mitchell with a Danese final. It says each action on its
standard output once it is stored, and each word about somebody's next table once it has left for their chat; whatever
is due it does by itself. The parent kills it after so many actions, spread over the evening's course, while it is about
the next one, and begins it again; only the last one finishes. In the end every acknowledged action is there, none
twice, everybody was told each of their tables, and `burraco tournament` finds in the exported file the same standings.
"""

import argparse
import asyncio
import os
import re
import secrets
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from bot.cli.platforms import Chats, WebHook
from bot.gateway.inbound.inbound import Inbound
from bot.gateway.outbound.limits import Limits
from bot.gateway.outbound.messenger import Chat, Drawn
from bot.host.budget import Budget, Budgets
from bot.host.door import Door
from bot.host.ports import Account, Person
from bot.messages.message import Message
from bot.requests.service import Service
from bot.store.sqlite import SqliteStore, open_store
from bot.tables.who import Declined, Who
from bot.tournaments.club_tournament import BEFORE, ENDED, OVER, Announcement, ClubTournament
from bot.tournaments.commands import command
from bot.tournaments.kind import is_private
from bot.tournaments.log import fold
from bot.tournaments.sheets import sheet_mark
from bot.tournaments.tournaments import Tournaments
from renderers.scenes import Look, Scene
from tests.crash_dealt import agrees_with_its_file, methods, spread

BOT = "crash"
ID = "tour0000000000000001"
ARBITER = Who("p0")
PAIRS = 80
ROUNDS = 4
WIDE = Budgets(Budget(1_000_000, 1), Budget(1_000_000, 1))
SEAT = re.compile(r"^Round (\d+): ", re.MULTILINE)


def now() -> int:
    return time.time_ns() // 1_000_000


def actions(pairs: int, rounds: int) -> int:
    """Of a whole evening: who signs up and agrees, and of each round the go, the sheets, the signatures, the end."""
    return 2 * pairs + 1 + rounds * (2 + pairs)


# --- the child --------------------------------------------------------------------------------------------------------


class OutputMessenger:
    """Says who has been told of their table in which round."""

    platform = "telegram"

    async def send(self, chat: Chat, message: Message, _drawn: Drawn | None, once: str) -> str:
        for number in SEAT.findall("\n".join(message.lines)) if chat.private else ():
            print("seats", chat.id, number, flush=True)
        return once

    async def edit(self, _chat: Chat, reference: str, _message: Message, _drawn: Drawn | None) -> str:
        return reference

    async def retire(self, _chat: Chat, _reference: str, _remove: bool) -> None:
        pass


@dataclass
class OutputPlatform:
    """A platform of which nothing comes."""

    messenger: OutputMessenger
    name: str = "telegram"
    hook: WebHook | None = None

    async def run(self, _inbound: Inbound, _limits: Limits, /) -> None:
        await asyncio.Event().wait()


async def nothing_drawn(_scene: Scene, _look: Look) -> Drawn:
    return Drawn(b"", 1, 1)


def pair_of(number: int) -> tuple[str, str]:
    return f"p{number}1", f"p{number}2"


async def host(path: Path, pairs: int, rounds: int, *, finishes: bool) -> None:
    """Direct the tournament to its end, or until killed."""
    store = await open_store(path, now())
    door = Door(store, BOT, now, secrets.token_bytes)
    service = Service(door, store, BOT, "en")
    tournaments = service.tournaments.tournaments
    chats = Chats([OutputPlatform(OutputMessenger())], service, door, store, nothing_drawn, {"telegram": WIDE})
    await meet(store, pairs)
    works = [asyncio.create_task(work()) for work in (tournaments.run, *chats.works())]
    form = Announcement("Thursday", "febur", "pairs", methods(rounds), (3,) * rounds, window=0)
    one = await tournaments.announce(ID, "telegram:-100", ARBITER, form)
    while isinstance(one, ClubTournament) and one.state not in ENDED:
        step = next_step(one, pairs, finishes=finishes)
        if step is None or (step[1] == command("go") and not await all_are_told(store)):
            await asyncio.sleep(0.005)  # until what is due by itself is done: this only looks again, it ends nothing
        else:
            await submit(tournaments, *step)
        one = await tournaments.find(ID) or Declined("none")
    for work in works:
        work.cancel()
    await asyncio.gather(*works, return_exceptions=True)
    await store.close()


async def meet(store: SqliteStore, pairs: int) -> None:
    """Everybody has an account; again after each start, which changes nothing."""
    for person in ("p0", *[one for number in range(1, pairs + 1) for one in pair_of(number)]):
        await store.register(BOT, Account("telegram", person), Person(person, person, "en"))


async def all_are_told(store: SqliteStore) -> bool:
    """The arbiter gives the go when everybody has read where they sit."""
    return not any(is_private(row.kind) for row in await store.waiting_letters(BOT, [ID], now()))


def next_step(one: ClubTournament, pairs: int, *, finishes: bool) -> tuple[Who, str] | None:
    """Who does what next; None where it is for the host to go on."""
    if one.state in BEFORE:
        return _signs_up(one, pairs)
    if one.current is None or one.current.closed:
        is_last = one.current is not None and not one.has_rounds_left
        return (ARBITER, command("finish")) if is_last and finishes else None
    if not one.went_at:
        return ARBITER, command("go")
    if not one.undecided or one.progress is None:
        return ARBITER, command("close")
    pairing = one.undecided[0]
    first, second = [one.progress.rosters[line[0]][0] for line in pairing.lines]
    sheets = list(one.sheets_of(pairing.table))
    if sheets:
        return Who(second), command("sign", mark=sheet_mark(one, sheets[0]))
    return Who(first), command("sheet", table=pairing.table, mp=[1200 + 5 * pairing.table, 800])


def _signs_up(one: ClubTournament, pairs: int) -> tuple[Who, str]:
    if one.proposals:
        waits = one.proposals[0]
        return Who(waits.players[1]), command("confirm", number=waits.number)
    if len(one.sign_ups) < pairs:
        pair = pair_of(len(one.sign_ups) + 1)
        return Who(pair[0]), command("enter", players=list(pair))
    return ARBITER, command("start")


async def submit(tournaments: Tournaments, who: Who, line: str) -> None:
    """Submit, and say so only when it is stored."""
    action_id = secrets.token_hex(8)
    if isinstance(await tournaments.submit(ID, who, action_id, line), ClubTournament):
        print("done", action_id, flush=True)


# --- the parent -------------------------------------------------------------------------------------------------------


def campaign(kills: int, seed: int, pairs: int = PAIRS, rounds: int = ROUNDS) -> str:
    """Kill a host so many times on the way; what was found, in a line. Raises `AssertionError`."""
    acknowledged: list[str] = []
    seats: Counter[tuple[str, str]] = Counter()
    with TemporaryDirectory() as folder:
        path = Path(folder) / "burraco.db"
        for most in [*spread(kills, actions(pairs, rounds), Random(seed)), None]:  # noqa: S311  when, not whom
            for word, *facts in _run(path, pairs, rounds, None if most is None else max(1, most - len(acknowledged))):
                if word == "done":
                    acknowledged += facts
                else:
                    seats[facts[0], facts[1]] += 1
        one, stored = asyncio.run(_stored(path))
        agrees_with_its_file(one)
    assert max(Counter(stored).values()) == 1, "an action was done twice"
    lost = set(acknowledged) - set(stored)
    assert not lost, f"{len(lost)} acknowledged actions were lost"
    assert one.state == OVER
    kinds = Counter(text.partition('"type":"')[2].partition('"')[0] for text in one.events)
    expected = (rounds, rounds * pairs // 2, rounds, 1)
    assert (kinds["paired"], kinds["result"], kinds["closed"], kinds["finished"]) == expected
    everybody = {(one, str(turn)) for number in range(1, pairs + 1) for one in pair_of(number) for turn in _of(rounds)}
    assert set(seats) == everybody, f"{len(everybody - set(seats))} were not told of a table"
    twice = sum(seats.values()) - len(seats)  # what had left when the host died, and was not yet marked
    return (
        f"{kills} kills: {len(acknowledged)} actions acknowledged, 0 lost, 0 doubled, "
        f"{len(seats)} words about a table, 0 lost, {twice} said twice, the file has the same standings"
    )


def _of(rounds: int) -> range:
    return range(1, rounds + 1)


def _run(path: Path, pairs: int, rounds: int, most: int | None) -> list[list[str]]:
    """What the child said until it was killed after so many actions, or to its end."""
    last = ["--last"] if most is None else []
    command_line = [
        sys.executable, "-m", "tests.crash_tournament", "--child", str(path), "--pairs", str(pairs),
        "--rounds", str(rounds), *last,
    ]  # fmt: skip
    root = Path(__file__).parent.parent
    with subprocess.Popen(command_line, stdout=subprocess.PIPE, text=True, cwd=root, env=dict(os.environ)) as child:
        assert child.stdout is not None
        lines: list[str] = []
        for line in child.stdout:
            lines.append(line)
            if sum(line.startswith("done") for line in lines) == most:
                child.kill()
        assert child.wait() == (0 if most is None else -signal.SIGKILL)
    return [line.split() for line in lines if line.endswith("\n")]  # the last one may have been cut by the kill


async def _stored(path: Path) -> tuple[ClubTournament, Sequence[str]]:
    store: SqliteStore = await open_store(path, now())
    log = await store.log(BOT, ID)
    await store.close()
    return fold(log), [row.action_id for row in log]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=PAIRS)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--child", type=Path)
    parser.add_argument("--last", action="store_true")
    options = parser.parse_args()
    if options.child:
        asyncio.run(host(options.child, options.pairs, options.rounds, finishes=options.last))
    else:
        print(campaign(options.kills, options.seed, options.pairs, options.rounds))


if __name__ == "__main__":
    main()
