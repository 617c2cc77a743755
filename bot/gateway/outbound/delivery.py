"""From a letter of the outbox to a message of a platform: what the courier calls, the same for every platform.

The letter's stored reference remembers which message shows it and what was sent: the same again sends nothing, the same
occasion edits, another one sends a new message and takes the controls of the old one away. Everything may be repeated.
"""

import hashlib
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext, suppress
from dataclasses import replace
from functools import partial
from typing import Any, Final, TypeAlias, assert_never

from bot.boards.privacy import PLACES
from bot.bounded import Bounded
from bot.gateway.outbound.last_brought import LastBrought
from bot.gateway.outbound.looking import Looking
from bot.gateway.outbound.lost_channels import LostChannels
from bot.gateway.outbound.message_reference import is_named, name_of
from bot.gateway.outbound.messenger import (
    LOOKED_AT,
    AnswersPresses,
    Chat,
    CountsBelow,
    Drawn,
    KnowsMembers,
    Messenger,
    ShowsEphemeralHands,
)
from bot.gateway.outbound.reach import Want
from bot.gateway.outbound.references import (
    Edit,
    New,
    Remembered,
    Skip,
    decide,
    format_remembered,
    owing_late,
    parse_remembered,
)
from bot.host.delivery_errors import TryLater, Undeliverable
from bot.host.fair_share import OneEachRound
from bot.host.ports import CHANNEL, Account, Addressee, Channel, Letter, OutboxRow, Person
from bot.host.retry import place_of
from bot.host.under_way import Key, UnderWay
from bot.messages.hand_message import closed_hand
from bot.messages.heard import without_first_reminder
from bot.messages.marks import mark_of
from bot.messages.message import Message
from bot.messages.presenter import CALL, HAND, SCORE, TABLE, present_letter
from bot.messages.score_message import sheet_of
from bot.messages.table_lines import occasion
from bot.requests.backend import Archive
from bot.requests.reachable import has_blocked, is_shut, played_on, preference
from bot.requests.server_settings import in_force, is_private_chat, server_of
from bot.requests.settings import THREADS, look_of, wants_in_channel, wants_no_mention, wants_together
from bot.settings_text import read_settings
from bot.tables.calls import is_named_this_turn
from bot.tables.table import LOBBY, OVER, PAUSE, PLAYING, Table
from bot.views.drafts import of_deal, parse_draft
from bot.views.table_view import TableView
from bot.views.viewer import Phrase, Viewer
from bot.words.languages import DEFAULT, LANGUAGES, Language, say
from engine.shuffle import commitment
from renderers.scenes import HandScene, Look, Scene

LOG: Final = logging.getLogger(__name__)
HURRIED: Final = 10_000  # letters
BELIEVED: Final = 10 * 60_000  # milliseconds: somebody who was in a channel is believed to be there so long
MOST_WORDS: Final = 24  # messages of one letter that may name somebody who is forgotten
LEFT: Final = 4  # messages of one letter in private chats that are shut

ReadPhrase: TypeAlias = Callable[[str, str], Phrase | None]
Rewrite: TypeAlias = Callable[[str], Awaitable[Message | None]]
"""What a message that was sent says now, by its mark; None where it says the same."""
Leave: TypeAlias = Callable[[str], AbstractAsyncContextManager[None]]
"""Around what sends one message to a platform, by its name: it leaves once the platform can take it."""
Paint: TypeAlias = Callable[[Scene, Look], Awaitable[Drawn]]


class Delivery:
    """Delivers letters to the platforms that are on, of which there is at least one.

    `clock`: milliseconds; `paint` draws a scene; `language` is spoken where nobody has chosen one. On `thrifty`
    platforms edits are dear: a channel's message is edited once a step, and ticks show on the buttons alone.
    On `refusing` ones people can refuse private messages, on others they must open the chat first. On `upright` ones
    tables are drawn upright where nobody has chosen. `under_way` is shared with the courier; `is_crowded`: whether a
    chat's messages have to wait. `phrases`: what was said at a table last, for somebody with these settings. What is
    ready to be sent does so within `leave`. `theme` is that of who has chosen none, "" for ours.
    """

    def __init__(
        self,
        store: Archive,
        clock: Callable[[], int],
        messengers: Mapping[str, Messenger],
        paint: Paint,
        language: Language = DEFAULT,
        thrifty: frozenset[str] = frozenset(),
        upright: frozenset[str] = frozenset(),
        refusing: frozenset[str] = frozenset(),
        under_way: UnderWay | None = None,
        is_crowded: Callable[[str], bool] = lambda _chat: False,
        phrases: ReadPhrase = lambda _table, _settings: None,
        leave: Leave = lambda _platform: nullcontext(),
        theme: str = "",
    ) -> None:
        self.leave = leave
        self._theme = theme
        self._phrases = phrases
        self._under_way = under_way or UnderWay()
        self._is_crowded = is_crowded
        self._thrifty = thrifty
        self._upright = upright
        self._refusing = refusing
        self._fair_share = OneEachRound()  # a message takes a moment to make, and all channels may want theirs at once
        self._to_send_at_once: Bounded[tuple[str, str, str], None] = Bounded(HURRIED)  # shown within a step
        self._new_at: Bounded[tuple[str, str, str], int] = Bounded(HURRIED)  # when a message was sent, and not edited
        self._to_verify: Bounded[tuple[str, str, str], None] = Bounded(HURRIED)  # whose message may be gone
        self._marks: Bounded[tuple[str, str, str], str] = Bounded(HURRIED)  # the marks of what was sent since the start
        # by letter, the platform and the name of the message that shows it; and the other way round
        self._shown_by: Bounded[Key, tuple[str, str]] = Bounded(HURRIED)
        self._letter_of: Bounded[tuple[str, str], Key] = Bounded(HURRIED)
        self._last_brought = LastBrought()
        self.looking = Looking()
        self._began = clock()
        # who was in which channel, by account, and until when that is believed
        self._met: Bounded[tuple[str, str, str], int] = Bounded(HURRIED)
        # what is to stand below what was said since
        self._below: Bounded[tuple[str, str, str], None] = Bounded(HURRIED)
        self.lost_channels = LostChannels(store, clock)
        self._store = store
        self._clock = clock
        self._messengers = messengers
        self._presses = {name: one.pressed_at for name, one in messengers.items() if isinstance(one, AnswersPresses)}
        self._paint = paint
        self._language = language

    def begin_anew(self) -> None:
        """Another host has delivered until now, and may have died while it sent something, as before a start."""
        self._began = self._clock()
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
        key = (row.subject.id, row.viewer, row.kind)
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
        platform, chat, viewer = await self._recipient(table, row)
        await self._fair_share.pass_through()
        remembered = parse_remembered(row.reference)
        remembered = owing_late(remembered, self._clock()) if remembered is not None else None
        leaves = row.kind == HAND and not table.seat_of(viewer.person)
        message = _to_show(table, row.kind, viewer, remembered)
        if message is not None and message.mentions:
            chat = await self.with_mentioned(row.bot, platform, chat, message, table)
            message = message if chat.mentioned else None
        if message is None and row.kind == CALL:
            self._shown_by.pop((row.subject.id, row.viewer, row.kind), None)
            return await self._take_away(remembered)
        if message is None:
            return await self._end_owed(remembered, row)
        chat = self._quiet_where_seen(row, chat, message)
        message = self._fitted(platform, chat, message)
        before = await self._retire_left(await self._retire_owed(remembered), row) if remembered is not None else None
        if remembered is not None and remembered.costs and before is not None and not before.owed:
            self._under_way.once_more(row)  # that was this letter's call
            return format_remembered(before)
        turn = _turn_shown(table, row)
        mark, step = mark_of(message), message.step
        wanted = Remembered(platform, chat.id, "", message.anew, message.ping, mark, step=step, turn=turn)
        key = (row.subject.id, row.viewer, row.kind)
        once_a_step = platform in self._thrifty and not chat.private and key not in self._to_send_at_once
        if before is not None and key in self._below:
            before = replace(before, anew="")
        what = decide(before, wanted, once_a_step)
        if row.kind == SCORE and table.phase not in (PAUSE, OVER):
            chat = replace(chat, over=True)
        what, chat, message = await self._unburied(what, turn, chat, message, table)
        if isinstance(what, New) and await self._owes_a_sheet(table, row):
            raise TryLater("the sheet of the deal before comes first")
        if self._may_show_more(row, before) and isinstance(what, Skip) and not what.before.owed:
            what = Edit(what.before)  # the same again, which tells whether it is there
        current = await self._carry_out(what, wanted, row, chat, message, table.label)
        self._marks[key] = current.mark
        self._shown_by[key] = name = (current.platform, name_of(current.reference))
        self._letter_of[name] = key
        is_elsewhere = False
        if row.kind == HAND:
            is_elsewhere = await self._only_there(row, None if leaves else current, message, table.label)
        if current.owed:
            self._under_way.once_more(row)  # also where nothing more happens at the table
        self._to_send_at_once.pop(key, None)
        self._to_verify.pop(key, None)
        if isinstance(what, New):  # one that was asked for while it was on its way is that one
            self._below.pop(key, None)
        reference = format_remembered(current)
        if not is_elsewhere and _is_settled(current) and (row.kind == HAND or (once_a_step and current.step == step)):
            self._last_brought.note(table, row, viewer, reference, current.ping)
        return reference

    def _quiet_where_seen(self, row: OutboxRow, chat: Chat, message: Message) -> Chat:
        """No device rings for a table if everybody who would hear it is looking at the table already."""
        heard_by = message.mentions if row.kind == CALL else (message.notify,) if row.kind == HAND else ()
        seen = bool(heard_by) and all(self.looking.is_at(one, row.subject.id) for one in heard_by)
        return replace(chat, quiet=True) if seen else chat

    def _fitted(self, platform: str, chat: Chat, message: Message) -> Message:
        """The message as it is shown on this platform in this chat."""
        message = without_ticks(message) if platform in self._thrifty else message
        return _heard_once(message) if chat.named else message

    async def _end_owed(self, remembered: Remembered | None, row: OutboxRow) -> str:
        """The letter shows nothing any more, but its old message may still have to be ended. Raises `TryLater`."""
        if remembered is None or not (remembered.owed or remembered.left):
            return row.reference
        ended = await self._retire_left(await self._retire_owed(remembered), row)
        if ended.owed:
            raise TryLater("the old message keeps its buttons")
        return format_remembered(ended)

    async def _take_away(self, remembered: Remembered | None) -> str:
        """A message that named somebody is deleted when they have acted, and then forgotten. Raises `TryLater`."""
        if remembered is not None:
            with suppress(Undeliverable):  # it is gone, or nothing can be done there any more
                for owed in (remembered.owed, _whole(remembered)):
                    if owed:
                        await self._retire(owed)
        return ""

    async def with_mentioned(
        self, bot: str, platform: str, chat: Chat, message: Message, table: Table | None = None
    ) -> Chat:
        """The channel with those who are mentioned there: who is in it on its platform, and wants to be.

        Each by their name at the table, where they sit at one; nobody in a private chat, where their hand calls them.
        """
        found = []
        for person_id in () if chat.own else message.mentions:
            person = await self._store.person(bot, person_id)
            if person is None or wants_no_mention(person.settings):
                continue
            on = [one for one in await self._store.accounts(bot, person_id) if one.platform == platform]
            seat = table.seat_of(person_id) if table is not None else ""
            name = table.chair(seat).name if table is not None and seat else person.name
            account = min(on, key=partial(preference, person)).account if on else ""
            found += [(account, name)] if account and await self._is_here(platform, chat, account) else []
        return replace(chat, mentioned=tuple(found))

    async def _is_here(self, platform: str, chat: Chat, account: str) -> bool:
        """Whether somebody is in a channel, so that being named reaches them; whoever was there a while ago counts."""
        messenger, key, now = self._messengers[platform], (platform, chat.id, account), self._clock()
        if isinstance(messenger, KnowsMembers) and self._met.get(key, 0) <= now:
            if not await messenger.is_here(chat, account, anew=key in self._met):
                self._met[key] = 0  # who has left is asked for anew, whatever they did there
                return False
            self._met[key] = now + BELIEVED
        return True

    async def is_still_in(self, channel: str, accounts: Collection[Account]) -> bool:
        """Whether somebody of these accounts is in a channel now: they may have left it; also where nobody says."""
        platform, _, place = channel.partition(":")
        messenger = self._messengers.get(platform)
        if messenger is None or not isinstance(messenger, KnowsMembers):
            return True
        there, chat = False, Chat(place, private=False)
        for account in [one.account for one in accounts if one.platform == platform]:
            if await messenger.is_here(chat, account, anew=True):
                there = True
            else:
                self._met.pop((platform, place, account), None)
        return there

    def _may_show_more(self, row: OutboxRow, before: Remembered | None) -> bool:
        """Whether the message may show something else than its row has it, which is stored only after it is sent.

        An attempt that failed may have been carried out, also long after it was given up; what was sent may not have
        been stored; and a letter from before the start may have been sent by a host that died of it.
        """
        key = (row.subject.id, row.viewer, row.kind)
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
                self._new_at[row.subject.id, row.viewer, row.kind] = self._clock()
                self._under_way.sends_anew(row)
                async with self.leave(wanted.platform):
                    reference = await self._messengers[wanted.platform].send(chat, message, drawn, once(row, message))
                new = replace(wanted, reference=reference)
                return new if before is None else await self._instead(new, before, row, chat, message, label)
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
        rows = await self._store.letters(row.bot, row.subject.id)
        waits = [one for one in rows if (one.viewer, one.kind) == (row.viewer, SCORE) and one.settled < one.revision]
        return any(not _shows(parse_remembered(one.reference), sheet_of(table)) for one in waits)

    async def _instead(
        self, new: Remembered, before: Remembered, row: OutboxRow, chat: Chat, message: Message, label: str
    ) -> Remembered:
        """The new message stands: the old one's end. A failure leaves a message too many, never one too few.

        Where a hand has left a chat, that says where it is.

        What a platform counts, as it does an edit, is a letter's only call: the old one's end is the next letter's.
        """
        words = say(message.language, "lobby.begun", table=label) if before.anew == LOBBY != message.anew else ""
        owed = (before.platform, before.place, chat.private, before.reference, message.replaces, words)
        left = (*before.left, before.owed)[-LEFT:] if before.owed else before.left  # an older one still has its buttons
        new = replace(new, owed=owed, moved_note=before.moved_note, left=left, late=self._late(owed, before, row))
        if chat.private and (before.platform, before.place) != (new.platform, new.place):
            new = replace(new, moved_note=await self._announce_move(new, before, row, message, label))
        return new if new.costs else await self._retire_left(await self._retire_owed(new), row)

    def _late(self, owed: tuple[Any, ...], before: Remembered, row: OutboxRow) -> tuple[Any, ...]:
        """Messages to end once more, unless they are gone: a change that was given up may still arrive."""
        until = self._under_way.late_until(row)
        return (*before.late, (*owed, until))[-LEFT:] if until and not owed[4] else before.late

    async def _announce_move(
        self, new: Remembered, before: Remembered, row: OutboxRow, message: Message, label: str
    ) -> tuple[str, ...]:
        """Tell a person's other chat where their hand is now; the message that pointed there before is deleted."""
        await self._retire_owed(replace(new, owed=_end_of_note(before)))
        messenger = self._messengers.get(before.platform)
        if messenger is None or before.reference.startswith(LOOKED_AT):
            return ()
        note = _moved_to(new, message.language, label)
        try:
            async with self.leave(before.platform):
                reference = await messenger.send(Chat(before.place, private=True), note, None, once(row, note))
        except (TryLater, Undeliverable):
            LOG.info("who has two accounts is not told where their hand is", extra={"platform": before.platform})
            return ()
        return before.platform, before.place, reference

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
                    note = _moved_to(current, message.language, label) if current is not None else message
                    await messenger.stands_elsewhere(Chat(one.account, private=True), label, note)
        return found

    def telling(self, want: Want) -> Want:
        """The same `want`, but the letters are made anew even if nothing of their table has changed."""

        async def wanting(table_id: str, letters: tuple[Letter, ...], at_leisure: bool = False) -> None:
            self._last_brought.want(table_id, letters)
            await want(table_id, letters, at_leisure)

        return wanting

    async def again(self, bot: str, table_id: str, person: str) -> None:
        """Have a person's hand shown as they hold it now."""
        self._last_brought.want(table_id, (Letter(person, HAND),))
        await self._store.add_letters(bot, table_id, (Letter(person, HAND),), self._clock())

    def lift(self, table_id: str, letter: Letter) -> None:
        """The next time this letter is brought it is a new message; the one above loses its controls."""
        self._below[table_id, letter.viewer, letter.kind] = None

    def new_at(self, table_id: str, letter: Letter) -> int:
        """When this letter became a new message last, as far as is known; 0 for never."""
        return self._new_at.get((table_id, letter.viewer, letter.kind), 0)

    def hurry(self, table_id: str, letter: Letter) -> None:
        """The next time this letter is brought its message is changed, also within a step."""
        self._to_send_at_once[table_id, letter.viewer, letter.kind] = None

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

    def chat_of(self, row: OutboxRow) -> str:
        """The chat whose budget a letter uses, `discord:123`: a channel, or where its reader was shown it last.

        What stands behind a slash is a part of a chat, a topic, and has no budget of its own. Before their first letter
        a person's chat is not known here: one of their own stands for it.
        """
        if row.viewer.startswith(CHANNEL):
            return row.viewer.removeprefix(CHANNEL).partition("/")[0]
        remembered = parse_remembered(row.reference)
        if remembered is not None:
            return f"{remembered.platform}:{remembered.place}"
        return f"{next(iter(self._messengers), '')}:{row.viewer}" if self._messengers else ""

    def pressed_at(self, row: OutboxRow) -> float:
        """When somebody pressed on a letter's message, which is changed through that press; 0 for none."""
        remembered = parse_remembered(row.reference)
        if remembered is None or remembered.owed or not remembered.reference:
            return 0.0
        ask = self._presses.get(remembered.platform)
        return ask(remembered.reference) if ask is not None else 0.0

    async def _retire_owed(self, remembered: Remembered) -> Remembered:
        """Take the controls away from a message that still has to lose them, if its platform can do it now."""
        if not remembered.owed:
            return remembered
        try:
            await self._retire(remembered.owed)
        except TryLater:
            return remembered
        except Undeliverable as error:
            LOG.info("an old message keeps its buttons", extra={"platform": remembered.owed[0]})
            left = (*remembered.left, remembered.owed)[-LEFT:] if error.shut else remembered.left
            return replace(remembered, owed=(), left=left)
        return replace(remembered, owed=())

    async def _retire_left(self, remembered: Remembered, row: OutboxRow) -> Remembered:
        """Take the controls away from messages in private chats that were shut and are open again.

        One that can be asked of its platform only later is owed, where nothing else is: then it is asked for again.
        """
        if not remembered.left:
            return remembered
        person = await self._store.person(row.bot, row.viewer)
        if person is None:
            return replace(remembered, left=())
        left, later = [], []
        for owed in remembered.left:
            platform, chat_id, *_ = owed
            try:
                if is_shut(person, platform, chat_id):
                    left.append(owed)
                else:
                    await self._retire(owed)
            except TryLater:
                later.append(owed)
            except Undeliverable as error:
                left += [owed] if error.shut else []
        if later and not remembered.owed:
            remembered = replace(remembered, owed=later.pop())
        return replace(remembered, left=(*left, *later))

    async def _retire(self, owed: tuple[Any, ...]) -> None:
        """The end of a message, as `Remembered.owed` has it. Raises `TryLater`, `Undeliverable`."""
        platform, chat_id, private, reference, remove, *words = owed
        messenger = self._messengers.get(platform)
        if messenger is not None:
            async with self.leave(platform):
                await messenger.retire(Chat(chat_id, private, instead=words[0] if words else ""), reference, remove)

    async def tell(self, bot: str, person_id: str, message: Message, once: str, before: str, mark: str) -> str:
        """Somebody is told something in the private chat where they are; what is remembered of it.

        That is the chat, and its newest messages, with those remembered `before`; `mark` is what this one says.
        Raises `TryLater`, `Undeliverable`.
        """
        person = await self._store.person(bot, person_id) or Person(person_id, "", "")
        account = self._account(await self._store.accounts(bot, person.id), person)
        chat = Chat(account.account, private=True, shut=is_shut(person, account.platform, account.account))
        async with self.leave(account.platform):
            new = await self._messengers[account.platform].send(chat, message, None, once)
        there = parse_remembered(before)
        earlier = there.words if there is not None and there.place == account.account else ()
        words = (*earlier, (new, mark))[-MOST_WORDS:]
        return format_remembered(Remembered(account.platform, account.account, "", words=words))

    async def tell_again(self, before: str, write: Rewrite) -> None:
        """Update what somebody was told to what it would say now; deleted messages stay deleted. Raises `TryLater`."""
        there = parse_remembered(before)
        messenger = self._messengers.get(there.platform) if there is not None else None
        for reference, mark in there.words if there is not None and messenger is not None else ():
            message = await write(mark)
            if message is None or messenger is None or there is None:
                continue
            async with self.leave(there.platform):
                with suppress(Undeliverable):
                    await messenger.edit(Chat(there.place, private=True, over=True), reference, message, None)

    def has_time_for(self, channel: str) -> bool:
        """Whether a change that can wait may be made in a channel now, without getting in the way of coming turns."""
        return not self._is_crowded(channel.partition("/")[0])

    def is_upright(self, channel: str) -> bool:
        """Whether a channel's platform is read on telephones."""
        return channel.partition(":")[0] in self._upright

    def look(self, settings: str, channel: str) -> Look:
        """How somebody with these settings wants pictures in a channel, or anywhere on a platform."""
        return look_of(settings, self.is_upright(channel), self._theme)

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

    # --- to whom ------------------------------------------------------------------------------------------------------

    async def _recipient(self, table: Table, row: OutboxRow) -> tuple[str, Chat, Viewer]:
        if row.viewer.startswith(CHANNEL):
            return await self._channel(table, row)
        return await self._person(table, row)

    async def _channel(self, table: Table, row: OutboxRow) -> tuple[str, Chat, Viewer]:
        channel = row.viewer.removeprefix(CHANNEL)
        platform, _, chat_id = channel.partition(":")
        if platform not in self._messengers or not chat_id:
            raise Undeliverable("no such platform is on")
        found = await in_force(self._store, row.bot, channel)
        language = found.language if found.language in LANGUAGES else self._language
        look = self.look(found.settings, platform)
        there = await self.unreachable_people(row.bot, table) if row.kind == TABLE else frozenset()
        crowded = self._is_crowded(self.chat_of(row))
        phrase = self._phrases(row.subject.id, "")
        viewer = Viewer("", language, self._clock(), look=look, unreached=there, crowded=crowded, phrase=phrase)
        viewer = await self._with_reasons(row.bot, viewer)
        reference = await self._shown_in(row, platform)
        own = is_private_chat(found)
        return platform, Chat(chat_id, False, reference, _room(found, table), quiet=own, own=own), viewer

    async def _shown_in(self, row: OutboxRow, platform: str) -> str:
        """The message that shows the table in a channel: other messages about the table go to the same room."""
        rows = await self._store.letters(row.bot, row.subject.id) if row.kind != TABLE else ()
        table = next((one for one in rows if (one.viewer, one.kind) == (row.viewer, TABLE)), row)
        return _shown_by(table, platform) or _shown_by(row, platform)

    async def unreachable_people(self, bot: str, table: Table) -> frozenset[str]:
        """Who cannot be sent their cards."""
        people = await self._store.players(bot, [chair.person for chair in table.chairs if chair.human])
        return frozenset([person.id for person in people if await self._is_unreached(bot, person)])

    async def _with_reasons(self, bot: str, viewer: Viewer) -> Viewer:
        """Why these people cannot be sent their cards, by the platform where they would be sent first."""
        if not viewer.unreached:
            return viewer
        blocked, refusing = set(), set()
        for person_id in viewer.unreached:
            person = await self._store.person(bot, person_id)
            on = [one for one in await self._store.accounts(bot, person_id) if one.platform in self._messengers]
            if person is None or not on:
                continue
            first = min(on, key=partial(preference, person))
            if has_blocked(person, first.platform, first.account):
                blocked.add(person_id)
            if first.platform in self._refusing:
                refusing.add(person_id)
        return replace(viewer, blocked=frozenset(blocked), refusing=frozenset(refusing))

    async def _is_unreached(self, bot: str, person: Person) -> bool:
        if not any(is_shut(person, platform) for platform in self._messengers):
            return False
        on = [one for one in await self._store.accounts(bot, person.id) if one.platform in self._messengers]
        return all(is_shut(person, one.platform, one.account) for one in on)

    async def _person(self, table: Table, row: OutboxRow) -> tuple[str, Chat, Viewer]:
        addressee = await self._store.addressee(row.bot, row.subject.id, row.viewer) or _nobody(row.viewer)
        person, stored = addressee.person, addressee.draft
        account = self._account(addressee.accounts, person)
        draft = parse_draft(stored.text if stored else "")
        here = _channels_on(table, account.platform)
        where = await self._name(row.bot, next(iter(here), ""))
        own = read_settings(person.settings).get(PLACES, [])  # where this person reads it
        lost = [channel for channel in here if channel not in own and await self.lost_channels.has(row.bot, channel)]
        viewer = Viewer(
            person=person.id,
            language=person.language if person.language in LANGUAGES else self._language,
            now=self._clock(),
            draft=of_deal(draft, commitment(table.seed)),
            look=self.look(person.settings, account.platform),
            where=where,
            lost=bool(here) and lost == here,
            phrase=self._phrases(row.subject.id, person.settings),
            together=wants_together(person.settings),
        )
        on_request = wants_in_channel(person.settings)
        is_called = wants_no_mention(person.settings)
        shut = is_shut(person, account.platform, account.account)
        chat = Chat(account.account, private=True, only_on_request=on_request, called=is_called, shut=shut)
        return account.platform, await self._beside(row, table, account.platform, chat, lost, own), viewer

    async def _beside(
        self, row: OutboxRow, table: Table, platform: str, chat: Chat, lost: Collection[str], own: Collection[str]
    ) -> Chat:
        """The chat with the message that shows the table to everybody there, where it was opened before any other.

        `lost` are channels to which no way leads; nor does one to another's private chat: theirs are `own`.
        """
        letters = await self._store.letters(row.bot, row.subject.id)
        away = {f"{CHANNEL}{channel}" for channel in lost}
        rows = [one for one in letters if one.viewer.startswith(CHANNEL) and one.viewer not in away]
        rows.sort(key=lambda one: one.viewer != f"{CHANNEL}{table.channel}")
        called = any(one.kind == CALL and _shown_by(one, platform) for one in rows)
        tables = [one for one in rows if one.kind == TABLE and _shown_by(one, platform)]
        found = [(one, await in_force(self._store, row.bot, one.viewer.removeprefix(CHANNEL))) for one in tables]
        is_named = not chat.called and is_named_this_turn(table, row.viewer)
        is_named = is_named and await self._hears(platform, chat.id, [one for _, one in found])
        called = chat.called or called
        ways = [one for one in found if one[1].id in own or not is_private_chat(one[1])]
        for one, channel in ways[:1]:
            remembered = parse_remembered(one.reference)
            language = channel.language if channel.language in LANGUAGES else self._language
            assert remembered is not None
            return replace(
                chat,
                called=called,
                named=is_named,
                language=language,
                server=server_of(channel),
                table=remembered.reference,
                older=remembered.anew != occasion(table),
            )
        return replace(chat, called=called, named=is_named)

    async def _hears(self, platform: str, account: str, channels: Sequence[Channel]) -> bool:
        """Whether somebody is in one of these channels of their platform, private chats left out."""
        places = [one.id.partition(":")[2] for one in channels if not is_private_chat(one)]
        return any([await self._is_here(platform, Chat(one, private=False), account) for one in places])

    def _account(self, accounts: tuple[Account, ...], person: Person) -> Account:
        """The one they used last, among those that are on and where they can be reached."""
        on = [account for account in accounts if account.platform in self._messengers]
        if not on:
            raise Undeliverable("they have no account where a message could be sent")
        return min(on, key=lambda account: preference(person, account))

    async def _name(self, bot: str, channel: str) -> str:
        """The name of a channel, as far as it is known."""
        found = await self._store.channel(bot, channel) if channel else None
        return str(read_settings(found.settings).get("name", "")) if found else ""


def _heard_once(message: Message) -> Message:
    """A hand whose owner was named in the channel for this turn: the first reminder, soon after, makes no sound."""
    ping = without_first_reminder(message.ping)
    return replace(message, ping=ping, notify=message.notify if ping else "")


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


def _shown_by(row: OutboxRow, platform: str) -> str:
    """The message of this platform that shows what the letter names, "" for none."""
    remembered = parse_remembered(row.reference)
    return remembered.reference if remembered is not None and remembered.platform == platform else ""


def _channels_on(table: Table, platform: str) -> list[str]:
    """The channels of this platform that show the table."""
    return [channel for channel in table.channels if channel.partition(":")[0] == platform]


def _nobody(person: str) -> Addressee:
    """A person about whom nothing is stored."""
    return Addressee(Person(person, "", ""), (), None)


def _moved_to(remembered: Remembered, language: Language, label: str) -> Message:
    """The message in a person's other chat that says where the hand is that stood there."""
    words = say(language, "hand.moved", table=label, platform=remembered.platform.capitalize())
    return Message(language, lines=(words,))


def _whole(remembered: Remembered) -> tuple[Any, ...]:
    """A message in a channel that is to be deleted, as `Remembered.owed` has it."""
    return remembered.platform, remembered.place, False, remembered.reference, True, ""


def _end_of_note(remembered: Remembered) -> tuple[Any, ...]:
    """The message elsewhere that points to this one, as `Remembered.owed` has it: it is to be deleted."""
    if not remembered.moved_note:
        return ()
    platform, chat_id, reference = remembered.moved_note
    return platform, chat_id, True, reference, True


def _room(channel: Channel, table: Table) -> str:
    """What the table's own room is called, where its channel wants one; the lobby stands in the channel itself.

    Each table of a tournament has one: forty of them would bury each other, and the round's own message.
    """
    wants = table.assigned is not None or read_settings(channel.settings).get(THREADS.name) == "on"
    if table.match is None or not wants:
        return ""
    language = channel.language if channel.language in LANGUAGES else DEFAULT
    one = table.assigned
    if one is not None:
        return say(language, "title.assigned", name=one.name, round=one.round, number=one.table)
    return say(language, "title.table", table=table.label, channel="")


def without_ticks(message: Message) -> Message:
    """The picture as it is without the ticks, which show on the buttons."""
    scene = message.picture
    if not isinstance(scene, HandScene) or not scene.ticked:
        return message
    return replace(message, picture=replace(scene, ticked=()))


def once(row: OutboxRow, message: Message) -> str:
    """The same for the same occasion after the same message, whatever happened in between; short, as a nonce is."""
    text = f"{row.bot}\n{row.subject.id}\n{row.viewer}\n{row.kind}\n{message.anew}\n{message.ping}\n{row.reference}"
    return hashlib.sha256(text.encode()).hexdigest()[:24]
