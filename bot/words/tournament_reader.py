"""For whom a tournament is told: their language, and the names of players as they read them. Its times in words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final
from zoneinfo import ZoneInfo

from babel.dates import format_datetime

from bot.words.languages import Language, in_form, say

_FORM: Final = "EEEE d MMMM, HH:mm"
_DATE: Final = "EEEE d MMMM y, HH:mm"
_CLOCK: Final = "HH:mm"


@dataclass(frozen=True, slots=True)
class TournamentReader:
    """Whom it is told in which language: `names` of players, guests too."""

    language: Language
    names: Mapping[str, str]

    def players(self, players: Sequence[str]) -> str:
        return " – ".join([self.names.get(player, player) for player in players])

    def words(self, key: str, **facts: str | int) -> str:
        return say(self.language, f"tournament.{key}", **facts)


def time_words(language: Language, at: int, zone: str) -> str:
    return in_form(language, lambda locale: format_datetime(_wall(at, zone), _FORM, locale=locale))


def date_words(language: Language, at: int, zone: str) -> str:
    """The same with its year, for what is kept."""
    return in_form(language, lambda locale: format_datetime(_wall(at, zone), _DATE, locale=locale))


def clock_words(language: Language, at: int, zone: str) -> str:
    return in_form(language, lambda locale: format_datetime(_wall(at, zone), _CLOCK, locale=locale))


def _wall(at: int, zone: str) -> datetime:
    return datetime.fromtimestamp(at / 1000, UTC).astimezone(ZoneInfo(zone)).replace(tzinfo=None)
