"""A record looked through: each deal of it moment by moment, from a seat or all open, and other lines of play.

It comes as text, from a file or from what its reader may download anyhow, and nothing of it is kept. A line of play
that branches off is part of what is asked, too: it is no table, so no board hears of it, and it outlives a restart.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.messages.moviola import turning_point
from bot.tables.lobby import COMPUTER
from bot.tables.table import Chair
from bot.views.deal_view import side_order
from bot.views.display_names import display_name, side_name, told_apart
from bot.views.replay_view import Perspective, ReplayView, last_controls, moment_pages
from bot.views.score_view import result_words
from bot.views.table_view import Json
from bot.words import refusals, table_words
from bot.words.languages import Language, say
from bot.words.names import clean_name
from engine.actions import Action, format_action, parse_action
from engine.cards import Malformed, shorten
from engine.code import Code
from engine.moments import DealMoment, before_turn, line_of_play, moments, until_turn_of
from engine.players import PLAYERS
from engine.record import DealRecord, Turn, lost_on_time, parse_record
from engine.refusal import Refused
from engine.replay import FalseRecord, Refusal, Replay, ReplayedDeal, replay_deals

LONGEST: Final = 128 * 1024  # signs of a record; a long match has some 60,000
DEALS: Final = 100
MOST: Final = 1500  # moments of a deal; one has some three hundred
MOST_BRANCHED: Final = 1000  # actions of a line of play that branches off
_AT_LINE: Final = re.compile(r"line ([0-9]+): ")


@dataclass(frozen=True, slots=True)
class RecordLook:
    """What is to be seen of a record: a deal, from 1, 0 for the last one; from a seat, "" for who plays first.

    `at` is the moment from which another `line` of play branches off, -1 where none does.
    """

    text: str
    deal: int = 0
    seat: str = ""
    is_open: bool = True
    at: int = -1
    line: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Unfit:
    """Why nothing can be shown, in a sentence."""

    words: str


def replay_page(language: Language, request: RecordLook) -> Json | Unfit:
    """The deal, or the line of play; where the record is wrong, in which line and what is wrong with it."""
    found = _replay(language, request.text)
    if isinstance(found, Unfit):
        return found
    number = request.deal or len(found.deals)
    if not 1 <= number <= len(found.deals):
        return Unfit(say(language, "replay.no-such-deal", deal=request.deal, deals=len(found.deals)))
    deal = found.deals[number - 1]
    code = deal.dealt.code
    seat = request.seat if request.seat in code.seats else deal.dealt.seat
    match = replace(found.match, deals=found.match.deals[: number - 1])
    view = ReplayView(deal, match, Perspective(language, seat, request.is_open))
    return _deal_page(found, number, view) if request.at < 0 else _branch_page(view, request)


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
    lines = text.splitlines()
    there = lines[number - 1] if 1 <= number <= len(lines) else ""
    return shorten("".join([sign for sign in there.strip() if sign.isprintable()]), 80)


def _refused(language: Language, found: Replay, refusal: Refusal) -> str:
    why = refusals.refusal(language, refusal.refused, found.match.code.rules.name)
    return say(language, "replay.refused", line=refusal.line, action=refusal.action, why=why)


# --- a deal -----------------------------------------------------------------------------------------------------------


def _deal_page(found: Replay, number: int, view: ReplayView) -> Json:
    all_moments = moments(view.deal)
    return {
        **_head(view),
        "deal": number,
        "deals": [_result(one, view) for one in found.deals],
        "turning": _turning(all_moments, view),
        "result": _match_result(found, view) if number == len(found.deals) else "",
        "moments": moment_pages(view, all_moments, view.chairs),
    }


def _head(view: ReplayView) -> Json:
    """Which record it is, and who plays; whatever is by side begins with that of who looks."""
    tags, language, code = view.deal.record.tags, view.look.language, view.deal.dealt.code
    names = _names(view)
    order = side_order(code, view.look.seat)
    places = [clean_name(tags.get(tag, ""), "", 60) for tag in ("Event", "Table")]
    return {
        "title": " · ".join([one for one in places if one]),
        "code_name": refusals.code_name(language, code.rules.name),
        "seat": view.look.seat,
        "open": view.look.is_open,
        "players": code.players,
        "names": names,
        "sides": [{"side": code.sides[side], "name": side_name(code, side, names)} for side in order],
        "before": [view.match.totals[side] for side in order],
    }


def _names(view: ReplayView) -> dict[str, str]:
    seats = view.deal.dealt.code.seats
    chairs = zip(seats, view.chairs, strict=True)
    return told_apart({seat: display_name(view.look.language, seat, one) for seat, one in chairs})


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
    return result_words(view.look.language, match, _names(view), on_time) if match.is_over and says_so else ""


def _turning(found: Sequence[DealMoment], view: ReplayView) -> Json | None:
    """The turn that decided most of the deal, and at which moment it begins; None before a turn was played."""
    point = turning_point(view.deal.game)
    if point is None:
        return None
    code, language = view.deal.dealt.code, view.look.language
    side, count = side_name(code, point.side, _names(view)), len(code.members[point.side])
    words = say(language, "moviola.turned", count=count, turn=point.turn, side=side, points=point.gain)
    return {"turn": point.turn, "moment": before_turn(found, point.turn), "words": words}


# --- what if ----------------------------------------------------------------------------------------------------------


def _branch_page(view: ReplayView, request: RecordLook) -> Json | Unfit:
    """The line of play from a moment on, the others played by computers until it is one's turn again."""
    language, code = view.look.language, view.deal.dealt.code
    found = moments(view.deal)
    start = found[min(request.at, len(found) - 1)]
    if len(request.line) > MOST_BRANCHED:
        return Unfit(say(language, "replay.too-long"))
    try:
        actions = [parse_action(text) for text in request.line]
    except Malformed:
        return Unfit(say(language, "replay.no-action"))
    branch = line_of_play(start, actions)
    if isinstance(branch, Refused):
        return Unfit(refusals.refusal(language, branch, code.rules.name))
    here = branch[-1] if branch else start
    player = PLAYERS[COMPUTER](len(actions))  # the same line is answered in the same way
    line = (start, *branch, *until_turn_of(view.look.seat, here, player.choose))
    chairs = _against_computers(view, code)
    return {
        **_head(view),
        "line": [format_action(_action(one)) for one in line[1:]],
        "moments": moment_pages(view, line, chairs),
        "controls": last_controls(view, line, chairs),
        "over": line[-1].game.deal.is_over,
    }


def _action(moment: DealMoment) -> Action:
    assert isinstance(moment.line, Turn)
    return moment.line.actions[-1].action


def _against_computers(view: ReplayView, code: Code) -> tuple[Chair, ...]:
    computer = Chair(name=COMPUTER, computer=COMPUTER)
    return tuple(one if seat == view.look.seat else computer for seat, one in zip(code.seats, view.chairs, strict=True))
