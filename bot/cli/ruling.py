"""`burraco ruling`: the book of rulings of a code, one row of it, or the guided question that leads to one.

A row is named behind the code; `--answers` follows the guided question and prints what is asked next, or the ruling;
`--ask` asks at the terminal. `--cards` puts penalised cards in their order.
"""

import argparse
from typing import Final, TypeAlias

from bot.cli.options import add_command, add_json, add_rules
from bot.cli.output import OK, Commands, JsonObject, Unusable, print_json
from bot.cli.reading import at, rules_named
from bot.words import rulings
from bot.words.languages import DEFAULT, LANGUAGES, say
from engine.cards import Card, format_card, format_cards, parse_cards
from engine.melds import MeldBook
from engine.rulings.book import Book, Irregularity
from engine.rulings.books import book_of
from engine.rulings.effects import Effect
from engine.rulings.frozen import Count, count, counts_excess
from engine.rulings.penalised import Penance, penance
from engine.rulings.questions.asking import first_question
from engine.rulings.questions.tree import Ending, FoundRuling, GuidedQuestion, Node, NoSuchAnswer, follow

Worked: TypeAlias = Penance | Count | None

_BACK: Final = "b"
_LONGEST_MELD: Final = 16  # the longest run has 14 cards; each further one doubles the time
_MORE = """examples:
  burraco ruling febur
  burraco ruling fitab T-32.B --language it
  burraco ruling febur --answers no,closing
  burraco ruling febur --answers no,closing,no-discard,several,no --cards "9c 7c 8c"
"""


def register(commands: Commands) -> None:
    parser = add_command(commands, "ruling", run, "what an irregularity at a real table costs, with its article", _MORE)
    add_rules(parser)
    parser.add_argument("row", metavar="ROW", nargs="?", help="a row of the book, such as F-21.B")
    parser.add_argument("--answers", metavar="A,B,…", help="answers to the guided question, one after the other")
    parser.add_argument("--ask", action="store_true", help="ask what happened, at the terminal; b goes back")
    parser.add_argument(
        "--cards", metavar="CARDS", help="the penalised cards, or a wrong meld as it was laid: what becomes of them"
    )
    parser.add_argument("--language", choices=LANGUAGES, default=DEFAULT, help="language of the sentences")
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    book = book_of(rules_named(options.rules).name)
    if options.ask + (options.answers is not None) + (options.row is not None) > 1:
        raise Unusable("a row, --answers or --ask: one of them")
    if options.ask and options.json:
        raise Unusable("--ask is for people; programs give --answers")
    if options.row is not None:
        _show_row(book, _row(book, options.row), options)
    elif options.ask:
        _show_node(book, _asked_at_terminal(book, options.language), options)
    elif options.answers is not None:
        _show_node(book, _followed(book, options.answers), options)
    elif options.cards is not None:
        raise Unusable("--cards belongs to a row, or to answers that lead to one")
    else:
        _show_book(book, options)
    return OK


def _row(book: Book, name: str) -> Irregularity:
    for row in book:
        if row.id.lower() == name.lower():
            return row
    raise Unusable(f"{name[:40]!r}: no row of {book.code}; `burraco ruling {book.code}` lists them")


def _followed(book: Book, text: str) -> Node:
    try:
        return follow(first_question(book.code), [answer for answer in text.split(",") if answer])
    except NoSuchAnswer as wrong:
        offered = (
            f"there are {', '.join(wrong.question.answers)}" if wrong.question.answers else "nothing is asked here"
        )
        raise Unusable(f"answer {wrong.at + 1}, {wrong.answer[:40]!r}: {offered}") from None


# --- the guided question at a terminal --------------------------------------------------------------------------------


def _asked_at_terminal(book: Book, language: str) -> Node:
    """The end that the answers lead to; `b` goes back by one."""
    way = [first_question(book.code)]
    while isinstance(way[-1], GuidedQuestion):
        asking = way[-1]
        keys = list(asking.answers)
        _print_question(book, asking, language)
        answer = _line(language)
        if answer == _BACK:
            way = way[: max(1, len(way) - 1)]
        elif answer in keys or (answer.isdecimal() and 0 < int(answer) <= len(keys)):
            way.append(asking.answers[answer if answer in keys else keys[int(answer) - 1]])
        else:
            print(say(language, "guided.again", last=len(keys)))
    return way[-1]


def _line(language: str) -> str:
    try:
        return input("> ").strip()[:40]
    except EOFError:
        raise Unusable(say(language, "guided.ended")) from None


def _print_question(book: Book, asking: GuidedQuestion, language: str) -> None:
    print(rulings.question(language, asking))
    for number, text in enumerate(rulings.answers(language, asking, book).values(), 1):
        print(f"  {number}  {text}")


# --- answers ----------------------------------------------------------------------------------------------------------


def _show_node(book: Book, node: Node, options: argparse.Namespace) -> None:
    if not isinstance(node, GuidedQuestion):
        _show_ending(book, node, options)
    elif options.json:
        offered = dict(rulings.answers(options.language, node, book))
        text = rulings.question(options.language, node)
        print_json({"code": book.code, "question": node.fact, "text": text, "answers": offered})
    else:
        print(rulings.question(options.language, node))
        for key, text in rulings.answers(options.language, node, book).items():
            print(f"  {key:<16} {text}")


def _show_ending(book: Book, ending: Ending, options: argparse.Namespace) -> None:
    row = ending.row if isinstance(ending, FoundRuling) else None
    laid = row.effects_in(ending.case) if isinstance(ending, FoundRuling) and row and not ending.lost else ()
    worked = _worked_out(book, laid, options.cards)
    if options.json:
        text = rulings.read_out(options.language, ending)
        print_json({"code": book.code, **_ending_json(ending, laid), "text": text, **_worked_json(worked)})
        return
    if row:
        print(f"{row.id}  {rulings.happened(options.language, row)} ({rulings.article(options.language, book, row)})")
    for part in rulings.parts(options.language, ending):
        print(f"  {part}" if row else part)
    _print_worked(worked, options.language)


def _ending_json(ending: Ending, laid: tuple[Effect, ...]) -> JsonObject:
    if not isinstance(ending, FoundRuling):
        return {"row": None, "none": ending.why}
    return {
        "row": ending.row.id,
        "case": ending.case or None,
        "lost": ending.lost,
        "article": ending.row.article,
        "effects": [_effect_json(one) for one in laid],
    }


def _worked_out(book: Book, laid: tuple[Effect, ...], text: str | None) -> Worked:
    """What a ruling means for given cards. Raises `Unusable` where it says nothing of cards."""
    if text is None:
        return None
    cards = _cards(text)
    if counts_excess(laid):
        if len(cards) > _LONGEST_MELD:
            raise Unusable(f"--cards: a wrong meld has at most {_LONGEST_MELD} cards here")
        return count(MeldBook(rules_named(book.code)), cards)
    found = penance(laid, cards)
    if found is None:
        raise Unusable("--cards: this ruling neither puts cards in an order nor counts a wrong meld")
    return found


def _cards(text: str) -> tuple[Card, ...]:
    with at("--cards"):
        cards = parse_cards(text)
    if not cards:
        raise Unusable("--cards: name the penalised cards, such as 9h4s")
    return cards


def _print_worked(worked: Worked, language: str) -> None:
    match worked:
        case Penance():
            for line in rulings.card_by_card(language, worked):
                print(f"  {line}")
        case Count():
            print(f"  {rulings.counted(language, worked)}")
        case None:
            pass


def _worked_json(worked: Worked) -> JsonObject:
    match worked:
        case Penance():
            discards = [{"own_turn": one.own_turn, "card": format_card(one.card)} for one in worked.discards]
            return {"cards": {"discards": discards, "closes_from": worked.closes_from}}
        case Count():
            valid, excess = format_cards(worked.valid), format_cards(worked.excess)
            return {"cards": {"valid": valid, "excess": excess, "points": worked.points}}
        case None:
            return {}


def _effect_json(laid: Effect) -> JsonObject:
    return {"effect": laid.macro, "variant": laid.variant, "on": laid.on, "begins": laid.begins, "until": laid.until}


# --- the book ---------------------------------------------------------------------------------------------------------


def _show_book(book: Book, options: argparse.Namespace) -> None:
    language = options.language
    if options.json:
        found = [_row_json(row, language) for row in book]
        print_json({"code": book.code, "premises": list(rulings.premises(language, book)), "rows": found})
        return
    if book.silent:
        print(rulings.silence(language))
        return
    for premise in rulings.premises(language, book):
        print(f"- {premise}")
    for row in book:
        print()
        _print_row(book, row, language)


def _show_row(book: Book, row: Irregularity, options: argparse.Namespace) -> None:
    if options.cards is not None and row.cases:
        raise Unusable(f"--cards: {row.id} has cases, follow the guided question to one of them with --answers")
    worked = _worked_out(book, row.effects, options.cards)
    if options.json:
        print_json({"code": book.code, **_row_json(row, options.language), **_worked_json(worked)})
        return
    _print_row(book, row, options.language)
    _print_worked(worked, options.language)


def _print_row(book: Book, row: Irregularity, language: str) -> None:
    print(f"{row.id}  {rulings.happened(language, row)} ({rulings.article(language, book, row)})")
    print(f"  {rulings.noticed(language, row)}")
    says, *laid = rulings.ruling(language, row)
    print(f"  {says}")
    for case in row.cases:
        _, own, *also = rulings.ruling(language, row, case.key)
        print(f"  - {own}")
        for part in also:
            print(f"    {part}")
    for part in laid if not row.cases else ():
        print(f"  {part}")
    for line in (rulings.losable(language, row), rulings.marks(language, row)):
        if line:
            print(f"  {line}")


def _row_json(row: Irregularity, language: str) -> dict[str, object]:
    return {
        "row": row.id,
        "article": row.article,
        "what": rulings.happened(language, row),
        "moments": list(row.moments),
        "noticed": rulings.noticed(language, row),
        "rulings": [
            {
                "case": case or None,
                "text": rulings.read_out(language, FoundRuling(row, case)),
                "effects": [_effect_json(one) for one in row.effects_in(case)],
            }
            for case in [case.key for case in row.cases] or [""]
        ],
        "lost": list(row.lost),
        "marks": list(row.marks),
    }
