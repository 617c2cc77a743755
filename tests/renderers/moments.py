"""Scenes for tests: random deals stopped at random moments, hands of any size, tables with as many melds as wanted."""

from random import Random

from hypothesis import strategies as st

from engine.cards import PACK, parse_cards
from engine.code import code_for
from engine.deal import Deal, start
from engine.hand import pack, unpack
from engine.melds import Meld
from engine.rules import load_rules, parse_house, with_house
from engine.sorting import by_rank, by_suit
from engine.view import TABLE, View, view
from renderers.scenes import HandScene, TableScene
from tests.campaign import games
from tests.chance import TABLES, chance

NAMES = {"N": "Nora", "E": "", "S": "サクラ", "W": "Maximilian von und zu Hohenstein-Wolfenbüttel"}

tables = st.sampled_from([*[f"{name} {players}" for name, players in TABLES], "online 4 open_pairs=on"])
seeds = st.integers(0, 2**32 - 1)


def stopped(table: str, seed: int, stop: int) -> Deal:
    """A random deal after so many steps, or at its end."""
    name, players, *house = table.split()
    code = code_for(with_house(load_rules(name), parse_house(" ".join(house))), int(players))
    reached = None
    for number, game in enumerate(games(code, seed)):
        reached = game.deal
        if number == stop:
            break
    assert reached is not None
    return reached


deals = st.builds(stopped, tables, seeds, st.integers(0, 160))


def with_hand(seed: int, cards: int) -> Deal:
    """A fibur deal in which North holds so many cards, drawn from both packs."""
    rng = Random(seed)  # noqa: S311  a shuffle for tests
    deck = rng.sample(PACK, len(PACK))
    deal = start(code_for(load_rules("fibur"), 4), deck, 3).copy()
    deal.hands = [pack(deck[:cards]), *deal.hands[1:]]
    return deal


def hand_scene(seen: View, seat: str, by: str, seed: int) -> HandScene:
    """The hand of a seat in this order, with marks by chance."""
    rng = chance(seed)
    cards = unpack(seen.deal.hands[seen.deal.code.seats.index(seat)])
    order = by_suit(cards) if by == "suit" else by_rank(cards) if by == "rank" else tuple(rng.sample(cards, len(cards)))
    ticked, drawn, hinted = [tuple(rng.sample(order, rng.randint(0, min(3, len(order))))) for _ in range(3)]
    return HandScene(seen, seat, order, by, ticked, drawn, hinted, NAMES, "Osteria")


hands = st.builds(
    lambda seed, cards, by: hand_scene(view(with_hand(seed, cards), "N"), "N", by, seed),
    seeds,
    st.integers(0, 60),
    st.sampled_from(["suit", "rank", "own"]),
)


def table_scene(deal: Deal, mine: str = "") -> TableScene:
    totals = tuple(range(905, 905 + len(deal.code.sides)))
    return TableScene(view(deal, mine or TABLE), mine, NAMES, "N", totals, "2/4", "0:42", "Osteria")


def meld(cards: str, rules: str = "febur") -> Meld:
    found = code_for(load_rules(rules), 4).book.lay(parse_cards(cards))
    assert isinstance(found, Meld)
    return found


def with_melds(first: int, second: int, cards: str, pile: int = 1) -> Deal:
    """A febur table with so many equal melds a side; more than two packs hold, if that is asked."""
    deal = start(code_for(load_rules("febur"), 4), PACK, 0).copy()
    deal.melds = ((meld(cards),) * first, (meld(cards),) * second)
    deal.pile = PACK[:pile]
    return deal
