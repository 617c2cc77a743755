"""What is said about one person: the card, the partnership book, two people head to head, the history.

Pure functions of the person's matches (`bot.boards.ledger.Ledger.of`); the latest match stands last there.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from bot.boards.facts import KINDS, PAIRS, Facts, SeatFacts
from bot.boards.figures import Figures
from bot.boards.ledger import CountedMatch
from bot.boards.ports import Key
from bot.boards.ratings import Rating, Ratings
from engine.habits import Habits
from engine.rules import load_rules

FORM: Final = 10  # matches
FEW: Final = 5  # matches that say nothing of how strong a pair is


@dataclass(frozen=True, slots=True)
class KindCard:
    """One kind of match on a card. `form`: the last matches, "+", "=" or "-", the latest last."""

    kind: str
    ranked: Figures
    practice: Figures
    rating: Rating
    best_vp: int | None  # of a match, in sixths
    form: str


@dataclass(frozen=True, slots=True)
class PlayerCard:
    """A player's card. Times in milliseconds, 0 for somebody who has played no match."""

    person: str
    since: int
    last: int
    kinds: tuple[KindCard, ...]


@dataclass(frozen=True, slots=True)
class Partnership:
    """What two partners did together in ranked matches. `direct`: pozzetti that either took in diretta."""

    partner: str
    together: Figures
    direct: int


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """One person's figures against another, and beside them, in ranked matches of a kind.

    `streak`: how many of the last matches against each other the person won in a row; below 0, the other one.
    """

    kind: str
    against: Figures = field(default_factory=Figures)
    beside: Figures = field(default_factory=Figures)
    streak: int = 0


@dataclass(frozen=True, slots=True)
class Past:
    """A match in a person's history; seats without a person are a computer's and stand as "".

    `channel` is where its table was opened, "" in the browser; `mirrors` are the others that showed it. `totals` are
    several where accounts that have become one player's sat on several sides: nobody's win or place, and worth nothing.
    """

    key: Key
    ended_at: int
    channel: str
    mirrors: tuple[str, ...]
    kind: str
    rules: str
    ranked: bool
    partners: tuple[str, ...]
    opponents: tuple[str, ...]
    sign: str  # "+", "=" or "-"; "" for somebody on both sides
    totals: tuple[int, ...]  # of their sides
    mp: int
    vp: int | None  # in sixths
    place: int  # 0 for somebody on both sides
    given_up: bool
    corrected: bool
    annulled: bool = False
    both_seats: bool = False  # partners who have become one player since


def sign(facts: Facts, side: int) -> str:
    if facts.winner < 0:
        return "=" if facts.sides[side].place == 1 else "-"
    return "+" if facts.winner == side else "-"


def card(person: str, entries: Sequence[CountedMatch], ratings: Ratings) -> PlayerCard:
    kinds = [_kind(person, kind, [e for e in entries if e.facts.kind == kind], ratings) for kind in KINDS]
    since, last = (entries[0].ended_at, entries[-1].ended_at) if entries else (0, 0)
    return PlayerCard(
        person, since, last, tuple(kind for kind in kinds if kind.ranked.matches or kind.practice.matches)
    )


def _kind(person: str, kind: str, entries: Sequence[CountedMatch], ratings: Ratings) -> KindCard:
    sums = {True: Figures(), False: Figures()}
    for entry in entries:
        sums[entry.facts.ranked_for(person)].add_own(entry.facts, person)
    counted = [entry.facts for entry in entries if entry.facts.ranked_for(person)]
    ranked = [(facts, side) for facts in counted for side in facts.sides_of(person)]
    points = [facts.sides[side].vp for facts, side in ranked]
    return KindCard(
        kind,
        sums[True],
        sums[False],
        ratings.now(kind, person),
        max([vp for vp in points if vp is not None], default=None),
        "".join([sign(facts, side) for facts, side in ranked[-FORM:]]),
    )


@dataclass(frozen=True, slots=True)
class OwnHabits:
    """What somebody does, over so many deals that they played themselves."""

    deals: int = 0
    habits: Habits = field(default_factory=Habits)


def own_habits(person: str, entries: Iterable[CountedMatch]) -> OwnHabits:
    """In all matches of theirs that club players can be compared with, practice too; for nobody else to read."""
    found, deals = Habits(), 0
    for entry in [one for one in entries if _has_yardstick(one.facts)]:
        for _, seat in entry.facts.seats():
            if seat.person == person and seat.habits:
                found, deals = found.plus(Habits(*seat.habits)), deals + seat.deals - seat.away
    return OwnHabits(deals, found)


def _has_yardstick(facts: Facts) -> bool:
    """Whether it is play like that which club players were measured in: pairs, who may close with any burraco."""
    return facts.kind == PAIRS and load_rules(facts.rules).close_needs == "any"


def partners(person: str, entries: Iterable[CountedMatch]) -> tuple[Partnership, ...]:
    """The partnership book, the partner of most matches first."""
    together: dict[str, Figures] = {}
    direct: dict[str, int] = {}
    for entry in entries:
        facts = entry.facts
        for number in facts.sides_of(person) if facts.ranked_for(person) else ():
            side = facts.sides[number]
            for partner in [one for one in side.people if one != person and one not in facts.twice]:
                together.setdefault(partner, Figures()).add(facts, number, person)
                direct[partner] = direct.get(partner, 0) + sum(seat.direct for seat in side.seats)
    order = sorted(together, key=lambda partner: (-together[partner].matches, partner))
    return tuple(Partnership(partner, together[partner], direct[partner]) for partner in order)


def head_to_head(person: str, other: str, entries: Iterable[CountedMatch]) -> tuple[HeadToHead, ...]:
    """The first person's figures in each kind in which they met; nobody meets themselves."""
    found = {kind: HeadToHead(kind) for kind in KINDS}
    matches = [entry.facts for entry in entries if person != other]
    for facts in [one for one in matches if one.ranked_for(person) and one.ranked_for(other)]:
        mine, theirs = facts.sides_of(person), facts.sides_of(other)
        if mine and theirs:
            heads = found[facts.kind]
            (heads.beside if mine == theirs else heads.against).add(facts, mine[0], person)
            if mine != theirs:
                found[facts.kind] = replace(heads, streak=_streak(heads.streak, facts.winner, mine[0], theirs[0]))
    return tuple(one for one in found.values() if one.against.matches or one.beside.matches)


def _streak(before: int, winner: int, mine: int, theirs: int) -> int:
    """The streak after one match more; one that neither side won ends it."""
    if winner == mine:
        return max(before, 0) + 1
    return min(before, 0) - 1 if winner == theirs else 0


def strongest_pair(entries: Iterable[CountedMatch]) -> frozenset[str]:
    """The two who have won most of their ranked matches as partners, of `FEW` or more; nobody where two pairs tie.

    Of pairs that have won the same share, the one with more matches is stronger.
    """
    pairs: dict[frozenset[str], Figures] = {}
    for facts in [entry.facts for entry in entries if entry.facts.kind == PAIRS]:
        for number, side in enumerate(facts.sides):
            pair = frozenset(side.people)
            if len(pair) == 2 and "" not in pair and all(facts.ranked_for(one) for one in pair):
                pairs.setdefault(pair, Figures()).add_side(facts, number, side)
    ranking = sorted((one.wins / one.matches, one.matches) for one in pairs.values() if one.matches >= FEW)
    best = [pair for pair, one in pairs.items() if ranking and (one.wins / one.matches, one.matches) == ranking[-1]]
    return best[0] if len(best) == 1 else frozenset()


def history(person: str, entries: Sequence[CountedMatch]) -> tuple[Past, ...]:
    """The person's matches, the latest first."""
    return tuple(_past(person, entry) for entry in reversed(entries))


def _past(person: str, entry: CountedMatch) -> Past:
    facts = entry.facts
    own = facts.sides_of(person)
    number, both = own[0], len(own) > 1
    side = facts.sides[number]
    others = [seat.person for one in own for seat in _others(facts.sides[one].seats, person)]
    rivals = [seat.person for place, rival in enumerate(facts.sides) if place not in own for seat in rival.seats]
    return Past(
        key=entry.key,
        ended_at=entry.ended_at,
        channel=entry.channel,
        mirrors=entry.mirrors,
        kind=facts.kind,
        rules=facts.rules,
        ranked=facts.ranked_for(person),
        partners=tuple(one for one in others if one != person),
        opponents=tuple(rivals),
        sign="" if both else sign(facts, number),
        totals=tuple(facts.sides[one].total for one in own),
        mp=0 if both else side.mp,
        vp=None if both else side.vp,
        place=0 if both else side.place,
        given_up=facts.given_up in own and not both,
        corrected=facts.corrected,
        annulled=facts.annulled,
        both_seats=person in others,
    )


def _others(seats: Sequence[SeatFacts], person: str) -> Sequence[SeatFacts]:
    """The seats of a side without the person's, or the first of theirs where both are."""
    place = next(place for place, seat in enumerate(seats) if seat.person == person)
    return [*seats[:place], *seats[place + 1 :]]
