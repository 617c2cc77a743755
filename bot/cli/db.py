"""`burraco db`: brings the database to this program's version, copies, checks and corrects it; also in use.

The database is the one of `BURRACO_DATABASE`. A fault that `check` finds has status 1, a database that cannot
be used 2.
"""

import argparse
import time
from pathlib import Path
from typing import Final

from bot.cli.arbiter import correct
from bot.cli.options import add_command
from bot.cli.output import OK, BreaksRule, Commands, Unusable, plain
from bot.cli.rebuild import rebuild
from bot.cli.repair import ENDING, repair, repaired_name
from bot.cli.soundness import first_fault, soundness
from bot.config import DatabaseSettings, Misconfigured, load
from bot.host.ports import StoreError
from bot.store.backup import backup
from bot.store.check import Check, check
from bot.store.file_identity import require_not_lost
from bot.store.upgrade import upgrade

LISTED_MOST: Final = 50  # differences that are named
_MORE: Final = "The database is the file that BURRACO_DATABASE names, else burraco.db."


def register(commands: Commands) -> None:
    parser = add_command(commands, "db", run, "the database: upgrade, backup, check, repair, correct", _MORE)
    metavar = "upgrade | backup FILE | check | repair [FILE] | correct"
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
    looks.add_argument("--rebuild", action="store_true", help="count every match again; only while no host runs")


def run(options: argparse.Namespace) -> int:
    try:
        path = load(DatabaseSettings).database
        match options.chore:
            case "upgrade":
                _upgrade(path)
            case "backup":
                _backup(path, Path(options.file))
            case "repair":
                _repair(path, Path(options.file) if options.file else repaired_name(path))
            case "correct":
                print(plain(correct(path, options.match, options.result, options.reason, time.time_ns() // 1_000_000)))
            case _:
                _check(path, options.rebuild)
    except (Misconfigured, StoreError) as error:
        raise Unusable(str(error)) from None
    return OK


def _upgrade(path: Path) -> None:
    require_not_lost(path)
    migrations = upgrade(path, time.time_ns() // 1_000_000)
    for migration in migrations:
        print(f"applied {migration.name}")
    if not migrations:
        print(f"{plain(str(path))} is up to date")


def _backup(path: Path, target: Path) -> None:
    """The copy is called checked only where nothing at all is wrong with it."""
    backup(path, target)
    faults = [f"{finding.name}: {first_fault(finding)}" for finding in soundness(target) if not finding.sound]
    if faults:
        raise BreaksRule(f"{target}: copied, but not sound: {faults[0]}; see `burraco db check`")
    print(f"{plain(str(target))}: {target.stat().st_size} bytes, checked")


def _repair(path: Path, target: Path) -> None:
    lines = 0
    for line in repair(path, target, time.time_ns() // 1_000_000):
        print(plain(line), flush=True)
        lines += 1
    if not lines:
        print("nothing had to be cut")
    print(f"{plain(str(target))}: {target.stat().st_size} bytes, checked")


def _check(path: Path, anew: bool) -> None:
    if anew and all(finding.sound for finding in check(path, tallies=False)):
        rebuild(path, time.time_ns() // 1_000_000)
    faults = []
    for finding in soundness(path):
        _print(finding)
        if not finding.sound:
            faults.append(finding.name)
    if faults:
        raise BreaksRule(f"{path}: not sound: {', '.join(faults)}")


def _print(finding: Check) -> None:
    """The line of a look, and below it the faults that it found, where there are several."""
    print(f"{finding.name:<11} {'' if finding.sound else 'FAULT: '}{plain(finding.words)}", flush=True)
    more = () if finding.faults == (finding.words,) else finding.faults
    for fault in more[:LISTED_MOST]:
        print(f"{'':<11} {plain(fault)}", flush=True)
    if len(more) > LISTED_MOST:
        print(f"{'':<11} and {len(more) - LISTED_MOST} more", flush=True)
