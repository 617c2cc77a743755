"""The message at the end of a deal and of a match: one picture that reads in a chat, who is ready, and the way on.

What a deal's points are made of, down to the card, is the score sheet's to tell (`score_message`), for who asks for it.
"""

from collections.abc import Iterator

from bot.durations import SECOND
from bot.messages.assigned import is_result_hidden, sealed_result
from bot.messages.buttons import Verb
from bot.messages.hand_message import after_deal
from bot.messages.message import Message, Row
from bot.messages.result_scene import ending_of, result_scene
from bot.messages.score_message import score_title, sheet_of
from bot.messages.table_buttons import lasting
from bot.messages.table_lines import standing_lines
from bot.messages.text_result import result_brief, result_text
from bot.messages.text_score import totals
from bot.tables.table import OVER, PAUSE
from bot.views.score_view import score_page
from bot.views.table_view import Json, TableView
from bot.words import notices, table_words
from bot.words.languages import list_words, say
from bot.words.notices import Notice
from renderers.scenes import ResultScene


def result_message(view: TableView) -> Message | None:
    """Who has won, with buttons until the next deal, whose table has its own; None before the first deal has ended."""
    table, page = view.table, score_page(view)
    if is_result_hidden(view):
        return sealed_result(view, score_title(view), sheet_of(table))
    if table.match is None or not page or not table.records:
        return None
    scene = result_scene(ending_of(view, page, score_title(view)))
    return Message(
        language=view.language,
        title=score_title(view),
        lines=tuple(_lines(view, page, scene)),
        picture=scene,
        look=view.viewer.look,
        alt=result_text(view.language, scene),
        brief=result_brief(view.language, scene),
        controls=(_way_on(view),) if table.phase in (PAUSE, OVER) else (),
        anew=sheet_of(table),
    )


def _lines(view: TableView, page: Json, scene: ResultScene) -> Iterator[str]:
    table, language = view.table, view.language
    yield page["result"] or f"{scene.headline}."
    if page["note"]:
        yield page["note"]
    yield from totals(language, page)
    yield scene.ended
    yield from standing_lines(view)
    if table.phase == PAUSE and not table.paused:
        pause = table_words.duration(language, table.settings.pause / SECOND)
        yield notices.notice(language, Notice.NEXT_DEAL, time=pause)
    if table.phase == PAUSE:
        chairs = zip(table.code.seats, table.chairs, strict=True)
        ready = [view.names[seat] for seat, chair in chairs if chair.person and chair.ready]
        if ready:
            yield say(language, "score.ready", names=list_words(language, ready))


def _way_on(view: TableView) -> Row:
    verify = lasting(view, say(view.language, "button.verify"), Verb.VERIFY)
    return Row((*after_deal(view), *(() if view.table.result_sealed else (verify,))))
