"""A host that is killed loses nothing; `make crash` does this two hundred times."""

import re

from tests.crash import campaign


def test_ten_kills_lose_and_double_nothing() -> None:
    found = campaign(10, seed=7)
    assert re.fullmatch(r"10 kills: [1-9]\d* tables finished, [1-9]\d* actions acknowledged, 0 lost, 0 doubled", found)
