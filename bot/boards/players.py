"""What is said about one person: the card, the partnership book, two people head to head, the history.

Pure functions of the person's matches (`bot.boards.ledger.Ledger.of`); the latest match stands last there.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.boards.facts import KINDS, Facts, Seat
from bot.boards.figures import Figures
from bot.boards.ledger import Entry
from bot.boards.ports import Key
from bot.boards.ratings import Rating, Ratings

FORM: Final = 10  # matches


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
class Card:
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
    """One person's figures against another, and beside him, in ranked matches of a kind."""

    kind: str
    against: Figures = field(default_factory=Figures)
    beside: Figures = field(default_factory=Figures)


@dataclass(frozen=True, slots=True)
class Past:
    """A match in a person's history; seats without a person are a computer's and stand as "".

    `channel` is where its table was opened, "" in the browser; `mirrors` are the others that showed it.
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
    sign: str  # "+", "=" or "-"
    total: int
    mp: int
    vp: int | None  # in sixths
    place: int
    given_up: bool
    corrected: bool
    annulled: bool = False


def sides_of(facts: Facts, person: str) -> tuple[int, ...]:
    """The sides on which somebody played: one, but for two accounts that have become one player's."""
    return tuple([number for number, side in enumerate(facts.sides) if person in side.people])


def sign(facts: Facts, side: int) -> str:
    if facts.winner < 0:
        return "=" if facts.sides[side].place == 1 else "-"
    return "+" if facts.winner == side else "-"


def card(person: str, entries: Sequence[Entry], ratings: Ratings) -> Card:
    kinds = [_kind(person, kind, [e for e in entries if e.facts.kind == kind], ratings) for kind in KINDS]
    since, last = (entries[0].ended_at, entries[-1].ended_at) if entries else (0, 0)
    return Card(person, since, last, tuple([kind for kind in kinds if kind.ranked.matches or kind.practice.matches]))


def _kind(person: str, kind: str, entries: Sequence[Entry], ratings: Ratings) -> KindCard:
    sums = {True: Figures(), False: Figures()}
    for entry in entries:
        for side in sides_of(entry.facts, person):
            sums[entry.facts.ranked_for(person)].add(entry.facts, side, person)
    counted = [entry.facts for entry in entries if entry.facts.ranked_for(person)]
    ranked = [(facts, side) for facts in counted for side in sides_of(facts, person)]
    points = [facts.sides[side].vp for facts, side in ranked]
    return KindCard(
        kind,
        sums[True],
        sums[False],
        ratings.now(kind, person),
        max([vp for vp in points if vp is not None], default=None),
        "".join([sign(facts, side) for facts, side in ranked[-FORM:]]),
    )


def partners(person: str, entries: Iterable[Entry]) -> tuple[Partnership, ...]:
    """The partnership book, the partner of most matches first."""
    together: dict[str, Figures] = {}
    direct: dict[str, int] = {}
    for entry in entries:
        facts = entry.facts
        for number in sides_of(facts, person) if facts.ranked_for(person) else ():
            side = facts.sides[number]
            for partner in [one for one in side.people if one != person and one not in facts.twice]:
                together.setdefault(partner, Figures()).add(facts, number, person)
                direct[partner] = direct.get(partner, 0) + sum([seat.direct for seat in side.seats])
    order = sorted(together, key=lambda partner: (-together[partner].matches, partner))
    return tuple([Partnership(partner, together[partner], direct[partner]) for partner in order])


def head_to_head(person: str, other: str, entries: Iterable[Entry]) -> tuple[HeadToHead, ...]:
    """The first person's figures in each kind in which they met; nobody meets himself."""
    found = {kind: HeadToHead(kind) for kind in KINDS}
    known = [entry.facts for entry in entries if person != other]
    for facts in [one for one in known if one.ranked_for(person) and one.ranked_for(other)]:
        mine, his = sides_of(facts, person), sides_of(facts, other)
        if mine and his:
            heads = found[facts.kind]
            (heads.beside if mine == his else heads.against).add(facts, mine[0], person)
    return tuple([one for one in found.values() if one.against.matches or one.beside.matches])


def history(person: str, entries: Sequence[Entry]) -> tuple[Past, ...]:
    """The person's matches, the latest first."""
    return tuple([_past(person, entry, side) for entry in reversed(entries) for side in sides_of(entry.facts, person)])


def _past(person: str, entry: Entry, number: int) -> Past:
    facts, side = entry.facts, entry.facts.sides[number]
    others = [one.person for place, one in enumerate(side.seats) if place != _place(side.seats, person)]
    rivals = [seat.person for place, rival in enumerate(facts.sides) if place != number for seat in rival.seats]
    return Past(
        key=entry.key,
        ended_at=entry.ended_at,
        channel=entry.channel,
        mirrors=entry.mirrors,
        kind=facts.kind,
        rules=facts.rules,
        ranked=facts.ranked_for(person),
        partners=tuple(others),
        opponents=tuple(rivals),
        sign=sign(facts, number),
        total=side.total,
        mp=side.mp,
        vp=side.vp,
        place=side.place,
        given_up=facts.given_up == number,
        corrected=facts.corrected,
        annulled=facts.annulled,
    )


def _place(seats: Sequence[Seat], person: str) -> int:
    return next(place for place, seat in enumerate(seats) if seat.person == person)
