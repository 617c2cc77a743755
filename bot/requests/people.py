"""Who is who: persons, their accounts, names and languages, and where each was last.

A person whose accounts have become another's keeps a note whose; whoever still knows the old id is led there.
"""

import asyncio
import json
import secrets
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from bot.boards.boards import MOVED
from bot.host.ports import Account, Person, Store
from bot.requests.request_context import NOBODY, RequestContext
from bot.requests.settings import LANGUAGE, OF_PERSON, PHRASES
from bot.settings_text import read_settings
from bot.tables.setting import OFF
from bot.tables.who import Who
from bot.views.table_view import Json
from bot.words.languages import DEFAULT, LANGUAGES, Language, guess, say
from bot.words.names import clean_name

PRIVATE: Final = "private"  # in a person's settings: which of their private chats are open
USERNAME: Final = "username"  # in a person's settings: how others mention them on the platform that has such names

AskLanguage: TypeAlias = Callable[[], Awaitable[Language]]


@dataclass(frozen=True, slots=True)
class Introduce:
    """Who somebody is: name, language, how they like their pictures; what is empty stays as it is.

    `hands` says where they want their cards: in "private" messages, or in the "channel", shown there to them alone.
    "on" or "off" say `mentions` whether channels name them when they are waited for, `phrases` whether they are shown
    what others say at a table, and `together` whether the table stands above their cards, in the same message.
    """

    name: str = ""
    language: Language = ""
    theme: str = ""
    deck: str = ""
    hands: str = ""
    mentions: str = ""
    phrases: str = ""
    shape: str = ""
    together: str = ""


class People:
    """The people of one bot. `language`: the one spoken where we know no better. Raises `StoreError`."""

    def __init__(self, store: Store, bot: str, language: Language = DEFAULT) -> None:
        self._store = store
        self._bot = bot
        self._written = 0  # twice for each row, before it is written and after
        self.language = language

    async def of_account(self, account: Account) -> str:
        """The id of the person whose account it is, "" for nobody's."""
        person = await self._store.person_of(self._bot, account)
        return person.id if person else ""

    async def arrives(self, context: RequestContext, language: AskLanguage, name: str, changing: asyncio.Lock) -> None:
        """The person whose account it is stands in the context, a new one where it is nobody's.

        `language` tells which they speak, and is asked only where we do not know it yet. Whoever changes rows of people
        holds `changing`.
        """
        account, as_of = Account(context.platform, context.account), self._written
        found = await self._now(await self._store.person_of(self._bot, account))
        context.is_new = found is None
        if found is None:
            found = await self.register(account, await language(), name)
        speaks, called = found.language or await language(), await self._called_now(found, context)
        if _as_they_come(found, called, speaks) != found:
            async with changing:  # a row is written whole: nothing else may be noted of them meanwhile
                as_of = self._written
                found = await self._now(await self._store.person_of(self._bot, account)) or NOBODY
                if found.id:  # they were not forgotten meanwhile
                    before, found = found, _as_they_come(found, called, speaks)
                    await self.store(found)
                    if _username(found) not in ("", _username(before)):
                        await self._gives_up(_username(found), found.id)
        context.note(self.speaking(found), as_of)

    async def _called_now(self, person: Person, context: RequestContext) -> str | None:
        """How others mention them from now on; None where it is as it was.

        What one account of theirs is called says nothing of another one that bears no such name.
        """
        if context.username == "" and _username(person):
            there = [one for one in await self.accounts(person) if one.platform == context.platform]
            return None if len(there) > 1 else ""
        return None if context.username is None else context.username.lower()

    async def _gives_up(self, username: str, bearer: str) -> None:
        """A platform has nobody else of this name: who was known by it bears it no more."""
        for one in await self._bearers(username):
            if one.id != bearer:
                await self.store(_with_username(one, ""))

    async def _bearers(self, username: str) -> list[Person]:
        """Those with whom this name is kept, in small letters."""
        rows = await self._store.people_with(self._bot, USERNAME, username)
        return [one for one in rows if _username(one) == username]

    async def called(self, username: str) -> Person | None:
        """Who is mentioned by this name; None where nobody is known by it, or more than one."""
        found = {one.id: one for one in [await self.person(one.id) for one in await self._bearers(username.lower())]}
        return next(iter(found.values())) if len(found) == 1 else None

    async def now(self, context: RequestContext) -> Person:
        """Who asks, as they are now, and as the context has them from now on: read again only if that may differ."""
        if context.as_of != self._written:
            await self.read(context, context.person.id)
        return context.person

    async def read(self, context: RequestContext, person_id: str) -> None:
        """Who asks is the person with this id; one without an id where there is none."""
        as_of = self._written
        context.note(await self.person(person_id), as_of)

    async def read_bearer(self, context: RequestContext) -> None:
        """Who asks is the person whose account it is that they ask by; one without an id where it is nobody's now."""
        as_of = self._written
        context.note(await self.by_account(Account(context.platform, context.account)), as_of)

    async def change(self, context: RequestContext, person: Person) -> None:
        """The row of who asks is this from now on."""
        before = self._written
        await self.store(person)
        alone = context.as_of == before and self._written == before + 2
        context.note(person, self._written if alone else context.as_of)

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Rows of people are written: none that was read before, or meanwhile, counts as what is stored now."""
        self._written += 1
        try:
            yield
        finally:
            self._written += 1

    async def by_account(self, account: Account) -> Person:
        """The person whose account it is; one without an id for nobody's."""
        return self.speaking(await self._now(await self._store.person_of(self._bot, account)) or NOBODY)

    async def register(self, account: Account, language: Language, name: str) -> Person:
        """The account's person, a new one where it is nobody's."""
        newcomer = Person(f"p{secrets.token_hex(6)}", clean_name(name, ""), language, "{}")
        with self.writing():
            return await self._store.register(self._bot, account, newcomer)

    async def person(self, person_id: str) -> Person:
        """The person; one without an id where there is none."""
        found = await self._now(await self._store.person(self._bot, person_id)) if person_id else None
        return self.speaking(found or NOBODY)

    def speaking(self, person: Person) -> Person:
        """The person with a language that we speak."""
        return person if person.language in LANGUAGES else replace(person, language=self.language)

    async def _now(self, found: Person | None) -> Person | None:
        """The person, or the one whose accounts this person's have become."""
        seen: set[str] = set()
        while found is not None and (now := str(read_settings(found.settings).get(MOVED, ""))) and now not in seen:
            seen.add(now)
            found = await self._store.person(self._bot, now)
        return found

    async def store(self, person: Person) -> None:
        with self.writing():
            await self._store.change_person(self._bot, person)

    async def introduce(self, person: Person, request: Introduce) -> Person:
        """The person with name, language and look; what is empty, or not one of ours, stays as it is."""
        language = request.language if request.language in LANGUAGES else person.language
        likes = {name: getattr(request, name) for name in OF_PERSON if name != LANGUAGE.name}
        changed = _with(person, **{name: value for name, value in likes.items() if value in OF_PERSON[name].values})
        person_now = replace(changed, name=clean_name(request.name, person.name), language=language)
        await self.store(person_now)
        return person_now

    async def moved_to(self, person: Person, table: str) -> None:
        """They are at this table now."""
        if place_of(person) != table:
            await self.store(_with(person, table=table))

    async def moves(self, context: RequestContext, table: str) -> None:
        """Who asks is at this table now."""
        if place_of(context.person) != table:
            await self.change(context, _with(context.person, table=table))

    async def accounts(self, person: Person) -> tuple[Account, ...]:
        return await self._store.accounts(self._bot, person.id)

    async def become(self, old: Person, new: Person, code: str, now: int) -> tuple[Account, ...]:
        """All accounts of a person are another's from now on, who takes over what only the old one was known by.

        Which they were; none where the code is none any more, and then nothing has changed.
        """
        with self.writing():
            return await self._store.use_link_code(self._bot, code, _with(old, **{MOVED: new.id}), new.id, now)


def about(person: Person) -> Json:
    """What a person is told of themselves."""
    muted = read_settings(person.settings).get(PHRASES.name) == OFF
    return {"name": person.name, "language": person.language, "table": place_of(person), "muted": muted}


def place_of(person: Person) -> str:
    """The table where somebody was last, also to watch; "" for none."""
    return str(read_settings(person.settings).get("table", ""))


def who(person: Person, admin: bool = False) -> Who:
    """The person as a table knows them."""
    return Who(person.id, person.name or say(person.language, "player.nameless"), admin)


def language_of_locale(locale: str, default: Language) -> Language:
    """The language of a platform's locale; the default where it names none of ours."""
    return guess(locale, default)


def _as_they_come(person: Person, called: str | None, language: Language) -> Person:
    """The person with how they are `called` by now, who speak that language where none is known."""
    if called is not None and _username(person) != called:
        person = _with_username(person, called)
    return person if person.language else replace(person, language=language)


def _username(person: Person) -> str:
    return str(read_settings(person.settings).get(USERNAME, ""))


def _with_username(person: Person, username: str) -> Person:
    """The person with this name to be mentioned by, "" for none."""
    others = {name: one for name, one in read_settings(person.settings).items() if name != USERNAME}
    return replace(person, settings=json.dumps({**others, USERNAME: username} if username else others))


def _with(person: Person, **changes: str) -> Person:
    return replace(person, settings=json.dumps({**read_settings(person.settings), **changes}))
