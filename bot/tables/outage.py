"""After the host was away: the clocks stood still, so that nobody pays for an outage and nobody gains by it."""

from dataclasses import replace

from bot.tables.clocks import set_back, stood_still
from bot.tables.table import CLOSED, OVER, Table
from bot.tables.who import Declined, Who

SETS_BACK = 2  # the version of tables since which a clock that was set back counts
COPY = "copy"
TOLD_LATE = 6  # since which a table that was played at before it was told of an outage has lost nothing by it


def restarted(table: Table, who: Who, words: list[str], at: int) -> Table | Declined:
    """`restarted [SINCE [UNTIL [copy]]]`: the host is back.

    SINCE is when it was last known to be alive, UNTIL when it came back (now, where it is left out), for the table may
    be told later; in milliseconds since 1970. With the word `copy` what the host has is a backup that was brought back:
    whatever was played since then is nowhere.

    Every clock has the time left that it had then; buttons stay good, and nobody is pinged twice in a turn. Where the
    host came back before it went, the machine's clock was set back, and the table's marks go with it. Without the word,
    as older logs have it, what the table waits for begins now.
    """
    if not who.is_host:
        return Declined("only-the-host")
    if not words:
        return _anew(table, at)
    is_copy = words[2:] == [COPY]
    times = words[:2] if is_copy else words
    if table.phase == CLOSED or not all(word.isdecimal() and len(word) < 18 for word in times):
        return Declined("not-now")
    table = replace(table, copied=table.copied or is_copy)
    until = min(at, int(words[1])) if len(words) > 1 else at
    last = max(int(words[0]), table.since, table.turn_since, table.acted)  # a change shows that it lived
    was_set_back = int(words[0]) > until if table.version >= TOLD_LATE else last > until
    if was_set_back and table.version >= SETS_BACK:
        return set_back(table, last, until)
    since = min(until, last)
    away = replace(table, outage=table.outage + until - since)
    return away if table.paused else stood_still(away, since, until)


def _anew(table: Table, at: int) -> Table | Declined:
    if table.phase in (OVER, CLOSED):
        return Declined("not-now")
    pinged = at if table.pinged == table.since else table.pinged
    offered = at if table.offered == table.since else table.offered
    return replace(table, since=at, turn_since=at, acted=at, pinged=pinged, offered=offered)
