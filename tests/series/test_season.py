"""Season standings: best n of m, ties, guests by name, accounts that became one, and what each row adds up to."""

from hypothesis import given
from hypothesis import strategies as st

from bot.series.season import SeasonRow, first_of, names_in, season_standings
from bot.tournaments.outcome import Outcome, Placing


def evening(*entries: tuple[str, int, int]) -> Outcome:
    """Entries as "a b", Victory Points and Match Points, the best first."""
    placings = [Placing(at, vp * 6, mp, 0, 4, tuple(who.split())) for at, (who, vp, mp) in enumerate(entries, 1)]
    return Outcome("Thursday", "pairs", "febur", 0, tuple(placings))


def by_player(rows: tuple[SeasonRow, ...]) -> dict[str, tuple[int, int, int]]:
    return {row.player: (row.place, row.vp // 6, row.mp) for row in rows}


def test_the_best_evenings_count_and_the_others_are_shown() -> None:
    evenings = [
        evening(("a b", 60, 900), ("c d", 20, -900)),
        evening(("a d", 30, 0), ("c b", 50, 100)),
        evening(("a c", 45, 300)),
    ]
    rows = season_standings(evenings, best=2)
    assert by_player(rows) == {"b": (1, 110, 1000), "a": (2, 105, 1200), "c": (3, 95, 400), "d": (4, 50, -900)}
    a = next(row for row in rows if row.player == "a")
    assert (a.evenings, a.counted, a.cells) == (3, frozenset((0, 2)), ["60", "[30]", "45"])
    assert next(row for row in rows if row.player == "b").cells == ["60", "50", ""]


def test_equal_sums_are_decided_by_match_points_evenings_won_and_the_best_evening() -> None:
    rows = season_standings([evening(("a", 40, 100), ("b", 40, 50)), evening(("b", 30, 0), ("c", 40, 100))])
    assert [(row.place, row.player) for row in rows] == [(1, "b"), (2, "a"), (3, "c")]
    shared = season_standings([evening(("a b", 40, 100), ("c", 20, 0))])
    assert [(row.place, row.player) for row in shared] == [(1, "a"), (1, "b"), (3, "c")]
    assert first_of(shared, 1) == ("a", "b")
    assert first_of(shared, 2) == ("a", "b")
    assert first_of([row for row in shared if row.player != "a"], 2) == ("b", "c")  # who cannot come has no place
    assert first_of(shared, 9) == ("a", "b", "c")


def test_guests_go_by_their_name_however_it_is_written() -> None:
    evenings = [evening(("~Anna", 40, 0)), evening(("~ANNA", 30, 0)), evening(("anna", 50, 0))]
    assert by_player(season_standings(evenings)) == {"~anna": (1, 70, 0), "anna": (2, 50, 0)}
    assert names_in(evenings) == {"~anna": "ANNA"}


def test_accounts_that_became_one_are_one_player_with_the_better_entry_of_an_evening() -> None:
    evenings = [evening(("old", 30, 0), ("new", 20, 0)), evening(("new", 10, 0))]
    assert by_player(season_standings(evenings, aliases={"old": "new"})) == {"new": (1, 40, 0)}


ENTRIES = st.lists(
    st.tuples(st.sampled_from("abcdef"), st.integers(0, 80), st.integers(-3000, 3000)), unique_by=lambda e: e[0]
)


@given(st.lists(ENTRIES, max_size=6), st.integers(0, 6))
def test_a_season_is_the_greatest_sum_of_so_many_evenings_whatever_their_order(
    found: list[list[tuple[str, int, int]]], best: int
) -> None:
    evenings = [evening(*sorted(entries, key=lambda entry: -entry[1])) for entries in found]
    rows = season_standings(evenings, best)
    for row in rows:
        played = sorted([one.vp for one in row.results if one is not None], reverse=True)
        assert row.vp == sum(played[: best or None])
        assert len(row.counted) == min(best or len(played), len(played))
    again = season_standings(evenings[::-1], best)
    assert by_player(rows) == by_player(again)
    assert [row.key() for row in rows] == sorted([row.key() for row in rows], reverse=True)
