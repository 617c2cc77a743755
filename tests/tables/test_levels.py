"""How well computer players play: a table's setting, a person's partner apart; who sits down by name plays as that."""

import json
from dataclasses import replace

import pytest

from bot.host.door import players
from bot.tables.levels import NAMES_LEVELS, player_at
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


def named(version: int, *commands: str) -> list[str]:
    """What a result names, of a table of this version, were its deal to end now: the computer players in it."""
    commands = (*commands, "set level=beginner partner=expert", f"start {SEED}")
    table = replace(after(lobby(), *[(ANNA, command) for command in commands]), version=version)
    ((*seats,),) = json.loads(players(table, [table.chairs]))
    assert [person for person, _ in seats] == [chair.person for chair in table.chairs]
    return sorted(player for _, player in seats)


def test_a_result_names_the_level_that_played() -> None:
    assert named(NAMES_LEVELS) == ["", "beginner", "beginner", "expert"]
    assert named(NAMES_LEVELS, "computer E greedy") == ["", "beginner", "expert", "greedy"]


def test_a_result_of_an_older_log_does_not_say_what_level_it_was() -> None:
    """It may be from before there were levels, and what is made anew from a log is to be what was stored."""
    assert named(NAMES_LEVELS - 1) == ["", "heuristic", "heuristic", "heuristic"]


@pytest.mark.parametrize("value", ["level=heuristic", "partner=master"])
def test_a_level_is_one_of_the_ladder(value: str) -> None:
    assert declined(lobby(), ANNA, f"set {value}") == "bad-setting"
