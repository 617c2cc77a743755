"""A table of a tournament as it was some time ago, for anybody: all hands open, stock and pozzetti closed. JSON-able.

It is shown by the parts of a record that is looked through, a single moment of it.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.tables.table import PLAYING, Chair, Table
from bot.views.deal_view import WORTH, side_order
from bot.views.display_names import display_name, side_name, told_apart
from bot.views.replay_view import Perspective, changed_parts, moment_at, whole_moment
from bot.views.score_view import result_words
from bot.views.table_view import Json
from bot.words import refusals, table_words
from bot.words.languages import Language
from engine.moments import DealMoment

NO_MOMENT: Final[Json] = {"moments": []}


def broadcast_view(table: Table, language: Language) -> Json:
    """The deal that lay on the table, as it lay there; before the first one nothing."""
    if table.game is None or table.match is None:
        return NO_MOMENT
    code, match = table.game.deal.code, table.match
    is_played = table.phase == PLAYING
    before = replace(match, deals=match.deals if is_played else match.deals[:-1])
    look = Perspective(language, code.seats[0], opens_pozzetti=False)
    chairs = tuple(_as_seat(seat, chair) for seat, chair in zip(code.seats, table.chairs, strict=True))
    moment = DealMoment(table.game, table.happened[-1] if table.happened else None)
    seats = zip(code.seats, chairs, strict=True)
    names = told_apart({seat: display_name(language, seat, chair) for seat, chair in seats})
    seen = moment_at(moment, table.settings, chairs, before, table.dealer, look)
    order = side_order(code, look.seat)
    return {
        "code_name": refusals.code_name(language, code.rules.name),
        "seat": look.seat,
        "players": code.players,
        "worth": WORTH,
        "names": names,
        "sides": [{"side": code.sides[side], "name": side_name(code, side, names)} for side in order],
        "before": [before.totals[side] for side in order],
        "deal": len(before.deals) + 1,
        "ended": "" if is_played else _ended(table, language),
        "result": result_words(language, match, names, on_time=False) if match.is_over and not is_played else "",
        "moments": [whole_moment(replace(seen, ruled=True))],
    }


def course_view(tables: Sequence[Table], language: Language) -> Json:
    """A deal as it lay there from state to state: of the moments after the first only what has changed."""
    views = [broadcast_view(table, language) for table in tables]
    return {**views[-1], "moments": list(changed_parts(moment for view in views for moment in view["moments"]))}


def _as_seat(seat: str, chair: Chair) -> Chair:
    """Who sits there, by name alone."""
    return replace(chair, person=seat if chair.person else "")


def _ended(table: Table, language: Language) -> str:
    assert table.game is not None
    return table_words.last_termination(
        language, table.game.deal.termination, broken_off=False, on_time=False, ruled=True
    )
