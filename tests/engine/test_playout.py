"""A playout does what `legal` and `play` do, faster: the law of `tests.lockstep`, and positions where it is thin."""

import pytest

from engine.actions import format_action
from engine.cards import PACK
from engine.code import code_for
from engine.hand import CARDS, pack
from engine.legal import legal
from engine.melds import Meld, MeldBook
from engine.playout import Playout
from engine.rules import RULE_SETS, load_rules
from tests.chance import TABLES, seated
from tests.lockstep import lockstep, same_after, same_steps
from tests.notation import position

EVERYTHING = pack(PACK)


@pytest.mark.parametrize("first", range(0, 60, 20))
def test_a_playout_keeps_step_with_legal_and_play(first: int) -> None:
    kinds = lockstep(1000, first)
    assert {"d", "p", "x", "m", "a"} <= set(kinds)


@pytest.mark.parametrize(
    ("rules", "text"),
    [
        ("febur", "N/play ? 9c 4d5h6h7hTdTdTs/?11/?11/?11 ?11,?11 -|- f=4d,p=1"),
        ("online", "N/play ? 9c 2h2dJk3h4h7cKs/?11/?11/?11 ?11,?11 5h6h7h+TcJcJk+8d8c8s|-"),
        ("fibur", "S/play ? 9c7d ?9/8hJkKcKd - !5h6h7h|!3c4c5c6c7c8c9c+KhKsJk"),
        ("international", "W/play ? - ?11/?11/?11/8hThAc9dJk ?11 -|!3h4h5h6h7h2c9h+AdAsAh p=2"),
        ("fitab", "N/play ? 4c AhQhKhAd2d3dJdQdKdAs2s3s2h/?11/?11/?11 ?11,?11 -|-"),
        ("febur", "E/play ? 9c8d ?11/2h2c3h4h5h7dJk/?11/?11 ?11 !9h9d9c|6h7h8h+KhKdJk+2s4s5s6s l,t"),
        ("fitab", "N/draw ? 4c AhAd3h4h5hJd7s7cKs9d2c/?11/?11/?11 ?11,?11 -|- z=NESW"),
        ("febur", "N/play ? - Ah2h5hThAd2d7dTdJd??/?11/?11/?11 ?11,?11 5c6c7c|8h8d8s"),
    ],
    ids=["barred", "two ends", "closing", "obliged", "aces", "clock", "last lap", "unknown cards"],
)
def test_each_number_is_a_step_of_its_own(rules: str, text: str) -> None:
    deal = position(rules, text)
    actions = same_steps(deal, Playout(deal))
    assert actions
    for number, action in enumerate(actions):
        same_after(deal, number, action)


def test_a_playout_that_is_over_has_no_steps() -> None:
    deal = position("fibur", "S/play ? 9c7d ?9/8h - !5h6h7h|!3c4c5c6c7c8c9c+KhKsJk")
    playout = Playout(deal)
    assert [format_action(playout.action(number)) for number in range(playout.count())] == ["x:8h"]
    playout.do(0)
    assert playout.over
    assert playout.count() == 0
    assert playout.value().termination == "chiusura"
    assert not deal.is_over


def test_a_value_kept_from_a_playout_stays_as_it_was() -> None:
    playout = Playout(position("febur", "N/draw ? 4c AhAd3h4h5hJd7s7cKs9d2c/?11/?11/?11 ?11,?11 -|-"))
    earlier = playout.value()
    before = earlier.key()
    playout.count()
    playout.do(0)
    assert earlier.key() == before
    assert playout.value().key() != before


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_what_is_counted_are_the_openings_of_the_tables(name: str, players: int) -> None:
    """With every card twice in hand the masks and the tables name the same runs, and as many sets."""
    code = seated(name, players)
    tables, counting = code.openings, code.counting
    counted = [counting.run_at(EVERYTHING, number) for number in range(counting.runs(CARDS, CARDS))]
    assert len(counted) == len(set(counted))
    assert set(counted) == {*tables.discards_and_runs(EVERYTHING)[1], *tables.with_matta(EVERYTHING)}
    assert counting.sets(CARDS, CARDS, 0) == len(tables.sets(EVERYTHING, 0)) > 0


@pytest.mark.parametrize("name", RULE_SETS)
def test_openings_remembered_are_judged_as_laid_anew(name: str) -> None:
    """The tables hand their melds to the book; a book that was told nothing reads the same from the cards."""
    rules = load_rules(name)
    code = code_for(rules, rules.players[0])
    lays = [*code.openings.discards_and_runs(EVERYTHING)[1], *code.openings.with_matta(EVERYTHING)]
    plain = MeldBook(rules)
    for lay in lays:
        meld, again = code.book.lay(lay.cards), plain.lay(lay.cards)
        assert isinstance(meld, Meld)
        assert meld == again
        assert meld.cards == lay.cards


def test_legal_keeps_its_order_beside_the_playouts() -> None:
    """Seeds of computer players and forced lays go by the order of `legal`; that of a playout is its own."""
    deal = position("online", "N/play ? 9c 2h2dJk3h4h7cKs/?11/?11/?11 ?11,?11 5h6h7h+TcJcJk+8d8c8s|-")
    texts = [format_action(action) for action in legal(deal)]
    assert texts[:7] == ["x:2h", "x:3h", "x:4h", "x:2d", "x:7c", "x:Ks", "x:Jk"]
