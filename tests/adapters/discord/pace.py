"""How long a player waits who taps as fast as the screen allows: from the tap to the new hand.

`python -m tests.adapters.discord.pace`: four people play a whole match over the wire, in real time and within
Discord's limits: 50 calls a second, 5 new messages and 5 changes in 5 seconds in a channel, and 5 changes in 5 seconds
through one press.
The first of them taps again as soon as a tap has changed the hand; the other three draw and discard.
"""

import argparse
import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bot.cli.platforms import BUDGETS
from bot.messages.buttons import Verb
from bot.tables.table import OVER, PAUSE
from tests.adapters.discord.hosting import Host, hosted
from tests.adapters.discord.scripted import Offer, ScriptedMatch, is_away, offers
from tests.chance import chance
from tests.loopback.discord import serve
from tests.loopback.discord.people import Person
from tests.loopback.running import judged, specs
from tests.scripted import NAMES, TAKES
from tests.watching import Watch

LONGEST: Final = 20.0  # seconds for a new hand; a tap without one is counted apart
LATE: Final = 1000  # changes of the table that a sheet may wait for its place, while four people play on at full speed
A_MATCH: Final = 900.0  # seconds that somebody waits for others
A_TURN: Final = 6  # taps of the fast player in a turn, before the cards that are offered first are taken


@dataclass
class Pace:
    """Seconds of each tap that has changed a hand, and how many taps changed none."""

    waited: list[float] = field(default_factory=list)
    silent: int = 0

    def of(self, share: float) -> float:
        """Milliseconds that so large a share of the taps did not exceed."""
        ordered = sorted(self.waited)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] * 1000

    def __str__(self) -> str:
        summary = f"{len(self.waited)} taps: {self.of(0.5):.0f} ms p50, {self.of(0.99):.0f} ms p99"
        return f"{summary}, {max(self.waited) * 1000:.0f} ms at most; {self.silent} changed nothing"


class Player:
    """Somebody at a screen, who sees nothing but that."""

    def __init__(self, match: ScriptedMatch, person: Person, pace: Pace | None = None) -> None:
        self.match, self.person, self.pace = match, person, pace
        self.rng = chance(f"pace {person.account.name}")
        self.taps = 0

    def hand(self) -> list[Offer]:
        """What can be pressed on the hand, the newest one."""
        found = [one for message in self.person.screen() for one in offers(message)]
        return [one for one in found if one.message is found[-1].message]

    def seen(self) -> int:
        return len(self.person.sees(self.person.dm, "posted", "edited"))

    async def play(self) -> None:
        """Until the match is over."""
        while True:
            await self.person.until(lambda _: self.acts() or self.is_over(), A_MATCH)
            if self.is_over():
                return
            await self.tap(self.choice(self.acts()))

    def is_over(self) -> bool:
        return any(one.verb == Verb.REMATCH for one in self.hand())

    def acts(self) -> list[Offer]:
        """What can be done now, by what the hand shows; nothing while others play."""
        found = self.hand()
        ready = [one for one in found if one.verb == Verb.READY]
        mine = [one for one in found if one.press.request in TAKES or one.verb in (Verb.DROP, Verb.CLOSE, None)]
        return ready or (found if mine else [])

    def choice(self, found: Sequence[Offer]) -> Offer:
        by = {name: [one for one in found if one.verb == name] for name in Verb}
        takes = [one for one in found if one.press.request in TAKES]
        plays = [one for one in found if one.verb is None]
        if by[Verb.READY] or takes:
            self.taps = 0
            return (by[Verb.READY] or takes)[0]
        if plays and by[Verb.CLOSE]:
            return self.rng.choice(plays) if self.pace else plays[-1]
        some = by[Verb.CHOOSE] + by[Verb.SORT] + by[Verb.SUGGEST]
        if self.pace and some and self.taps < A_TURN:
            self.taps += 1
            return self.rng.choice(some)
        drops = [one for one in plays if is_away(one)]
        return (drops or by[Verb.DROP] or by[Verb.CLEAR] or by[Verb.CLOSE])[-1]

    async def tap(self, one: Offer) -> None:
        """Press it, and wait until the hand on the screen is a new one."""
        values = self.rng.sample(one.names, min(3, len(one.names))) if one.names else one.values
        before, began = self.seen(), time.perf_counter()
        patience = A_MATCH if one.verb == Verb.READY else LONGEST  # the next deal is the new hand of who is ready
        self.person.forges(one.custom_id, one.message, list(values) if values is not None else None)
        try:
            await self.person.until(lambda _: self.seen() > before, patience)
        except TimeoutError:
            if self.pace:
                self.pace.silent += 1
            return
        if self.pace and one.verb != Verb.READY:
            self.pace.waited.append(time.perf_counter() - began)


async def deals(host: Host, match: ScriptedMatch) -> None:
    """Nobody waits for the pause between two deals to end by itself."""
    while (await match.table()).phase != OVER:
        await asyncio.sleep(0.2)
        if (await match.table()).phase == PAUSE:
            await host.clockwork.fire()


async def main(folder: Path, hands: int) -> Pace:
    """A whole match."""
    pace = Pace()
    async with serve(specs()) as discord, hosted(discord, folder / "pace.db", BUDGETS, Watch(window=LATE)) as host:
        people = [discord.user(name) for name in NAMES]
        match = ScriptedMatch(host, discord.guild("Circolo", *people).channel("tavoli"), people)
        discord.budgets.as_discords()
        await match.begin("fibur", f"hands={hands}")
        began = time.monotonic()
        players = [Player(match, person, pace if person is people[0] else None) for person in people]
        between = asyncio.create_task(deals(host, match))
        await asyncio.gather(*[player.play() for player in players])
        await between
        floods = len(discord.budgets.floods)
        print(f"{pace}; {floods} refused calls; {time.monotonic() - began:.0f} s", flush=True)
    judged(discord)
    return pace


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=3, help="deals of the match")
    with TemporaryDirectory() as name:
        asyncio.run(main(Path(name), parser.parse_args().hands))
