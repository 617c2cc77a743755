"""Where people may write to each other: at a table of the browser among friends, who all came by a private link.

The opener, or a friend who sits there already, has sent each of them a link that lets in one person. Who came another
way may be a stranger, and while they sit there nobody writes; by such a link they become a friend afterwards, too. At a
tournament's table nobody ever writes, for partners could tell each other cards. A table that a chat shows needs none of
it: its people have the chat.
"""

from dataclasses import replace

from bot.tables import lobby
from bot.tables.table import CLOSED, LOBBY, Table
from bot.tables.who import Declined, Who


def accept(table: Table, who: Who, words: list[str], at: int) -> Table | Declined:
    """`accept SEAT`: who was sent a private link to this place in the lobby sits down there."""
    if table.phase not in (LOBBY, CLOSED):
        return Declined("already-started")
    seated = lobby.join(table, who, words, at)
    if isinstance(seated, Declined) or not seated.seat_of(who.id):
        return seated
    return replace(seated, friends=seated.friends | {who.id})


def befriend(table: Table, who: Who, _words: list[str], _at: int) -> Table | Declined:
    """`befriend`: who sits here already has opened a friend's private link to a place."""
    if not table.seat_of(who.id):
        return Declined("not-seated")
    if table.phase == CLOSED or table.assigned is not None:
        return Declined("not-now")
    return replace(table, friends=table.friends | {who.id})


def chat_refusal(table: Table, person: str) -> Declined | None:
    """Why this person may not write to the others, nor read what they write; None where they may."""
    if table.assigned is not None:
        return Declined("chat-tournament")
    if table.channels:
        return Declined("chat-elsewhere")
    if not table.seat_of(person):
        return Declined("not-seated")
    if table.phase == CLOSED:
        return Declined("table-closed")
    if not table.settings.phrases:
        return Declined("chat-off")
    others = readers(table) - {person}
    if not others:
        return Declined("chat-nobody")
    return None if readers(table) <= table.friends else Declined("chat-strangers")


def readers(table: Table) -> frozenset[str]:
    """Who reads what is written now: everybody who sits there, also while a computer plays for them."""
    return frozenset(chair.person for chair in table.chairs if chair.person)
