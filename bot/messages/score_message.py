"""The message after a deal: the score sheet, who is ready, and the way on."""

from collections.abc import Iterator

from bot.messages.hand_message import after_deal
from bot.messages.message import Message, Row
from bot.messages.table_lines import last_deal, standing_lines
from bot.messages.text_score import score_brief, score_text, totals
from bot.tables.table import OVER, PAUSE, SECOND, Table
from bot.views.about_view import ended_deal
from bot.views.deal_view import side_order
from bot.views.score_view import score_page, winners
from bot.views.table_view import Json, TableView
from bot.words import notices, table_words
from bot.words.languages import list_words, say
from bot.words.names import known_as
from bot.words.notices import Notice
from bot.words.scene_words import scene_words
from renderers.scenes import ScoreScene


def score_message(view: TableView) -> Message | None:
    """The sheet of the match so far, with buttons until the next deal; None before the first deal has ended."""
    table, match = view.table, view.table.match
    page = score_page(view)
    if match is None or not page or not table.records:
        return None
    waits = table.phase in (PAUSE, OVER)
    order = side_order(match.code, view.seat)
    scene = ScoreScene(
        sides=tuple(tuple(view.names[seat] for seat in match.code.sides[side]) for side in order),
        deals=tuple(tuple(deal.scores[side] for side in order) for deal in match.deals),
        totals=tuple(page["totals"]),
        vp=tuple(str(vp) for vp in page["vp"] or ()),
        title=_title(view),
        result=page["result"],
        words=scene_words(view.language),
        ended=page["deals"][-1]["ended"],
        names=view.names,
        ranking=tuple(table_words.share(view.language, share) for share in page["ranking"] or ()),
        uncounted=tuple(at for at, deal in enumerate(page["deals"]) if not deal["counts"]),
        winners=tuple(order.index(side) for side in winners(match)),
    )
    return Message(
        language=view.language,
        title=_title(view),
        lines=tuple(_lines(view, page)),
        picture=scene,
        look=view.viewer.look,
        alt=score_text(view),
        brief=score_brief(view),
        controls=(Row(tuple(after_deal(view))),) if waits else (),
        anew=sheet_of(table),
    )


def sheet_of(table: Table) -> str:
    """What tells the sheet of the deal that ended last from every other."""
    return f"{last_deal(table)}.score"


def _title(view: TableView) -> str:
    """The sheet's own deal, also when the next one lies on the table."""
    return say(view.language, "title.score", table=view.table.label, deal=ended_deal(view.table))


def _lines(view: TableView, page: Json) -> Iterator[str]:
    table, language = view.table, view.language
    yield page["result"] or page["deals"][-1]["ended"]
    if page["note"]:
        yield page["note"]
    yield from totals(language, page)
    if page["result"]:
        yield page["deals"][-1]["ended"]
    yield from standing_lines(view)
    if table.phase == PAUSE and not table.paused:
        pause = table_words.duration(language, table.settings.pause / SECOND)
        yield notices.notice(language, Notice.NEXT_DEAL, time=pause)
    if table.phase == PAUSE:
        ready = [known_as(language, chair.name) for chair in table.chairs if chair.person and chair.ready]
        if ready:
            yield say(language, "score.ready", names=list_words(language, ready))
    yield notices.notice(language, Notice.SEED_SHOWN, seed=table.records[-1].tags["Seed"])
