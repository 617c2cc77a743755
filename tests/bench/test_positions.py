"""The positions whose better play is known: each can be read, its plays are legal, and the ladder finds them."""

import pytest

from bench.positions import (
    CLOSING,
    DISCARDS,
    MELDS,
    PUZZLES,
    TAKING,
    WILD_CARDS,
    Puzzle,
    SearchedPosition,
    agrees,
    finds,
    gain_of,
    known_positions,
    led_to,
    theme,
    turn_from,
)
from engine.position import format_position, parse_position
from engine.rules import load_rules


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.why)
def test_a_known_position_can_be_read(puzzle: Puzzle) -> None:
    deal = parse_position(load_rules(puzzle.rules), puzzle.position)
    assert format_position(deal) == puzzle.position
    assert puzzle.does or puzzle.leaves


@pytest.mark.parametrize("player", ["heuristic", "club"])
@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.why)
def test_a_turn_is_played_to_where_new_cards_are_seen(player: str, puzzle: Puzzle) -> None:
    assert turn_from(player, puzzle)


def test_the_club_sees_a_meld_that_lies_in_the_pile() -> None:
    assert [finds(player, PUZZLES[0]) for player in ("heuristic", "club")] == [False, True]


def test_the_expert_finds_them_all() -> None:
    assert [puzzle.why for puzzle in PUZZLES if not finds("expert", puzzle)] == []


@pytest.mark.parametrize("case", known_positions(), ids=lambda case: case.position)
def test_a_position_found_by_search_has_two_turns_that_differ(case: SearchedPosition) -> None:
    deal = parse_position(load_rules(case.rules), case.position)
    assert format_position(deal) == case.position
    assert led_to(case, case.better.split()) != led_to(case, case.usual.split())
    assert case.gain > 3.9 * case.error  # figures without decimals
    assert case.confirmation >= case.doubt - 1


def test_the_expert_finds_more_than_the_club_of_what_a_search_has_found() -> None:
    some = known_positions()[::4]
    club, expert = (
        [agrees(case, turn_from(player, case)) for case in some].count(True) for player in ("club", "expert")
    )
    assert club < len(some) // 2 <= expert  # what the club of that time did not find is what is kept


def test_another_turn_counts_by_what_it_is_worth() -> None:
    """The matta on another meld than in the known turn, and another card discarded: as good."""
    case = next(case for case in known_positions() if case.better == "a4:Jk x:3d")
    assert gain_of(case, ["a4:Jk", "x:3d"]) == case.gain
    assert gain_of(case, ["x:3d"]) == 0
    assert case.gain / 2 < gain_of(case, ["a2:Jk", "x:8h"]) < 2 * case.gain
    assert abs(gain_of(case, ["x:8h"])) < case.gain / 2


def test_there_are_a_hundred_positions_and_each_theme_has_some() -> None:
    assert len(set(known_positions())) == 100
    assert set(map(theme, known_positions())) == {TAKING, CLOSING, WILD_CARDS, DISCARDS, MELDS}


@pytest.mark.parametrize(
    ("better", "usual", "differs"),
    [
        ("x:6d", "x:3h", DISCARDS),
        ("a1:2d x:Ad", "a1:2d x:9c", DISCARDS),
        ("x:4d", "a5:Jk x:4d", CLOSING),
        ("p", "d", TAKING),
        ("m:QhQhQs a4:7s x:6d", "m:QhQhQs a4:7s x:8h", DISCARDS),
    ],
)
def test_a_theme_is_what_the_two_turns_differ_in(better: str, usual: str, differs: str) -> None:
    cases = [case for case in known_positions() if (case.better, case.usual) == (better, usual)]
    assert cases
    assert {theme(case) for case in cases} == {differs}
