"""Computer players: chance that repeats itself, legal choices only, blindness, and what good play looks like."""

import re
from collections.abc import Iterator

import pytest

from engine.actions import Action, Discard, format_action
from engine.cards import Card, is_wild
from engine.code import code_for
from engine.deal import Deal, start
from engine.hand import pack, unpack
from engine.legal import legal
from engine.play import Step, play
from engine.players import PLAYERS, Factory, Player
from engine.players.expert import Expert
from engine.position import parse_position
from engine.rules import RULE_SETS, load_rules, with_house
from engine.shuffle import deck_of
from engine.stream import Stream
from engine.view import view

# --- chance -----------------------------------------------------------------------------------------------------------


def test_a_stream_is_splitmix64() -> None:
    stream = Stream(1234567)
    assert [stream.word() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_a_stream_draws_every_number_below_its_limit() -> None:
    stream = Stream(7)
    drawn = [stream.below(6) for _ in range(600)]
    assert set(drawn) == set(range(6))
    assert all(60 < drawn.count(number) < 140 for number in range(6))


def test_a_stream_chooses_one_of_the_items() -> None:
    stream = Stream(7)
    assert {stream.choice("NES") for _ in range(50)} == {"N", "E", "S"}


@pytest.mark.parametrize("number", [0, -1, 2**64 + 1])
def test_a_stream_refuses_to_draw_below(number: int) -> None:
    with pytest.raises(ValueError, match="no whole number"):
        Stream(1).below(number)


# --- laws of all players ----------------------------------------------------------------------------------------------


SEARCHING = "expert"
MAKERS: dict[str, Factory] = {**PLAYERS, SEARCHING: lambda seed: Expert(seed, rollouts=8)}
"""The players; the one that searches has little time here."""


def deals_of(name: str) -> int:
    return 1 if name == SEARCHING else 2


def first_deal(rules: str, number: int, players: int | None = None) -> Deal:
    code = code_for(load_rules(rules), players or load_rules(rules).players[0])
    return start(code, deck_of(number.to_bytes(32, "big")), number % code.players)


def positions(deal: Deal, players: list[Player]) -> Iterator[tuple[Deal, Action]]:
    """Every position of a deal that these players play to its end, with what was chosen there."""
    for _ in range(3000):
        if deal.is_over:
            return
        action = players[deal.turn].choose(view(deal, deal.seat))
        yield deal, action
        step = play(deal, deal.seat, action)
        assert isinstance(step, Step), f"{format_action(action)}: {deal!r}"
        deal = step.deal
    raise AssertionError("the deal has no end")


def table(name: str, deal: Deal) -> list[Player]:
    return [MAKERS[name](seat) for seat in range(deal.code.players)]


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("rules", RULE_SETS)
def test_every_choice_is_legal_until_the_deal_ends_and_the_same_seed_chooses_the_same(rules: str, name: str) -> None:
    for number in range(deals_of(name)):
        deal = first_deal(rules, number)
        once = list(positions(deal, table(name, deal)))
        assert once
        if not number:
            assert list(positions(deal, table(name, deal))) == once


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("rules", ["online", "international"])
def test_two_play_too(rules: str, name: str) -> None:
    deal = first_deal(rules, 1, players=2)
    assert list(positions(deal, table(name, deal)))


def hidden(deal: Deal) -> list[Card]:
    """The cards that the seat in turn cannot see, in an order that differs from theirs."""
    cards = [card for seat, hand in enumerate(deal.hands) if seat != deal.turn for card in unpack(hand)]
    cards += [card for pozzetto in deal.pozzetti for card in pozzetto]
    cards += deal.stock
    stream = Stream(len(cards))
    for place in range(len(cards) - 1, 0, -1):
        other = stream.below(place + 1)
        cards[place], cards[other] = cards[other], cards[place]
    return cards


def with_hidden_cards_swapped(deal: Deal) -> Deal:
    """The same deal to the seat in turn: all that they may not see is shuffled."""
    cards = hidden(deal)
    new = deal.copy()
    new.stock = tuple(cards.pop() for _ in deal.stock)
    new.pozzetti = tuple(tuple(cards.pop() for _ in pozzetto) for pozzetto in deal.pozzetti)
    new.hands = [
        hand if seat == deal.turn else pack([cards.pop() for _ in unpack(hand)]) for seat, hand in enumerate(deal.hands)
    ]
    assert not cards
    return new


@pytest.mark.no_cover  # the same choices as above
@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("rules", RULE_SETS)
def test_no_player_sees_a_hidden_card(rules: str, name: str) -> None:
    deal = first_deal(rules, 11)
    swapped = 0
    for at, (before, _) in enumerate(positions(deal, table(name, deal))):
        other = with_hidden_cards_swapped(before)
        swapped += other.stock != before.stock
        chosen, again = (MAKERS[name](at).choose(view(seen, before.seat)) for seen in (before, other))
        assert chosen == again
    assert swapped > 50


@pytest.mark.parametrize("name", PLAYERS)
def test_a_player_whose_clock_ran_out_does_what_is_forced(name: str) -> None:
    deal = first_deal("fitab", 3)
    for before, _ in positions(deal, table(name, deal)):
        late = before.copy()
        late.clock_out = True
        assert [MAKERS[name](1).choose(view(late, late.seat))] == legal(late)


@pytest.mark.parametrize("name", PLAYERS)
def test_open_pairs_may_be_played(name: str) -> None:
    code = code_for(with_house(load_rules("online"), {"open_pairs": "on"}), 4)
    deal = start(code, deck_of(bytes(32)), 0)
    assert list(positions(deal, table(name, deal)))


# --- what good play looks like ----------------------------------------------------------------------------------------


def chosen(rules: str, position: str) -> str:
    """What the heuristic player does in a position; the stock `*` is whatever the other zones leave of two packs."""
    fields = position.split(" ")
    zones = re.split(r"[ /|+,!]", " ".join(fields[2:6]))
    others = sum(int(zone[1:]) if zone.startswith("?") else len(zone) // 2 for zone in zones)
    deal = parse_position(load_rules(rules), position.replace("*", f"?{108 - others}", 1))
    return format_action(PLAYERS["heuristic"](1).choose(view(deal, deal.seat)))


@pytest.mark.parametrize(
    ("why", "rules", "position", "action"),
    [
        ("it completes a burraco", "febur", "N/play * 4c Ts7c/?5/?7/?6 ?11 !7h7h7d7d7c7s|!4d4s4c", "a1:7c"),
        ("it closes", "febur", "N/play * 4c Ts/?5/?7/?6 ?11 !7h7h7d7d7c7c7s|-", "x:Ts"),
        ("a clean burraco stays clean", "febur", "N/play * 4c 2sJcKh4s/?5/?7/?6 ?11 !3h4h5h6h7h8h9h|4d4s4c", "x:Kh"),
        ("a meld of six stays clean", "febur", "N/play * 4c JkKh4s/?5/?7/?6 ?11 !3h4h5h6h7h8h|4d4s4c", "x:Kh"),
        ("in the last turn a matta adds", "febur", "N/play ?2 4c JkKh4s/?26/?32/?24 ?11 !3h4h5h6h7h8h|4d4s4c", "a1:Jk"),
        ("a matta buys the pozzetto", "febur", "N/play * 4c Jk4d/?5/?7/?6 ?11,?11 KhKdKc|-", "a1:Jk"),
        ("a dirty burraco closes nothing", "international", "N/play * 4c JkJc/?5/?7/?6 ?11 !3h4h5h6h7h8h|-", "x:Jc"),
        ("it discards what they cannot use", "febur", "N/play * 4c3c ThKd/?5/?7/?6 ?11 !3h3d3s|!7h8h9h", "x:Kd"),
        ("it keeps a pair", "febur", "N/play * 4c 5h5d9s/?5/?7/?6 ?11 !3h3d3s|!KhKdKc", "x:9s"),
        ("it keeps what its side can use", "febur", "N/play * 4c 8hTd/?5/?7/?6 ?11 !5h6h7h|!KhKdKc", "x:Td"),
        ("it picks up a burraco", "febur", "N/draw * 4c9h JcKh4s/?5/?7/?6 ?11 !3h4h5h6h7h8h|!4d4s4c", "p"),
        ("it leaves what is of no use", "febur", "N/draw * 4cQd JcKh4s/?5/?7/?6 ?11 !3h4h5h6h7h8h|!4d4s4h", "d"),
        ("it opens with the whole run", "three-player", "N/play * 4c 5h6h7h8hKd/?5/?7 ?11,?11,?11 -|-|-", "m:5h6h7h8h"),
        ("it opens with the whole set", "three-player", "N/play * 4c 5h5d5c5sKd/?5/?7 ?11,?11,?11 -|-|-", "m:5h5d5c5s"),
    ],
)  # fmt: skip
def test_in_this_position(why: str, rules: str, position: str, action: str) -> None:
    assert chosen(rules, position) == action, why


def test_the_heuristic_player_keeps_its_matte() -> None:
    for number in range(6):
        deal = first_deal("febur", number)
        for before, action in positions(deal, table("heuristic", deal)):
            if isinstance(action, Discard) and is_wild(action.card):
                assert all(is_wild(card) for card in unpack(before.hands[before.turn]))
