"""The draw of cards: who is highest, who deals, and who draws again (febur and fitab art. 3)."""

from collections.abc import Mapping, Sequence

import pytest

from engine.cards import PACK, Card, parse_cards
from engine.tournament.seat_draw import first_dealer, height, order, to_draw_again

LINES = (("Anna", "Bruno"), ("Carla", "Dario"))


def draws(**cards: str) -> Mapping[str, Sequence[Card]]:
    """What each drew, the redraws behind: `Anna="KhJk"`."""
    return {player: parse_cards(text) for player, text in cards.items()}


def test_the_lowest_of_those_who_play_against_the_highest_deals() -> None:
    drawn = draws(Anna="Kh", Bruno="3s", Carla="Ah", Dario="9d")
    assert order(drawn) == ("Carla", "Anna", "Dario", "Bruno")
    assert first_dealer(drawn, LINES) == "Bruno"
    assert first_dealer(draws(Anna="Jk", Bruno="3s", Carla="Kh", Dario="9d"), LINES) == "Dario"  # not the partner


def test_the_order_is_joker_two_ace_and_down_to_three_then_the_suits() -> None:
    ranks = parse_cards("Jk2hAhKhQhJhTh9h8h7h6h5h4h3h")
    assert sorted(ranks, key=height) == list(ranks)
    suits = parse_cards("2h2d2c2sAhAdAcAs3h3d3c3s")
    assert sorted(suits, key=height) == list(suits)
    assert len({height(card) for card in PACK}) == 53  # one height a face


def test_equal_cards_draw_again_among_themselves_and_keep_their_place() -> None:
    equal = draws(Anna="Kh", Bruno="Kh", Carla="Ah", Dario="3s")
    assert to_draw_again(equal) == ("Anna", "Bruno")
    with pytest.raises(ValueError, match="Anna, Bruno draw again"):
        order(equal)
    again = draws(Anna="Kh3c", Bruno="KhJk", Carla="Ah", Dario="3s")
    assert to_draw_again(again) == ()
    assert order(again) == ("Carla", "Bruno", "Anna", "Dario")  # a joker in the second draw overtakes nobody else


def test_equal_jokers_draw_until_they_differ() -> None:
    assert to_draw_again(draws(Anna="Jk", Bruno="Jk", Carla="4h", Dario="4h")) == ("Anna", "Bruno", "Carla", "Dario")
    assert to_draw_again(draws(Anna="JkKs", Bruno="JkKs", Carla="4h5h", Dario="4h6h")) == ("Anna", "Bruno")
    assert order(draws(Anna="JkKs3h", Bruno="JkKs4h", Carla="4h5h", Dario="4h6h"))[:2] == ("Bruno", "Anna")
