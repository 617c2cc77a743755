"""Lots are what anybody computes from the seed."""

from engine.tournament.lots import FIRST, TIES, lot
from tests.engine.tournament.evening import SEED, Evening, tables


def test_the_check_values_of_both_purposes() -> None:
    assert "".join(lot(bytes.fromhex(SEED), FIRST, "abcdefgh")) == "cdeghbaf"
    assert "".join(lot(bytes.fromhex(SEED), TIES, "abcdefgh")) == "dgehfcab"


def test_the_order_of_the_ids_does_not_matter() -> None:
    assert lot(bytes.fromhex(SEED), FIRST, "hgfedcba") == lot(bytes.fromhex(SEED), FIRST, "abcdefgh")


def test_one_entry_has_its_place_without_a_word_of_chance() -> None:
    assert lot(bytes.fromhex(SEED), FIRST, ["a"]) == ("a",)


def test_the_first_round_is_seated_by_lot_by_registration_or_as_the_arbiter_says() -> None:
    drawn = Evening(entries=4, first={"by": "lot"})
    order = lot(bytes.fromhex(SEED), FIRST, ["p1", "p2", "p3", "p4"])
    assert tables(drawn.next()) == [(1, *order[:2]), (2, *order[2:])]
    assert tables(Evening(entries=4).next()) == [(1, "p1", "p2"), (2, "p3", "p4")]
    chosen = Evening(entries=4, first={"by": "arbiter", "order": ["p4", "p1", "p3", "p2"]})
    assert tables(chosen.next()) == [(1, "p4", "p1"), (2, "p3", "p2")]


def test_those_late_have_a_place_in_the_lot_and_none_in_the_first_order() -> None:
    drawn = Evening(entries=4, late=1, first={"by": "lot"})
    order = [one for one in lot(bytes.fromhex(SEED), FIRST, ["p1", "p2", "p3", "p4", "p5"]) if one != "p5"]
    assert tables(drawn.next()) == [(1, *order[:2]), (2, *order[2:])]
