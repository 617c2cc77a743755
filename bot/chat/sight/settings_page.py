"""What may be set at a table beside the rules, as a picture for a settings screen: names, hints, limits, values."""

from typing import Any, TypeAlias

from bot.chat.speech.languages import Language, say
from bot.host.clocks import clock_of
from bot.host.settings import OFF, SETTINGS, Setting, value_of
from bot.host.table import Settings

Json: TypeAlias = dict[str, Any]


def settings_page(settings: Settings, language: Language) -> list[Json]:
    """Every setting that means something with the clock chosen, in the order of a screen; `set` changes it."""
    clock = clock_of(settings)
    return [_shown(setting, settings, language) for setting in SETTINGS.values() if setting.clock in ("", clock)]


def _shown(setting: Setting, settings: Settings, language: Language) -> Json:
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
        "value": value_of(settings, setting),
    }


def words(language: Language, part: str) -> str:
    """The words of a setting, of its hint (`NAME.hint`) or of one of its choices (`NAME.CHOICE`)."""
    return say(language, f"setting.{part}")
