"""A series as a value: the rule by which evenings come, what each announces, and the evenings that there were. Pure.

An evening is a tournament, announced so many days before its start; the series knows it by its id, and what it last
heard of its end. Times are milliseconds since 1970. Which moment comes next was worked out when it was written down,
so a log means the same for ever, whatever becomes of time zones.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from itertools import takewhile
from typing import Any, Final

from bot.durations import DAY
from bot.planner.calendar import occurrences, wall
from bot.tables.timers import Due
from bot.tournaments.announcing import announcement_of
from bot.tournaments.club_tournament import Announcement

ACTIVE: Final = "active"
PAUSED: Final = "paused"
ENDED: Final = "ended"

OPEN: Final = "open"  # the next evening is announced
OPENS: Final = 6  # days before, where nothing is said: the day after the evening of a week
MOST_DAYS: Final = 28
MOST_EVENINGS: Final = 53  # of a season
MOST_FINALISTS: Final = 200
OFF: Final = "off"  # the mark of an evening that was cancelled


@dataclass(frozen=True, slots=True)
class Evening:
    """A tournament of the series. `mark`: of the outcome that it last had, "" while it goes on, `OFF` for none.

    `starts`: by the rule of the series; `moved`: when it starts instead, 0 where it is as the rule has it.
    """

    tournament: str
    starts: int
    season: int
    is_final: bool = False
    mark: str = ""
    moved: int = 0

    @property
    def at(self) -> int:
        """When it starts, or has started."""
        return self.moved or self.starts


@dataclass(frozen=True, slots=True)
class SeriesTerms:
    """What is announced of the series. `of`: evenings of a season, 0 for one season without an end.

    `best`: how many of them count, 0 for all. `final`: so many of the first are invited to a last evening, 0 for none.
    `opens`: days before the start at which an evening is announced.
    """

    best: int = 0
    of: int = 0
    final: int = 0
    opens: int = OPENS


@dataclass(frozen=True, slots=True)
class Series:
    """`form`: an announcement as JSON, but for its start. `first` is what the wall clock shows, `rule` as in RFC 5545.

    `starts`: the next evening that is not announced yet, 0 for none. `number`: by which it is named in its channel.
    `past_terms`: of seasons that were over, or had been followed by another, when the terms were changed, by number.
    """

    channel: str
    author: str
    form: Mapping[str, Any]
    terms: SeriesTerms
    zone: str
    first: str
    rule: str
    starts: int
    created: int
    number: int = 1
    state: str = ACTIVE
    evenings: tuple[Evening, ...] = field(default=())
    past_terms: Mapping[int, SeriesTerms] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return str(self.form["name"])

    def announcement(self, starts: int, **keys: Any) -> Announcement:
        """What an evening at this time announces."""
        return announcement_of({**self.form, "starts": starts, "zone": self.zone, **keys})

    @property
    def season(self) -> int:
        """The season of the last evening, 1 before the first."""
        return max([one.season for one in self.evenings], default=1)

    def of_season(self, number: int) -> tuple[Evening, ...]:
        """Its evenings, without those that were cancelled."""
        return tuple(one for one in self.evenings if one.season == number and one.mark != OFF)

    def terms_of(self, number: int) -> SeriesTerms:
        """The terms of a season: those that it was played by."""
        return self.past_terms.get(number, self.terms)

    def with_terms(self, terms: SeriesTerms) -> "Series":
        """Other terms from now on; what has been played before stays as it was."""
        first = self.season + 1 if self.is_over(self.season) else self.season  # of the seasons that are played by them
        past = {number: self.terms_of(number) for number in range(1, first)}
        return replace(self, terms=terms, past_terms=past)

    @property
    def next_evening(self) -> tuple[int, bool]:
        """The season of the next evening, and whether it is a final: of the first season that lacks one.

        An earlier one than the last lacks one when it was cancelled after the next season's first was announced.
        """
        for number in range(1, self.season + 1):
            inside, terms = self.of_season(number), self.terms_of(number)
            if not terms.of or len([one for one in inside if not one.is_final]) < terms.of:
                return number, False
            if terms.final and not any(one.is_final for one in inside):
                return number, True
        return self.season + 1, False

    def is_over(self, number: int) -> bool:
        """Whether this season has ended: all its evenings have, and its final."""
        inside = self.of_season(number)
        ordinary, terms = [one for one in inside if not one.is_final], self.terms_of(number)
        if not terms.of or len(ordinary) < terms.of or not all(one.mark for one in inside):
            return False
        return not terms.final or any(one.is_final for one in inside)

    @property
    def awaited(self) -> tuple[Evening, ...]:
        """Evenings that have been announced and are not over."""
        return tuple(one for one in self.evenings if not one.mark)

    @property
    def waits_for_evenings(self) -> bool:
        """Whether the next evening is a final, and it is not known yet who is invited."""
        season, is_final = self.next_evening
        return is_final and any(one.season == season for one in self.awaited)


def following(one: Series, after: int) -> int:
    """The next time it comes after this moment, 0 for never."""
    return next(_times(one, after), 0)


def first_by_other_rule(one: Series, after: Series, at: int) -> int:
    """The next time that it comes by the rule of `after`, 0 for never: on a later day than what is announced.

    Nor on a day that was left out: with another hour that is still the same evening.
    """
    last = max([max(each.starts, each.moved) for each in one.evenings], default=0)
    left_out = takewhile(lambda time: time < one.starts, _times(one, max(at, last)))
    taken = {_day(one, time) for time in [last, *left_out]}
    return next((time for time in _times(after, max(at, last)) if _day(one, time) not in taken), 0)


def _times(one: Series, after: int) -> Iterator[int]:
    return occurrences(datetime.fromisoformat(one.first), one.rule, one.zone, after)


def _day(one: Series, at: int) -> date:
    return wall(at, one.zone).date()


def next_open(one: Series, at: int) -> tuple[int, int]:
    """The next evening for which people can still sign up, 0 for none; and how many have passed before it."""
    starts, missed = one.starts, 0
    while starts and one.announcement(starts).shuts <= at:
        starts, missed = following(one, starts), missed + 1
    return starts, missed


def opens_at(one: Series, starts: int) -> int:
    """When the evening of this start is announced."""
    return max(starts - one.terms.opens * DAY, one.created)


def dues(one: Series) -> tuple[Due, ...]:
    """What it waits for."""
    if one.state != ACTIVE or not one.starts or one.waits_for_evenings:
        return ()
    return (Due(OPEN, opens_at(one, one.starts)),)


def evening_of(one: Series, tournament: str) -> Evening | None:
    return next((evening for evening in one.evenings if evening.tournament == tournament), None)


def in_place_of(one: Series, tournament: str) -> Evening | None:
    """What was announced since an evening was cancelled, and has its place: with both a season would have too many."""
    off = evening_of(one, tournament)
    if off is None or off.mark != OFF:
        return None
    alike = [each for each in one.of_season(off.season) if each.is_final == off.is_final]
    most = 1 if off.is_final else one.terms_of(off.season).of
    return alike[-1] if most and len(alike) >= most else None


def with_mark(one: Series, tournament: str, mark: str, moved: int) -> Series:
    """What has become of an evening is known."""
    found = [
        replace(evening, mark=mark, moved=moved) if evening.tournament == tournament else evening
        for evening in one.evenings
    ]
    return replace(one, evenings=tuple(found))


def final_to_come(one: Series, season: int) -> Evening | None:
    """The final of a season that is announced and not over."""
    return next((each for each in one.awaited if each.is_final and each.season == season), None)
