"""The watcher over everything shown: what it takes for a card that is named."""

from typing import Final

import pytest

from tests.watching import Seen, Watch, named

MELD: Final = "1. run 8♠-J♠: 8♠ 9♠ 2♥ J♠ ({}) – clean burraco"


@pytest.mark.parametrize("words", ["2♥ for 10♠", "2♥ al posto di 10♠"])
def test_what_a_matta_stands_for_is_no_card_that_was_shown(words: str) -> None:
    assert named(MELD.format(words)) == {"8s", "9s", "Js", "2h"}


@pytest.mark.parametrize("words", ["Joker for 10♠", "jolly al posto di 10♠"])
def test_nor_what_a_joker_stands_for(words: str) -> None:
    assert "Ts" not in named(MELD.format(words))


@pytest.mark.parametrize("words", ["2♥ and 10♠", "9♠ for 10♠", "for 10♠"])
def test_any_other_card_in_brackets_was_shown(words: str) -> None:
    assert "Ts" in named(MELD.format(words))


def test_a_card_that_nobody_might_see_is_found() -> None:
    with pytest.raises(AssertionError, match="Ts"):
        Watch().judge("p1", [Seen(1.0, own=True, words="10♠")])
