"""Boards and pages over a store: ties, pages, corrections, joined accounts, what a check finds, what a sheet holds."""

import asyncio
import csv
import json
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.boards import board as boards_of
from bot.boards import boards as counting
from bot.boards.board import GROUP, OVERALL, PAGE, BoardRow, Query
from bot.boards.boards import Boards
from bot.boards.facts import PAIRS, SINGLES, VERSION, Facts, SeatFacts, Side
from bot.boards.figures import Figures
from bot.boards.ledger import CountedMatch, Ledger, group_of
from bot.boards.ports import StoredMatch, Tally
from bot.boards.ratings import Rating
from bot.boards.spreadsheet import csv_of, table_csv
from bot.boards.text import COLUMNS, cells
from bot.host.ports import Person
from bot.store.sqlite import SqliteStore
from engine.replay import replay
from tests.boards.checking import check_boards
from tests.boards.season import BOT, CPU, commit, introduce, migrate, play
from tests.people_rows import put_person
from tests.store.changes import using

NOW = 10**12
FOUR = ("p1", "p2", "p3", "p4")
Body = Callable[[SqliteStore, Boards], Awaitable[None]]


def with_boards(path: Path, body: Body) -> None:
    async def whole(store: SqliteStore) -> None:
        await introduce(store)
        await body(store, Boards(store, BOT))

    using(path / "burraco.db", whole)


def entry(number: int, *sides: tuple[str, ...], vp: tuple[int, ...] = (12, 8)) -> CountedMatch:
    """A match whose first side has won."""
    both_sides = [
        Side(tuple(SeatFacts(person, deals=1) for person in people), place, 0, 0, 6 * points, 0, 0)
        for place, (people, points) in enumerate(zip(sides, vp, strict=True), start=1)
    ]
    kind = PAIRS if len(sides[0]) == 2 else SINGLES
    return CountedMatch(
        f"t{number:04}", 1, "club/bar", number, Facts(kind, "fibur", 1, -1, corrected=False, sides=tuple(both_sides))
    )


def ledger(*entries: CountedMatch) -> Ledger:
    new = Ledger()
    new.add(entries)
    return new


def test_ties_share_a_place_and_the_next_one_is_left_free() -> None:
    found = ledger(entry(1, ("a", "b"), ("c", "d")), entry(2, ("e", "f"), ("c", "g")))
    board = boards_of.board(found, Query(scope=OVERALL), NOW)
    assert [(row.place, row.person, row.value) for row in board.rows] == [
        (1, "c", 16),
        (2, "a", 12),
        (2, "b", 12),
        (2, "e", 12),
        (2, "f", 12),
        (6, "d", 8),
        (6, "g", 8),
    ]


def test_a_board_has_pages_and_shows_who_asks_wherever_they_stand() -> None:
    many = [entry(number, (f"w{number:03}",), (f"x{number:03}",)) for number in range(60)]
    found = ledger(*many)
    query = Query(kind=SINGLES, scope=OVERALL, person="x059")
    pages = [boards_of.board(found, replace(query, page=page), NOW) for page in (1, 2, 3)]
    first, last = pages[0], boards_of.board(found, Query(kind=SINGLES, scope=OVERALL, page=9), NOW)
    assert (first.people, first.pages, len(first.rows), first.page) == (120, 3, PAGE, 1)
    assert first.mine is not None
    assert (first.mine.place, first.mine.person) == (61, "x059")
    assert (last.page, len(last.rows), last.mine) == (3, 20, None)
    assert len({row.person for page in pages for row in page.rows}) == 120
    short = boards_of.board(found, replace(query, rows=20, page=6), NOW)
    assert (short.pages, len(short.rows), short.rows[-1]) == (6, 20, last.rows[-1])


def test_what_is_no_board_is_refused() -> None:
    for query in (Query("luck"), Query(scope="galaxy"), Query(period="decade"), Query(kind="fives")):
        with pytest.raises(ValueError, match=r"luck|galaxy|decade|fives"):
            boards_of.board(ledger(), query, NOW)


def test_an_average_of_few_matches_is_provisional() -> None:
    found = ledger(*[entry(number, ("a",), ("b" if number else "c",)) for number in range(5)])
    board = boards_of.board(found, Query("average", kind=SINGLES, scope=OVERALL), NOW)
    assert {row.person: row.provisional for row in board.rows} == {"a": False, "b": True, "c": True}


def test_a_new_match_is_added_to_what_was_summed_before() -> None:
    found = ledger(entry(1, ("a",), ("b",)))
    query = Query(kind=SINGLES, scope=OVERALL)
    assert boards_of.board(found, query, NOW).rows[0].value == 12
    found.add([entry(2, ("a",), ("b",))])
    assert boards_of.board(found, query, NOW).rows[0].value == 24
    found.add([entry(0, ("a",), ("b",))])  # one that ended before both
    assert boards_of.board(found, query, NOW).rows[0].value == 36


def test_the_group_of_a_channel_is_what_stands_before_its_last_slash() -> None:
    assert [group_of(name) for name in ("club/bar", "a/b/c", "club", "")] == ["club/", "a/b/", "club/", ""]


def test_a_group_holds_a_chat_its_topics_and_what_else_is_known_to_be_of_it() -> None:
    places = {"tg:1": "a", "tg:1/5": "b", "tg:12": "c", "dc:7": "d", "dc:8": "e"}
    found = ledger(*[
        replace(entry(number, (person,), ("x",)), channel=channel)
        for number, (channel, person) in enumerate(places.items())
    ])  # fmt: skip
    for channel, others, people in (
        ("tg:1", (), {"a", "b", "x"}),
        ("tg:1/5", (), {"a", "b", "x"}),
        ("dc:7", (), {"d", "x"}),
        ("dc:7", ("dc:7", "dc:8"), {"d", "e", "x"}),
    ):
        query = Query(kind=SINGLES, scope=GROUP, channel=channel, group=others)
        assert {row.person for row in boards_of.board(found, query, NOW).rows} == people
    before = boards_of.board(found, Query(kind=SINGLES, scope=GROUP, channel="dc:7", group=("dc:8",)), NOW)
    found.add([replace(entry(9, ("d",), ("e",)), channel="dc:8")])
    after = boards_of.board(found, Query(kind=SINGLES, scope=GROUP, channel="dc:7", group=("dc:8",)), NOW)
    assert [board.rows[0].figures.matches for board in (before, after)] == [2, 2]
    assert {row.person: row.value for row in after.rows}["d"] == 24


def test_an_arbiter_corrects_a_match_and_the_boards_with_it(tmp_path: Path) -> None:
    async def body(store: SqliteStore, boards: Boards) -> None:
        played = play(FOUR, 1)
        key = await commit(store, played, "t1", 1000)
        await commit(store, play(FOUR, 2), "t2", 2000)
        before = await boards.board(Query(scope=OVERALL), NOW)
        north, south = played.table.chairs[0].person, played.table.chairs[2].person
        with pytest.raises(ValueError, match="the sides are NS EW"):
            await boards.correct(key, "N 5", "p0", "a slip", 3000)
        assert await boards.correct(("nowhere", 1), "NS 0 EW 0", "p0", "a slip", 3000) is None
        assert await boards.board(Query(scope=OVERALL), NOW) == before
        await boards.correct(key, "NS 2000 EW 0", "p0", "the count was wrong", 3000)
        assert [past.vp for past in await boards.history(north)][-1] == 120
        await boards.correct(key, "", "p0", "the wrong people sat there", 4000)
        assert [past.key for past in await boards.history(south) if not past.annulled] == [("t2", 1)]
        assert [one.number for one in await store.corrections(BOT, key)] == [1, 2]
        assert (await check_boards(store, BOT)).differences == ()
        assert await Boards(store, BOT).board(Query(scope=OVERALL), NOW) == await boards.board(
            Query(scope=OVERALL), NOW
        )

    with_boards(tmp_path, body)


def meanwhile(monkeypatch: pytest.MonkeyPatch, act: Callable[[], object]) -> None:
    """Something that happens, once, after a match was read and before it is counted; in the thread that counts."""
    real, waiting = counting.tally, [act]

    def then(match: StoredMatch) -> Tally:
        if waiting:
            waiting.pop()()
        return real(match)

    monkeypatch.setattr(counting, "tally", then)


@pytest.mark.parametrize("again", [False, True], ids=["the first count", "a count made anew"])
def test_a_correction_while_its_match_is_counted_is_not_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *, again: bool
) -> None:
    monkeypatch.setenv("BURRACO_DATABASE", str(tmp_path / "burraco.db"))
    correct = ["db", "correct", "t1", "annul", "the wrong people sat there"]

    async def body(store: SqliteStore, boards: Boards) -> None:
        await commit(store, play(FOUR, 1), "t1", 1000)
        await commit(store, play(FOUR, 2), "t2", 2000)
        if again:
            await boards.people()
            with closing(sqlite3.connect(tmp_path / "burraco.db")) as connection:
                connection.execute("UPDATE tallies SET facts = '{'")
                connection.commit()
        codes: list[int] = []
        meanwhile(monkeypatch, lambda: codes.append(main(correct)))
        fresh = Boards(store, BOT)
        assert [(past.key[0], past.annulled) for past in await fresh.history("p1")] == [("t2", False), ("t1", True)]
        assert codes == [0]
        assert (await check_boards(store, BOT)).differences == ()
        assert (await fresh.board(Query("matches", scope=OVERALL), NOW)).rows[0].figures.matches == 1

    with_boards(tmp_path, body)


def test_a_correction_while_another_match_is_counted_anew_is_read_with_the_next_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tally of the first match was read before it was corrected, and the second one's could not be read."""
    monkeypatch.setenv("BURRACO_DATABASE", str(tmp_path / "burraco.db"))

    async def body(store: SqliteStore, boards: Boards) -> None:
        await commit(store, play(FOUR, 1), "t1", 1000)
        await commit(store, play(FOUR, 2), "t2", 2000)
        await boards.people()
        with closing(sqlite3.connect(tmp_path / "burraco.db")) as connection:
            connection.execute("UPDATE tallies SET facts = '{' WHERE table_id = 't2'")
            connection.commit()
        codes: list[int] = []
        correct = ["db", "correct", "t1", "annul", "the wrong people sat there"]
        meanwhile(monkeypatch, lambda: codes.append(main(correct)))
        fresh = Boards(store, BOT)
        assert len(await fresh.history("p1")) == 2
        assert codes == [0]
        assert [(past.key[0], past.annulled) for past in await fresh.history("p1")] == [("t2", False), ("t1", True)]

    with_boards(tmp_path, body)


def test_whoever_is_cancelled_leaves_the_boards_right(tmp_path: Path) -> None:
    async def body(store: SqliteStore, boards: Boards) -> None:
        for number in range(1, 9):
            await commit(store, play(FOUR, number), f"t{number}", 1000 * number)
            asking = [asyncio.create_task(boards.board(Query(by, scope=OVERALL), NOW)) for by in ("vp", "mp", "vp")]
            for step in range(number):
                await asyncio.sleep(0.001 * step)
            for task in asking[: number % 4]:
                task.cancel()
            await asyncio.gather(*asking, return_exceptions=True)
        assert await boards.board(Query(scope=OVERALL), NOW) == await Boards(store, BOT).board(
            Query(scope=OVERALL), NOW
        )

    with_boards(tmp_path, body)


def test_accounts_that_were_joined_have_one_row(tmp_path: Path) -> None:
    async def body(store: SqliteStore, boards: Boards) -> None:
        await commit(store, play(FOUR, 1), "t1", 1000)
        await commit(store, play(("p5", "p2", "p3", "p4"), 1), "t2", 2000)
        await commit(store, play(("p1", "p5", "p3", "p4"), 1), "t3", 3000)
        assert len((await boards.board(Query(scope=OVERALL), NOW)).rows) == 5
        await put_person(store, BOT, Person("p5", "Elena", "it", json.dumps({"moved": "p1"})))
        board = await boards.board(Query("matches", scope=OVERALL, person="p5"), NOW)
        assert {row.person: row.value for row in board.rows} == {"p1": 2, "p2": 2, "p3": 3, "p4": 3}
        assert board.mine is not None
        assert board.mine.name == "Anna"
        assert len(await boards.history("p5")) == 3  # the third match they played against themselves: practice, and one
        assert (await boards.card("p1")).kinds[0].practice.matches == 1

    with_boards(tmp_path, body)


def test_one_tally_that_cannot_be_read_is_made_anew(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def body(store: SqliteStore, boards: Boards) -> None:
        for number in range(1, 4):
            await commit(store, play(FOUR, number), f"t{number}", 1000 * number)
        right = await boards.board(Query(scope=OVERALL), NOW)
        for damage in ("{", f'{{"v":{VERSION}}}', "[]"):
            connection = sqlite3.connect(tmp_path / "burraco.db")
            connection.execute("UPDATE tallies SET facts = ? WHERE table_id = 't2'", (damage,))
            connection.commit()
            connection.close()
            assert [one.table for one in (await check_boards(store, BOT)).differences] == ["t2"]
            assert await Boards(store, BOT).board(Query(scope=OVERALL), NOW) == right
            assert (await check_boards(store, BOT)).differences == ()
        assert "tallies are made anew" in caplog.text

    with_boards(tmp_path, body)


def test_a_tally_of_an_earlier_version_waits_to_be_made_anew(tmp_path: Path) -> None:
    async def body(store: SqliteStore, boards: Boards) -> None:
        await commit(store, play(FOUR, 1), "t1", 1000)
        right = await boards.board(Query(scope=OVERALL), NOW)
        with closing(sqlite3.connect(tmp_path / "burraco.db")) as connection:
            connection.execute("UPDATE tallies SET facts = ?", (f'{{"v":{VERSION - 1}}}',))
            connection.commit()
        checked = await check_boards(store, BOT)
        assert (checked.waiting, checked.differences) == (1, ())
        assert await Boards(store, BOT).board(Query(scope=OVERALL), NOW) == right
        assert (await check_boards(store, BOT)).waiting == 0

    with_boards(tmp_path, body)


def test_an_annulled_match_stays_in_the_history_and_can_be_given_back(tmp_path: Path) -> None:
    async def body(store: SqliteStore, boards: Boards) -> None:
        await commit(store, play(FOUR, 1), "t1", 1000)
        await commit(store, play(FOUR, 2), "t2", 2000)
        before = await boards.board(Query(scope=OVERALL), NOW)
        (key,) = [past.key for past in await boards.history("p1") if past.key[0] == "t1"]
        await boards.correct(key, "", "p9", "the wrong people sat there", 3000)
        assert [(past.key[0], past.annulled) for past in await boards.history("p1")] == [("t2", False), ("t1", True)]
        assert (await boards.board(Query("matches", scope=OVERALL), NOW)).rows[0].figures.matches == 1
        assert (await boards.card("p1")).kinds[0].ranked.matches == 1
        assert "t1" not in await boards.csv()
        await boards.correct(key, "played", "p9", "they did not", 4000)
        after = await boards.board(Query(scope=OVERALL), NOW)
        assert [(row.person, row.value, row.rating) for row in after.rows] == [
            (row.person, row.value, row.rating) for row in before.rows
        ]
        assert [past.annulled for past in await boards.history("p1")] == [False, False]

    with_boards(tmp_path, body)


def test_a_check_finds_what_was_tampered_with_and_a_rebuild_mends_it(tmp_path: Path) -> None:
    async def body(store: SqliteStore, boards: Boards) -> None:
        for number in range(1, 5):
            await commit(store, play(FOUR, number), f"t{number}", 1000 * number)
        right = await boards.board(Query(scope=OVERALL), NOW)
        connection = sqlite3.connect(tmp_path / "burraco.db")
        connection.execute(
            "UPDATE tallies SET facts = replace(facts, '\"clean\":', '\"clean\":9') WHERE table_id = 't1'"
        )
        connection.execute("UPDATE tallies SET ended_at = 1 WHERE table_id = 't2'")
        connection.execute("DELETE FROM tallies WHERE table_id = 't3'")
        connection.execute("UPDATE results SET record = 'nonsense' WHERE table_id = 't4' AND kind = 'match'")
        connection.commit()
        connection.close()
        found = await check_boards(store, BOT)
        assert (found.matches, found.waiting) == (4, 1)
        otherwise = "is counted otherwise than its record says"
        assert [(one.table, one.words.split(":")[0]) for one in found.differences] == [
            ("t1", otherwise),
            ("t2", otherwise),
            ("t4", "cannot be counted"),
        ]
        await boards.rebuild()
        assert [one.table for one in (await check_boards(store, BOT)).differences] == ["t4"]
        assert (await boards.board(Query(scope=OVERALL), NOW)).people == right.people

    with_boards(tmp_path, body)


def test_a_match_that_could_not_be_counted_is_tried_again_by_the_next_program(tmp_path: Path) -> None:
    """What stands in for the fault is a record that cannot be replayed, and for its mending the record as it was."""

    def sql(statement: str) -> None:
        connection = sqlite3.connect(tmp_path / "burraco.db")
        connection.execute(statement)
        connection.commit()
        connection.close()

    async def body(store: SqliteStore, boards: Boards) -> None:
        for number in (1, 2):
            await commit(store, play(FOUR, number), f"t{number}", 1000 * number)
        sql("UPDATE results SET record = 'x' || record WHERE table_id = 't1'")
        assert [past.key[0] for past in await boards.history("p1")] == ["t2"]
        sql("UPDATE results SET record = substr(record, 2) WHERE table_id = 't1'")
        assert [past.key[0] for past in await Boards(store, BOT).history("p1")] == ["t2", "t1"]
        assert (await check_boards(store, BOT)).differences == ()

    with_boards(tmp_path, body)


def test_a_database_of_before_has_what_it_could_not_count_counted_after_its_upgrade(tmp_path: Path) -> None:
    async def before(store: SqliteStore, boards: Boards) -> None:
        await commit(store, play(FOUR, 1), "t1", 1000)
        await boards.people()
        connection = sqlite3.connect(tmp_path / "burraco.db")
        connection.execute("UPDATE tallies SET facts = 'null'")
        migrate(connection, "0005_uncounted")
        connection.commit()
        connection.close()

    async def afterwards(_store: SqliteStore, boards: Boards) -> None:
        assert [past.key[0] for past in await boards.history("p1")] == ["t1"]

    with_boards(tmp_path, before)
    with_boards(tmp_path, afterwards)


def test_the_command_replays_every_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def body(store: SqliteStore, boards: Boards) -> None:
        for number in range(1, 4):
            await commit(store, play(FOUR, number), f"t{number}", 1000 * number)
        await boards.board(Query(scope=OVERALL), NOW)

    with_boards(tmp_path, body)
    monkeypatch.setenv("BURRACO_DATABASE", str(tmp_path / "burraco.db"))
    assert main(["db", "check"]) == 1
    printed = capsys.readouterr()
    assert printed.out.endswith("boards      3 matches\n")
    assert printed.err.endswith("not sound: folds\n")  # each log has but one row here
    connection = sqlite3.connect(tmp_path / "burraco.db")
    connection.execute("UPDATE tallies SET channel = 'elsewhere' WHERE table_id = 't2'")
    connection.commit()
    connection.close()
    assert main(["db", "check"]) == 1
    words = "t2:1 of bot bot is counted otherwise than its record says: channel elsewhere for club/bar\n"
    assert capsys.readouterr().out.endswith(f"boards      FAULT: 1 of 3 matches\n            {words}")
    assert main(["db", "check", "--rebuild"]) == 1
    printed = capsys.readouterr()
    assert "rebuilt     t2:1 of bot bot is counted otherwise now\nrebuilt     1 of 3 matches" in printed.out
    assert printed.err.endswith("not sound: folds\n")
    with sqlite3.connect(tmp_path / "burraco.db") as connection:
        connection.execute("UPDATE tallies SET facts = replace(facts, '\"clean\":', '\"clean\":9')")
    connection.close()
    assert main(["db", "check"]) == 1
    out = capsys.readouterr().out
    assert [f"t{number}:1 of bot" in out for number in (1, 2, 3)] == [True, True, True]
    assert "sides.0.clean 9" in out


def test_the_owner_corrects_on_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def body(store: SqliteStore, boards: Boards) -> None:
        await commit(store, play(FOUR, 1), "t1", 1000)

    async def points(store: SqliteStore, boards: Boards) -> None:
        capsys.readouterr()
        print(sorted(row.value for row in (await boards.board(Query(scope=OVERALL), NOW)).rows))

    with_boards(tmp_path, body)
    monkeypatch.setenv("BURRACO_DATABASE", str(tmp_path / "burraco.db"))
    assert main(["db", "correct", "t1:1", "NS 2000 EW 0", "the count was wrong"]) == 0
    assert "t1:1: NS 2000 EW 0" in capsys.readouterr().out
    with_boards(tmp_path, points)
    assert capsys.readouterr().out == "[0.0, 0.0, 20.0, 20.0]\n"
    assert main(["db", "correct", "t1", "annul", "the wrong people sat there"]) == 0
    with_boards(tmp_path, points)
    assert capsys.readouterr().out == "[]\n"
    wrong = (("t9", "annul", "why"), ("t1:7", "annul", "why"), ("t1", "N 5", "why"), ("t1", "annul", " "))
    for match, result, reason in wrong:
        assert main(["db", "correct", match, result, reason]) == 2


def test_a_card_the_partners_and_two_people_head_to_head(tmp_path: Path) -> None:
    async def body(store: SqliteStore, boards: Boards) -> None:
        together = [play(FOUR, seed) for seed in (1, 2, 3)]
        against = play(("p1", "p3", "p2", "p4"), 4)
        alone = play(("p1", CPU, "p3", CPU), 5)
        for number, played in enumerate([*together, against, alone]):
            await commit(store, played, f"t{number}", 1000 + number)
        card = await boards.card("p1")
        (kind,) = card.kinds
        assert (card.since, card.last, kind.ranked.matches, kind.practice.matches) == (1000, 1004, 4, 1)
        assert (len(kind.form), kind.form.count("+")) == (4, kind.ranked.wins)
        assert kind.rating.matches == 4
        book = await boards.partners("p1")
        assert [(one.partner, one.together.matches) for one in book] == [("p3", 3), ("p2", 1)]
        (versus,) = await boards.head_to_head("p1", "p3")
        assert (versus.beside.matches, versus.against.matches) == (3, 1)
        (other,) = await boards.head_to_head("p3", "p1")
        lost = versus.against.matches - versus.against.wins - versus.against.draws
        assert (other.against.mp, other.against.wins) == (-versus.against.mp, lost)
        past = await boards.history("p1")
        assert [one.ended_at for one in past] == [1004, 1003, 1002, 1001, 1000]
        assert (past[0].partners, past[0].opponents, past[0].ranked) == (("p3",), ("", ""), False)
        record = await boards.record(past[1].key)
        assert record is not None
        assert replay(record).match.is_over
        assert (await boards.card("nobody")).kinds == ()

    with_boards(tmp_path, body)


def test_a_sheet_has_a_line_for_each_seat(tmp_path: Path) -> None:
    async def body(store: SqliteStore, boards: Boards) -> None:
        await commit(store, play(FOUR, 1), "t1", 1_767_225_600_000)
        await commit(store, play(("p1", CPU, "p3", CPU), 2), "t2", 1_767_225_601_000, "elsewhere")
        lines = list(csv.DictReader(StringIO(await boards.csv())))
        assert {line["person"] for line in lines if line["table"] == "t1"} == set(FOUR)
        assert (len(lines), lines[0]["ended"], lines[0]["rules"]) == (8, "2026-01-01T00:00:00Z", "fibur")
        assert {line["name"] for line in lines} == {"Anna", "Bruno", "Carla", "Dario", ""}
        mine = list(csv.DictReader(StringIO(await boards.csv(person="p2"))))
        assert {line["table"] for line in mine} == {"t1"}
        assert len(list(csv.DictReader(StringIO(await boards.csv(channel="elsewhere"))))) == 4

    with_boards(tmp_path, body)


def test_a_name_is_no_formula() -> None:
    names = {"a": "=HYPERLINK(1)", "b": "Bruno; \t=cmd|' /C calc'!A0", "c": "＝1+1", "d": "Anna-Maria, +39"}
    sheet = csv_of([entry(1, ("a", "b"), ("c", "d"))], names, {"club/bar": "@club"})
    lines = list(csv.DictReader(StringIO(sheet)))
    assert [line["name"] for line in lines] == [
        "'=HYPERLINK(1)",
        "Bruno; \t'=cmd|' /C calc'!A0",
        "'＝1+1",
        "Anna-Maria,' +39",
    ]
    assert {line["channel"] for line in lines} == {"'@club"}
    assert {line["channel"] for line in csv.DictReader(StringIO(csv_of([entry(1, ("a",), ("b",))], {}, {})))} == {""}


def test_a_board_for_a_spreadsheet_that_parts_cells_by_semicolons_has_commas_in_its_numbers() -> None:
    rows = [
        ("1", "Anna, la prima", "+12.5", "=1+1"),
        ("2", "Bruno", "4.25", "1.2.3"),
        ("3", "v1.0±2.0", "[-3.5]", "~26.6±6.6"),
        ("4", "Carla", "~4.00", "30.1±6.6"),
    ]
    assert table_csv(("Posto", "Nome", "VP", "Nota"), rows, between=";").splitlines() == [
        "Posto;Nome;VP;Nota",
        "1;Anna, la prima;+12,5;'=1+1",
        "2;Bruno;4,25;1.2.3",
        "3;v1.0±2.0;[-3,5];~26,6±6,6",
        "4;Carla;~4,00;30,1±6,6",
    ]
    assert table_csv(("Place", "Name", "VP", "Note"), rows, between=",").splitlines() == [
        "Place,Name,VP,Note",
        '1,"Anna, la prima",+12.5,\'=1+1',
        "2,Bruno,4.25,1.2.3",
        "3,v1.0±2.0,[-3.5],~26.6±6.6",
        "4,Carla,~4.00,30.1±6.6",
    ]


def test_who_has_not_played_has_an_average_of_nothing() -> None:
    assert Figures().average == 0


@pytest.mark.parametrize(("valued", "written"), [(0, ""), (2, "~3.00")])
def test_no_average_is_written_where_no_match_had_victory_points(valued: int, written: str) -> None:
    figures = Figures(matches=2, valued=valued, vp=18 * valued)
    row = BoardRow(1, "a", "Anna", figures.average, figures, Rating(25.0, 8.0, 0), provisional=True)
    assert cells(row, "average")[COLUMNS.index("average")] == written
