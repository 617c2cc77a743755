"""Victory Points and what a code gives without play: law.md 4.4, 4.5 and 4.12, read again."""

from collections.abc import Mapping
from typing import Any

# The upper bound of each row: a difference up to the first is 10-10, up to the second 11-9, … above the last 20-0.
PRINTED = {
    "febur pairs 3": "100 200 300 450 600 800 1000 1250 1500 1800",
    "febur pairs 4": "150 350 550 750 950 1200 1450 1700 2000 2300",
    "febur teams 3": "150 350 550 800 1050 1300 1600 1900 2200 2500",
    "febur teams 4": "200 400 600 850 1100 1400 1700 2000 2400 2800",
    "fitab 2": "50 130 210 310 410 510 630 750 880 1010",
    "fitab 3": "60 160 260 360 510 660 810 1010 1260 1510",
    "fitab 4": "110 310 510 710 910 1110 1310 1510 1710 2010",
    "fitab teams": "160 360 560 810 1060 1310 1610 1910 2210 2510",
    "online 2": "40 120 200 300 400 500 620 740 870 1000",
    "online 3": "50 150 250 350 500 650 800 1000 1250 1500",
    "online 4": "100 300 500 700 900 1100 1300 1500 1700 2000",
    "fibur 2": "40 120 200 300 400 500 620 740 870 1000",
    "fibur 3": "50 150 250 350 500 650 800 1000 1250 1500",
    "fibur 4": "100 300 500 700 900 1100 1300 1500 1700 2000",
    "fibur 5": "150 350 550 800 1050 1300 1600 1900 2200 2500",
}
BOUNDS = {name: [int(word) for word in row.split()] for name, row in PRINTED.items()}

# Which of them serves 1, 2, 3, 4, 5 deals (cli.md, `vp`).
PAIRS: dict[str, list[str | None]] = {
    "febur": ["fibur 2", "fibur 2", "febur pairs 3", "febur pairs 4", "fibur 5"],
    "fitab": ["fitab 2", "fitab 2", "fitab 3", "fitab 4", "fibur 5"],
    "online": ["online 2", "online 2", "online 3", "online 4", "fibur 5"],
    "fibur": ["fibur 2", "fibur 2", "fibur 3", "fibur 4", "fibur 5"],
    "international": ["fibur 2", "fibur 2", "fibur 3", "fibur 4", "fibur 5"],
}
TEAMS: dict[str, list[str | None]] = {
    "febur": [None, None, "febur teams 3", "febur teams 4", None],
    "fitab": ["fitab teams"] * 5,
    "online": [None] * 5,
    "fibur": ["fibur 5"] * 5,
    "international": ["fibur 5"] * 5,
}

FITAB_REST = [(14, 315), (14, 315), (14, 365), (12, 315), (12, 355)]
OTHER_REST = [(14, 305), (14, 305), (14, 355), (12, 305), (12, 355)]


def deals_of(document: Mapping[str, Any], number: int) -> int:
    """How many deals were announced for a round."""
    deals = document["deals"]
    announced: int = deals[number - 1] if isinstance(deals, list) else deals
    return announced


def table_name(document: Mapping[str, Any], number: int) -> str | None:
    """The printed table of a round, None where none is printed."""
    by_code = TEAMS if document["kind"] == "teams" else PAIRS
    return by_code[document["code"]][deals_of(document, number) - 1]


def bounds(document: Mapping[str, Any], number: int) -> list[int]:
    name = table_name(document, number)
    assert name is not None
    return BOUNDS[name]


def victory_points(document: Mapping[str, Any], number: int, difference: int) -> int:
    """What a side gets for its signed difference."""
    better = 10
    for bound in bounds(document, number):
        if abs(difference) > bound:
            better += 1
    return better if difference >= 0 else 20 - better


def row_minimum(document: Mapping[str, Any], number: int, better: int) -> int:
    """The least difference that is worth this to the better side."""
    return 0 if better == 10 else bounds(document, number)[better - 11] + 5


def rest(document: Mapping[str, Any], number: int) -> tuple[int, int]:
    """VP and MP of who rests."""
    code, deals = document["code"], deals_of(document, number)
    if code == "three-player":
        return 20, 0
    if code == "febur":
        return 13, 450
    if document["kind"] == "teams":
        return (12, 365) if code == "fitab" else (12, 355)
    return (FITAB_REST if code == "fitab" else OTHER_REST)[deals - 1]


def absent(document: Mapping[str, Any], number: int) -> tuple[int, int]:
    """VP and MP of who comes more than ten minutes late."""
    points, matches = rest(document, number)
    if document["code"] == "febur":
        return 7, -matches
    return (8 if points == 12 else 6), -matches


def equivalent(document: Mapping[str, Any], number: int) -> int:
    """The MP that go with 1 VP: the least of the 11-9 row; none in febur and three-player."""
    if document["code"] in ("febur", "three-player"):
        return 0
    return row_minimum(document, number, 11)
