"""Is a database sound, down to the last card? What `db check` says, and what a backup is called checked after.

First the file and its digests (`bot.store.check`): do the rows stand as they were written? Then what they mean: each
log is folded and compared with everything that was derived from it, each result with its record, each tally with its
match.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import replace
from typing import Final, TypeVar

from bot.boards.check import Comparison
from bot.boards.result_check import unsound
from bot.cli.kinds import KINDS
from bot.database_address import Database
from bot.host.log_check import differences, kind_differences
from bot.host.ports import StoreError
from bot.store.backfill import older_matches
from bot.store.board_rows import stored_boards, stored_results
from bot.store.check import Check, check
from bot.store.connection import WAY_OUT, without_way_out
from bot.store.digests import Key
from bot.store.migrations import START_NEWER, NewerDatabase, NotAwaited, never
from bot.store.stored_tables import Whole, stored_tables
from bot.store.verified import NOTHING, States, states
from bot.tables.log import NewerLog

LISTED: Final = "`burraco db check` lists all that is wrong"

T = TypeVar("T")


def soundness(
    database: Database, understood: Collection[Key] = (), is_to_stop: Callable[[], bool] = never
) -> Iterator[Check]:
    """One finding a look. Raises `StoreError` where the database cannot be read at all.

    `understood`: tables that this version is known to fold; of them only the digests are looked at. `is_to_stop`:
    whether somebody has asked to stop, asked from table to table; raises `NotAwaited` then.
    """
    broken, altered = False, frozenset[Key]()
    with closing(check(database)) as looks:
        for finding in _unless_stopped(looks, is_to_stop):
            yield finding
            broken |= not finding.sound and not finding.altered
            altered |= finding.altered
    if not broken:
        yield _folds(database, altered, understood, is_to_stop)
        yield _run_check("results", lambda database: _results(database, understood, is_to_stop), database)
        yield _run_check("boards", lambda database: _boards(database, understood, is_to_stop), database)


def _unless_stopped(found: Iterable[T], is_to_stop: Callable[[], bool]) -> Iterator[T]:
    """One after the other. Raises `NotAwaited` where somebody has asked to stop."""
    for one in found:
        if is_to_stop():
            raise NotAwaited("not all of it was looked at, for somebody has asked to stop")
        yield one


def refuse_faulty(database: Database, is_to_stop: Callable[[], bool] = never) -> States:
    """Raises `StoreError`, with the way out, where anything is wrong with a database that is to be hosted.

    And `NotAwaited` where somebody asks to stop before all of it is looked at.

    A table that is as it was when all of it was sound is not looked at again, but for its digests: if this version of
    the program cannot fold it, that is no fault of the file, and stops no other table. The states are what is to be
    remembered now.
    """
    found = NOTHING
    with suppress(StoreError):  # then there is something that the looks find, too
        found = states(database)
    for finding in soundness(database, found.unchanged, is_to_stop):
        if finding.newer:
            raise NewerDatabase(f"{database}: {first_fault(finding)}; {START_NEWER}")
        if not finding.sound:
            fault = f"{first_fault(finding)}; {WAY_OUT} ({LISTED})"
            raise StoreError(f"{database}: is faulty, so nothing is hosted: {fault}")
    return found


def way_out(finding: Check) -> str:
    """What helps, where a look has found a fault."""
    return START_NEWER if finding.newer else f"{WAY_OUT}; {LISTED}"


def first_fault(finding: Check) -> str:
    """The first one by name, and how many more there are; the way out is left to whoever says it."""
    more = f" (and {len(finding.faults) - 1} more)" if len(finding.faults) > 1 else ""
    return f"{without_way_out(finding.faults[0])}{more}"


def _run_check(name: str, look: Callable[[Database], Check], database: Database) -> Check:
    """What was altered may be of any form: whatever it brings about is a fault."""
    try:
        return look(database)
    except StoreError:
        raise
    except Exception as error:  # noqa: BLE001  what was altered may bring about anything
        return _check_result(name, "", f"cannot be looked at: {type(error).__name__}", [type(error).__name__])


def _folds(
    database: Database, altered: Collection[Key], understood: Collection[Key], is_to_stop: Callable[[], bool]
) -> Check:
    """Every log folded; those of altered tables, of which the digests tell already, are left out."""
    count, faults, newer = 0, [], False
    with closing(stored_tables(database, {*altered, *understood})) as tables:
        for one in _unless_stopped(tables, is_to_stop):
            table, bot, code = one.stored.subject.id, one.stored.bot, one.stored.label
            count += 1
            named = f"{one.stored.subject.kind} {table}{f' ({code})' if code else ''} of bot {bot}"
            try:
                faults += [f"{named}: {words}" for words in _differences(one)]
            except NewerLog as error:
                faults.append(f"{named}: {error}")
                newer = True
    left = f"; {len(altered)} altered ones were left out" if altered else ""
    wrong = f"{len(faults)} things are as they were written, but not as this version folds them"
    return replace(_check_result("folds", f"{count} logs{left}", wrong if len(faults) > 1 else "", faults), newer=newer)


def _differences(one: Whole) -> Iterator[str]:
    """What of a stored subject is not as its log has it. Raises `NewerLog`."""
    kind = KINDS.get(one.stored.subject.kind)
    if kind is not None:
        return kind_differences(kind, one.stored, one.rows, one.due)
    return differences(one.stored, one.rows, one.due, one.results)


def _results(database: Database, understood: Collection[Key], is_to_stop: Callable[[], bool]) -> Check:
    """Every result compared with its record."""
    with closing(stored_results(database)) as bots:
        faults = [
            f"{one.table}:{one.revision} of bot {bot} {one.words}"
            for bot, results in bots
            for one in unsound(
                result for result in _unless_stopped(results, is_to_stop) if (bot, result.table) not in understood
            )
        ]
    return _check_result("results", "ok", f"{len(faults)} differ from their records", faults)


def _boards(database: Database, understood: Collection[Key], is_to_stop: Callable[[], bool]) -> Check:
    """Every match replayed, and compared with what the boards count."""
    matches, waiting, faults = 0, 0, []
    with closing(stored_boards(database)) as bots:
        for bot, played, tallies in bots:
            found = Comparison([one for one in tallies if (bot, one.table) not in understood])
            found.compare(one for one in _unless_stopped(played, is_to_stop) if (bot, one.table) not in understood)
            checked = found.finish()
            matches += checked.matches
            waiting += checked.waiting
            faults += [f"{one.table}:{one.revision} of bot {bot} {one.words}" for one in checked.differences]
    older = older_matches(database)
    waits = f", {waiting} of them counted when a board is next asked for" if waiting else ""
    uncounted = f", and {older} from before boards: `burraco db check --rebuild` counts them" if older else ""
    return _check_result(
        "boards", f"{matches} matches{waits}{uncounted}", f"{len(faults)} of {matches} matches", faults
    )


def _check_result(name: str, sound: str, wrong: str, faults: list[str]) -> Check:
    """`wrong` says how many there are; one alone speaks for itself where nothing is said of all."""
    return Check(name, (wrong or faults[0]) if faults else sound, not faults, tuple(faults))
