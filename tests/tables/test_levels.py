"""How well computer players play: a table's setting, a person's partner apart; who sits down by name plays as that."""

import pytest

from bot.tables.levels import player_at
from bot.tables.table import Settings
from tests.tables.playing import ANNA, SEED, after, declined, lobby


def levels(*commands: str, settings: Settings | None = None) -> dict[str, str]:
    """By seat, who thinks for the computers of a table that Anna has opened and started."""
    table = after(lobby(settings or Settings()), *[(ANNA, command) for command in (*commands, f"start {SEED}")])
    return {seat: player_at(table, seat) for seat in table.code.seats if table.chair(seat).computer}


def test_computers_play_like_a_club_where_nothing_is_set() -> None:
    assert set(levels().values()) == {"club"}


def test_a_partner_s_level_is_apart_from_the_opponents() -> None:
    found = levels("set level=beginner partner=expert")
    assert sorted(found.values()) == ["beginner", "beginner", "expert"]


def test_who_sits_down_by_name_plays_as_that() -> None:
    assert sorted(levels("computer E greedy", "set level=expert partner=expert").values()) == [
        "expert",
        "expert",
        "greedy",
    ]


def test_a_computer_of_an_older_log_has_the_table_s_level() -> None:
    """There it was always called `heuristic`."""
    assert set(levels("computer E heuristic", "set level=beginner partner=beginner").values()) == {"beginner"}


def test_without_partners_there_is_one_level() -> None:
    found = levels("set level=expert partner=beginner", settings=Settings("three-player", players=3))
    assert set(found.values()) == {"expert"}


@pytest.mark.parametrize("value", ["level=heuristic", "partner=master"])
def test_a_level_is_one_of_the_ladder(value: str) -> None:
    assert declined(lobby(), ANNA, f"set {value}") == "bad-setting"
