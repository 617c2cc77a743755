"""What somebody reads of their own play, alone: how strong they are beside computer players, and where points go."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from bot.boards.facts import PAIRS
from bot.boards.ladder import MEASURED, closest, rating_of
from bot.boards.players import KindCard, OwnHabits, PlayerCard
from bot.boards.ratings import Rating, Ratings
from bot.words import table_words
from bot.words.languages import Language, list_words, say
from engine.habits import Habits

ENOUGH: Final = 12  # deals, before habits are told
SURE: Final = 2.0  # standard errors
CLUB: Final = Habits(discards=2066, fed=546, melds=1448, on_pairs=234, late=10, caught=5850)
"""What club players do in 100 deals of their own, each seat of them a deal: `docs/players.md`."""
CLUB_DEALS: Final = 400
UNKNOWN: Final = Ratings().start


class HowOften(NamedTuple):
    """So many times of so many, and the share that is usual."""

    times: int
    of: int
    usual: float

    @property
    def is_more(self) -> bool:
        """Whether it is more than usual beyond what chance does."""
        error = (self.usual * (1 - self.usual) / self.of) ** 0.5 if self.of else 0.0
        return bool(self.of) and self.times / self.of > self.usual + SURE * error

    @property
    def facts(self) -> dict[str, int]:
        return {"share": round(100 * self.times / self.of), "club": round(100 * self.usual)}


def own_lines(language: Language, card: PlayerCard, own: OwnHabits, beside: Rating = UNKNOWN) -> list[str]:
    """In plain words; nothing of what too few matches and deals say nothing about.

    `beside`: their strength by practice, where the levels stand still.
    """
    pairs = next((kind for kind in card.kinds if kind.kind == PAIRS and kind.rating.matches), None)
    return [
        *(_rated(language, pairs, beside) if pairs else ()),
        *(_beside(language, beside) if beside.matches else ()),
        *(_habits(language, own) if own.deals >= ENOUGH else ()),
    ]


def _rated(language: Language, kind: KindCard, beside: Rating) -> Iterator[str]:
    """Among people; which level is closest is left to matches against the levels, where there are enough of them."""
    rating = kind.rating
    yield say(language, "own.rating", **_figures(language, rating))
    if rating.provisional:
        yield say(language, "own.few-matches", count=rating.matches)
    elif beside.provisional:
        yield say(language, "own.closest", level=_level(language, closest(rating.mu)))


def _beside(language: Language, rating: Rating) -> Iterator[str]:
    """Like which level they play, and which others that leaves possible."""
    if rating.provisional:
        yield say(language, "own.beside-few", count=rating.matches)
        return
    like = closest(rating.mu)
    yield say(language, "own.beside", count=rating.matches, level=_level(language, like), **_figures(language, rating))
    others = [level for level in MEASURED if level != like and abs(rating_of(level) - rating.mu) <= SURE * rating.sigma]
    if others:
        levels = list_words(language, [_level(language, level) for level in others])
        yield say(language, "own.beside-others", levels=levels)


def _figures(language: Language, rating: Rating) -> dict[str, str]:
    """A rating, and where the levels stand beside it."""
    points = {level: table_words.decimal(language, rating_of(level), 1) for level in MEASURED}
    rungs = [say(language, "own.rung", level=_level(language, level), rating=points[level]) for level in MEASURED]
    return {
        "rating": table_words.decimal(language, rating.mu, 1),
        "width": table_words.decimal(language, SURE * rating.sigma, 1),
        "ladder": list_words(language, rungs),
    }


def _level(language: Language, level: str) -> str:
    return say(language, f"level.{level}")


def _habits(language: Language, own: OwnHabits) -> Iterator[str]:
    """What they do more often than club players, by two standard errors; that nothing is, where nothing is."""
    mine = own.habits
    fed = HowOften(mine.fed, mine.discards, CLUB.fed / CLUB.discards)
    wild = HowOften(mine.on_pairs, mine.melds, CLUB.on_pairs / CLUB.melds)
    late = HowOften(mine.late, own.deals, CLUB.late / CLUB_DEALS)
    lines = [
        *([say(language, "own.fed", **fed.facts)] if fed.is_more else []),
        *([say(language, "own.wild", **wild.facts)] if wild.is_more else []),
        *([say(language, "own.late", **late.facts)] if late.is_more else []),
    ]
    yield say(language, "own.lost", count=own.deals) if lines else say(language, "own.nothing", count=own.deals)
    yield from lines
    yield say(language, "own.caught", points=round(mine.caught / own.deals), club=round(CLUB.caught / CLUB_DEALS))
