"""The messengers of both platforms: they refuse, delay, answer too late, or do it and say that they did not."""

import asyncio
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, Generic, TypeVar

from bot.gateway.outbound.messenger import Chat, Drawn
from bot.host.delivery_errors import TryLater, Undeliverable
from bot.messages.message import Message
from tests.chance import chance
from tests.simulated.loop import Time
from tests.simulated.screens import Letter, Screens, Standing

T = TypeVar("T")

LETTER: ContextVar[Letter | None] = ContextVar("letter", default=None)
"""What is being delivered."""

BUSY, FLOODED, NEVER, SLOW, LOST = "is busy", "is flooded", "refuses", "is slow", "loses its answers"
FAULTS: Final = (BUSY, FLOODED, NEVER, SLOW, LOST)
QUICK: Final = (0.02, 0.05, 0.2)
LONG: Final = (1.0, 8.0, 45.0, 90.0)
LEFT_ALONE: Final = (500, 4_000, 40_000)  # milliseconds that a flooded platform asks for


@dataclass(eq=False)
class Flight(Generic[T]):
    """A call on its way: what it does there, and who waits for the answer."""

    effect: Callable[[], T]
    answer: asyncio.Future[T]


@dataclass
class Air:
    """What lies between a host and a platform. `shut`: places where the bot may write nothing."""

    time: Time
    rng: Random = field(default_factory=lambda: chance(0))
    fault: str = ""
    until: float = 0.0
    odds: float = 0.5
    shut: set[str] = field(default_factory=set)
    flights: list[Flight[Any]] = field(default_factory=list)
    lost: int = 0  # calls that were done, and of which the host was not told so

    def breaks(self, fault: str, seconds: float, odds: float) -> None:
        """From now on, for so long."""
        self.fault, self.until, self.odds = fault, self.time.seconds + seconds, odds

    def clears(self) -> None:
        self.fault = ""

    def strikes(self, fault: str) -> bool:
        return self.fault == fault and self.time.seconds < self.until and self.rng.random() < self.odds

    def dies(self) -> None:
        """The host is gone; what it has asked for arrives all the same, or does not."""
        for flight in self.flights:
            if self.rng.random() < 0.5:
                flight.effect()
        self.flights.clear()

    async def call(self, place: str, effect: Callable[[], T]) -> T:
        """What the platform says. Whoever no longer waits has changed nothing by that. Raises as a messenger does."""
        loop = asyncio.get_running_loop()
        if place in self.shut:
            await asyncio.sleep(QUICK[0])
            raise Undeliverable("shut")
        if self.strikes(BUSY):
            await asyncio.sleep(QUICK[1])
            raise TryLater("busy")
        if self.strikes(FLOODED):
            await asyncio.sleep(QUICK[1])
            raise TryLater("flooded", self.rng.choice(LEFT_ALONE))
        if self.strikes(NEVER):
            await asyncio.sleep(QUICK[1])
            raise Undeliverable("refused")
        there, back = [self.rng.choice(LONG if self.strikes(SLOW) else QUICK) for _ in range(2)]
        flight = Flight(effect, loop.create_future())
        self.flights.append(flight)
        loop.call_later(there, self._arrives, flight, back, self.strikes(LOST))
        found: T = await flight.answer
        return found

    def _arrives(self, flight: Flight[Any], back: float, is_lost: bool) -> None:
        if flight not in self.flights:
            return
        self.flights.remove(flight)
        found = flight.effect()
        loop = asyncio.get_running_loop()
        if is_lost:
            self.lost += 1
            loop.call_later(back, _answers, flight.answer, None, TryLater("no answer"))
        else:
            loop.call_later(back, _answers, flight.answer, found, None)


def _answers(answer: asyncio.Future[Any], found: Any, error: Exception | None) -> None:
    if answer.done():
        return
    if error is not None:
        answer.set_exception(error)
    else:
        answer.set_result(found)


class SimulatedMessenger:
    """A `bot.gateway.outbound.messenger.Messenger`. `nonces`: the platform sends the same thing once."""

    def __init__(
        self,
        platform: str,
        screens: Screens,
        air: Air,
        number: Callable[[], int],
        shut: Callable[[Chat], None],
        nonces: bool,
    ) -> None:
        self.platform = platform
        self._screens = screens
        self._air = air
        self._number = number
        self._shut = shut
        self._nonces = nonces

    async def send(self, chat: Chat, message: Message, drawn: Drawn | None, once: str) -> str:
        letter = LETTER.get()
        room = (self.platform, chat.id)

        def post() -> Standing:
            at, name = self._screens.time.seconds, once if self._nonces else ""
            one = Standing(self._number(), room, chat.private, at, letter, name, message)
            return self._screens.sends(one, drawn)

        one = await self._call(chat, post)
        if one.message != message:  # an older one came back, of the same occasion
            await self._call(chat, lambda: self._screens.edits(one.number, message, drawn))
        return one.reference

    async def edit(self, chat: Chat, reference: str, message: Message, drawn: Drawn | None) -> str:
        if await self._call(chat, lambda: self._screens.edits(number_of(reference), message, drawn)):
            return reference
        return await self.send(chat, message, drawn, "")

    async def retire(self, chat: Chat, reference: str, remove: bool) -> None:
        number = number_of(reference)
        try:
            await self._call(chat, lambda: self._screens.retires(number, remove, chat.instead))
        except Undeliverable:
            self._screens.standing[number].stuck = True
            raise

    async def _call(self, chat: Chat, effect: Callable[[], T]) -> T:
        try:
            return await self._air.call(chat.id, effect)
        except Undeliverable as error:
            if error.reason == "shut":
                self._shut(chat)
            raise


def number_of(reference: str) -> int:
    """Of the message that has this name."""
    return int(reference.rpartition(".")[2])
