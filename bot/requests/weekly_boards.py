"""The board of each week, posted in the channels that want it (`weekly=on`) as soon as the week is over.

A note says which week was posted last in a channel, so a board is posted once, also by another program after a start.
It is written when the board stands there, and the platform is given the same name for the same board, by which some
know it again. After an outage it comes late and says so; the board of a week that is longer ago is never posted,
nor one in which nobody played.
"""

import hashlib
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Final, TypeAlias

from bot.boards.board import CHANNEL, GROUP, Board, Query
from bot.boards.boards import Boards
from bot.boards.facts import KINDS
from bot.boards.periods import WEEK, Span, before, span
from bot.durations import HOUR
from bot.host.delivery_errors import TryLater, Undeliverable
from bot.host.due_loop import DueLoop, Work
from bot.host.notes import WEEK as POSTED
from bot.host.retry import fault_of
from bot.messages.boards_page import board_message, board_page
from bot.messages.message import Message
from bot.requests.backend import Backend
from bot.requests.channels import Channels
from bot.requests.server_settings import group_of
from bot.words.languages import Language, say

LOG: Final = logging.getLogger(__name__)
LONGEST_SLEEP: Final = 300.0  # seconds: so long it may take until a channel that has just asked for it is known
LATE: Final = HOUR  # after the end of the week
SOON: Final = 3_000  # milliseconds until a full channel is tried again
ROWS: Final = 20
_TELEGRAM: Final = "telegram:"

Post: TypeAlias = Callable[[str, Message, str], Awaitable[None]]
"""Posts a message in a channel under a name by which it is known again. Raises `TryLater`, `Undeliverable`."""


class WeeklyBoards:
    """One bot's. Raises `StoreError`."""

    def __init__(self, backend: Backend, channels: Channels, boards: Boards) -> None:
        self._clock = backend.door.clock
        self._notes = backend.notes
        self._channels = channels
        self._boards = boards
        self._post: Post | None = None
        self._next: int | None = None  # when the next week ends that somebody waits for
        self._loop = DueLoop(self._clock, self._due, self._next_due, _log_failure, LONGEST_SLEEP)

    def wake(self) -> None:
        """Look again whether a week is over."""
        self._loop.wake()

    @property
    def is_busy(self) -> bool:
        """Whether a board is being posted now."""
        return bool(self._loop.busy)

    async def run(self, post: Post) -> None:
        """Until it is cancelled."""
        self._post = post
        await self._loop.run()

    async def fire(self) -> int:
        """Every board that is due now; how many weeks were dealt with."""
        return await self._loop.once()

    async def _due(self, now: int) -> Mapping[str, Work]:
        """The channels whose last week has not been dealt with."""
        found: dict[str, Work] = {}
        ends = []
        for channel in await self._channels.posting_weekly():
            zone = (await self._channels.settings(channel)).zone
            this = span(WEEK, now, zone)
            ends.append(this.until)
            last = before(WEEK, this, zone)
            if not await self._is_done(channel, last, now) and self._loop.is_free(channel, now):
                found[channel] = partial(self._post_board, channel, zone, last)
        self._next = min(ends, default=None)
        return found

    async def _next_due(self, now: int) -> int | None:
        return self._next if self._next is not None and self._next > now else None

    async def _is_done(self, channel: str, week: Span, now: int) -> bool:
        """Whether this week was posted; where none ever was, one that is over for a while does not count as missing."""
        noted = await self._notes.of(POSTED, channel)
        if not noted and now >= week.until + LATE:
            await self._notes.put(POSTED, channel, week.name)
            return True
        return noted >= week.name  # also where the clock was set back

    async def _post_board(self, channel: str, zone: str, week: Span) -> int:
        board = await self._board(channel, zone)
        if board.span != week:
            return 0  # another week has begun meanwhile
        if board.rows and self._post is not None:
            message = await self._message(channel, board)
            once = hashlib.sha256(f"{channel}\n{week.name}".encode()).hexdigest()[:24]
            try:
                await self._post(channel, message, once)
            except TryLater as later:
                self._loop.put_off(channel, self._clock() + max(later.after, SOON))
                return 0
            except Undeliverable as error:
                LOG.info("a channel cannot be shown its board of the week", extra={"reason": error.reason})
        await self._notes.put(POSTED, channel, week.name)
        return 1

    async def _board(self, channel: str, zone: str) -> Board:
        """Last week's, of the first kind of match that was played; without anybody where none was."""
        is_group = channel.startswith(_TELEGRAM) and not group_of(channel)  # with all its topics
        scope = GROUP if is_group else CHANNEL
        query = Query(scope=scope, channel=channel, period=WEEK, back=1, rows=ROWS, zone=zone)
        now = self._clock()
        found = [await self._boards.board(replace(query, kind=one), now) for one in KINDS]
        return next((one for one in found if one.rows), found[0])

    async def _message(self, channel: str, board: Board) -> Message:
        language = await self._channels.language(channel)
        message = board_message(language, board_page(language, board))
        return replace(message, title=_title(language, message.title, self._clock() >= board.span.until + LATE))


def _title(language: Language, board: str, late: bool) -> str:
    return say(language, "weekly.late", board=board) if late else say(language, "weekly.over", board=board)


def _log_failure(channel: str, error: Exception) -> None:
    LOG.error("the board of a week failed and is tried again", extra={"place": channel, "error": fault_of(error)})
