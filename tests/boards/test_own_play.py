"""What somebody reads of their own play: beside a ladder that stands still, and only what is beyond chance."""

import re
from dataclasses import astuple
from pathlib import Path

import pytest
from openskill.models import PlackettLuce

from bot.boards.facts import PAIRS, Facts, SeatFacts, Side, format_facts, parse_facts
from bot.boards.figures import Figures
from bot.boards.ladder import MEASURED, START, closest, rating_of, share_won
from bot.boards.ledger import CountedMatch
from bot.boards.players import KindCard, OwnHabits, PlayerCard, own_habits
from bot.boards.ratings import Rating, Ratings
from bot.messages.own_play import CLUB, CLUB_DEALS, own_lines
from bot.words.languages import LANGUAGES
from engine.habits import Habits
from engine.players import LEVELS

USUAL = OwnHabits(CLUB_DEALS, CLUB)


def card(mu: float = 31.0, sigma: float = 2.0, matches: int = 40, kind: str = PAIRS) -> PlayerCard:
    found = KindCard(kind, Figures(matches=matches), Figures(), Rating(mu, sigma, matches), None, "")
    return PlayerCard("p1", 0, 0, (found,))


@pytest.mark.parametrize("level", [level for level in MEASURED if level != "club"])
def test_the_ladder_stands_still_where_levels_win_as_often_as_they_were_measured_to(level: str) -> None:
    """What a match moves a pair's rating by is nothing on average, so that these are the ratings they would keep."""
    model, won = PlackettLuce(), share_won(MEASURED[level])
    pairs = [[model.rating(mu=mu, sigma=0.1)] * 2 for mu in (rating_of(level), START)]
    (wins, _), (loses, _) = (model.rate(pairs, ranks=ranks) for ranks in ([1.0, 2.0], [2.0, 1.0]))
    gain, loss = wins[0].mu - rating_of(level), loses[0].mu - rating_of(level)
    assert gain > 0 > loss
    assert won * gain + (1 - won) * loss == pytest.approx(0, abs=0.02 * gain)


def test_the_club_player_stands_where_a_computer_in_a_seat_is_rated() -> None:
    assert rating_of("club") == Ratings().start.mu
    assert rating_of("beginner") < rating_of("club") < rating_of("expert")
    assert (closest(12.0), closest(25.5), closest(31.0)) == ("beginner", "club", "expert")


def test_every_level_stands_where_the_page_about_players_says_it_was_measured() -> None:
    page = (Path(__file__).parents[2] / "docs" / "players.md").read_text("utf-8")
    found = re.findall(r"^\| (\w+), (\w+) \|.*?\*\*\+(\d+) ± \d+\*\*", page, re.MULTILINE)
    won = {(first, second): int(points) for first, second, points in found}
    assert {"beginner": -won["club", "beginner"], "club": 0, "expert": won["expert", "club"]} == MEASURED
    assert set(MEASURED) == set(LEVELS)
    for level, points in MEASURED.items():
        sign = "+" if points > 0 else ""
        row = f"| `{level}` | {sign}{points:.0f} | {share_won(points):.0%} | {rating_of(level):.1f} |"
        assert row.replace("%", " %") in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_plays_like_the_club_loses_points_nowhere_more_often(language: str) -> None:
    lines = own_lines(language, card(), USUAL)
    assert len(lines) == 4
    assert not [line for line in lines if "100" in line]


def test_each_habit_is_named_that_is_clearly_above_the_club_s() -> None:
    worse = Habits(CLUB.discards, CLUB.fed + 200, CLUB.melds, CLUB.on_pairs + 150, CLUB.late + 60, CLUB.caught)
    lines = own_lines("en", card(), OwnHabits(CLUB_DEALS, worse))
    assert [line.split(":")[0] for line in lines[3:6]] == ["The pile fed", "Wild cards", "Late closings"]
    (fed,) = [line for line in lines if line.startswith("The pile fed")]
    assert "lays 36; of theirs, 26" in fed
    wild, late, caught = lines[4:]
    assert wild.endswith("27 are a pair with a matta that has three cards as your turn ends; of theirs, 16.")
    assert late.endswith(
        "had had the pozzetto and a burraco to close with for two of your turns or more; with them in 2."
    )
    assert caught == "Points in your hand as others close: 15 a deal, over all your deals; theirs 15."


def test_a_handful_of_deals_says_nothing_and_few_matches_say_so() -> None:
    assert own_lines("en", card(), OwnHabits(5, CLUB))[1:] == ["You are closest to the expert."]
    assert "4 matches" in own_lines("en", card(matches=4), OwnHabits())[1]
    assert own_lines("en", card(kind="threes"), OwnHabits()) == []


def test_habits_are_summed_over_the_seats_that_somebody_played_and_survive_the_store() -> None:
    mine, theirs = Habits(20, 3, 10, 2, 1, 40), Habits(9, 9, 9, 9, 1, 9)
    seats = [SeatFacts("p1", deals=4, away=1, habits=astuple(mine)), SeatFacts("p2", deals=4, habits=astuple(theirs))]
    sides = tuple(Side((seat,), place, 0, 0, None, 0, 0) for place, seat in enumerate(seats, 1))
    facts = Facts(PAIRS, "fibur", 4, -1, False, sides)
    assert parse_facts(format_facts(facts)) == facts
    entries = [CountedMatch("t", number, "", number, facts) for number in (1, 2)]
    assert own_habits("p1", entries) == OwnHabits(6, mine.plus(mine))


@pytest.mark.parametrize(
    ("kind", "rules"), [("singles", "fibur"), ("threes", "three-player"), (PAIRS, "international")]
)
def test_habits_are_compared_where_club_players_were_measured_alone(kind: str, rules: str) -> None:
    """Two or three club players begin melds on a pair with a matta, and close late, more often than four do."""
    seat = SeatFacts("p1", deals=4, habits=astuple(CLUB))
    sides = tuple(Side((one,), place, 0, 0, None, 0, 0) for place, one in enumerate((seat, SeatFacts("p2")), 1))
    entries = [CountedMatch("t", 1, "", 1, Facts(kind, rules, 4, -1, False, sides))]
    assert own_habits("p1", entries) == OwnHabits()
