"""How long somebody waits who taps as fast as the screen allows: a whole match of four, in Telegram's own budgets.

`python -m tests.adapters.telegram.fast [SECONDS]`: so many seconds between two of their taps, 0 where none are given.
They wait from a tap to its answer, and from a tap that changes their hand to the new hand on their screen.
Nobody sits through it: the server's clock stands still while the program works, and then jumps to what is due.
So there are two figures: what Telegram's limits make them wait, the same on every machine, and what the program takes.
"""

import asyncio
import math
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bot.cli.platforms import BUDGETS
from bot.messages.buttons import Ask, Press, Verb, by_button, read_tick
from bot.messages.targets import chosen_target, targets
from bot.tables.table import OVER, PLAYING, Table
from engine.actions import Action, Add, Discard, Lay, format_action
from engine.cards import Card
from engine.players import PLAYERS
from engine.view import View, view
from tests.adapters.telegram.hosting import check_eyes, hosted
from tests.adapters.telegram.scripted import ScriptedMatch
from tests.loopback.running import judged, specs
from tests.loopback.telegram import serve
from tests.loopback.telegram.people import Person
from tests.loopback.telegram.values import Message
from tests.scripted import NAMES

OTHERS: Final = 1.5  # seconds that the others take for each action
STUCK: Final = 60.0  # seconds after which the program must have come to rest
STEP: Final = 0.05  # seconds by which the clock jumps
PART: Final = 0.25  # seconds of a pause that pass at once: what nobody waits for may come within it
GIVES_UP: Final = 60.0  # seconds that nobody waits for a hand
CALLS: Final = ("editMessageMedia", "editMessageCaption", "editMessageText", "editMessageReplyMarkup", "sendPhoto")

Offer = tuple[Message, Press, str]


class Figures:
    """Seconds by what was waited for: the limits of the platform, or the program."""

    def __init__(self) -> None:
        self.waited: dict[str, list[float]] = defaultdict(list)

    def add(self, what: str, seconds: float) -> None:
        self.waited[what].append(seconds)

    def lines(self) -> list[str]:
        return [f"{what:36} {summary(found)}" for what, found in sorted(self.waited.items())]

    def share(self, what: str, part: float) -> float:
        """The time that such a part of all stays within."""
        ordered = sorted(self.waited[what])
        return ordered[min(len(ordered) - 1, int(len(ordered) * part))]


def summary(found: Sequence[float]) -> str:
    """How many there are, the middle one, the one that 99 of 100 stay below, and the longest, in milliseconds."""
    ordered = sorted(found)
    p50, p99, most = (1000 * ordered[min(len(ordered) - 1, int(len(ordered) * part))] for part in (0.5, 0.99, 1))
    return f"{len(ordered):5}   p50 {p50:6.0f} ms   p99 {p99:6.0f} ms   longest {most:6.0f} ms"


class Fast:
    """One who taps what their screen shows as soon as it does; `pause`: seconds between two taps of theirs."""

    def __init__(self, match: ScriptedMatch, person: Person, pause: float) -> None:
        self._match = match
        self._person = person
        self._pause = pause
        self._player = PLAYERS["heuristic"](1)
        self._clock = match.host.clock
        self.figures = Figures()
        self.wordless = 0  # taps that were answered without a word
        self.turns = 0

    async def turn(self) -> None:
        """One action of theirs, tap by tap."""
        table = await self._match.table()
        seen = seen_by(table)
        action = self._player.choose(seen)
        if isinstance(action, Lay | Add):
            await self._tick(table, action.cards)
            await self._aim(table, seen, action)
            await self._act(table, "lay or add", lambda one: lays(one, action))
        elif isinstance(action, Discard):
            await self._tick(table, ())
            await self._act(table, "discard", lambda one: one == action)
        else:
            self.turns += 1
            await self._act(table, "draw or pick up", lambda one: one == action)

    async def _tick(self, table: Table, cards: Sequence[Card]) -> None:
        """Exactly these cards."""
        ticked_cards = await self._ticked_cards(table)
        for card in dict.fromkeys([*ticked_cards, *cards]):
            more = cards.count(card) - ticked_cards.count(card)
            pressed: set[str] = set()
            for _ in range(abs(more)):
                offer = await self._button(table, partial(ticks, card=card, more=more > 0, pressed=pressed))
                assert isinstance(offer[1].request, Ask)
                pressed.add(offer[1].request.argument)
                await self._tap("tick", offer)

    async def _aim(self, table: Table, seen: View, action: Lay | Add) -> None:
        """Where their cards would go elsewhere, they say where."""
        number = action.meld if isinstance(action, Add) else 0
        usual = chosen_target(targets(seen, table.in_turn, action.cards), -1)
        if usual is not None and usual.number != number:
            request = Ask(Verb.TARGET, str(number))
            await self._tap("aim", await self._button(table, lambda one: one == request))

    async def _act(self, table: Table, what: str, is_it: Callable[[object], bool]) -> None:
        """A tap that changes their hand; afterwards it stands on their screen."""
        began = await self._tap(what, await self._button(table, is_it))
        if (await self._match.table()).stage == table.stage:
            sure = await self._button(table, lambda one: one == Ask(Verb.LAY) or asks(one))
            began = await self._tap(what, sure)
        now = await self._match.table()
        assert now.stage != table.stage, what
        limits, program = await self._until(lambda: self._shows(now), began)
        for name in (what, "all"):
            self.figures.add(f"new hand, limits: {name}", limits)
            if not limits:
                self.figures.add(f"new hand, program: {name}", program)

    async def _tap(self, what: str, offer: Offer) -> float:
        """When they tapped, on the wall; their pause passes while the program rests, and not while it works."""
        await self._match.host.calm(STUCK)
        for _ in range(parts := math.ceil(self._pause / PART)):
            self._clock.advance(self._pause / parts)
            self._match.host.chats.wake()
            await self._match.host.calm(STUCK)
        began = time.perf_counter()
        tap = await self._person.answer(self._person.forges(offer[2], offer[0]), STUCK)
        assert not tap.alert, (what, tap.text)
        self.wordless += not tap.text
        for name in (what, "all"):
            self.figures.add(f"answer, program: {name}", time.perf_counter() - began)
        return began

    # --- their screen -----------------------------------------------------------------------------------------------

    def _shows(self, table: Table) -> bool:
        """Whether their newest hand is that of this state: one to play from, or none that can be."""
        found = [one[1].stage for one in self._match.offered(self._person)]
        if table.phase == PLAYING and table.in_turn == self._seat(table):
            return table.stage in found
        return not [one for one in found if one]

    def _seat(self, table: Table) -> str:
        return next(seat for seat in table.code.seats if table.chair(seat).name == self._person.account.first_name)

    async def _button(self, table: Table, is_it: Callable[[object], bool]) -> Offer:
        """The button with such a request, as soon as it is there."""

        def found() -> list[Offer]:
            offered = self._match.offered(self._person)
            return [one for one in offered if one[1].stage == table.stage and is_it(one[1].request)]

        await self._until(lambda: bool(found()), time.perf_counter())
        return found()[-1]

    async def _ticked_cards(self, table: Table) -> tuple[Card, ...]:
        """What they have ticked already."""
        person = table.chair(table.in_turn).person
        service = self._match.host.service
        return (await service.draft(person, await service.table_of(self._match.label))).ticked

    async def _until(self, true: Callable[[], bool], began: float) -> tuple[float, float]:
        """How long it takes on the server's clock until that is so; and on the wall since they `began`, as it rests."""
        start = self._clock.now()
        while True:
            ready = asyncio.create_task(self._match.telegram.until(true, STUCK))
            calm = asyncio.create_task(self._match.host.calm(STUCK))
            await asyncio.wait((ready, calm), return_when=asyncio.FIRST_COMPLETED)
            calm.cancel()
            ready.cancel()
            if true():
                return self._clock.now() - start, time.perf_counter() - began
            assert self._clock.now() - start < GIVES_UP
            self._clock.advance(STEP)
            self._match.host.chats.wake()


def ticks(request: object, card: Card, more: bool, pressed: set[str]) -> bool:
    """Whether a button, not pressed yet, ticks one more of a card, or one less."""
    if not isinstance(request, Ask) or request.verb != Verb.TICK or request.argument in pressed:
        return False
    plain, button = by_button(request)
    read = read_tick(plain)
    return read is not None and read[0] == card and (button > 0 if button else bool(read[1])) is more


def lays(request: object, action: Lay | Add) -> bool:
    """Whether a button lays the ticked cards, at the end of a meld that they mean."""
    end = action.end if isinstance(action, Add) else ""
    return isinstance(request, Ask) and (request == Ask(Verb.MATTA, end) if end else request.verb == Verb.LAY)


def asks(request: object) -> bool:
    """Whether a button answers what they are asked: whether they are sure, or which end they mean."""
    return isinstance(request, Ask) and request.verb in (Verb.SURE, Verb.MATTA)


def seen_by(table: Table) -> View:
    assert table.game is not None
    return view(table.game.deal, table.in_turn)


async def other(match: ScriptedMatch, person: Person) -> None:
    """Somebody else does what a computer player would do, after a while."""
    for _ in range(3):
        await match.host.calm(STUCK)
        match.host.clock.advance(OTHERS / 3)
        match.host.chats.wake()
    table = await match.table()
    action: Action = PLAYERS["heuristic"](2).choose(seen_by(table))
    for text in (format_action(action), f"sure:{format_action(action)}"):
        if (await match.table()).stage == table.stage:
            await person.answer(person.forges(f"{match.label}:{table.stage}:{text}", person.screen()[-1]), STUCK)
    assert (await match.table()).stage != table.stage


async def play_match(match: ScriptedMatch, fast: Fast, person: Person, turns: int = 0) -> None:
    """To its end, or so many turns of theirs."""
    while (table := await match.table()).phase != OVER and (not turns or fast.turns < turns):
        if table.phase != PLAYING:
            await between(match)
        elif (turn := await match.person_in_turn()) is person:
            await fast.turn()
        else:
            await other(match, turn)


async def between(match: ScriptedMatch) -> None:
    """Two deals: everybody says that they are ready, and time passes."""
    hurry = asyncio.create_task(passing(match))
    await match.host.settle()
    for one in match.people:
        if (await match.table()).phase not in (OVER, PLAYING):
            await match.press(one, Verb.READY)
    if (await match.table()).phase != OVER:
        await match.dealt()
    hurry.cancel()


async def main(folder: Path, pause: float, settings: str) -> None:
    async with serve(specs()) as telegram, hosted(telegram, folder / "fast.db", BUDGETS) as host:
        people = [telegram.user(name) for name in NAMES]
        match = ScriptedMatch(host, telegram.group("Sala", *people), people)
        hurry = asyncio.create_task(passing(match))
        await match.begin(settings)
        hurry.cancel()
        telegram.clock.freeze()
        before, began = counted(telegram.calls, people[0]), len(telegram.calls)
        fast = Fast(match, people[0], pause)
        await play_match(match, fast, people[0])
        after = counted(telegram.calls, people[0])
        for line in fast.figures.lines():
            print(line)
        refused = [one for one in telegram.calls[began:] if one.outcome and one.outcome.get("error_code") == 429]
        calls = sum((after - before).values())
        print(f"{fast.turns} turns; {calls / fast.turns:.1f} calls each in their chat; {len(refused)} refused")
        print(f"at most {telegram.budgets.busiest_minute(people[0].id)} calls a minute in their chat")
        print(f"{fast.wordless} taps were answered without a word")
        assert not refused
        hurry = asyncio.create_task(passing(match))
        await host.settle()
        hurry.cancel()
        await check_eyes(host)
    judged(telegram)


async def passing(match: ScriptedMatch) -> None:
    """Nobody waits for anything: time passes."""
    while True:
        await asyncio.sleep(0.01)
        match.host.clock.advance(0.5)
        match.host.chats.wake()


def counted(calls: Sequence[object], person: Person) -> Counter[str]:
    """What counts in their chat, by method."""
    mine = [one for one in calls if str(one.fields.get("chat_id")) == str(person.id) and one.method in CALLS]  # type: ignore[attr-defined]  # a call of the loopback server
    return Counter([one.method for one in mine])  # type: ignore[attr-defined]  # a call of the loopback server


if __name__ == "__main__":
    with TemporaryDirectory() as name:
        seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 0.0
        settings = sys.argv[2] if len(sys.argv) > 2 else "fibur players=4 hands=2"
        asyncio.run(main(Path(name), seconds, settings))
