"""The command line: the shapes of its answers, exit statuses, and one-line errors whatever it is given."""

import io
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import bench.engine as engine_speed
from bot.__main__ import COMMANDS, main
from bot.sentences import SENTENCES, sentence
from engine.refusal import Reason, Refused
from engine.rules import KEYS, RULE_SETS

START = "N/draw ?41 4c ?11/?11/?11/?11 ?11,?11 -|-"
SEED = bytes(range(32)).hex()
COMMITMENT = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
TAGS = f"""[BRN "1"]
[Rules "fitab"]
[N "Anna"] [E "Bruno"] [S "Carla"] [W "Dario"]
[Dealer "W"]
[Shuffle "brn-1"] [Seed "{SEED}"] [Commitment "{COMMITMENT}"]

"""
RECORD = TAGS + "1. N d\n"

Capture = pytest.CaptureFixture[str]


def answer(capsys: Capture, *arguments: str, status: int = 0) -> Any:
    """The one JSON object that a command prints."""
    assert main([*arguments, "--json"]) == status
    printed = capsys.readouterr()
    assert printed.err == ""
    assert printed.out.count("\n") == 1
    return json.loads(printed.out)


def complaint(capsys: Capture, *arguments: str, status: int = 2) -> str:
    """The one line on stderr with which a command fails, without printing an answer."""
    assert main(arguments) == status
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    return printed.err


def answers(capsys: Capture) -> list[Any]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def feed(monkeypatch: pytest.MonkeyPatch, content: str | bytes) -> None:
    """Let stdin hold this."""
    raw = content.encode() if isinstance(content, str) else content
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))


def record(folder: Path, text: str | bytes) -> str:
    file = folder / "deal.brn"
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    return str(file)


def program(*arguments: str, stdin: str = "") -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "bot", *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, text=True, timeout=60, check=False)


# --- the program ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(capsys: Capture, command: str) -> None:
    assert main([command, "--help"]) == 0
    assert f"usage: burraco {command}" in capsys.readouterr().out


def test_who_looks_for_how_to_start_a_bot_finds_run(capsys: Capture) -> None:
    assert main(["run", "--help"]) == 0
    words = capsys.readouterr().out
    assert "Telegram" in words
    assert "Discord" in words


def test_the_program_says_its_version(capsys: Capture, root: Path) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"{project['name']} {project['version']}\n"


@pytest.mark.parametrize(
    "arguments",
    [[], ["nonsense"], ["meld"], ["meld", "fitab"], ["meld", "fitab", "7h", "--bad\nline"], ["bench", "x"]],
)
def test_unusable_arguments_are_one_line_and_status_2(capsys: Capture, arguments: list[str]) -> None:
    assert complaint(capsys, *arguments).startswith("burraco")


def test_an_unknown_rule_set_names_the_six(capsys: Capture) -> None:
    assert all(name in complaint(capsys, "meld", "nix", "7h") for name in RULE_SETS)


def test_the_program_runs_as_a_process() -> None:
    process = program("meld", "fitab", "5h6hJk8h9hThJh", "--json")
    assert (process.returncode, process.stderr) == (0, "")
    assert json.loads(process.stdout)["as"] == "7h"


def test_a_process_fails_without_a_traceback() -> None:
    process = program("replay", "no-such-file.brn")
    assert process.returncode == 2
    assert process.stderr == "burraco replay: no-such-file.brn: No such file or directory\n"


def test_every_line_of_stdin_is_answered_before_the_next_one_comes() -> None:
    command = [sys.executable, "-m", "bot", "meld", "fitab", "-"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for cards in ("7h7c7s", "5h6h7h"):
            process.stdin.write(cards + "\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["cards"] == cards
        process.stdin.close()
        assert process.wait(timeout=60) == 0


def test_a_reader_that_goes_away_is_no_error() -> None:
    command = [sys.executable, "-m", "bot", "meld", "fitab", "-"]
    streams = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, **streams) as process:  # type: ignore[call-overload]  # the three are keywords of `Popen`
        process.stdout.close()
        process.stdin.write(b"7h7c7s\n" * 10)
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == 0


def test_a_fault_of_the_program_is_one_line_too(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.cli.deck.deck_of", lambda _: 1 // 0)
    assert "ZeroDivisionError" in complaint(capsys, "deck", SEED)


def test_an_interrupted_command_is_silent(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_seed: bytes) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("bot.cli.deck.deck_of", interrupt)
    assert main(["deck", SEED]) == 130
    assert capsys.readouterr() == ("", "")


def test_who_interrupts_a_program_that_is_still_being_loaded_sees_no_traceback(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(_name: str) -> ModuleType:
        raise KeyboardInterrupt

    monkeypatch.setattr("bot.__main__.import_module", interrupted)
    assert main(["run"]) == 130
    assert capsys.readouterr() == ("", "")


# --- sentences --------------------------------------------------------------------------------------------------------


def test_every_reason_has_a_sentence() -> None:
    assert set(SENTENCES) == set(Reason)


@pytest.mark.parametrize("reason", Reason)
def test_a_sentence_needs_no_fact_and_uses_those_it_is_given(reason: Reason) -> None:
    facts = (("card", "9h"), ("cards", "9hTh"), ("meld", "5h6h7h"), ("turn", "E"), ("forced", "d"))
    for refused in (Refused(reason, "art. 1"), Refused(reason, "art. 1", facts), Refused(reason, "", facts[1:3])):
        text = sentence(refused)
        assert text[0].isupper()
        assert text.endswith(".")
        assert not set(text) & set("[]{}")


def test_the_facts_of_a_refusal_stand_in_its_sentence() -> None:
    refused = Refused(Reason.MIXED_SUITS, "art. 7", (("cards", "8c"), ("meld", "5h6h7h")))
    assert sentence(refused).endswith("8c cannot join 5h6h7h.")


# --- rules ------------------------------------------------------------------------------------------------------------


def test_rules_lists_the_six(capsys: Capture) -> None:
    assert list(answer(capsys, "rules")) == list(RULE_SETS)
    assert main(["rules"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == list(RULE_SETS)


def test_rules_of_a_set_has_every_key_with_its_article(capsys: Capture) -> None:
    keys = answer(capsys, "rules", "international")
    assert set(keys) == set(KEYS)
    assert keys["set_ranks"] == {"value": "A3", "article": "Regola 2", "inherited_from": None}
    assert keys["hand_size"]["inherited_from"] == "fibur"


def test_rules_of_a_set_for_people_is_a_table(capsys: Capture) -> None:
    assert main(["rules", "fitab"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(KEYS) + 1


# --- meld -------------------------------------------------------------------------------------------------------------


def test_a_meld_is_answered_as_the_contract_shows(capsys: Capture) -> None:
    assert answer(capsys, "meld", "fitab", "Jh Th,9h 8h Jk 6h 5h") == {
        "cards": "5h6hJk8h9hThJh",
        "valid": True,
        "type": "run",
        "matta": "Jk",
        "as": "7h",
        "burraco": "sporco",
        "bonus": 100,
        "points": 80,
    }


def test_an_invalid_meld_says_why_and_has_status_1(capsys: Capture) -> None:
    found = answer(capsys, "meld", "febur", "5h6s7h", status=1)
    assert found.pop("message")
    assert found == {"cards": "5h6s7h", "valid": False, "reason": "mixed-suits", "article": "art. 7"}


@pytest.mark.parametrize("cards", ["Jk5h6h", "7h7c7sJk"])
def test_a_free_matta_and_that_of_a_set_stand_for_no_card(capsys: Capture, cards: str) -> None:
    found = answer(capsys, "meld", "fitab", cards)
    assert (found["matta"], found["as"]) == ("Jk", None)


def test_the_first_meld_of_a_hand_must_be_clean_where_the_code_says_so(capsys: Capture) -> None:
    assert answer(capsys, "meld", "three-player", "5h6hJk")["valid"]
    assert answer(capsys, "meld", "three-player", "5h6hJk", "--opening", status=1)["reason"] == "opening-not-clean"
    assert answer(capsys, "meld", "fitab", "5h6hJk", "--opening")["valid"]


@pytest.mark.parametrize("cards", ["7x", "7h7h7h", "7", "JkJkJkJkJk"])
def test_what_is_no_meld_notation_is_unusable(capsys: Capture, cards: str) -> None:
    assert cards in complaint(capsys, "meld", "fitab", cards)


def test_melds_on_stdin_are_answered_line_by_line(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    feed(monkeypatch, "7h7c7s\n\n5h6s7h\r\n")
    assert main(["meld", "fitab", "-"]) == 0
    assert [found["valid"] for found in answers(capsys)] == [True, False]


def test_an_unreadable_line_of_stdin_is_named_and_ends_the_answers(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    feed(monkeypatch, "7h7c7s\nnonsense\n7h7c7s\n")
    assert main(["meld", "fitab", "-"]) == 2
    printed = capsys.readouterr()
    assert printed.out.count("\n") == 1
    assert printed.err.startswith("burraco meld: stdin:2: 'nonsense': ")


@pytest.mark.parametrize("content", [b"\xff\xfe\n", b"\x00\x01\x02\n", b"7h" * 100_000, bytes(range(256))])
def test_noise_on_stdin_is_one_line(capsys: Capture, monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    for command in (["meld", "fitab", "-"], ["vp", "fitab", "--hands", "4", "-"], ["legal", "fitab", "-"]):
        feed(monkeypatch, content)
        assert "stdin:1: " in complaint(capsys, *command)


def test_a_closed_stdin_is_unusable(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert "stdin" in complaint(capsys, "meld", "fitab", "-")


def test_an_addition_gives_the_meld_it_makes(capsys: Capture) -> None:
    found = answer(capsys, "meld", "fitab", "5h6hJk8h", "--add", "7h9h")
    assert (found["legal"], found["cards"], found["as"]) == (True, "Jk5h6h7h8h9h", None)


@pytest.mark.parametrize(("mark", "cards"), [("^", "5h6h7hJk"), ("_", "Jk5h6h7h"), ("", "Jk5h6h7h")])
def test_an_addition_may_choose_the_end_of_its_matta(capsys: Capture, mark: str, cards: str) -> None:
    assert answer(capsys, "meld", "online", "5h6h7h", "--add", "Jk" + mark)["cards"] == cards


def test_a_refused_addition_leaves_the_meld_as_it_was(capsys: Capture) -> None:
    found = answer(capsys, "meld", "fitab", "3h2h5h", "--add", "2c", status=1)
    assert (found["legal"], found["cards"], found["reason"]) == (False, "3h2h5h", "matta-held")


def test_an_addition_beyond_two_packs_is_unusable(capsys: Capture) -> None:
    assert "3 times 7h" in complaint(capsys, "meld", "fitab", "7h7h7c", "--add", "7h")


def test_an_addition_to_no_meld_is_unusable(capsys: Capture) -> None:
    assert "is no meld" in complaint(capsys, "meld", "fitab", "7h8c9s", "--add", "7h")


@pytest.mark.parametrize("cards", ["", " ", "^"])
def test_an_addition_of_nothing_is_unusable(capsys: Capture, cards: str) -> None:
    assert "no card is named" in complaint(capsys, "meld", "fitab", "5h6h7h", "--add", cards)


@pytest.mark.parametrize("arguments", [["-", "--add", "-"], ["-", "--add"], ["--add", "-"], ["--add", "-", "-"]])
def test_additions_on_stdin_are_meld_and_cards(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    feed(monkeypatch, "5h6h7h 8h\n5h6h7h 9c\n")
    assert main(["meld", "fitab", *arguments]) == 0
    assert [(found["legal"], found["cards"]) for found in answers(capsys)] == [(True, "5h6h7h8h"), (False, "5h6h7h")]


def test_additions_on_stdin_need_both_words(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    feed(monkeypatch, "5h6h7h\n")
    assert "stdin:1: " in complaint(capsys, "meld", "fitab", "-", "--add", "-")
    assert "MELD CARDS" in complaint(capsys, "meld", "fitab", "-", "--add", "7h")


@pytest.mark.parametrize(
    "arguments", [["5h6hJk8h9hThJh"], ["5h6s7h"], ["5h6h7h", "--add", "8h"], ["5h6h7h", "--add", "8c"]]
)
def test_a_meld_is_answered_in_words(capsys: Capture, arguments: list[str]) -> None:
    assert main(["meld", "fitab", *arguments]) in (0, 1)
    assert capsys.readouterr().out.startswith("5h6")


# --- vp ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("difference", ["365", "-365"])
def test_victory_points_have_the_better_side_first(capsys: Capture, difference: str) -> None:
    assert answer(capsys, "vp", "fibur", "--hands", "2", difference) == {"difference": 365, "vp": [14, 6]}


@pytest.mark.parametrize("words", [["--target", "365"], ["--target", "2005", "365"], ["365", "--target"]])
def test_a_match_to_a_target_needs_no_number_of_deals(capsys: Capture, words: list[str]) -> None:
    assert answer(capsys, "vp", "online", *words) == {"difference": 365, "vp": [12, 8]}


@pytest.mark.parametrize(
    "arguments",
    [["three-player", "--hands", "3", "10"], ["fitab", "--hands", "7", "10"], ["fitab", "--target", "2005", "10"]],
)
def test_where_no_table_is_printed_there_is_none(capsys: Capture, arguments: list[str]) -> None:
    assert "no table printed for" in complaint(capsys, "vp", *arguments)


@pytest.mark.parametrize(
    "arguments",
    [["10"], ["--hands", "x", "10"], ["--hands", "4", "1e3"], ["--hands", "4", "9" * 5000], ["--target", "-5", "1"]],
)
def test_victory_points_need_numbers(capsys: Capture, arguments: list[str]) -> None:
    complaint(capsys, "vp", "fitab", *arguments)


def test_differences_on_stdin(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    feed(monkeypatch, "0\n 4000 \n")
    assert main(["vp", "febur", "--hands", "3", "--teams", "-"]) == 0
    assert [found["vp"] for found in answers(capsys)] == [[10, 10], [20, 0]]


def test_victory_points_for_people(capsys: Capture) -> None:
    assert main(["vp", "fitab", "--hands", "4", "365"]) == 0
    assert capsys.readouterr().out.startswith("12-8 ")


# --- legal ------------------------------------------------------------------------------------------------------------


def test_the_legal_actions_of_a_position(capsys: Capture) -> None:
    assert answer(capsys, "legal", "fitab", START) == {"actions": ["d", "p"]}


def test_a_legal_action_gives_the_position_after_it(capsys: Capture) -> None:
    found = answer(capsys, "legal", "fitab", START, "--action", "d=9h x:9h")
    assert found == {"legal": True, "position": "E/draw ?40 4c9h ?11/?11/?11/?11 ?11,?11 -|-"}


def test_actions_that_are_named_one_by_one_follow_each_other(capsys: Capture) -> None:
    found = answer(capsys, "legal", "fitab", START, "--action", "d=9h", "--action", "x:9h")
    assert found == answer(capsys, "legal", "fitab", START, "--action", "d=9h x:9h")
    refused = answer(capsys, "legal", "fitab", START, "--action", "d=9h x:9h", "--action", "x:9h", status=1)
    assert refused["index"] == 2


def test_the_first_refused_action_is_named(capsys: Capture) -> None:
    found = answer(capsys, "legal", "fitab", START, "--action", "d d", status=1)
    assert found.pop("message")
    assert found == {"legal": False, "index": 1, "reason": "already-taken", "article": "art. 30"}


@pytest.mark.parametrize(
    ("actions", "reason"),
    [
        ("p=5c", "false-reveal"),
        ("d=9h x:9h#", "false-mark"),
        ("d m:4c4c4d", "not-in-hand"),
        ("p d=9h", "already-taken"),
        ("d x:??", "unknown-card"),
    ],
)
def test_false_claims_and_impossible_cards_are_refused(capsys: Capture, actions: str, reason: str) -> None:
    assert answer(capsys, "legal", "fitab", START, "--action", actions, status=1)["reason"] == reason


def test_a_card_that_lies_elsewhere_cannot_be_drawn(capsys: Capture) -> None:
    position = "N/draw ?40 4c4c ?11/?11/?11/?11 ?11,?11 -|-"
    assert answer(capsys, "legal", "fitab", position, "--action", "d=4c", status=1)["reason"] == "false-reveal"


def test_positions_on_stdin(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    feed(monkeypatch, f"{START}\td x:9h\n{START}\tx:9h\n{START}\n")
    assert main(["legal", "fitab", "-"]) == 0
    played, refused, listed = answers(capsys)
    assert played["position"].startswith("E/draw")
    assert (refused["legal"], refused["index"], refused["reason"]) == (False, 0, "take-first")
    assert listed == {"actions": ["d", "p"]}


@pytest.mark.parametrize(
    "arguments", [["x"], [START, "--action", "?"], [START, "--action", ""], ["-", "--action", "d"]]
)
def test_what_is_no_position_or_action_is_unusable(capsys: Capture, arguments: list[str]) -> None:
    complaint(capsys, "legal", "fitab", *arguments)


@pytest.mark.parametrize("arguments", [[], ["--action", "d"], ["--action", "x:9h"]])
def test_legal_for_people(capsys: Capture, arguments: list[str]) -> None:
    assert main(["legal", "fitab", START, *arguments]) in (0, 1)
    assert capsys.readouterr().out


# --- records ----------------------------------------------------------------------------------------------------------


def test_a_deal_in_progress_is_scored_as_the_table_stands(capsys: Capture, tmp_path: Path) -> None:
    found = answer(capsys, "replay", record(tmp_path, RECORD))
    deal = found["deals"][0]
    assert (deal["termination"], deal["closed_by"]) == (None, None)
    assert set(deal["sides"]["NS"]) == {"burrachi", "closing", "cards", "hand", "pozzetto", "total", "melds"}
    assert deal["sides"]["NS"]["pozzetto"] == -100
    assert (found["rules"], found["totals"], found["vp"]) == ("fitab", {"NS": 0, "EW": 0}, None)


def test_a_match_given_up_shows_its_award(capsys: Capture, tmp_path: Path) -> None:
    text = RECORD.replace("fitab", "online").replace("1. N d\n", "* resign N\n")
    found = answer(capsys, "replay", record(tmp_path, text))
    assert found["deals"][0]["termination"] == "abbandono"
    assert found["vp"]["NS"] == 0
    assert set(found["award"]) == {"guilty", "margin", "vp", "mp"}


def test_three_players_have_ranking_points(capsys: Capture, tmp_path: Path) -> None:
    text = RECORD.replace("fitab", "three-player").replace(' [W "Dario"]', "").replace('Dealer "W"', 'Dealer "S"')
    file = record(tmp_path, text.replace("1. N d\n", "* resign N\n"))
    found = answer(capsys, "replay", file)
    assert "vp" not in found
    assert set(found["points"]) == {"N", "E", "S"}
    assert main(["replay", file]) == 0
    assert "ranking points" in capsys.readouterr().out


def test_a_single_deal_of_three_players_has_points_that_are_null(capsys: Capture, tmp_path: Path) -> None:
    text = RECORD.replace('"fitab"]', '"three-player"] [Hands "1"]').replace(' [W "Dario"]', "")
    file = record(tmp_path, text.replace('Dealer "W"', 'Dealer "S"').replace("1. N d\n", "* ended arbitro\n"))
    found = answer(capsys, "replay", file)
    assert "vp" not in found
    assert found["points"] is None


def test_a_refused_action_ends_the_replay(capsys: Capture, tmp_path: Path) -> None:
    file = record(tmp_path, TAGS + "1. N x:4c\n")
    refused = answer(capsys, "replay", file, status=1)["refused"]
    assert refused.pop("message")
    assert refused == {
        "deal": 1,
        "turn": 1,
        "seat": "N",
        "action": "x:4c",
        "reason": "take-first",
        "article": "art. 29",
    }
    assert f"{file}:7: deal 1, turn 1, N x:4c: " in complaint(capsys, "replay", file, status=1)


def test_a_false_mark_breaks_the_record(capsys: Capture, tmp_path: Path) -> None:
    file = record(tmp_path, TAGS + "1. N d#\n")
    assert complaint(capsys, "replay", file, status=1) == f"burraco replay: {file}:7: d#: the mark # is false\n"


@pytest.mark.parametrize(
    ("text", "where"),
    [
        (b"\xff\xfe", ":1: "),
        (TAGS + "1. N what\n", ":7: 'what': "),
        ("", ": the record is empty"),
        (TAGS + "x" * 10_000_000, ":7: "),
        (b"\x00" * 100, ":1: "),
        (TAGS.replace("fitab", "nix"), ":2: 'nix': "),
    ],
)
def test_an_unreadable_record_names_file_and_line(
    capsys: Capture, tmp_path: Path, text: str | bytes, where: str
) -> None:
    file = record(tmp_path, text)
    for command in ("replay", "verify"):
        assert complaint(capsys, command, file).startswith(f"burraco {command}: {file}{where}")


def test_a_folder_or_a_missing_file_is_no_record(capsys: Capture, tmp_path: Path) -> None:
    for name in (str(tmp_path), str(tmp_path / "none"), "a\0b"):
        complaint(capsys, "replay", name)


def test_a_record_on_stdin(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    feed(monkeypatch, "\ufeff" + RECORD)
    assert answer(capsys, "replay", "-")["rules"] == "fitab"


def test_the_score_sheet_for_people_steers_no_terminal(capsys: Capture, tmp_path: Path) -> None:
    assert main(["replay", record(tmp_path, RECORD.replace("Anna", "\x1b[31mAnna"))]) == 0
    sheet = capsys.readouterr().out
    assert "Anna" in sheet
    assert "\x1b" not in sheet
    assert "in progress" in sheet


def test_the_deck_of_a_seed(capsys: Capture) -> None:
    found = answer(capsys, "deck", SEED)
    assert found["deck"].startswith("JcTcQs5d")
    assert (len(found["deck"]), found["commitment"]) == (216, COMMITMENT)
    assert main(["deck", SEED]) == 0
    assert json.loads(capsys.readouterr().out) == found


@pytest.mark.parametrize("seed", ["", "12", "g" * 64, SEED + "00"])
def test_a_seed_is_32_bytes_in_hex(capsys: Capture, seed: str) -> None:
    assert "64 digits" in complaint(capsys, "deck", seed)


def test_a_true_record_is_verified(capsys: Capture, tmp_path: Path) -> None:
    assert answer(capsys, "verify", record(tmp_path, RECORD)) == {"ok": True, "commitment": COMMITMENT}


@pytest.mark.parametrize(("old", "new"), [("630dcd", "630dce"), ("1. N d", "1. N d=4c"), ("1. N d", "1. N x:4c")])
def test_a_false_record_is_found_out(capsys: Capture, tmp_path: Path, old: str, new: str) -> None:
    assert main(["verify", record(tmp_path, RECORD.replace(old, new)), "--json"]) == 1
    printed = capsys.readouterr()
    found = json.loads(printed.out)
    assert found["ok"] is False
    assert found["reason"] in printed.err


@pytest.mark.parametrize("tag", [f'[Seed "{SEED}"]', f'[Commitment "{COMMITMENT}"]'])
def test_without_seed_or_commitment_nothing_can_be_verified(capsys: Capture, tmp_path: Path, tag: str) -> None:
    assert "missing" in complaint(capsys, "verify", record(tmp_path, RECORD.replace(tag, "")))


@pytest.mark.parametrize("command", ["verify", "replay"])
@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        (SEED, "zz", 5, "'zz': a seed is 32 bytes in hex"),
        ('[BRN "1"]', '[BRN "2"]', 1, "'2': only version 1 of the notation is known"),
    ],
)
def test_what_cannot_be_read_of_a_record_is_named_with_its_line(
    capsys: Capture, tmp_path: Path, command: str, old: str, new: str, line: int, reason: str
) -> None:
    file = record(tmp_path, RECORD.replace(old, new))
    assert f"{file}:{line}: {reason}" in complaint(capsys, command, file)


# --- computer players and benchmarks ----------------------------------------------------------------------------------


def test_a_simulation_and_its_records(capsys: Capture, tmp_path: Path) -> None:
    folder = str(tmp_path / "records")
    players = "random,greedy,random,greedy"
    found = answer(
        capsys, "simulate", "fitab", "--deals", "2", "--seed", "9f", "--players", players, "--records", folder
    )
    assert (found["deals"], [player["name"] for player in found["players"]]) == (2, players.split(","))
    assert set(found["players"][0]) == {"name", "deals", "mean_mp", "ci95", "won", "cpu_ms_per_move"}
    for name in ("000001.brn", "000002.brn"):
        assert answer(capsys, "replay", f"{folder}/{name}")["deals"][0]["termination"]


def test_a_simulation_for_people(capsys: Capture) -> None:
    assert main("simulate three-player --deals 1 --seed 1 --players random,random,random".split()) == 0
    assert len(capsys.readouterr().out.splitlines()) == 4


def test_pairs_are_told_by_how_much_the_first_is_better(capsys: Capture) -> None:
    assert main("simulate fibur --deals 4 --seed 1 --pairs greedy,random".split()) == 0
    difference = capsys.readouterr().out.splitlines()[-1]
    assert re.fullmatch(r"greedy less random: \+[\d.]+ ± [\d.]+ \(95 %\) MP a deal, 4 deals, mirrored", difference)


def test_a_deck_that_was_dealt_for_one_side_alone_is_not_said_to_be_mirrored(capsys: Capture) -> None:
    assert main("simulate fibur --deals 3 --seed 1 --pairs greedy,random".split()) == 0
    assert capsys.readouterr().out.splitlines()[-1].endswith("3 deals, mirrored, but for the last")


def test_several_processes_play_the_same_deals_in_the_same_order(capsys: Capture, tmp_path: Path) -> None:
    arguments = ("simulate", "fibur", "--deals", "4", "--seed", "1", "--pairs", "greedy,random")
    found = [
        answer(capsys, *arguments, "--records", str(tmp_path / jobs), "--jobs", jobs)["players"] for jobs in ("1", "2")
    ]
    one, several = ([player | {"cpu_ms_per_move": 0} for player in players] for players in found)
    assert one == several
    records = [sorted((tmp_path / jobs).iterdir()) for jobs in ("1", "2")]
    assert [file.read_text("utf-8") for file in records[0]] == [file.read_text("utf-8") for file in records[1]]
    assert len(records[0]) == 4


def test_a_record_is_analysed_for_machines_and_for_people(capsys: Capture, tmp_path: Path) -> None:
    main(["simulate", "fibur", "--deals", "1", "--seed", "5", "--pairs", "greedy,club", "--records", str(tmp_path)])
    capsys.readouterr()
    file = str(tmp_path / "000001.brn")
    found = answer(capsys, "analyse", file)
    assert (found["rules"], found["sides"], found["deals"][0]["deal"]) == ("fibur", ["NS", "EW"], 1)
    assert len(found["deals"][0]["turning_points"]) == 3
    for mistake in found["deals"][0]["mistakes"]:
        assert set(mistake) == {"turn", "seat", "played", "better", "loss", "error"}
    assert main(["analyse", file]) == 0
    assert capsys.readouterr().out.startswith(f"deal 1: {found['deals'][0]['decisions']} decisions")


def test_a_deal_in_which_nothing_was_played_has_no_unknown_cards(capsys: Capture, tmp_path: Path) -> None:
    main(["simulate", "fibur", "--deals", "1", "--seed", "5", "--pairs", "greedy,club", "--records", str(tmp_path)])
    capsys.readouterr()
    file = tmp_path / "000001.brn"
    text = file.read_text("utf-8")
    file.write_text(re.sub(r"(?s)\[Result.*", "\n* ended arbitro\n", text), "utf-8")
    assert main(["analyse", str(file)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "  no play was clearly worse than another"


def test_what_cannot_be_replayed_is_not_analysed(capsys: Capture) -> None:
    refused = next(Path("tests/transcripts").glob("a-card-that-is-not-in-the-hand-cannot-be-played.brn"))
    assert main(["analyse", str(refused)]) in (1, 2)
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [
        "fitab --deals 0 --seed 1 --players random,random,random,random",
        "fitab --deals 1 --seed zz --players random,random,random,random",
        "fitab --deals 1 --seed 1 --players random,random",
        "fitab --deals 1 --seed 1 --players random,random,random,nobody",
        "fitab --deals 1 --seed 1 --players random,random,random,random --records /dev/null/x",
        "fitab --deals 1 --seed 1",
        "fitab --deals 1 --seed 1 --pairs random",
        "fitab --deals 1 --seed 1 --pairs random,random --players random,random,random,random",
        "three-player --deals 1 --seed 1 --pairs random,random",
        "fitab --deals 1 --seed 1 --pairs random,random --jobs 0",
        "fitab --deals 1 --seed 1 --pairs random,random --jobs 65",
    ],
)
def test_an_impossible_simulation_is_unusable(capsys: Capture, arguments: str) -> None:
    complaint(capsys, "simulate", *arguments.split())


@pytest.mark.parametrize("rules", ["fitab", "three-player"])
def test_the_demo_plays_a_deal_to_its_end_and_can_be_repeated(capsys: Capture, rules: str) -> None:
    assert main(["demo", "--seed", "7", "--rules", rules]) == 0
    output = capsys.readouterr().out
    assert "\n  1. " in output
    assert "Deal 1: " in output
    assert main(["demo", "--seed", "7", "--rules", rules]) == 0
    assert capsys.readouterr().out == output


@pytest.mark.no_cover  # what it plays, it plays as fast as it can; all of it is tested elsewhere
def test_the_benchmark_names_its_figures(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ROUNDS", "COLD_DEALS", "POSITIONS", "ROLLOUT_POSITIONS"):  # figures of as little as there can be
        monkeypatch.setattr(engine_speed, name, 1)
    figures = answer(capsys, "bench", "engine", "--seconds", "0")
    assert figures["steps_per_second"] > 0
    for name in ("cold_steps_per_second", "deals_per_second", "mean_steps_per_deal", "legal_us_hand_of_30"):
        assert figures[name] > 0
    for name in (
        "playout_steps_per_second",
        "uncollected_playout_steps_per_second",
        "cold_playout_steps_per_second",
        "deal_copy_us",
        "rollouts_per_second",
        "rollouts_of_values_per_second",
        "steps_per_rollout",
    ):
        assert figures[name] > 0
    assert figures["command"] == "burraco bench engine --seconds 0"
    assert "steps_ratio_to_rlcard" in figures


def test_where_the_benchmarks_were_left_out_one_sentence_says_what_they_need(tmp_path: Path) -> None:
    for package in ("bot", "engine"):  # as the Docker image has them: without `bench`
        (tmp_path / package).symlink_to(Path(__file__).parents[2] / package)
    program = [sys.executable, "-SE", "-m", "bot", "bench", "engine"]  # -S: site-packages know of a checkout
    ended = subprocess.run(program, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout) == (2, "")
    needs = "the benchmarks need a checkout of the project: this installation has none"
    assert ended.stderr == f"burraco bench: {needs}\n"


@pytest.mark.parametrize("seconds", ["-1", "nan", "x"])
def test_the_benchmark_needs_a_time(capsys: Capture, seconds: str) -> None:
    complaint(capsys, "bench", "engine", f"--seconds={seconds}")


@pytest.mark.parametrize("hosts", [["--hosts", "2"], ["--hosts", "0", "--database", "postgresql:///b"]])
def test_several_hosts_share_a_server(capsys: Capture, hosts: list[str]) -> None:
    assert "--hosts is at least 1; several share the --database" in complaint(capsys, "bench", "host", *hosts)
