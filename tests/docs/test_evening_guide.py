"""The guide of a club's evening, in English and in Italian: what it has people write and press is there."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po

from bot.gateway.inbound.completions import choice_words
from bot.gateway.inbound.parser import parse_line
from bot.locales import COMMANDS, read_file
from bot.planner.calendar import to_come
from bot.requests.tournaments.asks import ACTIONS, FILES, AskTournament
from bot.requests.tournaments.club_series import LOOKS_BACK
from bot.requests.tournaments.words import (
    KEY,
    OF_SERIES,
    WEEKLY,
    announcement_keys,
    guest_names,
    keyed,
    new_announcement,
    ruling_keys,
    sheet_keys,
)
from bot.series.commands import fault as series_fault
from bot.series.series import SeriesTerms
from bot.tournaments.announcing import fault
from bot.tournaments.club_tournament import Announcement, ClubTournament
from bot.words.command_words import meanings, words_meaning
from engine.rulings.questions.asking import first_question
from engine.rulings.questions.tree import FoundRuling, follow
from tests.tournaments.club import ARBITER, NOW, club

GUIDES = {"en": "docs/tournaments.md", "it": "docs/tornei.md"}
ZONE = "Europe/Rome"
LINE = re.compile(r"(?:^ {4}|`)/tournament ([^`\n]+)", re.MULTILINE)
TAUGHT = re.compile(r"/tournament ([\w-]+(?: [\w-]+)?)")
PRESSED = re.compile(r"(?<![*\w])\*([^*\[\]]+?)\*(?![*\w])")
OF_NO_BUTTON = {"en": {"action", "words", "with", "d'ufficio"}, "it": {"azione", "words", "with", "d'ufficio"}}
OF_TELEGRAM = {"en": {"Start"}, "it": {"Avvia"}}  # its own button in a private chat
BY_NAME = ("replace", "annul", "void", "recovery")  # rulings that need the names and numbers of what was ruled
FREE = ("name", "prizes", "venue", "reason")


def guide(root: Path, language: str) -> str:
    return (root / GUIDES[language]).read_text("utf-8")


def evening() -> ClubTournament:
    """The first round, with a sheet of table 3."""
    one = club(places=20)
    one.pairs_by_arbiter(8)
    one.starts()
    one.does(ARBITER, "sheet", table=3, deals=[[720, 505], [335, 640], [810, 395]])
    return one.one


def meaning(line: str) -> Any:
    """What a line asks for, without what everybody words as they like; fails where it is not understood."""
    asked_for = parse_line(f"/tournament {line}", "discord:9")
    assert isinstance(asked_for, AskTournament), line
    return asked_for.what, _words_meaning(asked_for.what, asked_for.words)


def _words_meaning(what: str, text: str) -> Any:
    words = text.split()
    match what:
        case "new" | "change":
            return _announced(what, text)
        case "sheet":
            numbers = sheet_keys(words[1:] if words[0].isdecimal() else words)
            assert numbers is not None, text
            return words[0].isdecimal(), numbers
        case "correct":
            numbers = sheet_keys(words) if words[0] not in words_meaning("swap") else {"swap": True}
            assert numbers is not None, text
            return numbers
        case "rule" if words:
            return _ruled(meanings("ruling")[words[0]], words[1:])
        case "file":
            found = meanings("tournament")[text] if text else ""
            assert found in ("", *FILES), text
            return found
        case "series":
            assert meanings("series")[words[0]] in (*LOOKS_BACK, "list", "skip", "pause", "resume", "end", "change")
            if words[0] == "change":
                return _announced("change", text.partition(" ")[2])
            return [meanings("series").get(word, word) for word in words]
        case "book":
            assert isinstance(follow(first_question("febur"), words), FoundRuling)
            return words
        case "add":
            return guest_names(text)
        case "reopen" | "cancel":
            return bool(words)
        case _:
            return _of_people_or_numbers(what, words)


def _of_people_or_numbers(what: str, words: list[str]) -> Any:
    match what:
        case "arbiter":
            assert words[0].startswith("@") or meanings("switch")[words[0]] == "off"
            return words[0].startswith("@")
        case "in" | "jury":
            assert all(word.startswith("@") for word in words)
            return len(words)
        case "judge":
            return words[0].isdecimal(), meanings("tournament")[words[1]], bool(words[2:])
        case "answer" | "appeal":
            assert "".join(words).isdecimal()
            return words
        case "broadcast":
            table, delay = words
            assert table.isdecimal()
            assert delay.isdecimal() or meanings("switch")[delay] == "off"
            return table, meanings("switch").get(delay, delay)
        case _:
            assert not words, what
            return None


def _announced(what: str, text: str) -> dict[str, Any]:
    keys = announcement_keys(text, ZONE, NOW)
    assert isinstance(keys, dict), text
    if what == "new" and keys.keys() - {*FREE}:  # more than goes into a form
        form = {key: value for key, value in keys.items() if key not in OF_SERIES}
        found = new_announcement(form, ZONE, "febur")
        assert isinstance(found, Announcement)
        starts = to_come(keys[WEEKLY].first, ZONE, NOW) if WEEKLY in keys else found.starts
        assert fault(replace(found, starts=starts)) is None
        terms = {key: value for key, value in keys.items() if key in OF_SERIES and key != WEEKLY}
        assert series_fault(SeriesTerms(**terms)) is None
    return {key: value for key, value in keys.items() if key not in FREE}


def _ruled(what: str, words: list[str]) -> Any:
    if what in BY_NAME:
        assert words[0].isdecimal()
        assert ("=" in words and any(word.endswith(":") for word in words)) == (what == "replace")
        return what, [word for word in words if word.isdecimal()]
    keys = ruling_keys(what, words, evening())
    assert keys is not None, words
    return {key: value for key, value in keys.items() if key not in FREE}


@pytest.mark.parametrize("language", GUIDES)
def test_every_line_of_the_guide_is_found_and_understood(language: str, root: Path) -> None:
    text = guide(root, language)
    lines = LINE.findall(text)
    assert len(lines) >= 45
    assert len(lines) == text.count("/tournament ")
    for line in lines:
        meaning(line)


def test_both_pages_have_the_same_lines_in_the_same_order(root: Path) -> None:
    english, italian = [[meaning(line) for line in LINE.findall(guide(root, language))] for language in GUIDES]
    assert english == italian


def test_the_italian_page_uses_italian_words(root: Path) -> None:
    tables = {kind: _words_of("it", kind) for kind in ("tournament", "tournament_key", "ruling")}
    for line in LINE.findall(guide(root, "it")):
        first, *rest = line.split()
        assert first in tables["tournament"], line
        assert set(keyed(line)[1]) <= tables["tournament_key"], line
        assert meanings("tournament")[first] != "rule" or set(rest[:1]) <= tables["ruling"], line


def _words_of(language: str, kind: str) -> set[str]:
    return {word for words in read_file(language, COMMANDS)[kind].values() for word in words.split()}


@pytest.mark.parametrize("language", GUIDES)
def test_what_discord_does_not_offer_is_written_as_for_telegram(language: str, root: Path) -> None:
    text, alone = guide(root, language), set()
    for found in LINE.finditer(text):
        action = meanings("tournament")[found[1].split()[0]]
        if action not in ACTIONS:
            alone.add(action)
            assert "Telegram" in text[text.rindex("\n\n", 0, found.start()) : found.start()], action
    assert {"link", "book", "report"} <= alone


@pytest.mark.parametrize("language", GUIDES)
def test_every_action_of_discord_stands_beside_its_line(language: str, root: Path) -> None:
    rows = re.findall(r"^\| `/tournament ([^` ]+)[^`]*` \| ([^|`*]+) \|$", guide(root, language), re.MULTILINE)
    assert [(meanings("tournament")[word], label) for word, label in rows] == [
        (action, choice_words(language, "action", action)) for action in ACTIONS
    ]


def test_values_that_stand_alone_are_understood_in_both_pages(root: Path) -> None:
    pages = [re.findall(r"`(\w+=[^`]+)`", guide(root, language)) for language in GUIDES]
    english, italian = [[announcement_keys(value, ZONE, NOW) for value in values] for values in pages]
    assert len(english) >= 3
    assert all(isinstance(keys, dict) for keys in english)
    assert english == italian


@pytest.mark.parametrize("language", GUIDES)
def test_every_key_of_an_announcement_is_explained_once(language: str, root: Path) -> None:
    rows = re.findall(r"^\| (`[^|]*) \|", guide(root, language), re.MULTILINE)
    keys = [meanings(KEY).get(word, "") for row in rows for word in re.findall(r"`(\w+)`", row)]
    explained = [key for key in keys if key]
    assert len(explained) == len(set(explained))
    assert set(explained) == set(meanings(KEY).values()) - {"name"}
    assert {"best", "of", "final", "opens"} <= set(OF_SERIES) - {WEEKLY}


@pytest.mark.parametrize("language", GUIDES)
def test_every_button_of_the_guide_is_called_so(language: str, root: Path) -> None:
    labels = set(sentences(root, language))
    pressed = {re.sub(r"\s+", " ", found) for found in PRESSED.findall(guide(root, language))}
    assert len(pressed) >= 40
    unknown = pressed - OF_NO_BUTTON[language] - OF_TELEGRAM[language]
    assert [button for button in sorted(unknown) if button not in labels] == []


@pytest.mark.parametrize("language", GUIDES)
def test_the_lines_that_sentences_teach_are_understood(language: str, root: Path) -> None:
    lines = [line.split() for text in sentences(root, language) for line in TAUGHT.findall(text)]
    assert len(lines) >= 30
    for action, *behind in lines:
        assert action in meanings("tournament"), action
        if meanings("tournament")[action] == "rule" and behind not in (["with"], ["con"]):
            assert behind[0] in meanings("ruling"), behind


def sentences(root: Path, language: str) -> Iterator[str]:
    """What buttons say: with … in place of a fact, and what stands before a colon alone."""
    with (root / f"bot/locales/{language}/LC_MESSAGES/burraco.po").open("rb") as file:
        texts = [message.string for message in read_po(file) if isinstance(message.string, str)]
    page = (root / f"bot/locales/{language}/page.json").read_text("utf-8")
    for text in [*texts, *re.findall(r'": "([^"]*)"', page)]:
        short = re.sub(r"\{\w+\}", "…", text)
        yield short
        yield short.partition(":")[0]
