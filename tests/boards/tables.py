"""Tables at which people do whatever the door allows, in any order: `python -m tests.boards.tables --tables 1000`.

Through the real door, over a real database. Between two plays people rename themselves, leave and return, pause, agree
and refuse, replace each other, give up and end; strangers and moderators try it too. Then each match that ended must
have been counted once, for whom and with what a witness noted (`tests.boards.witness`), and nothing else.
"""

import argparse
import asyncio
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from bot.boards.boards import Boards
from bot.boards.facts import Facts, parse_facts
from bot.boards.ports import Key
from bot.host.door import Accepted, Door, Repeated
from bot.store.sqlite import SqliteStore, open_store
from bot.tables.log import fold
from bot.tables.table import CLOSED, CONSENTS, LOBBY, OVER, PAUSE, Settings, Table
from bot.tables.who import HOST, Who
from bot.words.names import clean_name
from engine.actions import format_action
from engine.players import PLAYERS
from engine.rules import load_rules
from engine.view import view
from tests.boards.checking import check_boards
from tests.boards.season import BOT
from tests.boards.witness import Verdict, Witness
from tests.chance import TABLES, chance

PEOPLE: Final = ("p1", "p2", "p3", "p4", "p5", "p6")
STRANGER: Final = "p9"
ADMIN: Final = "p0"
NAMES: Final = ("Anna", "Zoë", 'the "king"', "a; b", "N", "[x]", "* undo", "computer", "1. N d", "'", "李", "-", "Ugo ")
CLOCK: Final = Who(HOST)
LONGEST: Final = 6000  # commands at a table: a loop, not a table

BY_PEOPLE: Final = (
    *("name", "name", "leave", "leave", "return", "return", "join", "ready", "agree", "agree", "refuse", "pause"),
    *("resume", "back", "back", "standin", "rematch", "replace", "replace", "propose", "propose", "computer", "remove"),
    *("timeout", "mirror elsewhere", "set pace=0", "play d", "play p", "play t", "nonsense", ""),
)
"""What anybody may try at any moment."""
RARELY: Final = ("resign", "resign", "end", "start", "seal", "deal", "expire")
WITHIN_A_TURN: Final = ("leave", "return", "name", "pause", "resume", "replace", "back", "propose", "timeout")
BY_THE_HOST: Final = ("ping", "remind", "offer", "offer", "standin", "call", "play t", "timeout", "warn", "restarted 5")


class Miscounted(AssertionError):
    """A match that does not count for what it should."""


@dataclass
class Temper:
    """How wild a table is: probabilities of disorder between two plays, and commands until the host ends the match."""

    disorder: float
    rare: float
    patience: int
    matches: int

    @classmethod
    def of(cls, rng: Random) -> "Temper":
        disorder, rare = rng.choice([0.02, 0.15, 0.5]), rng.choice([0.0, 0.002, 0.03])
        return cls(disorder, rare, rng.choice([20, 60, 60, 150, 400]), rng.choice([1, 1, 2]))


@dataclass
class Evening:
    """One table, and all that happens there."""

    door: Door
    rng: Random
    id: str
    temper: Temper
    time: list[int]
    store: SqliteStore
    witness: Witness = field(default_factory=Witness)
    commands: list[str] = field(default_factory=list)  # what was carried out, by whom
    names: dict[str, str] = field(default_factory=dict)

    async def play(self, settings: Settings) -> None:
        """Until the table is closed."""
        await self.door.open(self.id, f"L{self.id}", "club/bar", self._who(PEOPLE[0]), settings)
        for number in range(LONGEST):
            table = await self._table()
            if table.phase == CLOSED:
                return
            if self.rng.random() < self.temper.disorder:
                await self._disorder(table)
            else:
                await self._order(table, number)
        raise AssertionError(f"table {self.id} does not end")

    async def _table(self) -> Table:
        table = await self.door.table(self.id)
        assert table is not None
        return table

    def _who(self, person: str) -> Who:
        """The person as they are called now; a moderator of the channel is one whether they play or not."""
        name = self.names.setdefault(person, f"Person {person}")
        return Who(person, name, admin=person in (ADMIN, PEOPLE[1]))

    async def do(self, who: Who, command: str) -> None:
        """Try it; what is done is delivered twice now and then."""
        self.time[0] += self.rng.choice([1, 50, 3000, 70_000])
        before, action_id = await self._table(), f"{self.id}:{len(self.commands)}:{self.rng.random()}"
        reply = await self.door.submit(self.id, who, action_id, command)
        if isinstance(reply, Accepted):
            self.commands.append(f"{who.id} {command}")
            self.witness.sees(before, reply.table, reply.revision)
            if reply.revision in self.witness.ended:
                assert fold(await self.store.log(BOT, self.id)) == reply.table
            if self.rng.random() < 0.05 or reply.revision in self.witness.ended:
                again = await self.door.submit(self.id, who, action_id, command)
                assert isinstance(again, Repeated)

    # --- what should happen -------------------------------------------------------------------------------------------

    async def _order(self, table: Table, number: int) -> None:
        if table.paused:
            await self.do(self._who(ADMIN), "resume")
        elif table.phase == LOBBY:
            await self._fill(table)
        elif table.phase == PAUSE:
            await self.do(CLOCK, "deal" if table.seed else "seal")
        elif table.phase == OVER:
            again = len(self.witness.ended) < self.temper.matches
            seated = [chair.person for chair in table.chairs if chair.person]
            await self.do(self._who(seated[0]) if again and seated else CLOCK, "rematch" if again else "expire")
        elif number % self.temper.patience == self.temper.patience - 1:
            await self.do(CLOCK, "timeout")
        else:
            await self._turn(table)

    async def _fill(self, table: Table) -> None:
        for person in self.rng.sample(PEOPLE[1:], self.rng.randint(1, len(table.chairs) - 1)):
            await self.do(self._who(person), "join")
        await self.do(self._who(table.opener), "start")

    async def _turn(self, table: Table) -> None:
        assert table.game is not None
        seat = table.in_turn
        chair = table.chair(seat)
        player = "greedy" if self.rng.random() < 0.9 else "random"
        action = PLAYERS[player](self.rng.randrange(1000)).choose(view(table.game.deal, seat))
        await self.do(self._who(chair.person) if chair.human else CLOCK, f"play {format_action(action)}")

    # --- what happens -------------------------------------------------------------------------------------------------

    async def _disorder(self, table: Table) -> None:
        dice = self.rng.random()
        if dice < self.temper.rare:
            await self.do(self._somebody(table), self.rng.choice(RARELY))
        elif dice < 0.15:
            await self.do(CLOCK, self.rng.choice(BY_THE_HOST))
        elif dice < 0.25:
            await self._all_agree(table)
        elif dice < 0.35 and table.in_turn:
            await self._within_a_turn(table)
        else:
            who = self._somebody(table)
            await self._one(table, who, self.rng.choice(BY_PEOPLE))

    def _somebody(self, table: Table) -> Who:
        """Mostly one of those who sit there."""
        seated = [chair.person for chair in table.chairs if chair.person]
        one = self.rng.choice([*(seated * 3), *PEOPLE, ADMIN, ADMIN, STRANGER])
        return self._who(one)

    async def _one(self, table: Table, who: Who, verb: str) -> None:
        match verb:
            case "name":
                self.names[who.id] = clean_name(self.rng.choice(NAMES), "somebody")
                await self.do(self._who(who.id), "name")
            case "replace":
                seat, person = self.rng.choice(table.code.seats), self.rng.choice(PEOPLE)
                await self.do(who, f"replace {seat} {person} {self._who(person).name}")
            case "propose":
                await self.do(who, f"propose {self.rng.choice([*CONSENTS, 'adjourn 2', 'tea'])}")
            case "join" | "computer" | "remove":
                await self.do(who, f"{verb} {self.rng.choice(['', *table.code.seats])}".strip())
            case _:
                await self.do(who, verb)

    async def _all_agree(self, table: Table) -> None:
        """Something is proposed, and nobody objects."""
        people = [self._who(table.chair(seat).person) for seat in table.people]
        if people:
            await self.do(self.rng.choice(people), f"propose {self.rng.choice(CONSENTS)}")
        for one in people:
            await self.do(one, "agree")

    async def _within_a_turn(self, table: Table) -> None:
        """Much happens before a turn is over: its player takes cards, and then this and that, by them and others."""
        for _ in range(self.rng.randint(1, 3)):
            table = await self._table()
            if table.in_turn and not table.paused and (not table.turn or self.rng.random() < 0.6):
                await self._turn(table)
        table = await self._table()
        if not table.in_turn:
            return
        mine = self._who(table.chair(table.in_turn).person or ADMIN)
        for _ in range(self.rng.randint(1, 5)):
            who = self.rng.choice([mine, mine, self._somebody(table), self._who(ADMIN)])
            await self._one(await self._table(), who, self.rng.choice(WITHIN_A_TURN))
            await self.do(mine if self.rng.random() < 0.5 else CLOCK, "back")
        if self.rng.random() < 2 * self.temper.rare:
            await self.do(mine, self.rng.choice(["resign", "end"]))


# --- many tables ------------------------------------------------------------------------------------------------------


def settings_of(rng: Random, name: str, players: int) -> Settings:
    """A short match of this code."""
    rules = load_rules(name)
    lengths = [f"hands={number}" for number in (1, 2, 4) if number in rules.hands_allowed] or [""]
    house = rng.choice([*lengths, *(["target=505"] if rules.target_allowed else [])])
    return Settings(name, house, players, pace=0)


@dataclass
class Summary:
    """How many matches ended, by code and number of players; how many counted, and how many were given up."""

    tables: Counter[str] = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        rows = [*sorted(self.tables.items()), *sorted(self.ends.items())]
        return "\n".join([f"{name:20} {number:6}" for name, number in rows])


async def evenings(folder: Path, seeds: Iterable[int]) -> Summary:
    """A table for each seed, all in one database. Raises `Miscounted` and what else goes wrong, with its seed."""
    store = await open_store(folder / "burraco.db", 1)
    try:
        summary, expected = Summary(), {}
        for seed in seeds:
            rng = chance(seed)
            time = [1_700_000_000_000]
            door = Door(store, BOT, lambda time=time: time[0], rng.randbytes)  # type: ignore[misc]  # mypy gives such a lambda no type
            name, players = TABLES[seed % len(TABLES)]
            evening = Evening(door, rng, f"t{seed:05}", Temper.of(rng), time, store)
            try:
                await evening.play(settings_of(rng, name, players))
            except Exception as error:
                error.add_note(f"seed {seed}: {name} with {players} players, after {evening.commands[-12:]}")
                raise
            for revision, found in evening.witness.ended.items():
                expected[evening.id, revision] = found
                summary.tables[f"{name} {players}"] += 1
                summary.ends["nothing" if found is None else "given up" if found.given_up >= 0 else "played"] += 1
        await compare(store, expected)
        return summary
    finally:
        await store.close()


async def compare(store: SqliteStore, expected: dict[Key, Verdict | None]) -> None:
    """What is counted is what should be, everybody's history has it once, and annulled matches count for nobody."""
    boards = Boards(store, BOT)
    await assert_counted(store, boards, expected)
    counting = [key for key, found in expected.items() if found is not None]
    for key in counting[::3]:
        await boards.correct(key, "", ADMIN, "the wrong people sat there", 2)
    await assert_histories(boards, expected, annulled=counting[::3])
    await assert_sound(store, len(expected))


async def assert_counted(store: SqliteStore, boards: Boards, expected: dict[Key, Verdict | None]) -> None:
    await boards.people()  # whoever asks for anything has everything counted
    await assert_sound(store, len(expected))
    tallies = await store.tallies(BOT, 0)
    if sorted(one.key for one in tallies) != sorted(expected):
        raise Miscounted(f"other matches are counted: {sorted({one.key for one in tallies} ^ set(expected))}")
    for one in tallies:
        assert_equal(one.key, parse_facts(one.facts), expected[one.key])
    await assert_histories(boards, expected, annulled=())


async def assert_sound(store: SqliteStore, matches: int) -> None:
    checked = await check_boards(store, BOT)
    if (checked.matches, checked.waiting, checked.differences) != (matches, 0, ()):
        found = [f"{one.table} {one.revision} {one.words}" for one in checked.differences]
        raise Miscounted("\n".join([f"{checked.matches} matches for {matches}, {checked.waiting} wait", *found]))


def assert_equal(key: Key, facts: Facts | None, verdict: Verdict | None) -> None:
    """The facts of a match are what the witness says."""
    if facts is None or verdict is None:
        if facts is not None or verdict is not None:
            raise Miscounted(f"{key}: {facts} for {verdict}")
        return
    sides = [(side.place, side.total, side.mp, side.vp) for side in facts.sides]
    shares = [(one.place, one.total, one.mp, None if one.vp is None else 6 * one.vp) for one in verdict.shares]
    seats = [(seat.person, seat.deals, seat.away, seat.closings) for _, seat in facts.seats()]
    sat = [(one.person, one.deals, one.away, one.closings) for one in verdict.seats]
    if (sides, sorted(seats), facts.given_up) != (shares, sorted(sat), verdict.given_up):
        raise Miscounted(f"{key}: {sides}, {sorted(seats)} for {shares}, {sorted(sat)}")


async def assert_histories(boards: Boards, expected: dict[Key, Verdict | None], annulled: Sequence[Key]) -> None:
    """Everybody has the matches that count for them once each, with what was annulled marked, and on their card not."""
    for person in (*PEOPLE, ADMIN, STRANGER):
        mine = {key: key in annulled for key, found in expected.items() if found and person in found.people}
        past = Counter([(one.key, one.annulled) for one in await boards.history(person)])
        if past != Counter(mine.items()):
            raise Miscounted(f"{person} has {past - Counter(mine.items())} and lacks {Counter(mine.items()) - past}")
        card = await boards.card(person)
        counted = sum(kind.ranked.matches + kind.practice.matches for kind in card.kinds)
        if counted != list(mine.values()).count(False):
            raise Miscounted(f"{counted} matches on the card of {person}, of {len(mine)}")


def run(seeds: Iterable[int]) -> Summary:
    """The tables of these seeds in a database of their own."""
    with TemporaryDirectory() as folder:
        return asyncio.run(evenings(Path(folder), seeds))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.boards.tables", description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--first", type=int, default=0, help="the first seed; a failure names its own")
    options = parser.parse_args()
    print(run(range(options.first, options.first + options.tables)))


if __name__ == "__main__":
    main()
