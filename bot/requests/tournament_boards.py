"""What the public pages of tournaments show: made once for each change and language, however many of them are open.

A name may change without its tournament: what is kept is made anew after a minute, and when somebody is forgotten.
"""

from collections.abc import Awaitable, Callable
from typing import Final

from bot.bounded import Bounded
from bot.keyed_lock import KeyedLock
from bot.tournaments.club_tournament import MINUTE, ClubTournament
from bot.views.table_view import Json
from bot.views.tournament_board import board
from bot.words.languages import Language
from bot.words.tournaments import Standings, TournamentReader

MOST: Final = 100  # boards that are kept

Reader = Callable[[ClubTournament, Language], Awaitable[TournamentReader]]


class KeptBoards:
    """Those of one bot. `clock`: milliseconds; `reader`: who reads of a tournament in a language, with its names."""

    def __init__(self, clock: Callable[[], int], reader: Reader) -> None:
        self._clock = clock
        self._reader = reader
        self._boards: Bounded[tuple[str, Language], tuple[ClubTournament, Standings, int, Json]] = Bounded(MOST)
        self._one_by_one: KeyedLock[tuple[str, Language]] = KeyedLock()

    async def board(self, id_: str, one: ClubTournament, language: Language, tables: Standings) -> Json:
        """The board of the tournament and its tables as they are; nobody may change what they get."""
        key = (id_, language)
        async with self._one_by_one[key]:
            there = self._boards.get(key)
            if there is not None and there[:2] == (one, tables) and self._clock() - there[2] < MINUTE:
                return there[3]
            at = self._clock()
            found = board(one, await self._reader(one, language), tables)
            self._boards[key] = (one, tables, at, found)
            return found

    def forget(self, _id: str = "") -> None:
        """Somebody's name may have gone: nothing that was made with it is shown again."""
        self._boards.clear()
