"""The analysis of a deal for a page that looks through its record: what was to be expected, luck, better plays."""

from bot.messages.analysis_words import mistake_words, side_words, swing_words
from bot.requests.replaying import names_by_turn, names_in
from bot.views.deal_view import side_order
from bot.views.replay_view import ReplayView
from bot.views.table_view import Json
from bot.words.languages import say
from engine.actions import format_action
from engine.analysis import Analysis
from engine.moments import before_turn, moments


def analysis_page(view: ReplayView, found: Analysis) -> Json:
    """The curves by turn, a figure for each side, that of who looks first; and the moments to jump to."""
    language, code, names = view.look.language, view.deal.dealt.code, names_in(view)
    all_moments, then = moments(view.deal), names_by_turn(view)
    order = side_order(code, view.look.seat)
    if not found.expected:
        return {
            "lines": [say(language, "analysis.unknown")],
            "begins": [],
            "expected": [],
            "play": [],
            "turns": [],
            "mistakes": [],
        }
    turns = range(1, len(found.expected))
    return {
        "lines": [side_words(language, code, names, side, found) for side in order]
        + ([] if found.mistakes else [say(language, "analysis.equal")]),
        "begins": [*[before_turn(all_moments, turn) for turn in turns], len(all_moments) - 1],
        "expected": [[round(one[side]) for side in order] for one in found.expected],
        "play": [[round(one[side]) for side in order] for one in found.play],
        "turns": [
            {"moment": before_turn(all_moments, one.turn), "words": swing_words(language, code, names, one, then)}
            for one in found.turning_points
        ],
        "mistakes": [
            {
                "moment": one.moment,
                "turn": one.turn,
                "seat": one.seat,
                "line": [format_action(written.action) for written in one.better],
                **mistake_words(language, names, one, then),
            }
            for one in found.mistakes
        ],
    }
