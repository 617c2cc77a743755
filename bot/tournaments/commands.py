"""What a command makes of a tournament: `decide(tournament, who, command, at)` gives the next one, or why not.

A command is a verb and, where it has any, its keys as JSON: `leave`, `enter {"players":["p1","p2"]}`. Before it is in
the log it is judged: may this person, is it the moment, does it follow? What is judged becomes the log's own entry,
in which everything stands that was decided: who agreed, which round was paired, which event of the exchange format it
is. Entries are carried out without being judged again, so a log means the same for ever.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from bot.host.subjects import Next
from bot.tables.who import Declined, Who
from bot.tournaments import (
    accounts,
    announcing,
    appeals,
    broadcasts,
    calls,
    cancelling,
    corrections,
    course,
    dealt,
    duplicate,
    evening,
    happening,
    line_ups,
    officio,
    page_link,
    round_clock,
    rulings,
    sheets,
    signing_up,
)
from bot.tournaments.club_tournament import ClubTournament
from bot.tournaments.happening import Keys, LogEntry
from bot.tournaments.rights import only_arbiter

Judge: TypeAlias = Callable[[ClubTournament, Who, Keys, int], Keys | tuple[str, Keys] | Declined]
CarryOut: TypeAlias = Callable[[ClubTournament, Keys, int], ClubTournament | Declined]


def _change(one: ClubTournament, who: Who, keys: Keys, at: int) -> Keys | Declined:
    if who.is_host:
        return announcing.invite(one, keys)
    return only_arbiter(one, who) or announcing.change(one, keys, at)


def _sign(one: ClubTournament, who: Who, keys: Keys, at: int) -> LogEntry:
    """What they have read: the sheet of their table, or a correction that somebody asks for."""
    request = corrections.read_by(one, who, keys["mark"])
    return sheets.sign(one, who, keys, at) if request is None else corrections.sign(one, who, request, at)


def _dispute(one: ClubTournament, who: Who, keys: Keys, at: int) -> Keys | LogEntry:
    request = corrections.read_by(one, who, keys["mark"])
    return sheets.dispute(one, who, keys, at) if request is None else corrections.refuse(one, who, request)


JUDGES: Final[Mapping[str, Judge]] = {
    "announce": _change,
    "enter": signing_up.enter,
    "confirm": signing_up.confirm,
    "decline": signing_up.decline,
    "leave": signing_up.leave,
    "seek": signing_up.seek,
    "unseek": signing_up.give_up_seeking,
    "shut": signing_up.shut,
    "checkin": signing_up.open_check_in,
    "here": signing_up.check_in,
    "remind": signing_up.remind,
    "arbiter": evening.name_arbiter,
    "start": evening.start,
    "cancel": cancelling.cancel,
    cancelling.RESTORE: cancelling.restore,
    "pair": evening.next_round,
    "go": evening.go,
    "sheet": sheets.sheet,
    "sign": _sign,
    "dispute": _dispute,
    corrections.ASK: corrections.ask,
    dealt.SCORE: dealt.score,
    "stand": dealt.stand,
    duplicate.DECK: duplicate.choose_deck,
    duplicate.OWN_DEAL: duplicate.note_own_deal,
    duplicate.OPEN: duplicate.open_round,
    "call": calls.call,
    "unanswered": calls.remind_of_call,
    "answer": calls.answer_call,
    "rule": rulings.rule,
    "annul": rulings.annul,
    "ended": rulings.deal_ended,
    "recover": round_clock.give_back,
    round_clock.LAST_LAPS: round_clock.last_laps,
    "reverse": rulings.reverse,
    "missing": calls.missing,
    "arrived": calls.arrived,
    "officio": officio.act,
    "pause": evening.pause,
    "resume": evening.resume,
    "leaves": evening.arbiter_leaves,
    "takeover": evening.take_over,
    "forgotten": evening.arbiter_forgotten,
    "jury": appeals.name_jury,
    "appeal": appeals.appeal,
    "unheard": appeals.remind,
    "decide": appeals.decide,
    "lineup": line_ups.hand_line_up_in,
    "close": evening.close_round,
    "finish": evening.finish,
    "reopen": evening.reopen,
    accounts.SAME: accounts.same,
    "link": page_link.link,
    "unlink": page_link.unlink,
    broadcasts.BROADCAST: broadcasts.choose,
}
"""Who may, when, and what the log is to hold: keys for the same verb, or an entry of another one."""

ENTRIES: Final[Mapping[str, CarryOut]] = {
    "announce": announcing.changed,
    "enter": signing_up.entered,
    "confirm": signing_up.confirmed,
    "decline": signing_up.without,
    "leave": signing_up.without,
    "seek": signing_up.sought,
    "unseek": signing_up.no_longer_seeking,
    "shut": signing_up.was_shut,
    "checkin": signing_up.check_in_opened,
    "here": signing_up.checked_in,
    "remind": signing_up.reminded,
    "arbiter": evening.arbiter_named,
    "start": evening.started,
    "cancel": cancelling.cancelled,
    cancelling.RESTORE: cancelling.restored,
    "go": evening.went,
    "sheet": sheets.sheet_entered,
    "dispute": calls.called,
    dealt.SCORE: dealt.score_entered,
    dealt.SCORE_SIGNED: dealt.score_signed,
    dealt.CALL: calls.called,
    duplicate.DECK: duplicate.deck_chosen,
    duplicate.OWN_DEAL: duplicate.own_deal_noted,
    duplicate.OPEN: duplicate.round_opened,
    "unanswered": calls.reminded_of_call,
    "answer": calls.answered,
    "reopen": evening.reopened,
    accounts.SAME: accounts.became_same,
    "link": page_link.linked,
    "unlink": page_link.unlinked,
    broadcasts.BROADCAST: broadcasts.chosen,
    "missing": calls.gone_missing,
    "arrived": calls.has_arrived,
    "pause": evening.paused,
    "resume": evening.resumed,
    round_clock.LAST_LAPS: evening.last_laps_called,
    "leaves": evening.arbiter_left,
    "jury": appeals.jury_named,
    "appeal": appeals.appealed,
    "unheard": appeals.reminded,
    "decided": appeals.decided,
    sheets.SIGNED: sheets.signed,
    corrections.ASK: corrections.request_entered,
    corrections.SIGNED: corrections.was_signed,
    **course.PARTS,
    happening.BATCH: course.batch_entered,
}
"""What a log holds."""


def command(verb: str, **keys: object) -> str:
    """The line of a command, or of an entry."""
    return f"{verb} {json.dumps(keys, ensure_ascii=False, separators=(',', ':'))}" if keys else verb


def parse_command(line: str) -> tuple[str, dict[str, Any]]:
    """The verb and its keys. Raises `ValueError` for any other text."""
    verb, _, rest = line.partition(" ")
    keys = json.loads(rest) if rest else {}
    if not isinstance(keys, dict):
        raise ValueError("keys are an object")
    return verb, keys


def decide(tournament: ClubTournament, who: Who, line: str, at: int) -> Next[ClubTournament] | Declined:
    """The tournament after the command, or why it is declined; a declined command changes nothing."""
    verb = line.partition(" ")[0]
    try:
        _, keys = parse_command(line)
        judge = JUDGES.get(verb)
        judged = judge(tournament, who, keys, at) if judge else None
    except (KeyError, TypeError, ValueError, AttributeError):  # what somebody wrote is of any form
        judged = None
    if judged is None:
        return Declined("no-such-command", (("command", verb[:20]),))
    if isinstance(judged, Declined):
        return judged
    entry = command(judged[0], **judged[1]) if isinstance(judged, tuple) else command(verb, **judged)
    after = carry_out(tournament, entry, at)
    return after if isinstance(after, Declined) else Next(after, entry)


def carry_out(tournament: ClubTournament, entry: str, at: int) -> ClubTournament | Declined:
    """The tournament after an entry of its log. Raises `ValueError` and the like for what no log holds."""
    verb, keys = parse_command(entry)
    return ENTRIES[verb](tournament, keys, at)
