"""The examples and tables of the law, answered by the witness and by the program as they were worked out by hand."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.engine.tournament.compare import QUESTIONS, program_answers
from tests.engine.tournament.examples import SEED, Example, examples
from tests.engine.tournament.witness import tables
from tests.engine.tournament.witness.answers import all_three
from tests.engine.tournament.witness.lots import lot

Json = dict[str, Any]
EXAMPLES = examples()


@cache
def of_the_program() -> dict[str, list[Json]]:
    return {question: program_answers(question, [one.document for one in EXAMPLES]) for question in QUESTIONS}


def only(row: Json, keys: Json) -> Json:
    return {key: row[key] for key in keys}


def fits(example: Example, answers: dict[str, Json]) -> None:
    """The answers are the ones that were worked out, as far as they were."""
    if example.wrong is not None:
        assert all(answer["ok"] is False and answer["event"] == example.wrong for answer in answers.values())
        return
    assert answers["check"] == {"ok": True}
    rows = answers["standings"]["standings"]
    if example.rows is not None:
        assert [only(row, keys) for row, keys in zip(rows, example.rows, strict=True)] == example.rows
    for entry, keys in example.of_entries.items():
        assert [only(row, keys) for row in rows if row["entry"] == entry] == [keys]
    if isinstance(example.pair, str):
        refused = {"ok": False, "event": None, "reason": example.pair}
        assert only(answers["pair"], refused) == refused
    elif example.pair is not None:
        assert answers["pair"] == example.pair


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda one: one.name)
def test_the_witness_answers_as_the_law_says(example: Example) -> None:
    fits(example, {question: answer for question, (_, answer) in all_three(example.document).items()})


@pytest.mark.parametrize("place", range(len(EXAMPLES)), ids=[one.name for one in EXAMPLES])
def test_the_program_answers_as_the_law_says(place: int) -> None:
    fits(EXAMPLES[place], {question: answers[place] for question, answers in of_the_program().items()})


def test_an_example_that_is_not_as_worked_out_is_found() -> None:
    wrong = Example("wrong", EXAMPLES[0].document, rows=[{"vp": 11}] * 8)
    with pytest.raises(AssertionError):
        fits(wrong, {question: answer for question, (_, answer) in all_three(wrong.document).items()})


# ---- lots and tables


def test_the_lots_of_the_contract() -> None:
    document = {"seed": SEED, "entries": [{"id": one} for one in "hgfedcba"]}
    assert "".join(lot(document, "first")) == "cdeghbaf"
    assert "".join(lot(document, "ties")) == "dgehfcab"


NAMES = {
    "febur pairs_3_hands": "febur pairs 3",
    "febur pairs_4_hands": "febur pairs 4",
    "febur teams_3_hands": "febur teams 3",
    "febur teams_4_hands": "febur teams 4",
    "online hands_1_or_2": "online 2",
    "online hands_3": "online 3",
    "online hands_4_or_2005_points": "online 4",
    "fitab hands_2": "fitab 2",
    "fitab hands_3": "fitab 3",
    "fitab hands_4": "fitab 4",
    "fitab teams": "fitab teams",
    "fibur hands_2": "fibur 2",
    "fibur hands_3": "fibur 3",
    "fibur hands_4": "fibur 4",
    "fibur hands_5": "fibur 5",
}


def test_the_tables_read_for_the_witness_are_the_printed_ones(shared: Path) -> None:
    printed = yaml.safe_load((shared / "rules" / "vp_tables.yaml").read_text(encoding="utf-8"))
    found = {
        NAMES[f"{code} {name}"]: [row["to"] for row in table["rows"] if row["to"] is not None]
        for code, every in printed.items()
        for name, table in every.items()
        if name != "same_as"
    }
    assert found == tables.BOUNDS


@pytest.mark.parametrize(
    ("difference", "points"), [(0, 10), (60, 10), (65, 11), (1510, 19), (1515, 20), (-65, 9), (-1515, 0), (9000, 20)]
)
def test_a_row_goes_up_to_its_bound(difference: int, points: int) -> None:
    assert tables.victory_points({"code": "fitab", "kind": "pairs", "deals": 3}, 1, difference) == points


@pytest.mark.parametrize("deals", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("kind", ["pairs", "teams"])
@pytest.mark.parametrize("code", ["fitab", "fibur", "international"])
def test_the_rest_is_the_least_of_its_row(code: str, kind: str, deals: int) -> None:
    document = {"code": code, "kind": kind, "deals": deals}
    points, matches = tables.rest(document, 1)
    assert tables.row_minimum(document, 1, points) == matches


def test_the_rest_of_febur_is_literal() -> None:
    document = {"code": "febur", "kind": "pairs", "deals": 3}
    assert tables.victory_points(document, 1, 450) == 13
    assert tables.victory_points(document | {"deals": 4}, 1, 450) == 12
    assert tables.rest(document | {"deals": 4}, 1) == (13, 450)
