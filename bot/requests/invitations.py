"""Links to a place at a table: whoever opens one first sits down there, as the person they are.

The store knows a digest of what the link says, and the table's log who has used it: the action is named after the
digest, and a table carries out an action once. So the link is no key to anybody's seat, before or after.

By a link of a friend (`bot.tables.friends`) one comes as a friend, and who sat there before becomes one; by a
stranger's, as whoever knows the table's name.
"""

import hashlib
import secrets
from dataclasses import dataclass
from typing import Final

from bot.durations import DAY
from bot.host.door import Accepted, Repeated
from bot.host.ports import Invited, Person
from bot.requests.answer import Answer, Invitation
from bot.requests.backend import Backend
from bot.requests.people import who
from bot.requests.table_commands import answer_of
from bot.tables.table import CLOSED, LOBBY, Table
from bot.tables.who import Declined
from bot.words.declined import declined_words
from bot.words.languages import say

SECRET_BYTES: Final = 18
LASTS: Final = DAY
AT_MOST: Final = 16  # invitations of a table; the oldest is dropped for a new one
OF_STRANGER: Final = "join"  # behind the seat: by which command it is taken, where that is not `accept`


@dataclass(frozen=True, slots=True)
class Invite:
    """A link to a place at the table, for whoever opens it first. The page: `invitation`, its secret."""

    table: str
    seat: str = ""


@dataclass(frozen=True, slots=True)
class Accept:
    """The place to which an invitation leads; the answer's `table` is that one, also where the place is gone.

    `asks`: only whether it leads to a place, before somebody says who they are.
    """

    invitation: str
    asks: bool = False


async def invite(backend: Backend, person: Person, table: Table, table_id: str, seat: str) -> Answer:
    """A new invitation to a seat of a lobby, by somebody who sits there; its secret is in the page."""
    declined = _not_invited(person, table, seat)
    if declined is not None:
        return Answer(False, declined_words(person.language, declined, table), table_id)
    secret, now = secrets.token_urlsafe(SECRET_BYTES), backend.door.clock()
    place = Invited(table_id, seat if person.id in table.friends else f"{seat} {OF_STRANGER}")
    await backend.store.put_invitation(backend.bot, _digest(secret), place, now, now + LASTS, AT_MOST)
    return Answer(True, page=Invitation(secret))


def _not_invited(person: Person, table: Table, seat: str) -> Declined | None:
    if not table.seat_of(person.id):
        return Declined("not-seated")
    if table.phase != LOBBY:
        return Declined("not-now")
    return None if seat in table.code.seats else Declined("no-such-seat", (("seat", seat),))


async def accept(backend: Backend, person: Person, request: Accept) -> Answer:
    """The person sits down where the invitation leads; where they cannot, they are told why and shown the table."""
    digest = _digest(request.invitation)
    place = await backend.store.invitation(backend.bot, digest, backend.door.clock())
    table = await backend.door.table(place.table) if place else None
    if place is None or table is None:
        unreadable = backend.unreadable.words(person.language, place.table) if place else ""
        return Answer(False, unreadable or say(person.language, "invitation.gone"))
    action = f"invitation:{digest}"
    if request.asks:
        return await _whether(backend, person, table, place, action)
    answer = await _seat(backend, person, table, place, action)
    if table.phase != CLOSED:
        await backend.people.moved_to(person, place.table)
    return answer


async def _whether(backend: Backend, person: Person, table: Table, place: Invited, action: str) -> Answer:
    """Where they could sit down, or do already, and with whom; where they cannot, why, and the table."""
    if table.phase == CLOSED:
        return Answer(False, declined_words(person.language, Declined("table-closed"), table), place.table)
    if not table.seat_of(person.id):
        if table.phase != LOBBY:
            return Answer(False, say(person.language, "invitation.begun", table=table.label), place.table)
        if await backend.door.has_done(place.table, action):
            return Answer(False, say(person.language, "invitation.used"), place.table)
    names = ", ".join(chair.name for chair in table.chairs if chair.person and chair.person != person.id)
    return Answer(True, say(person.language, "invitation.place", table=table.label, names=names))


async def _seat(backend: Backend, person: Person, table: Table, place: Invited, action: str) -> Answer:
    if table.seat_of(person.id):
        await _befriend(backend, person, table, place, action)
        return Answer(True, say(person.language, "invitation.seated"), place.table)
    if table.phase not in (LOBBY, CLOSED):  # there they would come to wait, and the link be used up
        return Answer(False, say(person.language, "invitation.begun", table=table.label), place.table)
    seat, _, command = place.seat.partition(" ")
    reply = await backend.door.submit(place.table, who(person), action, f"{command or 'accept'} {seat}")
    if isinstance(reply, Accepted | Repeated) and not reply.table.seat_of(person.id):
        return Answer(False, say(person.language, "invitation.used"), place.table)
    return answer_of(person.language, table, place.table, reply)


async def _befriend(backend: Backend, person: Person, table: Table, place: Invited, action: str) -> None:
    """Who came by the table's short name, and has a friend's link all the same, uses it up to be a friend there."""
    is_of_friend = OF_STRANGER not in place.seat.split()
    if is_of_friend and table.assigned is None and person.id not in table.friends and table.phase != CLOSED:
        await backend.door.submit(place.table, who(person), action, "befriend")


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
