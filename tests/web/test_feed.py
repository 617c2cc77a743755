"""What happened, in words: every turn and everything the table did, in both languages, and no card that was drawn."""

import re
from dataclasses import replace

import pytest

from bot.chat.sight.called import display_names
from bot.chat.sight.feed import feed
from bot.chat.speech.languages import LANGUAGES, Language
from bot.host.table import Table
from bot.host.thinking import stand_in
from engine.actions import DRAW, Written, format_action
from engine.cards import parse_cards
from engine.record import TableLine, Turn
from engine.table import Annul, End, Resign, Substitute, TimeOut, Undo
from engine.view import view
from tests.host.playing import ANNA, after, dealt, person_in_turn


def played(actions: int) -> Table:
    table = dealt()
    for _ in range(actions):
        assert table.game is not None
        action = stand_in(view(table.game.deal, table.in_turn))
        table = after(table, (person_in_turn(table), f"play {format_action(action)}"))
    return table


def told(table: Table, language: Language = "en") -> list[str]:
    return feed(table, display_names(table, language), language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_turn_is_a_line_with_its_player(language: Language) -> None:
    table = played(9)
    turns = [line for line in table.lines if isinstance(line, Turn)]
    names = display_names(table, language)
    lines = told(table, language)
    assert len(lines) == len(turns) >= 2
    assert all([line.startswith(names[turn.seat]) for line, turn in zip(lines, turns, strict=True)])


def test_a_drawn_card_is_never_told() -> None:
    (card,) = parse_cards("Qh")
    drawn = Turn(1, "N", (Written(DRAW, (card,)),))
    (line,) = told(replace(dealt(), lines=(drawn,)))
    assert "draws" in line
    assert not re.search("[♥♦♣♠]", line)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_table_did_is_told_too(language: Language) -> None:
    acts = (
        Undo(),
        Annul(),
        TimeOut(),
        Substitute("E", "computer"),
        Substitute("E", "Eva"),
        Resign("N"),
        End("arbitro"),
    )
    table = replace(dealt(), lines=tuple([TableLine(act) for act in acts]))
    lines = told(table, language)
    assert len(set(lines)) == len(acts)
    assert any([ANNA.name in line or "Eva" in line for line in lines])
    assert not any(["{" in line for line in lines])


def test_after_the_deal_its_lines_stay_until_the_next() -> None:
    table = played(5)
    ended = after(table, (person_in_turn(table), "resign"))
    assert ended.records
    assert len(told(ended)) >= len(told(table))
