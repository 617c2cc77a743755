"""The table's log: the first entry opens it, every other is a command; folding it gives the table again."""

import json
import re
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import asdict, replace
from typing import Final

from bot.host.decide import decide
from bot.host.ports import LogRow
from bot.host.table import Settings, Table, open_table
from bot.host.verdict import Declined, Who

OPEN: Final = "open"
_WHO: Final = re.compile(r"(\S+?)(!?)(?: (.*))?")


class BrokenLog(ValueError):
    """A log that does not fold: it was written by another version, or damaged. The message names the entry."""


def format_who(who: Who) -> str:
    """`p17 Anna`, and `p17! Anna` for somebody who acted as an admin."""
    return f"{who.id}{'!' if who.admin else ''} {who.name}".rstrip()


def parse_who(text: str) -> Who:
    found = _WHO.fullmatch(text)
    if found is None:
        raise BrokenLog(f"{text!r} is nobody")
    return Who(found[1], found[3] or "", admin=bool(found[2]))


def opening(table: Table) -> str:
    """The log's first entry."""
    agreed = {
        "label": table.label,
        "channel": table.channel,
        "settings": asdict(table.settings),
        "version": table.version,
    }
    return f"{OPEN} {json.dumps(agreed, separators=(',', ':'), sort_keys=True)}"


def opened(row: LogRow) -> Table:
    """The table that a first entry opens. Raises `BrokenLog`."""
    verb, _, rest = row.entry.partition(" ")
    if verb != OPEN:
        raise BrokenLog(f"entry {row.seq}: a log begins with {OPEN!r}, not {row.entry!r}")
    who = parse_who(row.actor)
    try:
        agreed = json.loads(rest)
        settings = Settings(**agreed["settings"])
        table = open_table(settings, who.id, who.name, row.at, agreed["label"], agreed["channel"])
        return replace(table, version=int(agreed.get("version", 0)))
    except (KeyError, TypeError, ValueError) as error:
        raise BrokenLog(f"entry {row.seq}: {error}") from None


def fold(rows: Iterable[LogRow]) -> Table:
    """The table of a whole log. Raises `BrokenLog`."""
    last = deque(states(rows), maxlen=1)
    if not last:
        raise BrokenLog("the log is empty")
    return last[0]


def states(rows: Iterable[LogRow]) -> Iterator[Table]:
    """The table after each row of a log. Raises `BrokenLog` at the row that does not fold."""
    table: Table | None = None
    for row in rows:
        table = opened(row) if table is None else _next(table, row)
        yield table


def _next(table: Table, row: LogRow) -> Table:
    after = decide(table, parse_who(row.actor), row.entry, row.at)
    if isinstance(after, Declined):
        raise BrokenLog(f"entry {row.seq}: {row.entry!r} is declined: {after.key}")
    return after.table
