"""A deal moment by moment, and lines of play that branch off it."""

from pathlib import Path

import pytest

from engine.actions import DRAW, format_written, parse_action
from engine.cards import format_card, is_wild
from engine.deal import Deal
from engine.hand import unpack
from engine.moments import DealMoment, before_turn, line_of_play, moments
from engine.record import Turn
from engine.refusal import Reason, Refused
from engine.replay import ReplayedDeal, replay
from engine.score import totals

TRANSCRIPTS = Path(__file__).parent.parent / "transcripts"
MATCHES = ("a-whole-match-of-two-deals-fitab", "a-whole-match-of-three-deals-three-player")


def deals(name: str) -> tuple[ReplayedDeal, ...]:
    return replay((TRANSCRIPTS / f"{name}.brn").read_text("utf-8")).deals


def written(moment: DealMoment) -> str:
    """What was done last in its turn."""
    return format_written(moment.line.actions[-1]) if isinstance(moment.line, Turn) else ""


@pytest.mark.parametrize("name", MATCHES)
def test_the_last_moment_is_the_deal_as_its_record_ends(name: str) -> None:
    for deal in deals(name):
        found = moments(deal)
        assert found[0].game.deal.key() == deal.dealt.key()
        assert found[-1].game.deal.key() == deal.game.deal.key()
        assert deal.result is not None
        assert totals(found[-1].game.deal) == tuple(side.total for side in deal.result.scores)


def test_each_action_is_a_moment_with_its_turn_so_far() -> None:
    deal = deals(MATCHES[0])[0]
    lines = [line for line in deal.record.lines if isinstance(line, Turn)]
    found = moments(deal)
    assert len(found) == 1 + sum(len(line.actions) for line in lines)
    first = lines[0].actions
    assert [written(one) for one in found[1 : 1 + len(first)]] == [format_written(one) for one in first]
    assert [one.line for one in found].count(lines[0]) == 1


def test_a_turn_begins_where_the_one_before_has_ended() -> None:
    found = moments(deals(MATCHES[0])[0])
    place = before_turn(found, 2)
    assert found[place].game.turn_number == 2
    line = found[place].line
    assert isinstance(line, Turn)
    assert line.number == 1
    assert before_turn(found, 1) == 0


UNDONE = """[BRN "1"]
[Rules "fibur"]
[N ""] [E ""] [S ""] [W ""]
[Dealer "W"]
[Seed "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"]

1. N d x:{first}
2. E d x:{then}
* undo
"""


def test_a_turn_that_was_taken_back_begins_where_it_is_played_again() -> None:
    begun = replay(UNDONE.partition("1. N")[0]).deals[0].dealt
    one, two = (plain_card(begun, seat) for seat in (0, 1))
    deal = replay(UNDONE.format(first=one, then=two)).deals[0]
    found = moments(deal)
    assert len(found) == 6
    assert before_turn(found, 2) == 5
    assert found[2].game.deal.key() == found[5].game.deal.key()


def plain_card(deal: Deal, seat: int) -> str:
    """Any card of a hand that is no matta."""
    return format_card(next(card for card in unpack(deal.hands[seat]) if not is_wild(card)))


# --- another line of play ---------------------------------------------------------------------------------------------


def test_a_line_of_play_goes_on_from_a_moment_by_the_rules() -> None:
    found = moments(deals(MATCHES[0])[0])
    begun = found[0]
    seat = begun.game.deal.seat
    on = line_of_play(begun, [DRAW])
    assert not isinstance(on, Refused)
    assert [written(one)[:2] for one in on] == ["d="]
    assert on[0].game.deal.seat == seat
    again = line_of_play(begun, [DRAW, DRAW])
    assert isinstance(again, Refused)
    assert again.reason is Reason.ALREADY_TAKEN
    assert found == moments(deals(MATCHES[0])[0])


def test_the_turn_in_progress_is_told_with_what_was_done_in_it_before() -> None:
    found = moments(deals(MATCHES[0])[0])
    taken = found[1]
    assert isinstance(taken.line, Turn)
    card = next(one for one in found if isinstance(one.line, Turn) and "x:" in written(one))
    on = line_of_play(taken, [parse_action(written(card).rstrip("*!#"))])
    assert not isinstance(on, Refused)
    assert isinstance(on[0].line, Turn)
    assert [format_written(one)[0] for one in on[0].line.actions] == [written(taken)[0], "x"]
