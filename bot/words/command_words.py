"""What commands are called in each language, and what may be written behind them: `bot/locales/*/commands.toml`.

The words of every language are understood in any of them; lists, menus and help show those of their reader. A language
without such a file, or without a word, uses the commands' names.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final

from bot.locales import COMMANDS as FILE
from bot.locales import declaration, languages, read_file
from bot.words.languages import DEFAULT, LANGUAGES, Language

COMMANDS: Final = "commands"
LANGUAGE: Final = "language"
WORD: Final = "word"


def words_for(language: Language, command: str) -> tuple[str, ...]:
    """What a command is called in a language; the first is shown. () where only its name is known."""
    return tuple(_table(language, COMMANDS).get(command, "").split())


def known_commands(language: Language) -> frozenset[str]:
    """The commands for which a language has words."""
    return frozenset(_table(language, COMMANDS))


@cache
def meanings(kind: str) -> Mapping[str, str]:
    """What may be written where a command takes one of few things: for each word, in any language, what it means.

    Raises `ValueError` for a kind that there is not, and where one word means two things.
    """
    found = {word: one for one in LANGUAGES for word in _own_names(one)} if kind == LANGUAGE else {}
    values = frozenset(LANGUAGES if kind == LANGUAGE else _table(DEFAULT, kind))
    unknown = frozenset(languages()) - values if kind == LANGUAGE else ()  # one that is not offered may have its words
    for language in LANGUAGES:
        for value, words in _table(language, kind).items():
            for word in words.split() if value not in unknown else ():
                if value not in values or found.setdefault(word, value) != value:
                    raise ValueError(f"locales/{language}/{FILE}: [{kind}] {value} = {word!r} cannot be")
    if not found:
        raise ValueError(f"locales/{DEFAULT}/{FILE} has no [{kind}]")
    return found


def _own_names(language: Language) -> tuple[str, ...]:
    """A language's code, and what it calls itself: `de`, `deutsch`."""
    return (language, declaration(language).name.lower()) if language in languages() else (language,)


def words_for_choice(language: Language, kind: str, value: str) -> str:
    """The best word for one of few things; the value itself where a language has none."""
    return next(iter(_table(language, kind).get(value, "").split()), value)


@cache
def words_meaning(one: str) -> frozenset[str]:
    """The words of all languages that say this: `yes`, `soon`."""
    return frozenset(word for word, value in meanings(WORD).items() if value == one)


@cache
def _table(language: Language, kind: str) -> Mapping[str, str]:
    """One table of a language's file, its keys dotted: `by.wins`."""
    return dict(_flat(_read(language).get(kind, {})))


@cache
def _read(language: Language) -> Mapping[str, Any]:
    """Raises `ValueError` for what stands below no heading, or below one that the default language does not have."""
    found, kinds = read_file(language, FILE), read_file(DEFAULT, FILE)
    for kind, table in found.items():
        if not isinstance(table, dict):
            raise ValueError(f"locales/{language}/{FILE}: {kind} stands below no heading, such as [{COMMANDS}]")
        if kind not in kinds:
            raise ValueError(f"locales/{language}/{FILE}: there is no [{kind}], only [{'], ['.join(kinds)}]")
    return found


def _flat(table: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{before}{key}.")
        else:
            yield before + key, value
