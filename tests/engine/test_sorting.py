"""The order of a hand in front of its player."""

from hypothesis import given
from hypothesis import strategies as st

from engine.cards import PACK, format_cards, parse_cards
from engine.hand import pack, unpack
from engine.sorting import by_rank, by_suit, keep_order, move

hands = st.permutations(range(len(PACK))).map(lambda places: tuple(PACK[place] for place in places[:20]))


def test_by_suit_goes_through_the_suits_from_the_ace_up_and_puts_the_matte_apart() -> None:
    assert format_cards(by_suit(parse_cards("Jk7c2h7hAhKd"))) == "Ah7hKd7c2hJk"


def test_by_rank_puts_the_matte_apart() -> None:
    assert format_cards(by_rank(parse_cards("2hJkAc3d7c7hKd2s"))) == "3d7h7cKdAc2h2sJk"


def test_ones_own_order_is_kept_and_new_cards_come_last() -> None:
    order = parse_cards("KdJk7h3c")
    assert format_cards(keep_order(order, pack(parse_cards("7hKd3cAh9s")))) == "Kd7h3cAh9s"


def test_two_equal_cards_keep_their_two_places() -> None:
    assert format_cards(keep_order(parse_cards("7hKd7h"), pack(parse_cards("7h7h2c")))) == "7h7h2c"


def test_a_card_is_dragged_to_another_place() -> None:
    order = parse_cards("KdJk7h3c")
    assert format_cards(move(order, 0, 2)) == "Jk7hKd3c"
    assert format_cards(move(order, 9, -4)) == "3cKdJk7h"
    assert move((), 0, 1) == ()


@given(hands, hands)
def test_no_order_ever_loses_or_invents_a_card(order: tuple[int, ...], cards: tuple[int, ...]) -> None:
    hand = pack(cards)
    for row in (by_suit(unpack(hand)), by_rank(unpack(hand)), keep_order(order, hand)):
        assert pack(row) == hand
        assert len(row) == len(cards)
