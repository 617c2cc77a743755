"""Writes docs/commands.md from the lists of commands and settings, and their words: what can be written in a chat."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from bot.gateway.inbound.commands import COMMANDS, Command, Group
from bot.gateway.inbound.help_page import argument_name, description
from bot.requests.settings import DECK, REGISTRY, THEME, look_of, usual
from bot.tables.setting import CHANNEL, CODE, OFF, ON, PERSON, TABLE, Setting
from bot.tables.table import Settings
from bot.words.command_words import words_for
from bot.words.languages import DEFAULT, say
from bot.words.setting_words import IN_WORDS, label, written_name, written_value
from docs.tables import table

PAGE: Final = Path(__file__).parent / "commands.md"
ITALIAN: Final = "it"
HEAD: Final = """\
# Commands and settings of the chats

Written by `make docs`, not by hand, from the program's own lists. `/help` in a chat shows the same commands, those that
people need most first. Nobody has to know them by heart: nearly everything has a button. How they are used is told in
[playing](playing.md).

## Commands

What stands in `[ ]` may be left out, what stands in `< >` may not; the brackets themselves are not written. On Telegram
all are written as they stand here. On Discord each stands behind the word of its chapter, such as `/burraco new` or
`/club mentions`; the last chapter's stand alone there, too.
"""
GROUPS: Final = {
    Group.MAIN: "### Tables, results, yourself: on Discord `/burraco …`",
    Group.MATCH: "### At a table: on Discord `/match …`",
    Group.CLUB: "### A channel and its people: on Discord `/club …`",
    Group.ALONE: "### Played with cards, learning, tournaments: on Discord as they stand here",
}
SETTINGS: Final = """\
## Settings

`/set ping=30` changes one table, before its match; `/settings ping=30` is for all new tables of a channel or group, by
its administrators. In the browser they are in the lobby. A number is in the unit that stands behind the limits, times
may have another one (`ping=2m`), and 0 or `off` switches off what can be switched off. *Usual* is what holds where
nobody sets anything.
"""
OF_TABLES: Final = """\
### Of a table

`match_minutes` and `days` choose their [clock](playing.md#clocks), too; what stands as usual there holds once that
clock is chosen.
"""
RULES: Final = """\
### House rules

What the codes of play leave to a table. What each code itself says is in [rules](rules.md), marked ✎ there; that is
also what holds where nobody sets anything.
"""
IN_ITALIAN: Final = """\
### Values in Italian

`on` and `off` are `sì` and `no`; numbers and times are written alike everywhere.
"""
OF_CHANNELS: Final = """\
### Of a channel or group

By `/settings` there. `threads`, `champion` and `arbiter` are for Discord. More about planned matches:
[leaderboards](leaderboards.md).
"""
OF_PEOPLE: Final = """\
### Your own

By `/language`, `/theme`, `/hands`, `/mentions` and `/say off`; language and look also by `/settings` in your private
chat.
"""


def commands_page() -> str:
    """The whole page."""
    return "\n".join([HEAD, *_commands(), SETTINGS, *_settings()])


def _commands() -> Iterable[str]:
    for group, heading in GROUPS.items():
        yield f"{heading}\n"
        yield table(
            ["command", "in Italian", "what it does"], [_command(one) for one in COMMANDS if one.group is group]
        )


def _command(command: Command) -> list[str]:
    own = _words([f"/{one}" for one in words_for(ITALIAN, command.name)])
    written = " ".join([f"/{command.word(DEFAULT)}", *[_argument(one) for one in command.arguments]])
    return [f"`{written}`", own, description(DEFAULT, command)]


def _argument(name: str) -> str:
    word = argument_name(DEFAULT, name)
    return f"[{word}]" if name.startswith("[") else f"<{word}>"


def _settings() -> Iterable[str]:
    yield OF_TABLES
    yield _with_usual([one for one in REGISTRY if TABLE in one.scopes and CODE not in one.scopes])
    yield RULES
    rules = [one for one in REGISTRY if CODE in one.scopes]
    yield table(
        ["setting", "in Italian", "may be", "what it is"], [[*_names(one), _limits(one), _what(one)] for one in rules]
    )
    yield IN_ITALIAN
    yield table(["setting", "written in Italian"], [[f"`{name}`", _written(name)] for name in _with_words()])
    yield OF_CHANNELS
    yield _with_usual([one for one in REGISTRY if CHANNEL in one.scopes and TABLE not in one.scopes])
    yield OF_PEOPLE
    of_people = [one for one in REGISTRY if PERSON in one.scopes]
    rows = [[f"`{one.name}`", _usual(one) or "–", _limits(one), _of_person(one)] for one in of_people]
    yield table(["setting", "usual", "may be", "what it is"], rows)


def _with_words() -> list[str]:
    """The settings whose values have words of their own in Italian."""
    return [one.name for one in REGISTRY if one.name in IN_WORDS and set(one.scopes) & {TABLE, CHANNEL}]


def _written(name: str) -> str:
    """The values of a setting, each with its word."""
    values = next(one.values for one in REGISTRY if one.name == name)
    return ", ".join([f"{one} = `{written_value(ITALIAN, name, one)}`" for one in values])


def _with_usual(settings: Iterable[Setting]) -> str:
    rows = [[*_names(one), _usual(one) or "–", _limits(one), _what(one)] for one in settings]
    return table(["setting", "in Italian", "usual", "may be", "what it is"], rows)


def _of_person(setting: Setting) -> str:
    """What it is to one person, where its words speak of a channel, of tables or of the rules."""
    return {
        "language": "In which language you are answered",
        "phrases": "Whether you see what others say at the table",
        "hands": "Where your cards appear",
    }.get(setting.name) or label(DEFAULT, setting.name)


def _names(setting: Setting) -> tuple[str, str]:
    own = written_name(ITALIAN, setting.name)
    return f"`{setting.name}`", _words([own] if own != setting.name else [])


def _usual(setting: Setting) -> str:
    """Its value where nobody sets it; "" where that depends on who asks, and from where."""
    look = look_of("")
    unset = {
        THEME.name: look.theme,
        DECK.name: look.deck,
        "mentions": ON,
        "threads": OFF,
        "weekly": OFF,
        "together": OFF,
    }
    if setting.type == "role":
        return OFF
    return unset.get(setting.name) or (usual(setting, Settings()) if setting.scopes != (PERSON,) else "")


def _limits(setting: Setting) -> str:
    values = setting.allowed_values
    return say(DEFAULT, f"unit.{setting.unit}", range=values) if setting.unit else values


def _what(setting: Setting) -> str:
    """What it is called, and what its screen says of it, if it has one."""
    key = f"setting.{setting.name}.hint"
    hint = say(DEFAULT, key)
    name = label(DEFAULT, setting.name)
    return name if hint == key else f"{name}. {hint}"


def _words(words: Iterable[str]) -> str:
    return " ".join([f"`{word}`" for word in words if word])
