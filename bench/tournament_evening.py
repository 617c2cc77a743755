"""A club's evening under load: so many pairs of people, dealt in the chat by one process, within a platform's budget.

Everything is what `burraco run` hosts with, on Telegram's budgets or Discord's; only the platform is not there: its
messenger counts what it is given. Each round goes as soon as everybody has read where they sit, time is called when all
is dealt, and the last lap is played by lot, each table an action every `pace` milliseconds once its four see their
cards. The next round is paired as soon as the last score stands. `between` rounds is the time from the last table's
score to the pairing, to each person's word about their next table, and to the round's message in the channel.
"""

import asyncio
import re
import secrets
import time
from bisect import bisect_left
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from bench.host import Recorder, milliseconds, no_picture, now
from bench.timing import chance_of
from bot.cli.platforms import BUDGETS, Chats, WebHook
from bot.gateway.inbound.inbound import Inbound
from bot.gateway.outbound.limits import Limits
from bot.gateway.outbound.messenger import Chat, Drawn, Messenger
from bot.host.door import Door
from bot.host.garbage import keep_collections_short
from bot.host.ports import Change, Outcome
from bot.host.scheduler import Scheduler
from bot.messages.message import Message
from bot.requests.request_context import RequestContext
from bot.requests.service import Service
from bot.store.sqlite import SqliteStore, open_as
from bot.tables.table import PLAYING, Table
from bot.tables.who import HOST, Who
from bot.tournaments.club_tournament import RUNNING, Announcement, ClubTournament
from bot.tournaments.commands import command
from bot.tournaments.dealing import table_ids
from engine.actions import Action, format_action
from engine.players import PLAYERS
from engine.view import View, view
from renderers.scenes import HandScene

BOT: Final = "bench"
ID: Final = "tour0000000000000001"
PAIRS: Final = 200
ROUNDS: Final = 4
PACE: Final = 4_000  # milliseconds between two actions of a table
PLATFORM: Final = "telegram"
LOOK: Final = 0.02  # seconds between two looks at what has come
PLACES: Final[Mapping[str, str]] = {"telegram": "telegram:-100", "discord": "discord:1/10"}
SEAT: Final = re.compile(r"^Round (\d+): ", re.MULTILINE)  # begins what people are told of their table
ROUND: Final = re.compile(r", round (\d+) of")  # in the title of its message in the channel
PER_ROUND: Final = (
    "channel_messages", "channel_edits", "private_messages", "private_edits", "private_words", "commits",
    "changed_rows", "grown_bytes",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ClubEvening:
    """What is asked of the host."""

    pairs: int = PAIRS
    rounds: int = ROUNDS
    pace: int = PACE
    platform: str = PLATFORM


@dataclass(slots=True)
class OutgoingCount:
    """What has gone out and into the store since the start."""

    values: dict[str, int] = field(default_factory=lambda: dict.fromkeys(PER_ROUND, 0))

    def add(self, name: str) -> None:
        self.values[name] += 1


@dataclass(slots=True)
class CountingMessenger(Recorder):
    """Counts apart what goes to the channel and what to people; `seated` hears who reads in which round they sit.

    `times` are those of all messages, `club_times` those of the channel's: they tell whether the budgets were kept.
    `rounds`: when the message of each came to the channel. `dealt`: who has their cards of this round before them.
    """

    count: OutgoingCount = field(default_factory=OutgoingCount)
    seated: Callable[[str, int], None] = lambda _account, _round: None
    times: list[float] = field(default_factory=list)
    club_times: list[float] = field(default_factory=list)
    rounds: dict[int, float] = field(default_factory=dict)
    dealt: set[str] = field(default_factory=set)

    async def send(self, chat: Chat, message: Message, _drawn: Drawn | None, once: str) -> str:
        is_word = chat.private and not message.anew  # hands stand for an occasion
        self._note(chat, message, "channel_messages", "private_words" if is_word else "private_messages")
        for number in ROUND.findall(message.title) if self._is_club(chat) else ():
            self.rounds.setdefault(int(number), time.perf_counter())
        for number in SEAT.findall("\n".join(message.lines)) if is_word else ():
            self.seated(chat.id, int(number))
        return once

    async def edit(self, chat: Chat, reference: str, message: Message, _drawn: Drawn | None) -> str:
        self._note(chat, message, "channel_edits", "private_edits")
        return reference

    def _note(self, chat: Chat, message: Message, of_club: str, of_others: str) -> None:
        if isinstance(message.picture, HandScene):
            self.dealt.add(chat.id)
        is_club = self._is_club(chat)
        self.count.add(of_club if is_club else of_others)
        at = time.perf_counter()
        self.times.append(at)
        if is_club:
            self.club_times.append(at)

    def _is_club(self, chat: Chat) -> bool:
        """Whether it is the evening's channel; on Telegram tables stand in private chats, too."""
        return not chat.private and f"{self.platform}:{chat.id}" == PLACES[self.platform]


class CountingStore(SqliteStore):
    """The store, with a count of its commits and of the rows that it has changed."""

    count: OutgoingCount

    async def commit(self, change: Change) -> Outcome:
        self.count.add("commits")
        return await super().commit(change)

    async def written(self) -> dict[str, int]:
        """The rows that were changed until now, and the size of the database."""
        pages = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
        rows, size = await self._writer.do(lambda one: (one.total_changes, one.execute(pages).fetchone()[0]))
        return {"changed_rows": rows, "grown_bytes": size}


class CountingPlatform:
    """A platform without a network."""

    def __init__(self, name: str, messenger: CountingMessenger) -> None:
        self.name = name
        self.messenger: Messenger = messenger
        self.hook: WebHook | None = None

    async def run(self, _inbound: Inbound, _limits: Limits, /) -> None:
        """Until it is cancelled: nothing comes from it."""
        await asyncio.Event().wait()


# --- the host ---------------------------------------------------------------------------------------------------------


class EveningHost:
    """A running host and its evening."""

    def __init__(self, evening: ClubEvening, store: CountingStore, count: OutgoingCount) -> None:
        self.evening, self.store, self.count = evening, store, count
        self.door = Door(store, BOT, now, secrets.token_bytes)
        self.service = Service(self.door, store, BOT, "en")
        self.tournaments = self.service.tournaments.tournaments
        self.arrivals: dict[str, float] = {}  # when each person read where they sit in the round that was paired last
        self.decided_at = 0.0  # when the last table had its score
        self.accounts: dict[str, str] = {}  # of each person
        self.one: ClubTournament | None = None
        self._inbound: Inbound | None = None
        self.messenger = CountingMessenger(evening.platform, count=count, seated=self._arrived)
        self.platform = CountingPlatform(evening.platform, self.messenger)
        self.service.tournaments.subjects.listen(self._changed)

    def _arrived(self, account: str, number: int) -> None:
        if self.one is not None and self.one.current is not None and self.one.current.number == number:
            self.arrivals.setdefault(account, time.perf_counter())

    def _changed(self, _id: str, one: ClubTournament) -> None:
        was, self.one = self.one, one
        if was is not None and was.undecided and not one.undecided:
            self.decided_at = time.perf_counter()
            self.arrivals.clear()

    def note_inbound(self, inbound: Inbound) -> None:
        """People come in here."""
        self._inbound = inbound

    async def register(self, number: int) -> str:
        """A person who has opened their private chat; their id."""
        platform, account = self.evening.platform, str(number)
        id_ = await self.service.register(platform, account, "en", f"P{number}")
        self.accounts[id_] = account
        chat = RequestContext(
            platform, account, f"{platform}:{account}", private=True, person=await self.service.person(id_)
        )
        assert self._inbound is not None
        await self._inbound.presence.note_open(chat)
        return id_

    async def counts(self) -> dict[str, int]:
        """Everything until now, the size of the database included."""
        return self.count.values | await self.store.written()


@asynccontextmanager
async def hosting(folder: Path, evening: ClubEvening) -> AsyncIterator[EveningHost]:
    count = OutgoingCount()
    store = await open_as(CountingStore, folder / "evening.db", now())
    store.count = count
    host = EveningHost(evening, store, count)
    chats = Chats([host.platform], host.service, host.door, store, no_picture)
    host.note_inbound(chats.inbound)
    works = [Scheduler(host.door, store, nobody_thinks).run, host.tournaments.run, *chats.works()]
    tasks = [asyncio.create_task(work()) for work in works]
    try:
        yield host
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await store.close()


async def nobody_thinks(_name: str, _seen: View, _person: str) -> Action:
    raise AssertionError("people play here")


# --- the evening ------------------------------------------------------------------------------------------------------


async def sign_up(host: EveningHost) -> Who:
    """Everybody is registered and in; the arbiter."""
    platform, evening = host.evening.platform, host.evening
    arbiter = Who(await host.service.register(platform, "1", "en", "Arbiter"), "Arbiter")
    methods = (*("mitchell",) * (evening.rounds - 1), "danese")
    form = Announcement("Club", "febur", "pairs", methods, (1,) * evening.rounds, window=0, cards="dealt")
    one = await host.tournaments.announce(ID, PLACES[platform], arbiter, form)
    assert isinstance(one, ClubTournament), one
    for pair in range(evening.pairs):
        players = [await host.register(1000 + 2 * pair + seat) for seat in range(2)]
        await submit(host, Who(HOST), command("enter", players=players))
    return arbiter


async def submit(host: EveningHost, who: Who, line: str) -> ClubTournament:
    found = await host.tournaments.submit(ID, who, secrets.token_hex(8), line)
    assert isinstance(found, ClubTournament), found
    return found


async def until(holds: Callable[[], bool]) -> None:
    while not holds():  # noqa: ASYNC110  nobody tells
        await asyncio.sleep(LOOK)


async def shown_to_all(host: EveningHost, number: int) -> float:
    """Wait until everybody has read where they sit, and the channel has the round; when that one stood there."""
    await until(lambda: host.one is not None and host.one.current is not None and host.one.current.number == number)
    await until(lambda: number in host.messenger.rounds)
    await until(lambda: len(host.arrivals) >= 2 * host.evening.pairs)
    return host.messenger.rounds[number]


async def dealt_everywhere(host: EveningHost) -> None:
    """Wait until the cards are on every table of the round: no deal is begun after the time."""
    assert host.one is not None
    for table_id in table_ids(ID, host.one).values():
        while not _is_dealt(await host.door.table(table_id)):  # noqa: ASYNC110  nobody tells
            await asyncio.sleep(LOOK)


def _is_dealt(table: Table | None) -> bool:
    return table is not None and table.begun and table.game is not None


async def play(host: EveningHost, number: int) -> None:
    """All tables of a round, until each has its score: they move apart, and not before all see their cards."""
    assert host.one is not None
    ids = list(table_ids(ID, host.one).values())
    delays = [host.evening.pace / 1000 * place / len(ids) for place in range(len(ids))]
    async with asyncio.TaskGroup() as group:
        for table, delay in zip(ids, delays, strict=True):
            group.create_task(_play(host, table, delay))
    await until(lambda: host.one is None or _is_decided(host.one, number))


def _is_decided(one: ClubTournament, number: int) -> bool:
    return one.current is None or one.current.number > number or one.current.closed


async def _play(host: EveningHost, table_id: str, delay: float) -> None:
    chooser = PLAYERS["random"](chance_of(int(table_id, 16)).randrange(1 << 30))
    await asyncio.sleep(delay)
    seated = await host.door.table(table_id)
    assert seated is not None
    accounts = {host.accounts[chair.person] for chair in seated.chairs}
    await until(lambda: accounts <= host.messenger.dealt)
    while not _is_over(table := await host.door.table(table_id)):
        assert table is not None
        if table.begun and table.in_turn and table.game is not None:
            chair = table.chair(table.in_turn)
            action = chooser.choose(view(table.game.deal, table.in_turn))
            who = Who(chair.person, chair.name)
            await host.door.submit(table_id, who, f"p:{table.stage}", f"play {format_action(action)}", table.stage)
        await asyncio.sleep(host.evening.pace / 1000)


def _is_over(table: Table | None) -> bool:
    return table is not None and table.begun and table.phase != PLAYING and table.match is not None


async def measure_evening(evening: ClubEvening) -> dict[str, Any]:
    """All figures: counts a round, budgets, and the time between rounds."""
    with TemporaryDirectory() as name:
        async with hosting(Path(name), evening) as host:
            return await _measure(host)


@dataclass(slots=True)
class BetweenRounds:
    """Seconds from the last score of a round to the next pairing, to its message, and to each person's word."""

    paired: list[float] = field(default_factory=list)
    channel: list[float] = field(default_factory=list)
    people: list[float] = field(default_factory=list)


async def _measure(host: EveningHost) -> dict[str, Any]:
    between, rounds = BetweenRounds(), host.evening.rounds
    arbiter = await sign_up(host)
    while await host.store.waiting_letters(BOT, ID, now()):  # noqa: ASYNC110  they are in, and all know
        await asyncio.sleep(LOOK)
    host.messenger.times.clear()
    host.messenger.club_times.clear()
    before, began, cpu = await host.counts(), time.perf_counter(), time.process_time()
    await submit(host, arbiter, command("start"))
    for number in range(1, rounds + 1):
        await play_round(host, arbiter, number, between)
    spent, busy, after = time.perf_counter() - began, time.process_time() - cpu, await host.counts()
    await until(lambda: host.one is not None and host.one.current is not None and host.one.current.closed)
    finished = await submit(host, arbiter, command("finish"))
    assert finished.state != RUNNING
    counts = {f"{name}_per_round": round((after[name] - before[name]) / rounds) for name in PER_ROUND}
    return {
        "pairs": host.evening.pairs,
        "rounds": rounds,
        "seconds_per_round": round(spent / rounds, 1),
        **counts,
        **_of_messages(host, between),
        "cpu_share": round(busy / spent, 2),
        "cpu_seconds_per_round": round(busy / rounds, 2),
    }


async def play_round(host: EveningHost, arbiter: Who, number: int, between: BetweenRounds) -> None:
    """The round that comes next, from its pairing to its last score."""
    in_channel = await shown_to_all(host, number)
    assert host.one is not None
    if number > 1:
        between.people += [at - host.decided_at for at in host.arrivals.values()]
        between.channel.append(in_channel - host.decided_at)
        between.paired.append(host.one.paired_at / 1000 - time.time() + time.perf_counter() - host.decided_at)
    host.messenger.dealt.clear()
    await submit(host, arbiter, command("go"))
    await dealt_everywhere(host)
    await submit(host, arbiter, command("rule", type="timeout", round=number))
    await play(host, number)


def _of_messages(host: EveningHost, between: BetweenRounds) -> dict[str, float]:
    """Whether the budgets were kept, and the time between rounds."""
    whole = BUDGETS[host.evening.platform].whole
    return {
        "budget_messages_per_second": round(1000 * whole.messages / whole.per, 1),
        "most_messages_in_a_second": most_within(host.messenger.times, 1.0),
        "most_channel_messages_in_a_minute": most_within(host.messenger.club_times, 60.0),
        "between_paired_p50_ms": milliseconds(between.paired, 0.5),
        "between_channel_p50_ms": milliseconds(between.channel, 0.5),
        "between_people_p50_ms": milliseconds(between.people, 0.5),
        "between_people_p99_ms": milliseconds(between.people, 0.99),
        "between_people_max_ms": milliseconds(between.people, 1.0),
    }


def most_within(times: Sequence[float], seconds: float) -> int:
    """The most that came in any so many seconds."""
    return max([bisect_left(times, at + seconds) - place for place, at in enumerate(times)], default=0)


def main(evening: ClubEvening) -> dict[str, Any]:
    keep_collections_short()
    return asyncio.run(measure_evening(evening))
