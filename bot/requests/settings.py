"""The settings as people meet them: the rows of `bot.tables.setting_rows` with their choices, by what keeps them."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from bot.planner.plan import Terms
from bot.settings_text import read_settings
from bot.tables.setting import CHANNEL, CODE, OFF, ON, PERSON, TABLE, Setting
from bot.tables.setting_rows import ROWS, in_scope
from bot.tables.settings import value_of, with_settings
from bot.tables.table import Settings
from bot.words.languages import LANGUAGES
from renderers.scenes import DECKS, SHAPES, THEMES, Look

LISTS: Final[Mapping[str, tuple[str, ...]]] = {
    "languages": LANGUAGES,
    "themes": THEMES,
    "decks": DECKS,
    "shapes": tuple(SHAPES),
}
"""What is said and drawn, by the name that a row has for it."""

REGISTRY: Final = tuple(replace(one, choices=LISTS[one.listed]) if one.listed else one for one in ROWS)
OF_CHANNEL: Final = in_scope(CHANNEL, REGISTRY)
OF_PERSON: Final = in_scope(PERSON, REGISTRY)
LANGUAGE, THEME, DECK, SHAPE = (OF_PERSON[name] for name in ("language", "theme", "deck", "shape"))
THREADS: Final = OF_CHANNEL["threads"]
WEEKLY: Final = OF_CHANNEL["weekly"]
CHAMPION_ROLE: Final = OF_CHANNEL["champion"]
ARBITER_ROLE: Final = OF_CHANNEL["arbiter"]
HANDS: Final = OF_PERSON["hands"]
TOGETHER: Final = OF_PERSON["together"]
MENTIONS: Final = OF_PERSON["mentions"]
PHRASES: Final = OF_PERSON["phrases"]
IN_PRIVATE, IN_CHANNEL = HANDS.values

_OF_CHANNELS: Final = {name: one for name, one in OF_CHANNEL.items() if TABLE not in one.scopes}
TERMS: Final[Mapping[str, Setting]] = {name: one for name, one in _OF_CHANNELS.items() if one.field}
"""How many tables there may be, and what holds for planned matches."""
OWN: Final[Mapping[str, Setting]] = {
    name: one for name, one in _OF_CHANNELS.items() if not one.field and one is not LANGUAGE
}
"""What a channel keeps under its name, beside what holds at its tables and its terms."""


def wants_no_mention(settings: str) -> bool:
    """Whether somebody wants no channel to name them, by what is kept with them."""
    return read_settings(settings).get(MENTIONS.name) == OFF


def wants_in_channel(settings: str) -> bool:
    """Whether somebody wants their hand only where they ask for it in a channel, by what is kept with them."""
    return read_settings(settings).get(HANDS.name) == IN_CHANNEL


def wants_together(settings: str) -> bool:
    """Whether somebody wants the table above their hand, by what is kept with them."""
    return read_settings(settings).get(TOGETHER.name) == ON


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


def look_of(settings: str, upright: bool = False, usual_theme: str = "") -> Look:
    """How somebody wants their pictures, by what is kept with them or with a channel.

    `upright`, where their platform is read on telephones and they have not chosen; `usual_theme` likewise, "" for ours.
    """
    found = read_settings(settings)
    theme, deck = found.get(THEME.name), found.get(DECK.name)
    usual_look = Look(width=SHAPES["upright" if upright else "wide"])
    return Look(
        next((one for one in (theme, usual_theme) if one in THEMES), usual_look.theme),
        deck if deck in DECKS else usual_look.deck,
        SHAPES.get(str(found.get(SHAPE.name)), usual_look.width),
    )
