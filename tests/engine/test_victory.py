"""Victory Points: the fifteen printed tables, which one serves a match, and what a difference is worth."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from engine.rules import RULE_SETS, RulesError, load_rules
from engine.victory import Table, read_serving, read_table, row_floor, tables, victory_points, vp_table

TOPS = [100, 200, 300, 450, 600, 800, 1000, 1250, 1500, 1800]


def served(rules: str, hands: int | None, teams: bool = False, target: int | None = None) -> str | None:
    """The name of the table that serves a match."""
    table = vp_table(rules, hands, teams, target)
    return f"{table.code} {table.name}" if table else None


def worth(rules: str, hands: int, difference: int, teams: bool = False) -> tuple[int, int]:
    table = vp_table(rules, hands, teams)
    assert table is not None
    return victory_points(table, difference)


def printed_tables(shared: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    codes = yaml.safe_load((shared / "rules" / "vp_tables.yaml").read_text(encoding="utf-8"))
    for code, entries in codes.items():
        for name, entry in entries.items():
            if name != "same_as":
                yield f"{code} {name}", entry


# ---- the tables


def test_the_tables_are_the_printed_ones(shared: Path) -> None:
    assert {name for name, _ in printed_tables(shared)} == set(tables())
    assert len(tables()) == 15


def test_every_row_is_worth_what_is_printed(shared: Path) -> None:
    for name, entry in printed_tables(shared):
        table = tables()[name]
        assert table.printed == entry["last_row_printed"]
        for row in entry["rows"]:
            last = 4000 if row["to"] is None else row["to"]
            for difference in range(row["from"], last + 1, 5):
                assert victory_points(table, difference) == tuple(row["vp"]), (name, difference)
            assert row_floor(table, row["vp"][0]) == row_floor(table, row["vp"][1]) == row["from"]


def test_every_table_has_an_article() -> None:
    assert all(table.article for table in tables().values())


@pytest.mark.parametrize("name", tables())
def test_points_rise_with_the_difference_and_always_make_twenty(name: str) -> None:
    results = [victory_points(tables()[name], difference) for difference in range(4001)]
    assert results == sorted(results)
    assert {better + other for better, other in results} == {20}
    assert {better for better, _ in results} == set(range(10, 21))


# ---- worked examples


@pytest.mark.parametrize(
    ("rules", "vp"), [("febur", (17, 3)), ("fitab", (17, 3)), ("fibur", (18, 2)), ("online", (18, 2))]
)
def test_1505_points_over_four_deals(rules: str, vp: tuple[int, int]) -> None:
    assert worth(rules, 4, 1505) == vp


@pytest.mark.parametrize("difference", [1500, 1505, 1510])
def test_the_misprinted_last_row_of_fitab_begins_at_1515(difference: int) -> None:
    assert worth("fitab", 3, difference) == (19, 1)
    assert worth("fitab", 3, 1515) == (20, 0)


def test_450_points_are_13_to_7_over_three_deals_only() -> None:
    assert worth("febur", 3, 450) == (13, 7)
    assert worth("febur", 4, 450) == (12, 8)


def test_a_small_win_is_still_10_to_10() -> None:
    assert worth("febur", 3, 100) == (10, 10)
    assert worth("febur", 3, 0) == (10, 10)


def test_the_sign_of_the_difference_does_not_matter() -> None:
    assert worth("fitab", 3, -365) == worth("fitab", 3, 365) == (14, 6)


@pytest.mark.parametrize(("difference", "vp"), [(41, (11, 9)), (44, (11, 9)), (1001, (20, 0)), (39, (10, 10))])
def test_a_number_between_two_rows_belongs_to_the_upper_one(difference: int, vp: tuple[int, int]) -> None:
    assert worth("fibur", 2, difference) == vp


# ---- which table serves a match


@pytest.mark.parametrize(
    ("rules", "by_hands"),
    [
        ("febur", ["fibur hands_2", "fibur hands_2", "febur pairs_3_hands", "febur pairs_4_hands", "fibur hands_5"]),
        ("fitab", ["fitab hands_2", "fitab hands_2", "fitab hands_3", "fitab hands_4", "fibur hands_5"]),
        ("fibur", ["fibur hands_2", "fibur hands_2", "fibur hands_3", "fibur hands_4", "fibur hands_5"]),
        ("international", ["fibur hands_2", "fibur hands_2", "fibur hands_3", "fibur hands_4", "fibur hands_5"]),
        (
            "online",
            [
                "online hands_1_or_2",
                "online hands_1_or_2",
                "online hands_3",
                "online hands_4_or_2005_points",
                "fibur hands_5",
            ],
        ),
        ("three-player", [None] * 5),
    ],
)
def test_the_table_of_a_match_of_one_to_five_deals(rules: str, by_hands: list[str | None]) -> None:
    assert [served(rules, hands) for hands in range(1, 6)] == by_hands


@pytest.mark.parametrize(
    ("rules", "by_hands"),
    [
        ("febur", [None, None, "febur teams_3_hands", "febur teams_4_hands", None]),
        ("fitab", ["fitab teams"] * 5),
        ("fibur", ["fibur hands_5"] * 5),
        ("international", ["fibur hands_5"] * 5),
        ("online", [None] * 5),
        ("three-player", [None] * 5),
    ],
)
def test_the_table_of_a_team_match(rules: str, by_hands: list[str | None]) -> None:
    assert [served(rules, hands, teams=True) for hands in range(1, 6)] == by_hands


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_target_has_a_table_online_only(rules: str) -> None:
    expected = "online hands_4_or_2005_points" if rules == "online" else None
    assert served(rules, None, target=2005) == served(rules, 4, target=1505) == expected
    assert served(rules, None, teams=True, target=2005) is None


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("hands", [None, 0, -1, 6, 12])
def test_no_table_is_printed_for_other_lengths(rules: str, hands: int | None) -> None:
    assert served(rules, hands) is None


def test_a_team_table_for_any_length_needs_no_length() -> None:
    assert served("fitab", None, teams=True) == "fitab teams"
    assert served("fitab", 0, teams=True) is None
    assert served("febur", None, teams=True) is None


def test_a_target_of_nothing_is_a_match_of_deals() -> None:
    assert served("online", 3, target=0) == "online hands_3"


def test_the_rules_may_be_given_in_place_of_their_name() -> None:
    assert vp_table(load_rules("fitab"), 3) == vp_table("fitab", 3)


def test_an_unknown_code_has_no_tables() -> None:
    with pytest.raises(RulesError, match="no rule set 'poker'"):
        vp_table("poker", 3)


# ---- the lower end of a row


@pytest.mark.parametrize(
    ("rules", "hands", "vp", "floor"),
    [
        ("online", 3, 14, 355),
        ("online", 3, 19, 1255),
        ("online", 3, 0, 1505),
        ("online", 2, 14, 305),
        ("online", 2, 0, 1005),
        ("online", 4, 20, 2005),
        ("fitab", 2, 14, 315),
        ("fitab", 3, 14, 365),
        ("fitab", 4, 12, 315),
        ("fibur", 5, 12, 355),
        ("fibur", 2, 10, 0),
    ],
)
def test_the_smallest_difference_that_gives_these_points(rules: str, hands: int, vp: int, floor: int) -> None:
    table = vp_table(rules, hands)
    assert table is not None
    assert row_floor(table, vp) == floor
    assert vp in victory_points(table, floor)


@pytest.mark.parametrize("vp", [-1, 21])
def test_no_row_gives_more_than_twenty(vp: int) -> None:
    with pytest.raises(ValueError, match=f"no row gives {vp} Victory Points"):
        row_floor(tables()["febur pairs_3_hands"], vp)


# ---- what the loader refuses


def test_a_table_is_read() -> None:
    entry = {"tops": TOPS, "article": "art. 27", "printed": "OLTRE 1.800"}
    assert read_table("febur", "new", entry) == Table("febur", "new", tuple(TOPS), "art. 27", "OLTRE 1.800")


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ({"tops": TOPS, "article": "art. 27"}, "must have tops, article and printed"),
        ({"tops": TOPS, "article": "", "printed": "x"}, "article and printed must be texts"),
        ({"tops": TOPS, "article": "art. 27", "printed": 1800}, "article and printed must be texts"),
        ({"tops": TOPS[:9], "article": "art. 27", "printed": "x"}, "tops must be 10 whole numbers"),
        ({"tops": [*TOPS[:9], "1800"], "article": "art. 27", "printed": "x"}, "tops must be 10 whole numbers"),
        ({"tops": [*TOPS[:9], 1801], "article": "art. 27", "printed": "x"}, "tops must rise in multiples of 5"),
        ({"tops": [*TOPS[:9], 1500], "article": "art. 27", "printed": "x"}, "tops must rise in multiples of 5"),
    ],
)
def test_a_table_that_cannot_be_is_refused(entry: Mapping[str, Any], reason: str) -> None:
    with pytest.raises(RulesError) as error:
        read_table("febur", "new", entry)
    assert str(error.value) == f"febur.toml: victory_points: new: {reason}"


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ({"singles": {"3": "fibur hands_3"}}, "singles: unknown"),
        ({"deals": {"few": "fibur hands_3"}}, "deals: few: must be a number of deals or any"),
        ({"deals": {"3": "fibur hands_9"}}, "deals: 3: no table 'fibur hands_9'"),
    ],
)
def test_a_choice_of_tables_that_cannot_be_is_refused(entry: Mapping[str, Any], reason: str) -> None:
    with pytest.raises(RulesError) as error:
        read_serving("febur", entry)
    assert str(error.value) == f"febur.toml: victory_points_for: {reason}"
