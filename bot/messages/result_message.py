"""The message at the end of a deal and of a match: one picture that reads in a chat, who is ready, and the way on.

What a deal's points are made of, down to the card, is the score sheet's to tell (`score_message`), for who asks for it.
"""

from collections.abc import Iterator

from bot.messages.buttons import Verb
from bot.messages.hand_message import after_deal
from bot.messages.message import Message, Row
from bot.messages.moviola import turning_point
from bot.messages.score_message import score_title, sheet_of
from bot.messages.table_buttons import lasting
from bot.messages.table_lines import standing_lines
from bot.messages.text_result import result_brief, result_text
from bot.messages.text_score import totals
from bot.tables.table import OVER, PAUSE, SECOND
from bot.views.about_view import ended_deal
from bot.views.deal_view import side_order
from bot.views.display_names import side_name
from bot.views.score_view import on_time_at, score_page, winners
from bot.views.table_view import Json, TableView
from bot.words import notices, table_words
from bot.words.languages import list_words, say
from bot.words.names import known_as
from bot.words.notices import Notice
from bot.words.scene_words import scene_words
from engine.deal import ANNULLO, CHIUSURA
from engine.match import Match
from engine.melds import Meld
from renderers.scenes import ResultScene


def result_message(view: TableView) -> Message | None:
    """Who has won, with buttons until the next deal; None before the first deal has ended."""
    table, match = view.table, view.table.match
    page = score_page(view)
    if match is None or not page or not table.records:
        return None
    scene = _scene(view, match, page)
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


def _scene(view: TableView, match: Match, page: Json) -> ResultScene:
    order = side_order(match.code, view.seat)
    first = winners(match) if match.is_over else _deal_winners(match)
    return ResultScene(
        sides=tuple(tuple(view.names[seat] for seat in match.code.sides[side]) for side in order),
        headline=_headline(view, match, first).rstrip("."),
        totals=tuple(page["totals"]),
        score=tuple(match.deals[-1].scores[side] for side in order) if _is_decided_by_points(match) else (),
        deal=ended_deal(view.table),
        is_match=match.is_over,
        winners=tuple(order.index(side) for side in first),
        vp=tuple(str(vp) for vp in page["vp"] or ()),
        ranking=tuple(table_words.share(view.language, share) for share in page["ranking"] or ()),
        title=score_title(view),
        ended=_ended(view, match, page),
        notes=tuple(_notes(view, match, page)),
        words=scene_words(view.language),
    )


def _way_on(view: TableView) -> Row:
    return Row((*after_deal(view), lasting(view, say(view.language, "button.verify"), Verb.VERIFY)))


def _is_decided_by_points(match: Match) -> bool:
    """Whether the points of the deal that ended last have decided anything: it counts, and nobody gave up."""
    return match.given_up_by < 0 and match.deals[-1].termination != ANNULLO


def _deal_winners(match: Match) -> tuple[int, ...]:
    """The side with most points of the deal that ended last; none where several have as many, or it counts nothing."""
    points = [side.total for side in match.deals[-1].scores]
    best = max(points)
    alone = points.count(best) == 1 and match.deals[-1].termination != ANNULLO
    return (points.index(best),) if alone else ()


# --- words ------------------------------------------------------------------------------------------------------------


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
        ready = [known_as(language, chair.name) for chair in table.chairs if chair.person and chair.ready]
        if ready:
            yield say(language, "score.ready", names=list_words(language, ready))


def _headline(view: TableView, match: Match, first: tuple[int, ...]) -> str:
    """Who has won the match, or the deal, in a sentence."""
    language, deal = view.language, ended_deal(view.table)
    if match.is_over:
        if match.winner is None:
            return say(language, "result.match-drawn")
        winner, count = side_name(match.code, match.winner, view.names), len(match.code.members[match.winner])
        return say(language, "result.match-won", side=winner, count=count)
    if match.deals[-1].termination == ANNULLO:
        return say(language, "result.deal-void", deal=deal)
    if not first:
        return say(language, "result.deal-level", deal=deal)
    winner, count = side_name(match.code, first[0], view.names), len(match.code.members[first[0]])
    return say(language, "result.deal-won", side=winner, deal=deal, count=count)


def _ended(view: TableView, match: Match, page: Json) -> str:
    """How the deal ended, a sentence that names who ended it."""
    last = match.deals[-1]
    if match.given_up_by >= 0:
        other = side_name(match.code, match.given_up_by, view.names)
        if on_time_at(view.table):
            return say(view.language, "result.on-time", side=other)
        return say(view.language, "result.given-up", side=other)
    if last.termination == CHIUSURA and last.closed_by >= 0:
        return say(view.language, "result.closed", name=view.names[match.code.seats[last.closed_by]])
    ended: str = page["deals"][-1]["ended"]
    return ended


def _notes(view: TableView, match: Match, page: Json) -> Iterator[str]:
    """The turn that decided most of the deal and the longest burraco, where its points have decided anything."""
    if page["note"]:
        yield page["note"]
    if not _is_decided_by_points(match):
        return
    yield from _turned(view)
    yield from _longest(view, match)


def _turned(view: TableView) -> Iterator[str]:
    found = turning_point(view.table.game) if view.table.game is not None else None
    if found is not None and found.gain > 0:
        code = found.before.code
        yield say(
            view.language,
            "result.turned",
            count=len(code.members[found.side]),
            turn=found.turn,
            name=view.names[found.before.seat],
            side=side_name(code, found.side, view.names),
            points=found.gain,
        )


def _longest(view: TableView, match: Match) -> Iterator[str]:
    """The burraco of most cards; none where two sides have as good a one."""
    found = [
        (_worth(meld), side, meld)
        for side, score in enumerate(match.deals[-1].scores)
        for meld in score.melds
        if meld.burraco
    ]
    if not found:
        return
    worth, side, meld = max(found, key=lambda one: one[0])
    if {other for best, other, _ in found if best == worth} == {side}:
        name = side_name(match.code, side, view.names)
        laid = table_words.meld(view.language, meld)
        yield say(view.language, "result.longest", side=name, length=len(meld.cards), meld=laid)


def _worth(meld: Meld) -> tuple[int, int, int]:
    """By what one burraco goes before another."""
    return len(meld.cards), meld.bonus, meld.points
