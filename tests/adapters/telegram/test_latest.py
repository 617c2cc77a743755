"""Of several messages for the same place the one asked for last stays, in whatever order they come."""

from itertools import permutations

import pytest

from bot.adapters.telegram.latest import Latest


@pytest.mark.parametrize("order", [*permutations("abc")])
def test_the_one_asked_for_last_stays_and_each_other_goes_once(order: tuple[str, ...]) -> None:
    latest: Latest[str, str] = Latest(9)
    turns = {one: latest.turn() for one in "abc"}
    goes = [latest.put("place", turns[one], one) for one in order]
    assert goes[0] is None
    assert set(goes[1:]) == {"a", "b"}
    assert latest.put("elsewhere", latest.turn(), "d") is None
