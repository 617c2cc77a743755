"""The example of docs/leaderboards.md: a season that is played by the host's own rules, and its board.

`python -m tests.boards.page` writes the page's block anew; a test compares.
"""

import asyncio
import re
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bot.boards.board import Query
from bot.boards.boards import Boards
from bot.boards.text import align_columns
from bot.messages.boards_page import board_page
from bot.planner.calendar import occurrences, wall
from bot.store.sqlite import open_store
from bot.tables.table import Settings
from tests.boards.season import BOT, PEOPLE, commit, introduce, play

PAGE: Final = Path(__file__).parent.parent.parent / "docs" / "leaderboards.md"
BLOCK: Final = re.compile(r"^```text\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ROME: Final = "Europe/Rome"
TWO_DEALS: Final = Settings(house="hands=2")
FRIDAYS: Final = 13
HOURS: Final = 3_600_000


async def season(folder: Path) -> str:
    """Thirteen Fridays from January on: two tables each, eight people who change partners."""
    store = await open_store(folder / "burraco.db", at=1)
    try:
        await introduce(store)
        first = wall(1_767_340_800_000, ROME).replace(hour=21, minute=0)  # 2 January 2026
        starts = occurrences(first, "FREQ=WEEKLY;BYDAY=FR", ROME, 0)
        partners = list(combinations(PEOPLE, 2))
        for evening, start in zip(range(FRIDAYS), starts, strict=False):
            one = partners[evening * 5 % len(partners)]
            rest = [person for person in PEOPLE if person not in one]
            other = (rest[evening % 6], rest[(evening + 1) % 6])
            left = [person for person in rest if person not in other]
            for table, (ours, theirs) in enumerate(((one, other), (tuple(left[:2]), tuple(left[2:])))):
                resigns = [(9, ours[0], "resign")] if (evening, table) == (6, 1) else []
                chairs = (ours[0], theirs[0], ours[1], theirs[1])
                played = play(chairs, 100 * evening + table, TWO_DEALS, *resigns)
                await commit(store, played, f"t{evening:02}{table}", start + HOURS, "club/bar")
        board = await Boards(store, BOT).board(Query(channel="club/bar", period="season"), start)
        page = board_page("en", board)
        return align_columns([page["columns"], *page["rows"]]) + "\n"
    finally:
        await store.close()


def board_text() -> str:
    with TemporaryDirectory() as folder:
        return asyncio.run(season(Path(folder)))


if __name__ == "__main__":
    text = PAGE.read_text(encoding="utf-8")
    block = f"```text\n{board_text()}```"
    PAGE.write_text(BLOCK.sub(lambda _: block, text), encoding="utf-8")
