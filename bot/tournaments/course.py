"""What an event does beside the list: to the sheet of its table, and to the record of rulings. Pure.

Several entries that are one thing done stand in the log as one (`batch`).
"""

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from bot.tables.who import Declined
from bot.tournaments import corrections, line_ups, rulings, sheets
from bot.tournaments.club_tournament import ClubTournament
from bot.tournaments.happening import BATCH, EVENT, Keys, LogEntry, with_event

CarryOut: TypeAlias = Callable[[ClubTournament, Keys, int], ClubTournament | Declined]
Step: TypeAlias = Callable[[ClubTournament], LogEntry]


def event_entered(one: ClubTournament, keys: Keys, at: int) -> ClubTournament | Declined:
    """An event of the list, with what follows from it beside the list."""
    after = with_event(one, keys, at)
    if isinstance(after, Declined):
        return after
    if keys["type"] in ("result", "score"):
        after = sheets.handed_in(after, keys, at)
    elif keys["type"] == "correction":
        after = sheets.corrected(one, after, keys, at)
    elif keys["type"] == "lineup":
        after = line_ups.opened(after, keys)
    return rulings.recorded(one, after, keys, at)


PARTS: Final[Mapping[str, CarryOut]] = {
    EVENT: event_entered,
    rulings.RULED: rulings.was_ruled,
    line_ups.HANDED: line_ups.handed_in,
    corrections.REFUSED: corrections.refused,
}
"""What a batch may be made of."""


def batch_entered(one: ClubTournament, keys: Keys, at: int) -> ClubTournament | Declined:
    """One after the other."""
    for verb, part in keys["entries"]:
        after = PARTS[verb](one, part, at)
        if isinstance(after, Declined):
            return after
        one = after
    return one


def batch(one: ClubTournament, steps: list[Step], at: int) -> LogEntry:
    """The steps that can be done, one after the other, as one entry; why not the first, where none can."""
    entries: list[tuple[str, Keys]] = []
    refused: Declined | None = None
    for step in steps:
        entry = step(one)
        parts = _parts(entry) if not isinstance(entry, Declined) else []
        after = batch_entered(one, {"entries": parts}, at) if parts else entry
        if isinstance(after, Declined):
            refused = refused or after
        elif isinstance(after, ClubTournament):
            one = after
            entries += parts
    if not entries:
        return refused or Declined("tournament-not-now")
    return entries[0] if len(entries) == 1 else (BATCH, {"entries": entries})


def _parts(entry: tuple[str, Keys]) -> list[tuple[str, Keys]]:
    return list(entry[1]["entries"]) if entry[0] == BATCH else [entry]
