"""Random melds, hands and positions for the tests, and the engine's values as plain objects of the brute force.

All chance comes from the `Random` handed in, so that a failing case is named by its seed.
"""

from collections.abc import Callable
from random import Random

from engine.cards import PACK, format_card, parse_cards
from engine.code import Code, code_for
from engine.deal import Deal
from engine.hand import Hand, unpack
from engine.melds import Meld, Run
from engine.position import parse_position
from engine.rules import RULE_SETS, load_rules
from tests import bruteforce

TABLES = [(name, players) for name in RULE_SETS for players in load_rules(name).players]
"""Every code with every number of players it knows: ten tables."""


def chance(seed: int | str) -> Random:
    return Random(seed)  # noqa: S311  a test wants the same chance again


def seated(name: str, players: int) -> Code:
    return code_for(load_rules(name), players)


# --- the engine's values as plain objects -----------------------------------------------------------------------------


def texts(hand: Hand) -> tuple[str, ...]:
    return tuple(format_card(card) for card in unpack(hand))


def by_force(meld: Meld) -> bruteforce.Meld:
    """The engine's meld as a plain object of the brute force."""
    shape = meld.shape
    matta = format_card(shape.matta) if shape.matta >= 0 else ""
    if isinstance(shape, Run):
        naturals = [place for place in range(1, 15) if shape.places >> place & 1]
        return bruteforce.Run(bruteforce.SUITS[shape.suit], tuple(naturals), matta, shape.at)
    return bruteforce.Set(bruteforce.RANKS[shape.rank], tuple(sorted(texts(shape.naturals))), matta)


def turn_of(deal: Deal) -> bruteforce.Turn:
    """What the player in turn has before them, in the phase play."""
    code = deal.code
    pozzetto = tuple(format_card(card) for card in deal.pozzetti[0]) if deal.pozzetto_left(deal.turn) else ()
    printed = bruteforce.CODES[code.rules.name]
    return bruteforce.Turn(
        printed,
        texts(deal.hands[deal.turn]),
        tuple(by_force(meld) for meld in deal.melds[code.side_of[deal.turn]]),
        pozzetto,
        format_card(deal.forbidden) if deal.forbidden >= 0 else "",
        deal.opening,
        printed.must_meld and deal.picked > 0 and not deal.laid,
    )


# --- random cards -----------------------------------------------------------------------------------------------------


def draw(rng: Random, left: list[str], number: int, weight: Callable[[str], float]) -> tuple[str, ...]:
    """So many cards taken out of those left, the heavier ones more often."""
    drawn = sorted(left, key=lambda card: rng.random() ** (1 / weight(card)))[len(left) - number :]
    for card in drawn:
        left.remove(card)
    rng.shuffle(drawn)
    return tuple(drawn)


def whole_pack() -> list[str]:
    return [format_card(card) for card in PACK]


def flavour(rng: Random) -> Callable[[str], float]:
    """Weights that make melds likely: some neighbours of a suit, one or two ranks, wild cards."""
    suit, low, length = rng.choice(bruteforce.SUITS), rng.randint(1, 12), rng.randint(3, 9)
    run = {bruteforce.face(suit, place) for place in range(low, min(low + length, 15))}
    ranks = rng.sample(bruteforce.RANKS, 2)
    wild = rng.choice([1, 4, 12])
    return lambda card: wild if card in bruteforce.WILD else 20 if card in run else 10 if card[0] in ranks else 1


def likely_meld(rng: Random, left: list[str]) -> tuple[str, ...]:
    """Cards that are often a meld, in an order that often says something; they stay where they are."""
    cards = _likely_run(rng) if rng.random() < 0.7 else _likely_set(rng)
    matta = rng.random() < 0.6
    if matta:
        own_two = "2" + (cards[0][1] if cards[0] != "Jk" else "h")
        cards.insert(rng.randint(0, len(cards)), rng.choice(["Jk", "Jk", own_two, rng.choice(bruteforce.TWOS)]))
        if rng.random() < 0.5 and len(cards) > 3:
            del cards[rng.randrange(len(cards))]
    if rng.random() < 0.3:
        rng.shuffle(cards)
    return tuple(cards) if bruteforce.minus(left, cards) is not None else ()


def _likely_run(rng: Random) -> list[str]:
    length = rng.choice([2, 3, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13])
    low = rng.randint(1, 15 - length)
    suit = rng.choice(bruteforce.SUITS)
    return [bruteforce.face(suit, place) for place in range(low, low + length)]


def _likely_set(rng: Random) -> list[str]:
    rank = rng.choice(bruteforce.RANKS + "A3A32")
    cards = [rank + suit for suit in bruteforce.SUITS] * 2
    return rng.sample(cards, rng.choice([2, 3, 3, 4, 5, 6, 7, 8]))


def some_meld(rng: Random, code: bruteforce.Code, left: list[str]) -> bruteforce.Meld:
    """A meld of the code; its cards are taken out of those left."""
    while True:
        cards = likely_meld(rng, left)
        meld = bruteforce.lay(code, cards)
        if meld is not None:
            for card in cards:
                left.remove(card)
            return meld


def near(rng: Random, meld: bruteforce.Meld) -> Callable[[str], float]:
    """Weights that make additions to a meld likely."""
    wild = rng.choice([1, 5, 20])
    if isinstance(meld, bruteforce.Set):
        return lambda card: 30 if card[0] == meld.rank and card != "Jk" else wild if card in bruteforce.WILD else 1
    places = range(max(1, meld.naturals[0] - 3), min(14, meld.naturals[-1] + 3) + 1)
    fitting = {bruteforce.face(meld.suit, place) for place in places} - set(meld.cards)
    return lambda card: 60 if card in fitting else wild if card in bruteforce.WILD else 1


# --- random positions -------------------------------------------------------------------------------------------------


def position(rng: Random, name: str, players: int) -> Deal:
    """A made-up position in the phase play with a small hand, often near the end of the turn's possibilities."""
    code, printed = seated(name, players), bruteforce.CODES[name]
    left = whole_pack()
    melds = side_melds(rng, printed, left)
    weight = near(rng, rng.choice(melds)) if melds and rng.random() < 0.7 else flavour(rng)
    hand = draw(rng, left, rng.choice([1, 2, 2, 3, 3, 4, 4, 5, 6, 7, 8]), weight)
    turn = rng.randrange(players)
    side = code.side_of[turn]
    sides = [_zone_of_melds(melds) if number == side else "-" for number in range(len(code.sides))]
    taken = [rng.random() < 0.5 for _ in sides]
    rng.shuffle(left)
    others = [_take(left, 11) for _ in range(players)]
    hands = ["".join(hand) if seat == turn else others[seat] for seat in range(players)]
    left += _pairs(others[turn])
    pozzetti = [_take(left, 11) for _ in range(code.rules.pozzetti - sum(taken))]
    pile = _take(left, rng.choice([0, 0, 1, 3]))
    zones = [
        f"{code.seats[turn]}/play {''.join(left)} {pile or '-'}",
        "/".join(hands),
        ",".join(pozzetti) or "-",
        "|".join("!" * took + cards for took, cards in zip(taken, sides, strict=True)),
        ",".join(_memory(rng, printed, hand, melds)),
    ]
    return parse_position(code.rules, " ".join(zones))


def side_melds(rng: Random, code: bruteforce.Code, left: list[str]) -> list[bruteforce.Meld]:
    """The melds of a side, no two sets of one rank."""
    melds: list[bruteforce.Meld] = []
    for _ in range(rng.choice([0, 1, 1, 2, 3])):
        meld = some_meld(rng, code, left)
        if isinstance(meld, bruteforce.Set) and meld.rank in [m.rank for m in melds if isinstance(m, bruteforce.Set)]:
            left += meld.cards
        else:
            melds.append(meld)
    return melds


def _zone_of_melds(melds: list[bruteforce.Meld]) -> str:
    return "+".join("".join(bruteforce.written(meld)) for meld in melds) or "-"


def _take(left: list[str], number: int) -> str:
    return "".join([left.pop() for _ in range(number)])


def _pairs(cards: str) -> list[str]:
    return [format_card(card) for card in parse_cards(cards)]


def _memory(rng: Random, code: bruteforce.Code, hand: tuple[str, ...], melds: list[bruteforce.Meld]) -> list[str]:
    """What a position cannot show, sometimes: a pick-up, its forbidden card, an opening that may not change."""
    parts: list[str] = []
    once = [card for card in hand if hand.count(card) == 1]
    opened = code.three_player and melds and rng.random() < 0.4
    if rng.random() < 0.4:
        parts += [f"f={rng.choice(once)}", "p=1"] if once and rng.random() < 0.7 else ["p=2"]
    if opened or (melds and rng.random() < 0.5):
        parts.append("l")
    return [*parts, "o1"] if opened else parts
