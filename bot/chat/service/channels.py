"""How tables are opened in a channel: its language, and what it sets otherwise than usual, kept as JSON with it.

`table`: settings of new tables, with the time zone of the channel. `terms`: limits and planned matches. `group`: the
server it belongs to, where its name does not tell; the server's own row lists its `channels`.
"""

import json
import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from bot.chat.service.intents import Answer, SetChannel
from bot.chat.service.terms import TERMS, term_value, with_terms
from bot.chat.sight.settings_page import Json, setting_shown, settings_page
from bot.chat.speech.declined import declined_words
from bot.chat.speech.languages import LANGUAGES, Language, say
from bot.chat.speech.names import clean_name
from bot.chat.speech.refusals import code_name
from bot.host.hours import parse_zone
from bot.host.ports import Channel, Person, Store
from bot.host.settings import SETTINGS, BadSetting, value_of, with_settings
from bot.host.table import Settings
from bot.host.verdict import Declined
from bot.planner.plan import Terms
from engine.rules import KEYS
from renderers.scenes import DECKS, SHAPES, THEMES

LOG: Final = logging.getLogger(__name__)
THREADS: Final = "threads"
OWN: Final = {"theme": THEMES, "deck": DECKS, "shape": tuple(SHAPES), THREADS: ("on", "off")}
"""What a channel itself sets, beside what holds at its tables."""
LONGEST: Final = 64  # signs of a channel's name
ZONE: Final = "zone"  # of the channel's calendar, also where no table of it has a clock over days


class Channels:
    """The channels of one bot. Raises `StoreError`."""

    def __init__(self, store: Store, bot: str, language: Language) -> None:
        self._store = store
        self._bot = bot
        self._language = language

    async def language(self, channel: str) -> Language:
        """The language of a channel, the bot's where it has chosen none."""
        found = await self._row(channel)
        return found.language if found.language in LANGUAGES else self._language

    async def settings(self, channel: str) -> Settings:
        """The settings of a new table there."""
        try:
            return _settings(changes_of(await self._row(channel)))
        except ValueError as error:
            LOG.warning("a channel's settings no longer fit", extra={"channel": channel, "error": str(error)})
            return Settings()

    async def terms(self, channel: str) -> Terms:
        """What holds there for planned matches, and how many tables there may be."""
        try:
            return with_terms(terms_of(await self._row(channel)))
        except ValueError as error:
            LOG.warning("a channel's terms no longer fit", extra={"channel": channel, "error": str(error)})
            return Terms()

    async def group(self, channel: str) -> tuple[str, ...]:
        """The channels that are known to be of the same server, where their names do not tell."""
        server = str(_read((await self._row(channel)).settings).get("group", ""))
        return tuple(_channels(await self._row(_row_of(server)))) if server else ()

    async def titles(self, channels: Sequence[str]) -> Mapping[str, str]:
        """What channels are called; a private chat has no name."""
        known = {channel: _read((await self._row(channel)).settings).get("name", "") for channel in channels}
        return {channel: str(name) for channel, name in known.items() if name}

    async def show(self, person: Person, channel: str) -> Answer:
        """What is set, in a sentence and in figures."""
        if not is_channel(channel):
            return Answer(False, declined_words(person.language, Declined("not-now")))
        row = await self._row(channel)
        settings = await self.settings(channel)
        name = code_name(person.language, settings.rules)
        terms = _terms_page(settings, await self.terms(channel), person.language)
        page = {
            "language": await self.language(channel),
            "code": settings.rules,
            "code_name": name,
            "players": settings.players,
            "changed": changes_of(row),
            "settings": settings_page(settings, person.language),
            "terms": terms,
        }
        opened = say(person.language, "channel.settings", code=name, players=settings.players)
        changed = [f"{key}={value}" for key, value in changes_of(row).items() if key != ZONE]
        lines = [opened, *([" ".join(changed)] if changed else []), *[_line(term) for term in terms]]
        return Answer(True, "\n".join(lines), page=page)

    async def change(self, person: Person, wish: SetChannel) -> Answer:
        """Set, by an admin; all of it or nothing."""
        if not wish.admin:
            return Answer(False, declined_words(person.language, Declined("only-admins")))
        if not is_channel(wish.channel):
            return Answer(False, declined_words(person.language, Declined("not-now")))
        row = await self._row(wish.channel)
        try:
            wished = parse_changes(wish.changes)
            own = {name: _own(name, wished.pop(name)) for name in OWN if name in wished}
            terms = merged(terms_of(row), {name: wished.pop(name) for name in TERMS if name in wished})
            with_terms(terms)
            changes = merged(changes_of(row), wished)
            _settings(changes)
        except ValueError as error:
            return Answer(False, declined_words(person.language, bad_setting(error)))
        told = {**_read(row.settings), **own, "table": changes}
        settings = json.dumps({**told, "terms": terms} if terms or "terms" in told else told)
        language = wish.language if wish.language in LANGUAGES else row.language
        await self._store.put_channel(self._bot, replace(row, language=language, settings=settings))
        return await self.show(person, wish.channel)

    async def note(self, channel: str, name: str, language: Language, group: str = "") -> None:
        """Keep a channel's name, its server, and a language where none was chosen; written only where it is new."""
        if not is_channel(channel):
            return
        row = await self._row(channel)
        known = _read(row.settings)
        spoken = row.language or (language if language in LANGUAGES else "")
        name = clean_name(name, "") or str(known.get("name", ""))
        group = group or str(known.get("group", ""))
        if (known.get("name", ""), known.get("group", ""), row.language) != (name, group, spoken):
            settings = json.dumps({**known, "name": name, **({"group": group} if group else {})})
            await self._store.put_channel(self._bot, replace(row, language=spoken, settings=settings))
        if group:
            await self._note_member(group, channel)

    async def _note_member(self, group: str, channel: str) -> None:
        row = await self._row(_row_of(group))
        members = _channels(row)
        if channel not in members:
            settings = json.dumps({**_read(row.settings), "channels": [*members, channel]})
            await self._store.put_channel(self._bot, replace(row, settings=settings))

    async def moved(self, known: str, now: str) -> None:
        """The channel has another name, under which it is known by the first one."""
        row = await self._row(now)
        settings = json.dumps({**_read(row.settings), "was": known})
        await self._store.put_channel(self._bot, replace(row, settings=settings))

    async def was(self, now: str) -> str:
        """The first name of a channel."""
        return str(_read((await self._row(now)).settings).get("was", now))

    async def kept(self, name: str) -> str:
        """What an adapter has kept under this name, "" for nothing."""
        return str(_read((await self._row(name)).settings).get("kept", ""))

    async def keep(self, name: str, text: str) -> None:
        """Keep it, in place of what was kept there."""
        row = await self._row(name)
        await self._store.put_channel(self._bot, replace(row, settings=json.dumps({"kept": text})))

    async def _row(self, channel: str) -> Channel:
        found = await self._store.channel(self._bot, channel) if is_channel(channel) else None
        return found or Channel(channel, "")


def is_channel(channel: str) -> bool:
    """Whether this can be a channel's name: short, without spaces, for it stands in commands."""
    return 0 < len(channel) <= LONGEST and channel.isascii() and channel.isprintable() and " " not in channel


def parse_changes(text: str) -> dict[str, str]:
    """The words `KEY=VALUE …`. Raises `ValueError` for a word that is none."""
    changes = {}
    for word in text.split():
        key, equals, value = word.partition("=")
        if not key or not equals:
            raise ValueError(f"{word}: must be KEY=VALUE")
        changes[key] = value
    return changes


def merged(old: Mapping[str, str], new: Mapping[str, str]) -> dict[str, str]:
    """The old changes with the new ones; another code of play forgets what was agreed about the one before."""
    other = new.get("rules", old.get("rules")) != old.get("rules")
    kept = {key: value for key, value in old.items() if not (other and key in KEYS)}
    return {key: value for key, value in {**kept, **new}.items() if value}


def _settings(changes: Mapping[str, str]) -> Settings:
    """The settings of a new table. Raises `ValueError`; a `BadSetting` for a zone that there is not."""
    zone = changes.get(ZONE, "") or Settings().zone
    try:
        parse_zone(zone)
    except ValueError as error:
        raise BadSetting(ZONE, SETTINGS[ZONE].allowed, str(error)) from None
    return with_settings(Settings(zone=zone), {key: value for key, value in changes.items() if key != ZONE})


def _terms_page(settings: Settings, terms: Terms, language: Language) -> list[Json]:
    """The time zone and each term, for a screen."""
    zone = setting_shown(SETTINGS[ZONE], value_of(settings, SETTINGS[ZONE]), language)
    return [zone, *[setting_shown(term, term_value(terms, term), language) for term in TERMS.values()]]


def _line(term: Mapping[str, Any]) -> str:
    """`tables=8 – Tables at once`."""
    return f"{term['name']}={term['value']} – {term['label']}"


def _row_of(group: str) -> str:
    """Under which name a server's own row is kept: no channel ends so."""
    return f"{group}/"


def _channels(row: Channel) -> list[str]:
    found = _read(row.settings).get("channels", [])
    return [str(one) for one in found] if isinstance(found, list) else []


def _own(name: str, value: str) -> str:
    """The look of its pictures, or a thread for each table; "" for the usual. Raises `BadSetting`."""
    if value and value not in OWN[name]:
        raise BadSetting(name, ", ".join(OWN[name]))
    return value


def bad_setting(error: ValueError) -> Declined:
    """Why a setting cannot be so."""
    name, allowed = (error.name, error.allowed) if isinstance(error, BadSetting) else ("", "")
    return Declined("bad-setting", (("reason", str(error)), ("setting", name), ("allowed", allowed)))


def changes_of(row: Channel) -> dict[str, str]:
    """What a channel sets otherwise than usual."""
    return _changes(row, "table")


def terms_of(row: Channel) -> dict[str, str]:
    """What a channel sets otherwise than usual for its plans and its number of tables."""
    return {name: value for name, value in _changes(row, "terms").items() if name in TERMS}


def _changes(row: Channel, part: str) -> dict[str, str]:
    found = _read(row.settings).get(part, {})
    return {str(key): str(value) for key, value in found.items()} if isinstance(found, dict) else {}


def _read(settings: str) -> dict[str, Any]:
    try:
        found = json.loads(settings)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
