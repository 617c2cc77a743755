"""What a board says beside its figures: who is forgotten, and where points come from of a match that was given up."""

import pytest

from bot.boards.board import Board, BoardRow, Query
from bot.boards.figures import Figures
from bot.boards.forgetting import DELETED
from bot.boards.periods import Span
from bot.boards.players import HeadToHead, KindCard, Partnership, Past, PlayerCard
from bot.boards.ratings import Rating
from bot.messages.boards_page import board_page, history_page, partners_page
from bot.messages.player_page import player_page
from bot.words.languages import say

NOBODY = {"en": "deleted player", "it": "giocatore cancellato"}


def row(name: str, **figures: int) -> BoardRow:
    return BoardRow(1, f"p-{name}", name, 1.0, Figures(matches=3, valued=3, **figures), Rating(25.0, 8.0, 0), False)


def of(*rows: BoardRow, mine: BoardRow | None = None) -> Board:
    return Board(Query(), Span(0, 1), rows, 1, 1, len(rows), mine)


@pytest.mark.parametrize("language", ["en", "it"])
def test_who_was_forgotten_is_called_so_in_the_language_of_the_board(language: str) -> None:
    page = board_page(language, of(row("Anna"), row(DELETED), row("")))
    assert [line[1] for line in page["rows"]] == ["Anna", NOBODY[language], say(language, "player.nameless")]
    together = partners_page(language, [Partnership("p2", Figures(), 0)], {"p2": DELETED}, "")
    assert together["rows"][0][1] == NOBODY[language]


@pytest.mark.parametrize("language", ["en", "it"])
def test_points_after_a_resignation_are_explained_where_there_are_any(language: str) -> None:
    explanation = say(language, "boards.given-up")
    assert explanation not in board_page(language, of(row("Anna")))["note"]
    assert explanation in board_page(language, of(row("Anna"), row("Bruno", given_up=1)))["note"]
    assert explanation in board_page(language, of(row("Anna"), mine=row("Carla", given_up=1)))["note"]


@pytest.mark.parametrize(("kind", "column", "note", "average"), [
    ("pairs", "VP", "Sorted by Victory Points.", "3.00 VP on average."),
    ("threes", "points", "Sorted by ranking points.", "3.00 ranking points on average."),
])  # fmt: skip
def test_three_players_have_ranking_points_and_no_victory_points(
    kind: str, column: str, note: str, average: str
) -> None:
    page = board_page("en", Board(Query(kind=kind), Span(0, 1), (row("Anna"),), 1, 1, 1, None))
    assert page["columns"][2] == column
    assert page["note"].startswith(note)
    card = KindCard(kind, Figures(matches=3, valued=3, vp=54), Figures(), Rating(25.0, 8.0, 0), 36, "")
    played = HeadToHead(kind, Figures(matches=3, valued=3, vp=54))
    page = player_page("en", "Anna", PlayerCard("p-Anna", 0, 0, (card,)), [played], asker="Carla")
    assert [caption for caption, _ in page["kinds"][0]["figures"]][2] == column
    (line,) = page["notes"]
    assert line.endswith(average)


@pytest.mark.parametrize(("given_up", "explains"), [(True, True), (False, False)])
def test_a_history_explains_them_too(given_up: bool, explains: bool) -> None:
    key = ("t1", 1)
    past = Past(key, 0, "c1", (), "pairs", "fibur", True, (), ("p2",), "-", (5,), -405, 0, 2, given_up, corrected=False)
    page = history_page("en", [past], {key: "T1"}, {"p2": DELETED}, 1, "Europe/Rome")
    assert (say("en", "boards.given-up") in page["note"]) is explains
    assert NOBODY["en"] in page["rows"][0][1]
