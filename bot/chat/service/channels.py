"""How tables are opened in a channel: its language, and what it sets otherwise than usual, kept as JSON with it."""

import json
import logging
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from bot.chat.service.intents import Answer, SetChannel
from bot.chat.sight.settings_page import settings_page
from bot.chat.speech.declined import declined_words
from bot.chat.speech.languages import LANGUAGES, Language, say
from bot.chat.speech.names import clean_name
from bot.chat.speech.refusals import code_name
from bot.host.ports import Channel, Person, Store
from bot.host.settings import BadSetting, with_settings
from bot.host.table import Settings
from bot.host.verdict import Declined
from engine.rules import KEYS
from renderers.scenes import DECKS, THEMES

LOG: Final = logging.getLogger(__name__)
LOOKS: Final = {"theme": THEMES, "deck": DECKS}
LONGEST: Final = 64  # signs of a channel's name


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
        changes = changes_of(await self._row(channel))
        try:
            return with_settings(Settings(), changes)
        except ValueError as error:
            LOG.warning("a channel's settings no longer fit", extra={"channel": channel, "error": str(error)})
            return Settings()

    async def show(self, person: Person, channel: str) -> Answer:
        """What is set, in a sentence and in figures."""
        if not is_channel(channel):
            return Answer(False, declined_words(person.language, Declined("not-now")))
        row = await self._row(channel)
        settings = await self.settings(channel)
        name = code_name(person.language, settings.rules)
        page = {
            "language": await self.language(channel),
            "code": settings.rules,
            "code_name": name,
            "players": settings.players,
            "changed": changes_of(row),
            "settings": settings_page(settings, person.language),
        }
        return Answer(True, say(person.language, "channel.settings", code=name, players=settings.players), page=page)

    async def change(self, person: Person, wish: SetChannel) -> Answer:
        """Set, by an admin; all of it or nothing."""
        if not wish.admin:
            return Answer(False, declined_words(person.language, Declined("only-admins")))
        if not is_channel(wish.channel):
            return Answer(False, declined_words(person.language, Declined("not-now")))
        row = await self._row(wish.channel)
        try:
            wished = parse_changes(wish.changes)
            looks = {name: _look(name, wished.pop(name)) for name in LOOKS if name in wished}
            changes = merged(changes_of(row), wished)
            with_settings(Settings(), changes)
        except ValueError as error:
            return Answer(False, declined_words(person.language, bad_setting(error)))
        settings = json.dumps({**_read(row.settings), **looks, "table": changes})
        language = wish.language if wish.language in LANGUAGES else row.language
        await self._store.put_channel(self._bot, replace(row, language=language, settings=settings))
        return await self.show(person, wish.channel)

    async def note(self, channel: str, name: str, language: Language) -> None:
        """Keep a channel's name, and a language where none was chosen; written only where it is new."""
        if not is_channel(channel):
            return
        row = await self._row(channel)
        known = _read(row.settings)
        spoken = row.language or (language if language in LANGUAGES else "")
        name = clean_name(name, "") or str(known.get("name", ""))
        if (known.get("name", ""), row.language) != (name, spoken):
            settings = json.dumps({**known, "name": name})
            await self._store.put_channel(self._bot, replace(row, language=spoken, settings=settings))

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


def _look(name: str, value: str) -> str:
    """A theme or a deck of the channel's pictures, "" for the usual one. Raises `BadSetting`."""
    if value and value not in LOOKS[name]:
        raise BadSetting(name, ", ".join(LOOKS[name]))
    return value


def bad_setting(error: ValueError) -> Declined:
    """Why a setting cannot be so."""
    name, allowed = (error.name, error.allowed) if isinstance(error, BadSetting) else ("", "")
    return Declined("bad-setting", (("reason", str(error)), ("setting", name), ("allowed", allowed)))


def changes_of(row: Channel) -> dict[str, str]:
    """What a channel sets otherwise than usual."""
    found = _read(row.settings).get("table", {})
    return {str(key): str(value) for key, value in found.items()} if isinstance(found, dict) else {}


def _read(settings: str) -> dict[str, Any]:
    try:
        found = json.loads(settings)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
