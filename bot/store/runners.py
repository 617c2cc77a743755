"""Which hosts are running, and what each of them holds: for people who ask."""

from pathlib import Path
from typing import Final

from bot.database_address import Database
from bot.store.connection import is_there
from bot.store.database import open_rows
from bot.store.host_lock import is_hosted
from bot.store.sweep import has_table

HERE: Final = "this machine"
LEASES: Final = """
SELECT leases.lease, running_hosts.name FROM leases JOIN running_hosts
ON running_hosts.bot = leases.bot AND running_hosts.number = leases.number
WHERE leases.bot = :bot
"""


def runners(database: Database, bot: str) -> dict[str, str]:
    """By lease the host that has it, as `machine:process`; under "" who has all of a file. Raises `StoreError`."""
    if isinstance(database, Path):
        return {"": HERE} if is_there(database) and is_hosted(database) else {}
    with open_rows(database) as connection:
        if not has_table(connection, "leases"):
            return {}
        return {str(lease): str(host) for lease, host in connection.execute(LEASES, {"bot": bot}).fetchall()}
