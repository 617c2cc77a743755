"""Who comes to a planned match: they are named beforehand, and have a seat when its table opens.

Whoever presses Join once the table is open takes a place there at once; a table that nobody comes to is called off.
"""

from collections.abc import Sequence
from enum import Enum, auto

from bot.boards.privacy import is_erased
from bot.host.door import Accepted, Reply
from bot.host.ports import Person
from bot.planner.plan import Word
from bot.requests.answer import Answer
from bot.requests.backend import Backend
from bot.requests.news import News
from bot.requests.people import who
from bot.requests.table_commands import answer_of, tell_seat, waiting_words
from bot.tables.table import CLOSED, LOBBY, OVER
from bot.words.languages import Language, list_words, say


class Audience(Enum):
    """Who else is in a channel with somebody."""

    NOBODY = auto()
    READS = auto()  # and reads what is answered
    READS_NOT = auto()  # and does not


class Attendance:
    """The people of planned matches. Raises `StoreError`."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    async def names(self, persons: Sequence[str], language: Language) -> str:
        """Those who come, in words; "" for nobody."""
        people = [await self._backend.people.person(one) for one in await self.present(persons)]
        return list_words(language, [who(one).name for one in people])

    async def present(self, persons: Sequence[str]) -> tuple[str, ...]:
        """The ids that these have now, each once: accounts may have become one person's. Who is forgotten has none."""
        people = [await self._backend.people.person(one) for one in persons]
        return tuple(dict.fromkeys([one.id for one in people if one.id and not is_erased(one)]))

    async def late(self, person: Person, plan: str, starts: int, delivery: str, language: Language) -> Answer:
        """Somebody joins after the time has come, or the match is off: a place at its table, if that is open."""
        table_id = f"{plan}-{starts}"
        table = await self._backend.door.table(table_id)
        if table is None:
            return Answer(False, say(language, "plans.off"))
        if table.phase in (OVER, CLOSED):
            return Answer(False, say(language, "plans.over"))
        async with self._backend.seating:
            person = await self._backend.people.person(person.id)
            if not person.id:
                return Answer(False, say(language, "erase.nobody"))
            reply = await self._seat(person, table_id, delivery)
            await self._backend.people.moved_to(person, table_id)
        return answer_of(language, table, table_id, reply)

    async def seat(self, word: Word) -> None:
        """Those who have said that they come take their places at the table that is open now, the others wait for one.

        Each is told which of the two, once.
        """
        table_id = f"{word.plan.id}-{word.starts}"
        for one in await self.present(word.joined):
            async with self._backend.seating:
                person = await self._backend.people.person(one)
                left = not person.id or is_erased(person)
                reply = None if left else await self._seat(person, table_id, table_id)
                has_seat = isinstance(reply, Accepted) and bool(reply.table.seat_of(person.id))
                if isinstance(reply, Accepted) and has_seat:
                    await tell_seat(self._backend, person.id, table_id, reply.table.label, "")
            if isinstance(reply, Accepted) and not has_seat:
                self._backend.tell(News(person.id, waiting_words(person, reply.table)))

    async def _seat(self, person: Person, table_id: str, delivery: str) -> Reply:
        return await self._backend.door.submit(table_id, who(person), f"{person.id}:{delivery}", "join")

    async def came(self, table_id: str) -> bool | None:
        """Whether more than one person has come to a plan's table, or they have begun; None while it waits for them."""
        table = await self._backend.door.table(table_id)
        if table is not None and table.phase == LOBBY:
            return None
        return table is None or table.match is not None or len([one for one in table.chairs if one.person]) > 1
