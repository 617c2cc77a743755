"""The table's log: the first entry opens it, every other is a command; folding it gives the table again."""

import json
import re
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, fields, replace
from typing import Final

from bot.tables.assigned import assigned_from, assigned_keys
from bot.tables.commands import decide
from bot.tables.table import VERSION, Settings, Table, open_table
from bot.tables.who import Declined, Who

OPEN: Final = "open"
_WHO: Final = re.compile(r"(\S+?)(!?)(?: (.*))?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class LogRow:
    """What made revision `seq` of a table."""

    seq: int
    action_id: str
    actor: str
    entry: str
    at: int

    @property
    def verb(self) -> str:
        """The command without its words, which may be cards or a seed, in quotes."""
        return repr(self.entry.partition(" ")[0][:20])


class BrokenLog(ValueError):
    """A log that does not fold: it was written by another version, or damaged. The message names the entry.

    It names no card and no seed. `seq` is the entry, 0 where it is none of them.
    """

    def __init__(self, message: str, seq: int = 0) -> None:
        super().__init__(message)
        self.seq = seq


class NewerLog(BrokenLog):
    """A log that this version cannot fold, since a newer one has written it: nothing is wrong with it."""

    def __init__(self, seq: int) -> None:
        super().__init__(f"entry {seq}: a newer program has written it", seq)


_SETTING_NAMES: Final = frozenset(one.name for one in fields(Settings))


def format_who(who: Who) -> str:
    """`p17 Anna`, and `p17! Anna` for somebody who acted as an admin."""
    return f"{who.id}{'!' if who.admin else ''} {who.name}".rstrip()


def parse_who(text: str) -> Who:
    found = _WHO.fullmatch(text)
    if found is None:
        raise BrokenLog("an entry is nobody's")
    return Who(found[1], found[3] or "", admin=bool(found[2]))


def as_logged(who: Who) -> Who:
    """The person as the log will have them, so that the table in memory is the one that it folds to."""
    return parse_who(format_who(who))


def opening(table: Table) -> str:
    """The log's first entry; of a tournament's table it names who sits where, first of all that it says."""
    agreed = {
        **({"assigned": assigned_keys(table)} if table.assigned is not None else {}),
        "label": table.label,
        "channel": table.channel,
        "settings": asdict(table.settings),
        "version": table.version,
    }
    return f"{OPEN} {json.dumps(agreed, separators=(',', ':'), sort_keys=True)}"


def table_from_opening(row: LogRow) -> Table:
    """The table that a first entry opens. Raises `BrokenLog`."""
    verb, _, rest = row.entry.partition(" ")
    if verb != OPEN:
        raise BrokenLog(f"entry {row.seq}: a log begins with {OPEN!r}, not {row.verb}", row.seq)
    who = parse_who(row.actor)
    try:
        agreed = json.loads(rest)
        version = int(agreed.get("version", 0))
        if version > VERSION or not _SETTING_NAMES.issuperset(agreed["settings"]):
            raise NewerLog(row.seq)
        settings = Settings(**agreed["settings"])
        if "assigned" in agreed:
            table = assigned_from(agreed["assigned"], settings, row.at, agreed["label"], agreed["channel"])
        else:
            table = open_table(settings, who.id, who.name, row.at, agreed["label"], agreed["channel"])
        return replace(table, version=version)
    except BrokenLog:
        raise
    except (KeyError, TypeError, ValueError) as error:
        raise BrokenLog(f"entry {row.seq}: {error}", row.seq) from None


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
        table = table_from_opening(row) if table is None else following(table, row)
        yield table


def following(table: Table, row: LogRow) -> Table:
    """The table after one row more. Raises `BrokenLog`."""
    try:
        after = decide(table, parse_who(row.actor), row.entry, row.at)
    except BrokenLog:
        raise
    except Exception as error:
        raise BrokenLog(f"entry {row.seq}: {row.verb} raises {type(error).__name__}", row.seq) from error
    if isinstance(after, Declined):
        raise BrokenLog(f"entry {row.seq}: {row.verb} is declined: {after.key}", row.seq)
    return after.table
