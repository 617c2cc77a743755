"""Several accounts, one player: a code from one account, used with the other.

Who uses the code becomes the person who made it. Their seats do not come along: a seat is a person's in the log, in the
records and against partners who agreed to play with them, and both may sit at one table. So somebody who sits or waits
at a live table is asked to make the code with that account, and to use it with the other; nothing is ever lost.
What they may do as the opener of a table where they only look on comes along. So does what they have chosen for
themselves, where the other has chosen nothing, and the matches of both; of those in which they met, against each other
or as partners, it is said what becomes of them.

Whoever has held a hand of a deal gets no other hand of it. So two accounts that have held two hands of a deal in
progress stay two until it has ended; and what one account has held counts for those that have become the same person's.
"""

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from bot.durations import MINUTE, SECOND
from bot.host.ports import Account, Person
from bot.requests.answer import Answer, Hindered, LinkCode
from bot.requests.backend import Backend
from bot.requests.fresh_words import LONG, SIGNS, fresh_word
from bot.requests.guess_limit import Guesses
from bot.requests.news import News
from bot.requests.opening_news import NOTIFY, Wishes
from bot.requests.people import place_of
from bot.requests.settings import OF_PERSON
from bot.settings_text import read_settings
from bot.tables.table import PLAYING
from bot.tables.who import HOST, Who
from bot.words.languages import Language, list_words, say
from bot.words.table_words import duration

LASTS: Final = 10 * MINUTE

Met: TypeAlias = Callable[[str, str], Awaitable[tuple[int, int]]]
"""How many ranked matches two people have played against each other, and as partners. Raises `StoreError`."""


@dataclass(frozen=True, slots=True)
class Link:
    """A code by which another account becomes the same player; a secret for who asked. The page: `code`, `expires`."""


@dataclass(frozen=True, slots=True)
class UseLink:
    """The code of `Link`, from the other account."""

    code: str


class Linking:
    """Makes accounts one player's."""

    def __init__(self, backend: Backend, matches_together: Met) -> None:
        self._backend = backend
        self._matches_together = matches_together
        self._guesses = Guesses(backend.door.clock)

    async def code(self, person: Person) -> Answer:
        """A new code; an older one of theirs is void."""
        spaced, expires = await new_code(self._backend, person)
        words = say(person.language, "link.code", code=spaced, time=code_lasts(person.language))
        return Answer(True, words, page=LinkCode(spaced, expires))

    async def use(self, person: Person, text: str) -> Answer:
        """The accounts of this person become those of the code's."""
        backend, language = self._backend, person.language
        if left := self._guesses.wait(person.id):
            minutes = -(-left // MINUTE)
            return Answer(False, say(language, "link.wait", time=duration(language, minutes * MINUTE / SECOND)))
        code, now = read_code(text), backend.door.clock()
        owner_id = await backend.store.link_code(backend.bot, code, now) if code else None
        owner = await backend.people.person(owner_id or "")  # whoever they have become meanwhile
        if not owner.id:
            self._guesses.wrong(person.id)
            return Answer(False, say(language, "link.unknown", time=code_lasts(language)))
        if owner.id == person.id:
            return Answer(False, say(language, "link.own"))
        tables = await backend.tables.of(person.id)
        if tables:
            seats = list_words(language, [one.label for one in tables])
            return Answer(False, say(language, "link.sits", tables=seats), page=Hindered())  # tables are their affair
        labels = await self._two_hands(person.id, owner.id)
        if labels:
            return Answer(False, say(language, "link.two-hands", tables=list_words(language, labels)), page=Hindered())
        return await self._join(person, owner, code, now)

    async def _two_hands(self, person: str, owner: str) -> list[str]:
        """The tables where the two together would have held two hands of the deal in progress.

        Also where neither sits any more: so it is asked of every live table whose log names one of them.
        """
        backend = self._backend
        ids = {*await backend.ids(person), *await backend.ids(owner)}
        tables = {
            one.table
            for id_ in ids
            for one in await backend.store.known_tables(backend.bot, id_)
            if one.phase == PLAYING
        }
        found = []
        for table_id in sorted(tables):
            table = await backend.door.table(table_id)
            if table is not None and len(table.has_held(ids)) > 1:
                found.append(table.label)
        return found

    async def _join(self, person: Person, owner: Person, code: str, now: int) -> Answer:
        backend = self._backend
        if not await backend.people.accounts(person):  # they were forgotten in this moment
            return Answer(False, say(person.language, "erase.nobody"))
        against, together = await self._matches_together(person.id, owner.id)
        accounts = await backend.people.become(person, owner, code, now)
        if not accounts:  # somebody was quicker
            return Answer(False, say(person.language, "link.unknown", time=code_lasts(person.language)))
        await self._keep_wishes(person, owner)
        await self._hand_over(place_of(person), person, owner)
        backend.tell(News(person.id, ""))
        becomes = [say(owner.language, "link.met", count=against)] if against else []
        becomes += [say(owner.language, "link.partners", count=together)] if together else []
        linked = say(owner.language, "link.linked", platform=platforms(accounts))
        backend.tell(
            News(
                owner.id,
                " ".join([linked, *becomes]),
                answered=tuple(f"{one.platform}:{one.account}" for one in accounts),
            )
        )
        words = say(owner.language, "link.done", name=owner.name or person.name)
        return Answer(True, " ".join([words, *becomes]), place_of(owner))

    async def _keep_wishes(self, old: Person, new: Person) -> None:
        """What the one has chosen holds for the other, where they have chosen nothing themselves."""
        people = self._backend.people
        before = await people.person(new.id)  # their name may be new
        after = with_wishes_of(before, old)
        if after != before:
            await people.store(after)

    async def _hand_over(self, table_id: str, old: Person, new: Person) -> None:
        """Who has opened the table where they look on may end it as the other, too."""
        door = self._backend.door
        table = await door.table(table_id) if table_id else None
        if table is not None and table.opener == old.id:
            await door.submit(table_id, Who(HOST), f"opener:{old.id}:{new.id}", f"opener {new.id}")


def with_wishes_of(new: Person, old: Person) -> Person:
    """The person with what another has chosen, whose accounts have become theirs; their own choices stay.

    They hear of games in the channels of both.
    """
    own, others = read_settings(new.settings), read_settings(old.settings)
    chosen = {name: others[name] for name in OF_PERSON if name in others and name not in own}
    taken = replace(new, settings=json.dumps({**own, **chosen}))
    if NOTIFY not in others:
        return taken
    wishes, more = Wishes.of((new if NOTIFY in own else old).settings), Wishes.of(old.settings)
    return replace(wishes, channels=tuple(dict.fromkeys((*wishes.channels, *more.channels)))).kept_with(taken)


async def new_code(backend: Backend, person: Person) -> tuple[str, int]:
    """A new code of this person, in two halves, and when it expires; an older one of theirs is void."""
    now = backend.door.clock()
    code = fresh_word(LONG)
    while not await backend.store.put_link_code(backend.bot, code, person.id, now, now + LASTS):
        code = fresh_word(LONG)  # somebody else has it, once in ages
    return f"{code[:4]}-{code[4:]}", now + LASTS


def code_lasts(language: Language) -> str:
    """For how long a code is good, in words."""
    return duration(language, LASTS / SECOND)


def read_code(text: str) -> str:
    """The code as it is kept, "" for what can be none."""
    code = "".join(text.split()).replace("-", "").upper()
    return code if len(code) == LONG and set(code) <= set(SIGNS) else ""


def platforms(accounts: tuple[Account, ...]) -> str:
    """Where these accounts are, in words."""
    return ", ".join(sorted({account.platform.capitalize() for account in accounts}))
