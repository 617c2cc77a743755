"""How fast are the boards? `python -m bench.boards [MATCHES]`: a bot with so many matches among 2,000 people.

Cold is the first board after a start, with every tally read; warm are boards that change between two questions.
"""

import asyncio
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bot.boards.board import OVERALL, Query
from bot.boards.boards import Boards
from bot.boards.facts import PAIRS, Facts, SeatFacts, Side, format_facts
from bot.boards.ports import StoredMatch, Tally
from bot.durations import MINUTE
from bot.host.ports import TABLE, Change, Person, Result, Subject
from bot.store.sqlite import SqliteStore, open_store
from engine.stream import Stream

BOT: Final = "bench"
PEOPLE: Final = 2000
CHANNELS: Final = 50
QUESTIONS: Final = 500


def facts(chance: Stream) -> Facts:
    """A match of four people."""
    four: list[str] = []
    while len(four) < 4:
        person = f"p{chance.below(PEOPLE)}"
        four += [person] if person not in four else []
    margin = 5 * chance.below(300) - 750
    sides = [
        Side(tuple(SeatFacts(person, deals=4, closings=1) for person in two), place, 900, mp, 6 * vp, 2, 3)
        for two, place, mp, vp in ((four[:2], 1, abs(margin), 14), (four[2:], 2, -abs(margin), 6))
    ]
    return Facts(PAIRS, "fibur", 4, -1, corrected=False, sides=tuple(sides))


async def add(store: SqliteStore, chance: Stream, first: int, many: int) -> None:
    """Matches that are counted already."""
    for number in range(first, first + many):
        table, channel, at = f"t{number:06}", f"server/{number % CHANNELS}", number * MINUTE
        result = Result("match", 1, "", "", "[]")
        subject = Subject(TABLE, table)
        change = Change(BOT, subject, 0, "end", "host", "play x", at, "{}", "over", channel, results=(result,))
        await store.commit(change)
    await store.add_tallies(
        BOT, [(match, random_tally(match, chance)) for match in await store.matches_without_tally(BOT, many)]
    )


def random_tally(match: StoredMatch, chance: Stream) -> Tally:
    return Tally(match.table, match.revision, match.channel, match.ended_at, format_facts(facts(chance)))


async def measure(store: SqliteStore, matches: int) -> None:
    chance = Stream(1)
    for person in range(PEOPLE):
        await store.put_person(BOT, Person(f"p{person}", f"Player {person}", "it"))
    await add(store, chance, 0, matches)
    boards = Boards(store, BOT)
    orders = ("vp", "average", "rating", "wins")
    queries = [Query(by, scope=OVERALL, period=period) for by in orders for period in ("ever", "season", "week")]
    now = matches * MINUTE
    began = time.perf_counter()
    await boards.board(queries[0], now)
    print(f"cold, {matches} matches: {time.perf_counter() - began:.2f} s")
    for query in queries:
        await boards.board(query, now)
    times = []
    for question in range(QUESTIONS):
        if question % 10 == 0:
            await add(store, chance, matches + question, 1)
        began = time.perf_counter()
        await boards.board(queries[question % len(queries)], now)
        times.append(1000 * (time.perf_counter() - began))
    times.sort()
    print(f"warm, {QUESTIONS} boards: p50 {times[QUESTIONS // 2]:.1f} ms, p99 {times[QUESTIONS * 99 // 100]:.1f} ms")


async def main(matches: int) -> None:
    with TemporaryDirectory() as folder:
        store = await open_store(Path(folder) / "burraco.db", at=1)
        try:
            await measure(store, matches)
        finally:
            await store.close()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 20_000))
