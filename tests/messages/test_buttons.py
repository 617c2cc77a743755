"""Buttons: what was encoded is decoded, everything legal fits, and no text makes trouble."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.messages.buttons import LIMIT, TEMPLATE, Ask, Garbled, Press, Verb, by_button, decode, encode, read_tick, tick
from bot.tables.commands import BY_PEOPLE
from engine.actions import Add, Discard, Lay, format_action, parse_action
from engine.cards import JOKER, PACK, UNKNOWN, copies
from tests.chance import TABLES
from tests.gateway.actions import actions, legal_in_a_deal

DISCORD_LIMIT = 100  # characters
LONGEST_CODE, LAST_STAGE = "ZZZZZZZZ", 9_999_999_999

tables = st.from_regex(r"[A-Z0-9]{1,8}", fullmatch=True)
stages = st.integers(0, LAST_STAGE)
arguments = st.text(st.characters(min_codepoint=0x21, max_codepoint=0x7E), max_size=30)
asks = st.builds(Ask, st.sampled_from(Verb), arguments)


@given(tables, stages, actions | asks)
def test_a_button_says_what_was_put_into_it(table: str, stage: int, wish: Ask) -> None:
    press = Press(table, stage, wish)
    text = encode(press)
    assert decode(text) == press
    assert len(text.encode()) <= LIMIT <= DISCORD_LIMIT
    assert re.fullmatch(TEMPLATE, text)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_legal_action_of_a_deal_fits(name: str, players: int) -> None:
    for seed in range(2):
        for action in set(legal_in_a_deal(name, players, seed)):
            press = Press(LONGEST_CODE, LAST_STAGE, action)
            assert decode(encode(press)) == press


def test_the_largest_melds_fit() -> None:
    run = parse_action("m:AsJk3s4s5s6s7s8s9sTsJsQsKsAs")
    addition = parse_action("a999:3s4s5s6s7s8s9sTsJsQsJk^")
    for action in (run, addition):
        assert len(encode(Press(LONGEST_CODE, LAST_STAGE, action))) <= LIMIT
        confirmed = Ask(Verb.SURE, format_action(action))
        assert len(encode(Press(LONGEST_CODE, LAST_STAGE, confirmed))) <= LIMIT


def test_more_cards_than_a_meld_has_are_a_draft_and_no_button() -> None:
    with pytest.raises(ValueError, match="does not fit a button"):
        encode(Press("A", 1, Lay(PACK[:40])))


@pytest.mark.parametrize("press", [
    Press("", 1, Discard(3)),
    Press("k7", 1, Discard(3)),
    Press("TOOLONGCODE", 1, Discard(3)),
    Press("K7", -1, Discard(3)),
    Press("K7", 10**11, Discard(3)),
    Press("K7", 1, Ask(Verb.SET, "two words")),
    Press("K7", 1, Ask(Verb.SET, "perché")),
    Press("K7", 1, Ask(Verb.SET, "x" * 60)),
])  # fmt: skip
def test_what_cannot_come_back_is_not_encoded(press: Press) -> None:
    with pytest.raises(ValueError, match="does not fit a button"):
        encode(press)


@given(st.text(max_size=120))
def test_any_text_is_a_button_or_a_garbled_one(text: str) -> None:
    read = decode(text)
    if isinstance(read, Press):
        assert encode(read) == text
    else:
        assert len(read.text) <= LIMIT


@given(tables, stages, actions | asks, st.data())
def test_a_button_with_another_sign_is_another_button_or_none(
    table: str, stage: int, wish: Ask, data: st.DataObject
) -> None:
    text = encode(Press(table, stage, wish))
    place = data.draw(st.integers(0, len(text) - 1))
    sign = data.draw(st.characters(exclude_characters=text[place]))
    changed = text[:place] + sign + text[place + 1 :]
    read = decode(changed)
    assert isinstance(read, Garbled) or encode(read) == changed


@pytest.mark.parametrize("text", [
    "", ":", "::", "K7:1", "K7:1:", "K7::d", ":1:d", "K7:01:d", "K7:+1:d", "K7:1:d ", " K7:1:d", "K7:1:x:10h", "K7:1:D",
    "K7:1:x:7h7h", "K7:1:m:7h 7c 7s", "K7:1:d=9h", "K7:1:a1:8h*!", "K7:1:a0:8h", "K7:1:zz", "K7:1:tick:", "K7:١:d",
    "K7:1:x:Kd\n", "K7:1:x:\udcff", "K7:1:" + "d" * 5000,
])  # fmt: skip
def test_a_foolish_button_is_garbled(text: str) -> None:
    assert isinstance(decode(text), Garbled)


@pytest.mark.parametrize("verb", Verb)
def test_no_verb_can_be_taken_for_an_action(verb: Verb) -> None:
    assert re.fullmatch("[a-z]{2,12}", verb)
    assert decode(f"K7:1:{verb}") == Press("K7", 1, Ask(verb))


def test_every_command_but_a_play_has_its_verb() -> None:
    assert BY_PEOPLE.keys() - {"play"} <= set(Verb)


@given(st.integers(0, JOKER), st.integers(0, 4))
def test_a_tick_says_how_many_of_a_card(card: int, ticked: int) -> None:
    ask = tick(card, ticked)
    assert read_tick(ask) == ((card, ticked) if ticked <= copies(card) else None)
    assert by_button(ask) == (ask, 0)
    for button in (1, 4, -1, -2):
        assert by_button(tick(card, ticked, button)) == (ask, button)
        assert read_tick(tick(card, ticked, button)) is None
    assert decode(encode(Press("K7", 1, ask))) == Press("K7", 1, ask)


@given(arguments)
def test_any_argument_of_a_tick_is_read_or_left(argument: str) -> None:
    read = read_tick(Ask(Verb.TICK, argument))
    assert read is None or (tick(*read).argument == argument and read[0] != UNKNOWN)


def test_an_addition_carries_its_end() -> None:
    assert encode(Press("K7QM", 41, Add(3, (JOKER,), "^"))) == "K7QM:41:a3:Jk^"
