"""What stands in channels of a subject is brought again: somebody whom it names is forgotten."""

from collections.abc import Callable

from bot.host.ports import Letter, Store


def always(_kind: str) -> bool:
    return True


async def bring_again(store: Store, bot: str, subject: str, at: int, is_wanted: Callable[[str], bool] = always) -> None:
    """Every message in a channel that shows a letter of this subject, or those of some kinds. Raises `StoreError`."""
    rows = [row for row in await store.channel_letters(bot, subject) if row.reference]
    found = tuple(Letter(row.viewer, row.kind) for row in rows if is_wanted(row.kind))
    if found:
        await store.add_letters(bot, subject, found, at)
