"""What is to be done at the tables of a round that is dealt in the chat. Pure.

What must be so follows from the tournament alone: which tables there are, by ids made of tournament, round and number,
who sits there, whether they have begun, stand still, or are to end. `steps` compares it with the tables as they stand.
Each step is done once by its action id, so it may be found again after a crash, and by two who look at the same time.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from bot.tables.assigned import by_seat, lines_of, round_result, silent_seat
from bot.tables.lobby import MOST_MIRRORS
from bot.tables.table import PAUSE, PLAYING, Assigned, Chair, Settings, Table
from bot.tournaments.club_tournament import (
    COMPUTER,
    RUNNING,
    SILENT,
    UNPLAYED,
    ClubTournament,
)
from bot.tournaments.commands import command
from bot.tournaments.dealt import halts
from bot.tournaments.dealt_settings import settings_of
from bot.tournaments.duplicate import (
    DECK,
    OPEN,
    OWN_DEAL,
    finished_deals,
    lacks_deck,
    own_deal,
    shares_deck,
    unsealing,
)
from bot.tournaments.round_clock import is_timed_out, round_ends
from bot.tournaments.rulings import annulments
from engine.deal import ANNULLO
from engine.tournament.deadlines import may_see_clock
from engine.tournament.state import Pairing, Round

SIDES: Final = ("NS", "EW")
REPLACE: Final = "replace"  # a table's command: a seat, and who sits there from now on

Names: TypeAlias = Mapping[str, str]
"""What players are called, by id; or in which private chat each is shown their table, "" for none."""


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table that there is to be."""

    table: str  # its id
    settings: Settings
    assigned: Assigned
    chairs: tuple[Chair, ...]


@dataclass(frozen=True, slots=True)
class TellTable:
    """A command of the host at a table, as it stood at this stage: one that has moved on is looked at anew."""

    table: str
    action: str
    command: str
    stage: int


@dataclass(frozen=True, slots=True)
class TellTournament:
    """A command of the host at the tournament."""

    action: str
    command: str


Step: TypeAlias = OpenTable | TellTable | TellTournament


def players_named(step: OpenTable | TellTable) -> tuple[str, ...]:
    """The ids of people who stand in a table's log by this."""
    if isinstance(step, OpenTable):
        return tuple(chair.person for chair in step.chairs if chair.person)
    verb, *words = step.command.split()
    return (words[1],) if verb == REPLACE else ()


def table_id(tournament: str, number: int, table: int) -> str:
    """The id of a table of a round, from 1."""
    return hashlib.sha256(f"{tournament}\nround {number}\ntable {table}".encode()).hexdigest()[:16]


def table_ids(id_: str, one: ClubTournament) -> Mapping[int, str]:
    """The ids of the tables of the round that was paired last, by number; none where cards are real."""
    if one.current is None or not one.announcement.is_dealt:
        return {}
    return table_ids_of(id_, one.current)


def table_ids_of(id_: str, round_: Round) -> Mapping[int, str]:
    """The same of any round that is dealt in the chat."""
    return {pairing.table: table_id(id_, round_.number, pairing.table) for pairing in round_.pairings}


def steps(
    id_: str, one: ClubTournament, tables: Mapping[int, Table | None], names: Names, places: Names
) -> tuple[Step, ...]:
    """The next step at each table of the round where there is one; none when everything is as it is to be."""
    if one.current is None or not one.announcement.is_dealt:
        return ()
    if before := _steps_of_duplicate(id_, one, tables):
        return before
    found = [_step(id_, one, pairing, tables.get(pairing.table), names, places) for pairing in one.current.pairings]
    return tuple(step for step in found if step is not None)


def _steps_of_duplicate(id_: str, one: ClubTournament, tables: Mapping[int, Table | None]) -> tuple[Step, ...]:
    """What comes before anything else: the deck, what a table has of its own, and what everybody may see now.

    So a score is told when its deals are open, if they are to be.
    """
    assert one.current is not None
    number = one.current.number
    if lacks_deck(one):
        return (TellTournament(f"{DECK}:{number}", command(DECK)),)
    if not one.deck:
        return ()
    own = [(pairing.table, own_deal(one, pairing, tables)) for pairing in one.current.pairings]
    if notes := [_own_deal(number, table, deal) for table, deal in own if deal is not None]:
        return tuple(notes)
    finished = finished_deals(one, tables)
    there = [(at, table) for at, table in tables.items() if table is not None]
    commands = [(at, table, unsealing(table, finished if shares_deck(one, at) else None)) for at, table in there]
    if found := [_tell(table_id(id_, number, at), table, words) for at, table, words in commands if words]:
        return tuple(found)
    return (_open(number),) if finished is None and one.is_sealed else ()


def _own_deal(number: int, table: int, deal: int) -> TellTournament:
    action = f"{OWN_DEAL}:{number}:{table}:{deal}"
    return TellTournament(action, command(OWN_DEAL, round=number, table=table, deal=deal))


def _open(number: int) -> TellTournament:
    return TellTournament(f"{OPEN}:{number}", command(OPEN, round=number))


def steps_of_earlier(id_: str, number: int, tables: Mapping[int, Table | None]) -> tuple[Step, ...]:
    """What is left to be done at the tables of a round that others have followed before its deals were open."""
    there = [(table_id(id_, number, at), table) for at, table in tables.items() if table is not None]
    commands = [
        (at, table, "end" if table.phase in (PAUSE, PLAYING) else unsealing(table, None)) for at, table in there
    ]
    return tuple(_tell(at, table, words) for at, table, words in commands if words) or (_open(number),)


def _step(
    id_: str, one: ClubTournament, pairing: Pairing, table: Table | None, names: Names, places: Names
) -> Step | None:
    assert one.current is not None
    wanted = one.state == RUNNING and not one.current.closed and pairing.decision is None
    there = table_id(id_, one.current.number, pairing.table)
    if table is None:
        return _opening(id_, one, pairing, there, names) if wanted else None
    late = _ended_before(one, pairing.table, there, table) if one.state == RUNNING else None
    if late is not None:
        return late
    if not wanted:
        return _tell(there, table, "end") if table.phase in (PAUSE, PLAYING) else None
    if table.phase not in (PAUSE, PLAYING):
        return _result(one, pairing, there, table)
    words = next(_commands(one, pairing, table, names, places), "")
    return _tell(there, table, words, len(one.rulings)) if words else _silence(one, pairing, there, table)


def _tell(there: str, table: Table, words: str, rulings: int = 0) -> TellTable:
    """Each is done once for a stage of the table, which it changes, and a number of rulings."""
    return TellTable(there, f"tournament:{words}:{table.stage}:{rulings}", words, table.stage)


def _commands(one: ClubTournament, pairing: Pairing, table: Table, names: Names, places: Names) -> Iterator[str]:
    """What differs between a table and what it is to be, as commands of the host, the first first."""
    assert one.current is not None
    players = _players(one, pairing, table)
    for seat, chair, player in zip(table.code.seats, table.chairs, players, strict=True):
        may_hold = not table.has_held([player]) - {seat}  # else the table would take no word of the arbiter any more
        if chair.person != player and not _computer(player) and may_hold:
            yield f"{REPLACE} {seat} {player} {names.get(player, player)}"
    for place in [places.get(player, "") for player in players]:
        if place and place not in table.channels and len(table.mirrors) < MOST_MIRRORS:
            yield f"mirror {place}"
    ends = _ends(one, pairing.table)
    if table.round_ends != ends:
        yield f"until {ends}"
    yield from _as_ruled(one, pairing.table, table) if table.begun else _up_to_the_go(one, pairing.table, table)


def _up_to_the_go(one: ClubTournament, number: int, table: Table) -> Iterator[str]:
    if one.deck and not table.deck and shares_deck(one, number):
        yield f"deck {one.deck}"
    if one.went_at:
        yield "begin"


def _as_ruled(one: ClubTournament, number: int, table: Table) -> Iterator[str]:
    """What the arbiter has ruled of a table that plays, and its time."""
    if _is_to_annul(one, number, table):
        yield "annul"
    stops = halts(one, number)
    if stops != table.paused:
        yield "halt" if stops else "resume"
    if is_timed_out(one, number) and not stops and not _knows_time_out(table):
        yield "timeout"


def _is_to_annul(one: ClubTournament, number: int, table: Table) -> bool:
    """Whether the arbiter has annulled the deal in play, which was not dealt anew as often as that."""
    if one.current is None or table.match is None or table.phase != PLAYING:
        return False
    deal = deal_in_play(table)
    return len(annulments(one, number, deal)) > dealt_anew(table, deal)


def dealt_anew(table: Table, deal: int) -> int:
    """How often a deal, from 1, was annulled there and dealt anew."""
    counts = [each.termination != ANNULLO for each in table.match.deals] if table.match is not None else []
    before = [sum(counts[:place]) for place in range(len(counts))]
    return sum(not counted and place == deal - 1 for counted, place in zip(counts, before, strict=True))


def _ended_before(one: ClubTournament, number: int, there: str, table: Table) -> TellTournament | None:
    """A deal that has ended before the arbiter's word was heard at its table: that ruling is void."""
    for deal in range(1, len(table.match.counted) + 1) if table.match is not None else ():
        wanted = annulments(one, number, deal)
        if len(wanted) > dealt_anew(table, deal):
            return TellTournament(f"ended:{there}:{wanted[-1].id}", command("ended", ruling=wanted[-1].id))
    return None


def deal_in_play(table: Table) -> int:
    """Which deal of those that count is played at this moment, from 1; 0 between two deals."""
    return len(table.match.counted) + 1 if table.match is not None and table.phase == PLAYING else 0


def _knows_time_out(table: Table) -> bool:
    return table.phase == PLAYING and table.game is not None and table.game.timed_out


def _ends(one: ClubTournament, table: int) -> int:
    """When the round ends for the players of a table; 0 where they do not know, and while the evening stands still."""
    return round_ends(one, table) if may_see_clock(one.announcement.code) else 0


def _players(one: ClubTournament, pairing: Pairing, table: Table) -> Sequence[str]:
    """Who is to sit there, by seat: without names everybody is called by their id."""
    return [chair.name for chair in by_seat(table.code, _chairs(one, pairing, {}))]


def _chairs(one: ClubTournament, pairing: Pairing, names: Names) -> list[list[Chair]]:
    """Those who are to sit there, by line."""
    rosters = one.progress.rosters if one.progress is not None else {}
    return [[_chair(player, names) for entry in line for player in rosters[entry]] for line in pairing.lines]


def _chair(player: str, names: Names) -> Chair:
    computer = _computer(player)
    name = names.get(player, player)
    return Chair(name=name, computer=computer) if computer else Chair(person=player, name=name)


def _computer(player: str) -> str:
    """The computer player that an id stands for, "" for a person's."""
    found = COMPUTER.fullmatch(player)
    return found[1] if found else ""


def _opening(id_: str, one: ClubTournament, pairing: Pairing, there: str, names: Names) -> OpenTable:
    assert one.current is not None
    number = one.current.number
    settings = settings_of(one.announcement, number)
    code = settings.code()
    chairs = by_seat(code, _chairs(one, pairing, names))
    lines, sealed = lines_of(code, chairs), one.announcement.duplicate
    assigned = Assigned(id_, one.announcement.name, number, pairing.table, lines, sealed=sealed)
    return OpenTable(there, settings, assigned, chairs)


# --- what a table tells -----------------------------------------------------------------------------------------------


def _silence(one: ClubTournament, pairing: Pairing, there: str, table: Table) -> Step | None:
    """Who has not played for so long that the arbiter is called, once a silence."""
    seat = silent_seat(table)
    if one.current is None or not seat or any(call.table == pairing.table for call in one.calls):
        return None
    keys = {"round": one.current.number, "table": pairing.table, "player": table.chair(seat).person, "why": SILENT}
    return TellTournament(f"silent:{there}:{table.offered}", command("call", **keys))


def _result(one: ClubTournament, pairing: Pairing, there: str, table: Table) -> Step | None:
    """How a table has ended, until the tournament has its score."""
    if one.current is None or one.score_of(pairing.table) is not None:
        return None
    place = {"round": one.current.number, "table": pairing.table}
    found = round_result(table)
    if found is None or (not found.deals and found.given_up < 0):
        keys = {**place, "why": UNPLAYED}
        is_called = any(call.table == pairing.table for call in one.calls)
        return None if is_called else TellTournament(f"unplayed:{there}", command("call", **keys))
    if found.given_up >= 0:
        totals = [sum(deal[line] for deal in found.deals) for line in range(len(pairing.lines))]
        (entry, *_) = pairing.lines[found.given_up]
        lost = {"type": "forfeit", "round": one.current.number, "entry": entry, "mp": totals}
        return TellTournament(f"forfeit:{there}", command("rule", **lost))
    winner = {"winner": SIDES[found.winner]} if found.winner >= 0 else {}
    deals = [list(points) for points in found.deals]
    return TellTournament(f"score:{there}", command("score", **place, deals=deals, **winner))


# --- what is shown of them --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TableStanding:
    """How a table of the round stands: which deal of how many, the points of each line so far, of deals that are open.

    `in_play`: the deal that is played at this moment, 0 between two deals; `anew`: how often it was annulled.
    `open_records`: how many deals everybody may look through.
    """

    label: str
    deal: int
    in_play: int
    anew: int
    deals: int
    points: tuple[int, ...]
    halted: bool
    silent: bool
    open_records: int


def standing_of(table: Table) -> TableStanding:
    """What everybody may know of it."""
    match = table.match
    counted = match.counted if match is not None else ()
    playing = table.phase == PLAYING
    return TableStanding(
        label=table.label,
        deal=len(counted) + playing,
        in_play=deal_in_play(table),
        anew=dealt_anew(table, deal_in_play(table)),
        deals=table.code.rules.hands,
        points=_points_for_all(table),
        halted=table.halted,
        silent=bool(silent_seat(table)),
        open_records=len(table.open_records),
    )


def _points_for_all(table: Table) -> tuple[int, ...]:
    """In duplicate without the deals that are still played at another table; () before the first that is not."""
    match = table.match
    if match is None or table.assigned is None or not table.assigned.sealed:
        return tuple(match.totals) if match is not None else ()
    deals = [[side.total for side in deal.scores] for deal in match.counted[: table.open_deals]]
    return tuple(sum(points) for points in zip(*deals, strict=True))
