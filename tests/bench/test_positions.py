"""The positions whose better play is known: each can be read, its plays are legal, and the ladder finds them."""

import pytest

from bench.positions import PUZZLES, Puzzle, SearchedPosition, agrees, finds, known_positions, led_to, turn_from
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
    club, expert = ([agrees(player, case) for case in some].count(True) for player in ("club", "expert"))
    assert club == 0  # what the club does not find is what is kept
    assert expert >= len(some) // 2
