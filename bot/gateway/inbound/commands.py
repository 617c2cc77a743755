"""The commands that people write, the same on every platform: one line each, with what it means as an intent.

A new command is a line in `COMMANDS`, with its sentence `command.NAME` in each catalogue. The first word is everywhere
the same, for a platform that must know one; the Italian words behind it are understood too, in any language.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
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
    of_match,
    open_table,
    plan,
    play_now,
    propose,
    replace_seat,
    rules,
    seat,
    set_table,
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
from bot.messages.buttons import Verb
from bot.requests.board_words import leaderboard
from bot.requests.requests import (
    Erase,
    Export,
    Introduce,
    Link,
    NextTable,
    Partners,
    Plans,
    Record,
    Replay,
    Tables,
    UseLink,
    Verify,
)
from bot.words.languages import Language

ANYBODY: Final = "anybody"
SEATED: Final = "seated"
ADMIN: Final = "admin"  # who opened the table, or directs the channel

PREFIX: Final = "burraco"  # the one command of a platform that groups all others under it


@dataclass(frozen=True, slots=True)
class Command:
    """A command. `arguments` are names, in brackets where they may be left out; `make` gives None for wrong ones."""

    name: str
    make: Callable[[Said], Heard | None]
    also: tuple[str, ...] = ()
    arguments: tuple[str, ...] = ()
    who: str = ANYBODY

    def word(self, language: Language) -> str:
        """What it is called in that language, without accents: chats make links of plain letters only."""
        own = [word for word in self.also if word.isascii()] if language == "it" else []
        return own[0] if own else self.name


COMMANDS: Final[tuple[Command, ...]] = (
    Command("new", open_table, ("nuovo",), ("[code]", "[settings]")),
    Command("play", play_now, ("gioca",), ("[code]",)),
    Command("watch", watch, ("guarda",), ("[code]",)),
    Command("tables", lambda said: Tables(said.channel), ("tavoli",)),
    Command("join", join, ("entra",), ("[table]", "[seat]")),
    Command("leave", do("leave"), ("esci",), who=SEATED),
    Command("computer", seat("computer"), (), ("[seat]",), SEATED),
    Command("remove", seat("remove"), ("togli",), ("seat",), SEATED),
    Command("set", set_table, ("imposta",), ("settings",), SEATED),
    Command("start", do("start"), ("inizia",), who=ADMIN),
    Command("hand", show(Verb.HAND), ("mano", "carte"), ("[table]",), SEATED),
    Command("table", show(Verb.TABLE), ("tavolo",), ("[table]",)),
    Command("since", show(Verb.SINCE), ("novità", "novita"), ("[table]",)),
    Command("moviola", show(Verb.MOVIOLA), (), ("[table]",)),
    Command("theme", theme, ("tema",), ("theme",)),
    Command("score", show(Verb.SCORE), ("punti", "punteggio"), ("[table]",)),
    Command("rules", rules, ("regole",), ("[code]",)),
    Command("minute", lambda _: Minute(), ("minuto",)),
    Command("record", lambda _: Record(""), ("verbale",)),
    Command("draw", typed_play("draw"), ("pesca",), who=SEATED),
    Command("pickup", typed_play("pickup"), ("raccogli",), who=SEATED),
    Command("lay", typed_play("lay"), ("cala",), ("cards",), SEATED),
    Command("add", typed_play("add"), ("lega",), ("meld", "cards"), SEATED),
    Command("discard", typed_play("discard"), ("scarta",), ("card",), SEATED),
    Command("back", do("back"), ("riprendi",), who=SEATED),
    Command("why", why, ("perché", "perche"), ("[cards]",), SEATED),
    Command("sort", sort, ("ordina",), ("order",), SEATED),
    Command("ready", do("ready"), ("pronto", "pronta"), who=SEATED),
    Command("rematch", do("rematch"), ("rivincita",), who=SEATED),
    Command("next", lambda said: NextTable("", said.delivery), ("prossimo",)),
    Command("standin", do("standin"), ("sostituto",), who=SEATED),
    Command("return", do("return"), ("ritorno", "torna"), who=SEATED),
    Command("propose", propose, ("proponi",), ("proposal",), SEATED),
    Command("replace", replace_seat, ("sostituisci",), ("seat",), SEATED),
    Command("agree", do("agree"), ("accetto", "accetta"), who=SEATED),
    Command("refuse", do("refuse"), ("rifiuto", "rifiuta"), who=SEATED),
    Command("call", do("call"), ("tempo",), who=SEATED),
    Command("resign", do("resign"), ("abbandona",), who=SEATED),
    Command("pause", do("pause"), ("pausa",), who=ADMIN),
    Command("resume", do("resume"), ("continua",), who=SEATED),
    Command("end", do("end", 1), ("termina",), who=ADMIN),
    Command("settings", settings, ("impostazioni",), ("[settings]",), ADMIN),
    Command("name", lambda said: Introduce(name=said.text) if said.words else None, ("nome",), ("name",)),
    Command("language", language, ("lingua",), ("language",)),
    Command("hands", hands, ("consegna",), ("place",)),
    Command("link", lambda said: UseLink(said.text) if said.words else Link(), ("collega",), ("[link]",)),
    Command("leaderboard", lambda said: leaderboard(said.words, said.channel), ("classifica",), ("[board]",)),
    Command("stats", stats, ("statistiche",), ("[player]",)),
    Command("partners", lambda said: Partners(said.channel), ("compagni",)),
    Command("history", history, ("storico",), ("[page]",)),
    Command("replay", of_match(Replay), ("rivedi",), ("match",)),
    Command("verify", of_match(Verify), ("verifica",), ("match",)),
    Command("correct", correct, ("correggi",), ("match", "[result]", "[reason]"), ADMIN),
    Command("csv", csv, (), ("[mine]",)),
    Command("plan", plan, ("programma",), ("[time]", "[settings]")),
    Command("plans", lambda said: Plans(said.channel), ("programmi",)),
    Command("export", lambda _: Export(), ("esporta",)),
    Command("erase", lambda said: Erase(said.first), ("cancella",), ("[word]",)),
    Command("help", help_page, ("aiuto",), ("[page]",)),
)  # fmt: skip

BY_WORD: Final[Mapping[str, Command]] = {
    word: command for command in COMMANDS for word in (command.name, *command.also)
}
ARGUMENTS: Final = frozenset([one.strip("[]") for command in COMMANDS for one in command.arguments])
"""The names of all arguments; each has its word `argument.NAME` in the catalogues."""
