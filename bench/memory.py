"""A process of computer players, asked without a pause: how its memory grows.

It is a host's process as it is, and beside its work a thread notes once a minute what it holds. It is asked what a
host asks: for the moves of deals of all codes and of several levels, now and then for a hint, and about a decision of
each deal that has ended, but without the pauses that people make.
"""

import gc
import pickle
import sys
import threading
import time
from collections.abc import Iterator
from itertools import count
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, Final

from bench.process_figures import busy, memory
from bench.timing import chance_of
from bot.host.computer_process import ADVICE, Question, serve
from bot.host.computers import question_about
from bot.host.looking_back import Piece, bare
from engine.actions import parse_action
from engine.analysis import decisions
from engine.code import Code, code_for
from engine.deal import TAKE, start
from engine.melds import Meld
from engine.players import sees
from engine.refusal import Refused
from engine.replay import replay
from engine.rules import RULE_SETS, load_rules
from engine.shuffle import SEED_BYTES, deck_of
from engine.simulate import simulate_deal
from engine.table import Game, act
from engine.transitions import is_stallo

LOOKS: Final = 60
EVERY: Final = 60.0  # seconds between two looks
SEED: Final = 11
CODES: Final = tuple(code_for(rules, players) for rules in map(load_rules, RULE_SETS) for players in rules.players)
LEVELS: Final = ("expert", "club", "beginner", "club")  # at a table; they change seats from deal to deal
HINTS: Final = 50  # questions, among which one is for a hint


def measure(number: int = LOOKS, every: float = EVERY) -> dict[str, Any]:
    """Figures by name, up to so many looks; `looks` say what the process held then."""
    context = get_context("spawn")
    pipe, theirs = context.Pipe()
    reader, telling = context.Pipe(duplex=False)
    process = context.Process(target=_observed, args=(theirs, telling, every), daemon=True)
    process.start()
    theirs.close()
    telling.close()
    try:
        questions = Questions(pipe)
        looks: list[dict[str, Any]] = []
        for _ in questions.deals():
            while reader.poll():
                looks.append({**reader.recv(), "answers": questions.answers, "deals": questions.played})
            if len(looks) >= number:
                break
        spent = busy(process.pid or 0)
    finally:
        process.kill()
        process.join()
    return {"looks": looks, "answers": questions.answers, "deals": questions.played, "cpu_seconds": round(spent, 1)}


# --- in the process ---------------------------------------------------------------------------------------------------


def _observed(pipe: Connection, telling: Connection, every: float) -> None:
    """What a host's process does, and what it holds told meanwhile."""
    threading.Thread(target=_tell, args=(telling, every), daemon=True).start()
    serve(pipe)


def _tell(telling: Connection, every: float) -> None:
    began = time.monotonic()
    for number in count(1):
        time.sleep(max(0.0, began + number * every - time.monotonic()))
        telling.send({"minutes": round((time.monotonic() - began) / 60, 2), **_sizes()})


def _sizes() -> dict[str, Any]:
    """Memory in use; objects that a collection would search, and judged melds among them; memory blocks of Python."""
    objects = gc.get_objects()
    melds = sum(type(one) is Meld for one in objects)
    collected = gc.get_stats()
    return {
        "mb": round(memory() / 1e6, 1),
        "objects": len(objects),
        "melds": melds,
        "blocks": sys.getallocatedblocks(),
        "collections": sum(generation["collections"] for generation in collected),
        "freed": sum(generation["collected"] for generation in collected),
    }


# --- who asks ---------------------------------------------------------------------------------------------------------


class Questions:
    """What a process has been asked: deals, played by what it answers."""

    def __init__(self, pipe: Connection) -> None:
        self.answers = self.played = 0
        self._pipe = pipe
        self._chance = chance_of(SEED)

    def deals(self) -> Iterator[None]:
        """Deals without end; it stands still after each question."""
        for number in count():
            code = CODES[number % len(CODES)]
            yield from self._deal(code, number)
            yield from self._look_back(code, number)
            self.played += 1

    def _deal(self, code: Code, number: int) -> Iterator[None]:
        game = Game(start(code, deck_of(self._chance.randbytes(SEED_BYTES)), number % code.players))
        while not game.deal.is_over and not (game.deal.phase == TAKE and is_stallo(game.deal)):
            name = LEVELS[(game.deal.turn + number) % len(LEVELS)]
            seen = sees(game, game.deal.seat, remembers=name == "expert")
            if self.answers % HINTS == 0:
                self._ask([question_about(ADVICE, seen, 0)])
            ((actions, _),) = self._ask([question_about(name, seen, self._chance.getrandbits(32))])
            for action in actions:
                outcome = act(game, game.deal.seat, parse_action(action))
                if isinstance(outcome, Refused):  # planned before an unknown card turned out
                    break
                game, _ = outcome
            yield

    def _look_back(self, code: Code, number: int) -> Iterator[None]:
        """About one decision of a deal of club players."""
        deal = simulate_deal(code.rules, ("club",) * code.players, number, SEED)
        text = bare(deal.record)
        places = len(decisions(replay(text).deals[0]))
        self._ask(Piece(text, self._chance.randrange(places)))
        yield

    def _ask(self, work: list[Question] | Piece) -> Any:
        self._pipe.send_bytes(pickle.dumps(work))
        self.answers += 1
        return pickle.loads(self._pipe.recv_bytes())  # noqa: S301  from a process of our own
