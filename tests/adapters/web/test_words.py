"""The page's own words: the same keys in every language, and each that the page asks for."""

import json
import re
from pathlib import Path

import pytest

from bot.adapters.web.files import page_words
from bot.locales import WHOLE, declaration, languages
from bot.words.languages import LANGUAGES, say

SIGNS = re.compile(r"\{(\w+)\}")
OPEN = {fact: f"{{{fact}}}" for fact in ("label", "name", "names", "time")}
ALIKE = {
    **{key: f"button.{key}" for key in "agree call decline draw join leave rematch resume return why".split()},
    **{key: f"button.{key}" for key in ("explain", "hint")},
    **{f"picture.{key}": f"button.{key}" for key in "hand moviola table".split()},
    **{f"boards.by.{by}": f"rank.by.{by}" for by in "average clean closings matches mp rating vp wins".split()},
    **{f"boards.kind.{kind}": f"rank.kind.{kind}" for kind in "pairs singles threes".split()},
    **{f"boards.period.{period}": f"rank.period.{period}" for period in "ever month season week".split()},
    **{f"look.{look}": f"choice.{look}" for look in "dark felt french light plain".split()},
    **{f"look.{look}": f"choice.{look}" for look in "big-index four-colour high-contrast".split()},
    **{f"asked.{what}": f"notice.asks-{what}" for what in "adjourn annul stallo time undo".split()},
    **{f"suit.{suit}": f"suit.{suit}" for suit in "hdcs"},
    "boards.host": "rank.scope.host",
    "boards.practice": "boards.practice",
    "closed": "lobby.closed",
    "closed.by": "lobby.ended-by",
    "closing": "scene.closing",
    "correct.agree": "button.agree",
    "correct.played": "correct.as-played",
    "correct.yes": "button.confirm",
    "hint.play": "button.hint-play",
    "joker": "card.joker",
    "lobby.hints": "lobby.hints",
    "missing": "table.missing",
    "notify.body": "push.body",
    "notify.title": "push.title",
    "object": "button.refuse",
    "plans": "setting.plans",
    "resign.sure": "answer.resign",
    "standin": "button.stand-in",
    "start": "button.start-by",
    "stock": "scene.stock",
}
"""What the page and the chats both name; a question of the page may be the beginning of a sentence of the chats."""
OTHERWISE = {"it": ("incontr", "impegn", "richiam", "forza")}
"""Beginnings of words for what is called otherwise: partita, impronta, chiamare il tempo, rating."""


@pytest.fixture(scope="module")
def page(root: Path) -> Path:
    return root / "bot" / "adapters" / "web" / "page"


def words(language: str) -> dict[str, str]:
    """What the page reads: the browser is sent it as it is."""
    found: dict[str, str] = json.loads(page_words(language))
    return found


@pytest.mark.parametrize("language", languages())
def test_every_whole_language_has_every_word_and_all_have_the_same_facts(language: str) -> None:
    english, other = words("en"), words(language)
    assert set(english) == set(other) if declaration(language).done == WHOLE else set(english) >= set(other)
    assert {key for key in other if set(SIGNS.findall(english[key])) != set(SIGNS.findall(other[key]))} == set()
    assert all(other.values())


def test_the_page_asks_for_words_that_there_are_and_for_all_of_them(page: Path) -> None:
    source = "\n".join([file.read_text("utf-8") for file in page.glob("*.js")])
    families = {found.split("$")[0] for found in re.findall(r"\bt\(`([^`]+)`", source)}
    counted = set(re.findall(r'\bcounted\("([^"]+)"', source))
    plain = set(re.findall(r'"([a-z]+(?:\.[a-z]+)*)"', source)) | {f"{key}.one" for key in counted}
    keys = set(re.findall(r'\b(?:t|counted)\("([^"]+)"', source)) | {f"{key}.one" for key in counted}
    english = words("en")
    assert keys <= set(english)
    unused = {key for key in english if key not in plain and not any(key.startswith(begins) for begins in families)}
    assert unused == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_and_the_chats_call_the_same_things_by_the_same_names(language: str) -> None:
    """Where a language has both; what it lacks is English."""
    found = words(language)
    in_chats = {key: say(language, message, **OPEN) for key, message in ALIKE.items() if key in found}
    own = {key: text for key, text in in_chats.items() if getattr(text, "own", True)}
    both = {key: (found[key].rstrip("."), text) for key, text in own.items()}
    assert {key: pair for key, pair in both.items() if not pair[1].casefold().startswith(pair[0].casefold())} == {}


def test_a_thing_has_one_name(root: Path) -> None:
    for language, names in OTHERWISE.items():
        catalogue = (root / "bot" / "locales" / language / "LC_MESSAGES" / "burraco.po").read_text("utf-8")
        texts = [*words(language).values(), *re.findall(r'^msgstr.*? "(.*)"$', catalogue, re.MULTILINE)]
        assert [text for text in texts if any(re.search(rf"\b{name}", text, re.IGNORECASE) for name in names)] == []
