"""The tables of a round in words: who sits where, how each stands, who wants the arbiter, and how late it is."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from bot.durations import MINUTE
from bot.tournaments.club_tournament import CORRECTION, ENDED, SILENT, ArbiterCall, Broadcast, ClubTournament
from bot.tournaments.dealing import TableStanding
from bot.tournaments.line_ups import public_line_ups
from bot.tournaments.officio import lost_at
from bot.tournaments.round_clock import given_back, is_timed_out, round_ends
from bot.words.languages import list_words, say
from bot.words.tournament_names import entry_name, seated_names
from bot.words.tournament_reader import TournamentReader, clock_words
from bot.words.tournament_scores import decided_words, points_words, score_sums
from bot.words.tournament_sign_up import is_registered_late
from engine.tournament.announcement import KNOCK_OUT
from engine.tournament.deadlines import may_see_clock
from engine.tournament.state import Pairing, Ruled, Totals

Standings: TypeAlias = Mapping[int, TableStanding]
"""How those tables of a round stand that are dealt in the chat, by number."""
NO_STANDINGS: Final[Standings] = MappingProxyType({})


def no_arbiter_lines(one: ClubTournament, reader: TournamentReader) -> list[str]:
    """Where every arbiter is gone another has to be named, or a player takes over."""
    if one.staff or one.state in ENDED:
        return []
    return [reader.words("no-arbiter" if one.in_chat else "no-arbiter-here")]


def round_title(one: ClubTournament, reader: TournamentReader) -> str:
    rounds = len(one.announcement.rounds)
    return reader.words("round", name=one.announcement.name, round=round_number(one), rounds=rounds)


def round_lines(one: ClubTournament, reader: TournamentReader, standings: Standings = NO_STANDINGS) -> list[str]:
    """The tables of the last round, with what is known of each, and who rests."""
    current = one.current
    if current is None:
        return []
    lines = [*no_arbiter_lines(one, reader), clock_line(one, reader)]
    if one.calls:
        lines.append(
            reader.words(
                "called",
                count=len(one.calls),
                tables=list_words(reader.language, [str(call.table) for call in one.calls]),
            )
        )
    lines += [table_line(one, pairing, reader, standings.get(pairing.table)) for pairing in current.pairings]
    if any(public_line_ups(one, pairing.table) for pairing in current.pairings):
        lines.append(reader.words("line-ups"))
    lines += broadcast_lines(one, reader)
    lines.append(rests_line(one, reader))
    return [line for line in lines if line]


def broadcast_lines(one: ClubTournament, reader: TournamentReader) -> list[str]:
    """Which tables are shown with open cards, and how much later: everybody knows."""
    return [broadcast_words(there, reader) for there in one.broadcasts if there.round == round_number(one)]


def broadcast_words(there: Broadcast, reader: TournamentReader) -> str:
    return reader.words("broadcast", table=there.table, minutes=there.delay // MINUTE)


def round_number(one: ClubTournament) -> int:
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
        return decided_words(decision, reader)
    return reader.words("decided")


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
