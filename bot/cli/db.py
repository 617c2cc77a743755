"""`burraco db`: brings the database to this program's version, copies, checks and corrects it; also in use.

The database is the one of `BURRACO_DATABASE`. A fault that `check` finds has status 1, a database that cannot
be used 2.
"""

import argparse
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from bot.cli.arbiter import correct
from bot.cli.archive import archive, archive_dry
from bot.cli.options import add_command
from bot.cli.output import OK, BreaksRule, Commands, Unusable, plain
from bot.cli.rebuild import rebuild
from bot.cli.repair import ENDING, repair, repaired_name
from bot.cli.soundness import first_fault, soundness
from bot.config.configuration import ArchiveSettings, DatabaseSettings
from bot.config.given import Misconfigured, load
from bot.config.values import parse_days
from bot.database_address import Database, parse_database
from bot.host.ports import StoreError
from bot.store.check import VERSION, Check, check
from bot.store.connection import is_there, require_file, store_errors
from bot.store.migrations import START_NEWER
from bot.store.move import move
from bot.store.store import backup_database, is_older, only_host_with, upgrade_beside_hosts

LISTED_MOST: Final = 50  # differences that are named
UNSOUND: Final = ".unsound"  # behind the name of a copy that is not what it should be
OF_OLDER: Final = "of an older version, so not yet checked: `burraco db check` once it is upgraded"
_MORE: Final = "The database is the one that BURRACO_DATABASE names, a file or an address, else burraco.db."


def register(commands: Commands) -> None:
    parser = add_command(
        commands, "db", run, "the database: upgrade, backup, check, repair, correct, move, archive", _MORE
    )
    metavar = "upgrade | backup FILE | check | repair [FILE] | correct | move FROM TO | archive"
    chores = parser.add_subparsers(dest="chore", metavar=metavar, required=True)
    chores.add_parser("upgrade", help="create the database, or bring it to this program's version")
    copy = chores.add_parser("backup", help="copy the database to a new file, even while it is in use")
    copy.add_argument("file", metavar="FILE", help="the copy; nothing is ever overwritten")
    sound = "say whether file, references, version, logs and boards are sound; status 1 if not"
    looks = chores.add_parser("check", help=sound)
    cut = chores.add_parser("repair", help="make a copy that is cut back to what is sound; the database stays as it is")
    cut.add_argument("file", metavar="FILE", nargs="?", default="", help=f"the copy, else the database's name{ENDING}")
    fix = chores.add_parser("correct", help="change the result of a match, or annul it; even while a host runs")
    fix.add_argument("match", metavar="MATCH", help="as in a history: KBDF:212")
    fix.add_argument("result", metavar="RESULT", help='as "NS 455 EW 310", annul, or played: as it ended')
    fix.add_argument("reason", metavar="REASON", help="why; those who played can read it")
    fix.add_argument("--bot", metavar="NAME", default="", help="whose match it is, where several bots have one")
    away = chores.add_parser("move", help="copy all of a database into a new one and check it; only while no host runs")
    away.add_argument("source", metavar="FROM", help="a file, or postgresql://…; it stays as it is")
    away.add_argument("target", metavar="TO", help="the same, of what is empty or not there yet")
    old = chores.add_parser(
        "archive", help="archive what was played at tables that closed long ago, as a host does too"
    )
    old.add_argument("--days", metavar="N", help="so long ago, else BURRACO_ARCHIVE_DAYS; 0 for all that is closed")
    old.add_argument("--dry-run", action="store_true", help="only say what would be archived; even while a host runs")
    looks.add_argument("--rebuild", action="store_true", help="count every match again; only while no host runs")


def run(options: argparse.Namespace) -> int:
    try:
        database = load(DatabaseSettings).database
        match options.chore:
            case "upgrade":
                _upgrade(database)
            case "backup":
                _backup(database, _new_file(options.file))
            case "repair":
                path = _file_of(database)
                _repair(path, _new_file(options.file) if options.file else repaired_name(path))
            case "correct":
                print(plain(correct(database, options.match, options.result, options.reason, _now(), options.bot)))
            case "archive":
                doing = archive_dry if options.dry_run else archive
                print(plain(doing(database, _days(options.days), _now())))
            case "move":
                _move(_named(options.source), _named(options.target))
            case _:
                _check(database, options.rebuild)
    except (Misconfigured, StoreError) as error:
        raise Unusable(str(error)) from None
    return OK


def _days(text: str | None) -> int:
    """Those of the argument, or as it is set. Raises `StoreError`."""
    if text is None:
        days = load(ArchiveSettings).archive_days
        if days is None:
            raise StoreError("BURRACO_ARCHIVE_DAYS is off: name --days N")
        return days
    try:
        return parse_days(text)
    except ValueError as error:
        raise StoreError(f"--days {error}") from None


def _now() -> int:
    return time.time_ns() // 1_000_000


def _named(text: str) -> Database:
    """The database of an argument. Raises `StoreError`."""
    try:
        return parse_database(text)
    except ValueError as error:
        raise StoreError(f"FROM or TO {error}") from None


def _new_file(text: str) -> Path:
    """The file of an argument, which is to be written. Raises `StoreError`."""
    try:
        found = parse_database(text)
    except ValueError as error:
        raise StoreError(f"FILE {error}") from None
    if isinstance(found, Path):
        return found
    raise StoreError("FILE is the name of a new file; `burraco db move` copies to a server")


def _file_of(database: Database) -> Path:
    if isinstance(database, Path):
        with store_errors(database):
            require_file(database)
        return database
    raise StoreError(f"{database}: only a file can be repaired; restore a backup of a server's database")


def _upgrade(database: Database) -> None:
    migrations = upgrade_beside_hosts(database, _now())
    for migration in migrations:
        print(f"applied {migration.name}")
    if not migrations:
        print(f"{plain(str(database))} is up to date")


def _backup(database: Database, target: Path) -> None:
    """The copy is called checked only where nothing at all is wrong with it; of a dump, with what it was made of.

    One that is not sound gets another name, so that no copy that is kept or counted by its name is a faulty one. Of an
    older version, as before the first start of this one, nothing more can be said than that it was copied.
    """
    backup_database(database, target)
    looked_at = target if isinstance(database, Path) else database
    wrong = [finding for finding in soundness(looked_at) if not finding.sound]
    faults = _in_words(wrong)
    if [finding.name for finding in wrong] == [VERSION] and is_older(looked_at):
        print(f"{plain(str(target))}: {target.stat().st_size} bytes, {OF_OLDER}")
        return
    if faults:
        aside = target.with_name(f"{target.name}{UNSOUND}")
        target.replace(aside)
        raise BreaksRule(f"{aside}: copied, but not sound: {faults[0]}; see `burraco db check`")
    checked = "checked" if isinstance(database, Path) else "a dump for pg_restore; the database was checked"
    print(f"{plain(str(target))}: {target.stat().st_size} bytes, {checked}")


def _faults(database: Database) -> list[str]:
    return _in_words(finding for finding in soundness(database) if not finding.sound)


def _in_words(wrong: Iterable[Check]) -> list[str]:
    return [f"{finding.name}: {first_fault(finding)}" for finding in wrong]


def _move(source: Database, target: Database) -> None:
    """The source stays as it is; what was copied is sound down to the last card, or it is said what is not."""
    if isinstance(source, Path) and not is_there(source):
        raise StoreError(f"there is no database {source}")
    if _place(source) == _place(target):
        raise StoreError("FROM and TO are the same; name a new database as TO")
    with only_host_with(source), only_host_with(target):
        counts = move(source, target, _now())
        faults = _faults(target)
    if faults:
        raise BreaksRule(f"{target}: copied, but not sound: {faults[0]}; {source} is as it was")
    rows = ", ".join(f"{count} of {name}" for name, count in counts.items() if count)
    print(f"{plain(str(target))}: {rows or 'no rows'}; checked")


def _place(database: Database) -> Database:
    """However a file is called."""
    return database.resolve() if isinstance(database, Path) else database


def _repair(path: Path, target: Path) -> None:
    lines = 0
    for line in repair(path, target, _now()):
        print(plain(line), flush=True)
        lines += 1
    if not lines:
        print("nothing had to be cut")
    print(f"{plain(str(target))}: {target.stat().st_size} bytes, checked")


def _check(database: Database, anew: bool) -> None:
    if anew and all(finding.sound for finding in check(database, tallies=False)):
        rebuild(database, _now())
    faults = []
    for finding in soundness(database):
        _print(finding)
        if not finding.sound:
            faults.append(finding)
    if faults:
        help_ = f"; {START_NEWER}" if any(finding.newer for finding in faults) else ""
        raise BreaksRule(f"{database}: not sound: {', '.join([finding.name for finding in faults])}{help_}")


def _print(finding: Check) -> None:
    """The line of a look, and below it the faults that it found, where there are several."""
    print(f"{finding.name:<11} {'' if finding.sound else 'FAULT: '}{plain(finding.words)}", flush=True)
    more = () if finding.faults == (finding.words,) else finding.faults
    for fault in more[:LISTED_MOST]:
        print(f"{'':<11} {plain(fault)}", flush=True)
    if len(more) > LISTED_MOST:
        print(f"{'':<11} and {len(more) - LISTED_MOST} more", flush=True)
