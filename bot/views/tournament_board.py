"""A tournament as its page in the club room shows it: clock, tables, standings, what comes next. JSON-able.

It shows names, results and rulings, which its channel shows too, of a table that is dealt in the chat the points of the
deals that are over, and nothing that a line has entered and the other has not signed; never a card. Nobody of fitab's
players sees the clock (art. 5).
"""

from typing import Final

from bot.tournaments.by_deal import deal_ranking
from bot.tournaments.club_tournament import BEFORE, CANCELLED, OVER, Broadcast, ClubTournament
from bot.tournaments.dealing import TableStanding, table_id
from bot.tournaments.evening import is_at_its_end
from bot.tournaments.round_clock import round_ends
from bot.tournaments.timers import PAIRS, dues
from bot.views.table_view import Json
from bot.words.deal_ranking import points_and_place
from bot.words.languages import list_words, say
from bot.words.table_words import signed
from bot.words.tournament_names import entry_name, seated_names
from bot.words.tournament_reader import TournamentReader, clock_words, time_words
from bot.words.tournament_round import (
    NO_STANDINGS,
    Standings,
    broadcast_words,
    clock_line,
    own_time_words,
    standing_words,
)
from bot.words.tournament_rulings import latest_rulings
from bot.words.tournament_scores import decided_words
from bot.words.tournament_standings import out_words, points_kind, victory_points
from engine.tournament.deadlines import may_see_clock
from engine.tournament.jury import waiting
from engine.tournament.standings import Rank, standings
from engine.tournament.state import Pairing, Ruled, Totals

MOST_NAMED: Final = 8  # tables without a result that are named


def board(one: ClubTournament, reader: TournamentReader, tables: Standings = NO_STANDINGS, id_: str = "") -> Json:
    """What everybody with the link may see. `until`: when the round's time is over, 0 where no clock is shown."""
    current = one.current
    pairings, bye = (current.pairings, current.bye) if current is not None else ((), ())
    return {
        "name": one.announcement.name,
        "state": one.state,
        "round": current.number if current is not None else 0,
        "rounds": len(one.announcement.rounds),
        "closed": current is not None and current.closed,
        "until": clock_until(one) if may_see_clock(one.announcement.code) else 0,
        "timeout": current is not None and current.timed_out and not current.closed,
        "next": next_words(one, reader),
        "tables": [_table(one, pairing, reader, tables, id_) for pairing in pairings],
        "rulings": latest_rulings(one, reader),
        "broadcasts": [_broadcast(one, there, reader) for there in one.broadcasts],
        "rests": [entry_name(one, entry, reader) for entry in bye],
        "standings": _standings(one, reader),
        "entries": [reader.players(sign_up.players) for sign_up in one.placed] if one.state in BEFORE else [],
        "waiting": [reader.players(sign_up.players) for sign_up in one.waiting] if one.state in BEFORE else [],
    }


def _broadcast(one: ClubTournament, there: Broadcast, reader: TournamentReader) -> Json:
    """A table that is shown with open cards, of this round or one before."""
    is_now = one.current is not None and one.current.number == there.round
    return {"round": there.round, "table": there.table, "now": is_now, "words": broadcast_words(there, reader)}


def clock_until(one: ClubTournament) -> int:
    """When the time of the open round is over, in milliseconds; 0 while no clock runs."""
    return 0 if one.current is None or one.current.timed_out else round_ends(one)


# --- what comes next --------------------------------------------------------------------------------------------------


def next_words(one: ClubTournament, reader: TournamentReader) -> str:
    """The next thing to happen."""
    announcement = one.announcement
    if one.state == CANCELLED:
        return reader.words("next-cancelled")
    if one.state == OVER:
        return reader.words("next-over")
    if one.state in BEFORE and announcement.starts:
        return reader.words("next-start", time=time_words(reader.language, announcement.starts, announcement.zone))
    if one.state in BEFORE:
        return reader.words("starts-open")
    return _next_of_round(one, reader)


def _next_of_round(one: ClubTournament, reader: TournamentReader) -> str:
    current = one.current
    if current is None:
        return reader.words("next-first")
    if current.closed and waiting(one.appeals):
        return say(reader.language, "declined.tournament-appeal-open")
    if current.closed and one.requests:
        return reader.words("next-correction")
    if current.closed and not is_at_its_end(one):
        at = {due.kind: due.at for due in dues(one)}[PAIRS]
        time = clock_words(reader.language, at, one.announcement.zone)
        return reader.words("next-pairings", round=current.number + 1, time=time)
    if current.closed:
        return reader.words("next-final")
    if one.paused_at:
        return clock_line(one, reader)
    if current.timed_out and one.undecided:
        return reader.words("time-out")
    if not one.went_at and len(one.undecided) == len(current.pairings):
        return reader.words("not-begun")
    if one.undecided:
        few = one.undecided if len(one.undecided) <= MOST_NAMED else ()
        tables = list_words(reader.language, [str(pairing.table) for pairing in few])
        return reader.words("next-results", count=len(one.undecided), tables=tables)
    return reader.words("next-standings", round=current.number)


# --- tables -----------------------------------------------------------------------------------------------------------


def _table(one: ClubTournament, pairing: Pairing, reader: TournamentReader, tables: Standings, id_: str) -> Json:
    """`live`: which deal they play and the points so far, "" where the cards are real.

    `replay`: the id of its records, once it is decided and anybody may read them; `records`: how many of them are open,
    so that who looks through them hears of each: in duplicate they open table by table.
    """
    state, standing = table_state(one, pairing), tables.get(pairing.table)
    return {
        "table": pairing.table,
        "lines": seated_names(one, pairing, reader),
        "state": state,
        "time": own_time_words(one, pairing, reader) if may_see_clock(one.announcement.code) else "",
        "live": standing_words(standing, reader) if standing is not None and state == "playing" else "",
        "result": _result(one, pairing, reader),
        "replay": _records(one, pairing, standing, id_),
        "records": standing.open_records if standing is not None else 0,
    }


def _records(one: ClubTournament, pairing: Pairing, standing: TableStanding | None, id_: str) -> str:
    assert one.current is not None
    is_over = pairing.decision is not None and standing is not None and standing.deal > 0 and not standing.in_play
    return table_id(id_, one.current.number, pairing.table) if id_ and is_over and not one.is_sealed else ""


def _result(one: ClubTournament, pairing: Pairing, reader: TournamentReader) -> str:
    if one.is_sealed and isinstance(pairing.decision, Totals):
        return reader.words("table-sealed")
    is_closed = one.is_sealed and isinstance(pairing.decision, Ruled)
    return reader.words("decided") if is_closed or one.is_award(pairing) else result_words(pairing, reader)


def table_state(one: ClubTournament, pairing: Pairing) -> str:
    """`playing`, `entered` by one line or told by the table, `disputed`, `called` for the arbiter, or `decided`."""
    if pairing.decision is not None:
        return "decided"
    calls = [call for call in one.calls if call.table == pairing.table]
    if calls:
        return "disputed" if calls[0].dispute else "called"
    return "entered" if any(one.sheets_of(pairing.table)) or one.score_of(pairing.table) else "playing"


def result_words(pairing: Pairing, reader: TournamentReader) -> str:
    """The points of a table that is decided, N-S first."""
    decision = pairing.decision
    if isinstance(decision, Totals | Ruled):
        return decided_words(decision, reader)
    return reader.words("decided") if decision is not None else ""


# --- standings --------------------------------------------------------------------------------------------------------


def _standings(one: ClubTournament, reader: TournamentReader) -> Json:
    """After the last closed round, the best first; `round` 0 before the first is closed."""
    progress = one.progress
    if progress is None or not progress.closed:
        return {"round": 0, "final": False, "duplicate": False, "head": "", "rows": []}
    by_deal = {rank.entry: points_and_place(rank) for rank in deal_ranking(one)}
    rows = [{**_rank(one, row, reader), "duplicate": by_deal.get(row.entry, "")} for row in standings(progress)]
    head = say(reader.language, f"tournament.head.{points_kind(one)}")
    is_duplicate = bool(by_deal)
    return {"round": progress.closed, "final": progress.finished, "duplicate": is_duplicate, "head": head, "rows": rows}


def _rank(one: ClubTournament, row: Rank, reader: TournamentReader) -> Json:
    name, out = entry_name(one, row.entry, reader), out_words(one, row, reader)
    return {
        "place": "–" if row.withdrawn else str(row.place),
        "name": f"{name} ({out})" if out else name,
        "vp": victory_points(one, row.vp, reader.language),
        "mp": signed(row.mp),
    }
