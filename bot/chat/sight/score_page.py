"""The score sheet: every deal that has ended, the last one down to its cards, the totals, and how the match stands.

What a deal that is over shows is open to everybody: the cards left in the hands are on its score sheet.
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from bot.chat.sight.called import display_names
from bot.chat.sight.deal_page import side_order
from bot.chat.speech import notices, words
from bot.chat.speech.languages import Language
from bot.chat.speech.notices import Notice
from bot.host.table import Table
from engine.cards import format_card
from engine.deal import ANNULLO
from engine.match import Match, Played
from engine.score import HandScore, SideScore

Json: TypeAlias = dict[str, Any]


def score_page(table: Table, person: str, language: Language) -> Json | None:
    """The sheet of the match so far; until its first deal has ended, of the match `before` it, or None.

    Whatever is by side begins with that of the viewer; with the first where he has no seat.
    """
    scored = table.scored
    match = scored.match
    if match is None or not match.deals:
        return None
    names, order = display_names(scored, language), side_order(match.code, scored.seat_of(person))
    vp, ranking = match.vp, match.ranking_points
    return {
        "sides": [{"side": match.code.sides[side], "name": _name(match, side, names)} for side in order],
        "deals": [
            _deal(language, number, deal, order, names, scored.broken_off and number == len(match.deals))
            for number, deal in enumerate(match.deals, 1)
        ],
        "totals": [match.totals[side] for side in order],
        "before": scored is not table,
        "over": match.is_over,
        "vp": [vp[side] for side in order] if vp else None,
        "ranking": [ranking[side] for side in order] if ranking else None,
        "result": result_words(language, match, names) if match.is_over else "",
        "winner": match.code.sides[match.winner] if match.is_over and match.winner is not None else "",
    }


def winners(match: Match) -> tuple[int, ...]:
    """The sides that are first, as the boards have it; none while the match goes on."""
    return tuple([side for side, place in enumerate(match.places) if match.is_over and place == 1])


def _name(match: Match, side: int, names: Mapping[str, str]) -> str:
    """Who plays on a side."""
    return " + ".join([names[seat] for seat in match.code.sides[side]])


def _deal(
    language: Language, number: int, deal: Played, order: Sequence[int], names: Mapping[str, str], broken_off: bool
) -> Json:
    return {
        "number": number,
        "ended": words.last_termination(language, deal.termination, broken_off),
        "counts": deal.termination != ANNULLO,
        "sides": [_side(language, deal.scores[side], names) for side in order],
    }


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
                "kind_words": words.kind(language, meld.burraco) if meld.burraco else "",
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


def result_words(language: Language, match: Match, names: Mapping[str, str]) -> str:
    """Who has won a match that is over, in a sentence; `names` by seat."""
    points = " – ".join([words.figure(total) for total in _ordered(match)])
    if match.winner is None:
        return notices.notice(language, Notice.DRAWN, result=points)
    winner, count = _name(match, match.winner, names), len(match.code.sides[match.winner])
    if match.given_up_by >= 0:
        other = _name(match, match.given_up_by, names)
        return notices.notice(language, Notice.GIVEN_UP, side=winner, other=other, count=count)
    return notices.notice(language, Notice.WON, side=winner, result=points, count=count)


def _ordered(match: Match) -> list[int]:
    if match.winner is None:
        return list(match.totals)
    rest = [total for side, total in enumerate(match.totals) if side != match.winner]
    return [match.totals[match.winner], *sorted(rest, reverse=True)]
