"""The registry: everything that can be set, whatever for. Names, completions and refusals are made of it.

What a table sets stands in `bot.tables.settings`; here is what a channel and a person set beside it. A new setting is
an entry here or there, its field if it has one, and `setting.NAME` (with `setting.NAME.hint`, where a screen shows it)
in the catalogues.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from bot.planner.plan import Terms
from bot.settings_text import read_settings
from bot.tables.setting import CHANNEL, CODE, PERSON, TABLE, Setting
from bot.tables.settings import GAME, HOUSE_RULES, SETTINGS, value_of, with_settings
from bot.tables.table import Settings
from bot.words.languages import LANGUAGES
from renderers.scenes import DECKS, SHAPES, THEMES, Look

IN_CHANNEL: Final = "channel"
LANGUAGE: Final = Setting("language", "choice", (CHANNEL, PERSON), choices=LANGUAGES)
THEME: Final = Setting("theme", "choice", (CHANNEL, PERSON), choices=THEMES)
DECK: Final = Setting("deck", "choice", (CHANNEL, PERSON), choices=DECKS)
SHAPE: Final = Setting("shape", "choice", (CHANNEL, PERSON), choices=tuple(SHAPES))
THREADS: Final = Setting("threads", "bool", (CHANNEL,))  # whether each table has one
HANDS: Final = Setting("hands", "choice", (PERSON,), choices=("private", IN_CHANNEL))  # where they want their cards
MENTIONS: Final = Setting("mentions", "bool", (PERSON,))  # whether channels name them when they are waited for
TERMS: Final[Mapping[str, Setting]] = {
    term.name: term
    for term in (
        Setting("tables", "int", (CHANNEL,), "tables", low=1, high=50),
        Setting("plans", "int", (CHANNEL,), "plans", high=100),
        Setting("queue", "int", (CHANNEL,), "queue", high=50),
        Setting("announce", "int", (CHANNEL,), "announce", "hours", high=72),
        Setting("remind", "int", (CHANNEL,), "remind", "minutes", high=180),
        Setting("late", "int", (CHANNEL,), "too_late", "minutes", low=2, high=720),
        Setting("waits", "int", (CHANNEL,), "waits", "minutes", high=720),
    )
}
"""How many tables there may be, and what holds for planned matches."""
OWN: Final[Mapping[str, Setting]] = {one.name: one for one in (THEME, DECK, SHAPE, THREADS)}
"""What a channel keeps under its name, beside what holds at its tables and its terms."""

REGISTRY: Final = (LANGUAGE, *OWN.values(), *GAME, *SETTINGS.values(), *TERMS.values(), *HOUSE_RULES, HANDS, MENTIONS)


def in_scope(scope: str) -> Mapping[str, Setting]:
    """What can be set for a table, a channel or a person, by name."""
    return {one.name: one for one in REGISTRY if scope in one.scopes}


OF_CHANNEL: Final = in_scope(CHANNEL)
OF_PERSON: Final = in_scope(PERSON)


def usual(setting: Setting, settings: Settings) -> str:
    """The value of a setting of tables or channels where nobody sets it; of a rule, by the code of `settings`."""
    if CODE in setting.scopes:
        return value_of(settings, setting)
    if TABLE in setting.scopes:
        return value_of(with_settings(Settings(), {"clock": setting.clock} if setting.clock else {}), setting)
    return term_value(Terms(), setting) if setting.field else ""


def with_terms(changes: Mapping[str, str]) -> Terms:
    """The usual terms with these changes, each a whole number in its unit. Raises `BadSetting`."""
    values: dict[str, Any] = {TERMS[name].field: TERMS[name].parse(text) for name, text in changes.items()}
    return replace(Terms(), **values)


def term_value(terms: Terms, term: Setting) -> str:
    """A term as it would be written."""
    return term.format(getattr(terms, term.field))


def look_of(settings: str, upright: bool = False) -> Look:
    """How somebody wants their pictures, by what is kept with them or with a channel.

    `upright`, where their platform is read on telephones and they have not chosen.
    """
    found = read_settings(settings)
    theme, deck = found.get(THEME.name), found.get(DECK.name)
    usual_look = Look(width=SHAPES["upright" if upright else "wide"])
    return Look(
        theme if theme in THEMES else usual_look.theme,
        deck if deck in DECKS else usual_look.deck,
        SHAPES.get(str(found.get(SHAPE.name)), usual_look.width),
    )
