"""Who somebody is at a tournament that knows several of their accounts: who plays there, before who rules there."""

from collections.abc import Collection, Sequence

from bot.tables.who import HOST, Declined, Who
from bot.tournaments.accounts import SAME, are_same
from bot.tournaments.club_tournament import ClubTournament
from bot.tournaments.commands import command
from bot.tournaments.tournaments import Tournaments


def everybody(one: ClubTournament) -> set[str]:
    """Everybody who plays there, or rules."""
    return {*one.persons(), one.organiser, *one.arbiters, one.jury} - {""}


def ids_there(one: ClubTournament, ids: Sequence[str]) -> list[str]:
    """Those of somebody's ids by which the tournament knows them, those first that play."""
    there = everybody(one)
    return sorted([id_ for id_ in ids if id_ in there], key=lambda id_: not (one.entry_of(id_) or one.sign_up_of(id_)))


def known_as(one: ClubTournament, ids: Sequence[str], person: str) -> str:
    """The id by which the tournament knows somebody, that of the person where it knows them by none."""
    return next(iter(ids_there(one, ids)), person)


async def note_accounts(
    tournaments: Tournaments, id_: str, one: ClubTournament, ids: Collection[str]
) -> ClubTournament:
    """The tournament knows that those of these ids that stand in it are one person's. Raises `StoreError`."""
    there = ids_there(one, list(ids))
    if len(there) < 2 or are_same(one, there):
        return one
    found = await tournaments.submit(id_, Who(HOST), f"{SAME}:{':'.join(there)}", command(SAME, players=there))
    return one if found is None or isinstance(found, Declined) else found
