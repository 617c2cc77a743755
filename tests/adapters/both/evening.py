"""Four people play an evening by taps alone, within the platform's limits: what they wait for, and what they hear.

`make evening` plays three deals at a tap each 0.3, 1 and 4 seconds on both platforms; `python -m
tests.adapters.both.evening telegram 1 --deals 1` one of them. Everybody does what a computer player would do, by the
fewest taps that their own screen allows, and waits for nothing but for that screen. From the second deal on one is
away: they come only when their device rings, every other time eighty seconds late.

Time in which only timers are waited for is skipped (`tests.loopback.skipping`), and counted: it is what limits and
pauses made somebody wait, the same on every machine. The rest is what the program took here.
"""

import argparse
import asyncio
import math
from collections.abc import Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from bot.cli.platforms import BUDGETS
from bot.messages.buttons import Ask, Press, Verb
from bot.tables.table import OVER, PLAYING, Table
from engine.actions import Action, Add, Lay, format_action
from engine.cards import Card, format_card
from engine.players import PLAYERS
from engine.view import TABLE, view
from renderers.scenes import TableScene
from tests.adapters.both.evening_figures import Evening, Turn
from tests.adapters.both.on_discord import OnDiscord, discord
from tests.adapters.both.on_telegram import telegram
from tests.adapters.both.surface import Offer, Surface
from tests.adapters.discord import hosting as on_discord
from tests.adapters.discord.scripted import offers
from tests.adapters.taps import Touch, quickest
from tests.adapters.telegram import hosting as on_telegram
from tests.adapters.telegram.fast import ticks
from tests.loopback.skipping import Skipped, run
from tests.scripted import NAMES
from tests.watching import State, Watch

PACES: Final = (0.3, 1.0, 4.0)  # seconds between two taps
AWAY_IN: Final = 2  # the deal from which on one is away
LATE: Final = (3.0, 80.0)  # seconds that somebody takes to come who was called, in turns
PATIENCE: Final = 900.0  # seconds until somebody gives up
NOTHING: Final = 3.0  # seconds after which they see that a tap has done nothing
TRIES: Final = 8
SEEN_LATE: Final = 200  # changes of a table within which its screens follow
ITALIAN: Final = ("Bruno", "Carla")

Hosted = Callable[..., AbstractAsyncContextManager[Any]]
KINDS: Final[dict[str, tuple[Callable[[], AbstractAsyncContextManager[Surface]], Hosted]]] = {
    "discord": (discord, on_discord.hosted),
    "telegram": (telegram, on_telegram.hosted),
}


@dataclass
class Room:
    """What all of them share."""

    here: Surface
    skipped: Skipped
    evening: Evening
    turns: float  # after which nobody plays on
    pictures: dict[bytes, int] = field(default_factory=dict)  # which state each picture of the table shows

    def number_of(self, table: Table) -> int:
        """The place of this state among all that there have been."""
        states: list[State] = self.here.host.watch.states
        return next(at for at in reversed(range(len(states))) if states[at].table is table)

    def number_shown(self) -> float:
        """The same of the state that the place is shown; a sheet comes after all of its deal."""
        table = self.here.tables()[-1].content
        file = table.attachments[0] if hasattr(table, "attachments") and table.attachments else None
        picture: bytes = file.data if file else table.photo.data if getattr(table, "photo", None) else b""
        if picture not in self.pictures:
            self.pictures[picture] = self._state_of(picture)
        return math.inf if self.table().phase != PLAYING else self.pictures[picture]

    def _state_of(self, picture: bytes) -> int:
        watch: Watch = self.here.host.watch
        drawn = [scene.view for scene, _ in watch.painted.get(picture, ()) if isinstance(scene, TableScene)]
        numbers = reversed(range(len(watch.states)))
        return next((at for at in numbers if watch.states[at].views.get(TABLE) in drawn), -1)

    def table(self) -> Table:
        """As it is stored by now."""
        states: list[State] = self.here.host.watch.states
        return next(one.table for one in reversed(states) if one.table.label == self.here.label)

    def is_over(self) -> bool:
        return self.table().phase == OVER or len(self.evening.turns) >= self.turns

    def now(self) -> float:
        now: float = self.here.server.clock.now()
        return now

    async def until(self, true: Callable[[], object], seconds: float = PATIENCE) -> None:
        await self.here.server.until(true, seconds)


class Player:
    """Somebody at their screen. `away`: from that deal on they come only when they are called; 0 for never."""

    def __init__(self, room: Room, person: Any, pace: float, away: int = 0) -> None:
        self.room, self.person, self.pace, self.away = room, person, pace, away
        self.name: str = person.account.first_name if hasattr(person.account, "first_name") else person.account.name
        self.player = PLAYERS["heuristic"](1)
        self.tapped = 0.0
        self.absences = 0
        self.watching: list[asyncio.Task[None]] = []

    async def play(self) -> None:
        """Until the match is over, or enough has been played."""
        while not self.room.is_over():
            table = self.room.table()
            if table.phase != PLAYING:
                await self._between(len(table.records))
            elif self._is_mine(table):
                await self._turn()
            else:
                await self.room.until(self._is_asked)
        await asyncio.gather(*self.watching)

    def _is_asked(self) -> bool:
        table = self.room.table()
        return table.phase != PLAYING or self._is_mine(table) or self.room.is_over()

    def _is_mine(self, table: Table) -> bool:
        mine = table.phase == PLAYING and not table.paused and bool(table.in_turn)
        return mine and table.chair(table.in_turn).name == self.name

    async def _between(self, deals: int) -> None:
        """They have read the sheet: they are ready."""

        def over() -> bool:
            table = self.room.table()
            return table.phase in (PLAYING, OVER) or len(table.records) != deals

        def ready() -> list[Offer]:
            return [one for one in self.room.here.offered(self.person) if one.verb == Verb.READY]

        await self.room.until(lambda: over() or ready())
        if not over():
            await self._tap("ready", ready()[-1])
            await self.room.until(over)

    # --- a turn -------------------------------------------------------------------------------------------------------

    async def _turn(self) -> None:
        table = self.room.table()
        turn = Turn(self.name, self.room.now(), away=0 < self.away <= len(table.records) + 1)
        self.room.evening.turns.append(turn)
        if turn.away:
            await self._comes(turn)
        while self._is_mine(table):
            await self._act(table, turn)
            table = self.room.table()
        turn.until = self.room.now()

    async def _comes(self, turn: Turn) -> None:
        before = len(self.person.notified())
        rung = [one for one in self.person.notified() if one.at >= turn.since]
        await self.room.until(lambda: rung or len(self.person.notified()) > before)
        await asyncio.sleep(LATE[self.absences % len(LATE)])
        self.absences += 1

    async def _act(self, table: Table, turn: Turn) -> None:
        """One action of theirs, tap by tap, planned anew where the screen wants something else."""
        assert table.game is not None
        action = self.player.choose(view(table.game.deal, table.in_turn))
        draft = None
        for _ in range(TRIES):
            pressed: set[str] = set()
            *before, last = quickest(table, action, self.room.here.name, draft)[1]
            for touch in before:
                await self._taps(turn, await self._offer(table, touch, action, pressed))
            if await self._does(turn, table, await self._offer(table, last, action, pressed)):
                return
            draft = await self._draft()
        raise AssertionError(f"{self.name} cannot {format_action(action)}")

    async def _taps(self, turn: Turn, offer: Offer) -> None:
        """What only prepares an action: it is not waited for."""
        drawn = self._drawn()
        turn.taps += 1
        began, skipped = await self._tap("tap", offer)
        self._watch("tap to ticks or menu", lambda: self._drawn() > drawn, began, skipped)

    async def _does(self, turn: Turn, table: Table, offer: Offer) -> bool:
        """One tap that does something; whether the table has moved on by it. They confirm what they are asked."""
        turn.taps += 1
        began, skipped = await self._tap("tap", offer)
        with suppress(TimeoutError):
            await self.room.until(lambda: self.room.table().stage != table.stage or self._asks(table), NOTHING)
        if self.room.table().stage == table.stage:
            is_asked = self._asks(table) and offer.verb != Verb.SURE
            return bool(is_asked) and await self._does(turn, table, self._asks(table)[-1])
        now = self.room.table()
        if now.in_turn != table.in_turn and now.phase == PLAYING:
            number = self.room.number_of(now)
            self._watch("tap to table", lambda: self.room.number_shown() >= number, began, skipped)
            self._watch("tap to the next one's hand", lambda: self._has(now), began, skipped)
        await self._see("tap to hand", lambda: self._shows(now), began, skipped)
        return True

    def _asks(self, table: Table) -> list[Offer]:
        found = self.room.here.offered(self.person)
        return [one for one in found if one.verb == Verb.SURE and one.press.stage == table.stage]

    def _drawn(self) -> int:
        """How often their private chat has changed."""
        return len(self.person.sees(self.person.dm, "posted", "edited"))

    def _watch(self, what: str, true: Callable[[], object], began: float, skipped: float) -> None:
        self.watching.append(asyncio.create_task(self._see(what, true, began, skipped)))

    async def _see(self, what: str, true: Callable[[], object], began: float, skipped: float) -> None:
        await self.room.until(true)
        self.room.evening.add(what, self.room.now() - began, self.room.skipped.seconds - skipped)

    async def _tap(self, what: str, offer: Offer) -> tuple[float, float]:
        """As soon as their pace allows it; until it is answered. When that was, and what had been skipped by then."""
        now = self.room.now()
        resting = self.pace if now - self.tapped > self.pace else self.pace - (now - self.tapped)
        await asyncio.sleep(max(0.0, resting))
        self.tapped, skipped = self.room.now(), self.room.skipped.seconds
        await self.room.here.press(self.person, offer)
        self.room.evening.add(f"{what} to answer", self.room.now() - self.tapped, self.room.skipped.seconds - skipped)
        return self.tapped, skipped

    # --- their screen -------------------------------------------------------------------------------------------------

    async def _offer(self, table: Table, touch: Touch, action: Action, pressed: set[str]) -> Offer:
        """The button or menu for this touch, as soon as it stands there."""

        def found() -> list[Offer]:
            if isinstance(touch, Press):
                return [one for one in self._buttons(table) if is_meant(one.press.request, touch, action)]
            return list(self._ticks(table, touch, pressed))

        await self.room.until(found)
        offer = found()[-1]
        pressed.add(offer.data)
        return offer

    def _buttons(self, table: Table) -> list[Offer]:
        return [one for one in self.room.here.offered(self.person) if one.press.stage == table.stage]

    def _ticks(self, table: Table, cards: tuple[Card, ...], pressed: set[str]) -> Iterator[Offer]:
        if isinstance(self.room.here, OnDiscord):
            for menu in [one for message in self.person.screen() for one in offers(message)]:
                names = chosen(cards, menu.names)
                if menu.verb == Verb.CHOOSE and menu.press.stage == table.stage and names:
                    yield Offer(menu.press, menu.message, menu.custom_id, names)
            return
        for one in self._buttons(table):
            argument = one.press.request.argument if isinstance(one.press.request, Ask) else ""
            taken = {text.rpartition(":")[2] for text in pressed}
            if argument and ticks(one.press.request, cards[0], more=True, pressed=taken):
                yield one

    async def _draft(self) -> Any:
        """What they have ticked and opened by now."""
        service = self.room.here.host.service
        person = await service.person_of(self.room.here.name, str(self.person.id))
        return await service.draft(person, await service.table_of(self.room.here.label))

    def _shows(self, now: Table) -> bool:
        """Whether their newest hand is that of this state or of a later one: to play from, or nothing to press."""
        stages = [one.press.stage for one in self.room.here.offered(self.person)]
        if self._is_mine(now):
            return max(stages, default=0) >= now.stage
        return not [one for one in stages if 0 < one < now.stage]

    def _has(self, now: Table) -> bool:
        """Whether the one who is in turn then sees on their own hand that they are."""
        person = self.room.evening.people[now.chair(now.in_turn).name]
        stages = [one.press.stage for one in self.room.here.offered(person)]
        return max(stages, default=0) >= now.stage or self.room.table().stage > now.stage


def is_meant(request: object, touch: Press, action: Action) -> bool:
    """Whether a button does what is wanted: a lay of what is ticked means the same before it says where."""
    if request == touch.request:
        return True
    is_lay = isinstance(touch.request, Ask) and touch.request.verb == Verb.LAY and isinstance(action, Lay | Add)
    return is_lay and isinstance(request, Ask) and request.verb == Verb.LAY


def chosen(cards: tuple[Card, ...], names: tuple[str, ...]) -> tuple[str, ...]:
    """The options of a menu for these cards: the first of twins; none where the menu has not all of them."""
    left, found = list(names), []
    for card in cards:
        name = next((one for one in left if one[:-1] == format_card(card)), "")
        if not name:
            return ()
        left.remove(name)
        found.append(name)
    return tuple(found)


# --- an evening -------------------------------------------------------------------------------------------------------


@asynccontextmanager
async def _scheduled(host: Any) -> Any:
    """What is due comes by itself, as in the program."""
    task = asyncio.create_task(host.clockwork.run())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def play(
    platform: str, pace: float, deals: int, folder: Path, skipped: Skipped, away: int = AWAY_IN, turns: float = math.inf
) -> Evening:
    """An evening to its end or for so many turns, judged: nobody has seen a card that was not for them."""
    kind, hosted = KINDS[platform]
    async with kind() as here:
        watch = Watch(window=SEEN_LATE)
        async with hosted(here.server, folder / "evening.db", BUDGETS, watch=watch) as host:
            here.host = host
            people = [here.person(name, "it" if name in ITALIAN else "en") for name in NAMES]
            here.match = here.gather(people)
            if platform == "discord":
                here.server.budgets.as_discords()
            else:
                here.server.budgets.enforced = True
            await here.begin("fibur", f"players=4 hands={deals}")
            evening = Evening(platform, pace, here, dict(zip(NAMES, people, strict=True)), here.server.clock.now())
            room = Room(here, skipped, evening, turns)
            async with _scheduled(host):
                players = [Player(room, one, pace, away if one is people[-1] else 0) for one in people]
                await asyncio.gather(*[one.play() for one in players])
                evening.ended = room.now()
                await host.settle()
            await here.check_eyes()
        here.judge()
    return evening


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("platform", nargs="?", choices=tuple(KINDS), help="both where none is named")
    parser.add_argument("pace", nargs="?", type=float, help="seconds between two taps")
    parser.add_argument("--deals", type=int, default=3, help="of the match")
    parser.add_argument("--rings", action="store_true", help="tell each notification")
    options = parser.parse_args()
    for platform in [options.platform] if options.platform else KINDS:
        evenings: list[Evening] = []
        for pace in [options.pace] if options.pace else PACES:
            with TemporaryDirectory() as folder:
                evenings.append(run(partial(play, platform, pace, options.deals, Path(folder))))
                print(f"{platform}, a tap each {pace} s: played", flush=True)
            if options.rings:
                print("\n".join(evenings[-1].rings()), flush=True)
        print("\n".join(Evening.table(evenings)), flush=True)


if __name__ == "__main__":
    main()
