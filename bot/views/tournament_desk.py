"""A tournament as its arbiter's desk in the browser shows it: what each table has, and what can be done. JSON-able."""

from collections.abc import Sequence
from typing import Final

from bot.tournaments.club_tournament import RUNNING, ClubTournament
from bot.views.table_view import Json
from bot.views.tournament_board import board, clock_until, result_words
from bot.words.tournament_names import entry_name, line_name
from bot.words.tournament_reader import TournamentReader
from bot.words.tournament_round import call_words, own_time_words
from bot.words.tournament_rulings import ruling_line
from bot.words.tournament_scores import sums_words
from engine.tournament.announcement import KNOCK_OUT, TEAMS, Entry
from engine.tournament.leaving import leaves_for_a_time
from engine.tournament.state import Pairing, Round, Ruled, Totals

SIDES: Final = ("north-south", "east-west")


def desk(one: ClubTournament, player: str, buttons: Sequence[tuple[str, str]], reader: TournamentReader) -> Json:
    """For the arbiter alone, whom the tournament knows as `player`. `buttons`: each a label and its command.

    Whoever keeps fitab's time sees the clock, unless they play themselves.
    """
    found = dict(board(one, reader))
    if not one.entry_of(player):
        found["until"] = clock_until(one)
    tables = found["tables"]
    pairings = one.current.pairings if one.current is not None else ()
    found["tables"] = [
        {**table, **_more(one, pairing, reader, hides_clock=bool(one.entry_of(player)))}
        for table, pairing in zip(tables, pairings, strict=True)
    ]
    return {
        **found,
        "entered": [_entered(one, entry, reader) for entry in one.entries],
        "sheet": sheet_form(one),
        "earlier": _earlier(one, reader),
        "buttons": [button(label, line) for label, line in buttons],
        "leaves": not one.announcement.is_dealt and sheet_form(one)["sides"] == len(SIDES),  # points so far are written
        "temporary": one.progress is not None and leaves_for_a_time(one.progress),
        "voidable": _voidable(one, reader),
        "link": bool(one.link),
    }


def _more(one: ClubTournament, pairing: Pairing, reader: TournamentReader, *, hides_clock: bool) -> Json:
    """What the arbiter sees of a table beside what everybody sees; `stands`: which result it has, by its number."""
    calls = [call_words(call, reader) for call in one.calls if call.table == pairing.table]
    sheets = [
        {"side": _side(pairing, sheet.line, reader), "words": sums_words(sheet.totals)}
        for sheet in one.sheets_of(pairing.table)
    ]
    entries = [" ".join(line) for line in pairing.lines]
    stands = pairing.decision.n if isinstance(pairing.decision, Totals | Ruled) else 0
    time = {} if hides_clock else {"time": own_time_words(one, pairing, reader)}
    return {**time, "entries": entries, "calls": calls, "sheets": sheets, "corrects": bool(stands), "stands": stands}


def _earlier(one: ClubTournament, reader: TournamentReader) -> list[Json]:
    """The rounds before, the last first, with the tables whose score the arbiter may still correct, each as `_more`."""
    rounds = one.progress.rounds[:-1] if one.progress is not None and one.state == RUNNING else ()
    return [
        {"round": each.number, "sheet": sheet_form(one, each), "tables": _scored(one, each, reader)}
        for each in reversed(rounds)
    ]


def _scored(one: ClubTournament, each: Round, reader: TournamentReader) -> list[Json]:
    is_sealed = each.number in one.sealed_rounds
    return [
        {
            "table": pairing.table,
            "state": "decided",
            "result": reader.words("table-sealed") if is_sealed else result_words(pairing, reader),
            "lines": [line_name(one, line, reader) for line in pairing.lines],
            "entries": [" ".join(line) for line in pairing.lines],
            "time": "",
            "calls": [],
            "sheets": [],
            "corrects": True,
            "stands": pairing.decision.n,
        }
        for pairing in each.pairings
        if isinstance(pairing.decision, Totals | Ruled)
    ]


def _side(pairing: Pairing, line: int, reader: TournamentReader) -> str:
    return reader.words(SIDES[line]) if len(pairing.lines) == len(SIDES) else str(line + 1)


def _entered(one: ClubTournament, entry: Entry, reader: TournamentReader) -> Json:
    """One of those who play or may still come; `admitted`: who came late has their place by now."""
    progress = one.progress
    roster = progress.rosters.get(entry.id, entry.players) if progress is not None else entry.players
    admitted = progress is not None and any(other.id == entry.id for other in progress.entered)
    players = [reader.players([player]) for player in roster]
    return {"id": entry.id, "name": entry_name(one, entry.id, reader), "players": players, "admitted": admitted}


def sheet_form(one: ClubTournament, each: Round | None = None) -> Json:
    """The form of a sheet: `deals` of each of `tables`, a number for each of `sides`; where it `ties`, a winner.

    `each`: of this round, else of the last one.
    """
    each, announcement = each or one.current, one.announcement
    if each is None:
        return {"deals": 0, "tables": 0, "sides": 0, "ties": False}
    sides = max([len(pairing.lines) for pairing in each.pairings], default=2)
    return {
        "deals": announcement.deals[each.number - 1],
        "tables": 2 if announcement.kind == TEAMS else 1,
        "sides": sides,
        "ties": each.method == KNOCK_OUT,
    }


def button(label: str, line: str) -> Json:
    """A button of a tournament's page: the command is `tournament WHAT ID WORDS`."""
    _, what, _, *words = line.split()
    return {"label": label, "what": what, "words": " ".join(words)}


def _voidable(one: ClubTournament, reader: TournamentReader) -> list[Json]:
    """The rulings that are in force, the last first, by their number."""
    found = [ruling for ruling in one.rulings if not ruling.undone and ruling.what != "void"]
    return [{"number": ruling.id, "words": ruling_line(one, ruling, reader)} for ruling in reversed(found)]
