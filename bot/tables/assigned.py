"""A tournament's table: who was paired sits there, and the host, in the arbiter's name, alone changes anything of it.

It is opened with its people in their seats (`open_assigned`) and waits for the arbiter's go. What people may not do at
it stands in `bot.tables.lock`. These commands are the host's, done once by their action ids:

| command | what it does |
| --- | --- |
| `deck SEED` | before the go: all decks follow from this seed, and so does who deals, at every table that has it |
| `begin SEED` | the arbiter's go: who deals is drawn, the cards are dealt; the door adds the seed |
| `until TIME` | when the round ends, in milliseconds since 1970, for players who may know it; 0 for nobody says |
| `timeout` | TIME OUT: the deal goes on for its code's last lap; between two deals the table is over |
| `halt`, `resume` | play and clocks stop until the ruling, and go on |
| `replace SEAT PERSON NAME` | a substitute takes the seat and its cards (febur art. 25, fitab art. 36) |
| `annul` | the deal in progress does not count, and is dealt anew by the same dealer |
| `end` | the table closes; a deal in progress does not count |
| `unseal [NUMBER]` | the deals of this table, or the first so many that count, may be seen by everybody |

What is no longer so is declined (`not-now`, `table-halted`, `table-closed`) and changes nothing. `round_result` tells
how a table ended, `silent_seat` whose absence calls the arbiter: no computer stands in.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.tables.clocks import moment
from bot.tables.consent import halted_for_ruling
from bot.tables.deals import seed_from
from bot.tables.lobby import draw_cards
from bot.tables.play import with_act
from bot.tables.table import CLOSED, OVER, PAUSE, PLAYING, Assigned, Chair, Settings, Table
from bot.tables.who import HOST, Declined, Who
from engine.cards import Malformed, format_cards
from engine.code import Code
from engine.match import Match
from engine.score import totals
from engine.shuffle import parse_seed
from engine.table import Annul
from engine.tournament.seat_draw import first_dealer

LATEST: Final = 17  # digits of a time
LONGEST_NUMBER: Final = 3  # digits of a deal's


@dataclass(frozen=True, slots=True)
class RoundResult:
    """How a tournament's table ended, in the order of its lines.

    `deals`: the Match Points of each line in each deal that counts, which may be fewer than were announced, or none.
    `timed_out`: the round's time has ended it. `given_up`: the line that lost on time where a code says so, -1 for
    none. `winner`: of a knock-out with equal totals, -1 where nobody is.
    """

    deals: tuple[tuple[int, ...], ...]
    timed_out: bool
    given_up: int = -1
    winner: int = -1


# --- opening it -------------------------------------------------------------------------------------------------------


def open_assigned(
    settings: Settings, assigned: Assigned, chairs: Sequence[Chair], at: int, label: str = "", channel: str = ""
) -> Table:
    """A table with its people, or computer players, by seat. Raises `ValueError` where these cannot sit so."""
    code = settings.code()
    people = [chair.person for chair in chairs if chair.person]
    if len(chairs) != code.players or any(bool(chair.person) == bool(chair.computer) for chair in chairs):
        raise ValueError("each seat has a person or a computer player")
    if len(set(people)) != len(people) or lines_of(code, chairs) != assigned.lines:
        raise ValueError("the lines are not those who sit there")
    if settings.days or settings.match_minutes or settings.watched:
        raise ValueError("the clock of a tournament's table is its round's")
    if settings.hints:
        raise ValueError("nobody gets a hint at a tournament's table")
    return Table(
        settings,
        HOST,
        label,
        channel,
        phase=PAUSE,
        since=at,
        chairs=tuple(chairs),
        match=Match(code),
        assigned=assigned,
        begun=False,
    )


def lines_of(code: Code, chairs: Sequence[Chair]) -> tuple[tuple[str, ...], ...]:
    """Who sits as one: their ids, by line."""
    return tuple(tuple(chairs[seat].person for seat in seats) for seats in code.members)


def by_seat(code: Code, lines: Sequence[Sequence[Chair]]) -> tuple[Chair, ...]:
    """The chairs in the order of the seats; raises `ValueError` where the lines do not fill them."""
    placed = {
        seat: chair
        for seats, line in zip(code.members, lines, strict=True)
        for seat, chair in zip(seats, line, strict=True)
    }
    return tuple(placed[seat] for seat in range(code.players))


def assigned_keys(table: Table) -> Mapping[str, Any]:
    """What the log's first entry keeps of it. `chairs`: by seat, person, name and computer player."""
    assert table.assigned is not None
    one = table.assigned
    return {
        "chairs": [[chair.person, chair.name, chair.computer] for chair in table.chairs],
        "name": one.name,
        "room": one.room,
        "round": one.round,
        "sealed": one.sealed,
        "table": one.table,
        "tournament": one.tournament,
    }


def assigned_from(keys: Mapping[str, Any], settings: Settings, at: int, label: str, channel: str) -> Table:
    """The table that a first entry opens. Raises `ValueError`, `TypeError` or `KeyError` for what is none."""
    found = dict(keys)
    chairs = [Chair(person, name, computer) for person, name, computer in found.pop("chairs")]
    assigned = Assigned(lines=lines_of(settings.code(), chairs), **found)
    return open_assigned(settings, assigned, chairs, at, label, channel)


# --- what the arbiter has the host do ---------------------------------------------------------------------------------


def deck(table: Table, who: Who, words: list[str], _at: int) -> Table | Declined:
    """`deck SEED`: the same deals at every table with this seed, in a round that is played as duplicate."""
    if not who.is_host:
        return Declined("only-the-host")
    if table.assigned is None or table.begun or table.deck:
        return Declined("not-now")
    try:
        return replace(table, deck=parse_seed(words[0] if words else ""))
    except Malformed:
        return Declined("no-chance")


def begin(table: Table, who: Who, words: list[str], at: int) -> Table | Declined:
    """`begin SEED`: everybody draws a card for who deals first (febur art. 3, fitab art. 3); their seats are given."""
    if not who.is_host:
        return Declined("only-the-host")
    if table.assigned is None or table.begun or table.phase != PAUSE:
        return Declined("not-now")
    try:
        seed = parse_seed(words[0] if words else "")
    except Malformed:
        return Declined("no-chance")
    drawn, dealer = draw_dealer(table, seed_from(table.deck, "seats") if table.deck else seed)
    begun = replace(table, begun=True, stage=table.stage + 1, since=moment(table, at))
    return replace(begun, drawn=drawn, drew=table.chairs, dealer=dealer)


def draw_dealer(table: Table, seed: bytes) -> tuple[str, int]:
    """The cards drawn by seat, and the dealer: of the opponents of the highest card the one with the lowest."""
    draws = draw_cards(len(table.chairs), seed)
    return format_cards([draws[seat][0] for seat in range(len(draws))]), first_dealer(draws, table.code.members)


def until(table: Table, who: Who, words: list[str], _at: int) -> Table | Declined:
    """`until TIME`: the round ends then."""
    if not who.is_host:
        return Declined("only-the-host")
    time = words[0] if len(words) == 1 else ""
    if table.assigned is None or table.phase == CLOSED or not time.isdecimal() or len(time) > LATEST:
        return Declined("not-now")
    return replace(table, round_ends=int(time))


def halt(table: Table, who: Who, _words: list[str], at: int) -> Table | Declined:
    """`halt`: play stops until `resume`."""
    if not who.is_host:
        return Declined("only-the-host")
    if table.assigned is None or table.phase not in (PAUSE, PLAYING):
        return Declined("not-now")
    return Declined("table-halted") if table.paused else halted_for_ruling(table, at)


def annul(table: Table, who: Who, _words: list[str], at: int) -> Table | Declined:
    """`annul`: the deal in progress does not count."""
    if not who.is_host:
        return Declined("only-the-host")
    return Declined("not-now") if table.assigned is None else with_act(table, Annul(), moment(table, at))


def unseal(table: Table, who: Who, words: list[str], _at: int) -> Table | Declined:
    """`unseal [NUMBER]`: the last table of the round has finished these deals."""
    if not who.is_host:
        return Declined("only-the-host")
    if table.assigned is None or not table.assigned.sealed:
        return Declined("not-now")
    if not words:
        return replace(table, assigned=replace(table.assigned, sealed=False))
    number = int(words[0]) if words[0].isdecimal() and len(words[0]) <= LONGEST_NUMBER else 0
    return replace(table, open_deals=number) if number > table.open_deals else Declined("not-now")


# --- what it tells ----------------------------------------------------------------------------------------------------


def round_result(table: Table) -> RoundResult | None:
    """How it ended; None for a table that goes on, and for one among friends."""
    match = table.match
    if table.assigned is None or match is None or table.phase not in (OVER, CLOSED):
        return None
    equal = len(set(match.totals)) < len(match.totals)
    winner = match.winner if equal and table.code.rules.knockout and match.is_over else None
    return RoundResult(
        deals=tuple(tuple(side.total for side in deal.scores) for deal in match.counted),
        timed_out=any(deal.timed_out for deal in match.deals) or (match.is_over and not match.deals),
        given_up=match.given_up_by,
        winner=-1 if winner is None else winner,
    )


def points_now(table: Table) -> tuple[int, ...]:
    """The Match Points of the lines as the table stands, the deal in progress as if it ended here without a closing.

    For who leaves or is expelled: `mp` of a tournament's `withdrawal` and `forfeit`.
    """
    match = table.match
    if match is None:
        return (0,) * len(table.code.sides)
    if table.phase != PLAYING or table.game is None:
        return match.totals
    return tuple(before + now for before, now in zip(match.totals, totals(table.game.deal), strict=True))


def silent_seat(table: Table) -> str:
    """The seat whose person has been silent for so long that the arbiter is called, "" for nobody's."""
    silent = table.assigned is not None and table.in_turn and table.offered >= 0 and not table.paused
    return table.in_turn if silent else ""
