"""The checked examples of the rule pages, judged by the engine and by the brute force: melds, and additions to them."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import yaml

from engine.actions import Lay
from engine.additions import extend
from engine.cards import NO_CARD, format_card, format_cards, parse_card, parse_cards, value
from engine.code import Code, code_for
from engine.deal import PLAY, Deal
from engine.hand import pack
from engine.melds import FREE, Meld, Run, card_at, gaps_of
from engine.play import Step, advance
from engine.refusal import Reason
from engine.rules import load_rules
from tests import bruteforce
from tests.chance import by_force

Example = dict[str, Any]
Slots = list[str]  # `place:card`, `set:` and `free:` as in the examples


def examples(shared: Path, file: str) -> Iterator[tuple[Example, Code]]:
    """Each example with each code it speaks of."""
    for example in yaml.safe_load((shared / "rules" / file).read_text(encoding="utf-8")):
        for name in example["rules"]:
            rules = load_rules(name)
            yield example, code_for(rules, rules.players[0])


def wrong(shared: Path, file: str, check: Callable[[Example, Code], str]) -> list[str]:
    """The examples that do not come out as printed, one line each."""
    found = [(example["id"], code.rules.name, check(example, code)) for example, code in examples(shared, file)]
    assert len(found) > 100, "the examples are not all there"
    return [f"{number} {name}: {message}" for number, name, message in found if message]


def test_every_meld_is_judged_as_printed(shared: Path) -> None:
    assert not wrong(shared, "meld_examples.yaml", meld_differs)


def test_every_addition_is_judged_as_printed(shared: Path) -> None:
    assert not wrong(shared, "layoff_examples.yaml", addition_differs)


def test_the_brute_force_judges_every_meld_as_printed(shared: Path) -> None:
    assert not wrong(shared, "meld_examples.yaml", meld_differs_by_force)


def test_the_brute_force_judges_every_addition_as_printed(shared: Path) -> None:
    assert not wrong(shared, "layoff_examples.yaml", addition_differs_by_force)


# --- melds ------------------------------------------------------------------------------------------------------------


def meld_differs(example: Example, code: Code) -> str:
    """What the engine says otherwise than the example, or nothing."""
    meld = (
        first_meld(code, example["cards"]) if example.get("opening") else code.book.lay(parse_cards(example["cards"]))
    )
    if isinstance(meld, Reason):
        return f"{example['cards']} is refused: {meld.value}" if example["valid"] else ""
    kind = "run" if isinstance(meld.shape, Run) else "set"
    return compare(example, (kind, meld.burraco, meld.bonus, meld.points), is_ace_high(meld))


def compare(example: Example, judged: tuple[str, str | None, int, int], ace_high: bool) -> str:
    if not example["valid"]:
        return f"{example['cards']} is accepted"
    printed = (example["type"], example["burraco"], example["bonus"], example["points"])
    if printed != judged:
        return f"{example['cards']} is {judged}, not {printed}"
    if "ace" in example and (example["ace"] == "high") != ace_high:
        return f"{example['cards']} has its ace at the other end"
    return ""


def is_ace_high(meld: Meld) -> bool:
    return isinstance(meld.shape, Run) and bool(meld.shape.places & 1 << 14)


def first_meld(code: Code, cards: str) -> Meld | Reason:
    """The meld when it is the first one of a hand, with other cards to discard."""
    hand = pack([*parse_cards(cards), *parse_cards("9sTs")])
    hands, melds = (hand, *[0] * (code.players - 1)), ((),) * len(code.sides)
    deal = Deal(code, turn=0, phase=PLAY, stock=(), pile=(), hands=hands, pozzetti=(), melds=melds)
    step = advance(deal, Lay(parse_cards(cards)))
    return step.deal.melds[0][0] if isinstance(step, Step) else step.reason


def meld_differs_by_force(example: Example, code: Code) -> str:
    """What the brute force says otherwise than the example, or nothing."""
    cards = texts(example["cards"])
    turn = bruteforce.Turn(bruteforce.CODES[code.rules.name], (*cards, "9s", "Ts"))
    meld = bruteforce.lay(turn.code, cards)
    if meld is None or (example.get("opening") and bruteforce.laid(turn, cards) is None):
        return f"{example['cards']} is refused" if example["valid"] else ""
    kind = "run" if isinstance(meld, bruteforce.Run) else "set"
    points = sum(value(parse_card(card)) for card in cards)
    judged = (kind, bruteforce.kind(turn.code, meld), bruteforce.bonus(turn.code, meld), points)
    return compare(example, judged, isinstance(meld, bruteforce.Run) and 14 in meld.naturals)


def texts(cards: str) -> tuple[str, ...]:
    return tuple(format_card(card) for card in parse_cards(cards))


# --- additions --------------------------------------------------------------------------------------------------------


def addition_differs(example: Example, code: Code) -> str:
    """What the engine says otherwise than the example, or nothing."""
    meld = on_table(example["table"], code)
    cards = parse_cards("".join(example["add"]))
    grown = extend(code.book, meld, cards)
    if isinstance(grown, Reason):
        return f"{format_cards(cards)} is refused: {grown.value}" if example["legal"] else ""
    if message := compare_addition(example, code.rules.name, (slots(grown), grown.burraco, grown.bonus)):
        return message
    others = [extend(code.book, meld, cards, "^") for _ in example.get("alternatives") or ()]
    return compare_others(example, [[] if isinstance(other, Reason) else slots(other) for other in others])


def addition_differs_by_force(example: Example, code: Code) -> str:
    """What the brute force says otherwise than the example, or nothing."""
    printed = bruteforce.CODES[code.rules.name]
    meld = by_force(on_table(example["table"], code))
    grown = bruteforce.extend(printed, meld, example["add"])
    if grown is None:
        return f"{example['add']} is refused" if example["legal"] else ""
    judged = (slots_by_force(grown), bruteforce.kind(printed, grown), bruteforce.bonus(printed, grown))
    if message := compare_addition(example, code.rules.name, judged):
        return message
    others = [bruteforce.extend(printed, meld, example["add"], "^") for _ in example.get("alternatives") or ()]
    return compare_others(example, [slots_by_force(other) if other else [] for other in others])


def compare_addition(example: Example, name: str, judged: tuple[Slots, str | None, int]) -> str:
    if not example["legal"]:
        return f"{example['add']} is accepted"
    kind = example.get("kind_by_profile", {}).get(name, example.get("kind"))
    bonus = example.get("bonus_by_profile", {}).get(name, example.get("bonus"))
    printed = (sorted(example["result"]), kind, bonus)
    return "" if printed == judged else f"{example['add']} makes {judged}, not {printed}"


def compare_others(example: Example, judged: list[Slots]) -> str:
    """The alternatives of the examples are all at the high end."""
    printed = [sorted(other) for other in example.get("alternatives") or ()]
    return "" if printed == judged else f"{example['add']} could make {judged}, not {printed}"


def on_table(table: Slots, code: Code) -> Meld:
    """The meld that lies so on the table."""
    placed = [(place, parse_card(card)) for place, card in (slot.split(":") for slot in table)]
    if placed[0][0] == "set":
        return code.book.judge(code.book.sets([card for _, card in placed])[0])
    suit = next(card // 13 for place, card in placed if place.isdigit() and card % 13 > 1 and card < 52)
    naturals = [int(place) for place, card in placed if place.isdigit() and card == card_at(suit, int(place))]
    places = sum(1 << place for place in naturals)
    matte = [(int(place) if place.isdigit() else FREE, card) for place, card in placed]
    matte = [(place, card) for place, card in matte if place not in naturals]
    at, matta = matte[0] if matte else (FREE, NO_CARD)
    if code.book.floating and not gaps_of(places):
        at = FREE
    return code.book.judge(Run(suit, places, matta, at))


def slots(meld: Meld) -> Slots:
    """A meld in the examples' way of writing, sorted."""
    shape = meld.shape
    if not isinstance(shape, Run):
        return sorted(f"set:{format_card(card)}" for card in meld.cards)
    matta = [f"{shape.at or 'free'}:{format_card(shape.matta)}"] if shape.matta >= 0 else []
    places = [place for place in range(1, 15) if shape.places >> place & 1]
    return sorted([*matta, *[f"{place}:{format_card(card_at(shape.suit, place))}" for place in places]])


def slots_by_force(meld: bruteforce.Meld) -> Slots:
    if isinstance(meld, bruteforce.Set):
        return sorted(f"set:{card}" for card in meld.cards)
    matta = [f"{meld.at or 'free'}:{meld.matta}"] if meld.matta else []
    return sorted([*matta, *[f"{place}:{bruteforce.face(meld.suit, place)}" for place in meld.naturals]])
