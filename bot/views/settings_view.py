"""What may be set at a table, as a picture for a settings screen: names, hints, limits, values.

First what this program offers beside the rules, then the house rules: those that the code of play leaves to a table.
"""

from typing import Any, Final, TypeAlias

from bot.durations import SECOND
from bot.tables.clocks import DAYS, TURN, clock_of
from bot.tables.setting import OFF, UNITS, Setting
from bot.tables.settings import AT_TABLE, HOUSE_RULES, SETTINGS, value_of
from bot.tables.table import Settings
from bot.words.languages import Language, say
from bot.words.refusals import citation
from bot.words.rules_page import value_words
from bot.words.setting_words import is_rule, label, value_label
from bot.words.table_words import duration
from engine.rules import HOUSE, KEYS, Key, KeyInfo, Rules, describe, format_value

Json: TypeAlias = dict[str, Any]

ELSEWHERE: Final = ("hands", "clock_scale", "turn_seconds")
"""The number of deals and the clock have places of their own."""


def settings_page(settings: Settings, language: Language) -> list[Json]:
    """Every setting that means something with the clock chosen, in the order of a screen; `set` changes it.

    Where a clock that runs out loses the match, its choice says so.
    """
    clock = clock_of(settings)
    settings_of_page = [setting for setting in SETTINGS.values() if setting.clock in ("", clock)]
    pages = [setting_shown(setting, value_of(settings, setting), language) for setting in settings_of_page]
    if settings.load_rules().clock_out == "loses":
        for choice in [one for page in pages if page["name"] == "clock" for one in page["choices"]]:
            if choice["value"] in (TURN, DAYS):
                choice["label"] = say(language, "lobby.clock-loses", clock=choice["label"])
    return pages


def setting_shown(setting: Setting, value: str, language: Language) -> Json:
    """One setting of a screen."""
    return {
        "name": setting.name,
        "label": label(language, setting.name),
        "hint": say(language, f"setting.{setting.name}.hint"),
        "type": setting.type,
        "unit": "" if setting.plain else setting.unit,
        "low": setting.low,
        "high": setting.high,
        "choices": _choices(setting, language),
        "off": OFF if setting.type in ("hours", "dates") else "",
        "value": value,
    }


def _choices(setting: Setting, language: Language) -> list[Json]:
    return [{"value": one, "label": value_label(language, setting, one)} for one in setting.values]


def set_to(language: Language, settings: Settings, name: str) -> str:
    """What a setting is now, with its unit: `Reminder after silence: 20 seconds`."""
    words = _setting_value_words(language, settings, AT_TABLE[name])
    return words if name == "rules" else f"{label(language, name)}: {words}"


def _setting_value_words(language: Language, settings: Settings, setting: Setting) -> str:
    return written_words(language, setting, value_of(settings, setting))


def written_words(language: Language, setting: Setting, value: str) -> str:
    """A value as it is written, in words."""
    if is_rule(setting.name) and setting.unit and value != "0":
        return duration(language, int(value) * UNITS[setting.unit] / SECOND)
    if is_rule(setting.name):
        return value_label(language, setting, value)
    if setting.name == "players":
        return value
    if value in (OFF, "0"):
        return say(language, "settings.off")
    if setting.values:
        return value_label(language, setting, value)
    if UNITS.get(setting.unit, 0) < SECOND and not _is_whole_seconds(setting, value):
        return f"{value} {setting.unit}".strip()
    return duration(language, int(value) * UNITS[setting.unit] / SECOND)


def _is_whole_seconds(setting: Setting, value: str) -> bool:
    return setting.unit in UNITS and value.isdecimal() and int(value) * UNITS[setting.unit] % SECOND == 0


# --- house rules ------------------------------------------------------------------------------------------------------


def house_page(settings: Settings, language: Language) -> list[Json]:
    """The rules that this table may change, in the order of `KEYS`; `set` changes them, too.

    What means nothing as the table is set is left out. `usual` is the value of the code, `said` what that is in words
    and where it is written; what no code prints is only usual.
    """
    rules, partners = settings.code().rules, settings.code().pairs
    infos = describe(rules.name)
    found = [one for one in HOUSE_RULES if one.name not in ELSEWHERE and _matters(KEYS[one.name], rules, partners)]
    return [_rule(one, infos[one.name], rules, language) for one in found]


def _matters(key: Key, rules: Rules, partners: bool) -> bool:
    if (key.partners and not partners) or (key.needs and not getattr(rules, key.needs)):
        return False
    return key.name != "stallo_laps" or rules.stallo != "off"


def _rule(setting: Setting, info: KeyInfo, rules: Rules, language: Language) -> Json:
    key, value = KEYS[setting.name], getattr(rules, setting.name)
    source = "" if info.article == HOUSE else citation(language, info.article, rules.name, info.inherited_from)
    usual = value_words(language, key, info.value)
    usual_words = say(language, "settings.usual", value=usual)
    if source:
        usual_words = say(language, "settings.by-code", value=usual, source=source)
    return {
        "name": key.name,
        "label": say(language, f"rule.{key.name}"),
        "type": "choice" if setting.values else key.type,
        "low": key.low,
        "high": key.high,
        "choices": _choices(setting, language),
        "value": format_value(value),
        "usual": format_value(info.value),
        "said": usual_words,
        "words": value_words(language, key, value),
    }
