"""Scenes of `burraco render` from a position: a hand and a table, with all that a position itself does not say."""

import argparse
from collections import Counter
from collections.abc import Mapping
from typing import Final

from bot.cli.output import Unusable
from bot.cli.reading import at, read_file, rules_named, whole_number
from bot.cli.records import file_label
from bot.words import table_words
from bot.words.languages import Language
from bot.words.refusals import code_name
from bot.words.scene_words import scene_words
from engine.cards import UNKNOWN, Card, parse_cards, shorten
from engine.code import Code
from engine.deal import Deal
from engine.hand import unpack
from engine.position import parse_position
from engine.rules import Rules, RulesError, with_house
from engine.sorting import by_rank, by_suit
from engine.view import TABLE, view
from renderers.scenes import HandScene, TableScene

USUAL_RULES: Final = ("fibur", "three-player")


def hand_of(options: argparse.Namespace) -> HandScene:
    """The hand of `--viewer`, or of the player in turn."""
    deal = _position(options)
    seat = _seat(deal.code, "--viewer", options.viewer) or deal.seat
    seen = view(deal, seat)
    hand = unpack(seen.deal.hands[deal.code.seats.index(seat)])
    if options.partner:
        _check_partner(seen.deal, seat)
    drawn = (deal.drawn,) if seen.deal.drawn in hand and deal.seat == seat else ()
    return HandScene(
        view=seen,
        seat=seat,
        order=_order(options, hand),
        by=options.by or ("own" if options.order else "suit"),
        ticked=_among(options.ticked, "--ticked", hand),
        drawn=_among(options.drawn, "--drawn", hand) or drawn,
        hinted=_among(options.hinted, "--hinted", hand),
        names=_names(options, deal.code),
        label=options.label or "",
        words=scene_words(options.language),
    )


def table_of(options: argparse.Namespace) -> TableScene:
    """The table as everybody sees it, or as `--viewer` does."""
    deal = _position(options)
    seat = _seat(deal.code, "--viewer", options.viewer)
    totals = [whole_number(total.strip(), "--totals") for total in options.totals.split(",") if options.totals]
    label = code_name(options.language, deal.code.rules.name) if options.label is None else options.label
    return TableScene(
        view=view(deal, seat or TABLE),
        mine=seat,
        names=_names(options, deal.code),
        dealer=_seat(deal.code, "--dealer", options.dealer),
        totals=tuple(totals),
        deal=options.deal,
        clock=options.clock,
        label=label,
        words=scene_words(options.language),
    )


# --- the position -----------------------------------------------------------------------------------------------------


def is_text(source: str) -> bool:
    """Whether a source is a position itself: files have no spaces and a slash in the second place."""
    return source[1:2] == "/" and " " in source.strip()


def _position(options: argparse.Namespace) -> Deal:
    source = options.source
    text, where = (source, "") if is_text(source) else _first_line(source)
    three = text.split()[3:4] != [] and text.split()[3].count("/") == 2
    rules = rules_named(options.rules or USUAL_RULES[three])
    with at(where):
        return parse_position(_open(rules) if options.partner and options.kind == "hand" else rules, text)


def _first_line(file: str) -> tuple[str, str]:
    """The first line that says something, and where it stands."""
    for number, line in enumerate(read_file(file).splitlines(), 1):
        if line.strip():
            return line.strip(), f"{file_label(file)}:{number}"
    raise Unusable(f"{file_label(file)}: a position is needed, and there is none")


def _open(rules: Rules) -> Rules:
    """The rules with open pairs: partners see each other's hand."""
    try:
        return with_house(rules, {"open_pairs": "on"})
    except RulesError as error:
        raise Unusable(f"--partner: {error}") from None


# --- what is said beside it -------------------------------------------------------------------------------------------


def _seat(code: Code, option: str, seat: str) -> str:
    if seat and seat not in code.seats:
        raise Unusable(f"{option} {shorten(seat)}: {' '.join(code.seats)} sit at this table")
    return seat


def _names(options: argparse.Namespace, code: Code) -> Mapping[str, str]:
    """The names that are given; everybody else is called by their seat."""
    language: Language = options.language
    names = {seat: table_words.seat(language, seat) for seat in code.seats}
    for text in options.name:
        seat, equals, name = text.partition("=")
        if not (seat and equals and name.strip()):
            raise Unusable(f"--name {shorten(text)}: a seat and a name are needed, such as N=Nora")
        names[_seat(code, "--name", seat)] = name.strip()
    return names


def _order(options: argparse.Namespace, hand: tuple[Card, ...]) -> tuple[Card, ...]:
    if not options.order:
        return by_rank(hand) if options.by == "rank" else by_suit(hand)
    order = _cards(options.order, "--order")
    if Counter(order) != Counter(hand):
        raise Unusable(f"--order {shorten(options.order)}: other cards than the hand's {len(hand)}")
    return order


def _among(text: str, option: str, hand: tuple[Card, ...]) -> tuple[Card, ...]:
    """Cards of the hand."""
    cards = _cards(text, option)
    if Counter(cards) - Counter(hand):
        raise Unusable(f"{option} {shorten(text)}: not all of these are in the hand")
    return cards


def _cards(text: str, option: str) -> tuple[Card, ...]:
    with at(option):
        return parse_cards(text) if text else ()


def _check_partner(deal: Deal, seat: str) -> None:
    partner = deal.code.partner[deal.code.seats.index(seat)]
    if partner < 0:
        raise Unusable("--partner: nobody has a partner at this table")
    if UNKNOWN in unpack(deal.hands[partner]):
        raise Unusable(f"--partner: the position does not say what {deal.code.seats[partner]} holds")
