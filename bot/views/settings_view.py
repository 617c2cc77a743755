"""What may be set at a table, as a picture for a settings screen: names, hints, limits, values.

First what the host offers beside the rules, then the house rules: those that the code of play leaves to a table.
"""

from typing import Any, Final, TypeAlias

from bot.tables.clocks import DAYS, TURN, clock_of
from bot.tables.settings import OFF, SETTINGS, Setting, value_of
from bot.tables.table import Settings
from bot.words.languages import Language, say
from bot.words.refusals import citation, code_name
from bot.words.rules_page import value_words
from bot.words.table_words import duration
from engine.rules import HOUSE, KEYS, Key, KeyInfo, Rules, describe, format_value

Json: TypeAlias = dict[str, Any]

_SECONDS: Final = {"seconds": 1, "minutes": 60, "match_minutes": 60, "hours": 3600, "days": 86400}  # of a unit

ELSEWHERE: Final = (
    "hands",
    "clock_scale",
    "turn_seconds",
)  # the number of deals and the clock have places of their own


def settings_page(settings: Settings, language: Language) -> list[Json]:
    """Every setting that means something with the clock chosen, in the order of a screen; `set` changes it.

    Where a clock that runs out loses the match, its choice says so.
    """
    clock = clock_of(settings)
    shown = [setting for setting in SETTINGS.values() if setting.clock in ("", clock)]
    pages = [setting_shown(setting, value_of(settings, setting), language) for setting in shown]
    if settings.loaded().clock_out == "loses":
        for choice in [one for page in pages if page["name"] == "clock" for one in page["choices"]]:
            if choice["value"] in (TURN, DAYS):
                choice["label"] = say(language, "lobby.clock-loses", clock=choice["label"])
    return pages


def setting_shown(setting: Setting, value: str, language: Language) -> Json:
    """One setting of a screen."""
    return {
        "name": setting.name,
        "label": words(language, setting.name),
        "hint": words(language, f"{setting.name}.hint"),
        "type": setting.type,
        "unit": setting.unit,
        "low": setting.low,
        "high": setting.high,
        "choices": [{"value": one, "label": words(language, f"{setting.name}.{one}")} for one in setting.choices],
        "off": OFF if setting.type in ("hours", "dates") else "",
        "value": value,
    }


def words(language: Language, part: str) -> str:
    """The words of a setting, of its hint (`NAME.hint`) or of one of its choices (`NAME.CHOICE`)."""
    return say(language, f"setting.{part}")


def set_to(language: Language, settings: Settings, name: str) -> str:
    """What a setting is now, with its unit: `Reminder after silence: 20 seconds`."""
    if name == "rules":
        return code_name(language, settings.rules)
    if name == "players":
        return f"{say(language, 'channel.players')}: {settings.players}"
    if name in SETTINGS:
        return f"{words(language, name)}: {_with_unit(language, settings, SETTINGS[name])}"
    rules = settings.code().rules
    return (
        f"{str(getattr(KEYS[name], language)).rstrip('.')}: {value_words(language, KEYS[name], getattr(rules, name))}"
    )


def _with_unit(language: Language, settings: Settings, setting: Setting) -> str:
    value = value_of(settings, setting)
    if value in (OFF, "0"):
        return say(language, "settings.off")
    if setting.choices:
        return words(language, f"{setting.name}.{value}")
    if setting.type != "int":
        return value
    seconds = int(value) * _SECONDS.get(setting.unit or setting.name, 0)
    return duration(language, seconds) if seconds else f"{value} {setting.unit}".strip()


# --- house rules ------------------------------------------------------------------------------------------------------


def house_page(settings: Settings, language: Language) -> list[Json]:
    """The rules that this table may change, in the order of `KEYS`; `set` changes them, too.

    What means nothing as the table is set is left out. `usual` is the value of the code, `said` what that is in words
    and where it is written; what no code prints is only usual.
    """
    rules, partners = settings.code().rules, settings.code().pairs
    infos = describe(rules.name)
    found = [key for key in KEYS.values() if key.house and key.name not in ELSEWHERE]
    return [_rule(key, infos[key.name], rules, language) for key in found if _matters(key, rules, partners)]


def _matters(key: Key, rules: Rules, partners: bool) -> bool:
    if (key.partners and not partners) or (key.needs and not getattr(rules, key.needs)):
        return False
    return key.name != "stallo_laps" or rules.stallo != "off"


def _rule(key: Key, info: KeyInfo, rules: Rules, language: Language) -> Json:
    source = "" if info.article == HOUSE else citation(language, info.article, rules.name, info.inherited_from)
    usual = value_words(language, key, info.value)
    said = say(language, "settings.usual", value=usual)
    if source:
        said = say(language, "settings.by-code", value=usual, source=source)
    choices = [(format_value(one.value), str(getattr(one, language))) for one in key.choices]
    if key.type == "bool":
        choices = [(format_value(one), value_words(language, key, one)) for one in (True, False)]
    return {
        "name": key.name,
        "label": str(getattr(key, language)),
        "type": "choice" if choices else key.type,
        "low": key.low,
        "high": key.high,
        "choices": [{"value": value, "label": label} for value, label in choices],
        "value": format_value(getattr(rules, key.name)),
        "usual": format_value(info.value),
        "said": said,
        "words": value_words(language, key, getattr(rules, key.name)),
    }
