"""Strength beside computers: by practice against levels that stand still, and apart from the rating among people."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot.boards.facts import PAIRS, Facts, SeatFacts, Side
from bot.boards.figures import Figures
from bot.boards.ladder import MEASURED, rating_of, share_won
from bot.boards.ladder_strength import ladder_strength
from bot.boards.ledger import CountedMatch, Ledger
from bot.boards.players import KindCard, OwnHabits, PlayerCard
from bot.boards.ratings import Rating, Ratings
from bot.messages.own_play import own_lines
from bot.words.languages import LANGUAGES, say

ME = SeatFacts("p1", deals=4)
NOBODY = PlayerCard("p1", 0, 0, ())


def computer(level: str) -> SeatFacts:
    return SeatFacts("", level, 4)


def match(
    *, won: bool, mine: SeatFacts = ME, partner: str = "club", rivals: str = "club", number: int = 1
) -> CountedMatch:
    """Of four deals, beside a computer and against two."""
    pairs = ((mine, computer(partner)), (computer(rivals), computer(rivals)))
    sides = tuple(Side(seats, place, 0, 0, None, 0, 0) for seats, place in zip(pairs, (2 - won, 1 + won), strict=True))
    return CountedMatch("t", number, "", number, Facts(PAIRS, "fibur", 4, -1, False, sides))


def series(share: float, matches: int, partner: str) -> list[CountedMatch]:
    """So many matches, of which this share is won, spread evenly."""
    return [
        match(won=int((number + 1) * share) > int(number * share), partner=partner, number=number + 1)
        for number in range(matches)
    ]


@pytest.mark.parametrize("level", MEASURED)
def test_who_wins_as_a_level_does_stands_where_the_level_stands(level: str) -> None:
    """Beside a partner of that level, against the club: what the ladder's shares were measured of."""
    found = ladder_strength("p1", series(share_won(MEASURED[level]), 200, partner=level))
    assert found.matches == 200
    assert found.mu == pytest.approx(rating_of(level), abs=2 * found.sigma)
    assert found.sigma < Ratings().start.sigma / 2


def test_a_win_counts_more_against_a_stronger_level() -> None:
    won = [ladder_strength("p1", [match(won=True, rivals=level)]).mu for level in ("beginner", "club", "expert")]
    assert won == sorted(won)
    assert len(set(won)) == 3


@pytest.mark.parametrize(
    "changed",
    [
        match(won=True, rivals="heuristic"),  # a result from before levels were named
        match(won=True, partner="greedy"),
        match(won=True, mine=replace(ME, away=1)),
        match(won=True, mine=replace(ME, deals=3)),
    ],
)
def test_what_tells_nothing_of_them_is_left_out(changed: CountedMatch) -> None:
    assert ladder_strength("p1", [changed]) == Ratings().start


def test_practice_moves_nobody_s_rating_among_people() -> None:
    ledger = Ledger()
    ledger.add(series(1.0, 20, "club"))
    assert ladder_strength("p1", ledger.of("p1")).mu > Ratings().start.mu
    assert ledger.ratings.now(PAIRS, "p1") == Ratings().start


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_told_with_what_it_leaves_possible(language: str) -> None:
    def lines(mu: float, sigma: float, matches: int = 40) -> Sequence[str]:
        return own_lines(language, NOBODY, OwnHabits(), Rating(mu, sigma, matches))

    club, expert = (say(language, f"level.{level}") for level in ("club", "expert"))
    (sure,) = lines(25.1, 0.7)
    assert sure.endswith(f"{club}.")
    like, others = lines(26.5, 1.0)
    assert like.endswith(f"{expert}.")
    assert club in others
    assert lines(26.5, 1.0, 3) == [say(language, "own.beside-few", count=3)]
    assert lines(25.0, 8.3, 0) == []


def test_the_levels_themselves_say_it_before_a_rating_among_people_does() -> None:
    kind = KindCard(PAIRS, Figures(matches=40), Figures(), Rating(31.0, 2.0, 40), None, "")
    among_people = say("en", "own.closest", level=say("en", "level.expert"))
    card = replace(NOBODY, kinds=(kind,))
    assert among_people in own_lines("en", card, OwnHabits())
    assert among_people not in own_lines("en", card, OwnHabits(), Rating(25.1, 0.9, 40))
