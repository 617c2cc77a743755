"""Which platforms are hosted: those that have a token, each with what it allows.

A new platform is a row in `BUDGETS` and one in `MAKERS`; `docs/changing.md` says what else it needs.
"""

from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Final, Protocol, runtime_checkable

from bot.adapters.web.app_door import App
from bot.cli.chat_parts import ChatParts
from bot.cli.keeping import Work, hold_platform
from bot.config.configuration import Configuration
from bot.config.values import AUTO
from bot.durations import MINUTE
from bot.gateway.inbound.inbound import Inbound
from bot.gateway.outbound.delivery import Delivery, Paint
from bot.gateway.outbound.limits import Limits
from bot.gateway.outbound.messenger import Chat, Messenger
from bot.gateway.outbound.private_words import PrivateWords
from bot.gateway.outbound.recipients import Recipients
from bot.host.budget import Budget, Budgets, Meters, platform_of
from bot.host.courier import Courier, Deliver, Mailed
from bot.host.delivery_errors import TryLater, Undeliverable
from bot.host.door import Door
from bot.host.homes import Homes
from bot.host.leases import Leases, OnlyHost
from bot.host.parts import Division
from bot.host.ports import Letter
from bot.host.under_way import UnderWay
from bot.host.unheard_letters import give_up_unheard
from bot.messages.message import Message
from bot.planner.kind import PLAN
from bot.requests.backend import Archive
from bot.requests.champions import Roles
from bot.requests.service import Service
from bot.series.kind import SERIES
from bot.tables.table import Table
from bot.tournaments.kind import TOURNAMENT, is_private

# What may go out in a second is dealt out in parts of it: pictures take a while, and two full loads, the one late and
# the other in time, would arrive in the same second.
BUDGETS: Final[Mapping[str, Budgets]] = {
    # 50 a second in all, what answers a press not counted; in a channel 5 new messages in 5 seconds, and 5 changes
    "discord": Budgets(Budget(11, 250), Budget(5, 5_000), at_once=32, apart=True),
    # 30 a second in all, one a second in a chat with short bursts, and 20 a minute in a group, edits included; some
    # are kept for what is no letter, and one of each burst for a hand that has changed. How long a burst may be is not
    # said, so it is three; a tenth is left for what counts before it arrives. Some were refused after 20 a minute in a
    # private chat, too: from the tenth on ticks are shown later. Letters that were allotted one after the other may be
    # ready together: where they leave, 28 a second are let through, for two may be said beside them
    "telegram": Budgets(
        Budget(7, 260),
        Budget(3, 3_300, refills=True),
        at_once=24,
        group=Budget(18, MINUTE),
        reserve=1,
        steady=Budget(10, MINUTE),
        in_a_second=28,
    ),
}
THRIFTY: Final = frozenset(["discord", "telegram"])
"""Platforms where edits are so dear that a channel's table is edited only once a turn."""
REFUSING: Final = frozenset(["discord"])
"""Platforms where people can refuse private messages; on the others they have to open the chat first."""
UPRIGHT: Final = frozenset(["telegram"])
"""Where most read on telephones, and pictures fill their width: tables are drawn upright unless one wants them wide."""


class WebHook(Protocol):
    """A receiver of posts at the path of an address."""

    address: str

    async def answer_post(self, headers: Mapping[str, str], body: bytes) -> tuple[int, bytes]:
        """The status that answers a post, and what is said with it: JSON, or nothing."""


class Platform(Protocol):
    """A platform that is on."""

    name: str

    @property
    def messenger(self) -> Messenger: ...

    @property
    def hook(self) -> WebHook | None:
        """Where it wants to be posted to; None where it asks for itself."""

    async def run(self, inbound: Inbound, limits: Limits, /) -> None:
        """Hear people until it is cancelled. `limits` hold for what is written beside the letters.

        Raises `CannotHost` where that cannot be, as it is set up.
        """


@runtime_checkable
class GivesRoles(Protocol):
    """A platform where people wear roles."""

    name: str

    @property
    def roles(self) -> Roles: ...


@runtime_checkable
class Guarded(Protocol):
    """A platform that takes no mark by which a message is known that was sent before."""

    def guard(self, may_leave: Callable[[], bool]) -> None:
        """From now on a message is sent only if this is true at that moment."""


@runtime_checkable
class OpensPage(Protocol):
    """A platform inside which the browser's page can be opened."""

    @property
    def app(self) -> App | None:
        """How it is opened there; None where it is not."""


def _discord(settings: Configuration, token: str, clock: Callable[[], int]) -> Platform:
    from bot.adapters.discord.platform import Discord  # noqa: PLC0415  it is slow to load

    secret = settings.discord_secret.get_secret_value() if settings.discord_secret and settings.opens_in_apps else ""
    api, gateway, posts = (
        settings.discord_api or "",
        settings.discord_gateway or "",
        settings.discord_interactions or "",
    )
    return Discord(token, clock, api, gateway, secret, posts, shards_of(settings))


def _telegram(settings: Configuration, token: str, clock: Callable[[], int]) -> Platform:
    from bot.adapters.telegram.platform import Telegram  # noqa: PLC0415  it is slow to load

    page = f"{settings.public}/" if settings.opens_in_apps else ""
    return Telegram(token, settings.telegram_api or "", settings.telegram_webhook or "", page, clock, settings.language)


MAKERS: Final[Mapping[str, Callable[[Configuration, str, Callable[[], int]], Platform]]] = {
    "discord": _discord,
    "telegram": _telegram,
}
"""How each is made of the settings and its token, not yet started."""


def shards_of(settings: Configuration) -> int:
    """Into how many Discord is divided, as is agreed on by now (`bot.cli.shard_number`); 1 where it is not."""
    assert settings.discord_shards != AUTO
    return settings.discord_shards or 1


PARTS: Final[Mapping[str, Callable[[Configuration], int]]] = {"discord": shards_of}
"""Into how many parts the settings divide a platform, of those that come in parts."""


def platforms(settings: Configuration, clock: Callable[[], int]) -> list[Platform]:
    """Those that have a token; the libraries of the others are not even loaded."""
    return [MAKERS[name](settings, token, clock) for name, token in settings.tokens.items()]


def leases_of(settings: Configuration) -> tuple[str, ...]:
    """The leases of the platforms that have a token: of what several hosts may share, one for each part."""
    divisions = [Division(name, PARTS[name](settings) if name in PARTS else 1) for name in settings.tokens]
    return tuple(lease for one in divisions for lease in one.parts)


def is_any_on(settings: Configuration) -> bool:
    """Whether a platform has a token."""
    return bool(settings.tokens)


class Chats:
    """All platforms that are on, with the courier between them and the tables; what it delivers is `counted`."""

    def __init__(
        self,
        on: Sequence[Platform],
        service: Service,
        door: Door,
        store: Archive,
        paint: Paint,
        budgets: Mapping[str, Budgets] = BUDGETS,
        counted: Callable[[Deliver], Deliver] = lambda deliver: deliver,
        leases: Leases | None = None,
        administrators: Collection[str] = frozenset(),
    ) -> None:
        self._on = on
        self._door = door
        self._leases: Leases = leases or OnlyHost()
        parts = self._chat_parts = ChatParts(self._leases, store, door.bot, on)
        messengers = self._messengers = {one.name: one.messenger for one in on}
        language = service.backend.people.language
        meters = self._meters = Meters({one.name: budgets[one.name] for one in on}, door.clock, parts.shares)
        under_way, crowded = UnderWay(), meters.is_crowded
        phrases, theme = service.phrases.for_reader, service.theme
        recipients = Recipients(store, door.clock, messengers, language, UPRIGHT, REFUSING, crowded, phrases, theme)
        delivery = Delivery(store, door.clock, messengers, paint, recipients, THRIFTY, under_way, crowded, self._leave)
        private_words = PrivateWords(store, messengers, recipients, self._leave)
        self._delivery, self._bot = delivery, door.bot
        self._give_up_unheard = partial(give_up_unheard, store, door.bot, door.clock, MAKERS)
        door.leave_out(delivery.stands)
        door.listen_for_rewriting(delivery.forget)
        others = self._mailed_beside_tables(service, private_words)
        self._weekly, self._champions = service.weekly_boards, service.champions
        service.opening_news.note_members(recipients.is_still_in)
        service.champions.listen({one.name: one.roles for one in on if isinstance(one, GivesRoles)})
        bring, chat_of, pressed_at = counted(delivery.deliver), recipients.chat_of, delivery.pressed_at
        self._courier = Courier(
            door, store, bring, chat_of, meters, others, pressed_at, under_way, self._brings_to, self._may_send_of
        )
        self._leases.end_first(self._sends_of, self._break_off)
        for one in on:
            if isinstance(one, Guarded):
                one.guard(lambda: self._leases.is_in_time)
        self._want = delivery.telling(self._courier.want)
        self.inbound = Inbound(service, delivery, self._courier.want, administrators)

    def _mailed_beside_tables(self, service: Service, private_words: PrivateWords) -> Mapping[str, Mailed]:
        """The other kinds of subjects that send letters: planned matches, tournaments, series."""
        plans, tournaments = service.planned_matches, service.tournaments
        tell, tell_again = partial(private_words.tell, self._bot), private_words.tell_again
        return {
            PLAN: Mailed(plans.planner.subjects, partial(plans.deliver, self.announce), is_anew=lambda _: True),
            TOURNAMENT: Mailed(
                tournaments.subjects,
                partial(tournaments.deliver, self.announce, self.withdraw, tell, tell_again),
                is_anew=lambda row: is_private(row.kind),
                grace=tournaments.tournaments.grace,
            ),
            SERIES: Mailed(tournaments.series.subjects, partial(tournaments.series.deliver, self.announce)),
        }

    @property
    def names(self) -> tuple[str, ...]:
        """Those that are on."""
        return tuple(one.name for one in self._on)

    @property
    def hooks(self) -> tuple[WebHook, ...]:
        """Where platforms want to be posted to."""
        return tuple(one.hook for one in self._on if one.hook is not None)

    @property
    def apps(self) -> tuple[App, ...]:
        """Platforms that show the browser's page themselves."""
        return tuple(one.app for one in self._on if isinstance(one, OpensPage) and one.app is not None)

    @property
    def homes(self) -> Homes:
        """Which tables have their home at this host."""
        return self._chat_parts

    def writes_of(self, table: Table) -> bool:
        """Whether this host may have to write to a channel that shows a table."""
        return any(self._chat_parts.may_hold(channel) for channel in table.channels)

    def _may_send_of(self, subject: str) -> bool:
        """Whether this host may have to bring a letter of a table, to a channel or to somebody who sits there.

        True of what is no table, or not in memory.
        """
        table = self._door.in_mind(subject)
        if table is None or self.writes_of(table):
            return True
        writes_to_people = any(self._chat_parts.holds_private_chats(name) for name in self._messengers)
        return writes_to_people and any(chair.person for chair in table.chairs)

    async def want(self, table_id: str, letters: tuple[Letter, ...]) -> None:
        """Have letters of a table brought (again)."""
        await self._want(table_id, letters)

    def begin_anew(self) -> None:
        """Another host has written there until now: which messages there are is not known here."""
        self._delivery.begin_anew()
        self._courier.begin_anew()

    def leave(self) -> None:
        """Another host writes there from now on: what this one sent last may have changed."""
        self._delivery.leave_to_another()

    async def end(self) -> None:
        """Send nothing more, before what runs is stopped; what is being sent has a moment to arrive."""
        await self._courier.end()

    def wake(self) -> None:
        """Look again what may be sent now."""
        self._courier.wake()
        self._weekly.wake()
        self._champions.wake()

    def note_clock_jump(self, since: int, until: int) -> None:
        """The clock went from one time to the other at once."""
        self._courier.note_clock_jump(since, until)

    @property
    def is_busy(self) -> bool:
        """Whether something is being sent now."""
        return self._courier.is_busy or self._weekly.is_busy or self._champions.is_busy

    @property
    def is_idle(self) -> bool:
        """Whether nothing is being sent now, nor looked for."""
        return self._courier.is_idle and not self._weekly.is_busy and not self._champions.is_busy

    @property
    def is_in_doubt(self) -> bool:
        """Whether something that was given up without an answer may still arrive; it is brought once more then."""
        return self._courier.is_in_doubt

    async def announce(self, channel: str, message: Message, once: str, reference: str = "") -> str:
        """Send a channel a message that belongs to no table, or change an older one to it; its reference.

        The courier has found room for it. Raises `TryLater`, `Undeliverable`.
        """
        platform, _, place = channel.partition(":")
        if platform not in self._messengers:
            raise Undeliverable("no such platform is on")
        chat, messenger = Chat(place, private=False), self._messengers[platform]
        if message.mentions and not reference:
            chat = await self._delivery.recipients.with_mentioned(self._bot, platform, chat, message)
        drawn = await self._delivery.draw(message)
        async with self._delivery.leave(platform):
            if reference:
                return await messenger.edit(chat, reference, message, drawn)
            return await messenger.send(chat, message, drawn, once)

    async def withdraw(self, channel: str, reference: str) -> None:
        """A message in a channel goes, or loses its buttons. Raises `TryLater`."""
        platform, _, place = channel.partition(":")
        if platform in self._messengers:
            async with self._delivery.leave(platform):
                await self._messengers[platform].retire(Chat(place, private=False), reference, remove=True)

    async def _brings_to(self, chat: str) -> bool:
        """Whether this host writes there; for a chat that no host writes to, any host may say so."""
        return platform_of(chat) not in self._messengers or await self._chat_parts.holds(chat)

    def _sends_of(self, lease: str) -> bool:
        """Whether something is being sent now to a chat of this part of a platform."""
        return bool(self._chat_parts.of_lease(lease, self._courier.busy))

    def _break_off(self, lease: str) -> None:
        """Break off what is being sent under this lease: another host sends it now, and this would arrive later."""
        for chat in self._chat_parts.of_lease(lease, self._courier.busy):
            self._courier.break_off(chat)

    @asynccontextmanager
    async def _leave(self, platform: str) -> AsyncIterator[None]:
        """A context for sending one message: it waits for room, and refuses on a host that has just woken up."""
        async with self._meters.leave(platform):
            if not self._leases.is_in_time:
                raise TryLater("another host may write there by now")
            yield

    async def post_board(self, channel: str, message: Message, once: str) -> None:
        """Post what no letter brings, once its chat has room. Raises `TryLater`, `Undeliverable`."""
        if not await self._brings_to(channel):
            raise TryLater("another host writes there")
        if not self._courier.room(channel.partition("/")[0]):
            raise TryLater("the turns of games go first")
        await self.announce(channel, message, once)

    def works(self) -> list[Work]:
        """What is to run all the time."""
        return list(self.parts().values())

    def parts(self) -> dict[str, Work]:
        """The same by name: the courier, the boards of each week, and each platform, where one is on."""
        updates = {
            one.name: partial(hold_platform, self._leases, one.name, partial(one.run, self.inbound, self._courier))
            for one in self._on
        }
        weekly = partial(self._weekly.run, self.post_board)
        champions = partial(self._champions.run, self.post_board)
        works: dict[str, Work] = {
            "courier": self._courier.run,
            "weekly boards": weekly,
            "champions": champions,
            **updates,
        }
        return works if self._on else {"unheard letters": self._give_up_unheard}
