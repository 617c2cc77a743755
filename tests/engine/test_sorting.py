"""The order of a hand in front of its player."""

from hypothesis import given
from hypothesis import strategies as st

from engine.cards import PACK, format_cards, parse_cards
from engine.hand import pack, unpack
from engine.play import Step
from engine.refusal import Reason
from engine.sorting import by_rank, by_suit, home_first, keep_order, move
from tests.notation import play_all, position, refused

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


def test_of_a_sorted_hand_a_two_goes_below_its_three() -> None:
    for ticked_cards, as_laid in (
        ("3s4s2s", "2s3s4s"),
        ("3s4s5s6s7s8s2s", "2s3s4s5s6s7s8s"),
        ("3s4s2h", "3s4s2h"),  # of another suit
        ("4s5s2s", "4s5s2s"),  # it has no three to lie below
        ("3s4s2sJk", "3s4s2sJk"),
        ("3s4s2h2s", "3s4s2h2s"),  # no run as they stand, but the best one
        ("3s4sAs2s", "3s4sAs2s"),
        ("3s2s", "3s2s"),
        ("JkJkJk", "JkJkJk"),
    ):
        assert format_cards(home_first(parse_cards(ticked_cards))) == as_laid


def test_a_first_meld_of_a_sorted_hand_is_clean_where_it_can_be() -> None:
    """With three players: as it is written the two does duty as the five, and as it is meant it lies at home."""
    deal = position("three-player", "N/play ? 4c 3s4sKdTd2s/?11/?11 ?11,?11,?11 -|-|-")
    assert refused(Reason.OPENING_NOT_CLEAN, play_all(deal, "m:3s4s2s"))
    sorted_hand = by_suit(unpack(deal.hands[0]))
    opening = home_first([card for card in sorted_hand if card in parse_cards("3s4s2s")])
    step = play_all(deal, f"m:{format_cards(opening)}")
    assert isinstance(step, Step)
    assert format_cards(step.deal.melds[0][0].cards) == "2s3s4s"
