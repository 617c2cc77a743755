"""The score sheet: every deal that has ended, the last one down to its cards, the totals, and how the match stands.

What a deal that is over shows is open to everybody: the cards left in the hands are on its score sheet.
"""

from collections.abc import Mapping, Sequence

from bot.tables.table import Table
from bot.views.deal_view import side_order
from bot.views.display_names import display_names, names_at_the_end, side_name
from bot.views.table_view import Json, TableView, part
from bot.words import notices, table_words
from bot.words.languages import Language, say
from bot.words.notices import Notice
from engine.cards import format_card
from engine.deal import ANNULLO, CHIUSURA
from engine.match import Match, Played
from engine.record import lost_on_time
from engine.score import HandScore, SideScore


@part
def score_page(view: TableView) -> Json | None:
    """The sheet of the match so far; until its first deal has ended, of the match `before` it, or None.

    Whatever is by side begins with that of the viewer; with the first where they have no seat.
    """
    table, language = view.table.with_score_sheet, view.language
    match = table.match
    if match is None or not match.deals:
        return None
    names, order = display_names(table, language), side_order(match.code, table.seat_of(view.viewer.person))
    vp, ranking = match.vp, match.ranking_points
    return {
        "sides": [{"side": match.code.sides[side], "name": side_name(match.code, side, names)} for side in order],
        "deals": [
            _deal(language, number, deal, order, table, is_last=number == len(match.deals))
            for number, deal in enumerate(match.deals, 1)
        ],
        "totals": [match.totals[side] for side in order],
        "before": table is not view.table,
        "over": match.is_over,
        "vp": [vp[side] for side in order] if vp else None,
        "ranking": [ranking[side] for side in order] if ranking else None,
        "result": result_words(language, match, names, on_time_at(table)) if match.is_over else "",
        "note": say(language, "score.nowhere") if match.is_over and _counts_nowhere(table, match) else "",
        "winner": match.code.sides[match.winner] if match.is_over and match.winner is not None else "",
    }


def winners(match: Match) -> tuple[int, ...]:
    """The sides that are first, as the boards have it; none while the match goes on."""
    return tuple(side for side, place in enumerate(match.places) if match.is_over and place == 1)


def _counts_nowhere(table: Table, match: Match) -> bool:
    """Whether the match was given up so early that no board counts it."""
    played = [deal for deal in match.deals if deal.resigned < 0 and deal.termination != ANNULLO]
    return match.given_up_by >= 0 and not played and table.game is not None and not table.game.all_have_played


def _deal(
    language: Language,
    number: int,
    deal: Played,
    order: Sequence[int],
    table: Table,
    *,
    is_last: bool,
) -> Json:
    """A deal, by the names of those who sat there as it ended; of the last one the table may say more."""
    names = names_at_the_end(table, language, number)
    return {
        "number": number,
        "ended": _ended(language, deal, names, table, is_last=is_last),
        "counts": deal.counts,
        "sides": [_side(language, deal.scores[side], names) for side in order],
    }


def _ended(language: Language, deal: Played, names: Mapping[str, str], table: Table, *, is_last: bool) -> str:
    """How it ended, and by whose closing."""
    if deal.termination == CHIUSURA:
        return say(language, "score.closed-by", name=names[table.code.seats[deal.closed_by]])
    off, by, on_time = (table.broken_off, table.ended_by, on_time_at(table)) if is_last else (False, "", False)
    ruled = table.assigned is not None
    return table_words.last_termination(language, deal.termination, by, broken_off=off, on_time=on_time, ruled=ruled)


def _side(language: Language, score: SideScore, names: Mapping[str, str]) -> Json:
    return {
        "burrachi": score.burrachi,
        "closing": score.closing,
        "cards": score.cards,
        "hand": score.hand,
        "pozzetto": score.pozzetto,
        "total": score.total,
        "hands": [_hand(hand, names) for hand in score.hands],
        "melds": [
            {
                "cards": [format_card(card) for card in meld.cards],
                "kind": meld.burraco or "",
                "kind_words": table_words.kind(language, meld.burraco) if meld.burraco else "",
                "bonus": meld.bonus,
                "points": meld.points,
            }
            for meld in score.melds
        ],
    }


def _hand(hand: HandScore, names: Mapping[str, str]) -> Json:
    return {
        "name": names[hand.seat],
        "cards": [format_card(card) for card in hand.cards],
        "points": hand.points,
        "doubled": hand.doubled,
    }


def on_time_at(table: Table) -> bool:
    """Whether the match was lost because somebody's clock ran out."""
    return bool(table.records) and lost_on_time(table.records[-1].lines)


def result_words(language: Language, match: Match, names: Mapping[str, str], on_time: bool = False) -> str:
    """Who has won a match that is over, in a sentence; `names` by seat. `on_time`: somebody's clock has lost it."""
    points = " – ".join([table_words.figure(total) for total in _totals_winner_first(match)])
    if match.winner is None:
        return notices.notice(language, Notice.DRAWN, result=points)
    winner, count = side_name(match.code, match.winner, names), len(match.code.sides[match.winner])
    if match.given_up_by >= 0:
        other = side_name(match.code, match.given_up_by, names)
        what = Notice.LOST_ON_TIME if on_time else Notice.GIVEN_UP
        return notices.notice(language, what, side=winner, other=other, count=count)
    return notices.notice(language, Notice.WON, side=winner, result=points, count=count)


def _totals_winner_first(match: Match) -> list[int]:
    if match.winner is None:
        return list(match.totals)
    rest = [total for side, total in enumerate(match.totals) if side != match.winner]
    return [match.totals[match.winner], *sorted(rest, reverse=True)]
