"""Names: whatever people call themselves, the table shows a short line of visible, harmless text."""

import html
import re
import unicodedata
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.boards.forgetting import DELETED
from bot.messages.presenter import present
from bot.planner.when import UnclearTime
from bot.tables.who import Declined
from bot.views.table_page import table_page
from bot.views.viewer import Viewer
from bot.words.declined import declined_words
from bot.words.languages import Language, say
from bot.words.names import LONGEST, clean_name, escape_html, escape_markdown, graphemes
from bot.words.plans import doubt_words
from tests.adapters.web.test_feed import played
from tests.tables.playing import ANNA, CLOCK, SEED, START, after, dealt, lobby, person_in_turn

AS_THEY_ARE = """
Anna | the_king | Nicolò D'Alessandro | José-María | Zoë ♥ | 王小明 | Дмитрий | Αθηνά | Ngọc Ánh | أحمد | אבי
สมชาย | देवी | 한국어 | ツ | J.R.R. Tolkien | *star* | (Bruno) | 🇮🇹 Carla | 👍🏽 Dario | O'Neil & Sons | a=b | 50%
~tilde~ | [clan] Zoe | 👨‍👩‍👧 Rossi | 🏳‍🌈 Leo | 👩🏽‍🚀 Ada
"""

NASTY = [
    (None, "Player"),
    ("", "Player"),
    (" \t\n ", "Player"),
    ("\u200b\u200b", "Player"),
    ("\u3164", "Player"),
    ("\u2800\u115f", "Player"),
    ("\u0301\u0302", "Player"),
    ("\ud800", "Player"),
    ("\x00\x1b[31mAnna", "[31mAnna"),
    ("An\nna\r\nBo", "An na Bo"),
    ("  Anna   Bo ", "Anna Bo"),
    ("Anna\u2028Bo\u00a0Cy", "Anna Bo Cy"),
    ("\u202eannA\u202c", "annA"),
    ("An\u200bn\u2060a\ufeff", "Anna"),
    ("A\u00adnna", "Anna"),
    ("@everyone", "＠everyone"),
    ("@here @anna", "＠here ＠anna"),
    ("<@123>", "‹＠123›"),
    ("<@&1> <#2> <:x:3> </ask:4> <t:5:R>", "‹＠&1› ‹＃2› ‹:x:3› ‹∕ask…"),
    ("#fun", "＃fun"),
    ("/leave", "∕leave"),
    ("http://evil.example/x", "http:∕∕evil․example∕x"),
    ("t.me/evil", "t․me∕evil"),
    ("<b>Anna</b>", "‹b›Anna‹∕b›"),
    ("\\Anna", "∖Anna"),
    ("e\u0301", "é"),
    ("Z\u0351\u0352\u0353\u0354\u0355\u0356\u0357algo", "Z\u0353\u0354\u0351\u0352algo"),
    ("👨\u200dAnna\u200d👧", "👨Anna👧"),
    ("👨\u200d" * 60 + "👨", "👨\u200d👨\u200d👨\u200d" + "👨" * 23 + "…"),
    ("❤\ufe0f", "❤"),
    ("x" * 5000, "x" * (LONGEST - 1) + "…"),
    ("👍🏽" * 30, "👍🏽" * (LONGEST - 1) + "…"),
    ("🇮🇹" * 30, "🇮🇹" * (LONGEST - 1) + "…"),
    ("\U000e0041Anna", "Anna"),
    ("Anna\ue000", "Anna"),
]
WORST = "".join([name for name, _ in NASTY if name])


@pytest.mark.parametrize(
    "name", [name.strip() for line in AS_THEY_ARE.strip().splitlines() for name in line.split("|")]
)
def test_an_honest_name_stays_as_it_is(name: str) -> None:
    assert clean_name(name, "Player") == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize(("name", "cleaned"), NASTY)
def test_a_nasty_name_is_harmless(name: str | None, cleaned: str) -> None:
    assert clean_name(name, "Player") == unicodedata.normalize("NFC", cleaned)


anything = st.text(st.characters(codec=None), max_size=80) | st.text(st.sampled_from(WORST), max_size=60)


@given(anything)
def test_a_clean_name_is_short_visible_and_without_signs_of_a_chat(text: str) -> None:
    name = clean_name(text, "Player")
    assert name
    assert name == name.strip()
    assert unicodedata.is_normalized("NFC", name)
    assert len(graphemes(name)) <= LONGEST
    assert len(name) <= LONGEST * 6
    assert not set("@#<>/\\\n\r") & set(name)
    assert not [char for char in name if unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")]
    assert {char for char in name if unicodedata.category(char) == "Zs"} <= {" "}
    assert unicodedata.category(name[0])[0] != "M"
    assert "  " not in name
    name.encode()


@given(anything)
def test_a_clean_name_is_clean(text: str) -> None:
    name = clean_name(text, "Player")
    assert clean_name(name, "Other") == name


@given(st.text())
def test_html_is_read_back_as_it_was(text: str) -> None:
    escaped = escape_html(text)
    assert html.unescape(escaped.replace("&amp;", "&")) == html.unescape(text)
    assert not set("<>\"'") & set(escaped)


@given(st.text())
def test_markdown_is_read_back_as_it_was(text: str) -> None:
    escaped = escape_markdown(text)
    assert re.sub(r"\\([^0-9A-Za-z\s])", r"\1", escaped) == text  # what Discord does with a backslash
    assert not re.search(r"(?<!\\)(?:\\\\)*[*_~`|<>\[\]()#@:-]", escaped)


@pytest.mark.parametrize("name", ["**Anna**", "- Anna", "1. Anna", "[x](http://y)", "||x||", "`x`", "# x", "\\*x*"])
def test_markdown_is_shown_and_not_obeyed(name: str) -> None:
    assert all(char.isalnum() or char.isspace() or before == "\\" for before, char in _unpaired(escape_markdown(name)))


def _unpaired(escaped: str) -> list[tuple[str, str]]:
    """Each shown sign with what stands before it."""
    return [(found[0][0] if len(found[0]) == 2 else "", found[0][-1]) for found in re.finditer(r"\\.|.", escaped)]


@pytest.mark.parametrize(("language", "words"), [("en", "deleted player"), ("it", "giocatore cancellato")])
def test_who_was_forgotten_is_called_so_at_a_live_table_in_the_language_of_its_reader(
    language: Language, words: str
) -> None:
    table = played(6)
    seat = table.code.seats[1]
    chairs = [replace(chair, name=DELETED) if chair is table.chair(seat) else chair for chair in table.chairs]
    seen = table_page(replace(table, chairs=tuple(chairs), waiting=(("p9", DELETED),)), "t1", Viewer("", language))
    assert [one["name"] for one in seen["seats"] if one["seat"] == seat] == [words]
    assert seen["table"]["waiting_names"] == [f"{words} (2)"]
    assert any(line.startswith(words) for line in [*seen["feed"], seen["now"]])
    assert DELETED == "deleted player"


@pytest.mark.parametrize(("language", "words"), [("en", "deleted player"), ("it", "giocatore cancellato")])
def test_who_has_ended_a_table_and_was_forgotten_is_called_so_in_the_language_of_its_reader(
    language: Language, words: str
) -> None:
    alone = after(lobby(), (ANNA, f"start {SEED}"), (CLOCK, f"seal {SEED}"), (CLOCK, "deal"))
    broken_off = after(alone, (ANNA, f"stop {SEED}"))
    given_up = after(lobby(), (ANNA, "end"))
    assert broken_off.ended_by
    assert given_up.ended_by
    assert not broken_off.broken_off
    for table in (broken_off, given_up):
        forgotten = replace(table, ended_by=DELETED)
        seen = table_page(forgotten, "t1", Viewer("", language))
        assert seen["table"]["ended_by"] == words
        messages = [present(kind, forgotten, Viewer("", language, START)) for kind in ("table", "score")]
        text = "\n".join([line for message in messages if message is not None for line in message.lines])
        assert words in text
        assert words == DELETED or DELETED not in text


@pytest.mark.parametrize("language", ["en", "it"])
def test_no_message_of_a_table_has_the_stored_name_of_who_was_forgotten(language: Language) -> None:
    own = say(language, "player.deleted")
    playing = after(dealt(), (person_in_turn(dealt()), "leave"))
    waiting = replace(lobby(), waiting=(("p9", DELETED),))
    for table in (lobby(), waiting, dealt(), playing, replace(dealt(), offered=START)):
        forgotten = replace(table, chairs=tuple(replace(chair, name=DELETED) for chair in table.chairs))
        viewer = Viewer("", language, START, unreached=frozenset([ANNA.id]))
        messages = [present(kind, forgotten, viewer) for kind in ("table", "score")]
        text = "\n".join([line for message in messages if message is not None for line in message.lines])
        assert own in text
        assert own == DELETED or DELETED not in text


def test_what_somebody_has_written_is_said_back_without_what_turns_a_line() -> None:
    sentences = [
        declined_words("en", Declined("no-such-setting", (("name", "\u202egpj"), ("known", "players")))),
        declined_words("it", Declined("tournament-key", (("word", "\u202egpj=exe"),))),
        doubt_words("it", UnclearTime("word", (("word", "\u202egpj"),))),
    ]
    assert ["gpj" in words for words in sentences] == [True, True, True]
    assert [words for words in sentences if "\u202e" in words] == []
