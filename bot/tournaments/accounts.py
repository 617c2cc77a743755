"""Accounts that have become one person's while a tournament knows several of them: that they are the same. Pure.

Each stays in the log as it was, for seats and signatures are theirs; whoever asks with any of them is the same person,
who does not rule where one of them plays.
"""

from dataclasses import replace
from typing import Final

from bot.tables.who import Declined, Who
from bot.tournaments.club_tournament import ClubTournament
from bot.tournaments.happening import Keys

SAME: Final = "same"


def same(one: ClubTournament, who: Who, keys: Keys, _at: int) -> Keys | Declined:
    """The host: these ids, the one that plays first, are one person's; what was known of them comes along."""
    players = dict.fromkeys(other for player in keys["players"] for other in (player, *one.ids_of(player)))
    if not who.is_host or len(players) < 2 or are_same(one, list(players)):
        return Declined("tournament-not-now")
    return {"players": list(players)}


def are_same(one: ClubTournament, ids: list[str]) -> bool:
    """Whether the tournament knows that all of these are one person's."""
    return not ids or set(ids) <= set(one.ids_of(ids[0]))


def became_same(one: ClubTournament, keys: Keys, _at: int) -> ClubTournament | Declined:
    """From now on; an appeal that waits is judged by nobody whom it concerns."""
    players = tuple(keys["players"])
    others = tuple(ids for ids in one.same if not set(ids) & set(players))
    found = replace(one, same=(*others, players))
    appeals = []
    for appeal in found.appeals:
        concerned = frozenset(id_ for player in appeal.ruling.concerned for id_ in found.ids_of(player))
        ruling = replace(appeal.ruling, by=found.known_as(appeal.ruling.by), concerned=concerned)
        appeals.append(replace(appeal, ruling=ruling))
    return replace(found, appeals=tuple(appeals))
