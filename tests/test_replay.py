"""Records as people write them: what is refused, and what is read as it was meant."""

import pytest

from engine.cards import Malformed, format_cards
from engine.record import DealRecord, TableLine, format_record, parse_record
from engine.replay import FalseRecord, replay
from engine.shuffle import deck_of
from engine.table import Substitute

DECK = format_cards(deck_of(bytes(32)))


def record(
    *lines: str, rules: str = "fibur", seats: str = "NESW", deal: str = "1", tags: str = "", dealer: str = ""
) -> str:
    names = " ".join([f'[{seat} ""]' for seat in seats])
    head = f'[BRN "1"]\n[Deal "{deal}"]\n[Rules "{rules}"] {tags}\n{names}\n'
    head += f'[Dealer "{dealer or seats[-1]}"]\n[Deck "{DECK}"]\n\n'
    return head + "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    ("line", "seats", "seat"), [("* resign E", "NS", "E"), ('* seat W "Zoe"', "NS", "W"), ("* resign W", "NES", "W")]
)
def test_a_seat_that_does_not_play_is_named(line: str, seats: str, seat: str) -> None:
    rules = "three-player" if len(seats) == 3 else "fibur"
    with pytest.raises(Malformed, match=f"line 8: nobody sits {seat}"):
        replay(record(line, rules=rules, seats=seats))


@pytest.mark.parametrize(
    ("first", "tags"), [("* ended arbitro", '[Hands "1"]'), ("* resign S", ""), ("* timeout\n* ended arbitro", "")]
)
def test_no_deal_follows_the_end_of_the_match(first: str, tags: str) -> None:
    text = record(first, tags=tags) + "\n" + record("* ended arbitro", tags=tags, deal="2", dealer="N")
    with pytest.raises(FalseRecord, match="the match was over before this deal"):
        replay(text)


def test_deals_are_in_order() -> None:
    with pytest.raises(FalseRecord, match="deal 5 comes after deal 1"):
        replay(record("* ended arbitro") + "\n" + record("* ended arbitro", deal="5", dealer="N"))


def test_an_annulled_deal_may_be_dealt_again_under_its_number() -> None:
    again = replay(record("* annulled") + "\n" + record("* ended arbitro", dealer="W"))
    assert [deal.termination for deal in again.match.deals] == ["annullo", "arbitro"]


def test_the_last_lap_survives_an_undo() -> None:
    found = replay(record("1. N d x:" + drawn(0), "* timeout", "* undo", rules="febur"))
    game = found.deals[0].game
    assert (game.deal.seat, [game.deal.code.seats[seat] for seat in game.deal.lap]) == ("N", list("NESW"))


@pytest.mark.parametrize("waited", ['* seat N "Zoe"', "* timeout", '* seat N "computer"\n* timeout\n* seat N "Zoe"'])
@pytest.mark.parametrize("end", ["* resign N", "* annulled", "* ended arbitro"])
def test_what_waited_for_the_end_of_a_turn_stands_after_it_where_the_deal_ends_within_it(waited: str, end: str) -> None:
    found = replay(record("1. N d", waited, end, tags='[Hands "1"]'))
    assert found.refusal is None
    assert [deal.game.timed_out for deal in found.deals] == ["timeout" in waited]
    with pytest.raises(FalseRecord, match="turn 1 has not ended"):
        replay(record("1. N d", waited, "1. N x:" + drawn(0)))
    with pytest.raises(FalseRecord, match="stands within a turn"):
        replay(record("1. N d", waited, "* undo"))


def drawn(number: int) -> str:
    """The card that this draw brings, from 0."""
    return format_cards(deck_of(bytes(32))[4 * 11 + 1 + number :][:1])


@pytest.mark.parametrize("name", ["A; B", 'the "one"', "back\\slash", ";", ""])
def test_any_name_is_read_as_it_was_written(name: str) -> None:
    deals = (DealRecord({"BRN": "1", "N": name}, (TableLine(Substitute("E", name)),)),)
    assert parse_record(format_record(deals)) == deals


def test_a_deal_whose_tags_all_hold_on_is_still_a_deal_of_its_own() -> None:
    tags = {"BRN": "1", "Rules": "fibur"}
    deals = (DealRecord(tags, (TableLine(Substitute("E", "x")),)), DealRecord(tags, (TableLine(Substitute("S", "y")),)))
    assert parse_record(format_record(deals)) == deals


@pytest.mark.parametrize("house", ["open_pairs=on", "teams=yes"])
def test_rules_for_partners_mean_nothing_at_a_table_of_two(house: str) -> None:
    with pytest.raises(Malformed, match="nobody has a partner"):
        replay(record("* ended arbitro", seats="NS", tags=f'[House "{house}"]'))


@pytest.mark.parametrize("line", ["١. N d", "1. N d d=", "1. Q d", "* fly", '* seat N "open'])
def test_what_is_no_line_is_refused_with_its_number(line: str) -> None:
    with pytest.raises(Malformed, match="line 8"):
        replay(record(line))
