"""People at tables of a chat in a campaign: two at each, who draw and discard by the buttons that stand before them.

They press what their private chat shows. Where nothing comes of it in the time after which Discord says that it failed,
they press the same again, as long as it stands there. An action counts as acknowledged once its button stands there no
more.
"""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from random import Random
from typing import Any, Final, NamedTuple, Protocol

from bot.host.door import Door
from bot.host.hosted_bots import BOT
from bot.messages.buttons import NO_TABLE, Ask, Press, Verb, decode
from bot.requests.service import Service
from bot.store.postgres import PostgresStore
from bot.tables.log import states
from engine.actions import DRAW, Discard, format_action
from tests.adapters.discord import hosting as discord_hosting
from tests.adapters.discord import scripted
from tests.adapters.discord import witness as discord_witness
from tests.adapters.telegram import hosting as telegram_hosting
from tests.adapters.telegram import witness as telegram_witness
from tests.loopback.discord.server import Discord
from tests.loopback.discord.values import Message as DiscordMessage
from tests.loopback.running import specs
from tests.loopback.telegram import Telegram, serve
from tests.loopback.telegram.values import Message as TelegramMessage
from tests.watching import Watch

LOOKS: Final = 0.1  # seconds between two looks at a screen
UNHEARD: Final = 3.2  # seconds after which a press has failed
ASIDE: Final = (Verb.SURE, Verb.DROP, Verb.CLOSE, Verb.READY, Verb.REMATCH)
"""What is pressed where nothing can be drawn or discarded, the first of these that is there."""


class Offer(NamedTuple):
    """Something that somebody can press, and how."""

    press: Press
    act: Callable[[], Any]

    @property
    def is_of_turn(self) -> bool:
        return not isinstance(self.press.request, Ask) or self.press.request.verb in ASIDE


class ChatAction(NamedTuple):
    """An action that somebody was shown as done: at which table, at which of its stages."""

    label: str
    stage: int
    command: str


class Read:
    """What can be pressed on messages, read once for each change of them."""

    def __init__(self, read: Callable[[Any], Iterable[Any]]) -> None:
        self._read = read
        self._offers_by_place: dict[tuple[int, int], tuple[object, list[Any]]] = {}

    def offers(self, message: Any) -> list[Any]:
        place = (message.channel.id if hasattr(message, "channel") else message.chat.id, message.id)
        entry = self._offers_by_place.get(place)
        if entry is None or entry[0] is not message.content:
            entry = self._offers_by_place[place] = (message.content, list(self._read(message)))
        return entry[1]


class Site(Protocol):
    """A platform of the campaign."""

    name: str
    upright: bool
    server: Any

    def gather(self, number: int) -> tuple[str, list[Any]]:
        """A place with two people more: its channel, as the host names it."""

    def offers(self, person: Any) -> list[Offer]:
        """All that stands newest in their private chat."""

    def settings(self) -> Mapping[str, str]:
        """The host's own, for this platform."""

    def unheard(self) -> int:
        """How many presses were answered by nobody in time."""

    def standing_twice(self) -> list[str]:
        """Tables that two messages of a chat have buttons for."""

    async def check_seen(self, watch: Watch, service: Service) -> None:
        """Nobody saw what was not for them."""


class OnDiscord:
    """`shards`: into how many Discord is divided, 1 for not at all."""

    name = "discord"
    upright = False

    def __init__(self, server: Discord, shards: int) -> None:
        self.server = server
        self._shards = shards
        self._read = Read(scripted.offers)

    def gather(self, number: int) -> tuple[str, list[Any]]:
        people = [self.server.user(f"{name}{number}") for name in ("Anna", "Bruno")]
        while True:
            club = self.server.guild(f"Club {number}", *people)
            if (club.id >> 22) % self._shards == number % self._shards:
                return f"discord:{club.channel('tavoli').id}", people

    def offers(self, person: Any) -> list[Offer]:
        found = [one for message in person.screen() for one in self._read.offers(message)]
        chosen = [list(one.values) if one.values else None for one in found]
        return [
            Offer(one.press, partial(person.forges, one.custom_id, one.message, values))
            for one, values in zip(found, chosen, strict=True)
        ]

    def settings(self) -> Mapping[str, str]:
        divided = {"BURRACO_DISCORD_SHARDS": str(self._shards)} if self._shards > 1 else {}
        return {**discord_hosting.settings(self.server, self.server.token), **divided}

    def unheard(self) -> int:
        now = self.server.clock.now()
        return len([one for one in self.server.acts.values() if not one.answer and now - one.at > UNHEARD])

    def standing_twice(self) -> list[str]:
        messages: list[tuple[int, DiscordMessage]] = [
            (channel.id, message) for channel in self.server.channels.values() for message in channel.shown
        ]
        return _twice((place, discord_witness.labels(message)) for place, message in messages)

    async def check_seen(self, watch: Watch, service: Service) -> None:
        await discord_witness.nobody_saw_too_much(self.server, watch, service)


class OnTelegram:
    name = "telegram"
    upright = True

    def __init__(self, server: Telegram) -> None:
        self.server = server
        self._read = Read(_presses)
        server.budgets.enforced = False

    def gather(self, number: int) -> tuple[str, list[Any]]:
        people = [self.server.user(f"{name}{number}") for name in ("Anna", "Bruno")]
        for person in people:
            person.dm.opened = True
        return f"telegram:{self.server.group(f'Group {number}', *people).id}", people

    def offers(self, person: Any) -> list[Offer]:
        return [
            Offer(press, partial(person.forges, text, message))
            for message in person.screen()
            for text, press in self._read.offers(message)
        ]

    def settings(self) -> Mapping[str, str]:
        return telegram_hosting.settings(self.server, self.server.token)

    def unheard(self) -> int:
        """They are kept until a host asks for them."""
        return len([one for one in self.server.taps.values() if not one.answered])

    def standing_twice(self) -> list[str]:
        messages = [(chat.id, message) for chat in self.server.chats.values() for message in chat.shown]
        return _twice((place, {press.table for _, press in _presses(one)} - {NO_TABLE}) for place, one in messages)

    async def check_seen(self, watch: Watch, service: Service) -> None:
        await telegram_witness.nobody_saw_too_much(self.server, watch, service)


def _presses(message: TelegramMessage) -> list[tuple[str, Press]]:
    texts = [button.get("callback_data", "") for row in message.content.keyboard for button in row]
    return [(text, press) for text in texts if isinstance(press := decode(text), Press)]


def _twice(messages: Iterable[tuple[int, set[str]]]) -> list[str]:
    found = Counter([(place, label) for place, labels in messages for label in labels])
    return [label for (_, label), times in found.items() if times > 1]


@dataclass
class ChatPerson:
    """Somebody before their private chat. `thinks`: seconds before each press."""

    site: Site
    account: Any
    label: str
    thinks: float
    chance: Random
    person: str = ""  # as the host knows them
    acknowledged: list[ChatAction] = field(default_factory=list)
    moved_at: list[float] = field(default_factory=list)
    pressed: Counter[ChatAction] = field(default_factory=Counter)
    stood_then: dict[ChatAction, str] = field(default_factory=dict)  # what they saw when it was acknowledged
    seen: list[tuple[float, str]] = field(default_factory=list)  # since when they saw what, by the clock of the logs
    went_back: list[str] = field(default_factory=list)  # an earlier stage than had stood there
    _newest: int = 0
    is_over: bool = False

    async def plays(self, until: asyncio.Event) -> None:
        """Whatever happens to the hosts."""
        failed = ""
        while not until.is_set():
            offer = self._choice(failed)
            if offer is None:
                await asyncio.sleep(LOOKS)
                continue
            await asyncio.sleep(self.thinks)
            what = ChatAction(self.label, offer.press.stage, _command(offer.press))
            if what.command:
                self.pressed[what] += 1
            offer.act()
            failed_at = time.monotonic() + UNHEARD
            while (still := self._stands(offer)) and time.monotonic() < failed_at:  # noqa: ASYNC110  as people look
                await asyncio.sleep(LOOKS)
            failed = str(offer.press) if still else ""
            if not still:
                self.moved_at.append(time.monotonic())
                if what.command:
                    self.acknowledged.append(what)
                    self.stood_then[what] = self._sees()

    def _offers(self) -> list[Offer]:
        offers = [one for one in self.site.offers(self.account) if one.press.table == self.label and one.is_of_turn]
        sees = self._sees()
        if not self.seen or self.seen[-1][1] != sees:
            self.seen.append((time.time(), sees))
            newest = max([one.press.stage for one in offers if one.press.stage], default=self._newest)
            if newest < self._newest:
                self.went_back.append(f"from {self._newest} to {newest}, {datetime.now(UTC):%H:%M:%S.%f}")
            self._newest = newest
        return offers

    def _stands(self, offer: Offer) -> bool:
        return any(one.press == offer.press for one in self._offers())

    def _choice(self, failed: str) -> Offer | None:
        """`failed`: what nothing has come of."""
        offers = self._offers()
        again = [one for one in offers if str(one.press) == failed]
        if again:
            return again[-1]
        newest = max([one.press.stage for one in offers], default=0)
        fresh = [one for one in offers if one.press.stage == newest]
        draws = [one for one in fresh if one.press.request == DRAW]
        away = [one for one in fresh if isinstance(one.press.request, Discard)]
        aside = [
            one
            for verb in ASIDE
            for one in fresh
            if isinstance(one.press.request, Ask) and one.press.request.verb is verb
        ]
        if draws or away:
            return self.chance.choice(draws or away)
        return aside[0] if aside else None

    @property
    def stands(self) -> str:
        """How it looks to them, where their table stands still."""
        return f"{self.site.name} {self.label}, {len(self.acknowledged)} acknowledged, {self._sees()}"

    def _sees(self) -> str:
        offered = sorted({f"{one.press.stage}:{one.press.request}" for one in self.site.offers(self.account)})
        return f"offered {offered[-6:]} on {len(self.account.screen())} messages"


def _command(press: Press) -> str:
    """As the log has it; "" for what is no move of a card."""
    return "" if isinstance(press.request, Ask) else f"play {format_action(press.request)}"


def chat_people(site: Site, number: int, thinks: float, chance: Random) -> tuple[str, list[ChatPerson]]:
    """Two people at a table to be, and its channel."""
    channel, accounts = site.gather(number)
    label = f"{site.name[0].upper()}{number}"
    return channel, [ChatPerson(site, one, label, thinks, Random(chance.random())) for one in accounts]  # noqa: S311  a benchmark's dice


@asynccontextmanager
async def chats(wanted: Sequence[str], shards: int) -> AsyncIterator[list[Site]]:
    """These platforms, each on a server of its own."""
    async with AsyncExitStack() as stack:
        sites = list[Site]()
        if "discord" in wanted:
            server = await stack.enter_async_context(discord_hosting.server())
            server.budgets.as_discords()
            server.gateway.paces_logins = shards > 1
            sites.append(OnDiscord(server, shards))
        if "telegram" in wanted:
            sites.append(OnTelegram(await stack.enter_async_context(serve(specs()))))
        yield sites


# --- in the end -------------------------------------------------------------------------------------------------------


async def check_chats(store: PostgresStore, sites: Sequence[Site], people: Sequence[ChatPerson]) -> int:
    """Each acknowledged action is stored once, none that was not pressed, in order; nobody saw too much. How many."""
    stored = await _stored(store, {one.label for one in people})
    for one in people:
        mine = [what for who, what in stored if who == one.person and what.label == one.label]
        twice = [what for what, times in Counter(mine).items() if times > 1]
        assert twice == [], f"stored twice: {twice}"
        missing = [what for what in one.acknowledged if what not in set(mine)]
        assert missing == [], f"acknowledged and not stored: {[(what, one.stood_then[what]) for what in missing]}"
        assert [what for what in mine if not one.pressed[what]] == [], "stored, and nobody has pressed it"
        in_order = [what for what in mine if what in set(one.acknowledged)]
        others = [what for what, then in zip(one.acknowledged, in_order, strict=False) if what != then]
        what_stood = [(what, one.stood_then[what]) for what in others[:2]]
        assert one.acknowledged == in_order, (
            f"in another order: {what_stood}, {len(one.acknowledged)} of {len(in_order)}"
        )
    for site in sites:
        watch = Watch()
        await watch.reads(store, BOT, site.upright, f"{site.name}:")
        await site.check_seen(watch, Service(Door(store, BOT, lambda: 0, lambda size: b"\0" * size), store, BOT))
    return sum(len(one.acknowledged) for one in people)


async def _stored(store: PostgresStore, labels: set[str]) -> list[tuple[str, ChatAction]]:
    """All that people have played at these tables, with who it was."""
    found = list[tuple[str, ChatAction]]()
    for row in await store.live(BOT):
        rows, stage = await store.log(BOT, row.subject.id), 0
        for one, table in zip(rows, states(rows), strict=True):
            if table.label not in labels:
                break
            if one.entry.startswith("play "):
                found.append((one.actor.split()[0], ChatAction(table.label, stage, one.entry)))
            stage = table.stage
    return found
