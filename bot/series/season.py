"""Season standings: each person's best evenings added up, as a code adds up rounds. Pure.

No code that we implement prints a ranking over several evenings. What all of them print is the general standings of
one: the sum of Victory Points, and of equal ones that of Match Points (of three players the points of each match are
added, three-player art. 10). A season is that sum over evenings, so nothing is converted and everybody can add it up
again. After these decide evenings won, then the best evening; who is equal in all of it shares the place.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.tournaments.club_tournament import GUEST
from bot.tournaments.outcome import SIXTHS, Outcome, Placing


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """Somebody's season. `results` has an item for each evening, None where they did not play; `counted`: which count.

    `vp` in sixths. `player` is a person's id, or a guest as `bot.tournaments.outcome` writes them, in small letters.
    """

    place: int
    player: str
    vp: int
    mp: int
    won: int
    results: tuple[Placing | None, ...]
    counted: frozenset[int]

    @property
    def evenings(self) -> int:
        return sum(one is not None for one in self.results)

    @property
    def cells(self) -> list[str]:
        """The Victory Points of each evening, "" where they did not play; what does not count in square brackets.

        A spreadsheet takes what stands in round ones for a number below 0.
        """
        found = []
        for number, one in enumerate(self.results):
            points = f"{one.vp / SIXTHS:.2f}".rstrip("0").rstrip(".") if one is not None else ""
            found.append(points if number in self.counted or not points else f"[{points}]")
        return found

    @property
    def as_placing(self) -> Placing:
        """Who has won a season, beside those who have won an evening."""
        rounds = sum(one.rounds for one in self.results if one is not None)
        return Placing(self.place, self.vp, self.mp, self.won, rounds, (self.player,))

    def key(self) -> tuple[int, ...]:
        """What decides, the higher first."""
        return (self.vp, self.mp, self.won, max([one.vp for one in self.results if one is not None], default=0))


def known_player(player: str, aliases: Mapping[str, str]) -> str:
    """Under whom somebody's evenings stand: accounts that were joined are one, and guests go by their name."""
    return player.casefold() if player.startswith(GUEST) else aliases.get(player, player)


def season_standings(
    outcomes: Sequence[Outcome], best: int = 0, aliases: Mapping[str, str] | None = None
) -> tuple[SeasonRow, ...]:
    """Everybody who has played, the first first; `best` evenings count, 0 for all. `outcomes` in their order.

    `aliases`: whose somebody's accounts have become.
    """
    by_evening = [_of_evening(one, aliases or {}) for one in outcomes]
    players = dict.fromkeys([player for found in by_evening for player in found])
    rows = [_row(player, tuple(found.get(player) for found in by_evening), best) for player in players]
    rows.sort(key=lambda row: ([-value for value in row.key()], row.player))
    placed: list[SeasonRow] = []
    for number, row in enumerate(rows, 1):
        shares = placed and placed[-1].key() == row.key()
        placed.append(replace(row, place=placed[-1].place if shares else number))
    return tuple(placed)


def _of_evening(one: Outcome, aliases: Mapping[str, str]) -> dict[str, Placing]:
    """By player; of two entries that have become one person's the better."""
    found: dict[str, Placing] = {}
    for placing in one.placings:
        for player in placing.players:
            found.setdefault(known_player(player, aliases), placing)
    return found


def _row(player: str, results: tuple[Placing | None, ...], best: int) -> SeasonRow:
    played = [(one.vp, one.mp, -number) for number, one in enumerate(results) if one is not None]
    counting = sorted(played, reverse=True)[: best or None]
    vp, mp = sum(one[0] for one in counting), sum(one[1] for one in counting)
    won = sum(one is not None and one.place == 1 for one in results)
    return SeasonRow(0, player, vp, mp, won, results, frozenset(-one[2] for one in counting))


def first_of(rows: Sequence[SeasonRow], many: int) -> tuple[str, ...]:
    """The first so many of these rows, and whoever shares the last of their places."""
    last = max([row.place for row in rows[:many]], default=0)
    return tuple(row.player for row in rows if row.place <= last)


def names_in(outcomes: Iterable[Outcome]) -> dict[str, str]:
    """How guests wrote their names, the last time, by the player that they are here."""
    players = [player for one in outcomes for placing in one.placings for player in placing.players]
    return {player.casefold(): player.removeprefix(GUEST) for player in players if player.startswith(GUEST)}
