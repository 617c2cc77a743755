"""What is stored about a person comes out whole, and goes away whole; at tables that were really played."""

import asyncio
import json
import re
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import Future
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from bot.boards import boards as counting
from bot.boards.board import OVERALL, Query
from bot.boards.boards import Boards
from bot.boards.forgetting import DELETED, without_actor, without_entry, without_names, without_seats
from bot.boards.ports import StoredMatch, Tally
from bot.boards.privacy import Erased, Forgotten, Nobody, Privacy, StillPlaying
from bot.database_address import ServerDatabase
from bot.host.door import Accepted, Door
from bot.host.hosted_bots import BotToken, HostedBot
from bot.host.ports import Account, Change, Channel, Committed, Letter, Person, Retold, StoredDraft, Subject
from bot.store.database import open_rows
from bot.store.schema import tables
from bot.tables.log import LogRow, fold
from bot.tables.table import CLOSED, OVER, PAUSE, PLAYING, Settings, Table
from bot.tables.who import HOST, Who
from engine.actions import format_action
from engine.players import PLAYERS
from engine.record import format_record
from engine.view import view
from tests.boards.checking import check_boards
from tests.boards.season import BOT
from tests.host.test_door import World, world
from tests.people_rows import put_account, put_person
from tests.postgres_server import PostgresServer
from tests.tables.playing import ADMIN, ANNA, BRUNO, CARLA, DARIO, EVE

ONE: Settings = Settings(house="hands=1")
NOW = 4 * 10**12
EVA = Who("p9", "Eva")


async def played(here: World, channel: str = "c1") -> Table:
    """A match from the lobby to its end, through the door; on the way an admin seats Eve in Dario's place."""
    assert isinstance(await here.door.open("t1", "ROSSO", channel, ANNA, ONE), Accepted)
    for who in (BRUNO, CARLA, DARIO):
        await here.done(who, "join")
    table = await here.done(ANNA, "start")
    while table.phase in (PAUSE, PLAYING):
        if table.phase == PAUSE:
            table = await here.done(Who(HOST), "deal" if table.seed else "seal")
            continue
        if len(table.lines) == 6 and table.seat_of("p4"):
            table = await here.done(ADMIN, f"replace {table.seat_of('p4')} p9 Eve")
        assert table.game is not None
        action = PLAYERS["greedy"](len(table.lines)).choose(view(table.game.deal, table.in_turn))
        table = await here.done(Who(HOST), f"play {format_action(action)}")
    return table


def with_played(place: Path | ServerDatabase, body: Callable[[World, Boards, Privacy], Awaitable[None]]) -> None:
    async def whole() -> None:
        async with world(place) as here:
            for who in (ANNA, BRUNO, CARLA, DARIO, EVE):
                await here.store.register(
                    BOT, Account("telegram", f"account of {who.name}"), Person(who.id, who.name, "it")
                )
            boards = Boards(here.store, BOT)
            await body(here, boards, Privacy(here.store, boards, BOT, here.door))

    asyncio.run(whole())


def test_a_match_through_the_door_is_on_the_boards(place: Path | ServerDatabase) -> None:
    async def body(here: World, boards: Boards, _privacy: Privacy) -> None:
        table = await played(here)
        board = await boards.board(Query(channel="c1"), NOW)
        assert {row.name for row in board.rows} == {"Anna", "Bruno", "Carla", "Eve"}
        assert table.match is not None
        assert max(row.figures.mp for row in board.rows) == abs(table.match.totals[0] - table.match.totals[1])
        here.now += 1000
        table = await here.done(ANNA, "rematch")
        assert table.seatings == ()
        assert fold(await here.store.log(BOT, "t1")) == table

    with_played(place, body)


def test_an_export_has_all_that_is_stored(place: Path | ServerDatabase) -> None:
    async def body(here: World, boards: Boards, privacy: Privacy) -> None:
        table = await played(here)
        await here.store.put_draft(BOT, "t1", "p1", StoredDraft(3, "m:3h4h5h"))
        await boards.correct((await boards.history("p1"))[0].key, "NS 500 EW 0", "p1", "a slip", here.now)
        found = json.loads(await privacy.export("p1"))
        (person,) = found["people"]
        assert (person["id"], person["name"], person["language"]) == ("p1", "Anna", "it")
        assert person["accounts"] == [{"platform": "telegram", "account": "account of Anna"}]
        assert person["drafts"] == [{"table": "t1", "revision": 3, "text": "m:3h4h5h"}]
        assert [(one["code"], one["phase"]) for one in person["tables"]] == [("ROSSO", table.phase)]
        assert {row["actor"] for row in person["log"]} == {"p1 Anna"}
        assert [row["entry"].split()[0] for row in person["log"]] == ["open", "start"]
        assert {mail["kind"] for mail in person["messages"]} == {"hand"}
        assert [one["reason"] for one in person["corrections"]] == ["a slip"]
        (match,) = found["matches"]
        assert match["record"] == format_record(table.records)
        assert match["corrected"]
        assert "Bruno" not in json.dumps(person)

    with_played(place, body)


def test_an_export_says_nobodys_id_but_ones_own_and_not_who_seated_or_invited_one(place: Path | ServerDatabase) -> None:
    async def body(here: World, _boards: Boards, privacy: Privacy) -> None:
        await played(here)
        await here.door.open("t2", "VERDE", "c1", ANNA, ONE)
        await here.door.submit("t2", ANNA, "a1", "invite p2 loud Bruno")
        everything = {one: json.loads(await privacy.export(one)) for one in ("p0", "p1", "p2", "p9")}
        logs = {one: everything[one]["people"][0]["log"] for one in everything}
        rows_of = {one: [(row["actor"], row["entry"]) for row in rows] for one, rows in logs.items()}
        assert ("p1 Anna", "invite") in rows_of["p1"]
        assert ("", "invite p2 loud Bruno") in rows_of["p2"]
        assert [row for row in rows_of["p9"] if row[1].startswith("replace")] == [
            ("", f"replace {rows_of['p9'][0][1][8]} p9 Eve")
        ]
        assert [(row[0].partition("!")[0], row[1][:7], len(row[1])) for row in rows_of["p0"]] == [("p0", "replace", 9)]
        (match,) = everything["p9"]["matches"]
        assert {*match["partners"], *match["opponents"]} == {"Anna", "Bruno", "Carla"}
        for one, found in everything.items():
            others = {"p0", "p1", "p2", "p3", "p4", "p9"} - {one}
            assert not [other for other in others if re.search(rf"\b{other}\b", json.dumps(found))]

    with_played(place, body)


def test_an_export_names_nobody_else_of_a_tournament(place: Path | ServerDatabase) -> None:
    async def body(here: World, _boards: Boards, privacy: Privacy) -> None:
        change = Change(
            bot=BOT,
            subject=Subject("tournament", "T1"),
            expected=0,
            action_id="a",
            actor="p7",
            entry='enter {"players":["p1","p2"],"guests":["Mario Rossi"]}',
            at=1,
            snapshot="{}",
            phase="running",
            channel="c/1",
        )
        assert await here.store.commit(change) == Committed(1)
        (person,) = json.loads(await privacy.export("p1"))["people"]
        assert [(one["actor"], one["entry"]) for one in person["tournaments"]] == [
            ("", 'enter {"players": ["p1", ""]}')
        ]

    with_played(place, body)


def test_who_has_left_a_match_is_kept_to_its_end_and_then_leaves_for_good(place: Path | ServerDatabase) -> None:
    async def body(here: World, _boards: Boards, privacy: Privacy) -> None:
        await here.deal()
        for command in ("leave", "return"):
            assert await privacy.obstacle_to_erasure("p2") == await privacy.erase("p2") == StillPlaying((), ("ROSSO",))
            await here.done(BRUNO, command)
        await here.done(BRUNO, "leave")
        assert (await here.done(ANNA, "resign")).phase == OVER
        assert await privacy.obstacle_to_erasure("p2") == await privacy.erase("p2") == StillPlaying(("ROSSO",))
        table = await here.done(BRUNO, "leave")
        assert not table.seat_of("p2")
        assert await privacy.obstacle_to_erasure("p2") is None
        assert await privacy.erase("p2") == Erased(1)
        assert b"Bruno" not in everything(place)
        assert (await privacy.obstacle_to_erasure("p2"), await privacy.obstacle_to_erasure("p77")) == (
            Nobody(),
            Nobody(),
        )
        again = await here.done(ANNA, "rematch")
        assert fold(await here.store.log(BOT, "t1")) == again

    with_played(place, body)


def test_who_is_at_a_table_that_only_awaits_a_rematch_leaves_and_is_forgotten(place: Path | ServerDatabase) -> None:
    async def body(here: World, _boards: Boards, privacy: Privacy) -> None:
        await here.deal()
        await here.done(ANNA, "resign")
        here.now += 1000
        await here.done(ANNA, "rematch")
        count = len(await here.store.results(BOT, "t1"))
        assert await privacy.obstacle_to_erasure("p2") == await privacy.erase("p2") == StillPlaying(("ROSSO",))
        await here.done(BRUNO, "leave")
        assert await privacy.erase("p2") == Erased(1)
        assert (await here.done(ANNA, "leave")).phase == OVER
        assert len(await here.store.results(BOT, "t1")) == count  # the match before is told once
        await here.done(CARLA, "rematch")
        wanted = await here.done(DARIO, "ready")
        assert await privacy.obstacle_to_erasure("p3") == StillPlaying(
            (), ("ROSSO",)
        )  # all have said yes: that match is on
        assert fold(await here.store.log(BOT, "t1")) == wanted

    with_played(place, body)


def everything(place: Path | ServerDatabase) -> bytes:
    """The bytes of every file there; of a server's database every row."""
    if isinstance(place, Path):
        return b"".join([file.read_bytes() for file in place.rglob("*") if file.is_file()])
    with open_rows(place) as connection:
        return repr([connection.execute(f"SELECT * FROM {name}").fetchall() for name in tables()]).encode()  # noqa: S608  names of the schema


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Path | ServerDatabase:
    """Where the tables are kept: a folder with a file, or a server's database."""
    if request.param == "sqlite":
        return tmp_path
    server: PostgresServer = request.getfixturevalue("postgres_server")
    return server.new_database()


def test_an_erasure_goes_on_though_something_takes_longer_than_a_transaction_may_stand_still(
    place: Path | ServerDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    retold = Door.retold

    def told_slowly(door: Door, rows: Sequence[LogRow]) -> Retold | None:
        time.sleep(0.5)
        return retold(door, rows)

    monkeypatch.setattr("bot.store.postgres_thread.LONGEST_IDLE", 100)
    monkeypatch.setattr(Door, "retold", told_slowly)

    async def body(here: World, _boards: Boards, privacy: Privacy) -> None:
        await played(here)
        assert (await here.done(ANNA, "end")).phase == CLOSED
        assert await privacy.erase("p9") == Erased(1)
        assert b"Eve" not in everything(place)

    with_played(place, body)


def test_who_is_forgotten_is_nowhere_and_the_results_stay(place: Path | ServerDatabase) -> None:
    async def body(here: World, boards: Boards, privacy: Privacy) -> None:
        await played(here)
        await here.store.put_draft(BOT, "t1", "p9", StoredDraft(3, "m:3h4h5h"))
        await here.store.add_letters(BOT, "t1", (Letter("p9", "hand"),), here.now)
        before = await boards.board(Query(scope=OVERALL), NOW)
        assert b"Eve" in everything(place)
        assert await privacy.erase("p9") == StillPlaying(("ROSSO",))
        assert (await here.done(ANNA, "end")).phase == CLOSED
        assert await privacy.erase("p9") == Erased(1)
        after = await boards.board(Query(scope=OVERALL), NOW)
        assert [(row.place, row.value) for row in after.rows] == [(row.place, row.value) for row in before.rows]
        assert "p9" not in {row.person for row in after.rows}
        assert {row.name for row in after.rows} == {"Anna", "Bruno", "Carla", DELETED}
        assert b"Eve" not in everything(place)
        assert b"m:3h4h5h" not in everything(place)
        assert await here.store.person_of(BOT, Account("telegram", "account of Eve")) is None
        assert (await check_boards(here.store, BOT)).differences == ()
        table = fold(await here.store.log(BOT, "t1"))  # the log still tells the match, to the last card
        (result,) = [one.result for one in await here.store.results(BOT, "t1") if one.result.kind == "match"]
        assert result.record == format_record(table.records)
        assert DELETED in result.record
        assert "Anna" in result.record
        assert await privacy.erase("p9") == Nobody()
        assert await privacy.erase("p77") == Nobody()

    with_played(place, body)


def test_who_is_forgotten_while_their_match_is_counted_is_in_no_tally(
    place: Path | ServerDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Watching(Boards):
        forgotten = threading.Event()

        async def read_anew(self) -> None:
            self.forgotten.set()  # the file has been written anew; the memory waits for the count to end
            await super().read_anew()

    async def body(here: World, boards: Boards, _privacy: Privacy) -> None:
        await played(here)
        await here.done(ANNA, "end")
        watching, loop, real = Watching(here.store, BOT), asyncio.get_running_loop(), counting.tally
        erasing: list[Future[Forgotten]] = []

        def meanwhile(match: StoredMatch) -> Tally:
            if not erasing:
                privacy = Privacy(here.store, watching, BOT, here.door)
                erasing.append(asyncio.run_coroutine_threadsafe(privacy.erase("p9"), loop))
                assert watching.forgotten.wait(60)
            return real(match)

        monkeypatch.setattr(counting, "tally", meanwhile)
        await watching.people()
        assert await asyncio.wrap_future(erasing[0]) == Erased(1)
        tallies = await here.store.tallies(BOT, 0)
        assert len(tallies) == 1
        assert '"p9"' not in tallies[0].facts
        assert (await check_boards(here.store, BOT)).differences == ()
        assert "p9" not in await watching.people()
        assert await watching.people() == await boards.people()

    with_played(place, body)


def test_a_table_that_somebody_has_left_goes_on_without_their_name(place: Path | ServerDatabase) -> None:
    async def body(here: World, boards: Boards, privacy: Privacy) -> None:
        await here.open()
        await here.done(EVE, "join")
        assert await privacy.erase("p9") == StillPlaying(("ROSSO",))
        await here.done(EVE, "leave")
        revision = (await here.door.stored_state("t1") or (None, 0))[1]
        assert await privacy.erase("p9") == Erased(1)
        assert b"Eve" not in everything(place)
        table = await here.done(BRUNO, "join")
        assert (await here.door.stored_state("t1") or (None, 0))[1] == revision + 1
        assert fold(await here.store.log(BOT, "t1")) == table
        assert await privacy.erase("p2") == StillPlaying(("ROSSO",))

    with_played(place, body)


def test_who_was_called_otherwise_at_a_table_takes_no_table_along(place: Path | ServerDatabase) -> None:
    """Both names become one where somebody is forgotten; that they were two has been accepted once and for all."""

    async def body(here: World, _boards: Boards, privacy: Privacy) -> None:
        await here.deal()
        for who, command in ((EVE, "join"), (EVA, "name"), (EVA, "leave")):
            await here.done(who, command)
        table = await here.table()
        assert await privacy.erase("p9") == Erased(1)
        assert fold(await here.store.log(BOT, "t1")) == table == await here.table()
        table = await here.done(ANNA, "leave")
        assert fold(await here.store.log(BOT, "t1")) == table

    with_played(place, body)


def test_who_was_called_otherwise_in_a_match_that_is_over_takes_no_table_along(place: Path | ServerDatabase) -> None:
    async def body(here: World, _boards: Boards, privacy: Privacy) -> None:
        await here.deal()
        await here.done(Who("p2", "Bruno di Lecce"), "name")
        assert (await here.done(ANNA, "resign")).phase == OVER
        await here.done(BRUNO, "leave")
        assert await privacy.erase("p2") == Erased(1)
        assert b"Bruno" not in everything(place)
        table = await here.done(ANNA, "rematch")
        assert fold(await here.store.log(BOT, "t1")) == table

    with_played(place, body)


def test_the_number_of_a_private_chat_goes_too(place: Path | ServerDatabase) -> None:
    """A table that was opened in a private chat, and shown in another's: their names are those of accounts."""

    async def body(here: World, boards: Boards, privacy: Privacy) -> None:
        anna, bruno = "telegram:account of Anna".replace(" ", "-"), "discord:7008009"
        await here.store.register(BOT, Account("telegram", "account-of-Anna"), Person("p1", "Anna", "it"))
        await put_account(here.store, BOT, Account("telegram", "account-of-Anna"), "p1")
        await put_person(here.store, BOT, Person("p2", "Bruno", "it", json.dumps({"places": [bruno]})))
        await here.store.put_channel(BOT, Channel(anna, "it", "{}"))
        await played(here, anna)
        await here.done(BRUNO, f"mirror {bruno}")
        await here.store.add_letters(BOT, "t1", (Letter(f"#{anna}", "table"),), here.now)
        before = await boards.board(Query(channel=anna), NOW)
        assert len(before.rows) == 4
        assert "channel" in json.loads(await privacy.export("p2"))["matches"][0]
        await here.done(ANNA, "end")
        for person, chat in (("p1", anna), ("p2", bruno)):
            assert chat.encode() in everything(place)
            assert await privacy.erase(person) == Erased(1)
            assert chat.encode() not in everything(place)
            assert b"account-of-Anna" not in everything(place)
        assert (await check_boards(here.store, BOT)).differences == ()
        table = fold(await here.store.log(BOT, "t1"))
        assert all(channel.startswith("gone:") for channel in table.channels)
        assert (await Boards(here.store, BOT).board(Query(channel=table.channel), NOW)).people == 4

    with_played(place, body)


def test_what_the_owner_has_set_of_a_bot_stays_when_its_administrator_is_forgotten(
    place: Path | ServerDatabase,
) -> None:
    async def body(here: World, _boards: Boards, privacy: Privacy) -> None:
        token = BotToken("telegram", "7008009", "clubbot", "T" * 20, 5)
        club = HostedBot(BOT, "it", "", ("telegram:1234567", "telegram:7654321"), 5, (token,))
        await here.store.put_bot(club)
        await here.store.register(BOT, Account("telegram", "1234567"), Person("p8", "Hans", "it"))
        assert await privacy.erase("p8") == Erased(0)
        assert await here.store.person_of(BOT, Account("telegram", "1234567")) is None
        assert await here.store.bots() == (club,)

    with_played(place, body)


def test_who_is_forgotten_while_somebody_reads_is_gone_when_those_have_read(tmp_path: Path) -> None:
    async def body(here: World, _boards: Boards, privacy: Privacy) -> None:
        await here.store.take_place(BOT, "host")
        await here.store.register(BOT, Account("telegram", "1234567"), Person("p8", "Zwetlana", "it"))
        with closing(sqlite3.connect(here.store.name, isolation_level=None)) as reader:  # as `db backup` does
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM people").fetchone()
            here.store.patience = 0.1
            assert await privacy.erase("p8") == Erased(0)
            await here.store.upkeep(BOT, 0)
            assert b"Zwetlana" in everything(tmp_path)
        await here.store.upkeep(BOT, 0)
        assert b"Zwetlana" not in everything(tmp_path)

    with_played(tmp_path, body)


def test_who_is_forgotten_though_nobody_waits_for_it_any_more_is_cleared_with_the_next_upkeep(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def body(here: World, _boards: Boards, privacy: Privacy) -> None:
        await here.store.take_place(BOT, "host")
        await here.store.register(BOT, Account("telegram", "1234567"), Person("p8", "Zwetlana", "it"))
        commit = here.store._commit

        async def broken_off() -> None:
            await commit()
            raise asyncio.CancelledError

        with monkeypatch.context() as meanwhile:
            meanwhile.setattr(here.store, "_commit", broken_off)
            with pytest.raises(asyncio.CancelledError):
                await privacy.erase("p8")
        assert b"Zwetlana" in everything(tmp_path)
        await here.store.upkeep(BOT, 0)
        assert b"Zwetlana" not in everything(tmp_path)

    with_played(tmp_path, body)


def test_what_a_killed_host_did_not_clear_the_next_one_does(tmp_path: Path, root: Path) -> None:
    async def lives(here: World, _boards: Boards, _privacy: Privacy) -> None:
        await here.store.register(BOT, Account("telegram", "1234567"), Person("p8", "Zwetlana", "it"))
        with closing(
            sqlite3.connect(here.store.name, isolation_level=None)
        ) as disk:  # a trace in a page that was freed
            disk.execute("PRAGMA secure_delete = OFF")
            disk.execute("CREATE TABLE moved (name TEXT)")
            disk.execute("INSERT INTO moved VALUES (?)", ["Zwetlana " * 1000])
            disk.execute("DROP TABLE moved")

    async def next_host(here: World, _boards: Boards, privacy: Privacy) -> None:
        assert await privacy.erase("p8") == Nobody()
        assert b"Zwetlana" in everything(tmp_path)
        await here.store.take_place(BOT, "next")
        await here.store.upkeep(BOT, 0)
        assert b"Zwetlana" not in everything(tmp_path)
        assert not await here.store.keys_of_notes(BOT, "to-clear", here.now)

    with_played(tmp_path, lives)
    command = [sys.executable, "-c", ERASED_AND_KILLED, str(tmp_path)]
    assert subprocess.run(command, cwd=root, check=False).returncode == -signal.SIGKILL
    with_played(tmp_path, next_host)


ERASED_AND_KILLED = """
import asyncio, os, signal, sys
from pathlib import Path
from bot.boards.boards import Boards
from bot.boards.privacy import Privacy
from bot.store.sqlite import SqliteStore
from tests.boards.season import BOT
from tests.host.test_door import world

async def killed(_store):
    os.kill(os.getpid(), signal.SIGKILL)

async def main():
    SqliteStore._clear = killed
    async with world(Path(sys.argv[1])) as here:
        await Privacy(here.store, Boards(here.store, BOT), BOT, here.door).erase("p8")

asyncio.run(main())
"""


def test_a_reason_loses_the_name_of_somebody_who_was_there_and_no_other_word(place: Path | ServerDatabase) -> None:
    async def body(here: World, boards: Boards, privacy: Privacy) -> None:
        await played(here)
        await here.done(ANNA, "end")
        (past,) = await boards.history("p1")
        store, words = here.store, "due carte in più, contate DUE volte da Anna, da Eve e da Due"
        for person in ("p9", "p8"):
            await put_person(store, BOT, Person(person, "Due", "it"))
        await boards.correct(past.key, "NS 500 EW 0", "p1", words, here.now)
        await store.put_note(BOT, f"proposed:{past.key[0]}:7", json.dumps({"reason": words}), NOW)
        await store.put_note(BOT, "proposed:t9:7", json.dumps({"reason": words}), NOW)

        async def reasons() -> list[str]:
            notes = [await store.note(BOT, f"proposed:{match}:7", here.now) for match in (past.key[0], "t9")]
            return [
                *[one.reason for one in await store.corrections(BOT, past.key)],
                *[json.loads(one)["reason"] for one in notes],
            ]

        assert await privacy.erase("p8") == Erased(0)  # who was never there
        assert await reasons() == [words, words, words]
        assert await privacy.erase("p9") == Erased(1)  # who was called Eve there
        left = f"due carte in più, contate DUE volte da Anna, da {DELETED} e da {DELETED}"
        assert await reasons() == [left, left, words]

    with_played(place, body)


def test_a_name_of_an_account_that_was_joined_goes_too(place: Path | ServerDatabase) -> None:
    async def body(here: World, boards: Boards, privacy: Privacy) -> None:
        await played(here)
        await here.done(ANNA, "end")
        await put_person(here.store, BOT, Person("p4", "Dario", "it", json.dumps({"moved": "p2"})))
        found = json.loads(await privacy.export("p4"))
        assert [one["id"] for one in found["people"]] == ["p2", "p4"]
        assert await privacy.erase("p4") == Erased(1)
        assert b"Dario" not in everything(place)
        assert b"Bruno" not in everything(place)
        board = await boards.board(Query(scope=OVERALL), NOW)
        assert [row.name for row in board.rows].count(DELETED) == 1
        assert not {"p2", "p4"} & {row.person for row in board.rows}

    with_played(place, body)


def test_texts_lose_a_name_and_nothing_else() -> None:
    ids, names = {"p1": "gone7"}, frozenset({'An"na'})
    assert without_actor("p1! Anna Maria", ids) == "gone7! deleted player"
    assert [without_actor(text, ids) for text in ("p11 Anna", "host", "p1")] == ["p11 Anna", "host", "gone7"]
    assert without_entry("replace N p1 Anna Maria", ids) == "replace N gone7 deleted player"
    assert without_entry("replace N p2 Anna", ids) == "replace N p2 Anna"
    assert without_entry("invite p1 loud Anna Maria", ids) == "invite gone7 loud deleted player"
    assert without_entry("invite p2 quiet Anna", ids) == "invite p2 quiet Anna"
    assert [without_entry(f"opener p{number}", ids) for number in (1, 2)] == ["opener gone7", "opener p2"]
    record = '[BRN "1"]\n[Rules "fibur"]\n[N "An\\"na"] [E "Bruno"] [S "Carla"] [W "Dario"]\n\n* seat N "An\\"na"\n'
    assert without_names(record, names) == record.replace('An\\"na', DELETED)
    assert without_names(record, frozenset({"fibur"})) == record
    assert without_names('no record ["An\\"na"]', names) == f'no record ["{DELETED}"]'
    assert without_seats('{"names": {"N": "Zoë", "E": "Zo"}}', frozenset({"Zoë"})) == (
        '{"names": {"N": "deleted player", "E": "Zo"}}'
    )
    assert [without_seats(text, names) for text in ("{}", "nonsense", "[]")] == ["{}", "nonsense", "[]"]


def test_whoever_has_held_a_hand_of_the_deal_is_forgotten_when_it_has_ended(place: Path | ServerDatabase) -> None:
    """As somebody new they could be given another hand of it."""

    async def body(here: World, _boards: Boards, privacy: Privacy) -> None:
        table = await here.deal()
        seat = table.seat_of("p2")
        await here.done(replace(ANNA, admin=True), f"replace {seat} {EVE.id} {EVE.name}")
        assert await privacy.erase("p2") == StillPlaying((), ("ROSSO",))
        await here.done(ANNA, "resign")
        assert await privacy.erase("p2") == Erased(1)

    with_played(place, body)
