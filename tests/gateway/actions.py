"""Actions for the tests of what people press and type: those of whole random deals, and random text of cards."""

from collections.abc import Iterator

from hypothesis import strategies as st

from engine.actions import CLOCK_OUT, DECLINE, DRAW, PICK_UP, Action, Add, Discard, Lay
from engine.cards import JOKER, Card, copies
from engine.deal import start
from engine.legal import legal
from engine.play import Step, advance
from engine.shuffle import deck_of
from engine.suggest import suggest
from engine.view import view
from tests.chance import chance, seated

cards = st.integers(0, JOKER)


def _fits_two_packs(chosen: list[Card]) -> bool:
    return all(chosen.count(card) <= copies(card) for card in chosen)


melds = st.lists(cards, min_size=1, max_size=14).filter(_fits_two_packs).map(tuple)
additions = st.lists(cards, min_size=1, max_size=11).filter(_fits_two_packs).map(tuple)
actions: st.SearchStrategy[Action] = st.one_of(
    st.sampled_from([DRAW, PICK_UP, DECLINE, CLOCK_OUT]),
    melds.map(Lay),
    st.builds(Add, st.integers(1, 999), additions, st.sampled_from(["", "^", "_"])),
    cards.map(Discard),
)
"""Every action that a player could ever be offered, legal or not."""


def legal_in_a_deal(name: str, players: int, seed: int) -> Iterator[Action]:
    """Every legal step and every suggestion at each position of a random deal."""
    rng = chance(f"{name} {players} {seed}")
    code = seated(name, players)
    deal = start(code, deck_of(rng.randbytes(32)), rng.randrange(players))
    for _ in range(250):
        offered = legal(deal)
        if not offered:
            return
        yield from offered
        large = [suggestion.action for suggestion in suggest(view(deal, deal.seat), limit=6)]
        yield from large
        step = advance(deal, rng.choice(large) if large and rng.random() < 0.7 else rng.choice(offered))
        assert isinstance(step, Step)
        yield step.action
        deal = step.deal
