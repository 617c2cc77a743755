"""How strong somebody is beside computer players: a rating by practice, in which the levels stand fixed on the ladder.

It is nobody's rating among people, and moves none: those are folded from ranked matches alone (`bot.boards.ratings`).
"""

from collections.abc import Iterable
from typing import Final

from openskill.models import PlackettLuce, PlackettLuceRating

from bot.boards.facts import PAIRS, Facts, SeatFacts, Side
from bot.boards.ladder import MEASURED, rating_of
from bot.boards.ledger import CountedMatch
from bot.boards.ratings import Rating

FIXED: Final = 0.01  # the uncertainty of a level: as good as none, so that a match moves the person alone


def ladder_strength(person: str, entries: Iterable[CountedMatch]) -> Rating:
    """By their matches in pairs against computers of known levels, in their order; as a newcomer without any."""
    model = PlackettLuce()
    own = model.rating()
    matches = 0
    for facts in [entry.facts for entry in entries if _tells(entry.facts, person)]:
        (number,) = facts.sides_of(person)
        teams = [[_rated(model, seat, person, own) for seat in side.seats] for side in facts.sides]
        rated = model.rate(teams, ranks=[side.place for side in facts.sides])
        own = rated[number][_place(facts.sides[number], person)]
        matches += 1
    return Rating(own.mu, own.sigma, matches)


def _tells(facts: Facts, person: str) -> bool:
    """Whether it is practice that they played themselves from end to end, and every computer's level is known."""
    others = [seat for _, seat in facts.seats() if seat.person != person]
    return (
        facts.kind == PAIRS
        and not facts.is_ranked
        and len(others) == 3
        and all(seat.computer in MEASURED for seat in others if not seat.person)
        and all(seat.deals == facts.deals and not seat.away for _, seat in facts.seats() if seat.person)
    )


def _rated(model: PlackettLuce, seat: SeatFacts, person: str, own: PlackettLuceRating) -> PlackettLuceRating:
    """Of another person beside them nothing is known here: they are rated as a newcomer."""
    if seat.person == person:
        return model.rating(mu=own.mu, sigma=own.sigma)
    return model.rating() if seat.person else model.rating(mu=rating_of(seat.computer), sigma=FIXED)


def _place(side: Side, person: str) -> int:
    return [seat.person for seat in side.seats].index(person)
