"""Laws that hold in every deal of every code, tried on random deals stopped at random moments.

A case is a table, a seed and a step to stop at; `tests.campaign` plays up to there.
"""

from collections.abc import Iterator
from itertools import combinations, permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import (
    CLOCK_OUT,
    DECLINE,
    DRAW,
    PICK_UP,
    Action,
    Add,
    Discard,
    Draw,
    Lay,
    PickUp,
    Written,
    format_action,
    format_written,
    parse_action,
    parse_written,
)
from engine.cards import JOKER, NO_CARD, PACK, RANKS, SUITS, UNKNOWN, format_card, format_cards, parse_cards
from engine.code import Code, code_for
from engine.deal import PLAY, TAKE, TEMPO, Deal
from engine.hand import pack, size, unpack
from engine.legal import legal
from engine.match import Match, played
from engine.play import Step, advance, play
from engine.position import format_position, parse_position
from engine.record import DealRecord, format_record, parse_record
from engine.refusal import Reason, Refused
from engine.replay import format_scores, replay
from engine.rules import load_rules, parse_house, with_house
from engine.score import score, totals
from engine.suggest import suggest
from engine.table import Game, TimeOut, act, intervene, take_back, time_out, undo_turn
from engine.view import ARBITER, TABLE, View, view
from tests import bruteforce
from tests.campaign import any_action, campaign, games, play_deal
from tests.chance import TABLES, chance
from tests.notation import position

tables = st.sampled_from([*[f"{name} {players}" for name, players in TABLES], "online 4 open_pairs=on"])
seeds = st.integers(0, 2**32 - 1)


def code_of(table: str) -> Code:
    """The code of a table such as `online 4 open_pairs=on`."""
    name, players, *house = table.split()
    return code_for(with_house(load_rules(name), parse_house(" ".join(house))), int(players))


def stopped(table: str, seed: int, stop: int) -> Game:
    """A random deal after so many steps, or before its last one."""
    reached: Game | None = None
    for number, game in enumerate(games(code_of(table), seed)):
        if game.deal.is_over:
            break
        reached = game
        if number == stop:
            break
    assert reached is not None
    return reached


moments = st.builds(stopped, tables, seeds, st.integers(0, 220))
early_moments = st.builds(stopped, tables, seeds, st.integers(0, 50))


@pytest.mark.parametrize(
    "first", [0, *[pytest.param(first, marks=pytest.mark.no_cover) for first in range(20, 100, 20)]]
)
def test_every_law_holds_at_every_step_of_whole_deals(first: int) -> None:
    """A hundred deals, ten at each table; `make campaign` plays ten thousand."""
    campaign(range(first, first + 20))


# --- what is written reads back ---------------------------------------------------------------------------------------


@given(seeds)
def test_cards_read_back(seed: int) -> None:
    rng = chance(seed)
    cards = tuple(rng.sample(PACK, rng.randint(1, 30)))
    text = format_cards(cards)
    assert parse_cards(text) == cards
    assert parse_cards(", ".join([text[at : at + 2] for at in range(0, len(text), 2)]).replace("T", "10")) == cards


@given(moments, seeds)
def test_actions_read_back(game: Game, seed: int) -> None:
    rng = chance(seed)
    action = any_action(rng, game.deal)
    assert parse_action(format_action(action)) == action
    revealed = tuple(rng.sample(PACK, 1)) if isinstance(action, Draw | PickUp) else ()
    written = Written(action, revealed, "".join([mark for mark in "*!#" if rng.random() < 0.3]))
    assert parse_written(format_written(written)) == written


@given(moments)
def test_melds_read_back_as_the_same_meld(game: Game) -> None:
    for melds in game.deal.melds:
        for meld in melds:
            again = game.deal.code.book.lay(parse_cards(format_cards(meld.cards)))
            assert again == meld
            assert isinstance(again, type(meld))
            assert again.cards == meld.cards


@given(moments)
def test_views_read_back(game: Game) -> None:
    for viewer in (*game.deal.code.seats, TABLE):
        text = str(view(game.deal, viewer))
        assert format_position(parse_position(game.deal.code.rules, text)) == text


@pytest.mark.no_cover  # the campaign above replays, too
@settings(max_examples=20)  # two whole deals each; the campaign above replays many more
@given(tables, seeds)
def test_the_record_of_a_match_replays_to_the_same_end(table: str, seed: int) -> None:
    code = code_of(table)
    match, records = Match(code), list[DealRecord]()
    for number in range(2):
        if match.deals and match.is_over:  # given up, or its time was over
            break
        dealer = match.next_dealer if match.deals else 0
        finished = play_deal(code, seed + number, dealer)
        (record,) = parse_record(finished.record)
        tags = {**record.tags, "Before": format_scores(code, match.totals), "Deal": str(number + 1)}
        records.append(DealRecord(tags, record.lines))
        match = match.with_deal(played(finished.game.deal, dealer, finished.game.timed_out))
    text = format_record(records)
    assert parse_record(text) == tuple(records)
    again = replay(text)
    assert again.refusal is None
    assert again.match.deals == match.deals
    assert again.match.totals == match.totals


# --- views ------------------------------------------------------------------------------------------------------------


@given(moments, seeds)
def test_views_are_blind_to_swapped_hidden_cards(game: Game, seed: int) -> None:
    rng, deal = chance(seed), game.deal
    for viewer in (*deal.code.seats, TABLE):
        other = swapped(rng, deal, viewer)
        seen, seen_other = view(deal, viewer), view(other, viewer)
        assert str(seen) == str(seen_other)
        assert seen == seen_other
        if viewer == deal.seat:
            assert legal(seen.deal) == legal(seen_other.deal) == legal(deal)
            assert suggest(seen) == suggest(seen_other)


@given(moments)
def test_the_arbiter_sees_everything(game: Game) -> None:
    assert view(game.deal, ARBITER) == View(ARBITER, game.deal)


def swapped(rng: Random, deal: Deal, viewer: str) -> Deal:
    """The deal as it could also be for all the viewer may know: every hidden card somewhere else."""
    hidden = [seat for seat in range(deal.code.players) if not sees_hand(deal, viewer, seat)]
    cards = [*deal.stock, *[card for pozzetto in deal.pozzetti for card in pozzetto]]
    cards += [card for seat in hidden for card in unpack(deal.hands[seat])]
    rng.shuffle(cards)
    new = deal.copy()
    new.hands = [
        pack([cards.pop() for _ in range(size(hand))]) if seat in hidden else hand
        for seat, hand in enumerate(deal.hands)
    ]
    new.pozzetti = tuple(tuple(cards.pop() for _ in pozzetto) for pozzetto in deal.pozzetti)
    new.stock = tuple(cards)
    if deal.turn in hidden:  # nor what they drew, nor whether they hold the twin of what they picked up
        new.drawn = rng.randint(0, JOKER) if deal.drawn != NO_CARD else NO_CARD
        new.forbidden = NO_CARD
    return new


def sees_hand(deal: Deal, viewer: str, seat: int) -> bool:
    if viewer == TABLE or deal.unseen >> seat & 1:
        return False
    own = deal.code.seats.index(viewer)
    return seat == own or (deal.code.rules.open_pairs and deal.code.partner[own] == seat)


# --- steps ------------------------------------------------------------------------------------------------------------


@given(moments, seeds)
def test_the_legal_steps_are_those_that_play_accepts(game: Game, seed: int) -> None:
    deal = game.deal
    listed = legal(deal)
    assert listed
    assert len(listed) == len(set(listed))
    for action in listed:
        step = advance(deal, action)
        assert isinstance(step, Step), format_action(action)
        assert step.action == action
    for action in small_steps(chance(seed), deal):
        step = advance(deal, action)
        assert isinstance(step, Refused) or step.action in listed, format_action(action)


def test_a_mark_is_written_only_where_both_ends_are_possible() -> None:
    deal = position("online", "N/play ? 4c TdQc5h9s/?11/?11/?11 ?11,?11 2hJdQdKdAd+TcJcJk|-")
    for typed, written in (("a1:Td_", "a1:Td"), ("a2:Qc", "a2:Qc_"), ("a2:Qc^", "a2:Qc^")):
        step = advance(deal, parse_action(typed))
        assert isinstance(step, Step)
        assert format_action(step.action) == written


def small_steps(rng: Random, deal: Deal) -> Iterator[Action]:
    """Every small step one could think of; of a very large hand some of the openings."""
    yield from (DRAW, PICK_UP, DECLINE)
    yield from [Discard(card) for card in (*range(JOKER + 1), UNKNOWN)]
    hand = unpack(deal.hands[deal.turn])
    threes = sorted(set(combinations(hand, 3)))
    for three in threes if len(threes) < 400 else rng.sample(threes, 400):
        yield from [Lay(cards) for cards in permutations(three)]
    for number in range(len(deal.melds[deal.code.side_of[deal.turn]]) + 2):
        yield from [Add(number, (card,), end) for card in range(JOKER + 1) for end in ("", "_", "^")]


@given(moments, seeds)
def test_only_the_seat_in_turn_acts(game: Game, seed: int) -> None:
    deal, action = game.deal, any_action(chance(seed), game.deal)
    for seat in deal.code.seats:
        step = play(deal, seat, action)
        if seat != deal.seat:
            assert isinstance(step, Refused)
            assert step.reason == Reason.NOT_YOUR_TURN


@given(moments)
def test_hands_have_the_cards_that_the_step_leaves(game: Game) -> None:
    deal = game.deal
    before = [size(hand) for hand in deal.hands]
    for action in legal(deal):
        step = advance(deal, action)
        assert isinstance(step, Step)
        after = list(before)
        after[deal.turn] += cards_gained(deal, action)
        if "!" in step.marks:
            assert after[deal.turn] == 0
            after[deal.turn] = 11
        assert [size(hand) for hand in step.deal.hands] == after, format_action(action)


def cards_gained(deal: Deal, action: Action) -> int:
    if isinstance(action, Lay | Add):
        return -len(action.cards)
    return {Draw: 1, PickUp: len(deal.pile), Discard: -1}.get(type(action), 0)


@given(moments)
def test_every_suggestion_is_legal(game: Game) -> None:
    for suggestion in suggest(view(game.deal, game.deal.seat)):
        step = advance(game.deal, suggestion.action)
        assert isinstance(step, Step), format_action(suggestion.action)


# --- taking back ------------------------------------------------------------------------------------------------------


@given(moments)
def test_a_lay_taken_back_leaves_no_trace(game: Game) -> None:
    for action in legal(game.deal):
        outcome = act(game, game.deal.seat, action)
        assert not isinstance(outcome, Refused)
        after, step = outcome
        back = take_back(after)
        if isinstance(action, Lay | Add) and "!" not in step.marks:
            assert back == game
        else:
            assert isinstance(back, Refused), format_action(action)


@given(st.builds(stopped, st.just("febur 2 undo=off"), seeds, st.integers(0, 100)))
def test_nothing_is_taken_back_where_undo_is_off(game: Game) -> None:
    for action in legal(game.deal):
        outcome = act(game, game.deal.seat, action)
        assert not isinstance(outcome, Refused)
        assert isinstance(take_back(outcome[0]), Refused)


@given(tables, seeds, st.integers(0, 120))
def test_undone_turns_lead_back_to_the_beginning(table: str, seed: int, stop: int) -> None:
    states = [state for _, state in zip(range(stop + 1), games(code_of(table), seed), strict=False)]
    states = [state for state in states if not state.deal.is_over]
    game = states[-1]
    begun = [state.deal for state in states if not state.draft]  # the deal before each turn, this one included
    for deal in reversed(begun[:-1]):
        before = undo_turn(game)
        assert isinstance(before, Game)
        assert before.deal == deal
        game = before
    assert isinstance(undo_turn(game), Refused)


# --- time -------------------------------------------------------------------------------------------------------------


@given(early_moments)
def test_the_last_lap_is_that_of_the_law(game: Game) -> None:
    """law.md 3.2: the lap begins with the seat that has yet to take; fitab lets two more turns pass."""
    expected = seats_after_time_out(game)
    after = intervene(game, TimeOut())
    assert isinstance(after, Game)
    assert intervene(after, TimeOut()) == after
    turns: list[str] = []
    deal = after.deal
    while not deal.is_over:
        step = advance(deal, next_plain(deal))
        assert isinstance(step, Step)
        if isinstance(step.action, Discard):
            turns.append(deal.seat)
        deal = step.deal
    assert turns == expected[: len(turns)]
    assert deal.termination != TEMPO or turns == expected


def test_a_turn_that_left_the_stock_untouched_counts_at_a_time_out() -> None:
    """N picked the upcard up, laid three cards and discarded: fitab's lap is the one announced during the play."""
    after = time_out(position("fitab", "E/draw ? 4c ?8/?11/?11/?11 ?11,?11 7h8h9h|-"))
    assert isinstance(after, Deal)
    assert "".join([after.code.seats[seat] for seat in after.lap]) == "ESWNES"


def seats_after_time_out(game: Game) -> list[str]:
    """The seats that still end a turn, the one in progress included."""
    deal = game.deal
    seats, step = deal.code.seats, 1 if deal.code.rules.direction == "clockwise" else -1
    lifted = deal.phase == PLAY
    between = 2 if deal.code.rules.name == "fitab" and (game.turns or lifted) else 0
    first = deal.turn
    turns = lifted + between + len(seats)
    return [seats[(first + step * number) % len(seats)] for number in range(turns)]


def next_plain(deal: Deal) -> Action:
    """Draw and discard where that is possible."""
    steps = legal(deal)
    return next((step for step in steps if isinstance(step, Draw | Discard)), steps[0])


@given(moments)
def test_after_the_clock_ran_out_only_the_forced_actions_are_left_and_end_the_turn(game: Game) -> None:
    deal = game.deal
    if not deal.clock_out:
        step = play(deal, deal.seat, CLOCK_OUT)
        assert isinstance(step, Step)
        deal = step.deal
    turn, number = deal.turn, 0
    while not deal.is_over and deal.turn == turn and deal.clock_out:
        free = deal.copy()
        free.clock_out = False
        (only,) = legal(deal)
        assert only == forced_by_the_page(free), format_position(deal)
        for action in legal(free):
            outcome = advance(deal, action)
            assert isinstance(outcome, Step) == (action == only)
        after = advance(deal, only)
        assert isinstance(after, Step)
        deal, number = after.deal, number + 1
    assert deal.is_over or deal.phase == TAKE
    assert number <= 20


def forced_by_the_page(free: Deal) -> Action:
    """The notation page: take, the first legal lay if no discard is legal, then the code's discard."""
    steps = legal(free)
    if free.phase == TAKE:
        return DRAW if DRAW in steps else DECLINE
    discards = [step.card for step in steps if isinstance(step, Discard)]
    if not discards:
        return steps[0]
    if free.code.rules.name != "fitab" and free.drawn in discards:
        return Discard(free.drawn)
    order = ["Jk", *[rank + suit for rank in "2AKQJT9876543" for suit in SUITS]]
    return Discard(min(discards, key=lambda card: order.index(format_card(card))))


# --- the score --------------------------------------------------------------------------------------------------------

VALUES = {rank: 20 if rank == "2" else 15 if rank == "A" else 5 if rank in "34567" else 10 for rank in RANKS}


@given(moments)
def test_the_score_follows_from_the_position(game: Game) -> None:
    deal = game.deal
    assert totals(deal) == totals_of(deal)
    assert [side.total % 5 for side in score(deal)] == [0] * len(deal.code.sides)


@given(tables, seeds)
def test_the_final_score_follows_from_the_position(table: str, seed: int) -> None:
    *_, last = games(code_of(table), seed)
    assert totals(last.deal) == totals_of(last.deal)


def totals_of(deal: Deal) -> tuple[int, ...]:
    """Every side's score, from the text of the position and from who closed."""
    fields = format_position(deal).split(" ")
    seats, three = deal.code.seats, deal.code.rules.name == "three-player"
    hands = dict(zip(seats, fields[3].split("/"), strict=True))
    unseen = next((part[2:] for part in fields[6].split(",") if part.startswith("u=")), "") if fields[6:] else ""
    found = []
    for side, melds in zip(deal.code.sides, fields[5].split("|"), strict=True):
        total = 100 if deal.closed_by >= 0 and seats[deal.closed_by] in side else 0
        total += worth_of_melds(deal.code.rules.name, melds.removeprefix("!"))
        for seat in [seat for seat in side if not (three and seat in unseen)]:
            total -= points(hands[seat]) * (2 if three and melds in ("-", "!-") else 1)
        if not melds.startswith("!") or (three and side in unseen):
            total -= 100
        found.append(total)
    return tuple(found)


def worth_of_melds(name: str, zone: str) -> int:
    code, total = bruteforce.CODES[name], 0
    for text in zone.split("+") if zone != "-" else []:
        meld = bruteforce.lay(code, [text[at : at + 2] for at in range(0, len(text), 2)])
        assert meld is not None, text
        total += bruteforce.bonus(code, meld) + points(text)
    return total


def points(text: str) -> int:
    cards = [text[at : at + 2] for at in range(0, len(text), 2)] if text != "-" else []
    return sum(30 if card == "Jk" else VALUES[card[0]] for card in cards)
