"""The page of the first minute: a short hand after what was played in it, judged by the engine; nothing is kept.

Where somebody stands is known to their page alone, which sends the number of the hand and all that was played in it.
"""

from typing import Final

from bot.views.deal_view import WORTH, meld_picture
from bot.views.table_view import Json
from bot.words.first_hands import HANDS, SEAT, FirstHand, deal_of, is_done, played
from bot.words.languages import Language, say
from bot.words.refusals import reason_words
from engine.actions import parse_action
from engine.cards import Malformed, format_card
from engine.deal import PHASES, Deal
from engine.hand import unpack
from engine.refusal import Refused
from engine.sorting import by_suit

MOST: Final = 12  # plays of one hand


def first_minute(language: Language, number: int, plays: str = "") -> Json:
    """Hand `number`, from 1, after these plays; with what is said of the last one, and whether it was what is asked."""
    hand = HANDS[min(max(number, 1), len(HANDS)) - 1]
    deal, is_over, plays_taken, verdict = deal_of(hand), False, [], ""
    for text in plays.split()[:MOST]:
        after = _after(language, hand, deal, text)
        if isinstance(after, str):
            verdict = after
            break
        deal, is_over = after
        plays_taken.append(text)
        if is_over:
            verdict = say(language, f"first.{hand.name}.right")
            break
    return {
        "number": HANDS.index(hand) + 1,
        "of": len(HANDS),
        "name": hand.name,
        "words": say(language, f"first.{hand.name}"),
        "terms": hand.terms,
        "plays": plays_taken,
        "said": verdict,
        "done": is_over,
        "end": say(language, "first.end") if is_over and hand is HANDS[-1] else "",
        **_scene(language, deal),
    }


def _after(language: Language, hand: FirstHand, before: Deal, text: str) -> tuple[Deal, bool] | str:
    """The deal, and whether it was done; else why nothing was played."""
    try:
        step = played(hand, before, parse_action(text))
    except Malformed:
        return say(language, "first.other")
    if isinstance(step, Refused):
        return reason_words(language, step)
    is_over = is_done(hand, before, step)
    if not is_over and (step.deal.phase != before.phase or step.deal.seat != SEAT):
        return say(language, "first.other")  # allowed, but there would be nothing left to do
    return step.deal, is_over


def _scene(language: Language, deal: Deal) -> Json:
    """What lies where, as the page lays it out."""
    own = deal.hands[deal.code.seats.index(SEAT)]
    return {
        "phase": PHASES[deal.phase],
        "worth": WORTH,
        "stock": len(deal.stock),
        "pile": [format_card(card) for card in deal.pile],
        "pozzetti": [len(one) for one in deal.pozzetti],
        "hand": [format_card(card) for card in by_suit(unpack(own))],
        "melds": [meld_picture(at, meld, language) for at, meld in enumerate(deal.melds[0], 1)],
    }
