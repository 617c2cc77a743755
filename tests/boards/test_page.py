"""The board that docs/leaderboards.md shows is the one that its season gives."""

from bot.boards.text import align_columns, width
from tests.boards.page import BLOCK, PAGE, board_text


def test_the_page_shows_a_real_board() -> None:
    assert BLOCK.findall(PAGE.read_text(encoding="utf-8")) == [board_text()], (
        "python -m tests.boards.page writes it anew"
    )


def test_columns_are_counted_as_a_terminal_shows_them() -> None:
    assert [width(text) for text in ("Anna", "Zoë", "Zoe\u0308", "王")] == [4, 3, 3, 2]


def test_an_emoji_of_several_signs_takes_the_room_of_one() -> None:
    families = ("👩\u200d👩\u200d👧", "🇮🇹", "❤\ufe0f", "👍🏽", "🏴\u200d☠\ufe0f")
    assert [width(text) for text in families] == [2, 2, 2, 2, 2]
    lines = align_columns([["1", f"{families[0]} Zoë", "5"], ["2", "Anna", "12"]]).split("\n")
    assert [width(line) for line in lines] == [13, 13]
