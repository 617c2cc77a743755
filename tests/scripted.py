"""People who play with the bot for a match, whatever the platform: who they are, and what they hold."""

import re
from collections import Counter
from collections.abc import Awaitable, Callable
from random import Random
from typing import ClassVar, Final, Generic, Protocol, TypeVar

from bot.host.door import Accepted
from bot.messages.message import Message
from bot.messages.presenter import HAND, present
from bot.tables.table import PLAYING, Table
from bot.tables.who import Who
from engine.actions import DRAW, PICK_UP
from engine.cards import TEXTS
from engine.hand import unpack
from engine.view import view
from renderers.scenes import HandScene
from tests.chance import chance
from tests.hosting import BOT, Host

NAMES: Final = ("Anna", "Bruno", "Carla", "Dario")
TAKES: Final = (DRAW, PICK_UP)
CARD: Final = re.compile(r"(?:10|[A2-9JQK])[♥♦♣♠]")


class Person(Protocol):
    @property
    def id(self) -> int: ...


P = TypeVar("P", bound=Person)


class ScriptedMatch(Generic[P]):
    """People with the bot in one place of a platform, and a table of theirs."""

    platform: ClassVar[str]
    host: Host

    def __init__(self, host: Host, people: list[P], label: str, seed: str) -> None:
        self.host, self.people, self.label = host, people, label
        self.rng: Random = chance(seed)
        self.verbs: Counter[str] = Counter()
        self.turns = 0

    async def table(self) -> Table:
        return await self.host.table(self.label)

    async def person_in_turn(self) -> P:
        table = await self.table()
        return await self.owner(table.chair(table.in_turn).person)

    async def owner(self, person_id: str) -> P:
        accounts = await self.host.service.accounts(person_id, self.platform)
        return next(one for one in self.people if str(one.id) in accounts)

    async def dealt(self) -> None:
        """Until cards lie on the table, however long the table waits for them."""
        await wait_for_cards(self.host, self.table, self.host.clock.advance)
        await self.host.settle()

    async def lap(self, play: Callable[[], Awaitable[None]]) -> None:
        """Everybody plays a turn, people by `play`: from now on a match that is given up counts."""
        while (table := await self.table()).game is not None and len(table.game.turns) < len(table.chairs):
            if table.chair(table.in_turn).human:
                await play()
            else:
                self.host.clock.advance(1.0)
                await self.host.clockwork.fire()
                await self.host.settle()

    async def fills_the_pile(self, least: int = 38) -> None:
        """Everybody draws and discards a plain card until so many lie there."""
        table_id, table = await self.host.service.table_of(self.label), await self.table()
        while table.game is not None and len(table.game.deal.pile) < least:
            cards = unpack(table.game.deal.hands[table.code.seats.index(table.in_turn)])
            plain = next(TEXTS[card] for card in cards if TEXTS[card][0] not in "J2")
            for command in ("play d", f"play x:{plain}"):
                chair = table.chair(table.in_turn)
                reply = await self.host.door.submit(table_id, Who(chair.person, chair.name), f"t{table.stage}", command)
                assert isinstance(reply, Accepted), reply
                table = reply.table
        await self.host.settle()

    async def hand_of(self, person: P, table: Table) -> Message | None:
        """The message that shows somebody their hand, as it must be now; None where there is none."""
        person_id = await self.host.service.person_of(self.platform, str(person.id))
        reader = await self.host.service.viewer(person_id, await self.host.service.table_of(self.label))
        message = present(HAND, table, reader)
        return message if message is not None and isinstance(message.picture, HandScene) else None


async def wait_for_cards(host: Host, table: Callable[[], Awaitable[Table]], advance: Callable[[float], None]) -> None:
    """Until cards lie on the table: `advance` lets pass the seconds for which the table would wait."""
    while (await table()).phase != PLAYING:
        if not await host.clockwork.fire():
            due = await host.store.next_due(BOT)
            assert due is not None
            advance(max(due / 1000 - host.clock.now(), 0) + 0.01)


async def true_hand(match: ScriptedMatch[P], person: P) -> list[str]:
    """The cards that they hold, by their own view."""
    table = await match.table()
    person_id = await match.host.service.person_of(match.platform, str(person.id))
    seat = table.seat_of(person_id)
    assert table.game is not None
    number = table.code.seats.index(seat)
    return sorted(TEXTS[card] for card in unpack(view(table.game.deal, seat).deal.hands[number]))
