"""How tables are opened: their settings out of those of the channel and of what was said, and a short name."""

import hashlib
import re
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Final

from bot.host.door import Reply
from bot.host.ports import Person
from bot.requests.answer import Answer
from bot.requests.backend import Backend
from bot.requests.channels import Channels, parse_changes
from bot.requests.fresh_words import fresh_word
from bot.requests.people import who
from bot.requests.request_context import RequestContext
from bot.tables.settings import bad_setting, with_settings
from bot.tables.table import OVER, Settings
from bot.tables.who import Declined
from bot.words.declined import declined_words
from bot.words.languages import say
from engine.rules import RULE_SETS, load_rules

LABEL_LENGTH: Final = 4  # signs of a short name
LONGEST_LABEL: Final = 6  # where shorter ones are used up: closed tables keep theirs
TRIES: Final = 5  # at each length
_CARDS: Final = re.compile(r"(JK|[TJQK][HDCS])+|[TJQK]+[HDCS]")
SLOWEST: Final = 5000  # milliseconds between two actions of computers
MOST_TABLES: Final = 25  # that go on, at which somebody may be who opens one more without a channel


@dataclass(frozen=True, slots=True)
class Play:
    """A deal against computers, at once; `pace` between two of their actions in milliseconds, below 0 as usual."""

    rules: str = ""
    pace: int = -1
    channel: str = ""
    delivery: str = ""


@dataclass(frozen=True, slots=True)
class Watch:
    """Computers play each other."""

    rules: str = ""
    pace: int = -1
    channel: str = ""
    delivery: str = ""


@dataclass(frozen=True, slots=True)
class Open:
    """A table for friends, in its lobby. What is said replaces the channel's settings, and these the usual ones.

    `options` are words `KEY=VALUE`, as the command `set` takes them. `channel` is "" in a private chat and in the
    browser.
    """

    rules: str = ""
    pace: int = -1
    channel: str = ""
    options: str = ""
    delivery: str = ""


class TableOpenings:
    """Opens tables."""

    def __init__(self, backend: Backend, channels: Channels) -> None:
        self._backend = backend
        self._channels = channels

    async def play(self, context: RequestContext, request: Play | Watch) -> Answer:
        """One deal against computers, or of computers alone, dealt at once."""
        settings = _with_choices(await self._channels.settings(request.channel), request.rules, request.pace)
        settings = replace(_one_deal(settings), watched=isinstance(request, Watch))
        answer = await self.open_with(context, settings, request.channel, request.delivery)
        if answer.done:
            person = context.person
            await self._backend.door.submit(answer.table, who(person), f"{person.id}:start", "start")
        return answer

    async def open(self, context: RequestContext, request: Open) -> Answer:
        """A table for friends."""
        settings = _with_choices(await self._channels.settings(request.channel), request.rules, request.pace)
        try:
            settings = with_settings(settings, parse_changes(request.options))
        except ValueError as error:
            return Answer(False, declined_words(context.language, bad_setting(error)))
        return await self.open_with(context, settings, request.channel, request.delivery)

    async def open_with(self, context: RequestContext, settings: Settings, channel: str, delivery: str) -> Answer:
        """A table with these settings, where its channel has room. The same delivery again finds what it opened."""
        person = context.person
        most = (await self._channels.terms(channel)).tables if channel else 0
        async with self._backend.opening:
            if most and await tables_in(self._backend, channel) >= most and not await self._is_known(person, delivery):
                return Answer(False, say(person.language, "channel.full", count=most))
            return await self._open(context, settings, channel, delivery)

    async def is_private_chat(self, channel: str) -> bool:
        """Whether this is what one person has with the bot alone."""
        return await self._channels.is_private_chat(channel)

    async def _is_known(self, person: Person, delivery: str) -> bool:
        opened = named_after(person.id, delivery) if delivery else ""
        return bool(opened) and await self._backend.door.table(opened) is not None

    async def _open(self, context: RequestContext, settings: Settings, channel: str, delivery: str) -> Answer:
        backend, person = self._backend, context.person
        table_id = named_after(person.id, delivery) if delivery else secrets.token_hex(8)
        reply = await with_fresh_label(lambda label: backend.door.open(table_id, label, channel, who(person), settings))
        if isinstance(reply, Declined) and reply.key != "table-exists":
            return Answer(False, declined_words(person.language, reply))
        await backend.people.moves(context, table_id)
        return Answer(True, table=table_id)


async def tables_in(backend: Backend, channel: str) -> int:
    """How many tables a channel has open: what is over waits only to be left, and a tournament's take nobody's room."""
    found = [one.table for one in await backend.tables.in_channel(channel) if one.phase != OVER]
    tables = [await backend.door.table(table) for table in found]
    return len([table for table in tables if table is not None and table.assigned is None])


def named_after(*facts: str) -> str:
    """The id of the table that these facts open: the same for the same facts."""
    return hashlib.sha256("\n".join(facts).encode()).hexdigest()[:16]


async def with_fresh_label(open_table: Callable[[str], Awaitable[Reply]]) -> Reply:
    """What comes of opening a table by the first short name that is free; the more are taken, the longer it is."""
    for length in range(LABEL_LENGTH, LONGEST_LABEL + 1):
        for _ in range(TRIES):
            reply = await open_table(_fresh_label(length))
            if not isinstance(reply, Declined) or reply.key != "label-taken":
                return reply
    return Declined("no-label")


def _fresh_label(length: int) -> str:
    """A short name of so many signs, perhaps taken."""
    while reads_as_cards(label := fresh_word(length)):
        pass
    return label


def reads_as_cards(label: str) -> bool:
    """Whether a short name could be cards, as they are written behind a play: `KHTD`, `JQKH`."""
    return bool(_CARDS.fullmatch(label))


def _with_choices(settings: Settings, rules: str, pace: int) -> Settings:
    """The settings with what was said; what is not known stays as it is."""
    if rules in RULE_SETS and rules != settings.rules:
        allowed = load_rules(rules).players
        players = settings.players if settings.players in allowed else allowed[0]
        settings = replace(settings, rules=rules, house="", players=players)
    return replace(settings, pace=min(pace, SLOWEST)) if pace >= 0 else settings


def _one_deal(settings: Settings) -> Settings:
    """The settings for one deal, where the code knows so short a match."""
    short = replace(settings, house=_with_word(settings.house, "hands", "1"))
    try:
        return short if not short.code().rules.target else settings
    except ValueError:
        return settings


def _with_word(house: str, key: str, value: str) -> str:
    words = {word.partition("=")[0]: word for word in house.split()}
    return " ".join({**words, key: f"{key}={value}"}.values())
