"""Matches for tests of the boards: really played, by the host's own rules, and committed when the test says."""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from bot.boards.ports import Key
from bot.host.door import results
from bot.host.ports import TABLE, Change, Committed, Person, Result, Subject
from bot.store.migrations import shipped_migrations
from bot.store.sqlite import SqliteStore
from bot.store.upgrade import statements
from bot.store.writing import WritingStore
from bot.tables.commands import decide
from bot.tables.table import OVER, PAUSE, PLAYING, Settings, Table, open_table
from bot.tables.who import HOST, Declined, Who
from engine.actions import format_action
from engine.players import PLAYERS
from engine.view import view
from tests.people_rows import put_person

BOT: Final = "bot"
SHORT: Final = Settings(house="hands=1")
PEOPLE: Final = {
    "p1": "Anna",
    "p2": "Bruno",
    "p3": "Carla",
    "p4": "Dario",
    "p5": "Elena",
    "p6": "Fabio",
    "p7": "Gina",
    "p8": "Ivo",
}
CPU: Final = ""  # a computer in a chair


@dataclass(frozen=True, slots=True)
class Played:
    """A match that was played: its table at the end, and the results of its deals and of itself."""

    table: Table
    results: tuple[Result, ...]

    @property
    def match(self) -> Result:
        return self.results[-1]


@cache
def play(
    chairs: tuple[str, ...], seed: int = 1, settings: Settings = SHORT, *interruptions: tuple[int, str, str]
) -> Played:
    """A match between these people, by chair; partners sit opposite. An interruption is (step, person, command)."""
    table = _lobby(chairs, replace(settings, players=len(chairs)))
    table = _decide(table, HOST, f"start {seed:064x}")
    found: list[Result] = []
    for step in range(20_000):
        for at, person, command in interruptions:
            if at == step:
                before, table = table, _decide(table, person, command)
                found += results(before, table)
        if table.phase not in (PAUSE, PLAYING):
            return Played(table, tuple(found))
        before, table = table, _next(table, seed * 1000 + len(table.records))
        found += results(before, table)
    raise AssertionError("a match without an end")


def _lobby(chairs: Sequence[str], settings: Settings) -> Table:
    first = next(person for person in chairs if person != CPU)
    table = open_table(settings, first, PEOPLE[first], 0, "ROSSO", "c1")
    for place, person in enumerate(chairs):
        seat = table.code.seats[place]
        if table.seat_of(person):
            continue
        command = f"join {seat}" if person else f"computer {seat} greedy"
        table = _decide(table, person or first, command)
    return table


def _next(table: Table, seed: int) -> Table:
    if table.phase == PAUSE:
        return _decide(table, HOST, "deal" if table.seed else f"seal {seed:064x}")
    assert table.game is not None
    seat = table.in_turn
    action = PLAYERS["greedy"](len(table.lines)).choose(view(table.game.deal, seat))
    return _decide(table, HOST, f"play {format_action(action)}")


def _decide(table: Table, person: str, command: str) -> Table:
    who = Who(person, PEOPLE.get(person, ""), admin=person == "p0")
    decided = decide(table, who, command, 0)
    assert not isinstance(decided, Declined), f"{command} by {person}: {decided}"
    return decided.table


async def introduce(store: WritingStore, bot: str = BOT) -> None:
    for person, name in PEOPLE.items():
        await put_person(store, bot, Person(person, name, "it"))


def migrate(connection: sqlite3.Connection, name: str) -> None:
    """What this file does to a database, done to it now, when it has something to be done."""
    (migration,) = [one for one in shipped_migrations() if one.name == name]
    for statement in statements(migration.sql):
        connection.execute(statement)


async def commit(
    store: SqliteStore,
    played: Played,
    table: str,
    at: int,
    channel: str = "club/bar",
    *,
    bot: str = BOT,
    opener: str = HOST,
    phase: str = OVER,
) -> Key:
    """Store the match as if its table had ended then."""
    change = Change(
        bot=bot,
        subject=Subject(TABLE, table),
        expected=0,
        action_id="end",
        actor=opener,
        entry="play x",
        at=at,
        snapshot="{}",
        phase=phase,
        channel=channel,
        results=played.results,
    )
    assert await store.commit(change) == Committed(1)
    return table, 1
