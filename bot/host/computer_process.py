"""A process in which computer players think: questions go down its pipe, a list at a time, and their answers come back.

Nothing stands between the event loop and the pipe: a pool's queue and its two threads cost more than a quick answer.
"""

import asyncio
import os
import pickle
import time
from contextlib import suppress
from functools import lru_cache
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, Final, NamedTuple, TypeAlias, cast

from bot.host.garbage import collect_seldom
from bot.host.looking_back import Piece, look_at
from bot.host.parents import end_with_parent
from engine.actions import format_action, parse_action
from engine.advice import Advice, advise, review
from engine.analysis import ExpectedCourse, JudgedDecision
from engine.cards import parse_cards
from engine.hand import pack
from engine.lookup import keep_few
from engine.players import turn_of
from engine.position import parse_position
from engine.rules import Rules
from engine.view import View

POLITE: Final = 10
HARD_STOP: Final = 1.0  # seconds after which a player who searches answers with the best found so far
LOOK: Final = 0.001  # seconds between two looks whether anybody waits: one costs as much as judging a position


class Question(NamedTuple):
    """What a player is asked: their name, the pickled rules, the seat that looks, its position, a seed.

    `memory`: by seat the cards that are remembered (`View.held`), as text. `left`: as of `View`.
    `played`: of a `REVIEW`, what was done.
    """

    name: str
    rules: bytes
    viewer: str
    position: str
    seed: int
    memory: tuple[str, ...] = ()
    left: tuple[int, ...] = ()
    played: tuple[str, ...] = ()


ADVICE: Final = "advice"  # instead of a player's name: what to do, and how sure that is
REVIEW: Final = "review"  # the same of what was played
Answered: TypeAlias = tuple[tuple[str, ...] | Advice, float]
"""The player's actions, one after another until something new is seen, () if it failed; and seconds of CPU time. By the
clock, questions would seem slow on a busy machine, and each would be asked alone."""

PieceAnswer: TypeAlias = JudgedDecision | ExpectedCourse | None
"""What was found out about a piece of a deal; None if that failed."""


class Died(Exception):
    """The process is no more."""


class NobodyWaits(Exception):
    """Raised inside a player whose answer nobody waits for any more."""


class ComputerProcess:
    """A process, asked one list after the other. To be started, asked and closed on the event loop."""

    def __init__(self) -> None:
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self.process = context.Process(target=serve, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()  # the one that is left is the process's own: it ends with it
        self._answer: asyncio.Future[Any] | None = None
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(self._pipe.fileno(), self._receive)

    async def ask(self, questions: list[Question]) -> list[Answered]:
        """What each player does. Raises `Died`; after that, and after a cancellation, it is of no more use."""
        return cast("list[Answered]", await self._send(questions))

    async def look_at(self, piece: Piece) -> PieceAnswer:
        """What is found of a piece of an analysis. Raises `Died`, and is of no more use then, as above."""
        return cast("PieceAnswer", await self._send(piece))

    async def _send(self, work: list[Question] | Piece) -> object:
        self._answer = self._loop.create_future()
        try:
            self._pipe.send_bytes(pickle.dumps(work))
        except OSError as error:
            raise Died from error
        return await self._answer

    def hurry(self) -> None:
        """Nobody waits for the answer any more: the player stops, and answers with nothing."""
        if not self._pipe.closed:
            with suppress(OSError):  # it ends, and whoever waits is told so
                self._pipe.send_bytes(pickle.dumps([]))

    def _receive(self) -> None:
        """An answer, or the end of the process."""
        answer, self._answer = self._answer, None
        try:
            found = pickle.loads(self._pipe.recv_bytes())  # noqa: S301  from a process of our own
        except (EOFError, OSError):
            self.close()
            if answer is not None and not answer.done():
                answer.set_exception(Died())
            return
        if answer is not None and not answer.done():
            answer.set_result(found)

    @property
    def is_closed(self) -> bool:
        return self._pipe.closed

    def close(self) -> None:
        """End the process, also while a player thinks."""
        if not self._pipe.closed:
            self._loop.remove_reader(self._pipe.fileno())
            self._pipe.close()
            self.process.kill()


# --- in the process ---------------------------------------------------------------------------------------------------


def serve(pipe: Connection) -> None:
    """Answer until the host has closed the pipe."""
    _be_a_guest()
    collect_seldom()
    keep_few()
    while True:
        try:
            work = pickle.loads(pipe.recv_bytes())  # noqa: S301  from the host
            if work:  # else it was in a hurry, and was answered meanwhile
                answer = _looked_at(work) if isinstance(work, Piece) else [_choose(one, pipe) for one in work]
                pipe.send_bytes(pickle.dumps(answer))
        except (EOFError, OSError):
            return


def _be_a_guest() -> None:
    end_with_parent()
    if hasattr(os, "nice"):
        os.nice(POLITE)  # whoever has played is answered before anybody thinks


def _choose(question: Question, pipe: Connection) -> Answered:
    began = looked = time.perf_counter()
    spent = time.thread_time()

    def late() -> bool:
        nonlocal looked
        now = time.perf_counter()
        if now - looked > LOOK:
            looked = now
            if pipe.poll():  # whatever comes down it says that nobody waits
                raise NobodyWaits
        return now - began > HARD_STOP

    answer: tuple[str, ...] | Advice
    try:
        seen = _seen(question)
        if question.name == ADVICE:
            answer = advise(seen, late)
        elif question.name == REVIEW:
            played = tuple(parse_action(action) for action in question.played)
            answer = review(seen, played, late)
        else:
            answer = tuple(format_action(action) for action in turn_of(question.name, question.seed, seen, late))
    except Exception:  # noqa: BLE001  the others of the list are asked all the same; the host says who failed
        answer = ()
    return answer, time.thread_time() - spent


def _seen(question: Question) -> View:
    in_hand = tuple(pack(parse_cards(cards)) for cards in question.memory)
    return View(question.viewer, parse_position(_rules(question.rules), question.position), in_hand, question.left)


def _looked_at(piece: Piece) -> PieceAnswer:
    try:
        return look_at(piece)
    except Exception:  # noqa: BLE001  the process goes on; the host says what has failed
        return None


@lru_cache(256)
def _rules(pickled: bytes) -> Rules:
    found = pickle.loads(pickled)  # noqa: S301  from the host
    assert isinstance(found, Rules)
    return found
