"""What all remember of a deal: who picked up what, and still has it."""

from engine.actions import parse_action
from engine.cards import format_cards
from engine.hand import size, unpack
from engine.memory import still_held, view_with_memory
from engine.players import PLAYERS
from engine.players.worlds import Unseen, deal_anew
from engine.position import parse_position
from engine.rules import RULE_SETS, load_rules
from engine.stream import Stream
from engine.table import Game, act
from engine.view import view
from tests.engine.test_players import first_deal

HANDS = "4h5h6h9cJd/KhKdKc7s/3h8d9s/Td6s3c"


def after(*actions: str) -> Game:
    """North picks up three cards, and what follows."""
    deal = parse_position(load_rules("febur"), f"N/draw ?68 QhQs2c {HANDS} ?11,?11 -|-")
    game = Game(deal)
    for action in actions:
        acted = act(game, game.deal.seat, parse_action(action))
        assert isinstance(acted, tuple), acted
        game = acted[0]
    return game


def in_hand(*actions: str) -> str:
    """What North is known to hold."""
    return format_cards(unpack(still_held(after(*actions))[0]))


def test_cards_that_were_picked_up_are_remembered_until_they_are_shown() -> None:
    assert in_hand() == ""
    assert in_hand("p") == "Qh2cQs"
    assert in_hand("p", "x:Qs") == "Qh2c"
    assert in_hand("p", "m:4h5h6h", "x:Qs") == in_hand("p", "x:Qs")
    assert in_hand("p", "x:9c") == in_hand("p")


def test_who_draws_is_remembered_with_nothing() -> None:
    game = after("d", "x:9c")
    assert [size(hand) for hand in still_held(game)] == [0, 0, 0, 0]


def test_memory_is_always_true() -> None:
    """In deals of all codes: what is remembered of a hand is in it."""
    for rules in RULE_SETS:
        deal = first_deal(rules, 3)
        game, player, remembered = Game(deal), PLAYERS["greedy"](1), 0
        while not game.deal.is_over:
            acted = act(game, game.deal.seat, player.choose(view(game.deal, game.deal.seat)))
            assert isinstance(acted, tuple)
            game = acted[0]
            for seat, cards in enumerate(still_held(game)):
                remembered += size(cards)
                for card in set(unpack(cards)):
                    assert unpack(cards).count(card) <= unpack(game.deal.hands[seat]).count(card)
        assert remembered


def test_remembered_cards_are_dealt_to_whom_they_belong() -> None:
    game = after("p", "x:Qs")
    seen = view_with_memory(game, "E")
    for seed in range(5):
        world = deal_anew(Unseen(seen), Stream(seed))
        assert {"Qh", "2c"} <= {format_cards((card,)) for card in unpack(world.hands[0])}
        assert view(world, "E").deal == seen.deal
