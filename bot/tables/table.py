"""A table as a value: who sits there, what is being played, what everybody waits for.

Nothing here does anything. `bot.tables.commands` makes the next table out of one and a command; both are pure, so that
the table's log, folded again, gives the same table. Times are milliseconds since 1970, given from outside.
"""

from collections.abc import Collection
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from bot.durations import HOUR, MINUTE, SECOND
from engine.actions import Written
from engine.code import Code, code_for
from engine.deal import ANNULLO
from engine.hand import size
from engine.match import Match
from engine.record import DealRecord, Line
from engine.rules import Rules, earlier_house, load_rules, parse_house, with_house
from engine.table import Game

LOBBY: Final = "lobby"
PAUSE: Final = "pause"  # before a deal
PLAYING: Final = "playing"
OVER: Final = "over"  # the match has ended; a rematch may follow
CLOSED: Final = "closed"  # nothing follows

VERSION: Final = 9
"""Of what commands mean to a table; its log's first entry tells it, 0 where that says nothing.

Since 1 a request outlives the turns that it is not about, and goes with the people who were asked; who waits takes a
place that other settings make; who leaves after a match gives their place up.

Since 2 everybody is asked about a stallo where the code says so, and a record's tags name those who sat there when its
deal began; at older ones the code says what it said then, and the tags name those who sat there at the end. And a host
that comes back before the time at which it went (its clock was set back) moves all marks back with it. Who leaves while
a rematch waits for others to say yes gives their place up; at older ones a computer keeps it. And a rematch that nobody
wants any more, because whoever asked for it sits there no more, is called off; at older ones it is dealt.

Since 3 a live table's channels name whom it waits for, and a table where nobody plays for two laps pauses itself; older
ones wait for neither, so that their due times are what was stored.

Since 4 somebody who was invited and takes another name while they sit there is expected by that name when they leave.

Since 5 results name the level that computers played at; at older ones all are called alike, whatever they were.

Since 6 a match that ends while its table is paused, since somebody gives it up, ends the pause; at older ones a
rematch is paused until somebody goes on. Whoever is in turn and goes on after a pause counts as there, and where
somebody lets an idle table go on who does not sit there, all are waited for anew. Time that was called stands still
while a computer has the seat. Only after a match anybody waits for a rematch, and what was changed meanwhile outlasts
one that is called off. No turn is taken back and no deal annulled while computers play for all persons of a side; and
who leaves a match between two deals gives it up unless everybody who sat there had agreed to annul the last. A deal
in which the match is given up before each side has had a turn does not count. Whose answer to a request is missing is
named also while a computer is in turn.

Since 7 nobody gets more time either while computers play for all persons of a side; and over days who is in turn is
told so as it begins.

Since 8 the points that a code takes from whoever gives a match up count also where no Victory Points are printed; and
who was reminded in a turn is waited for anew when the seat changes hands in it.

Since 9 who takes the pozzetto in diretta has the time of their new cards, where a turn's time goes by the cards held.
"""


UNDO: Final = "undo"
ANNUL: Final = "annul"
ADJOURN: Final = "adjourn"
TIME: Final = "time"
REMATCH: Final = "rematch"  # nobody proposes it so; it may fall as what was proposed does
CONSENTS: Final = (UNDO, ANNUL, ADJOURN, TIME)
"""What a table does only if every person who plays agrees, and what a person may propose."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What was agreed before the match. Durations in milliseconds; 0 switches off."""

    rules: str = "fibur"
    house: str = ""  # as in a record's House tag
    players: int = 4
    pace: int = 800  # between two actions of computer players
    ping_after: int = MINUTE  # of silence of the player in turn
    mention_after: int = 10 * SECOND  # of the same silence: their name in the channels
    most_below: int = 8  # messages that may stand below the table's own, before that moves down
    stand_in_after: int = 5 * MINUTE
    pause: int = 30 * SECOND  # between two deals, unless all are ready sooner
    lobby_expires: int = 2 * HOUR
    watched: bool = False  # computer players only: who opens the table looks on
    match_minutes: int = 0  # for the play of all deals together: then the time is over
    days: int = 0  # in each player's bank: the table is played over days; 0 for a live one
    ping_days: int = 4 * HOUR  # of silence at a table over days, of the time that counts there
    quiet: str = "23:00-08:00"  # hours that do not count at a table over days; "" for none
    zone: str = "Europe/Rome"  # of its quiet hours and holidays
    holidays: str = ""  # dates that do not count, as in `bot.tables.hours.parse_holidays`
    level: str = "club"  # how well computer players play, as `bot.tables.levels` says
    partner: str = "club"  # how well those play whose partner is a person
    phrases: bool = True  # whether who sits there may say short phrases, that the others are shown
    hints: bool = False  # whether who is in turn may ask for a hint; never at a tournament's table

    def load_rules(self) -> Rules:
        """Raises `engine.rules.RulesError`."""
        return _load_rules(self.rules, self.house)

    def code(self) -> Code:
        """Raises `ValueError` where the rules and the number of players do not go together."""
        return _code(self.rules, self.house, self.players)


# Asked some forty times for one message, so the answers are kept.
@lru_cache(1024)
def _load_rules(rules: str, house: str) -> Rules:
    return with_house(load_rules(rules), parse_house(house))


@lru_cache(1024)
def _code(rules: str, house: str, players: int) -> Code:
    return code_for(_load_rules(rules, house), players)


@lru_cache(1024)
def _at_first(rules: str, house: str, players: int) -> Code:
    changes = earlier_house(rules) | parse_house(house)
    return code_for(with_house(load_rules(rules), changes), players)


@dataclass(frozen=True, slots=True)
class Chair:
    """A place at the table. A person and a computer together: the computer stands in until the person returns.

    `left`: because the person has said so, who need not hear of it.
    """

    person: str = ""
    name: str = ""
    computer: str = ""
    ready: bool = False
    missed: int = 0  # turns in a row that the clock ended without a word of the person
    left: bool = False

    @property
    def is_taken(self) -> bool:
        return bool(self.person or self.computer)

    @property
    def human(self) -> bool:
        """Whether a person plays here now."""
        return bool(self.person) and not self.computer


@dataclass(frozen=True, slots=True)
class Invitee:
    """Somebody who was invited; `loud`: the channels name them so that they hear of it."""

    person: str
    name: str
    loud: bool


@dataclass(frozen=True, slots=True)
class Proposal:
    """What the seat `by` proposed, and the seats that agree so far; `by` is "" where the host asks (of a stallo)."""

    what: str
    by: str
    agreed: frozenset[str]
    days: int = 0  # of an adjournment; 0 until somebody resumes
    at: int = 0  # when it was proposed, or as long before now as it was then, without the time that did not count
    born: int = 0  # when it was proposed, whatever has stood still since: it tells it from every other request


@dataclass(frozen=True, slots=True)
class Objection:
    """What was proposed and fell, and the seat that objected; "" where it had become impossible.

    `withdrawn`: it is the seat that had proposed it. It is told for the turn in progress and so many `turns` more.
    """

    what: str
    seat: str
    withdrawn: bool = False
    turns: int = 0


@dataclass(frozen=True, slots=True)
class Assigned:
    """Which table of a tournament this is, and who was paired there; `bot.tables.assigned` says what follows from it.

    `tournament` is its id, `name` what people call it. `lines`: the ids of those who sit as one, N-S first, each in the
    order of the seats (N, S and E, W; of three players, and in singles, everybody is a line), "" for a computer player.
    `room`: which of the two tables of a team match. `sealed`: the same deal may still be played elsewhere, so that
    nobody may see any of it who does not sit here.
    """

    tournament: str
    name: str
    round: int
    table: int
    lines: tuple[tuple[str, ...], ...]
    room: int = 1
    sealed: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A table. `stage` counts the changes that make older buttons stale."""

    settings: Settings
    opener: str
    label: str = ""  # the short name by which people find it
    channel: str = ""  # where it was opened
    mirrors: tuple[str, ...] = ()  # other channels that show it
    phase: str = LOBBY
    stage: int = 0
    since: int = 0  # when something happened last: pauses and a lobby's patience are counted from here
    turn_since: int = 0  # when the turn began: its clock runs from here
    chairs: tuple[Chair, ...] = ()  # by seat
    waiting: tuple[tuple[str, str], ...] = ()  # (person, name) for the next table
    invited: tuple[Invitee, ...] = ()  # when it was opened, in the order they were named
    called_invited: bool = False  # the channels were told who is invited
    drawn: str = ""  # the cards drawn for seats and dealer, by seat
    drew: tuple[Chair, ...] = ()  # who sat there when they were drawn
    match: Match | None = None
    records: tuple[DealRecord, ...] = ()  # the deals that have ended
    seatings: tuple[tuple[Chair, ...], ...] = ()  # who sat where when each of them ended
    dealer: int = 0
    # of this deal, or sealed for the next one; a secret until it has ended
    seed: bytes = field(default=b"", repr=False)
    game: Game | None = None
    hands: tuple[tuple[str, str], ...] = ()  # (person, seat): who has held which hand of the deal dealt last
    lines: tuple[Line, ...] = ()  # of the deal in progress
    turn: tuple[Written, ...] = ()  # of the turn in progress
    after_turn: tuple[Line, ...] = ()  # what the record writes when the turn in progress has ended
    happened: tuple[Line, ...] = ()
    """What happened in this deal, in its order: a turn is in parts where the table did something within it."""
    replaced: tuple[Chair | None, ...] = ()
    """For each change of a seat in this deal, who sat there before a newcomer; None where nobody new came."""
    proposal: Proposal | None = None
    objection: Objection | None = None  # to the last proposal, until a later turn, a deal or a proposal
    paused: bool = False
    pinged: int = -1  # `since`, as it was when the player in turn was pinged in this turn
    mentioned: int = -1  # `acted`, as it was when the channels were told in this turn who is waited for
    mentioned_request: int = -1  # when that was proposed of which the channels were told whose answers are missing
    offered: int = -1  # `since`, as it was when a stand-in was offered in this silence
    acted: int = 0  # when the player in turn acted last, or their turn began: silence is counted from here
    reminded: int = -1  # how long they had been silent when they were reminded in this turn
    called: int = -1  # when their time was called
    extra: int = 0  # time they got for this turn by consent, less what they used before a computer stood in
    pozzetto_time: int = 0  # time that a pozzetto taken in diretta has added to this turn
    banks: tuple[int, ...] = ()  # by seat, what counts of it: what is left at a table over days
    match_used: int = 0  # of the match's time, in the deals that have ended
    deal_since: int = 0  # when the deal began: the match's time runs from here
    stopped: int = 0  # when the clocks were stopped, if the table is paused
    adjourned: bool = False  # paused by consent of all
    idle: bool = False  # paused by itself, for nobody has played
    resumes: int = 0  # when an adjourned table goes on by itself; 0 if it does not
    resumed: tuple[int, str] = (0, "")  # when it went on last in this deal, and the seat that said so, "" for none
    outage: int = 0  # how long the host was away in this turn
    copied: bool = False  # whether it was brought back in this turn from a backup, without what was played after that
    warned: int = -1  # `since`, as it was when the lobby was told that it closes soon
    broken_off: bool = False  # an admin has ended it before its end
    ended_by: str = ""  # the name of whoever has ended it before its end
    version: int = VERSION
    assigned: Assigned | None = None  # None for a table among friends
    friends: frozenset[str] = frozenset()  # who opened it, and who came by a private link to a place
    begun: bool = True  # whether a tournament's table was told to begin
    deck: bytes = field(default=b"", repr=False)  # what all decks of a tournament's table follow from; b"" for chance
    open_deals: int = 0  # of a sealed table: so many of the deals that count have ended at every table of the round
    round_ends: int = 0  # when the round of its tournament ends; 0 where nobody has said so
    before: "Table | None" = field(default=None, repr=False)
    """The table at the end of the match before this one, until a deal of this one has ended."""

    @property
    def code(self) -> Code:
        """The code of play as the table has it: where it said otherwise when an older table was opened, as it did."""
        settings, code_of = self.settings, _code if self.version >= 2 else _at_first
        return code_of(settings.rules, settings.house, settings.players)

    @property
    def channels(self) -> tuple[str, ...]:
        """Where the table is shown, the channel of its opening first."""
        return (self.channel, *self.mirrors) if self.channel else self.mirrors

    def seat_of(self, person: str) -> str:
        """The seat of a person, "" for somebody who does not sit here."""
        for seat, chair in zip(self.code.seats, self.chairs, strict=True):
            if person and chair.person == person:
                return seat
        return ""

    def has_held(self, people: Collection[str]) -> frozenset[str]:
        """The seats whose hand of the deal in progress was this person's, once or now; `people` are all ids of theirs.

        Who left South in the middle of the deal still knows South's cards, whoever plays them now.
        """
        return frozenset(seat for person, seat in self.hands if person in people and self.phase == PLAYING)

    @property
    def first_person(self) -> str:
        """Somebody whose table it is: the first person who sits here, or where nobody does who has opened it."""
        return next((chair.person for chair in self.chairs if chair.person), self.opener)

    @property
    def sitters(self) -> frozenset[str]:
        """Everybody who sits here, or has sat here as a deal of this match was played."""
        seatings = (self.chairs, *self.seatings)
        return frozenset(chair.person for chairs in seatings for chair in chairs if chair.person) | {
            person for person, _ in self.hands
        }

    def chair(self, seat: str) -> Chair:
        return self.chairs[self.code.seats.index(seat)]

    @property
    def halted(self) -> bool:
        """Whether play stops at a tournament's table until the arbiter has ruled."""
        return self.assigned is not None and self.paused

    @property
    def sealed(self) -> bool:
        """Whether nobody may see anything of its deal who does not sit here: it may still be played elsewhere."""
        return self.assigned is not None and self.assigned.sealed and self.open_deals < max(1, self.last_deal_number)

    @property
    def last_deal_number(self) -> int:
        """Which of the deals that count was dealt last, from 1; an annulled one has the number of its next try.

        0 before the first of a match.
        """
        if self.match is None or self.game is None:
            return 0
        is_over = self.game.deal.is_over
        return self.record_numbers[-1] if is_over and self.records else len(self.match.counted) + 1

    @property
    def record_numbers(self) -> tuple[int, ...]:
        """The same of each deal that has ended."""
        ended = self.match.deals if self.match is not None else ()
        counts = [deal.termination != ANNULLO for deal in ended]
        return tuple(1 + sum(counts[:at]) for at in range(len(counts)))

    @property
    def open_records(self) -> tuple[DealRecord, ...]:
        """The deals that have ended and that everybody may see."""
        if self.assigned is None or not self.assigned.sealed:
            return self.records
        numbers = zip(self.records, self.record_numbers, strict=True)
        return tuple(record for record, number in numbers if number <= self.open_deals)

    @property
    def result_sealed(self) -> bool:
        """Whether the deal that ended last may still be played elsewhere."""
        return len(self.open_records) < len(self.records)

    @property
    def with_score_sheet(self) -> "Table":
        """The table whose score sheet can be read: this one, or in the first deal of a rematch the one `before` it."""
        return self.before or self

    @property
    def before_rematch(self) -> bool:
        """Whether a rematch is asked for, and nothing of it is dealt yet; since version 2."""
        return self.version >= 2 and self.phase == PAUSE and self.before is not None

    @property
    def awaits_others(self) -> bool:
        """Whether a rematch is asked for, and some have not said yes: no match holds anybody here; since version 2."""
        return self.before_rematch and not all(chair.ready for chair in self.chairs if chair.human)

    @property
    def in_turn(self) -> str:
        """The seat in turn while a deal is played, else ""."""
        return self.game.deal.seat if self.phase == PLAYING and self.game else ""

    @property
    def turn_time(self) -> int:
        """Milliseconds for the turn in progress, by the cards it began with; 0 where no clock runs."""
        if not self.in_turn or self.game is None or self.settings.days:
            return 0
        began = self.game.draft[0] if self.game.draft else self.game.deal
        return self.code.rules.turn_limit(size(began.hands[began.turn])) * SECOND

    @property
    def turn_grace(self) -> int:
        """Milliseconds more when time is called; 0 where the code forces without a call."""
        rules = self.code.rules
        return rules.turn_clock_grace * max(1, rules.clock_scale) * SECOND

    @property
    def turn_limit(self) -> int:
        """Milliseconds after which a turn may be ended by force, at the earliest; 0 where no clock runs."""
        return self.turn_time + self.turn_grace if self.turn_time else 0

    @property
    def people(self) -> tuple[str, ...]:
        """The seats where a person plays now."""
        return tuple(seat for seat, chair in zip(self.code.seats, self.chairs, strict=True) if chair.human)


def open_table(settings: Settings, opener: str, name: str, at: int, label: str = "", channel: str = "") -> Table:
    """A new table in its lobby; who opened it sits down first. Raises `ValueError` for impossible settings."""
    places, friends = settings.code().players, frozenset((opener,))
    if settings.watched:
        return Table(settings, opener, label, channel, since=at, chairs=(Chair(),) * places, friends=friends)
    chairs = (Chair(person=opener, name=name), *[Chair()] * (places - 1))
    return Table(settings, opener, label, channel, since=at, chairs=chairs, friends=friends)
