"""What a PostgreSQL server spends on a host: CPU time where it runs on this machine, and connections."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.database_address import ServerDatabase
from bot.store.database import open_rows

_PROCESSES: Final = "SELECT pid FROM pg_stat_activity"
_CONNECTIONS: Final = """
SELECT count(*) FROM pg_stat_activity
WHERE backend_type = 'client backend' AND datname = current_database() AND pid <> pg_backend_pid()
"""
_WORK: Final = """
SELECT xact_commit + xact_rollback, pg_current_wal_lsn() - '0/0' FROM pg_stat_database
WHERE datname = current_database()
"""
_ROWS: Final = "SELECT count(*) FROM openings"
_TICKS: Final = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class ServerLoad:
    """At one moment: seconds of CPU by process, none that is not on this machine; connections to the database.

    `transactions` of the database and bytes `written` to the server's log are those since it was made. A connection
    tells of its transactions within a second or when it rests.
    """

    cpu: Mapping[int, float]
    connections: int
    transactions: int
    written: int

    def cpu_since(self, before: "ServerLoad") -> float | None:
        """Of all processes; None where they are on another machine."""
        if not self.cpu:
            return None
        return sum(spent - before.cpu.get(process, 0.0) for process, spent in self.cpu.items())


def load_of(server: ServerDatabase) -> ServerLoad:
    with open_rows(server) as connection:
        processes = [int(process) for (process,) in connection.execute(_PROCESSES).fetchall()]
        ((connections,),) = connection.execute(_CONNECTIONS).fetchall()
        ((transactions, written),) = connection.execute(_WORK).fetchall()
    cpu = {one: spent for one in processes if (spent := _cpu_of(one)) is not None}
    return ServerLoad(cpu, int(connections), int(transactions), int(written))


def is_used(server: ServerDatabase) -> bool:
    """Whether somebody's tables are in the database."""
    with open_rows(server) as connection:
        ((count,),) = connection.execute(_ROWS).fetchall()
    return bool(count)


def _cpu_of(process: int) -> float | None:
    """Seconds; None where there is no such process of PostgreSQL."""
    try:
        name, _, facts = Path(f"/proc/{process}/stat").read_text("ascii").partition("(")[2].rpartition(")")
    except OSError:
        return None
    if name != "postgres":
        return None
    user, system = facts.split()[11:13]
    return (int(user) + int(system)) / _TICKS
