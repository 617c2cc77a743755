"""A folder of a language that cannot be read is named with the file and the reason."""

import re
from pathlib import Path

import pytest

from bot import locales
from bot.locales import Declaration, any_of


@pytest.fixture
def spanish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for one language alone."""
    monkeypatch.setattr(locales, "folder", lambda _: tmp_path)
    for cached in (locales.read_file, locales.declaration):
        cached.cache_clear()
        monkeypatch.setattr(locales, cached.__name__, cached.__wrapped__)
    return tmp_path


@pytest.mark.parametrize(("text", "reason"), [
    ('name = "Espanol', "locales/es/language.toml: "),
    ('name = "Espanol"\nshown = true\n', "locales/es/language.toml: shown cannot be"),
    ("done = 3\n", "locales/es/language.toml: no name cannot be"),
    ("\xff", "locales/es/language.toml: "),
])  # fmt: skip
def test_a_declaration_that_cannot_be_read_is_named(spanish: Path, text: str, reason: str) -> None:
    (spanish / "language.toml").write_bytes(text.encode("latin-1"))
    with pytest.raises(ValueError, match=f"^{re.escape(reason)}"):
        locales.declaration("es")


def test_a_language_is_not_offered_unless_it_says_so(spanish: Path) -> None:
    (spanish / "language.toml").write_text('name = "Espanol"\n', "utf-8")
    assert locales.declaration("es") == Declaration("Espanol", 0, False)


def test_a_word_that_means_two_things_is_an_error_and_so_is_what_no_word_means(
    spanish: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locales, "offered_languages", lambda: ("en",))
    file = spanish / "cards.toml"
    file.write_text('[suit]\nh = "copas picas"\ns = "picas"\n', "utf-8")
    with pytest.raises(ValueError, match=r"locales/en/cards.toml: \[suit\] s = 'picas' cannot be"):
        locales.meanings("cards.toml", "suit")
    file.write_text('[suit]\nh = "copas,  de copas ,"\n', "utf-8")
    assert locales.meanings("cards.toml", "suit", ",") == {"copas": "h", "de copas": "h"}


def test_no_words_match_nothing() -> None:
    assert re.fullmatch(any_of(["a", "ab.c"]), "ab.c")
    assert not re.search(any_of([]), "anything")
