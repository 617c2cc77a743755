"""Every command that people have; slash commands, menus, help, completions, rights and buttons follow from this list.

`docs/changing.md` says how to add one. The name of a command is understood everywhere; what else it is called stands in
`bot/locales/*/commands.toml`, and what it does, in a few words, as `command.NAME` in each catalogue.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum, auto
from typing import Final

from bot.gateway.inbound.arguments import (
    correct,
    csv,
    do,
    hands,
    help_page,
    history,
    join,
    language,
    link,
    of_match,
    open_table,
    own_name,
    plan,
    play_now,
    propose,
    replace_seat,
    rules,
    seat,
    settings,
    show,
    sort,
    stats,
    theme,
    typed_play,
    watch,
    why,
)
from bot.gateway.inbound.command_line import Heard, Minute, Said
from bot.messages.buttons import BOUND, Verb
from bot.requests.answer import Readers
from bot.requests.board_words import leaderboard
from bot.requests.requests import (
    Erase,
    Export,
    NextTable,
    Partners,
    Plans,
    Record,
    Replay,
    Tables,
    Verify,
)
from bot.tables.commands import BY_PEOPLE
from bot.words.command_words import called, commands_named
from bot.words.languages import LANGUAGES, Language
from engine.rules import RULE_SETS
from renderers.scenes import DECKS, SHAPES, THEMES


class Right(Enum):
    """Who may give a command. The table and the service judge it; an admin is asked for only where it counts."""

    ANYBODY = auto()
    SEATED = auto()  # who sits at the table
    SEATED_OR_ADMIN = auto()  # the same, or an admin of the channel
    OPENER = auto()  # who opened the table, or an admin
    ADMIN = auto()  # who directs the table or the channel: menus offer it to admins


class Group(StrEnum):
    """Where a platform offers a command that sorts them into groups; there each has its words `group.NAME`."""

    MAIN = "burraco"  # tables, results, oneself
    MATCH = "match"  # what is said at a table
    CLUB = "club"  # a channel and the people there
    ALONE = ""  # in none: what is played with cards, to be written quickly


class Menu(Enum):
    """In which chats a platform's menu offers a command."""

    EVERYWHERE = auto()
    PRIVATE = auto()  # one's own cards, or oneself
    SHARED = auto()  # where others are, too


PREFIX: Final = Group.MAIN.value  # before any command, where a platform groups them or people do
MOST_OF_A_GROUP: Final = 25  # commands; Discord takes no more
MOST: Final = 100  # commands in all; Telegram takes no more


@dataclass(frozen=True, slots=True)
class Look:
    """A command that shows something of a table, and may be a button there. `readers`: who may read it.

    `of_channel`: whoever sits nowhere means a table of the channel.
    """

    readers: Readers = Readers.ASKER
    of_channel: bool = True


@dataclass(frozen=True, slots=True)
class Command:
    """A command. `arguments` are names, in brackets where they may be left out; `make` gives None for wrong ones.

    `makes`: something comes of it each time, so that a second tap of its button is not carried out. `told`: its button
    is answered in a sentence, for nothing shows at once what it did. `reads`: it is answered with something to read.
    `is_seen`: what it brings is seen in the channel. `by_group`: an admin who writes as the group itself may give it.
    """

    name: str
    make: Callable[[Said], Heard | None]
    arguments: tuple[str, ...] = ()
    right: Right = Right.ANYBODY
    group: Group = Group.MATCH
    menu: Menu = Menu.EVERYWHERE
    look: Look | None = None
    makes: bool = False
    told: bool = False
    reads: bool = False
    is_seen: bool = False
    by_group: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The arguments without brackets."""
        return tuple([one.strip("[]") for one in self.arguments])

    @property
    def bound(self) -> bool:
        """Whether its button is good only for the state of the table that it was drawn in."""
        return self.name in BOUND

    @property
    def asks_admin(self) -> bool:
        """Whether it is a command of the table in which the word of an admin counts."""
        return self.name in BY_PEOPLE and self.right not in (Right.ANYBODY, Right.SEATED)

    def words(self, language: Language) -> tuple[str, ...]:
        """What it is called in that language, the best word first."""
        return called(language, self.name) or (self.name,)

    def word(self, language: Language) -> str:
        """The best of them without accents: chats make links of plain letters only."""
        return next((word for word in self.words(language) if word.isascii()), self.name)


ANYBODY, SEATED, SEATED_OR_ADMIN, OPENER, ADMIN = Right
MAIN, MATCH, CLUB, ALONE = Group
EVERYWHERE, PRIVATE, SHARED = Menu

COMMANDS: Final[tuple[Command, ...]] = (
    Command("new", open_table, ("[code]", "[settings]"), group=MAIN, makes=True, is_seen=True),
    Command("play", play_now, ("[code]",), group=MAIN, makes=True, is_seen=True),
    Command("watch", watch, ("[code]",)),
    Command("tables", lambda said: Tables(said.channel), group=MAIN, menu=SHARED, by_group=True),
    Command("join", join, ("[table]", "[seat]"), group=MAIN),
    Command("leave", do("leave"), right=SEATED, group=MAIN),
    Command("computer", seat("computer"), ("[seat]",), right=SEATED_OR_ADMIN, makes=True),
    Command("remove", seat("remove"), ("seat",), right=SEATED_OR_ADMIN),
    Command("set", do("set", 20, 1), ("settings",), right=SEATED_OR_ADMIN),
    Command("start", do("start"), right=OPENER),
    Command("hand", show(Verb.HAND), ("[table]",), right=SEATED, group=MAIN, look=Look(of_channel=False)),
    Command("table", show(Verb.TABLE), ("[table]",), group=MAIN, look=Look(), is_seen=True),
    Command("since", show(Verb.SINCE), ("[table]",), look=Look(Readers.THERE)),
    Command("moviola", show(Verb.MOVIOLA), ("[table]",), look=Look(Readers.THERE)),
    Command("theme", theme, ("theme",), group=MAIN),
    Command("score", show(Verb.SCORE), ("[table]",), group=MAIN, look=Look(Readers.ALL)),
    Command("rules", rules, ("[code]",), group=MAIN, look=Look(Readers.THERE, of_channel=False)),
    Command("minute", lambda _: Minute(), group=ALONE),
    Command("record", lambda _: Record(""), menu=PRIVATE, reads=True),
    Command("draw", typed_play("draw"), right=SEATED, group=ALONE),
    Command("pickup", typed_play("pickup"), right=SEATED, group=ALONE),
    Command("lay", typed_play("lay"), ("cards",), right=SEATED, group=ALONE, menu=PRIVATE),
    Command("add", typed_play("add"), ("meld", "cards"), right=SEATED, group=ALONE, menu=PRIVATE),
    Command("discard", typed_play("discard"), ("card",), right=SEATED, group=ALONE, menu=PRIVATE),
    Command("back", do("back"), right=SEATED, group=ALONE, menu=PRIVATE),
    Command("why", why, ("[cards]",), right=SEATED, group=ALONE, menu=PRIVATE, reads=True),
    Command("sort", sort, ("order",), right=SEATED, group=ALONE, menu=PRIVATE),
    Command("ready", do("ready"), right=SEATED),
    Command("rematch", do("rematch"), right=SEATED, makes=True, told=True),
    Command("next", lambda said: NextTable("", said.delivery), makes=True),
    Command("standin", do("standin"), right=SEATED),
    Command("return", do("return"), right=SEATED),
    Command("propose", propose, ("proposal",), right=SEATED),
    Command("replace", replace_seat, ("seat",), right=OPENER),
    Command("agree", do("agree"), right=SEATED),
    Command("refuse", do("refuse"), right=SEATED),
    Command("call", do("call"), right=SEATED),
    Command("resign", do("resign"), right=SEATED, told=True),
    Command("pause", do("pause"), right=ADMIN, by_group=True),
    Command("resume", do("resume"), right=SEATED_OR_ADMIN, by_group=True),
    Command("end", do("end", 1), right=ADMIN, told=True, by_group=True),
    Command("settings", settings, ("[settings]",), right=ADMIN, group=MAIN, by_group=True),
    Command("name", own_name, ("name",), group=MAIN, menu=PRIVATE),
    Command("language", language, ("language",), group=MAIN, reads=True),
    Command("hands", hands, ("place",), group=MAIN),
    Command("link", link, ("[link]",), group=MAIN, menu=PRIVATE),
    Command("leaderboard", lambda said: leaderboard(said.words, said.channel), ("[board]",), group=MAIN),
    Command("stats", stats, ("[player]",), group=MAIN),
    Command("partners", lambda said: Partners(said.channel), group=MAIN),
    Command("history", history, ("[page]",), group=MAIN),
    Command("replay", of_match(Replay), ("match",), group=MAIN),
    Command("verify", of_match(Verify), ("match",), group=MAIN),
    Command("correct", correct, ("match", "[result]", "[reason]"), right=ADMIN),
    Command("csv", csv, ("[mine]",)),
    Command("plan", plan, ("[time]", "[settings]"), group=MAIN, is_seen=True),
    Command("plans", lambda said: Plans(said.channel)),
    Command("export", lambda _: Export(), group=MAIN),
    Command("erase", lambda said: Erase(said.first), ("[word]",), group=MAIN),
    Command("help", help_page, ("[page]",), group=MAIN, by_group=True),
)  # fmt: skip


def faults(commands: Sequence[Command]) -> Iterator[str]:
    """What no platform would take, or no reader understand: in words that name the command."""
    words = Counter([word for one in commands for word in _words(one)])
    for one in commands:
        yield from [f"/{one.name}: {word!r} is no word for it" for word in _words(one) if not _fits(word)]
        yield from [f"/{one.name}: {word!r} means another command, too" for word in _words(one) if words[word] > 1]
    for group in Group:
        below = [one.name for one in commands if one.group is group]
        if group and len(below) > MOST_OF_A_GROUP:
            yield f"/{group} {below[-1]}: no room, /{group} has {len(below)} commands and {MOST_OF_A_GROUP} are taken"
    if len(commands) > MOST:
        yield f"/{commands[-1].name}: there are {len(commands)} commands, and {MOST} are taken"
    for spoken in LANGUAGES:
        unknown = commands_named(spoken) - {one.name for one in commands}
        yield from [f"/{name}: locales/{spoken}/commands.toml names it, and there is none" for name in sorted(unknown)]


def _words(command: Command) -> Iterable[str]:
    """Its name, and what it is called in each language, once."""
    return dict.fromkeys([command.name, *[word for language in LANGUAGES for word in command.words(language)]])


def _fits(word: str) -> bool:
    return word == word.lower() and bool(re.fullmatch(r"\w{1,32}", word))


def by_word(commands: Sequence[Command]) -> Mapping[str, Command]:
    """Every word that is understood, in any language. Raises `ValueError`, which names each command that cannot be."""
    found = list(faults(commands))
    if found:
        raise ValueError("; ".join(found))
    return {word: one for one in commands for word in _words(one)}


BY_WORD: Final = by_word(COMMANDS)
BY_NAME: Final[Mapping[str, Command]] = {one.name: one for one in COMMANDS}
LOOKS: Final[Mapping[str, Look]] = {one.name: one.look for one in COMMANDS if one.look is not None}


# --- arguments --------------------------------------------------------------------------------------------------------

ARGUMENTS: Final = frozenset([name for one in COMMANDS for name in one.names])
"""The names of all arguments; each has its word `argument.NAME` in the catalogues."""
CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "code": tuple(RULE_SETS),
    "language": LANGUAGES[::-1],
    "order": ("suit", "rank"),
    "place": ("private", "channel"),
    "proposal": ("undo", "annul", "time", "adjourn"),
    "theme": (*THEMES, *DECKS, *SHAPES),
}
"""Arguments that are one of few things: each has its words `choice.VALUE`, but codes and languages have their names."""
COMPLETED: Final = frozenset(("cards", "card", "meld", "settings", "table"))
"""Arguments that are completed while they are typed: from one's own hand, what can be set, and the tables near by."""
