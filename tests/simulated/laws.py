"""What must hold when all is calm again: nothing is owed to anybody, and nobody was shown what they may not see."""

import asyncio
from typing import Final

from bot.gateway.outbound.references import parse_remembered
from bot.host.ports import StoreError
from bot.messages.buttons import Press, decode
from bot.messages.presenter import HAND
from bot.store.writing import LAST_WAIT
from bot.tables.table import CLOSED
from bot.tables.timers import MOVE
from tests.restless.folding import BOT, Broken
from tests.simulated.box import Box
from tests.simulated.loop import Stuck
from tests.simulated.messengers import number_of
from tests.simulated.screens import Letter, Standing
from tests.simulated.tournaments import acted_on_twice_or_early

PATIENCE: Final = 1_500  # seconds until the last letter must have been brought
BEAT: Final = 2  # simulated seconds between two looks
LATE: Final = 5_000  # milliseconds by which something due may be late
OUTBOX: Final = """
SELECT table_id, viewer, outbox.kind, outbox.revision, settled, last_error FROM outbox JOIN tables USING (bot, table_id)
WHERE bot = ? AND settled < outbox.revision ORDER BY table_id, viewer, outbox.kind
"""
DUE: Final = """
SELECT table_id, due.kind, due_at FROM due JOIN tables USING (bot, table_id)
WHERE bot = ? AND tables.kind = 'table' AND phase != ? AND due.kind != ? AND due_at < ? ORDER BY table_id, due.kind
"""
HANDS: Final = """
SELECT table_id, viewer, reference FROM outbox JOIN tables USING (bot, table_id)
WHERE bot = ? AND phase != ? AND outbox.kind = ? ORDER BY table_id, viewer
"""
BY_THE_HOST: Final = """
SELECT table_id, action_id, logged_at FROM log WHERE bot = ? AND actor = ? ORDER BY table_id, seq
"""
PLANS: Final = """
SELECT table_id, due.kind, due_at FROM due JOIN tables USING (bot, table_id)
WHERE bot = ? AND tables.kind IN ('plan', 'tournament') AND due_at < ? ORDER BY table_id, due.kind
"""


def settled(box: Box) -> None:
    """The end of a run: faults are over, nobody does anything more. Raises `Broken`."""
    box.calms()
    try:
        box.loop.do(_calm(box))
    except Stuck as error:
        raise Broken(f"law: everything stands still, or turns without an end: {error}") from error
    if box.faults:
        raise Broken(f"fault: {box.faults[0]}")
    what_was_due_is_done_once(box)
    nothing_is_live_twice(box)
    nobody_saw_too_much(box)


async def _calm(box: Box) -> None:
    """Until everything is sent, and nothing is due. Raises `Broken`."""
    await _store_recovers(box)
    await _nothing_is_owed(box)
    await _logs_hold(box)
    while not _rests(box):  # a change that hung in the disk came meanwhile
        await _nothing_is_owed(box)
        await _logs_hold(box)
    await hands_are_as_they_stand(box)


async def _store_recovers(box: Box) -> None:
    """A disk that failed at a commit is tried again every few seconds; by the second try it must be written again."""
    assert box.host is not None
    before = box.time.seconds
    while True:
        try:
            await box.host.store.look()
        except StoreError as error:
            if box.time.seconds > before + 2 * LAST_WAIT:
                raise Broken(f"law: the store does not recover from a disk that is sound again: {error}") from error
            await asyncio.sleep(BEAT)
        else:
            return


async def _nothing_is_owed(box: Box) -> None:
    for _ in range(PATIENCE // BEAT):
        await asyncio.sleep(BEAT)
        if _rests(box):
            return
    raise Broken(f"law: a letter is never sent, or what is due is not done: {_owed(box)[:4]}")


def _rests(box: Box) -> bool:
    assert box.host is not None
    return not _owed(box) and not any(one.is_busy for one in box.platforms) and not box.host.chats.is_in_doubt


async def _logs_hold(box: Box) -> None:
    assert box.host is not None
    box.note_owners()
    try:
        await box.folding.holds_whole(box.host.door)
        await box.tournaments.hold(box.host.service.tournaments.subjects)
    except StoreError as error:
        raise Broken(f"law: the store fails while nothing is wrong any more: {error}") from error


def _owed(box: Box) -> list[object]:
    """Letters that are not sent, and what was due a while ago."""
    late = box.clock() - LATE
    return [
        *box.folding.rows(OUTBOX, BOT),
        *box.folding.rows(DUE, BOT, CLOSED, MOVE, late),
        *box.folding.rows(PLANS, BOT, late - 40_000),
    ]


async def hands_are_as_they_stand(box: Box) -> None:
    """What can be pressed on a hand that was brought is of the present state of its table. Raises `Broken`."""
    assert box.host is not None
    for table_id, viewer, reference in box.folding.rows(HANDS, BOT, CLOSED, HAND):
        message, table = parse_remembered(reference), await box.host.door.table(table_id)
        standing = box.screens.standing.get(number_of(message.reference)) if message is not None else None
        if table is None or standing is None or not table.seat_of(viewer) or (table_id, viewer, HAND) in box.never:
            continue
        presses = [decode(text) for text in standing.buttons]
        stages = {one.stage for one in presses if isinstance(one, Press) and one.table == table.label and one.stage}
        if stages - {table.stage}:
            raise Broken(f"law: a hand shows an older state of its table than it is: {table.label} {viewer}: {stages}")


def what_was_due_is_done_once(box: Box) -> None:
    """No due time of a table or tournament is acted on twice, and none before it has come. Raises `Broken`."""
    acted_on: set[tuple[str, str, int]] = set()
    for table_id, action_id, at in box.folding.rows(BY_THE_HOST, BOT, "host"):
        kind, due, stage = action_id.rsplit(":", 2) if action_id.count(":") > 1 else ("", "0", "")
        if not due.isdecimal() or not stage.isdecimal() or kind in ("", MOVE):  # a computer's moves may be due at once
            continue
        if (table_id, kind, int(due)) in acted_on or (at < int(due) and not box.jumped):
            raise Broken(f"law: what is due at a table is done twice, or too early: {table_id} {action_id} at {at}")
        acted_on.add((table_id, kind, int(due)))
    for found in acted_on_twice_or_early(box.folding, jumped=bool(box.jumped)):
        raise Broken(f"law: what is due at a tournament is done twice, or too early: {found}")


def nothing_is_live_twice(box: Box) -> None:
    """Of each letter one message can be pressed; a copy may be, of which no host was ever told. Raises `Broken`."""
    live: dict[tuple[Letter, str], list[Standing]] = {}
    for one in box.screens.standing.values():
        if one.letter is not None and (one.live or one.directs) and one.place_stored and not one.stuck:
            live.setdefault((one.letter, one.room[0]), []).append(one)
    for (letter, _), found in live.items():
        if len(found) > 1 and letter not in box.never:
            names = [one.reference for one in found]
            raise Broken(f"law: two messages of one letter can be pressed at once: {letter}: {names}")


def nobody_saw_too_much(box: Box) -> None:
    """Raises `Broken`."""
    for (platform, place), sights in box.screens.seen.items():
        who = box.owners.get((platform, box.account_of(platform, place)), []) or [""]
        try:
            box.watch.judge(who[0], sights, box.inputs.get((platform, place), ()), who[1:])
        except AssertionError as error:
            raise Broken(
                f"law: somebody was shown what they may not see, or nobody: {platform} {place}: {error}"
            ) from error
