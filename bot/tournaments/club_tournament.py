"""A club's tournament as a value: what was announced, who has entered, and what has happened since it began. Pure.

A player is the id of a person, or `g3` for a guest, whom the arbiter knows by name. Names of persons stand nowhere in
here, so that nothing has to be rewritten when somebody is forgotten. Times are milliseconds since 1970.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from bot.durations import MINUTE
from engine.tournament.announcement import Entry
from engine.tournament.jury import Appeals
from engine.tournament.line_ups import MatchLineUps
from engine.tournament.sheets import Score, ScoreSheet
from engine.tournament.state import Pairing, Progress, Round, Ruled
from engine.tournament.times import scaled_minutes

VERSION: Final = 4
"""Of what the commands of a log mean: from 2 on a call that nobody answers is repeated; from 3 on a sheet is signed by
every line, or for it when its time is over, and a lateness counts when its table is decided; from 4 on a deal that is
annulled leaves it standing that somebody was said to be missing."""

OPEN: Final = "open"  # people sign up
SHUT: Final = "shut"  # sign-up is over, and it has not begun
CHECK_IN: Final = "check-in"  # the same, and who is there says so
RUNNING: Final = "running"
OVER: Final = "over"
CANCELLED: Final = "cancelled"
BEFORE: Final = (OPEN, SHUT, CHECK_IN)
ENDED: Final = (OVER, CANCELLED)

GUEST: Final = "~"  # begins a guest's name where an id would stand, beyond one tournament

ANSWER_WITHIN: Final = MINUTE  # a call of the arbiter
IN_BROWSER: Final = "web:"  # begins the name of a place where a tournament stands in no chat
REAL: Final = "real"  # cards, in a room
DEALT: Final = "dealt"  # by the host, in the chat
SILENT: Final = "silent"
UNPLAYED: Final = "unplayed"
LOST: Final = "lost"
ALL_DEALS: Final = 0  # of a round, where one of them has its number
CORRECTION: Final = "correction"  # that not every line signs
COMPUTER: Final = re.compile(r"c\d{1,4}:([a-z]+)")
"""The id of a computer player, for proofs and benchmarks alone: `c7:base`."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """What everybody may read before the start. `rounds` and `deals` have an item for each round.

    `starts` 0: when the arbiter says so. `places` are those of entries, 0 for as many as come. `check_in` and `closes`
    are minutes before the start, 0 for no check-in, and for sign-up until the start. `scale`: per cent of the code's
    times. `window`: minutes between the end of a round and the next pairing, and for objections to the score of a
    table dealt in the chat. `automatic`: it begins by itself. `cards` are real, or dealt in the chat. `venue`: where it
    is played, as text. `duplicate`: every table of a round is dealt the same. `qualifiers` go on to the knock-out, 0
    for all.
    """

    name: str
    code: str
    kind: str
    rounds: tuple[str, ...]
    deals: tuple[int, ...]
    starts: int = 0
    zone: str = "UTC"
    places: int = 0
    prizes: str = ""
    check_in: int = 0
    closes: int = 0
    scale: int = 100
    window: int = 5
    first: str = "order"
    step: int = 1
    automatic: bool = False
    cards: str = REAL
    venue: str = ""
    duplicate: bool = False
    series: str = ""  # whose evening it is, by id
    season: int = 0
    best: int = 0  # evenings of the season that count, 0 for all
    of: int = 0  # evenings of the season, 0 for no end
    is_final: bool = False
    qualifiers: int = 0
    invited: tuple[str, ...] = ()  # to a final, as `bot.tournaments.outcome` names players

    @property
    def is_dealt(self) -> bool:
        """Whether its tables are in the chat."""
        return self.cards == DEALT

    @property
    def shuts(self) -> int:
        """When sign-up ends, 0 for as the arbiter says."""
        return self.starts - max(self.closes, self.check_in) * MINUTE if self.starts else 0

    def minutes(self, number: int) -> int:
        """How long a round from 1 lasts, on this tournament's clock; 0 where no code says."""
        return scaled_minutes(self.code, self.deals[number - 1], self.scale) or 0


@dataclass(frozen=True, slots=True)
class SignUp:
    """Who wants to play as one. `agreed`: who of them has said so; `here`: who has said that they are there."""

    number: int
    players: tuple[str, ...]
    agreed: tuple[str, ...]
    here: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """As the tournament's file names the entry."""
        return str(self.number)

    @property
    def is_whole(self) -> bool:
        return set(self.agreed) == set(self.players)

    def is_here(self, least: int) -> bool:
        """Whether so many of them are there as are needed to play."""
        return len(self.here) >= least


@dataclass(frozen=True, slots=True)
class EnteredSheet:
    """What a line has entered for its table, and nobody has countersigned. `totals` are the keys of a result, JSON."""

    table: int
    line: int
    player: str
    totals: str


@dataclass(frozen=True, slots=True)
class DealtScore:
    """How a table ended, at `at`, that was dealt in the chat. `totals` as of a sheet; `signed`: lines that agree."""

    table: int
    totals: str
    at: int
    signed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class CorrectionRequest:
    """Other numbers for a result that stands, which `player` has asked for and some have `signed`.

    `replaces`: the number of the result in the list; `totals` as of a sheet; `called_at`: the table to which the
    arbiter was called because of it, 0 where they were not.
    """

    round: int
    table: int
    replaces: int
    player: str
    totals: str
    at: int
    signed: tuple[str, ...]
    cause: str
    called_at: int = 0


@dataclass(frozen=True, slots=True)
class ArbiterCall:
    """Somebody at a table wants the arbiter. `dispute`: the lines have entered different numbers.

    `reminded`: nobody had come within `ANSWER_WITHIN`, and the arbiters and the table have heard so. `missing`: they
    say that the other line is not there. `why`: the host calls, for `player` is silent at a table dealt in the chat
    (`SILENT`), it has ended without a score (`UNPLAYED`), or a line has not signed what they asked for (`CORRECTION`).
    """

    table: int
    player: str
    at: int
    dispute: bool = False
    reminded: bool = False
    missing: bool = False
    why: str = ""

    @property
    def halts(self) -> bool:
        """Whether play stops there until the ruling; who was silent may play on at any time."""
        return not (self.dispute or self.missing or self.why)


@dataclass(frozen=True, slots=True)
class AnsweredCall:
    """Which arbiter was at a table last, and when."""

    table: int
    by: str
    at: int


@dataclass(frozen=True, slots=True)
class Absence:
    """A line that is not at its table, as the other one says. `minutes`: so late they came, at `came`; 0 before.

    `late`: it was said when ten minutes of the round were over, so that nothing follows of it by itself.
    """

    table: int
    line: int
    since: int
    came: int = 0
    minutes: int = 0
    late: bool = False


@dataclass(frozen=True, slots=True)
class DeskRuling:
    """What was ruled, as everybody may read it. `id`: its number in the list, or `d1` for what stands in no list.

    `what`: a situation of `engine.tournament.articles`; `keys`: of the event that it is or will be, JSON. `officio`:
    nobody ruled, the code did. `undone`: the id of what has reversed it; `undoes`: what it reverses itself. `waits`:
    it comes into the list with the result of its table.
    """

    id: str
    what: str
    round: int
    by: str
    at: int
    keys: str
    entry: str = ""
    table: int = 0
    officio: bool = False
    waits: bool = False
    undone: str = ""
    undoes: str = ""


@dataclass(frozen=True, slots=True)
class Broadcast:
    """A table of a round that is shown with all hands open, a delay later; `bot.tournaments.broadcasts` says when.

    `delays`: since when which delay has been in force, both in milliseconds, in the order in which the arbiter chose.
    """

    round: int
    table: int
    delays: tuple[tuple[int, int], ...]

    @property
    def since(self) -> int:
        """Nothing that was played before is shown."""
        return self.delays[0][0]

    @property
    def delay(self) -> int:
        """The one in force."""
        return self.delays[-1][1]


@dataclass(frozen=True, slots=True)
class CalledOff:
    """What an evening lost at `at`, when somebody called it off: for whoever takes that back."""

    at: int
    state: str
    calls: tuple[ArbiterCall, ...]
    absences: tuple[Absence, ...]
    scores: tuple[DealtScore, ...]
    paused_at: int
    paused_why: str


@dataclass(frozen=True, slots=True)
class ClubTournament:
    """All of it. `sign_ups` are whole, in the order in which they became so; `proposals` wait for somebody's word.

    Once it runs, `entries` are those of its file, `events` the file's list, each as JSON, and `progress` their fold.
    """

    channel: str
    organiser: str
    announcement: Announcement
    state: str = OPEN
    created: int = 0
    since: int = 0  # when it came into this state
    arbiters: tuple[str, ...] = ()
    sign_ups: tuple[SignUp, ...] = ()
    proposals: tuple[SignUp, ...] = ()
    seeking: tuple[str, ...] = ()  # who looks for a partner
    guests: tuple[str, ...] = ()  # their names; the first is `g1`
    last_number: int = 0
    reminded: tuple[str, ...] = ()
    reason: str = ""  # why it was cancelled
    called_off: CalledOff | None = None  # by somebody; None where it was not, or the host did it by itself
    seed: str = ""
    entries: tuple[Entry, ...] = ()
    events: tuple[str, ...] = ()
    progress: Progress | None = field(default=None, repr=False)
    papers: tuple[ScoreSheet, ...] = ()  # of all rounds
    calls: tuple[ArbiterCall, ...] = ()
    answered: tuple[AnsweredCall, ...] = ()
    absences: tuple[Absence, ...] = ()
    requests: tuple[CorrectionRequest, ...] = ()  # corrections that not every line has signed
    disputed: tuple[int, ...] = ()  # tables whose lines did not agree on what was entered last
    rulings: tuple[DeskRuling, ...] = ()
    appeals: Appeals = ()
    reminded_appeals: tuple[str, ...] = ()  # their rulings; of each the judge was reminded
    jury: str = ""  # who decides appeals, "" where nobody is named
    left: tuple[str, ...] = ()  # arbiters who have gone
    line_ups: tuple[MatchLineUps, ...] = ()  # of the open round, sealed or open
    opened: tuple[int, ...] = ()  # tables whose line-ups are open
    scores: tuple[DealtScore, ...] = ()  # of tables dealt in the chat, until they are results
    deck: str = field(default="", repr=False)  # what the decks of the last round follow from in duplicate; a secret
    sealed_rounds: tuple[int, ...] = ()  # whose deals are not open to everybody
    own_deals: tuple[tuple[int, int, int], ...] = ()
    """Round, table and deal, or `ALL_DEALS`, in duplicate: what a table was dealt that no other was."""
    paired_at: int = 0  # of the last round
    went_at: int = 0  # its clock, 0 where it has not begun
    closed_at: int = 0
    reopened: bool = False  # its end was taken back: no round follows by itself
    ended: int = 0  # when it was over first, where that end was taken back later
    timed_out_at: int = 0  # when time was called for the round
    late_tables: tuple[int, ...] = ()  # that had minutes back, and for which it was called afterwards
    paused_at: int = 0  # the clock of the round stands since then, 0 where it does not
    paused_why: str = ""  # `LOST` where the host has stopped it, for its channel is lost; "" for the arbiter
    link: str = ""  # the secret that the link of its public page ends with, "" for none
    broadcasts: tuple[Broadcast, ...] = ()  # that the arbiter has not ended
    same: tuple[tuple[str, ...], ...] = ()  # ids that are one person's, of each the one first that plays
    version: int = VERSION

    @property
    def in_chat(self) -> bool:
        """Whether there is a channel that is shown it; else it stands in browsers alone."""
        return not self.channel.startswith(IN_BROWSER)

    # --- who is in ------------------------------------------------------------------------------------------------

    @property
    def placed(self) -> tuple[SignUp, ...]:
        """Those with a place, in order; once it has begun, those who play."""
        if self.progress is None:
            return self.sign_ups[: self.announcement.places or None]
        plays = {entry.id for entry in self.progress.entered}
        return tuple(one for one in self.sign_ups if one.id in plays)

    @property
    def waiting(self) -> tuple[SignUp, ...]:
        """Those who wait for a place, the first first; once it has begun, those who could still come in."""
        placed = {one.number for one in self.placed}
        return tuple(one for one in self.sign_ups if one.number not in placed)

    def sign_up(self, number: int) -> SignUp | None:
        """The one of this number, whole or proposed."""
        return next((one for one in (*self.sign_ups, *self.proposals) if one.number == number), None)

    def sign_up_of(self, player: str) -> SignUp | None:
        """Where somebody plays, or has said that they would."""
        return next((one for one in (*self.sign_ups, *self.proposals) if player in one.agreed), None)

    def proposals_to(self, player: str) -> tuple[SignUp, ...]:
        """Those who wait for this person's word."""
        return tuple(one for one in self.proposals if player in one.players and player not in one.agreed)

    @property
    def seekers(self) -> tuple[str, ...]:
        """Who looks for a partner, or would come in for somebody, and has not come in yet."""
        return tuple(player for player in self.seeking if not self.entry_of(player))

    def guest(self, player: str) -> str:
        """A guest's name, "" for a person."""
        number = player[1:] if player[:1] == "g" and player[1:].isdecimal() else "0"
        return self.guests[int(number) - 1] if 0 < int(number) <= len(self.guests) else ""

    def persons(self) -> tuple[str, ...]:
        """Everybody who has a person's id and plays, or would, once."""
        named = [player for one in (*self.sign_ups, *self.proposals) for player in one.players]
        rosters = self.progress.rosters.values() if self.progress else ()
        invited = [player for player in self.announcement.invited if not player.startswith(GUEST)]
        every = dict.fromkeys([*named, *self.seeking, *[player for roster in rosters for player in roster], *invited])
        return tuple(player for player in every if not self.guest(player))

    def named(self) -> tuple[str, ...]:
        """The same, with those who came in for somebody and have left again: rulings and the file still name them."""
        replaced = [json.loads(ruling.keys) for ruling in self.rulings if '"out":' in ruling.keys]
        came = dict.fromkeys([*self.persons(), *[str(keys["in"]) for keys in replaced if "in" in keys]])
        return tuple(player for player in came if not self.guest(player))

    @property
    def staff(self) -> tuple[str, ...]:
        """Its organiser, who is the head arbiter, and those named beside them, without who has left."""
        return tuple(one for one in dict.fromkeys((self.organiser, *self.arbiters)) if one not in self.left)

    def ids_of(self, player: str) -> tuple[str, ...]:
        """Every id of the same person, as far as it is noted."""
        return next((ids for ids in self.same if player in ids), (player,))

    def known_as(self, player: str) -> str:
        """Of the ids of the same person the one that stands for all."""
        return self.ids_of(player)[0]

    # --- the evening ----------------------------------------------------------------------------------------------

    @property
    def current(self) -> Round | None:
        """The round that was paired last."""
        return self.progress.current if self.progress else None

    @property
    def has_rounds_left(self) -> bool:
        return self.current is None or self.current.number < len(self.announcement.rounds)

    @property
    def undecided(self) -> tuple[Pairing, ...]:
        """The tables of the open round that have no result yet."""
        if self.current is None or self.current.closed:
            return ()
        return tuple(one for one in self.current.pairings if one.decision is None)

    def entry_of(self, player: str) -> str:
        """The id of the entry somebody plays in now, "" for none."""
        rosters = self.progress.rosters if self.progress else {}
        return next((entry for entry, roster in rosters.items() if player in roster), "")

    def pairing_of(self, player: str) -> Pairing | None:
        """The table at which somebody sits in the last round."""
        entry = self.entry_of(player)
        return self.current.of(entry) if self.current is not None and entry else None

    def pairing(self, table: int, number: int = 0) -> Pairing | None:
        """The table of this number, of the last round or of the one of a number from 1."""
        rounds = self.progress.rounds if self.progress is not None else ()
        return rounds[(number or len(rounds)) - 1].at(table) if rounds and number <= len(rounds) else None

    @property
    def sheets(self) -> tuple[EnteredSheet, ...]:
        """What was entered for tables without a result: of each line what it entered last."""
        open_tables = {pairing.table for pairing in self.undecided} if self.state == RUNNING else set()
        number = self.current.number if self.current is not None else 0
        return tuple(
            sheet
            for paper in self.papers
            if paper.round == number and paper.table in open_tables
            for sheet in _entered(paper)
        )

    @property
    def is_sealed(self) -> bool:
        """Whether deals of the last round are not open yet, so that nobody is to read what they were played for."""
        return self.current is not None and self.current.number in self.sealed_rounds

    def score_of(self, table: int) -> DealtScore | None:
        """The score of a table dealt in the chat that waits to be signed."""
        return next((one for one in self.scores if one.table == table), None)

    def sheets_of(self, table: int) -> Iterator[EnteredSheet]:
        """What its lines have entered, of which at most one is left where they agree."""
        return (one for one in self.sheets if one.table == table)

    def paper(self, number: int, table: int) -> ScoreSheet | None:
        """The sheet of a table of a round, with all its versions."""
        return next((one for one in self.papers if (one.round, one.table) == (number, table)), None)

    @property
    def waiting_rulings(self) -> tuple[DeskRuling, ...]:
        """Those in force that come into the list with the results of tables of the open round."""
        number, open_tables = self.current.number if self.current else 0, {one.table for one in self.undecided}
        waiting = [one for one in self.rulings if one.waits and not one.undone]
        return tuple(one for one in waiting if one.round == number and one.table in open_tables)

    @property
    def expelled(self) -> frozenset[str]:
        """The entries that the arbiter has sent away; in the list they have withdrawn."""
        return frozenset(one.entry for one in self.rulings if one.what == "expel" and not one.undone)

    def is_award(self, pairing: Pairing) -> bool:
        """Whether a table was decided because a line has not come: its points were not played for."""
        ruling = self.ruling(str(pairing.decision.n)) if isinstance(pairing.decision, Ruled) else None
        return ruling is not None and ruling.what == "no-show"

    def broadcast_of(self, number: int, table: int) -> Broadcast | None:
        """That of a table of a round, None where it is not shown so."""
        return next((one for one in self.broadcasts if (one.round, one.table) == (number, table)), None)

    def ruling(self, id_: str) -> DeskRuling | None:
        return next((one for one in self.rulings if one.id == id_), None)


def _entered(paper: ScoreSheet) -> list[EnteredSheet]:
    last: dict[int, EnteredSheet] = {}
    for version in paper.versions:
        line = paper.line_of(version.author)
        if line is not None:
            last.pop(line, None)
            last[line] = EnteredSheet(paper.table, line, version.author, totals_text(version.score))
    return list(last.values())


def totals_text(score: Score) -> str:
    """What a sheet says, as the keys of a result, JSON."""
    return json.dumps(score.keys(), separators=(",", ":"), sort_keys=True)
