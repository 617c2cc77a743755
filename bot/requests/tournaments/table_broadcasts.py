"""How late a tournament's table is broadcast, for who sits there: asked at every view, so it is kept in memory."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Final, TypeAlias

from bot.bounded import Bounded
from bot.durations import MINUTE
from bot.tables.table import Assigned
from bot.tournaments.club_tournament import ClubTournament
from bot.tournaments.dealing import table_id

MOST: Final = 200  # tournaments
Delays: TypeAlias = Mapping[tuple[int, int], int]  # in minutes, by round and table


class TableBroadcasts:
    """`changed` is called with the id of each table whose broadcast has begun, ended or another delay."""

    def __init__(self, find: Callable[[str], Awaitable[ClubTournament | None]], changed: Callable[[str], None]) -> None:
        self._find = find
        self._changed = changed
        self._delays_of: Bounded[str, Delays] = Bounded(MOST)

    async def delay(self, assigned: Assigned) -> int:
        """How many minutes later the table is shown; 0 where it is not. Raises `StoreError`."""
        id_ = assigned.tournament
        if id_ not in self._delays_of:
            one = await self._find(id_)
            if id_ not in self._delays_of:  # a change may have been heard meanwhile
                self._delays_of[id_] = _delays(one) if one is not None else {}
        return self._delays_of.get(id_, {}).get((assigned.round, assigned.table), 0)

    def note_tournament(self, id_: str, one: ClubTournament) -> None:
        """It has changed."""
        before, after = self._delays_of.get(id_), _delays(one)
        self._delays_of[id_] = after
        if before is None:
            return  # nobody was shown any of its tables
        for place, _ in {*before.items()} ^ {*after.items()}:
            self._changed(table_id(id_, *place))


def _delays(one: ClubTournament) -> Delays:
    return {(there.round, there.table): there.delay // MINUTE for there in one.broadcasts}
