"""How long an effect holds, in turns from the one in which it happened."""

from engine.rulings.books import BOOKS
from engine.rulings.effects import (
    ASC_NOW,
    BAN_L,
    BAN_O,
    BAN_O_FREE,
    BAN_P,
    DEF,
    DEFER_CLOSE,
    DEFER_POZ,
    DEFER_POZ_LATER,
    INT,
    ND,
    TEMP,
    Macro,
    On,
    turns,
)

OWN, PARTNER = range(0, 17, 4), range(2, 17, 4)


def test_the_partner_is_banned_in_exactly_one_turn_of_theirs() -> None:
    for ban in (BAN_P, BAN_L):
        span = turns(ban, 4)
        assert span is not None
        assert [turn for turn in PARTNER if turn in span] == [2]


def test_the_offender_may_close_from_the_turn_after_the_last_penalised_card() -> None:
    for last, closes_from in ((0, 4), (1, 8), (3, 16)):
        span = turns(BAN_O, 4, last)
        assert span is not None
        assert next(turn for turn in OWN if turn not in span) == closes_from


def test_who_has_healed_may_close_from_their_next_turn() -> None:
    span = turns(BAN_O_FREE, 4)
    assert span == range(4)


def test_frozen_for_a_lap_is_until_the_offender_s_next_turn_begins() -> None:
    assert turns(TEMP, 4) == turns(DEFER_CLOSE, 4) == turns(DEFER_POZ, 4) == range(4)
    assert turns(TEMP, 3) == range(3)
    assert turns(DEF, 4) is None


def test_a_turn_without_play_is_the_offender_s_next_one_alone() -> None:
    assert turns(ND, 4) == range(4, 5)
    assert turns(ND, 2) == range(2, 3)
    assert turns(INT, 4) == range(1)
    assert turns(DEFER_POZ_LATER, 4) == range(5)  # turn 4 is over before it is played at 8


def test_penalised_cards_go_from_the_first_turn_to_the_last() -> None:
    assert turns(ASC_NOW, 4, 2) == range(9)


def test_every_effect_of_every_book_holds_in_some_turn() -> None:
    laid = {one for book in BOOKS.values() for row in book for case in row.cases for one in case.effects}
    laid |= {one for book in BOOKS.values() for row in book for one in row.effects}
    assert len(laid) == 23
    assert [one for one in laid if turns(one, 4, 2) is not None and not turns(one, 4, 2)] == []


def test_nothing_is_ever_laid_on_the_opponents() -> None:
    assert {str(one) for one in On} == {"offender", "partner", "side", "cards", "melds"}
    for book in BOOKS.values():
        for row in book:
            for case in [one.key for one in row.cases] or [""]:
                bans = [one for one in row.effects_in(case) if one.macro in (Macro.BAN_O, Macro.BAN_P, Macro.BAN_L)]
                assert {one.on for one in bans} <= {On.OFFENDER, On.PARTNER, On.SIDE}, row.id
