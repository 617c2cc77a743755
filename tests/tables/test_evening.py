"""Whatever comes, in whatever order: the host agrees with the bare engine, does nothing twice, and shows no secret."""

import asyncio
import json
import shutil
import tempfile
from collections.abc import Awaitable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final, TypeVar

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from bot.host.door import Accepted, NoTable, OldButton, Repeated
from bot.store.sqlite import open_store
from bot.tables.deals import record
from bot.tables.log import fold
from bot.tables.table import PLAYING, Settings, Table
from bot.tables.who import Declined, Who
from bot.views.table_page import table_page
from bot.views.viewer import Viewer
from engine.actions import format_action
from engine.legal import legal
from engine.record import format_record
from engine.replay import replay
from tests.host.test_door import BOT, World, in_turn
from tests.tables.playing import ADMIN, ANNA, BRUNO, CARLA, DARIO, EVE, START
from tests.views.swapping import swapped

T = TypeVar("T")
SETTINGS: Final = Settings(house="hands=1", pace=0)
EVERYBODY: Final = (ANNA, BRUNO, CARLA, DARIO, EVE, ADMIN)
WORDS: Final = (
    "back leave return ready join standin timeout rematch pause resume x agree refuse "
    "propose_undo play_x:Kd play_m:3h4h5h play_c deal seal offer restarted"
).split()

anybody = st.sampled_from(EVERYBODY)
commands = st.sampled_from(WORDS).map(lambda text: text.replace("_", " "))
chances = st.integers(0, 2**16)


@dataclass(frozen=True)
class Delivery:
    who: Who
    command: str
    action_id: str
    stage: int


class Evening(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.loop = asyncio.new_event_loop()
        self.numbers = iter(range(10**9))
        self.deliveries: list[Delivery] = []
        self.on_their_way: list[Delivery] = []
        self.open(START)
        self.wait(self.here.deal(SETTINGS))

    def open(self, now: int) -> None:
        self.here = World(self.wait(open_store(self.folder / "burraco.db", now)), now)

    def wait(self, answer: Awaitable[T]) -> T:
        return self.loop.run_until_complete(answer)

    def teardown(self) -> None:
        table = self.table
        assert fold(self.wait(self.here.store.log(BOT, "t1"))) == table
        for ended in table.records:
            assert replay(format_record([ended])).refusal is None
        self.wait(self.here.store.close())
        self.loop.close()
        shutil.rmtree(self.folder)

    @property
    def table(self) -> Table:
        return self.wait(self.here.table())

    # --- what comes --------------------------------------------------------------------------------------------------

    def delivery(self, who: Who, command: str) -> Delivery:
        return Delivery(who, command, f"r{next(self.numbers)}", self.table.stage)

    def legal_play(self, chance: int) -> Delivery | None:
        table = self.table
        if table.game is None or table.paused or not table.in_turn or not table.chair(table.in_turn).human:
            return None
        actions = legal(table.game.deal)
        return self.delivery(in_turn(table), f"play {format_action(actions[chance % len(actions)])}")

    def arrive(self, one: Delivery) -> None:
        before, log = self.table, self.wait(self.here.store.log(BOT, "t1"))
        reply = self.wait(self.here.door.submit("t1", one.who, one.action_id, one.command, one.stage))
        assert not isinstance(reply, NoTable)
        if isinstance(reply, Accepted):
            assert one.stage == before.stage
            assert one not in self.deliveries
            self.deliveries.append(one)
            return
        assert isinstance(reply, Repeated) == (one in self.deliveries)
        assert isinstance(reply, Repeated | Declined) or one.stage != before.stage
        assert isinstance(reply, Repeated | Declined | OldButton)
        assert (self.table, self.wait(self.here.store.log(BOT, "t1"))) == (before, log)

    @rule(chance=chances)
    def the_player_in_turn_plays(self, chance: int) -> None:
        if one := self.legal_play(chance):
            self.arrive(one)
            assert self.deliveries[-1] == one

    @rule(who=anybody, command=commands)
    def somebody_tries_something(self, who: Who, command: str) -> None:
        self.arrive(self.delivery(who, command))

    @rule(who=anybody, chance=chances)
    def somebody_plays_for_the_player_in_turn(self, who: Who, chance: int) -> None:
        one = self.legal_play(chance)
        if one and one.who.id != who.id:
            before = len(self.deliveries)
            self.arrive(Delivery(who, one.command, one.action_id, one.stage))
            assert len(self.deliveries) == before

    @rule(who=anybody, command=commands, chance=chances, sensible=st.booleans())
    def a_delivery_is_delayed(self, who: Who, command: str, chance: int, sensible: bool) -> None:
        one = self.legal_play(chance) if sensible else self.delivery(who, command)
        if one:
            self.on_their_way.append(one)

    @precondition(lambda self: self.on_their_way)
    @rule(chance=chances)
    def a_delayed_one_arrives(self, chance: int) -> None:
        self.arrive(self.on_their_way.pop(chance % len(self.on_their_way)))

    @precondition(lambda self: self.deliveries)
    @rule(chance=chances)
    def a_delivery_comes_again(self, chance: int) -> None:
        before = len(self.deliveries)
        self.arrive(self.deliveries[chance % before])
        assert len(self.deliveries) == before

    @rule(milliseconds=st.sampled_from([0, 800, 30_000, 61_000, 301_000, 10**8]), times=st.integers(1, 4))
    def time_passes(self, milliseconds: int, times: int) -> None:
        self.here.now += milliseconds
        for _ in range(times):
            self.wait(self.here.clockwork.fire())

    @rule()
    def the_host_dies_and_starts_again(self) -> None:
        table = self.table
        self.wait(self.here.store.close())
        self.open(self.here.now)
        assert self.table == table

    # --- what must be so ---------------------------------------------------------------------------------------------

    @invariant()
    def the_engine_alone_comes_to_the_same_deal(self) -> None:
        table = self.table
        if table.game is None or table.phase != PLAYING or table.turn or table.after_turn:
            return  # a record has whole turns
        (found,) = replay(format_record([record(table)])).deals
        assert found.game.deal == table.game.deal

    @invariant()
    def nobody_is_shown_what_they_may_not_know(self) -> None:
        table = self.table
        if table.game is None:
            return
        number = table.stage % (len(EVERYBODY) + 1)
        person = EVERYBODY[number].id if number < len(EVERYBODY) else ""
        other = swapped(table, table.seat_of(person), Random(table.stage))  # noqa: S311  a test wants the same chance again
        one, two = [table_page(like, "t1", Viewer(person)) for like in (table, other)]
        assert json.dumps(one) == json.dumps(two)


TestEvening = Evening.TestCase
TestEvening.settings = settings(max_examples=12, stateful_step_count=40)
