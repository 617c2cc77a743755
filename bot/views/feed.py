"""The deal so far in words: each turn and what the table did between two, oldest first; all of it, or the latest.

It is made of the lines of the log alone, and says of them what `words.turns` says: a card drawn is never told.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from bot.tables.course import last_part, turn_begun
from bot.tables.table import CLOSED, Table
from bot.views.display_names import chairs_at_the_end, display_name, names_at_the_end, told_apart
from bot.views.table_view import TableView, part
from bot.words import table_words, turns
from bot.words.languages import Language, say
from bot.words.names import known_as
from bot.words.notices import Notice, notice, notice_to
from engine.actions import DRAW, Written
from engine.deal import ARBITRO
from engine.record import Line, TableLine, Turn, lost_on_time
from engine.table import COMPUTER, Annul, End, Resign, Substitute, TableAct, TimeOut, Undo

LONGEST: Final = 120  # lines; a deal has some eighty
_LATEST: Final = 8  # lines that a player is told of when it is their turn, at most
_REMEMBERED: Final = 4096  # turns in words, of all tables


@part
def feed(view: TableView) -> list[str]:
    """The lines of the deal on the table, or of the one that has ended last."""
    entries = _mark_own(view.table, _entries(view.table, _names(view), view.language), view.seat)[-LONGEST:]
    on_time = lost_on_time([one.line for one in entries])
    lines = [line_words(one, view.language, on_time) for one in entries]
    return [line for line in lines if line]


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """A line with the names of those who sat there then, by seat.

    `other` is whom a newcomer has replaced by it, or who has ended the table by it; `own`: the viewer has done it.
    `ruled`: in a tournament, where the arbiter annuls.
    """

    line: Line
    names: Mapping[str, str]
    other: str = ""
    own: bool = False
    ruled: bool = False

    @property
    def act(self) -> TableAct | None:
        """What was done at the table; None for a turn."""
        return self.line.act if isinstance(self.line, TableLine) else None


def _entries(table: Table, names: Mapping[str, str], language: Language) -> list[FeedEntry]:
    """Every line of the deal in the order in which it happened, without what `now` tells.

    `names` are those of now: from there it goes back.
    """
    replaced = list(table.replaced)
    found: list[FeedEntry] = []
    until = len(table.happened) - bool(last_part(table))
    for line in reversed(table.happened[:until]):
        act = line.act if isinstance(line, TableLine) else None
        before = replaced.pop() if isinstance(act, Substitute) and replaced else None
        if isinstance(act, Substitute) and before is not None:
            earlier = told_apart({**names, act.seat: display_name(language, act.seat, before)})
            found.append(FeedEntry(line, names, earlier[act.seat]))
            names = earlier
            continue
        ends_table = isinstance(act, Annul) and not found and table.phase == CLOSED
        if ends_table and not table.ended_by:
            continue  # an admin has ended it, and how the deal ended says so
        by = known_as(language, table.ended_by) if ends_table else ""
        found.append(FeedEntry(line, names, by, ruled=table.assigned is not None))
    return found[::-1]


def _names(view: TableView) -> Mapping[str, str]:
    """By seat, who plays the deal, or sat there as it ended."""
    return names_at_the_end(view.table, view.language) if _is_over(view.table) else view.names


def _is_over(table: Table) -> bool:
    return table.game is not None and table.game.deal.is_over


def _mark_own(table: Table, entries: list[FeedEntry], mine: str) -> list[FeedEntry]:
    """The lines, of which those are the viewer's `own` that they have played themselves in their seat `mine`.

    What a computer, or whoever sat there before them, has played is not; nor is a deal that had ended before they came.
    """
    if not mine:  # each message for a channel asks, of all lines of the deal
        return entries
    found: list[FeedEntry] = []
    chair = table.chair(mine)
    last = chairs_at_the_end(table)[table.code.seats.index(mine)] if _is_over(table) else chair
    if last.person != chair.person:
        return entries
    own = last.human
    for one in reversed(entries):
        act = one.act
        seat = one.line.seat if isinstance(one.line, Turn) else getattr(act, "seat", "")
        if not isinstance(act, Substitute) or seat != mine:
            found.append(replace(one, own=True) if own and seat == mine else one)
            continue
        found.append(replace(one, own=not (one.other and act.name == COMPUTER)))
        if one.other:
            break
        own = act.name == COMPUTER
    return [*entries[: len(entries) - len(found)], *found[::-1]]


def line_words(entry: FeedEntry, language: Language, on_time: bool = False) -> str:
    """One line of the log in words, "" for one that nobody needs to hear. `on_time`: a clock has lost the match."""
    if isinstance(entry.line, Turn):
        return _turn_words(language, entry.names[entry.line.seat], entry.line.actions, entry.own)
    act = entry.line.act
    if isinstance(act, Resign) and on_time:
        if entry.own:
            return say(language, "feed.you-lose-on-time")
        return say(language, "feed.lost-on-time", name=entry.names[act.seat])
    if isinstance(act, Annul) and entry.ruled:
        return say(language, "score.annulled-by-arbiter")
    return _own_words(entry, language) or _act_words(act, entry.names, language, entry.other)


def _own_words(entry: FeedEntry, language: Language) -> str:
    """What the viewer has done at the table, as said to them; "" for what they have not."""
    match entry.act if entry.own else None:
        case Substitute(_, name) if name == COMPUTER:
            return say(language, "feed.you-computer")
        case Substitute() if entry.other:
            return say(language, "feed.you-replaced", other=entry.other)
        case Substitute():
            return notice_to(language, Notice.BACK, True, name="")
        case Resign():
            return say(language, "feed.you-resign")
        case _:
            return ""


@lru_cache(_REMEMBERED)
def _turn_words(language: Language, who: str, actions: tuple[Written, ...], own: bool) -> str:
    """A line never changes, and a long deal is told to everybody at every action."""
    return turns.turn(language, who, actions, own=own)


def _act_words(act: TableAct, names: Mapping[str, str], language: Language, other: str) -> str:
    match act:
        case Undo():
            return notice(language, Notice.UNDONE)
        case Annul():
            return say(language, "score.ended-by", name=other) if other else notice(language, Notice.ANNULLED)
        case TimeOut():
            return say(language, "feed.time-out")
        case Substitute(seat, name):
            if name == COMPUTER:
                return say(language, "feed.computer", seat=names.get(seat) or table_words.seat(language, seat))
            name = names.get(seat) or name
            if other:
                return say(language, "feed.replaced", name=name, other=other)
            return notice(language, Notice.BACK, name=name)
        case Resign(seat):
            return say(language, "feed.resigns", name=names[seat])
        case End(termination):
            return table_words.termination(language, termination) if termination == ARBITRO else ""


# --- the latest -------------------------------------------------------------------------------------------------------


@part
def since(view: TableView) -> list[str]:
    """What the others did since the viewer's last turn; for spectators, the last lap."""
    return _latest_words(view, stand_ins=True)


@part
def since_in_play(view: TableView) -> list[str]:
    """The same, for where it is said beside it for whom a computer plays now."""
    return _latest_words(view, stand_ins=False)


def _latest_words(view: TableView, *, stand_ins: bool) -> list[str]:
    table, mine = view.table, view.seat
    lines: list[FeedEntry] = []
    everything = _mark_own(table, _entries(table, _names(view), view.language), mine)
    begun = turn_begun(table)
    for place, entry in reversed(list(enumerate(everything))):
        own = place < begun and isinstance(entry.line, Turn) and entry.line.seat == mine
        if own or len(lines) == (_LATEST if mine else table.code.players):
            break
        lines.append(entry)
    on_time = lost_on_time([one.line for one in everything])
    entries = [one for one in reversed(_still_so(lines)) if stand_ins or not _plays_now(table, one)]
    words = [line_words(entry, view.language, on_time) for entry in entries]
    return [line for line in words if line]


def _plays_now(table: Table, entry: FeedEntry) -> bool:
    """Whether it says that a computer plays for somebody for whom one still does."""
    act = entry.act
    if not isinstance(act, Substitute) or act.name != COMPUTER:
        return False
    chair = table.chair(act.seat)
    return bool(chair.person and chair.computer)


def _still_so(lines: Sequence[FeedEntry]) -> list[FeedEntry]:
    """The lines, the newest first, without who played for a seat before the one who does so now."""
    left, seats = [], set()
    for entry in lines:
        act = entry.act
        if isinstance(act, Substitute):
            if act.seat in seats:
                continue
            seats.add(act.seat)
        left.append(entry)
    return left


@part
def now(view: TableView) -> str:
    """The turn in progress, since the table did something in it."""
    table = view.table
    if not table.in_turn or not last_part(table):
        return ""
    side = view.deal.code.side_of[view.deal.turn]
    who, melds = view.names[table.in_turn], view.deal.melds[side]
    return turns.turn(view.language, who, _open(last_part(table)), melds, view.own_turn)


def _open(written: Sequence[Written]) -> list[Written]:
    """The actions without what only their player saw."""
    return [Written(one.action, () if one.action == DRAW else one.revealed, one.marks) for one in written]
