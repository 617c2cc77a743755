"""What all remember of a deal: who picked up what, and still has it."""

from engine.actions import format_action, parse_action
from engine.cards import format_cards
from engine.hand import size, unpack
from engine.memory import left_lying, still_held, view_with_memory
from engine.players import PLAYERS
from engine.players.worlds import Unseen, deal_anew, would_want
from engine.position import parse_position
from engine.rules import RULE_SETS, load_rules
from engine.stream import Stream
from engine.table import Game, act
from engine.view import View, view
from tests.engine.test_players import first_deal

HANDS = "4h5h6h9cJd/KhKdKc7s/3h8d9s/Td6s3c"


def after(*actions: str, pile: str = "QhQs2c") -> Game:
    """North finds these three cards on the pile, and what follows."""
    return played(Game(parse_position(load_rules("febur"), f"N/draw ?68 {pile} {HANDS} ?11,?11 -|-")), *actions)


def played(game: Game, *actions: str) -> Game:
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


def test_a_pile_that_was_left_is_remembered_until_somebody_picks_it_up() -> None:
    assert left_lying(after()) == (0, 0, 0, 0)
    assert left_lying(after("d")) == (3, 0, 0, 0)
    assert left_lying(after("d", "x:9c", "d", "x:7s")) == (3, 4, 0, 0)
    assert left_lying(after("d", "x:9c", "p")) == (0, 0, 0, 0)
    assert left_lying(after("d", "x:9c", "p", "x:7s", "d", "x:3h")) == (0, 0, 1, 0)


def test_who_has_taken_a_pozzetto_since_has_left_nothing_with_that_hand() -> None:
    taken = 0
    for number in range(6):
        game, player = Game(first_deal("febur", number)), PLAYERS["greedy"](1)
        while not game.deal.is_over:
            before, seat = game.deal.taken, game.deal.turn
            game = played(game, format_action(player.choose(view(game.deal, game.deal.seat))))
            if game.deal.taken != before:
                taken += 1
                assert left_lying(game)[seat] == 0
    assert taken > 6


def test_a_hand_that_would_have_wanted_what_it_left_is_half_as_likely() -> None:
    """By the odds, in worlds as East sees them; a hand of two cards tells nothing."""
    seen = view_with_memory(after("d", "x:9c", pile="QhTs4c"), "E")
    assert seen.left == (3, 0, 0, 0)
    weighed, evenly = (share_wanting(View("E", seen.deal, (), left)) for left in (seen.left, ()))
    assert 0.4 < weighed / (1 - weighed) / (evenly / (1 - evenly)) < 0.6
    short = parse_position(load_rules("febur"), "E/draw ?47 QhTs4c9c ?2/?11/?11/?11 ?11,?11 -|-")
    assert Unseen(View("E", short, (), (3, 0, 0, 0))).left == []


def share_wanting(seen: View) -> float:
    """In how many worlds of this view North would have wanted the first three cards of the pile."""
    unseen, stream = Unseen(seen), Stream(11)
    return sum(would_want(deal_anew(unseen, stream), 0, seen.deal.pile[:3]) for _ in range(2000)) / 2000


def test_remembered_cards_are_dealt_to_whom_they_belong() -> None:
    game = after("p", "x:Qs")
    seen = view_with_memory(game, "E")
    for seed in range(5):
        world = deal_anew(Unseen(seen), Stream(seed))
        assert {"Qh", "2c"} <= {format_cards((card,)) for card in unpack(world.hands[0])}
        assert view(world, "E").deal == seen.deal
