"""`burraco tournament`: its answers, its exit status, and one document a line."""

import io
import json
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from tests.engine.tournament.evening import Evening


def evening() -> Evening:
    """Two pairs, one round closed, the next to be paired."""
    found = Evening(entries=2, rounds=["danese"] * 2)
    found.play((500, 0))
    return found


def answer_of_file(tmp_path: Path, capsys: pytest.CaptureFixture[str], action: str, content: object) -> tuple[int, Any]:
    file = tmp_path / "evening.json"
    file.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    status = main(["tournament", action, str(file), "--json"])
    out, err = capsys.readouterr()
    assert bool(out) != bool(err)
    assert (out or err).count("\n") == 1
    return status, json.loads(out) if out else err


def test_the_three_answers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = evening().document
    table = {"table": 1, "NS": "p1", "EW": "p2"}
    assert answer_of_file(tmp_path, capsys, "pair", whole) == (0, {"round": 2, "tables": [table], "bye": []})
    assert answer_of_file(tmp_path, capsys, "check", whole) == (0, {"ok": True})
    status, found = answer_of_file(tmp_path, capsys, "standings", whole)
    assert (status, found["round"], found["final"]) == (0, 1, False)
    assert found["standings"][0] == {
        "place": 1,
        "entry": "p1",
        "vp": 14,
        "mp": 500,
        "played": 1,
        "byes": 0,
        "won": 1,
        "best": 14,
        "direct": 0,
        "penalties": {"vp": 0, "mp": 0, "warnings": 0},
        "withdrawn": False,
    }


def test_standings_are_final_after_the_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = evening()
    found.add("finished")
    assert answer_of_file(tmp_path, capsys, "standings", found.document)[1]["final"] is True
    status, answer = answer_of_file(tmp_path, capsys, "pair", found.document)
    assert (status, answer["ok"], answer["event"], answer["reason"]) == (1, False, None, "finished")


@pytest.mark.parametrize("action", ["pair", "standings", "check"])
def test_a_mistake_is_named_with_its_event(tmp_path: Path, capsys: pytest.CaptureFixture[str], action: str) -> None:
    found = evening()
    found.add("penalty", round=1, entry="p1", mp=7)
    found.add("finished")
    status, answer = answer_of_file(tmp_path, capsys, action, found.document)
    assert status == 1
    assert {key: answer[key] for key in ("ok", "event", "reason")} == {
        "ok": False,
        "event": 4,
        "reason": "multiple-of-5",
    }
    assert answer["message"]


@pytest.mark.parametrize("content", ["{", "[]", {"format": "burraco-tournament"}])
def test_an_unusable_file_is_one_line_on_stderr(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: object
) -> None:
    status, line = answer_of_file(tmp_path, capsys, "check", content)
    assert status == 2
    assert "evening.json: " in line


def test_a_file_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tournament", "check", "nowhere.json", "--json"]) == 2
    assert capsys.readouterr().err.startswith("burraco tournament: nowhere.json: ")


class Stdin:
    def __init__(self, content: bytes) -> None:
        self.buffer = io.BytesIO(content)


def test_one_document_a_line_one_answer_a_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    good = json.dumps(evening().document).encode()
    wrong = json.dumps({**evening().document, "events": [{"n": 2, "type": "finished"}]}).encode()
    monkeypatch.setattr("sys.stdin", Stdin(b"\n".join([good, b"{", b"\xff", wrong, good]) + b"\n"))
    assert main(["tournament", "check", "-", "--json"]) == 2
    out, err = capsys.readouterr()
    answers = [json.loads(line) for line in out.splitlines()]
    assert [answer.get("reason", "ok") for answer in answers] == ["ok", "unusable", "unusable", "sequence", "ok"]
    assert [answer.get("event", 0) for answer in answers] == [0, None, None, 1, 0]
    assert err == ""


def test_the_status_is_that_of_the_worst_line(monkeypatch: pytest.MonkeyPatch) -> None:
    good = json.dumps(evening().document).encode()
    wrong = json.dumps({**evening().document, "events": [{"n": 2, "type": "finished"}]}).encode()
    for lines, status in (([good], 0), ([wrong, good], 1)):
        monkeypatch.setattr("sys.stdin", Stdin(b"\n".join(lines)))
        assert main(["tournament", "standings", "-"]) == status


def test_for_people_there_is_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "evening.json"
    found = evening()
    found.add("penalty", round=1, entry="p1", vp=1)
    file.write_text(json.dumps(found.document), encoding="utf-8")
    for action, words in {"pair": "1  p1 - p2", "standings": "1. p1", "check": "every event follows"}.items():
        assert main(["tournament", action, str(file)]) == 0
        assert words in capsys.readouterr().out
    found.add("finished", n=9)
    file.write_text(json.dumps(found.document), encoding="utf-8")
    assert main(["tournament", "check", str(file)]) == 1
    assert "event 5: sequence" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("announced", "words"),
    [
        (["febur", "pairs", 2, ["danese"]], "in this order: VP, MP, direct, won, best; equal in all of it: shared"),
        (["febur", "pairs", 2, ["knock-out"]], "in this order: knock-out rounds, VP, MP, direct, won, best; equal"),
        (
            ["three-player", "three-player", 3, ["three-player"]],
            "in this order: VP (sixths of a ranking point), MP, best; equal",
        ),
    ],
)
def test_what_decides_between_equals_is_printed_with_the_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], announced: list[Any], words: str
) -> None:
    file = tmp_path / "evening.json"
    file.write_text(json.dumps(Evening(*announced).document), encoding="utf-8")
    assert main(["tournament", "standings", str(file)]) == 0
    assert words in capsys.readouterr().out


def test_a_broken_document_of_stdin_has_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for ending in (b"\n", b"\r\n", b""):
        monkeypatch.setattr("sys.stdin", Stdin(b'{"format":' + ending))
        assert main(["tournament", "check", "-", "--json"]) == 2
        assert json.loads(capsys.readouterr().out)["message"].startswith("line 1: ")


@pytest.mark.parametrize("code", ["febur", "fitab", "three-player"])
def test_a_random_tournament_is_the_same_every_time_and_follows(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], code: str
) -> None:
    line = ["tournament", "simulate", code, "--entries", "12", "--seed", "7"]
    assert main(line) == 0
    whole = capsys.readouterr().out
    assert main(line) == 0
    assert capsys.readouterr().out == whole
    assert json.loads(whole)["events"][-1]["type"] == "finished"
    monkeypatch.setattr("sys.stdin", Stdin(whole.encode()))
    assert main(["tournament", "check", "-"]) == 0


@pytest.mark.parametrize("number", ["0", "1001", "x"])
def test_a_random_tournament_has_a_size(capsys: pytest.CaptureFixture[str], number: str) -> None:
    assert main(["tournament", "simulate", "--entries", number, "--seed", "7"]) == 2
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("action", ["pair", "standings", "check"])
@pytest.mark.parametrize("digits", [1_001, 4_300, 5_000])
def test_a_number_of_thousands_of_digits_is_no_points(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], action: str, digits: int
) -> None:
    """Its sums would be longer than anything that can be written."""
    whole = json.dumps(evening().document).replace("500", "9" * (digits - 1) + "5")
    status, err = answer_of_file(tmp_path, capsys, action, whole)
    assert status == 2
    assert "digits" in err
    assert "set_int" not in err
    assert "fault" not in err


def test_numbers_of_a_thousand_digits_are_added_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = evening().document
    number = 10**999
    whole["events"][1]["mp"] = [number, -number]
    status, found = answer_of_file(tmp_path, capsys, "standings", whole)
    assert (status, found["standings"][0]["mp"]) == (0, 2 * number)


def test_a_name_cannot_forge_a_row_or_steer_a_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    forged = Evening(entries=3, rounds=["danese"])
    names = ("a\n   1. b", "b\x1b[31m\u202e", "c\r\u2028")
    for entry, name in zip(forged.document["entries"], names, strict=True):
        entry["id"] = name
    file = tmp_path / "evening.json"
    file.write_text(json.dumps(forged.document))
    for action, lines in (("pair", 2), ("standings", 6)):
        assert main(["tournament", action, str(file)]) == 0
        out = capsys.readouterr().out
        assert len(out.splitlines()) == lines
        assert all(char.isprintable() for line in out.splitlines() for char in line)
