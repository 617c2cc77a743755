"""A match given up is worth the same everywhere: `burraco replay`, its picture, the boards, the score sheet."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.boards.counting import facts_of
from bot.boards.ports import StoredMatch
from bot.cli.render_record import score_of
from bot.tables.table import Settings
from bot.views.score_view import score_page
from bot.views.table_view import TableView
from bot.views.viewer import Viewer
from engine.rules import RULE_SETS, load_rules
from tests.boards.season import Played, play

TRANSCRIPTS = Path(__file__).parent.parent / "transcripts"
PEOPLE = ("p1", "p2", "p3", "p4")
GUILTY = "p2"
CASES = [
    (code, players, house)
    for code in RULE_SETS
    for players in load_rules(code).players
    for house in (("",) if code == "three-player" else ("hands=1", "hands=3", "hands=4", "hands=5", "hands=7"))
] + [
    ("online", 4, "target=2005"),
    ("online", 4, "knockout=on hands=1"),
    ("fitab", 4, "teams=yes"),
    ("febur", 4, "teams=yes"),
]


def given_up(code: str, players: int, house: str, seed: int) -> Played:
    settings = Settings(rules=code, house=house, players=players)
    return play(PEOPLE[:players], seed, settings, (20 * seed, GUILTY, "resign"))


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize(("code", "players", "house"), CASES)
def test_a_match_given_up_has_one_truth(
    code: str, players: int, house: str, seed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played = given_up(code, players, house, seed)
    file = tmp_path / "match.brn"
    file.write_text(played.match.record, encoding="utf-8")
    assert main(["replay", str(file), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    facts = facts_of(StoredMatch("t1", 1, "club", 5, played.match.record, played.match.players))
    sheet = score_page(TableView(played.table, Viewer("p1", "en")))
    picture = score_of(str(file), "", "en")
    assert facts is not None
    assert sheet is not None
    sides = played.table.code.sides
    order = [sides.index(side["side"]) for side in sheet["sides"]]
    worth = report.get("points") or report.get("vp")

    assert report["totals"] == by_side(sides, [side.total for side in facts.sides])
    assert sheet["totals"] == [report["totals"][sides[side]] for side in order]
    assert list(picture.totals) == list(report["totals"].values())

    shares = [None if side.vp is None else side.vp / 6 for side in facts.sides]
    assert worth == (None if None in shares else by_side(sides, shares))
    points = sheet["ranking"] or sheet["vp"]
    assert points == (worth and [worth[sides[side]] for side in order])
    assert list(picture.vp or picture.ranking) == [f"{share:g}" for share in (worth or {}).values()]

    assert report["award"]["guilty"] == sides[facts.given_up]
    assert report["award"]["mp"] == by_side(sides, [side.mp for side in facts.sides])
    winner = "" if facts.winner < 0 else sides[facts.winner]
    assert (sheet["winner"], winner in ("", report["award"]["guilty"])) == (winner, not winner)
    assert list(picture.winners) == [at for at, side in enumerate(facts.sides) if side.place == 1]
    if worth:
        assert worth[report["award"]["guilty"]] == 0
        assert not winner or worth[winner] == max(worth.values())


def by_side(sides: tuple[str, ...], values: list[int] | list[float | None]) -> Mapping[str, object]:
    return dict(zip(sides, values, strict=True))


def test_the_words_of_the_command_line_say_that_a_clock_has_lost_the_match(capsys: pytest.CaptureFixture[str]) -> None:
    file = TRANSCRIPTS / "a-clock-that-runs-out-loses-the-match-online.brn"
    assert main(["replay", str(file)]) == 0
    assert "NS ran out of time and lost the match" in capsys.readouterr().out
    assert score_of(str(file), "", "en").result == "East + West win: North + South ran out of time."


def test_the_words_of_the_command_line_say_what_the_others_get(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "match.brn"
    file.write_text(given_up("fitab", 4, "hands=3", 1).match.record, encoding="utf-8")
    assert main(["replay", str(file)]) == 0
    output = capsys.readouterr().out
    assert "gave the match up" in output
    assert any(line.split()[-2:] in (["0", "14"], ["14", "0"]) for line in output.splitlines() if "victory" in line)
