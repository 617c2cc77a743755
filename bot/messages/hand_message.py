"""The message that shows a person their hand, with everything they need to play their turn.

While the others play it stays as it is, word for word: so nothing has to be sent. With the table above the hand it is
changed once for each turn of theirs (`marks`).
"""

from collections.abc import Iterator
from dataclasses import replace

from bot.messages.assigned import arbiter
from bot.messages.buttons import Verb
from bot.messages.hand_controls import DISCARDS, controls, order_of
from bot.messages.heard import after_reasons, hand_reasons, joined, turn_reasons
from bot.messages.message import Button, Message, Row, Style
from bot.messages.proposal import proposal_lines
from bot.messages.result_scene import ending_of, how_it_ended, result_scene, who_won
from bot.messages.score_message import score_title
from bot.messages.table_buttons import lasting
from bot.messages.table_lines import occasion_of, time_left, title
from bot.messages.table_message import table_scene
from bot.messages.text_hand import fresh_cards, hand_text, hinted_cards
from bot.messages.text_result import result_text
from bot.messages.text_score import totals
from bot.messages.text_table import lines_for_taking, table_text
from bot.tables.hints import may_ask_why
from bot.tables.table import OVER, PAUSE, PLAYING
from bot.views.feed import since
from bot.views.phrase import phrase_line
from bot.views.score_view import score_page
from bot.views.table_view import TableView
from bot.views.time_view import time_notices
from bot.words.languages import say
from bot.words.scene_words import scene_words
from renderers.scenes import HandScene, ResultScene


def hand_message(view: TableView) -> Message | None:
    """The hand of the viewer; None for who has none, or before the cards are dealt."""
    if not view.seat or view.deal_view is None or not occasion_of(view):
        return None
    if view.table.phase != PLAYING:
        return _after(view)
    reasons = hand_reasons(view)
    return Message(
        language=view.language,
        title=title(view),
        lines=tuple(_lines(view, bool(turn_reasons(view)))),
        picture=_scene(view),
        look=view.viewer.look,
        alt=_alt(view),
        controls=tuple(controls(view)),
        anew=occasion_of(view),
        ping=joined(reasons),
        replaces=True,
        notify=view.viewer.person if reasons else "",
        step=_turn(view),
        page=view.table.label,
    )


def _turn(view: TableView) -> str:
    """Names the turn of the viewer, "" while others play."""
    return str(view.table.game.turn_number) if view.table.game is not None and view.may_play else ""


def _after(view: TableView) -> Message:
    """What is left of the message when the deal has ended: who won, how it went, and the way on.

    The result stands in the picture, too: where a picture cannot be taken away, the last cards would stand there still.
    """
    lines, scene = (*_outcome(view), *_computer_line(view), *_lost_channel_line(view)), _result(view)
    row = Row((*after_deal(view), *_explanation(view)))
    reasons = after_reasons(view)
    return Message(
        view.language,
        title(view),
        lines,
        picture=scene,
        look=view.viewer.look,
        alt=result_text(view.language, scene) if scene is not None else "",
        controls=(row,) if row.buttons else (),
        anew=occasion_of(view),
        ping=joined(reasons),
        replaces=True,
        notify=view.viewer.person if reasons else "",
        page=view.table.label,
    )


def _outcome(view: TableView) -> Iterator[str]:
    """Who has won the match, or the deal and how it ended; nothing before the first one has."""
    page = score_page(view)
    if not page:
        return
    if page["result"]:
        yield from [line for line in (page["result"], page["note"]) if line]
    else:
        ending = ending_of(view, page, "")
        yield from (who_won(ending), how_it_ended(ending))
    yield from totals(view.language, page)


def _computer_line(view: TableView) -> Iterator[str]:
    """That a computer plays on for them, who may hear of it only now."""
    if view.table.phase == PAUSE and view.table.chair(view.seat).computer:
        yield say(view.language, "hand.computer-plays")


def _result(view: TableView) -> ResultScene | None:
    """The result of the deal, or match, that has ended last here; None while a rematch waits, or before the first."""
    page, match = score_page(view), view.table.match
    if not page or match is None or not match.deals:
        return None
    return result_scene(ending_of(view, page, score_title(view)))


def closed_hand(view: TableView) -> Message:
    """What is left of the message for who sits there no more: who plays now, and nothing to see or to press."""
    seats = [seat for person, seat in view.table.hands if person == view.viewer.person]
    words = say(view.language, "hand.gone", **{"name": view.names[seats[-1]]} if seats else {})
    return Message(view.language, title(view), (words,), look=view.viewer.look, replaces=True)


def after_deal(view: TableView) -> Iterator[Button]:
    """The way on after a deal, for who plays."""
    language, phase = view.language, view.table.phase
    if phase == OVER and view.table.assigned is None:
        yield lasting(view, say(language, "button.rematch"), Verb.REMATCH, style=Style.MAIN)
    elif view.table.paused and not view.table.halted:
        yield lasting(view, say(language, "button.resume"), Verb.RESUME, style=Style.MAIN)
    elif phase == PAUSE and not view.table.paused:
        yield lasting(view, say(language, "button.ready"), Verb.READY, style=Style.MAIN)
    yield from arbiter(view)
    yield lasting(view, say(language, "button.score"), Verb.SCORE)
    if view.table.sealed:
        return
    yield lasting(view, say(language, "button.moviola"), Verb.MOVIOLA)
    yield lasting(view, say(language, "button.record"), Verb.RECORD)


def _explanation(view: TableView) -> Iterator[Button]:
    """Why a computer did what it did, where one has played and the cards lie open."""
    if may_ask_why(view.table):
        yield lasting(view, say(view.language, "button.explain"), Verb.EXPLAIN)


def _lines(view: TableView, is_pinged: bool) -> Iterator[str]:
    about_time = time_notices(view) if view.may_play else []
    reminded = is_pinged and view.table.reminded >= 0 and not view.table.settings.days
    if reminded:  # how long they have been waited for says the same, and more
        yield from about_time
    yield from _what_to_do(view)
    yield from _lost_channel_line(view)
    yield from proposal_lines(view)
    if view.may_play:
        yield from about_time if not reminded else ()
        yield from [line for line in (phrase_line(view),) if line]
        yield from since(view)[::-1]


def _lost_channel_line(view: TableView) -> Iterator[str]:
    """That the table is shown to nobody there, as long as it is so."""
    if view.viewer.lost:
        yield say(view.language, "chat.lost", table=view.table.label)


def _what_to_do(view: TableView) -> Iterator[str]:
    language = view.language
    if view.table.chair(view.seat).computer:
        yield say(language, "hand.computer-plays")
    elif view.table.paused:
        yield say(language, "hand.halted") if view.table.halted else say(language, "hand.paused")
    elif not view.may_play:
        unseen = view.deal.unseen >> view.seat_number & 1
        yield _unseen(view) if unseen else say(language, "hand.wait")
    elif view.is_taking:
        yield say(language, "hand.take", left=time_left(view))
        yield from lines_for_taking(view) if not view.viewer.together else ()  # they see both above their cards
    elif view.draft.menu == DISCARDS:
        yield say(language, "menu.discards")
    else:
        yield say(language, "hand.play", left=time_left(view))


def _unseen(view: TableView) -> str:
    """When the cards of the pozzetto may be looked at, by the code in play."""
    if view.deal.code.seen_after_partner:
        return say(view.language, "hand.unseen-partner")
    return say(view.language, "hand.unseen")


def _alt(view: TableView) -> str:
    """What the picture shows, in words: the cards first, which are shortened last."""
    return f"{hand_text(view)}\n{table_text(view)}" if view.viewer.together else hand_text(view)


def _scene(view: TableView) -> HandScene:
    """The picture; a table above it has no clock, which would make another of it as time passes."""
    assert view.deal_view is not None
    draft, table = view.draft, table_scene(view) if view.viewer.together else None
    return HandScene(
        view=view.deal_view,
        seat=view.seat,
        order=draft.order,
        by=order_of(draft),
        ticked=draft.ticked,
        drawn=fresh_cards(view),
        hinted=hinted_cards(view),
        names=view.names,
        label=view.table.label,
        words=scene_words(view.language),
        lasting=True,
        table=replace(table, clock="") if table is not None else None,
    )
