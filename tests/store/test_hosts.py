"""Who hosts: one at a time, since when nobody did, and what the host tidies up."""

import asyncio
import subprocess
import sys
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from bot.database_address import Database
from bot.host.notes import DELIVERY_PLANS, KINDS, LOST, PROPOSED, Notes
from bot.host.ports import Account, Letter, Person, StoredDraft, StoreError
from bot.store.check import check
from bot.store.host_lock import is_hosted, only_host
from bot.store.rows import StoreRows
from bot.store.store import open_database
from bot.tables.timers import Due
from tests.store.changes import BOT, TABLE, change, using

HOLDER = """
import sys, time
from pathlib import Path
from bot.database_address import Database
from bot.store.host_lock import only_host
with only_host(Path(sys.argv[1])):
    print("here", flush=True)
    time.sleep(600)
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "burraco.db"


# --- one at a time ----------------------------------------------------------------------------------------------------


def test_the_second_host_is_refused_until_the_first_has_gone(path: Path) -> None:
    with only_host(path):
        with pytest.raises(StoreError, match=r"burraco\.db: another host is running with this"), only_host(path):
            pass
        with only_host(path.with_name("other.db")):
            pass
    with only_host(path):
        pass


def test_a_host_is_not_refused_because_somebody_just_asks_whether_there_is_one(path: Path) -> None:
    """As `burraco doctor` does, which has the place for a moment."""
    with only_host(path):
        pass
    is_asking, asks = Event(), Event()

    def ask() -> None:
        with only_host(path):
            is_asking.set()
            asks.wait(0.03)

    asker = Thread(target=ask)
    asker.start()
    is_asking.wait()
    try:
        with only_host(path):
            assert is_hosted(path)
    finally:
        asker.join()


def test_a_host_that_was_killed_leaves_its_place_at_once(path: Path, root: Path) -> None:
    command = [sys.executable, "-c", HOLDER, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=root) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "here\n"
        with pytest.raises(StoreError, match="another host is running"), only_host(path):
            pass
        holder.kill()
        holder.wait()
        with only_host(path):
            pass


def test_a_place_in_a_folder_that_is_not_there_is_explained(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="No such file or directory"), only_host(tmp_path / "nowhere" / "burraco.db"):
        pass


def test_the_next_host_learns_when_the_one_before_was_last_alive(database: Database) -> None:
    async def body(store: StoreRows) -> None:
        assert await store.take_place(BOT, "first") == 0
        assert await store.keep_place(BOT, "first", 1_000)
        assert await store.keep_place(BOT, "first", 2_000)
        assert await store.take_place(BOT, "second") == 2_000
        assert await store.take_place(BOT, "third") == 2_000  # the second died before its first heartbeat
        assert not await store.keep_place(BOT, "second", 3_000)
        assert await store.keep_place(BOT, "third", 4_000)
        assert await store.take_place("other", "first") == 0

    using(database, body)


# --- upkeep -----------------------------------------------------------------------------------------------------------

LOOSE: dict[str, Any] = {"dues": (Due("expire", 9),), "letters": (Letter("#c", "table"), Letter("p1", "hand"))}


def test_what_nobody_needs_any_more_is_dropped_and_the_truth_stays(database: Database) -> None:
    async def body(store: StoreRows) -> None:
        for table, phase in (("old", "closed"), ("new", "closed"), (TABLE, "playing")):
            at = 9_000 if table == "new" else 1_000
            await store.commit(change(0, table=table, phase=phase, at=at, **LOOSE))
            await store.put_draft(BOT, table, "p1", StoredDraft(1, "4h"))
        before = [await store.log(BOT, "old"), await store.load(BOT, "old"), await store.results(BOT, "old")]
        assert await store.upkeep(BOT, before=5_000) == 4
        assert await store.upkeep(BOT, before=5_000) == 0
        assert [*await store.letters(BOT, "old"), await store.draft(BOT, "old", "p1")] == [None]
        assert [await store.log(BOT, "old"), await store.load(BOT, "old"), await store.results(BOT, "old")] == before
        assert [row.subject.id for row in await store.due_rows(BOT, 10)] == ["new", TABLE]
        for table in ("new", TABLE):
            assert len(await store.letters(BOT, table)) == 2
            assert await store.draft(BOT, table, "p1") == StoredDraft(1, "4h")

    using(database, body)
    assert [finding.name for finding in check(database) if not finding.sound] == []


def test_only_so_many_tables_are_tidied_at_once(database: Database) -> None:
    async def body(store: StoreRows) -> None:
        for number in range(5):
            await store.commit(change(0, table=f"t{number}", phase="closed", **LOOSE))
        assert [await store.upkeep(BOT, 10**6, limit=2) for _ in range(4)] == [6, 6, 3, 0]

    using(database, body)


def test_expired_codes_are_forgotten_and_others_kept(database: Database) -> None:
    async def body(store: StoreRows) -> None:
        for number, expires in enumerate((4_000, 6_000)):
            await store.register(BOT, Account("web", str(number)), Person(f"p{number}", "Anna", "en"))
            assert await store.put_link_code(BOT, f"K{number}", f"p{number}", 0, expires)
        assert await store.upkeep(BOT, before=5_000) == 1
        assert await store.upkeep("other", before=10**6) == 0
        assert await store.link_code(BOT, "K1", 5_000) == "p1"

    using(database, body)


def test_notes_that_are_over_are_dropped_and_others_kept(database: Database) -> None:
    async def body(store: StoreRows) -> None:
        time = [0]
        notes = Notes(store, BOT, lambda: time[0])
        for kind in (LOST, DELIVERY_PLANS, PROPOSED):
            await notes.put(kind, "one", kind.name)
        assert await notes.first(DELIVERY_PLANS, "one", "another") == "meant"  # what came first stands while it lasts
        time[0] = DELIVERY_PLANS.lasts
        assert [await notes.of(kind, "one") for kind in (LOST, DELIVERY_PLANS, PROPOSED)] == ["lost", "", "proposed"]
        assert await store.upkeep("other", before=time[0]) == 0
        assert await store.upkeep(BOT, before=time[0]) == 1
        assert await notes.first(DELIVERY_PLANS, "one", "another") == "another"
        await notes.put(LOST, "one", "")
        assert await notes.of(LOST, "one") == ""

    using(database, body)


def test_of_two_hosts_that_have_read_a_note_one_changes_it(database: Database) -> None:
    async def body(store: StoreRows) -> None:
        time, other = [0], await open_database(database, at=1)
        mine, yours = (Notes(one, BOT, lambda: time[0]) for one in (store, other))
        assert not await mine.change(PROPOSED, "one", "", "made of nothing")
        await mine.put(PROPOSED, "one", "read by both")
        both = ((mine, "mine"), (yours, "yours"))
        changes = await asyncio.gather(*[notes.change(PROPOSED, "one", "read by both", words) for notes, words in both])
        left = await mine.of(PROPOSED, "one")
        assert (sorted(changes), left) == ([False, True], "mine" if changes[0] else "yours")
        time[0] = PROPOSED.lasts
        assert not await mine.change(PROPOSED, "one", left, "too late")
        await other.close()

    using(database, body)


def test_each_kind_of_note_has_a_name_of_its_own_and_says_what_it_holds() -> None:
    assert len({kind.name for kind in KINDS}) == len(KINDS)
    assert all(kind.about and kind.holds and ":" not in kind.name for kind in KINDS)
