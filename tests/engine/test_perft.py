"""Counts of legal lines, as chess programs count them: one wrong rule anywhere and a number is off.

The first two depths are counted by the brute force too; the deeper ones are what the engine counted when both agreed.
When a count is off, its split says under which first action; play that action and split again.
"""

import re
from dataclasses import dataclass, replace

import pytest

from engine.actions import Action, format_action
from engine.cards import Card, format_card, format_cards, parse_cards
from engine.deal import PLAY, Deal
from engine.legal import legal
from engine.play import Step, advance
from engine.position import format_position, parse_position
from engine.rules import load_rules
from engine.shuffle import deck_of
from tests import bruteforce
from tests.chance import by_force, texts, turn_of


@dataclass(frozen=True)
class Perft:
    """A position (zones `?n` are filled with cards that are left) and the number of its lines by depth, from 1."""

    name: str
    rules: str
    position: str
    counts: tuple[int, ...]


PERFTS = [
    Perft(
        "the first turn",
        "fitab",
        "N/draw ? 4c AhAd3h4h5hJd7s7cKs9d2c/5c5s6c6s7hThTd2hQsQcKd/?11/?11 ?11,?11 -|-",
        (2, 44, 273, 1683),
    ),
    Perft(
        "matte and additions",
        "febur",
        "E/play ? 9c8d ?11/2h2c3h4h5h7dJk/?11/?11 ?11 !9h9d9c|6h7h8h+KhKdJk+2s4s5s6s l",
        (25, 204, 1006, 5275),
    ),
    Perft(
        "an anchored matta has two ends",
        "online",
        "N/play ? 9c 2h2dJk3h4h7cKs/?11/?11/?11 ?11,?11 5h6h7h+TcJcJk+8d8c8s|-",
        (29, 307, 1859, 13459),
    ),
    Perft(
        "the last cards of a side that may close",
        "fibur",
        "S/play ? 9c7d ?9/8hJkKcKd - !5h6h7h|!3c4c5c6c7c8c9c+KhKsJk",
        (7, 23, 230, 2181),
    ),
    Perft(
        "only a clean burraco closes, and the pick-up obliges",
        "international",
        "W/play ? - ?11/?11/?11/8hThAc9dJk ?11 -|!3h4h5h6h7h2c9h+AdAsAh p=2",
        (5, 30, 96, 944),
    ),
    Perft(
        "the opening is clean and stays",
        "three-player",
        "E/play ? 9c ?11/7h7d7c8h9hThJk2s2c/?11 ?11,?11,?11 -|-|-",
        (12, 68, 378, 1226),
    ),
    Perft(
        "cards run out without a closing",
        "three-player",
        "S/play ? 9c ?11/?11/7s8cJk ?11 !-|!-|!7h7d7c",
        (5, 12, 88, 348),
    ),
    Perft(
        "a pile of one, and the pozzetto near",
        "fibur",
        "N/play ? - 5c8h9h7h/?11/?11/?11 ?11 4h5h6h+5h5d5s|!- p=1,f=5c",
        (6, 16, 270, 3241),
    ),
    Perft(
        "the stock has ended",
        "three-player",
        "N/draw - 5c 5h6h7c8cJkQs/?31/? ?11 !5s6s7s+QhQdQc|!8h9hTh|-",
        (2, 16, 72, 1770),
    ),
]


# --- counting ---------------------------------------------------------------------------------------------------------


def after(deal: Deal, action: Action) -> Deal:
    step = advance(deal, action)
    assert isinstance(step, Step), format_action(action)
    return step.deal


def perft(deal: Deal, depth: int) -> int:
    """How many lines of so many actions there are."""
    actions = legal(deal)
    return len(actions) if depth == 1 else sum(perft(after(deal, action), depth - 1) for action in actions)


def split(deal: Deal, depth: int) -> dict[str, int]:
    """The same by first action."""
    return {format_action(action): perft(after(deal, action), depth - 1) if depth > 1 else 1 for action in legal(deal)}


def count_by_force(deal: Deal, depth: int) -> int:
    """The same for one or two actions, without the engine's rules."""
    lines = lines_by_force(deal)
    return len(lines) if depth == 1 else sum(lines.values())


def lines_by_force(deal: Deal) -> dict[str, int]:
    """Each first action, and how many can follow it."""
    turn = turn_of(deal)
    if deal.phase == PLAY:
        steps = bruteforce.steps(turn)
        return {
            step: replies(deal, turn, step[2:]) if then is None else len(bruteforce.steps(then))
            for step, then in steps.items()
        }
    pile, drawable = cards_of(deal.pile), len(deal.stock) > deal.code.reserve
    barred = pile[0] if len(pile) == 1 and pile[0] not in turn.hand else ""
    picked = replace(turn, hand=(*turn.hand, *pile), forbidden=barred, must_lay=turn.code.must_meld)
    then_hands = {"d": replace(turn, hand=(*turn.hand, *cards_of(deal.stock[:1]))), "p": picked}
    takes = bruteforce.takes(turn, pile, drawable)
    return {take: len(bruteforce.steps(then_hands[take])) if take != "n" else 0 for take in takes}


def replies(deal: Deal, turn: bruteforce.Turn, card: str) -> int:
    """How the next player may begin, 0 where the discard ended the deal."""
    closing = len(turn.hand) == 1 and bruteforce.may_close(turn, turn.melds) and card not in bruteforce.WILD
    if closing or (deal.code.reserve and len(deal.stock) <= deal.code.reserve):
        return 0
    seat = deal.code.next_seat[deal.turn]
    melds = deal.melds[deal.code.side_of[seat]]
    following = bruteforce.Turn(turn.code, texts(deal.hands[seat]), tuple(by_force(meld) for meld in melds))
    left = deal.pozzetti[1:] if len(turn.hand) == 1 and turn.pozzetto else deal.pozzetti
    if left and not deal.taken >> deal.code.side_of[seat] & 1:
        following = replace(following, pozzetto=cards_of(left[0]))
    return len(bruteforce.takes(following, (*cards_of(deal.pile), card), drawable=len(deal.stock) > deal.code.reserve))


def cards_of(cards: tuple[Card, ...]) -> tuple[str, ...]:
    return tuple(format_card(card) for card in cards)


def filled(perft_: Perft) -> Deal:
    """The position with every zone `?n` filled with cards that are left, always the same way; `?` takes the rest."""
    visible = re.sub(r"^./\w+ | \S+=\S*$| l$|\?\d*|[^A-Za-z0-9]|-", "", perft_.position)
    left = list(deck_of(bytes(32)))
    for card in parse_cards(visible):
        left.remove(card)
    text = re.sub(r"\?(\d+)", lambda zone: format_cards([left.pop() for _ in range(int(zone[1]))]), perft_.position)
    return parse_position(load_rules(perft_.rules), text.replace("?", format_cards(left)))


# --- the counts -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", PERFTS, ids=lambda case: case.name)
def test_the_number_of_lines_is_known(case: Perft) -> None:
    deal = filled(case)
    for depth, expected in enumerate(case.counts, 1):
        assert perft(deal, depth) == expected, f"depth {depth}: {split(deal, depth)}\n{format_position(deal)}"


@pytest.mark.parametrize("case", PERFTS, ids=lambda case: case.name)
def test_the_brute_force_counts_the_same(case: Perft) -> None:
    deal = filled(case)
    assert split(deal, 1).keys() == lines_by_force(deal).keys()
    assert split(deal, 2) == lines_by_force(deal)
    assert tuple(count_by_force(deal, depth) for depth in (1, 2)) == case.counts[:2]
