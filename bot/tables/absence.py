"""When somebody is silent or gone: one ping, one reminder, a stand-in, the owner's return, another person in the seat.

What the host may do is not judged by the clock here: it comes when it is due, and a log must fold in any time zone.
"""

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from bot.tables import lobby
from bot.tables.clocks import charge_turn, handed_over, moment, new_turn
from bot.tables.consent import sat_down
from bot.tables.deals import rematch_dropped
from bot.tables.hours import day_length
from bot.tables.play import record_act
from bot.tables.table import CLOSED, LOBBY, OVER, PLAYING, Chair, Table
from bot.tables.who import Declined, Who
from engine.table import COMPUTER as PLAYED_BY_COMPUTER
from engine.table import Substitute

GIVEN_UP: Final = Chair(name=lobby.COMPUTER, computer=lobby.COMPUTER)


def ping(table: Table, who: Who, _words: list[str], _at: int) -> Table | Declined:
    """`ping`: the person in turn is told that the table waits for them."""
    if not who.is_host:
        return Declined("only-the-host")
    if not table.in_turn or not table.chair(table.in_turn).human or table.pinged == table.since:
        return Declined("not-now")
    return replace(table, pinged=table.since)


def remind(table: Table, who: Who, _words: list[str], at: int) -> Table | Declined:
    """`remind`: the person in turn is reminded, once a turn: after the ping, or because their bank runs low.

    Not any more when it is time to offer a stand-in: after a hitch of the host one message says enough.
    """
    if not who.is_host:
        return Declined("only-the-host")
    if not table.in_turn or not table.chair(table.in_turn).human or table.reminded >= 0:
        return Declined("not-now")
    patience = 0 if table.settings.days else table.settings.stand_in_after
    if patience and at >= table.acted + patience:
        return Declined("not-now")
    pinged = table.since if table.pinged >= 0 else table.pinged  # what others did meanwhile has not ended the silence
    return replace(table, reminded=max(0, at - table.acted), pinged=pinged)


def silence_lasts(table: Table) -> bool:
    """Whether nobody has done anything since the person in turn was pinged, or reminded."""
    return table.pinged in (-1, table.since)


def offer(table: Table, who: Who, _words: list[str], _at: int) -> Table | Declined:
    """`offer`: the others may now let a computer stand in for the person in turn."""
    if not who.is_host:
        return Declined("only-the-host")
    if not table.in_turn or not table.chair(table.in_turn).human or table.offered == table.since:
        return Declined("not-now")
    return replace(table, offered=table.since)


def stand_in(table: Table, who: Who, _words: list[str], at: int) -> Table | Declined:
    """`standin`: a computer takes the seat and the cards of the person in turn, after it was offered.

    The host does it by itself where the person's bank of days is used up.
    """
    seat = table.in_turn
    if not table.seat_of(who.id) and not who.admin and not who.is_host:
        return Declined("not-seated")
    if not seat or not table.chair(seat).human:
        return Declined("not-now")
    if table.offered < 0 and not who.admin and not who.is_host:
        return Declined("not-yet")
    return _with_substitute(table, seat, replace(table.chair(seat), computer=lobby.COMPUTER), PLAYED_BY_COMPUTER, at)


def leave(table: Table, who: Who, words: list[str], at: int) -> Table | Declined:
    """`leave`: the lobby, the waiting list, or the match; there a computer stands in, and the owner may return.

    Who leaves when the match is over gives the place up, also where a computer has played for them; a rematch that is
    only asked for does not hold them.
    """
    seat = table.seat_of(who.id)
    if not seat or table.phase == LOBBY:
        return lobby.leave(table, who, words, at)
    if table.phase == OVER and table.version:
        return _given_up(table, seat)
    if table.awaits_others:
        return _declines_rematch(table, seat, at)
    if table.chair(seat).computer:
        return Declined("left-already")
    away = replace(table.chair(seat), computer=lobby.COMPUTER, left=True)
    return _with_substitute(table, seat, away, PLAYED_BY_COMPUTER, at)


def _declines_rematch(table: Table, seat: str, at: int) -> Table:
    """Who has waited longest gets the place; where nobody is left who wants the rematch, the match before is over."""
    first = [Chair(person=person, name=name) for person, name in table.waiting[:1]]
    left = _given_up(replace(table, waiting=table.waiting[1:]), seat, *first)
    if left.phase == CLOSED:
        return left
    return sat_down(left, table, seat, at) if any(chair.ready for chair in left.chairs) else rematch_dropped(left, at)


def _given_up(table: Table, seat: str, chair: Chair = GIVEN_UP) -> Table:
    """The place is a computer's until a rematch gives it to who waits; a table that nobody is left at closes."""
    place = table.code.seats.index(seat)
    chairs = (*table.chairs[:place], chair, *table.chairs[place + 1 :])
    return lobby.after_leaving(replace(table, chairs=chairs, stage=table.stage + 1))


def come_back(table: Table, who: Who, _words: list[str], at: int) -> Table | Declined:
    """`return`: the owner takes their seat again, with the cards it has now; at once, even within its turn.

    What the computer has laid in this turn stays laid, and the turn goes on from there: their partner should not wait a
    lap for them. They have the time that they had left, so that nobody gains any by leaving for a moment. A bank of
    days that was used up holds a day again.
    """
    seat = table.seat_of(who.id)
    if not seat:
        return Declined("not-seated")
    chair = table.chair(seat)
    if not chair.computer:
        return Declined("already-seated", (("seat", seat),))
    return _with_substitute(table, seat, replace(chair, computer="", left=False), chair.name, at)


def may_replace(table: Table, who: Who, seat: str) -> Declined | None:
    """Why somebody may not give this seat to another person; None where they may.

    A computer's place, their own, or that of a person who is absent, by the rules for a stand-in. An admin may give
    away any; who plays gives their place up by leaving. `bot.tables.commands.decide_anew` asks: older logs know of no
    such limit.
    """
    if who.admin or who.is_host:
        return None
    if who.id != table.opener:
        return Declined("only-the-opener")
    free = seat == table.seat_of(who.id) or (seat == table.in_turn and table.offered >= 0)
    return None if free or not table.chair(seat).human else Declined("seat-plays", (("seat", seat),))


def may_hold(table: Table, people: Collection[str], seat: str, name: str) -> Declined | None:
    """Why a person, whose ids `people` are, may not take this seat now; None where they may.

    Whoever has left South in the middle of a deal and takes West would know the cards of two players. They may have
    South again, or another seat with the next deal. `bot.tables.commands.decide_anew` asks: older logs know of no such
    limit.
    """
    return Declined("held-another-hand", (("name", name),)) if table.has_held(people) - {seat} else None


def replace_person(table: Table, who: Who, words: list[str], at: int) -> Table | Declined:
    """`replace SEAT PERSON NAME…`: the opener or an admin seats somebody else, with the same cards."""
    if not who.admin and who.id != table.opener:
        return Declined("only-the-opener")
    if len(words) < 3 or words[0] not in table.code.seats or table.phase == LOBBY:
        return Declined("not-now")
    seat, person, name = words[0], words[1], " ".join(words[2:])
    if table.seat_of(person):
        return Declined("already-seated", (("seat", table.seat_of(person)),))
    waiting = tuple((waits, name_there) for waits, name_there in table.waiting if waits != person)
    return _with_substitute(replace(table, waiting=waiting), seat, Chair(person=person, name=name), name, at)


def _with_substitute(table: Table, seat: str, chair: Chair, name: str, at: int) -> Table:
    place = table.code.seats.index(seat)
    chairs = (*table.chairs[:place], replace(chair, missed=0), *table.chairs[place + 1 :])
    banks = charge_turn(table, at).banks if seat == table.in_turn else table.banks
    if banks and chair.human and not banks[place]:
        banks = (*banks[:place], day_length(table.settings), *banks[place + 1 :])
    seated = replace(table, chairs=chairs, banks=banks, stage=table.stage + 1)
    if seat == table.in_turn:
        same = chair.person == table.chair(seat).person
        seated = handed_over(seated, table, at) if same else new_turn(seated, moment(table, at))
    if table.before_rematch and not any(other.ready for other in chairs):
        return rematch_dropped(seated, at)  # who asked for it sits there no more
    if table.phase != PLAYING:
        return sat_down(seated, table, seat, at)
    holder, before = (chair.person, seat), table.chair(seat)
    hands = table.hands if holder in table.hands else (*table.hands, holder)
    newcomer_for = before if before.person != chair.person else None
    after = replace(seated, hands=hands, replaced=(*table.replaced, newcomer_for))
    return sat_down(record_act(after, Substitute(seat, name), table.game), table, seat, at)
