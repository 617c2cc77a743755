"""What is said of a season, with one of a thing as with many."""

from dataclasses import replace

import pytest

from bot.series.season import season_standings
from bot.series.series import Evening, Series, SeriesTerms
from bot.tournaments.outcome import Outcome, Placing
from bot.words.languages import Language
from bot.words.series import (
    LINES,
    Season,
    hall_heads,
    podium_lines,
    season_cells,
    season_heads,
    season_lines,
    season_note,
    season_title,
    terms_words,
)
from bot.words.tournament_announcement import announcement_lines
from bot.words.tournament_reader import TournamentReader
from bot.words.tournament_standings import victory_points
from tests.tournaments.club import club


def series(played: int, **terms: int) -> Series:
    """So many evenings of it are over."""
    evenings = tuple(Evening(f"t{number}", number, 1, mark="over") for number in range(played))
    form = {"name": "Thursday"}
    return Series("bar", "p1", form, SeriesTerms(**terms), "UTC", "", "", 0, 0, evenings=evenings)


def season(played: int, players: int = 2) -> Season:
    placings = tuple(Placing(at, 100 - at, 0, 0, 1, (f"p{at}",)) for at in range(1, players + 1))
    outcome = Outcome("Thursday", "pairs", "febur", 0, placings)
    evenings = [(Evening(f"t{number}", number, 1), outcome) for number in range(played)]
    return Season(1, evenings, season_standings([outcome]))


@pytest.mark.parametrize(("language", "played", "of", "title", "terms"), [
    ("en", 1, 0, "Thursday, season 1: standings after 1 evening", "Season 1: 1 evening played."),
    ("en", 2, 0, "Thursday, season 1: standings after 2 evenings", "Season 1: 2 evenings played."),
    ("en", 1, 8, "Thursday, season 1: standings after 1 of 8 evenings", "Season 1: 1 of 8 evenings played."),
    ("it", 1, 0, "Thursday, stagione 1: classifica, serate giocate 1", "Stagione 1: serate giocate 1."),
])  # fmt: skip
def test_one_evening_is_no_evenings(language: Language, played: int, of: int, title: str, terms: str) -> None:
    one = series(played, of=of)
    assert season_title(one, season(played), language) == title
    assert terms_words(one, language) == terms


@pytest.mark.parametrize(("language", "best", "note"), [
    ("en", 0, "Victory Points, then Match Points, evenings won, best evening"),
    ("en", 1, "Victory Points of the best evening, then Match Points, evenings won"),
    ("en", 8, "Victory Points of the best 8 evenings, then Match Points, evenings won, best evening"),
    ("it", 1, "Victory Points della serata migliore, poi Match Points, serate vinte"),
    ("it", 8, "Victory Points delle migliori 8 serate, poi Match Points, serate vinte, serata migliore"),
])  # fmt: skip
def test_what_counts_is_said_of_one_evening_too(language: Language, best: int, note: str) -> None:
    assert season_note(series(1, best=best, of=best and 9), season(1), language) == note


def test_three_players_have_ranking_points_in_their_season_too() -> None:
    three = replace(series(1), form={"name": "Thursday", "kind": "three-player"})
    (line, *_) = season_lines(three, season(1), {}, "en")
    assert line == "1. p1: 16.5 ranking points, 0 MP"
    assert season_lines(series(1), season(1), {}, "en")[0] == "1. p1: 16.5 VP, 0 MP"
    assert season_heads(three, "it")[2] == hall_heads(three, "it")[3] == "punti"
    assert season_note(three, season(1), "en").startswith("Ranking points, then")
    (first, *_) = podium_lines(replace(season(1).evenings[0][1], kind="three-player"), {}, "it")
    assert first == "🥇 p1: 16,5 punti classifica"


@pytest.mark.parametrize(("language", "best", "end"), [
    ("en", 0, "the Match Points."),
    ("en", 1, "each player's best evening counts."),
    ("en", 2, "each player's best 2 evenings count."),
    ("it", 1, "di ciascuno vale la migliore."),
])  # fmt: skip
def test_an_announcement_says_what_counts_of_one_evening_too(language: Language, best: int, end: str) -> None:
    evening = club(series="s1", season=2, of=8, best=best).one
    assert any(line.endswith(end) for line in announcement_lines(evening, TournamentReader(language, {})))


@pytest.mark.parametrize(("language", "more", "last"), [
    ("en", 1, "And 1 more."), ("en", 2, "And 2 more."), ("it", 1, "E un altro."), ("it", 2, "E altri 2."),
])  # fmt: skip
def test_who_does_not_fit_is_counted(language: Language, more: int, last: str) -> None:
    assert season_lines(series(1), season(1, LINES + more), {}, language)[-1] == last


def test_points_that_three_players_shared_are_written_as_the_language_writes_them() -> None:
    placing = Placing(1, 26, 0, 0, 1, ("p1",))
    rows = season_standings([Outcome("Thursday", "three-player", "three-player", 0, (placing,))])
    assert [season_cells(rows[0], {}, language)[2] for language in ("en", "it", "")] == ["4.33", "4,33", "4.33"]
    evening = club(code="three-player", kind="three-player", rounds=("three-player",) * 2).one
    assert [victory_points(evening, 26, language) for language in ("en", "it", "")] == ["4.33", "4,33", "4.33"]
    assert [victory_points(evening, 602, language) for language in ("en", "it", "")] == ["100.33", "100,33", "100.33"]
