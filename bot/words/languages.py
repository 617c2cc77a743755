"""What is said, in every language: look a message up, then fill in its facts.

A message has a key, such as `refusal.gap`, and a text in each `bot/locales/*/LC_MESSAGES/burraco.po`. There `{fact}` is
filled in, and a part in square brackets stands only where all its facts are known. A message with plural forms chooses
by the fact `count`. A new message is an entry in each file; a new language is a new file, named in `LANGUAGES`.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from gettext import GNUTranslations
from importlib.resources import files
from io import BytesIO
from typing import Final, TypeAlias

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

Language: TypeAlias = str  # one of LANGUAGES
Fact: TypeAlias = str | int

LANGUAGES: Final[tuple[Language, ...]] = ("en", "it")
DEFAULT: Final[Language] = "en"  # also speaks where another language has no text

_REMEMBERED: Final = 8192  # sentences with their facts
_OPTIONAL: Final = re.compile(r"\[([^\[\]]*)\]")
_FACT: Final = re.compile(r"\{(\w+)\}")
_ISOLATE: Final = "\u2068{}\u2069"  # a text of its own direction: what follows it keeps its place


def say(language: Language, key: str, /, **facts: Fact) -> str:
    """The message of this key with its facts. An empty text is an unknown fact."""
    return _said(language, key, tuple(facts.items()))


@lru_cache(_REMEMBERED)
def _said(language: Language, key: str, facts: tuple[tuple[str, Fact], ...]) -> str:
    """A message of a table has some eighty texts, and the most are those of the message before."""
    known = dict(facts)
    count = known.get("count")
    return fill(_look_up(language, key, count if isinstance(count, int) else None), known)


def _look_up(language: Language, key: str, count: int | None) -> str:
    catalogue = _catalogue(language)
    if count is not None:
        text = catalogue.ngettext(key, key, count)
        if text != key:
            return text
    return catalogue.gettext(key)


@cache
def _catalogue(language: Language) -> GNUTranslations:
    """The catalogue of a language, compiled as it is read (10 ms, once); what it lacks is said in English."""
    compiled = BytesIO()
    path = files("bot").joinpath("locales", language, "LC_MESSAGES", "burraco.po")
    with path.open("rb") as file:
        write_mo(compiled, read_po(file, locale=language))
    compiled.seek(0)
    catalogue = GNUTranslations(compiled)
    if language != DEFAULT:
        catalogue.add_fallback(_catalogue(DEFAULT))
    return catalogue


def fill(template: str, facts: Mapping[str, Fact]) -> str:
    """The template with its facts; what a fact holds is never read as a template."""
    known = {name: _shown(value) for name, value in facts.items() if value != ""}
    chosen = _OPTIONAL.sub(lambda part: part[1] if set(_FACT.findall(part[1])) <= set(known) else "", template)
    return _FACT.sub(lambda fact: known.get(fact[1], "…"), chosen)


def _shown(value: Fact) -> str:
    text = str(value)
    return _ISOLATE.format(text) if any([unicodedata.bidirectional(char) in ("R", "AL") for char in text]) else text


def listed(language: Language, items: Sequence[str], last: str = "and") -> str:
    """`Anna, Bruno and Carla`; `last` is "and" or "or"."""
    if len(items) < 2:
        return "".join(items)
    word = say(language, "list.or") if last == "or" else say(language, "list.and")
    return f"{', '.join(items[:-1])} {word} {items[-1]}"


def guess(locale: str | None, default: Language = DEFAULT) -> Language:
    """The language of a platform's locale, such as `it-IT` or `en_GB.UTF-8`; the default where we do not speak it."""
    language = re.split(r"[-_.@]", (locale or "").strip().lower())[0]
    return language if language in LANGUAGES else default
