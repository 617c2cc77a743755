"""Words in the room there is: what matters least goes first, nothing is cut in the middle of a card."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.messages.fitting import CUT, caption, fit, picture_words, plain, shorten, signs
from bot.messages.message import Message
from bot.messages.moviola import moviola_scene
from bot.messages.text_board import board_brief, board_text
from bot.messages.text_hand import hand_line, hand_text, own_cards
from bot.messages.text_moviola import moviola_brief, moviola_text
from bot.messages.text_table import meld_line, meld_name, table_brief, table_text
from bot.tables.table import Table
from bot.views.drafts import Draft
from bot.views.table_view import TableView
from bot.views.viewer import Viewer
from bot.words import table_words
from bot.words.languages import Language
from bot.words.names import escape_markdown
from bot.words.table_words import SUITS
from engine.actions import Discard, Lay
from engine.cards import JOKER, TEXTS, UNKNOWN, VALUES, Card, parse_cards
from engine.deal import TAKE
from engine.hand import pack, size
from engine.legal import legal
from engine.play import Step, advance
from engine.replay import replay
from engine.table import Game
from renderers.scenes import ScoreScene
from tests.chance import TABLES, chance
from tests.notation import position
from tests.renderers.moments import meld as laid_out
from tests.renderers.sheets import board_scene
from tests.tables.playing import ANNA, CLOCK, FAST, SEED, START, after, lobby

RECORDS = Path(__file__).parent.parent / "transcripts"
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
    text = fit(lines, limit)
    assert signs(text) <= limit
    whole = "\n".join(lines)
    assert text == whole if signs(whole) <= limit else (CUT in text or whole.startswith(text))


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
        view = TableView(table, Viewer(ANNA.id, language, START))
        seen = view.deal_view
        assert seen is not None
        hand, whole = hand_text(view), table_text(view)
        assert cards_in(hand) == sorted(own_cards(view)) or seen.deal.unseen
        assert signs(hand_line(view)) <= 200
        table_words = whole.replace("(", " ").replace(",", " ").split()
        laid = [card for melds in seen.deal.melds for meld in melds for card in meld.cards]
        for card in {*laid, *seen.deal.pile} - {JOKER}:
            named = TEXTS[card][0].replace("T", "10") + SUITS[card // 13]
            assert len([word for word in table_words if word.strip(".") == named]) >= (*laid, *seen.deal.pile).count(
                card
            )
        message = Message(language, "t", ("line",), alt=whole)
        for limit in (200, 1024, 2000):
            short = plain(message, limit)
            assert signs(short) <= limit
            assert short == plain(message, 10**6) or short.endswith(CUT)
        escaped = plain(message, 2000, lambda text: len(escape_markdown(text)))
        assert len(escape_markdown(escaped)) <= 2000
        count += 1
    assert count > 10


def of_fibur(stock: int = 41, hand: str = "?11") -> Table:
    """A table at the beginning of a deal, with so many cards in the stock; North's hand."""
    table = tables("fibur", 4, 1)[0]
    deal = position("fibur", f"N/draw ? 4c {hand}/?11/?11/?11 ?11,?11 -|-").copy()
    deal.stock = deal.stock[:stock]
    return replace(table, game=Game(deal))


@pytest.mark.parametrize(
    ("language", "wordings"),
    [
        ("en", ["Stock 11: 9 cards are left to draw.", "2 pozzetti are left.", "dealer", "0 Match Points before"]),
        ("it", ["Tallone 11: restano 9 carte da pescare.", "Restano 2 pozzetti.", "mazziere", "0 Match Points prima"]),
    ],
)
def test_a_table_in_words_says_what_its_picture_says(language: Language, wordings: list[str]) -> None:
    view = TableView(of_fibur(11), Viewer(ANNA.id, language, START))
    for words_ in wordings:
        assert words_ in table_text(view)


@pytest.mark.parametrize(
    ("cards", "line", "name"),
    [
        ("JkQsKs", "(Joker at either end)", "Q♠-K♠ + Joker"),
        ("2dJsQsKsAs", "(2♦ for 10♠)", "J♠-A♠ + 2♦"),
        ("As2s2d", "(2♦ for 3♠)", "A♠-2♠ + 2♦"),
        ("7h7d2s", "(2♠ for 7)", "set of 7"),
        ("3hJk5h", "(Joker for 4♥)", "3♥-5♥"),
    ],
)
def test_a_matta_is_told_with_what_it_can_be(cards: str, line: str, name: str) -> None:
    found = laid_out(cards)
    assert line in meld_line("en", 1, found)
    assert name in meld_name("en", 1, found)


def test_a_hand_in_words_says_what_its_picture_says() -> None:
    own = parse_cards("Jk9h2dQcKs3h4h5hTd2sKd")
    table = of_fibur(hand="".join([TEXTS[card] for card in own]))
    assert table.seat_of(ANNA.id) == "N"
    view = TableView(table, Viewer(ANNA.id, "en", START, Draft(own)))
    text = hand_text(view)
    points = sum(VALUES[card] for card in own)
    assert f"Your hand, 11 cards, {points} points:" in text
    assert "Pozzetto not taken." in text
    assert f"In your order: {table_words.cards('en', own)}" in text


# --- the short form of each view --------------------------------------------------------------------------------------

ALTS = (1024, 2000)  # signs of a description of a picture, and of a text where there is no picture


def check_short(whole: str, brief: str) -> None:
    """The short form fits as it is, says less, and what has to be cut of the whole is cut between two words."""
    assert signs(brief) <= min(ALTS)
    message = Message("en", "t", alt=whole, brief=brief)
    words = {CUT, "", *re.split(r"\s", whole), *re.split(r"\s", brief)}
    for limit in ALTS:
        text = picture_words(message, limit)
        assert text == (whole if signs(whole) <= limit else brief)
    for limit in range(20, 400, 7):
        cut = picture_words(message, limit)
        assert signs(cut) <= limit
        assert set(re.split(r"\s", cut)) <= words


def full_table(rules: str, players: int) -> Table:
    """The table that says most of many, its people with long names."""
    found = max(tables(rules, players, 4), key=lambda table: len(table_text(TableView(table, Viewer("", "it", START)))))
    return replace(found, chairs=tuple(replace(chair, name="Wolfeschlegelstein " * 2) for chair in found.chairs))


@pytest.mark.parametrize(("rules", "players"), TABLES)
@pytest.mark.parametrize("language", ["en", "it"])
def test_the_fullest_table_has_a_short_form(rules: str, players: int, language: str) -> None:
    view = TableView(full_table(rules, players), Viewer(ANNA.id, language, START))
    brief = table_brief(view)
    check_short(table_text(view), brief)
    assert view.deal_view is not None
    for melds in view.deal_view.deal.melds:
        for meld in melds:
            assert table_words.meld(language, meld) in brief


@pytest.mark.parametrize("record", sorted(RECORDS.glob("*whole*.brn")), ids=lambda file: file.stem)
@pytest.mark.parametrize("language", ["en", "it"])
def test_the_fullest_moviola_has_a_short_form(record: Path, language: str) -> None:
    for deal in replay(record.read_text(encoding="utf-8")).deals:
        if deal.result is not None:
            names = dict.fromkeys("NESW", "Wolfeschlegelstein")
            scene = moviola_scene(deal.game, deal.record, names, "Osteria", language)
            check_short(moviola_text(language, scene), moviola_brief(language, scene))


def test_a_board_of_fifty_has_a_short_form_that_begins_with_the_reader() -> None:
    scene = board_scene(50, 12, marked=40)
    brief = board_brief("it", scene)
    message = Message("it", alt=board_text("it", scene), brief=brief)
    assert brief.splitlines()[1].startswith("41. ")
    assert picture_words(message, 1024).startswith("Osteria · season (1/3)\n41. ")
    assert signs(picture_words(message, 1024)) <= 1024
    assert board_brief("en", replace(scene, marked=-1, mine=("77", "Zoe", *["1"] * 10))).splitlines()[1] == (
        "77. Zoe: VP 1 (you)"
    )


def test_a_hand_that_is_not_seen_is_told_as_hidden_cards() -> None:
    for table in tables("fibur", 4, 1)[:3]:
        deal = table.game.deal.copy() if table.game else None
        assert deal is not None
        deal.hands = [pack([UNKNOWN] * size(hand)) for hand in deal.hands]
        view = TableView(replace(table, game=Game(deal)), Viewer(ANNA.id, "en", START))
        count = len(own_cards(view))
        assert f"{count} cards face down" in hand_text(view)
        assert hand_line(view) == f"{count} cards face down"
