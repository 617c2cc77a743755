"""The two orders of penalised cards."""

from engine.cards import PACK, format_cards, parse_cards, rank_of, suit_of, value
from engine.rulings.effects import ASC_NEXT, ASC_NOW, BAN_P, DESC_NOW, INT, PEN
from engine.rulings.penalised import ascending, descending, penance, queue


def test_febur_s_order_rises_by_rank_and_then_by_suit() -> None:
    assert format_cards(ascending(parse_cards("Jk2hAsKd3h3s9c8dTsJhQc3d3c"))) == "3s3c3d3h8d9cTsJhQcKdAs2hJk"


def test_fitab_s_order_falls_by_points_then_suit_then_rank() -> None:
    assert format_cards(descending(parse_cards("3s7h8hKsAd2cJkKhQd9d"))) == "Jk2cAdKh8hQd9dKs7h3s"


def test_points_never_fall_in_one_order_nor_rise_in_the_other() -> None:
    rising = [value(card) for card in ascending(PACK)]
    assert rising == sorted(rising)
    falling = descending(PACK)
    assert [value(card) for card in falling] == sorted(rising, reverse=True)
    tens = [(suit_of(card), -rank_of(card)) for card in falling if value(card) == 10]
    assert tens == sorted(tens)  # hearts, diamonds, clubs, spades, and the king first


def test_equal_cards_stay_beside_each_other() -> None:
    assert format_cards(ascending(parse_cards("9s4h9s4h"))) == "4h4h9s9s"


def test_an_earlier_ruling_s_cards_go_first_and_one_discarded_out_of_order_last() -> None:
    earlier, later = ascending(parse_cards("9d8d")), ascending(parse_cards("4h3h"))
    assert format_cards(queue([earlier, later], parse_cards("Kc"))) == "8d9d3h4hKc"


def test_a_ruling_that_penalises_nothing_has_no_order() -> None:
    assert penance((INT, PEN), parse_cards("4h")) is None


def test_the_first_card_goes_now_or_at_the_next_own_turn() -> None:
    cards = parse_cards("4h3h")
    now, after = penance((ASC_NOW, BAN_P), cards), penance((ASC_NEXT,), cards)
    assert now is not None
    assert after is not None
    assert [one.own_turn for one in now.discards] == [0, 1]
    assert [one.own_turn for one in after.discards] == [1, 2]
    assert (now.closes_from, after.closes_from) == (2, 3)
    assert (now.partner_banned, after.partner_banned) == (True, False)


def test_without_a_card_the_offender_closes_from_the_next_turn() -> None:
    found = penance((DESC_NOW,), ())
    assert found is not None
    assert (found.discards, found.closes_from) == ((), 1)
