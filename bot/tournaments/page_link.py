"""The link of a tournament's page for the club room: an arbiter gives it, and takes it back. Pure.

Its secret stands in the log as it is, so that the same link can be given again: whoever reads the log reads more than
the page shows.
"""

import re
from dataclasses import replace
from typing import Final

from bot.tables.who import Declined, Who
from bot.tournaments.club_tournament import ClubTournament
from bot.tournaments.happening import Keys
from bot.tournaments.rights import only_arbiter

SECRET: Final = re.compile(r"[A-Za-z0-9_-]{22,64}")


def link(one: ClubTournament, who: Who, keys: Keys, _at: int) -> Keys | Declined:
    """From now on the page is found by this `secret`, and by no other."""
    if not SECRET.fullmatch(keys["secret"]):
        raise ValueError("no secret")
    return only_arbiter(one, who) or {"secret": keys["secret"]}


def linked(one: ClubTournament, keys: Keys, _at: int) -> ClubTournament | Declined:
    return replace(one, link=keys["secret"])


def unlink(one: ClubTournament, who: Who, _keys: Keys, _at: int) -> Keys | Declined:
    """From now on it is found by none."""
    return only_arbiter(one, who) or ({} if one.link else Declined("tournament-no-link"))


def unlinked(one: ClubTournament, _keys: Keys, _at: int) -> ClubTournament | Declined:
    return replace(one, link="")
