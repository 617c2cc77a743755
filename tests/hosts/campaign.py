"""Hosts of one PostgreSQL database meet with all that may happen to them, while people play in windows and in chats.

    python -m tests.hosts.campaign --tables 20 --chat-tables 5 --kills 30 --stalls 5 --cuts 5 --server-kills 5
    python -m tests.hosts.campaign … --seed 2 --minutes 8 --note blocks.jsonl
    python -m tests.hosts.campaign --sum blocks.jsonl

A host is killed, sleeps and wakes, loses its way to the database, is stopped and started again as for a new version;
the database is killed. In the end each action that was acknowledged is stored once, each person's in the order in which
they were acknowledged, the database is sound, nobody was shown a card that was not for them, and no host has told of a
fault. `--minutes` ends a block early; blocks with seeds of their own, each noted as a line, are summed up by `--sum`.

A table moves again when somebody there has had an action acknowledged after the blow; how long it takes until both
have is told apart. Both times have in them that people look for another host, three seconds where theirs does not
answer, and the seconds for which they think before each action (`--thinks`); the second one, that each must be in turn.
The next blow falls once both have played at all tables, or at this `--share` of them: what the others wait is counted
on then, with all that befalls them meanwhile. `--calms` are moments in which nothing falls, to compare.

Where something is wrong, all that there is of it stays in a folder whose name is printed: the hosts' logs, the
database, what was found, and what stood before whom.
"""

import argparse
import asyncio
import json
import secrets
import shutil
import subprocess
import sys
import traceback
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from statistics import quantiles
from tempfile import mkdtemp
from typing import Any, Final, Protocol

import aiohttp

from bot.cli.run import now
from bot.database_address import ServerDatabase
from bot.host.door import Accepted, Door
from bot.requests.own_link import account_of, new_token
from bot.requests.service import Service
from bot.store.postgres import PostgresStore
from bot.tables.table import Settings
from bot.tables.who import HOST, Who
from tests.hosts.blows import BLOWS, LONG, Ground, falls
from tests.hosts.chat_tables import ChatPerson, Site, chat_people, chats, check_chats
from tests.hosts.network import network
from tests.hosts.several import BOT, HostProcess, Person, check_shown, check_stored, several
from tests.hosts.shown import shown_after
from tests.postgres_server import PostgresServer, binaries, running_server

PATIENCE: Final = 90.0
ALL: Final = 1.0  # of the tables
LONG_MATCH: Final = "hands=8"
ASLEEP: Final = " while a host sleeps"


class Player(Protocol):
    """Somebody at a table of the campaign."""

    moved_at: list[float]
    is_over: bool  # the match

    @property
    def stands(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Plan:
    """What a block is to be. `minutes`: after which no blow falls any more; 0: all of them fall."""

    tables: int
    chat_tables: int  # of each platform
    platforms: tuple[str, ...]
    shards: int
    blows: Mapping[str, int]
    stall: float
    thinks: float
    between: tuple[float, float]  # seconds from when all tables have moved to the next blow
    minutes: float
    share: float
    looks: int  # at how soon a window of another host shows something
    seed: int


@dataclass
class Found:
    """What a block has come to."""

    plan: Plan
    fallen: Counter[str]
    waits: dict[str, list[float]]  # by the kind of a blow, until both of a table's two have played
    chat_waits: dict[str, list[float]]
    first_waits: dict[str, list[float]]  # until one of them has
    first_chat_waits: dict[str, list[float]]
    error_lines: Counter[str]  # by the hosts, as errors
    actions: int = 0
    in_chats: int = 0
    sent_again: int = 0
    views: int = 0
    elsewhere: list[float] = field(default_factory=list)  # seconds until another host's window shows it
    unheard: dict[str, int] | None = None  # presses of each platform
    twice: dict[str, int] | None = None  # tables that stand twice there
    went_back: dict[str, int] | None = None  # times that somebody was shown an earlier stage again

    @classmethod
    def none(cls, plan: Plan) -> "Found":
        return cls(plan, Counter(), {}, {}, {}, {}, Counter())

    def noted(self) -> dict[str, Any]:
        plan = {"tables": self.plan.tables, "chat_tables": self.plan.chat_tables, "seed": self.plan.seed}
        return {**vars(self), "plan": plan}


def words(blocks: Sequence[Mapping[str, Any]]) -> str:
    """What some blocks have come to together, as they were noted."""

    def total(name: str) -> int:
        return sum(one[name] for one in blocks)

    def of_all(name: str, kind: str) -> list[float]:
        return [wait for one in blocks for wait in one.get(name, {}).get(kind, [])]

    def counted(name: str) -> Counter[str]:
        return sum((Counter(one.get(name) or {}) for one in blocks), Counter())

    tables = sorted({(one["plan"]["tables"], one["plan"]["chat_tables"]) for one in blocks})
    fallen = ", ".join(f"{many} {blow}s" for blow, many in counted("fallen").items())
    actions = f"{total('actions')} actions acknowledged in windows, {total('in_chats')} in chats"
    elsewhere = [wait for one in blocks for wait in one["elsewhere"]]
    lines = [
        f"{len(blocks)} blocks with so many tables of windows and of each chat: {tables}; {fallen}",
        f"{actions}, 0 lost, 0 doubled, all in order",
        f"{total('sent_again')} were sent again to another host; {total('views')} views had no card of others",
    ]
    for name, what in (
        ("first_waits", "a window's table moves again"),
        ("waits", "both people in windows have played again"),
        ("first_chat_waits", "a chat's table moves again"),
        ("chat_waits", "both people in a chat have played again"),
    ):
        kinds = sorted({kind for one in blocks for kind in one.get(name, {})})
        by_kind = {kind: of_all(name, kind) for kind in kinds}
        by_kind["blow of any kind"] = [wait for kind in kinds if kind != "calm" for wait in by_kind[kind]]
        lines += [f"{what} after a {kind}: {figures(found)}" for kind, found in by_kind.items() if found]
    lines += [
        *([f"another host's window shows it after its answer: {figures(elsewhere)}"] if elsewhere else []),
        f"presses that nobody answered in time: {dict(counted('unheard'))}",
        f"tables that stand twice in a chat: {dict(counted('twice'))}",
        f"times that a chat showed somebody an earlier stage again: {dict(counted('went_back'))}",
    ]
    lines += [f"told {times} times: {what}" for what, times in counted("error_lines").most_common()]
    return "\n".join(lines)


# --- a block ----------------------------------------------------------------------------------------------------------


async def campaign(server: PostgresServer, folder: Path, plan: Plan) -> Found:
    """What was found. Raises `AssertionError` where something was lost, doubled or stood still.

    Then the folder holds all that there is of it.
    """
    chance, database = Random(plan.seed), server.new_database()  # noqa: S311  when to kill, not what to deal
    found, everybody = Found.none(plan), list[Player]()
    hosts = list[HostProcess]()
    async with AsyncExitStack() as stack:
        try:
            sites = await stack.enter_async_context(chats(plan.platforms, plan.shards))
            ways = [await stack.enter_async_context(network(database, server.folder)) for _ in range(2)]
            settings = {name: value for site in sites for name, value in site.settings().items()}
            people, chatters = await _seated(database, sites, plan, chance)
            seated = [*_by_two(people), *_by_two(chatters)]
            everybody += [one for two in seated for one in two]
            hosts += await stack.enter_async_context(several(folder, [address for _, address in ways], settings))
            for one in people:
                one.hosts = hosts
            ground = Ground(server, hosts, [way for way, _ in ways], chance, plan.stall)
            await _play(ground, people, chatters, seated, found)
            for host in hosts:
                found.error_lines += host.error_lines
            await _check(database, sites, people, chatters, hosts, found)
        except BaseException as error:
            _keep(folder, database, server, everybody, error)
            _keep_seen(folder, [one for one in everybody if isinstance(one, ChatPerson)])
            raise
    return found


def _by_two(people: Sequence[Any]) -> list[tuple[Any, Any]]:
    return list(zip(people[::2], people[1::2], strict=True))


async def _play(
    ground: Ground,
    people: Sequence[Person],
    chatters: Sequence[ChatPerson],
    seated: Sequence[tuple[Any, Any]],
    found: Found,
) -> None:
    """Everybody plays while the blows fall; in the end all hosts have stopped."""
    over, time, plan = asyncio.Event(), asyncio.get_running_loop().time, found.plan
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
        found.elsewhere = await shown_after(session, ground.hosts, plan.looks)
        playing = asyncio.TaskGroup()  # who fails first ends all, and is what is told
        async with playing:
            for one in people:
                playing.create_task(one.plays(session, over))
            for each in chatters:
                playing.create_task(each.plays(over))
            await _moved(seated, time(), ALL, "the beginning")
            measured = list[asyncio.Task[None]]()
            ends_at = time() + 60 * plan.minutes if plan.minutes else float("inf")
            for blow in _shuffled(plan.blows, ground.chance):
                if time() > ends_at:
                    break
                await asyncio.sleep(ground.chance.uniform(*plan.between))
                kind, began = _kind(blow, ground), time()
                async with falls(blow, ground):
                    measured.append(playing.create_task(_measure(seated, len(people) // 2, began, kind, found)))
                    await _moved(seated, began, plan.share, blow)
                found.fallen[blow] += 1
            await ground.all_awake()
            await asyncio.gather(*measured)
            await _moved(seated, time(), ALL, "the last blow")
            over.set()
    statuses = [await one.stop() for one in ground.hosts]
    assert statuses == [0] * len(statuses), statuses
    faults = [fault for one in ground.hosts for fault in one.faults]
    assert faults == [], faults


def _kind(blow: str, ground: Ground) -> str:
    """A blow by how it is told: one that falls while a host sleeps leaves none, or only one, that could take over."""
    return f"{blow}{ASLEEP}" if ground.is_one_asleep and blow != "stall" else blow


async def _measure(seated: Sequence[tuple[Any, Any]], windows: int, began: float, kind: str, found: Found) -> None:
    """After how many seconds each table has moved; the first so many of them are in windows."""
    waits = await _moved(seated, began, ALL, kind)
    first = [_first_move(two, began) for two in seated]
    for times, in_windows, in_chats in (
        (waits, found.waits, found.chat_waits),
        (first, found.first_waits, found.first_chat_waits),
    ):
        in_windows.setdefault(kind, []).extend(wait for wait in times[:windows] if wait)
        in_chats.setdefault(kind, []).extend(wait for wait in times[windows:] if wait)
    line = f"{sum(found.fallen.values())}: {kind}, {max(waits, default=0):.1f} s at most"
    print(line, file=sys.stderr, flush=True)


async def _moved(seated: Sequence[tuple[Any, Any]], began: float, share: float, blow: str) -> list[float]:
    """After how many seconds each table has moved, once this share of them has; 0 where it has not, or is over.

    Raises `AssertionError`.
    """
    still = list(seated)
    try:
        async with asyncio.timeout(PATIENCE):
            while len(still) > (1 - share) * len(seated):
                still = [two for two in still if not two[0].is_over and not moved_after(two, began)]
                await asyncio.sleep(0.02)  # between two looks: people tell nobody of their moves
    except TimeoutError:
        looks = "\n".join("; ".join(one.stands for one in two) for two in still)
        raise AssertionError(f"after {blow} {len(still)} tables stand still:\n{looks}") from None
    return [moved_after(two, began) for two in seated]


async def _check(
    database: ServerDatabase,
    sites: Sequence[Site],
    people: list[Person],
    chatters: Sequence[ChatPerson],
    hosts: Sequence[HostProcess],
    found: Found,
) -> None:
    found.actions = await check_stored(database, people)
    found.sent_again = sum(person.sent_again for person in people)
    found.views = await check_shown(database, people)
    store = PostgresStore(database)
    try:
        found.in_chats = await check_chats(store, sites, chatters)
    finally:
        await store.close()
    found.unheard = {one.name: one.unheard() for one in sites}
    found.twice = {one.name: len(one.standing_twice()) for one in sites}
    found.went_back = dict(Counter(one.site.name for one in chatters for _ in one.went_back))
    for each in chatters:
        for what in each.went_back:
            print(f"{each.label} went back {what}", file=sys.stderr)
    assert not found.twice.get("discord"), [one.standing_twice() for one in sites]
    for one in sites:
        assert one.server.violations == []
        assert not any(one.server.token in host.log for host in hosts)


def _shuffled(wanted: Mapping[str, int], chance: Random) -> list[str]:
    blows = [blow for blow, many in wanted.items() for _ in range(many)]
    chance.shuffle(blows)
    return blows


def moved_after(people: Sequence[Player], began: float) -> float:
    """Seconds until both have had an action acknowledged, whoever's host it was; 0 where that is still to come."""
    first = [_first(one, began) for one in people]
    return max(first) if all(first) else 0.0


def _first_move(people: Sequence[Player], began: float) -> float:
    """Seconds until one of them has; 0 where that is still to come."""
    return min([first for one in people if (first := _first(one, began))], default=0.0)


def _first(one: Player, began: float) -> float:
    """Seconds until their first action after that was acknowledged, 0 where none has been."""
    return next((at - began for at in reversed(_since(one, began))), 0.0)


def _since(one: Player, began: float) -> list[float]:
    """When they moved after that, the newest first."""
    found = list[float]()
    for at in reversed(one.moved_at):
        if at <= began:
            break
        found.append(at)
    return found


def figures(seconds: Sequence[float]) -> str:
    cuts = quantiles(seconds, n=100, method="inclusive") if len(seconds) > 1 else [*seconds] * 99
    return f"{cuts[49]:.2f} s p50, {cuts[98]:.2f} s p99, {max(seconds):.2f} s at most ({len(seconds)})"


# --- the tables -------------------------------------------------------------------------------------------------------


async def _seated(
    database: ServerDatabase, sites: Sequence[Site], plan: Plan, chance: Random
) -> tuple[list[Person], list[ChatPerson]]:
    """Tables with cards on them, before any host is there."""
    store = PostgresStore(database)
    door = Door(store, BOT, now, secrets.token_bytes)
    service = Service(door, store, BOT)
    people, chatters = list[Person](), list[ChatPerson]()
    try:
        for number in range(plan.tables):
            two = [
                Person((), home, new_token(), thinks=plan.thinks, asks=max(0.2, plan.thinks / 2)) for home in range(2)
            ]
            for one in two:
                one.person = await service.register("web", account_of(one.token), "en", f"{'AB'[one.home]}{number}")
                one.table = f"w{number}"
            settings = Settings(house=LONG_MATCH, pace=0)
            await _begin(door, f"w{number}", f"W{number}", "", [one.person for one in two], settings)
            people += two
        for site in sites:
            for number in range(plan.chat_tables):
                channel, both = chat_people(site, number, plan.thinks, chance)
                for each in both:
                    each.person = await service.register(site.name, str(each.account.id), "en", each.label)
                settings = Settings(house=LONG_MATCH, pace=0, players=2)
                await _begin(door, f"c{both[0].label}", both[0].label, channel, [one.person for one in both], settings)
                chatters += both
    finally:
        await store.close()
    return people, chatters


async def _begin(door: Door, table: str, label: str, channel: str, people: Sequence[str], settings: Settings) -> None:
    who = [Who(one, name) for one, name in zip(people, ("Anna", "Bruno"), strict=True)]
    await door.open(table, label, channel, who[0], settings)
    steps = [(who[1], "join"), (who[0], "start"), (Who(HOST), "seal"), (Who(HOST), "deal")]
    for number, (one, command) in enumerate(steps):
        reply = await door.submit(table, one, f"{table}:{number}", command)
        assert isinstance(reply, Accepted), (command, reply)


# --- what stays of a failure ------------------------------------------------------------------------------------------


def _keep(
    folder: Path, database: ServerDatabase, server: PostgresServer, people: Sequence[Player], error: BaseException
) -> None:
    """Beside the hosts' logs, which are there already."""
    (folder / "failure.txt").write_text("".join(traceback.format_exception(error)), "utf-8")
    (folder / "people.txt").write_text("\n".join(one.stands for one in people), "utf-8")
    dump = [str(server.programs / "pg_dump"), "--file", str(folder / "database.sql"), database.address]
    subprocess.run(dump, check=False, capture_output=True)


def _keep_seen(folder: Path, chatters: Sequence[ChatPerson]) -> None:
    """What each person in a chat saw, and when: a line for each change."""
    for number, one in enumerate(chatters):
        lines = [f"{datetime.fromtimestamp(at, UTC):%H:%M:%S.%f} {sees}" for at, sees in one.seen]
        lines += [f"went back {what}" for what in one.went_back]
        lines += [f"acknowledged {what}: {one.stood_then[what]}" for what in one.acknowledged]
        (folder / f"seen-{one.label}-{number}.txt").write_text("\n".join(lines), "utf-8")


# --- the command ------------------------------------------------------------------------------------------------------


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, usual in (("tables", 10), ("chat-tables", 0), ("shards", 1), ("looks", 60), ("seed", 1)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    for name, seconds in (("stall", LONG), ("thinks", 0.0), ("minutes", 0.0), ("share", ALL)):
        parser.add_argument(f"--{name}", type=float, default=seconds)
    parser.add_argument("--between", type=float, nargs=2, default=(1.0, 3.0), metavar="SECONDS")
    parser.add_argument("--note", type=Path, help="a file to which what was found is added, as a line")
    parser.add_argument("--sum", type=Path, help="sum up what was noted in this file, and do nothing else")
    for blow in BLOWS:
        parser.add_argument(f"--{blow.replace(' ', '-')}s", type=int, default=0)
    parsed = parser.parse_args()
    if parsed.sum:
        print(words([json.loads(line) for line in parsed.sum.read_text("utf-8").splitlines()]))
        return 0
    options = vars(parsed)
    plan = Plan(
        tables=parsed.tables,
        chat_tables=parsed.chat_tables,
        platforms=("discord", "telegram") if parsed.chat_tables else (),
        shards=parsed.shards,
        blows={blow: options[f"{blow.replace(' ', '_')}s"] for blow in BLOWS},
        stall=parsed.stall,
        thinks=parsed.thinks,
        between=tuple(parsed.between),
        minutes=parsed.minutes,
        share=parsed.share,
        looks=parsed.looks,
        seed=parsed.seed,
    )
    return _run(plan, parsed.note)


def _run(plan: Plan, note: Path | None) -> int:
    programs = binaries()
    assert programs is not None, "there is no PostgreSQL on this machine"
    folder = Path(mkdtemp(prefix="campaign-"))
    try:
        with running_server(programs) as server:
            found = asyncio.run(campaign(server, folder, plan)).noted()
    except BaseException:
        print(f"what there is of it: {folder}", file=sys.stderr)
        raise
    shutil.rmtree(folder)
    if note is not None:
        with note.open("a", encoding="utf-8") as notes:
            notes.write(f"{json.dumps(found)}\n")
    print(words([found]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
