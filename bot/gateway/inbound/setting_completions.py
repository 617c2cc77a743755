"""What may stand where somebody is typing settings (`players=2 threads=on`): their names, and behind a name its values.

All of it comes from the data of which the settings are made. What a choice means stands behind it in brackets; a client
may send it back with them, so `bare` takes such notes away.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final
from zoneinfo import available_timezones

from bot.gateway.inbound.completions import LABEL, MOST, Completion, choice_words
from bot.messages.fitting import shorten, signs
from bot.requests.channel_terms import TERMS, term_value, with_terms
from bot.requests.channels import HOUSE, KEYS_THERE, SERVER
from bot.requests.server_settings import OWN, THREADS
from bot.requests.written_settings import as_kept, closed_up, name_as_kept, value_as_kept
from bot.tables.settings import OFF, SETTINGS, Setting, value_of, with_settings
from bot.tables.table import Settings
from bot.views.settings_view import words
from bot.words.languages import LANGUAGES, Language, say
from bot.words.refusals import code_name
from bot.words.rules_page import value_words
from engine.rules import KEYS, RULE_SETS, Key, Value, format_value

_NOTE: Final = re.compile(r"\s*\([^()]*(\)|$)")  # also one that its reader is deleting

Said = tuple[str, str]  # a value or a name as it is written, and in words

CHANNEL: Final = KEYS_THERE
SERVERS: Final = (f"{SERVER}:", *CHANNEL)
TABLE: Final = ("rules", "players", *SETTINGS, *HOUSE)
SPOKEN: Final = "language"


@dataclass(frozen=True, slots=True)
class _Named:
    """A setting in words; `values` are those there are to choose from, else it is a number from `low` to `high`."""

    label: str
    values: tuple[Said, ...] = ()
    low: int = 0
    high: int = 0
    usual: str = ""  # number


def bare(text: str) -> str:
    """What was typed or chosen, without the notes that stand behind choices."""
    return _NOTE.sub("", text)


def setting_completions(
    language: Language, changed: Mapping[str, str], text: str, names: Sequence[str]
) -> list[Completion]:
    """What goes on from the text, of these names, in a channel that sets `changed`.

    `CHANNEL` are the names for a channel, `SERVERS` where it has a server, `TABLE` those for a single table.
    """
    plain = closed_up(bare(text)) + (" " if bare(text)[-1:] == " " else "")
    before, _, last = (f"{plain} " if plain == SERVERS[0] else plain).rpartition(" ")
    if not last and before.split()[-1:] and before.split()[-1] in names:
        before, _, last = before.rstrip().rpartition(" ")  # a name was chosen, and a space typed
    name, equals, value = last.partition("=")
    name, value = (name_as_kept(name), value_as_kept(name_as_kept(name), value)) if equals else (name.lower(), "")
    given = _written(as_kept(before))
    settings = _settings({**changed, **given})
    found: list[Said] = []
    if name in names and name != SERVERS[0]:
        found += [(f"{name}={one}", said) for one, said in _values(_named(language, settings, name), value)]
        if not value and name in CHANNEL and name != SPOKEN and names != TABLE:
            found.append((f"{name}=", say(language, "channel.forget")))
    if not equals:
        left = [one for one in names if one not in given and one != name and not (before and one == SERVERS[0])]
        found += _names({one: _named(language, settings, one).label for one in left}, last)
    begun = f"{before} ".lstrip()
    return [_offer(begun, one, said) for one, said in found if len(begun + one) <= LABEL][:MOST]


def _offer(begun: str, written: str, said: str) -> Completion:
    value = f"{begun}{written}"
    note = shorten(said.replace("(", "[").replace(")", "]"), LABEL - signs(value) - len(" ()"))
    return (f"{value} ({note})" if note else value), value


def _written(text: str) -> dict[str, str]:
    """What stands there already."""
    pairs = [word.partition("=") for word in text.split()]
    return {name: value for name, equals, value in pairs if equals}


def _settings(changes: Mapping[str, str]) -> Settings:
    """How a table would be set so, the usual way where that does not fit."""
    kept = {name: value for name, value in changes.items() if value and name in ("rules", "players")}
    try:
        return with_settings(Settings(), kept)
    except ValueError:
        return Settings()


def _names(labels: Mapping[str, str], begun: str) -> Iterator[Said]:
    """The names that begin so, then those that mean such a thing."""
    begun = begun.lower()
    first = [name for name in labels if name.startswith(begun)]
    meant = [name for name in labels if name not in first and begun in labels[name].lower()]
    yield from [(name, labels[name]) for name in (*first, *meant)]


def _values(one: _Named, begun: str) -> Iterator[Said]:
    """The values that begin so, or are called so; of many numbers some, and the one that is being typed."""
    begun = begun.lower()
    if one.values:
        yield from [found for found in one.values if begun in found[0].lower() or begun in found[1].lower()]
    elif one.high - one.low < MOST - 1:
        yield from [
            (str(number), one.label) for number in range(one.low, one.high + 1) if str(number).startswith(begun)
        ]
    else:
        span = f"{one.label}, {one.low}–{one.high}"
        numbers = [str(one.low), one.usual, str(one.high)]
        if begun.isascii() and begun.isdecimal() and len(begun) < 10 and one.low <= int(begun) <= one.high:
            numbers.insert(0, str(int(begun)))
        yield from [(number, span) for number in dict.fromkeys(numbers) if number and number.startswith(begun)]


# --- the settings -----------------------------------------------------------------------------------------------------


def _named(language: Language, settings: Settings, name: str) -> _Named:
    if name in _OF_A_CHANNEL:
        return _OF_A_CHANNEL[name](language, settings)
    if name in SETTINGS or name in TERMS:
        return _setting(language, SETTINGS.get(name) or TERMS[name])
    return _rule(language, KEYS[name], getattr(settings.loaded(), name))


def _setting(language: Language, one: Setting) -> _Named:
    label = words(language, one.name)
    values = [(value, words(language, f"{one.name}.{value}")) for value in one.choices]
    if one.type == "zone":
        values = [(zone, label) for zone in dict.fromkeys([_usual(one), *_zones()])]
    elif one.type in ("hours", "dates"):
        usual = [] if _usual(one) == OFF else [(_usual(one), label)]
        values = [(OFF, say(language, "no")), *usual]
    return _Named(label, tuple(values), one.low, one.high, _usual(one))


def _usual(one: Setting) -> str:
    """The value that it has with its clock, where nothing is set."""
    if one.name in TERMS:
        return term_value(with_terms({}), one)
    return value_of(with_settings(Settings(), {"clock": one.clock} if one.clock else {}), one)


def _rule(language: Language, key: Key, usual: Value) -> _Named:
    values = [(format_value(one.value), str(getattr(one, language))) for one in key.choices]
    if key.type == "bool":
        values = [(format_value(one), value_words(language, key, one)) for one in (True, False)]
    return _Named(str(getattr(key, language)).rstrip("."), tuple(values), key.low, key.high, format_value(usual))


def _look(language: Language, name: str) -> tuple[Said, ...]:
    return tuple([(value, choice_words(language, name, value)) for value in OWN[name]])


def _threads(language: Language) -> tuple[Said, ...]:
    return ("on", say(language, "yes")), ("off", say(language, "no"))


def _languages() -> tuple[Said, ...]:
    return tuple([(one, say(one, "button.language")) for one in LANGUAGES])


def _codes(language: Language) -> tuple[Said, ...]:
    return tuple([(code, code_name(language, code)) for code in RULE_SETS])


def _players(language: Language, settings: Settings) -> _Named:
    label = say(language, "channel.players")
    return _Named(label, tuple([(str(many), label) for many in settings.loaded().players]))


_OF_A_CHANNEL: Final[Mapping[str, Callable[[Language, Settings], _Named]]] = {
    SERVERS[0]: lambda language, _: _Named(say(language, "channel.server")),
    SPOKEN: lambda language, _: _Named(say(language, "channel.language"), _languages()),
    "theme": lambda language, _: _Named(say(language, "channel.theme"), _look(language, "theme")),
    "deck": lambda language, _: _Named(say(language, "channel.deck"), _look(language, "deck")),
    "shape": lambda language, _: _Named(say(language, "channel.shape"), _look(language, "shape")),
    THREADS: lambda language, _: _Named(say(language, "channel.threads"), _threads(language)),
    "rules": lambda language, _: _Named(say(language, "channel.rules"), _codes(language)),
    "players": _players,
}


@cache
def _zones() -> tuple[str, ...]:
    return tuple(sorted(available_timezones()))
