"""From a stored match to what it counts for: the record is replayed, and each seat's figures go to whoever held it.

Whoever held a seat in most deals has its result, the later one where two are equal; a computer that stands in plays
for them, so that nobody escapes a loss by leaving. What it did while it stood in is nobody's closing and nobody's
pozzetto.
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass, replace
from typing import Final, TypeAlias

from bot.boards.awards import corrected_worth, worth
from bot.boards.facts import PAIRS, SINGLES, THREES, Facts, SeatFacts, Side
from bot.boards.ports import ANNULLED, AS_PLAYED, StoredMatch
from engine.actions import Add, Lay
from engine.code import Code
from engine.habits import NONE, habits
from engine.match import Match, Played
from engine.record import DealRecord, Turn
from engine.replay import ReplayedDeal, parse_scores, replay
from engine.table import Game, Undo

CLEAN: Final = ("pulito", "super", "reale")  # burrachi without a matta
POZZETTO: Final = "!"  # the mark of an action that took it

Holder: TypeAlias = tuple[str, str]  # person and computer, "" for none


@dataclass(frozen=True, slots=True)
class TakenPozzetto:
    """A pozzetto that was taken."""

    seat: str
    direct: bool


def facts_of(match: StoredMatch) -> Facts | None:
    """What the match counts for, and would count for where it was annulled; None where no deal of it counts.

    Raises `ValueError` where its record cannot be replayed, or does not fit who sat where.
    """
    if match.totals in (ANNULLED, AS_PLAYED):
        found = facts_of(replace(match, totals=None))
        return found and replace(found, corrected=True, annulled=match.totals == ANNULLED)
    played = replay(match.record)
    if played.refusal is not None:
        raise ValueError(f"its record is refused: {played.refusal.action}")
    seatings = parse_players(match.players, played.match.code)
    if len(seatings) != len(played.deals):
        raise ValueError("its record has other deals than its seats")
    deals = [
        (deal, seats)
        for deal, seats in zip(played.deals, seatings, strict=True)
        if deal.result is not None and counts(deal.result, deal.game)
    ]
    return _facts(match, played.match, deals) if deals and played.match.is_over else None


def counts(ended: Played, game: Game) -> bool:
    """Whether a deal that has ended counts: neither an annulled one, nor one given up before each side had a turn."""
    return ended.counts and not game.is_unplayed


def parse_players(text: str, code: Code) -> tuple[tuple[Holder, ...], ...]:
    """By deal, by seat. Raises `ValueError`."""
    try:
        deals = [[(str(person), str(computer)) for person, computer in seats] for seats in json.loads(text)]
    except TypeError as error:
        raise ValueError(f"who sat where cannot be read: {error}") from None
    if any(len(seats) != code.players for seats in deals):
        raise ValueError("its record has other seats than its players")
    return tuple(tuple(seats) for seats in deals)


Counted: TypeAlias = "Sequence[tuple[ReplayedDeal, tuple[Holder, ...]]]"


def _facts(match: StoredMatch, played: Match, deals: Counted) -> Facts:
    code = played.code
    totals, value = played.totals, worth(played)
    if match.totals is not None:
        totals = tuple(parse_scores(code, match.totals).values())
        value = corrected_worth(played, totals)
    seats = [_seat(code, number, deals) for number in range(code.players)]
    sides = [
        Side(
            seats=tuple(seats[number] for number in code.members[side]),
            place=value.places[side],
            total=totals[side],
            mp=value.mp[side],
            vp=value.vp[side],
            clean=sum(meld in CLEAN for meld in _burrachi(deals, side)),
            burrachi=len(_burrachi(deals, side)),
        )
        for side in range(len(code.sides))
    ]
    kind = PAIRS if code.pairs else THREES if code.players == 3 else SINGLES
    return Facts(kind, code.rules.name, len(deals), played.given_up_by, match.totals is not None, tuple(sides))


def _burrachi(deals: Counted, side: int) -> list[str]:
    scores = [deal.result.scores[side] for deal, _ in deals if deal.result is not None]
    return [meld.burraco for score in scores for meld in score.melds if meld.burraco]


def _seat(code: Code, number: int, deals: Counted) -> SeatFacts:
    holders = [seats[number] for _, seats in deals]
    person = _most([person for person, _ in holders])
    if not person:
        return SeatFacts("", _player(holders), len(deals))
    in_person = [deal for deal, seats in deals if seats[number] == (person, "")]
    taken = [one for deal in in_person for one in pozzetti(deal.record) if one.seat == code.seats[number]]
    return SeatFacts(
        person,
        computer=holders[-1][1],
        deals=sum(holder == person for holder, _ in holders),
        away=sum(holder == person and bool(computer) for holder, computer in holders),
        closings=sum(deal.result is not None and deal.result.closed_by == number for deal in in_person),
        pozzetti=len(taken),
        direct=sum(one.direct for one in taken),
        habits=_habits(in_person, number),
    )


def _player(holders: Sequence[Holder]) -> str:
    """The computer player that sat there in every deal; where the level changed, nothing is said of it."""
    played = {computer for _, computer in holders}
    return played.pop() if len(played) == 1 else ""


def _habits(deals: Sequence[ReplayedDeal], seat: int) -> tuple[int, ...]:
    found = NONE
    for deal in deals:
        found = found.plus(habits(deal)[seat])
    return astuple(found)


def _most(people: Sequence[str]) -> str:
    """Who stands there most often, the later of equals; "" only where nobody does."""
    times = Counter([person for person in people if person])
    return max(times, key=lambda person: (times[person], _last(people, person))) if times else ""


def _last(people: Sequence[str], person: str) -> int:
    return max(place for place, one in enumerate(people) if one == person)


def pozzetti(record: DealRecord) -> tuple[TakenPozzetto, ...]:
    """The pozzetti taken in a deal, without what was taken back by an undo."""
    turns: list[Turn] = []
    for line in record.lines:
        if isinstance(line, Turn):
            turns.append(line)
        elif isinstance(line.act, Undo):
            turns.pop()
    return tuple(taken for turn in turns for taken in _pozzetti_taken(turn))


def _pozzetti_taken(turn: Turn) -> Iterator[TakenPozzetto]:
    for written in turn.actions:
        if POZZETTO in written.marks:
            yield TakenPozzetto(turn.seat, isinstance(written.action, Lay | Add))
