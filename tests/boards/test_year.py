"""A year of a channel: every board equals an independent recomputation from the records alone.

The recomputation shares nothing with `bot.boards` but the engine: it replays each stored record, takes who sat where
from the match as it was played, and adds up with sums of its own.
"""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

import pytest
from openskill.models import PlackettLuce

from bot.boards.board import GROUP, OVERALL, Board, Query
from bot.boards.boards import Boards
from bot.store.sqlite import SqliteStore, open_store
from bot.tables.table import Settings
from engine.actions import Add, Lay
from engine.record import Turn, parse_record
from engine.replay import replay
from tests.boards.checking import check_boards
from tests.boards.season import BOT, CPU, PEOPLE, SHORT, Played, commit, introduce, play

ROME: Final = ZoneInfo("Europe/Rome")
PAIRS_OF_THE_YEAR: Final = (
    ("p1", "p2", "p3", "p4"),
    ("p1", "p2", "p3", "p4"),
    ("p5", "p2", "p6", "p4"),
    ("p1", "p5", "p2", "p6"),
    ("p7", "p8", "p1", "p3"),
    ("p1", CPU, "p3", CPU),
)


def at(text: str, fold: int = 0) -> int:
    """The milliseconds of a wall clock in Rome."""
    return round(datetime.fromisoformat(text).replace(tzinfo=ROME, fold=fold).astimezone(UTC).timestamp() * 1000)


@dataclass(frozen=True)
class Evening:
    """A match that ended: what was played, where and when."""

    table: str
    ended: int
    channel: str
    played: Played


def year() -> list[Evening]:
    """Two matches a week, and those that end at awkward moments."""
    moments = [at(f"2026-{month:02}-{day:02}T23:{10 + day}") for month in range(1, 13) for day in (6, 13, 27)]
    moments += [at("2026-03-29T01:59"), at("2026-03-29T03:01")]  # an hour that was skipped lies between them
    moments += [at("2026-10-25T02:30"), at("2026-10-25T02:30", fold=1)]  # the same time twice
    moments += [at("2026-03-31T23:59"), at("2026-04-01T00:00")]  # the end of a season, and the next one's beginning
    moments += [at("2026-06-05T23:00"), at("2026-06-05T23:00")]  # two that end in the same millisecond
    found = []
    for number, ended in enumerate(sorted(moments)):
        chairs = PAIRS_OF_THE_YEAR[number % len(PAIRS_OF_THE_YEAR)]
        resigns = [(30, next(person for person in chairs if person), "resign")] if number % 11 == 7 else []
        settings = Settings(house="hands=2") if number % 10 == 3 else SHORT
        channel = ("club/bar", "club/bar", "club/hall", "alone")[number % 4]
        played = play(chairs, 1 + number % 17, settings, *resigns)
        found.append(Evening(f"t{number:03}", ended, channel, played))
    found += [
        Evening("three", at("2026-05-01T22:00"), "club/bar", play(("p1", "p2", "p3"), 3, Settings("three-player")))
    ]
    found += [Evening("single", at("2026-05-02T22:00"), "club/bar", play(("p1", "p2"), 3))]
    return sorted(found, key=lambda one: (one.ended, one.table))


Figures = dict[str, float]
AWARD: Final = 305  # fibur, two deals: the first MP of the row of 14


def recomputed(evenings: Iterable[Evening], practice: bool = False) -> dict[str, Figures]:
    """Everybody's figures in the pairs' matches among these, from their records."""
    sums: dict[str, Figures] = defaultdict(lambda: defaultdict(float))
    for one in evenings:
        replayed = replay(one.played.match.record)
        code, match = replayed.match.code, replayed.match
        seats = [chair.person for chair in one.played.table.chairs]
        humans = [any(seats[seat] for seat in members) for members in code.members]
        if not code.pairs or all(humans) == practice:
            continue
        for seat, person in enumerate(seats):
            if not person:
                continue
            side, mine = code.side_of[seat], sums[person]
            margin = match.totals[side] - match.totals[1 - side]
            mine["matches"] += 1
            if match.given_up_by < 0:
                assert match.vp is not None
                mine["vp"] += match.vp[side]
                mine["mp"] += margin
                mine["wins"] += match.winner == side
            elif match.given_up_by != side:
                mine["vp"] += 14
                mine["mp"] += max(AWARD, margin)
                mine["wins"] += 1
            else:
                mine["mp"] -= max(AWARD, -margin)
            for deal in replayed.deals:
                assert deal.result is not None
                kinds = [meld.burraco for meld in deal.result.scores[side].melds]
                mine["clean"] += kinds.count("pulito")
                mine["closings"] += deal.result.closed_by == seat
            mine["direct"] += len([taken for taken in _direct(one) if taken == code.seats[seat]])
    for mine in sums.values():
        mine["average"] = mine["vp"] / mine["matches"]
    return sums


def _direct(one: Evening) -> list[str]:
    return [
        line.seat
        for deal in parse_record(one.played.match.record)
        for line in deal.lines
        if isinstance(line, Turn)
        for written in line.actions
        if "!" in written.marks and isinstance(written.action, Lay | Add)
    ]


def rated(evenings: Iterable[Evening]) -> dict[str, tuple[float, float]]:
    model, now = PlackettLuce(), {person: PlackettLuce().rating() for person in PEOPLE}
    for one in evenings:
        match = replay(one.played.match.record).match
        seats = [chair.person for chair in one.played.table.chairs]
        if not match.code.pairs or CPU in seats:
            continue
        teams = [[now[seats[seat]] for seat in members] for members in match.code.members]
        ranks = [1.0 if match.winner in (None, side) else 2.0 for side in (0, 1)]
        for members, team in zip(match.code.members, model.rate(teams, ranks=ranks), strict=True):
            now.update({seats[seat]: rating for seat, rating in zip(members, team, strict=True)})
    return {person: (rating.mu, rating.sigma) for person, rating in now.items()}


def assert_equal(board: Board, expected: dict[str, Figures], by: str) -> None:
    assert {row.person for row in board.rows} == set(expected)
    for row in board.rows:
        mine = expected[row.person]
        assert row.value == pytest.approx(mine[by])
        assert row.place == 1 + len([one for one in expected.values() if one[by] > mine[by] + 1e-9])
        assert row.figures.direct == mine["direct"]


@pytest.fixture(scope="module")
def evenings() -> list[Evening]:
    return year()


def with_year(path: Path, evenings: list[Evening], body: "Callable[[SqliteStore, Boards], object]") -> None:
    async def whole() -> None:
        store = await open_store(path / "burraco.db", at=1)
        try:
            await introduce(store)
            for one in evenings:
                await commit(store, one.played, one.table, one.ended, one.channel)
            await body(store, Boards(store, BOT))  # type: ignore[misc]  # the body is a coroutine function
        finally:
            await store.close()

    asyncio.run(whole())


def test_every_board_equals_what_the_records_say(tmp_path: Path, evenings: list[Evening]) -> None:
    async def body(store: SqliteStore, boards: Boards) -> None:
        now = at("2026-12-31T12:00")
        for by in ("vp", "average", "matches", "wins", "mp", "clean", "closings"):
            assert_equal(await boards.board(Query(by, scope=OVERALL), now), recomputed(evenings), by)
        here = [one for one in evenings if one.channel == "club/bar"]
        assert_equal(await boards.board(Query(channel="club/bar"), now), recomputed(here), "vp")
        group = [one for one in evenings if one.channel.startswith("club/")]
        assert_equal(await boards.board(Query(channel="club/bar", scope=GROUP), now), recomputed(group), "vp")
        alone = [one for one in evenings if one.channel == "alone"]
        assert_equal(await boards.board(Query(channel="alone", scope=GROUP), now), recomputed(alone), "vp")
        practice = await boards.board(Query(scope=OVERALL, practice=True), now)
        assert_equal(practice, recomputed(evenings, practice=True), "vp")
        assert [row.name for row in practice.rows] == [PEOPLE[row.person] for row in practice.rows]
        found = await check_boards(store, BOT)
        assert (found.matches, found.waiting, found.differences) == (len(evenings), 0, ())

    with_year(tmp_path, evenings, body)


@pytest.mark.parametrize(
    ("period", "seen_at", "since", "until"),
    [
        ("week", "2026-03-29T12:00", "2026-03-23T00:00", "2026-03-30T00:00"),
        ("week", "2026-10-25T12:00", "2026-10-19T00:00", "2026-10-26T00:00"),
        ("month", "2026-03-31T23:59", "2026-03-01T00:00", "2026-04-01T00:00"),
        ("month", "2026-10-01T00:00", "2026-10-01T00:00", "2026-11-01T00:00"),
        ("season", "2026-03-31T23:59", "2026-01-01T00:00", "2026-04-01T00:00"),
        ("season", "2026-04-01T00:00", "2026-04-01T00:00", "2026-07-01T00:00"),
        ("season", "2026-12-31T23:59", "2026-10-01T00:00", "2027-01-01T00:00"),
    ],
)
def test_a_period_is_that_of_the_wall_clock(
    tmp_path: Path, evenings: list[Evening], period: str, seen_at: str, since: str, until: str
) -> None:
    async def body(_store: SqliteStore, boards: Boards) -> None:
        board = await boards.board(Query(scope=OVERALL, period=period), at(seen_at))
        later = await boards.board(Query(scope=OVERALL, period=period, back=1), at(until))
        assert (later.span, later.rows) == (board.span, board.rows)
        assert (board.span.since, board.span.until) == (at(since), at(until))
        assert_equal(board, recomputed([one for one in evenings if at(since) <= one.ended < at(until)]), "vp")

    with_year(tmp_path, evenings, body)


def test_ratings_depend_on_when_matches_ended_and_not_on_when_they_were_counted(
    tmp_path: Path, evenings: list[Evening]
) -> None:
    async def body(store: SqliteStore, boards: Boards) -> None:
        late = evenings[5::7]
        for one in [one for one in evenings if one not in late]:
            await commit(store, one.played, one.table, one.ended, one.channel)
        await boards.board(Query("rating", scope=OVERALL), at("2026-12-31T12:00"))
        for one in late:
            await commit(store, one.played, one.table, one.ended, one.channel)
        board = await boards.board(Query("rating", scope=OVERALL), at("2026-12-31T12:00"))
        expected = rated(evenings)
        assert len(board.rows) == len(PEOPLE)
        for row in board.rows:
            assert (row.rating.mu, row.rating.sigma) == pytest.approx(expected[row.person])
        season = await boards.board(Query("rating", scope=OVERALL, period="season"), at("2026-03-31T12:00"))
        earlier = rated([one for one in evenings if one.ended < at("2026-04-01T00:00")])
        for row in season.rows:
            assert (row.rating.mu, row.rating.sigma) == pytest.approx(earlier[row.person])
            assert row.provisional == (row.rating.matches < 10)

    with_year(tmp_path, [], body)
