"""Why a table said no, in a sentence: a refusal of the rules with its article, or a reason of the table itself."""

import re
from typing import Final

from bot.durations import SECOND
from bot.tables.settings import AT_TABLE
from bot.tables.table import Table
from bot.tables.who import Declined
from bot.words import table_words
from bot.words.languages import Language, list_words, say
from bot.words.names import clean_name, known_as
from bot.words.refusals import code_name, refusal
from bot.words.setting_words import is_rule, label, written_name, written_value
from engine.rules import KEYS

LONGEST: Final = 80  # graphemes of what somebody has written, said back to them; no name is longer
_UNIT: Final = re.compile(r" \([^()]*\)$")  # behind a label


def declined_words(language: Language, declined: Declined, table: Table | None = None) -> str:
    """The sentence of a declined command; `table` gives the code of play and the names."""
    names = {}
    if table is not None:
        chairs = zip(table.code.seats, table.chairs, strict=True)
        names = {seat: known_as(language, chair.name) for seat, chair in chairs if chair.person}
    if declined.refused is not None and table is not None:
        return refusal(language, declined.refused, table.code.rules.name, names)
    facts = {name: _fact_words(language, name, value, names) for name, value in declined.facts}
    if facts.get("allowed"):
        facts["allowed"] = _allowed_words(language, dict(declined.facts).get("setting", ""), facts["allowed"])
    if facts.get("unit"):
        facts["allowed"] = say(language, f"unit.{facts['unit']}", range=facts["allowed"])
    return say(language, f"declined.{declined.key}", **facts)


def _fact_words(language: Language, name: str, value: str, names: dict[str, str]) -> str:
    if name in ("seat", "turn") and value:
        return names.get(value) or table_words.seat(language, value)
    if name == "time":
        return table_words.duration(language, int(value) / SECOND)
    if name == "codes":
        key = written_name(language, "rules")
        return list_words(language, [f"{code_name(language, one)} ({key}={one})" for one in value.split()])
    if name == "known":
        return ", ".join(written_name(language, one) for one in value.split(", "))
    if name in ("name", "word"):
        return clean_name(value, "?", LONGEST)
    return _setting(language, value) if name == "setting" and value else value


def _allowed_words(language: Language, setting: str, values: str) -> str:
    """The values that a setting takes, as they are written."""
    return ", ".join([written_value(language, setting, one) for one in values.split(", ")])


def _setting(language: Language, name: str) -> str:
    """What a setting is called, with the word by which it is set; its unit stands behind the range."""
    if name in KEYS and name not in AT_TABLE:  # no table sets it, so it has no words here
        return name
    words, key = label(language, name), written_name(language, name)
    return f"“{words}” ({key})" if is_rule(name) else f"{_UNIT.sub('', words)} ({key})"
