"""The live message of a deal, for a channel: who is to play, what happened, the table. No card of a hand is in it."""

import hashlib
import json
from collections.abc import Iterator

from bot.durations import SECOND
from bot.messages.assigned import (
    BEFORE_GO,
    arbiter,
    before_the_go,
    is_hidden,
    round_clock,
    sealed_table,
    standing_still,
)
from bot.messages.buttons import Ask, Verb
from bot.messages.message import Button, Control, Message, Row, Style
from bot.messages.proposal import proposal_lines, proposal_row
from bot.messages.table_buttons import button, lasting
from bot.messages.table_lines import (
    clock,
    closed_lines,
    closed_unplayed,
    number_of,
    occasion_of,
    standing_lines,
    time_left,
    title,
    unreachable_lines,
)
from bot.messages.text_table import dealer, table_brief, table_text, to_play, totals_before
from bot.planner.calendar import wall
from bot.tables.clocks import turn_ends
from bot.tables.deals import awaits_rematch
from bot.tables.table import PAUSE, PLAYING
from bot.tables.timers import ONCE_MORE
from bot.views.about_view import cards_drawn
from bot.views.deal_view import seats_dealt, stallo_near
from bot.views.feed import now, since, since_in_play
from bot.views.phrase import phrase_line
from bot.views.score_view import on_time_at
from bot.views.table_view import TableView
from bot.views.time_view import clock_end, time_notices, waited_notice
from bot.words import notices, table_words
from bot.words.languages import say
from bot.words.notices import Notice
from bot.words.rematch import rematch_begins
from bot.words.scene_words import scene_words
from engine.actions import DRAW, PICK_UP
from engine.legal import legal
from renderers.scenes import TableScene


def table_message(view: TableView) -> Message | None:
    """The deal on the table; without its buttons when it has ended; None between two of them."""
    if closed_unplayed(view):
        return Message(view.language, title(view), tuple(closed_lines(view)), anew=occasion_of(view) or BEFORE_GO)
    if is_hidden(view):
        return sealed_table(view, title(view), occasion_of(view) or BEFORE_GO)
    if not occasion_of(view):
        return _before_any_deal(view)
    playing = view.table.phase == PLAYING
    controls = tuple(_controls(view))
    beside = [*unreachable_lines(view), *proposal_lines(view), *_warnings(view)] if playing else []
    return Message(
        language=view.language,
        title=title(view),
        lines=tuple(_lines(view, beside)),
        picture=table_scene(view),
        look=view.viewer.look,
        alt=table_text(view),
        brief=table_brief(view),
        controls=controls,
        anew=occasion_of(view),
        step=_step(view, controls, beside),
        page=view.table.label,
    )


def _before_any_deal(view: TableView) -> Message | None:
    """A tournament's table that waits for the go, or one that was paused before there was anything to pause."""
    if not view.table.begun and view.table.phase == PAUSE:
        lines, row = tuple(_before_the_deal(view)), Row(tuple(arbiter(view)))
        return Message(view.language, title(view), lines, controls=(row,) if row.buttons else (), anew=BEFORE_GO)
    if not view.table.paused:
        return None
    lines, row = (standing_still(view), *time_notices(view)), Row(tuple(_resume(view)))
    return Message(view.language, title(view), lines, controls=(row,) if row.buttons else (), anew="paused")


def _step(view: TableView, controls: tuple[Control, ...], beside: list[str]) -> str:
    """The turn, and all that concerns everybody and is no play of this turn."""
    game = view.table.game
    if game is None or view.table.phase != PLAYING:
        return ""
    labels = [button.label for row in controls[1:] if isinstance(row, Row) for button in row.buttons]
    step = json.dumps([game.turn_number, view.table.paused, beside, labels])
    return hashlib.sha256(step.encode()).hexdigest()[:12]


# --- words ------------------------------------------------------------------------------------------------------------


def _lines(view: TableView, beside: list[str]) -> Iterator[str]:
    table, language = view.table, view.language
    if view.deal_view is None:
        yield from _before_the_deal(view)
        return
    if table.phase != PLAYING:
        by, on_time = table.ended_by, on_time_at(table)
        off, ruled = table.broken_off, table.assigned is not None
        ended = table_words.last_termination(
            language, view.deal.termination, by, broken_off=off, on_time=on_time, ruled=ruled
        )
        yield ended
        yield from _phrase(view)
        yield from standing_lines(view)
        yield from proposal_lines(view)
        yield from [line for line in since(view)[::-1] if line != ended]
        return
    if table.paused:
        yield standing_still(view)
    yield _in_turn(view)
    yield from round_clock(view)
    yield from _phrase(view)
    yield from beside
    if view.viewer.crowded:
        yield say(language, "table.crowded")
    if now(view):
        yield now(view)
    yield from since_in_play(view)[::-1]
    yield from _drawn_cards_line(view) if not table.lines else ()


def _phrase(view: TableView) -> list[str]:
    """What somebody has said last, for whom it lasts: no part of the step, for which alone nothing is sent."""
    return [line for line in (phrase_line(view),) if line]


def _in_turn(view: TableView) -> str:
    return " ".join(line for line in (to_play(view), time_left(view)) if line)


def _before_the_deal(view: TableView) -> Iterator[str]:
    if view.table.halted:
        yield standing_still(view)
    if view.table.begun:
        seat = view.table.code.seats[view.table.dealer]
        yield notices.notice_to(view.language, Notice.DEALS_FIRST, seat == view.seat, name=view.names[seat])
    else:
        yield from before_the_go(view)
    yield from _rematch(view)
    yield from _drawn_cards_line(view)
    if view.table.seed:
        yield notices.notice(view.language, Notice.COMMITTED)


def _drawn_cards_line(view: TableView) -> Iterator[str]:
    """The cards drawn for seats and dealer: no card of a hand."""
    drawn = cards_drawn(view)
    if drawn:
        yield say(view.language, "table.drew", cards=", ".join(drawn))


def _rematch(view: TableView) -> Iterator[str]:
    """Who wants another match, while others have not said so yet; and that it begins without their word."""
    if awaits_rematch(view.table):
        for seat, chair in zip(view.table.code.seats, view.table.chairs, strict=True):
            if chair.person and chair.ready:
                own = chair.person == view.viewer.person
                yield notices.notice_to(view.language, Notice.WANTS_REMATCH, own, name=view.names[seat])
        yield rematch_begins(view.language, view.table)


def _warnings(view: TableView) -> Iterator[str]:
    """What does not happen every turn: an absent player, the last lap, a stallo that is near."""
    table, language = view.table, view.language
    silent = any(seat["stand_in"] for seat in seats_dealt(view))  # for longer, as is said below
    yield from [line for line in time_notices(view) if not silent or line != waited_notice(view)]
    for seat in seats_dealt(view):
        chair = table.chair(seat["seat"])
        if chair.person and chair.computer:
            own = seat["seat"] == view.seat
            yield notices.notice_to(language, Notice.COMPUTER_PLAYS, own, name=view.names[seat["seat"]])
        elif seat["stand_in"]:
            yield _silent(view, seat["seat"])
    if view.deal.lap:
        yield say(language, "table.last-lap", count=len(view.deal.lap))
    if stallo_near(view.deal):
        yield notices.notice(language, Notice.STALLO_NEAR)


def _silent(view: TableView, seat: str) -> str:
    """Why a computer may stand in: they have said nothing for so long, or for so many turns."""
    chair, own, name = view.table.chair(seat), seat == view.seat, view.names[seat]
    if view.table.assigned is not None:
        return say(view.language, "table.absent", name=name)
    if chair.missed >= ONCE_MORE:
        return notices.notice_to(view.language, Notice.MISSED_TURNS, own, name=name, count=chair.missed)
    waited = table_words.duration(view.language, view.table.settings.stand_in_after / SECOND)
    return notices.notice_to(view.language, Notice.SILENT, own, name=name, time=waited)


# --- picture ----------------------------------------------------------------------------------------------------------


def table_scene(view: TableView) -> TableScene | None:
    """The table as this viewer sees it; None before the cards are dealt."""
    table = view.table
    if view.deal_view is None:
        return None
    return TableScene(
        view=view.deal_view,
        mine=view.seat,
        names=view.names,
        dealer=dealer(view),
        totals=totals_before(view),
        deal=number_of(table),
        clock=clock(view),
        label=table.label,
        words=scene_words(view.language),
    )


# --- controls ---------------------------------------------------------------------------------------------------------


def _controls(view: TableView) -> Iterator[Control]:
    if _is_outside(view):
        return _beside_the_table(view)
    return _of_players(view) if view.table.phase == PLAYING else _answers(view)


def _is_outside(view: TableView) -> bool:
    """Whether somebody reads it in private who does not sit there: they have asked to see it."""
    return bool(view.viewer.person) and not view.seat


def _beside_the_table(view: TableView) -> Iterator[Control]:
    """What they can do: nothing of a player's, whom a press of theirs would only be refused."""
    if view.table.phase == PLAYING:
        yield Row(tuple(_looks(view)))
    elif view.deal_view is None and view.table.seed:
        yield Row((_verify(view),))


def _looks(view: TableView) -> Iterator[Button]:
    """What everybody may look at; and the way on from a pause, for who sits there."""
    if view.table.paused and not _is_outside(view):
        yield from _resume(view)
    yield from arbiter(view)
    yield lasting(view, say(view.language, "button.score"), Verb.SCORE)
    yield lasting(view, say(view.language, "button.rules"), Verb.RULES)
    if not view.seat and not view.table.sealed:
        yield lasting(view, say(view.language, "button.watch"), Verb.LOOK)


def _verify(view: TableView) -> Button:
    return lasting(view, say(view.language, "button.verify"), Verb.VERIFY)


def _answers(view: TableView) -> Iterator[Control]:
    """Between two deals only what everybody is asked, and the way on from a pause."""
    way_on = [*_resume(view), *arbiter(view)] if view.table.phase == PAUSE else []
    if way_on:
        yield Row(tuple(way_on))
    if awaits_rematch(view.table):
        wants = lasting(view, say(view.language, "button.rematch"), Verb.REMATCH, style=Style.MAIN)
        yield Row((wants, lasting(view, say(view.language, "button.leave"), Verb.LEAVE)))
    if view.deal_view is None and view.table.seed:
        yield Row((_verify(view),))
    row = proposal_row(view)
    if row is not None:
        yield row


def _of_players(view: TableView) -> Iterator[Control]:
    table, language = view.table, view.language
    buttons = [lasting(view, say(language, "button.hand"), Verb.HAND, style=Style.MAIN)]
    if view.is_taking and not table.paused and table.chair(table.in_turn).human:
        offered = legal(view.deal)
        if DRAW in offered:
            buttons.append(button(view, say(language, "button.draw"), DRAW))
        if PICK_UP in offered:
            buttons.append(button(view, say(language, "button.pick-up"), PICK_UP))
    yield Row(tuple(buttons))
    yield from _answers(view)
    if clock_end(table) and table.turn_grace and table.called < 0:
        yield Row((button(view, _call(view), Ask(Verb.CALL)),))
    if any(seat["stand_in"] for seat in seats_dealt(view)) and table.assigned is None:
        yield Row((button(view, say(language, "button.stand-in"), Ask(Verb.STANDIN)),))
    yield Row(tuple(_looks(view)))


def _call(view: TableView) -> str:
    """The button's words, with the moment from which time can be called: the message stands there before it comes."""
    until = turn_ends(view.table)
    if view.viewer.now >= until:
        return say(view.language, "button.call")
    return say(view.language, "button.call-from", time=wall(until, view.table.settings.zone).strftime("%H:%M:%S"))


def _resume(view: TableView) -> Iterator[Button]:
    """The way on from a pause; from a ruling the arbiter's word is."""
    if view.table.paused and not view.table.halted:
        yield lasting(view, say(view.language, "button.resume"), Verb.RESUME, style=Style.MAIN)
