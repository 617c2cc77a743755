"""A planned match as a value, and what becomes of it when its times come. Pure: the time is given.

A plan has one next start. A day before it the channel is told, or at once where it is planned later; a little before it
is reminded or, where people have said that they come, asks them by name whether they are here: who says so has a seat.
Then a table is opened: late with a word after an outage, not at all with a word when it is too late, and when too many
tables are open it waits in the channel's queue, the one planned earliest first. Where nobody comes to the table the
match is called off, with a word.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from itertools import takewhile
from typing import Any, Final, TypeAlias

from bot.planner.calendar import is_skipped, moment, occurrences, to_come, wall
from bot.tables.timers import Due

MINUTE: Final = 60_000
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR

NEWS: Final = HOUR  # for so long it is tried to tell a channel something; for a day, to edit an announcement
LOOK: Final = 5 * MINUTE  # between two looks whether a table that was opened is played
MOST_JOINED: Final = 24

ACTIVE: Final = "active"
WAITING: Final = "waiting"  # its time has come, and there is no room
PAUSED: Final = "paused"
ENDED: Final = "ended"  # played, cancelled, or over

ANNOUNCE: Final = "announce"
REMIND: Final = "remind"
CHECK_IN: Final = "checkin"
START: Final = "start"
RETRY: Final = "retry"  # is there room now?
TELL: Final = "tell"  # does anybody still need to hear what was not said?
WATCH: Final = "watch"  # has somebody come to its table?

DAILY: Final = "FREQ=DAILY"  # begins such a rule
Noted: TypeAlias = dict[str, Any]  # a word without its plan, as JSON


@dataclass(frozen=True, slots=True)
class Terms:
    """What holds in a channel. Durations in milliseconds; 0 switches an announcement or a reminder off."""

    announce: int = DAY
    remind: int = 15 * MINUTE
    checkin: int = 15 * MINUTE  # before the start: those who come are asked whether they are here
    on_time: int = 2 * MINUTE  # later than this is late, and told
    too_late: int = HOUR  # a start after an outage is skipped
    waits: int = 3 * HOUR  # for room, before it is given up
    retry: int = MINUTE
    tables: int = 8  # at once in a channel
    plans: int = 20
    queue: int = 8  # plans that wait


@dataclass(frozen=True, slots=True)
class Plan:
    """When a channel plays. `first` is what the wall clock shows, `starts` the moment of the next start."""

    id: str
    channel: str
    author: str
    settings: str  # of the table: the caller's own text
    zone: str
    first: str  # ISO, without a zone
    rule: str = ""  # RFC 5545; "" for once
    starts: int = 0
    since: int = 0  # when it began to wait for room again, after a pause; 0 for its start
    soon: bool = False  # it is to be played as soon as there is room: it was queued, or waited when it was paused
    state: str = ACTIVE
    revision: int = 0
    unsaid: tuple[Noted, ...] = ()  # words that may not have been said yet, as `word_content` writes them
    unsaid_since: int = 0
    number: int = 0  # by which it is named in its channel as long as it lasts; 0 until it has one
    joined: tuple[str, ...] = ()  # who has said that they come to the next start, beside the author
    told: int = 0  # the start that the channel has heard of
    watched: tuple[int, ...] = ()  # starts whose tables wait for people
    posts: tuple[Noted, ...] = ()  # announcements on which people can still say that they come: kind, starts, reference
    asks: int = 0  # the start for which those who come were asked whether they are here
    here: tuple[str, ...] = ()  # who of them has said so
    dues: tuple[tuple[str, int], ...] = ()  # what it waits for, and until when, as it was when it changed last

    @property
    def live(self) -> bool:
        return self.state in (ACTIVE, WAITING)

    @property
    def table(self) -> str:
        """The id of the table of the next start: opening it twice opens it once."""
        return f"{self.id}-{self.starts}"

    @property
    def turn(self) -> tuple[int, str]:
        """Its place in the order of the channel's plans: the earlier one has waited longer."""
        return (max(self.starts, self.since), self.id)


@dataclass(frozen=True, slots=True)
class Word:
    """What a channel is told: about the start at `starts`, so many milliseconds `late`, after `missed` earlier ones."""

    kind: str
    plan: Plan
    starts: int
    late: int = 0
    missed: int = 0
    label: str = ""  # of the table that was opened
    joined: tuple[str, ...] = ()  # who have said that they come
    away: tuple[str, ...] = ()  # who of them were asked whether they are here, and have not said so
    post: str = ""  # the reference of the announcement that says it from now on, "" where it is a message of its own
    was: str = ""  # the kind of that announcement


ANNOUNCED: Final = "announced"
REMINDED: Final = "reminded"
CHECKED_IN: Final = "check-in"  # who has said that they come is asked whether they are here
JOINABLE: Final = (ANNOUNCED, REMINDED, CHECKED_IN)  # they have buttons until the start
OPENED: Final = "opened"
OPENED_LATE: Final = "opened-late"
QUEUED: Final = "queued"
SKIPPED: Final = "skipped"  # too late after an outage
NO_ROOM: Final = "no-room"  # waited too long
FAILED: Final = "failed"  # the table could not be opened
PASSED: Final = "passed"  # it was paused when its time came
GONE: Final = "gone"  # who planned it was forgotten
CANCELLED: Final = "cancelled"  # by somebody
ON_HOLD: Final = "on-hold"  # it was paused, and its time is still to come
ON_AGAIN: Final = "on-again"
NOBODY: Final = "nobody"  # has come to its table
WORDS: Final = (
    *(ANNOUNCED, REMINDED, CHECKED_IN, OPENED, OPENED_LATE, QUEUED, SKIPPED),
    *(NO_ROOM, FAILED, PASSED, GONE, CANCELLED, NOBODY, ON_HOLD, ON_AGAIN),
)


# --- making and changing ----------------------------------------------------------------------------------------------


def new_plan(
    id_: str, channel: str, author: str, settings: str, first: datetime, rule: str, zone: str, at: int
) -> Plan:
    """A new plan. Raises `ValueError` for a rule that is none, or never comes, `KeyError` for an unknown zone."""
    plan = Plan(id_, channel, author, settings, zone, first.isoformat(timespec="minutes"), rule)
    found = following(plan, at - 1) if rule else replace(plan, starts=to_come(first, zone, at - 1))
    if not found.starts:
        raise ValueError("that time is over")
    return found


def new_waiting_plan(id_: str, channel: str, author: str, settings: str, zone: str, at: int) -> Plan:
    """A match as soon as there is room."""
    first = wall(at, zone).isoformat(timespec="minutes")
    return Plan(id_, channel, author, settings, zone, first, starts=at, soon=True)


def following(plan: Plan, after: int) -> Plan:
    """The plan with its next start after this moment; ended where there is none."""
    coming = occurrences(datetime.fromisoformat(plan.first), plan.rule, plan.zone, after)
    starts = next(coming, 0)
    return replace(plan, starts=starts, since=0, soon=False, joined=(), here=(), state=ACTIVE if starts else ENDED)


def paused(plan: Plan) -> Plan:
    return replace(plan, state=PAUSED, soon=plan.soon or plan.state == WAITING) if plan.live else plan


def resumed(plan: Plan, at: int) -> Plan:
    """After a pause: starts that have passed are dropped, with a word if none follows; a wait for room goes on."""
    if plan.state != PAUSED:
        return plan
    if plan.soon and (not plan.rule or at - plan.starts < HOUR):
        return replace(plan, state=WAITING, since=0 if plan.rule else at)
    if plan.starts > at:
        return replace(plan, state=ACTIVE)
    on = following(plan, at)
    return on if on.starts else with_unsaid(on, [Word(PASSED, plan, plan.starts)], at)


def cancelled(plan: Plan) -> Plan:
    return replace(plan, state=ENDED, starts=0)


def given_up(plan: Plan, at: int) -> Plan:
    """The plan ended, and its channel told: there is nobody any more for whom a table could be opened."""
    return with_unsaid(cancelled(plan), [Word(GONE, plan, plan.starts)], at)


def announced_by_its_answer(plan: Plan, terms: Terms, at: int) -> Plan:
    """A new plan that whoever is to hear of it reads of in the answer: even near its time it is not announced."""
    return replace(plan, told=plan.starts) if _is_near(plan, terms, at) else plan


def announce_if_near(plan: Plan, terms: Terms, at: int) -> Plan:
    """A new plan, to be announced at once where its time is near."""
    if not _is_near(plan, terms, at):
        return plan
    return with_unsaid(replace(plan, told=plan.starts), [Word(ANNOUNCED, plan, plan.starts)], at)


def _is_near(plan: Plan, terms: Terms, at: int) -> bool:
    """Whether the moment has passed at which the next start would be announced."""
    return bool(terms.announce) and plan.state == ACTIVE and 0 < plan.starts - at <= terms.announce


def called_off(plan: Plan, before: Plan, at: int) -> Plan:
    """The plan without its earlier start; its channel is told if it had heard of that, or people come."""
    is_told = plan != before and _is_awaited(before)
    return with_unsaid(plan, [Word(CANCELLED, before, before.starts)], at) if is_told else plan


def held_or_resumed(plan: Plan, before: Plan, at: int) -> Plan:
    """The plan that was paused, or goes on: its channel is told if it waits for the start that is still to come."""
    is_other = (plan.state == PAUSED) != (before.state == PAUSED)
    if not is_other or not _is_awaited(before) or not plan.starts == before.starts > at:
        return plan
    return with_unsaid(plan, [Word(ON_HOLD if plan.state == PAUSED else ON_AGAIN, plan, plan.starts)], at)


def _is_awaited(plan: Plan) -> bool:
    """Whether its channel has heard of the next start, or people come."""
    return plan.told == plan.starts or bool(plan.joined)


def with_player(plan: Plan, person: str, starts: int) -> Plan:
    """Somebody says that they come to the next start; `starts` is the one they mean, 0 for any."""
    is_meant = plan.state != ENDED and starts in (0, plan.starts) and person not in plan.joined
    if not is_meant or len(plan.joined) >= MOST_JOINED:
        return plan
    here = (*plan.here, person) if asks_who_is_here(plan) else plan.here  # whoever says so now is here
    return replace(plan, joined=(*plan.joined, person), here=here)


def with_check_in(plan: Plan, person: str, starts: int) -> Plan:
    """Somebody says that they are here for the next start, and so that they come; `starts` as in `with_player`."""
    joined = with_player(plan, person, starts)
    is_meant = person in joined.joined and person not in joined.here and starts in (0, plan.starts)
    return replace(joined, here=(*joined.here, person)) if is_meant else joined


def asks_who_is_here(plan: Plan) -> bool:
    """Whether those who come to the next start were asked whether they are here."""
    return plan.asks == plan.starts != 0


def without_player(plan: Plan, person: str) -> Plan:
    joined, here = [tuple(one for one in people if one != person) for people in (plan.joined, plan.here)]
    return replace(plan, joined=joined, here=here)


def skipped(plan: Plan, at: int, starts: int) -> Plan:
    """Without its next start; `starts` is the one that is meant, 0 for any. One that stands still goes on doing so."""
    if plan.state == ENDED or starts not in (0, plan.starts):
        return plan
    after = following(plan, max(plan.starts, at))
    return paused(after) if plan.state == PAUSED else after


def by_start(plans: Iterable[Plan]) -> tuple[Plan, ...]:
    """The next start first; paused plans last."""
    return tuple(sorted(plans, key=lambda plan: (plan.state == PAUSED, plan.turn[0], plan.number, plan.id)))


# --- what is due ------------------------------------------------------------------------------------------------------


def dues(plan: Plan, terms: Terms, at: int) -> tuple[Due, ...]:
    """What the plan waits for after this moment; a start that has come is always due."""
    unsaid = (Due(TELL, plan.unsaid_since + DAY),) if plan.unsaid else ()
    watched = (Due(WATCH, at + LOOK),) if plan.watched else ()
    return (*_coming(plan, terms, at), *unsaid, *watched)


def _coming(plan: Plan, terms: Terms, at: int) -> tuple[Due, ...]:
    if plan.state == WAITING:
        return (Due(RETRY, at + terms.retry),)
    if plan.state != ACTIVE:
        return ()
    before = [(ANNOUNCE, _announce_before(plan, terms)), (REMIND, terms.remind), (CHECK_IN, terms.checkin)]
    notices = [Due(kind, plan.starts - time) for kind, time in before if time and plan.starts - time > at]
    if _is_near(plan, terms, at) and _announce_before(plan, terms) and plan.told != plan.starts:
        notices.append(Due(ANNOUNCE, at))  # only now is it the next one, or does it go on
    return (*notices, Due(START, plan.starts))


def _announce_before(plan: Plan, terms: Terms) -> int:
    """How long before; 0 where that is when the start before is told: a daily match is only reminded of."""
    if not plan.rule.startswith(DAILY):
        return terms.announce
    days = int(plan.rule.partition("INTERVAL=")[2] or 1)
    return terms.announce if terms.announce <= days * DAY - 2 * HOUR else 0


def fire(plan: Plan, kind: str, at: int, room: bool, terms: Terms) -> tuple[Plan, tuple[Word, ...], str]:
    """What becomes of a plan when something is due: the plan, what the channel is told, the id of the table to open.

    The plan as it is, with nothing to tell, where it no longer waits for that; "" where no table is to be opened.
    """
    if kind in (ANNOUNCE, REMIND, CHECK_IN):
        words = _words_due(plan, kind, at, terms)
        asks = plan.starts if CHECKED_IN in [word.kind for word in words] else plan.asks
        return (replace(plan, told=plan.starts, asks=asks) if words else plan, words, "")
    if not plan.live or at < plan.starts:
        return (plan, (), "")
    return _time_has_come(plan, at, room, terms)


def _time_has_come(plan: Plan, at: int, room: bool, terms: Terms) -> tuple[Plan, tuple[Word, ...], str]:
    """Its table is opened, it waits for room, or it is too late for that. Only the last start counts."""
    passed = _past_starts(plan, at)
    now = replace(plan, starts=passed[-1])
    late, missed = at - now.starts, len(passed) - 1
    waited = plan.state == WAITING and not missed
    is_too_late = at - max(now.starts, plan.since) > terms.waits if waited else late > terms.too_late
    if is_too_late:
        word = NO_ROOM if waited else SKIPPED
        return (following(plan, at), (Word(word, now, now.starts, late, missed),), "")
    if not room:
        words = () if waited else (Word(QUEUED, now, now.starts, late, missed),)
        return (replace(now, state=WAITING), words, "")
    was_late = plan.state == ACTIVE and late > terms.on_time
    kind = OPENED_LATE if was_late else OPENED
    present, away = _who_is_here(now)
    opened = Word(kind, now, now.starts, late, missed)
    opened = opened if missed else replace(opened, joined=present, away=away)
    return (replace(following(plan, at), watched=(*plan.watched, now.starts)), (opened,), now.table)


def _who_is_here(plan: Plan) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Who takes a seat, in the order in which they said that they come; and who has not said that they are here."""
    if not asks_who_is_here(plan):
        return plan.joined, ()
    return (
        tuple(one for one in plan.joined if one in plan.here),
        tuple(one for one in plan.joined if one not in plan.here),
    )


def _words_due(plan: Plan, kind: str, at: int, terms: Terms) -> tuple[Word, ...]:
    """One word, also where several were due while nobody was there: the question who is here reminds, too."""
    if plan.state != ACTIVE or at >= plan.starts:
        return ()
    asks = terms.checkin and at >= plan.starts - terms.checkin and plan.joined and not asks_who_is_here(plan)
    if asks:
        return (Word(CHECKED_IN, plan, plan.starts, joined=plan.joined),)
    if kind == CHECK_IN:
        return ()
    soon = terms.remind and at >= plan.starts - terms.remind
    return (Word(REMINDED if soon else ANNOUNCED, plan, plan.starts, joined=plan.joined),)


def _passed_over(plan: Plan, post: Noted, at: int) -> Word:
    """What has become of a start that is not to come any more, where no word has said it."""
    return Word(CANCELLED if post["starts"] > at else PASSED, plan, post["starts"])


def _past_starts(plan: Plan, at: int) -> list[int]:
    """The starts that have come, from the plan's on."""
    later = occurrences(datetime.fromisoformat(plan.first), plan.rule, plan.zone, plan.starts)
    return [plan.starts, *takewhile(lambda start: start <= at, later)]


# --- what is to be said -----------------------------------------------------------------------------------------------


def with_unsaid(plan: Plan, words: Sequence[Word], at: int) -> Plan:
    """The plan with words that are to be said, and those that may not have been said yet."""
    if not words:
        return plan
    return replace(plan, unsaid=tuple(word_content(word) for word in (*unsaid(plan, at), *words)), unsaid_since=at)


_WORD_FACTS: Final = ("kind", "starts", "late", "missed", "label", "joined", "away", "post", "was")


def word_content(word: Word) -> Noted:
    """A word without its plan."""
    return {key: getattr(word, key) for key in _WORD_FACTS}


def with_post(plan: Plan, word: Word, reference: str) -> Plan:
    """The plan after an announcement stands in its channel under this reference."""
    if word.kind not in JOINABLE or not reference:
        return plan
    return replace(plan, posts=(*plan.posts, {"starts": word.starts, "post": reference, "was": word.kind}))


def close_posts(plan: Plan, at: int) -> Plan:
    """The plan with what is to be written on the announcements of starts that nobody can join any more."""
    over = [post for post in plan.posts if plan.state == ENDED or post["starts"] != plan.starts]
    words = []
    for post in over:
        of_start = [one for one in plan.unsaid if one["starts"] == post["starts"] and _ends(one)]
        word = Word(plan=plan, **of_start[-1]) if of_start else _passed_over(plan, post, at)
        words.append(replace(word, joined=(), away=(), post=post["post"], was=post["was"]))
    left = tuple(post for post in plan.posts if post not in over)
    return with_unsaid(replace(plan, posts=left), words, plan.unsaid_since or at) if over else plan


def _ends(word: Noted) -> bool:
    """Whether it is a message of its own that says what has become of a start."""
    return not word.get("post") and word["kind"] not in (ON_HOLD, ON_AGAIN)


def unsaid(plan: Plan, at: int) -> tuple[Word, ...]:
    """What is still to be said; nothing that nobody needs to hear any more."""
    words = [Word(plan=plan, **found) for found in plan.unsaid]
    late = at - plan.unsaid_since
    return tuple(
        replace(one, joined=tuple(one.joined), away=tuple(one.away))
        for one in words
        if late <= (DAY if one.post else NEWS)
    )


def with_word_sent(plan: Plan, word: Word, reference: str) -> Plan:
    """The plan after a word was said; an announcement stands under this reference then."""
    key = (word.kind, word.starts, word.post)
    left = tuple(one for one in plan.unsaid if (one["kind"], one["starts"], one["post"]) != key)
    return with_post(replace(plan, unsaid=left, unsaid_since=plan.unsaid_since if left else 0), word, reference)


def silent(plan: Plan) -> Plan:
    """Nobody needs to hear any more what was not said."""
    return replace(plan, unsaid=(), unsaid_since=0)


# --- as text ----------------------------------------------------------------------------------------------------------


def to_json(plan: Plan) -> str:
    """All of the plan but its revision, as JSON."""
    return json.dumps({key: value for key, value in asdict(plan).items() if key != "revision"}, sort_keys=True)


_ADDED_TO_WORDS: Final[Mapping[str, object]] = {"joined": (), "away": (), "post": "", "was": ""}
"""The fields that words lack which an older version has written, with their values."""


def from_json(text: str, revision: int) -> Plan:
    """The plan that was written. Raises `ValueError`, `TypeError`."""
    content = json.loads(text)
    content |= {name: tuple(content.get(name, ())) for name in ("unsaid", "joined", "here", "watched", "posts")}
    content["unsaid"] = tuple({**_ADDED_TO_WORDS, **word} for word in content["unsaid"])
    content["dues"] = tuple((str(kind), int(at)) for kind, at in content.get("dues", ()))
    return Plan(revision=revision, **content)


def starts_at(plan: Plan) -> datetime:
    """What the wall clock shows at the next start."""
    return wall(plan.starts, plan.zone)


def is_moved(plan: Plan) -> bool:
    """Whether the clocks skip the plan's time, so that it starts later than it says: it may be the next day by then."""
    days = [starts_at(plan).date() - timedelta(days=ago) for ago in (0, 1)]
    times = [datetime.combine(day, datetime.fromisoformat(plan.first).time()) for day in days]
    return any(moment(one, plan.zone) == plan.starts and is_skipped(one, plan.zone) for one in times)
