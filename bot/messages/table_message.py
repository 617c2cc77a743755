"""The live message of a deal, for a channel: who is to play, what happened, the table. No card of a hand is in it."""

import hashlib
import json
from collections.abc import Iterator

from bot.messages.buttons import Ask, Verb
from bot.messages.message import Button, Control, Message, Row, Style
from bot.messages.proposal import proposal_lines, proposal_row
from bot.messages.showing import (
    Showing,
    clock,
    may_take,
    number_of,
    occasion,
    standing_lines,
    time_left,
    title,
    unreached,
)
from bot.messages.text_table import dealer, table_brief, table_text, to_play, totals_before
from bot.planner.calendar import wall
from bot.tables.clocks import turn_ends
from bot.tables.deals import awaits_rematch
from bot.tables.table import PAUSE, PLAYING, SECOND, Chair
from bot.tables.timers import ONCE_MORE
from bot.views.score_view import on_time_at
from bot.words import notices, table_words
from bot.words.languages import say
from bot.words.notices import Notice
from bot.words.rematch import rematch_begins
from bot.words.scene_words import scene_words
from engine.actions import DRAW, PICK_UP
from engine.legal import legal
from renderers.scenes import TableScene


def table_message(shown: Showing) -> Message | None:
    """The deal on the table; without its buttons when it has ended; None between two of them."""
    if not occasion(shown.table):
        return _stopped_before_a_deal(shown) if shown.table.paused else None
    playing = shown.table.phase == PLAYING
    controls = tuple(_controls(shown) if playing else _asked(shown))
    beside = [*unreached(shown), *proposal_lines(shown), *_warnings(shown)] if playing else []
    return Message(
        language=shown.language,
        title=title(shown),
        lines=tuple(_lines(shown, beside)),
        picture=_scene(shown),
        look=shown.reader.look,
        alt=table_text(shown),
        brief=table_brief(shown),
        controls=controls,
        anew=occasion(shown.table),
        step=_step(shown, controls, beside),
    )


def _stopped_before_a_deal(shown: Showing) -> Message:
    """A table that was paused before there was anything to pause; older logs have such."""
    lines = (say(shown.language, "table.paused"), *shown.sight["told"])
    return Message(shown.language, title(shown), lines, controls=(Row((_resume(shown),)),), anew="paused")


def _step(shown: Showing, controls: tuple[Control, ...], beside: list[str]) -> str:
    """The turn, and all that concerns everybody and is no play of this turn."""
    game = shown.table.game
    if game is None or shown.table.phase != PLAYING:
        return ""
    labels = [button.label for row in controls[1:] if isinstance(row, Row) for button in row.buttons]
    said = json.dumps([game.turn_number, shown.table.paused, beside, labels])
    return hashlib.sha256(said.encode()).hexdigest()[:12]


# --- words ------------------------------------------------------------------------------------------------------------


def _lines(shown: Showing, beside: list[str]) -> Iterator[str]:
    table, language = shown.table, shown.language
    if shown.seen is None:
        yield from _before_the_deal(shown)
        return
    if table.phase != PLAYING:
        by, on_time = table.ended_by, on_time_at(table)
        ended = table_words.last_termination(language, shown.seen.deal.termination, table.broken_off, by, on_time)
        yield ended
        yield from standing_lines(shown)
        yield from proposal_lines(shown)
        yield from [line for line in shown.sight["since"][::-1] if line != ended]
        return
    if table.paused:
        yield say(language, "table.paused")
    yield _in_turn(shown)
    yield from beside
    if shown.reader.crowded:
        yield say(language, "table.crowded")
    if shown.sight["now"]:
        yield shown.sight["now"]
    yield from shown.sight["since"][::-1]
    yield from _drawn(shown) if not table.lines else ()


def _in_turn(shown: Showing) -> str:
    return " ".join([table_words for table_words in (to_play(shown), time_left(shown)) if table_words])


def _before_the_deal(shown: Showing) -> Iterator[str]:
    seat = shown.table.code.seats[shown.table.dealer]
    yield notices.notice_to(shown.language, Notice.DEALS_FIRST, seat == shown.seat, name=shown.names[seat])
    yield from _rematch(shown)
    yield from _drawn(shown)
    yield notices.notice(shown.language, Notice.COMMITTED, commitment=shown.sight["table"]["commitment"])


def _drawn(shown: Showing) -> Iterator[str]:
    """The cards drawn for seats and dealer: no card of a hand."""
    drawn = shown.sight["table"]["drawn"]
    if drawn:
        yield say(shown.language, "table.drew", cards=", ".join(drawn))


def _rematch(shown: Showing) -> Iterator[str]:
    """Who wants another match, while others have not said so yet; and that it begins without their word."""
    if awaits_rematch(shown.table):
        for chair in shown.table.chairs:
            if chair.person and chair.ready:
                own = chair.person == shown.reader.person
                yield notices.notice_to(shown.language, Notice.WANTS_REMATCH, own, name=chair.name)
        yield rematch_begins(shown.language, shown.table)


def _warnings(shown: Showing) -> Iterator[str]:
    """What does not happen every turn: an absent player, the last lap, a stallo that is near."""
    table, language = shown.table, shown.language
    yield from shown.sight["told"]
    for seat in shown.sight["seats"]:
        chair = table.chair(seat["seat"])
        if chair.person and chair.computer:
            yield notices.notice_to(language, Notice.COMPUTER_PLAYS, seat["seat"] == shown.seat, name=chair.name)
        elif seat["stand_in"]:
            yield _silent(shown, chair, seat["seat"] == shown.seat)
    if shown.sight["last_lap"]:
        yield say(language, "table.last-lap", count=len(shown.seen.deal.lap) if shown.seen else 0)
    if shown.sight["stallo_near"]:
        yield notices.notice(language, Notice.STALLO_NEAR)


def _silent(shown: Showing, chair: Chair, own: bool) -> str:
    """Why a computer may stand in: they have said nothing for so long, or for so many turns."""
    if chair.missed >= ONCE_MORE:
        return notices.notice_to(shown.language, Notice.MISSED_TURNS, own, name=chair.name, count=chair.missed)
    waited = table_words.duration(shown.language, shown.table.settings.stand_in_after / SECOND)
    return notices.notice_to(shown.language, Notice.SILENT, own, name=chair.name, time=waited)


# --- picture ----------------------------------------------------------------------------------------------------------


def _scene(shown: Showing) -> TableScene | None:
    table = shown.table
    if shown.seen is None:
        return None
    return TableScene(
        view=shown.seen,
        mine=shown.seat,
        names=shown.names,
        dealer=dealer(shown),
        totals=totals_before(shown),
        deal=number_of(table),
        clock=clock(shown),
        label=table.label,
        words=scene_words(shown.language),
    )


# --- controls ---------------------------------------------------------------------------------------------------------


def _asked(shown: Showing) -> Iterator[Control]:
    """Between two deals only what everybody is asked, and the way on from a pause."""
    if shown.table.paused and shown.table.phase == PAUSE:
        yield Row((_resume(shown),))
    if awaits_rematch(shown.table):
        wants = shown.lasting(say(shown.language, "button.rematch"), Verb.REMATCH, style=Style.MAIN)
        yield Row((wants, shown.lasting(say(shown.language, "button.leave"), Verb.LEAVE)))
    row = proposal_row(shown)
    if row is not None:
        yield row


def _controls(shown: Showing) -> Iterator[Control]:
    table, language = shown.table, shown.language
    buttons = [shown.lasting(say(language, "button.hand"), Verb.HAND, style=Style.MAIN)]
    if shown.seen is not None and may_take(shown.seen) and not table.paused and table.chair(table.in_turn).human:
        offered = legal(shown.seen.deal)
        if DRAW in offered:
            buttons.append(shown.button(say(language, "button.draw"), DRAW))
        if PICK_UP in offered:
            buttons.append(shown.button(say(language, "button.pick-up"), PICK_UP))
    yield Row(tuple(buttons))
    yield from _asked(shown)
    if shown.sight["clock"] and table.turn_grace and table.called < 0:
        yield Row((shown.button(_call(shown), Ask(Verb.CALL)),))
    if any([seat["stand_in"] for seat in shown.sight["seats"]]):
        yield Row((shown.button(say(language, "button.stand-in"), Ask(Verb.STANDIN)),))
    others = [
        shown.lasting(say(language, "button.score"), Verb.SCORE),
        shown.lasting(say(language, "button.rules"), Verb.RULES),
    ]
    if table.paused:
        others.insert(0, _resume(shown))
    yield Row(tuple(others))


def _call(shown: Showing) -> str:
    """The button's words, with the moment from which time can be called: the message stands there before it comes."""
    until = turn_ends(shown.table)
    if shown.reader.now >= until:
        return say(shown.language, "button.call")
    return say(shown.language, "button.call-from", time=wall(until, shown.table.settings.zone).strftime("%H:%M:%S"))


def _resume(shown: Showing) -> Button:
    return shown.lasting(say(shown.language, "button.resume"), Verb.RESUME, style=Style.MAIN)
