"""`burraco replay`: a record goes through the rules again; what it claims is checked, and every deal is scored.

What could be expected one way or another (`docs/scripting.md` tells it to who writes scripts):

- A deal in progress has `termination` and `closed_by` null and is scored as the table stands; it is not in `totals`.
- `closed_by` is null where nobody closed. `melds` are in the order they were laid.
- `award` is there only where a match was given up: `guilty` (the side that did, and has lost), `margin` (the points
  that Victory Points come from), `vp` (three-player: `points`) and `mp` by side.
- Ranking points that are shared may be halves or thirds; whole ones are written as whole numbers.
- A refusal is the JSON object on stdout with `--json`, else one line on stderr. A false claim (a mark, a reveal, a
  result) is one line on stderr in both cases. Both have status 1; a record that cannot be read has status 2.
"""

import argparse
from collections.abc import Sequence

from bot.cli.options import add_command, add_json
from bot.cli.output import BREAKS_RULE, OK, BreaksRule, Commands, JsonObject, print_json
from bot.cli.reading import read_file
from bot.cli.records import at_record, refusal_words
from bot.cli.score_sheet import score_sheet
from bot.sentences import refusal_json
from engine.award import Award
from engine.cards import format_cards
from engine.code import Code
from engine.match import Match
from engine.replay import Refusal, Replay, ReplayedDeal, replay
from engine.score import SideScore, score


def register(commands: Commands) -> None:
    parser = add_command(commands, "replay", run, "replay a record, check it, and score every deal and the match")
    parser.add_argument("file", metavar="FILE", help="a record (.brn); - reads stdin")
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    text = read_file(options.file)
    with at_record(options.file):
        found = replay(text)
    if found.refusal is not None:
        if not options.json:
            raise BreaksRule(refusal_words(options.file, found.refusal))
        print_json(_refusal_json(found.refusal))
        return BREAKS_RULE
    if options.json:
        print_json(_answer(found))
    else:
        print(score_sheet(found))
    return OK


def _refusal_json(refusal: Refusal) -> JsonObject:
    where = {"deal": refusal.deal, "turn": refusal.turn, "seat": refusal.seat, "action": refusal.action}
    return {"refused": {**where, **refusal_json(refusal.refused)}}


def _answer(found: Replay) -> JsonObject:
    match = found.match
    code = match.code
    answer: dict[str, object] = {
        "rules": code.rules.name,
        "deals": [_deal(deal) for deal in found.deals],
        "totals": _by_side(code, match.totals),
    }
    answer |= _worth(match)
    if match.award is not None:
        answer["award"] = _award(match, match.award)
    return answer


def _worth(match: Match) -> dict[str, object]:
    """Victory Points, or ranking points of three players; null until the match is over, or where it has none."""
    if len(match.code.sides) == 3:
        points = match.ranking_points
        return {"points": None if points is None else _by_side(match.code, [_whole(share) for share in points])}
    return {"vp": None if match.vp is None else _by_side(match.code, match.vp)}


def _whole(share: float) -> float:
    return int(share) if share == int(share) else share


def _award(match: Match, award: Award) -> JsonObject:
    code = match.code
    return {
        "guilty": code.sides[award.guilty],
        "margin": award.margin,
        **_worth(match),
        "mp": _by_side(code, award.mp),
    }


def _deal(played: ReplayedDeal) -> JsonObject:
    deal = played.game.deal
    return {
        "termination": deal.termination or None,
        "closed_by": deal.code.seats[deal.closed_by] if deal.closed_by >= 0 else None,
        "sides": {side.side: _side(side) for side in score(deal)},
    }


def _side(side: SideScore) -> JsonObject:
    return {
        "burrachi": side.burrachi,
        "closing": side.closing,
        "cards": side.cards,
        "hand": side.hand,
        "pozzetto": side.pozzetto,
        "total": side.total,
        "melds": [format_cards(meld.cards) for meld in side.melds],
    }


def _by_side(code: Code, values: Sequence[float]) -> dict[str, float]:
    return dict(zip(code.sides, values, strict=True))
