"""The tournament's file: what the log holds of the evening, as the exchange format has it. Pure.

`burraco tournament check` accepts it at every moment: each event was put behind the others by the engine itself. The
log names players by their ids; in the file stand the names they have now, and two of one name are told apart.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

from bot.tournaments.club_tournament import GUEST, ClubTournament
from engine.tournament.announcement import tournament
from engine.tournament.fold import apply
from engine.tournament.reading import FORMAT, read_event
from engine.tournament.reading import VERSION as FORMAT_VERSION
from engine.tournament.refusals import NotFollowing
from engine.tournament.state import Progress, start

_OWN: Final = ("guest", "undoes", "late", "signed", "by")  # keys of ours that say nothing to others


def first_progress(one: ClubTournament) -> Progress:
    """The engine's tournament before its first event."""
    announcement = one.announcement
    return start(
        tournament(
            announcement.code,
            announcement.kind,
            announcement.deals,
            announcement.rounds,
            one.entries,
            bytes.fromhex(one.seed),
            step=announcement.step,
            qualifiers=announcement.qualifiers or None,
            first=announcement.first,
        )
    )


def folded(one: ClubTournament) -> Progress | None:
    """What the engine makes of the entries and events; None where they do not follow from each other."""
    progress = first_progress(one)
    for place, text in enumerate(one.events, 1):
        after = apply(progress, read_event(json.loads(text), one.announcement.kind), place)
        if isinstance(after, NotFollowing):
            return None
        progress = after
    return progress


def document(one: ClubTournament, names: Mapping[str, str]) -> dict[str, Any]:
    """The file of a tournament that has begun. `names`: of persons, by id."""
    known_names = unique_names(one, names)
    announcement = one.announcement
    return {
        "format": FORMAT,
        "version": FORMAT_VERSION,
        "name": announcement.name,
        "code": announcement.code,
        "kind": announcement.kind,
        "deals": list(announcement.deals),
        "rounds": list(announcement.rounds),
        "step": announcement.step,
        **({"qualifiers": announcement.qualifiers} if announcement.qualifiers else {}),
        "seed": one.seed,
        "first": {"by": announcement.first},
        "entries": [
            {
                "id": entry.id,
                "players": [known_names[player] for player in entry.players],
                **({"late": True} if entry.late else {}),
            }
            for entry in one.entries
        ],
        "events": [_with_names(json.loads(text), known_names) for text in one.events],
    }


def document_text(one: ClubTournament, names: Mapping[str, str]) -> str:
    """The file as it is written, a line for each entry and event."""
    found = document(one, names)
    listed = {key: found.pop(key) for key in ("entries", "events")}
    head = json.dumps(found, ensure_ascii=False)[:-1]
    rows = [f', "{key}": [\n{_lines(items)}]' for key, items in listed.items()]
    return f"{head}{''.join(rows)}}}\n"


def _lines(items: Iterable[object]) -> str:
    return ",\n".join([f"  {json.dumps(item, ensure_ascii=False)}" for item in items])


def unique_names(one: ClubTournament, names: Mapping[str, str]) -> dict[str, str]:
    """What each player is called, guests too; the second of a name gets a number behind it."""
    found: dict[str, str] = {}
    taken: set[str] = set()
    for player in _players(one):
        name = one.guest(player) or names.get(player) or player
        number, unique = 1, name
        while unique in taken:
            number += 1
            unique = f"{name} ({number})"
        taken.add(unique)
        found[player] = unique
    return found


def _players(one: ClubTournament) -> Iterable[str]:
    """Everybody who plays, has played, or would, once."""
    entries = [player for entry in one.entries for player in entry.players]
    sign_ups = [player for sign_up in (*one.sign_ups, *one.proposals) for player in sign_up.players]
    events = [json.loads(text) for text in one.events]
    incoming = [str(event["in"]) for event in events if event["type"] == "replacement"]
    invited = [player for player in one.announcement.invited if not player.startswith(GUEST)]
    return dict.fromkeys([*entries, *sign_ups, *incoming, *one.seeking, *invited])


def _with_names(event: dict[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    found = {key: value for key, value in event.items() if key not in _OWN}
    if event["type"] == "replacement":
        found |= {key: names[event[key]] for key in ("out", "in")}
    if event["type"] == "lineup":
        found["pairs"] = [[names.get(player, player) for player in pair] for pair in event["pairs"]]
    return found
