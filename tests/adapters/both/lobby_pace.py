"""How long it takes from a tap to the changed lobby: eight quick taps by four people, within the platforms' budgets.

`python -m tests.adapters.both.lobby_pace [SECONDS]`: so many seconds between two taps, in real time.
"""

import asyncio
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from bot.cli.platforms import BUDGETS
from bot.messages.buttons import Ask, Verb
from tests.adapters.both.on_discord import discord
from tests.adapters.both.on_telegram import telegram
from tests.adapters.both.surface import Offer, Surface
from tests.adapters.discord import hosting as on_discord
from tests.adapters.telegram import hosting as on_telegram
from tests.loopback.discord.eyes import parts
from tests.scripted import NAMES
from tests.watching import Watch

ROUNDS: Final = 3  # of eight taps; the budgets rest in between
REST: Final = 61.0
STUCK: Final = 30.0
SEATS: Final = ("E", "S", "W")


def seat(here: Surface, person: Any, letter: str) -> Offer:
    wanted = (Ask(Verb.SEAT, letter), Ask(Verb.JOIN, letter))
    return [one for one in here.offered(person, public=True) if one.press.request in wanted][-1]


async def taps(here: Surface, pause: float) -> tuple[list[float], list[float]]:
    """Seconds from each of eight taps to its answer, and to a lobby that shows what it did, or what came after it."""
    anna, *others = here.match.people
    answered: list[float] = []
    states: list[str] = []
    changed: list[asyncio.Task[float]] = []

    async def tap(person: Any, text: str, state: str) -> None:
        began, at = time.perf_counter(), len(states)
        states.append(state)
        changed.append(asyncio.create_task(until(here, lambda: seats_shown(here, anna) in states[at:], began)))
        await here.press(person, Offer.made(text, here.tables()[-1]))
        answered.append(time.perf_counter() - began)
        await asyncio.sleep(max(0.0, pause - answered[-1]))

    for person, letter, state in zip(others, SEATS, ("x..", "xx.", "xxx"), strict=True):
        await tap(person, f"{here.label}:0:join:{letter}", state)
    await asyncio.gather(*changed)  # a press may be answered before it is carried out, and would come after the pause
    here.host.clock.advance(2.1)  # what comes now is no second tap
    for person, letter, state in zip(others, SEATS, (".xx", "..x", "..."), strict=True):
        await tap(person, f"{here.label}:0:seat:{letter}", state)
    await tap(anna, f"{here.label}:0:computer", "c..")
    await tap(anna, f"{here.label}:0:remove:E", "...")
    return answered, list(await asyncio.gather(*changed))


def seats_shown(here: Surface, person: Any) -> str:
    """Who sits in the three seats, as the lobby shows it: nobody, a person, a computer player."""
    found = [seat(here, person, letter) for letter in SEATS]
    return "".join(["x" if one.verb == Verb.SEAT else "." if "Join" in label(one) else "c" for one in found])


def label(offer: Offer) -> str:
    content = offer.message.content
    if hasattr(content, "keyboard"):
        buttons = [button for row in content.keyboard for button in row]
    else:
        buttons = list(parts(content.components))
    found = [one for one in buttons if offer.data in (one.get("callback_data"), one.get("custom_id"))]
    return str(found[0].get("text") or found[0].get("label"))


async def until(here: Surface, true: Callable[[], bool], began: float) -> float:
    await here.server.until(true, STUCK)
    return time.perf_counter() - began


def percentiles(found: list[float]) -> str:
    ordered = sorted(found)
    p50, p99 = (1000 * ordered[min(len(ordered) - 1, int(len(ordered) * part))] for part in (0.5, 0.99))
    return f"{len(ordered)} taps: p50 {p50:.0f} ms, p99 {p99:.0f} ms"


Kind = Callable[[], AbstractAsyncContextManager[Surface]]
Hosted = Callable[..., AbstractAsyncContextManager[Any]]


async def measure(kind: Kind, hosted: Hosted, folder: Path, pause: float) -> None:
    answers: list[float] = []
    changes: list[float] = []
    async with kind() as here, hosted(here.server, folder / f"{here.name}.db", BUDGETS, watch=Watch()) as host:
        here.host = host
        here.match = here.gather([here.person(name) for name in NAMES[:4]])
        await here.open("fibur", "players=4")
        for _ in range(ROUNDS):
            here.host.clock.advance(REST)
            await here.settled()
            answered, changed = await taps(here, pause)
            answers += answered
            changes += changed
        print(f"{here.name:9} tap to answer  {percentiles(answers)}")
        print(f"{here.name:9} tap to lobby   {percentiles(changes)}")


async def main(pause: float) -> None:
    for kind, hosted in ((discord, on_discord.hosted), (telegram, on_telegram.hosted)):
        with TemporaryDirectory() as folder:
            work: Awaitable[None] = measure(kind, hosted, Path(folder), pause)
            await work


if __name__ == "__main__":
    asyncio.run(main(float(sys.argv[1]) if len(sys.argv) > 1 else 0.3))
