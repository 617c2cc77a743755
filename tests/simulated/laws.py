"""What must hold when all is calm again: nothing is owed to anybody, and nobody was shown what they may not see."""

import asyncio
from collections import Counter
from typing import Final

from bot.host.ports import StoreError
from bot.tables.table import CLOSED
from bot.tables.timers import MOVE
from tests.restless.folding import BOT, Broken
from tests.simulated.box import Box
from tests.simulated.screens import Letter, Standing

PATIENCE: Final = 1_500  # seconds until the last letter must have been brought
LATE: Final = 5_000  # milliseconds by which something due may be late
OUTBOX: Final = (
    "SELECT table_id, viewer, kind, outbox.revision, settled, last_error FROM outbox JOIN tables USING (bot, table_id)"
    f" WHERE bot = ? AND settled < outbox.revision AND phase != '{CLOSED}' ORDER BY table_id, viewer, kind"
)
DUE: Final = (
    "SELECT table_id, kind, due_at FROM due JOIN tables USING (bot, table_id)"
    f" WHERE bot = ? AND due_at < ? AND phase != '{CLOSED}' AND kind != '{MOVE}' ORDER BY table_id, kind"
)
PLANS: Final = "SELECT plan, kind, due_at FROM plan_due WHERE bot = ? AND due_at < ? ORDER BY plan, kind"


def settled(box: Box) -> None:
    """The end of a run: faults are over, nobody does anything more. Raises `Broken`."""
    box.calms()
    box.loop.do(_calm(box))
    if box.faults:
        raise Broken(f"fault: {box.faults[0]}")
    nothing_is_live_twice(box)
    nobody_saw_too_much(box)


async def _calm(box: Box) -> None:
    """Until everything is sent, and nothing is due. Raises `Broken`."""
    end = box.time.seconds + PATIENCE
    owed: list[object] = []
    while box.time.seconds < end:
        await asyncio.sleep(2.0)
        owed = _owed(box)
        if not owed and not any([one.is_busy for one in box.platforms]):
            break
    if owed:
        raise Broken(f"owed: {owed[:4]}")
    assert box.host is not None
    box.note_owners()
    try:
        await box.folding.holds_whole(box.host.door)
    except StoreError as error:
        raise Broken(f"store: it fails while nothing is wrong: {error}") from error


def _owed(box: Box) -> list[object]:
    """Letters that are not sent, and what was due a while ago."""
    late = box.clock() - LATE
    return [
        *box.folding.rows(OUTBOX, BOT),
        *box.folding.rows(DUE, BOT, late),
        *box.folding.rows(PLANS, BOT, late - 40_000),
    ]


def nothing_is_live_twice(box: Box) -> None:
    """Of each letter one message can be pressed; a copy may be, of which no host was ever told. Raises `Broken`."""
    live: dict[tuple[Letter, str], list[Standing]] = {}
    for one in box.screens.standing.values():
        if one.letter is not None and one.live and one.kept and not one.stuck:
            live.setdefault((one.letter, one.room[0]), []).append(one)
    for (letter, _), found in live.items():
        if len(found) > 1 and letter not in box.never:
            raise Broken(f"twice: {letter} can be pressed {len(found)} times: {[one.reference for one in found]}")
    once = Counter([(one.room, one.once) for one in box.screens.standing.values() if one.once and not one.gone])
    if any([many > 1 for many in once.values()]):
        raise Broken(f"twice: the same was sent again: {once.most_common(1)}")


def nobody_saw_too_much(box: Box) -> None:
    """Raises `Broken`."""
    for (platform, place), sights in box.screens.seen.items():
        who = box.owners.get((platform, box.account_of(platform, place)), []) or [""]
        try:
            box.watch.judge(who[0], sights, others=who[1:])
        except AssertionError as error:
            raise Broken(f"shown: {platform} {place}: {error}") from error
