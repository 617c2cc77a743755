"""The law of tournaments: each log folds to what is in memory, and its file is accepted by the tournament law.

A tournament is asked for again when its log has grown; what is in memory, always.
"""

from collections.abc import Iterator
from typing import Final

from bot.host.subjects import Subjects
from bot.tables.log import LogRow
from bot.tournaments.club_tournament import ClubTournament
from bot.tournaments.evening_file import document_text
from bot.tournaments.kind import TOURNAMENT, summary
from bot.tournaments.log import fold
from engine.tournament.fold import fold as check
from engine.tournament.reading import read_tournament
from tests.restless.folding import BOT, NEWEST, ROWS, Broken, Folding

THERE: Final = "SELECT table_id, revision, snapshot FROM tables WHERE bot = ? AND kind = ? ORDER BY number"
BY_THE_HOST: Final = """
SELECT table_id, action_id, logged_at FROM log JOIN tables USING (bot, table_id)
WHERE bot = ? AND kind = ? AND actor = 'host' ORDER BY table_id, seq
"""
DUE: Final = "due"


class FoldedTournaments:
    """The tournaments of one database, folded from their logs."""

    def __init__(self, folding: Folding) -> None:
        self._folding = folding
        self._folded: dict[
            str, tuple[list[LogRow], ClubTournament]
        ] = {}  # a log is rewritten when somebody is forgotten

    async def hold(self, subjects: Subjects[ClubTournament]) -> None:
        """The law, for all of them. Raises `Broken`."""
        for id_, _, _ in self._folding.rows(THERE, BOT, TOURNAMENT):
            state, revision = await subjects.stored_state(id_) or (None, 0)
            if (revision, state) != self._fold(id_):
                raise Broken(f"law: {id_}: the log folds to another tournament than the one in memory")
        if subjects.unreadable:
            raise Broken(f"law: set aside: {dict(subjects.unreadable)}")

    def _fold(self, id_: str) -> tuple[int, ClubTournament]:
        rows = [LogRow(*row) for row in self._folding.rows(ROWS, BOT, id_, 0, NEWEST)]
        last = self._folded.get(id_)
        if last is None or last[0] != rows:
            last = self._folded[id_] = (rows, fold(rows))
            self._is_right(id_, last[1])
        return rows[-1].seq, last[1]

    def _is_right(self, id_: str, one: ClubTournament) -> None:
        """Its row says what its log does, and its file is what the tournament law takes."""
        found = {found: snapshot for found, _, snapshot in self._folding.rows(THERE, BOT, TOURNAMENT)}
        if found[id_] != summary(one):
            raise Broken(f"law: {id_}: stored is {found[id_]} for {summary(one)}")
        if one.seed:
            _, objection = check(read_tournament(document_text(one, {})))
            if objection is not None:
                raise Broken(f"law: {id_}: its file does not follow from itself: {objection.message}")


def acted_on_twice_or_early(folding: Folding, *, jumped: bool) -> Iterator[str]:
    """What the host did at a tournament though it had done so, or before its time; time may have been set back."""
    acted_on: set[tuple[str, str, int]] = set()
    for id_, action_id, at in folding.rows(BY_THE_HOST, BOT, TOURNAMENT):
        if not action_id.startswith(f"{DUE}:"):
            continue
        _, kind, *_, due = action_id.split(":")  # a score names its table between them
        if (id_, kind, int(due)) in acted_on or (at < int(due) and not jumped):
            yield f"{id_} {action_id} at {at}"
        acted_on.add((id_, kind, int(due)))
