"""The settings of tables that are dealt in the chat: the announced code, so many deals, no clock of their own. Pure."""

from collections.abc import Mapping
from typing import Final

from bot.tables.table import Settings
from bot.tournaments.club_tournament import Announcement
from engine.tournament.announcement import KNOCK_OUT, SINGLES, THREE

SEATS: Final[Mapping[str, int]] = {SINGLES: 2, THREE: 3}
"""How many sit at a table, by kind; four at any other."""


def settings_of(announcement: Announcement, number: int) -> Settings:
    """The settings of a table of a round, from 1. Whether a code is played so, `can_be_dealt` says."""
    house = [f"hands={announcement.deals[number - 1]}", "undo=off"]
    if announcement.rounds[number - 1] == KNOCK_OUT:
        house.append("knockout=on")
    return Settings(rules=announcement.code, house=" ".join(house), players=SEATS.get(announcement.kind, 4))


def can_be_dealt(announcement: Announcement) -> bool:
    """Whether every round can be played in the chat: the code has so many seats and deals."""
    try:
        for number in range(1, len(announcement.rounds) + 1):
            settings_of(announcement, number).code()
    except ValueError:
        return False
    return True
