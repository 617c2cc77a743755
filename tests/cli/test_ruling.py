"""`burraco ruling`: the book, one row, the guided question by options and at a terminal."""

import io
import json
from typing import Any

import pytest

from bot.__main__ import main
from engine.rules import RULE_SETS
from engine.rulings.books import BOOKS
from engine.rulings.questions.asking import first_question
from engine.rulings.questions.tree import FoundRuling, paths


def ruling(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = main(["ruling", *words])
    out, err = capsys.readouterr()
    return status, out, err


def as_json(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    status, out, err = ruling(capsys, *words, "--json")
    assert (status, err, out.count("\n")) == (0, "", 1)
    return json.loads(out)


@pytest.mark.parametrize("code", RULE_SETS)
def test_the_book_of_every_code_is_listed(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = as_json(capsys, code)
    assert [row["row"] for row in found["rows"]] == [row.id for row in BOOKS[code]]
    assert found["code"] == code
    status, out, _ = ruling(capsys, code)
    assert status == 0
    assert [row.id for row in BOOKS[code] if f"{row.id}  " not in out] == []
    assert ("No penalty" in out.splitlines()[0]) == BOOKS[code].silent


def test_a_row_says_what_when_what_follows_and_whether_the_program_prevents_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = as_json(capsys, "febur", "f-13.1")
    assert {key: found[key] for key in ("code", "row", "article", "moments", "lost", "marks")} == {
        "code": "febur",
        "row": "F-13.1",
        "article": "art. 13",
        "moments": ["W0"],
        "lost": ["settled", "gone-on"],
        "marks": ["B"],
    }
    (only,) = found["rulings"]
    assert only["case"] is None
    assert [(one["effect"], one["until"]) for one in only["effects"]] == [
        ("INT", "turn-ends"),
        ("BAN-P", "lap-ends"),
        ("TEMP", "next-turn"),
    ]


def test_the_answers_lead_to_the_next_question_and_to_the_ruling(capsys: pytest.CaptureFixture[str]) -> None:
    question = as_json(capsys, "febur", "--answers", "no,closing,no-discard")
    assert (question["question"], list(question["answers"])) == ("last-play", ["one", "several"])
    answer = as_json(capsys, "febur", "--answers", "no,closing,no-discard,several,no", "--cards", "9c7c8c")
    assert (answer["row"], answer["case"], answer["lost"], answer["article"]) == ("F-21.C2", None, None, "art. 21")
    assert answer["cards"] == {
        "discards": [{"own_turn": 0, "card": "7c"}, {"own_turn": 1, "card": "8c"}, {"own_turn": 2, "card": "9c"}],
        "closes_from": 3,
    }
    lost = as_json(capsys, "febur", "--answers", "no,out-of-turn,took,yes,W3-W5")
    assert (lost["row"], lost["lost"], lost["effects"]) == ("F-14.1B", "next-played", [])
    assert as_json(capsys, "fitab", "--answers", "no,out-of-turn,played-only")["none"] == "unwritten"


@pytest.mark.parametrize("code", RULE_SETS)
@pytest.mark.parametrize("language", ["en", "it"])
def test_every_way_can_be_given_as_options(code: str, language: str, capsys: pytest.CaptureFixture[str]) -> None:
    for way, ending in list(paths(first_question(code)))[::7]:
        found = as_json(capsys, code, "--answers", ",".join(way), "--language", language)
        assert found["row"] == (ending.row.id if isinstance(ending, FoundRuling) else None)


def test_a_wrong_meld_that_stays_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    found = as_json(capsys, "febur", "--answers", "no,wrong-meld,W1-W4,plain", "--cards", "3c 4c 5c 7c 8c")
    assert found["cards"] == {"valid": "3c4c5c", "excess": "7c8c", "points": 0}
    status, out, _ = ruling(capsys, "fitab", "T-24.4", "--cards", "3c4c7c8c", "--language", "it")
    assert (status, out.splitlines()[-1]) == (0, "  In negativo: 3c4c7c8c. In tutto -25 punti.")


def terminal(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_somebody_is_asked_at_the_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    terminal(monkeypatch, "1", "99", "closing", "b", "9", "3", "1")
    status, out, err = ruling(capsys, "febur", "--ask", "--cards", "QhQdQc")
    assert (status, err) == (0, "")
    assert "A number from 1 to 12, or b to go back." in out
    assert out.count("What is it about?") == 3  # after the wrong number, and after going back
    assert "the matta stays as the discard" in out
    assert out.splitlines()[-4:-1] == [
        "  At their next own turn: Qc.",
        "  At their own turn number 2 from now: Qd.",
        "  At their own turn number 3 from now: Qh.",
    ]


def test_going_back_at_the_first_question_stays_there(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    terminal(monkeypatch, "b", "b", "T3-2")
    status, out, _ = ruling(capsys, "three-player", "--ask")
    assert status == 0
    assert out.count("What happened?") == 3


def test_answers_that_end_too_early_are_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    terminal(monkeypatch, "1")
    status, _, err = ruling(capsys, "febur", "--ask")
    assert (status, err) == (2, "burraco ruling: the answers ended before the question was settled\n")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("febur T-32.A", "no row of febur"),
        ("febur F-21.A --ask", "one of them"),
        ("febur --ask --json", "for people"),
        ("febur --answers no,closing,checkmate", "answer 3, 'checkmate'"),
        ("fibur --answers no", "nothing is asked here"),
        ("febur --cards 4h", "belongs to a row"),
        ("febur F-4.1 --cards 4h", "neither puts cards in an order"),
        ("febur F-10.P1 --cards 4h", "has cases"),
        ("febur F-21.A --cards 4x", "is no card"),
        ("febur F-21.A --cards 4h4h4h", "two packs hold 2"),
        ("febur F-21.A --cards ,", "name the penalised cards"),
        ("febur F-10.P6 --cards AhAhAdAdAcAcAsAs2h2h2d2d2c2c2s2s3h", "at most 16"),
        ("chess", "chess"),
    ],
)
def test_what_cannot_be_used_is_one_line(words: str, reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = ruling(capsys, *words.split())
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert reason in err
