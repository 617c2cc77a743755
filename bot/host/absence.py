"""When somebody is silent or gone: one ping, a stand-in, the owner's return, another person in the same seat."""

from dataclasses import replace

from bot.host import lobby
from bot.host.play import noted
from bot.host.table import LOBBY, PLAYING, Chair, Table
from bot.host.verdict import Declined, Who
from engine.table import COMPUTER as PLAYED_BY_COMPUTER
from engine.table import Substitute


def ping(table: Table, who: Who, _words: list[str], _at: int) -> Table | Declined:
    """`ping`: the person in turn is reminded, once a turn."""
    if not who.is_host:
        return Declined("only-the-host")
    if not table.in_turn or not table.chair(table.in_turn).human or table.pinged == table.since:
        return Declined("not-now")
    return replace(table, pinged=table.since)


def offer(table: Table, who: Who, _words: list[str], _at: int) -> Table | Declined:
    """`offer`: the others may now let a computer stand in for the person in turn."""
    if not who.is_host:
        return Declined("only-the-host")
    if not table.in_turn or not table.chair(table.in_turn).human or table.offered == table.since:
        return Declined("not-now")
    return replace(table, offered=table.since)


def stand_in(table: Table, who: Who, _words: list[str], _at: int) -> Table | Declined:
    """`standin`: a computer takes the seat and the cards of the person in turn, after it was offered."""
    seat = table.in_turn
    if not seat or not table.chair(seat).human:
        return Declined("not-now")
    if not table.seat_of(who.id) and not who.admin:
        return Declined("not-seated")
    if table.offered != table.since and not who.admin:
        return Declined("not-yet")
    return _substituted(table, seat, replace(table.chair(seat), computer=lobby.COMPUTER), PLAYED_BY_COMPUTER)


def leave(table: Table, who: Who, words: list[str], at: int) -> Table | Declined:
    """`leave`: the lobby, the waiting list, or the match; there a computer stands in, and the owner may return."""
    seat = table.seat_of(who.id)
    if not seat or table.phase == LOBBY:
        return lobby.leave(table, who, words, at)
    if table.chair(seat).computer:
        return Declined("computer-plays-for-you")
    return _substituted(table, seat, replace(table.chair(seat), computer=lobby.COMPUTER), PLAYED_BY_COMPUTER)


def come_back(table: Table, who: Who, _words: list[str], _at: int) -> Table | Declined:
    """`return`: the owner takes his seat again, with the cards it has now."""
    seat = table.seat_of(who.id)
    if not seat:
        return Declined("not-seated")
    chair = table.chair(seat)
    if not chair.computer:
        return Declined("already-seated", (("seat", seat),))
    return _substituted(table, seat, replace(chair, computer=""), chair.name)


def replace_person(table: Table, who: Who, words: list[str], _at: int) -> Table | Declined:
    """`replace SEAT PERSON NAME…`: an admin seats somebody else, with the same cards."""
    if not who.admin:
        return Declined("only-admins")
    if len(words) < 3 or words[0] not in table.code.seats or table.phase == LOBBY:
        return Declined("not-now")
    seat, person, name = words[0], words[1], " ".join(words[2:])
    if table.seat_of(person):
        return Declined("already-seated", (("seat", table.seat_of(person)),))
    return _substituted(table, seat, Chair(person=person, name=name), name)


def _substituted(table: Table, seat: str, chair: Chair, name: str) -> Table:
    place = table.code.seats.index(seat)
    chairs = (*table.chairs[:place], chair, *table.chairs[place + 1 :])
    seated = replace(table, chairs=chairs, stage=table.stage + 1)
    return noted(seated, Substitute(seat, name), table.game) if table.phase == PLAYING else seated
