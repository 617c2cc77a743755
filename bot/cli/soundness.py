"""Is a database sound, down to the last card? What `db check` says, and what a backup is called checked after.

First the file and its digests (`bot.store.check`): do the rows stand as they were written? Then what they mean: each
log is folded and compared with everything that was derived from it, each result with its record, each tally with its
match.
"""

from collections.abc import Callable, Collection, Iterator
from pathlib import Path

from bot.boards.check import Comparison
from bot.boards.result_check import unsound
from bot.host.log_check import differences, kind_differences
from bot.host.ports import StoreError
from bot.planner.kind import PLAN, Plans
from bot.store.backfill import older_matches
from bot.store.board_rows import stored_boards, stored_results
from bot.store.check import Finding, check
from bot.store.digests import Key
from bot.store.stored_tables import stored_tables


def soundness(path: Path) -> Iterator[Finding]:
    """One finding a look. Raises `StoreError` where the database cannot be read at all."""
    broken, altered = False, frozenset[Key]()
    for finding in check(path):
        yield finding
        broken |= not finding.sound and not finding.altered
        altered |= finding.altered
    if not broken:
        yield _folds(path, altered)
        yield _looked("results", _results, path)
        yield _looked("boards", _boards, path)


def _looked(name: str, look: Callable[[Path], Finding], path: Path) -> Finding:
    """What was altered may be of any form: whatever it brings about is a fault."""
    try:
        return look(path)
    except StoreError:
        raise
    except Exception as error:  # noqa: BLE001
        return _told(name, "", f"cannot be looked at: {type(error).__name__}", [type(error).__name__])


def _folds(path: Path, altered: Collection[Key]) -> Finding:
    """Every log folded; those of altered tables, of which the digests tell already, are left out."""
    count, faults = 0, []
    for one in stored_tables(path):
        table, bot, code = one.stored.subject.id, one.stored.bot, one.stored.code
        if (bot, table) in altered:
            continue
        count += 1
        if one.stored.subject.kind == PLAN:
            found = kind_differences(Plans(), one.stored, one.rows, one.due)
        else:
            found = differences(one.stored, one.rows, one.due, one.results)
        named = f"{one.stored.subject.kind} {table}{f' ({code})' if code else ''} of bot {bot}"
        faults += [f"{named}: {words}" for words in found]
    left = f"; {len(altered)} altered ones were left out" if altered else ""
    wrong = f"{len(faults)} things are as they were written, but not as this version folds them"
    return _told("folds", f"{count} logs{left}", wrong if len(faults) > 1 else "", faults)


def _results(path: Path) -> Finding:
    """Every result compared with its record."""
    faults = [
        f"{one.table}:{one.revision} of bot {bot} {one.words}"
        for bot, results in stored_results(path)
        for one in unsound(results)
    ]
    return _told("results", "ok", f"{len(faults)} differ from their records", faults)


def _boards(path: Path) -> Finding:
    """Every match replayed, and compared with what the boards count."""
    matches, waiting, faults = 0, 0, []
    for bot, played, tallies in stored_boards(path):
        found = Comparison(tallies)
        found.compare(played)
        checked = found.checked()
        matches += checked.matches
        waiting += checked.waiting
        faults += [f"{one.table}:{one.revision} of bot {bot} {one.words}" for one in checked.differences]
    older = older_matches(path)
    waits = f", {waiting} of them counted when a board is next asked for" if waiting else ""
    uncounted = f", and {older} from before boards: `burraco db check --rebuild` counts them" if older else ""
    return _told("boards", f"{matches} matches{waits}{uncounted}", f"{len(faults)} of {matches} matches", faults)


def _told(name: str, sound: str, wrong: str, faults: list[str]) -> Finding:
    """`wrong` says how many there are; one alone speaks for itself where nothing is said of all."""
    return Finding(name, (wrong or faults[0]) if faults else sound, not faults, tuple(faults))
