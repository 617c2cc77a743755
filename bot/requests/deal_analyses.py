"""What people read of the computer players' opinion on a deal that has ended: its analysis, or why there is none.

Nothing is said of a deal before it has ended, nor of one that others may still play.
"""

import asyncio
import logging
from typing import Final

from bot.host.analyses import Analyses, Busy
from bot.requests.replaying import Unfit
from bot.requests.what_if import WhatIf, others_play
from bot.tables.table import Table
from bot.words.languages import Language, say
from engine.analysis import Analysis
from engine.record import DealRecord

LOG: Final = logging.getLogger(__name__)
PATIENCE: Final = 2.0  # seconds that somebody who pressed a button waits


class DealAnalyses:
    """For the chats and the browser; without `analyses` there are none."""

    def __init__(self, analyses: Analyses | None = None) -> None:
        self._analyses = analyses

    async def of(self, language: Language, record: DealRecord) -> Analysis | Unfit:
        """The analysis of a deal that has ended, however long that takes."""
        if self._analyses is None:
            return Unfit(say(language, "analysis.none"))
        try:
            return await self._analyses.of(record)
        except Busy:
            return Unfit(say(language, "analysis.busy"))
        except Exception as error:  # noqa: BLE001  whoever asks is told; a fault of a player stops nobody
            LOG.warning("a deal was not analysed", extra={"error": type(error).__name__})
            return Unfit(say(language, "analysis.none"))

    async def at_table(self, language: Language, table: Table) -> Analysis | str:
        """That of the deal that ended last at a table; in words that it is not ready, "" where there is to be none."""
        open_table = table.with_score_sheet
        record = _ended_last(open_table)
        if record is None or self._analyses is None:
            return ""
        try:
            async with asyncio.timeout(PATIENCE):
                found = await self.of(language, record)
        except TimeoutError:
            return say(language, "analysis.wait")
        return found.words if isinstance(found, Unfit) else found

    async def others_play(self, language: Language, branch: WhatIf) -> WhatIf | Unfit:
        """Another line of play, in which the computers have answered."""
        if self._analyses is None:
            return Unfit(say(language, "analysis.none"))
        try:
            return await others_play(branch, self._analyses.plays_on)
        except Exception as error:  # noqa: BLE001  as above
            LOG.warning("a computer player failed in another line of play", extra={"error": type(error).__name__})
            return Unfit(say(language, "analysis.none"))


def _ended_last(table: Table) -> DealRecord | None:
    """The deal that lies open on the table, where everybody may see it."""
    if table.game is None or not table.game.deal.is_over or table.sealed or table.result_sealed or not table.records:
        return None
    return table.records[-1]
