"""The courier: newest first, urgent first, within budgets, again after a failure, never twice without need."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from bot.host.budget import Budget, Budgets, Meter, Meters
from bot.host.courier import LONG_LULL, LULL, OVERTAKES, Courier
from bot.host.delivery_errors import TryLater, Unanswered, Undeliverable
from bot.host.door import letters
from bot.host.ports import Letter, OutboxRow, Result, Stored
from bot.host.retry import back_off
from bot.host.under_way import UnderWay
from bot.metrics import Metrics
from bot.tables.table import CLOSED, PAUSE, PLAYING, Table
from bot.tables.who import Who
from engine.record import DealRecord
from tests.chance import chance
from tests.host.test_door import BOT, World, world
from tests.tables.playing import ANNA, BRUNO, CARLA, FAST, full
from tests.test_metrics import figures

WIDE = Budget(1000, 1000)
OPEN = {"fake": Budgets(WIDE, WIDE)}


class Platform:
    """A platform that remembers what it was given, and fails or hangs as it is told."""

    def __init__(self) -> None:
        self.got: list[tuple[str, str, int, str]] = []  # viewer, kind, stage shown, message edited
        self.once: list[tuple[str, str, str, int]] = []  # what a nonce is made of
        self.failing: dict[str, list[Exception]] = {}  # by viewer
        self.hanging: set[str] = set()
        self.answers: asyncio.Event | None = None  # until then no letter that arrives is answered
        self.changing = False  # each letter shows something else than the one before
        self.dying = False  # the host dies after sending, before it can write that down
        self.before: Callable[[OutboxRow], None] = lambda _row: None  # called with what is delivered
        self.pressed: dict[str, float] = {}  # by viewer: when their message was pressed on
        self.under_way = UnderWay()
        self.news = asyncio.Event()
        self.at_once = self.most_at_once = 0

    async def deliver(self, table: Table, row: OutboxRow) -> str:
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            await asyncio.sleep(0)
            self.before(row)
            if row.viewer in self.hanging:
                await asyncio.Event().wait()
            if self.failing.get(row.viewer):
                raise self.failing[row.viewer].pop(0)
            self.once.append((row.subject.id, row.viewer, row.kind, row.revision))
            self.got.append((row.viewer, row.kind, table.stage, row.reference))
            self.news.set()
            if self.answers is not None:
                await self.answers.wait()
            if self.dying:
                raise asyncio.CancelledError
            return f"n{len(self.once)}" if self.changing else row.reference or f"m{len(self.got)}"
        finally:
            self.at_once -= 1

    async def until(self, so: Callable[[], bool]) -> None:
        async with asyncio.timeout(90):
            while not so():
                self.news.clear()
                with suppress(TimeoutError):  # what is not sent here is no news
                    async with asyncio.timeout(0.05):
                        await self.news.wait()

    @property
    def order(self) -> list[tuple[str, str]]:
        return [(viewer, kind) for viewer, kind, _, _ in self.got]


Test = Callable[[World, Platform, Courier], Coroutine[Any, Any, None]]


def run(
    tmp_path: Path,
    test: Test,
    budgets: Mapping[str, Budgets] = OPEN,
    chat_of: Callable[[OutboxRow], str] = lambda row: f"fake:{row.viewer}",
) -> None:
    async def inside() -> None:
        async with world(tmp_path) as here:
            platform = Platform()
            meters = Meters(budgets, here.door.clock)

            def pressed_at(row: OutboxRow) -> float:
                return platform.pressed.get(row.viewer, 0.0)

            courier = Courier(
                here.door,
                here.store,
                platform.deliver,
                chat_of,
                meters,
                pressed_at=pressed_at,
                under_way=platform.under_way,
            )
            await test(here, platform, courier)

    asyncio.run(inside())


async def stopped(task: "asyncio.Task[None]") -> None:
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


# --- what is sent -----------------------------------------------------------------------------------------------------


def test_a_newer_state_replaces_an_unsent_older_one_and_hands_go_first(tmp_path: Path) -> None:
    async def test(here: World, platform: Platform, courier: Courier) -> None:
        await here.open()
        await here.done(BRUNO, "join")
        await here.done(CARLA, "join")
        assert await courier.send() == 4
        assert platform.got == [
            ("p1", "hand", 2, ""),
            ("p2", "hand", 2, ""),
            ("p3", "hand", 2, ""),
            ("#c1", "table", 2, ""),
        ]
        assert await courier.send() == 0

    run(tmp_path, test)


def test_the_letters_of_one_chat_go_out_in_the_order_of_their_urgency(tmp_path: Path) -> None:
    async def test(here: World, platform: Platform, courier: Courier) -> None:
        await here.open()
        await here.store.add_letters(BOT, "t1", (Letter("#c1", "score"), Letter("#c1", "chatter")), here.now)
        await courier.send()
        assert platform.order == [("p1", "hand"), ("#c1", "table"), ("#c1", "score"), ("#c1", "chatter")]

    run(tmp_path, test, chat_of=lambda _: "fake:1")


def test_the_next_state_edits_the_message_that_was_sent(tmp_path: Path) -> None:
    async def test(here: World, platform: Platform, courier: Courier) -> None:
        await here.open()
        await courier.send()
        await here.done(BRUNO, "join")
        await courier.send()
        assert ("#c1", "table", 1, "m2") in platform.got

    run(tmp_path, test)


def test_the_channels_are_told_the_score_when_a_deal_has_ended() -> None:
    table = full()
    assert {letter.kind for letter in letters(table)} == {"table", "hand"}
    ended = letters(table, (Result("deal", 1, "", ""),))
    assert [letter for letter in ended if letter.viewer == "#c1"] == [Letter("#c1", "table"), Letter("#c1", "score")]


def test_what_announced_the_next_deal_is_changed_once_that_has_begun_or_never_will() -> None:
    paused = replace(full(), phase=PAUSE, records=(DealRecord({}, ()),))
    for phase in (PAUSE, PLAYING, CLOSED):
        assert Letter("#c1", "score") in letters(replace(paused, phase=phase), before=paused), phase
    playing = replace(paused, phase=PLAYING)
    assert {letter.kind for letter in letters(playing, before=playing)} == {"table", "hand"}
    first = replace(paused, records=())
    assert {letter.kind for letter in letters(replace(first, phase=PLAYING), before=first)} == {"table", "hand"}


def test_what_nobody_delivers_is_given_up_without_a_sound(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def test(here: World, platform: Platform, courier: Courier) -> None:
        await here.open()
        assert await courier.send() == 0
        assert await here.store.outbox(BOT, here.now) == ()
        assert (platform.got, caplog.records) == ([], [])

    run(tmp_path, test, chat_of=lambda row: "" if row.kind == "hand" else "unhosted:1")


# --- failures ---------------------------------------------------------------------------------------------------------


def test_a_failure_is_tried_again_when_the_platform_says(tmp_path: Path) -> None:
    async def test(here: World, platform: Platform, courier: Courier) -> None:
        await here.open()
        platform.failing = {"p1": [TryLater("too many requests", 7_000)], "#c1": [TryLater("no network")]}
        assert await courier.send() == 0
        here.now += 1_000
        assert await courier.send() == 1
        here.now += 6_000
        assert await courier.send() == 1
        assert platform.order == [("#c1", "table"), ("p1", "hand")]

    run(tmp_path, test)


def test_a_chat_that_must_be_left_alone_gets_none_of_its_other_letters(tmp_path: Path) -> None:
    async def test(here: World, platform: Platform, courier: Courier) -> None:
        await here.open()
        platform.failing = {"p1": [TryLater("too many requests", 7_000)]}
        assert await courier.send() == 0
        here.now += 6_999
        assert await courier.send() == 0
        here.now += 1
        assert await courier.send() == 2

    run(tmp_path, test, chat_of=lambda _: "fake:1")


def test_what_can_never_be_delivered_is_dropped_until_there_is_news(tmp_path: Path) -> None:
    async def test(here: World, platform: Platform, courier: Courier) -> None:
        await here.open()
        platform.failing = {viewer: [Undeliverable("blocked")] for viewer in ("p1", "#c1")}
        assert await courier.send() == 0
        here.now += 10**9
        assert await courier.send() == 0
        await here.done(BRUNO, "join")
        assert await courier.send() == 3

    run(tmp_path, test)


def test_what_cannot_be_drawn_is_tried_again_and_its_log_names_no_card(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def test(here: World, platform: Platform, courier: Courier) -> None:
        await here.open()
        platform.failing = {"p1": [KeyError("the hand is 4h5h6h")]}
        assert await courier.send() == 1
        (logged,) = caplog.records
        assert (logged.levelno, logged.__dict__["error"]) == (logging.ERROR, "KeyError")
        assert "test_courier.py" in logged.__dict__["place"]
        assert "4h" not in str(vars(logged))
        assert [row.last_error for row in await here.store.letters(BOT, "t1")] == ["", "KeyError"]
        here.now += back_off(0)
        assert await courier.send() == 1

    run(tmp_path, test)


def test_a_clock_that_is_set_back_keeps_no_letter_waiting(tmp_path: Path) -> None:
    async def test(here: World, platform: Platform, courier: Courier) -> None:
        await here.open()
        platform.failing = {"p1": [TryLater("busy")]}
        assert await courier.send() == 1
        here.now -= 2 * 60 * 60_000
        assert await courier.send() == 1
        assert [viewer for viewer, *_ in platform.got] == ["#c1", "p1"]

    run(tmp_path, test)


def test_a_clock_that_was_set_back_while_no_host_ran_keeps_no_letter_waiting(tmp_path: Path) -> None:
    async def before(here: World, platform: Platform, courier: Courier) -> None:
        await here.open()
        platform.failing = {"p1": [TryLater("busy")]}
        assert await courier.send() == 1

    async def after(here: World, platform: Platform, courier: Courier) -> None:
        here.now -= 2 * 60 * 60_000
        assert await courier.send() == 1
        assert [viewer for viewer, *_ in platform.got] == ["p1"]

    run(tmp_path, before)
    run(tmp_path, after)


def test_a_letter_that_was_sent_but_not_marked_comes_again_as_the_same_row(tmp_path: Path) -> None:
    calls: list[tuple[str, str, str, int]] = []

    async def before(here: World, platform: Platform, courier: Courier) -> None:
        await here.open()
        platform.dying = True
        with suppress(asyncio.CancelledError):
            await courier.send()
        calls.extend(platform.once)

    async def after(here: World, platform: Platform, courier: Courier) -> None:
        assert await courier.send() == 2
        assert calls == platform.once[:1]

    run(tmp_path, before, chat_of=lambda _: "fake:1")
    run(tmp_path, after, chat_of=lambda _: "fake:1")


def test_unsent_letters_outlive_a_restart(tmp_path: Path) -> None:
    async def before(here: World, platform: Platform, courier: Courier) -> None:
        await here.open()

    async def after(here: World, platform: Platform, courier: Courier) -> None:
        assert await courier.send() == 2

    run(tmp_path, before)
    run(tmp_path, after)


# --- budgets and slow chats -------------------------------------------------------------------------------------------


def test_a_chat_gets_no_more_than_its_budget(tmp_path: Path) -> None:
    async def test(here: World, platform: Platform, courier: Courier) -> None:
        await here.open()
        assert await courier.send() == 2
        await here.done(BRUNO, "join")
        assert await courier.send() == 1  # only Bruno has budget left
        here.now += 3_000
        assert await courier.send() == 2

    run(tmp_path, test, {"fake": Budgets(WIDE, Budget(1, 3_000))})


def test_where_they_count_apart_new_messages_and_changes_leave_each_other_room(tmp_path: Path) -> None:
    async def test(here: World, platform: Platform, courier: Courier) -> None:
        platform.changing = True
        await here.open()
        assert await courier.send() == 2  # both are new
        await here.done(BRUNO, "join")
        assert await courier.send() == 2  # both are changes
        assert ("p2", "hand") not in platform.order
        here.now += 3_000
        assert await courier.send() == 1
        assert platform.order[-1] == ("p2", "hand")

    budgets = Budgets(WIDE, Budget(2, 3_000), apart=True)
    run(tmp_path, test, {"fake": budgets}, lambda _row: "fake:one")


def test_a_new_message_in_the_place_of_an_older_one_counts_as_a_new_one(tmp_path: Path) -> None:
    async def test(here: World, platform: Platform, courier: Courier) -> None:
        platform.changing = True
        await here.open()
        assert await courier.send() == 2
        here.now += 3_000
        table = Letter("#c1", "table")
        platform.before = platform.under_way.sends_anew
        for _ in range(2):
            await here.store.add_letters(BOT, "t1", (table,), here.now)
            assert await courier.send() == 1
        assert not courier.room("fake:one")
        platform.before = lambda _row: None
        await here.store.add_letters(BOT, "t1", (table,), here.now)
        assert await courier.send() == 1

    budgets = Budgets(WIDE, Budget(2, 3_000), apart=True)
    run(tmp_path, test, {"fake": budgets}, lambda _row: "fake:one")


def test_each_platform_has_its_own_budget_and_hands_use_it_first(tmp_path: Path) -> None:
    async def test(here: World, platform: Platform, courier: Courier) -> None:
        await here.open()
        await here.done(BRUNO, "join")
        assert await courier.send() == 2
        assert set(platform.order) == {("p1", "hand"), ("p2", "hand")}  # the table is on the narrow one, too
        here.now += 5_000
        assert await courier.send() == 1

    def chat_of(row: OutboxRow) -> str:
        return f"{'wide' if row.viewer == 'p1' else 'narrow'}:{row.viewer}"

    run(tmp_path, test, {"wide": Budgets(WIDE, WIDE), "narrow": Budgets(Budget(1, 5_000), WIDE)}, chat_of)


def test_what_goes_through_a_press_counts_in_no_budget_and_goes_before_all_others(tmp_path: Path) -> None:
    async def test(here: World, platform: Platform, courier: Courier) -> None:
        platform.pressed = {"p2": 1.0}
        await here.open()
        await courier.send()
        await here.done(BRUNO, "join")
        platform.got.clear()
        assert await courier.send() == 1  # the budget of the whole platform is used up
        assert platform.order == [("p2", "hand")]
        for _ in range(3):
            await here.store.add_letters(BOT, "t1", (Letter("p2", "hand"),), here.now)
            assert await courier.send() == 1
        here.now += 1000
        await here.store.add_letters(BOT, "t1", (Letter("p2", "hand"),), here.now)
        assert await courier.send() == 3
        assert platform.order[-3:] == [("p2", "hand"), ("p1", "hand"), ("#c1", "table")]
        platform.pressed = {"p1": 1.0, "p2": 2.0}
        await here.store.add_letters(BOT, "t1", (Letter("p1", "hand"), Letter("p2", "hand")), here.now)
        assert await courier.send() == 2
        assert platform.order[-2:] == [("p2", "hand"), ("p1", "hand")]  # who pressed last is shown first

    run(tmp_path, test, {"fake": Budgets(Budget(2, 1000), WIDE)})


def test_a_chat_that_hangs_delays_no_other(tmp_path: Path) -> None:
    async def test(here: World, platform: Platform, courier: Courier) -> None:
        platform.hanging = {"p1"}
        running = asyncio.create_task(courier.run())
        await here.open()
        await platform.until(lambda: len(platform.got) == 1)
        await here.done(BRUNO, "join")
        await platform.until(lambda: len(platform.got) >= 3)
        assert set(platform.order) == {("#c1", "table"), ("p2", "hand")}
        await stopped(running)
        platform.hanging = set()
        await courier.send()
        assert ("p1", "hand") in platform.order

    run(tmp_path, test)


def test_it_rests_only_when_nothing_is_left_to_be_looked_for(tmp_path: Path) -> None:
    async def test(here: World, platform: Platform, courier: Courier) -> None:
        running = asyncio.create_task(courier.run())
        await idle(courier)
        assert platform.got == []
        await here.open()
        await idle(courier)
        assert len(platform.got) == 2
        await stopped(running)

    async def idle(courier: Courier) -> None:
        async with asyncio.timeout(30):
            while not courier.is_idle:  # noqa: ASYNC110  it tells nobody
                await asyncio.sleep(0)

    run(tmp_path, test)


def test_only_so_many_chats_are_written_to_at_once(tmp_path: Path) -> None:
    async def test(here: World, platform: Platform, courier: Courier) -> None:
        for number in range(5):
            await here.door.open(f"t{number}", "", f"c{number}", ANNA, FAST)
        count = 0
        while found := await courier.send():
            count += found
        assert (count, platform.most_at_once) == (10, 3)

    run(tmp_path, test, {"fake": Budgets(WIDE, WIDE, at_once=3)}, lambda row: f"fake:{row.subject.id}{row.viewer}")


def test_chats_that_are_idle_are_forgotten(tmp_path: Path) -> None:
    async def test(here: World, platform: Platform, courier: Courier) -> None:
        await here.open()
        await courier.send()
        assert {chat for chat, _ in courier._meters._chats} == {"fake:p1", "fake:#c1"}
        here.now += 1_000
        await courier.send()
        assert courier._meters._chats == {}

    run(tmp_path, test)


def test_idle_chats_are_looked_for_once_a_second() -> None:
    meters = Meters({"fake": Budgets(Budget(9, 1), Budget(9, 1))}, lambda: 0)
    meters.forget_idle(10_000)
    meters.use("fake:1", 10_001)
    meters.forget_idle(10_999)
    assert {chat for chat, _ in meters._chats} == {"fake:1"}
    meters.forget_idle(11_000)
    assert meters._chats == {}
    meters.use("fake:1", 5_000)
    meters.forget_idle(5_500)  # the clock was set back
    assert meters._chats == {}


def test_waiting_doubles_up_to_five_minutes() -> None:
    assert [back_off(attempts) for attempts in (0, 1, 2, 8, 9, 500)] == [1000, 2000, 4000, 256_000, 300_000, 300_000]


def test_what_nobody_waits_for_leaves_room_for_what_somebody_does(tmp_path: Path) -> None:
    """One burst of three: the first request is shown, those after it are one letter, and a play comes before them."""

    async def test(here: World, platform: Platform, courier: Courier) -> None:
        await here.deal()
        platform.changing = True
        here.now += 60_000
        await courier.send()
        seat = (await here.table()).in_turn
        person = (await here.table()).chair(seat).person
        here.now += 60_000
        platform.got.clear()
        for many in range(1, 5):
            await courier.want("t1", (Letter(person, "hand"),), at_leisure=True)
            await courier.send()
            assert len(platform.got) == 1, many  # the chat was idle: the first is brought at once
            here.now += LULL // 2
        here.now += LULL
        await courier.send()
        assert len(platform.got) == 2
        await courier.want("t1", (Letter(person, "hand"),), at_leisure=True)
        here.now += LULL
        await courier.send()
        assert len(platform.got) == 2  # the last of the burst is kept
        await here.done(Who(person), "play d")
        await courier.send()
        assert [kind for viewer, kind, _, _ in platform.got if viewer == person] == ["hand"] * 3

    run(tmp_path, test, {"fake": Budgets(WIDE, Budget(3, 10_000), reserve=1)})


def test_in_a_minute_that_had_many_messages_what_nobody_waits_for_comes_later(tmp_path: Path) -> None:
    async def test(here: World, platform: Platform, courier: Courier) -> None:
        platform.changing = True
        await here.open()
        await courier.send()
        here.now += 60_000
        platform.got.clear()
        waits = []
        for _ in range(5):
            await courier.want("t1", (Letter("p1", "hand"),), at_leisure=True)
            before, began = len(platform.got), here.now
            while len(platform.got) == before:
                await courier.send()
                here.now += 100
            waits.append(here.now - began - 100)
            here.now += 500
        assert waits == [0, LULL, LULL, LONG_LULL, LONG_LULL]
        here.now += 60_000
        await courier.want("t1", (Letter("p1", "hand"),), at_leisure=True)
        await courier.send()
        assert len(platform.got) == 6

    budgets = Budgets(WIDE, Budget(10, 10_000, refills=True), reserve=1, steady=Budget(3, 60_000))
    run(tmp_path, test, {"fake": budgets})


def test_where_no_room_is_kept_every_request_is_brought_as_it_comes(tmp_path: Path) -> None:
    async def test(here: World, platform: Platform, courier: Courier) -> None:
        await here.open()
        await courier.send()
        platform.got.clear()
        for _ in range(3):
            await courier.want("t1", (Letter("p1", "hand"),), at_leisure=True)
            await courier.send()
        assert platform.order == [("p1", "hand")] * 3

    run(tmp_path, test)


def test_a_group_whose_table_changes_all_the_time_is_never_left_for_long(tmp_path: Path) -> None:
    """A turn each 1.7 s for five minutes, where twenty changes a minute are allowed: the last of them are spread."""
    group, seen = Budget(18, 60_000), list[int]()

    async def test(here: World, platform: Platform, courier: Courier) -> None:
        platform.changing = True
        await here.open()
        await courier.send()
        for _ in range(3_000):
            here.now += 100
            if here.now % 1_700 < 100:
                await here.store.add_letters(BOT, "t1", (Letter("#c1", "table"),), here.now)
            if await courier.send():
                seen.append(here.now)
        assert seen[9] - seen[0] <= 9 * 1_700  # nobody waits as long as a third of it is left
        gaps = [later - at for at, later in pairwise(seen)]
        assert max(gaps) <= 8_000
        assert all(seen[number + group.messages] - at >= group.per for number, at in enumerate(seen[: -group.messages]))

    run(tmp_path, test, {"fake": Budgets(WIDE, WIDE, group=group)}, in_a_group)


def test_what_calls_somebody_in_a_group_waits_for_nothing_while_there_is_room(tmp_path: Path) -> None:
    async def test(here: World, platform: Platform, courier: Courier) -> None:
        platform.changing = True
        await here.open()
        await courier.send()
        for _ in range(12):
            await here.store.add_letters(BOT, "t1", (Letter("#c1", "table"),), here.now)
            await courier.send()
        platform.got.clear()
        await here.store.add_letters(BOT, "t1", (Letter("#c1", "table"), Letter("#c1", "call")), here.now)
        await courier.send()
        assert platform.order == [("#c1", "call")]
        here.now += 10_000
        await courier.send()
        assert platform.order == [("#c1", "call"), ("#c1", "table")]

    run(tmp_path, test, {"fake": Budgets(WIDE, WIDE, group=Budget(18, 60_000))}, in_a_group)


def in_a_group(row: OutboxRow) -> str:
    return "fake:-1" if row.viewer == "#c1" else f"fake:{row.viewer}"


def test_a_message_counts_from_when_it_was_taken() -> None:
    meter = Meter(Budget(1, 1000))
    meter.use(100)
    meter.note_arrival(400)
    assert meter.ready_at(500) == 1400
    both = Meter(Budget(3, 1000))
    for at in (0, 10):
        both.use(at)
    assert (both.ready_at(20), both.ready_at(20, reserve=1), both.ready_at(20, reserve=2)) == (20, 1000, 1010)
    assert Meter(Budget(1, 1000)).ready_at(5, reserve=3) == 5


def test_a_meter_says_when_the_next_message_fits() -> None:
    meter = Meter(Budget(2, 1000))
    meter.use(0)
    assert meter.ready_at(10) == 10
    meter.use(10)
    assert (meter.ready_at(20), meter.ready_at(1000)) == (1000, 1000)
    assert [meter.is_idle(now) for now in (1009, 1010)] == [False, True]


def test_a_token_bucket_takes_a_burst_and_then_one_each_gap() -> None:
    meter = Meter(Budget(3, 3_300, refills=True))
    for _ in range(3):
        assert meter.ready_at(0) == 0
        meter.use(0)
    assert [meter.ready_at(0, reserve) for reserve in (0, 1, 2, 5)] == [1_100, 2_200, 3_300, 3_300]
    for at in (1_100, 2_200, 3_300, 4_400, 5_500, 6_600):  # what has left the window by then counts all the same
        assert meter.ready_at(at - 1) == meter.ready_at(at) == at
        meter.use(at)
    meter.give_back()
    assert meter.ready_at(6_600) == 6_600
    assert [meter.ready_at(9_900, reserve) for reserve in (0, 1, 2)] == [9_900] * 3


def test_a_token_bucket_is_soon_full_again_when_the_clock_was_set_back() -> None:
    meter = Meter(Budget(3, 3_300, refills=True))
    for at in range(100_000, 120_000, 1_100):
        meter.use(at)
        meter.ready_at(at)
    assert meter.ready_at(500) <= 500 + 1_100


def test_messages_are_counted_as_they_are_delivered(tmp_path: Path) -> None:
    metrics = Metrics()

    async def test(here: World, platform: Platform, _courier: Courier) -> None:
        await here.open()
        platform.failing = {"p1": [TryLater("no network")], "#c1": [Undeliverable("gone")]}
        meters = Meters(OPEN, here.door.clock)
        courier = Courier(
            here.door, here.store, metrics.counting_letters(platform.deliver), lambda row: f"fake:{row.viewer}", meters
        )
        assert await courier.send() == 0
        here.now += 1_000
        assert await courier.send() == 1
        values = figures(metrics)
        assert [values[f'burraco_letters_total{{outcome="{outcome}"}}'] for outcome in ("sent", "failed")] == [1, 1]

    run(tmp_path, test)


def test_a_chat_is_left_alone_as_long_as_somebody_else_was_told_to(tmp_path: Path) -> None:
    async def test(here: World, platform: Platform, courier: Courier) -> None:
        courier.pause("fake:anna", 5_000)
        courier.pause("fake:anna", 1_000)
        assert (courier.room("fake:anna"), courier.room("fake:bruno")) == (False, True)
        here.now += 5_000
        assert courier.room("fake:anna")

    run(tmp_path, test)


def test_while_a_platform_takes_nothing_a_press_still_goes_through_and_each_letter_is_asked_for_its_chat_once(
    tmp_path: Path,
) -> None:
    viewers: list[str] = []

    def chat_of(row: OutboxRow) -> str:
        viewers.append(row.viewer)
        return f"fake:{row.viewer}"

    async def test(here: World, platform: Platform, courier: Courier) -> None:
        await here.open()
        await here.done(BRUNO, "join")
        await here.done(CARLA, "join")
        platform.pressed["p3"] = 5.0
        assert await courier.send() == 2
        assert platform.order == [("p3", "hand"), ("p1", "hand")]
        viewers.clear()
        assert await courier.send() == 0
        assert sorted(viewers) == ["#c1", "p2"]
        here.now += 1000
        assert await courier.send() == 1
        assert platform.order[2:] == [("p2", "hand")]

    run(tmp_path, test, {"fake": Budgets(Budget(1, 1000), WIDE)}, chat_of)


def test_while_many_wait_only_those_of_a_table_that_has_changed_are_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    viewers: list[str] = []

    def chat_of(row: OutboxRow) -> str:
        viewers.append(row.viewer)
        return f"fake:{row.viewer}"

    async def test(here: World, platform: Platform, courier: Courier) -> None:
        await here.open()
        await here.done(BRUNO, "join")
        await here.door.open("t2", "VERDE", "c1", ANNA, FAST)
        await here.store.add_letters(BOT, "t2", tuple(Letter(f"q{number}", "hand") for number in range(9)), here.now)
        running = asyncio.create_task(courier.run())
        await platform.until(lambda: len(platform.got) == 1)  # what the platform takes in a second
        viewers.clear()
        platform.pressed["p2"] = 5.0
        await here.done(CARLA, "join")
        await platform.until(lambda: ("p2", "hand") in platform.order and "p3" in viewers)
        assert set(viewers) <= {"p1", "p2", "p3", "#c1"}
        await stopped(running)
        for _ in range(20):
            here.now += 1000
            await courier.send()
        expected = {(viewer, "hand") for viewer in ("p1", "p2", "p3", *[f"q{number}" for number in range(9)])}
        assert set(platform.order) == {*expected, ("#c1", "table")}

    monkeypatch.setattr("bot.host.courier.FRESH", 60_000)
    run(tmp_path, test, {"fake": Budgets(Budget(1, 1000), WIDE)}, chat_of)


def test_more_letters_than_are_looked_at_together_all_go_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(here: World, platform: Platform, courier: Courier) -> None:
        await here.open()
        viewers = [f"q{number}" for number in range(30)]
        await here.store.add_letters(BOT, "t1", tuple(Letter(viewer, "hand") for viewer in viewers), here.now)
        running = asyncio.create_task(courier.run())
        await platform.until(lambda: len(platform.got) == 32)
        await stopped(running)
        assert {viewer for viewer, _ in platform.order} == {"p1", "#c1", *viewers}

    monkeypatch.setattr("bot.host.courier.IN_VIEW", 4)
    run(tmp_path, test)


def test_what_was_given_up_without_an_answer_is_brought_once_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The platform may carry it out after what is newer."""
    monkeypatch.setattr("bot.host.courier.PATIENCE", 0.01)

    async def test(here: World, platform: Platform, courier: Courier) -> None:
        await here.open()
        platform.hanging.add("p1")
        await courier.send()
        assert courier.is_in_doubt
        platform.hanging.clear()
        here.now += back_off(0)
        assert (await courier.send(), courier.is_in_doubt) == (1, True)
        here.now += OVERTAKES
        doubted: list[bool] = []
        platform.before = lambda row: doubted.append(platform.under_way.is_doubted(row))
        assert (await courier.send(), courier.is_in_doubt) == (1, False)
        assert doubted == [True]
        assert [viewer for viewer, _ in platform.order].count("p1") == 2
        assert await courier.send() == 0

    run(tmp_path, test)


def test_what_an_earlier_run_of_the_program_has_given_up_is_brought_once_more_too(tmp_path: Path) -> None:
    async def test(here: World, platform: Platform, courier: Courier) -> None:
        await here.open()
        platform.failing = {"p1": [Unanswered()]}
        await courier.send()
        assert courier.is_in_doubt
        here.now += back_off(0)
        next_run = Courier(
            here.door, here.store, platform.deliver, lambda row: f"fake:{row.viewer}", Meters(OPEN, here.door.clock)
        )
        assert not next_run.is_in_doubt
        assert (await next_run.send(), next_run.is_in_doubt) == (1, True)
        here.now += OVERTAKES
        assert (await next_run.send(), next_run.is_in_doubt) == (1, False)
        assert await next_run.send() == 0

    run(tmp_path, test)


def test_what_was_under_way_when_the_courier_was_ended_is_in_doubt_too_whatever_the_clock_says(tmp_path: Path) -> None:
    async def test(here: World, platform: Platform, courier: Courier) -> None:
        await here.open()
        platform.hanging.add("p1")
        sending = asyncio.create_task(courier.send())
        await platform.until(lambda: platform.order != [])
        sending.cancel()
        await asyncio.gather(sending, return_exceptions=True)
        assert courier.is_in_doubt
        platform.hanging.clear()
        times = []
        for jump, passed in ((0, 0), (OVERTAKES, 0), (0, OVERTAKES)):
            here.now += jump + passed
            courier.note_clock_jump(here.now - jump, here.now)
            await courier.send()
            times.append([viewer for viewer, _ in platform.order].count("p1"))
        assert (times, courier.is_in_doubt) == ([1, 1, 2], False)

    run(tmp_path, test)


def test_a_courier_that_is_to_end_marks_what_is_being_sent_and_begins_nothing_more(tmp_path: Path) -> None:
    """Else the next host does not know of a message that has just been sent, and what is pressed there is lost."""

    async def test(here: World, platform: Platform, courier: Courier) -> None:
        platform.answers = asyncio.Event()
        running = asyncio.create_task(courier.run())
        await here.open()
        await platform.until(lambda: len(platform.got) == 2)
        ending = asyncio.create_task(courier.end())
        await here.done(BRUNO, "join")
        platform.answers.set()
        await ending
        rows = {(row.viewer, row.kind): row for row in await here.store.letters(BOT, "t1")}
        marks = [(rows[letter].settled > 0, bool(rows[letter].reference)) for letter in platform.order]
        assert marks == [(True, True)] * 2
        await courier.send()
        assert len(platform.got) == 2
        await stopped(running)

    run(tmp_path, test)


def test_a_courier_that_is_to_end_waits_no_longer_than_it_may(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(here: World, platform: Platform, courier: Courier) -> None:
        platform.hanging = {"p1"}
        running = asyncio.create_task(courier.run())
        await here.open()
        await platform.until(lambda: len(platform.got) == 1)
        await courier.end()
        assert courier.is_busy
        await stopped(running)
        assert courier.is_in_doubt

    monkeypatch.setattr("bot.host.courier.LAST_LETTERS", 0.05)
    run(tmp_path, test)


def test_a_letter_of_which_only_a_part_was_brought_stays_in_doubt(tmp_path: Path) -> None:
    async def test(here: World, platform: Platform, courier: Courier) -> None:
        await here.open()
        platform.failing = {"p1": [Unanswered()]}
        await courier.send()
        here.now += OVERTAKES
        doubted: list[bool] = []

        def before(row: OutboxRow) -> None:
            doubted.append(platform.under_way.is_doubted(row))
            if len(doubted) == 1:
                platform.under_way.once_more(row)

        platform.before = before
        assert (await courier.send(), await courier.send(), await courier.send()) == (1, 1, 0)
        assert doubted == [True, True]

    run(tmp_path, test)


def test_what_is_given_up_again_while_an_older_try_is_made_good_stays_in_doubt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(here: World, platform: Platform, courier: Courier) -> None:
        await here.open()
        platform.failing = {"p1": [Unanswered()]}
        await courier.send()
        here.now += OVERTAKES
        load = here.store.load

        async def load_slowly(bot: str, subject: str) -> Stored | None:
            for row, _ in platform.under_way.given_up.values():
                platform.under_way.give_up(row, here.now + OVERTAKES)
            return await load(bot, subject)

        monkeypatch.setattr(here.store, "load", load_slowly)
        await courier.send()
        monkeypatch.undo()
        assert courier.is_in_doubt
        here.now += OVERTAKES
        assert (await courier.send(), courier.is_in_doubt) == (1, False)

    run(tmp_path, test)


def test_a_meter_that_remembers_its_answer_says_what_it_would_work_out() -> None:
    budgets = (Budget(20, 60_000), Budget(3, 3_300, refills=True))
    dice = chance("meters")
    asked_often, asked_once = Meter(*budgets, remembers=90_000), Meter(*budgets, remembers=90_000)
    now, answers = 1_000_000, set[int]()
    for _ in range(3_000):
        now += dice.choice([0, 1, 200, 1_500, 40_000]) - (dice.random() < 0.02) * dice.choice([500, 100_000])
        what = dice.choice(["use", "use", "use", "arrival", "give back", "nothing"])
        for meter in (asked_often, asked_once):
            if what == "use":
                meter.use(now)
            elif what == "arrival":
                meter.note_arrival(now)
            elif what == "give back":
                meter.give_back()
        for reserve in (0, 2):
            asked_once._fits_at.clear()
            expected = asked_once.ready_at(now, reserve)
            assert asked_often.ready_at(now, reserve) == asked_often.ready_at(now, reserve) == expected
            answers.add(expected - now)
    assert len(answers) > 100
