"""Typed plays: what people write is understood, and what is not is a value that says why and where."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.words import table_words
from bot.words.languages import LANGUAGES
from bot.words.refusals import unclear
from bot.words.typed import LONGEST, Doubt, Unclear, parse_typed
from engine.actions import Action, Add, Discard, Lay, format_action
from tests.chance import TABLES
from tests.gateway.actions import actions, legal_in_a_deal

SAME_PLAY = """
d               d | D | draw | Draw! | pesca | pesco | pes | pesca dal mazzo | draw from the stock
p               p | P | r | pick up | Pick up the pile | pickup | raccogli | raccolgo il monte | rac
n               n | decline | pass | passo
m:5h6h7h        5h 6h 7h | 5h6h7h | 5H,6H,7H | 5♥6♥7♥ | 5♥️ 6♥️ 7♥️ | 5❤️6❤️7❤️ | 567h | 5 6 7 h | 5 6 7 cuori
m:5h6h7h        cala 5h 6h 7h | lay 5h, 6h and 7h | m: 5h 6h 7h | M:5H6H7H | cinque, sei e sette di cuori | apro 567♥
m:5h6h7h        5 of hearts, 6 of hearts, 7 of hearts | 5hearts6hea7cuo | ５ｈ ６ｈ ７ｈ | 5\u200bh 6h 7h
m:5h6hJk8h      5 6 jk 8h | 5h 6h jolly 8h | 5h 6h 🃏 8h | 5h 6h * 8h | meld 5h 6h joker 8h | 5h6hJK8h
m:ThJhQh        10h jh qh | Th Jh Qh | 10jqh | dieci fante regina di cuori | T♥ J♥ Q♥
m:Ah2h3h        a 2 3 h | asso, pinella e tre di cuori | ace two three hearts | A♡2♡3♡
m:7d7c7s        7d 7c 7s | 7♦7♣7♠ | 7 quadri 7 fiori 7 picche | 7 qua, 7 fio, 7 pic | sette di quadri 7c 7s
a3:8h           +3 8h | +38h | + 3 8h | ＋3 8h | +3: 8h | lega 8h al gioco 3 | add 8h to meld 3 | add 8h to 3 | A3:8H
a3:8h           8h +3 | 8♥ + 3 | l'8 di cuori +3 | aggiungi l’8 di cuori al 3
a3:8hJk         8h jk +3
a3:8hJk^        8h jk +3^
a3:8h           attacca 8♥ a 3 | lega al gioco 3 8h | aggiungi 3 8 di cuori | +#3 8h | leg 8h al 3
a3:Th           +3 10h | +310h | +3Th | lega il 10 di cuori al gioco 3
a12:8hJk        +12 8h jk | add 8h jolly to meld 12
a2:Jk^          +2 jk^ | +2 Jk ^ | +2 jolly alto | attacca jolly al gioco 2 alto | attacca jolly alto al gioco 2
a2:Jk_          +2 jk_ | add joker low to meld 2 | +2 jolly sotto
x:Kd            -Kd | - K♦ | –Kd | —kd | −KD | x Kd | x: kd | scarta re di quadri | discard K♦ | scarto Kdiamonds
x:Kd            dis kd
x:2s            -2s | scarta la pinella di picche | throw 2♠️
x:Ah            scarta l'asso di cuori | scarta l’asso di cuori | scarto l'a di cuori
x:Jk            -jk | scarta jolly | - 🃏
"""
PLAYS = [
    (line.split(maxsplit=1)[0], text)
    for line in SAME_PLAY.strip().splitlines()
    for text in line.split(maxsplit=1)[1].split(" | ")
]

NOT_CLEAR = """
nothing          |
too-much         draw 5h | 5h
too-much         p 5 | 5
not-understood   5h 6h hello | hello
not-understood   ciao | ciao
not-understood   l 5h 6h 7h | l
not-understood   5h-6h-7h | -
not-understood   -?? | ??
no-cards         - |
no-cards         cala |
no-cards         +3 |
one-card         Kd | Kd
one-card         🃏 | 🃏
one-discard      -Kd Kc | Kc
no-suit          7 7c 7s | 7
no-suit          5 6 7 | 5
no-suit          -7 | 7
no-rank          hearts | hearts
no-rank          5h h | h
no-rank          jk h 7h | h
initial          7q 7f 7p | 7q
initial          5h 6h 7f | 7f
initial          scarta Kp | Kp
too-many-equal   7h 7h 7h | 7h
too-many-equal   jk jk jk jk jk | jk
no-meld-number   + 8h | 8h
no-meld-number   lega 8h | 8h
no-meld-number   +0 8h | 0
no-meld-number   +1234 8h | 1234
no-meld-number   lega |
no-end           5h6h7h^ | ^
no-end           -Jk _ | _
"""


@pytest.mark.parametrize(("action", "text"), PLAYS)
def test_a_play_is_understood(action: str, text: str) -> None:
    found = parse_typed(text)
    assert not isinstance(found, Unclear), found
    assert format_action(found) == action


@pytest.mark.parametrize("line", NOT_CLEAR.strip().splitlines())
def test_what_is_not_clear_is_named(line: str) -> None:
    doubt, rest = line.split(maxsplit=1)
    text, _, piece = rest.rpartition("|")
    text, piece = text.strip(), piece.strip()
    found = parse_typed(text)
    assert isinstance(found, Unclear), found
    assert (found.doubt, found.piece) == (Doubt(doubt), piece)
    assert text[found.at :].startswith(piece)


def test_every_doubt_is_shown() -> None:
    assert {line.split()[0] for line in NOT_CLEAR.strip().splitlines()} | {Doubt.TOO_LONG} == set(Doubt)


@given(actions)
def test_every_action_s_own_notation_is_accepted(action: Action) -> None:
    assert parse_typed(format_action(action)) == action
    assert parse_typed(f"  {format_action(action)} ") == action


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_notation_of_every_legal_action_is_accepted(name: str, players: int) -> None:
    assert [
        action for action in set(legal_in_a_deal(name, players, 7)) if parse_typed(format_action(action)) != action
    ] == []


@pytest.mark.parametrize("language", LANGUAGES)
@given(action=actions)
def test_cards_are_understood_as_they_are_shown(language: str, action: Action) -> None:
    match action:
        case Lay(cards) if len(cards) > 1:
            assert parse_typed(table_words.cards(language, cards)) == action
        case Add(number, cards, end):
            assert parse_typed(f"+{number} {table_words.cards(language, cards)}{end}") == action
        case Discard(card):
            assert parse_typed(f"-{table_words.card(language, card)}") == action
        case _:
            pass


SIGNS = "0123456789atjqkhdcsxmp+-–^_:#=*!? ♥♦♣♠🃏️\u200b"


@given(st.text(max_size=40) | st.text(SIGNS, max_size=30))
def test_any_text_has_an_answer_in_every_language(text: str) -> None:
    found = parse_typed(text)
    if isinstance(found, Unclear):
        assert found.piece in text
        assert text[found.at :].strip().startswith(found.piece)
        for language in LANGUAGES:
            answer = unclear(language, found)
            assert "\n" not in answer
            assert "…" not in answer or len(found.piece) > 20
    else:
        assert parse_typed(format_action(found)) == found


def test_a_long_text_is_not_even_read() -> None:
    assert parse_typed("7h " * 1_000_000) == Unclear(Doubt.TOO_LONG)
    assert parse_typed("x" * LONGEST) == Unclear(Doubt.NOT_UNDERSTOOD, "x" * LONGEST, 0)


def test_a_piece_that_was_not_understood_is_repeated_without_harm() -> None:
    answer = unclear("en", typed_unclear("@everyone\u202e"))
    assert "@" not in answer
    assert "\u202e" not in answer


def typed_unclear(text: str) -> Unclear:
    found = parse_typed(text)
    assert isinstance(found, Unclear)
    return found
