"""What a tournament may announce: every field judged with a sentence of its own, before anything is stored. Pure."""

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any, Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bot.durations import DAY
from bot.tables.who import Declined
from bot.tournaments.club_tournament import BEFORE, DEALT, OPEN, REAL, Announcement, ClubTournament
from bot.tournaments.dealt_settings import can_be_dealt
from engine.rules import RULE_SETS
from engine.tournament.announcement import KNOCK_OUT, METHODS, PLAYERS, TEAMS, THREE
from engine.tournament.methods import knock_out
from engine.victory import vp_table

LONGEST_NAME: Final = 80  # signs
LONGEST_PRIZES: Final = 300
LONGEST_VENUE: Final = 120
MOST_ROUNDS: Final = 20
MOST_PLACES: Final = 500
FURTHEST: Final = 400  # days ahead, as far as plans of a channel go (`bot.planner.when`)
RANGES: Final[Mapping[str, tuple[int, int]]] = {
    "places": (0, MOST_PLACES),
    "check_in": (0, 240),
    "closes": (0, 7 * 24 * 60),
    "scale": (25, 1000),
    "window": (0, 24 * 60),
    "step": (1, 9),
    "qualifiers": (0, MOST_PLACES),
}
"""Whole numbers, from and to."""
LEAST_QUALIFIERS: Final = 2
FIRST: Final = ("order", "lot")
CARDS: Final = (REAL, DEALT)
OF_SERIES: Final = ("series", "season", "best", "of", "is_final", "invited")
"""What the series of an evening has announced."""
FIXED: Final = ("code", "kind", "cards", "duplicate", *OF_SERIES)
"""What is announced once, for who has entered relies on it. Methods depend on how many come."""
STATE: Final = "state"  # beside the fields in a log, where sign-up is open again


ADDED: Final[Mapping[str, Any]] = {
    "cards": REAL,
    "venue": "",
    "duplicate": False,
    "series": "",
    "season": 0,
    "best": 0,
    "of": 0,
    "is_final": False,
    "invited": (),
    "qualifiers": 0,
}
"""Keys that logs did not have at first, each with what it means where it is not written."""


def fault(announcement: Announcement) -> Declined | None:
    """Why it cannot be announced: the first field that is wrong."""
    return (
        _words_fault(announcement)
        or _form_fault(announcement)
        or _number_fault(announcement)
        or _qualifiers_fault(announcement)
    )


def _words_fault(one: Announcement) -> Declined | None:
    if not one.name.strip() or len(one.name) > LONGEST_NAME or not one.name.isprintable():
        return Declined("tournament-name", (("most", str(LONGEST_NAME)),))
    if len(one.prizes) > LONGEST_PRIZES:
        return Declined("tournament-prizes", (("most", str(LONGEST_PRIZES)),))
    if len(one.venue) > LONGEST_VENUE:
        return Declined("tournament-venue", (("most", str(LONGEST_VENUE)),))
    try:
        ZoneInfo(one.zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return Declined("tournament-zone", (("value", one.zone),))
    return None


def _form_fault(one: Announcement) -> Declined | None:
    if one.code not in RULE_SETS:
        return _one_of("code", RULE_SETS)
    if one.kind not in PLAYERS:
        return _one_of("kind", tuple(PLAYERS))
    if (one.code == THREE) != (one.kind == THREE):
        return Declined("tournament-three")
    if not 1 <= len(one.rounds) <= MOST_ROUNDS:
        return Declined("tournament-rounds", (("most", str(MOST_ROUNDS)),))
    if any(method not in METHODS[one.kind] for method in one.rounds):
        return _one_of("rounds", METHODS[one.kind])
    if KNOCK_OUT in one.rounds and set(one.rounds[one.rounds.index(KNOCK_OUT) :]) != {KNOCK_OUT}:
        return Declined("tournament-after-knock-out")
    if one.first not in FIRST:
        return _one_of("first", FIRST)
    if one.cards not in CARDS:
        return _one_of("cards", CARDS)
    return _deals_fault(one) or _dealt_fault(one)


def _dealt_fault(one: Announcement) -> Declined | None:
    """Why no table of it can be dealt in the chat."""
    if not one.is_dealt:
        return Declined("tournament-duplicate-dealt") if one.duplicate else None
    if one.kind == TEAMS:
        return Declined("tournament-dealt-teams")
    return None if can_be_dealt(one) else Declined("tournament-dealt-code", (("code", one.code),))


def _one_of(field: str, allowed: tuple[str, ...]) -> Declined:
    return Declined("tournament-one-of", (("field", field), ("allowed", " ".join(allowed))))


def _deals_fault(one: Announcement) -> Declined | None:
    if len(one.deals) != len(one.rounds):
        return Declined("tournament-deals-each")
    possible = possible_deals(one)
    if any(number not in possible for number in one.deals):
        return Declined("tournament-deals", (("allowed", " ".join(map(str, possible))),))
    return None


def possible_deals(one: Announcement) -> list[int]:
    """How many deals a round of this code may have."""
    return [number for number in range(1, 6) if _has_table(one, number)]


def _has_table(one: Announcement, deals: int) -> bool:
    """Whether a result of so many deals is worth anything in this code."""
    return deals == 3 if one.kind == THREE else vp_table(one.code, deals, one.kind == TEAMS) is not None


def _number_fault(one: Announcement) -> Declined | None:
    for field, (least, most) in RANGES.items():
        if not least <= getattr(one, field) <= most:
            return Declined("tournament-number", (("field", field), ("least", str(least)), ("most", str(most))))
    if one.starts < 0:
        return Declined("tournament-past")
    if (one.automatic or one.check_in or one.closes) and not one.starts:
        return Declined("tournament-no-time")
    return None


def _qualifiers_fault(one: Announcement) -> Declined | None:
    """Why so many cannot go on to the knock-out (three-player art. 10): nobody could, or nobody has played yet."""
    if not one.qualifiers:
        return None
    if KNOCK_OUT not in one.rounds[1:] or one.rounds[0] == KNOCK_OUT:
        return Declined("tournament-no-qualifying")
    if one.qualifiers < LEAST_QUALIFIERS:
        return Declined("tournament-qualifiers", (("least", str(LEAST_QUALIFIERS)),))
    most = knock_out.limit(one.qualifiers)
    is_longer = one.rounds.count(KNOCK_OUT) > most
    return Declined("tournament-halved", (("count", str(one.qualifiers)), ("most", str(most)))) if is_longer else None


# --- as text ----------------------------------------------------------------------------------------------------------


def announced_keys(announcement: Announcement) -> dict[str, Any]:
    """What a log has of it. What logs of before say nothing about is written only where it is as no usual evening."""
    keys = asdict(announcement)
    return {key: value for key, value in keys.items() if key not in ADDED or value != ADDED[key]}


def announcement_of(keys: Mapping[str, Any]) -> Announcement:
    """What a log has of it. Raises `TypeError`, `ValueError`."""
    lists = {key: tuple(keys.get(key, ())) for key in ("rounds", "deals", "invited")}
    fields = {**keys, **lists}
    return Announcement(**fields)


def changed(tournament: ClubTournament, keys: Mapping[str, Any], at: int) -> ClubTournament | Declined:
    """Announced otherwise."""
    fields = {key: _frozen(value) for key, value in keys.items() if key != STATE}
    reminded = () if "starts" in keys else tournament.reminded
    after = replace(tournament, announcement=replace(tournament.announcement, **fields), reminded=reminded)
    if keys.get(STATE) != OPEN:
        return after
    sign_ups = tuple(replace(sign_up, here=()) for sign_up in after.sign_ups)
    return replace(after, state=OPEN, since=at, sign_ups=sign_ups)


def change(tournament: ClubTournament, keys: Mapping[str, Any], at: int) -> Mapping[str, Any] | Declined:
    """What the log is to hold of it, or why it cannot be announced so.

    Put off for so long that its sign-up would not be over, it is open again, and nobody is there yet.
    """
    if refused := change_refusal(tournament, keys, at):
        return refused
    before = tournament.announcement
    after = replace(before, **{key: _frozen(value) for key, value in keys.items()})
    is_put_off = tournament.state != OPEN and after.starts > before.starts and after.shuts > at
    return {**keys, STATE: OPEN} if is_put_off else keys


def invite(tournament: ClubTournament, keys: Mapping[str, Any]) -> Mapping[str, Any] | Declined:
    """The host: a final is for others than was announced; who has entered stays."""
    is_final = tournament.announcement.is_final and tournament.state in BEFORE
    return {"invited": list(keys["invited"])} if is_final else Declined("tournament-not-now")


def change_refusal(tournament: ClubTournament, keys: Mapping[str, Any], at: int) -> Declined | None:
    """Why it cannot be announced so."""
    if tournament.state not in BEFORE:
        return Declined("tournament-not-now")
    fixed = [key for key in keys if key in FIXED]
    if fixed:
        return Declined("tournament-fixed", (("field", fixed[0]),))
    after = replace(tournament.announcement, **{key: _frozen(value) for key, value in keys.items()})
    if "starts" in keys and (refused := _too_far(after, at)):
        return refused
    if tournament.state == OPEN:
        return fault(after) or past(after, at)
    is_past = "starts" in keys and 0 < after.starts <= at
    return fault(after) or (Declined("tournament-past") if is_past else None)


def _frozen(value: object) -> Any:
    return tuple(value) if isinstance(value, list) else value


def first_fault(announcement: Announcement, at: int) -> Declined | None:
    """Why it cannot be announced now."""
    return fault(announcement) or _too_far(announcement, at) or past(announcement, at)


def _too_far(announcement: Announcement, at: int) -> Declined | None:
    """Why nobody plans for that time. It is a day in the evening's zone, which may begin a day before or after ours."""
    is_far = announcement.starts > at + (FURTHEST + 2) * DAY
    return Declined("tournament-far", (("days", str(FURTHEST)),)) if is_far else None


def past(announcement: Announcement, at: int) -> Declined | None:
    """Why nobody could sign up for it: its time, or the end of sign-up, is over."""
    if announcement.starts and announcement.starts <= at:
        return Declined("tournament-past")
    return Declined("tournament-shuts-past") if announcement.starts and announcement.shuts <= at else None
