"""After the host was away: silence is counted anew, so that nobody pays for an outage."""

from dataclasses import replace

from bot.host.table import CLOSED, OVER, Table
from bot.host.verdict import Declined, Who


def restarted(table: Table, who: Who, _words: list[str], at: int) -> Table | Declined:
    """`restarted`: what the table waits for begins now; buttons stay good, and nobody is pinged twice in a turn."""
    if not who.is_host:
        return Declined("only-the-host")
    if table.phase in (OVER, CLOSED):
        return Declined("not-now")
    pinged = at if table.pinged == table.since else table.pinged
    offered = at if table.offered == table.since else table.offered
    return replace(table, since=at, turn_since=at, pinged=pinged, offered=offered)
