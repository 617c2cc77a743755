"""What a command makes of a table: `decide(table, who, command, at)` gives the next table, or the reason why not.

A command is a line of text, the same in the log: a verb and its words (`join S`, `play x:4c`, `propose undo`). Where
chance is needed the command carries it (`start <seed>`, `seal <seed>`): the door adds it, never a person. Each verb is
a function; the order of refusals is: is there such a thing, may this person, is it the moment.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from bot.tables import absence, assigned, calls, consent, deals, friends, invited, lobby, outage, play, time_call
from bot.tables.copying import table_with
from bot.tables.lock import refusal
from bot.tables.table import CLOSED, Table
from bot.tables.who import Declined, Who

Verb: TypeAlias = Callable[[Table, Who, list[str], int], Table | Declined]

BY_PEOPLE: Final[Mapping[str, Verb]] = {
    "join": lobby.join,
    "leave": absence.leave,
    "computer": lobby.add_computer,
    "remove": lobby.remove,
    "set": lobby.change_settings,
    "start": lobby.start,
    "ready": deals.ready,
    "rematch": deals.rematch,
    "play": play.play_action,
    "back": play.take_back_last,
    "resign": play.resign,
    "call": time_call.call,
    "standin": absence.stand_in,
    "return": absence.come_back,
    "propose": consent.propose,
    "agree": consent.agree,
    "refuse": consent.refuse,
    "pause": consent.pause,
    "resume": consent.resume,
    "end": consent.end,
}
BY_HOST: Final[Mapping[str, Verb]] = {
    "mirror": lobby.mirror,
    "invite": invited.invite,
    "accept": friends.accept,
    "befriend": friends.befriend,
    "name": lobby.rename,
    "opener": lobby.hand_over,
    "expire": lobby.expire,
    "warn": lobby.warn,
    "seal": deals.seal,
    "deal": deals.deal,
    "timeout": play.time_out,
    "ping": absence.ping,
    "mention": calls.mention,
    "busy": calls.busy,
    "idle": calls.idle,
    "remind": absence.remind,
    "offer": absence.offer,
    "replace": absence.replace_person,
    "stop": consent.stop,
    "deck": assigned.deck,
    "begin": assigned.begin,
    "until": assigned.until,
    "halt": assigned.halt,
    "annul": assigned.annul,
    "unseal": assigned.unseal,
    "restarted": outage.restarted,
}
VERBS: Final = {**BY_PEOPLE, **BY_HOST}


@dataclass(frozen=True, slots=True)
class Decided:
    """The table after a command. `command` is what the log keeps."""

    table: Table
    command: str


def decide_anew(table: Table, who: Who, command: str, at: int) -> Decided | Declined:
    """As `decide`, of a command that is not in the log yet: what a log may hold, and is not to be done any more.

    So is every refusal that asks for more than the log and the rules of play: for names, which are rewritten when
    somebody is forgotten; for limits of this program; for what this machine knows.
    """
    locked = refusal(table, who, command)
    if locked is not None:
        return locked
    decided = decide(table, who, command, at)
    return decided if isinstance(decided, Declined) else _no_longer_done(table, who, decided, at) or decided


def _no_longer_done(table: Table, who: Who, decided: Decided, at: int) -> Declined | None:
    match decided.command.split():
        case ["pause"] | ["propose", "adjourn", *_]:
            return consent.pause_refusal(table)
        case ["propose" | "agree", *words]:
            return consent.agreement_refusal(table, decided.table, words, at)
        case ["ready"] if table.paused or not table.begun:
            return Declined("table-paused" if table.paused else "not-now")
        case ["leave" | "return" | "replace", *more] if table.phase == CLOSED and (more or table.seat_of(who.id)):
            return Declined("table-closed")  # who only waits may go
        case ["timeout"] if table.game is not None and table.game.timed_out:
            return Declined("time-called")
        case ["replace", seat, person, *name]:
            return absence.may_replace(table, who, seat) or absence.may_hold(table, [person], seat, " ".join(name))
        case ["name", *_]:
            return None if lobby.is_new_name(table, who) else Declined("not-now")
        case ["mirror", channel, *_]:
            return lobby.may_mirror(table, channel)
        case ["join", *_] if len(decided.table.waiting) > max(len(table.waiting), lobby.MOST_WAITING):
            return Declined("waiting-list-full")
        case ["computer", _, player, *_]:
            return lobby.may_play(player)
        case ["set", *words]:
            return lobby.may_set(table, words)
        case _:
            return None


def decide(table: Table, who: Who, command: str, at: int) -> Decided | Declined:
    """The table after the command, or why it is declined; a declined command changes nothing.

    Logs are folded with it: what was carried out once must be carried out again. So it asks nothing but the table, the
    command and the rules of play; never what a name is, how much a program allows, or what a machine knows.
    """
    words = command.split()
    verb = VERBS.get(words[0]) if words else None
    if verb is None:
        return Declined("no-such-command", (("command", command),))
    after = verb(table, who, words[1:], at)
    if isinstance(after, Declined):
        return after
    if after.stage != table.stage and after.since == table.since:
        if after.in_turn and table.in_turn and who.id == table.chair(table.in_turn).person:
            after = table_with(after, since=at, acted=at, offered=-1)  # they are there: their silence begins anew
        else:
            after = table_with(after, since=at)
    return Decided(_clear_missed_turns(after, who), " ".join(words))


def _clear_missed_turns(table: Table, who: Who) -> Table:
    """Whoever does anything at the table is there, whatever turns of theirs the clock has ended."""
    if not any(chair.missed and chair.person == who.id for chair in table.chairs):
        return table
    chairs = [replace(chair, missed=0) if chair.person == who.id else chair for chair in table.chairs]
    return replace(table, chairs=tuple(chairs))
