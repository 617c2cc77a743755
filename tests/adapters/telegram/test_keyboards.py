"""Words and keyboards by themselves: everything escaped, nothing halved, every limit kept."""

import html

from hypothesis import given
from hypothesis import strategies as st

from bot.adapters.telegram.keyboards import keyboard, with_keyboard
from bot.adapters.telegram.links import JOIN, SEAT, link, read_payload
from bot.adapters.telegram.markup import ALERT, CAPTION, TEXT, small, words
from bot.messages.buttons import Ask, Press, Verb
from bot.messages.fitting import signs
from bot.messages.message import Button, Menu, Message, Option, Row, Ticks
from tests.loopback.telegram.html import parse_html

ANY = st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=400)


@given(ANY, st.lists(ANY, max_size=12), st.booleans())
def test_any_words_come_through_as_they_are_within_the_limit(title: str, lines: list[str], beside: bool) -> None:
    message = Message("en", title, tuple(lines))
    text, marks = parse_html(words(message, beside_picture=beside, drawn=True), lambda _id: None)
    assert signs(text) <= (CAPTION if beside else TEXT)
    assert {mark["type"] for mark in marks} <= {"bold"}
    whole = "\n".join([line for line in (title, *lines) if line])
    if signs(whole) <= CAPTION:
        assert text.strip() == whole.strip()
    assert signs(small(message)) <= ALERT


def test_markup_is_shown_and_not_obeyed() -> None:
    text = words(Message("en", "<b>&", ("<a href='x'>y</a>",)), beside_picture=False, drawn=False)
    assert text == "<b>&lt;b&gt;&amp;</b>\n" + html.escape("<a href='x'>y</a>")


def options(count: int, label: str = "10♥") -> tuple[Option, ...]:
    return tuple(Option(label, Press("ABCD", 7, Ask(Verb.CLEAR)), chosen=bool(number % 2)) for number in range(count))


@given(st.integers(0, 54), st.integers(-1, 9))
def test_any_hand_fits_a_keyboard(cards: int, page: int) -> None:
    ticks = Ticks("", options(cards), Press("ABCD", 7, Ask(Verb.CHOOSE)), page)
    row = Row((Button("Lay as a new meld", Press("ABCD", 7, Ask(Verb.LAY))),))
    lines = keyboard((ticks, Menu("", options(9, "the run 5♥-8♥ of 4 cards")), row))
    assert sum(len(line) for line in lines) <= 100
    assert all(1 <= len(line) <= 8 for line in lines)
    assert all(0 < len(one["callback_data"].encode()) <= 64 for line in lines for one in line)


def test_no_controls_are_no_keyboard() -> None:
    assert with_keyboard(keyboard(())) == {}


def test_a_link_carries_a_table_and_nothing_else_is_read_from_one() -> None:
    for what in (SEAT, JOIN):
        assert read_payload(link("bot", what, "KQRB").partition("start=")[2]) == (what, "KQRB")
    assert [read_payload(text) for text in ("", "hello", "t_", "x_KQRB", "t_kqrb", "t_KQRB;", "t_" + "A" * 60)] == [
        ("", "")
    ] * 7
    assert link("bot", SEAT, "").endswith("start=hello")
