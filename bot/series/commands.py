"""What a command makes of a series: `decide(series, who, line, at)` gives the next one, or why not. Pure.

As of a tournament: a command is judged, and what was decided is the entry of the log, which is carried out without
being judged again.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, replace
from typing import Any, Final, TypeAlias

from bot.durations import DAY, MINUTE
from bot.host.subjects import Next
from bot.series.series import (
    ACTIVE,
    ENDED,
    MOST_DAYS,
    MOST_EVENINGS,
    MOST_FINALISTS,
    PAUSED,
    Evening,
    Series,
    SeriesTerms,
    evening_of,
    first_by_other_rule,
    following,
    with_mark,
)
from bot.tables.log import BrokenLog, LogRow, NewerLog, parse_who
from bot.tables.who import Declined, Who
from bot.tournaments.announcing import FIXED
from bot.tournaments.announcing import fault as announcement_fault
from bot.tournaments.commands import command, parse_command

OPENING: Final = "series"
VERSION: Final = 1  # of what the commands of a log mean
NOT_WRITTEN: Final = ("author", "created", "evenings", "state", "past_terms")  # in the opening: there are none yet
Keys: TypeAlias = Mapping[str, Any]
Judge: TypeAlias = Callable[[Series, Keys, int], Keys | Declined]


def fault(terms: SeriesTerms, closes: int = 0) -> Declined | None:
    """Why a series cannot be announced so. `closes`: so many minutes before the start sign-up for an evening ends."""
    ranges = {"best": MOST_EVENINGS, "of": MOST_EVENINGS, "final": MOST_FINALISTS}
    for field, most in ranges.items():
        if not 0 <= getattr(terms, field) <= most:
            return Declined("tournament-number", (("field", field), ("least", "0"), ("most", str(most))))
    if not 1 <= terms.opens <= MOST_DAYS:
        return Declined("tournament-number", (("field", "opens"), ("least", "1"), ("most", str(MOST_DAYS))))
    if terms.of and terms.best > terms.of:
        return Declined("series-best", (("best", str(terms.best)), ("of", str(terms.of))))
    if closes * MINUTE >= terms.opens * DAY:
        return Declined("series-closes", (("opens", str(terms.opens)),))
    return Declined("series-final") if terms.final and not terms.of else None


# --- who may, and what the log is to hold -----------------------------------------------------------------------------


def _open(one: Series, keys: Keys, _at: int) -> Keys | Declined:
    """The host has announced the evening of this start."""
    if one.state != ACTIVE or evening_of(one, keys["tournament"]) is not None or keys["starts"] < one.starts:
        return Declined("tournament-not-now")
    season, is_final = one.next_evening
    return {**keys, "season": season, "final": is_final, "next": following(one, keys["starts"])}


def _move(one: Series, keys: Keys, _at: int) -> Keys | Declined:
    """The host: evenings have passed while nobody was there to announce them, or could not be announced."""
    return dict(keys) if keys["starts"] != one.starts else Declined("tournament-not-now")


def _note(one: Series, keys: Keys, _at: int) -> Keys | Declined:
    """The host: an evening is over, was cancelled, has another outcome, or starts at another time (`moved`)."""
    there = evening_of(one, keys["tournament"])
    is_known = there is None or (there.mark, there.moved) == (keys["mark"], keys.get("moved", 0))
    return Declined("tournament-not-now") if is_known else dict(keys)


def _skip(one: Series, keys: Keys, _at: int) -> Keys | Declined:
    """Not the next time; with `starts` only if that is the next one."""
    starts = keys.get("starts", one.starts)
    if one.state == ENDED or not one.starts or starts != one.starts:
        return Declined("series-no-date")
    return {"starts": starts, "next": following(one, starts)}


def _pause(one: Series, _keys: Keys, _at: int) -> Keys | Declined:
    return {} if one.state == ACTIVE else Declined("tournament-not-now")


def _resume(one: Series, _keys: Keys, at: int) -> Keys | Declined:
    """Evenings that have passed meanwhile are gone."""
    if one.state != PAUSED:
        return Declined("tournament-not-now")
    return {"next": one.starts if one.starts > at else following(one, at)}


def _change(one: Series, keys: Keys, at: int) -> Keys | Declined:
    """From the next evening on: what evenings announce (`form`), the rule by which they come, what a season counts.

    Evenings that are announced stay as they are; with another rule the next comes on a later day than the last of them.
    """
    if one.state == ENDED:
        return Declined("series-over")
    form, terms = dict(keys.get("form", {})), {**asdict(one.terms), **keys.get("terms", {})}
    if stays := next((field for field in form if field in FIXED), None):
        return Declined("tournament-fixed", (("field", stays),))
    entry: dict[str, Any] = {"form": form, "terms": terms}
    if "rule" in keys:
        entry |= {"first": keys["first"], "rule": keys["rule"]}
    after = _changed(one, {**entry, "next": one.starts})
    if "rule" in keys:
        after = replace(after, starts=first_by_other_rule(one, after, at))
    announced = after.announcement(after.starts or at + MOST_DAYS * DAY)
    if refused := fault(after.terms, announced.closes) or announcement_fault(announced):
        return refused
    return {**entry, "next": after.starts}


def _changed(one: Series, keys: Keys) -> Series:
    by = {"first": keys.get("first", one.first), "rule": keys.get("rule", one.rule)}
    after = one.with_terms(SeriesTerms(**keys["terms"]))
    return replace(after, form={**one.form, **keys["form"]}, starts=keys["next"], **by)


def _end(one: Series, _keys: Keys, _at: int) -> Keys | Declined:
    return Declined("series-over") if one.state == ENDED else {}


JUDGES: Final[Mapping[str, Judge]] = {
    "opened": _open,
    "moved": _move,
    "noted": _note,
    "skip": _skip,
    "pause": _pause,
    "resume": _resume,
    "change": _change,
    "end": _end,
}
OF_THE_HOST: Final = ("opened", "moved", "noted")


def decide(one: Series, who: Who, line: str, at: int) -> Next[Series] | Declined:
    """The series after the command, or why it is declined; a declined command changes nothing."""
    verb, keys = parse_command(line)
    if verb in OF_THE_HOST and not who.is_host:
        return Declined("tournament-arbiter")
    if not (who.is_host or who.admin or who.id == one.author):
        return Declined("series-not-yours")
    judged = JUDGES[verb](one, keys, at)
    if isinstance(judged, Declined):
        return judged
    entry = command(verb, **judged)
    return Next(carry_out(one, entry), entry)


# --- what a log holds -------------------------------------------------------------------------------------------------


def carry_out(one: Series, entry: str) -> Series:
    """The series after an entry of its log. Raises `ValueError` and the like for what no log holds."""
    verb, keys = parse_command(entry)
    match verb:
        case "opened":
            evening = Evening(keys["tournament"], keys["starts"], keys["season"], keys["final"])
            return replace(one, evenings=(*one.evenings, evening), starts=keys["next"])
        case "moved":
            return replace(one, starts=keys["starts"])
        case "noted":
            return with_mark(one, keys["tournament"], keys["mark"], keys.get("moved", 0))
        case "skip":
            return replace(one, starts=keys["next"])
        case "pause":
            return replace(one, state=PAUSED)
        case "resume":
            return replace(one, state=ACTIVE, starts=keys["next"])
        case "change":
            return _changed(one, keys)
        case "end":
            return replace(one, state=ENDED, starts=0)
        case _:
            raise ValueError(f"no series has {verb!r}")


def opening(one: Series) -> str:
    """The log's first entry."""
    keys = {key: value for key, value in asdict(one).items() if key not in NOT_WRITTEN}
    return command(OPENING, version=VERSION, **keys)


def _first(row: LogRow) -> Series:
    verb, keys = parse_command(row.entry)
    if verb != OPENING:
        raise BrokenLog(f"entry {row.seq}: a log begins with {OPENING!r}", row.seq)
    if int(keys.pop("version")) > VERSION:
        raise NewerLog(row.seq)
    terms = SeriesTerms(**keys.pop("terms"))
    return Series(**keys, terms=terms, author=parse_who(row.actor).id, created=row.at)


def fold(rows: Iterable[LogRow]) -> Series:
    """The series of a whole log. Raises `BrokenLog`."""
    one: Series | None = None
    for row in rows:
        try:
            one = _first(row) if one is None else carry_out(one, row.entry)
        except BrokenLog:
            raise
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise BrokenLog(f"entry {row.seq}: raises {type(error).__name__}", row.seq) from error
    if one is None:
        raise BrokenLog("the log is empty")
    return one


def summary(one: Series) -> str:
    """What stands in the row of a series: enough to list it without its log."""
    found = {"name": one.name, "starts": one.starts, "state": one.state, "evenings": len(one.evenings)}
    return json.dumps({**found, "number": one.number}, ensure_ascii=False, sort_keys=True)
