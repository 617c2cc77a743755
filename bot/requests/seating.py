"""Who comes to which table: by its short name from any channel, as another's replacement, from a waiting list.

The waiting list becomes a table when one of those who wait asks for it, or by itself when as many wait as the table has
seats: then nobody needs to wait any longer. At a rematch they take the places that no person holds
(`bot.tables.deals`).
"""

import hashlib
import secrets
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from bot.boards.privacy import PLACES
from bot.bounded import Bounded
from bot.host.door import Accepted, Repeated
from bot.host.ports import Person
from bot.requests import pages
from bot.requests.answer import Answer, GivesSeat
from bot.requests.backend import Backend
from bot.requests.channels import is_channel
from bot.requests.news import News
from bot.requests.openings import MOST_TABLES, TableOpenings
from bot.requests.people import who
from bot.requests.request_context import RequestContext
from bot.requests.table_commands import answer_of, tell_seat, waiting_words
from bot.requests.table_index import TableSummary
from bot.settings_text import read_settings
from bot.tables.absence import may_hold, may_replace
from bot.tables.lock import refusal
from bot.tables.log import parse_who
from bot.tables.table import CLOSED, LOBBY, OVER, Table
from bot.tables.who import Declined, Who
from bot.words import table_words
from bot.words.declined import declined_words
from bot.words.languages import say
from bot.words.names import clean_name
from bot.words.notices import Notice, notice
from engine.shuffle import commitment

QUESTIONS: Final = 1000  # people
_SWAP: Final = 8  # signs


@dataclass(frozen=True, slots=True)
class Find:
    """The table with this short name, to look at."""

    label: str


@dataclass(frozen=True, slots=True)
class Join:
    """A place at the table with this short name, or on its waiting list; the channel shows the table from then on.

    Without a name it is the one table of the channel, that in its lobby before others; in a private chat that shows
    none, the one where they are already. `seat` is a seat, a side, or "" for any. `channel` is "" in the browser, and
    in a private chat where a table is named.
    """

    label: str
    channel: str = ""
    seat: str = ""
    delivery: str = ""
    private: bool = False
    line: ClassVar = "join"


@dataclass(frozen=True, slots=True)
class NextTable:
    """A new table, like this one, for those who wait for it; asked for by one of them."""

    table: str
    delivery: str = ""
    admin: bool = False
    line: ClassVar = "next"


@dataclass(frozen=True, slots=True)
class Replace:
    """Another person takes a seat and its cards; by the opener or an admin.

    `person`: an id, which the adapter has of an account; "" for who has waited longest. `sure`: an admin has been asked
    who goes and who comes; `word` stands for these two, "" for those of the last question. `stays`: the answer was no.
    """

    table: str
    seat: str
    person: str = ""
    delivery: str = ""
    admin: bool = False
    sure: bool = False
    word: str = ""
    stays: bool = False

    @property
    def line(self) -> str:
        return f"replace {self.seat}"


class Seatings:
    """Brings people to tables."""

    def __init__(self, backend: Backend, openings: TableOpenings) -> None:
        self._backend = backend
        self._openings = openings
        self._swap_questions: Bounded[str, str] = Bounded(QUESTIONS)  # by person: which two they were asked about last

    # --- by its short name --------------------------------------------------------------------------------------------

    async def table_labelled(self, label: str) -> str:
        """The id of the table with this short name, "" for none; also of one that is closed."""
        label = label.strip().upper()[:8]
        table_id = await self._backend.tables.table_labelled(label)
        if table_id:
            return table_id
        found = await self._backend.store.find(self._backend.bot, label)
        return found.subject.id if found else ""

    async def find(self, person: Person, label: str) -> Answer:
        """The table, to look at."""
        table_id = await self.table_labelled(label)
        if not table_id:
            return Answer(False, notice(person.language, Notice.NO_TABLE, code=clean_name(label, "?")))
        await self._backend.people.moved_to(person, table_id)
        return Answer(True, table=table_id)

    async def join(self, person: Person, request: Join) -> Answer:
        """A place, or one on the waiting list; then the channel shows the table."""
        if not request.label and request.channel:
            found = await self._open(request.channel) or (await self._own(person) if request.private else [])
            if len(found) != 1:
                none = Answer(False, say(person.language, "tables.none"))
                return pages.choices(person, found, request.channel) if found else none
            shows = request.channel in found[0].channels
            request = replace(request, label=found[0].label, channel=request.channel if shows else "")
        table_id = await self.table_labelled(request.label)
        table = await self._backend.door.table(table_id) if table_id else None
        if table is None:
            return Answer(False, self._backend.no_table(person.language, table_id, clean_name(request.label, "?")))
        wanted = request.seat.strip().upper()
        own = table.seat_of(person.id)
        seat = own if own and own in wanted else seat_wanted(table, wanted)
        delivery = request.delivery or secrets.token_hex(8)
        action = f"{person.id}:{delivery}"
        reply = await self._backend.door.submit(table_id, who(person), action, f"join {seat}".strip())
        here = isinstance(reply, Declined) and reply.key in ("already-seated", "already-waiting")
        if not here and not isinstance(reply, Accepted | Repeated):
            other = other_side(table, wanted) if isinstance(reply, Declined) and reply.key == "seat-taken" else ""
            return _full(person, table, table_id, wanted, other) or answer_of(person.language, table, table_id, reply)
        await self._backend.people.moved_to(person, table_id)
        now = reply.table if isinstance(reply, Accepted | Repeated) else table
        if now.seat_of(person.id):  # who only waits brings nobody's table to a place of their own
            await self._mirror(person, table_id, request.channel, action)
        next_seat = await self.next_if_full(table_id, person)
        if next_seat is not None:
            return next_seat
        words = _here(person, table, reply) if isinstance(reply, Declined) else ""
        return Answer(True, words or await self._arrival_words(person, table_id), table_id)

    async def _open(self, channel: str) -> list[TableSummary]:
        """The tables that somebody may mean who names none: those in their lobby, else those that play."""
        tables = await self._backend.tables.in_channel(channel)
        lobbies = [one for one in tables if one.phase == LOBBY]
        return lobbies or [one for one in tables if one.phase != OVER]

    async def _own(self, person: Person) -> list[TableSummary]:
        """Where they sit or wait, and it is not over."""
        return [one for one in await self._backend.tables.of(person.id) if one.phase != OVER]

    async def _mirror(self, person: Person, table_id: str, channel: str, action: str) -> None:
        """The channel shows the table; where it does, or cannot, the place is what counts."""
        if is_channel(channel):
            await self._backend.door.submit(table_id, who(person), f"{action}:mirror", f"mirror {channel}")

    async def _arrival_words(self, person: Person, table_id: str) -> str:
        """Where they are now, in words; nothing where they have been given another table meanwhile."""
        table = await self._backend.door.table(table_id)
        if table is None:
            return ""
        if table.seat_of(person.id):
            return notice(person.language, Notice.JOINED, name=who(person).name, table=table.label)
        return waiting_words(person, table)

    # --- the waiting list ---------------------------------------------------------------------------------------------

    async def next_table(self, person: Person, table_id: str, request: NextTable) -> Answer:
        """A table for those who wait, opened by one of them."""
        table = await self._backend.door.table(table_id)
        assert table is not None
        waits = any(waiting == person.id for waiting, _ in table.waiting)
        if not waits and not (request.admin and table.waiting):
            return Answer(False, say(person.language, "next.nobody"), table_id)
        answer = await self._next(table, table_id, person.id)
        return answer if waits or not answer.done else replace(answer, table=table_id)

    async def next_if_full(self, table_id: str, person: Person) -> Answer | None:
        """When as many wait as a table has seats, they play; where this person, who has just come, sits then.

        Not for who is at so many tables that they may open none: a few who wait again and again would open any number.
        """
        table = await self._backend.door.table(table_id)
        if table is None or len(table.waiting) < table.code.players:
            return None
        if await self._backend.tables.unfinished(person.id) >= MOST_TABLES:
            return None
        answer = await self._next(table, table_id, person.id)
        opened = await self._backend.door.table(answer.table) if answer.done else None
        if opened is None or not opened.seat_of(person.id):
            return None
        return Answer(True, await self._arrival_words(person, answer.table), answer.table)

    async def _next(self, table: Table, table_id: str, asker: str) -> Answer:
        """The first of the list opens it, the others follow in order; then they leave the list, and are told.

        The asker is answered and need not be told.

        Nobody leaves the list before they sit, so that what is broken off in between can be asked for again, also on
        another host at the same moment: the table has its id by who is the first, who leaves the list last.
        """
        people = [await self._backend.people.person(waiting) for waiting, _ in table.waiting[: table.code.players]]
        opener = people[0]
        settings = replace(table.settings, watched=False)
        channel, *mirrors = await self._places(table, opener)
        came = f"next:{table_id}:{await self._came_to_wait(table_id, opener.id)}"
        answer = await self._openings.open_with(RequestContext(person=opener), settings, channel, came)
        if not answer.done:
            return answer
        for person in people[1:]:
            await self._backend.door.submit(answer.table, who(person), f"{person.id}:next", "join")
        for mirror in mirrors:
            await self._backend.door.submit(answer.table, who(opener), f"next:{mirror}", f"mirror {mirror}")
        opened = await self._backend.door.table(answer.table)
        label = opened.label if opened else ""
        for person in reversed(people):
            action = f"{person.id}:to:{answer.table}"
            await self._backend.door.submit(table_id, who(person), action, "leave")
            if person.id == asker:
                await self._backend.people.moved_to(person, answer.table)
            else:
                await tell_seat(self._backend, person.id, answer.table, label, table_id)
        return Answer(True, say(opener.language, "next.opened", table=label), answer.table)

    async def _came_to_wait(self, table_id: str, person: str) -> int:
        """The table's revision with which somebody has come last: by it a time that they wait is told from others."""
        rows = await self._backend.store.log(self._backend.bot, table_id)
        return max(
            [row.seq for row in rows if row.entry.startswith("join") and parse_who(row.actor).id == person], default=0
        )

    async def _places(self, table: Table, opener: Person) -> list[str]:
        """Where the next table stands: where this one does, private chats left out; else with who opens it.

        "" for a table of the browser.
        """
        places = [one for one in table.channels if not await self._openings.is_private_chat(one)]
        own = read_settings(opener.settings).get(PLACES, []) if table.channels else []
        return places or [*own[:1]] or [""]

    # --- replacing ----------------------------------------------------------------------------------------------------

    async def replace(self, person: Person, table: Table, table_id: str, request: Replace) -> Answer:
        """Another person takes the seat; both are told. An admin is asked before they take it from one who plays."""
        waits = table.waiting[0][0] if table.waiting else ""
        newcomer = await self._backend.people.person(request.person or waits)
        if locked := refusal(table, who(person, request.admin), "replace"):
            return Answer(False, declined_words(person.language, locked, table), table_id)
        if not request.admin and person.id != table.opener:
            return Answer(False, declined_words(person.language, Declined("only-the-opener")), table_id)
        if request.stays:
            return Answer(False, say(person.language, "replaced.kept"), table_id)
        if not newcomer.id and not request.person:
            return Answer(False, say(person.language, "replaced.nobody-waits"), table_id)
        if not newcomer.id or table.phase == CLOSED or request.seat not in table.code.seats:
            return Answer(False, declined_words(person.language, Declined("not-now")), table_id)
        before, opener = table.chair(request.seat), Who(table.opener)
        asks = request.admin and may_replace(table, opener, request.seat) is not None
        if not self._means(person, newcomer, table, request) and (asks or request.word):
            return self._asks(person, newcomer, table, table_id, request.seat, asks)
        declined = may_hold(table, await self._backend.ids(newcomer.id), request.seat, who(newcomer).name)
        if declined is not None:  # also with another of their accounts, of which the table does not know
            return Answer(False, declined_words(person.language, declined, table), table_id)
        command = f"replace {request.seat} {newcomer.id} {who(newcomer).name}"
        action = f"{person.id}:{request.delivery or secrets.token_hex(8)}"
        reply = await self._backend.door.submit(table_id, who(person, request.admin), action, command)
        if isinstance(reply, Accepted):
            await tell_seat(self._backend, newcomer.id, table_id, table.label, "")
            await self._tell_replaced(before.person, newcomer, table, table_id, person)
        return answer_of(person.language, table, table_id, reply)

    def _means(self, person: Person, newcomer: Person, table: Table, request: Replace) -> bool:
        """Whether they were asked about these two, and say yes: the list may have moved on since, and the seat."""
        question = request.word or self._swap_questions.get(person.id)
        return request.sure and question == _swap(table, request.seat, newcomer)

    def _asks(self, person: Person, newcomer: Person, table: Table, table_id: str, seat: str, is_due: bool) -> Answer:
        """Whether they really mean to take the seat and the cards of somebody who plays."""
        if not is_due:
            return Answer(False, say(person.language, "replaced.lapsed", seat=seat), table_id)
        word = self._swap_questions[person.id] = _swap(table, seat, newcomer)
        names = {"name": who(newcomer).name, "other": table.chair(seat).name}
        yes, no = f"replace {seat} yes {word} {table.label}", f"replace {seat} no {table.label}"
        return Answer(False, say(person.language, "replaced.ask", **names), table_id, GivesSeat(yes, word, no))

    async def _tell_replaced(
        self, person_id: str, newcomer: Person, table: Table, table_id: str, giver: Person
    ) -> None:
        """Whoever had the seat hears of it: they were away, unless they have given it themselves."""
        if person_id and person_id != newcomer.id:
            leaver = await self._backend.people.person(person_id)
            table_words = say(leaver.language, "replaced", name=who(newcomer).name, table=table.label)
            self._backend.tell(News(leaver.id, table_words, rings=leaver.id != giver.id, seen_at=table_id))

    async def note_new_name(self, person: Person) -> None:
        """Every table where they sit or wait, or are invited, calls them by their new name."""
        action, tables = f"{person.id}:name:{secrets.token_hex(8)}", self._backend.tables
        for one in (*await tables.of(person.id), *await tables.inviting(person.id)):
            await self._backend.door.submit(one.table, who(person), action, "name")


def _here(person: Person, table: Table, reply: Declined) -> str:
    """What somebody is told who has a seat there already: how to come back to it, where a computer plays."""
    seat = table.seat_of(person.id)
    if seat and table.chair(seat).computer:
        return say(person.language, "join.away", table=table.label)
    return declined_words(person.language, reply, table)


def _swap(table: Table, seat: str, newcomer: Person) -> str:
    """Stands for who goes from a seat of this deal and who comes; it is short, so that a button can carry it."""
    names = f"{table.label} {seat} {table.chair(seat).person} {newcomer.id} {commitment(table.seed)}"
    return hashlib.sha256(names.encode()).hexdigest()[:_SWAP]


def other_side(table: Table, request: str) -> str:
    """The side that still has a place where the one that is wanted is full; "" where none has."""
    code = table.code
    free = [
        side
        for number, side in enumerate(code.sides)
        if any(not table.chairs[seat].human for seat in code.members[number])
    ]
    return next(iter(free), "") if request in code.sides and request not in free else ""


def _full(person: Person, table: Table, table_id: str, wanted: str, other: str) -> Answer | None:
    """A side is full: the `other` one is offered; None where there is none."""
    if not other:
        return None
    language = person.language
    names = {"side": table_words.side(language, wanted), "other": table_words.side(language, other)}
    return Answer(False, say(language, "join.side-full", seat=other, table=table.label, **names), table_id)


def seat_wanted(table: Table, request: str) -> str:
    """The seat meant by a seat or a side; of a side's the first that is free, else that of a computer.

    "" where any will do, "?" for what is neither.
    """
    seats = table.code.seats
    if request in seats or request not in table.code.sides:
        return request if request in seats or not request else "?"
    own = [seat for seat in seats if seat in request]
    free = [seat for seat in own if not table.chair(seat).is_taken]
    computers = [seat for seat in own if table.chair(seat).computer and not table.chair(seat).person]
    return (free + computers + own)[0]
