"""How strong somebody is, and how sure that is: a rating by OpenSkill's Plackett-Luce model, pairs as teams.

Each kind of match has its own, over all ranked matches of the bot in the order in which they ended. A computer in a
seat plays with a newcomer's rating and keeps none. Who plays gains or loses by the places of the sides alone: neither
Match nor Victory Points move a rating.
"""

from bisect import bisect_left
from dataclasses import dataclass
from typing import Final

from openskill.models import PlackettLuce, PlackettLuceRating

from bot.boards.facts import Facts, Side

PROVISIONAL: Final = 10  # fewer ranked matches than these make no rating to rely on
SURE: Final = 3  # so many sigma below its mean a rating is placed


@dataclass(frozen=True, slots=True)
class Rating:
    """Mean and uncertainty; `matches` it is made of."""

    mu: float
    sigma: float
    matches: int

    @property
    def provisional(self) -> bool:
        return self.matches < PROVISIONAL

    @property
    def sure(self) -> float:
        """What somebody is worth almost certainly: boards are in this order."""
        return self.mu - SURE * self.sigma


class Ratings:
    """Everybody's ratings after each match."""

    def __init__(self) -> None:
        self._model = PlackettLuce()
        start = self._model.rating()
        self.start = Rating(start.mu, start.sigma, 0)
        self._after: dict[tuple[str, str], list[tuple[int, Rating]]] = {}

    def add(self, facts: Facts, ended_at: int) -> None:
        """The next match; matches are added in their order."""
        if not facts.is_ranked:
            return
        teams = [self._team(facts.kind, side) for side in facts.sides]
        rated = self._model.rate(teams, ranks=[side.place for side in facts.sides])
        twice = facts.twice  # whoever now sits on two sides moves nobody's rating but that of the others
        for side, team in zip(facts.sides, rated, strict=True):
            for person, rating in [one for one in zip(side.people, team, strict=False) if one[0] not in twice]:
                many = self.now(facts.kind, person).matches + 1
                found = self._after.setdefault((facts.kind, person), [])
                found.append((ended_at, Rating(rating.mu, rating.sigma, many)))

    def _team(self, kind: str, side: Side) -> list[PlackettLuceRating]:
        """People first, then who is as good as a newcomer: a computer, and the second self of who held both seats."""
        ratings = [self.now(kind, person) for person in side.people]
        others = [self.start] * (len(side.seats) - len(ratings))
        return [self._model.rating(mu=rating.mu, sigma=rating.sigma) for rating in [*ratings, *others]]

    def now(self, kind: str, person: str) -> Rating:
        found = self._after.get((kind, person))
        return found[-1][1] if found else self.start

    def until(self, kind: str, person: str, until: int) -> Rating:
        """As it was after the last match that ended before."""
        found = self._after.get((kind, person), [])
        place = bisect_left(found, until, key=lambda after: after[0])
        return found[place - 1][1] if place else self.start

    def course(self, kind: str, person: str) -> tuple[tuple[int, Rating], ...]:
        """Each rating with the time since which it holds."""
        return tuple(self._after.get((kind, person), ()))
