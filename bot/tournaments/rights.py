"""Who may rule at a tournament: its organiser, the arbiters named beside them, an admin of the place; and the host."""

from bot.tables.who import Declined, Who
from bot.tournaments.club_tournament import ClubTournament


def is_arbiter(one: ClubTournament, who: Who) -> bool:
    """Whether somebody may direct it; the host does what was announced."""
    return who.is_host or who.admin or not set(one.staff).isdisjoint(one.ids_of(who.id))


def only_arbiter(one: ClubTournament, who: Who) -> Declined | None:
    return None if is_arbiter(one, who) else Declined("tournament-arbiter")


def own_table(one: ClubTournament, who: Who, table: int) -> Declined | None:
    """Who plays at a table does not rule there, with whatever account; a named substitute does."""
    pairings = [one.pairing_of(id_) for id_ in one.ids_of(who.id)]
    is_theirs = any(pairing is not None and pairing.table == table for pairing in pairings)
    return Declined("tournament-own-table") if is_theirs else None
