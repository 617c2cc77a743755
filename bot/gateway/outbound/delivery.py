"""From a letter of the outbox to a message of a platform: what the courier calls, the same for every platform.

The letter's stored reference remembers which message shows it and what was sent: the same again sends nothing, the same
occasion edits, another one sends a new message and takes the controls of the old one away. Everything may be repeated.
"""

import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import nullcontext
from dataclasses import replace
from typing import Final, TypeAlias, assert_never

from bot.bounded import Bounded
from bot.fair_share import OneEachRound
from bot.gateway.outbound.last_brought import LastBrought
from bot.gateway.outbound.looking import Looking
from bot.gateway.outbound.message_reference import is_named, name_of
from bot.gateway.outbound.messenger import (
    LOOKED_AT,
    AnswersPresses,
    Chat,
    CountsBelow,
    Drawn,
    Messenger,
    ShowsEphemeralHands,
)
from bot.gateway.outbound.old_messages import Leave, OldMessages, moved_to
from bot.gateway.outbound.reach import Want
from bot.gateway.outbound.recipients import Recipients
from bot.gateway.outbound.references import (
    Edit,
    New,
    Remembered,
    Skip,
    decide,
    format_remembered,
    once,
    owing_late,
    parse_remembered,
)
from bot.host.delivery_errors import TryLater
from bot.host.ports import Letter, OutboxRow
from bot.host.retry import place_of
from bot.host.under_way import Key, UnderWay, key_of
from bot.messages.hand_message import closed_hand
from bot.messages.heard import without_first_reminder
from bot.messages.marks import mark_of
from bot.messages.message import Message
from bot.messages.presenter import CALL, HAND, SCORE, TABLE, present_letter
from bot.messages.score_message import sheet_of
from bot.requests.backend import Archive
from bot.requests.reachable import played_on
from bot.tables.table import CLOSED, OVER, PAUSE, PLAYING, Table
from bot.views.table_view import TableView
from bot.views.viewer import Viewer
from renderers.scenes import HandScene, Look, Scene

LOG: Final = logging.getLogger(__name__)
HURRIED: Final = 10_000  # letters

Paint: TypeAlias = Callable[[Scene, Look], Awaitable[Drawn]]


class Delivery:
    """Delivers letters to the platforms that are on, of which there is at least one.

    `clock`: milliseconds; `paint` draws a scene; `recipients` are of the same platforms. On `thrifty` platforms edits
    are dear: a channel's message is edited once a step, and ticks show on the buttons alone. `under_way` is shared with
    the courier; `is_crowded`: whether a chat's messages have to wait. What is ready to be sent does so within `leave`.
    """

    def __init__(
        self,
        store: Archive,
        clock: Callable[[], int],
        messengers: Mapping[str, Messenger],
        paint: Paint,
        recipients: Recipients,
        thrifty: frozenset[str] = frozenset(),
        under_way: UnderWay | None = None,
        is_crowded: Callable[[str], bool] = lambda _chat: False,
        leave: Leave = lambda _platform: nullcontext(),
    ) -> None:
        self.leave = leave
        self.recipients = recipients
        self._under_way = under_way or UnderWay()
        self._old = OldMessages(store, messengers, self._under_way, leave)
        self._is_crowded = is_crowded
        self._thrifty = thrifty
        self._fair_share = OneEachRound()  # a message takes a moment to make, and all channels may want theirs at once
        # those that are shown within a step, and whether that was asked for while one was on its way
        self._to_send_at_once: Bounded[Key, bool] = Bounded(HURRIED)
        self._new_at: Bounded[Key, int] = Bounded(HURRIED)  # when a message was sent, and not edited
        self._to_verify: Bounded[Key, None] = Bounded(HURRIED)  # whose message may be gone
        self._marks: Bounded[Key, str] = Bounded(HURRIED)  # the marks of what was sent since the start
        # by letter, the platform and the name of the message that shows it; and the other way round
        self._shown_by: Bounded[Key, tuple[str, str]] = Bounded(HURRIED)
        self._letter_of: Bounded[tuple[str, str], Key] = Bounded(HURRIED)
        self._last_brought = LastBrought()
        self.looking = Looking()
        self._began = clock()
        # what is to stand below what was said since
        self._below: Bounded[Key, None] = Bounded(HURRIED)
        self._store = store
        self._clock = clock
        self._messengers = messengers
        self._presses = {name: one.pressed_at for name, one in messengers.items() if isinstance(one, AnswersPresses)}
        self._paint = paint

    def begin_anew(self) -> None:
        """Another host has delivered until now, and may have died while it sent something, as before a start."""
        self._began = self._clock()
        self.recipients.lost_channels.forget()
        self._last_brought.forget()
        for memory in (self._marks, self._shown_by, self._letter_of, self._new_at):
            memory.clear()

    def leave_to_another(self) -> None:
        """Another host delivers from now on: a letter is written, whatever stood there when this one did."""
        self._last_brought.forget()

    async def deliver(self, table: Table, row: OutboxRow) -> str:
        """Shows the table to the row's viewer; the new reference. Raises `TryLater`, `Undeliverable`."""
        if self._stands_already(table, row):
            return row.reference
        self._last_brought.begin(row)
        try:
            return await self._bring(table, row)
        finally:
            self._last_brought.end(row)

    def _stands_already(self, table: Table, row: OutboxRow) -> bool:
        """Whether it is known without making the message that nothing of it has changed."""
        key = key_of(row)
        if key in self._below or key in self._to_send_at_once or key in self._to_verify:
            return False
        return self._last_brought.is_same(table, row, self._clock()) and not self._may_show_more(row, None)

    def stands(self, table_id: str, letter: Letter, table: Table, now: int) -> bool:
        """Whether a letter of this state of a table need not even be written: its message stands as it would be."""
        return self._last_brought.stands((table_id, letter.viewer, letter.kind), table, now)

    def forget(self, _table_id: str) -> None:
        """The log of a table has been rewritten, and names of people may have changed."""
        self._last_brought.forget()

    async def _bring(self, table: Table, row: OutboxRow) -> str:
        platform, chat, viewer = await self.recipients.of(table, row)
        await self._fair_share.pass_through()
        remembered = parse_remembered(row.reference)
        remembered = owing_late(remembered, self._clock()) if remembered is not None else None
        leaves = row.kind == HAND and not table.seat_of(viewer.person)
        message = _to_show(table, row.kind, viewer, remembered)
        if message is not None and message.mentions:
            chat = await self.recipients.with_mentioned(row.bot, platform, chat, message, table)
            message = message if chat.mentioned else None
        if message is None:
            return await self._without_message(remembered, row)
        chat = self._quiet_where_seen(row, chat, message)
        message = self._fitted(platform, chat, message)
        before = await self._old.end_what_is_owed(remembered, row) if remembered is not None else None
        if remembered is not None and remembered.costs and before is not None and not before.owed:
            self._under_way.once_more(row)  # that was this letter's call
            return format_remembered(before)
        turn = _turn_shown(table, row)
        mark, step = mark_of(message), message.step
        wanted = Remembered(platform, chat.id, "", message.anew, message.ping, mark, step=step, turn=turn)
        key = key_of(row)
        once_a_step = platform in self._thrifty and not chat.private and key not in self._to_send_at_once
        if before is not None and key in self._below:
            message, before = _wanted_below(message, before)
        what = decide(before, wanted, once_a_step)
        if _is_past(row.kind, table):
            chat = replace(chat, over=True)
        what, chat, message = await self._unburied(what, turn, chat, message, table)
        if isinstance(what, New) and await self._owes_a_sheet(table, row):
            raise TryLater("the sheet of the deal before comes first")
        if self._may_show_more(row, before):
            chat = replace(chat, doubted=True)
            if isinstance(what, Skip) and not what.before.owed:
                what = Edit(what.before)  # the same again, which tells whether it is there
        current = await self._carry_out(what, wanted, row, chat, message, table.label)
        self._note_shown(key, current)
        is_elsewhere = False
        if row.kind == HAND:
            is_elsewhere = await self._only_there(row, None if leaves else current, message, table.label)
        if current.owed:
            self._under_way.once_more(row)  # also where nothing more happens at the table
        self._note_fulfilled(key, what)
        reference = format_remembered(current)
        if not is_elsewhere and _is_settled(current) and (row.kind == HAND or (once_a_step and current.step == step)):
            self._last_brought.note(table, row, viewer, reference, current.ping)
        return reference

    async def _without_message(self, remembered: Remembered | None, row: OutboxRow) -> str:
        """What was shown has nothing in its place: of a call the whole message goes."""
        if row.kind == CALL:
            self._shown_by.pop(key_of(row), None)
            return await self._old.take_away(remembered)
        return await self._old.reference_without_message(remembered, row)

    def _note_shown(self, key: Key, current: Remembered) -> None:
        """By which message the letter is shown from now on."""
        self._marks[key] = current.mark
        self._shown_by[key] = name = (current.platform, name_of(current.reference))
        self._letter_of[name] = key

    def _note_fulfilled(self, key: Key, what: Skip | Edit | New) -> None:
        """What was asked for of a letter is done."""
        self._to_verify.pop(key, None)
        if self._to_send_at_once.pop(key, False):  # that is for the letter which comes behind this one
            self._to_send_at_once[key] = False
        if isinstance(what, New):  # one that was asked for while it was on its way is that one
            self._below.pop(key, None)

    def _quiet_where_seen(self, row: OutboxRow, chat: Chat, message: Message) -> Chat:
        """No device rings for a table if everybody who would hear it is looking at the table already."""
        heard_by = message.mentions if row.kind == CALL else (message.notify,) if row.kind == HAND else ()
        seen = bool(heard_by) and all(self.looking.is_at(one, row.subject.id) for one in heard_by)
        return replace(chat, quiet=True) if seen else chat

    def _fitted(self, platform: str, chat: Chat, message: Message) -> Message:
        """The message as it is shown on this platform in this chat."""
        message = without_ticks(message) if platform in self._thrifty else message
        return _heard_once(message) if chat.named else message

    def _may_show_more(self, row: OutboxRow, before: Remembered | None) -> bool:
        """Whether the message may show something else than its row has it, which is stored only after it is sent.

        An attempt that failed may have been carried out, also long after it was given up; what was sent may not have
        been stored; and a letter from before the start may have been sent by a host that died of it.
        """
        key = key_of(row)
        unstored = before is not None and self._marks.get(key, before.mark) != before.mark
        doubted = key in self._to_verify or self._under_way.is_doubted(row)
        return doubted or row.attempts > 0 or unstored or row.queued_at < self._began

    async def _carry_out(
        self, what: Skip | Edit | New, wanted: Remembered, row: OutboxRow, chat: Chat, message: Message, label: str
    ) -> Remembered:
        match what:
            case Skip(before):
                if before.owed:
                    raise TryLater("the old message keeps its buttons")
                return before
            case Edit(before):
                drawn = await self.draw(message)
                async with self.leave(wanted.platform):
                    reference = await self._messengers[wanted.platform].edit(chat, before.reference, message, drawn)
                turn = max(before.turn, wanted.turn)
                return replace(before, reference=reference, mark=wanted.mark, step=wanted.step, turn=turn)
            case New(before):
                drawn = await self.draw(message)
                self._new_at[key_of(row)] = self._clock()
                self._under_way.sends_anew(row)
                async with self.leave(wanted.platform):
                    reference = await self._messengers[wanted.platform].send(chat, message, drawn, once(row, message))
                new = replace(wanted, reference=reference)
                return new if before is None else await self._old.replaced_by(new, before, row, chat, message, label)
            case _:
                assert_never(what)

    async def _unburied(
        self, what: Skip | Edit | New, turn: int, chat: Chat, message: Message, table: Table
    ) -> tuple[Skip | Edit | New, Chat, Message]:
        """What is done, where and with what: a table with too much below it is sent anew, once a turn at most.

        Nobody's device rings for it, and the old message goes altogether.
        """
        if not isinstance(what, Edit) or turn <= what.before.turn or not table.settings.most_below:
            return what, chat, message
        most, messenger = table.settings.most_below, self._messengers[what.before.platform]
        if not isinstance(messenger, CountsBelow) or await messenger.below(chat, what.before.reference, most) < most:
            return what, chat, message
        return New(what.before), replace(chat, quiet=True), replace(message, replaces=True)

    async def _owes_a_sheet(self, table: Table, row: OutboxRow) -> bool:
        """Whether a channel that is to be shown the next deal has still to get the sheet of the one before."""
        if row.kind != TABLE or not table.records:
            return False
        rows = await self._store.channel_letters(row.bot, row.subject.id)
        waits = [one for one in rows if (one.viewer, one.kind) == (row.viewer, SCORE) and one.settled < one.revision]
        return any(not _shows(parse_remembered(one.reference), sheet_of(table)) for one in waits)

    async def _only_there(self, row: OutboxRow, current: Remembered | None, message: Message, label: str) -> bool:
        """What this person looked at on other platforms is no hand any more, unless they played there last.

        Where it is `current` alone, that is said there; where it is none anywhere, `message`. Whether they may have
        looked at it on another platform.
        """
        found, there = False, current.platform if current is not None else ""
        for platform, messenger in self._messengers.items():
            if platform == there or not isinstance(messenger, ShowsEphemeralHands):
                continue
            person = await self._store.person(row.bot, row.viewer)
            for one in await self._store.accounts(row.bot, row.viewer):
                found = found or one.platform == platform
                if person is not None and one.platform == platform and not (there and played_on(person, platform)):
                    note = moved_to(current, message.language, label) if current is not None else message
                    await messenger.stands_elsewhere(Chat(one.account, private=True), label, note)
        return found

    def telling(self, want: Want) -> Want:
        """The same `want`, but the letters are made anew even if nothing of their table has changed."""

        async def wanting(table_id: str, letters: tuple[Letter, ...], at_leisure: bool = False) -> None:
            self._last_brought.want(table_id, letters)
            await want(table_id, letters, at_leisure)

        return wanting

    def lift(self, table_id: str, letter: Letter) -> None:
        """The next time this letter is brought it is a new message; the one above loses its controls."""
        self._below[table_id, letter.viewer, letter.kind] = None

    def new_at(self, table_id: str, letter: Letter) -> int:
        """When this letter became a new message last, as far as is known; 0 for never."""
        return self._new_at.get((table_id, letter.viewer, letter.kind), 0)

    def hurry(self, table_id: str, letter: Letter) -> None:
        """The next time this letter is brought its message is changed, also within a step."""
        key = (table_id, letter.viewer, letter.kind)
        self._to_send_at_once[key] = self._under_way.is_sent_now(key)

    def doubt(self, table_id: str, letter: Letter) -> None:
        """The next time this letter is brought its message is looked for, and sent anew where it is gone."""
        self._to_verify[table_id, letter.viewer, letter.kind] = None

    async def shows(self, bot: str, table_id: str, platform: str, name: str) -> bool:
        """Whether a message is one of those that show the table now, or one in the chat where names begin so."""
        letter = self._letter_of.get((platform, name))
        if letter is not None and letter[0] == table_id and self._shown_by.get(letter) == (platform, name):
            return True  # as is so of nearly each press
        rows = [parse_remembered(row.reference) for row in await self._store.letters(bot, table_id)]
        return any(one.platform == platform and is_named(one.reference, name) for one in rows if one)

    def pressed_at(self, row: OutboxRow) -> float:
        """When somebody pressed on a letter's message, which is changed through that press; 0 for none."""
        remembered = parse_remembered(row.reference)
        if remembered is None or remembered.owed or not remembered.reference:
            return 0.0
        ask = self._presses.get(remembered.platform)
        return ask(remembered.reference) if ask is not None else 0.0

    def has_time_for(self, channel: str) -> bool:
        """Whether a change that can wait may be made in a channel now, without getting in the way of coming turns."""
        return not self._is_crowded(channel.partition("/")[0])

    async def draw(self, message: Message) -> Drawn | None:
        """The picture; without it the message's words do."""
        if message.picture is None:
            return None
        try:
            return await self._paint(message.picture, message.look)
        except Exception as error:  # noqa: BLE001  no fault of a picture may keep a hand from its player
            scene, fault = type(message.picture).__name__, type(error).__name__
            LOG.warning("a picture failed", extra={"scene": scene, "error": fault, "place": place_of(error)})
            return None


def _heard_once(message: Message) -> Message:
    """A hand whose owner was named in the channel for this turn: the first reminder, soon after, makes no sound."""
    ping = without_first_reminder(message.ping)
    return replace(message, ping=ping, notify=message.notify if ping else "")


def _wanted_below(message: Message, before: Remembered) -> tuple[Message, Remembered]:
    """A message that is sent anew because somebody asked for it; an older copy of the same goes.

    What stood there of another occasion, such as the deal before, stays.
    """
    is_copy = before.anew == message.anew
    return replace(message, replaces=message.replaces or is_copy), replace(before, anew="")


def _to_show(table: Table, kind: str, viewer: Viewer, remembered: Remembered | None) -> Message | None:
    """What a letter shows; where a hand was shown that is no longer theirs, how it ended."""
    message = present_letter(kind, table, viewer)
    if kind != HAND or remembered is None:
        return message
    if not table.seat_of(viewer.person):
        return replace(closed_hand(TableView(table, viewer)), anew=remembered.anew)
    return message or _end_of_match_before(table, viewer, remembered)


def _end_of_match_before(table: Table, viewer: Viewer, remembered: Remembered) -> Message | None:
    """The end of the match before, where its hand stands while a rematch is asked for: it may not have come there."""
    if table.before is None or table.phase != PAUSE:
        return None
    message = present_letter(HAND, replace(table.before, phase=OVER), viewer)
    return message if message is not None and message.anew == remembered.anew else None


def _is_past(kind: str, table: Table) -> bool:
    """Whether what a letter shows has passed: a message that is gone is not sent anew for that."""
    return table.phase not in (PAUSE, OVER) if kind == SCORE else kind == TABLE and table.phase == CLOSED


def _turn_shown(table: Table, row: OutboxRow) -> int:
    """The turn of its deal that a channel is shown of a table, counted from 1; 0 for none."""
    is_shown = row.kind == TABLE and table.phase == PLAYING
    return table.game.turn_number if is_shown and table.game is not None else 0


def _is_settled(remembered: Remembered) -> bool:
    """Whether a message stands where it can be changed, and none before it has still to end."""
    is_owing = remembered.owed or remembered.left or remembered.late
    return not is_owing and not remembered.reference.startswith(LOOKED_AT)


def _shows(remembered: Remembered | None, occasion_of_it: str) -> bool:
    return remembered is not None and remembered.anew == occasion_of_it


def without_ticks(message: Message) -> Message:
    """The picture as it is without the ticks, which show on the buttons."""
    scene = message.picture
    if not isinstance(scene, HandScene) or not scene.ticked:
        return message
    return replace(message, picture=replace(scene, ticked=()))
