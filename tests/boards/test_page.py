"""The board that docs/leaderboards.md shows is the one that its season gives."""

from bot.boards.text import width
from tests.boards.page import BLOCK, PAGE, board_text


def test_the_page_shows_a_real_board() -> None:
    assert BLOCK.findall(PAGE.read_text(encoding="utf-8")) == [board_text()], (
        "python -m tests.boards.page writes it anew"
    )


def test_columns_are_counted_as_a_terminal_shows_them() -> None:
    assert [width(text) for text in ("Anna", "Zoë", "Zoe\u0308", "王")] == [4, 3, 3, 2]
