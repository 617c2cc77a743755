"""Settings as people write them, and as they are kept: `Ping = 20 min` is `ping=1200`, `CODE=FITAB` is `rules=fitab`.

A time alone, or as the clock, chooses the clock that is so long: `30s` for each turn, `20m` for the match, `2d` over
days. A code of play alone is the table's, and `3 deals` are so many; between two settings there may be a comma.

What a setting is called in each language stands in `bot/locales/*/commands.toml`.

What cannot be read stands as it was written, so that whoever refuses it can say which values there are.
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from bot.durations import DAY, HOUR, MINUTE, SECOND
from bot.requests.settings import OF_CHANNEL
from bot.tables.clocks import DAYS, MATCH, NONE, TURN
from bot.tables.hours import available_zones, zone_named
from bot.tables.setting import OFF, ON, UNITS
from bot.words.command_words import meanings
from bot.words.setting_words import IN_WORDS
from engine.rules import RULE_SETS

TIMES: Final[Mapping[str, int]] = {
    **dict.fromkeys("ms millisecond milliseconds millisecondo millisecondi".split(), 1),
    **dict.fromkeys("s sec secs second seconds secondo secondi".split(), SECOND),
    **dict.fromkeys("m min mins minute minutes minuto minuti".split(), MINUTE),
    **dict.fromkeys("h hr hrs hour hours ora ore".split(), HOUR),
    **dict.fromkeys("d day days g gg giorno giorni".split(), DAY),
}
"""Milliseconds of a unit, as people write it in either language."""
CLOCK: Final = "clock"
A_MATCH: Final = 5 * MINUTE  # from so long on a time is that of a match, below that of a turn
_COUNTED: Final = ("hands", "players")  # settings whose number may stand before their name: `2 players`
_SWITCHED: Final = ("hours", "dates", "role", "bool")  # types whose values may be a switch
_SPACED: Final = ("hours", "dates", "zone")  # types whose values may be written with blanks
_SWITCHES: Final = {"yes": ON, "true": ON, "no": OFF, "none": OFF, "false": OFF, **meanings("switch")}
_UNIT: Final = "|".join(sorted(TIMES, key=len, reverse=True))
_BEFORE: Final = re.compile(r"\s+=")
_BEHIND: Final = re.compile(r"=\s+(?![^\s=]*\s*=)")  # a name with nothing behind it takes a setting back
_APART: Final = re.compile(rf"(\d)\s+({_UNIT})(?=\s|$)", re.IGNORECASE)
_HALF: Final = re.compile(r"(?<=\d)(h|m)\s*(?=[0-5]\d(?!\s*[^\W\d]|\d))", re.IGNORECASE)  # `1h30`, with no unit behind
_NEXT: Final = re.compile(rf"({_UNIT})\s+(?=\d+\s*({_UNIT})(\s|$))", re.IGNORECASE)
_RANGE: Final = re.compile(r"(?<=\d)\s*[-–]\s*(?=\d)")
_NEXT_SETTING: Final = re.compile(r"\s*[,;]\s*(?=[^\W\d]\w*\s*=)")
_COMMA: Final = re.compile(r"\s*,\s*(?=\S)")
_TIME: Final = re.compile(rf"(\d{{1,9}})({_UNIT})")
_HALF_UNIT: Final = re.compile(r"(?<=\d)(h|m)[0-5]\d$")  # minutes behind hours, seconds behind minutes
_QUIET: Final = re.compile(r"(\d{1,2})(?:[:.](\d\d))?[-–](\d{1,2})(?:[:.](\d\d))?")


def closed_up(text: str) -> str:
    """The text with each setting in one word: no blanks around its `=`, nor before the unit of a time."""
    parts = re.split(r"(?<=\S)\s+(?=[^\s=]+\s*=)", _BEFORE.sub("=", text.strip()))
    return " ".join(_one_word(part) for part in parts)


def _one_word(part: str) -> str:
    """A part with at most one `=`, and what is written behind it."""
    part = _BEHIND.sub("=", part)
    before, equals, value = part.rpartition("=")
    name = name_as_kept(before.split()[-1]) if before.split() else ""
    setting = OF_CHANNEL.get(name)
    if not equals or setting is None or not (setting.unit or name == CLOCK or setting.type in _SPACED):
        return part
    if setting.type == "zone":
        return f"{before}={_zone(value)}"
    if setting.type == "dates":
        return f"{before}={_COMMA.sub(',', value)}"
    if setting.type == "hours":
        return f"{before}={_RANGE.sub('-', _spanned(value))}"
    value = _NEXT.sub(r"\1", _APART.sub(r"\1\2", value))
    return f"{before}={_HALF.sub(lambda found: found[1], value)}"


def _spanned(text: str) -> str:
    """Two times of the day with a dash between them: `dalle 23 alle 7` is `23-7`."""
    found = _span().fullmatch(text.strip())
    return f"{found[1]}-{found[2]}" if found else text


@cache
def _span() -> re.Pattern[str]:
    """Two times of the day in words, of any language."""
    words = meanings("span")
    since, until = [
        "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True) if words[word] == one)
        for one in ("since", "until")
    ]
    hour = r"(\d{1,2}(?:[:.]\d\d)?)"
    return re.compile(rf"(?:(?:{since})\s*)?{hour}\s*(?:{until})\s*{hour}", re.IGNORECASE)


def _zone(text: str) -> str:
    """A time zone in one word, as it is shown to people (`America/New York`); the text where there is none."""
    word = zone_named(re.sub(r"\s*/\s*", "/", text.strip()).replace(" ", "_"))
    return word if word in available_zones() else text


def as_kept(text: str) -> str:
    """The words `KEY=VALUE …` as they are kept."""
    words = [word.rstrip(",;") for word in closed_up(_NEXT_SETTING.sub(" ", text)).split()]
    return " ".join(_as_stored(word) for word in _named([word for word in words if word]))


def _named(words: list[str]) -> list[str]:
    """The words; what tells by itself which setting is meant, with its name: a time, `3 deals`, a code of play."""
    found: list[str] = []
    for word in words:
        if found and found[-1].isdecimal() and name_as_kept(word) in _COUNTED:
            found.append(f"{name_as_kept(word)}={found.pop()}")
            continue
        if found and found[-1].isdecimal() and word.lower() in TIMES:
            word = found.pop() + word  # noqa: PLW2901  both are one word
        named = f"{CLOCK}={word}" if _clock_of(word) else word
        found.append(f"rules={word}" if code_named(word) else named)
    return found


def _clock_of(text: str) -> str:
    """The settings of a clock that is so long; "" for what is no time, or none that a clock can have."""
    lasts = milliseconds(text)
    if not lasts:
        return ""
    if lasts >= DAY:
        unit, settings = DAY, f"{CLOCK}={DAYS} {DAYS}="
    elif lasts >= A_MATCH:
        unit, settings = MINUTE, f"{CLOCK}={MATCH} match_minutes="
    else:
        unit, settings = SECOND, f"{CLOCK}={TURN} turn_seconds="
    return "" if lasts % unit else f"{settings}{lasts // unit}"


def _as_stored(word: str) -> str:
    name, equals, value = word.partition("=")
    name = name_as_kept(name)
    if name == CLOCK and _clock_of(value):
        return _clock_of(value)
    return f"{name}={value_as_kept(name, value)}" if equals else word


def code_named(word: str) -> str:
    """The code of play that a word means, in any language; "" for none."""
    code = meanings("rules").get(word.lower(), word.lower())
    return code if code in RULE_SETS else ""


def name_as_kept(text: str) -> str:
    """The word by which a setting is kept."""
    return meanings("setting").get(text.lower(), text.lower())


def with_equals(text: str) -> str:
    """Settings that are written without `=`, with it: `ping 20 min pause 10` is `ping=20 min pause=10`.

    The word behind a name is its value, also where a setting is called so (`clock days`), but not where the name stands
    behind its number (`3 deals 30s`).
    """
    words = closed_up(_NEXT_SETTING.sub(" ", text)).split()
    if all("=" in word or name_as_kept(word) not in OF_CHANNEL for word in words):
        return text
    found: list[str] = []
    while words:
        word = words.pop(0)
        is_name = name_as_kept(word) in OF_CHANNEL and not (found and found[-1].isdecimal())
        found.append(f"{word}={words.pop(0)}" if is_name and words and "=" not in words[0] else word)
    return " ".join(found)


def value_as_kept(name: str, text: str) -> str:
    """A value of this setting as it is kept; as it was written where it is none."""
    setting = OF_CHANNEL.get(name)
    if setting is None:
        return text.lower()
    if setting.type == "zone":
        return zone_named(text)
    text = text.lower()
    if name == CLOCK and _SWITCHES.get(text, text) == OFF:
        return NONE
    if name in IN_WORDS:
        return meanings(IN_WORDS[name]).get(text, text)
    if setting.type == "int" and not setting.low and _SWITCHES.get(text, text) == OFF:
        return "0"
    if setting.unit:
        return _time(text, UNITS[setting.unit])
    if setting.type == "hours" and (found := _QUIET.fullmatch(text)):
        since, until = f"{int(found[1]):02}:{found[2] or '00'}", f"{int(found[3]):02}:{found[4] or '00'}"
        return f"{since}-{until}"
    return _SWITCHES.get(text, text) if setting.type in _SWITCHED else text


def _time(text: str, unit: int) -> str:
    """A time in so many milliseconds: `1h30m` or `1h30` in seconds is 5400; the text where it is none."""
    lasts = milliseconds(text)
    return text if lasts is None or lasts % unit else str(lasts // unit)


def milliseconds(text: str) -> int | None:
    """How long a time is that is written with its units, `1h30m`, `1h30` or `2d`; None for any other text."""
    text = _HALF_UNIT.sub(lambda one: f"{one[0]}{'m' if one[1] == 'h' else 's'}", text.lower())
    found = _TIME.findall(text)
    if not found or "".join(number + name for number, name in found) != text:
        return None
    return sum(int(number) * TIMES[name] for number, name in found)
