"""The arbiter's rulings: what becomes of the list, what waits for a result, and how one is reversed. Pure.

A ruling is an event of the exchange format where that has one. Two things stand beside the list: a lateness, which
comes into it with the result of its table, for the format takes no lateness back; and a deal that is annulled, of
which the format knows nothing.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict, replace
from typing import Any, Final

from bot.durations import MINUTE
from bot.tables.who import HOST, Declined, Who
from bot.tournaments.club_tournament import ClubTournament, DeskRuling
from bot.tournaments.happening import Keys, LogEntry, event, law, stamped
from bot.tournaments.rights import is_arbiter, only_arbiter
from bot.tournaments.sheets import place_of_result
from bot.tournaments.signing_up import guests_refusal, guests_who_play
from engine.tournament import articles
from engine.tournament.announcement import KNOCK_OUT
from engine.tournament.articles import NO_SHOW
from engine.tournament.awards import no_show
from engine.tournament.charges import escalated, next_warning
from engine.tournament.fold import apply
from engine.tournament.laws import NO_SHOW_AFTER, Escalation
from engine.tournament.reading import read_event
from engine.tournament.refusals import NotFollowing
from engine.tournament.state import NoShow, Pairing, Progress, Round, Ruled, Totals, WarningKept
from engine.tournament.where import undecided_table_of

RULINGS: Final = (
    *("late-entry", "result", "score", "lateness", "forfeit", "warning", "penalty", "withdrawal"),
    *("replacement", "lineup", "timeout", "correction"),
)
"""What an arbiter may put into the list; the others come of commands of their own."""
RECORDED: Final = (
    *("late-entry", "score", "lateness", "forfeit", "warning", "penalty", "withdrawal", "replacement", "correction"),
)
"""What everybody may read as a ruling; a result only where it was signed ex officio."""
RULED: Final = "ruled"
WAITS_FROM: Final = 3  # the version of the log from which on a lateness waits for the result
ABSENT_FROM: Final = 4  # and that from which on who is missing is so whatever becomes of a deal
ADDS_UP: Final = ("warning", "penalty")  # each that is given costs more
ANNUL: Final = "annul"
RECOVERY: Final = "recovery"  # minutes given back to a table
SWAP: Final = "swap"
BETTER_SEED: Final = "NS"  # of a knock-out, where it always sits
NUMBERS: Final = ("deals", "deals2", "mp", "vp", "winner")
LONGEST_REASON: Final = 200  # signs


def rule(one: ClubTournament, who: Who, keys: Keys, at: int) -> LogEntry:
    """An arbiter's ruling: any event that is theirs. A guest who comes in by it gets an id.

    `seen`: how many rulings there were about the same when it was confirmed; with others since, it is not taken.
    """
    refused = only_arbiter(one, who) or _may_rule(one, who, keys) or already_ruled(one, keys) or _otherwise(one, keys)
    if refused := refused or _given_by_another(one, who, keys, at):
        return refused
    ruling = {name: value for name, value in keys.items() if name not in ("n", "at", "by", "seen", "officio")}
    if "guest" in ruling and one.announcement.is_dealt:
        return Declined("tournament-dealt-guests")
    if "guest" in ruling:
        name = " ".join(str(ruling["guest"]).split())
        if refused := guests_refusal(one, [name], guests_who_play(one)):
            return refused
        ruling |= {"guest": name, "in": f"g{len(one.guests) + 1}"}
    if ruling["type"] == "replacement" and (refused := _plays_by_another(one, str(ruling.get("in", "")))):
        return refused
    if "mp" in ruling and ruling["type"] == "withdrawal" and (refused := _leaves_no_match(one, ruling)):
        return refused
    if ruling["type"] == "lateness" and one.version >= WAITS_FROM:
        return late(one, who, ruling, at)
    return event(one, who, at, ruling)


def _may_rule(one: ClubTournament, who: Who, keys: Keys) -> Declined | None:
    if keys.get("type") not in RULINGS:
        return Declined("event-unusable", (("words", f"type: {keys.get('type')!r} is no ruling"),))
    return Declined("tournament-own-table") if who.id in concerned(one, keys) else None


def _plays_by_another(one: ClubTournament, player: str) -> Declined | None:
    """Whoever comes in plays here already, with another account."""
    entry = next((entry for id_ in one.ids_of(player) if id_ != player and (entry := one.entry_of(id_))), "")
    return Declined("tournament-entered", (("player", player), ("number", entry))) if entry else None


def _leaves_no_match(one: ClubTournament, keys: Keys) -> Declined | None:
    """Points of a match are written for who plays none, or whose table has its result: they would count for nothing."""
    if one.progress is None:
        return None
    found = undecided_table_of(one.progress, keys["round"], keys["entry"])
    return law(found) if isinstance(found, NotFollowing) else None


def _otherwise(one: ClubTournament, keys: Keys) -> Declined | None:
    """What was meant for whoever waits to be admitted costs nobody who plays by now, and the other way round."""
    entry = str(keys.get("entry", ""))
    if one.progress is None or entry not in [each.id for each in one.entries]:
        return None
    is_in = entry in [each.id for each in one.progress.entered]
    if keys["type"] == "lateness" and not is_in:
        return Declined("tournament-not-admitted", (("entry", entry),))
    return Declined("tournament-is-admitted", (("entry", entry),)) if keys["type"] == "late-entry" and is_in else None


def already_ruled(one: ClubTournament, keys: Keys) -> Declined | None:
    """Two arbiters at once, or a second tap: the second hears what the first has ruled."""
    seen = keys.get("seen")
    there = about(one, keys)
    if seen is None or seen == len(there):
        return None
    by, what = (there[-1].by, there[-1].what) if there else (one.organiser, "void")
    if by == HOST:
        return Declined("tournament-ruled-by-itself", (("situation", what),))
    return Declined("tournament-ruled-already", (("player", by), ("situation", what)))


def _given_by_another(one: ClubTournament, who: Who, keys: Keys, at: int) -> Declined | None:
    """What adds up is written by two arbiters who saw the same: the second hears that it was just given."""
    if keys["type"] not in ADDS_UP or "seen" in keys:
        return None
    in_force = [(ruling, json.loads(ruling.keys)) for ruling in one.rulings if not ruling.undone]
    same = [ruling for ruling, before in in_force if {**before, **keys} == before]
    if not same or at - same[-1].at >= MINUTE or same[-1].by in (*one.ids_of(who.id), HOST):
        return None
    return Declined("tournament-ruled-already", (("player", same[-1].by), ("situation", same[-1].what)))


def about(one: ClubTournament, keys: Keys) -> list[DeskRuling]:
    """The rulings about the same entry, or the same table of the open round, or the table whose result is replaced.

    Of another ruling that is replaced they are its reversals.
    """
    if "replaces" in keys:
        return _about_replaced(one, keys["replaces"])
    entry, table = keys.get("entry"), keys.get("table")
    number = one.current.number if one.current is not None else 0
    return [
        ruling
        for ruling in one.rulings
        if (entry and ruling.entry == entry) or (table and (ruling.round, ruling.table) == (number, table))
    ]


def _about_replaced(one: ClubTournament, number: object) -> list[DeskRuling]:
    """Other figures than these stand once a table has a ruling more."""
    round_, table = place_of_result(one, number)
    return [
        ruling
        for ruling in one.rulings
        if ruling.undoes == str(number) or (table and (ruling.round, ruling.table) == (round_, table))
    ]


# --- whom it concerns -------------------------------------------------------------------------------------------------


def concerned(one: ClubTournament, keys: Keys) -> frozenset[str]:
    """The players of the table that a ruling is about, by every id of theirs: who plays there does not rule there."""
    progress = one.progress
    if progress is None:
        return frozenset()
    pairing = _pairing(one, progress, keys)
    entries = [entry for line in pairing.lines for entry in line] if pairing is not None else []
    if not entries and isinstance(keys.get("entry"), str):
        entries = [keys["entry"]]
    players = [player for entry in entries for player in progress.rosters.get(entry, ())]
    return frozenset(id_ for player in players for id_ in one.ids_of(player))


def _pairing(one: ClubTournament, progress: Progress, keys: Keys) -> Pairing | None:
    replaces = keys.get("replaces")
    if isinstance(replaces, int) and 0 < replaces <= len(one.events):
        decided = next((pairing for _, pairing in _pairings(progress) if _number(pairing) == replaces), None)
        return decided or _pairing(one, progress, {**json.loads(one.events[replaces - 1]), "replaces": None})
    number = keys["round"] if isinstance(keys.get("round"), int) else len(progress.rounds)
    if not 0 < number <= len(progress.rounds):
        return None
    current = progress.rounds[number - 1]
    if isinstance(keys.get("table"), int):
        return current.at(keys["table"])
    return current.of(keys["entry"]) if isinstance(keys.get("entry"), str) else None


def _pairings(progress: Progress) -> Iterator[tuple[Round, Pairing]]:
    """Every table of every round."""
    return ((one, pairing) for one in progress.rounds for pairing in one.pairings)


def _number(pairing: Pairing) -> int:
    """That of the event by which a table was decided, 0 for none in the list."""
    return pairing.decision.n if isinstance(pairing.decision, Totals | Ruled) else 0


# --- lateness ---------------------------------------------------------------------------------------------------------


def late(one: ClubTournament, who: Who, keys: Keys, at: int) -> LogEntry:
    """A lateness waits for the result of its table; more than ten minutes are an award, which can be corrected."""
    awarded = _both_late(one, keys)
    if awarded is not None:
        return event(one, who, at, awarded)
    for ruling in one.waiting_rulings:
        if (ruling.what, ruling.entry) == ("lateness", keys["entry"]):
            return Declined("tournament-late-already", (("number", ruling.id),))
    found = _with_waiting(one, who, at, keys)
    if isinstance(found, Declined):
        return found
    pairing = found.current.of(keys["entry"]) if found.current is not None else None
    if pairing is None or found.current is None:
        return Declined("tournament-not-running")
    officio = {"officio": NO_SHOW} if "officio" in keys else {}
    if isinstance(pairing.decision, NoShow):
        award = {"type": "score", "round": found.current.number, "table": pairing.table, "case": NO_SHOW}
        line = pairing.line_of(keys["entry"])
        return event(one, who, at, {**award, **_award(found, pairing, pairing.decision), "late": line, **officio})
    return noted(one, who, at, "lateness", keys, entry=keys["entry"], table=pairing.table, waits=True)


def _with_waiting(one: ClubTournament, who: Who, at: int, keys: Keys) -> Progress | Declined:
    """The state after what waits at all tables, and this lateness."""
    progress = one.progress
    if progress is None:
        return Declined("tournament-not-running")
    n = len(one.events)
    waiting = [json.loads(ruling.keys) for ruling in one.waiting_rulings]
    for each in [*waiting, keys]:
        n += 1
        after = apply(progress, read_event({**stamped(one, who, at, each), "n": n}, one.announcement.kind), n)
        if isinstance(after, NotFollowing):
            return law(after)
        progress = after
    return progress


def _award(progress: Progress, pairing: Pairing, decision: NoShow) -> dict[str, Any]:
    points = no_show(progress.tournament, len(progress.rounds), pairing.lines, decision)
    lines = [points[line[0]] for line in pairing.lines]
    return {"vp": [vp for vp, _ in lines], "mp": [mp for _, mp in lines]}


def _both_late(one: ClubTournament, keys: Keys) -> dict[str, Any] | None:
    """The correction of a no-show's award where the other line has not come either."""
    current, progress = one.current, one.progress
    pairing = current.of(str(keys.get("entry"))) if current is not None else None
    if pairing is None or progress is None or current is None or current.closed:
        return None
    award = one.ruling(str(_number(pairing)))
    if award is None or award.what != NO_SHOW or not keys["minutes"] > NO_SHOW_AFTER:
        return None
    if json.loads(award.keys).get("late") == pairing.line_of(keys["entry"]):
        return None
    both = _award(progress, pairing, NoShow(frozenset((0, 1))))
    goes_on = {"winner": BETTER_SEED} if current.method == KNOCK_OUT else {}
    return {"type": "correction", "replaces": _number(pairing), **both, **goes_on, "reason": "both late"}


# --- what stands beside the list --------------------------------------------------------------------------------------


def noted(
    one: ClubTournament, who: Who, at: int, what: str, keys: Keys, *, entry: str = "", table: int = 0, waits: bool
) -> LogEntry:
    """The entry of a ruling that is no event, or not yet."""
    ruling = DeskRuling(
        id=f"d{1 + sum(other.id[:1] == 'd' for other in one.rulings)}",
        what=what,
        round=one.current.number if one.current is not None else 0,
        by=who.id,
        at=at,
        keys=_text({name: value for name, value in keys.items() if name not in ("n", "at", "by")}),
        entry=entry,
        table=table,
        officio="officio" in keys,
        waits=waits,
    )
    return (RULED, asdict(ruling))


def was_ruled(one: ClubTournament, keys: Keys, _at: int) -> ClubTournament | Declined:
    """A ruling beside the list, or with `undoes` the end of one."""
    new = DeskRuling(**keys)
    rulings = [replace(other, undone=new.id) if other.id == new.undoes else other for other in one.rulings]
    of = one.ruling(new.undoes)
    not_of_people = {RECOVERY, ANNUL} if one.version >= ABSENT_FROM else {RECOVERY}
    if new.what in not_of_people or (of is not None and of.what in not_of_people):
        return replace(one, rulings=(*rulings, new))
    absences = tuple(other for other in one.absences if other.table != new.table)
    return replace(one, rulings=(*rulings, new), absences=absences)


def annul(one: ClubTournament, who: Who, keys: Keys, at: int) -> LogEntry:
    """A deal of a table is void and dealt anew, once; `anew`: how often it was, where the host deals and knows."""
    table, deal = int(keys["table"]), int(keys["deal"])
    if refused := only_arbiter(one, who):
        return refused
    pairing = one.pairing(table)
    if pairing is None or one.current is None or one.current.closed:
        return Declined("tournament-no-table", (("table", str(table)),))
    if who.id in concerned(one, {"table": table}):
        return Declined("tournament-own-table")
    if pairing.decision is not None:
        return Declined("event-decided", (("words", f"table {table} has its result"),))
    if not 1 <= deal <= one.announcement.deals[one.current.number - 1]:
        return Declined("tournament-no-deal", (("deal", str(deal)),))
    if refused := already_ruled(one, keys):
        return refused
    there = annulments(one, table, deal)
    if len(there) > int(keys.get("anew", 0)):
        return Declined("tournament-annulled", (("table", str(table)), ("deal", str(deal)), ("number", there[-1].id)))
    return noted(one, who, at, "annul", {"table": table, "deal": deal}, table=table, waits=False)


def annulments(one: ClubTournament, table: int, deal: int) -> list[DeskRuling]:
    """The rulings in force by which a deal of the open round is annulled."""
    number, place = one.current.number if one.current is not None else 0, {"table": table, "deal": deal}
    there = [ruling for ruling in one.rulings if (ruling.what, ruling.round) == ("annul", number)]
    return [ruling for ruling in there if not ruling.undone and json.loads(ruling.keys) == place]


def deal_ended(one: ClubTournament, who: Who, keys: Keys, at: int) -> LogEntry:
    """The host: the deal had ended before it could be annulled; it has its points, and the ruling is void."""
    ruling = one.ruling(str(keys["ruling"]))
    if not who.is_host or ruling is None or ruling.what != "annul" or ruling.undone:
        return Declined("tournament-not-now")
    return _taken_back(one, who, ruling, "the deal had ended", at)


def _taken_back(one: ClubTournament, who: Who, ruling: DeskRuling, reason: str, at: int) -> LogEntry:
    """The end of a ruling that stands beside the list."""
    back = {"undoes": ruling.id, "reason": reason}
    entry = noted(one, who, at, "void", back, entry=ruling.entry, table=ruling.table, waits=False)
    return entry if isinstance(entry, Declined) else (entry[0], {**entry[1], "undoes": ruling.id})


def _text(keys: Keys) -> str:
    return json.dumps(dict(keys), ensure_ascii=False, separators=(",", ":"))


# --- the record of events ---------------------------------------------------------------------------------------------


def recorded(before: ClubTournament, after: ClubTournament, keys: Keys, at: int) -> ClubTournament:
    """The rulings with an event of the list among them."""
    kind = keys["type"]
    if kind not in RECORDED and not (kind == "result" and "officio" in keys):
        return after
    waited = next((one for one in before.waiting_rulings if (one.what, one.entry) == (kind, keys.get("entry"))), None)
    if waited is not None:
        rulings = [replace(one, waits=False) if one is waited else one for one in after.rulings]
        return replace(after, rulings=tuple(rulings))
    new = _record(before, keys, at)
    rulings = [replace(one, undone=new.id) if one.id == new.undoes else one for one in after.rulings]
    return replace(after, rulings=(*rulings, new))


def _record(before: ClubTournament, keys: Keys, at: int) -> DeskRuling:
    undoes = str(keys.get("undoes") or keys.get("replaces") or "")
    of = before.ruling(undoes)
    progress = before.progress
    pairing = _pairing(before, progress, keys) if progress is not None else None
    return DeskRuling(
        id=str(keys["n"]),
        what=situation(keys, of),
        round=of.round if of is not None else _round_of(progress, pairing),
        by=str(keys.get("by", "")),
        at=at,
        keys=_text(keys),
        entry=str(keys.get("entry", of.entry if of is not None else "")),
        table=pairing.table if pairing is not None else 0,
        officio="officio" in keys,
        undoes=undoes if of is not None else "",
    )


def _round_of(progress: Progress | None, pairing: Pairing | None) -> int:
    """The round of this table, the last one of none."""
    if progress is None:
        return 0
    return next((one.number for one, other in _pairings(progress) if other is pairing), len(progress.rounds))


def situation(keys: Keys, of: DeskRuling | None = None) -> str:
    """What an event is, as a situation of `engine.tournament.articles`; `of`: the ruling that it replaces, if any."""
    what = articles.situation(keys)
    if of is not None and (what == "replacement" or (keys["type"] == "correction" and "undoes" in keys)):
        return "void"
    return what


# --- warnings add up --------------------------------------------------------------------------------------------------


def cost_of_warning(one: ClubTournament, n: int) -> Escalation | None:
    """What the warning of this number in the list costs, with those before it."""
    progress = one.progress
    if progress is None:
        return None
    in_force = [caution for caution in progress.cautions if not caution.voided]
    return next((rule for caution, rule in escalated(progress.law, in_force) if caution.n == n), None)


def cost_of_next(one: ClubTournament, entry: str, category: str) -> Escalation | None:
    """What one more warning in this round would cost an entry; a lateness that waits is counted."""
    progress = one.progress
    if progress is None:
        return None
    number = len(progress.rounds)
    waiting = [
        WarningKept(0, number, ruling.entry, "lateness", of_lateness=True)
        for ruling in one.waiting_rulings
        if ruling.what == "lateness"
    ]
    return next_warning(progress, entry, category, waiting)


def warnings_of(one: ClubTournament, entry: str) -> int:
    """How many warnings of an entry are in force."""
    cautions = one.progress.cautions if one.progress is not None else ()
    return sum(caution.entry == entry and not caution.voided for caution in cautions)


# --- reversing --------------------------------------------------------------------------------------------------------


def reverse(one: ClubTournament, who: Who, keys: Keys, at: int) -> LogEntry:
    """A ruling is taken back by one of its own, which names it; who plays at its table does not."""
    ruling = one.ruling(str(keys["ruling"]))
    if not is_arbiter(one, who):
        return Declined("tournament-arbiter")
    if ruling is None:
        return Declined("tournament-no-ruling", (("number", str(keys["ruling"])[:20]),))
    if who.id in concerned(one, {"round": ruling.round, "table": ruling.table or None, "entry": ruling.entry or None}):
        return Declined("tournament-own-table")
    reason = " ".join(str(keys.get("reason", "")).split())[:LONGEST_REASON]
    return reversal(one, who, ruling, reason, at)


def reversal(one: ClubTournament, who: Who, ruling: DeskRuling, reason: str, at: int) -> LogEntry:
    """The entry that reverses a ruling, or why nothing does."""
    if ruling.undone:
        by = one.ruling(ruling.undone)
        return Declined("tournament-undone", (("number", ruling.id), ("player", by.by if by is not None else "")))
    if not reason:
        return Declined("event-reason-missing", (("words", "a reversal has a reason"),))
    own = json.loads(ruling.keys)
    if ruling.what in ("annul", "away") and one.announcement.is_dealt:  # other cards are on the table, or all are open
        return Declined("tournament-irreversible", (("situation", ruling.what),))
    match ruling.what.partition(".")[0]:
        case "warning" | "penalty" | "away":
            found: dict[str, Any] = {"type": "correction", "replaces": int(ruling.id), "void": True, "reason": reason}
            return event(one, who, at, found)
        case "recovery" if not _goes_on(one, ruling):
            return Declined("tournament-irreversible", (("situation", ruling.what),))
        case "annul" | "recovery" | "lateness" if ruling.what != "lateness" or ruling in one.waiting_rulings:
            return _taken_back(one, who, ruling, reason, at)
        case "replacement":
            swapped = {"type": "replacement", "entry": own["entry"], "out": own["in"], "in": own["out"]}
            return event(one, who, at, {**swapped, "reason": reason, "undoes": ruling.id})
        case "correction" | "swap":
            return _restored(one, who, ruling, reason, at)
        case "score" | "no-show" | "sheet":
            return _is_to_be_corrected(one, ruling)
        case _:
            return Declined("tournament-irreversible", (("situation", ruling.what),))


def _is_to_be_corrected(one: ClubTournament, ruling: DeskRuling) -> Declined:
    """A table is not left without a result: which line gives it another; of an earlier round with its number."""
    table, is_now = str(ruling.table), one.current is not None and one.current.number == ruling.round
    place = table if is_now else f"{table}r{ruling.round}"
    number = "" if is_now else str(ruling.round)
    return Declined("tournament-reverse-numbers", (("table", table), ("round", number), ("place", place)))


def _goes_on(one: ClubTournament, ruling: DeskRuling) -> bool:
    """Whether the table of a ruling still plays, in the round in which it was ruled."""
    is_now = one.current is not None and one.current.number == ruling.round
    return is_now and any(pairing.table == ruling.table for pairing in one.undecided)


def _restored(one: ClubTournament, who: Who, ruling: DeskRuling, reason: str, at: int) -> LogEntry:
    """What a correction had replaced stands again."""
    own = json.loads(ruling.keys)
    before = json.loads(one.events[own["replaces"] - 1])
    numbers = {name: before[name] for name in NUMBERS if name in before}
    cause = {"cause": SWAP} if own.get("cause") == SWAP else {}
    if not numbers:
        return Declined("tournament-irreversible", (("situation", ruling.what),))
    keys = {"type": "correction", "replaces": own["n"], **numbers, "reason": reason, **cause, "undoes": ruling.id}
    return event(one, who, at, keys)


def points_of(keys: Keys) -> tuple[int, ...]:
    """The Match Points that a result, score or correction comes to."""
    if isinstance(keys.get("mp"), list):
        return tuple(keys["mp"])
    rows = [*keys.get("deals", ()), *keys.get("deals2", ())]
    return tuple(sum(column) for column in zip(*rows, strict=True))
