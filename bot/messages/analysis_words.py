"""The analysis of a deal in words: luck and play of each side, turning points, what would have been better."""

from collections.abc import Mapping
from typing import Final

from bot.views.deal_view import side_order
from bot.views.display_names import AS_NOW, NamesThen, side_name
from bot.words import table_words, turns
from bot.words.languages import Language, say
from engine.analysis import SURE, Analysis, ExpectedSwing, Mistake
from engine.code import Code, Seat

MOST_TOLD: Final = 3  # mistakes that a message names, the dearest


def analysis_lines(
    language: Language,
    code: Code,
    names: Mapping[Seat, str],
    found: Analysis,
    mine: str = "",
    then: NamesThen = AS_NOW,
) -> list[str]:
    """What a message says: luck and play by side, the turns that changed most, the plays clearly worse than others."""
    if not found.expected:
        return []
    dearest = sorted(found.mistakes, key=lambda one: -one.loss)[:MOST_TOLD]
    mistakes = [one for one in found.mistakes if one in dearest]
    return [
        *[side_words(language, code, names, side, found) for side in side_order(code, mine)],
        *[swing_words(language, code, names, point, then) for point in found.turning_points],
        *[
            say(language, "analysis.mistake", turn=one.turn, **mistake_words(language, names, one, then))
            for one in mistakes
        ],
        *([] if mistakes else [say(language, "analysis.equal")]),
    ]


def side_words(language: Language, code: Code, names: Mapping[Seat, str], side: int, found: Analysis) -> str:
    luck, play = _signed(found.luck[side]), _signed(found.play[-1][side])
    return say(language, "analysis.side", side=side_name(code, side, names), luck=luck, play=play)


def swing_words(
    language: Language, code: Code, names: Mapping[Seat, str], point: ExpectedSwing, then: NamesThen = AS_NOW
) -> str:
    """What the first side was to expect of the deal before the turn, and after it."""
    name = then.get(point.turn, names)[point.seat]
    before, after = _signed(point.before), _signed(point.after)
    side = side_name(code, 0, names)
    return say(language, "analysis.turn", turn=point.turn, name=name, side=side, before=before, after=after)


def mistake_words(
    language: Language, names: Mapping[Seat, str], one: Mistake, then: NamesThen = AS_NOW
) -> dict[str, str]:
    """What was played, what would have been better, and by how much."""
    name = then.get(one.turn, names)[one.seat]
    margin = say(language, "analysis.margin", loss=round(one.loss), error=round(SURE * one.error))
    played, better = turns.turn(language, name, one.played), turns.turn(language, name, one.better)
    return {"played": played, "better": better, "margin": margin}


def _signed(figure: float) -> str:
    return table_words.signed(round(figure))
