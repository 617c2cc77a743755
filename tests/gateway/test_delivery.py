"""Letters become messages: sent once, edited while the occasion lasts, sent anew for a new one."""

import json
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from bot.gateway.outbound.fresh_letters import FreshLetters
from bot.gateway.outbound.messenger import Chat, Drawn
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
from bot.host.budget import Meters
from bot.host.courier import OVERTAKES, Courier
from bot.host.delivery_errors import TryLater, Unanswered
from bot.host.ports import Account, Letter, OutboxRow
from bot.messages.buttons import Verb
from bot.messages.message import Message
from bot.requests.channels import SetChannel
from bot.requests.table_commands import Do
from bot.tables.table import LOBBY, PLAYING
from renderers.scenes import Look, Scene
from tests.gateway.chatting import WIDE, Hall, Platform, offered, verb_of
from tests.messages.test_deals_by_chat import CHANNEL, Evening, seated
from tests.people_rows import put_account
from tests.requests.serving import BOT, World, run


async def row_of(world: World, evening: Evening, viewer: str, kind: str = "hand") -> OutboxRow:
    table_id = await world.service.table_of(evening.table.label)
    return next(row for row in await world.store.letters(BOT, table_id) if (row.viewer, row.kind) == (viewer, kind))


async def wanted(world: World, evening: Evening, *letters: Letter) -> None:
    await world.store.add_letters(BOT, await world.service.table_of(evening.table.label), letters, world.now)


def test_the_same_again_sends_nothing() -> None:
    async def work(world: World) -> None:
        evening = await seated(world, "fibur", 2)
        calls = evening.hall.platform.calls.copy()
        await wanted(world, evening, Letter(evening.people[0], "hand"), Letter(f"#discord:{CHANNEL}", "table"))
        await evening.hall.post()
        assert evening.hall.platform.calls == calls

    run(work)


def test_a_crash_after_sending_sends_the_same_message_once() -> None:
    async def work(world: World) -> None:
        evening = await seated(world, "fibur", 2)
        row = replace(await row_of(world, evening, evening.people[0]), reference="")
        first = await evening.hall.delivery.deliver(evening.table, row)
        before = len(evening.hall.platform.messages)
        again = await evening.hall.delivery.deliver(evening.table, row)
        assert again == first
        assert len(evening.hall.platform.messages) == before

    run(work)


def test_a_failure_is_repeated_and_nothing_is_lost() -> None:
    async def work(world: World) -> None:
        evening = await seated(world, "fibur", 2)
        person = evening.table.chair(evening.table.in_turn).person
        draw = next(iter(evening.message(CHANNEL).controls[0].buttons[1:]))  # type: ignore[union-attr]  # the first row has buttons
        evening.hall.platform.failing = 2
        await evening.hall.press(person, draw)
        await evening.hall.post()
        world.now += 10 * 60_000
        await evening.hall.post()
        assert Verb.LAY in [verb_of(one) for one in offered(evening.message(evening.account(person)))]

    run(work)


def test_a_ping_is_a_new_message_for_its_reader_and_the_old_one_goes() -> None:
    async def work(world: World) -> None:
        evening = await seated(world, "fibur", 2)
        person = evening.table.chair(evening.table.in_turn).person
        place = evening.account(person)
        before = evening.message(place)
        world.now += 61_000
        await world.scheduler.fire()  # they are named in the channel
        await world.scheduler.fire()  # the first reminder makes no sound beside that
        await evening.hall.post()
        assert len([one for one in evening.hall.platform.messages.values() if one.chat.id == place]) == 1
        world.now += 120_000
        await world.scheduler.fire()
        await evening.hall.post()
        pinged = evening.message(place)
        assert (pinged.anew, pinged.notify) == (before.anew, person)
        assert (before.ping, pinged.ping) == ("new", "1r+new")  # the cards were heard, and are not heard again
        assert pinged.lines[0].startswith(place.capitalize())
        hands = [one for one in evening.hall.platform.messages.values() if one.chat.id == place]
        assert [(one.live, one.removed) for one in hands] == [(False, True), (True, False)]
        evening.table = await world.now_of(evening.table)
        while evening.table.chair(evening.table.in_turn).person == person:
            await evening.play()
        assert len([one for one in evening.hall.platform.messages.values() if one.chat.id == place]) == 2

    run(work)


def test_a_message_that_could_not_be_retired_is_retired_with_the_next_letter() -> None:
    class Tired(Platform):
        tired = False

        async def retire(self, chat: Chat, reference: str, remove: bool) -> None:
            if self.tired:
                raise TryLater("not now")
            await super().retire(chat, reference, remove)

    async def work(world: World) -> None:
        evening = await seated(world, "fibur", 2)
        hall = evening.hall
        tired = Tired()
        tired.messages, tired.tired = hall.platform.messages, True
        hall.platforms["discord"] = tired
        person = evening.people[0]
        row = await row_of(world, evening, person)
        old = parse_remembered(row.reference)
        assert old is not None
        moved = replace(row, reference=json.dumps({**json.loads(row.reference), "anew": "before"}))
        reference = await hall.delivery.deliver(evening.table, moved)
        assert tired.messages[old.reference].live
        tired.tired = False
        await hall.delivery.deliver(evening.table, replace(row, reference=reference))
        assert not tired.messages[old.reference].live

    run(work)


def test_a_message_that_could_not_be_retired_is_retired_also_where_nothing_more_happens() -> None:
    class Tired(Platform):
        tired = 2

        async def retire(self, chat: Chat, reference: str, remove: bool) -> None:
            self.tired -= 1
            if self.tired >= 0:
                raise TryLater("not now")
            await super().retire(chat, reference, remove)

    async def work(world: World) -> None:
        evening = await seated(world, "fibur", 2)
        hall, person = evening.hall, evening.people[0]
        tired = Tired()
        tired.messages, hall.platforms["discord"] = hall.platform.messages, tired
        row = await row_of(world, evening, person)
        old = parse_remembered(row.reference)
        assert old is not None
        hall.delivery.lift(row.subject.id, Letter(person, "hand"))
        await hall.courier.want(row.subject.id, (Letter(person, "hand"),))
        for _ in range(3):
            await hall.post()
            world.now += 10_000
        assert not tired.messages[old.reference].live

    run(work)


def test_what_is_owed_ends_also_where_nothing_is_shown_any_more() -> None:
    async def work(world: World) -> None:
        evening = await seated(world, "fibur", 2)
        hall, row = evening.hall, await row_of(world, evening, evening.people[0])
        remembered = parse_remembered(row.reference)
        assert remembered is not None
        assert hall.platform.messages[remembered.reference].live
        owed = (remembered.platform, remembered.place, True, remembered.reference, False, "")
        nothing = replace(evening.table, phase=LOBBY, match=None)
        reference = format_remembered(replace(remembered, owed=owed))
        ended = parse_remembered(await hall.delivery.deliver(nothing, replace(row, reference=reference)))
        assert ended is not None
        assert not ended.owed
        assert not hall.platform.messages[remembered.reference].live

    run(work)


def test_a_message_that_was_retired_while_a_change_of_it_was_in_doubt_is_retired_once_more() -> None:
    class Late(Platform):
        is_slow = False

        async def edit(self, chat: Chat, reference: str, message: Message, drawn: Drawn | None) -> str:
            if self.is_slow:
                self.delayed = reference
                raise Unanswered
            return await super().edit(chat, reference, message, drawn)

    async def work(world: World) -> None:
        evening = await seated(world, "fibur", 2)
        hall, letter = evening.hall, Letter(f"#discord:{CHANNEL}", "table")
        late = Late()
        late.messages, late.by_once, hall.platforms["discord"] = hall.platform.messages, {}, late
        first, second = evening.people
        await hall.do(first, evening.table, Do(evening.table.label, "propose annul", world.delivery()))
        await hall.post()
        late.is_slow = True
        await hall.do(second, evening.table, Do(evening.table.label, "agree", world.delivery()))
        await hall.post()
        assert hall.courier.is_in_doubt
        late.is_slow = False
        await world.until(evening.table, PLAYING)  # the next deal has a message of its own
        await hall.post()
        assert not late.messages[late.delayed].live
        late.messages[late.delayed].live = True  # it was carried out after all
        world.now += OVERTAKES
        await hall.post()
        assert (late.messages[late.delayed].live, hall.courier.is_in_doubt) == (False, False)
        assert len(late.live(CHANNEL)) == 2  # the sheet, and the next deal
        remembered = parse_remembered((await row_of(world, evening, letter.viewer, "table")).reference)
        assert remembered is not None
        assert (remembered.owed, remembered.late) == ((), ())

    run(work)


def test_what_is_to_end_once_more_is_owed_when_its_time_has_come_one_after_the_other() -> None:
    first, second = ["discord", "1", False, "m1", False, "", 20], ["discord", "1", False, "m2", False, "", 10]
    message = Remembered("discord", "1", "m3", late=(first, second))
    assert owing_late(message, 9) == message
    assert owing_late(message, 10) == replace(message, owed=tuple(second[:-1]), late=(first,))
    assert owing_late(message, 20) == replace(message, owed=tuple(first[:-1]), late=(second,))
    owes = replace(message, owed=("discord", "1", False, "m0", False, ""))
    assert owing_late(owes, 20) == owes


def test_after_an_answer_that_was_lost_the_message_is_made_as_it_is_known_to_be() -> None:
    async def work(world: World) -> None:
        evening = await seated(world, "fibur", 2)
        hall = evening.hall
        row = await row_of(world, evening, evening.people[0])
        for attempts in (0, 1):
            before = hall.platform.calls["edit"]
            await hall.delivery.deliver(evening.table, replace(row, attempts=attempts))
            assert hall.platform.calls["edit"] == before + attempts

    run(work)


def test_what_was_shown_and_could_not_be_stored_is_shown_anew_when_the_table_is_as_it_was() -> None:
    async def work(world: World) -> None:
        evening = await seated(world, "fibur", 2)
        hall, before = evening.hall, evening.table
        row = await row_of(world, evening, before.chair(before.in_turn).person)
        await evening.play()
        edits = hall.platform.calls["edit"]
        await hall.delivery.deliver(await world.now_of(before), row)  # what it comes to is lost with the disk
        await hall.delivery.deliver(before, row)
        assert hall.platform.calls["edit"] == edits + 2

    run(work)


def test_a_letter_from_before_the_start_is_shown_anew_for_the_host_may_have_died_as_it_was_shown() -> None:
    async def work(world: World) -> None:
        evening = await seated(world, "fibur", 2)
        row = await row_of(world, evening, evening.people[0])
        for earlier in (0, 1):
            before = evening.hall.platform.calls["edit"]
            await evening.hall.delivery.deliver(evening.table, replace(row, queued_at=row.queued_at - earlier))
            assert evening.hall.platform.calls["edit"] == before + earlier

    run(work)


def test_what_is_wanted_at_once_while_the_table_is_being_changed_shows_within_the_same_step() -> None:
    class Interrupted(Platform):
        meanwhile: Callable[[], Awaitable[None]] | None = None

        async def edit(self, chat: Chat, reference: str, message: Message, drawn: Drawn | None) -> str:
            meanwhile, self.meanwhile = self.meanwhile, None
            if meanwhile is not None:
                await meanwhile()
            return await super().edit(chat, reference, message, drawn)

    async def work(world: World) -> None:
        evening = await seated(world, "fibur", 2)
        hall, there = evening.hall, f"discord:{CHANNEL}"
        platform = Interrupted()
        platform.messages = hall.platform.messages
        hall.platforms["discord"] = platform
        hall.delivery._thrifty = frozenset(["discord"])
        fresh = FreshLetters(world.service, hall.delivery, hall.delivery.telling(hall.courier.want))

        async def looks(theme: str) -> None:
            request = SetChannel(there, f"theme={theme}", admin=True)
            await world.done(evening.people[0], request)
            await fresh.tables_dressed_by(request)

        platform.meanwhile = lambda: looks("four-colour")
        await looks("dark")
        await hall.post()
        assert evening.message(CHANNEL).look.theme == "four-colour"
        edits = platform.calls["edit"]
        await hall.post()
        assert platform.calls["edit"] == edits

    run(work)


def test_a_picture_that_cannot_be_drawn_keeps_no_hand_from_its_player() -> None:
    async def broken(_scene: Scene, _look: Look) -> None:
        raise OSError("no font")

    async def work(world: World) -> None:
        evening = await seated(world, "fibur", 2)
        evening.hall.delivery._paint = broken  # type: ignore[assignment]  # a picture that cannot be drawn
        row = replace(await row_of(world, evening, evening.people[0]), reference="")
        remembered = parse_remembered(await evening.hall.delivery.deliver(evening.table, row))
        assert remembered is not None
        assert evening.hall.platform.messages[remembered.reference].message.alt

    run(work)


def test_who_has_no_chat_is_left_alone_and_another_account_of_theirs_takes_over() -> None:
    async def work(world: World) -> None:
        hall = Hall(world)
        browser, telegram = Platform("web-only"), Platform("telegram")
        person = await world.person("Anna", "web")
        await world.open(person, "discord:c1")
        await world.said(person, (await world.about(person))["table"], "start")
        await world.until(await world.table((await world.about(person))["table"]), PLAYING)
        await hall.post()
        assert {one.chat.id for one in hall.platform.messages.values()} == {"c1"}
        assert browser.messages == {}
        await put_account(world.store, BOT, Account("telegram", "77"), person)
        hall.platforms["telegram"] = telegram
        courier = Courier(
            world.door,
            world.store,
            hall.delivery.deliver,
            hall.delivery.recipients.chat_of,
            Meters({"discord": WIDE, "telegram": WIDE}, world.door.clock),
        )
        table_id = str((await world.about(person))["table"])
        await world.store.add_letters(BOT, table_id, (Letter(person, "hand"),), world.now)
        while await courier.send():
            pass
        assert [one.chat for one in telegram.messages.values()] == [Chat("77", private=True)]

    run(work)


def test_a_reference_that_cannot_be_read_is_no_message() -> None:
    assert [parse_remembered(text) for text in ("", "m1", "[]", "{}", '{"platform":1}')] == [None] * 5


def test_a_reference_is_read_and_stored_under_the_same_keys_as_ever() -> None:
    stored = (
        '{"platform":"telegram","place":"77","reference":"77.4","anew":"deal1","ping":"t1","mark":"a",'
        '"owed":["discord","9",true,"9.3",""],"step":"s1","told":["discord","9","9.2"],'
        '"left":[["discord","8",true,"8.1",false]],"turn":7,"late":[["discord","7",false,"7.1",false,"",9]]}'
    )
    found = parse_remembered(stored)
    assert found is not None
    assert (found.moved_note, found.owed[0], found.left[0][3]) == (("discord", "9", "9.2"), "discord", "8.1")
    assert found.late == (["discord", "7", False, "7.1", False, "", 9],)
    assert format_remembered(found) == stored
    older = parse_remembered('{"platform":"telegram","place":"77","reference":"77.4"}')
    assert older == Remembered("telegram", "77", "77.4")
    assert parse_remembered(stored.replace("told", "moved_note")) is None


BEFORE = Remembered("discord", "1", "m1", anew="deal1", ping="t1", mark="a", step="s1")
WANTED = Remembered("discord", "1", "", anew="deal1", ping="t1", mark="b", step="s2")


@pytest.mark.parametrize(
    ("before", "wanted", "once_a_step", "expected"),
    [
        (None, WANTED, False, New(None)),
        (BEFORE, replace(WANTED, mark="a"), False, Skip(BEFORE)),
        (BEFORE, WANTED, True, Edit(BEFORE)),
        (BEFORE, replace(WANTED, step="s1"), True, Skip(BEFORE)),
        (BEFORE, replace(WANTED, step="s1"), False, Edit(BEFORE)),
        (replace(BEFORE, step=""), replace(WANTED, step=""), True, Edit(replace(BEFORE, step=""))),
        (BEFORE, replace(WANTED, ping=""), False, Edit(BEFORE)),
        (BEFORE, replace(WANTED, ping="t2"), False, New(BEFORE)),
        (BEFORE, replace(WANTED, anew="deal2"), False, New(BEFORE)),
        (BEFORE, replace(WANTED, place="2"), False, New(BEFORE)),
        (replace(BEFORE, reference="~"), replace(WANTED, mark="a"), False, Edit(replace(BEFORE, reference="~"))),
    ],
)
def test_the_same_is_skipped_the_same_occasion_edits_another_sends(
    before: Remembered | None, wanted: Remembered, once_a_step: bool, expected: Skip | Edit | New
) -> None:
    assert decide(before, wanted, once_a_step) == expected
