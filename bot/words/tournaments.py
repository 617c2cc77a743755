"""A tournament in words: what is announced, who is in, the tables of a round, the standings, why something is refused.

Names are given from outside: by player as somebody reads them.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby
from types import MappingProxyType
from typing import Final, TypeAlias
from zoneinfo import ZoneInfo

from babel.dates import format_datetime

from bot.tables.who import Declined
from bot.tournaments.club_tournament import (
    BEFORE,
    CHECK_IN,
    CORRECTION,
    ENDED,
    GUEST,
    MINUTE,
    OPEN,
    SILENT,
    Announcement,
    ArbiterCall,
    Broadcast,
    ClubTournament,
    CorrectionRequest,
    DealtScore,
    EnteredSheet,
    SignUp,
)
from bot.tournaments.dealing import TableStanding
from bot.tournaments.line_ups import public_line_ups
from bot.tournaments.officio import lost_at
from bot.tournaments.outcome import SIXTHS
from bot.tournaments.round_clock import given_back, is_timed_out, round_ends
from bot.tournaments.signing_up import not_admitted
from bot.words.command_words import words_for_choice
from bot.words.languages import Language, in_form, list_words, say
from bot.words.refusals import citation, code_name, numbered
from bot.words.table_words import share
from engine.tournament.announcement import KNOCK_OUT, METHODS, TEAMS, THREE
from engine.tournament.articles import article
from engine.tournament.deadlines import may_see_clock
from engine.tournament.standings import Rank, standings
from engine.tournament.state import Line, Pairing, Ruled, Totals

_FORM: Final = "EEEE d MMMM, HH:mm"
_DATE: Final = "EEEE d MMMM y, HH:mm"
_CLOCK: Final = "HH:mm"
Standings: TypeAlias = Mapping[int, TableStanding]
"""How those tables of a round stand that are dealt in the chat, by number."""
NO_STANDINGS: Final[Standings] = MappingProxyType({})
HOST_REASONS: Final = ("too-few", "lapsed")
"""Why a tournament was cancelled by nobody."""
_SCORES: Final = ("720-505 335-640 810-395", "=1865-1540")
_SCORES_OF: Final = {
    THREE: ("720-505-300 335-640-100 810-395-95", "=1865-1540-495"),
    TEAMS: ("720-505 335-640 | 810-395 500-615", "=2365-2155"),
}
"""How points are written, as an example: those of each deal, and the sums of all; those of some kinds otherwise."""
MEDALS: Final = {1: "🥇", 2: "🥈", 3: "🥉"}
"""By place."""


@dataclass(frozen=True, slots=True)
class TournamentReader:
    """Whom it is told in which language: `names` of players, guests too."""

    language: Language
    names: Mapping[str, str]

    def players(self, players: Sequence[str]) -> str:
        return " – ".join([self.names.get(player, player) for player in players])

    def words(self, key: str, **facts: str | int) -> str:
        return say(self.language, f"tournament.{key}", **facts)


# --- the announcement -------------------------------------------------------------------------------------------------


def announcement_lines(one: ClubTournament, reader: TournamentReader) -> list[str]:
    """What is announced, how it stands, and who is in."""
    return [*announced_head(one, reader), *_who_is_in(one, reader)]


def announced_head(one: ClubTournament, reader: TournamentReader) -> list[str]:
    """What is announced, and how it stands."""
    announced = announced_lines(one.announcement, reader, has_begun=one.state not in BEFORE)
    lines = [_state(one, reader), *no_arbiter_lines(one, reader), *announced]
    return [line for line in (*lines, *_series_lines(one, reader)) if line]


def announced_lines(announcement: Announcement, reader: TournamentReader, *, has_begun: bool = False) -> list[str]:
    """When, where and what is played, how long a round lasts, and for what."""
    when = "" if has_begun and not announcement.starts else _when(announcement, reader)
    lines = [when, venue_line(announcement, reader), form_line(announcement, reader)]
    lines.append(reader.words("qualifiers", count=announcement.qualifiers) if announcement.qualifiers else "")
    lines += _times(announcement, reader)
    lines.append(reader.words("dealt" if announcement.is_dealt else "real"))
    if announcement.duplicate:
        lines.append(reader.words("dealt-alike"))
    if announcement.prizes:
        lines.append(reader.words("prizes", prizes=announcement.prizes))
    return [line for line in lines if line]


def _times(announcement: Announcement, reader: TournamentReader) -> list[str]:
    """How long a round lasts; where rounds have other numbers of deals, those of each, as far as a code prints them."""
    lasts = {deals: announcement.minutes(number) for number, deals in enumerate(announcement.deals, 1)}
    scale = str(announcement.scale) if announcement.scale != 100 else ""
    timed = {deals: minutes for deals, minutes in sorted(lasts.items()) if minutes}
    if len(lasts) == 1:
        return [reader.words("times", minutes=minutes, scale=scale) for minutes in timed.values()]
    return [reader.words("times-of", count=deals, minutes=minutes, scale=scale) for deals, minutes in timed.items()]


def no_arbiter_lines(one: ClubTournament, reader: TournamentReader) -> list[str]:
    """Where every arbiter is gone another has to be named, or a player takes over."""
    if one.staff or one.state in ENDED:
        return []
    return [reader.words("no-arbiter" if one.in_chat else "no-arbiter-here")]


def _series_lines(one: ClubTournament, reader: TournamentReader) -> list[str]:
    """What its season counts, and who is invited."""
    announcement = one.announcement
    if not announcement.series:
        return []
    if not announcement.is_final:
        count, best, of = announcement.best, str(announcement.best or ""), str(announcement.of or "")
        return [reader.words("season-counts", count=count, season=announcement.season, best=best, of=of)]
    invited = announcement.invited
    names = [player[1:] if player.startswith(GUEST) else reader.players([player]) for player in invited]
    return [
        reader.words("is-final", season=announcement.season),
        reader.words("invited", names=list_words(reader.language, names)),
    ]


def _state(one: ClubTournament, reader: TournamentReader) -> str:
    if one.reason in HOST_REASONS:
        return say(reader.language, f"tournament.cancelled.{one.reason}")
    return say(
        reader.language,
        f"tournament.state.{one.state}",
        round=str(_number(one) or ""),
        rounds=len(one.announcement.rounds),
        reason=one.reason,
    )


def _when(announcement: Announcement, reader: TournamentReader) -> str:
    if not announcement.starts:
        return reader.words("starts-open")
    shuts = clock_words(reader.language, announcement.shuts, announcement.zone) if announcement.shuts else ""
    return reader.words(
        "starts",
        time=time_words(reader.language, announcement.starts, announcement.zone),
        shuts=shuts if announcement.shuts < announcement.starts else "",
        minutes=str(announcement.check_in or ""),
    )


def moved_words(announcement: Announcement, reader: TournamentReader) -> str:
    """When and where it is from now on, for who knew it otherwise."""
    head = reader.words("changed", name=announcement.name)
    return "\n".join([line for line in (head, _when(announcement, reader), venue_line(announcement, reader)) if line])


def time_words(language: Language, at: int, zone: str) -> str:
    return in_form(language, lambda locale: format_datetime(_wall(at, zone), _FORM, locale=locale))


def date_words(language: Language, at: int, zone: str) -> str:
    """The same with its year, for what is kept."""
    return in_form(language, lambda locale: format_datetime(_wall(at, zone), _DATE, locale=locale))


def clock_words(language: Language, at: int, zone: str) -> str:
    return in_form(language, lambda locale: format_datetime(_wall(at, zone), _CLOCK, locale=locale))


def _wall(at: int, zone: str) -> datetime:
    return datetime.fromtimestamp(at / 1000, UTC).astimezone(ZoneInfo(zone)).replace(tzinfo=None)


def venue_line(announcement: Announcement, reader: TournamentReader) -> str:
    return reader.words("venue", venue=announcement.venue) if announcement.venue else ""


def form_line(announcement: Announcement, reader: TournamentReader) -> str:
    """Kind, code, rounds and deals; the method where the kind has several."""
    runs = [(method, len(list(many))) for method, many in groupby(announcement.rounds)]
    methods = ", ".join([f"{many} × {method}" if many > 1 else method for method, many in runs])
    deals = "/".join([str(deals) for deals in dict.fromkeys(announcement.deals)])
    return reader.words(
        "form",
        kind=say(reader.language, f"tournament.kind.{announcement.kind}"),
        code=code_name(reader.language, announcement.code),
        count=len(announcement.rounds),
        methods=methods if len(METHODS[announcement.kind]) > 1 else "",
        deals=reader.words("form-deals", count=max(announcement.deals, default=0), deals=deals),
    )


def _who_is_in(one: ClubTournament, reader: TournamentReader) -> list[str]:
    lines = [reader.words("places", taken=len(one.placed), places=str(one.announcement.places or ""))]
    lines += [_sign_up_line(one, sign_up, reader) for sign_up in one.placed]
    if one.waiting:
        lines.append(reader.words("waiting"))
        lines += [_sign_up_line(one, sign_up, reader) for sign_up in one.waiting]
    if one.seeking and one.state == OPEN:
        lines.append(
            reader.words("seeking", names=list_words(reader.language, [reader.players([p]) for p in one.seeking]))
        )
    return lines


def _sign_up_line(one: ClubTournament, sign_up: SignUp, reader: TournamentReader) -> str:
    here = "✓ " if one.state == CHECK_IN and set(sign_up.here) >= set(sign_up.players) else ""
    return f"{here}{sign_up.number}. {reader.players(sign_up.players)}"


# --- a round ----------------------------------------------------------------------------------------------------------


def entry_name(one: ClubTournament, entry: str, reader: TournamentReader) -> str:
    roster = one.progress.rosters.get(entry, ()) if one.progress is not None else ()
    return reader.players(roster[:4]) or entry


def line_name(one: ClubTournament, line: Line, reader: TournamentReader) -> str:
    return " – ".join([entry_name(one, entry, reader) for entry in line])


def seated_name(one: ClubTournament, pairing: Pairing, line: int, reader: TournamentReader) -> str:
    """Who sits in a line; of a team whose line-up is open its pairs, at the first table and at the second."""
    teams = {line_up.team: line_up.pairs for line_up in public_line_ups(one, pairing.table)}
    pairs = teams.get(pairing.lines[line][0], ())
    return " | ".join([reader.players(pair) for pair in pairs]) or line_name(one, pairing.lines[line], reader)


def seated_names(one: ClubTournament, pairing: Pairing, reader: TournamentReader) -> list[str]:
    """The same, of every line."""
    return [seated_name(one, pairing, line, reader) for line in range(len(pairing.lines))]


def round_title(one: ClubTournament, reader: TournamentReader) -> str:
    rounds = len(one.announcement.rounds)
    return reader.words("round", name=one.announcement.name, round=_number(one), rounds=rounds)


def round_lines(one: ClubTournament, reader: TournamentReader, standings: Standings = NO_STANDINGS) -> list[str]:
    """The tables of the last round, with what is known of each, and who rests."""
    current = one.current
    if current is None:
        return []
    lines = [*no_arbiter_lines(one, reader), clock_line(one, reader)]
    if one.calls:
        lines.append(
            reader.words("called", tables=list_words(reader.language, [str(call.table) for call in one.calls]))
        )
    lines += [table_line(one, pairing, reader, standings.get(pairing.table)) for pairing in current.pairings]
    if any(public_line_ups(one, pairing.table) for pairing in current.pairings):
        lines.append(reader.words("line-ups"))
    lines += broadcast_lines(one, reader)
    lines.append(rests_line(one, reader))
    return [line for line in lines if line]


def broadcast_lines(one: ClubTournament, reader: TournamentReader) -> list[str]:
    """Which tables are shown with open cards, and how much later: everybody knows."""
    return [broadcast_words(there, reader) for there in one.broadcasts if there.round == _number(one)]


def broadcast_words(there: Broadcast, reader: TournamentReader) -> str:
    return reader.words("broadcast", table=there.table, minutes=there.delay // MINUTE)


def _number(one: ClubTournament) -> int:
    """Of the last round, 0 before the first."""
    return one.current.number if one.current is not None else 0


def rests_line(one: ClubTournament, reader: TournamentReader) -> str:
    """Who has no table in this round, "" where everybody has."""
    if one.current is None or not one.current.bye:
        return ""
    names = [entry_name(one, entry, reader) for entry in one.current.bye]
    return reader.words("rests", names=list_words(reader.language, names))


def clock_line(one: ClubTournament, reader: TournamentReader) -> str:
    """How far the round is, with the time at which it ends where people may know it."""
    current = one.current
    if current is None or current.closed:
        return reader.words("round-over")
    if one.paused_at and one.announcement.is_dealt:
        return reader.words("halted-lost" if one.paused_why else "halted")
    if one.paused_at:
        return say(reader.language, "desk.paused")
    if current.timed_out:
        return reader.words("time-out")
    if not one.went_at:
        return reader.words("not-begun")
    minutes = one.announcement.minutes(current.number)
    if not minutes or not may_see_clock(one.announcement.code):
        return reader.words("begun")
    return reader.words("ends", time=clock_words(reader.language, round_ends(one), one.announcement.zone))


def own_time_words(one: ClubTournament, pairing: Pairing, reader: TournamentReader) -> str:
    """Until when a table plays that was given minutes back; "" for those that have the time of all, or no clock."""
    ends = round_ends(one, pairing.table) if pairing.decision is None and given_back(one, pairing.table) else 0
    if not ends or is_timed_out(one, pairing.table):
        return ""
    return reader.words("table-time", time=clock_words(reader.language, ends, one.announcement.zone))


def live_words(one: ClubTournament, pairing: Pairing, reader: TournamentReader, standing: TableStanding | None) -> str:
    """How a table stands that plays: its deal, and its own time where it was given minutes back."""
    time = own_time_words(one, pairing, reader) if may_see_clock(one.announcement.code) else ""
    parts = [standing_words(standing, reader) if standing is not None else "", time]
    return ", ".join([part for part in parts if part])


def table_line(one: ClubTournament, pairing: Pairing, reader: TournamentReader, standing: TableStanding | None) -> str:
    """A table: who sits there, and its result, or how it stands where it is dealt in the chat."""
    lines = " · ".join(seated_names(one, pairing, reader))
    result = result_words(one, pairing, reader)
    live = "" if result else live_words(one, pairing, reader, standing)
    if one.score_of(pairing.table) is not None:
        result, live = "", result
    return reader.words("table", table=pairing.table, lines=lines, result=result, live=live)


def standing_words(standing: TableStanding, reader: TournamentReader) -> str:
    """Which deal is played and what was scored so far; "" before the first."""
    if not standing.deal:
        return ""
    points = points_words(standing.points) if any(standing.points) else ""
    words = reader.words("table-deal", deal=standing.deal, deals=standing.deals, points=points)
    return f"{words}, {reader.words('table-halted')}" if standing.halted else words


def result_words(one: ClubTournament, pairing: Pairing, reader: TournamentReader) -> str:
    """How a table stands, "" while they play; in duplicate without what others may still have to play for."""
    decision = pairing.decision
    score = one.score_of(pairing.table)
    if one.is_sealed and (score is not None or isinstance(decision, Totals)):
        return reader.words("table-sealed")
    if one.is_sealed and isinstance(decision, Ruled):
        return reader.words("decided")
    if score is not None:
        return reader.words("table-score", points=points_words(score_sums(score)))
    if decision is None:
        return reader.words("entered") if any(one.sheets_of(pairing.table)) else ""
    if isinstance(decision, Totals | Ruled) and not one.is_award(pairing):
        return points_words(decision.mp)
    return reader.words("decided")


def sheet_words(one: ClubTournament, sheet: EnteredSheet, reader: TournamentReader) -> str:
    """What a line has entered, for the other one."""
    name, totals = reader.players([sheet.player]), sums_words(sheet.totals)
    order = score_order(one, reader, sheet.table)
    return reader.words("sheet-entered", name=name, table=sheet.table, totals=totals, order=order)


def correction_words(one: ClubTournament, request: CorrectionRequest, reader: TournamentReader) -> str:
    """Which score somebody asks for, for those who have not signed it."""
    number, table = request.round, request.table
    name, totals = reader.players([request.player]), sums_words(request.totals)
    order = score_order(one, reader, table, number)
    return reader.words("correction-asked", round=number, table=table, name=name, totals=totals, order=order)


def score_order(one: ClubTournament, reader: TournamentReader, table: int = 0, number: int = 0) -> str:
    """Whose points stand first in a score: those of N-S; of three players as they stand at this table, if it is one."""
    if one.announcement.kind != THREE:
        return reader.words("order-lines")
    pairing = one.pairing(table, number) if table else None
    lines = pairing.lines if pairing is not None else ()
    names = list_words(reader.language, [line_name(one, line, reader) for line in lines])
    return reader.words("order-seats", names=names) if names else reader.words("order-table")


def example_of_deals(one: ClubTournament) -> str:
    """How the points of each deal may be written here."""
    return _SCORES_OF.get(one.announcement.kind, _SCORES)[0]


def example_of_sums(one: ClubTournament) -> str:
    return _SCORES_OF.get(one.announcement.kind, _SCORES)[1]


def sums_words(totals: str) -> str:
    """What was entered on a sheet: the sums, and behind them the deals."""
    keys = json.loads(totals)
    if "mp" in keys:
        return points_words(keys["mp"])
    deals = [*keys["deals"], *keys.get("deals2", [])]
    sums = [sum(points) for points in zip(*deals, strict=True)]
    return f"{points_words(sums)} ({', '.join([points_words(deal) for deal in deals])})"


def points_words(points: Sequence[int]) -> str:
    return " – ".join([str(one) for one in points])


def score_words(one: ClubTournament, score: DealtScore, reader: TournamentReader) -> str:
    """How a table has ended that was dealt in the chat, and until when one may object."""
    until = clock_words(reader.language, score.at + one.announcement.window * MINUTE, one.announcement.zone)
    order = score_order(one, reader, score.table)
    return reader.words("score", table=score.table, totals=sums_words(score.totals), time=until, order=order)


def score_sums(score: DealtScore) -> list[int]:
    deals = json.loads(score.totals)["deals"]
    return [sum(points) for points in zip(*deals, strict=True)]


def own_table_words(one: ClubTournament, player: str, reader: TournamentReader) -> str:
    """Where somebody sits in this round, and against whom; or that they rest."""
    current, pairing = one.current, one.pairing_of(player)
    if current is None:
        return reader.words("own-none")
    if pairing is None and is_registered_late(one, player):
        return reader.words("own-late")
    if pairing is None and one.entry_of(player) in current.bye:  # of a knock-out that is no rest
        return reader.words("own-through" if current.method == KNOCK_OUT else "own-rests", round=current.number)
    if pairing is None:
        return reader.words("own-none")
    line = pairing.line_of(one.entry_of(player)) or 0
    others = [name for place, name in enumerate(seated_names(one, pairing, reader)) if place != line]
    side = reader.words(("north-south", "east-west")[line]) if len(pairing.lines) == 2 else ""
    partner = [entry for entry in pairing.lines[line] if entry != one.entry_of(player)]
    there = one.broadcast_of(current.number, pairing.table)
    broadcast = [broadcast_words(there, reader)] if there is not None else []
    own = reader.words(
        "own",
        round=current.number,
        table=pairing.table,
        side=side,
        others=list_words(reader.language, others),
        partner=" – ".join([entry_name(one, entry, reader) for entry in partner]),
    )
    return " ".join([own, *broadcast])


def is_registered_late(one: ClubTournament, player: str) -> bool:
    """Whether the arbiter can still let this person's entry complete a table."""
    entry = one.entry_of(player)
    return entry in [late.id for late in not_admitted(one)]


def entry_state(one: ClubTournament, sign_up: SignUp, player: str) -> str:
    """Whether somebody who is in by this sign-up still `asks` others, is `late`, `waits` for a place, or is `in`."""
    if not sign_up.is_whole:
        return "asks"
    if is_registered_late(one, player):
        return "late"
    return "waits" if sign_up in one.waiting else "in"


def entered_words(one: ClubTournament, sign_up: SignUp, player: str, reader: TournamentReader) -> str:
    """The same, for who has just entered, and for whoever looks again."""
    key = {"asks": "done-asked", "late": "is-late", "waits": "waits", "in": "is-in"}[entry_state(one, sign_up, player)]
    team = reader.players(sign_up.players)
    return reader.words(key, team=team, number=sign_up.number, name=one.announcement.name)


def added_words(one: ClubTournament, sign_up: SignUp, reader: TournamentReader) -> str:
    """The same, for the arbiter who has entered others."""
    team, number, name = reader.players(sign_up.players), sign_up.number, one.announcement.name
    match entry_state(one, sign_up, sign_up.players[0]):
        case "late":
            return reader.words("added-late", team=team, number=number, name=name)
        case "waits":
            return reader.words("added-waits", team=team, number=number, name=name)
        case _:
            return reader.words("added", team=team, number=number, name=name)


def call_words(call: ArbiterCall, reader: TournamentReader) -> str:
    """Who wants the arbiter and where; for how long nobody has come, if it is a reminder."""
    words = reader.words(_call_key(call), table=call.table, name=reader.players([call.player]))
    return f"{words} {reader.words('arbiter-awaited')}" if call.reminded else words


def _call_key(call: ArbiterCall) -> str:
    if call.why == SILENT:
        return "arbiter-silent"
    if call.why == CORRECTION:
        return "arbiter-correction"
    if call.why:
        return "arbiter-unplayed"
    if call.dispute:
        return "arbiter-dispute"
    return "arbiter-missing" if call.missing else "arbiter-called"


def nobody_came_words(one: ClubTournament, call: ArbiterCall, reader: TournamentReader) -> str:
    """That they wait for the arbiter; or until when for a line that is missing, whose match is lost by then."""
    until = lost_at(one, call.table) if call.missing else None
    if until is None:
        return reader.words("nobody-came", table=call.table)
    time = clock_words(reader.language, until, one.announcement.zone)
    return reader.words("nobody-came-yet", table=call.table, time=time)


# --- the standings ----------------------------------------------------------------------------------------------------


def standings_title(one: ClubTournament, reader: TournamentReader) -> str:
    closed = one.progress.closed if one.progress is not None else 0
    is_final = one.progress is not None and one.progress.finished
    return reader.words("standings-final" if is_final else "standings", name=one.announcement.name, round=closed)


def standings_lines(one: ClubTournament, reader: TournamentReader) -> list[str]:
    """A line for each entry, the best first."""
    if one.progress is None or not one.progress.closed:
        return []
    return [_rank_line(one, row, reader) for row in standings(one.progress)]


def victory_points(one: ClubTournament, vp: int, language: Language = "") -> str:
    """Victory Points; of three players ranking points, which are counted in sixths. `language` as below."""
    return victory_points_of(vp, language) if one.announcement.kind == THREE else str(vp)


def victory_points_of(sixths: int, language: Language) -> str:
    """Points that are counted in sixths; those that were shared with two decimals at most, `,` in Italian.

    Where the language is "" as programs read them.
    """
    return share(language, sixths / SIXTHS) if language else f"{sixths / SIXTHS:.2f}".rstrip("0").rstrip(".")


def _rank_line(one: ClubTournament, row: Rank, reader: TournamentReader) -> str:
    points = victory_points(one, row.vp, reader.language)
    vp, ranking = ("", points) if one.announcement.kind == THREE else (points, "")
    name, mp = entry_name(one, row.entry, reader), f"{row.mp:+d}"
    if row.entry in one.expelled:
        return reader.words("rank-expelled", name=name, vp=vp, ranking=ranking, mp=mp)
    if row.withdrawn:
        return reader.words("rank-withdrawn", name=name, vp=vp, ranking=ranking, mp=mp)
    is_final = one.progress is not None and one.progress.finished
    place = f"{MEDALS[row.place]} {row.place}" if is_final and row.place in MEDALS else str(row.place)
    return reader.words("rank", place=place, name=name, vp=vp, ranking=ranking, mp=mp)


def points_kind(one: ClubTournament, column: str = "vp") -> str:
    """By which key the points of a place are named: three players have ranking points, and no Victory Points."""
    return column.replace("vp", "ranking") if one.announcement.kind == THREE else column


def out_words(one: ClubTournament, row: Rank, reader: TournamentReader) -> str:
    """Why an entry has no place, "" where it has one."""
    if not row.withdrawn:
        return ""
    return say(reader.language, f"tournament.out.{'expelled' if row.entry in one.expelled else 'withdrawn'}")


# --- refusals ---------------------------------------------------------------------------------------------------------


def declined_line(declined: Declined, reader: TournamentReader) -> str:
    """Why not, in a sentence."""
    facts = dict(declined.facts)
    if "player" in facts:
        facts["player"] = reader.players([facts["player"]])
    if "allowed" in facts:
        facts["allowed"] = ", ".join(facts["allowed"].split())
    if "situation" in facts:
        facts["situation"] = say(reader.language, f"desk.situation.{facts['situation'].partition('.')[0]}")
    if "field" in facts:
        facts["field"] = words_for_choice(reader.language, "tournament_key", facts["field"])
    if "article" in facts:
        code, situation = facts["article"].split()
        found, source = article(code, situation)
        facts["article"] = citation(reader.language, numbered(found), code, source) if found else ""
    return say(reader.language, f"declined.{declined.key}", **facts)
