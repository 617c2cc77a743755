"""The commands that people write, the same words on every platform: one line each, with what it means as an intent.

A new command is a line in `COMMANDS`, with its sentence `command.NAME` in each catalogue. The first word is everywhere
the same; the words behind it are understood too, in any language. `heard` reads a line of text: a command, else a play.
Behind whatever is done at a table its short name may stand: `/leave KQRB`, `pesca KQRB`.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from bot.chat.messages.buttons import Verb
from bot.chat.post.presses import Show, Step, Tell
from bot.chat.service.board_words import CSV, leaderboard
from bot.chat.service.intents import (
    ANNUL,
    PLAYED,
    SOON,
    AtTable,
    ChangePlan,
    Correct,
    Csv,
    Do,
    Erase,
    Export,
    History,
    Intent,
    Introduce,
    Join,
    Link,
    MakePlan,
    NextTable,
    Open,
    Partners,
    Plans,
    Play,
    Record,
    Replace,
    Replay,
    Rules,
    SetChannel,
    ShowChannel,
    Sort,
    Stats,
    Tables,
    UseLink,
    Verify,
    Watch,
    Why,
)
from bot.chat.service.openings import LABEL_LENGTH, LABEL_SIGNS, reads_as_cards
from bot.chat.speech.typed import Unclear, typed
from engine.actions import Action, format_action
from engine.cards import format_cards
from engine.rules import RULE_SETS
from renderers.scenes import DECKS, SHAPES, THEMES

ANYBODY: Final = "anybody"
SEATED: Final = "seated"
ADMIN: Final = "admin"  # who opened the table, or directs the channel

PREFIX: Final = "burraco"  # the one command of a platform that groups all others under it
_SIDES: Final = re.compile(r"[NESW]{1,2}")
_LABEL: Final = re.compile(rf"[{LABEL_SIGNS}]{{{LABEL_LENGTH}}}")


@dataclass(frozen=True, slots=True)
class Said:
    """What was written behind a command, and what the platform says of it. `channel` is "" in a private chat."""

    words: tuple[str, ...] = ()
    channel: str = ""
    delivery: str = ""
    admin: bool = False

    @property
    def first(self) -> str:
        return self.words[0] if self.words else ""

    @property
    def text(self) -> str:
        return " ".join(self.words)


@dataclass(frozen=True, slots=True)
class Help:
    """The commands there are, a page at a time."""

    page: int = 1


LANGUAGE_WORDS: Final[Mapping[str, str]] = {
    "it": "it",
    "italiano": "it",
    "italian": "it",
    "en": "en",
    "english": "en",
    "inglese": "en",
}


@dataclass(frozen=True, slots=True)
class Usage:
    """How a command is written, because it was not written so."""

    command: str


Heard: TypeAlias = Intent | Step | Help | Usage


@dataclass(frozen=True, slots=True)
class Command:
    """A command. `arguments` are names, in brackets where they may be left out; `make` gives None for wrong ones."""

    name: str
    make: Callable[[Said], Heard | None]
    also: tuple[str, ...] = ()
    arguments: tuple[str, ...] = ()
    who: str = ANYBODY


# --- what they mean ---------------------------------------------------------------------------------------------------


def _open(said: Said) -> Open:
    code = said.first.lower() if said.first.lower() in RULE_SETS else ""
    options = " ".join(said.words[1:] if code else said.words)
    return Open(code, channel=said.channel, options=options, delivery=said.delivery)


def _play(said: Said) -> Play | None:
    if said.words and said.first.lower() not in RULE_SETS:
        return None
    return Play(said.first.lower(), channel=said.channel, delivery=said.delivery)


def _watch(said: Said) -> Watch | None:
    if said.words and said.first.lower() not in RULE_SETS:
        return None
    return Watch(said.first.lower(), channel=said.channel, delivery=said.delivery)


def _join(said: Said) -> Join | None:
    seat = said.words[1].upper() if len(said.words) > 1 else ""
    if not said.words or (seat and not _SIDES.fullmatch(seat)):
        return None
    return Join(said.first.upper(), said.channel, seat, said.delivery)


def _do(command: str, most: int = 0, least: int = 0) -> Callable[[Said], Do | None]:
    """A command of the table, with so many words."""

    def make(said: Said) -> Do | None:
        if not least <= len(said.words) <= most:
            return None
        return Do("", " ".join([command, *said.words]), said.delivery, admin=said.admin)

    return make


def _propose(said: Said) -> Do | None:
    italian = {"turno": "undo", "annullo": "annul", "tempo": "time", "rinvio": "adjourn"}
    what = said.first.lower()
    words = (italian.get(what, what), *said.words[1:])
    return _do("propose", 2, 1)(Said(words, said.channel, said.delivery, said.admin))


def _replace(said: Said) -> Replace | None:
    """The one who has waited longest takes a seat; `replace SEAT yes` after the question whether he means it."""
    seat, rest = said.first.upper(), said.words[1:]
    if len(seat) != 1 or len(rest) > 1 or (rest and rest[0].lower() not in _YES):
        return None
    return Replace("", seat, delivery=said.delivery, admin=said.admin, sure=bool(rest))


def _seat(command: str) -> Callable[[Said], Do | None]:
    def make(said: Said) -> Do | None:
        return _do(command, most=1)(Said(tuple([said.text.upper()] if said.words else []), "", said.delivery))

    return make


def _show(what: Verb) -> Callable[[Said], Show]:
    return lambda said: Show(what, label=said.first.upper())


def _rules(said: Said) -> Rules | Show | None:
    if not said.words:
        return Show(Verb.RULES)
    return Rules(name=said.first.lower()) if said.first.lower() in RULE_SETS else None


def _typed(verb: str) -> Callable[[Said], Heard | None]:
    return lambda said: play(f"{verb} {said.text}", said.delivery)


def play(text: str, delivery: str) -> Do | Tell:
    """A typed play; the sentence where it is not clear."""
    found = typed(text)
    return Tell(found) if isinstance(found, Unclear) else _played(found, delivery)


def _played(action: Action, delivery: str) -> Do:
    return Do("", f"play {format_action(action)}", delivery)


def _why(said: Said) -> Why | Tell:
    if not said.words:
        return Why("")
    found = typed(said.text if len(said.words) > 1 else f"- {said.text}")
    if isinstance(found, Unclear):
        return Tell(found)
    cards = getattr(found, "cards", None) or [card for card in [getattr(found, "card", None)] if card is not None]
    return Why("", format_cards(cards))


def _sort(said: Said) -> Sort | None:
    by = {"suit": "suit", "seme": "suit", "rank": "rank", "valore": "rank"}.get(said.first.lower())
    return Sort("", by) if by else None


def _settings(said: Said) -> ShowChannel | SetChannel | None:
    if not said.words:
        return ShowChannel(said.channel)
    spoken = [word.partition("=")[2] for word in said.words if word.lower().startswith(("language=", "lingua="))]
    others = " ".join([word for word in said.words if not word.lower().startswith(("language=", "lingua="))])
    language = LANGUAGE_WORDS.get(spoken[-1].lower(), "") if spoken else ""
    if spoken and not language:
        return None
    return SetChannel(said.channel, others, language, admin=said.admin)


def _language(said: Said) -> Introduce | None:
    language = LANGUAGE_WORDS.get(said.first.lower(), "")
    return Introduce(language=language) if language else None


def _theme(said: Said) -> Introduce | None:
    """A theme of the pictures, a deck, a shape, or several of them, by their names."""
    named = {name.replace("-", ""): name for name in (*THEMES, *DECKS, *SHAPES)}
    found = [named.get(word.lower().replace("-", "").replace("color", "colour"), "") for word in said.words]
    themes, decks, shapes = [[name for name in found if name in known] for known in (THEMES, DECKS, SHAPES)]
    if not found or "" in found or max(len(themes), len(decks), len(shapes)) > 1:
        return None
    return Introduce(theme="".join(themes), deck="".join(decks), shape="".join(shapes))


_HANDS: Final = {
    **dict.fromkeys(("private", "privato", "dm"), "private"),
    **dict.fromkeys(("channel", "canale", "here", "qui"), "channel"),
}


def _hands(said: Said) -> Introduce | None:
    where = _HANDS.get(said.first.lower(), "")
    return Introduce(hands=where) if where and len(said.words) == 1 else None


def _stats(said: Said) -> Stats:
    csv = said.words[-1:] == (CSV,)
    return Stats(" ".join(said.words[:-1] if csv else said.words), said.channel, csv)


def _history(said: Said) -> History | None:
    if said.words and not _NUMBER.fullmatch(said.first):
        return None
    return History(int(said.first) if said.words else 1, said.channel)


def _match(make: Callable[[str, str], Replay | Verify]) -> Callable[[Said], Replay | Verify | None]:
    return lambda said: make(said.first, said.channel) if len(said.words) == 1 else None


def _correct(said: Said) -> Correct | None:
    """`correct MATCH`, `correct MATCH NS 455 EW 310 reason`, `correct MATCH annul reason`, `correct yes WORD`."""
    words = said.words
    if len(words) == 2 and words[0].lower() in _YES:
        return Correct(word=words[1], channel=said.channel, admin=said.admin)
    if len(words) < 2:
        return Correct(said.first, channel=said.channel, admin=said.admin) if words else None
    if words[1].lower() in _WHOLE:
        totals, rest = _WHOLE[words[1].lower()], words[2:]
    else:
        many = next((at for at in range(1, len(words), 2) if not _SCORE.fullmatch(" ".join(words[at : at + 2]))), 99)
        totals, rest = " ".join(words[1:many]).upper(), words[many:]
    found = Correct(said.first, totals, " ".join(rest), channel=said.channel, admin=said.admin)
    return found if totals and rest else None


_YES: Final = frozenset("yes sì si".split())
_WHOLE: Final = {"annul": ANNUL, "annulla": ANNUL, "played": PLAYED, "giocato": PLAYED}
_SCORE: Final = re.compile(r"[NESW]{1,2} -?\d{1,5}", re.IGNORECASE)


def _csv(said: Said) -> Csv | None:
    own = said.first.lower() in _OWN
    return Csv(said.channel, own) if own or not said.words else None


_OWN: Final = frozenset("mine me mie io".split())
_NUMBER: Final = re.compile(r"[1-9]\d{0,2}")
_CHANGES: Final = {
    **dict.fromkeys(("cancel", "annulla"), "cancel"),
    **dict.fromkeys(("skip", "salta"), "skip"),
    **dict.fromkeys(("pause", "pausa"), "pause"),
    **dict.fromkeys(("resume", "continua"), "resume"),
}


def _plan(said: Said) -> MakePlan | Plans | ChangePlan | None:
    """`plan TIME [settings]`, `plan now`, `plan cancel N`; nothing behind it lists what is planned."""
    if not said.words:
        return Plans(said.channel)
    if said.first.lower() in _CHANGES:
        number = said.words[1] if len(said.words) > 1 else "0"
        if len(said.words) > 2 or (number != "0" and not _NUMBER.fullmatch(number)):
            return None
        return ChangePlan(_CHANGES[said.first.lower()], int(number), said.channel, said.admin, delivery=said.delivery)
    time = " ".join([word for word in said.words if "=" not in word])
    options = " ".join([word for word in said.words if "=" in word])
    soon = time.lower() in SOON
    return MakePlan("" if soon else time, said.channel, options, delivery=said.delivery) if time else None


def _help(said: Said) -> Help:
    return Help(int(said.first) if said.first.isascii() and said.first.isdecimal() and len(said.first) < 3 else 1)


# --- the commands -----------------------------------------------------------------------------------------------------

COMMANDS: Final[tuple[Command, ...]] = (
    Command("new", _open, ("nuovo",), ("[code]", "[settings]")),
    Command("play", _play, ("gioca",), ("[code]",)),
    Command("watch", _watch, ("guarda",), ("[code]",)),
    Command("tables", lambda said: Tables(said.channel), ("tavoli",)),
    Command("join", _join, ("entra",), ("table", "[seat]")),
    Command("leave", _do("leave"), ("esci",), who=SEATED),
    Command("computer", _seat("computer"), (), ("[seat]",), SEATED),
    Command("remove", _seat("remove"), ("togli",), ("seat",), SEATED),
    Command("set", _do("set", 20, 1), ("imposta",), ("settings",), SEATED),
    Command("start", _do("start"), ("inizia",), who=ADMIN),
    Command("hand", _show(Verb.HAND), ("mano", "carte"), ("[table]",), SEATED),
    Command("table", _show(Verb.TABLE), ("tavolo",), ("[table]",)),
    Command("since", _show(Verb.SINCE), ("novità", "novita"), ("[table]",)),
    Command("moviola", _show(Verb.MOVIOLA), (), ("[table]",)),
    Command("theme", _theme, ("tema",), ("theme",)),
    Command("score", _show(Verb.SCORE), ("punti", "punteggio"), ("[table]",)),
    Command("rules", _rules, ("regole",), ("[code]",)),
    Command("record", lambda _: Record(""), ("verbale",)),
    Command("draw", _typed("draw"), ("pesca",), who=SEATED),
    Command("pickup", _typed("pickup"), ("raccogli",), who=SEATED),
    Command("lay", _typed("lay"), ("cala",), ("cards",), SEATED),
    Command("add", _typed("add"), ("lega",), ("meld", "cards"), SEATED),
    Command("discard", _typed("discard"), ("scarta",), ("card",), SEATED),
    Command("back", _do("back"), ("riprendi",), who=SEATED),
    Command("why", _why, ("perché", "perche"), ("[cards]",), SEATED),
    Command("sort", _sort, ("ordina",), ("order",), SEATED),
    Command("ready", _do("ready"), ("pronto", "pronta"), who=SEATED),
    Command("rematch", _do("rematch"), ("rivincita",), who=SEATED),
    Command("next", lambda said: NextTable("", said.delivery, said.admin), ("prossimo",)),
    Command("standin", _do("standin"), ("sostituto",), who=SEATED),
    Command("return", _do("return"), ("ritorno", "torna"), who=SEATED),
    Command("propose", _propose, ("proponi",), ("proposal",), SEATED),
    Command("replace", _replace, ("sostituisci",), ("seat",), SEATED),
    Command("agree", _do("agree"), ("accetto", "accetta"), who=SEATED),
    Command("refuse", _do("refuse"), ("rifiuto", "rifiuta"), who=SEATED),
    Command("call", _do("call"), ("tempo",), who=SEATED),
    Command("resign", _do("resign"), ("abbandona",), who=SEATED),
    Command("pause", _do("pause"), ("pausa",), who=ADMIN),
    Command("resume", _do("resume"), ("continua",), who=SEATED),
    Command("end", _do("end", 1), ("termina",), who=ADMIN),
    Command("settings", _settings, ("impostazioni",), ("[settings]",), ADMIN),
    Command("name", lambda said: Introduce(name=said.text) if said.words else None, ("nome",), ("name",)),
    Command("language", _language, ("lingua",), ("language",)),
    Command("hands", _hands, ("consegna",), ("place",)),
    Command("link", lambda said: UseLink(said.text) if said.words else Link(), ("collega",), ("[link]",)),
    Command("leaderboard", lambda said: leaderboard(said.words, said.channel), ("classifica",), ("[board]",)),
    Command("stats", _stats, ("statistiche",), ("[player]",)),
    Command("partners", lambda said: Partners(said.channel), ("compagni",)),
    Command("history", _history, ("storico",), ("[page]",)),
    Command("replay", _match(Replay), ("rivedi",), ("match",)),
    Command("verify", _match(Verify), ("verifica",), ("match",)),
    Command("correct", _correct, ("correggi",), ("match", "[result]", "[reason]"), ADMIN),
    Command("csv", _csv, (), ("[mine]",)),
    Command("plan", _plan, ("programma",), ("[time]", "[settings]")),
    Command("plans", lambda said: Plans(said.channel), ("programmi",)),
    Command("export", lambda _: Export(), ("esporta",)),
    Command("erase", lambda said: Erase(said.first), ("cancella",), ("[word]",)),
    Command("help", _help, ("aiuto",), ("[page]",)),
)  # fmt: skip

BY_WORD: Final[Mapping[str, Command]] = {
    word: command for command in COMMANDS for word in (command.name, *command.also)
}
ARGUMENTS: Final = frozenset([one.strip("[]") for command in COMMANDS for one in command.arguments])
"""The names of all arguments; each has its word `argument.NAME` in the catalogues."""


def called(name: str, said: Said) -> Heard:
    """What a command means that a platform has recognized by its name."""
    command = BY_WORD.get(name.lower())
    if command is None:
        return Help()
    label = _label_behind(said.words)
    if label:
        named = _at(command.make(replace(said, words=said.words[:-1])), label)
        if named is not None:
            return named
    made = command.make(said)
    return Usage(command.name) if made is None else made


def _label_behind(words: Sequence[str]) -> str:
    """The table that is named last, "" for none; what reads as cards is cards."""
    last = words[-1].upper() if words else ""
    return last if _LABEL.fullmatch(last) and not reads_as_cards(last) else ""


def _at(made: Heard | None, label: str) -> Heard | None:
    """The wish, for the table with this short name; None for a wish that is about no table."""
    if isinstance(made, Show):
        return made if made.label else replace(made, label=label)
    return replace(made, table=label) if isinstance(made, AtTable) and not made.table else None


def heard(text: str, channel: str = "", delivery: str = "", admin: bool = False) -> Heard:
    """What a line of text means: a command, with or without its slash, else a typed play."""
    words = text.split()
    slash = text.lstrip().startswith("/")
    names = [word.lstrip("/").partition("@")[0].lower() for word in words[:2]]
    if names[:1] == [PREFIX]:
        words, names, slash = words[1:], names[1:], True
    if slash and not names:
        return Help()
    if names and (slash or names[0] in BY_WORD):
        return called(names[0], Said(tuple(words[1:]), channel, delivery, admin))
    label = _label_behind(words[1:])
    at_table = _at(play(text.rstrip()[: -len(label)], delivery), label) if label else None
    return at_table or play(text, delivery)
