"""The engine and the brute force agree: melds, additions, openings, small steps, and the largest lays."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import settings

from engine.actions import Add, Lay, format_action
from engine.additions import end_of, extend, fits
from engine.cards import format_card, format_cards, parse_cards
from engine.code import Code
from engine.deal import TAKE, Deal
from engine.hand import BIT, Hand, pack
from engine.legal import legal
from engine.melds import Meld, MeldBook
from engine.play import Step, advance
from engine.position import format_position
from engine.refusal import Reason
from engine.rules import RULE_SETS, load_rules
from engine.suggest import suggest
from engine.view import view
from tests import bruteforce
from tests.chance import (
    TABLES,
    by_force,
    chance,
    draw,
    flavour,
    likely_meld,
    near,
    position,
    seated,
    some_meld,
    turn_of,
    whole_pack,
)

pytestmark = pytest.mark.no_cover  # thousands of hands and melds

Case = tuple[str, MeldBook, bruteforce.Code]  # a name for messages, and one code in both implementations


def flags() -> list[Case]:
    """The six codes, and variants of febur and online for the keys that no code has set."""
    cases = [(name, MeldBook(load_rules(name)), bruteforce.CODES[name]) for name in RULE_SETS]
    for name in ("febur", "online"):
        rules, printed = load_rules(name), bruteforce.CODES[name]
        cases += [
            (
                f"{name} real three",
                MeldBook(replace(rules, natural_two_needs_real_three=True)),
                replace(printed, two_needs_real_three=True),
            ),
            (f"{name} semi outside", MeldBook(replace(rules, semi_inside=False)), replace(printed, semi_inside=False)),
            (f"{name} semi any 8", MeldBook(replace(rules, semi_any_8=True)), replace(printed, semi_any_8=True)),
        ]
    return cases


CASES = flags()
IDS = [case[0] for case in CASES]


def many(number: int) -> int:
    """So many examples in the long campaign; half of them otherwise, which are the same each time."""
    return number if settings().max_examples > 1000 else number // 2


def judged(book: MeldBook, meld: Meld | Reason) -> tuple[bruteforce.Meld, str | None, int, str] | None:
    if isinstance(meld, Reason):
        return None
    assert book.judge(meld.shape) == meld
    return by_force(meld), meld.burraco, meld.bonus, format_cards(meld.cards)


def judged_by_force(
    code: bruteforce.Code, meld: bruteforce.Meld | None
) -> tuple[bruteforce.Meld, str | None, int, str] | None:
    if meld is None:
        return None
    return meld, bruteforce.kind(code, meld), bruteforce.bonus(code, meld), "".join(bruteforce.written(meld))


# --- melds ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "book", "code"), CASES, ids=IDS)
def test_cards_laid_down_are_the_same_meld(name: str, book: MeldBook, code: bruteforce.Code) -> None:
    rng, valid = chance(name), 0
    for _ in range(many(1500)):
        if rng.random() < 0.6:
            cards = likely_meld(rng, whole_pack())
        else:
            cards = draw(rng, whole_pack(), rng.randint(1, 6), flavour(rng))
        meld = book.lay(parse_cards("".join(cards)))
        expected = bruteforce.lay(code, cards)
        assert judged(book, meld) == judged_by_force(code, expected), f"{name}: {''.join(cards)}"
        valid += expected is not None
    assert valid > many(300), "hardly a meld among them"


@pytest.mark.parametrize(("name", "book", "code"), CASES, ids=IDS)
def test_the_canonical_text_has_one_reading(name: str, book: MeldBook, code: bruteforce.Code) -> None:
    rng = chance(name)
    for _ in range(many(300)):
        meld = some_meld(rng, code, whole_pack())
        text = bruteforce.written(meld)
        readings = [
            reading
            for reading in bruteforce.readings(code, text)
            if isinstance(reading, bruteforce.Set) or text in bruteforce.orders(reading)
        ]
        assert readings == [meld]
        assert judged(book, book.lay(parse_cards("".join(text)))) == judged_by_force(code, meld)


# --- additions --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "book", "code"), CASES, ids=IDS)
def test_an_addition_makes_the_same_meld(name: str, book: MeldBook, code: bruteforce.Code) -> None:
    rng, grown = chance(name), 0
    for _ in range(many(400)):
        left = whole_pack()
        before = some_meld(rng, code, left)
        for _ in range(3):
            batch = draw(rng, left, rng.choice([1, 1, 2, 2, 3, 4]), near(rng, before))
            after = check_addition(name, book, code, before, batch)
            grown += after is not None
            before = after or before
    assert grown > many(200), "hardly an addition among them"


def check_addition(
    name: str, book: MeldBook, code: bruteforce.Code, before: bruteforce.Meld, batch: tuple[str, ...]
) -> bruteforce.Meld | None:
    """The meld that the batch makes, the same in both, with every mark."""
    meld = book.lay(parse_cards("".join(bruteforce.written(before))))
    assert isinstance(meld, Meld)
    cards = parse_cards("".join(batch))
    for mark in ("", "_", "^"):
        after = extend(book, meld, cards, mark)
        expected = bruteforce.extend(code, before, batch, mark)
        where = f"{name}: {format_cards(meld.cards)} + {''.join(batch)}{mark}"
        assert judged(book, after) == judged_by_force(code, expected), where
        if isinstance(after, Meld) and expected is not None:
            both = bruteforce.marks(code, before, batch) != [""]
            assert end_of(book, meld, cards, after) == (bruteforce.end(code, before, expected) if both else ""), where
    found = bruteforce.extend(code, before, batch)
    assert fits(book, meld, cards) is (found is not None), f"{name}: {format_cards(meld.cards)} + {''.join(batch)}"
    return found


@pytest.mark.parametrize(("name", "book", "code"), CASES, ids=IDS)
def test_a_meld_accepts_the_same_single_cards(name: str, book: MeldBook, code: bruteforce.Code) -> None:
    rng = chance(name)
    for _ in range(many(120)):
        before = some_meld(rng, code, whole_pack())
        meld = book.lay(parse_cards("".join(bruteforce.written(before))))
        assert isinstance(meld, Meld)
        left = set(bruteforce.minus(whole_pack(), before.cards) or [])
        expected = {card for card in left if bruteforce.extend(code, before, [card]) is not None}
        accepted = {card for card in left if meld.accepts & BIT[parse_cards(card)[0]]}
        assert accepted == expected, f"{name}: {format_cards(meld.cards)}"


# --- openings and small steps -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", RULE_SETS)
def test_the_openings_of_a_hand_are_the_same(name: str) -> None:
    rng, code, printed = chance(name), seated(name, load_rules(name).players[0]), bruteforce.CODES[name]
    for _ in range(many(120)):
        hand = draw(rng, whole_pack(), rng.randint(3, 11), flavour(rng))
        for opened in (True, False):
            found = openings(code, pack(parse_cards("".join(hand))), opened)
            assert len(found) == len(set(found))
            assert set(found) == openings_by_force(printed, hand, opened), f"{name}: {''.join(hand)}"


def openings(code: Code, hand: Hand, opened: bool) -> list[str]:
    """The openings of the engine's tables, as text."""
    tables = code.openings
    if code.clean_opening and not opened:
        lays = tables.clean(hand)
    else:
        lays = [*tables.discards_and_runs(hand)[1], *tables.with_matta(hand), *tables.sets(hand, 0)]
    return [format_cards(lay.cards) for lay in lays]


def openings_by_force(code: bruteforce.Code, hand: tuple[str, ...], opened: bool) -> set[str]:
    melds = bruteforce.openings(code, hand)
    if code.three_player and not opened:
        melds = {meld for meld in melds if bruteforce.is_open(bruteforce.Turn(code, hand), meld)}
    return {"".join(bruteforce.written(meld)) for meld in melds}


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_small_steps_of_a_turn_are_the_same(name: str, players: int) -> None:
    rng = chance(f"{name} {players}")
    for _ in range(many(80)):
        deal = position(rng, name, players)
        found = [format_action(action) for action in legal(deal)]
        assert sorted(found) == sorted(bruteforce.steps(turn_of(deal))), format_position(deal)


# --- lays of any size -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_lays_of_any_size_are_the_same_and_suggestions_the_largest(name: str, players: int) -> None:
    rng = chance(f"{name} {players}")
    for _ in range(many(40)):
        deal = position(rng, name, players)
        turn = turn_of(deal)
        expected = bruteforce.lays(turn)
        assert legal_lays(deal, turn) == expected, format_position(deal)
        suggested = [suggestion.action for suggestion in suggest(view(deal, deal.seat))]
        found = [target_and_cards(action) for action in suggested]
        assert len(found) == len(set(found)), format_position(deal)
        assert set(found) == bruteforce.maximal(expected), format_position(deal)
        assert all(isinstance(advance(deal, action), Step) for action in suggested), format_position(deal)


def legal_lays(deal: Deal, turn: bruteforce.Turn) -> set[tuple[int, tuple[str, ...]]]:
    """Every subset of the hand that the engine lets the player lay, and where."""
    found: set[tuple[int, tuple[str, ...]]] = set()
    for cards in bruteforce.subsets(turn.hand, range(1, len(turn.hand) + 1)):
        for to in range(len(turn.melds) + 1):
            action = Add(to, parse_cards("".join(cards))) if to else Lay(parse_cards("".join(cards[::-1])))
            if isinstance(advance(deal, action), Step):
                found.add((to, cards))
    return found


def target_and_cards(action: Lay | Add) -> tuple[int, tuple[str, ...]]:
    cards = tuple(sorted(format_card(card) for card in action.cards))
    return (action.meld if isinstance(action, Add) else 0), cards


# --- taking -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_taking_is_the_same(name: str, players: int) -> None:
    rng, refused = chance(f"{name} {players}"), 0
    for _ in range(many(80)):
        deal = before_taking(rng, position(rng, name, players))
        found = [format_action(action) for action in legal(deal)]
        expected = takes(deal)
        assert found == expected, format_position(deal)
        refused += "p" not in expected
    assert refused or name != "international"


def before_taking(rng: Random, played: Deal) -> Deal:
    """The position before its player takes, the pile small; in three-player their hand or the stock may be empty."""
    deal = played.copy()
    deal.phase, deal.forbidden, deal.picked, deal.laid, deal.opening = TAKE, -1, 0, False, 0
    deal.pile, deal.stock = deal.stock[: rng.choice([1, 1, 2, 3])], deal.stock[3:]
    if deal.code.rules.zero_hand == "allow" and rng.random() < 0.3:
        deal.hands = [0 if seat == deal.turn else hand for seat, hand in enumerate(deal.hands)]
    if not deal.code.reserve and rng.random() < 0.3 and deal.hands[deal.turn]:
        deal.stock = ()
    return deal


def takes(deal: Deal) -> list[str]:
    pile = tuple(format_card(card) for card in deal.pile)
    able = bruteforce.may_pick_up(turn_of(deal), pile)
    drawable = len(deal.stock) > deal.code.reserve
    return [*(["d"] if drawable else []), *(["p"] if able else []), *(["n"] if able and not drawable else [])]
