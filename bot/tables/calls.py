"""Who is waited for, and is named for it in the channels: the person in turn, whose answer is missing, who is invited.

Over days nobody is named there: whose turn it is hears it in private (`bot.messages.heard`). A private reminder comes
later (`bot.tables.absence`). Somebody who handles their cards is there: nobody calls them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.tables.consent import paused_by_itself
from bot.tables.invited import expected
from bot.tables.table import LOBBY, PLAYING, Table
from bot.tables.who import Declined, Who

TURN: Final = "turn"
REQUEST: Final = "request"
INVITED: Final = "invited"
LAPS: Final = 2  # of turns that the clock ended without a word of anybody, after which a table waits for its people


@dataclass(frozen=True, slots=True)
class Call:
    """Some people are waited for. `why`: `TURN`, `REQUEST` or `INVITED`.

    `key` tells it from every other call at the table that it may follow. It does not move when clocks have stood still.
    """

    why: str
    people: tuple[str, ...]
    key: str


def call_now(table: Table) -> Call | None:
    """What the channels say now of who is waited for; None for nothing, as soon as the person in turn has acted."""
    if table.phase == LOBBY and table.called_invited:
        people = tuple(one.person for one in expected(table) if one.loud)
        return Call(INVITED, people, INVITED) if people else None
    if table.phase != PLAYING or table.paused:
        return None
    if table.proposal is not None and _is_told_of_request(table):
        return Call(REQUEST, unanswered(table), f"r{table.proposal.born}")
    if table.game is None or table.mentioned != table.acted or not _is_told_of_turn(table) or table.settings.days:
        return None
    person = table.chair(table.in_turn).person
    return Call(TURN, (person,), f"t{len(table.records)}.{table.game.turn_number}.{person}")


def is_named_this_turn(table: Table, person: str) -> bool:
    """Whether the channels have named this person in their present turn, also if they have acted since."""
    named = _is_told_of_turn(table) and not table.settings.days
    return named and table.chair(table.in_turn).person == person


def _is_told_of_turn(table: Table) -> bool:
    """Whether it was said in this turn whose it is."""
    return table.mentioned >= 0 and is_waited_for(table)


def is_told_in_private(table: Table) -> bool:
    """Whether it was said in this turn to the person in turn alone, at a table over days."""
    return bool(table.settings.days) and _is_told_of_turn(table)


def _is_told_of_request(table: Table) -> bool:
    return table.proposal is not None and table.mentioned_request == table.proposal.at and bool(unanswered(table))


def is_waited_for(table: Table) -> bool:
    """Whether a person is in turn and somebody else plays, too: nobody waits where computers alone do."""
    return bool(table.in_turn) and table.chair(table.in_turn).human and len(table.people) > 1


def unanswered(table: Table) -> tuple[str, ...]:
    """The people who play and have not answered what is proposed."""
    if table.proposal is None:
        return ()
    return tuple(table.chair(seat).person for seat in table.people if seat not in table.proposal.agreed)


def is_idle(table: Table) -> bool:
    """Whether the clock has ended so many laps of turns without a word of anybody who plays."""
    return bool(table.people) and all(table.chair(seat).missed >= LAPS for seat in table.people)


def mention(table: Table, who: Who, words: list[str], _at: int) -> Table | Declined:
    """`mention turn|request|invited`: the channels are told whom: once a turn, once a request, once all are invited.

    Over days it is the person in turn who is told.
    """
    if not who.is_host:
        return Declined("only-the-host")
    if words == [INVITED] and table.phase == LOBBY and not table.called_invited:
        return replace(table, called_invited=True)
    if words == [REQUEST] and table.proposal is not None and table.mentioned_request != table.proposal.at:
        return replace(table, mentioned_request=table.proposal.at)
    if words != [TURN] or table.mentioned >= 0 or not is_waited_for(table):
        return Declined("not-now")
    return replace(table, mentioned=table.acted)


def busy(table: Table, who: Who, words: Sequence[str], at: int) -> Table | Declined:
    """`busy TIME`: the person in turn handled their cards then, in milliseconds since 1970: that was no silence."""
    if not who.is_host:
        return Declined("only-the-host")
    if not table.in_turn or len(words) != 1 or not words[0].isdecimal() or len(words[0]) > 17:
        return Declined("not-now")
    then = min(int(words[0]), at)
    return replace(table, acted=then) if then > table.acted else Declined("not-now")


def idle(table: Table, who: Who, _words: list[str], at: int) -> Table | Declined:
    """`idle`: nobody who plays has acted for so many laps of forced turns: the table stands still until they do."""
    if not who.is_host:
        return Declined("only-the-host")
    if table.phase != PLAYING or table.paused or not is_idle(table):
        return Declined("not-now")
    return paused_by_itself(table, at)
