"""What pages of tournaments show: made once for each change and language, however many of them are open.

A name may change without its tournament: what is kept is made anew after a minute, and when somebody is forgotten.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from bot.bounded import Bounded
from bot.durations import MINUTE
from bot.keyed_lock import KeyedLock
from bot.tournaments.club_tournament import ClubTournament
from bot.views.table_view import Json
from bot.views.tournament_board import board
from bot.words.languages import Language
from bot.words.tournament_reader import TournamentReader
from bot.words.tournament_round import NO_STANDINGS, Standings

MOST: Final = 100  # boards that are kept
MOST_PAGES: Final = 2000  # of players: as many as there are windows

Reader = Callable[[ClubTournament, Language], Awaitable[TournamentReader]]


@dataclass(frozen=True, slots=True, eq=False)
class KeptBoard:
    """What everybody who reads one language is shown of a tournament as it was `at` a time; nobody may change it."""

    one: ClubTournament
    tables: Standings
    at: int
    reader: TournamentReader
    board: Json


class KeptBoards:
    """Those of one bot. `clock`: milliseconds; `reader`: who reads of a tournament in a language, with its names."""

    def __init__(self, clock: Callable[[], int], reader: Reader) -> None:
        self._clock = clock
        self._reader = reader
        self._boards: Bounded[tuple[str, Language], KeptBoard] = Bounded(MOST)
        self._one_by_one: KeyedLock[tuple[str, Language]] = KeyedLock()

    async def board(
        self, id_: str, one: ClubTournament, language: Language, tables: Standings = NO_STANDINGS
    ) -> KeptBoard:
        """The board of the tournament and its tables as they are: the same object until something has changed."""
        key = (id_, language)
        async with self._one_by_one[key]:
            there = self._boards.get(key)
            if there is not None and (there.one, there.tables) == (one, tables) and self._clock() - there.at < MINUTE:
                return there
            at, reader = self._clock(), await self._reader(one, language)
            found = self._boards[key] = KeptBoard(one, tables, at, reader, board(one, reader, tables, id_))
            return found

    def forget(self, _id: str = "") -> None:
        """Somebody's name may have gone: nothing that was made with it is shown again."""
        self._boards.clear()


@dataclass(frozen=True, slots=True)
class _Page:
    """A page, and what it was made of beside the one who reads it."""

    board: KeptBoard
    more: object
    page: Json


class KeptPages:
    """The pages of those who play, each with what is common to all of one language; a person's windows share theirs."""

    def __init__(self, clock: Callable[[], int], reader: Reader) -> None:
        self.boards = KeptBoards(clock, reader)
        self._pages: Bounded[tuple[str, str, str, Language], _Page] = Bounded(MOST_PAGES)

    def page(
        self, id_: str, person: str, player: str, board: KeptBoard, more: object, make: Callable[[], Json]
    ) -> Json:
        """Of a person, whom the tournament knows as `player`. `more`: what else `make` makes it of."""
        key = (id_, person, player, board.reader.language)
        there = self._pages.get(key)
        if there is None or there.board is not board or there.more != more:
            there = self._pages[key] = _Page(board, more, make())
        return there.page

    def forget(self, _id: str = "") -> None:
        """As `KeptBoards` does it."""
        self.boards.forget()
        self._pages.clear()
