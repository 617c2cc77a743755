"""The message that shows a person their hand, with everything they need to play their turn.

While the others play it stays as it is, word for word: so nothing has to be sent.
"""

from collections.abc import Iterator

from bot.messages.buttons import Verb
from bot.messages.hand_controls import DISCARDS, controls, order_of
from bot.messages.message import Button, Message, Row, Style
from bot.messages.proposal import proposal_lines
from bot.messages.showing import Showing, occasion, time_left, title
from bot.messages.text_hand import fresh_cards, hand_text, hinted_cards
from bot.messages.text_score import totals
from bot.tables.table import OVER, PLAYING
from bot.words import notices
from bot.words.languages import say
from bot.words.notices import Notice
from bot.words.scene_words import scene_words
from renderers.scenes import HandScene


def hand_message(shown: Showing) -> Message | None:
    """The hand of the reader; None for who has none, or before the cards are dealt."""
    if not shown.seat or shown.seen is None or not occasion(shown.table):
        return None
    if shown.table.phase != PLAYING:
        return _after(shown)
    ping = _ping(shown)
    return Message(
        language=shown.language,
        title=title(shown),
        lines=tuple(_lines(shown, bool(ping))),
        picture=_scene(shown),
        look=shown.reader.look,
        alt=hand_text(shown),
        controls=tuple(controls(shown)),
        anew=occasion(shown.table),
        ping=ping,
        replaces=True,
        notify=shown.reader.person if ping else "",
        step=_turn(shown),
    )


def _turn(shown: Showing) -> str:
    """Names the turn of the reader, "" while others play."""
    return str(shown.table.game.turn_number) if shown.table.game is not None and shown.may_play else ""


def _ping(shown: Showing) -> str:
    """Names the reminder of this turn, the first or the second one; "" where the reader was not reminded."""
    game, time = shown.table.game, shown.sight["time"]
    if game is None or not shown.may_play or not (time["pinged"] or time["reminded"]):
        return ""
    return f"{game.turn_number}{'r' if time['reminded'] else ''}"


def _after(shown: Showing) -> Message:
    """What is left of the message when the deal has ended: how it went, and the way on."""
    page = shown.sight["score"]
    ended = (page["deals"][-1]["ended"], *totals(shown.language, page)) if page else ()
    lines = (*ended, *_lost(shown))
    row = Row(tuple(after_deal(shown)))
    return Message(
        shown.language,
        title(shown),
        lines,
        look=shown.reader.look,
        controls=(row,) if row.buttons else (),
        anew=occasion(shown.table),
        replaces=True,
    )


def closed_hand(shown: Showing) -> Message:
    """What is left of the message for who sits there no more: who plays now, and nothing to see or to press."""
    held = [seat for person, seat in shown.table.hands if person == shown.reader.person]
    words = say(shown.language, "hand.gone", **{"name": shown.names[held[-1]]} if held else {})
    return Message(shown.language, title(shown), (words,), look=shown.reader.look, replaces=True)


def after_deal(shown: Showing) -> Iterator[Button]:
    """The way on after a deal, for who plays."""
    language, phase = shown.language, shown.table.phase
    if phase == OVER:
        yield shown.lasting(say(language, "button.rematch"), Verb.REMATCH, style=Style.MAIN)
    elif shown.table.paused:
        yield shown.lasting(say(language, "button.resume"), Verb.RESUME, style=Style.MAIN)
    elif phase != "closed":
        yield shown.lasting(say(language, "button.ready"), Verb.READY, style=Style.MAIN)
    yield shown.lasting(say(language, "button.score"), Verb.SCORE)
    yield shown.lasting(say(language, "button.moviola"), Verb.MOVIOLA)
    yield shown.lasting(say(language, "button.record"), Verb.RECORD)


def _lines(shown: Showing, pinged: bool) -> Iterator[str]:
    language, chair = shown.language, shown.table.chair(shown.seat)
    told = shown.sight["told"] if shown.may_play else []
    reminded = pinged and shown.sight["time"]["reminded"] and not shown.table.settings.days
    if reminded:  # how long they have been waited for says the same, and more
        yield from told
    elif pinged:
        yield notices.notice(language, Notice.YOUR_TURN, name=chair.name, table=shown.table.label)
    yield from _what_to_do(shown)
    yield from _lost(shown)
    yield from proposal_lines(shown)
    if shown.may_play:
        yield from told if not reminded else ()
        yield from shown.sight["since"][::-1]


def _lost(shown: Showing) -> Iterator[str]:
    """That the table is shown to nobody there, as long as it is so."""
    if shown.reader.lost:
        yield say(shown.language, "chat.lost", table=shown.table.label)


def _what_to_do(shown: Showing) -> Iterator[str]:
    language = shown.language
    if shown.table.chair(shown.seat).computer:
        yield say(language, "hand.computer-plays")
    elif shown.table.paused:
        yield say(language, "hand.paused")
    elif not shown.may_play:
        unseen = [seat["pozzetto_unseen"] for seat in shown.sight["seats"] if seat["seat"] == shown.seat]
        yield say(language, "hand.unseen") if any(unseen) else say(language, "hand.wait")
    elif shown.sight["phase"] == "draw":
        yield say(language, "hand.take", left=time_left(shown))
    elif shown.held.menu == DISCARDS:
        yield say(language, "menu.discards")
    else:
        yield say(language, "hand.play", left=time_left(shown))


def _scene(shown: Showing) -> HandScene:
    held = shown.held
    assert shown.seen is not None
    return HandScene(
        view=shown.seen,
        seat=shown.seat,
        order=held.order,
        by=order_of(held),
        ticked=held.ticked,
        drawn=fresh_cards(shown),
        hinted=hinted_cards(shown),
        names=shown.names,
        label=shown.table.label,
        words=scene_words(shown.language),
        lasting=True,
    )
