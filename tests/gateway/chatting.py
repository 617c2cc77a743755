"""People at a chat: a platform that records what it shows, and a hand that presses nothing but what a message offers.

The service, the door, the store and the courier are the real ones.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

from bot.gateway.inbound import presses, responses
from bot.gateway.inbound.command_line import Show, Tell
from bot.gateway.outbound.delivery import Delivery
from bot.gateway.outbound.messenger import Chat, Drawn, Messenger
from bot.gateway.outbound.recipients import Recipients
from bot.host.budget import Budget, Budgets, Meters
from bot.host.courier import Courier
from bot.host.delivery_errors import TryLater
from bot.host.ports import Letter
from bot.host.under_way import UnderWay
from bot.messages.buttons import LIMIT, Ask, Garbled, Press, Verb, decode, encode
from bot.messages.message import Button, Message, Option, Row
from bot.messages.presenter import HAND
from bot.requests.answer import Answer
from bot.requests.requests import Request
from bot.tables.table import Table
from bot.views.drafts import Draft
from bot.views.viewer import Viewer
from engine.actions import Action
from renderers.scenes import Look, Scene
from tests.requests.serving import World

WIDE: Final = Budgets(Budget(1_000_000, 1), Budget(1_000_000, 1))


@dataclass(slots=True)
class ChatMessage:
    """A message as it stands in a chat now."""

    chat: Chat
    message: Message
    live: bool = True
    removed: bool = False


class Platform:
    """A platform that remembers. `failing`: how often it says to try later."""

    def __init__(self, platform: str = "discord") -> None:
        self.platform = platform
        self.messages: dict[str, ChatMessage] = {}
        self.by_once: dict[str, str] = {}
        self.calls: Counter[str] = Counter()
        self.places: Counter[str] = Counter()  # messages sent and edited, by chat
        self.failing = 0

    def _may_fail(self) -> None:
        if self.failing:
            self.failing -= 1
            raise TryLater("too many requests")

    async def send(self, chat: Chat, message: Message, drawn: Drawn | None, once: str) -> str:  # noqa: ARG002  as every messenger takes them
        self._may_fail()
        self.calls["send"] += 1
        self.places[chat.id] += 1
        reference = self.by_once.setdefault(once, f"m{len(self.messages) + 1}")
        self.messages[reference] = ChatMessage(chat, message)
        return reference

    async def edit(self, chat: Chat, reference: str, message: Message, drawn: Drawn | None) -> str:  # noqa: ARG002  as every messenger takes them
        self._may_fail()
        self.calls["edit"] += 1
        self.places[chat.id] += 1
        assert self.messages[reference].chat == chat
        self.messages[reference] = ChatMessage(chat, message)
        return reference

    async def retire(self, chat: Chat, reference: str, remove: bool) -> None:
        self._may_fail()
        assert self.messages[reference].chat == chat
        self.calls["retire"] += 1
        self.messages[reference].live = False
        self.messages[reference].removed = remove

    def live(self, place: str) -> list[Message]:
        """The messages of a chat that have their controls, the latest last."""
        return [one.message for one in self.messages.values() if one.chat.id == place and one.live]


async def paint(_scene: Scene, _look: Look) -> Drawn:
    return Drawn(b"", 1, 1)


class Hall:
    """A world with a platform, and a courier between them."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.platform = Platform()
        self.platforms: dict[str, Messenger] = {self.platform.platform: self.platform}
        under_way, meters = UnderWay(), Meters({"discord": WIDE}, world.door.clock)
        recipients = Recipients(world.store, lambda: world.now, self.platforms)
        self.delivery = Delivery(world.store, lambda: world.now, self.platforms, paint, recipients, under_way=under_way)
        world.door.leave_out(self.delivery.stands)
        world.door.listen_for_rewriting(self.delivery.forget)
        deliver, chat_of = self.delivery.deliver, recipients.chat_of
        self.courier = Courier(world.door, world.store, deliver, chat_of, meters, under_way=under_way)

    async def post(self) -> None:
        """Deliver everything that waits."""
        while await self.courier.send():
            pass

    async def press(self, person: str, button: Button | Option) -> list[Message]:
        """Press it, as a client sends it back; what the person is answered."""
        text = encode(button.press)
        assert len(text) <= LIMIT
        press = decode(text)
        assert not isinstance(press, Garbled)
        return await self.request(person, press)

    async def request(self, person: str, press: Press) -> list[Message]:
        table = await self.world.table(await self.world.service.table_of(press.table))
        draft = await self.draft(person, table)
        meaning = presses.request_of_press(press, table, person, draft, self.world.delivery())
        if isinstance(meaning, Show | Tell):
            return [responses.step_message(meaning, table, await self.reader(person, table))]
        return await self.do(person, table, meaning)

    async def do(self, person: str, table: Table, request: Request) -> list[Message]:
        answer: Answer = await self.world.do(person, request)
        if isinstance(request, presses.HOLDING):
            want = self.delivery.telling(self.courier.want)
            await want(await self.world.service.table_of(table.label), (Letter(person, HAND),))
        now = await self.world.now_of(table)
        message = responses.answer_message(answer, request, await self.language(person), now)
        return [message] if message else []

    async def draft(self, person: str, table: Table) -> Draft:
        return await self.world.service.draft(person, await self.world.service.table_of(table.label))

    async def language(self, person: str) -> str:
        return str((await self.world.about(person))["language"])

    async def reader(self, person: str, table: Table) -> Viewer:
        return Viewer(person, await self.language(person), self.world.now, await self.draft(person, table))


def offered(message: Message) -> Iterator[Button | Option]:
    """Everything that can be pressed."""
    for control in message.controls:
        yield from control.buttons if isinstance(control, Row) else control.options


def verb_of(one: Button | Option) -> Verb | None:
    return one.press.request.verb if isinstance(one.press.request, Ask) else None


def action_of(one: Button | Option) -> Action | None:
    return None if isinstance(one.press.request, Ask) else one.press.request


def pick(rng: Random, message: Message, *verbs: Verb) -> Button | Option | None:
    """One of the controls with these verbs."""
    found = [one for one in offered(message) if verb_of(one) in verbs]
    return rng.choice(found) if found else None
