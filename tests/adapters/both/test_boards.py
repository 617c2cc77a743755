"""A board whose picture cannot be drawn: a line a person, since columns would not fit."""

import pytest

from bot.messages.boards_page import board_message
from tests.adapters.both.on_discord import OnDiscord
from tests.adapters.both.on_telegram import OnTelegram
from tests.adapters.both.surface import Surface


@pytest.mark.parametrize(
    ("surface", "columns", "line"),
    [(OnDiscord, "```", r"1\. Anna\_Maria\: VP 99"), (OnTelegram, "<pre>", "1. Anna_Maria: VP 99")],
)
def test_without_its_picture_a_board_is_told_a_line_a_person(surface: type[Surface], columns: str, line: str) -> None:
    """`columns`: how a block of them begins there; `line`: with the marks of that platform."""
    rows = [[f"{place}", name, f"{100 - place}"] for place, name in enumerate(("Anna_Maria", "C"), 1)]
    page = {"title": "Board", "columns": ["#", "Name", "VP"], "rows": rows, "mine": [], "marked": -1}
    text = surface.in_words(board_message("en", {**page, "page": 1, "pages": 2, "note": ""}))
    assert columns not in text
    assert line in text
