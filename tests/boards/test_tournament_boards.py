"""Boards of tournaments: what counts for whom, in which place and time, and for those who play as one."""

from dataclasses import replace

import pytest

from bot.boards.board import CHANNEL, GROUP, OVERALL, Query
from bot.boards.tournament_board import CountedTournament, TournamentBoard, is_board, tournament_board
from bot.messages.tournament_board_page import tournament_board_page
from bot.tournaments.outcome import Outcome, Placing

DAY = 24 * 3_600_000
NOW = 1_760_000_000_000  # Thursday, 9 October 2025
BAR = "discord:1/10"
ROWS = tuple[tuple[int, str, int, int, int], ...]


def evening(
    name: str, *entries: tuple[str, int, int], kind: str = "pairs", channel: str = BAR, at: int = NOW
) -> CountedTournament:
    """Entries as "a b", Victory Points and Match Points, the best first; four rounds each."""
    placings = [Placing(place, vp * 6, mp, 0, 4, tuple(who.split())) for place, (who, vp, mp) in enumerate(entries, 1)]
    return CountedTournament(name, channel, Outcome(name, kind, "febur", at, tuple(placings)))


EVENINGS = [
    evening("one", ("a b", 60, 900), ("c d", 20, -900)),
    evening("two", ("b a", 50, 100), ("a2 ~zoe", 40, 50), ("d c", 30, -150), at=NOW - 10 * DAY),
    evening("three", ("a b c d", 45, 300), ("e f g h", 15, -300), kind="teams", channel="discord:1/11"),
    evening("four", ("a", 60, 40), ("c", 54, 30), kind="three-player", channel="discord:2/1"),
]


def board(**keys: object) -> TournamentBoard:
    query = replace(Query(channel=BAR, zone="UTC"), **keys)  # type: ignore[arg-type]  # each is a field of `Query`
    assert is_board(query)
    return tournament_board(EVENINGS, query, {"a2": "a"}, NOW + DAY)


def rows(found: TournamentBoard) -> ROWS:
    """Place, people, tournaments, won, Victory Points."""
    figures = [(row.place, " ".join(row.people), row.figures) for row in found.rows]
    return tuple([(place, people, one.tournaments, one.wins, one.vp // 6) for place, people, one in figures])


@pytest.mark.parametrize(("keys", "expected"), [
    ({"scope": CHANNEL, "kind": ""},
     ((1, "a", 2, 2, 110), (1, "b", 2, 2, 110), (3, "c", 2, 0, 50), (3, "d", 2, 0, 50))),
    ({"scope": CHANNEL, "kind": "", "period": "week"},
     ((1, "a", 1, 1, 60), (1, "b", 1, 1, 60), (3, "c", 1, 0, 20), (3, "d", 1, 0, 20))),
    ({"scope": CHANNEL, "kind": "pairs"}, ((1, "a b", 2, 2, 110), (2, "c d", 2, 0, 50))),
    ({"scope": CHANNEL, "kind": "teams"}, ()),
    ({"scope": GROUP, "kind": "teams"}, ((1, "a b c d", 1, 1, 45), (2, "e f g h", 1, 0, 15))),
    ({"scope": OVERALL, "kind": "threes"}, ((1, "a", 1, 1, 60), (2, "c", 1, 0, 54))),
    ({"scope": OVERALL, "kind": "", "by": "matches", "rows": 2, "page": 2}, ((1, "c", 3, 1, 95), (1, "d", 3, 1, 95))),
    ({"scope": OVERALL, "kind": "", "by": "mp", "rows": 1}, ((1, "a", 3, 3, 155),)),
])  # fmt: skip
def test_a_board_counts_the_evenings_of_its_kind_place_and_time(keys: dict[str, object], expected: ROWS) -> None:
    assert rows(board(**keys)) == expected


def test_rounds_of_a_tournament_without_victory_points_are_in_no_average() -> None:
    entries = [EVENINGS[0], evening("out", ("a b", 0, 0), ("c e", 0, 0))]
    found = tournament_board(entries, Query(channel=BAR, zone="UTC", kind="pairs"), {}, NOW + DAY)
    names = {one: one for one in "abcde"}
    averages = {row[1]: row[3] for row in tournament_board_page("en", found, names)["rows"]}
    assert averages == {"a – b": "15.00", "c – d": "5.00", "c – e": ""}


def test_an_average_is_of_a_round_and_ones_own_row_is_known_under_an_old_account() -> None:
    found = board(kind="pairs", by="average", person="b")
    assert [row.figures.average for row in found.rows] == [110 / 8, 50 / 8]
    assert found.mine == found.rows[0]
    assert board(kind="", person="nobody").mine is None


@pytest.mark.parametrize("keys", [
    {"by": "rating", "kind": ""}, {"by": "clean", "kind": ""}, {"kind": "chess"}, {"kind": "", "practice": True},
    {"kind": "", "period": "day"}, {"kind": "", "scope": "moon"},
])  # fmt: skip
def test_there_is_no_such_board(keys: dict[str, object]) -> None:
    assert not is_board(replace(Query(), **keys))  # type: ignore[arg-type]  # each is a field of `Query`
