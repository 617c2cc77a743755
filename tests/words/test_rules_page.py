"""The page of the rules: whole, short, true to the data, in both languages."""

import re

import pytest

from bot.words import table_words
from bot.words.languages import LANGUAGES, say
from bot.words.primer import PRIMER
from bot.words.rules_page import LEFT_OUT, SECTIONS, RulesText, offers, page_text, rules_page
from engine.rules import KEYS, RULE_SETS, load_rules, with_house
from engine.victory import vp_table

TELEGRAM_TEXT = 4096
NUMBERS = {"en": "two three four five", "it": "due tre quattro cinque"}
KINDS = {"en": "kinds of burraco", "it": "tipi di burraco"}


def lines(page: RulesText) -> list[str]:
    return [line.text for section in page.sections for line in section.lines]


def test_every_key_has_its_place() -> None:
    primer_keys = [key for sentences in PRIMER.values() for sentence in sentences for key in sentence.keys]
    placed = [*primer_keys, *[key for keys in SECTIONS.values() for key in keys]]
    assert sorted([*placed, *LEFT_OUT]) == sorted(KEYS)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", RULE_SETS)
def test_a_page_fits_one_message_and_leaves_nothing_open(name: str, language: str) -> None:
    text = page_text(language, rules_page(language, load_rules(name)))
    assert len(text) < TELEGRAM_TEXT
    assert not set("{}[]…_") & set(text)
    assert not re.search(r"\b(None|True|False|auto|floating|anchored)\b", text)
    assert "  " not in text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", RULE_SETS)
def test_the_page_has_the_points_of_the_code(name: str, language: str) -> None:
    rules = load_rules(name)
    text = page_text(language, rules_page(language, rules))
    for kind in ("reale", "super", "pulito", "semipulito", "sporco"):
        bonus = getattr(rules, f"bonus_{kind}")
        begins = f"• {table_words.kind(language, kind).capitalize()}: "
        assert (begins in text) == bool(bonus)
        assert not bonus or f"; {bonus} " in text.split(begins)[1].split("\n")[0]
    table = vp_table(rules, rules.hands)
    assert ("20-0" in text) == (table is not None)
    if table is not None:
        assert all(f"–{top} {10 + row}-{10 - row}" in text for row, top in enumerate(table.tops))


def test_each_line_knows_its_article_which_the_plain_text_leaves_out() -> None:
    page = rules_page("it", load_rules("international"))
    sourced = [f"{line.text} ({line.source})" for section in page.sections for line in section.lines]
    assert [one for one in sourced if re.search(r"ha un burraco pulito: .* \(codice internazionale, Regola 1\)", one)]
    assert [one for one in sourced if re.search(r"100 punti per la chiusura; .* \(come FIBUR, Chiusure e bonus\)", one)]
    assert "Regola 1" not in page_text("it", page)


def test_what_the_table_changed_is_marked() -> None:
    rules = with_house(load_rules("fibur"), {"undo": "off", "hands": "3"})
    page = rules_page("en", rules)
    assert {line.text for section in page.sections for line in section.lines if line.changed} == {
        "Cards just laid may be taken back before the discard (the printed codes do not allow it): no",
        say("en", "primer.aim", count=3),
    }
    assert "after 3 deals wins. (changed at this table)" in page_text("en", page)
    assert "505–650 14-6" not in page_text("en", rules_page("en", load_rules("fibur")))
    assert "355–500 14-6" in page_text("en", page)


def test_a_match_of_a_length_without_a_table_says_so() -> None:
    page = rules_page("en", with_house(load_rules("fibur"), {"hands": "9"}))
    assert "The code prints no Victory Points for a match of this length: the points decide" in lines(page)


def test_a_match_to_a_number_of_points_tells_it() -> None:
    page = rules_page("it", with_house(load_rules("online"), {"target": "2005"}))
    goal = "Se alla fine di una smazzata una linea è arrivata a 2005 punti, vince chi ne ha di più."
    assert any(goal in line for line in lines(page))
    assert not any("Vince chi ne ha di più dopo" in line for line in lines(page))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", RULE_SETS)
def test_a_beginner_reads_how_the_game_goes_before_the_particulars(name: str, language: str) -> None:
    page = rules_page(language, load_rules(name))
    first = page.sections[: len(PRIMER)]
    assert [section.title for section in first] == [say(language, f"section.{key}") for key in PRIMER]
    text = "\n".join([line.text for section in first for line in section.lines])
    for word in ("burrac", "pozzett", "matta", "jolly", "108", "7", "30"):
        assert word in text.lower()


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("name", RULE_SETS)
def test_every_page_says_how_a_deal_ends_with_the_stock(name: str, language: str) -> None:
    ends = {
        ("en", True): "Otherwise it ends when 2 cards are left in the stock",
        ("en", False): "Otherwise it ends when the stock is empty and the player in turn does not pick up",
        ("it", True): "Altrimenti finisce quando nel tallone restano 2 carte",
        ("it", False): "Altrimenti finisce quando il tallone è vuoto e chi è di turno non raccoglie",
    }
    sentences = [
        line for line in lines(rules_page(language, load_rules(name))) if line.startswith(("Otherwise", "Altrim"))
    ]
    assert [line.startswith(ends[language, name != "three-player"]) for line in sentences] == [True]


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("name", RULE_SETS)
def test_a_page_says_of_a_stallo_what_becomes_of_it(name: str, language: str) -> None:
    ends = {"en": "the deal ends in stallo", "it": "la smazzata finisce per stallo"}[language]
    question = {"en": "all players are asked", "it": "si chiede a tutti"}[language]
    for stallo in ("auto", "ask", "off"):
        page = rules_page(language, with_house(load_rules(name), {"stallo": stallo, "stallo_laps": "3"}))
        text = "\n".join(lines(page))
        assert (ends in text, question in text, bool(re.search(r"stallo.* 3 ", text, re.IGNORECASE))) == (
            stallo == "auto",
            stallo == "ask",
            stallo != "off",
        )
    text = "\n".join(lines(rules_page(language, load_rules(name))))
    assert (ends in text) == (name in ("febur", "online", "three-player"))
    (line,) = [
        line
        for section in rules_page(language, with_house(load_rules(name), {"stallo_laps": "3"})).sections
        for line in section.lines
        if line.changed
    ]
    assert "3" in line.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_febur_has_its_own_names(language: str) -> None:
    text = "\n".join(lines(rules_page(language, load_rules("febur"))))
    assert {"it": "«Over the top»"}.get(language, "“Over the top”") in text
    assert {"it": "«Superpulito»"}.get(language, "“Superpulito”") in text
    others = [page_text(language, rules_page(language, load_rules(name))) for name in RULE_SETS if name != "febur"]
    assert not any("Over the top" in other or "Superpulito" in other for other in others)


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("name", RULE_SETS)
def test_a_page_says_when_two_players_may_see_a_pozzetto_for_they_have_no_partners(name: str, language: str) -> None:
    text = page_text(language, rules_page(language, load_rules(name)))
    alone = {"en": "with two players on the player's next turn", "it": "in due, al proprio turno successivo"}[language]
    assert (alone in text) == (name in ("febur", "fibur", "international"))


@pytest.mark.parametrize("language", ["en", "it"])
def test_three_players_read_the_minutes_of_their_own_lengths_alone(language: str) -> None:
    text = page_text(language, rules_page(language, load_rules("three-player")))
    minutes = re.findall(r"\d+ (?:minutes|minuti)\b.*", text)
    assert minutes == [{"en": "35 minutes for 3 deals.", "it": "35 minuti per 3 smazzate."}[language]]


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("name", RULE_SETS)
def test_pages_say_of_sets_twos_and_sides_what_is_so(name: str, language: str) -> None:
    text = page_text(language, rules_page(language, load_rules(name)))
    eight = {"en": "or a set of eight or more", "it": "o una combinazione di almeno otto"}[language]
    suit = {"en": "a two of its suit in its place", "it": "il 2 del suo seme al suo posto"}[language]
    unchanged = {"en": "stays as it is until the turn is over", "it": "resta com'è fino alla fine del turno"}[language]
    assert (eight in text) == bool(load_rules(name).bonus_semipulito)
    assert suit in text
    assert not re.search(r"a two in its (own )?place\b(?! in a run of its suit)|un 2 al suo posto", text)
    assert (unchanged in text) == (name == "three-player")
    assert not re.search(r"\brests\b|\bripos[ao]", text)


def test_a_page_tells_a_clock_that_loses_the_match_and_one_that_is_hidden() -> None:
    pages = {name: page_text("en", rules_page("en", load_rules(name))) for name in RULE_SETS}
    assert {name for name, text in pages.items() if "time runs out: their side loses the match" in text} == {"online"}
    assert {name for name, text in pages.items() if "are not told how much time is left" in text} == {"fitab"}
    timed = page_text("en", rules_page("en", with_house(load_rules("online"), {"turn_seconds": "60"})))
    assert "What is discarded" not in timed


def test_what_means_nothing_in_a_code_is_left_out() -> None:
    alone = "\n".join(lines(rules_page("it", load_rules("three-player"))))
    assert "compagn" not in alone
    assert "semipulito" not in alone
    assert "6, 3 e 1" in alone
    assert "chi resta ha almeno 3⅓ punti classifica" in alone


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("name", RULE_SETS)
def test_a_code_is_offered_in_one_plain_sentence_that_is_true(name: str, language: str) -> None:
    offer = offers(language)[name]
    rules = load_rules(name)
    kinds = [kind for kind in ("reale", "super", "pulito", "semipulito", "sporco") if getattr(rules, f"bonus_{kind}")]
    assert f"{NUMBERS[language].split()[len(kinds) - 2]} {KINDS[language]}" in offer.lower()
    assert offer.count(".") == 1
    assert 60 < len(offer) < 220
    assert not re.search(r"\b[A-Z]{2,}\b|FE\.BUR", offer)  # no bare acronyms
    assert "Victory Points" not in offer or vp_table(rules, rules.hands)


def test_the_offers_say_what_tells_the_codes_apart() -> None:
    wanted = {
        "febur": ("300", load_rules("febur").bonus_reale == 300),
        "online": ("anticlockwise", load_rules("online").direction == "anticlockwise"),
        "three-player": ("three pozzetti", load_rules("three-player").pozzetti == 3),
        "fitab": ("Only for two pairs", load_rules("fitab").players == (4,)),
        "fibur": ("clean 200, semi-clean 150, dirty 100", load_rules("fibur").bonus_semipulito == 150),
        "international": ("aces and threes only", load_rules("international").set_ranks == "A3"),
    }
    for name, (words, so_it_is) in wanted.items():
        assert words in offers("en")[name]
        assert so_it_is


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [name for name in RULE_SETS if name != "three-player"])
def test_victory_points_of_a_match_given_up_are_told_only_where_the_match_has_a_table(name: str, language: str) -> None:
    of_giving_up = {"abandonment_vp", "award_vp"}
    lines_of_page = {
        hands: sum(len(section.lines) for section in rules_page(language, with_house(load_rules(name), house)).sections)
        for hands, house in ((5, {"hands": "5"}), (7, {"hands": "7"}))
    }
    assert lines_of_page[5] - lines_of_page[7] == 1
    text = page_text(language, rules_page(language, with_house(load_rules(name), {"hands": "7"})))
    assert not any(say(language, f"rule.{key}")[:-1] in text for key in of_giving_up)
    assert (say(language, "rule.abandonment_penalty")[:-1] in text) is (name == "online")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", RULE_SETS)
def test_every_code_tells_where_the_last_lap_begins(name: str, language: str) -> None:
    rules = load_rules(name)
    text = page_text(language, rules_page(language, rules))
    sentence = say(language, "rule.last_lap_extra")
    assert f"{sentence} {say(language, f'rule.last_lap_extra.{rules.last_lap_extra}')}" in text


def test_three_players_read_that_twos_form_sets_and_when_a_pozzetto_costs_100_points() -> None:
    three, four = (page_text("en", rules_page("en", load_rules(name))) for name in ("three-player", "fibur"))
    assert "is not a matta, and neither is a two in a set of twos." in three
    assert "100 points, if its player could not look at it yet; else the value of its cards" in three
    assert "set of twos" not in four
    italian = page_text("it", rules_page("it", load_rules("three-player")))
    assert "non è una matta, e nemmeno un 2 in una combinazione di 2." in italian
    assert "100 punti, se chi l'ha preso non poteva ancora guardarlo; se no il valore delle sue carte" in italian


def test_who_has_the_most_of_three_wins_and_two_numbers_do_not_stand_side_by_side() -> None:
    english, italian = [page_text(one, rules_page(one, load_rules("three-player"))) for one in ("en", "it")]
    assert "Whoever has the most after 3 deals wins." in english
    assert "le carte dal 7 al 3 ne valgono 5." in italian
