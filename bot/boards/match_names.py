"""Matches that have ended, by what people write for them: `KBDF:212`, or `KBDF` for the last one of a table."""

from bot.host.ports import Store, Stored


async def find_match(store: Store, bot: str, written: str) -> tuple[Stored, int] | None:
    """The table, and the revision at which the match ended; None where there is none. Raises `StoreError`."""
    name, _, number = written.partition(":")
    row = await store.find(bot, name.upper()) or await store.load(bot, name)
    if row is None:
        return None
    ended = [one.revision for one in await store.results(bot, row.subject.id) if one.result.kind == "match"]
    wanted = [revision for revision in ended if not number or str(revision) == number]
    return (row, wanted[-1]) if wanted else None
