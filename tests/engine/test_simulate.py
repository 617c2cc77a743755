"""Simulations: fair seats, records that replay, figures that mean what they say."""

from itertools import count

import pytest

from engine.actions import DRAW, PICK_UP, Action, Discard
from engine.code import code_for
from engine.deal import STALLO, TAKE, start
from engine.hand import unpack
from engine.players import PLAYERS, Factory
from engine.record import format_record
from engine.replay import replay
from engine.rules import RULE_SETS, load_rules, with_house
from engine.shuffle import deck_of
from engine.simulate import _Table, margin, no_clock, results, seat_of, seat_players, simulate, simulate_deal
from engine.table import End, Game
from engine.view import View

FEBUR = load_rules("febur")
PAIRS = ("greedy", "random", "greedy", "random")
THREE = ("greedy", "random", "random")


def names_for(rules: str) -> tuple[str, ...]:
    return THREE if rules == "three-player" else PAIRS


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_record_of_a_simulation_replays_to_the_same_score(rules: str) -> None:
    for deal in simulate(load_rules(rules), names_for(rules), 3, seed=5):
        replayed = replay(format_record([deal.record]))
        assert replayed.refusal is None
        (again,) = replayed.deals
        assert again.game == deal.game
        assert replayed.match.totals == deal.totals


def test_a_record_says_who_played_what_and_how_it_ended() -> None:
    (deal,) = simulate(FEBUR, PAIRS, 1, seed=5)
    tags = deal.record.tags
    assert [tags[seat] for seat in "NESW"] == list(PAIRS)
    assert (tags["Rules"], tags["Dealer"], tags["Shuffle"]) == ("febur", "N", "brn-1")
    assert tags["Result"] == f"NS {deal.totals[0]} EW {deal.totals[1]}"
    assert tags["Termination"] == deal.game.deal.termination


def test_house_rules_and_lengths_stand_in_the_record() -> None:
    rules = with_house(load_rules("online"), {"undo": "off", "target": "2005", "hands": "3"})
    (deal,) = simulate(rules, PAIRS, 1, seed=5)
    tags = deal.record.tags
    assert (tags["House"], tags["Target"], tags["Hands"]) == ("undo=off", "2005", "3")
    assert replay(format_record([deal.record])).match.code.rules == rules


def test_the_same_seed_gives_the_same_deals_and_another_seed_others() -> None:
    first, again, other = ([deal.record for deal in simulate(FEBUR, PAIRS, 2, seed)] for seed in (5, 5, 6))
    assert first == again
    assert first != other


def test_a_deal_depends_on_no_other() -> None:
    deals = list(simulate(FEBUR, PAIRS, 4, seed=5))
    assert simulate_deal(FEBUR, PAIRS, 3, seed=5).record == deals[3].record


@pytest.mark.parametrize(("rules", "players", "sides"), [("febur", 4, 2), ("online", 2, 2), ("three-player", 3, 3)])
def test_on_a_board_every_player_holds_every_side_s_cards_once(rules: str, players: int, sides: int) -> None:
    code = code_for(load_rules(rules), players)
    for board in range(3):
        seatings = [seat_players(code, board * sides + moved, seed=1) for moved in range(sides)]
        assert {(seating.board, seating.dealer, seating.seed) for seating in seatings} == {
            (board, board % players, seatings[0].seed)
        }
        for player in range(players):
            sides_played = {code.side_of[seating.players.index(player)] for seating in seatings}
            assert sides_played == set(range(sides))


def test_partners_stay_together() -> None:
    code = code_for(FEBUR, 4)
    for number in range(8):
        players = seat_players(code, number, seed=1).players
        assert {frozenset(players[::2]), frozenset(players[1::2])} == {frozenset({0, 2}), frozenset({1, 3})}


def test_results_count_deals_moves_and_time() -> None:
    ticks = count()
    deals = list(simulate(FEBUR, PAIRS, 4, seed=5, clock=lambda: float(next(ticks))))
    greedy, chance, partner, _ = results(PAIRS, deals)
    assert [greedy.name, chance.name, greedy.deals] == ["greedy", "random", 4]
    assert greedy.cpu_ms_per_move == 1000  # the clock moves on by a second between two looks at it
    assert greedy.mean_mp == partner.mean_mp == -chance.mean_mp
    assert greedy.mean_mp == sum(margin(deal, 0) for deal in deals) / 4
    assert greedy.won + chance.won == sum(deal.totals[0] != deal.totals[1] for deal in deals)
    assert sum(deal.moves[seat_of(deal, 0)] for deal in deals) > 0


def test_equal_players_are_equal_on_every_board() -> None:
    names = ("greedy",) * 3
    deals = list(simulate(load_rules("three-player"), names, 6, seed=5))
    assert sum(result.mean_mp for result in results(names, deals)) == pytest.approx(0)


def test_one_board_has_no_confidence_interval() -> None:
    assert [result.ci95 for result in results(PAIRS, simulate(FEBUR, PAIRS, 2, seed=5))] == [None] * 4
    assert all(result.ci95 for result in results(PAIRS, simulate(FEBUR, PAIRS, 4, seed=5)))


@pytest.mark.parametrize("names", [("greedy", "nobody", "greedy", "greedy"), ("greedy",), ("greedy",) * 3])
def test_players_that_cannot_be_seated_are_refused(names: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match=r"nobody|is played by"):
        list(simulate(FEBUR, names, 1, seed=5))


def test_a_stronger_player_wins() -> None:
    greedy, chance, *_ = results(PAIRS, simulate(FEBUR, PAIRS, 20, seed=5))
    assert greedy.ci95 is not None
    assert greedy.mean_mp - greedy.ci95 > 0 > chance.mean_mp
    assert greedy.won >= 18


# --- players who would never end --------------------------------------------------------------------------------------


class Swapper:
    """Picks up and discards for ever; a card that was the only one of the pile may not go back at once."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, seen: View) -> Action:
        deal = seen.deal
        if deal.phase == TAKE:
            return PICK_UP if len(deal.pile) == 1 else DRAW
        return next(Discard(card) for card in unpack(deal.hands[deal.turn]) if card != deal.forbidden)


class Idler(Swapper):
    """Chooses what is not legal."""

    def choose(self, seen: View) -> Action:
        return Discard(unpack(seen.deal.hands[seen.deal.turn])[0])


def seated(monkeypatch: pytest.MonkeyPatch, player: Factory) -> None:
    monkeypatch.setitem(PLAYERS, "odd", player)


def test_swaps_for_ever_end_as_a_stallo_where_the_code_ends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    seated(monkeypatch, Swapper)
    rules = with_house(FEBUR, {"stallo": "off"})
    (deal,) = simulate(rules, ("odd",) * 4, 1, seed=5)
    assert deal.game.deal.termination == STALLO
    assert getattr(deal.record.lines[-1], "act", None) == End(STALLO)
    assert replay(format_record([deal.record])).match.totals == deal.totals


def test_a_deal_without_end_names_its_position() -> None:
    code = code_for(FEBUR, 4)
    table = _Table(Game(start(code, deck_of(bytes(32)), 0)), [PLAYERS[name](1) for name in PAIRS], no_clock)
    with pytest.raises(AssertionError, match=r"3 moves, and no end: [NESW]/(draw|play) "):
        table.play_out(most_steps=3)


def test_an_illegal_choice_names_its_position(monkeypatch: pytest.MonkeyPatch) -> None:
    seated(monkeypatch, Idler)
    with pytest.raises(AssertionError, match=r"is refused, take-first: E/draw "):
        list(simulate(FEBUR, ("odd",) * 4, 1, seed=5))
