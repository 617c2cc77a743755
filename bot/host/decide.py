"""What a command makes of a table: `decide(table, who, command, at)` gives the next table, or the reason why not.

A command is a line of text, the same in the log: a verb and its words (`join S`, `play x:4c`, `propose undo`). Where
chance is needed the command carries it (`start <seed>`, `seal <seed>`): the door adds it, never a person. Each verb is
a function; the order of refusals is: is there such a thing, may this person, is it the moment.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from bot.host import absence, calling, consent, deals, lobby, outage, play
from bot.host.table import Table
from bot.host.verdict import Declined, Who

Verb: TypeAlias = Callable[[Table, Who, list[str], int], Table | Declined]

VERBS: Final[Mapping[str, Verb]] = {
    "join": lobby.join,
    "mirror": lobby.mirror,
    "leave": absence.leave,
    "name": lobby.rename,
    "computer": lobby.add_computer,
    "remove": lobby.remove,
    "set": lobby.change_settings,
    "start": lobby.start,
    "expire": lobby.expire,
    "warn": lobby.warn,
    "seal": deals.seal,
    "ready": deals.ready,
    "deal": deals.deal,
    "rematch": deals.rematch,
    "play": play.play_action,
    "back": play.take_back_last,
    "resign": play.resign,
    "timeout": play.time_out,
    "call": calling.call,
    "ping": absence.ping,
    "remind": absence.remind,
    "offer": absence.offer,
    "standin": absence.stand_in,
    "return": absence.come_back,
    "replace": absence.replace_person,
    "propose": consent.propose,
    "agree": consent.agree,
    "refuse": consent.refuse,
    "pause": consent.pause,
    "resume": consent.resume,
    "end": consent.end,
    "stop": consent.stop,
    "restarted": outage.restarted,
}


@dataclass(frozen=True, slots=True)
class Decided:
    """The table after a command. `command` is what the log keeps."""

    table: Table
    command: str


def decide_anew(table: Table, who: Who, command: str, at: int) -> Decided | Declined:
    """As `decide`, of a command that is not in the log yet.

    What all would agree to in vain is not proposed, and nobody's seat given away while he plays; older logs have such
    commands, and must fold.
    """
    decided = decide(table, who, command, at)
    if isinstance(decided, Decided) and decided.command.startswith("propose "):
        return consent.impossible(decided.table, at) or decided
    if isinstance(decided, Decided) and decided.command.startswith("replace "):
        return absence.may_replace(table, who, decided.command.split()[1]) or decided
    return decided


def decide(table: Table, who: Who, command: str, at: int) -> Decided | Declined:
    """The table after the command, or why it is declined; a declined command changes nothing."""
    words = command.split()
    verb = VERBS.get(words[0]) if words else None
    if verb is None:
        return Declined("no-such-command", (("command", command),))
    after = verb(table, who, words[1:], at)
    if isinstance(after, Declined):
        return after
    if after.stage != table.stage and after.since == table.since:
        after = replace(after, since=at)
        if after.in_turn and table.in_turn and who.id == table.chair(table.in_turn).person:
            after = replace(after, acted=at, offered=-1)  # he is there: his silence begins anew
    return Decided(after, " ".join(words))
