"""How tables are opened in a channel: its language, and what it sets otherwise than usual, kept as JSON with it.

`table`: settings of new tables, with the time zone of the channel. `terms`: limits and planned matches. `group`: the
server it belongs to, where its name does not tell; the server's own row lists its `channels`, and keeps what they take
over from it (`requests.server_settings`).
"""

import asyncio
import json
import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from bot.host.ports import Channel, Person, Store
from bot.messages.fitting import signs
from bot.planner.plan import Terms
from bot.requests.answer import Answer, ChannelPage
from bot.requests.channel_words import ROOM, SERVER, changed_words, in_words, listed, other_keys
from bot.requests.server_settings import (
    PRIVATE_CHAT,
    SPOKEN,
    TABLE,
    TERMS_OF,
    group_of,
    in_force,
    is_private_chat,
    merge_changes,
    of_topic,
    part,
    row_of,
    server_of,
    with_server_settings,
)
from bot.requests.settings import (
    ARBITER_ROLE,
    CHAMPION_ROLE,
    OF_CHANNEL,
    OWN,
    TERMS,
    WEEKLY,
    look_of,
    term_value,
    with_terms,
)
from bot.requests.written_settings import as_kept
from bot.settings_text import read_settings
from bot.tables.hours import parse_zone
from bot.tables.setting import OFF, ON, NoSuchSetting, Setting, parse_role
from bot.tables.settings import GAME, OFTEN, SETTINGS, bad_setting, value_of, with_settings
from bot.tables.table import Settings
from bot.tables.who import Declined
from bot.views.settings_view import Json, setting_shown, settings_page
from bot.words.declined import declined_words
from bot.words.languages import LANGUAGES, Language, say
from bot.words.names import clean_name, escape_markdown
from bot.words.refusals import code_name
from renderers.scenes import Look

Usual = TypeVar("Usual")
LOG: Final = logging.getLogger(__name__)
LONGEST: Final = 64  # signs of a channel's name
SPOKEN_HERE: Final = "language"
DRESS: Final = ("language", "theme", "deck", "shape")  # what messages that stand there already show at once
SENTENCE: Final = [one.name for one in GAME]  # has these: `channel.settings`
ZONE: Final = "zone"  # of the channel's calendar, also where no table of it has a clock over days


@dataclass(frozen=True, slots=True)
class ShowChannel:
    """How tables are opened in this channel.

    The page: `language`, `code`, `code_name`, `players`, `changed`, and `settings` as of a table.
    """

    channel: str


@dataclass(frozen=True, slots=True)
class SetChannel:
    """Other settings for new tables of a channel, by an admin: words `KEY=VALUE`, as `set` takes them.

    `KEY=` forgets a setting. An empty language stays as it is.
    """

    channel: str
    changes: str = ""
    language: Language = ""
    admin: bool = False


@dataclass(frozen=True, slots=True)
class Reward:
    """A role for who leads the board of a channel, or of a whole server, known by one of its channels; "" for none."""

    unit: str  # the row that sets it
    channel: str
    role: str

    @property
    def is_of_server(self) -> bool:
        return self.unit.endswith("/")

    @property
    def place(self) -> str:
        """Where its platform gives the role: the server by its own number, for the channel may be gone by then."""
        return self.unit.removesuffix("/")

    @property
    def platform(self) -> str:
        return self.channel.partition(":")[0]


class Channels:
    """The channels of one bot. Raises `StoreError`."""

    def __init__(self, store: Store, bot: str, language: Language, theme: str = "") -> None:
        self._store = store
        self._bot = bot
        self._language = language
        self._theme = theme
        self._changing = asyncio.Lock()  # a row is written whole: nothing else may be noted of its channel meanwhile

    async def language(self, channel: str) -> Language:
        """The language of a channel, the bot's where it has chosen none."""
        return self._language_of(await self._now(channel))

    def _language_of(self, row: Channel) -> Language:
        return row.language if row.language in LANGUAGES else self._language

    async def look(self, channel: str) -> Look:
        """How pictures that are as wide as suits them are drawn there."""
        return replace(look_of((await self._now(channel)).settings, usual_theme=self._theme), width=0)

    async def is_private_chat(self, channel: str, language: Language = "") -> bool:
        """Whether a channel is known to be somebody's private chat, who speaks this language, "" for any."""
        row = await self._row(channel)
        return is_private_chat(row) and language in ("", row.language)

    async def note_private_chat(self, channel: str, language: Language) -> None:
        """It is one person's, and speaks their language, also on boards and at tables."""
        if not is_channel(channel) or language not in LANGUAGES:
            return
        async with self._changing:
            row = await self._row(channel)
            settings = json.dumps({**read_settings(row.settings), PRIVATE_CHAT: True})
            await self._store.put_channel(self._bot, replace(row, language=language, settings=settings))

    async def settings(self, channel: str) -> Settings:
        """The settings of a new table there."""
        return _settings_of(await self._now(channel))

    async def values(self, channel: str) -> tuple[Settings, Mapping[str, str]]:
        """The settings of a new table there, and by name what the channel keeps beside them, its language too."""
        row = await self._now(channel)
        return _settings_of(row), self._kept_beside(row)

    def _kept_beside(self, row: Channel) -> dict[str, str]:
        """What is kept under its name, beside settings of tables and terms."""
        own = {key: str(value) for key, value in read_settings(row.settings).items() if key in OWN and value}
        return {"language": self._language_of(row), **own}

    async def arbiter_role(self, channel: str) -> str:
        """The number of the role whose wearers direct tournaments there, "" for none."""
        return _role(await self._now(channel), ARBITER_ROLE)

    async def terms(self, channel: str) -> Terms:
        """What holds there for planned matches, and how many tables there may be."""
        return _terms_of(await self._now(channel))

    async def group(self, channel: str) -> tuple[str, ...]:
        """The channels that are known to be of the same server, where their names do not tell."""
        server = server_of(await self._row(channel))
        return tuple(_channels(await self._row(row_of(server)))) if server else ()

    async def posting_weekly(self) -> tuple[str, ...]:
        """The channels that want the board of each week, by themselves or as their server does."""
        rows = await self._store.channels_with(self._bot, f'"{WEEKLY.name}"')
        named = [one for row in rows for one in (_channels(row) if _is_server(row) else (row.id,))]
        found = {one: read_settings((await self._now(one)).settings) for one in dict.fromkeys(named)}
        return tuple(one for one, settings in found.items() if settings.get(WEEKLY.name) == ON)

    async def rewards(self) -> tuple[Reward, ...]:
        """What channels and servers have set for their champions, also what is taken back."""
        rows = await self._store.channels_with(self._bot, f'"{CHAMPION_ROLE.name}"')
        return tuple(one for row in rows for one in _rewards(row))

    async def dressed_by(self, request: SetChannel) -> tuple[str, ...]:
        """The channels whose messages speak or look otherwise after this change; a channel's topics are not named."""
        if not _dresses(request):
            return ()
        group = server_of(await self._row(request.channel)) if _split_scope(request.changes)[0] else ""
        return tuple(_channels(await self._row(row_of(group)))) if group else (request.channel,)

    async def titles(self, channels: Sequence[str]) -> Mapping[str, str]:
        """What channels are called; a private chat has no name."""
        names = {channel: read_settings((await self._row(channel)).settings).get("name", "") for channel in channels}
        return {channel: str(name) for channel, name in names.items() if name}

    async def show(self, person: Person, channel: str) -> Answer:
        """What is set, in a sentence and in figures."""
        if not is_channel(channel):
            return Answer(False, declined_words(person.language, Declined("not-now")))
        row = await self._now(channel)
        return await self._channel_page(person, row)

    async def _channel_page(self, person: Person, row: Channel, *, changes: Mapping[str, str] | None = None) -> Answer:
        """What holds in a channel, or is set for a server, a line each with how it is written; of `changes` these."""
        language, changed = person.language, part(row, TABLE)
        settings = _settings_of(row)
        name = code_name(language, settings.rules)
        of_channel = self._kept_beside(row)
        of_tables = {one: value_of(settings, OF_CHANNEL[one]) for one in changed if one in OF_CHANNEL}
        every_term = {one: term_value(_terms_of(row), term) for one, term in TERMS.items()}
        opened = say(language, "channel.settings", code=name, players=settings.players)
        unusual = {one: value for one, value in of_tables.items() if one not in SENTENCE}
        unusual |= {one: every_term[one] for one in terms_of(row)}
        short = [opened, *listed(language, of_channel | unusual), say(language, "channel.how")]
        every = of_channel | of_tables | {ZONE: value_of(settings, SETTINGS[ZONE])} | every_term
        page = ChannelPage(
            language=self._language_of(row),
            code=settings.rules,
            code_name=name,
            players=settings.players,
            changed=changed,
            settings=settings_page(settings, language),
            terms=_terms_page(settings, _terms_of(row), language),
            short="" if changes else "\n".join(short),
        )
        others = other_keys(language, every, has_server=bool(server_of(row)))
        lines = [opened, *listed(language, every, written=True, room=ROOM - signs(escape_markdown(others))), others]
        if changes:
            lines = [changed_words(language, _is_server(row)), *in_words(language, changes)]
        return Answer(True, "\n".join(lines), page=page)

    async def change(self, person: Person, request: SetChannel) -> Answer:
        """Set, by an admin; all of it or nothing. `server` before the changes sets what its channels take over."""
        if not request.admin:
            return Answer(False, say(person.language, "channel.only-admins"))
        if not is_channel(request.channel):
            return Answer(False, declined_words(person.language, Declined("not-now")))
        whole, changes = _split_scope(request.changes)
        async with self._changing:
            row = await self._row(request.channel)
            if not whole:
                return await self._set(person, row, changes, request.language)
            group = server_of(row)
            if not group:
                return Answer(False, say(person.language, "channel.no-server"))
            return await self._set(person, await self._row(row_of(group)), changes, request.language)

    async def _set(self, person: Person, row: Channel, changes: str, new_language: Language) -> Answer:
        try:
            wanted = parse_changes(changes, OF_CHANNEL)
            changed = _with_changes(row, wanted)
            for one in await self._affected_rows(changed):
                _settings(part(one, TABLE))
        except ValueError as error:
            return Answer(False, declined_words(person.language, bad_setting(error)))
        if new_language in LANGUAGES:
            more = {SPOKEN: new_language} if _is_of_server(row) else {}
            settings = json.dumps({**read_settings(changed.settings), **more})
            changed = replace(changed, language=new_language, settings=settings)
            wanted = {"language": new_language, **wanted}
        if wanted:
            await self._store.put_channel(self._bot, changed)
        return await self._channel_page(person, changed if _is_server(row) else await self._now(row.id), changes=wanted)

    async def _affected_rows(self, changed: Channel) -> list[Channel]:
        """The changed row, and the channels that take over from it, as they would be."""
        if not _is_server(changed):
            server, above = server_of(changed), group_of(changed.id)
            if above:
                return [of_topic(changed, await self._now(above))]
            return [with_server_settings(changed, await self._row(row_of(server))) if server else changed]
        members = [await self._row(channel) for channel in _channels(changed)]
        return [changed, *[with_server_settings(member, changed) for member in members]]

    async def note(self, channel: str, name: str, language: Language, group: str = "") -> None:
        """Keep a channel's name, its server, and a language where none was chosen; written only where it is new."""
        if not is_channel(channel):
            return
        row = await self._row(channel)
        if _noted(row, name, language, group) != row:
            async with self._changing:
                row = _noted(await self._row(channel), name, language, group)
                await self._store.put_channel(self._bot, row)
        group = group or server_of(row)
        if group and channel not in _channels(await self._row(row_of(group))):
            await self._note_member(group, channel)

    async def _note_member(self, group: str, channel: str) -> None:
        async with self._changing:
            row = await self._row(row_of(group))
            members = dict.fromkeys([*_channels(row), channel])
            settings = json.dumps({**read_settings(row.settings), "channels": [*members]})
            await self._store.put_channel(self._bot, replace(row, settings=settings))

    async def note_new_name(self, before: str, now: str) -> None:
        """The channel has another name, under which it is known by the first one."""
        async with self._changing:
            row = await self._row(now)
            settings = json.dumps({**read_settings(row.settings), "was": before})
            await self._store.put_channel(self._bot, replace(row, settings=settings))

    async def are_of_one_place(self, channel: str, other: str) -> bool:
        """Whether both have the same administrators: those of a topic are its group's, of a channel its server's."""
        if not channel or not other:
            return False
        if channel.partition("/")[0] == other.partition("/")[0]:
            return True
        server = server_of(await self._row(channel))
        return bool(server) and server == server_of(await self._row(other))

    async def was(self, now: str) -> str:
        """The first name of a channel."""
        return str(read_settings((await self._row(now)).settings).get("was", now))

    async def _now(self, channel: str) -> Channel:
        """A channel with what its server sets for it."""
        return await in_force(self._store, self._bot, channel) if is_channel(channel) else Channel(channel, "")

    async def _row(self, channel: str) -> Channel:
        found = await self._store.channel(self._bot, channel) if is_channel(channel) else None
        return found or Channel(channel, "")


def is_channel(channel: str) -> bool:
    """Whether this can be a channel's name: short, without spaces, for it stands in commands."""
    return 0 < len(channel) <= LONGEST and channel.isascii() and channel.isprintable() and " " not in channel


def _noted(row: Channel, name: str, language: Language, group: str) -> Channel:
    """The channel with its name and server, as far as they are known, and a language where it has none."""
    before = read_settings(row.settings)
    name = clean_name(name, "") or str(before.get("name", ""))
    group = group or str(before.get("group", ""))
    language = row.language or (language if language in LANGUAGES else "")
    if (before.get("name", ""), before.get("group", ""), row.language) == (name, group, language):
        return row
    settings = json.dumps({**before, "name": name, **({"group": group} if group else {})})
    return replace(row, language=language, settings=settings)


def parse_changes(text: str, offered: Iterable[str] = OFTEN) -> dict[str, str]:
    """The words `KEY=VALUE …`, however people write them. Raises `BadSetting` for a word that is none."""
    changes = {}
    for word in as_kept(text).split():
        key, equals, value = word.partition("=")
        if not key or not equals:
            raise _setting_named(key or word, offered).bad_value()
        changes[key] = value
    return changes


def _settings_of(row: Channel) -> Settings:
    """The settings of a new table, the usual ones where those of the channel no longer fit."""
    try:
        return _settings(part(row, TABLE))
    except ValueError as error:
        return _no_longer_fit(row, error, Settings())


def _terms_of(row: Channel) -> Terms:
    try:
        return with_terms(terms_of(row))
    except ValueError as error:
        return _no_longer_fit(row, error, Terms())


def _no_longer_fit(row: Channel, error: ValueError, usual: Usual) -> Usual:
    LOG.warning("a channel's settings no longer fit", extra={"channel": row.id, "error": str(error)})
    return usual


def _settings(changes: Mapping[str, str]) -> Settings:
    """The settings of a new table. Raises `ValueError`; a `BadSetting` for a zone that there is not."""
    zone = changes.get(ZONE, "") or Settings().zone
    try:
        parse_zone(zone)
    except ValueError as error:
        raise SETTINGS[ZONE].bad_value(str(error)) from None
    return with_settings(Settings(zone=zone), {key: value for key, value in changes.items() if key != ZONE})


def _terms_page(settings: Settings, terms: Terms, language: Language) -> list[Json]:
    """The time zone and each term, for a screen."""
    zone = setting_shown(SETTINGS[ZONE], value_of(settings, SETTINGS[ZONE]), language)
    return [zone, *[setting_shown(term, term_value(terms, term), language) for term in TERMS.values()]]


def _channels(row: Channel) -> list[str]:
    found = read_settings(row.settings).get("channels", [])
    return [str(one) for one in found] if isinstance(found, list) else []


def terms_of(row: Channel) -> dict[str, str]:
    """What a channel sets otherwise than usual for its plans and its number of tables."""
    return {name: value for name, value in part(row, TERMS_OF).items() if name in TERMS}


def _rewards(row: Channel) -> list[Reward]:
    role = _role(row, CHAMPION_ROLE)
    return [Reward(row.id, one, role) for one in (_channels(row)[:1] if _is_server(row) else [row.id])]


def _role(row: Channel, setting: Setting) -> str:
    text = str(read_settings(row.settings).get(setting.name, ""))
    try:
        return parse_role("" if text == OFF else text)
    except ValueError:
        return ""


def _setting_named(name: str, offered: Iterable[str]) -> Setting:
    """What is called so. Raises `NoSuchSetting`, which says what is `offered` instead."""
    if name not in OF_CHANNEL:
        raise NoSuchSetting(name, offered)
    return OF_CHANNEL[name]


def _with_changes(row: Channel, wanted: Mapping[str, str]) -> Channel:
    """The row with the changes. Raises `ValueError`."""
    for name in wanted:
        _setting_named(name, OF_CHANNEL)
    if SPOKEN_HERE in wanted:  # one that was understood is no change by words
        OF_CHANNEL[SPOKEN_HERE].parse(wanted[SPOKEN_HERE])
    left = dict(wanted)
    own = {name: left.pop(name) for name in OWN if name in left}
    for name, value in own.items():
        if value:  # "" takes it back
            OWN[name].parse(value)
    terms = merge_changes(terms_of(row), {name: left.pop(name) for name in TERMS if name in left})
    with_terms(terms)
    content = {**read_settings(row.settings), **own, TABLE: merge_changes(part(row, TABLE), left)}
    return replace(row, settings=json.dumps({**content, TERMS_OF: terms} if terms or TERMS_OF in content else content))


def _split_scope(changes: str) -> tuple[bool, str]:
    """Whether the changes are for the whole server, and the changes."""
    words = changes.split()
    whole = bool(words) and words[0].rstrip(":").lower() == SERVER
    return whole, " ".join(words[1:] if whole else words)


def _dresses(request: SetChannel) -> bool:
    """Whether it changes the language or the look of messages."""
    names = {word.partition("=")[0] for word in as_kept(request.changes).split()}
    return bool(request.language) or not names.isdisjoint(DRESS)


def _is_server(row: Channel) -> bool:
    """Whether it is a server's own row."""
    return row.id.endswith("/")


def _is_of_server(row: Channel) -> bool:
    """Whether it is a server's own row, or of a channel of one."""
    return _is_server(row) or bool(server_of(row))
