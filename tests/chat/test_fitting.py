"""Words in the room there is: what matters least goes first, nothing is cut in the middle of a card."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chat.messages.fitting import CUT, caption, fit, plain, shorten, signs
from bot.chat.messages.message import Message
from bot.chat.messages.showing import Reader, showing
from bot.chat.messages.text_hand import hand_line, hand_text, own_cards
from bot.chat.messages.text_table import table_text
from bot.chat.speech.names import escape_markdown
from bot.chat.speech.words import SUITS
from bot.host.table import Table
from engine.actions import Discard, Lay
from engine.cards import JOKER, TEXTS, Card
from engine.deal import TAKE
from engine.legal import legal
from engine.play import Step, advance
from engine.table import Game
from renderers.scenes import ScoreScene
from tests.chance import TABLES, chance
from tests.host.playing import ANNA, CLOCK, FAST, SEED, START, after, lobby

LINE = re.compile(rf"^\w+ ([{SUITS}]): (.+)$", re.MULTILINE)
CARD = re.compile(r"^(?:10|[A2-9JQK])[♥♦♣♠]$")


def test_a_line_is_cut_between_two_cards() -> None:
    assert shorten("7♥ 10♥ J♠", 7) == "7♥ …"
    assert shorten("7♥ 10♥ J♠", 8) == "7♥ 10♥ …"
    assert shorten("7♥ 10♥ J♠", 9) == "7♥ 10♥ J♠"


def test_a_name_from_the_right_is_left_whole_or_out() -> None:
    text = "ab \u2068אבי כהן\u2069 cd ef"
    assert shorten(text, 9) == "ab …"


@given(st.lists(st.text(max_size=30), max_size=8), st.integers(0, 120))
def test_lines_fit_and_the_first_ones_stay(lines: list[str], limit: int) -> None:
    shown = fit(lines, limit)
    assert signs(shown) <= limit
    whole = "\n".join(lines)
    assert shown == whole if signs(whole) <= limit else (CUT in shown or whole.startswith(shown))


def test_the_picture_s_words_come_before_what_happened_earlier() -> None:
    message = Message("en", "title", ("first", "second " * 20), alt="words of the picture")
    assert plain(message, 60) == "title\nfirst\nsecond second second …\nwords of the picture"
    assert plain(message, 30) == "title\nfirst\nwords of the …"


def test_a_caption_leaves_the_picture_to_speak_for_itself() -> None:
    scene = ScoreScene((), (), ())
    assert caption(Message("en", "title", ("line",), scene, alt="words"), 100) == "title\nline"
    assert caption(Message("en", "title", ("line",), alt="words"), 100) == "title\nline\nwords"


# --- thousands of views -----------------------------------------------------------------------------------------------


def tables(rules: str, players: int, deals: int) -> list[Table]:
    """Tables in the middle of random deals; few lays, so that hands and piles grow."""
    settings = replace(FAST, rules=rules, players=players)
    table = after(lobby(settings), (ANNA, f"start {SEED}"), (CLOCK, f"seal {SEED}"), (CLOCK, "deal"))
    found = []
    for number in range(deals):
        rng = chance(f"{rules} {players} {number}")
        assert table.game is not None
        deal = table.game.deal
        for _ in range(260):
            offered = legal(deal)
            if not offered:
                break
            lays = [one for one in offered if isinstance(one, Lay)]
            rest = [one for one in offered if isinstance(one, Discard)] if deal.phase != TAKE else offered
            step = advance(deal, rng.choice(lays if lays and rng.random() < 0.2 else rest or offered))
            assert isinstance(step, Step)
            deal = step.deal
            if rng.random() < 0.15 and not deal.is_over:
                found.append(replace(table, game=Game(deal)))
    return found


def cards_in(text: str) -> list[Card]:
    """The cards that a hand in words names, its jokers too."""
    found = []
    for line in LINE.finditer(text):
        ranks = [rank.replace("10", "T") for rank in line[2].split()]
        found += [TEXTS.index(f"{rank}{'hdcs'[SUITS.index(line[1])]}") for rank in ranks]
    jokers = re.search(r"(?:Jokers|Jolly): (\d)", text)
    return sorted([*found, *[JOKER] * (int(jokers[1]) if jokers else 0)])


@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_every_card_that_is_seen_is_told_and_the_short_forms_fit(rules: str, players: int) -> None:
    count = 0
    for number, table in enumerate(tables(rules, players, 2)):
        language = "it" if number % 2 else "en"
        shown = showing(table, Reader(ANNA.id, language, START))
        seen = shown.seen
        assert seen is not None
        hand, whole = hand_text(shown), table_text(shown)
        assert cards_in(hand) == sorted(own_cards(shown)) or seen.deal.unseen
        assert signs(hand_line(shown)) <= 200
        words = whole.replace("(", " ").replace(",", " ").split()
        laid = [card for melds in seen.deal.melds for meld in melds for card in meld.cards]
        for card in {*laid, *seen.deal.pile} - {JOKER}:
            named = TEXTS[card][0].replace("T", "10") + SUITS[card // 13]
            assert len([word for word in words if word.strip(".") == named]) >= (*laid, *seen.deal.pile).count(card)
        message = Message(language, "t", ("line",), alt=whole)
        for limit in (200, 1024, 2000):
            short = plain(message, limit)
            assert signs(short) <= limit
            assert short == plain(message, 10**6) or short.endswith(CUT)
        escaped = plain(message, 2000, lambda text: len(escape_markdown(text)))
        assert len(escape_markdown(escaped)) <= 2000
        count += 1
    assert count > 10
