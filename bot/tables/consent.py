"""What needs everybody's consent: undo, annulment, more time, adjournment, a stallo; what an opener may do alone."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from bot.durations import DAY
from bot.tables.clocks import more_time, stood_still, with_more_time
from bot.tables.deals import close, deal, fallen, seal, without_pause
from bot.tables.play import with_act
from bot.tables.table import (
    ADJOURN,
    ANNUL,
    CLOSED,
    CONSENTS,
    PAUSE,
    PLAYING,
    TIME,
    UNDO,
    Chair,
    Objection,
    Proposal,
    Table,
)
from bot.tables.who import HOST, Declined, Who
from engine.deal import ANNULLO, ARBITRO, STALLO
from engine.shuffle import commitment
from engine.table import Annul, End, Resign, TableAct, Undo

RESUMES_AWAKE: Final = 6  # the version of tables since which who goes on counts as there, and nobody as silent
OF_EACH_SIDE: Final = 6  # since which nothing is taken back from people who are all away
TIME_OF_EACH_SIDE: Final = 7  # and since which nobody gets more time without them
MOST_DAYS: Final = 30  # of an adjournment
_MARK: Final = 8  # signs of a commitment that tell a match from any other


def propose(table: Table, who: Who, words: list[str], at: int) -> Table | Declined:
    """`propose undo|annul|time|adjourn [DAYS]`: the proposer agrees; with nobody else to ask it is done at once.

    `time` gives the player in turn more of it. An adjournment may be proposed between two deals too; with DAYS the
    table goes on by itself when they have passed, without them when somebody resumes.
    """
    seat = table.seat_of(who.id)
    what = words[0] if words else ""
    if not seat:
        return Declined("not-seated")
    if what not in CONSENTS:
        return Declined("no-such-proposal", (("what", what),))
    days = _days(words[1]) if what == ADJOURN and len(words) > 1 else 0
    if days < 0:
        return Declined("bad-days", (("most", str(MOST_DAYS)),))
    if table.phase != PLAYING and not (table.phase == PAUSE and what == ADJOURN):
        return Declined("not-now")
    if table.paused:
        return Declined("not-now")
    if what == TIME and not more_time(table):
        return Declined("no-clock")
    if table.proposal is not None:
        return Declined("already-proposed", (("what", table.proposal.what),))
    proposed = replace(table, proposal=Proposal(what, seat, frozenset([seat]), days, at, born=at), objection=None)
    return _carry_out_if_agreed(replace(proposed, stage=table.stage + 1), at)


def _days(word: str) -> int:
    """The number of days, -1 for what is none."""
    days = int(word) if word.isascii() and word.isdecimal() and len(word) < 4 else 0
    return days if 0 < days <= MOST_DAYS else -1


def agree(table: Table, who: Who, _words: list[str], at: int) -> Table | Declined:
    """`agree`: one consent more. A proposal that nobody can carry out any more falls; the table is told."""
    seat = table.seat_of(who.id)
    if not seat:
        return Declined("not-seated")
    if table.proposal is None:
        lapsed = table.objection is not None and not table.objection.seat
        return Declined("request-lapsed") if lapsed else Declined("nothing-proposed")
    proposal = replace(table.proposal, agreed=table.proposal.agreed | {seat})
    return _done_or_fallen(replace(table, proposal=proposal, stage=table.stage + 1), at)


def _done_or_fallen(table: Table, at: int) -> Table:
    weighed = _carry_out_if_agreed(table, at)
    return fallen(table) if isinstance(weighed, Declined) else weighed


def sat_down(table: Table, before: Table, seat: str, at: int) -> Table:
    """The table after another person, or a computer, has taken a seat while something is asked.

    Who proposed or agreed did so for themselves: to a newcomer in their seat it is not put down, and their own request
    falls with them. Where only the one was missing who does not play any more, all agree.
    """
    proposal = table.proposal
    if proposal is None or not table.version:
        return table
    if table.chair(seat).person != before.chair(seat).person:
        if seat == proposal.by:
            return fallen(table)
        proposal = replace(proposal, agreed=proposal.agreed - {seat})
    return _done_or_fallen(replace(table, proposal=proposal), at) if table.people else table


def refuse(table: Table, who: Who, _words: list[str], _at: int) -> Table | Declined:
    """`refuse`: the proposal falls; who objected, or withdrew their own, is told until something else happens."""
    seat = table.seat_of(who.id)
    if not seat:
        return Declined("not-seated")
    if table.proposal is None:
        return Declined("nothing-proposed")
    objection = Objection(table.proposal.what, seat, withdrawn=seat == table.proposal.by)
    return replace(table, proposal=None, objection=objection, stage=table.stage + 1)


def _carry_out_if_agreed(table: Table, at: int) -> Table | Declined:
    """Carried out when every person who plays agrees."""
    assert table.proposal is not None
    if not set(table.people) <= table.proposal.agreed:
        return table
    return _carried_out(table, table.proposal, at)


def agreement_refusal(table: Table, after: Table, words: list[str], at: int) -> Declined | None:
    """Why something is not proposed, in these `words`, or agreed to, without any; None where it is.

    `bot.tables.commands.decide_anew` asks: older logs know of no such limit.
    """
    if words:
        return one_sided(table, words[0]) or impossible(after, at)
    return one_sided(table, table.proposal.what if table.proposal is not None else "")


def impossible(table: Table, at: int) -> Declined | None:
    """Why what is proposed could not be done even if all agreed; None where it can, or nothing is."""
    outcome = table if table.proposal is None else _carried_out(table, table.proposal, at)
    return outcome if isinstance(outcome, Declined) else None


def one_sided(table: Table, what: str) -> Declined | None:
    """Why what is asked is not done while computers play for all persons of a side; None where it can be.

    Nothing is taken back from people without a word of any of them, and no clock is put back. New commands are refused
    so at every table.
    """
    has_person = _sides_of(table, lambda chair: bool(chair.person))
    person_plays = _sides_of(table, lambda chair: chair.human)
    return Declined("side-away") if what in (UNDO, ANNUL, TIME) and has_person != person_plays else None


def _sides_of(table: Table, is_of: Callable[[Chair], bool]) -> frozenset[int]:
    """The sides with a chair for which `is_of` holds."""
    return frozenset(side for side, chair in zip(table.code.side_of, table.chairs, strict=True) if is_of(chair))


def may_undo(table: Table) -> bool:
    """Whether there is a turn to take back."""
    return table.phase == PLAYING and table.game is not None and bool(table.game.turns)


def _carried_out(table: Table, proposal: Proposal, at: int) -> Table | Declined:
    what = proposal.what
    away = one_sided(table, what) if table.version >= (TIME_OF_EACH_SIDE if what == TIME else OF_EACH_SIDE) else None
    if away is not None:
        return away
    if what == ADJOURN:
        resumes = at + proposal.days * DAY if proposal.days else 0
        return replace(_pause(table, at), proposal=None, adjourned=True, resumes=resumes)
    if what == TIME:
        if table.version and not more_time(table):
            return Declined("no-clock")
        return replace(with_more_time(table, at), proposal=None)
    acts: dict[str, TableAct] = {UNDO: Undo(), ANNUL: Annul(), STALLO: End(STALLO)}
    return with_act(table, acts[what], at)


def _pause(table: Table, at: int) -> Table:
    return table if table.paused else replace(table, paused=True, stopped=at)


def paused_by_itself(table: Table, at: int) -> Table:
    """The table stands still until somebody who sits there goes on, for nobody has played."""
    return replace(_pause(table, at), idle=True, stage=table.stage + 1)


def halted_for_ruling(table: Table, at: int) -> Table:
    """A tournament's table stands still until the arbiter has ruled."""
    return replace(_pause(table, at), stage=table.stage + 1)


def pause_refusal(table: Table) -> Declined | None:
    """Why play cannot be paused or adjourned: none has begun, or it is over; None where it can.

    `bot.tables.commands.decide_anew` asks: older logs know of no such limit.
    """
    begun = table.phase == PLAYING or (table.phase == PAUSE and bool(table.records))
    return None if begun else Declined("nothing-to-pause")


def pause(table: Table, who: Who, _words: list[str], at: int) -> Table | Declined:
    """`pause`: clocks and computers stand still."""
    declined = _may_command(table, who)
    if declined:
        return declined
    return Declined("table-paused") if table.paused else replace(_pause(table, at), stage=table.stage + 1)


def resume(table: Table, who: Who, _words: list[str], at: int) -> Table | Declined:
    """`resume`: the clocks go on with what was left; by anybody who sits there, or by itself after the days agreed."""
    if not table.seat_of(who.id) and not who.admin and not who.is_host:
        return Declined("not-seated")
    if not table.paused:
        return Declined("not-paused")
    on = stood_still(table, table.stopped, at)
    going = replace(without_pause(on), stage=table.stage + 1)
    if table.assigned is not None:  # whoever was silent before the ruling has their time anew, and may be missed again
        going = replace(going, acted=at, offered=-1)
    if table.version >= RESUMES_AWAKE:
        going = _awake(going, table, who, at)
    return replace(going, resumed=(at, table.seat_of(who.id)))


def _awake(going: Table, before: Table, who: Who, at: int) -> Table:
    """Who is in turn and goes on is there; where somebody else lets an idle table go on, all are waited for anew."""
    if going.in_turn and who.id == going.chair(going.in_turn).person:
        going = replace(going, acted=at, offered=-1)
    if before.idle and not before.seat_of(who.id):
        going = replace(going, chairs=tuple(replace(chair, missed=0) for chair in going.chairs))
    return going


def end(table: Table, who: Who, _words: list[str], at: int) -> Table | Declined:
    """`end`, in older logs: the deal is scored as it stands, and the table closes. Now the door writes `stop`."""
    declined = _may_command(table, who)
    if declined:
        return declined
    if table.phase == CLOSED:
        return Declined("table-closed")
    table = replace(table, ended_by=_closer_name(table, who))
    if table.phase == PLAYING:
        ended = with_act(table, End(ARBITRO), at)
        return ended if isinstance(ended, Declined) else close(ended, at)
    return close(table, at)


def stop(table: Table, who: Who, words: list[str], at: int) -> Table | Declined:
    """`stop SEED`, as which the door writes `end` down: the table closes before its end.

    Who sits there gives a match between persons up for their side. Between two deals that is done in the next one, for
    the record of a match knows no other place for it; SEED is its deck where none is sealed. Anybody else who may end a
    table breaks it off without a result: an admin, and the opener where no persons play each other.
    """
    declined = _may_command(table, who)
    if declined:
        return declined
    if table.phase == CLOSED:
        return Declined("table-closed")
    if at_stake(table):
        seat = table.seat_of(who.id)
        if seat:
            return _given_up(table, seat, words, at)
        if not who.admin and not who.is_host:
            return Declined("only-admins")
    broken_off = replace(table, broken_off=directs(table, who), ended_by=_closer_name(table, who))
    if table.phase != PLAYING:
        return close(broken_off, at)
    annulled = with_act(broken_off, Annul(), at)
    return annulled if isinstance(annulled, Declined) else close(annulled, at)


def _closer_name(table: Table, who: Who) -> str:
    """Who ends the table, where they have a part in it; an admin may be one whom nobody knows by name."""
    return who.name if table.seat_of(who.id) or who.id == table.opener else ""


def directs(table: Table, who: Who) -> bool:
    """Whether an admin, who has no part in it, interferes with a game of others."""
    return who.id != table.opener and is_of_others(table, who)


def is_of_others(table: Table, who: Who) -> bool:
    """Whether an admin who does not sit here, though they may have opened the table, means a game of others."""
    return who.admin and not table.seat_of(who.id) and bool(table.people) and table.phase in (PLAYING, PAUSE)


def match_mark(table: Table) -> str:
    """Tells the match at the table from every other, a rematch too, in a few signs; "" before its first deal."""
    if table.records:
        return table.records[0].tags["Commitment"][:_MARK]
    return commitment(table.seed)[:_MARK] if table.seed else ""


def at_stake(table: Table) -> bool:
    """Whether persons on two sides or more are in the middle of a match.

    Not before its first deal, nor where everybody who sits there has just agreed to annul one.
    """
    if len(_sides_of(table, lambda chair: bool(chair.person))) < 2 or table.match is None:
        return False
    return table.phase == PLAYING or (
        table.phase == PAUSE and bool(table.match.deals) and not _all_agreed_to_annul(table)
    )


def _all_agreed_to_annul(table: Table) -> bool:
    """Whether the last deal was annulled, and nobody was away then; in older logs whoever was there."""
    assert table.match is not None
    if table.match.deals[-1].termination != ANNULLO:
        return False
    return table.version < OF_EACH_SIDE or all(chair.human for chair in table.seatings[-1] if chair.person)


def _given_up(table: Table, seat: str, words: list[str], at: int) -> Table | Declined:
    goes_on = without_pause(table)
    begun = goes_on if table.phase == PLAYING else _next_deal(goes_on, words, at)
    ended = begun if isinstance(begun, Declined) else with_act(begun, Resign(seat), at)
    return ended if isinstance(ended, Declined) else close(ended, at)


def _next_deal(table: Table, words: list[str], at: int) -> Table | Declined:
    sealed = table if table.seed else seal(table, Who(HOST), words, at)
    return sealed if isinstance(sealed, Declined) else deal(sealed, Who(HOST), [], at)


def _may_command(table: Table, who: Who) -> Declined | None:
    if who.is_host or who.admin or who.id == table.opener:
        return None
    return Declined("only-the-opener")
