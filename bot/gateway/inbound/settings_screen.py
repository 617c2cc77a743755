"""Settings by menus: a message with what people change under its topics, made of the rows of the registry.

The first screen has a button for each topic, a topic's screen a menu for each of its settings. What a button asks for
stands behind its verb: `clock` for a topic, `clock.days=3` for a value, `clock.days` for what a setting means, `home`,
`all`, `close`, or nothing, which opens the first screen anew.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from bot.messages.buttons import NO_TABLE, Ask, Press, Verb
from bot.messages.fitting import LABEL, shorten
from bot.messages.message import Button, Menu, Message, Option, Row
from bot.requests.settings import REGISTRY
from bot.tables.setting import TABLE, TOPICS, Setting
from bot.tables.settings import AT_TABLE, SETTINGS
from bot.tables.table import Settings
from bot.views.settings_view import written_words
from bot.words.languages import Language, say
from bot.words.setting_words import label

HOME: Final = "home"
ALL: Final = "all"
CLOSE: Final = "close"
_ON_A_ROW: Final = 3  # topics


@dataclass(frozen=True, slots=True)
class SettingsScreen:
    """Whose settings are shown, to whom, and what holds there now.

    `table`: the short name of a table, or `NO_TABLE` for a channel. `settings` are those of tables; `own` is by name
    what a channel or a person keeps beside them, and may be set here.
    """

    table: str
    language: Language
    settings: Settings
    values: Callable[[Setting], str]
    own: Mapping[str, str] = field(default_factory=dict)

    @property
    def rows(self) -> list[Setting]:
        """The settings that are offered."""
        return [one for one in REGISTRY if one.topic and (TABLE in one.scopes or one.name in self.own)]

    @property
    def topics(self) -> list[str]:
        offered = {one.topic for one in self.rows}
        return [topic for topic in TOPICS if topic in offered]


def home_message(screen: SettingsScreen, lines: tuple[str, ...]) -> Message:
    """The first screen: what holds, in these `lines` if there are any, and a button for each topic."""
    language = screen.language
    if lines:
        return Message(language, lines=lines, controls=(*_topics(screen), _ends(screen)))
    values = [f"{_caption(language, one)}: {_now(screen, one)}" for one in _in_force(screen, screen.rows)]
    title, typed = say(language, "title.settings", table=screen.table), say(language, "settings.typed")
    return Message(language, title, (*values, typed), controls=(*_topics(screen), _ends(screen)))


def topic_message(screen: SettingsScreen, topic: str, news: str = "") -> Message:
    """A topic: each of its settings with the values to choose from."""
    language = screen.language
    rows = _in_force(screen, [one for one in screen.rows if one.topic == topic])
    values = [f"{_caption(language, one)}: {_now(screen, one)}" for one in rows]
    menus = [_menu(screen, one) for one in rows]
    new_lines = (news,) if news and news not in values else ()
    back = _button(screen, say(language, "button.back-page"), HOME)
    close = _button(screen, say(language, "button.close"), CLOSE)
    return Message(
        language, say(language, f"topic.{topic}"), (*new_lines, *values), controls=(*menus, Row((back, close)))
    )


def meaning(screen: SettingsScreen, setting: Setting) -> str:
    """What a setting is, and what holds."""
    words = f"{_caption(screen.language, setting)}: {_now(screen, setting)}"
    if setting.name not in SETTINGS:
        return words
    hint = say(screen.language, f"setting.{setting.name}.hint")
    return f"{words}\n{hint}"


def all_message(screen: SettingsScreen, lines: tuple[str, ...]) -> Message:
    """Every setting there is, as it is written."""
    back = _button(screen, say(screen.language, "button.back-page"), HOME)
    close = _button(screen, say(screen.language, "button.close"), CLOSE)
    return Message(screen.language, lines=lines, controls=(Row((back, close)),))


def _caption(language: Language, setting: Setting) -> str:
    return label(language, setting.name)


def _now(screen: SettingsScreen, setting: Setting) -> str:
    value = screen.values(setting)
    return written_words(screen.language, setting, value)


def _in_force(screen: SettingsScreen, rows: list[Setting]) -> list[Setting]:
    """Those that mean something as the others are set."""
    clock = screen.values(AT_TABLE["clock"])
    return [one for one in rows if one.clock in ("", clock) and _offered(screen, one)]


# --- controls ---------------------------------------------------------------------------------------------------------


def _topics(screen: SettingsScreen) -> Iterator[Row]:
    buttons = [_button(screen, say(screen.language, f"topic.{topic}"), topic) for topic in screen.topics]
    for first in range(0, len(buttons), _ON_A_ROW):
        yield Row(tuple(buttons[first : first + _ON_A_ROW]))


def _ends(screen: SettingsScreen) -> Row:
    every = _button(screen, say(screen.language, "button.all-settings"), ALL)
    close = _button(screen, say(screen.language, "button.close"), CLOSE)
    return Row((every, close) if screen.table == NO_TABLE else (close,))


def _menu(screen: SettingsScreen, setting: Setting) -> Menu:
    now, about = screen.values(setting), f"{setting.topic}.{setting.name}"
    options = [
        Option(written_words(screen.language, setting, value), _press(screen, f"{about}={value}"), chosen=value == now)
        for value in _offered(screen, setting)
    ]
    return Menu(shorten(_caption(screen.language, setting), LABEL), tuple(options), _press(screen, about))


def _offered(screen: SettingsScreen, setting: Setting) -> list[str]:
    """The values to choose from, in their order; what holds is always among them."""
    rules, now = screen.settings.load_rules(), screen.values(setting)
    values = list(setting.offered or setting.values)
    if setting.name == "players":
        values = [str(many) for many in rules.players]
    elif setting.name == "hands":
        values = [one for one in values if int(one) in rules.hands_allowed]
    elif setting.name == "target" and not rules.target_allowed:
        return []
    elif setting.name == "turn_seconds" and not rules.turn_clock:
        values.remove("0")
    return sorted([*values, now], key=int) if setting.offered and now not in values else values


def _button(screen: SettingsScreen, words: str, argument: str) -> Button:
    return Button(shorten(words, LABEL), _press(screen, argument))


def _press(screen: SettingsScreen, argument: str) -> Press:
    return Press(screen.table, 0, Ask(Verb.SETUP, argument))
