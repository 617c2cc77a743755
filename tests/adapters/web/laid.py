"""A browser table in a thread beside the test, where any position of the notation lies on the table.

The host, the store, the page and the browser are the real ones; only the cards are not as they were dealt.
"""

import asyncio
import re
import threading
from collections import Counter
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, TypeVar

from bot.tables.table import Table
from bot.views.table_page import table_page
from bot.views.viewer import Viewer
from bot.words.languages import Language
from engine.cards import PACK, format_card
from engine.deal import Deal
from engine.table import Game
from tests.adapters.web.hosting import PATIENCE, Hosted, hosted
from tests.notation import position

OWN: Final = "N"
"""The seat of whoever opened the table."""
Answer = TypeVar("Answer")

RUNS: Final = [f"{low}{suit}" for suit in "hdcs" for low in ("345", "678", "9TJ")]
TWELVE: Final = "+".join(["".join([f"{rank}{run[-1]}" for rank in run[:-1]]) for run in RUNS])
"""Twelve melds of one side. Both sides together need each of their cards twice: 72 of the 108."""
REST: Final = [f"{rank}{suit}" for suit in "hdcs" for rank in "AAQQKK22"] + ["Jk"] * 4
"""The 36 cards that are in none of them, twelve melds a side."""
LONG: Final = (
    "Ah2h3h4h5h6h7h8h9hThJhQhKh+3d4d5d6d7d8d9dTdJd+3c4c5c6c7cJk9cTc+KsKdKcKs2s",
    "4s5s6s7s8s9sTsJsQs+9h9d9c9s+QdQcQs2c",
)  # few melds, but long ones

HARD: Final = {
    "melds and hand": f"N/play ? {REST[0]} {''.join(REST[1:31])}/?1/?1/?1 - !{TWELVE}|!{TWELVE}",
    "melds and pile": f"N/draw ? {''.join(REST[:25])} {''.join(REST[25:30])}/?1/?1/?1 - !{TWELVE}|!{TWELVE}",
    "long melds": f"N/play ? 3s 3h4h5h6h7h8hThJhQhKhAd4d5d6d7d8d/?5/?6/?11 ?11 !{LONG[0]}|{LONG[1]}",
}
"""As much as one pack of 108 cards allows of each."""


def late() -> str:
    """A deal with few cards in its stock, where both sides have closed long melds: it ends within a lap or two."""
    melds = Counter(re.findall("..", "".join(LONG).replace("+", "")))
    left = [*(Counter(map(format_card, PACK)) - melds).elements()]
    hands = "/".join(["".join(left[seat:44:4]) for seat in range(4)])
    return f"N/draw {''.join(left[44:-3])} {''.join(left[-3:])} {hands} - !{LONG[0]}|!{LONG[1]}"


class Beside:
    """A host that runs in a thread of its own."""

    def __init__(self, host: Hosted, loop: asyncio.AbstractEventLoop) -> None:
        self._host = host
        self._loop = loop
        self.url = host.url

    def ask(self, work: Coroutine[Any, Any, Answer]) -> Answer:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE)

    def table(self, label: str) -> Table:
        """The table with this short name, as it is now."""
        return self._find(label)[1]

    def lay(self, label: str, text: str, rules: str = "fibur") -> None:
        """From now on this position lies on the table; its opener sits at `OWN`, whose turn it should be."""
        self.ask(self._lay(label, text, rules))

    def pass_a_lap(self, label: str) -> None:
        """As if everybody at the table had had a turn, which has changed nothing."""
        self.ask(self._pass_a_lap(label))

    def hard(self, label: str, language: Language) -> dict[str, Any]:
        """What the opener is shown where everything comes together: more than a pack has, and nothing is harder."""
        parts = {}
        for name, text in HARD.items():
            self.lay(label, text)
            table = self.table(label)
            parts[name] = table_page(table, "", Viewer(table.chair(OWN).person, language))
        most, long = parts["melds and hand"], parts["long melds"]
        for side, other in zip(most["sides"], long["sides"], strict=True):
            melds = [*other["melds"], *side["melds"]][: len(side["melds"])]
            side["melds"] = [meld | {"number": number} for number, meld in enumerate(melds, 1)]
        wide = {"table": most["table"] | {"label": "WMWMWM"}}  # no short name is wider
        return most | {"pile": parts["melds and pile"]["pile"], "pozzetti": [11, 11]} | wide

    def _find(self, label: str) -> tuple[str, Table]:
        for table_id, live in self._host.door._live.items():
            if live.state is not None and live.state.label == label:
                return table_id, live.state
        raise LookupError(label)

    async def _lay(self, label: str, text: str, rules: str) -> None:
        table_id, _ = self._find(label)
        live = self._host.door._live[table_id]
        async with live.lock:  # a computer's move that is being stored would take the place of these cards
            assert live.state is not None
            live.state = self._with(live.state, position(rules, text))
        self._host.door._tell_listeners(table_id, live)

    async def _pass_a_lap(self, label: str) -> None:
        live = self._host.door._live[self._find(label)[0]]
        async with live.lock:
            assert live.state is not None
            assert live.state.game is not None
            turns = [live.state.game.deal.copy() for _ in live.state.chairs]
            for seat, before in enumerate(turns):
                before.turn = seat
            live.state = replace(live.state, game=replace(live.state.game, turns=tuple(turns)))

    @staticmethod
    def _with(table: Table, deal: Deal) -> Table:
        seats, own = table.code.seats, table.seat_of(table.opener)
        turned = seats.index(own) - seats.index(OWN)
        chairs = (*table.chairs[turned:], *table.chairs[:turned])
        return replace(table, chairs=chairs, game=Game(deal), stage=table.stage + 1)


@contextmanager
def beside(folder: Path) -> Iterator[Beside]:
    """A host until the test is over."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        running = hosted(folder)
        found = Beside(asyncio.run_coroutine_threadsafe(running.__aenter__(), loop).result(PATIENCE), loop)
        try:
            yield found
        finally:
            found.ask(running.__aexit__(None, None, None))
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
