"""A record looked through: each deal of it moment by moment, from a seat or all open, and other lines of play.

It comes as text, from a file or from what its reader may download anyhow, and nothing of it is kept.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.messages.moviola import turning_point
from bot.tables.table import Chair
from bot.views.deal_view import WORTH, side_order
from bot.views.display_names import display_name, side_name, told_apart
from bot.views.replay_view import Perspective, ReplayView, moment_pages
from bot.views.score_view import result_words
from bot.views.table_view import Json
from bot.words import refusals, table_words
from bot.words.languages import Language, say
from bot.words.names import clean_name
from engine.cards import Malformed, shorten
from engine.moments import DealMoment, before_turn, moments
from engine.record import DealRecord, Turn, lines_of, lost_on_time, parse_record
from engine.replay import FalseRecord, Refusal, Replay, ReplayedDeal, replay_deals
from engine.table import Substitute

LONGEST: Final = 128 * 1024  # signs of a record; a long match has some 60,000
DEALS: Final = 100
MOST: Final = 1500  # moments of a deal; one has some three hundred
_AT_LINE: Final = re.compile(r"line ([0-9]+): ")


@dataclass(frozen=True, slots=True)
class RecordLook:
    """What is to be seen of a record: a deal, from 1, 0 for the last one; from a seat, "" for who plays first.

    `at` is the moment from which another `line` of play branches off, -1 where none does; the others play at this
    `level` there. `analysed`: not the deal itself is asked for, but what decided it.
    """

    text: str
    deal: int = 0
    seat: str = ""
    is_open: bool = True
    at: int = -1
    line: tuple[str, ...] = ()
    level: str = ""
    analysed: bool = False


@dataclass(frozen=True, slots=True)
class Unfit:
    """Why nothing can be shown, in a sentence."""

    words: str


def replay_page(language: Language, request: RecordLook) -> Json | Unfit:
    """The deal; where the record is wrong, in which line and what is wrong with it."""
    found = _replay(language, request.text)
    if isinstance(found, Unfit):
        return found
    view = _view(language, request, found)
    if isinstance(view, Unfit):
        return view
    return _deal_page(found, request.deal or len(found.deals), view)


def ended_deal(language: Language, request: RecordLook) -> ReplayView | Unfit:
    """The deal that is meant, for who looks; computers say nothing of one that goes on, and play nothing in it."""
    found = _replay(language, request.text)
    view = found if isinstance(found, Unfit) else _view(language, request, found)
    if isinstance(view, ReplayView) and view.deal.result is None:
        return Unfit(say(language, "analysis.goes-on"))
    return view


def record_alone(deal: ReplayedDeal) -> DealRecord:
    """The deal's record as it stands without those before it, which may have said who deals."""
    return replace(deal.record, tags={**deal.record.tags, "Dealer": deal.dealt.code.seats[deal.dealer]})


def _view(language: Language, request: RecordLook, found: Replay) -> ReplayView | Unfit:
    number = request.deal or len(found.deals)
    if not 1 <= number <= len(found.deals):
        return Unfit(say(language, "replay.no-such-deal", deal=request.deal, deals=len(found.deals)))
    deal = found.deals[number - 1]
    seat = request.seat if request.seat in deal.dealt.code.seats else deal.dealt.seat
    match = replace(found.match, deals=found.match.deals[: number - 1])
    return ReplayView(deal, match, Perspective(language, seat, request.is_open))


# --- the record -------------------------------------------------------------------------------------------------------


def _replay(language: Language, text: str) -> Replay | Unfit:
    if len(text) > LONGEST:
        return Unfit(say(language, "replay.too-long"))
    try:
        records = parse_record(text)
        if len(records) > DEALS or any(_size(one) > MOST for one in records):
            return Unfit(say(language, "replay.too-long"))
        found = replay_deals(records)
    except Malformed as error:
        return Unfit(_malformed(language, text, error))
    except FalseRecord as error:
        return Unfit(say(language, "replay.false", line=error.line, text=_line(text, error.line)))
    return found if found.refusal is None else Unfit(_refused(language, found, found.refusal))


def _size(deal: DealRecord) -> int:
    return sum(len(line.actions) if isinstance(line, Turn) else 1 for line in deal.lines)


def _malformed(language: Language, text: str, error: Malformed) -> str:
    at = _AT_LINE.match(error.reason)
    if at is None:
        return say(language, "replay.no-record")
    return say(language, "replay.malformed", line=int(at[1]), text=_line(text, int(at[1])))


def _line(text: str, number: int) -> str:
    """What stands there, as harmless text of one line."""
    lines = lines_of(text)
    there = lines[number - 1] if 1 <= number <= len(lines) else ""
    return shorten("".join([sign for sign in there.strip() if sign.isprintable()]), 80)


def _refused(language: Language, found: Replay, refusal: Refusal) -> str:
    why = refusals.refusal(language, refusal.refused, found.match.code.rules.name)
    return say(language, "replay.refused", line=refusal.line, action=refusal.action, why=why)


# --- a deal -----------------------------------------------------------------------------------------------------------


def _deal_page(found: Replay, number: int, view: ReplayView) -> Json:
    all_moments = moments(view.deal)
    return {
        **page_head(view),
        "deal": number,
        "deals": [_result(one, view) for one in found.deals],
        "turning": _turning(all_moments, view),
        "result": _match_result(found, view) if number == len(found.deals) else "",
        "moments": moment_pages(view, all_moments, view.chairs),
    }


def page_head(view: ReplayView) -> Json:
    """Which record it is, and who plays; whatever is by side begins with that of who looks."""
    tags, language, code = view.deal.record.tags, view.look.language, view.deal.dealt.code
    names = names_in(view)
    order = side_order(code, view.look.seat)
    places = [clean_name(tags.get(tag, ""), "", 60) for tag in ("Event", "Table")]
    return {
        "title": " · ".join([one for one in places if one]),
        "code_name": refusals.code_name(language, code.rules.name),
        "seat": view.look.seat,
        "open": view.look.is_open,
        "players": code.players,
        "worth": WORTH,
        "names": names,
        "sides": [{"side": code.sides[side], "name": side_name(code, side, names)} for side in order],
        "before": [view.match.totals[side] for side in order],
    }


def names_in(view: ReplayView) -> dict[str, str]:
    return _names(view, _chairs(view))


def names_by_turn(view: ReplayView) -> dict[int, dict[str, str]]:
    """The names of those who sat there as each turn was played, by seat."""
    chairs, found = _chairs(view), dict[int, dict[str, str]]()
    for line in view.deal.record.lines:
        if isinstance(line, Turn):
            found[line.number] = _names(view, chairs)
        elif isinstance(line.act, Substitute):
            chairs[line.act.seat] = view.chair(line.act.seat, line.act.name)
    return found


def _chairs(view: ReplayView) -> dict[str, Chair]:
    """By seat, who sat there when the deal began."""
    return dict(zip(view.deal.dealt.code.seats, view.chairs, strict=True))


def _names(view: ReplayView, chairs: Mapping[str, Chair]) -> dict[str, str]:
    return told_apart({seat: display_name(view.look.language, seat, one) for seat, one in chairs.items()})


def _result(one: ReplayedDeal, view: ReplayView) -> Json:
    """How a deal ended; of one that has not, that it goes on."""
    language, deal = view.look.language, one.game.deal
    order = side_order(deal.code, view.look.seat)
    if one.result is None:
        return {"over": False, "ended": say(language, "replay.unfinished"), "points": []}
    ended = table_words.last_termination(
        language,
        deal.termination,
        broken_off=False,
        on_time=lost_on_time(one.record.lines),
        ruled="Event" in one.record.tags,
    )
    return {"over": True, "ended": ended, "points": [one.result.scores[side].total for side in order]}


def _match_result(found: Replay, view: ReplayView) -> str:
    """Who has won a match that is over; "" where the record does not say how long it was to be."""
    match, tags = found.match, found.deals[0].record.tags
    says_so = match.given_up_by >= 0 or bool({"Hands", "Target"} & tags.keys())
    on_time = lost_on_time(found.deals[-1].record.lines)
    return result_words(view.look.language, match, names_in(view), on_time) if match.is_over and says_so else ""


def _turning(found: Sequence[DealMoment], view: ReplayView) -> Json | None:
    """The turn that decided most of the deal, and at which moment it begins; None where none gained anything."""
    point = turning_point(view.deal.game)
    if point is None:
        return None
    code, language = view.deal.dealt.code, view.look.language
    side, count = side_name(code, point.side, names_in(view)), len(code.members[point.side])
    words = say(language, "moviola.turned", count=count, turn=point.turn, side=side, points=point.gain)
    return {"turn": point.turn, "moment": before_turn(found, point.turn), "words": words}
