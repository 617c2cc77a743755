"""What the player of a pozzetto that may not be seen yet is told of when they may, in the chat and in the picture."""

from dataclasses import replace

import pytest

from bot.messages.presenter import HAND, present
from bot.tables.table import Table
from bot.views.table_page import table_page
from bot.views.viewer import Viewer
from engine.deal import Deal
from engine.table import Game
from engine.view import view
from renderers.scenes import HandScene, pozzetto_key
from renderers.wording import word
from tests.notation import N, after, position
from tests.tables.playing import FAST, START, dealt

CODES = ("febur", "fitab", "fibur", "international", "online")
AFTER_PARTNER = CODES[:4]
TAKEN = "x:9h! d=4d x:4d"  # North goes to the pozzetto with the discard, and the next player has played, too
MINE = "3c4c5c6c7c8c9cTcJcQcKc"


def taken(code: str) -> Deal:
    """North holds a pozzetto unseen, and their partner is in turn."""
    return after(position(code, f"N/play ? 4c 9h/?11/?11/?11 {MINE},?11 -|-"), TAKEN)


def at_table(code: str) -> Table:
    """The same at a table."""
    return replace(dealt(replace(FAST, rules=code)), game=Game(taken(code)))


@pytest.mark.parametrize("code", CODES)
def test_the_cards_are_seen_when_the_words_say(code: str) -> None:
    deal = taken(code)
    assert "?" in str(view(deal, N)).split()[3].split("/")[0]
    seen = view(after(deal, "d=5d x:5d"), N)
    assert (MINE in str(seen)) == (code in AFTER_PARTNER)
    assert deal.code.seen_after_partner == (code in AFTER_PARTNER)


@pytest.mark.parametrize(
    ("language", "partner", "turn"),
    [("en", "partner's discard", "next turn"), ("it", "dopo lo scarto del compagno", "prossimo turno")],
)
@pytest.mark.parametrize("code", CODES)
def test_the_player_is_told_when_they_may_see_it(code: str, language: str, partner: str, turn: str) -> None:
    table = at_table(code)
    north = Viewer(table.chair(N).person, language, START)
    screen = present(HAND, table, north)
    assert screen is not None
    assert isinstance(screen.picture, HandScene)
    expected, other = (partner, turn) if code in AFTER_PARTNER else (turn, partner)
    picture = word(screen.picture.words, pozzetto_key(taken(code), N))
    for text in ("\n".join(screen.lines), screen.alt, picture):
        assert expected in text
        assert other not in text
    assert table_page(table, "t1", north)["seen_after_partner"] == (code in AFTER_PARTNER)


def test_where_nobody_has_a_partner_it_is_seen_in_the_own_turn() -> None:
    assert not position("febur", "N/draw ? 4c ?11/?11 ?11,?11 -|-").code.seen_after_partner
    assert not position("three-player", "N/draw ? 4c ?11/?11/?11 ?11,?11,?11 -|-|-").code.seen_after_partner
