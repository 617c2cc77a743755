"""What is said, in every language: look a message up, then fill in its facts.

A message has a key, such as `refusal.gap`, and a text in each `bot/locales/*/LC_MESSAGES/burraco.po`. There `{fact}` is
filled in, and a part in square brackets stands only where all its facts are known. A message with plural forms chooses
by the fact `count`. A new message is an entry in each file; a new language is a new folder of `bot.locales`.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from gettext import c2py
from io import BytesIO
from typing import Final, TypeAlias

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from bot.locales import DEFAULT as ENGLISH
from bot.locales import SENTENCES, WHOLE, declaration, folder, offered_languages
from engine.rules import KEYS

Language: TypeAlias = str  # one of LANGUAGES
Fact: TypeAlias = str | int

LANGUAGES: Final[tuple[Language, ...]] = offered_languages()
DEFAULT: Final[Language] = ENGLISH  # also speaks where another language has no text
UNFINISHED: Final = frozenset(one for one in LANGUAGES if declaration(one).done < WHOLE)

_REMEMBERED: Final = 8192  # sentences with their facts
_OPTIONAL: Final = re.compile(r"\[([^\[\]]*)\]")
_FACT: Final = re.compile(r"\{(\w+)\}")
_FROM_THE_RIGHT: Final = frozenset(["R", "AL"])  # how Unicode classes the letters that are written so
_ISOLATE: Final = "\u2068{}\u2069"  # a text of its own direction: what follows it keeps its place


class Unfinished(str):
    """A text of an unfinished language, with the same in English; `own` if nothing of it had to be said in English.

    A sentence falls back as a whole: what it is told as facts must be its own, or all of it is English.
    """

    __slots__ = ("english", "own")
    english: str
    own: bool

    def __new__(cls, text: str, english: str = "", own: bool = True) -> "Unfinished":
        found = super().__new__(cls, text if own else english)
        found.english, found.own = english, own
        return found


def say(language: Language, key: str, /, **facts: Fact) -> str:
    """The message of this key with its facts. An empty text is an unknown fact."""
    if language not in UNFINISHED:
        return _fill_in(language, key, tuple(facts.items()))
    english = _fill_in(DEFAULT, key, tuple((name, _english(fact)) for name, fact in facts.items()))
    own = key in _keys(language) and all(_is_own(fact) for fact in facts.values())
    return Unfinished(_fill_in(language, key, tuple(facts.items())), english, own)


def in_form(language: Language, form: Callable[[Language], str]) -> str:
    """What needs no translation but has its form in each language: a date, a number."""
    return Unfinished(form(language), form(DEFAULT), True) if language in UNFINISHED else form(language)


def join_parts(between: str, parts: Sequence[str]) -> str:
    """Parts of one sentence, together."""
    text = between.join(parts)
    if not UNFINISHED or not any(isinstance(part, Unfinished) for part in parts):
        return text
    return Unfinished(text, between.join([str(_english(part)) for part in parts]), all(map(_is_own, parts)))


def own_name(language: Language) -> str:
    """What a language calls itself; with its share where it is not whole."""
    entry = declaration(language)
    return entry.name if entry.done >= WHOLE else f"{entry.name} ({entry.done} %)"


def _english(fact: Fact) -> Fact:
    return fact.english if isinstance(fact, Unfinished) else fact


def _is_own(fact: Fact) -> bool:
    return not isinstance(fact, Unfinished) or fact.own


@lru_cache(_REMEMBERED)
def _fill_in(language: Language, key: str, facts: tuple[tuple[str, Fact], ...]) -> str:
    """A message of a table has some eighty texts, and the most are those of the message before."""
    values = dict(facts)
    count = values.get("count")
    return fill(_look_up(language, key, count if isinstance(count, int) else None), values)


def _look_up(language: Language, key: str, count: int | None) -> str:
    """What a language lacks is said in English; what that lacks, too, by its key."""
    languages = (_texts(language), _texts(DEFAULT))
    if count is not None:
        for texts in languages:
            if (text := texts.forms.get((key, texts.form_of(count)))) is not None:
                return text
    return next((texts.plain[key] for texts in languages if key in texts.plain), key)


@dataclass(frozen=True, slots=True)
class _Translation:
    """A language's texts: `plain` by key, `forms` by key and plural form; `form_of`: which of these a number takes."""

    plain: Mapping[str, str]
    forms: Mapping[tuple[str, int], str]
    form_of: Callable[[int], int]


@cache
def _texts(language: Language) -> _Translation:
    """The texts of a language, read once (50 ms)."""
    catalogue = _sentences(language)
    plain: dict[str, str] = {}
    forms: dict[tuple[str, int], str] = {}
    for message in catalogue:
        if isinstance(message.string, str):
            plain[key_of(message)] = message.string
        else:
            forms |= {(key_of(message), form): text for form, text in enumerate(message.string or ())}
    return _Translation(plain, forms, c2py(catalogue.plural_expr))


@cache
def _keys(language: Language) -> frozenset[str]:
    return frozenset(key_of(message) for message in _sentences(language) if message.id)


@cache
def _sentences(language: Language) -> Catalog:
    """What a language has translated, every plural form of it; English also has the sentences of the engine's rules."""
    file = folder(language).joinpath(SENTENCES)
    read = read_po(BytesIO(file.read_bytes() if file.is_file() else b""), locale=language)
    for message in [one for one in read if one.id and not is_translated(one)]:
        read.delete(message.id)
    if language == DEFAULT:
        for key, text in rule_sentences():
            read.add(key, text)
    return read


def is_translated(message: Message) -> bool:
    """Whether every form of it is there, and nobody has marked it as doubtful."""
    forms = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
    return bool(forms) and not message.fuzzy and all(form.strip() for form in forms)


def key_of(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def rule_sentences() -> Iterator[tuple[str, str]]:
    """The keys and English sentences of the rules, whose place is `engine/rulesets/keys.toml`."""
    for key in KEYS.values():
        yield f"rule.{key.name}", key.en
        yield from [(f"rule.{key.name}.{choice.value}", choice.en) for choice in key.choices]


def fill(template: str, facts: Mapping[str, Fact]) -> str:
    """The template with its facts; what a fact holds is never read as a template."""
    values = {name: _isolate(value) for name, value in facts.items() if value != ""}
    chosen = _OPTIONAL.sub(lambda part: part[1] if set(_FACT.findall(part[1])) <= set(values) else "", template)
    return _FACT.sub(lambda fact: values.get(fact[1], "…"), chosen)


def _isolate(value: Fact) -> str:
    text = str(value)
    return text if _FROM_THE_RIGHT.isdisjoint(map(unicodedata.bidirectional, text)) else _ISOLATE.format(text)


def list_words(language: Language, items: Sequence[str], last: str = "and") -> str:
    """`Anna, Bruno and Carla`; `last` is "and" or "or"."""
    if len(items) < 2:
        return join_parts("", items)
    word = say(language, "list.or") if last == "or" else say(language, "list.and")
    return join_parts(" ", (join_parts(", ", items[:-1]), word, items[-1]))


def guess(locale: str | None, default: Language = DEFAULT) -> Language:
    """The language of a platform's locale, such as `it-IT` or `en_GB.UTF-8`; the default where we do not speak it."""
    language = re.split(r"[-_.@]", (locale or "").strip().lower())[0]
    return language if language in LANGUAGES else default
