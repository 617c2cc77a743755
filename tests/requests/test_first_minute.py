"""The first minute: each hand can be done, the engine says what was wrong, and nothing that is allowed leads astray."""

import pytest

from bot.requests.first_minute import first_minute
from bot.words.first_hands import HANDS
from bot.words.languages import LANGUAGES, Language

SOLUTIONS = {
    "draw": "d",
    "run": "m:7h8h9h",
    "set": "m:KdKhKs",
    "add": "a1:Th",
    "matta": "m:9s2dJs",
    "discard": "x:4c",
    "pile": "p",
    "burraco": "a1:Jh",
    "pozzetto": "a2:Kc x:Qd",
    "close": "a2:Jk x:6s",
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", range(1, len(HANDS) + 1))
def test_each_hand_asks_for_something_that_can_be_done(language: Language, number: int) -> None:
    begun = first_minute(language, number)
    assert (begun["done"], begun["said"], begun["of"]) == (False, "", 10)
    page = first_minute(language, number, SOLUTIONS[begun["name"]])
    assert page["done"]
    assert page["said"]
    assert bool(page["end"]) == (number == len(HANDS))


@pytest.mark.parametrize(
    ("name", "plays", "words"),
    [
        ("run", "m:3s4c5s", "A run is all of one suit"),
        ("add", "a2:Th", ""),
        ("close", "a3:6s", ""),
        ("close", "x:Jk", "That may be played, too; this time do what is asked."),
        ("pile", "d", "That may be played, too; this time do what is asked."),
        ("draw", "nonsense", "That may be played, too; this time do what is asked."),
    ],
)
def test_what_is_no_help_changes_nothing_and_is_said(name: str, plays: str, words: str) -> None:
    number = [hand.name for hand in HANDS].index(name) + 1
    page = first_minute("en", number, plays)
    assert (page["done"], page["plays"]) == (False, [])
    assert page["said"]
    assert page["hand"] == first_minute("en", number)["hand"]
    if words:
        assert page["said"].startswith(words)


def test_what_is_drawn_and_picked_up_is_seen() -> None:
    assert "9h" in first_minute("en", 1, "d")["hand"]
    assert {"Jh", "Kc", "6h"} < set(first_minute("en", 7, "p")["hand"])
    assert first_minute("en", 5, "m:9s2dJs")["melds"][-1]["stands_for"] == "10♠"


def test_a_hand_that_there_is_not_is_the_nearest_one() -> None:
    assert first_minute("en", -1)["number"] == 1
    assert first_minute("en", 99)["number"] == 10
