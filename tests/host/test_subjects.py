"""What every kind of subject has without asking for it, shown with one that the program does not know: a race.

It is decided and folded like a table, has due times, letters and thousands of rows in its log; the store is as it is.
"""

import asyncio
import gc
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from sqlite3 import connect

import pytest

from bot.host import subjects
from bot.host.budget import Budget, Budgets, Meters
from bot.host.courier import Courier, Mailed
from bot.host.ports import AlreadyDone, Change, Committed, DueRow, Letter, OutboxRow, Stale, StoreError, Subject
from bot.host.subjects import MANY, UNASKED, Changed, Next, Outline, Subjects, to_its_end
from bot.store.check import check
from bot.store.sqlite import SqliteStore, open_store
from bot.tables.log import BrokenLog, LogRow
from bot.tables.timers import Due
from bot.tables.who import Who
from tests.host.test_door import BOT, World
from tests.host.test_door import run as in_world

ANNA, BRUNO = Who("p1", "Anna"), Who("p2", "Bruno")
HOUR = 3_600_000
WIDE = Budget(1000, 1)


@dataclass(frozen=True)
class Race:
    """Who has joined, and how many rounds were run; the next is due an hour after the last."""

    people: tuple[str, ...] = ()
    rounds: int = 0
    over: bool = False


@dataclass(frozen=True)
class Full:
    """Why somebody cannot join."""

    words: str


class Races:
    name = "race"
    tail = 0

    def fold(self, rows: Sequence[LogRow]) -> Race:
        race = Race()
        for row in rows:
            race = followed(race, row.entry)
        return race

    def label_of_log(self, rows: Sequence[LogRow]) -> str:
        return f"{len(rows)} rows"

    def outline(self, before: Race | None, after: Race, at: int) -> Outline:  # noqa: ARG002  nothing has ended
        due = () if after.over else (Due("round", at + HOUR),)
        letters = tuple(Letter(f"#club:{person}", "standings") for person in after.people)
        return Outline(str(after.rounds), "closed" if after.over else "running", "club", dues=due, letters=letters)


def followed(race: Race, entry: str) -> Race:
    verb, _, rest = entry.partition(" ")
    match verb:
        case "open":
            return race
        case "join":
            return replace(race, people=(*race.people, rest))
        case "round":
            return replace(race, rounds=race.rounds + 1)
        case "end":
            return replace(race, over=True)
        case _:
            raise BrokenLog(f"{verb} is no entry of a race")


def decided(entry: str) -> Callable[[Race, int], Next[Race] | Full]:
    def decide(race: Race, _at: int) -> Next[Race] | Full:
        return Full("two are enough") if len(race.people) == 2 else Next(followed(race, entry), entry)

    return decide


class Track:
    """The races of one bot; `another` host has its own memory of the same store."""

    def __init__(self, store: SqliteStore) -> None:
        self.store = store
        self.now = 1_000_000
        self.races = self.another()
        self.news: list[tuple[str, Race]] = []
        self.races.listen(lambda id_, race: self.news.append((id_, race)))

    def another(self) -> Subjects[Race]:
        return Subjects(self.store, BOT, lambda: self.now, Races())

    async def opened(self, id_: str = "r1") -> None:
        assert await self.races.create(id_, ANNA, "open", Next(Race(), "open"), self.now) == Committed(1)

    async def does(self, entry: str, action_id: str, id_: str = "r1") -> Changed[Race] | Full | None:
        return await self.races.change(id_, ANNA, action_id, decided(entry))


def run(path: Path, body: Callable[[Track], Awaitable[None]]) -> None:
    async def whole() -> None:
        store = await open_store(path / "burraco.db", 1)
        try:
            await body(Track(store))
        finally:
            await store.close()

    asyncio.run(whole())


def test_who_acts_on_what_others_change_all_the_time_is_told_to_try_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def body(track: Track) -> None:
        await track.opened()

        async def too_late(_store: SqliteStore, change: Change) -> Stale:
            return Stale(change.expected + 1)

        with monkeypatch.context() as broken:
            broken.setattr(SqliteStore, "commit", too_late)
            with pytest.raises(StoreError, match="try again"):
                await track.does("join p1", "a")
        assert await track.does("join p1", "a") == Changed(Race(("p1",)), 2, fresh=True)

    run(tmp_path, body)


def test_an_action_is_done_once_and_a_refusal_changes_nothing(tmp_path: Path) -> None:
    async def body(track: Track) -> None:
        assert await track.does("join p1", "a") is None  # there is none
        await track.opened()
        assert await track.races.create("r1", BRUNO, "other", Next(Race(), "open"), 1) == Stale(1)
        assert await track.races.create("r1", ANNA, "open", Next(Race(), "open"), 1) == AlreadyDone(1)
        first = await track.does("join p1", "a")
        assert first == Changed(Race(("p1",)), 2, fresh=True)
        assert await track.does("join p1", "a") == replace(first, fresh=False)
        await track.does("join p2", "b")
        assert await track.does("join p3", "c") == Full("two are enough")
        assert await track.races.stored_state("r1") == (Race(("p1", "p2")), 3)
        assert [row.entry for row in await track.store.log(BOT, "r1")] == ["open", "join p1", "join p2"]
        assert track.news == [("r1", Race()), ("r1", Race(("p1",))), ("r1", Race(("p1", "p2")))]

    run(tmp_path, body)


def test_a_letter_that_changes_nothing_where_it_stands_is_not_written(tmp_path: Path) -> None:
    async def body(track: Track) -> None:
        def stands(id_: str, letter: Letter, race: Race, at: int) -> bool:
            return (id_, letter.viewer, len(race.people), at) == ("r1", "#club:p1", 2, track.now)

        track.races.leave_out(stands)
        await track.opened()
        await track.does("join p1", "a")
        await track.does("join p2", "b")
        rows = {row.viewer: row.revision for row in await track.store.letters(BOT, "r1")}
        assert rows == {"#club:p1": 2, "#club:p2": 3}

    run(tmp_path, body)


def test_of_two_hosts_one_wins_and_the_other_decides_anew(tmp_path: Path) -> None:
    async def body(track: Track) -> None:
        await track.opened()
        hosts = [track.another() for _ in range(3)]
        for host in hosts:
            await host.stored_state("r1")  # each knows it as it is now
        await asyncio.gather(
            *[host.change("r1", ANNA, f"a{number}", decided(f"join p{number}")) for number, host in enumerate(hosts)]
        )
        found = await track.another().stored_state("r1")
        assert found is not None
        assert (len(found[0].people), found[1]) == (2, 3)  # the third saw that two are enough
        again = [await host.change("r1", ANNA, "end", lambda race, _: Next(race, "end")) for host in hosts]
        assert [one.fresh for one in again if isinstance(one, Changed)] == [True, False, False]

    run(tmp_path, body)


def test_what_is_known_to_have_changed_is_read_again_and_told(tmp_path: Path) -> None:
    async def body(track: Track) -> None:
        await track.opened()
        await track.another().change("r1", ANNA, "a", decided("join p1"))  # as a change that was given up comes late
        assert await track.races.stored_state("r1") == (Race(), 1)
        assert await track.races.stored_state("r1", 2) == (Race(("p1",)), 2)
        assert track.news[-1] == ("r1", Race(("p1",)))

    run(tmp_path, body)


class EndedRaces(Subjects[Race]):
    def _is_finished(self, state: Race) -> bool:
        return state.over


def test_of_those_that_nothing_changes_any_more_the_few_that_were_asked_for_last_stay_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subjects, "FINISHED", 2)

    async def body(track: Track) -> None:
        for name in ("r1", "r2", "r3", "r4"):
            await track.opened(name)
            await track.does("end" if name != "r1" else "round", f"a{name}", name)
        other = EndedRaces(track.store, BOT, lambda: track.now, Races())
        for name in ("r1", "r2", "r3"):
            await other.follow(name, 2)
        await other.stored_state("r2")
        await other.follow("r4", 2)
        assert sorted(other.in_memory) == ["r1", "r2", "r4"]  # one that goes on is none of them
        assert await other.stored_state("r3") == (Race(over=True), 2)
        assert sorted(other.in_memory) == ["r1", "r3", "r4"]
        assert isinstance(await other.change("r2", ANNA, "late", decided("round")), Changed)

    run(tmp_path, body)


def test_what_is_due_is_asked_for_by_kind_and_put_off_without_a_change(tmp_path: Path) -> None:
    async def body(track: Track) -> None:
        await track.opened()
        row = DueRow(Subject("race", "r1"), "round", track.now + HOUR, "club")
        assert await track.store.due_rows(BOT, track.now + HOUR, kind="race") == (row,)
        assert await track.store.due_rows(BOT, track.now + HOUR) == ()
        assert (await track.store.next_due(BOT), await track.store.next_due(BOT, kind="race")) == (None, row.at)
        await track.store.put_off(BOT, row, row.at + 5)
        assert await track.store.next_due(BOT, kind="race") == row.at + 5
        await track.store.put_off(BOT, row, row.at + 9)  # it is due at another time by now
        assert await track.store.next_due(BOT, kind="race") == row.at + 5
        assert [row.subject.id for row in await track.store.live(BOT, "race", "club")] == ["r1"]
        assert (await track.store.live(BOT, "race", "other"), await track.store.live(BOT)) == ((), ())
        await track.does("end", "z")
        assert await track.store.live(BOT, "race") == ()

    run(tmp_path, body)


def test_thousands_of_rows_are_vouched_for_and_one_that_was_altered_shows(tmp_path: Path) -> None:
    async def body(track: Track) -> None:
        await track.opened()
        await asyncio.gather(*[track.does("round", f"r{number}") for number in range(2000)])
        found = await track.another().stored_state("r1")
        assert found == (Race(rounds=2000), 2001)

    run(tmp_path, body)
    path = tmp_path / "burraco.db"
    assert [one.name for one in check(path) if not one.sound] == []
    with closing(connect(path)) as connection:
        connection.execute("UPDATE log SET entry = 'join p9' WHERE seq = 700")
        connection.execute("UPDATE tables SET kind = 'table'")
        connection.commit()
    (digests,) = [one for one in check(path) if not one.sound]
    assert [words.partition(": ")[2] for words in digests.faults] == [
        "row 700 of log, or a result that came with it, was altered",
        "its row of tables was altered",
    ]


def test_a_log_that_does_not_fold_is_set_aside_and_others_go_on(tmp_path: Path) -> None:
    async def body(track: Track) -> None:
        for id_ in ("r1", "r2"):
            await track.opened(id_)
        await track.races.change("r1", ANNA, "x", lambda race, _: Next(race, "dance"))
        anew, found = track.another(), list[str]()
        anew.listen_for_unreadable(found.append)
        assert await anew.stored_state("r1") is None
        assert await anew.change("r1", ANNA, "y", decided("round")) is None
        assert (dict(anew.unreadable), found) == ({"r1": "2 rows"}, ["r1"])
        assert await anew.change("r2", ANNA, "y", decided("round")) == Changed(Race(rounds=1), 2, fresh=True)

    run(tmp_path, body)


def test_the_courier_brings_the_letters_of_every_kind(tmp_path: Path) -> None:
    async def test(here: World) -> None:
        races = Subjects(here.store, BOT, lambda: here.now, Races())
        messages: list[tuple[str, object]] = []

        async def deliver(race: Race, row: OutboxRow) -> str:
            messages.append((row.viewer, race))
            return f"message {len(messages)}"

        async def at_a_table(_table: object, row: OutboxRow) -> str:
            messages.append((row.viewer, row.subject.kind))
            return "message 0"

        meters = Meters({"fake": Budgets(WIDE, WIDE)}, here.door.clock)
        others = {"race": Mailed(races, deliver)}
        courier = Courier(here.door, here.store, at_a_table, lambda row: f"fake:{row.viewer}", meters, others)
        await races.create("r1", ANNA, "open", Next(Race(), "open"), here.now)
        for number in (1, 2):
            await races.change("r1", ANNA, f"{number}", decided(f"join p{number}"))
        assert await courier.send() == 2
        race = Race(("p1", "p2"))
        assert sorted(messages, key=str) == [("#club:p1", race), ("#club:p2", race)]
        assert [row.settled for row in await here.store.letters(BOT, "r1")] == [3, 3]
        assert await courier.send() == 0

    in_world(test, tmp_path)


@pytest.mark.parametrize(("anew", "letters"), [(True, 1), (False, 2)])
def test_a_letter_that_is_always_a_new_message_counts_although_nothing_is_remembered_of_it(
    tmp_path: Path, anew: bool, letters: int
) -> None:
    async def test(here: World) -> None:
        races = Subjects(here.store, BOT, lambda: here.now, Races())

        async def deliver(_subject: object, _row: OutboxRow) -> str:
            return ""

        meters = Meters({"fake": Budgets(WIDE, Budget(1, 3_000))}, here.door.clock)
        others = {"race": Mailed(races, deliver, is_anew=lambda _: anew)}
        courier = Courier(here.door, here.store, deliver, lambda _row: "fake:club", meters, others)
        await races.create("r1", ANNA, "open", Next(Race(), "open"), here.now)
        found = 0
        for number in (1, 2):
            await races.change("r1", ANNA, f"{number}", decided("round" if number == 2 else "join p1"))
            found += await courier.send()
        assert found == letters

    in_world(test, tmp_path)


@pytest.mark.parametrize(("reference", "letters"), [("", 2), ("m1", 1)])
def test_a_message_that_is_changed_counts_although_it_keeps_its_name(
    tmp_path: Path, reference: str, letters: int
) -> None:
    async def test(here: World) -> None:
        races = Subjects(here.store, BOT, lambda: here.now, Races())

        async def deliver(_subject: object, _row: OutboxRow) -> str:
            return reference

        meters = Meters({"fake": Budgets(WIDE, Budget(1, 3_000))}, here.door.clock)
        courier = Courier(
            here.door, here.store, deliver, lambda _row: "fake:club", meters, {"race": Mailed(races, deliver)}
        )
        await races.create("r1", ANNA, "open", Next(Race(), "open"), here.now)
        await races.change("r1", ANNA, "1", decided("join p1"))
        await courier.send()
        here.now += 3_000
        found = 0
        for number in (2, 3):
            await races.change("r1", ANNA, f"{number}", decided("round" if number == 2 else f"join p{number}"))
            found += await courier.send()
        assert found == letters

    in_world(test, tmp_path)


@pytest.mark.parametrize(("error", "lines"), [(StoreError("away"), 0), (ValueError("a fault"), 1)])
def test_what_fails_when_nobody_waits_for_it_any_more_is_told_only_where_it_is_a_fault(
    error: Exception, lines: int, caplog: pytest.LogCaptureFixture
) -> None:
    async def main() -> None:
        begun, goes_on = asyncio.Event(), asyncio.Event()

        async def work() -> None:
            begun.set()
            await goes_on.wait()
            raise error

        waiting = asyncio.create_task(to_its_end(work()))
        await begun.wait()
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        goes_on.set()
        while len(asyncio.all_tasks()) > 1:  # noqa: ASYNC110  nobody waits for it
            await asyncio.sleep(0)

    asyncio.run(main())
    gc.collect()
    assert [one.levelname for one in caplog.records] == ["ERROR"] * lines
    assert not any("never retrieved" in one.message or "a fault" in one.message for one in caplog.records)


def test_what_nobody_asks_for_leaves_memory_beside_many_others_and_is_read_when_somebody_does(tmp_path: Path) -> None:
    async def body(track: Track) -> None:
        for number in range(MANY + 2):
            await track.opened(f"r{number}")
        assert len(track.races.in_memory) == MANY + 2  # they have just been asked for
        track.now += UNASKED - 1
        await track.does("join Anna", "again", "r0")
        track.now += 1
        await track.opened("one more")
        there = track.races.in_memory
        assert len(there) == MANY
        assert "r0" in there
        assert not {"r1", "r2"} & {*there}
        news = len(track.news)
        assert await track.races.stored_state("r1") == (Race(), 1)
        assert len(track.news) == news  # nobody has changed it

    run(tmp_path, body)


def test_few_stay_in_memory_however_long_nobody_asks(tmp_path: Path) -> None:
    async def body(track: Track) -> None:
        await track.opened("r1")
        track.now += 10 * UNASKED
        await track.opened("r2")
        assert track.races.in_memory == ("r1", "r2")

    run(tmp_path, body)
