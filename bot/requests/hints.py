"""Hints for who is in turn, and why a computer did what it did: thought of elsewhere, told to who asks.

A hint comes in two steps: first where to look, then the play. It is thought of once for a person at a stage of their
table, from their own view alone, and no longer than anybody may wait for it; as soon as the table goes on, it is called
off. It is kept here and nowhere else: no log, no record and nobody else hears of it.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import ClassVar, Final, TypeAlias

from bot.bounded import Bounded
from bot.host.ports import Person
from bot.requests.answer import Answer, ExplanationPage, HintPage, Moved
from bot.tables.hints import explanation_refusal, hint_refusal
from bot.tables.table import Table
from bot.tables.who import Declined
from bot.views.display_names import computer_name
from bot.words.advice import explanation, hint_lines, nudge
from bot.words.declined import declined_words
from bot.words.languages import say
from bot.words.notices import Notice, notice
from engine.actions import CLOCK_OUT, POZZETTO, Action, Add, Lay, Written
from engine.advice import Advice, at_once
from engine.memory import view_with_memory
from engine.record import DealRecord, TableLine, Turn
from engine.refusal import Refused
from engine.table import Game, Substitute, act
from engine.view import View

LOG: Final = logging.getLogger(__name__)
PATIENCE: Final = 2.0  # seconds for a search, its wait for computer players included
TABLES: Final = 2_000
STEPS: Final = 2  # of a hint: where to look, and the play
PLAY: Final = "play"  # what the button of the second step says

Advise: TypeAlias = Callable[[View, tuple[Action, ...]], Awaitable[Advice]]
"""What the seat in turn does best by its view, or how good what it has played is."""


@dataclass(frozen=True, slots=True)
class Hint:
    """Who is in turn asks what to play: first where to look, and at the second time the play.

    `stage`: they have been told where to look there, and want the play, whatever this host has told them; 0 for none.
    """

    table: str
    delivery: str = ""
    stage: int = 0
    line: ClassVar = "hint"


@dataclass(frozen=True, slots=True)
class Explain:
    """Why a computer did what it did in its last turn of the deal that has ended: the one at this seat, "" for any."""

    table: str
    seat: str = ""

    @property
    def line(self) -> str:
        return f"explain {self.seat}".strip()


@dataclass(slots=True)
class _Thought:
    """What is being thought of for a person at this stage, and how much of it they were told, by which request."""

    stage: int
    advice: asyncio.Task[Advice]
    step: int = 0
    delivery: str = ""

    def tell_on(self, request: Hint, step: int) -> None:
        """The step after the one that they had been told when they asked; the same request again is told the same.

        Whoever asks twice before they are answered is told the same, too.
        """
        if request.stage == self.stage:
            self.step = STEPS
        elif step == self.step and not (request.delivery and request.delivery == self.delivery):
            self.step = min(STEPS, step + 1)
        self.delivery = request.delivery


class Hints:
    """One bot's. Until `note_adviser` says who searches, it is what the club would do."""

    def __init__(self) -> None:
        self._advise: Advise = _without_search
        self._thoughts: Bounded[str, dict[str, _Thought]] = Bounded(TABLES)  # by table and person
        self._explained: Bounded[tuple[str, str], tuple[DealRecord, Advice]] = Bounded(TABLES)

    def note_adviser(self, advise: Advise) -> None:
        """Who searches from now on."""
        self._advise = advise

    def note_table(self, table_id: str, table: Table) -> None:
        """The table has changed: nobody needs what was thought of for an earlier stage."""
        thoughts = self._thoughts.get(table_id, {})
        for person in [person for person, one in thoughts.items() if one.stage != table.stage]:
            thoughts.pop(person).advice.cancel()
        if table_id in self._thoughts and not thoughts:
            del self._thoughts[table_id]

    # --- a hint -------------------------------------------------------------------------------------------------------

    async def hint(self, table: Table, table_id: str, person: Person, request: Hint) -> Answer:
        """For the eyes of who asks alone."""
        declined = hint_refusal(table, person.id)
        if declined is not None:
            return Answer(False, declined_words(person.language, declined, table), table_id)
        assert table.game is not None
        seen = view_with_memory(table.game, table.seat_of(person.id))
        thought = self._thought(table, table_id, person.id, seen)
        step = thought.step
        await asyncio.wait({thought.advice})
        if thought.advice.cancelled():
            return Answer(False, notice(person.language, Notice.STALE), table_id, Moved())
        thought.tell_on(request, step)
        return Answer(True, table=table_id, page=_hint_page(person, table, seen, thought))

    def _thought(self, table: Table, table_id: str, person: str, seen: View) -> _Thought:
        """The one of this stage, or a new one."""
        self.note_table(table_id, table)
        thoughts = self._thoughts.setdefault(table_id, {})
        if person not in thoughts:
            thoughts[person] = _Thought(table.stage, asyncio.create_task(self._think(seen)))
        return thoughts[person]

    async def _think(self, seen: View, played: tuple[Action, ...] = ()) -> Advice:
        """The search's advice; the club's where it fails or comes late."""
        try:
            async with asyncio.timeout(PATIENCE):
                return await self._advise(seen, played)
        except Exception as error:  # noqa: BLE001  whoever asks is answered all the same
            LOG.warning("a hint was not found by search", extra={"error": type(error).__name__})
            return Advice(played) if played else await asyncio.to_thread(at_once, seen)

    # --- why did it do that? ------------------------------------------------------------------------------------------

    async def explain(self, table: Table, table_id: str, person: Person, request: Explain) -> Answer:
        """Of the deal that has ended, while its cards lie open."""
        declined = explanation_refusal(table)
        if declined is not None:
            return Answer(False, declined_words(person.language, declined, table), table_id)
        found = last_decision(table, request.seat)
        if found is None:
            none = Declined("no-computer-there") if request.seat else Declined("no-computer")
            return Answer(False, declined_words(person.language, none, table), table_id)
        game, played = found
        advice = await self._review(table, table_id, game, played)
        name = computer_name(person.language, game.deal.seat)  # also where it stood in, or has been replaced since
        words = explanation(person.language, name, game.deal, advice)
        return Answer(True, table=table_id, page=ExplanationPage(say(person.language, "answer.explain"), words))

    async def _review(self, table: Table, table_id: str, game: Game, played: tuple[Action, ...]) -> Advice:
        """Thought of once for a deal and a seat, by what that seat saw then."""
        key, record = (table_id, game.deal.seat), table.records[-1]
        latest = self._explained.get(key)
        if latest is None or latest[0] is not record:
            advice = await self._think(view_with_memory(game, game.deal.seat), played)
            if not advice.worlds and not advice.is_only:  # it came late: another time it may not
                return advice
            latest = self._explained[key] = record, advice
        return latest[1]


def _hint_page(person: Person, table: Table, seen: View, thought: _Thought) -> HintPage:
    language, advice = person.language, thought.advice.result()
    is_whole = thought.step == STEPS or advice.is_only
    lines = hint_lines(language, seen.deal, advice) if is_whole else (nudge(language, seen.deal, advice.actions),)
    return HintPage(say(language, "answer.hint"), lines, table.label, 0 if is_whole else table.stage)


async def _without_search(seen: View, played: tuple[Action, ...]) -> Advice:
    return Advice(played) if played else at_once(seen)


# --- what a computer has played ---------------------------------------------------------------------------------------


def last_decision(table: Table, seat: str = "") -> tuple[Game, tuple[Action, ...]] | None:
    """The last time a computer chose in the deal that has ended: how it stood then, and what it did.

    It is the turn's last part that nothing unseen interrupts. None where no computer has played a turn to its end.
    """
    game = table.game
    if game is None or not table.records:
        return None
    lines = _by_computers(table)
    for number in range(len(game.turns), 0, -1):
        before, line = game.turns[number - 1], lines.get(number)
        if line is not None and seat in ("", before.seat):
            return _last_part(Game(before, game.turns[: number - 1]), line)
    return None


def _by_computers(table: Table) -> dict[int, Turn]:
    """The turns of the deal that has ended by their numbers, of the computers that sat there when it ended.

    What was played in their seat before the last change of who sat there is nobody's to explain.
    """
    chairs = table.seatings[-1] if table.seatings else table.chairs
    seats = [one for one, chair in zip(table.code.seats, chairs, strict=True) if chair.computer]
    turns: dict[int, Turn] = {}
    for line in table.records[-1].lines:
        if isinstance(line, Turn) and line.seat in seats:
            turns[line.number] = line
        elif isinstance(line, TableLine) and isinstance(line.act, Substitute):
            turns = {number: turn for number, turn in turns.items() if turn.seat != line.act.seat}
    return turns


def _last_part(game: Game, line: Turn) -> tuple[Game, tuple[Action, ...]] | None:
    """The last decision of a turn; None where the clock has played it, or it does not follow."""
    begun, actions = game, list[Action]()
    for place, written in enumerate(line.actions):
        if place and _shows_cards(line.actions[place - 1]):
            begun, actions = game, []
        outcome = act(game, line.seat, written.action, written.revealed)
        if written.action is CLOCK_OUT or isinstance(outcome, Refused):
            return None
        actions.append(written.action)
        game, _ = outcome
    return (begun, tuple(actions)) if actions else None


def _shows_cards(written: Written) -> bool:
    """Whether its player saw new cards by this action, and went on."""
    return not isinstance(written.action, Lay | Add) or POZZETTO in written.marks
