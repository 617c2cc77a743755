"""The score sheet of the match so far, down to the card, for who asks for it."""

from collections.abc import Iterator

from bot.messages.assigned import is_result_hidden, sealed_result
from bot.messages.buttons import Verb
from bot.messages.message import Message, Row
from bot.messages.table_buttons import lasting
from bot.messages.table_lines import last_deal
from bot.messages.text_score import score_brief, score_text, totals
from bot.tables.table import OVER, PAUSE, Table
from bot.views.about_view import ended_deal
from bot.views.deal_view import side_order
from bot.views.display_names import names_at_the_end
from bot.views.score_view import score_page, winners
from bot.views.table_view import Json, TableView
from bot.words import table_words
from bot.words.languages import say
from bot.words.scene_words import scene_words
from renderers.scenes import ScoreScene


def score_message(view: TableView) -> Message | None:
    """The sheet, with buttons until the next deal; None before the first deal has ended."""
    table, match = view.table, view.table.match
    page = score_page(view)
    if is_result_hidden(view):
        return sealed_result(view, score_title(view), sheet_of(table))
    if match is None or not page or not table.records:
        return None
    waits = table.phase in (PAUSE, OVER) and not table.sealed
    order = side_order(match.code, view.seat)
    scene = ScoreScene(
        sides=tuple(tuple(view.names[seat] for seat in match.code.sides[side]) for side in order),
        deals=tuple(tuple(deal.scores[side] for side in order) for deal in match.deals),
        totals=tuple(page["totals"]),
        vp=tuple(str(vp) for vp in page["vp"] or ()),
        title=score_title(view),
        result=page["result"],
        words=scene_words(view.language),
        ended=page["deals"][-1]["ended"],
        names=names_at_the_end(table, view.language),
        ranking=tuple(table_words.share(view.language, share) for share in page["ranking"] or ()),
        uncounted=tuple(at for at, deal in enumerate(page["deals"]) if not deal["counts"]),
        winners=tuple(order.index(side) for side in winners(match)),
    )
    return Message(
        language=view.language,
        title=score_title(view),
        lines=tuple(_lines(view, page)),
        picture=scene,
        look=view.viewer.look,
        alt=score_text(view),
        brief=score_brief(view),
        controls=(_others(view),) if waits else (),
        anew=sheet_of(table),
    )


def sheet_of(table: Table) -> str:
    """What tells the result and the sheet of the deal that ended last from every other."""
    return f"{last_deal(table)}.score"


def score_title(view: TableView) -> str:
    """The sheet's own deal, also when the next one lies on the table."""
    return say(view.language, "title.score", table=view.table.label, deal=ended_deal(view.table))


def _lines(view: TableView, page: Json) -> Iterator[str]:
    yield page["result"] or page["deals"][-1]["ended"]
    if page["note"]:
        yield page["note"]
    yield from totals(view.language, page)
    if page["result"]:
        yield page["deals"][-1]["ended"]


def _others(view: TableView) -> Row:
    """What else can be read of the match."""
    language = view.language
    return Row(
        (
            lasting(view, say(language, "button.moviola"), Verb.MOVIOLA),
            lasting(view, say(language, "button.record"), Verb.RECORD),
            lasting(view, say(language, "button.verify"), Verb.VERIFY),
        )
    )
