"""What settings are called, and their values: `setting.NAME` in the catalogues, or a rule's own sentence."""

from collections.abc import Mapping
from typing import Final

from bot.tables.setting import OFF, ON, TABLE, Setting
from bot.words.command_words import words_for_choice
from bot.words.languages import DEFAULT, Language, own_name, say
from bot.words.refusals import code_name
from bot.words.rules_page import value_words
from engine.rules import KEYS, parse_value

_OWN: Final = "clock level rules theme deck shape free_wild stallo clock_out round_clock"
IN_WORDS: Final[Mapping[str, str]] = {"partner": "level", **{name: name for name in _OWN.split()}}
"""Settings whose values have words to type, and under which heading these stand in `bot/locales/*/commands.toml`."""


def is_rule(name: str) -> bool:
    """Whether it is a rule that codes leave to a table."""
    return name in KEYS and KEYS[name].house


def label(language: Language, name: str) -> str:
    """What a setting is called."""
    if is_rule(name):
        return say(language, f"rule.{name}").rstrip(".")
    return say(language, f"setting.{name}")


def written_name(language: Language, name: str) -> str:
    """The word by which a setting is set: its name in English, and where a language has no word of its own."""
    return name if language == DEFAULT else words_for_choice(language, "setting", name)


def written_value(language: Language, name: str, value: str) -> str:
    """The word by which a value of a setting is written: as it is kept in English, and where there is no other word."""
    if language == DEFAULT:
        return value
    if name in IN_WORDS:
        return words_for_choice(language, IN_WORDS[name], value)
    return {ON: say(language, "yes"), OFF: say(language, "no")}.get(value, value)


def value_label(language: Language, setting: Setting, value: str) -> str:
    """One of the values to choose from, in words; each language calls itself by its own name."""
    if is_rule(setting.name):
        return value_words(language, KEYS[setting.name], parse_value(KEYS[setting.name], value))
    if setting.type == "bool":
        return say(language, "yes") if value == "on" else say(language, "no")
    if setting.name == "rules":
        return code_name(language, value)
    if setting.name == "language":
        return own_name(value)
    if setting.name == "players":
        return label(language, setting.name)
    if TABLE in setting.scopes:
        return say(language, f"setting.{setting.name}.{value}")
    return say(language, f"choice.{value}")
