"""What people ask of a tournament: which words there are, the request, and how a short answer is made of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from bot.messages.tournament_message import (
    BROADCAST,
    CALL,
    CLOSE,
    DESK,
    DIRECT,
    DISPUTE,
    FINISH,
    GO,
    HERE,
    MINE,
    OUT,
    PAIR,
    SEEK,
    SIGN,
    SIGN_UP,
    command_text,
)
from bot.requests.answer import Answer, TournamentPage
from bot.requests.request_context import RequestContext
from bot.tables.who import Declined, Who
from bot.tournaments.club_tournament import ClubTournament
from bot.tournaments.rights import is_arbiter
from bot.words.languages import Language, say
from bot.words.tournament_reader import TournamentReader, clock_words
from bot.words.tournament_refusals import declined_line
from bot.words.tournament_round import Standings
from bot.words.tournament_scores import example_of_deals, score_order

NEW: Final = "new"
FILE: Final = "file"
LINK: Final = "link"
FORM: Final = "form"
CANCEL: Final = "cancel"
CSV: Final = "csv"
PDF: Final = "pdf"
PAIRINGS: Final = "pairings"
FILES: Final = (CSV, PDF, PAIRINGS)
"""What there is beside the export, also as words behind `file`."""
REOPEN: Final = "reopen"
RESTORE: Final = "restore"
STANDING: Final = "standings"
TABLES: Final = "tables"
ADMIT: Final = "+e"  # behind `rule`: the choice of minutes for whoever is admitted late
REPORT: Final = "report"
PLAIN: Final[Mapping[str, str]] = {
    OUT: "leave",
    SEEK: "seek",
    HERE: "here",
    CALL: "call",
    SIGN: "sign",
    DISPUTE: "dispute",
    "shut": "shut",
    "checkin": "checkin",
    "start": "start",
    GO: "go",
    CLOSE: "close",
    PAIR: "pair",
    FINISH: "finish",
    "missing": "missing",
    "pause": "pause",
    "resume": "resume",
    "leaves": "leaves",
    DIRECT: "takeover",
}
"""What is said in a word, and the command of the tournament that it is."""
ACTIONS: Final = (
    *(SIGN_UP, SEEK, OUT, HERE, MINE, "sheet", SIGN, DISPUTE, CALL, TABLES, STANDING, FILE),
    *(NEW, "change", "add", DESK, "shut", "start", GO, CLOSE, PAIR, FINISH, "cancel", "arbiter", "rule"),
)
"""Those that are offered to be chosen; the others are buttons."""
OF_A_ROUND: Final = (GO, CLOSE, PAIR)
"""What buttons of the desk mean of one round alone, however late they are pressed."""
DIRECTING: Final = frozenset(
    (
        *(NEW, "change", "add", "shut", "checkin", "start", GO, CLOSE, PAIR, FINISH, "cancel", "arbiter", "answer"),
        *("rule", "sheet", OUT, HERE, DESK, LINK, FORM, REOPEN, RESTORE, "series", ""),
        *("pause", "resume", "jury", "book", "arrived", FILE, REPORT, BROADCAST),
    )
)
"""What an admin of the place may do as an arbiter: the platform is asked for these alone."""


@dataclass(frozen=True, slots=True)
class AskTournament:
    """`what` is to be done at a tournament, "" to look at it, with these words.

    `tournament` is its id, "" for the one of the channel, or in private the one where they play.
    """

    what: str = ""
    words: str = ""
    channel: str = ""
    tournament: str = ""
    admin: bool = False
    delivery: str = ""
    at_desk: bool = False  # of the browser, where arbiters alone may ask for anything
    in_browser: bool = False  # on the tournament's page there, by whoever may see it


@dataclass(frozen=True, slots=True)
class ClubPage:
    """A tournament in a browser: its board for whoever has the `secret` of it, without one the desk of who asks.

    `is_player`: not their desk, but the page of who plays there, or would. `played`: the deals of this round that are
    open, for whoever may see either page; 0 for none. `broadcast`: of that round this table as it was, with open cards;
    `course`: all that has been shown of a deal there, the `deal` of that number or the one that is shown now.
    """

    tournament: str  # its id
    language: Language  # of the board
    secret: str = ""
    is_player: bool = False
    played: int = 0
    broadcast: int = 0
    course: bool = False
    deal: int = 0


@dataclass(frozen=True, slots=True)
class TournamentAsk:
    """One request at one tournament, and who reads its answer."""

    context: RequestContext
    request: AskTournament
    id: str
    one: ClubTournament
    reader: TournamentReader
    player: str  # the id of who asks, as the tournament knows them
    tables: Standings = field(default_factory=dict)

    @property
    def who(self) -> Who:
        """Without a name: the log of a tournament has none. An admin directs what is in their own place."""
        here, there = [channel.partition("/")[0] for channel in (self.request.channel, self.one.channel)]
        return Who(self.player, admin=self.request.admin and here == there)

    @property
    def own_desk(self) -> str:
        """The tournament whose desk a platform may open for who asks, "" for none: a browser knows no admins."""
        return self.id if is_arbiter(self.one, Who(self.player)) else ""

    @property
    def words(self) -> list[str]:
        return self.request.words.split()

    def button(self, what: str, *words: str) -> tuple[str, str]:
        """Its words, and what pressing it writes."""
        return say(self.reader.language, f"tournament.button.{what}"), command_text(what, self.id, *words)

    def declined(self, declined: Declined) -> Answer:
        """Why not; a time is one of the clock where the tournament is."""
        zone, language = self.one.announcement.zone, self.reader.language
        facts = [(name, clock_words(language, int(at), zone) if name == "time" else at) for name, at in declined.facts]
        timed = replace(declined, facts=tuple(facts))
        return Answer(False, declined_line(timed, self.reader), page=TournamentPage())

    def usage(self, of: str = "") -> Answer:
        """How it is written; `of`: a ruling of this kind."""
        kind = f"-{of}" if of else ""
        order, deals = score_order(self.one, self.reader), example_of_deals(self.one)
        words = say(self.reader.language, f"tournament.usage.{self.request.what}{kind}", order=order, deals=deals)
        return Answer(False, words, page=TournamentPage())

    @property
    def number(self) -> int | None:
        """The number that stands there alone, if one does."""
        words = self.words
        is_number = len(words) == 1 and words[0].isascii() and words[0].isdecimal() and len(words[0]) < 5
        return int(words[0]) if is_number else None
