"""What `burraco db check` says of the boards, asked of a store that is open."""

from bot.boards.check import Checked, Comparison
from bot.boards.ports import BoardStore

AT_ONCE = 100  # matches


async def check_boards(store: BoardStore, bot: str) -> Checked:
    """Recompute every tally of a bot. Raises `StoreError`."""
    found = Comparison(await store.tallies(bot, 0))
    after = ("", 0)
    while matches := await store.matches(bot, after, AT_ONCE):
        found.compare(matches)
        after = matches[-1].key
    return found.finish()
