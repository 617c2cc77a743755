"""A series' message after each evening: who was first, how the season stands, in words and drawn, what comes next."""

from collections.abc import Mapping
from typing import Final

from bot.messages.buttons import command_press
from bot.messages.message import Button, Message, Row
from bot.messages.tournament_message import command_text
from bot.messages.tournament_scenes import steps_of
from bot.series.series import Series
from bot.tournaments.outcome import Outcome
from bot.words.languages import Language, say
from bot.words.scene_words import scene_words
from bot.words.series import (
    Season,
    champion_line,
    closing_title,
    next_words,
    players_words,
    podium_lines,
    season_cells,
    season_heads,
    season_lines,
    season_note,
    season_title,
)
from renderers.scenes import MOST_ENTRIES, Look, StandingsScene

SERIES: Final = "series"


def closing_message(
    id_: str,
    one: Series,
    outcome: Outcome,
    season: Season,
    names: Mapping[str, str],
    language: Language,
    look: Look = Look(),  # noqa: B008  a frozen value
) -> Message:
    """It stands in the channel of the series, and is written anew where a result is corrected."""
    title = closing_title(outcome, language)
    champion, then = champion_line(season, names, language), next_words(one, language)
    standings = (
        [season_title(one, season, language), *season_lines(one, season, names, language)] if season.rows else []
    )
    ends = [line for line in (champion, then) if line]
    lines = (*podium_lines(outcome, names, language), *standings, *ends)
    alt = "\n".join((title, *lines))
    brief = "\n".join((title, *podium_lines(outcome, names, language), *ends))
    controls = (Row(tuple(_button(language, id_, what) for what in ("season", "hall"))),)
    scene = season_scene(one, season, names, language) if season.rows else None
    return Message(language, title, lines, scene, look, alt=alt, brief=brief, controls=controls)


def _button(language: Language, id_: str, what: str) -> Button:
    return Button(say(language, f"series-button.{what}"), command_press(command_text(SERIES, id_, what)))


def season_scene(one: Series, season: Season, names: Mapping[str, str], language: Language) -> StandingsScene:
    """The standings; at the end of a season with a podium."""
    rows = [tuple(season_cells(row, names, language)) for row in season.rows]
    more = len(rows) - MOST_ENTRIES
    return StandingsScene(
        title=season_title(one, season, language),
        columns=tuple(season_heads(one, language)),
        rows=tuple(rows[:MOST_ENTRIES]),
        podium=_podium(season, names) if season.champions else (),
        note=say(language, "series.more", count=more) if more > 0 else season_note(one, season, language),
        words=scene_words(language),
    )


def _podium(season: Season, names: Mapping[str, str]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The best three places, each with all who share it: of the final where there was one, for it decides."""
    finals = [outcome.placings for evening, outcome in season.evenings if evening.is_final]
    ranked = finals[-1] if finals else [row.as_placing for row in season.rows]
    return steps_of((one.place, [players_words([each], names) for each in one.players]) for one in ranked)
