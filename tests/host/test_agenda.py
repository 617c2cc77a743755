"""What is known in memory of what falls due: what the store would say, whatever happens between two readings."""

import pytest

from bot.host.agenda import AHEAD, FRESH, Agenda
from bot.tables.timers import Due
from tests.chance import chance

KINDS = ("move", "clock", "ping")


class Stored:
    """The due times as a store has them, and an agenda that hears of each change."""

    def __init__(self, seed: int) -> None:
        self.rng = chance(seed)
        self.now = 1_000_000
        self.dues: dict[str, list[Due]] = {}
        self.agenda = Agenda()

    def change(self) -> None:
        id_ = f"t{self.rng.randrange(12)}"
        kinds = self.rng.sample(KINDS, self.rng.randrange(len(KINDS) + 1))
        self.dues[id_] = [Due(kind, self.now + self.rng.choice((0, 3, 400, 1_900, 2_500, 60_000))) for kind in kinds]
        self.agenda.note(id_, self.dues[id_])

    def read(self, most: int, busy: set[str]) -> None:
        """The store answers with a few rows at most; somebody changes something before it is heard."""
        until = self.agenda.begin_reading(self.now)
        rows = sorted(
            [(due.at, id_, due) for id_, dues in self.dues.items() for due in dues if due.at <= until],
            key=lambda row: row[:2],
        )[:most]
        if self.rng.random() < 0.3:
            self.change()
        until = rows[-1][0] - 1 if len(rows) == most else until
        self.agenda.end_reading([(id_, due) for _, id_, due in rows], until, busy)

    def is_due(self) -> set[str]:
        return {id_ for id_, dues in self.dues.items() if any(due.at <= self.now for due in dues)}


@pytest.mark.parametrize("seed", range(60))
def test_what_is_due_is_found_at_each_look_and_at_no_other(seed: int) -> None:
    world = Stored(seed)
    most = world.rng.choice((3, 1_000))
    busy: set[str] = set()
    for _ in range(200):
        if world.agenda.is_old(world.now):
            world.read(most, busy)
        taken = world.agenda.take(world.now, lambda id_: id_ not in busy, 1_000)
        expected = world.is_due() - busy
        if most > 3:
            assert set(taken) == expected
        assert set(taken) <= expected
        for id_, dues in taken.items():
            due_now = {due for due in world.dues[id_] if due.at <= world.now}
            assert set(dues) == due_now if most > 3 else set(dues) <= due_now
            busy.add(id_)
        for id_ in world.rng.sample(sorted(busy), len(busy) // 2):
            busy.discard(id_)  # its work changes it, or has failed, and then it is still due
            if world.rng.random() < 0.8:
                world.dues[id_] = [Due("move", world.now + world.rng.choice((0, 7, 1_500)))]
                world.agenda.note(id_, world.dues[id_])
            else:
                world.agenda.forget()
        if world.rng.random() < 0.5:
            world.change()
        world.now += world.rng.choice((0, 1, 20, 300, 5_000, -2_000))


def test_what_a_change_has_said_stays_when_the_store_is_read_before_its_work_is_at_its_end() -> None:
    agenda = Agenda()
    agenda.end_reading([("t1", Due("move", 5_000)), ("t2", Due("move", 5_000))], agenda.begin_reading(5_000))
    assert set(agenda.take(5_000, lambda _id: True, 2)) == {"t1", "t2"}
    agenda.note("t1", [Due("move", 5_100)])  # and t2 has not changed yet
    until = agenda.begin_reading(6_000)
    agenda.end_reading([("t1", Due("move", 5_100)), ("t2", Due("move", 5_000))], until, {"t1", "t2"})
    assert agenda.take(6_000, lambda _id: True, 2) == {"t1": [Due("move", 5_100)]}


def test_the_next_look_is_when_something_is_due_or_the_store_is_to_be_read() -> None:
    agenda = Agenda()
    assert agenda.is_old(5_000)
    until = agenda.begin_reading(5_000)
    assert until == 5_000 + AHEAD
    agenda.end_reading([("t1", Due("move", 5_300)), ("t2", Due("ping", 6_800))], until)
    assert not agenda.is_old(5_000)
    assert agenda.next_at() == 5_300
    agenda.note("t1", [Due("move", 5_400), Due("clock", 90_000)])
    assert agenda.next_at() == 5_400
    agenda.note("t1", [])
    assert agenda.next_at() == 5_000 + FRESH
    assert agenda.is_old(5_000 + FRESH)
    assert agenda.is_old(4_999)  # the clock was set back


def test_a_reading_that_failed_after_the_clock_was_set_back_is_done_again() -> None:
    agenda = Agenda()
    agenda.end_reading((), agenda.begin_reading(9_000_000))
    agenda.begin_reading(5_000)  # and the store cannot be read
    assert agenda.is_old(5_001)
    assert agenda.next_at() <= 5_001


def test_who_takes_a_few_leaves_the_others_in_their_order() -> None:
    agenda = Agenda()
    until = agenda.begin_reading(0)
    agenda.end_reading([(f"t{number}", Due("move", number)) for number in range(6)], until)
    assert list(agenda.take(10, lambda _id: True, 2)) == ["t0", "t1"]
    assert agenda.is_due(10)
    assert list(agenda.take(10, lambda id_: id_ != "t2", 2)) == ["t3", "t4"]
    assert list(agenda.take(10, lambda _id: True, 9)) == ["t2", "t5"]
    assert not agenda.is_due(10)
