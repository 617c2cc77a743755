"""What a viewer is shown of a table's clocks: moments in milliseconds since 1970, and what there is to say about them.

A page does not know what time it is: whoever shows it counts down to the moments, or writes them out.
"""

from typing import Final

from bot.durations import SECOND
from bot.tables import clocks
from bot.tables.absence import silence_lasts
from bot.tables.hours import day_length, in_days, stretches
from bot.tables.table import LOBBY, PAUSE, PLAYING, Table
from bot.tables.time_call import may_call
from bot.tables.timers import expires_at, warned_before
from bot.views.table_view import Json, TableView, part
from bot.words.languages import Language
from bot.words.notices import Notice, notice, notice_to
from bot.words.table_words import duration

WORTH_TELLING: Final = SECOND  # of an outage: what is shorter rounds to nothing


@part
def time_page(view: TableView) -> Json:
    """The clocks; every moment is 0 where it does not come, or the table stands still."""
    table, language = view.table, view.language
    runs = not table.paused
    return {
        "kind": clocks.clock_of(table.settings),
        "until": clock_end(table),
        "called": table.called >= 0,
        "call_from": _call_from(table, view.seat),
        "pinged": table.pinged >= 0,
        "reminded": table.reminded >= 0,
        "match_until": _match_until(table) if runs and table.code.rules.round_clock == "shown" else 0,
        "banks": _banks(table, language),
        "bank": _bank(table),
        "more": more_time(view),
        "resumes": table.resumes,
        "expires": expires_at(table),
    }


def _match_until(table: Table) -> int:
    """The end of the match's own time, or at a tournament's table of its round."""
    if table.assigned is None:
        return clocks.match_ends(table)
    timed_out = table.game is not None and table.game.timed_out
    return table.round_ends if table.phase in (PAUSE, PLAYING) and not timed_out else 0


def clock_end(table: Table) -> int:
    """When the time of the person in turn is over, as things stand: their limit, their grace, or their bank."""
    if table.paused or not table.in_turn:
        return 0
    return clocks.forced_at(table) or clocks.turn_ends(table) or clocks.bank_ends(table)


def _call_from(table: Table, seat: str) -> int:
    """From when on this viewer may call time; 0 where they may not."""
    if table.paused or table.called >= 0 or not table.turn_grace or not may_call(table, seat):
        return 0
    return clocks.turn_ends(table)


def _banks(table: Table, language: Language) -> dict[str, str]:
    """What each seat had in its bank as the turn began, in days of which only the counted hours pass."""
    seats = zip(table.code.seats, table.banks, strict=False)
    return {seat: _words(language, in_days(table.settings, bank)) or duration(language, 0) for seat, bank in seats}


def bank_left(table: Table, at: int) -> int:
    """What the person in turn has in their bank at this moment, in days; 0 where no bank runs."""
    if not table.banks or not clock_end(table):
        return 0
    return in_days(table.settings, clocks.bank_left(table, table.in_turn, at))


def _bank(table: Table) -> Json:
    """The time that counts for the bank that runs, from the beginning of the turn to its end; how much makes a day."""
    if not table.banks or not clock_end(table):
        return {"counts": [], "day": 0}
    counts = stretches(table.settings, table.turn_since, clocks.bank_ends(table))
    return {"counts": [list(one) for one in counts], "day": day_length(table.settings)}


@part
def time_notices(view: TableView) -> list[str]:
    """What the viewer is to know about time, as sentences."""
    table, language = view.table, view.language
    lines = [_outage(table, language), _lobby(table, language), _adjournment(table, language)]
    lines += [notice(language, Notice.IDLE)] if table.paused and table.idle else []
    if table.in_turn and table.chair(table.in_turn).human:
        name, own = view.names[table.in_turn], view.own_turn
        lines += [_more(table, name, language, own), _time_call(table, name, language, own)]
        lines.append(_reminder(table, name, language, own))
    return [line for line in lines if line]


def waited_notice(view: TableView) -> str:
    """The one among them that says for how long the player in turn has been waited for; "" where none does."""
    table = view.table
    if not table.in_turn or not table.chair(table.in_turn).human or table.settings.days:
        return ""
    return _reminder(table, view.names[table.in_turn], view.language, view.own_turn)


def _outage(table: Table, language: Language) -> str:
    time = _words(language, table.outage) if table.outage >= WORTH_TELLING else ""
    if table.copied:
        return notice(language, Notice.BROUGHT_BACK, time=time)
    return notice(language, Notice.OUTAGE, time=time) if time else ""


def _lobby(table: Table, language: Language) -> str:
    if table.phase != LOBBY or table.warned != table.since:
        return ""
    left = _words(language, warned_before(table.settings))
    return notice(language, Notice.EXPIRES_SOON, table=table.label, time=left)


def _adjournment(table: Table, language: Language) -> str:
    if not table.paused or not table.adjourned:
        return ""
    time = _words(language, table.resumes - table.stopped) if table.resumes else ""
    return notice(language, Notice.ADJOURNED, time=time)


def more_time(view: TableView) -> str:
    """What the player in turn gets by consent, in words; "" while the table stands still."""
    return "" if view.table.paused else _words(view.language, _more_time(view.table))


def _more(table: Table, name: str, language: Language, own: bool) -> str:
    if table.extra <= 0:
        return ""
    more = _more_time(table)
    return notice_to(language, Notice.MORE_TIME, own, name=name, time=_words(language, more)) if more else ""


def _more_time(table: Table) -> int:
    """What the player in turn gets by consent; of a bank a day, said as such."""
    more = clocks.more_time(table)
    return in_days(table.settings, more) if table.settings.days else more


def _time_call(table: Table, name: str, language: Language, own: bool) -> str:
    if table.called < 0:
        return ""
    return notice_to(language, Notice.TIME_CALLED, own, name=name, time=_words(language, table.turn_grace))


def _reminder(table: Table, name: str, language: Language, own: bool) -> str:
    """Spoken to who is reminded, and of them to everybody else: of a silence as long as it lasts."""
    if table.reminded < 0:
        return ""
    if not table.settings.days and not silence_lasts(table):
        return ""
    if table.settings.days:
        low = in_days(table.settings, clocks.low_bank(table))
        what = Notice.BANK_LOW if own else Notice.BANK_OF_LOW
        return notice(language, what, name=name, time=_words(language, low))
    waited = _words(language, table.reminded)
    what = Notice.REMINDER if own else Notice.REMINDED
    return notice(language, what, name=name, table=table.label, time=waited)


def _words(language: Language, milliseconds: int) -> str:
    """A time in words, "" for none."""
    return duration(language, milliseconds / 1000) if milliseconds else ""
