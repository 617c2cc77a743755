"""The podium drawn at the end of a season: who shares a place stands on one step, and a final decides who is above."""

from bot.messages.series_message import season_scene
from bot.series.season import season_standings
from bot.series.series import Evening, Series, SeriesTerms
from bot.tournaments.outcome import Outcome, Placing
from bot.words.series import Season

NAMES = {"a": "Anna", "b": "Bruno", "c": "Carla", "d": "Dario", "e": "Elena", "f": "Fabio"}
TERMS = SeriesTerms(of=1, final=4)
SERIES = Series("bar", "p1", {"name": "Thursday"}, TERMS, "UTC", "", "", 0, 0)


def evening(*pairs: str) -> Outcome:
    """These pairs in the order of their places."""
    placings = [Placing(place, 600 - 60 * place, 0, 0, 4, tuple(pair)) for place, pair in enumerate(pairs, 1)]
    return Outcome("Thursday", "pairs", "febur", 0, tuple(placings))


def podium(*evenings: tuple[Outcome, bool]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Of a season of these evenings, each with whether it is the final."""
    found = [(Evening(f"t{at}", at, 1, is_final), outcome) for at, (outcome, is_final) in enumerate(evenings)]
    rows = season_standings([outcome for outcome, is_final in evenings if not is_final])
    finals = [outcome.winners for outcome, is_final in evenings if is_final]
    champions = finals[-1] if finals else tuple(row.as_placing for row in rows if row.place == 1)
    return season_scene(SERIES, Season(1, found, rows, champions), NAMES, "en").podium


def test_partners_with_the_same_points_stand_on_one_step() -> None:
    assert podium((evening("ab", "cd", "ef"), False)) == (("1", ("Anna", "Bruno")), ("3", ("Carla", "Dario")))


def test_whoever_won_the_final_stands_above() -> None:
    final = evening("cf", "ab", "de")
    steps = (("1", ("Carla", "Fabio")), ("2", ("Anna", "Bruno")), ("3", ("Dario", "Elena")))
    assert podium((evening("ab", "cd", "ef"), False), (final, True)) == steps
