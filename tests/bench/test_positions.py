"""The positions whose better play is known: each can be read, its plays are legal, and the ladder finds them."""

import pytest

from bench.positions import KNOWN, Known, finds, turn_from
from engine.position import format_position, parse_position
from engine.rules import load_rules


@pytest.mark.parametrize("known", KNOWN, ids=lambda known: known.why)
def test_a_known_position_can_be_read(known: Known) -> None:
    deal = parse_position(load_rules(known.rules), known.position)
    assert format_position(deal) == known.position
    assert known.does or known.leaves


@pytest.mark.parametrize("player", ["heuristic", "club"])
@pytest.mark.parametrize("known", KNOWN, ids=lambda known: known.why)
def test_a_turn_is_played_to_where_new_cards_are_seen(player: str, known: Known) -> None:
    assert turn_from(player, known)


def test_the_club_sees_a_meld_that_lies_in_the_pile() -> None:
    assert [finds(player, KNOWN[0]) for player in ("heuristic", "club")] == [False, True]
