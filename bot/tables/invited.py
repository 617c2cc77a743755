"""Who was invited to a table when it was opened: they are told once, the lobby names them, and no seat is kept."""

from dataclasses import replace

from bot.tables.table import LOBBY, Invitee, Table
from bot.tables.who import FORGOTTEN, Declined, Who

LOUD = "loud"  # the channels name them so that they hear of it
QUIET = "quiet"
MOST = 3  # at a table
RENAMED_WHEREVER = 4  # the version of tables since which who sits there has their new name among the invited, too


def invite(table: Table, who: Who, words: list[str], _at: int) -> Table | Declined:
    """`invite PERSON loud|quiet NAME`: somebody who sits here would like them to come."""
    if not table.seat_of(who.id):
        return Declined("not-seated")
    if table.phase != LOBBY:
        return Declined("already-started")
    if len(words) < 3 or len(table.invited) >= MOST or any(one.person == words[0] for one in table.invited):
        return Declined("not-now")
    person, loud, *name = words
    return replace(table, invited=(*table.invited, Invitee(person, " ".join(name), loud == LOUD)))


def expected(table: Table) -> tuple[Invitee, ...]:
    """Those who were invited and may still come: the lobby has a seat for them, and they have not taken one."""
    if table.phase != LOBBY or all(chair.person for chair in table.chairs):
        return ()
    waits = {person for person, _ in table.waiting}
    return tuple(
        one
        for one in table.invited
        if not table.seat_of(one.person) and one.person not in waits and one.name != FORGOTTEN
    )


def with_new_name(table: Table, who: Who) -> tuple[Invitee, ...]:
    """Those who were invited, one of them by their new name; before version 4 only where they do not sit there."""
    if table.version < RENAMED_WHEREVER and who.id not in [one.person for one in expected(table)]:
        return table.invited
    return tuple(replace(one, name=who.name) if one.person == who.id else one for one in table.invited)
