"""`burraco render`: a PNG of every kind, or one line that says what is wrong with what it was given."""

import json
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from bench import render as bench
from bot.__main__ import main
from bot.cli.render import KINDS
from bot.cli.render_record import result_of, score_of
from renderers.scenes import ScoreScene
from tests.cli.test_cli import TAGS, Capture, complaint, feed, record

START = "N/draw ?41 4c 3h4h5hTd2sJkKdKsQc9h2d/?11/?11/?11 ?11,?11 -|-"
THREE = "N/draw ?41 4c ?11/?11/?11 ?11,?11,?11 -|-|-"
MATCH = Path(__file__).parent.parent / "transcripts" / "a-whole-match-of-two-deals-fitab.brn"
TRIO = Path(__file__).parent.parent / "transcripts" / "a-whole-match-of-three-deals-three-player.brn"
BOARD: dict[str, Any] = {
    "title": "Bar",
    "columns": ["#", "Player", "VP"],
    "rows": [[1, "Anna", 14.5], [2, "Ivo", None]],
}
PLAYER: dict[str, Any] = {"name": "Anna", "figures": {"Matches": 13}, "form": "+-=", "note": "Hello."}


def drawn(capsys: Capture, folder: Path, *arguments: str) -> Image.Image:
    """The picture that a command writes, and tells of in one line."""
    file = folder / "picture.png"
    assert main(["render", *arguments, "-o", str(file)]) == 0
    picture = Image.open(BytesIO(file.read_bytes()))
    assert capsys.readouterr() == (f"{file}: {picture.width} x {picture.height} pixels\n", "")
    return picture.convert("RGB")


def export(folder: Path, value: object) -> str:
    file = folder / "export.json"
    file.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
    return str(file)


def source_of(kind: str, folder: Path) -> str:
    if kind in ("hand", "table"):
        return START
    return (
        str(MATCH) if kind in ("result", "score", "moviola") else export(folder, PLAYER if kind == "player" else BOARD)
    )


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_drawn_in_both_languages_themes_and_widths(capsys: Capture, tmp_path: Path, kind: str) -> None:
    source = source_of(kind, tmp_path)
    usual = drawn(capsys, tmp_path, kind, source)
    assert usual.width == (1280 if kind == "table" else 720)
    assert drawn(capsys, tmp_path, kind, source, "--theme", "light", "--deck", "plain") != usual
    assert drawn(capsys, tmp_path, kind, source, "--width", "600").width == 600
    italian = drawn(capsys, tmp_path, kind, source, "--language", "it")
    words_inside = kind not in ("board", "standings", "leaderboard")
    assert (italian != usual) == words_inside


def test_a_table_from_a_seat_has_its_side_below(capsys: Capture, tmp_path: Path) -> None:
    assert drawn(capsys, tmp_path, "table", START, "--viewer", "E") != drawn(capsys, tmp_path, "table", START)


def test_a_hand_is_that_of_the_viewer_or_of_the_player_in_turn(capsys: Capture, tmp_path: Path) -> None:
    mine = drawn(capsys, tmp_path, "hand", START)
    assert drawn(capsys, tmp_path, "hand", START, "--viewer", "N") == mine
    assert drawn(capsys, tmp_path, "hand", START, "--viewer", "S") != mine


def test_three_players_play_by_their_own_code(capsys: Capture, tmp_path: Path) -> None:
    assert drawn(capsys, tmp_path, "table", THREE, "--viewer", "E").width == 1280
    assert drawn(capsys, tmp_path, "score", str(TRIO)).width == 720


PAIRS = "N/draw ?41 4c 3h4h5hTd2sJkKdKsQc9h2d/?11/3s4s5s6s7s8s9sTsJsQsJk/?11 ?11,?11 -|-"


@pytest.mark.parametrize(
    "arguments",
    [
        ["--ticked", "3h4h"],
        ["--hinted", "KdKs"],
        ["--drawn", "Jk"],
        ["--by", "rank"],
        ["--order", "Jk9h2dQcKs3h4h5hTd2sKd"],
        ["--label", "Osteria"],
        ["--rules", "online", "--partner"],
        ["--rules", "online", "--partner", "--name", "S=Ivo"],
    ],
)
def test_what_a_position_does_not_say_of_a_hand_may_be_given(
    capsys: Capture, tmp_path: Path, arguments: list[str]
) -> None:
    plain = drawn(capsys, tmp_path, "hand", PAIRS, *[one for one in arguments if one in ("--rules", "online")])
    assert drawn(capsys, tmp_path, "hand", PAIRS, *arguments) != plain


@pytest.mark.parametrize(
    "arguments",
    [
        ["--name", "N=Nora", "--name", "W=李小龙"],
        ["--name", "N=\u200b"],
        ["--dealer", "W"],
        ["--totals", "905,1210"],
        ["--totals=-50,20"],
        ["--deal", "2/4"],
        ["--clock", "0:42"],
        ["--label", ""],
    ],
)
def test_what_a_position_does_not_say_of_a_table_may_be_given(
    capsys: Capture, tmp_path: Path, arguments: list[str]
) -> None:
    assert drawn(capsys, tmp_path, "table", START, *arguments) != drawn(capsys, tmp_path, "table", START)


@pytest.mark.parametrize("width", ["360", "720"])
def test_a_table_as_wide_as_a_telephone_is_upright(capsys: Capture, tmp_path: Path, width: str) -> None:
    picture = drawn(capsys, tmp_path, "table", START, "--width", width)
    assert picture.width == int(width) < picture.height


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_drawn_as_wide_as_anybody_may_ask(capsys: Capture, tmp_path: Path, kind: str) -> None:
    for width in (320, 360, 1280, 2400):
        assert drawn(capsys, tmp_path, kind, source_of(kind, tmp_path), "--width", str(width)).width == width


def test_a_position_may_stand_in_a_file_or_come_from_stdin(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "position.txt"
    file.write_text(f"\n{START}\n", encoding="utf-8")
    feed(monkeypatch, START)
    assert drawn(capsys, tmp_path, "hand", str(file)) == drawn(capsys, tmp_path, "hand", "-")


def test_each_deal_of_a_record_has_its_moviola(capsys: Capture, tmp_path: Path) -> None:
    first, second = [drawn(capsys, tmp_path, "moviola", str(MATCH), "--deal", number) for number in "12"]
    assert first != second
    assert drawn(capsys, tmp_path, "moviola", str(MATCH)) == second


def test_each_deal_of_a_record_has_its_score_sheet(capsys: Capture, tmp_path: Path) -> None:
    first, second = [drawn(capsys, tmp_path, "score", str(MATCH), "--deal", number) for number in "12"]
    assert first != second
    assert drawn(capsys, tmp_path, "score", str(MATCH)) == second
    assert "--deal 3:" in complaint(capsys, "render", "score", str(MATCH), "--deal", "3", "-o", "x.png")


def test_the_picture_may_go_to_stdout(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["render", "hand", START, "-o", "-"]) == 0
    assert Image.open(BytesIO(capfdbinary.readouterr().out)).width == 720


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["hand", "N/draw ?41"], "a position has six fields"),
        (["hand", START, "--viewer", "Q"], "--viewer Q: N E S W"),
        (["table", START, "--rules", "poker"], "poker"),
        (["table", START, "--rules", "three-player"], "three-player is not played by 4"),
        (["table", START, "--width", "7"], "7 pixels"),
        (["hand", START, "--theme", "pink"], "invalid choice: 'pink'"),
        (["hand", START, "--ticked", "3h3h"], "--ticked 3h3h: not all of these are in the hand"),
        (["hand", START, "--hinted", "3x"], "--hinted: '3x'"),
        (["hand", START, "--order", "3h"], "--order 3h: other cards than the hand's 11"),
        (["hand", START, "--partner"], "--partner"),
        (["hand", THREE, "--partner"], "--partner"),
        (["hand", "N/draw ?12 4c ?70/?1/?1/?1 ?11,?11 -|-"], "a hand of 70 cards: at most 60 can be drawn"),
        (["table", START, "--totals", "905"], "1 totals for 2 sides"),
        (["table", START, "--totals", "905,x"], "--totals is a whole number"),
        (["table", START, "--dealer", "Z"], "--dealer Z: N E S W"),
        (["table", START, "--name", "Nora"], "--name Nora: a seat and a name"),
        (["table", START, "--name", "Z=Nora"], "--name Z: N E S W"),
        (["table", START, "--width", "300"], "between 320 and 2560 can be drawn"),
        (["moviola", str(MATCH), "--deal", "two"], "--deal is a whole number"),
        (["hand", ""], "SOURCE is empty"),
        (["hand", START, "--language", "xx"], "invalid choice: 'xx'"),
        (["poster", START], "invalid choice: 'poster'"),
        (["hand", "no-such-file"], "no-such-file: No such file"),
        (["score", "no-such-file"], "no-such-file: No such file"),
        (["moviola", str(MATCH), "--deal", "9"], "--deal 9"),
    ],
)
def test_what_cannot_be_drawn_is_one_line(capsys: Capture, tmp_path: Path, arguments: list[str], reason: str) -> None:
    assert reason in complaint(capsys, "render", *arguments, "-o", str(tmp_path / "x.png"))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("kind", "content", "reason"),
    [
        ("board", '{\n"title": oh}', ":2: no JSON"),
        ("board", "[]", "a JSON object is needed"),
        ("board", "[" * 100_000, "no JSON"),
        ("board", BOARD | {"rows": BOARD["rows"] * 26}, "52 rows"),
        ("board", BOARD | {"rows": [[1, "", 3]]}, "row 1 has no name"),
        ("board", BOARD | {"rows": [[1, "Anna"]]}, "row 1 has 2 cells"),
        ("board", BOARD | {"rows": ["Anna"]}, "row 1: a list"),
        ("board", BOARD | {"rows": [[1, ["Anna"], 2]]}, "row 1: a text or a number"),
        ("board", {"rows": []}, "columns is a list"),
        ("board", BOARD | {"marked": 3}, "marked is the number of a row"),
        ("board", BOARD | {"colour": "pink"}, "'colour' is not known"),
        ("player", PLAYER | {"name": " "}, "without a name"),
        ("player", PLAYER | {"form": "+?"}, "form is a text"),
        ("player", PLAYER | {"figures": ["Matches"]}, "figures is an object"),
        ("player", PLAYER | {"figures": {str(n): n for n in range(50)}}, "50 figures"),
    ],
)
def test_an_export_that_is_none_is_one_line(
    capsys: Capture, tmp_path: Path, kind: str, content: object, reason: str
) -> None:
    file = export(tmp_path, content)
    line = complaint(capsys, "render", kind, file, "-o", str(tmp_path / "x.png"))
    assert line.startswith(f"burraco render: {file}")
    assert reason in line


@pytest.mark.parametrize(
    "arguments",
    [
        ["hand", "x" * 5000],
        ["x" * 5000, START],
        ["hand", START, "--theme", "a b " * 2000],
        ["hand", START, "--width", "9" * 5000],
        ["hand", START, "--viewer", "x" * 5000],
        ["hand", START, "--rules", "x" * 5000],
        ["hand", START, "--ticked", "x" * 5000],
        ["table", START, "--name", "x" * 5000],
        ["moviola", str(MATCH), "--deal", "9" * 5000],
    ],
)
def test_a_complaint_does_not_repeat_what_is_too_long(capsys: Capture, tmp_path: Path, arguments: list[str]) -> None:
    assert len(complaint(capsys, "render", *arguments, "-o", str(tmp_path / "x.png"))) < 320


@pytest.mark.parametrize("figure", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_a_figure_that_is_no_number_is_refused(capsys: Capture, tmp_path: Path, figure: str) -> None:
    file = export(tmp_path, f'{{"columns": ["#", "P", "VP"], "rows": [[1, "Anna", {figure}]]}}')
    assert "row 1: a text or a number" in complaint(capsys, "render", "board", file, "-o", str(tmp_path / "x.png"))


@pytest.mark.parametrize("name", ["\\ud800", "\\u200b", "\\u3164", "\\u0001", "\\ud83d\\ud83d"])
def test_a_name_that_nobody_sees_is_drawn_as_a_dash(capsys: Capture, tmp_path: Path, name: str) -> None:
    def board_of(name: str) -> Image.Image:
        file = export(tmp_path, f'{{"columns": ["#", "P"], "rows": [[1, "{name}"]]}}')
        return drawn(capsys, tmp_path, "board", file)

    assert board_of(name) == board_of("—")
    player = export(tmp_path, f'{{"name": "{name}", "figures": {{"{name}": 3}}}}')
    assert drawn(capsys, tmp_path, "player", player).width == 720


def test_a_record_that_is_not_over_or_not_true_is_one_line(capsys: Capture, tmp_path: Path) -> None:
    begun = record(tmp_path, TAGS + "1. N d\n")
    assert "no deal of this record has ended" in complaint(capsys, "render", "moviola", begun, "-o", "x.png")
    refused = record(tmp_path, TAGS + "1. N x:2h\n")
    assert f"{refused}:" in complaint(capsys, "render", "score", refused, "-o", "x.png", status=1)
    torn = record(tmp_path, '[BRN "1"]\n[Rules "chess"]\n1. N d\n')
    assert "chess" in complaint(capsys, "render", "score", torn, "-o", "x.png")


def test_a_picture_that_cannot_be_written_is_one_line(capsys: Capture, tmp_path: Path) -> None:
    assert f"{tmp_path}: Is a directory" in complaint(capsys, "render", "hand", START, "-o", str(tmp_path))


def test_the_benchmark_of_pictures_names_its_figures() -> None:
    figures = bench.measure(rounds=1, hands=12)
    for name in ("hand_11", "hand_20", "hand_30", "table", "plain_table"):
        for unit in ("compose_ms", "encode_ms", "ms", "wall_ms", "kb"):
            assert (figures[f"{name}_{unit}"] or 0) > 0
    for name in ("hand_11", "hand_20", "hand_30", "table"):
        assert (figures[f"{name}_times_smaller"] or 0) >= 3
        assert (figures[f"zlib_{name}_encode_ms"] or 0) > 0
    assert (figures["start_ms"] or 0) > 0
    assert (figures["hand_30_kb"] or 0) <= (figures["hand_30_largest_kb"] or 0) <= 15
    assert (figures["table_kb"] or 0) <= 60


def test_a_figure_of_thousands_of_digits_is_refused_in_one_line() -> None:
    export = f'{{"columns": ["#", "P"], "rows": [[1, {"9" * 5000}]]}}'
    command = [sys.executable, "-m", "bot", "render", "board", "-", "-o", "x.png"]
    process = subprocess.run(command, input=export, capture_output=True, text=True, timeout=60, check=False)
    assert (process.returncode, process.stderr.count("\n")) == (2, 1)
    assert "no JSON that could be a board" in process.stderr


def sheet_of_record(name: str, language: str = "en") -> ScoreScene:
    return score_of(str(Path(__file__).parent.parent / "transcripts" / f"{name}.brn"), "", language)


def test_a_record_has_the_result_of_each_deal_and_of_its_match() -> None:
    first, last = [result_of(str(MATCH), deal, "en") for deal in ("1", "")]
    assert (first.is_match, last.is_match) == (False, True)
    assert first.headline.endswith("win deal 1")
    assert last.headline.endswith("win the match")
    assert [note.split(":")[0] for note in last.notes] == ["Turning point", "Longest burraco"]
    given_up = result_of(str(MATCH.parent / "who-gives-up-ahead-loses-all-the-same-online.brn"), "", "it")
    assert (given_up.ended, given_up.winners, given_up.score) == ("Partita abbandonata da Nord + Sud.", (1,), ())


def test_a_match_given_up_is_worth_what_the_boards_say_and_its_winner_leads() -> None:
    sheet = sheet_of_record("who-gives-up-ahead-loses-all-the-same-online")
    assert sheet.totals == (-420, -640)
    assert (sheet.vp, sheet.winners) == (("0", "14"), (1,))
    assert sheet.result == "East + West win: North + South gave up the match."
    assert sheet_of_record("a-side-gives-up-fitab").winners == (1,)
    assert sheet_of_record("a-whole-match-of-two-deals-fitab").winners == (0,)
