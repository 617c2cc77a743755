"""A person's figures over matches: a sum that a match is added to."""

from dataclasses import dataclass

from bot.boards.facts import SIXTHS, Facts, Side


@dataclass(slots=True)
class Figures:
    """Sums over matches. `vp` in sixths, over those `valued` matches for which a table is printed."""

    matches: int = 0
    wins: int = 0
    draws: int = 0
    given_up: int = 0  # by their side
    deals: int = 0
    away: int = 0  # deals that ended with a computer in their place
    vp: int = 0
    valued: int = 0
    mp: int = 0
    clean: int = 0
    burrachi: int = 0
    closings: int = 0
    pozzetti: int = 0
    direct: int = 0

    @property
    def points(self) -> float:
        """Victory Points, or ranking points; equal sums are equal numbers, for they are divided only here."""
        return self.vp / SIXTHS

    @property
    def average(self) -> float:
        """Victory Points a match; 0 where no match had any."""
        return self.vp / (SIXTHS * self.valued) if self.valued else 0.0

    def add(self, facts: Facts, number: int, person: str) -> None:
        """One match more, played by the person on the side of that number."""
        side = facts.sides[number]
        self.add_side(facts, number, side)
        for seat in side.seats:
            if seat.person == person:
                self.deals += seat.deals
                self.away += seat.away
                self.closings += seat.closings
                self.pozzetti += seat.pozzetti
                self.direct += seat.direct

    def add_own(self, facts: Facts, person: str) -> None:
        """One match more; where accounts of theirs sat on both sides, it is one, too, and nobody's win or points."""
        sides = facts.sides_of(person)
        if len(sides) == 1:
            self.add(facts, sides[0], person)
            return
        seats = [seat for _, seat in facts.seats() if seat.person == person]
        self.matches += 1
        self.deals += max(seat.deals for seat in seats)
        self.away += max(seat.away for seat in seats)
        self.clean += sum(facts.sides[number].clean for number in sides)
        self.burrachi += sum(facts.sides[number].burrachi for number in sides)
        self.closings += sum(seat.closings for seat in seats)
        self.pozzetti += sum(seat.pozzetti for seat in seats)
        self.direct += sum(seat.direct for seat in seats)

    def add_side(self, facts: Facts, number: int, side: Side) -> None:
        """What the match counts for everybody on that side."""
        self.matches += 1
        self.wins += facts.winner == number
        self.draws += facts.winner < 0 and side.place == 1
        self.given_up += facts.given_up == number
        self.mp += side.mp
        self.clean += side.clean
        self.burrachi += side.burrachi
        if side.vp is not None:
            self.vp += side.vp
            self.valued += 1


def fold_into(people: dict[str, Figures], facts: Facts, *, practice: bool) -> None:
    """Add a match to the figures of everybody for whom it was ranked, or for whom it was practice."""
    twice = facts.twice
    for person in dict.fromkeys([person for side in facts.sides for person in side.people]):
        if (facts.is_ranked and person not in twice) == practice:
            continue
        figures = people.get(person)
        if figures is None:
            figures = people[person] = Figures()
        figures.add_own(facts, person)
