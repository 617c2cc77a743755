"""What a channel sets beside how its tables are played: how many there may be, and what holds for planned matches.

Data, as `bot.tables.settings`: `/settings` and its screens are made of it. A new term is a line here, a field of
`bot.planner.plan.Terms`, and `setting.NAME` with `setting.NAME.hint` in the catalogues.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from bot.planner.plan import Terms
from bot.tables.settings import UNITS, BadSetting, Setting

TERMS: Final[Mapping[str, Setting]] = {
    term.name: term
    for term in (
        Setting("tables", "tables", "int", low=1, high=50),
        Setting("plans", "plans", "int", low=0, high=100),
        Setting("queue", "queue", "int", low=0, high=50),
        Setting("announce", "announce", "int", "hours", low=0, high=72),
        Setting("remind", "remind", "int", "minutes", low=0, high=180),
        Setting("late", "too_late", "int", "minutes", low=2, high=720),
        Setting("waits", "waits", "int", "minutes", low=0, high=720),
    )
}


def with_terms(changes: Mapping[str, str]) -> Terms:
    """The usual terms with these changes, each a whole number in its unit. Raises `BadSetting`."""
    values: dict[str, Any] = {TERMS[name].field: _milliseconds(TERMS[name], text) for name, text in changes.items()}
    return replace(Terms(), **values)


def term_value(terms: Terms, term: Setting) -> str:
    """A term as it would be written."""
    return str(getattr(terms, term.field) // UNITS.get(term.unit, 1))


def _milliseconds(term: Setting, text: str) -> int:
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else -1
    if not term.low <= number <= term.high:
        raise BadSetting(term.name, term.allowed, unit=term.unit)
    return number * UNITS.get(term.unit, 1)
