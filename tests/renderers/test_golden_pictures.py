"""Golden pictures: one of each kind, theme and deck, looked at by eye; and those of docs/pictures.md."""

import re
import shlex
from dataclasses import replace
from pathlib import Path

import pytest

from bot.__main__ import main
from engine.cards import parse_cards
from engine.hand import pack
from engine.replay import replay
from engine.sorting import by_rank, by_suit
from engine.view import TABLE, view
from renderers.paint import draw
from renderers.scenes import HandScene, Look, Scene, TableScene
from tests.docs.test_readme import commands
from tests.golden import Golden
from tests.notation import position
from tests.renderers.moments import stopped
from tests.renderers.sheets import (
    PLAYER,
    board_scene,
    moviola_scene,
    result_scene,
    round_scene,
    score_scene,
    standings_scene,
)

NAMES = {"N": "Nora", "E": "Elif", "S": "Святослав", "W": "Maximilian von Hohenstein"}
ELEVEN = "2h3h4h5hKhTd2sJkKdKsQc"
TWENTY = ELEVEN + "8h9hAd5c6c7cAs4s9s"
THIRTY = TWENTY + "3d3dThJhQhJdQdKcTc2d"
START = "N/play ? 4c ?11/?11/?11/?11 ?11,?11 -|-"
MELDS = "!3h4h5h6h7h8h9h+QhQdQcQcJk+2c2h4c|4c5c6c7c8c9cTcJk+7h7d7c2s7s"
DEAL = position("fibur", f"S/draw ? Td9s3cTsKd ?7/?9/?5/?11 ?11 {MELDS}")
RECORD = Path(__file__).parent.parent / "transcripts" / "a-whole-match-of-two-deals-fitab.brn"
GAMES = [deal.game for deal in replay(RECORD.read_text(encoding="utf-8")).deals]


def hand(cards: str, by: str = "suit", rules: str = "fibur", partner: str = "") -> HandScene:
    """North's hand, their last card just drawn, one ticked, one hinted; South's too where pairs play open."""
    own = parse_cards(cards)
    deal = position(rules, START).copy()
    deal.hands = [pack(own), deal.hands[1], pack(parse_cards(partner)) if partner else deal.hands[2], deal.hands[3]]
    order = by_rank(own) if by == "rank" else by_suit(own)
    return HandScene(view(deal, "N"), "N", order, by, own[2:3], own[-1:], own[5:6], NAMES, "Osteria")


def table(mine: str = "") -> TableScene:
    return TableScene(view(DEAL, mine or TABLE), mine, NAMES, "W", (905, 1210), "2/4", "0:42", "Osteria")


def together() -> HandScene:
    """North's hand with the table above it, of their own view."""
    alone = hand(ELEVEN)
    deal = DEAL.copy()
    deal.hands = [alone.view.deal.hands[0], *DEAL.hands[1:]]
    seen = view(deal, "N")
    return replace(alone, view=seen, table=replace(table("N"), view=seen, clock=""))


PICTURES: dict[str, tuple[Scene, Look]] = {
    "hand-11-felt": (hand(ELEVEN), Look()),
    "hand-20-dark": (hand(TWENTY), Look("dark")),
    "hand-30-four-colour": (hand(THIRTY, "rank"), Look("four-colour")),
    "hand-11-light-plain": (hand(ELEVEN), Look("light", "plain")),
    "hand-20-big-index": (hand(TWENTY), Look("big-index", width=480)),
    "hand-11-high-contrast": (hand(ELEVEN), Look("high-contrast", width=480)),
    "hand-open-pairs": (hand(ELEVEN, "suit", "online open_pairs=on", "3s4s5s6s7sJk"), Look(width=480)),
    "hand-together-felt": (together(), Look(width=720)),
    "table-felt": (table(), Look()),
    "table-light-narrow": (table("E"), Look("light", "plain", 480)),
    "score-felt": (score_scene([game.deal for game in GAMES]), Look(width=480)),
    "score-dark": (score_scene([GAMES[0].deal], over=False), Look("dark", width=480)),
    "result-felt": (result_scene(GAMES[1].deal), Look(width=480)),
    "result-dark": (result_scene(GAMES[1].deal, is_match=False), Look("dark", width=480)),
    "result-big-index": (result_scene(stopped("three-player 3", 1, 9999)), Look("big-index", width=480)),
    "board-felt": (board_scene(9), Look(width=480)),
    "board-light": (replace(board_scene(4, 5, marked=-1), mine=("31", "Zoe", "12", "3.4", "2")), Look("light")),
    "round-felt": (round_scene(7), Look(width=480)),
    "round-two-columns": (round_scene(22), Look("dark")),
    "standings-felt": (standings_scene(9), Look(width=480)),
    "standings-light": (standings_scene(42, is_final=False), Look("light")),
    "player-felt": (PLAYER, Look(width=480)),
    "moviola-four-colour": (moviola_scene(GAMES[1].turns[9]), Look("four-colour", width=480)),
}


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_as_somebody_saw_it(name: str, golden: Golden) -> None:
    folder = Golden(Path(__file__).parent / "golden", golden.rewrite)
    folder.check_picture(f"{name}.png", draw(*PICTURES[name]).png)


def test_the_page_of_pictures_shows_what_its_commands_draw(
    root: Path, tmp_path: Path, golden: Golden, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = (root / "docs" / "pictures.md").read_text(encoding="utf-8")
    (tmp_path / "docs" / "pictures").mkdir(parents=True)
    for file in [*(root / "docs" / "pictures").glob("*.json"), *(root / "tests" / "transcripts").glob("*whole*.brn")]:
        there = tmp_path / file.relative_to(root)
        there.parent.mkdir(parents=True, exist_ok=True)
        there.write_bytes(file.read_bytes())
    monkeypatch.chdir(tmp_path)
    examples = commands(page)
    assert len(examples) >= 7
    for command, output in examples:
        assert main(shlex.split(command)[1:]) == 0
        assert capsys.readouterr().out == output, command
    drawn = {file.name: file.read_bytes() for file in (tmp_path / "docs" / "pictures").glob("*.png")}
    linked = set(re.findall(r"pictures/([\w-]+\.png)", page))
    assert set(drawn) == linked - {"contact-sheet.png"}
    for name, png in drawn.items():
        Golden(root / "docs" / "pictures", golden.rewrite).check_picture(name, png)
