"""Another line of play from a moment of a record, against computer players of a level that is chosen.

The line is part of what is asked: it is no table, so no board hears of it, and it outlives a restart. Computer players
choose by their own views in processes of their own, after all who play at tables; the same line is answered in the same
way.
"""

from dataclasses import dataclass, replace
from typing import Final

from bot.host.analyses import PlaysOn
from bot.requests.replaying import RecordLook, Unfit, ended_deal, page_head
from bot.tables.lobby import COMPUTER
from bot.tables.table import Chair
from bot.views.replay_view import ReplayView, last_controls, moment_pages
from bot.views.table_view import Json
from bot.words import refusals
from bot.words.languages import Language, say
from engine.actions import Action, format_action, parse_action
from engine.cards import Malformed
from engine.code import Code
from engine.moments import DealMoment, line_of_play, moments
from engine.players import LEVELS, REMEMBER, sees
from engine.record import Turn
from engine.refusal import Refused

MOST_BRANCHED: Final = 1000  # actions of a line of play that branches off
USUAL: Final = "club"


@dataclass(frozen=True, slots=True)
class WhatIf:
    """A line of play so far: the moment from which it branches off, and those after each of its actions."""

    view: ReplayView
    line: tuple[DealMoment, ...]
    level: str


def what_if(language: Language, request: RecordLook) -> WhatIf | Unfit:
    """The line that is asked for, as far as its reader has brought it."""
    view = ended_deal(language, request)
    if isinstance(view, Unfit):
        return view
    if len(request.line) > MOST_BRANCHED:
        return Unfit(say(language, "replay.too-long"))
    found = moments(view.deal)
    start = found[min(request.at, len(found) - 1)]
    try:
        actions = [parse_action(text) for text in request.line]
    except Malformed:
        return Unfit(say(language, "replay.no-action"))
    branch = line_of_play(start, actions)
    if isinstance(branch, Refused):
        return Unfit(refusals.refusal(language, branch, view.deal.dealt.code.rules.name))
    return WhatIf(view, (start, *branch), request.level if request.level in LEVELS else USUAL)


async def others_play(branch: WhatIf, plays_on: PlaysOn) -> WhatIf:
    """The line, until it is the turn of who looks or the deal is over. Raises whatever a player could not do."""
    line = list(branch.line)
    length = len(line)
    while not line[-1].game.deal.is_over and line[-1].game.deal.seat != branch.view.look.seat:
        game = line[-1].game
        seen = sees(game, game.deal.seat, remembers=branch.level in REMEMBER)
        after = line_of_play(line[-1], await plays_on(branch.level, seen, length))
        assert not isinstance(after, Refused)
        line += after
    return replace(branch, line=tuple(line))


def what_if_page(branch: WhatIf) -> Json:
    """The line of play, and what may be done at its end."""
    view, line = branch.view, branch.line
    chairs = _against_computers(view, view.deal.dealt.code)
    return {
        **page_head(view),
        "level": branch.level,
        "line": [format_action(_action(one)) for one in line[1:]],
        "moments": moment_pages(view, line, chairs),
        "controls": last_controls(view, line, chairs),
        "over": line[-1].game.deal.is_over,
    }


def _action(moment: DealMoment) -> Action:
    assert isinstance(moment.line, Turn)
    return moment.line.actions[-1].action


def _against_computers(view: ReplayView, code: Code) -> tuple[Chair, ...]:
    computer = Chair(name=COMPUTER, computer=COMPUTER)
    return tuple(one if seat == view.look.seat else computer for seat, one in zip(code.seats, view.chairs, strict=True))
