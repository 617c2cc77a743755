"""The languages: each is one folder here, found by its name, which is its code (ISO 639-1). A folder holds data only.

| file                      | holds                                                                     |
| ------------------------- | ------------------------------------------------------------------------- |
| `language.toml`           | its own name for itself, how much of it is done, whether it is offered     |
| `LC_MESSAGES/burraco.po`  | the sentences of the chats, and those of the rules (`rule.KEY`)            |
| `page.json`               | the browser page's own words                                              |
| `commands.toml`           | what commands and settings are called, and what may be written behind them |
| `cards.toml`              | what people write for cards and plays                                      |
| `times.toml`              | what people write for days and hours                                       |

Only the first is needed. What a language lacks is said in English, and English words are understood in any language.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final

DEFAULT: Final = "en"  # has everything
WHOLE: Final = 100
CARDS, COMMANDS, PAGE, TIMES = "cards.toml", "commands.toml", "page.json", "times.toml"
SENTENCES: Final = "LC_MESSAGES/burraco.po"
_DECLARATION: Final = "language.toml"


@dataclass(frozen=True, slots=True)
class Declaration:
    """What a language says of itself. `done`: at least so many per cent of its sentences; a test counts them.

    One that is not `offered` nobody can choose, and none of its words is understood.
    """

    name: str
    done: int = 0
    offered: bool = False


def folder(language: str) -> Traversable:
    return files("bot").joinpath("locales", language)


def languages() -> tuple[str, ...]:
    """Every language that has begun, the default first."""
    found = [one.name for one in files("bot").joinpath("locales").iterdir() if one.joinpath(_DECLARATION).is_file()]
    return (DEFAULT, *sorted(set(found) - {DEFAULT}))


def offered_languages() -> tuple[str, ...]:
    """Those that people can choose."""
    return tuple(one for one in languages() if declaration(one).offered)


@cache
def declaration(language: str) -> Declaration:
    """What it says of itself. Raises `ValueError` where that cannot be read."""
    declared = read_file(language, _DECLARATION)
    unknown = declared.keys() - Declaration.__slots__
    if unknown or "name" not in declared:
        raise ValueError(f"locales/{language}/{_DECLARATION}: {', '.join(sorted(unknown)) or 'no name'} cannot be")
    return Declaration(**declared)


@cache
def read_file(language: str, name: str) -> Mapping[str, Any]:
    """One of a language's files, {} where it has none. Raises `ValueError` where the file cannot be read."""
    file = folder(language).joinpath(name)
    try:
        return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    except ValueError as error:
        raise ValueError(f"locales/{language}/{name}: {error}") from None


def meanings(name: str, kind: str, between: str | None = None) -> Mapping[str, str]:
    """What each word of a kind means, in all languages that are offered together.

    Words stand between spaces, or between what is given. Raises `ValueError` where one means two things, or what none
    means in the default language.
    """
    found: dict[str, str] = {}
    existing = read_file(DEFAULT, name)[kind]
    for language in offered_languages():
        for meaning, text in read_file(language, name).get(kind, {}).items():
            for word in _split_words(text, between):
                if meaning not in existing or found.setdefault(word, meaning) != meaning:
                    raise ValueError(f"locales/{language}/{name}: [{kind}] {meaning} = {word!r} cannot be")
    return found


def words(name: str, kind: str, meaning: str, between: str | None = None) -> tuple[str, ...]:
    """The words of all languages that mean this, whatever else they mean."""
    texts = [read_file(language, name).get(kind, {}).get(meaning, "") for language in offered_languages()]
    return tuple(dict.fromkeys([word for text in texts for word in _split_words(text, between)]))


def any_of(words: Iterable[str]) -> str:
    """A regular expression for any of these words, the longest first; for none it matches nothing."""
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True)) or "(?!)"


def _split_words(text: str, between: str | None) -> list[str]:
    return [word.strip() for word in text.split(between) if word.strip()]
