"""Computer players think in processes of their own, so that nobody else waits for them.

A player gets the position its seat sees, as text, and answers with an action as text. Whatever happens to it, the table
goes on: a dead process is replaced, and for a player that fails, answers nonsense or takes too long the club's plays.
"""

import asyncio
import logging
import pickle
import secrets
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from functools import lru_cache
from typing import Final, TypeAlias, cast

from bot.fair_share import Turns
from bot.host.computer_process import ADVICE, REVIEW, Answered, ComputerProcess, Question
from bot.host.looking_back import Piece
from bot.shield import shield
from engine.actions import Action, format_action, parse_action
from engine.advice import Advice
from engine.analysis import ExpectedCourse, JudgedDecision
from engine.cards import format_cards
from engine.code import Code
from engine.hand import unpack
from engine.legal import legal
from engine.play import Step, advance
from engine.players.club import Club
from engine.view import View

LOG: Final = logging.getLogger(__name__)
PATIENCE: Final = 20.0  # seconds for one action
TOGETHER: Final = 0.003  # seconds that questions asked together may take: their answers, too, come together

MOST_PLANS: Final = 1000  # turns that players have planned, and not played to their end yet
Situation: TypeAlias = tuple[str, str, Code, str]  # the player's name, the seat that looks, the code, its position
_OpenQuestion: TypeAlias = tuple[Question, asyncio.Future[tuple[str, ...]]]

_pickled = lru_cache(256)(pickle.dumps)


class PlayerFailed(Exception):
    """A player raised something."""


class ComputerPlayers:
    """So many processes for moves and one for what people want to know, each started when it is first needed.

    Questions that wait while all processes are busy are asked together, as many as can be answered in a few
    milliseconds: for a quick player, handing over a question costs more than answering it. People's tables take turns,
    so that the hundreds of one person cost the one of another little.

    What people want to know goes to one process at a time, and is begun while no computer player waits for one.
    """

    def __init__(self, processes: int = 2, patience: float = PATIENCE) -> None:
        self._processes = processes
        self._patience = patience
        self._waiting: Turns[str, _OpenQuestion] = Turns()  # by whose table it is about
        self._advising = asyncio.Lock()
        self._thoughts: set[asyncio.Task[Answered]] = set()  # about advice, whether or not anybody waits for it
        self._is_free = asyncio.Event()  # no computer player waits for a process
        self._is_free.set()
        self._asking: set[asyncio.Task[None]] = set()  # one for each process that thinks
        self._usual: dict[str, float] = {}  # seconds that a player takes
        self._idle: list[ComputerProcess] = []
        self._planned: dict[Situation, tuple[Action, ...]] = {}

    async def think(self, name: str, seen: View, person: str = "") -> Action:
        """A legal action of the player of this name, at a table of this person.

        Where it is cancelled, the process is free a moment later.
        """
        situation = name, seen.viewer, seen.deal.code, str(seen)
        planned = self._planned.pop(situation, ())
        try:
            found = planned or tuple([parse_action(action) for action in await self._ask(name, seen, person)])
            action = found[0]
        except Exception as error:  # noqa: BLE001  no fault of a player may stop a table
            LOG.warning("a computer player failed", extra={"player": name, "error": type(error).__name__})
            return stand_in(seen)
        step = advance(seen.deal, action)
        if not isinstance(step, Step):
            return stand_in(seen)
        if found[1:]:
            self._remember((*situation[:3], str(View(seen.viewer, step.deal))), found[1:])
        return action

    def _remember(self, situation: Situation, planned: tuple[Action, ...]) -> None:
        """The actions to follow if the player next sees exactly this. The oldest are forgotten."""
        self._planned[situation] = planned
        while len(self._planned) > MOST_PLANS:
            del self._planned[next(iter(self._planned))]

    async def advise(self, seen: View, played: tuple[Action, ...] = ()) -> Advice:
        """What to do, or how good what was `played` is; for the seat in turn, by its own view.

        Whoever cancels it is obeyed at once, and the process is free a moment later. Raises whatever went wrong.
        """
        name, actions = (REVIEW, played) if played else (ADVICE, ())
        question = question_about(name, seen, secrets.randbits(32))._replace(
            played=tuple(format_action(action) for action in actions)
        )
        async with self._advising:
            await self._is_free.wait()
            thinker = self._free_process()
            answer = asyncio.create_task(self._answered(thinker, question))
            self._thoughts.add(answer)
            answer.add_done_callback(self._end_thought)
            try:
                found, _ = await shield(answer)
            except asyncio.CancelledError:
                if not answer.done():  # else it may be asked something else by now
                    thinker.hurry()
                raise
        if not isinstance(found, Advice):
            raise PlayerFailed
        return found

    def _end_thought(self, answer: asyncio.Task[Answered]) -> None:
        self._thoughts.discard(answer)
        if not answer.cancelled():
            answer.exception()  # whoever waits is told; where nobody does, it is nobody's

    async def _answered(self, thinker: ComputerProcess, question: Question) -> Answered:
        """What one process answers, whether or not anybody still waits for it; then the process is free again."""
        (found,) = await self._ask_this(thinker, [question])
        return found

    async def look_at(self, piece: Piece) -> JudgedDecision | ExpectedCourse:
        """What is found of a piece of an analysis. Raises whatever went wrong."""
        async with self._advising:
            await self._is_free.wait()
            thinker = self._free_process()
            async with self._lent(thinker):
                found = await thinker.look_at(piece)
        if found is None:
            raise PlayerFailed
        return found

    async def plays_on(self, name: str, seen: View, seed: int) -> tuple[Action, ...]:
        """What a player would do whom nobody waits for at a table, until they see something new: the same each time.

        Raises whatever went wrong.
        """
        async with self._advising:
            await self._is_free.wait()
            ((actions, _),) = await self._ask_process([question_about(name, seen, seed)])
        if not actions or isinstance(actions, Advice):
            raise PlayerFailed
        return tuple(parse_action(action) for action in actions)

    async def _ask(self, name: str, seen: View, person: str) -> tuple[str, ...]:
        question = question_about(name, seen, secrets.randbits(32))
        answer: asyncio.Future[tuple[str, ...]] = asyncio.get_running_loop().create_future()
        self._waiting.append(person, (question, answer))
        self._is_free.clear()
        if len(self._asking) < self._processes:
            self._asking.add(asyncio.create_task(self._ask_on()))
        return await answer

    async def _ask_on(self) -> None:
        """Ask a process until nobody waits any more."""
        try:
            while self._still_waiting():
                await self._answer(self._next())
            self._is_free.set()
        finally:  # at once: whoever was answered may ask again before this task is over
            self._asking.discard(cast("asyncio.Task[None]", asyncio.current_task()))

    async def _answer(self, batch: list[_OpenQuestion]) -> None:
        try:
            thinker = self._free_process()
            with _hurried(thinker, [answer for _, answer in batch]):
                found = await self._ask_this(thinker, [question for question, _ in batch])
        except Exception as error:  # noqa: BLE001  whoever waits hears of it
            for _, answer in batch:
                if not answer.done():
                    answer.set_exception(error)
            return
        for (question, answer), (actions, seconds) in zip(batch, found, strict=True):
            if not answer.cancelled():  # that thought may have been cut short
                self._note(question.name, seconds)
            if not answer.done() and isinstance(actions, tuple) and actions:
                answer.set_result(actions)
            elif not answer.done():
                answer.set_exception(PlayerFailed())

    def _still_waiting(self) -> bool:
        """Whether anybody waits for an answer; whoever has given up is asked about no more."""
        while self._waiting and self._waiting.first[1].cancelled():
            self._waiting.popleft()
        return bool(self._waiting)

    def _next(self) -> list[_OpenQuestion]:
        """The questions whose turn it is; one for a player whose speed is not known yet is asked alone."""
        batch = [self._waiting.popleft()]
        seconds = self._usual.get(batch[0][0].name, TOGETHER)
        while self._waiting and seconds < TOGETHER:
            seconds += self._usual.get(self._waiting.first[0].name, TOGETHER)
            if seconds < TOGETHER:
                batch.append(self._waiting.popleft())
        return batch

    def _note(self, name: str, seconds: float) -> None:
        self._usual[name] = 0.9 * self._usual.get(name, seconds) + 0.1 * seconds

    async def _ask_process(self, questions: list[Question]) -> list[Answered]:
        """By a process that is free: it is there again for the next ones, unless it died or took too long."""
        return await self._ask_this(self._free_process(), questions)

    async def _ask_this(self, thinker: ComputerProcess, questions: list[Question]) -> list[Answered]:
        async with self._lent(thinker):
            return await thinker.ask(questions)

    @asynccontextmanager
    async def _lent(self, thinker: ComputerProcess) -> AsyncIterator[None]:
        try:
            async with asyncio.timeout(self._patience):
                yield
        except BaseException:  # a cancellation, too: its answer would be taken for the next one
            thinker.close()
            raise
        self._idle.append(thinker)

    def _free_process(self) -> ComputerProcess:
        while self._idle:
            thinker = self._idle.pop()
            if not thinker.is_closed:
                return thinker
        return ComputerProcess()

    async def until_idle(self) -> None:
        """Until no process thinks of anything."""
        while tasks := self._asking | self._thoughts:
            await asyncio.wait(tasks)

    def close(self) -> None:
        """End the processes."""
        for task in (*self._asking, *self._thoughts):
            task.cancel()
        for thinker in self._idle:
            thinker.close()
        self._idle.clear()


@contextmanager
def _hurried(thinker: ComputerProcess, answers: Sequence[asyncio.Future[tuple[str, ...]]]) -> Iterator[None]:
    """While it is asked, it is told when nobody waits for any of the answers any more."""
    is_asked = True

    def note(_: asyncio.Future[tuple[str, ...]]) -> None:
        if is_asked and all(answer.cancelled() for answer in answers):
            thinker.hurry()

    for answer in answers:
        answer.add_done_callback(note)
    try:
        yield
    finally:
        is_asked = False


def question_about(name: str, seen: View, seed: int) -> Question:
    memory = tuple(format_cards(unpack(hand)) for hand in seen.held)
    return Question(name, _pickled(seen.deal.code.rules), seen.viewer, str(seen), seed, memory, seen.left)


def stand_in(seen: View) -> Action:
    """What the club player does, who needs no search: at once, a millisecond on the event loop."""
    try:
        return Club(0).choose(seen)
    except Exception as error:  # noqa: BLE001  then any legal action
        LOG.warning("the club player failed too", extra={"error": type(error).__name__})
        return legal(seen.deal)[0]
