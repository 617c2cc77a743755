"""`burraco legal`: what the player to move may do in a position, or what an action makes of it.

What could be expected one way or another (`docs/scripting.md` tells it to who writes scripts):

- `--action` takes one action or several separated by spaces, as the lines of stdin do; given again, it goes on from
  there. With `-` every line is answered by one JSON object; a line without a tab is answered as without `--action`.
  Refused actions there leave status 0.
- An action may carry what a record adds. `d=9h` from a stock whose top card is unknown draws the 9h. A reveal or a mark
  that is not so is answered as `false-reveal` or `false-mark`, with `article` null: no code of play is broken.
- What unknown cards would decide is not judged, but a card that lies elsewhere cannot be among them: `not-in-hand`.
"""

import argparse
from collections import Counter

from bot.cli.options import add_command, add_json, add_rules
from bot.cli.output import BREAKS_RULE, OK, Commands, JsonObject, Unusable, print_json
from bot.cli.reading import STDIN, at, rules_named, stdin_lines
from bot.sentences import refusal_json
from engine.actions import Written, format_action, format_written, parse_written
from engine.cards import UNKNOWN, Card, Malformed, copies, format_card, format_cards
from engine.deal import Deal
from engine.hand import unpack
from engine.legal import legal
from engine.play import Step, advance
from engine.position import format_position, parse_position
from engine.refusal import Reason, Refused
from engine.rules import Rules

_MORE = """examples:
  burraco legal fitab "N/draw ?41 4c ?11/?11/?11/?11 ?11,?11 -|-"
  burraco legal fitab "N/draw ?41 4c ?11/?11/?11/?11 ?11,?11 -|-" --action "d=9h x:9h"
"""


def register(commands: Commands) -> None:
    parser = add_command(
        commands, "legal", run, "the legal actions of a position, or whether an action is legal", _MORE
    )
    add_rules(parser)
    parser.add_argument(
        "position", metavar="POSITION", help="a position; - reads lines of position, tab, actions separated by spaces"
    )
    parser.add_argument("--action", action="append", metavar="A", help="an action, or several separated by spaces")
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    rules = rules_named(options.rules)
    if options.position == STDIN:
        if options.action is not None:
            raise Unusable("with - the actions stand in the lines of stdin, after a tab")
        return _answer_lines(rules)
    with at(""):
        answer = _answer(rules, options.position, None if options.action is None else " ".join(options.action))
    if options.json:
        print_json(answer)
    else:
        print(_words(answer))
    return OK if answer.get("legal", True) else BREAKS_RULE


def _answer_lines(rules: Rules) -> int:
    for place, line in stdin_lines():
        position, tab, actions = line.partition("\t")
        with at(place):
            print_json(_answer(rules, position, actions if tab else None))
    return OK


def _answer(rules: Rules, position: str, actions: str | None) -> JsonObject:
    deal = parse_position(rules, position)
    if actions is None:
        return {"actions": [format_action(action) for action in legal(deal)]}
    written = [parse_written(text) for text in actions.split()]
    if not written:
        raise Malformed(actions, "no action")
    return _play(deal, written)


def _play(deal: Deal, written: list[Written]) -> JsonObject:
    """The last position, or the first action that is refused."""
    for index, action in enumerate(written):
        step = advance(deal, action.action, action.revealed)
        if isinstance(step, Refused):
            return {"legal": False, "index": index, **refusal_json(step)}
        fault = _fault(deal, action, step)
        if fault is not None:
            return {"legal": False, "index": index, **fault}
        deal = step.deal
    return {"legal": True, "position": format_position(deal)}


def _fault(deal: Deal, written: Written, step: Step) -> JsonObject | None:
    """What is wrong with an action that the rules allow: a false claim, or cards that cannot be there."""
    text = format_written(written)
    if written.revealed and written.revealed != step.revealed:
        return _false("false-reveal", f"{text}: what it reveals is {format_cards(step.revealed)}.")
    for mark in written.marks:
        if mark not in step.marks:
            return _false("false-mark", f"{text}: the mark {mark} is false.")
    card = _one_too_many(step.deal)
    if card is None:
        return None
    if written.revealed:
        return _false("false-reveal", f"{text}: the two packs hold no more of this card.")
    return refusal_json(deal.code.refuse(Reason.NOT_IN_HAND, ("card", format_card(card))))


def _false(reason: str, message: str) -> JsonObject:
    return {"reason": reason, "article": None, "message": message}


def _one_too_many(deal: Deal) -> Card | None:
    """A card of which there are more than two packs hold, where cards were named out of unknown ones."""
    melds = [meld.cards for side in deal.melds for meld in side]
    zones = [deal.stock, deal.pile, *deal.pozzetti, *melds, *[unpack(hand) for hand in deal.hands]]
    counts = Counter([card for zone in zones for card in zone if card != UNKNOWN])
    return next((card for card, number in counts.items() if number > copies(card)), None)


def _words(answer: JsonObject) -> str:
    if "actions" in answer:
        actions = answer["actions"]
        return " ".join(actions) if isinstance(actions, list) and actions else "none that can be known"
    if answer["legal"]:
        return f"legal; then: {answer['position']}"
    article = f" ({answer['article']})" if answer["article"] else ""
    return f"refused, action {answer['index']}: {answer['message']}{article}"
