"""Controls as rows of buttons and menus, and what comes back from them."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.adapters.discord.components import OWN, Chosen, read, view_of
from bot.adapters.discord.markup import TEXT, escaped_length, words
from bot.messages.boards_page import board_message
from bot.messages.buttons import Ask, Press, Verb, encode
from bot.messages.message import Button, Control, Menu, Message, Option, Row, Style, Ticks

TICK = Press("K", 7, Ask(Verb.CHOOSE))


def rows(*controls: Control, mark: str = "") -> list[list[dict[str, Any]]]:
    """The components of a message, row by row."""

    async def main() -> list[list[dict[str, Any]]]:
        view = view_of(controls, mark)
        return [row["components"] for row in view.to_components()] if view is not None else []

    return asyncio.run(main())


def cards(count: int) -> tuple[Option, ...]:
    return tuple(Option(f"card {at}", TICK, at % 2 == 0, name=f"c{at}") for at in range(count))


def button(label: str, verb: Verb = Verb.SCORE) -> Button:
    return Button(label, Press("K", 7, Ask(verb)), Style.MAIN)


def test_no_controls_are_none() -> None:
    assert rows() == []


def test_more_than_five_buttons_take_two_rows() -> None:
    verbs = [Verb.SCORE, Verb.RULES, Verb.HAND, Verb.TABLE, Verb.SINCE, Verb.RECORD]
    found = rows(Row(tuple(button(verb, verb) for verb in verbs)))
    assert [len(row) for row in found] == [5, 1]
    assert found[1][0]["custom_id"] == "K:7:record"


@pytest.mark.parametrize(("count", "menus"), [(1, [1]), (25, [25]), (26, [25, 1]), (50, [25, 25]), (60, [25, 25])])
def test_cards_are_spread_over_menus(count: int, menus: list[int]) -> None:
    found = rows(Ticks("Cards", cards(count), TICK), Row((button("Table"),)))
    selects = [row[0] for row in found if row[0]["type"] == 3]
    assert [len(one["options"]) for one in selects] == menus
    assert [(one["min_values"], one["max_values"]) for one in selects] == [(0, many) for many in menus]
    assert [one for one in selects if one["required"]] == []  # Discord refuses it in a message, with 0 values
    assert len({one["custom_id"] for one in selects}) == len(menus)


def test_more_cards_than_the_menus_take_are_on_a_second_page() -> None:
    found = rows(Ticks("Cards", cards(60), TICK, page=2), Row((button("Table"),)))
    assert [option["value"] for option in found[0][0]["options"]] == [f"c{at}" for at in range(50, 60)]
    assert found[-1][-1]["custom_id"] == "K:7:page:1"


def test_a_choice_of_cards_comes_back_with_their_names() -> None:
    found = rows(Ticks("Cards", cards(30), TICK), mark=OWN)
    assert read(found[1][0]["custom_id"], ["c26"]) == Chosen(encode(TICK), True, ("c26",))


def test_a_choice_of_one_thing_comes_back_as_its_press() -> None:
    presses = [Press("K", 7, Ask(Verb.TARGET, str(number))) for number in range(30)]
    menu = Menu("Where to", tuple(Option(str(press.request), press, note="fits") for press in presses))
    found = rows(menu, menu)
    assert [len(row[0]["options"]) for row in found] == [25, 5, 25, 5]
    assert len({row[0]["custom_id"] for row in found}) == 4
    assert read(found[1][0]["custom_id"], [found[1][0]["options"][0]["value"]]) == Chosen("K:7:target:25", False)


def test_a_button_comes_back_as_it_was() -> None:
    assert read("own|K:7:score", None) == Chosen("K:7:score", True)


def test_words_are_escaped_and_never_too_long() -> None:
    message = Message("en", "*Title*", tuple(f"_line_ {number} `x`" for number in range(400)))
    text = words(message, drawn=False)
    assert text.startswith(r"**\*Title\***")
    assert escaped_length("*") == 2
    assert 1800 < len(text) <= TEXT
    assert not text.endswith("\\")


def test_a_text_of_emoji_fits_however_its_signs_are_counted() -> None:
    name = "👩\u200d👩\u200d👧🃏"
    message = Message("it", title=name * 9, lines=tuple(f"{name} *{name}* {number}" for number in range(200)))
    text = words(message, drawn=False)
    assert text.startswith(f"**{name * 9}**")
    assert len(text) <= len(text.encode("utf-16-le")) // 2 <= TEXT
    assert not text.endswith("\\")
    option = Option(name * 30, TICK, note=f"{name} " * 30)
    (menu,) = rows(Menu(name, (option,)))
    for text in (menu[0]["options"][0]["label"], menu[0]["options"][0]["description"]):
        assert 0 < len(text) <= 100


def board(names: Sequence[str], note: str = "") -> Message:
    rows = [[f"{place}", name, f"{100 - place}"] for place, name in enumerate(names, 1)]
    page = {"title": "Board", "columns": ["#", "Name", "VP"], "rows": rows, "mine": [], "marked": -1}
    return board_message("en", {**page, "page": 1, "pages": 2, "note": note})


def test_columns_stand_in_a_block_in_which_all_signs_are_equally_wide() -> None:
    text = words(board(["Anna_Maria", "```Bo*", "C"], "A *note*."), drawn=True)
    assert text.split("\n") == [
        "**Board**",
        "```",
        "#  Name        VP",
        "1  Anna_Maria  99",
        "2  '''Bo*      98",
        "3  C           97",
        "```",
        r"1\/2",
        r"A \*note\*\.",
    ]


def test_columns_that_find_no_room_leave_no_block_open() -> None:
    text = words(replace(board(["x" * 300] * 12), title="T"), drawn=True)
    assert text.count("```") == 2
    assert len(text) <= TEXT
