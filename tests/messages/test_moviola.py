"""The moviola finds the turn that decided most, opens a deal only when it is over, and says in words all it shows."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from bot.messages.analysis_words import analysis_lines
from bot.messages.moviola import moviola_scene, turning_point
from bot.messages.presenter import MOVIOLA, present_scored
from bot.messages.text_board import board_text, player_text
from bot.messages.text_moviola import moviola_text
from bot.views.display_names import names_then
from bot.views.viewer import Viewer
from bot.words import table_words
from bot.words.languages import LANGUAGES
from bot.words.scene_words import KEYS, scene_words
from engine.analysis import Analysis, ExpectedSwing, Mistake
from engine.cards import PACK, VALUES, format_card
from engine.hand import unpack
from engine.record import DealRecord, Line, TableLine, Turn
from engine.replay import ReplayedDeal, replay
from engine.score import totals
from engine.table import Game, Substitute
from engine.view import ARBITER, view
from renderers.paint import draw
from renderers.scenes import Look, MoviolaScene
from renderers.wording import ENGLISH
from tests.renderers.sheets import PLAYER, board_scene
from tests.tables.playing import ADMIN, EVE, START, after, dealt, person_in_turn

RECORD = Path(__file__).parent.parent / "transcripts" / "a-whole-match-of-two-deals-fitab.brn"
DEALS = replay(RECORD.read_text(encoding="utf-8")).deals
NAMES = {"N": "Anna", "E": "Bruno", "S": "Carla", "W": "Dario"}


def scene_of(deal: ReplayedDeal, language: str = "en") -> MoviolaScene:
    return moviola_scene(deal.game, deal.record, NAMES, "Osteria", language)


@pytest.mark.parametrize("deal", DEALS)
def test_no_turn_moved_the_sides_further_apart(deal: ReplayedDeal) -> None:
    found = turning_point(deal.game)
    assert found is not None
    leads = [north - east for north, east in map(totals, [*deal.game.turns, deal.game.deal])]
    assert found.gain == max(abs(after - before) for before, after in pairwise(leads))
    assert found.before is deal.game.turns[found.turn - 1]


def test_the_turning_point_is_told_in_words() -> None:
    lines = scene_of(DEALS[1]).lines
    assert lines[0] == "Turn 10 was the turning point: Anna + Carla gained 290 points on the others."
    assert lines[1].startswith("Carla draws, lays A♥ A♦ ")
    assert lines[2:4] == (
        "Before it: Anna + Carla 70, Bruno + Dario 105.",
        "After it: Anna + Carla 360, Bruno + Dario 105.",
    )
    assert scene_of(DEALS[1], "it").lines[2] == "Prima: Anna + Carla 70, Bruno + Dario 105."


def test_a_deal_that_is_still_played_stays_hidden() -> None:
    game = DEALS[0].game
    with pytest.raises(ValueError, match="not over"):
        scene_of(replace(DEALS[0], game=Game(game.turns[3], game.turns[:3])))


def test_a_deal_without_a_turn_has_no_turning_point() -> None:
    over = replace(DEALS[0].game, turns=())
    scene = scene_of(replace(DEALS[0], game=over))
    assert turning_point(over) is None
    assert scene.lines[0] == "Nothing was played."


def test_where_no_turn_gained_anything_none_is_the_turning_point() -> None:
    path = RECORD.parent / "a-clock-that-runs-out-declines-at-an-empty-stock-three-player.brn"
    deal = replay(path.read_text(encoding="utf-8")).deals[0]
    assert deal.game.turns
    assert turning_point(deal.game) is None
    assert scene_of(deal).lines[0] == "No turn changed what lay between the sides."


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_words_name_every_card(language: str) -> None:
    scene = scene_of(DEALS[0], language)
    text = moviola_text(language, scene)
    assert scene.view.viewer == ARBITER
    words = Counter([word.strip("(),:") for line in text.splitlines()[1 + len(scene.lines) :] for word in line.split()])
    for card, count in Counter(PACK).items():
        assert words[table_words.card(language, card)] >= count
    assert scene.lines[0] in text


def test_a_board_in_words_is_a_line_a_person() -> None:
    board = replace(board_scene(3, 4, marked=1), mine=("9", "Zoe", "1", "2"), note="A note.")
    assert board_text("en", board).splitlines() == [
        "Osteria · season (1/3)",
        "1. Ivo Rossi: VP 149, Avg 11.36",
        "2. Gina RossiRossi: VP 148, Avg 11.26 (you)",
        "3. Anna: VP 147, Avg 11.16",
        "9. Zoe: VP 1, Avg 2 (you)",
        "A note.",
    ]
    assert "Ancora nessuno" in board_text("it", board_scene(0))


def test_a_players_card_in_words_has_every_figure() -> None:
    lines = player_text("en", PLAYER).splitlines()
    assert lines[:2] == ["Nora Bianchi", "Matches: 213"]
    assert lines[-2:] == ["Latest matches: + + − = + − + + + −", "Since 3 March 2026, in pairs."]


def test_every_word_on_a_picture_can_be_said_and_keeps_its_facts() -> None:
    italian_everywhere = {"sporco", "semipulito", "pulito", "super", "reale", "pozzetto", "pozzetti", "burrachi", "vp"}
    assert set(KEYS) | italian_everywhere == set(ENGLISH)
    assert scene_words("en") == {key: ENGLISH[key] for key in KEYS}
    assert scene_words("it")["turn_of"] == "Turno di {name}"


def test_the_words_number_the_pozzetti_and_count_every_hand() -> None:
    deal = DEALS[0].game.turns[0]
    scene = replace(scene_of(DEALS[0], "it"), view=view(deal, ARBITER))
    lines = moviola_text("it", scene).splitlines()
    assert [line.split(":")[0] for line in lines if line.startswith("Pozzetto")] == ["Pozzetto n. 1", "Pozzetto n. 2"]
    anna = next(line for line in lines if line.startswith("Anna, "))
    points = sum(VALUES[card] for card in unpack(deal.hands[0]))
    assert anna.startswith(f"Anna, 11 carte, {points} punti: ")


def test_a_pair_gains_in_the_plural() -> None:
    assert "Anna + Carla guadagnano 290 punti" in scene_of(DEALS[1], "it").lines[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_that_computers_say_of_a_deal_of_three_is_drawn(language: str) -> None:
    deal = replay(RECORD.with_name("a-whole-match-of-three-deals-three-player.brn").read_text("utf-8")).deals[-1]
    code, game = deal.dealt.code, deal.game
    names = dict(zip(code.seats, ("Massimiliano della Rovere", "Bartolomea Di Benedetto", "Jo"), strict=True))
    swings = tuple(ExpectedSwing(turn, "N", -12.0, 345.0) for turn in (1, 2, 3))
    played = next(line for line in deal.record.lines if isinstance(line, Turn)).actions
    mistakes = tuple(Mistake(turn, "E", 0, played, played, 90.0, 10.0) for turn in range(1, 6))
    zeros = ((0.0, 0.0, 0.0), (120.0, -30.0, -90.0))
    judgement = analysis_lines(language, code, names, Analysis(swings, mistakes, 9, zeros, zeros), "N")
    assert len(judgement) == 3 + 3 + 3
    scene = moviola_scene(game, deal.record, names, "KBQM", language, "N", judgement)
    assert draw(scene, Look()).height
    assert moviola_text(language, scene)


def test_a_turn_is_told_by_the_name_of_who_played_it_also_where_somebody_else_sits_there_since() -> None:
    table = dealt()
    seat, player = table.in_turn, person_in_turn(table)
    table = after(table, (player, "play d"))
    assert table.game is not None
    dearest = max(unpack(table.game.deal.hands[table.game.deal.turn]), key=VALUES.__getitem__)
    table = after(table, (player, f"play x:{format_card(dearest)}"), (ADMIN, f"replace {seat} {EVE.id} {EVE.name}"))
    table = after(table, (person_in_turn(table), "resign"))
    played = next(line for line in table.records[-1].lines if isinstance(line, Turn)).actions
    swing, mistake = ExpectedSwing(1, seat, -12.0, 345.0), Mistake(1, seat, 0, played, played, 90.0, 10.0)
    zeros = ((0.0, 0.0), (120.0, -120.0))
    found = Analysis((swing,), (mistake,), 1, zeros, zeros)
    message = present_scored(MOVIOLA, table, Viewer(EVE.id, "en", START, analysis=found))
    assert message is not None
    assert message.lines[0].startswith("Turn 1 was the turning point")
    assert [line for line in message.lines if f"{player.name} draws and discards" in line] == [
        message.lines[1],
        message.lines[-1],
    ]
    assert any(line.startswith(f"Turn 1, {player.name}: ") for line in message.lines)
    assert not any(f"{EVE.name} draws" in line for line in message.lines)


def test_while_a_computer_stands_in_the_seat_keeps_the_name_of_its_person() -> None:
    changes = {2: "computer", 3: "Zoe", 4: "Eve"}
    lines: list[Line] = []
    for turn in range(1, 6):
        lines += [TableLine(Substitute("E", changes[turn]))] if turn in changes else []
        lines.append(Turn(turn, "E", ()))
    then = names_then(DealRecord({"N": "Anna", "E": "club"}, tuple(lines)), {"N": "Anna", "E": "Eve"}, "en")
    assert [then[turn]["E"] for turn in range(1, 6)] == ["Computer East", "Computer East", "Zoe", "Eve", "Eve"]
    assert {names["N"] for names in then.values()} == {"Anna"}
