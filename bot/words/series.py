"""A series in words: its rule and next evening, a season's standings as a page, its winners, the close of an evening.

Names are given from outside, by player as `bot.series.season` has them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from babel.dates import format_date

from bot.planner.calendar import wall
from bot.series.season import SeasonRow, known_player
from bot.series.series import ENDED, PAUSED, Evening, Series
from bot.tournaments.outcome import Outcome, Placing
from bot.words.languages import Language, in_form, list_words, say
from bot.words.recurrence import often
from bot.words.table_words import signed
from bot.words.tournament_reader import time_words
from bot.words.tournament_standings import MEDALS, victory_points_of
from engine.tournament.announcement import THREE

COLUMNS: Final = ("place", "name", "vp", "mp", "evenings", "wins")
HALL: Final = ("season", "winner", "when", "vp")
LINES: Final = 12  # of the standings in the message that closes an evening
LONGEST_STEM: Final = 50  # signs of a name before the day of its evening


@dataclass(frozen=True, slots=True)
class Season:
    """A season as it stands: its evenings that are over, with their outcomes, and the standings they add up to.

    `champions`: who has won it, one or more, once it is over.
    """

    number: int
    evenings: Sequence[tuple[Evening, Outcome]]
    rows: Sequence[SeasonRow]
    champions: Sequence[Placing] = ()


def players_words(players: Sequence[str], names: Mapping[str, str]) -> str:
    """Who plays as one."""
    return " – ".join([names.get(known_player(player, {}), player) for player in players])


def date_words(language: Language, at: int, zone: str) -> str:
    return in_form(language, lambda locale: format_date(wall(at, zone), "d MMMM yyyy", locale=locale))


def evening_name(one: Series, evening: Evening, language: Language) -> str:
    """What tells an evening from the others of its series: its day."""
    day = in_form(language, lambda locale: format_date(wall(evening.starts, one.zone), "d MMMM", locale=locale))
    if evening.is_final:
        return say(language, "series.final-name", name=one.name[:LONGEST_STEM], date=day)
    return say(language, "series.evening-name", name=one.name[:LONGEST_STEM], date=day)


def series_line(one: Series, language: Language) -> str:
    """How it is called, when it comes, and what comes next."""
    line = say(language, "series.line", number=one.number, name=one.name, often=often(language, one.rule))
    return " ".join([line, *[part for part in (terms_words(one, language), next_words(one, language)) if part]])


def terms_words(one: Series, language: Language) -> str:
    season, _ = one.next_evening
    played = len([evening for evening in one.of_season(season) if evening.mark])
    terms = one.terms_of(season)
    facts = {"of": str(terms.of or ""), "best": str(terms.best or ""), "final": str(terms.final or "")}
    return say(language, "series.terms", count=terms.of or played, season=season, played=played, **facts)


def next_words(one: Series, language: Language) -> str:
    """The evenings that are announced, and the next that is not."""
    if one.state == ENDED:
        return say(language, "series.has-ended")
    if one.state == PAUSED:
        return say(language, "series.is-paused")
    there = [_awaited_words(one, evening, language) for evening in one.awaited]
    then = time_words(language, one.starts, one.zone) if one.starts else ""
    if one.waits_for_evenings:
        return say(language, "series.final-waits")
    if there:
        return say(language, "series.announced-next", times=list_words(language, there), then=then)
    return say(language, "series.next", time=then) if then else say(language, "series.has-ended")


def _awaited_words(one: Series, evening: Evening, language: Language) -> str:
    """When it is; of a final also of which season, for another one has begun."""
    time = time_words(language, evening.at, one.zone)
    return say(language, "series.final-at", season=evening.season, time=time) if evening.is_final else time


# --- a season ---------------------------------------------------------------------------------------------------------


def season_title(one: Series, season: Season, language: Language) -> str:
    played = len([evening for evening, _ in season.evenings if not evening.is_final])
    of = one.terms_of(season.number).of
    count, facts = of or played, {"name": one.name, "of": str(of or "")}
    return say(language, "series.season", count=count, season=season.number, played=played, **facts)


def season_note(one: Series, season: Season, language: Language) -> str:
    best = one.terms_of(season.number).best
    points = say(language, "tournament.csv.ranking" if is_of_three(one) else "tournament.csv.vp")
    return say(language, "series.counts", count=best, best=str(best or ""), points=points)


def season_cells(row: SeasonRow, names: Mapping[str, str], language: Language = "") -> list[str]:
    """A row of the standings, in the order of `COLUMNS`; without a language for a program."""
    name = names.get(row.player, row.player)
    mp = signed(row.mp) if language else f"{row.mp:+d}"
    return [str(row.place), name, victory_points_of(row.vp, language), mp, str(row.evenings), str(row.won)]


def is_of_three(one: Series) -> bool:
    """Whether three sit at its tables, who score ranking points and no Victory Points."""
    return one.form.get("kind") == THREE


def season_lines(one: Series, season: Season, names: Mapping[str, str], language: Language) -> list[str]:
    """The first of the standings, a line each."""
    found = []
    for row in season.rows[:LINES]:
        place, name, points, mp, _, _ = season_cells(row, names, language)
        vp, ranking = ("", points) if is_of_three(one) else (points, "")
        found.append(say(language, "tournament.rank", place=place, name=name, vp=vp, ranking=ranking, mp=mp))
    more = len(season.rows) - LINES
    return [*found, say(language, "series.more", count=more)] if more > 0 else found


# --- the close of an evening ------------------------------------------------------------------------------------------


def closing_title(found: Outcome, language: Language) -> str:
    return say(language, "series.closing", name=found.name)


def podium_lines(found: Outcome, names: Mapping[str, str], language: Language) -> list[str]:
    """The best three places, and whoever shares them."""
    lines = []
    for one in [one for one in found.placings if one.place in MEDALS]:
        medal, name, points = MEDALS[one.place], players_words(one.players, names), victory_points_of(one.vp, language)
        vp, ranking = ("", points) if found.kind == THREE else (points, "")
        lines.append(say(language, "series.podium", medal=medal, name=name, vp=vp, ranking=ranking))
    return lines


def champion_line(season: Season, names: Mapping[str, str], language: Language) -> str:
    """Who has won the season, "" before its end."""
    if not season.champions:
        return ""
    won = list_words(language, [players_words(one.players, names) for one in season.champions])
    return say(language, "series.champion", season=season.number, names=won)


def hall_rows(one: Series, seasons: Sequence[Season], names: Mapping[str, str], language: Language) -> list[list[str]]:
    """The winners of evenings and of seasons, the latest first."""
    found: list[list[str]] = []
    for season in seasons:
        for evening, outcome in season.evenings:
            day = date_words(language, evening.at, one.zone)
            when = say(language, "series.final-of", date=day) if evening.is_final else day
            found += [_hall_row(season, placing, names, when, language) for placing in outcome.winners]
        whole = say(language, "series.whole")
        found += [_hall_row(season, champion, names, whole, language) for champion in season.champions]
    return found[::-1]


def _hall_row(season: Season, one: Placing, names: Mapping[str, str], when: str, language: Language) -> list[str]:
    return [str(season.number), players_words(one.players, names), when, victory_points_of(one.vp, language)]


def hall_heads(one: Series, language: Language) -> list[str]:
    return _heads(one, HALL, language)


def season_heads(one: Series, language: Language) -> list[str]:
    return _heads(one, COLUMNS, language)


def _heads(one: Series, columns: Sequence[str], language: Language) -> list[str]:
    names = ["ranking" if column == "vp" and is_of_three(one) else column for column in columns]
    return [say(language, f"series-head.{name}") for name in names]


def page(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]], note: str, **more: Any) -> dict[str, Any]:
    """A board as `bot.messages.boards_page` has them."""
    usual = {"ids": [], "page": 1, "pages": 1, "marked": -1, "mine": []}
    return {"title": title, "columns": tuple(heads), "rows": [list(row) for row in rows], "note": note, **usual, **more}
