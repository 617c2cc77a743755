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

from bot.gateway.inbound import arguments
from bot.gateway.inbound.command_line import Arguments, Meaning, Minute
from bot.messages.buttons import BOUND, Verb
from bot.planner.time_words import without_accents
from bot.requests.answer import Readers
from bot.requests.board_answers import Partners
from bot.requests.board_words import CSV, leaderboard
from bot.requests.match_records import ShowReplay, Verify
from bot.requests.own_data import Erase, Export
from bot.requests.pages import Record, Tables
from bot.requests.plans import Plans
from bot.requests.seating import NextTable
from bot.requests.tournaments.asks import ACTIONS
from bot.tables.commands import BY_PEOPLE
from bot.tables.setting import SWITCH
from bot.words.command_words import known_commands, meanings, words_for
from bot.words.languages import LANGUAGES, Language
from bot.words.phrases import PHRASES
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


PREFIX: Final = Group.MAIN.value  # before any command, where a platform groups them or people do
MOST_OF_A_GROUP: Final = 25  # commands; Discord takes no more
MOST: Final = 100  # commands in all; Telegram takes no more


@dataclass(frozen=True, slots=True)
class LookCommand:
    """A command that shows something of a table, and may be a button there. `readers`: who may read it.

    `of_channel`: whoever sits nowhere means a table of the channel.
    """

    readers: Readers = Readers.ASKER
    of_channel: bool = True


@dataclass(frozen=True, slots=True)
class Command:
    """A command. `arguments` are names, in brackets where they may be left out; `make` gives None for wrong ones.

    `makes`: something comes of it each time, so that a second tap of its button is not carried out. `is_acknowledged`:
    its button is answered in a sentence, for nothing shows at once what it did. `reads`: it is answered with something
    to read. `is_seen`: what it brings is seen in the channel. `by_group`: an admin who writes as the group itself may
    give it.
    """

    name: str
    make: Callable[[Arguments], Meaning | None]
    arguments: tuple[str, ...] = ()
    right: Right = Right.ANYBODY
    group: Group = Group.MATCH
    look: LookCommand | None = None
    makes: bool = False
    is_acknowledged: bool = False
    reads: bool = False
    is_seen: bool = False
    by_group: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The arguments without brackets."""
        return tuple(one.strip("[]") for one in self.arguments)

    @property
    def is_bound(self) -> bool:
        """Whether its button is good only for the state of the table that it was drawn in."""
        return self.name in BOUND

    @property
    def asks_admin(self) -> bool:
        """Whether it is a command of the table in which the word of an admin counts."""
        return self.name in BY_PEOPLE and self.right not in (Right.ANYBODY, Right.SEATED)

    def words(self, language: Language) -> tuple[str, ...]:
        """What it is called in that language, the best word first."""
        return words_for(language, self.name) or (self.name,)

    def word(self, language: Language) -> str:
        """The best of them without accents: chats make links of plain letters only."""
        return next((word for word in self.words(language) if word.isascii()), self.name)


ANYBODY, SEATED, SEATED_OR_ADMIN, OPENER, ADMIN = Right
MAIN, MATCH, CLUB, ALONE = Group

COMMANDS: Final[tuple[Command, ...]] = (
    Command("new", arguments.open_table, ("[code]", "[settings]"), group=MAIN, makes=True, is_seen=True),
    Command("play", arguments.play_now, ("[code]",), group=MAIN, makes=True, is_seen=True),
    Command("watch", arguments.watch, ("[code]",)),
    Command("tables", lambda arguments: Tables(arguments.channel), group=MAIN, by_group=True),
    Command("join", arguments.join, ("[table]", "[seat]"), group=MAIN),
    Command("leave", arguments.do("leave"), right=SEATED, group=MAIN),
    Command("computer", arguments.seat("computer"), ("[seat]",), right=SEATED_OR_ADMIN, makes=True),
    Command("remove", arguments.seat("remove"), ("seat",), right=SEATED_OR_ADMIN),
    Command("set", arguments.set_table, ("[settings]",), right=SEATED_OR_ADMIN),
    Command("start", arguments.do("start"), right=OPENER),
    Command("hand", arguments.show(Verb.HAND), ("[table]",), right=SEATED, group=MAIN,
            look=LookCommand(of_channel=False)),
    Command("table", arguments.show(Verb.TABLE), ("[table]",), group=MAIN, look=LookCommand(), is_seen=True),
    Command("since", arguments.show(Verb.SINCE), ("[table]",), look=LookCommand(Readers.THERE)),
    Command("moviola", arguments.show(Verb.MOVIOLA), ("[table]",), look=LookCommand(Readers.THERE)),
    Command("theme", arguments.theme, ("theme",), group=MAIN),
    Command("score", arguments.show(Verb.SCORE), ("[table]",), group=MAIN, look=LookCommand(Readers.ALL)),
    Command("rules", arguments.rules, ("[code]",), group=MAIN, look=LookCommand(Readers.THERE, of_channel=False)),
    Command("minute", lambda _: Minute(), group=ALONE),
    Command("lesson", arguments.lesson, group=ALONE),
    Command("record", lambda _: Record(""), reads=True),
    Command("draw", arguments.typed_play("draw"), right=SEATED, group=ALONE),
    Command("pickup", arguments.typed_play("pickup"), right=SEATED, group=ALONE),
    Command("lay", arguments.typed_play("lay"), ("cards",), right=SEATED, group=ALONE),
    Command("add", arguments.typed_play("add"), ("meld", "cards"), right=SEATED, group=ALONE),
    Command("discard", arguments.typed_play("discard"), ("card",), right=SEATED, group=ALONE),
    Command("back", arguments.do("back"), right=SEATED, group=ALONE),
    Command("why", arguments.why, ("[cards]",), right=SEATED, group=ALONE, reads=True),
    Command("hint", arguments.hint, right=SEATED, group=ALONE, reads=True),
    Command("explain", arguments.explain, ("[seat]",), group=ALONE, reads=True),
    Command("sort", arguments.sort, ("order",), right=SEATED, group=ALONE),
    Command("say", arguments.say_phrase, ("phrase",), group=ALONE),
    Command("ready", arguments.do("ready"), right=SEATED),
    Command("rematch", arguments.do("rematch"), right=SEATED, makes=True, is_acknowledged=True),
    Command("next", lambda arguments: NextTable("", arguments.delivery), makes=True),
    Command("standin", arguments.do("standin"), right=SEATED),
    Command("return", arguments.do("return"), right=SEATED),
    Command("propose", arguments.propose, ("proposal", "[days]"), right=SEATED),
    Command("replace", arguments.replace_seat, ("seat",), right=OPENER),
    Command("agree", arguments.do("agree"), right=SEATED),
    Command("refuse", arguments.do("refuse"), right=SEATED),
    Command("call", arguments.do("call"), right=SEATED),
    Command("resign", arguments.do("resign"), right=SEATED, is_acknowledged=True),
    Command("pause", arguments.do("pause"), right=ADMIN, by_group=True),
    Command("resume", arguments.do("resume"), right=SEATED_OR_ADMIN, by_group=True),
    Command("end", arguments.do("end", 1), right=ADMIN, is_acknowledged=True, by_group=True),
    Command("settings", arguments.settings, ("[settings]",), right=ADMIN, group=MAIN, by_group=True),
    Command("name", arguments.own_name, ("name",), group=MAIN),
    Command("language", arguments.language, ("language",), group=MAIN, reads=True),
    Command("hands", arguments.hands, ("place",), group=MAIN),
    Command("look", arguments.look, ("[table]",), group=CLUB, look=LookCommand()),
    Command("mentions", arguments.mentions, ("switch",), group=CLUB),
    Command("notify", arguments.notify, ("[when]",), group=CLUB, reads=True),
    Command("link", arguments.link, ("[link]",), group=MAIN),
    Command("newlink", arguments.new_link, group=CLUB, reads=True),
    Command("leaderboard", lambda arguments: leaderboard(arguments.words, arguments.channel), ("[board]",), group=MAIN),
    Command("stats", arguments.stats, ("[player]", "[csv]"), group=MAIN),
    Command("partners", lambda arguments: Partners(arguments.channel), group=MAIN),
    Command("history", arguments.history, ("[page]",), group=MAIN),
    Command("replay", arguments.of_match(ShowReplay), ("match",), group=MAIN),
    Command("verify", arguments.of_match(Verify), ("match",), group=MAIN, reads=True),
    Command("correct", arguments.correct, ("match", "[result]", "[reason]"), right=ADMIN),
    Command("csv", arguments.csv, ("[mine]",)),
    Command("plan", arguments.plan, ("[time]", "[settings]"), group=MAIN, is_seen=True),
    Command("plans", lambda arguments: Plans(arguments.channel)),
    Command("tournament", arguments.tournament, ("[action]", "[words]"), group=ALONE, is_seen=True),
    Command("export", lambda _: Export(), group=MAIN),
    Command("erase", lambda arguments: Erase(arguments.first), ("[word]",), group=MAIN),
    Command("help", arguments.help_page, ("[page]",), group=MAIN, by_group=True),
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
            yield (
                f"/{group} {below[-1]}: no room, /{group} has {len(below)} commands and {MOST_OF_A_GROUP} are taken; "
                f"{_room(commands)}"
            )
    if len(commands) > MOST:
        yield f"/{commands[-1].name}: there are {len(commands)} commands, and {MOST} are taken"
    for locale in LANGUAGES:
        unknown = known_commands(locale) - {one.name for one in commands}
        yield from [f"/{name}: locales/{locale}/commands.toml names it, and there is none" for name in sorted(unknown)]


def _room(commands: Sequence[Command]) -> str:
    """The groups that can have more of them, in words."""
    used = Counter([one.group for one in commands])
    free = [f"/{group}" for group in Group if group and used[group] < MOST_OF_A_GROUP]
    return f"group= of the new one may be {' or '.join(free)}" if free else "all groups are full"


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
_BY_PLAIN_WORD: Final[Mapping[str, Command]] = {without_accents(word): one for word, one in BY_WORD.items()}
_APOSTROPHES: Final = "'’`´"  # for the accent of a last letter
LOOKS: Final[Mapping[str, LookCommand]] = {one.name: one.look for one in COMMANDS if one.look is not None}


def command_called(word: str) -> Command | None:
    """The command that somebody means by a word, with whatever accents they write it; None for no command."""
    return BY_WORD.get(word.lower()) or _BY_PLAIN_WORD.get(without_accents(word.rstrip(_APOSTROPHES)))


# --- what is offered first --------------------------------------------------------------------------------------------

IN_PRIVATE: Final = "play lesson new join hand table score rules stats leaderboard language help"
IN_GROUPS: Final = "new play join table tables score say leaderboard plan rules language help"
FOR_ADMINS: Final = "new join table tables score leaderboard plan settings pause end rules help"


def menu(names: str) -> tuple[Command, ...]:
    """The commands of a platform's menu, a dozen at most; every other one is understood, and stands in the help."""
    return tuple(BY_NAME[name] for name in names.split())


# --- arguments --------------------------------------------------------------------------------------------------------

ARGUMENTS: Final = frozenset(name for one in COMMANDS for name in one.names)
"""The names of all arguments; each has its word `argument.NAME` in the catalogues."""
CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "code": tuple(RULE_SETS),
    "language": LANGUAGES[::-1],
    "csv": (CSV,),
    "theme": (*THEMES, *DECKS, *SHAPES),
    "phrase": (*PHRASES, *SWITCH),
    **{name: tuple(dict.fromkeys(meanings(name).values())) for name in ("order", "place", "proposal", "switch")},
    "action": ACTIONS,
}
"""Arguments that are one of few things: each has its words `choice.VALUE`, but codes and languages have their names."""
PEOPLE: Final = frozenset(("player",))
"""Arguments that are a person: chosen with the platform's own picker, where it has one."""
INVITING: Final = frozenset(("new", "tournament"))
"""Commands beside which people are named, with the platform's own picker, or by mentioning them."""
FRIENDS: Final = ("with", "with2", "with3")
"""What they are called where each is an argument; as many as there are seats beside one's own."""
COMPLETED: Final = frozenset(("cards", "card", "meld", "settings", "table"))
"""Arguments that are completed while they are typed: from one's own hand, what can be set, and the tables near by."""
