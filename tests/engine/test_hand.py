"""A hand as one number: what went in comes out, in the order of the suits."""

from hypothesis import given
from hypothesis import strategies as st

from engine.cards import PACK, UNKNOWN
from engine.hand import CARDS, pack, size, unpack
from engine.words import bits

some_cards = st.integers(0, len(PACK)).flatmap(
    lambda count: st.permutations(range(len(PACK))).map(lambda places: [PACK[place] for place in places[:count]])
)


@given(some_cards, st.integers(0, 30))
def test_a_hand_gives_back_its_cards_in_order_and_the_unknown_ones_last(cards: list[int], hidden: int) -> None:
    hand = pack([*cards, *[UNKNOWN] * hidden])
    assert unpack(hand) == (*sorted(cards), *[UNKNOWN] * hidden)
    assert size(hand) == len(cards) + hidden


def test_the_bits_of_every_word_are_counted() -> None:
    """Compiled they are added up in the word itself."""
    assert [bits((1 << number) - 1) for number in range(63)] == list(range(63))
    assert {bits(1 << number) for number in range(62)} == {1}
    assert bits(CARDS) == 53
