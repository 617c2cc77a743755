"""Boards on a telephone: what stands in columns is of one width, and no line is so long that it wraps."""

import html
import re
from collections.abc import Sequence

import pytest

from bot.adapters.telegram.markup import CAPTION, words
from bot.boards.players import Past
from bot.boards.text import COLUMNS, width
from bot.messages.boards_page import NARROW, board_message, history_page
from bot.messages.message import Message
from tests.adapters.telegram.hosting import Host, run
from tests.adapters.telegram.test_words import given_up

LONGEST = "Massimiliano Bartolomeo"
OTHERS = [f"Player {at}" for at in range(20)]
NAMES = (
    "Anna",
    "Bo & <Co>",
    LONGEST,
    "שרה כהן",
    "日本語の名前です",
    "👩🏽‍🚀 Ada",
    *[f"Player {at}" for at in range(20)],
)


def board(names: Sequence[str], figures: int = len(COLUMNS) - 2, note: str = "") -> Message:
    heads = ["#", "Name", *["VP", "Average", "Matches", "Won", "MP", "Clean", "Closings", "Rating"][:figures]]
    rows = [
        [f"{place}", name, *[f"{1000 - place}", "12.50", "31", "17", "+21345", "9", "8", "25.0±8.3"][:figures]]
        for place, name in enumerate(names, 1)
    ]
    page = {"title": "Board", "columns": heads, "rows": rows, "mine": [], "marked": -1}
    return board_message("en", {**page, "page": 1, "pages": 2, "note": note})


def block(text: str) -> list[str]:
    (found,) = re.findall("<pre>(.*?)</pre>", text, re.DOTALL)
    return html.unescape(found).split("\n")


@pytest.mark.parametrize("figures", range(1, len(COLUMNS) - 1))
def test_no_line_of_a_board_is_wider_than_a_telephone(figures: int) -> None:
    text = words(board([*NAMES, *OTHERS], figures, "A <note>."), beside_picture=True, drawn=True)
    lines = block(text)
    assert len(lines) % 13 == 0  # the other figures of a board that has few stand in a table below
    assert max(map(width, lines)) <= NARROW
    assert [line.split()[0] for line in lines[::13]] == ["#"] * (len(lines) // 13)
    lines = lines[:13]
    assert lines[0].startswith(" #  Name")
    assert all(f"{1000 - place}" in line for place, line in enumerate(lines[1:], 1))
    ends = {width(line[: line.index(f"{1000 - place}")]) for place, line in enumerate(lines[1:], 1)}
    assert len(ends) == 1  # under each other
    assert text.startswith("<b>Board</b>\n<pre>")
    assert text.endswith("</pre>\n1/2\nA &lt;note&gt;.")
    assert len(html.unescape(re.sub("<[^>]*>", "", text))) <= CAPTION


@pytest.mark.parametrize(("language", "others"), [("en", ("with", "against")), ("it", ("con", "contro"))])
def test_a_history_names_partners_and_opponents_on_a_telephone(language: str, others: tuple[str, str]) -> None:
    def past(number: int) -> Past:
        people = ("p1",), ("p2", "p3")
        return Past(
            *(("t1", number), 0, "", (), "match", "fitab", True, *people, "+", (455,), 455, 84, 1),
            given_up=number == 3,
            corrected=False,
        )

    names = {"p1": LONGEST, "p2": "日本語の名前です", "p3": "Bo & <Co>"}
    pasts = [past(number) for number in range(12)]
    page = history_page(language, pasts, {one.key: f"K7QM:{one.key[1]}" for one in pasts}, names, 1, "Europe/Rome")
    text = words(board_message(language, page), beside_picture=True, drawn=True)
    lines = block(text)
    assert max(map(width, lines)) <= NARROW
    flowing = " ".join(" ".join(lines).split())
    for number in range(5):
        with_, against = others
        assert f"K7QM:{number}: {with_} {LONGEST}" in flowing
        assert f"{against} 日本語の名前です" in flowing
    assert flowing.count("Bo & <Co>") >= 5
    assert len(html.unescape(re.sub("<[^>]*>", "", text))) <= CAPTION


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_board_stands_in_a_block_in_the_group(language: str) -> None:
    async def body(host: Host) -> None:
        match = await given_up(host, language)
        match.people[0].writes("/leaderboard", match.group)
        await host.settle()
        (mark,) = [one for one in match.people[0].sees(match.group, "posted")[-1].entities if one["type"] == "pre"]
        text = match.people[0].sees(match.group, "posted")[-1].text
        units = text.encode("utf-16-le")[2 * mark["offset"] : 2 * (mark["offset"] + mark["length"])]
        lines = units.decode("utf-16-le").split("\n")
        assert lines[0].startswith("#  ")
        assert max(map(width, lines)) <= NARROW
        assert [name for name in ("Anna", "Bruno") for line in lines if name in line] == ["Anna", "Bruno"]
        assert any("±" in line for line in lines)  # what finds no room beside the name stands below

    run(body)
