"""What may stand where somebody is typing settings (`players=2 threads=on`): their names, and behind a name its values.

All of it comes from the data of which the settings are made. What a choice means stands behind it in brackets; a client
may send it back with them, so `bare` takes such notes away.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from bot.gateway.inbound.completions import LABEL, MOST, Completion
from bot.messages.fitting import shorten, signs
from bot.requests.channel_words import SERVER
from bot.requests.settings import LANGUAGE, OF_CHANNEL, usual
from bot.requests.written_settings import as_kept, closed_up, name_as_kept, value_as_kept
from bot.tables.hours import available_zones
from bot.tables.setting import OFF, Setting
from bot.tables.setting import TABLE as A_TABLE
from bot.tables.setting_rows import in_scope
from bot.tables.settings import with_settings
from bot.tables.table import Settings
from bot.words.languages import Language, say
from bot.words.setting_words import label, value_label

_NOTE: Final = re.compile(r"\s*\([^()]*(\)|$)")  # also one that its reader is deleting

Suggestion = tuple[str, str]  # a value or a name as it is written, and in words

CHANNEL: Final = tuple(OF_CHANNEL)
SERVERS: Final = (f"{SERVER}:", *CHANNEL)
TABLE: Final = tuple(in_scope(A_TABLE))


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
    earlier = _settings_written(as_kept(before))
    settings = _settings({**changed, **earlier})
    found: list[Suggestion] = []
    if name in names and name != SERVERS[0]:
        found += [(f"{name}={one}", words) for one, words in _values(language, settings, OF_CHANNEL[name], value)]
        if not value and name != LANGUAGE.name and names != TABLE:
            found.append((f"{name}=", say(language, "channel.forget")))
    if not equals:
        left = [one for one in names if one not in earlier and one != name and not (before and one == SERVERS[0])]
        found += _names({one: _label(language, one) for one in left}, last)
    begun = f"{before} ".lstrip()
    return [_offer(begun, one, words) for one, words in found if len(begun + one) <= LABEL][:MOST]


def _offer(begun: str, written: str, arguments: str) -> Completion:
    value = f"{begun}{written}"
    note = shorten(arguments.replace("(", "[").replace(")", "]"), LABEL - signs(value) - len(" ()"))
    return (f"{value} ({note})" if note else value), value


def _settings_written(text: str) -> dict[str, str]:
    """What stands there already."""
    pairs = [word.partition("=") for word in text.split()]
    return {name: value for name, equals, value in pairs if equals}


def _settings(changes: Mapping[str, str]) -> Settings:
    """How a table would be set so, the usual way where that does not fit."""
    rules_and_players = {name: value for name, value in changes.items() if value and name in ("rules", "players")}
    try:
        return with_settings(Settings(), rules_and_players)
    except ValueError:
        return Settings()


def _names(labels: Mapping[str, str], begun: str) -> Iterator[Suggestion]:
    """The names that begin so, then those that mean such a thing."""
    begun = begun.lower()
    first = [name for name in labels if name.startswith(begun)]
    others = [name for name in labels if name not in first and begun in labels[name].lower()]
    yield from [(name, labels[name]) for name in (*first, *others)]


def _values(language: Language, settings: Settings, one: Setting, begun: str) -> Iterator[Suggestion]:
    """The values that begin so, or are called so; of many numbers some, and the one that is being typed."""
    begun, words = begun.lower(), label(language, one.name)
    choices = _choices(language, settings, one)
    if choices:
        yield from [found for found in choices if begun in found[0].lower() or begun in found[1].lower()]
    elif one.high - one.low < MOST - 1:
        yield from [(str(number), words) for number in range(one.low, one.high + 1) if str(number).startswith(begun)]
    else:
        numbers = [str(one.low), usual(one, settings), str(one.high)]
        if begun.isascii() and begun.isdecimal() and len(begun) < 10 and one.low <= int(begun) <= one.high:
            numbers.insert(0, str(int(begun)))
        span = f"{words}, {one.low}–{one.high}"
        yield from [(number, span) for number in dict.fromkeys(numbers) if number and number.startswith(begun)]


def _label(language: Language, name: str) -> str:
    return say(language, "channel.server") if name == SERVERS[0] else label(language, name)


def _choices(language: Language, settings: Settings, one: Setting) -> list[Suggestion]:
    """The values to choose from, each in words; () where it is a number from `low` to `high`."""
    if one.values:
        players = [str(many) for many in settings.load_rules().players]
        values = players if one.name == "players" else one.values
        return [(value, value_label(language, one, value)) for value in values]
    if one.type == "int":
        return []
    words, first = label(language, one.name), usual(one, settings)
    if one.type == "zone":
        return [(zone, words) for zone in dict.fromkeys([first, *available_zones()])]
    return [(OFF, say(language, "no")), *([] if first == OFF else [(first, words)])]
