"""Analyses are made once for a record, in the players' processes and behind them; the same record gives the same."""

import asyncio
import pickle
from collections.abc import Awaitable, Callable
from functools import cache
from typing import Final, TypeVar

import pytest

from bot.host.analyses import MOST, Analyses, Busy
from bot.host.computers import ComputerPlayers, PlayerFailed
from bot.host.looking_back import Piece, bare, look_at
from engine.actions import Action
from engine.analysis import Analysis, ExpectedCourse, JudgedDecision, analyse
from engine.legal import legal
from engine.record import DealRecord, TableLine, Turn, format_record
from engine.replay import replay
from engine.rules import load_rules
from engine.simulate import simulate
from engine.table import Resign
from engine.view import View, view

Found = TypeVar("Found")


def played(seed: int = 5, rules: str = "fibur") -> DealRecord:
    (deal,) = simulate(load_rules(rules), ("club", "beginner") * 2, 1, seed)
    return replay(format_record([deal.record])).deals[0].record


def cut_short(record: DealRecord, turns: int) -> DealRecord:
    """The deal, given up after so many turns."""
    tags = {tag: value for tag, value in record.tags.items() if tag not in ("Result", "Termination")}
    lines = [line for line in record.lines if isinstance(line, Turn)][:turns]
    return DealRecord(tags, (*lines, TableLine(Resign(lines[-1].seat))))


SHORT: Final = cut_short(played(), 4)


def with_players(work: Callable[[ComputerPlayers], Awaitable[Found]]) -> Found:
    async def main() -> Found:
        players = ComputerPlayers(processes=1)
        try:
            return await work(players)
        finally:
            players.close()

    return asyncio.run(main())


def analysed(record: DealRecord) -> Analysis:
    return with_players(lambda players: Analyses(players.look_at, players.plays_on).of(record))


@cache
def analysis_of_short() -> Analysis:
    """As it is made in this process."""
    return analyse(replay(format_record([SHORT])).deals[0])


def test_the_same_record_gives_the_same_bytes_in_another_process_and_under_other_names() -> None:
    """Who played it, in which match and where, changes nothing."""
    found = analysed(SHORT)
    assert found.decisions > 5
    again = analysed(DealRecord({**SHORT.tags, "N": "Anna", "Event": "Osteria", "Deal": "3"}, SHORT.lines))
    assert pickle.dumps(found) == pickle.dumps(again)
    assert found == analysis_of_short()


@pytest.mark.parametrize("name", ["a-whole-match-of-two-deals-fitab", "a-whole-match-of-three-deals-three-player"])
def test_a_deal_of_a_match_replays_alone(name: str) -> None:
    with open(f"tests/transcripts/{name}.brn", encoding="utf-8") as file:
        deals = replay(file.read()).deals
    for deal in deals:
        (alone,) = replay(bare(deal.record)).deals
        assert alone.game == deal.game


def test_who_asks_while_it_is_made_waits_for_the_same_and_afterwards_nobody_does() -> None:
    looked: list[Piece] = []

    async def look(piece: Piece) -> JudgedDecision | ExpectedCourse:
        looked.append(piece)
        await asyncio.sleep(0)
        return look_at(piece)

    async def main() -> None:
        analyses = Analyses(look, nobody)
        one, other = await asyncio.gather(analyses.of(SHORT), analyses.of(SHORT))
        assert one is other is await analyses.of(SHORT)

    asyncio.run(main())
    assert len(looked) == len(set(looked))


async def nobody(_name: str, _seen: View, _seed: int) -> tuple[Action, ...]:
    raise AssertionError


def test_what_fails_is_told_and_may_be_asked_for_again() -> None:
    failing = [True]

    async def look(piece: Piece) -> JudgedDecision | ExpectedCourse:
        if failing:
            failing.pop()
            raise PlayerFailed
        return look_at(piece)

    async def main() -> Analysis:
        analyses = Analyses(look, nobody)
        with pytest.raises(PlayerFailed):
            await analyses.of(SHORT)
        return await analyses.of(SHORT)

    assert asyncio.run(main()).decisions


def test_a_process_that_cannot_replay_says_so_and_goes_on() -> None:
    async def work(players: ComputerPlayers) -> None:
        with pytest.raises(PlayerFailed):
            await players.look_at(Piece("nonsense", 0))
        assert await players.look_at(Piece(bare(SHORT), 0)) == look_at(Piece(bare(SHORT), 0))

    with_players(work)


def test_not_too_many_wait() -> None:
    async def never(_: Piece) -> JudgedDecision | ExpectedCourse:
        await asyncio.Event().wait()
        raise AssertionError

    async def main() -> None:
        analyses = Analyses(never, nobody)
        records = [DealRecord({"Seed": str(number)}) for number in range(MOST + 1)]
        waiting = [asyncio.create_task(analyses.of(record)) for record in records[:-1]]
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await analyses.of(records[-1])
        analyses.close()
        assert all(
            isinstance(one, asyncio.CancelledError) for one in await asyncio.gather(*waiting, return_exceptions=True)
        )

    asyncio.run(main())


def test_a_player_s_move_goes_before_all_that_is_left_of_an_analysis() -> None:
    """There is one process: the move waits for the piece that is looked at, not for the whole."""
    order: list[str] = []

    async def work(players: ComputerPlayers) -> None:
        begun = asyncio.Event()

        async def look(piece: Piece) -> JudgedDecision | ExpectedCourse:
            found = await players.look_at(piece)
            order.append("piece")
            if len(order) == 2:
                begun.set()
            return found

        analysis = asyncio.create_task(Analyses(look, players.plays_on).of(SHORT))
        await begun.wait()
        before = len(order)
        await players.think("greedy", seen())
        assert len(order) <= before + 1
        await analysis
        assert len(order) > before + 1

    with_players(work)


def test_hints_that_are_called_off_between_the_pieces_change_nothing_of_the_analysis() -> None:
    """They share processes and their turn; a word that nobody waits for a hint is never taken for a piece's."""

    async def work(players: ComputerPlayers) -> Analysis:
        async def look(piece: Piece) -> JudgedDecision | ExpectedCourse:
            hint = asyncio.create_task(players.advise(seen()))
            for _ in range(3):  # who asks, and the question on its way
                await asyncio.sleep(0)
            assert players._thoughts
            hint.cancel()
            with pytest.raises(asyncio.CancelledError):
                await hint
            return await players.look_at(piece)

        found = await Analyses(look, players.plays_on).of(SHORT)
        assert (await players.advise(seen())).actions[0] in legal(seen().deal)
        return found

    assert with_players(work) == analysis_of_short()


def seen() -> View:
    deal = replay(bare(SHORT)).deals[0].dealt
    return view(deal, deal.seat)


def test_a_player_asked_for_nobody_s_table_does_the_same_each_time() -> None:
    async def work(players: ComputerPlayers) -> None:
        found = [await players.plays_on(level, seen(), 7) for level in ("club", "expert", "club", "expert")]
        assert found[:2] == found[2:]
        assert {actions[0] for actions in found} <= set(legal(seen().deal))
        with pytest.raises(PlayerFailed):
            await players.plays_on("nobody", seen(), 7)

    with_players(work)
