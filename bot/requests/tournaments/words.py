"""What is written behind `/tournament`: an announcement as `key=value`, the numbers of a sheet, an arbiter's ruling.

Pure: text becomes keys of a command of `bot.tournaments`, or a reason why it does not.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from itertools import takewhile
from typing import Any, Final
from zoneinfo import ZoneInfo

from bot.planner.calendar import to_come
from bot.planner.time_words import EVERY
from bot.planner.when import UnclearTime, parse_when
from bot.requests.written_settings import code_named
from bot.tables.who import Declined
from bot.tournaments.announcing import LONGEST_NAME, LONGEST_PRIZES, LONGEST_VENUE, MOST_ROUNDS
from bot.tournaments.calls import LINES
from bot.tournaments.club_tournament import DEALT, Announcement, ClubTournament
from bot.tournaments.form import FIELDS, NO_DAY, USUAL_TIME, WRITTEN, Form
from bot.tournaments.outcome import SIXTHS
from bot.tournaments.rulings import SWAP, points_of
from bot.words.command_words import meanings, words_meaning
from bot.words.names import clean_name
from engine.tournament.announcement import KNOCK_OUT, METHODS, PAIRS, THREE
from engine.tournament.corrections import SUM as SUM_ERROR
from engine.tournament.state import Ruled, Totals
from engine.tournament.usual import DEALS, usual_number, usual_rounds
from engine.tournament.windows import RoundMoment, is_in_time, moment_of

KEY: Final = "tournament_key"
KIND: Final = "tournament_kind"
NUMBERS: Final = ("places", "check_in", "closes", "scale", "window", "step", "qualifiers")
WEEKLY: Final = "weekly"  # the rule by which evenings of a series come
OF_SERIES: Final = (WEEKLY, "best", "of", "final", "opens")
_KEYED: Final = re.compile(r"(?:^|\s)([^\W\d][\w-]*)(\s*=)")
_POINTS: Final = r"([-−–—]?\d{1,6})"  # with any sign that people and their keyboards write for minus
_BETWEEN: Final = r"(?:[-−–/:]|—(?!\d))"  # `720--505` comes as `720—505` from many keyboards: nobody knows which it was
_ONE_SCORE: Final = re.compile(f"=?{_POINTS}")
_TOTALS: Final = re.compile(f"{_POINTS}{_BETWEEN}{_POINTS}(?:{_BETWEEN}{_POINTS})?")
_PENALTY: Final = re.compile(r"([\d.,/]{1,7})(vp|mp)")
_SHARED: Final = re.compile(r"\d{1,4}(?:[.,]\d{1,2}|/[1-6])?")  # points that players with equal totals share
_BETWEEN_SHARED: Final = re.compile("[-−–—:]")
_AND: Final = "|".join(map(re.escape, words_meaning("and")))
_BETWEEN_NAMES: Final = re.compile(rf"\s*[&,;/]\s*|\s+(?:[-−–—+]|{_AND})\s+", re.IGNORECASE)
_NUMBER: Final = re.compile(r"\d{1,6}")
_PLACE: Final = re.compile(r"(\d{1,3})(?:r(\d{1,2}))?(?:n(\d{1,5}))?")
"""A table, the round that is meant, and which result stood there as it was read."""
_NO_WORD: Final = re.compile(r"\W*\d.*|\W+")  # a number, perhaps written wrongly, or none at all
BEHIND_NUMBERS: Final = ":"
SUM: Final = "="  # before the points of all deals together


def keyed(text: str) -> tuple[str, dict[str, str]]:
    """What stands before the first key, and the value of each: a value goes on until the next key."""
    found = [one for one in _KEYED.finditer(text) if one[2] == "=" or one[1].lower() in meanings(KEY)]
    if not found:
        return text.strip(), {}
    ends = [*[one.start() for one in found[1:]], len(text)]
    values = {one[1].lower(): text[one.end() : end].strip() for one, end in zip(found, ends, strict=True)}
    return text[: found[0].start()].strip(), values


def announcement_keys(text: str, zone: str, now: int) -> dict[str, Any] | Declined | UnclearTime:
    """The fields of an announcement that are written: its name first, then `key=value`."""
    name, values = keyed(text)
    keys: dict[str, Any] = {"name": clean_name(name, "", LONGEST_NAME)} if name else {}
    for word, value in values.items():
        key = meanings(KEY).get(word)
        found = None if key is None else _field(key, value, zone, now)
        if found is None or isinstance(found, Declined | UnclearTime):
            return found or unread_value(key, word, value)
        keys.update(found)
    return keys


def unread_value(key: str | None, word: str, value: str) -> Declined:
    """Why what was written behind a key, by this `word`, is not read; None for a key that there is not."""
    match key:
        case None:
            return Declined("tournament-key", (("word", f"{word}={value}"[:60]),))
        case "duplicate":
            return Declined("tournament-yes-no", (("field", key), ("value", value[:60])))
        case "start":
            return Declined("tournament-start", (("field", key), ("value", value[:60])))
        case _:  # all others of which one may not be read are numbers
            return Declined("tournament-figures", (("field", key), ("value", value[:60])))


def _field(  # noqa: PLR0912  a key a branch
    key: str, value: str, zone: str, now: int
) -> dict[str, Any] | Declined | UnclearTime | None:
    match key:
        case "when":
            when = parse_when(value, now, zone)
            if isinstance(when, UnclearTime):
                return when
            if when.rule:
                return {WEEKLY: when}
            return {"starts": to_come(when.first, zone, now), "zone": zone}
        case "every":
            return _weekly(value, zone, now)
        case "best" | "of" | "final" | "opens":
            return {key: int(value)} if _NUMBER.fullmatch(value) else None
        case "kind":
            return {"kind": meanings(KIND).get(value.lower(), value.lower())}
        case "cards":
            return {"cards": meanings("tournament_cards").get(value.lower(), value.lower())}
        case "duplicate":
            found = meanings("switch").get(value.lower())
            return {"duplicate": found == "on"} if found else None
        case "code":
            return {"code": code_named(value) or value.lower()}
        case "first":
            return {"first": value.lower()}
        case "rounds":
            return {"rounds": int(value) if _NUMBER.fullmatch(value) else methods_of(value.lower())}
        case "deals":
            numbers = re.split(r"[,+\s]+", value)
            return {"deals": tuple(map(int, numbers))} if all(_NUMBER.fullmatch(one) for one in numbers) else None
        case "prizes":
            return {"prizes": clean_name(value, "", LONGEST_PRIZES)}
        case "venue":
            return {"venue": clean_name(value, "", LONGEST_VENUE)}
        case "start":
            return _start(value.lower())
        case "name":
            return {"name": clean_name(value, "", LONGEST_NAME)}
        case _:
            return {key: int(value)} if key in NUMBERS and _NUMBER.fullmatch(value) else None


def _start(word: str) -> dict[str, Any] | None:
    """By itself, or by the arbiter, in any language; None for anything else, such as a time."""
    if word in words_meaning("automatic"):
        return {"automatic": True}
    by_hand = meanings("tournament").get(word) == "arbiter" or meanings("switch").get(word) == "off"
    return {"automatic": False} if by_hand or not word else None


def _weekly(value: str, zone: str, now: int) -> dict[str, Any] | UnclearTime:
    """`thursday 21:00`, with or without the word that it comes every week."""
    when = parse_when(value, now, zone)
    if isinstance(when, UnclearTime) or not when.rule:
        when = parse_when(f"{next(iter(EVERY))} {value}", now, zone)
    return when if isinstance(when, UnclearTime) else {WEEKLY: when}


def form_keys(form: Form, now: int) -> dict[str, Any] | Declined | UnclearTime:
    """The keys of what was chosen in a form: the first field that cannot be read says why."""
    keys: dict[str, Any] = {}
    for name in [one for one in (*FIELDS, *WRITTEN) if form.fields.get(one) and one not in ("day", "time")]:
        found = _field(name, form.fields[name], form.zone, now)
        if found is None or isinstance(found, Declined | UnclearTime):
            return found or unread_value(name, name, form.fields[name])
        keys.update(found)
    start = _start_keys(form)
    return start if isinstance(start, Declined) else {**keys, **start}


def methods_of(value: str) -> tuple[str, ...]:
    """The method of each round: `danese*3,knock-out` is Danese for three rounds, and a knock-out."""
    return tuple(method for part in re.split(r"[,+\s]+", value) for method in _rounds_of(part))


def _rounds_of(part: str) -> list[str]:
    written, _, number = part.partition("*")
    method = meanings("tournament_method").get(written, written)
    is_short = number.isascii() and number.isdecimal() and len(number) < 3
    return [method] * int(number) if is_short else [method if written == part else part]


def _start_keys(form: Form) -> dict[str, Any] | Declined:
    """When it starts, of the day and the hour that were chosen."""
    day = form.fields.get("day", "")
    if day == NO_DAY:
        return {"starts": 0, "automatic": False}
    if not day:
        return {}
    try:
        start = datetime.strptime(f"{day} {form.fields.get('time', USUAL_TIME)}", "%Y-%m-%d %H:%M")  # noqa: DTZ007  next
        moment = start.replace(tzinfo=ZoneInfo(form.zone)).timestamp()
    except (ValueError, OverflowError):  # of the browser's own calendar, or of no browser
        return Declined("tournament-form-day")
    return {"starts": int(moment * 1000), "zone": form.zone}


def new_announcement(keys: Mapping[str, Any], zone: str, code: str) -> Announcement | Declined:
    """An announcement with what a club usually plays where nothing else is written."""
    code = keys.get("code", code)
    kind = keys.get("kind", THREE if code == THREE else PAIRS)
    rounds = keys.get("rounds", usual_number(kind))
    if kind not in METHODS:
        return Declined("tournament-one-of", (("field", "kind"), ("allowed", " ".join(METHODS))))
    if isinstance(rounds, int):
        if not 1 <= rounds <= MOST_ROUNDS:
            return Declined("tournament-rounds", (("most", str(MOST_ROUNDS)),))
        rounds = usual_rounds(kind, rounds)
    deals = keys.get("deals", (DEALS,))
    deals = deals * len(rounds) if len(deals) == 1 else deals
    rest = {key: value for key, value in keys.items() if key not in ("code", "kind", "rounds", "deals")}
    form = {"code": code, "kind": kind, "rounds": rounds, "deals": deals}
    if rest.get("duplicate"):
        rest = {"cards": DEALT, **rest}
    return Announcement(**{"name": "", "zone": zone, **rest, **form})


def changed_form(keys: Mapping[str, Any], before: Announcement) -> dict[str, Any]:
    """The same, with a method and a number of deals for each round where it says how many there are from now on."""
    rounds = keys.get("rounds", before.rounds)
    rounds = usual_rounds(before.kind, min(rounds, MOST_ROUNDS + 1)) if isinstance(rounds, int) else rounds
    deals = keys.get("deals", before.deals if len(rounds) == len(before.rounds) else before.deals[:1])
    deals = deals * len(rounds) if len(deals) == 1 else deals
    is_form = "rounds" in keys or "deals" in keys
    return {**keys, **({"rounds": list(rounds), "deals": list(deals)} if is_form else {})}


# --- sheets -----------------------------------------------------------------------------------------------------------


def sheet_keys(words: Sequence[str]) -> dict[str, Any] | None:
    """`720-505 335-640 810-395`, a pair for each deal, N-S first; one alone is the sums, also as `=1865-1540`.

    A team's two tables have `|` between. Behind them `NS` or `EW`, who has won a knock-out of equal totals. None
    for anything else.
    """
    words, is_sum = without_sign(words)
    winner = words.pop().upper() if words and words[-1].upper() in ("NS", "EW") else ""
    parts: list[list[list[int]]] = [[]]
    for word in words:
        totals = _totals(word)
        if word == "|":
            parts.append([])
        elif not totals:
            return None
        else:
            parts[-1].append(totals)
    if len(parts) > 2 or not all(parts) or (is_sum and not len(parts) == 1 == len(parts[0])):
        return None
    keys: dict[str, Any] = {"mp": parts[0][0]} if len(parts) == 1 == len(parts[0]) else {"deals": parts[0]}
    if len(parts) > 1:
        keys["deals2"] = parts[1]
    return {**keys, "winner": winner} if winner else keys


def joined_scores(one: ClubTournament, words: Sequence[str]) -> list[str]:
    """The words with numbers that stand apart as scores: `720 505 335 640`; a table or a round may stand before them.

    Where there is a score already, or the numbers do not come out even, all stays as it is written.
    """
    lines = LINES + 1 if one.announcement.kind == THREE else LINES
    if any(_totals(word.removeprefix(SUM)) for word in words):
        return list(words)
    found: list[str] = []
    run: list[str] = []
    for word in (*words, ""):
        if _ONE_SCORE.fullmatch(word):
            run.append(word)
            continue
        ahead = 0 if found else len(run) % lines
        is_even = ahead < 2 and len(run) % lines == ahead
        scores = ["-".join(run[at : at + lines]) for at in range(ahead, len(run), lines)]
        found += [*run[:ahead], *scores] if is_even else run
        found += [word] if word else []
        run = []
    return found


def score_alone(words: Sequence[str]) -> str:
    """The one score that is written where nothing says that it is the sum, "" where there are none or more."""
    keys = sheet_keys(words)
    return words[0] if keys is not None and "mp" in keys and not words[0].startswith(SUM) else ""


def plain_score(word: str) -> str:
    """The same score with the sign for minus that every button carries."""
    return "-".join(map(str, _totals(word)))


def without_sign(words: Sequence[str]) -> tuple[list[str], bool]:
    """The words without the sign before them that what follows is the sum, and whether it stood there."""
    line = " ".join(words)
    return line.removeprefix(SUM).split(), line.startswith(SUM)


# --- rulings ----------------------------------------------------------------------------------------------------------


def ruling_keys(what: str, words: Sequence[str], one: ClubTournament) -> dict[str, Any] | None:
    """An arbiter's line as keys of an event; None where it is not written so."""
    current = one.current
    number = current.number if current is not None else 1
    match what, list(words):
        case "late", [entry, minutes] if _whole(entry, minutes):
            return {"type": "lateness", "round": number, "entry": entry, "minutes": int(minutes)}
        case "admit", [entry, minutes] if _whole(entry, minutes):
            return {"type": "late-entry", "round": number, "entry": entry, "minutes": int(minutes)}
        case "warn", [entry, word] if _whole(entry) and (category := meanings("warning").get(word.lower())):
            return {"type": "warning", "round": number, "entry": entry, "category": category}
        case "penalty", [entry, *points] if _whole(entry) and len(points) < 3 and (off := _off(one, "".join(points))):
            return {"type": "penalty", "round": number, "entry": entry, **off}
        case "withdraw", [entry, *points] if _whole(entry) and (by_then := _points_by_then(points)) is not None:
            return {"type": "withdrawal", "round": number if current is not None else 0, "entry": entry, **by_then}
        case "expel", [entry, *points] if _whole(entry) and (by_then := _points_by_then(points)) is not None:
            where = {"round": number if current is not None else 0, "entry": entry}
            return {"type": "withdrawal", **where, "cause": "expelled", **by_then}
        case "away", [entry, *points] if _whole(entry) and (by_then := _points_by_then(points)) is not None:
            return {"type": "withdrawal", "round": number, "entry": entry, "temporary": True, **by_then}
        case "score", [table, vp, mp] if _whole(table) and (vps := _victory_points(one, vp)) and (mps := _totals(mp)):
            return {"type": "score", "round": number, "table": int(table), "vp": vps, "mp": mps}
        case "timeout", []:
            return {"type": "timeout", "round": number}
        case "void", [event, *reason] if _whole(event) and reason:
            return {"type": "correction", "replaces": int(event), "void": True, "reason": " ".join(reason)}
        case "correct", [place, *rest] if found := place_of(one, place):
            return _correction(one, found, rest)
        case _:
            return None


def _whole(*words: str) -> bool:
    return all(_NUMBER.fullmatch(word) for word in words)


def _totals(word: str) -> list[int]:
    """The points of each line; [] where no such thing is written."""
    found = _TOTALS.fullmatch(word)
    return [_points(number) for number in found.groups() if number is not None] if found else []


def _points_by_then(words: Sequence[str]) -> dict[str, list[int]] | None:
    """What each line of a match had when it was left, where that is written; None for anything else.

    Those who stay get the better of that and of what the code awards (febur art. 25, fitab art. 36).
    """
    points = _totals(words[0].removeprefix(SUM)) if len(words) == 1 else []
    if not words:
        return {}
    return {"mp": points} if len(points) == LINES else None


def _points(text: str) -> int:
    return int(text) if text[0].isdecimal() else -int(text[1:])


def _off(one: ClubTournament, text: str) -> dict[str, int] | None:
    """`1vp` or `100mp`, what a penalty takes."""
    found = _PENALTY.fullmatch(text.lower())
    scale = SIXTHS if found and found[2] == "vp" and one.announcement.kind == THREE else 1
    points = _scaled(found[1], scale) if found else None
    return {found[2]: points} if found and points is not None else None


def _victory_points(one: ClubTournament, text: str) -> list[int]:
    """Those of each line; of three players in sixths, written as they are shared: `4.5-4.5-1`, `10/3-10/3-10/3`.

    [] where no such thing is written.
    """
    whole = _totals(text)
    if one.announcement.kind != THREE:
        return whole
    if whole:
        return [points * SIXTHS for points in whole]
    shared = [_scaled(part, SIXTHS) for part in _BETWEEN_SHARED.split(text)]
    return [points for points in shared if points is not None and None not in shared]


def _scaled(text: str, scale: int) -> int | None:
    """A number, perhaps with a fraction, so many times; None where that is not whole."""
    points = Fraction(text.replace(",", ".")) * scale if _SHARED.fullmatch(text) else None
    return int(points) if points is not None and points.denominator == 1 else None


@dataclass(frozen=True, slots=True)
class TablePlace:
    """A table of a round. `stands`: the number of the result that was read there, 0 where nobody says."""

    table: int
    round: int
    stands: int = 0


def place_of(one: ClubTournament, word: str) -> TablePlace | None:
    """`3r1`: table 3 of round 1; without a round of the last one."""
    found = _PLACE.fullmatch(word)
    if found is None:
        return None
    last = one.current.number if one.current is not None else 1
    return TablePlace(int(found[1]), int(found[2] or last), int(found[3] or 0))


def _correction(one: ClubTournament, place: TablePlace, words: Sequence[str]) -> dict[str, Any] | None:
    """The sheet of a table anew, in a knock-out perhaps who goes on, and behind it the reason.

    A reason that begins with a number stands behind a colon: elsewhere that is a deal, which is written wrongly. Where
    it is too late for errors of sum (febur art. 24), the same points the other way round are what was exchanged.
    """
    pairing = one.pairing(place.table, place.round)
    if pairing is None or not isinstance(pairing.decision, Totals | Ruled):
        return None
    sheet, reason = correction_parts(one, words, place.round)
    keys = sheet_keys(sheet)
    if keys is None or not reason:
        return None
    is_swap = not sums_in_time(one, place.round) and points_of(keys) == pairing.decision.mp[::-1]
    cause = {"cause": SWAP} if is_swap else {}
    return {"type": "correction", "replaces": pairing.decision.n, "reason": " ".join(reason), **keys, **cause}


def sums_in_time(one: ClubTournament, number: int) -> bool:
    """Whether errors of sum of a round may still be corrected; once the evening is over nothing is."""
    moment = moment_of(one.progress, number) if one.progress is not None else RoundMoment.BEFORE_PAIRING
    return moment == RoundMoment.FINISHED or is_in_time(one.announcement.code, SUM_ERROR, moment)


def correction_parts(one: ClubTournament, words: Sequence[str], number: int) -> tuple[list[str], list[str]]:
    """The words of the sheet of a table of this round, and those of the reason."""
    return _with_reason(words, one.announcement.rounds[number - 1] == KNOCK_OUT)


def _with_reason(words: Sequence[str], has_winner: bool) -> tuple[list[str], list[str]]:
    """The words of the sheet, and those of the reason; none of these where it is not known what is which."""
    if BEHIND_NUMBERS in words:
        place = list(words).index(BEHIND_NUMBERS)
        return list(words[:place]), list(words[place + 1 :])
    sheet = list(takewhile(lambda word: _totals(word.removeprefix(SUM)) or word in ("|", SUM), words))
    reason = list(words[len(sheet) :])
    if reason and has_winner and reason[0].upper() in ("NS", "EW"):
        sheet.append(reason.pop(0))
    return sheet, [] if reason and _NO_WORD.fullmatch(reason[0]) else reason


def guest_names(text: str) -> list[str]:
    """`Anna Rossi & Bruno Bianchi`, with commas, `and`, or a line between: the names of people whom no chat knows."""
    return [name for name in [clean_name(part, "") for part in _BETWEEN_NAMES.split(text)] if name]
