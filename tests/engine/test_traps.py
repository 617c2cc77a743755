"""The traps of a turn, row by row: T01 to T82 and the scores S1 to S7 of hand.md 5, each for every code its row names.

A case is a line: codes of play, a position, and perhaps the actions that lead on to where the test begins.
"""

import pytest

from engine.actions import DECLINE, DRAW, PICK_UP, parse_action
from engine.cards import Malformed, parse_card
from engine.deal import CHIUSURA, STALLO, TAKE, TALLONE, TEMPO, Deal
from engine.legal import legal
from engine.position import format_position
from engine.refusal import Reason, Refused
from engine.score import score, totals
from engine.table import End, Game, asks_about_stallo, intervene, last_lap, time_out
from engine.view import view
from tests.notation import E, N, S, W, after, fresh, hand, lap, melds, play_all, position, refused, rules_of

FOUR = "febur online fitab fibur international"  # "4c" in the rows
SETS = "febur online fitab fibur"  # of them, those with sets of any rank and the semipulito
INT = "international"
THREE = "three-player"
TWO_SEATS = "febur online fibur international"
RESERVE_11 = "3c4c5c6c7c8c9cTcJcQcKd"  # a pozzetto that can be laid down to its last card


def trap(row: str, *lines: tuple[str, ...]) -> pytest.MarkDecorator:
    """A test for each code of each line."""
    cases = [
        pytest.param((code, *rest), id=f"{row}-{code}{'-2' if _hands(rest[0]) == 2 else ''}")
        for codes, *rest in lines
        for code in codes.split()
    ]
    return pytest.mark.parametrize("deal", cases, indirect=True)


def _hands(text: str) -> int:
    return text.split()[3].count("/") + 1


@pytest.fixture
def deal(request: pytest.FixtureRequest) -> Deal:
    code, text, *actions = request.param
    begun = position(code, text)
    return after(begun, actions[0]) if actions else begun


def turns_with(cards: str) -> str:
    """Turns in which each of these cards is drawn and discarded."""
    return " ".join(f"d={card} x:{card}" for card in cards.split())


# --- 5.0 the two predicates -------------------------------------------------------------------------------------------


@trap(
    "5.0",
    (SETS, "N/play ? 4c 7h7d7cJk2s/?11/?11/?11 ?11 !-|-"),
    (INT, "N/play ? 4c 7h8h9hJk2s/?11/?11/?11 ?11 !-|-"),
    (THREE, "N/play ? 4c 7h7d7cJk2s/?11/?11 ?11,?11 !-|-|-"),
)
def test_two_cards_left_can_always_end_the_turn(deal: Deal) -> None:
    cards = hand(deal, N)[:6]
    assert hand(after(deal, f"m:{cards} x:Jk"), N) == "2s"


@trap(
    "5.0",
    (SETS, "N/draw ? 5c 6c7c/?11/?11/?11 5c9h9dTsTd3h4dJcQcKs8s,?11 -|-"),
    (INT, "N/draw ? 5c 6c7c/?11/?11/?11 5c9h9dTsTd3h4dJcQcKs8s,?11 -|-"),
    (THREE, "N/draw ? 5c 6c7c/?11/?11 5c9h9dTsTd3h4dJcQcKs8s,?11,?11 -|-|-"),
)
def test_the_card_picked_up_is_forbidden_only_until_a_pozzetto_in_diretta(deal: Deal) -> None:
    assert after(deal, "p m:5c6c7c! x:5c").seat != N


@trap(
    "5.0",
    (SETS, "N/draw ? 5c 8h/?11/?11/?11 ?11,?11 5h6h7h+5h5d5s|-", "p a1:8h"),
    (INT, "N/draw ? 5c 8h/?11/?11/?11 ?11,?11 5h6h7h+6c7c8c|-", "p a1:8h"),
    (THREE, "N/draw ? 5c 8h/?11/?11 ?11,?11,?11 5h6h7h+5h5d5s|-|-", "p a1:8h"),
)
def test_a_forbidden_last_card_must_be_laid_whether_or_not_the_clock_ends(deal: Deal) -> None:
    assert refused(Reason.SINGLE_CARD_PILE, play_all(deal, "x:5c"))
    assert legal(deal) == legal(after(deal, "t")) == [parse_action("a2:5c")]


# --- 5.1 last cards, closing ------------------------------------------------------------------------------------------


@trap(
    "T01",
    (SETS, "N/play ? 4c 7h7d7cKc/?11/?11/?11 ?11 !-|-"),
    (INT, "N/play ? 4c AhAdAcKc/?11/?11/?11 ?11 !-|-"),
    (INT, "N/play ? 4c 7h8h9hKc/?11/?11/?11 ?11 !-|-"),
)
def test_a_lay_that_leaves_only_a_closing_without_burraco_is_refused(deal: Deal) -> None:
    assert refused(Reason.CLOSING_NO_BURRACO, play_all(deal, f"m:{hand(deal, N).replace('Kc', '')}"))


@trap("T01", (INT, "N/play ? 4c 7h7d7cKc/?11/?11/?11 ?11 !-|-"))
def test_three_sevens_are_no_meld_in_international(deal: Deal) -> None:
    assert refused(Reason.SET_RANK, play_all(deal, "m:7h7d7c"))


@trap("T01b", (THREE, "N/play ? 4c 7h7d7cKc/?11/?11 ?11,?11 !3h4h5h|-|-"))
def test_who_may_not_close_plays_on_without_cards(deal: Deal) -> None:
    bare = after(deal, "m:7h7d7c x:Kc")
    assert hand(bare, N) == ""
    assert not bare.is_over
    assert hand(after(bare, turns_with("9s Ts") + " d=4h"), N) == "4h"


@trap(
    "T02",
    (SETS, "N/play ? 4c 7h7d7cKc/?11/?11/?11 ?11,?11 -|-"),
    (INT, "N/play ? 4c AhAdAcKc/?11/?11/?11 ?11,?11 -|-"),
    (INT, "N/play ? 4c 7h8h9hKc/?11/?11/?11 ?11,?11 -|-"),
    (THREE, "N/play ? 4c 7h7d7cKc/?11/?11 ?11,?11,?11 -|-|-"),
)
def test_the_last_card_discarded_takes_the_pozzetto(deal: Deal) -> None:
    taken = after(deal, f"m:{hand(deal, N).replace('Kc', '')} x:Kc!")
    assert (hand(taken, N), taken.seat == N) == ("??" * 11, False)


@trap(
    "T03",
    (SETS, "N/play ? 4c 7h7d7cKc/?11/?11/?11 3h4dJcQcKs8s5c9h9dTsTd,?11 KhKdKs|-", "m:7h7d7c"),
    (INT, "N/play ? 4c AhAdAcKc/?11/?11/?11 3h4dJcQcKs8s5c9h9dTsTd,?11 TcJcQc|-", "m:AhAdAc"),
    (INT, "N/play ? 4c 7h8h9hKc/?11/?11/?11 3h4dJcQcKs8s5c9h9dTsTd,?11 TcJcQc|-", "m:7h8h9h"),
    (THREE, "N/play ? 4c 7h7d7cKc/?11/?11 3h4dJcQcKs8s5c9h9dTsTd,?11,?11 KhKdKs|-|-", "m:7h7d7c"),
)
def test_the_last_card_laid_takes_the_pozzetto_and_the_turn_goes_on_to_a_discard(deal: Deal) -> None:
    direct = after(deal, "a1:Kc!")
    assert direct.seat == N
    assert refused(Reason.ALREADY_TAKEN, play_all(direct, "d"))
    assert after(direct, "x:9d").seat != N


@trap("T04", (FOUR, "N/play ? 4c 8hJk/?11/?11/?11 ?11 !5h6h7h+3d4d5d6d7d8d9d|-"))
def test_a_lay_that_leaves_only_a_matta_to_close_with_is_refused(deal: Deal) -> None:
    assert refused(Reason.CLOSING_MATTA, play_all(deal, "a1:8h"))


@trap("T04", (THREE, "N/play ? 4c 8hJk/?11/?11 ?11,?11 !5h6h7h+3d4d5d6d7d8d9d|-|-"))
def test_a_matta_discarded_last_does_not_close_in_three_player(deal: Deal) -> None:
    bare = after(deal, "a1:8h x:Jk")
    assert (hand(bare, N), bare.is_over) == ("", False)


@trap(
    "T05",
    (FOUR, "N/play ? 4c 8hJk/?11/?11/?11 ?11 !5h6h7h+3d4d5d6d7d8d9d|-"),
    (THREE, "N/play ? 4c 8hJk/?11/?11 ?11,?11 !5h6h7h+3d4d5d6d7d8d9d|-|-"),
)
def test_the_matta_laid_and_the_other_card_discarded_closes(deal: Deal) -> None:
    closed = after(deal, "a1:Jk x:8h#")
    assert (closed.termination, score(closed)[0].closing) == (CHIUSURA, 100)


@trap(
    "T06",
    (FOUR, "N/play ? 4c 8hJk/?11/?11/?11 ?11,?11 5h6h7h|-"),
    (THREE, "N/play ? 4c 8hJk/?11/?11 ?11,?11,?11 5h6h7h|-|-"),
)
def test_a_matta_may_be_the_discard_that_takes_the_pozzetto(deal: Deal) -> None:
    assert hand(after(deal, "a1:8h x:Jk!"), N) == "??" * 11


@trap("T07", (FOUR, "N/play ? 4c 2h9c/?11/?11/?11 ?11 !3h4h5h+3d4d5d6d7d8d9d+6c7c8c|-"))
def test_a_two_that_would_be_natural_is_still_a_matta_in_the_closing_discard(deal: Deal) -> None:
    assert refused(Reason.CLOSING_MATTA, play_all(deal, "a3:9c"))


@trap("T07", (FOUR, "N/play ? 4c 2h/?11/?11/?11 ?11 !3h4h5h+3d4d5d6d7d8d9d|- l"))
def test_a_two_cannot_be_the_closing_discard(deal: Deal) -> None:
    assert refused(Reason.CLOSING_MATTA, play_all(deal, "x:2h"))


@trap(
    "T07",
    (FOUR, "N/play ? 4c 2h9c/?11/?11/?11 ?11 !3h4h5h+3d4d5d6d7d8d9d+6c7c8c|-"),
    (THREE, "N/play ? 4c 2h9c/?11/?11 ?11,?11 !3h4h5h+3d4d5d6d7d8d9d+6c7c8c|-|-"),
)
def test_the_natural_two_laid_first_lets_the_side_close(deal: Deal) -> None:
    assert after(deal, "a1:2h x:9c#").termination == CHIUSURA


@trap("T07", (THREE, "N/play ? 4c 2h9c/?11/?11 ?11,?11 !3h4h5h+3d4d5d6d7d8d9d+6c7c8c|-|-"))
def test_a_two_discarded_last_does_not_close_in_three_player(deal: Deal) -> None:
    assert not after(deal, "a3:9c x:2h").is_over


@trap("T08", (INT, "N/play ? 4c 7h8h9hKc/?11/?11/?11 ?11 !3d4d5dJk7d8d9d|-"))
def test_a_dirty_burraco_does_not_let_close_in_international(deal: Deal) -> None:
    assert refused(Reason.CLOSING_NOT_CLEAN, play_all(deal, "m:7h8h9h"))


@trap(
    "T08",
    (SETS, "N/play ? 4c 7h8h9hKc/?11/?11/?11 ?11 !3d4d5dJk7d8d9d|-"),
    (THREE, "N/play ? 4c 7h8h9hKc/?11/?11 ?11,?11 !3d4d5dJk7d8d9d|-|-"),
)
def test_a_dirty_burraco_lets_close(deal: Deal) -> None:
    assert after(deal, "m:7h8h9h x:Kc#").termination == CHIUSURA


@trap("T09", (INT, "N/play ? 4c JkKc/?11/?11/?11 ?11 !3h4h5h6h7h8h9h|-"))
def test_a_lay_that_soils_the_only_clean_burraco_before_closing_is_refused_in_international(deal: Deal) -> None:
    assert refused(Reason.CLOSING_NOT_CLEAN, play_all(deal, "a1:Jk"))


@trap("T09", (SETS, "N/play ? 4c JkKc/?11/?11/?11 ?11 !3h4h5h6h7h8h9h|-"))
def test_a_clean_burraco_lowered_to_semi_still_lets_close(deal: Deal) -> None:
    assert (score(deal)[0].burrachi, score(after(deal, "a1:Jk x:Kc#"))[0].burrachi) == (200, 150)


@trap(
    "T10",
    (FOUR, "N/play ? 4c 9hKc/?11/?11/?11 ?11 !3h4h5h6h7h8h|-"),
    (THREE, "N/play ? 4c 9hKc/?11/?11 ?11,?11 !3h4h5h6h7h8h|-|-"),
)
def test_the_burraco_may_be_completed_in_the_closing_turn(deal: Deal) -> None:
    assert after(deal, "a1:9h* x:Kc#").termination == CHIUSURA


@trap(
    "T11",
    (SETS, "N/play ? 4c 9hKc/?11/?11/?11 ?11 !6h7h8h+KhKdKs+3d4d5d6d7d8d9d|-"),
    (INT, "N/play ? 4c 9hKc/?11/?11/?11 ?11 !6h7h8h+TcJcQc+3d4d5d6d7d8d9d|-"),
    (THREE, "N/play ? 4c 9hKc/?11/?11 ?11,?11 !6h7h8h+KhKdKs+3d4d5d6d7d8d9d|-|-"),
)
def test_laying_the_last_card_is_no_closing(deal: Deal) -> None:
    assert refused(Reason.CLOSING_NO_DISCARD, play_all(deal, "a1:9h a2:Kc"))


@trap("T11", (INT, "N/play ? 4c 9hAc/?11/?11/?11 ?11 !6h7h8h+AhAdAs+3d4d5d6d7d8d9d|-"))
def test_laying_the_last_card_on_a_set_of_aces_is_no_closing(deal: Deal) -> None:
    assert refused(Reason.CLOSING_NO_DISCARD, play_all(deal, "a1:9h a2:Ac"))


@trap("T12", (FOUR, "S/play ? 4c ?11/?11/7h8h9hKc/?11 ?11 !3c4c5c|-"))
def test_the_partners_pozzetto_was_the_sides_only_one(deal: Deal) -> None:
    assert refused(Reason.CLOSING_NO_BURRACO, play_all(deal, "m:7h8h9h"))


@trap("T12", (FOUR, "S/play ? 4c ?11/?11/Kc/?11 ?11 !3c4c5c|- l"))
def test_the_last_discard_does_not_take_the_opponents_pozzetto(deal: Deal) -> None:
    assert refused(Reason.CLOSING_NO_BURRACO, play_all(deal, "x:Kc"))


@trap("T13", (FOUR, "S/play ? 4c 3h3c4h4c5h5s6h6s7cKsKd/?11/Kc/?11 ?11 !3d4d5d6d7d8d9d|- l,u=N"))
def test_the_side_may_close_while_its_pozzetto_is_unseen_and_pays_for_it(deal: Deal) -> None:
    ns = score(after(deal, "x:Kc#"))[0]
    assert (ns.closing, ns.hand, ns.pozzetto) == (100, -65, 0)


@trap(
    "T14",
    (FOUR, f"N/play ? 4c 8h/?11/?11/?11 {RESERVE_11},?11 5h6h7h+3d4d5d6d7d8d9d|- l"),
    (THREE, f"N/play ? 4c 8h/?11/?11 {RESERVE_11},?11,?11 5h6h7h+3d4d5d6d7d8d9d|-|- l"),
)
def test_the_pozzetto_in_diretta_may_be_played_to_the_closing_at_once(deal: Deal) -> None:
    assert after(deal, "a1:8h! m:3c4c5c6c7c8c9cTcJcQc* x:Kd#").termination == CHIUSURA


@trap("T15", (THREE, "N/draw ? 4c -/?11/?11 ?11,?11 !6c7c8c+3d4d5d6d7d8d9d|-|-"))
def test_the_one_card_of_a_player_without_cards_must_be_discarded(deal: Deal) -> None:
    assert refused(Reason.CLOSING_NO_DISCARD, play_all(deal, "d=9c a1:9c"))


@trap("T15", (THREE, "N/draw ? 4c -/?11/?11 ?11,?11 !6c7c8c+3d4d5d6d7d8d9d|-|-"))
def test_a_player_without_cards_closes_with_the_card_they_draw(deal: Deal) -> None:
    assert after(deal, "d=9c x:9c#").termination == CHIUSURA


@trap("T16", (THREE, "N/draw ? 4c -/?11/?11 ?11,?11 !3c4c5c6c7c8c|-|-"))
def test_the_one_card_may_not_complete_the_burraco_that_would_let_them_close(deal: Deal) -> None:
    assert refused(Reason.CLOSING_NO_DISCARD, play_all(deal, "d=9c a1:9c"))
    assert not after(deal, "d=9c x:9c").is_over


@trap("T17", (THREE, "N/draw ? 4c -/?11/?11 ?11,?11 !3d4d5d6d7d8d9d|-|-"))
def test_a_matta_drawn_without_cards_is_discarded_and_the_hand_goes_on(deal: Deal) -> None:
    on = after(deal, "d=Jk x:Jk")
    assert (on.seat, on.is_over) == (E, False)


@trap("T18", (FOUR, "N/play ? 4c Kc/?11/?11/?11 ?11,?11 3h4h5h|- l"))
def test_the_pozzetto_waits_in_the_hand_that_took_it_with_the_discard(deal: Deal) -> None:
    taken = after(deal, "x:Kc!")
    assert format_position(taken).split()[3] == "?11/?11/?11/?11"
    assert format_position(taken).endswith("u=N")


@pytest.mark.parametrize("code", [pytest.param(code, id=f"T18-{code}") for code in FOUR.split()])
@pytest.mark.parametrize("pozzetti", ["?11 !-", "?11,?11 -"])
def test_no_turn_begins_without_cards(code: str, pozzetti: str) -> None:
    with pytest.raises(Malformed):
        position(code, f"N/draw ? 4c -/?11/?11/?11 {pozzetti}|-")


# --- 5.2 pile of one, picking up --------------------------------------------------------------------------------------
# Where a row itself lays nothing, in international a king on TcJcQc meets Regola 3.

T20 = (
    (SETS, "N/draw ? 5c 9h9d/?11/?11/?11 ?11,?11 -|-", "p"),
    (INT, "N/draw ? 5c 9h9dKc/?11/?11/?11 ?11,?11 TcJcQc|-", "p a1:Kc"),
    (THREE, "N/draw ? 5c 9h9d/?11/?11 ?11,?11,?11 -|-|-", "p"),
)


@trap("T20", *T20)
def test_the_card_of_a_pile_of_one_may_not_be_discarded_again(deal: Deal) -> None:
    assert refused(Reason.SINGLE_CARD_PILE, play_all(deal, "x:5c"))


@trap("T20", *T20)
def test_another_card_may_be_discarded(deal: Deal) -> None:
    assert hand(after(deal, "x:9h"), N) == "9d5c"


@trap("T20", *T20)
def test_the_card_is_forbidden_for_that_turn_only(deal: Deal) -> None:
    assert after(deal, "x:9h d=5c x:5c").pile[-1] == parse_card("5c")


@trap(
    "T21",
    (SETS, "N/draw ? 5c 5c9d/?11/?11/?11 ?11,?11 -|-", "p"),
    (INT, "N/draw ? 5c 5c9dKc/?11/?11/?11 ?11,?11 TcJcQc|-", "p a1:Kc"),
    (THREE, "N/draw ? 5c 5c9d/?11/?11 ?11,?11,?11 -|-|-", "p"),
)
def test_its_twin_in_hand_allows_the_discard(deal: Deal) -> None:
    assert hand(after(deal, "x:5c"), N) == "9d5c"


@trap(
    "T22",
    (FOUR, "N/draw ? 5c 5c6c7cKd/?11/?11/?11 ?11,?11 -|-"),
    (THREE, "N/draw ? 5c 5c6c7cKd/?11/?11 ?11,?11,?11 -|-|-"),
)
def test_the_twin_counts_as_it_was_at_the_pick_up(deal: Deal) -> None:
    assert hand(after(deal, "p m:5c6c7c x:5c"), N) == "Kd"


@trap(
    "T23",
    (SETS, "N/draw ? Jk Jk9c/?11/?11/?11 ?11,?11 -|-", "p"),
    (INT, "N/draw ? Jk Jk9cKc/?11/?11/?11 ?11,?11 TcJcQc|-", "p a1:Kc"),
    (THREE, "N/draw ? Jk Jk9c/?11/?11 ?11,?11,?11 -|-|-", "p"),
)
def test_any_joker_is_the_twin_of_any_joker(deal: Deal) -> None:
    assert hand(after(deal, "x:Jk"), N) == "9cJk"


@trap(
    "T24",
    (SETS, "N/draw ? 5cKd 9h9d/?11/?11/?11 ?11,?11 -|-", "p"),
    (INT, "N/draw ? 5cKd 9h9dKc/?11/?11/?11 ?11,?11 TcJcQc|-", "p a1:Kc"),
    (THREE, "N/draw ? 5cKd 9h9d/?11/?11 ?11,?11,?11 -|-|-", "p"),
)
def test_a_pile_of_two_forbids_neither_card(deal: Deal) -> None:
    assert hand(after(deal, "x:Kd"), N) == "9h9d5c"
    assert hand(after(deal, "x:5c"), N) == "9h9dKd"


@trap(
    "T25",
    (SETS, "N/draw ? 5c 9h9dThJdQsKs3c4d6s8d8c/?11/?11/?11 ?11,?11 -|-", "p"),
    (INT, "N/draw ? 5c 9h9dTdJdQsKs3c4d6s8d8c/?11/?11/?11 ?11,?11 -|-", "p m:9dTdJd"),
    (THREE, "N/draw ? 5c 9h9dThJdQsKs3c4d6s8d8c/?11/?11 ?11,?11,?11 -|-|-", "p"),
)
def test_the_first_upcard_is_a_pile_of_one(deal: Deal) -> None:
    assert refused(Reason.SINGLE_CARD_PILE, play_all(deal, "x:5c"))
    assert after(deal, "x:9h").seat != N


@trap(
    "T26",
    (SETS, "N/draw ? 5c 8h/?11/?11/?11 ?11 !5h6h7h+3d4d5d6d7d8d9d|-"),
    (THREE, "N/draw ? 5c 8h/?11/?11 ?11,?11 !5h6h7h+3d4d5d6d7d8d9d|-|-"),
)
def test_a_lay_that_leaves_only_the_forbidden_card_to_close_with_is_refused(deal: Deal) -> None:
    assert refused(Reason.SINGLE_CARD_PILE, play_all(deal, "p a1:8h"))
    assert hand(after(deal, "p x:8h"), N) == "5c"


@trap(
    "T27",
    (SETS, "N/draw ? 5c 8h/?11/?11/?11 ?11,?11 5h6h7h+3d4d5d6d7d8d9d|-"),
    (THREE, "N/draw ? 5c 8h/?11/?11 ?11,?11,?11 5h6h7h+3d4d5d6d7d8d9d|-|-"),
)
def test_the_forbidden_card_may_not_take_the_pozzetto_either(deal: Deal) -> None:
    assert refused(Reason.SINGLE_CARD_PILE, play_all(deal, "p a1:8h"))


@trap("T26", (INT, "N/draw ? 5c 8h/?11/?11/?11 ?11 !5h6h7h+3d4d5d6d7d8d9d|-"))
def test_the_pick_up_is_refused_where_every_lay_leaves_only_the_forbidden_card_to_close_with(deal: Deal) -> None:
    assert refused(Reason.PICKUP_NO_LAY, play_all(deal, "p"))


@trap("T27", (INT, "N/draw ? 5c 8h/?11/?11/?11 ?11,?11 5h6h7h+3d4d5d6d7d8d9d|-"))
def test_the_pick_up_is_refused_where_every_lay_leaves_only_the_forbidden_card_for_the_pozzetto(deal: Deal) -> None:
    assert refused(Reason.PICKUP_NO_LAY, play_all(deal, "p"))


@trap(
    "T27",
    (SETS, "N/draw ? 5c 8h/?11/?11/?11 ?11,?11 5h6h7h+3d4d5d6d7d8d9d+5h5d5s|-"),
    (INT, "N/draw ? 5c 8h/?11/?11/?11 ?11,?11 5h6h7h+3d4d5d6d7d8d9d+6c7c8c|-"),
    (THREE, "N/draw ? 5c 8h/?11/?11 ?11,?11,?11 5h6h7h+3d4d5d6d7d8d9d+5h5d5s|-|-"),
)
def test_the_forbidden_card_may_be_laid_which_takes_the_pozzetto_in_diretta(deal: Deal) -> None:
    assert hand(after(deal, "p a1:8h a3:5c!"), N) == "??" * 11


@trap(
    "T28",
    (FOUR, "N/draw ? 5c 6h7h/?11/?11/?11 ?11,?11 3h4h5h|-", "p a1:6h"),
    (THREE, "N/draw ? 5c 6h7h/?11/?11 ?11,?11,?11 3h4h5h|-|-", "p a1:6h"),
)
def test_only_the_step_that_leaves_the_forbidden_card_alone_is_refused(deal: Deal) -> None:
    assert refused(Reason.SINGLE_CARD_PILE, play_all(deal, "a1:7h"))


@trap("T29", (THREE, "N/draw ? 5c -/?11/?11 ?11,?11 !3h4h5h|-|-"))
def test_a_player_without_cards_may_not_pick_up_a_pile_of_one(deal: Deal) -> None:
    assert refused(Reason.PICKUP_DEAD_END, play_all(deal, "p"))
    assert after(deal, "d=9h x:9h").seat == E


def test_a_house_may_let_them_pick_up_a_pile_of_one() -> None:
    deal = position(f"{THREE} forbid_single_pile_rediscard=off", "N/draw ? 5c -/?11/?11 ?11,?11 !3h4h5h|-|-")
    assert after(deal, "p x:5c").seat == E


@trap(
    "T30",
    (FOUR, "N/draw ? 4c 9h9d/?11/?11/?11 ?11,?11 -|-"),
    (FOUR, "N/draw ? 5c 9h9d/?11/?11/?11 ?11,?11 -|-"),
    (THREE, "N/draw ? 4c 9h9d/?11/?11 ?11,?11,?11 -|-|-"),
)
def test_a_card_drawn_may_be_discarded(deal: Deal) -> None:
    assert hand(after(deal, "d=5c x:5c"), N) == "9h9d"


@trap("T31", (INT, "N/draw ? 9c Th4d4sKc/?11/?11/?11 ?11,?11 5h6h7h8h|-"))
def test_the_pile_may_not_be_picked_up_where_nothing_can_be_laid(deal: Deal) -> None:
    assert refused(Reason.PICKUP_NO_LAY, play_all(deal, "p"))


@trap("T32", (INT, "N/draw ? 9cKd8h 4d4s/?11/?11/?11 ?11,?11 5h6h7h|-"))
def test_one_card_of_the_pile_laid_gives_the_right_to_all(deal: Deal) -> None:
    assert hand(after(deal, "p a1:8h x:4s"), N) == "4dKd9c"


@trap("T32", (INT, "N/draw ? 9cKd 4d4s8h/?11/?11/?11 ?11,?11 5h6h7h|-"))
def test_the_card_laid_need_not_come_from_the_pile(deal: Deal) -> None:
    assert hand(after(deal, "p a1:8h x:4s"), N) == "4dKd9c"


@trap(
    "T33",
    (INT, "N/draw ? Jk 5c6c7c9hTdJsQhKs3d4s8h/?11/?11/?11 ?11,?11 -|-", "p m:5c6c7c"),
    (INT, "N/draw ? 2d 5c6c7c9hTdJsQhKs3d4s8h/?11/?11/?11 ?11,?11 -|-", "p m:5c6c7c"),
)
def test_a_matta_turned_up_first_may_be_picked_up_and_kept_but_not_discarded(deal: Deal) -> None:
    assert refused(Reason.SINGLE_CARD_PILE, play_all(deal, "x:Jk" if "Jk" in hand(deal, N) else "x:2d"))
    assert after(deal, "x:9h").seat == E


@trap("T34", (INT, "N/draw ? 9c8h 4d4s/?11/?11/?11 ?11,?11 5h6h7h|-", "p"))
def test_after_a_pick_up_nothing_may_be_discarded_until_a_card_is_laid(deal: Deal) -> None:
    assert refused(Reason.PICKUP_MUST_LAY, play_all(deal, "x:4d"))
    assert after(deal, "a1:8h x:4d").seat == E


@trap("T35", (INT, "N/draw ? 7h 5h6h/?11/?11/?11 ?11 !-|-"))
def test_the_pile_may_not_be_picked_up_for_a_lay_that_leaves_no_discard(deal: Deal) -> None:
    assert refused(Reason.PICKUP_NO_LAY, play_all(deal, "p"))


@trap("T36", (INT, "N/draw ? 5h 5d5c9sJd/?11/?11/?11 ?11,?11 -|-"))
def test_three_fives_do_not_give_the_right_to_the_pile(deal: Deal) -> None:
    assert refused(Reason.PICKUP_NO_LAY, play_all(deal, "p"))


@trap("T37", (INT, "N/draw ? Kc Jk9d4s/?11/?11/?11 ?11,?11 5h6h7h|-"))
def test_a_joker_laid_meets_the_duty_of_the_pick_up(deal: Deal) -> None:
    assert after(deal, "p a1:Jk x:9d").seat == E


@trap("T38", (INT, "N/draw ? 9h 8h/?11/?11/?11 3h4dJcQcKs8s5c9h9dTsTd,?11 5h6h7h|-", "p a1:8h a1:9h"))
def test_the_pozzetto_in_diretta_after_a_pick_up_owes_nothing_more(deal: Deal) -> None:
    assert after(deal, "x:9h").seat == E


# --- 5.3 melds --------------------------------------------------------------------------------------------------------


@trap(
    "T40",
    (SETS, "N/play ? 4c 7s7c7dKd9s/?11/?11/?11 ?11,?11 7h7d7c|-"),
    (THREE, "N/play ? 4c 7s7c7dKd9s/?11/?11 ?11,?11,?11 7h7d7c|-|-"),
)
def test_a_second_set_of_the_same_rank_is_refused_and_fits_the_first(deal: Deal) -> None:
    assert refused(Reason.EQUAL_SET, play_all(deal, "m:7s7c7d"))
    assert melds(after(deal, "a1:7s7c7d"), N) == "7h7d7d7c7c7s"


@trap("T40", (INT, "N/play ? 4c AsAcAdKd9s/?11/?11/?11 ?11,?11 AhAdAc|-"))
def test_a_second_set_of_aces_is_refused_and_fits_the_first(deal: Deal) -> None:
    assert refused(Reason.EQUAL_SET, play_all(deal, "m:AsAcAd"))
    assert melds(after(deal, "a1:AsAcAd"), N) == "AhAdAdAcAcAs"


T41 = (
    (SETS, "N/play ? 4c 7c7s2cKd9s/?11/?11/?11 ?11,?11 7h7dJk|-"),
    (THREE, "N/play ? 4c 7c7s2cKd9s/?11/?11 ?11,?11,?11 7h7dJk|-|-"),
)


@trap("T41", *T41)
def test_a_second_set_of_the_same_rank_is_refused_with_a_matta_too(deal: Deal) -> None:
    assert refused(Reason.EQUAL_SET, play_all(deal, "m:7c7s2c"))


@trap("T41", *T41)
def test_a_set_takes_one_matta_only(deal: Deal) -> None:
    assert refused(Reason.TWO_MATTE, play_all(deal, "a1:7c7s2c"))
    assert melds(after(deal, "a1:7c7s"), N) == "7h7d7c7sJk"


@trap(
    "T42",
    (FOUR, "N/play ? 4c 4h5h6hKd9s/?11/?11/?11 ?11,?11 4h5h6h|-"),
    (THREE, "N/play ? 4c 4h5h6hKd9s/?11/?11 ?11,?11,?11 4h5h6h|-|-"),
)
def test_equal_runs_are_allowed(deal: Deal) -> None:
    assert melds(after(deal, "m:4h5h6h"), N) == "4h5h6h+4h5h6h"


@trap(
    "T43",
    (FOUR, "N/play ? 4c 6hKd9s/?11/?11/?11 ?11,?11 3h4h5h+7h8h9h|-"),
    (THREE, "N/play ? 4c 6hKd9s/?11/?11 ?11,?11,?11 3h4h5h+7h8h9h|-|-"),
)
def test_two_melds_are_not_joined_by_the_card_between_them(deal: Deal) -> None:
    assert melds(after(deal, "a1:6h"), N) == "3h4h5h6h+7h8h9h"
    assert melds(after(deal, "a2:6h"), N) == "3h4h5h+6h7h8h9h"


@trap(
    "T44",
    (FOUR, "N/play ? 4c 8hKd9s/?11/?11/?11 ?11,?11 -|5h6h7h"),
    (THREE, "N/play ? 4c 8hKd9s/?11/?11 ?11,?11,?11 -|5h6h7h|-"),
)
def test_the_opponents_melds_cannot_be_added_to(deal: Deal) -> None:
    assert refused(Reason.NO_SUCH_MELD, play_all(deal, "a1:8h"))


@trap("T45", (FOUR, "N/draw ? 4c 5h6h7hKd9s/?11/8hQcQd/?11 ?11,?11 -|-", "d=3s m:5h6h7h x:3s d=Ts x:Ts d=Js"))
def test_the_partners_melds_are_the_sides_own(deal: Deal) -> None:
    assert melds(after(deal, "a1:8h"), S) == "5h6h7h8h"


T46 = (THREE, "N/play ? 4c KhKdJk5h6h7h9sTc/?11/?11 ?11,?11,?11 -|-|-")


@trap("T46", T46)
def test_the_opening_may_not_hold_a_matta(deal: Deal) -> None:
    assert refused(Reason.OPENING_NOT_CLEAN, play_all(deal, "m:KhKdJk"))


@trap("T46", T46)
def test_after_a_clean_opening_a_matta_may_be_laid_in_the_same_turn(deal: Deal) -> None:
    assert melds(after(deal, "m:5h6h7h m:KhKdJk"), N) == "5h6h7h+KhKdJk"


T47 = (THREE, "N/play ? 4c 5h6h7h8hKd9s/?11/?11 ?11,?11,?11 -|-|-")


@trap("T47", T47)
def test_the_opening_stays_as_it_is_until_the_next_turn(deal: Deal) -> None:
    opened = after(deal, "m:5h6h7h")
    assert refused(Reason.OPENING_FROZEN, play_all(opened, "a1:8h"))
    assert melds(after(opened, "x:9s " + turns_with("Ts Js") + " d=Qs a1:8h"), N) == "5h6h7h8h"


@trap("T47", T47)
def test_the_opening_may_be_laid_longer_at_once(deal: Deal) -> None:
    assert melds(after(deal, "m:5h6h7h8h"), N) == "5h6h7h8h"


@trap("T47", (THREE, "N/draw ? 6h 3h4h5h/?11/?11 ?11,?11,?11 -|-|-", "p"))
def test_a_forbidden_last_card_that_only_the_opening_would_take_is_a_dead_end(deal: Deal) -> None:
    assert refused(Reason.SINGLE_CARD_PILE, play_all(deal, "m:3h4h5h"))
    assert hand(after(deal, "m:3h4h5h6h!"), N) == "??" * 11


@trap("T48", (THREE, "N/play ? 4c 7s9c/?11/?11 ?11,?11,?11 7h7d7c|-|- l,o1"))
def test_the_opening_stays_as_it_is_even_where_the_pozzetto_needs_it(deal: Deal) -> None:
    assert refused(Reason.OPENING_FROZEN, play_all(deal, "a1:7s"))
    assert hand(after(deal, "x:9c"), N) == "7s"


@trap(
    "T49",
    (FOUR, "N/play ? 4c 2cKd9s/?11/?11/?11 ?11,?11 3h2h5h|-"),
    (THREE, "N/play ? 4c 2cKd9s/?11/?11 ?11,?11,?11 3h2h5h|-|-"),
)
def test_a_matta_is_not_replaced_by_another_matta(deal: Deal) -> None:
    assert refused(Reason.MATTA_HELD, play_all(deal, "a1:2c"))


@trap(
    "T50",
    (FOUR, "N/play ? 4c 6hKd9s/?11/?11/?11 ?11,?11 5hJk7h|-"),
    (THREE, "N/play ? 4c 6hKd9s/?11/?11 ?11,?11,?11 5hJk7h|-|-"),
)
def test_a_replaced_matta_stays_in_the_meld(deal: Deal) -> None:
    replaced = after(deal, "a1:6h")
    assert melds(replaced, N) == "Jk5h6h7h"
    assert refused(Reason.NOT_IN_HAND, play_all(replaced, "x:Jk"))


T51 = ("febur", "N/play ? 4c Jk9hKd9s/?11/?11/?11 ?11,?11 5h6h7h|-")


@trap("T51", T51)
def test_a_lone_matta_goes_to_the_low_end(deal: Deal) -> None:
    assert refused(Reason.END_MARK, play_all(deal, "a1:Jk^"))
    assert melds(after(deal, "a1:Jk"), N) == "Jk5h6h7h"


@trap("T51", T51)
def test_a_matta_added_together_with_the_next_card_fills_the_gap(deal: Deal) -> None:
    assert melds(after(deal, "a1:Jk9h"), N) == "5h6h7hJk9h"


@pytest.mark.parametrize(
    ("code", "before", "lowered"),
    [
        pytest.param("febur", 300, 150, id="T52-febur"),
        pytest.param("fitab", 300, 150, id="T52-fitab"),
        pytest.param("fibur", 200, 150, id="T52-fibur"),
        pytest.param("online", 200, 150, id="T52-online"),
        pytest.param("international", 200, 100, id="T52-international"),
        pytest.param("three-player", 200, 100, id="T52-three-player"),
    ],
)
def test_a_matta_on_thirteen_naturals_is_legal_and_lowers_them(code: str, before: int, lowered: int) -> None:
    others, heaps, sides = ("/?11/?11", "?11,?11,?11", "|-|-") if code == THREE else ("/?11/?11/?11", "?11,?11", "|-")
    deal = position(code, f"N/play ? 4c Jk9s9d{others} {heaps} Ah2h3h4h5h6h7h8h9hThJhQhKh{sides}")
    assert (score(deal)[0].burrachi, score(after(deal, "a1:Jk"))[0].burrachi) == (before, lowered)


# --- 5.4 pozzetto -----------------------------------------------------------------------------------------------------

T60 = (
    (FOUR, "N/play ? 4c Kc/?11/?11/?11 7h8h9h3d3s4dJcQcKs8s5c,?11 3h4h5h|- l", "x:Kc! " + turns_with("Ts Td Tc")),
    (THREE, "N/play ? 4c Kc/?11/?11 7h8h9h3d3s4dJcQcKs8s5c,?11,?11 3h4h5h|-|- l", "x:Kc! " + turns_with("Ts Td")),
)


@trap("T60", *T60)
def test_the_pozzetto_may_not_be_played_before_a_card_is_taken(deal: Deal) -> None:
    assert refused(Reason.TAKE_FIRST, play_all(deal, "m:7h8h9h"))
    assert refused(Reason.TAKE_FIRST, play_all(deal, "x:3s"))


@trap("T60", *T60)
def test_the_card_taken_joins_the_eleven_of_the_pozzetto(deal: Deal) -> None:
    assert len(hand(after(deal, "d=Th"), N)) == 2 * 12
    assert len(hand(after(deal, "d=Th m:7h8h9h"), N)) == 2 * 9


SEEN = "3d4dJcQc5c7h8h9h3sKs8s"


def sees_their_pozzetto(deal: Deal) -> bool:
    """Whether N sees the hand they have."""
    return "?11" not in format_position(view(deal, N).deal).split()[3].split("/")[0]


@trap("T61", ("febur fitab fibur international", f"N/play ? 4c Kc/?11/?11/?11 {SEEN},?11 3h4h5h|- l", "x:Kc!"))
def test_the_pozzetto_is_seen_after_the_partners_discard(deal: Deal) -> None:
    assert not sees_their_pozzetto(deal)
    assert not sees_their_pozzetto(after(deal, "d=Ts x:Ts d=Td"))
    assert sees_their_pozzetto(after(deal, "d=Ts x:Ts d=Td x:Td"))


@trap(
    "T61",
    ("online", f"N/play ? 4c Kc/?11/?11/?11 {SEEN},?11 3h4h5h|- l", "x:Kc! " + turns_with("Ts Td") + " d=Tc"),
    (THREE, f"N/play ? 4c Kc/?11/?11 {SEEN},?11,?11 3h4h5h|-|- l", "x:Kc! " + turns_with("Ts") + " d=Tc"),
    (TWO_SEATS, f"N/play ? 4c Kc/?11 {SEEN},?11 3h4h5h|- l", "x:Kc! d=Tc"),
)
def test_the_pozzetto_is_seen_at_the_owners_next_turn(deal: Deal) -> None:
    assert not sees_their_pozzetto(deal)
    his_turn = after(deal, "x:Tc")
    assert his_turn.seat == N
    assert sees_their_pozzetto(his_turn)


@trap("T61", ("febur fitab fibur international", f"N/play ? 4c Kc/?11/?11/?11 {SEEN},?11 3h4h5h|- l", "x:Kc!"))
def test_nobody_else_sees_the_pozzetto_when_its_owner_does(deal: Deal) -> None:
    seen = after(deal, turns_with("Ts Td"))
    assert [str(view(seen, seat)).split()[3].split("/")[0] for seat in (E, S, W, "table")] == ["?11"] * 4


@trap(
    "T62",
    (FOUR, "N/play ? 4c 8h/?11/?11/?11 ?11,?11 5h6h7h|- l", "a1:8h!"),
    (THREE, "N/play ? 4c 8h/?11/?11 ?11,?11,?11 5h6h7h|-|- l", "a1:8h!"),
)
def test_a_pozzetto_in_diretta_is_no_reason_to_take_again(deal: Deal) -> None:
    assert refused(Reason.ALREADY_TAKEN, play_all(deal, "d"))
    assert refused(Reason.ALREADY_TAKEN, play_all(deal, "p"))


UNSEEN_95 = "3h4h5h8h8d9h9dThTdJhJd"


@trap("T63", (FOUR, f"E/play ? 4c {UNSEEN_95}/Kc/?11/?11 - !6s7s8s|!3d4d5d6d7d8d9d l,u=N"))
def test_an_unplayed_pozzetto_costs_its_cards(deal: Deal) -> None:
    ns = score(after(deal, "x:Kc#"))[0]
    assert (ns.hand, ns.pozzetto) == (-95, 0)


@trap("T64", (THREE, f"E/play ? 4c {UNSEEN_95}/Kc/?11 ?11 !6s7s8s|!3d4d5d6d7d8d9d|- l,u=N"))
def test_an_unseen_pozzetto_costs_a_flat_hundred_in_three_player(deal: Deal) -> None:
    north = score(after(deal, "x:Kc#"))[0]
    assert (north.hand, north.pozzetto) == (0, -100)


T65 = (
    (FOUR, "N/draw ? 4c 9h/?11/?11/?11 ?11,?11 6h7h8h|-", "d=Th"),
    (THREE, "N/draw ? 4c 9h/?11/?11 ?11,?11,?11 6h7h8h|-|-", "d=Th"),
)


@trap("T65", *T65)
def test_both_cards_laid_take_the_pozzetto_in_diretta(deal: Deal) -> None:
    assert after(deal, "a1:9hTh!").seat == N


@trap("T65", *T65)
def test_one_laid_and_one_discarded_take_the_pozzetto_with_the_discard(deal: Deal) -> None:
    assert after(deal, "a1:9h x:Th!").seat != N


@trap(
    "T66",
    (FOUR, "N/play ? 4c 7h8h9hKc/?11/?11/?11 - !3c4c5c|!-"),
    (FOUR, "N/play ? 4c 7h8h9hKc/?11/?11/?11 ?11 !3c4c5c|-"),
    (TWO_SEATS, "N/play ? 4c 7h8h9hKc/?11 - !3c4c5c|!-"),
    (TWO_SEATS, "N/play ? 4c 7h8h9hKc/?11 ?11 !3c4c5c|-"),
)
def test_a_side_that_had_its_pozzetto_does_not_get_another_with_the_discard(deal: Deal) -> None:
    assert refused(Reason.CLOSING_NO_BURRACO, play_all(deal, "m:7h8h9h"))


@trap(
    "T66",
    (FOUR, "N/play ? 4c 7h8h9h/?11/?11/?11 - !3c4c5c|!-"),
    (FOUR, "N/play ? 4c 7h8h9h/?11/?11/?11 ?11 !3c4c5c|-"),
    (TWO_SEATS, "N/play ? 4c 7h8h9h/?11 - !3c4c5c|!-"),
    (TWO_SEATS, "N/play ? 4c 7h8h9h/?11 ?11 !3c4c5c|-"),
)
def test_a_side_that_had_its_pozzetto_does_not_get_another_in_diretta(deal: Deal) -> None:
    assert refused(Reason.CLOSING_NO_DISCARD, play_all(deal, "m:7h8h9h"))


@trap("T66", (FOUR, "N/play ? 4c 7h8h9hKc/?11/?11/?11 ?11 !3d4d5d6d7d8d9d|-"))
def test_a_closing_leaves_the_other_sides_pozzetto_where_it_is(deal: Deal) -> None:
    assert len(after(deal, "m:7h8h9h x:Kc#").pozzetti) == 1


# --- 5.5 stock, stallo, time-out --------------------------------------------------------------------------------------


@trap("T70", (FOUR, "N/draw ?3 ? 9h9d/?11/?11/?11 ?11,?11 -|-"))
def test_the_discard_after_the_third_last_card_ends_the_deal(deal: Deal) -> None:
    ended = after(deal, "d=4c x:9h")
    assert (ended.termination, score(ended)[0].closing) == (TALLONE, 0)


@trap("T71", (FOUR, "N/draw ?3 ? 9h9d/?11/?11/?11 ?11,?11 6h7h8h|-"))
def test_the_pile_picked_up_instead_keeps_the_deal_going(deal: Deal) -> None:
    on = after(deal, "p a1:9h x:9d")
    assert (on.is_over, len(on.stock)) == (False, 3)


@trap("T72", (FOUR, "N/draw ?3 ? 9h/?11/?11/?11 ?11 !6h7h8h+3d4d5d6d7d8d9d|-"))
def test_the_last_discard_of_the_stock_may_be_a_closing(deal: Deal) -> None:
    ended = after(deal, "d=Kc a1:9h x:Kc#")
    assert (ended.termination, score(ended)[0].closing) == (CHIUSURA, 100)


@trap("T73", (FOUR, "N/draw ?3 ? 9h/?11/?11/?11 3h4dJcQcKs8s5c9h9dTsTd,?11 6h7h8h|-"))
def test_a_pozzetto_taken_with_the_last_discard_costs_its_cards(deal: Deal) -> None:
    ended = after(deal, "d=Kc a1:9h x:Kc!")
    assert (ended.termination, score(ended)[0].hand, score(ended)[0].pozzetto) == (TALLONE, -95, 0)


@trap("T74", (FOUR, "N/draw ?3 ? 9h/?11/?11/?11 3h4dJcQcKs8s5c9h9dTsTd,?11 6h7h8h|-", "d=Th a1:9hTh!"))
def test_a_pozzetto_in_diretta_after_the_third_last_card_is_played_on_until_the_discard(deal: Deal) -> None:
    ended = after(deal, "x:9h")
    assert (ended.termination, score(ended)[0].hand) == (TALLONE, -85)


@pytest.mark.parametrize("code", [pytest.param(code, id=f"T75-{code}") for code in FOUR.split()])
def test_no_turn_begins_with_two_cards_in_the_stock(code: str) -> None:
    with pytest.raises(Malformed):
        position(code, "N/draw ?2 ? 9h9d/?11/?11/?11 ?11,?11 -|-")


T76 = (THREE, "N/draw ?1 ? 9h9d/?11/?11 ?11,?11,?11 -|-|-", "d=4c x:9h")


@trap("T76", T76)
def test_at_an_empty_stock_the_next_player_picks_up_or_declines(deal: Deal) -> None:
    assert legal(deal) == [PICK_UP, DECLINE]
    assert refused(Reason.STOCK_EXHAUSTED, play_all(deal, "d"))


@trap("T76", T76)
def test_picking_up_at_an_empty_stock_keeps_the_deal_going(deal: Deal) -> None:
    assert after(deal, "p x:9h").seat == S


@trap("T76", T76)
def test_declining_at_an_empty_stock_ends_the_deal(deal: Deal) -> None:
    assert after(deal, "n").termination == TALLONE


@trap("T76", (THREE, "N/draw ? 4c 9h9d/?11/?11 ?11,?11,?11 -|-|-"))
def test_declining_is_for_an_empty_stock_only(deal: Deal) -> None:
    assert refused(Reason.DECLINE_NOT_ALLOWED, play_all(deal, "n"))


@trap("T76", (THREE, "N/play - 4c9d 9h/-/?91 ?11 !-|!3h4h5h|- l"))
def test_at_an_empty_stock_a_pile_they_may_still_pick_up_keeps_the_deal_going(deal: Deal) -> None:
    assert after(deal, "x:9h").seat == E


@trap("T76", (THREE, "N/play - - 9hKd/-/?92 ?11 !-|!3h4h5h|- p=2"))
def test_the_deal_ends_by_itself_where_nothing_can_be_taken(deal: Deal) -> None:
    assert after(deal, "x:9h").termination == TALLONE


STALLO_NEXT = (
    (SETS, "N/draw ? 5c 9h9d/?11/?11/?11 ?11,?11 6h7h8h|- s=8"),
    (THREE, "N/draw ? 5c 9h9d/?11/?11 ?11,?11,?11 6h7h8h|-|- s=6"),
    ("febur online fibur", "N/draw ? 5c 9h9d/?11 ?11,?11 6h7h8h|- s=4"),
)


@trap("T77", *STALLO_NEXT)
def test_the_first_swap_after_two_laps_of_swaps_ends_the_deal_or_everybody_is_asked(deal: Deal) -> None:
    ended = after(deal, "p x:9h")
    if deal.code.rules.stallo == "ask":  # fitab art. 16, and those that follow it
        assert asks_about_stallo(ended)
        ended = the_deal_is_ended(ended)
    assert (ended.termination, [side.closing for side in score(ended)]) == (STALLO, [0] * len(deal.code.sides))


def the_deal_is_ended(deal: Deal) -> Deal:
    """All have agreed that the stallo ends it."""
    found = intervene(Game(deal), End(STALLO))
    assert isinstance(found, Game)
    return found.deal


@trap(
    "T77",
    (SETS, "N/draw ? 5c 9h9d/?11/?11/?11 ?11,?11 6h7h8h|- s=7"),
    (THREE, "N/draw ? 5c 9h9d/?11/?11 ?11,?11,?11 6h7h8h|-|- s=5"),
    ("febur online fibur", "N/draw ? 5c 9h9d/?11 ?11,?11 6h7h8h|- s=3"),
)
def test_two_laps_of_swaps_do_not_end_the_deal_yet(deal: Deal) -> None:
    on = after(deal, "p x:9h")
    assert (on.is_over, on.swaps) == (False, deal.swaps + 1)


@trap("T77", *STALLO_NEXT, (INT, "N/draw ? 5c 9h9d/?11/?11/?11 ?11,?11 6h7h8h|- s=8"))
def test_a_card_drawn_or_laid_is_no_swap(deal: Deal) -> None:
    assert after(deal, "d=9s x:9s").swaps == 0
    assert after(deal, "p a1:9h x:9d").swaps == 0


@trap(
    "T77",
    (SETS, "N/draw ? 5cKd 9h9d/?11/?11/?11 ?11,?11 6h7h8h|- s=8"),
    (THREE, "N/draw ? 5cKd 9h9d/?11/?11 ?11,?11,?11 6h7h8h|-|- s=6"),
    ("febur online fibur", "N/draw ? 5cKd 9h9d/?11 ?11,?11 6h7h8h|- s=4"),
)
def test_a_bigger_pile_picked_up_is_no_swap(deal: Deal) -> None:
    assert after(deal, "p x:9h").swaps == 0


@trap("T77", (INT, "N/draw ? 5c 9c9d/?11/?11/?11 ?11,?11 6h7h8h|- s=8"))
def test_in_international_a_swap_is_never_allowed(deal: Deal) -> None:
    assert refused(Reason.PICKUP_NO_LAY, play_all(deal, "p"))


@trap(
    "T77",
    (SETS, "N/draw ? 5c 9h9d9cTh/JhJdJcJs/QhQdQcQs/KhKdKcKs ?11,?11 -|-"),
    (THREE, "N/draw ? 5c 9h9d9cTh/JhJdJcJs/QhQdQcQs ?11,?11,?11 -|-|-"),
    ("febur online fibur", "N/draw ? 5c 9h9d9cTh/JhJdJcJs ?11,?11 -|-"),
)
def test_a_deal_of_nothing_but_swaps_is_a_stallo_after_two_laps_and_a_turn(deal: Deal) -> None:
    """It ends the deal by itself, or everybody is asked."""
    for _ in range(2 * deal.code.players + 1):
        assert not deal.is_over
        assert not asks_about_stallo(deal)
        deal = after(deal, f"p x:{hand(deal, deal.seat)[:2]}")
    ends = deal.code.rules.stallo == "auto"
    assert (deal.is_over, asks_about_stallo(deal)) == (ends, not ends)
    assert deal.termination == (STALLO if ends else "")


def timed_out(deal: Deal) -> Deal:
    found = time_out(deal)
    assert not isinstance(found, Refused)
    return found


def turns_left(deal: Deal) -> str:
    """The seats that still play after the table's time-out, each drawing and discarding, until the time is over."""
    deal = timed_out(deal)
    announced = lap(deal)
    cards = iter("Kh Kd Kc Ks Qh Qd Qc Qs".split())
    played = ""
    while not deal.is_over:
        played += deal.seat
        card = next(cards)
        deal = after(deal, f"d={card} x:{card}" if deal.phase == TAKE else "x:9h")
    assert (deal.termination, played) == (TEMPO, announced)
    return played


LAPS = [  # where the time-out falls; the turns that follow in febur and in fitab (law.md 3.2)
    ("N/play", "NESWN", "NESWNES"),
    ("E/play", "ESWNE", "ESWNESW"),
    ("S/play", "SWNES", "SWNESWN"),
    ("W/play", "WNESW", "WNESWNE"),
    ("N/draw", "NESW", "NESWNE"),
    ("E/draw", "ESWN", "ESWNES"),
    ("S/draw", "SWNE", "SWNESW"),
    ("W/draw", "WNES", "WNESWN"),
]
ROW_OF = {"E/play": "T78", "E/draw": "T79", "S/draw": "T80"}
LIKE_FEBUR = ("febur", "fibur", "international")
MIRRORED = str.maketrans("EW", "WE")  # online plays the other way round


@pytest.mark.parametrize(
    ("code", "where", "turns"),
    [
        *[(code, where, febur) for code in LIKE_FEBUR for where, febur, _ in LAPS],
        *[("fitab", where, fitab) for where, _, fitab in LAPS],
        *[("online", where.translate(MIRRORED), febur.translate(MIRRORED)) for where, febur, _ in LAPS],
    ],
    ids=lambda value: f"{ROW_OF[value]}-{value}" if value in ROW_OF else value,
)
def test_the_last_lap_after_a_time_out(code: str, where: str, turns: str) -> None:
    hands = "/".join(["9h9d9c" if seat == where[0] else "?11" for seat in "NESW"])
    assert turns_left(position(code, f"{where} ? 4c5c {hands} ?11,?11 -|-")) == turns


@pytest.mark.parametrize(
    ("code", "text", "turns"),
    [
        (THREE, "N/play ? 4c5c 9h9d/?11/?11 ?11,?11,?11 -|-|-", "NESN"),
        (THREE, "E/draw ? 4c5c ?11/9h9d/?11 ?11,?11,?11 -|-|-", "ESN"),
        ("febur last_lap_extra=2", "N/draw ? 4c5c 9h9d/?11 ?11,?11 -|-", "NS"),
        ("febur", "N/play ? 4c5c 9h9d/?11 ?11,?11 -|-", "NSN"),
        ("fibur", "S/draw ? 4c5c ?11/9h9d ?11,?11 -|-", "SN"),
        ("online", "N/draw ? 4c5c 9h9d/?11 ?11,?11 -|-", "NS"),
        (INT, "S/play ? 4c5c ?11/9h9d ?11,?11 -|-", "SNS"),
    ],
)
def test_without_partners_the_last_lap_is_one_turn_each(code: str, text: str, turns: str) -> None:
    assert turns_left(position(code, text)) == turns


@pytest.mark.parametrize("code", FOUR.split())
@pytest.mark.parametrize("seat", [N, E, S, W])
def test_a_time_out_during_the_deal_gives_one_full_lap_in_every_code(code: str, seat: str) -> None:
    begun = fresh(code, 4, seat)
    around = "NWSE" if code == "online" else "NESW"
    assert turns_left(begun) == (around + around)[around.index(seat) :][:4]


@pytest.mark.parametrize(("code", "turns"), [("febur", "ESWN"), ("fitab", "ESWNES")])
def test_the_first_discard_ends_the_time_of_the_deal(code: str, turns: str) -> None:
    assert turns_left(after(fresh(code, 4, N), "d=9h x:9h")) == turns


@pytest.mark.parametrize(("code", "turns"), [("febur", (1, 2, 3, 0)), ("fitab", (1, 2, 3, 0, 1, 2))])
def test_the_last_lap_is_counted_from_the_next_seat_that_takes(code: str, turns: tuple[int, ...]) -> None:
    assert last_lap(fresh(code, 4, N).code, 1, first_turn=False) == turns


def test_a_second_time_out_changes_nothing() -> None:
    once = timed_out(position("fitab", "N/draw ? 4c5c 9h9d9c/?11/?11/?11 ?11,?11 -|-"))
    assert timed_out(after(once, "d=Kh x:Kh")) == after(once, "d=Kh x:Kh")


T81 = (
    (FOUR, "N/play ? 4c Kc/?11/?11/?11 ?11 !3d4d5d6d7d8d9d|- l,z=N"),
    ("febur fitab fibur international", "N/play ? 4c Kc/?11/?11/?11 ?11 !3d4d5d6d7d8d9d|- l,z=NES"),
    ("online", "N/play ? 4c Kc/?11/?11/?11 ?11 !3d4d5d6d7d8d9d|- l,z=NWS"),
    (THREE, "N/play ? 4c Kc/?11/?11 ?11,?11 !3d4d5d6d7d8d9d|-|- l,z=NES"),
)


@trap("T81", *T81)
def test_a_closing_within_the_last_lap_stops_it_with_its_bonus(deal: Deal) -> None:
    closed = after(deal, "x:Kc#")
    assert (closed.termination, lap(closed), score(closed)[0].closing) == (CHIUSURA, "", 100)


@trap("T81", (FOUR, "N/draw ? 4c5c 9h/?11/?11/?11 ?11 !3d4d5d6d7d8d9d|- z=N"))
def test_a_last_lap_without_a_closing_gives_no_bonus(deal: Deal) -> None:
    ended = after(deal, "d=9s x:9h")
    assert (ended.termination, score(ended)[0].closing) == (TEMPO, 0)


@pytest.mark.parametrize(
    ("cards", "seconds"), [(1, 10), (3, 10), (4, 20), (10, 20), (11, 40), (22, 40)], ids=lambda value: f"T82-{value}"
)
def test_the_clock_of_fitab_goes_by_the_cards_in_hand(cards: int, seconds: int) -> None:
    rules = rules_of("fitab clock_scale=1")
    assert (rules.turn_limit(cards), rules.turn_clock_grace) == (seconds, 5)


T82 = "N/draw ? 4c 9h5dJk2sAc/?11/?11/?11 ?11,?11 -|-"


@trap("T82", ("fitab", T82))
def test_when_the_clock_ends_the_highest_card_is_discarded(deal: Deal) -> None:
    late = after(deal, "t")
    assert legal(late) == [DRAW]
    assert refused(Reason.CLOCK_ENDED, play_all(late, "p"))
    assert refused(Reason.CLOCK_ENDED, play_all(late, "d=Ks x:Ks"))
    assert hand(after(late, "d=Ks x:Jk"), N) == "9h5dAc2sKs"


@pytest.mark.parametrize(
    ("cards", "highest"),
    [("9h5dAc2sKs", "2s"), ("9h5dAcKs", "Ac"), ("9h5dKsQd", "Ks"), ("9s9c9d9h", "9h"), ("3s4c3h", "4c")],
    ids=lambda value: f"T82-{value}",
)
def test_the_order_of_height_is_joker_two_ace_king_to_three_then_suit(cards: str, highest: str) -> None:
    deal = position("fitab", f"N/play ? 4c {cards}/?11/?11/?11 ?11,?11 -|- t")
    assert legal(deal) == [parse_action(f"x:{highest}")]


@trap("T82", ("fitab", "N/draw ? Jk 9h5d/?11/?11/?11 ?11,?11 -|-", "p t"))
def test_the_forced_discard_is_the_highest_that_is_legal(deal: Deal) -> None:
    assert hand(after(deal, "x:9h"), N) == "5dJk"


@trap("T82", ("fitab", "N/play ? 4c JkKs9h/?11/?11/?11 ?11 !3d4d5d6d7d8d9d+6h7h8h|-", "a2:9h t"))
def test_a_joker_is_the_forced_discard_while_it_does_not_close(deal: Deal) -> None:
    assert hand(after(deal, "x:Jk"), N) == "Ks"


@trap("T82", ("febur online fibur international", T82, "t d=4s"))
def test_elsewhere_the_card_drawn_is_the_forced_discard(deal: Deal) -> None:
    assert refused(Reason.CLOCK_ENDED, play_all(deal, "x:Jk"))
    assert hand(after(deal, "x:4s"), N) == "9h5dAc2sJk"


@trap("T82", ("febur online fibur international", "N/draw ? 4c 9h5d8c/?11/?11/?11 ?11,?11 4d5d6d|-", "d=7d a1:7d t"))
def test_elsewhere_the_highest_card_goes_where_the_card_drawn_was_laid(deal: Deal) -> None:
    assert hand(after(deal, "x:9h"), N) == "5d8c"


@trap("T82", (THREE, "N/draw - 4c5c 9h9d/?46/?47 ?11 !-|!-|-", "t"))
def test_at_an_empty_stock_the_clock_declines(deal: Deal) -> None:
    assert after(deal, "n").termination == TALLONE


@trap("T82", (INT, "N/draw ? 9c8h 4d4s/?11/?11/?11 ?11,?11 5h6h7h|-", "p t"))
def test_a_clock_that_ends_before_the_duty_is_met_lays_first(deal: Deal) -> None:
    assert after(deal, "a1:8h x:9c").seat == E


# --- 5.6 scores -------------------------------------------------------------------------------------------------------


@trap("S1", ("febur", "N/play ? 4c 9c/?11/Qh5h/?11 ?11 !3h4h5h6h7h8h9h+KhKdJk|- l"))
def test_burraco_closing_and_cards_less_the_partners_hand(deal: Deal) -> None:
    ns = score(after(deal, "x:9c#"))[0]
    assert (ns.burrachi, ns.closing, ns.cards, ns.hand, ns.total) == (200, 100, 95, -15, 380)


S2_BONUS = {"febur": 300, "fitab": 300, "fibur": 200, "online": 200, INT: 200}


@trap("S2", (FOUR, "N/over ? 4c -/?11/-/?11 ?11 !Ah2h3h4h5h6h7h8h9hThJhQhKh|-"))
def test_thirteen_naturals(deal: Deal) -> None:
    assert totals(deal)[0] == S2_BONUS[deal.code.rules.name] + 120


@trap("S2", (THREE, "N/over ? 4c -/?11/?11 ?11,?11 !Ah2h3h4h5h6h7h8h9hThJhQhKh|-|-"))
def test_thirteen_naturals_are_a_clean_burraco_in_three_player(deal: Deal) -> None:
    assert totals(deal)[0] == 320


@trap("S3", (SETS, "N/over ? 4c -/?11/-/?11 ?11 !Ah2h3h4h5h6h7h8h9hThJhQhKhJk|-"))
def test_thirteen_naturals_and_a_joker(deal: Deal) -> None:
    assert totals(deal)[0] == 300


@trap(
    "S3",
    (INT, "N/over ? 4c -/?11/-/?11 ?11 !Ah2h3h4h5h6h7h8h9hThJhQhKhJk|-"),
    (THREE, "N/over ? 4c -/?11/?11 ?11,?11 !Ah2h3h4h5h6h7h8h9hThJhQhKhJk|-|-"),
)
def test_thirteen_naturals_and_a_joker_without_semi(deal: Deal) -> None:
    assert totals(deal)[0] == 250


@trap("S4", (FOUR, "N/over ? 4c KhKdKcKsQhQd/?11/JhJdJcJs5s/?11 ?11,?11 3h4h5h6h7h8h|-"))
def test_a_side_without_pozzetto(deal: Deal) -> None:
    ns = score(deal)[0]
    assert (ns.cards, ns.hand, ns.pozzetto, ns.total) == (35, -105, -100, -170)


@trap("S5", (THREE, "N/over ? 4c KhKdQhQd/?11/?11 ?11,?11,?11 -|-|-"))
def test_a_hand_that_never_opened_counts_twice(deal: Deal) -> None:
    assert totals(deal)[0] == -180


@trap("S5", (THREE, "N/over ? 4c KhKdQhQd/?11/?11 ?11,?11,?11 3h4h5h|-|-"))
def test_a_hand_that_opened_counts_once(deal: Deal) -> None:
    assert totals(deal)[0] == 15 - 40 - 100


@trap("S6", (THREE, f"E/play ? 4c {UNSEEN_95}/Kc/?11 ?11 !3d4d5dJk7d8d9d+9hThJhQhKh|!3s4s5s6s7s8s9s|- l,u=N"))
def test_an_unseen_pozzetto_in_three_player(deal: Deal) -> None:
    north = score(after(deal, "x:Kc#"))[0]
    assert (north.burrachi, north.cards, north.total) == (100, 120, 120)


@trap("S7", ("fibur", f"E/play ? 4c {UNSEEN_95}/Kc/Kh/?11 - !3d4d5dJk7d8d9d+9cTcJcQcKc|!3s4s5s6s7s8s9s l,u=N"))
def test_an_unseen_pozzetto_of_a_pair(deal: Deal) -> None:
    ns = score(after(deal, "x:Kc#"))[0]
    assert (ns.burrachi, ns.cards, ns.hand, ns.total) == (100, 120, -105, 115)
