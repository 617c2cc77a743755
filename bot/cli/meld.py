"""`burraco meld`: is this a meld, and may these cards be added to it?

What could be expected one way or another (`docs/scripting.md` tells it to who writes scripts):

- With `-` every line is answered by one JSON object at once, with `--json` or without; blank lines are skipped, and the
  status is 0. The first line that is no notation ends it with status 2 and a line on stderr that names it: an answer
  made up for it would hide a broken input.
- Alone, a meld or an addition that the rules refuse has status 1.
- Cards that two packs do not hold (three equal ones, five jokers, counted over meld and addition) are unusable input.
- In a set the matta stands for no card in particular, so `as` is null, as for a free matta of a run.
- `--opening` judges the first meld of a hand; it means nothing beside `--add`.
- An addition that is refused leaves the meld as it was: `cards` and the other fields are those of the meld before it.
- MELD is read as it would be on the table, in the written order of the notation; what is no meld there is unusable.
"""

import argparse
from collections.abc import Sequence

from bot.cli.options import add_command, add_json, add_rules, may_stand_alone
from bot.cli.output import BREAKS_RULE, OK, Commands, JsonObject, Unusable, print_json
from bot.cli.reading import STDIN, at, code_named, stdin_lines
from bot.sentences import refusal_json
from engine.actions import Add, Lay
from engine.cards import NO_CARD, UNKNOWN, Card, Malformed, format_card, format_cards, parse_cards
from engine.code import Code
from engine.deal import PLAY, Deal
from engine.hand import pack
from engine.melds import Meld, Run
from engine.play import Step, advance
from engine.position import parse_meld
from engine.refusal import Reason, Refused

_MORE = """examples:
  burraco meld fitab 5h6hJk8h9hThJh
  burraco meld three-player 7h7c7s --opening
  burraco meld online 5h6h7h --add Jk^
"""


def register(commands: Commands) -> None:
    parser = add_command(commands, "meld", run, "judge a meld, or an addition to one", _MORE)
    add_rules(parser)
    parser.add_argument(
        "cards", metavar="CARDS", help="the cards, such as 5h6hJk8h; - reads one meld per line from stdin"
    )
    parser.add_argument("--opening", action="store_true", help="judge it as the first meld of a hand")
    parser.add_argument(
        "--add",
        metavar="CARDS",
        help="cards to add to the meld, with ^ or _ for a matta's end; - reads lines of MELD CARDS",
    )
    add_json(parser)


def arguments(line: Sequence[str]) -> list[str]:
    """`meld RULES - --add` and `meld RULES --add -` mean `meld RULES - --add -`."""
    line = list(line)
    loose = may_stand_alone(line, "--add", STDIN)
    return loose if STDIN in line else line


def run(options: argparse.Namespace) -> int:
    code = code_named(options.rules)
    adding = options.add is not None
    if STDIN in (options.cards, options.add):
        if adding and options.cards != options.add:
            raise Unusable("with - the lines of stdin are MELD CARDS: give `- --add -`")
        return _judge_lines(code, adding, options.opening)
    with at(""):
        answer = (
            _judge_addition(code, options.cards, options.add)
            if adding
            else _judge_meld(code, options.cards, options.opening)
        )
    if options.json:
        print_json(answer)
    else:
        print(_words(code, answer))
    return OK if answer["legal" if adding else "valid"] else BREAKS_RULE


def _judge_lines(code: Code, adding: bool, opening: bool) -> int:
    for place, line in stdin_lines():
        with at(place):
            print_json(_judge_addition(code, *_meld_and_cards(line)) if adding else _judge_meld(code, line, opening))
    return OK


def _meld_and_cards(line: str) -> tuple[str, str]:
    words = line.split()
    if len(words) != 2:
        raise Malformed(line, "a line is MELD CARDS, two words")
    return words[0], words[1]


# --- judging ----------------------------------------------------------------------------------------------------------


def _judge_meld(code: Code, text: str, opening: bool) -> JsonObject:
    cards = _some_cards(text)
    found = code.book.lay(cards)
    if isinstance(found, Reason):
        return _invalid(text, code.refuse(found, ("cards", format_cards(cards))))
    if opening:
        step = advance(_table(code, (), cards), Lay(cards))
        if isinstance(step, Refused):
            return _invalid(text, step)
    return {"cards": format_cards(found.cards), "valid": True, **_fields(found)}


def _judge_addition(code: Code, meld_text: str, text: str) -> JsonObject:
    meld = parse_meld(code, meld_text)
    end = text[-1:] if text[-1:] in ("^", "_") else ""
    cards = _some_cards(text.removesuffix(end))
    parse_cards(format_cards((*meld.cards, *cards)))  # both together must be in two packs
    step = advance(_table(code, (meld,), cards), Add(1, cards, end))
    after = meld if isinstance(step, Refused) else _grown(step)
    legal = isinstance(step, Step)
    answer = {"cards": format_cards(after.cards), "valid": legal, "legal": legal, **_fields(after)}
    return {**answer, **refusal_json(step)} if isinstance(step, Refused) else answer


def _some_cards(text: str) -> tuple[Card, ...]:
    cards = parse_cards(text)
    if not cards:
        raise Malformed(text, "no card is named")
    return cards


def _table(code: Code, melds: tuple[Meld, ...], cards: tuple[Card, ...]) -> Deal:
    """A table at which nothing but these melds matters: the player in turn holds the cards and two more."""
    return Deal(
        code,
        turn=0,
        phase=PLAY,
        stock=(),
        pile=(),
        hands=(pack((*cards, UNKNOWN, UNKNOWN)), *[0] * (code.players - 1)),
        pozzetti=(),
        melds=(melds, *[()] * (len(code.sides) - 1)),
    )


def _grown(step: Step) -> Meld:
    return step.deal.melds[0][0]


# --- answering --------------------------------------------------------------------------------------------------------


def _invalid(text: str, refused: Refused) -> JsonObject:
    return {"cards": text, "valid": False, **refusal_json(refused)}


def _fields(meld: Meld) -> dict[str, object]:
    return {
        "type": "run" if isinstance(meld.shape, Run) else "set",
        "matta": _card(meld.matta),
        "as": _card(meld.stands_for),
        "burraco": meld.burraco,
        "bonus": meld.bonus,
        "points": meld.points,
    }


def _card(card: Card) -> str | None:
    return None if card == NO_CARD else format_card(card)


def _words(code: Code, answer: JsonObject) -> str:
    if "reason" in answer:
        subject = f"{answer['cards']} stays as it is" if "legal" in answer else f"{answer['cards']} is no meld here"
        return f"{subject}. {answer['message']} ({code.rules.name}, {answer['article']})"
    parts = [f"{answer['cards']}: a {answer['type']}"]
    if answer["matta"]:
        parts.append(f"{answer['matta']} is its matta" + (f", for {answer['as']}" if answer["as"] else ""))
    if answer["burraco"]:
        parts.append(f"burraco {answer['burraco']}, {answer['bonus']} points")
    return "; ".join([*parts, f"cards {answer['points']} points"])
