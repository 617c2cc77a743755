"""A plain turn is two taps, and a suggested meld one more."""

from bot.messages.hand_controls import BEST
from bot.views.controls import suggestions
from engine.actions import DRAW, PICK_UP, Discard, Lay
from engine.cards import parse_cards
from tests.adapters.taps import DISCORD, ONE, SEEDS, TELEGRAM, Cost, fewest, measured
from tests.messages.test_hand_rows import Case, seen


def test_a_plain_turn_is_two_taps_on_telegram_and_two_interactions_on_discord() -> None:
    figures = measured(SEEDS[:1])
    for found in figures.values():
        assert found.times["a plain turn"] > 0
        assert found.interactions["a plain turn"] == 2 * found.times["a plain turn"]
    assert figures[TELEGRAM].spent["a plain turn"] == 2 * figures[TELEGRAM].times["a plain turn"]
    assert figures[DISCORD].spent["a plain turn"] == 3 * figures[DISCORD].times["a plain turn"]


def test_each_of_the_best_suggestions_is_one_tap_and_the_list_opens_for_the_others() -> None:
    view = seen(Case(cards=22, melds=True))
    best = suggestions(view)
    assert len(best) > BEST
    for platform in (TELEGRAM, DISCORD):
        assert [fewest(view.table, one, platform) for one in best[:BEST]] == [ONE] * BEST
    assert [fewest(view.table, one, TELEGRAM) for one in best[BEST:]] == [Cost(2, 2)] * (len(best) - BEST)


def test_three_cards_that_nobody_suggests_are_three_ticks_and_one_lay() -> None:
    view = seen(Case())
    three = Lay(parse_cards("8h9hTh"))
    assert three not in suggestions(view)
    assert fewest(view.table, three, TELEGRAM) == Cost(4, 4)
    assert fewest(view.table, three, DISCORD) == Cost(6, 2)  # one choice of three cards, and one button


def test_a_card_is_drawn_and_discarded_by_one_tap_each() -> None:
    taking, playing = seen(Case(phase="draw")), seen(Case())
    assert [fewest(taking.table, one, TELEGRAM) for one in (DRAW, PICK_UP)] == [ONE, ONE]
    assert fewest(playing.table, Discard(parse_cards("Ks")[0]), TELEGRAM) == ONE
    assert fewest(playing.table, Discard(parse_cards("Ks")[0]), DISCORD) == Cost(2, 1)
