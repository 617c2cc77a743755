"""Reasons for which a private message is heard: each once, and at a table over days more of them."""

from dataclasses import replace

import pytest

from bot.durations import DAY, HOUR, MINUTE
from bot.messages.heard import after_reasons, hand_reasons, has_new_reason, is_of_turn
from bot.tables.table import OVER, PAUSE, Settings, Table
from bot.tables.who import Who
from bot.views.table_view import TableView
from bot.views.viewer import Viewer
from tests.tables.playing import ANNA, BRUNO, CARLA, CLOCK, DARIO, SEED, START, after, dealt, person_in_turn
from tests.tables.test_calls import turns
from tests.tables.test_missed_turns import another

SLOW = Settings(pace=0, days=3, quiet="", house="hands=1")


def heard_by(table: Table, who: Who) -> tuple[str, ...]:
    return hand_reasons(TableView(table, Viewer(who.id, now=START)))


@pytest.mark.parametrize(
    ("now", "before", "new"),
    [
        ("", "", False),
        ("", "12", False),
        ("12", "", True),
        ("12", "12", False),
        ("12r", "12", True),
        ("p5", "12+p5", False),
        ("16+p5", "12+p5", True),
    ],
)
def test_a_message_is_heard_again_for_what_is_new(now: str, before: str, new: bool) -> None:
    assert has_new_reason(now, before) is new


def test_a_reminder_is_heard_at_every_table() -> None:
    for settings in (Settings(pace=0), SLOW):
        table = dealt(settings)
        who = person_in_turn(table)
        table = after(table, (who, "play d"))
        assert heard_by(table, who) == ()
        table = after(table, (CLOCK, "ping"))
        assert heard_by(table, who) == ("1",)
        assert heard_by(after(table, (CLOCK, "remind")), who) == ("1r",)
        assert is_of_turn("1r")
        assert not is_of_turn("p5")


def test_over_days_a_turn_that_begins_is_heard_once_and_so_is_its_reminder() -> None:
    table = turns(dealt(SLOW), 1)
    who = person_in_turn(table)
    assert heard_by(table, who) == ()
    begun = after(table, (CLOCK, "mention turn"))
    assert heard_by(begun, who) == ("2b",)
    assert is_of_turn("2b")
    assert heard_by(begun, another(begun)) == ()
    assert heard_by(after(begun, (who, "play d")), who) == ("2b",)  # nothing new
    assert heard_by(after(begun, (CLOCK, "ping")), who) == ("2",)
    live = after(turns(dealt(), 1), (CLOCK, "mention turn"))
    assert heard_by(live, person_in_turn(live)) == ()  # that is said in the channel


def test_over_days_a_request_is_heard_by_who_has_not_answered() -> None:
    table = dealt(SLOW)
    who, other = person_in_turn(table), another(table)
    table = after(table, (who, "play d"), (who, "propose annul"))
    assert heard_by(table, who) == ()
    assert heard_by(table, other) == (f"p{START}",)
    assert heard_by(after(table, (other, "agree")), other) == ()
    assert (
        heard_by(after(dealt(Settings(pace=0)), (who, "play d"), (who, "propose annul")), other) == ()
    )  # all are here


def test_over_days_a_request_is_heard_once_however_often_the_host_is_away() -> None:
    table = dealt(SLOW)
    table = after(table, (person_in_turn(table), "play d"), (person_in_turn(table), "propose annul"))
    later = after(table, (CLOCK, f"restarted {START + MINUTE} {START + HOUR}"), at=START + HOUR)
    later = after(later, (CLOCK, f"restarted {START + HOUR} {START + DAY}"), at=START + DAY)
    assert later.proposal != table.proposal
    assert heard_by(later, another(table)) == heard_by(table, another(table)) == (f"p{START}",)


def test_over_days_a_stand_in_is_heard_by_whose_seat_it_takes_each_time() -> None:
    table = dealt(SLOW)
    who = person_in_turn(table)
    away = after(table, (who, "play d"), (CLOCK, "standin"))
    assert heard_by(away, who) == ("c1",)
    again = after(away, (who, "return"), (CLOCK, "standin"))
    assert heard_by(again, who) == ("c3",)


@pytest.mark.parametrize("settings", [SLOW, Settings(pace=0)])
def test_a_stand_in_is_heard_by_whose_seat_it_takes_and_by_nobody_who_has_left_by_themselves(
    settings: Settings,
) -> None:
    table = dealt(settings)
    who, other = person_in_turn(table), another(table)
    away = after(table, (who, "play d"), (CLOCK, "offer"), (other, "standin"))
    assert (heard_by(away, who), heard_by(away, other)) == (("c1",), ())
    back = after(away, (who, "return"))
    assert (heard_by(back, who), heard_by(back, other)) == ((), ())
    left = after(back, (who, "leave"))
    assert (heard_by(left, who), heard_by(left, other)) == ((), ())
    again = after(left, (who, "return"), (CLOCK, "offer"), (other, "standin"))
    assert heard_by(again, who) == ("c5",)


@pytest.mark.parametrize("settings", [SLOW, Settings(pace=0)])
def test_a_stand_in_is_not_heard_anew_with_each_deal_but_also_where_its_deal_has_ended_meanwhile(
    settings: Settings,
) -> None:
    table = dealt(replace(settings, house="hands=2"))
    who, other = person_in_turn(table), another(table)
    away = after(table, (CLOCK, "offer"), (other, "standin"), (other, "propose annul"))
    others = [one for one in (ANNA, BRUNO, CARLA, DARIO) if one not in (who, other)]
    between = after(away, *[(one, "agree") for one in others])
    assert between.phase == PAUSE
    view = TableView(between, Viewer(who.id, now=START))
    assert after_reasons(view) == heard_by(away, who) == ("c1",)
    assert after_reasons(TableView(between, Viewer(other.id, now=START))) == ()
    next_deal = after(between, (CLOCK, f"seal {SEED}"), (CLOCK, "deal"))
    assert heard_by(next_deal, who) == heard_by(next_deal, other)
    assert not [one for one in heard_by(next_deal, who) if one.startswith("c")]


@pytest.mark.parametrize("settings", [SLOW, Settings(pace=0)])
def test_whose_seat_is_given_away_hears_nothing_of_its_cards_any_more(settings: Settings) -> None:
    table = dealt(settings)
    who, seat = person_in_turn(table), table.in_turn
    opener, newcomer = Who(table.opener, "Anna"), Who("p9", "Zoe")
    later = after(table, (who, "play d"), (CLOCK, "offer"), (opener, f"replace {seat} {newcomer.id} Zoe"))
    assert later.seat_of(newcomer.id) == seat
    assert (heard_by(later, who), heard_by(later, newcomer)) == ((), ())


def test_over_days_play_that_goes_on_is_heard_by_all_but_who_said_so() -> None:
    table = dealt(SLOW)
    table = after(table, (person_in_turn(table), "play d"), (ANNA, "pause"))
    assert heard_by(table, BRUNO) == ()
    table = after(table, (BRUNO, "resume"), at=START + DAY)
    assert heard_by(table, BRUNO) == ()
    assert heard_by(table, ANNA) == (f"g{START + DAY}",)


def test_a_live_match_that_goes_on_by_itself_after_days_is_heard_by_all_who_sit_there() -> None:
    table = turns(dealt(), 1)
    who, other = person_in_turn(table), another(table)
    everybody = [(one, "agree") for one in (ANNA, BRUNO, CARLA, DARIO) if one != who]
    away = after(table, (who, "propose adjourn 2"), *everybody)
    on = after(away, (CLOCK, "resume"), at=START + 2 * DAY)
    assert heard_by(on, who) == heard_by(on, other) == (f"g{START + 2 * DAY}",)
    assert heard_by(after(away, (other, "resume"), at=START + DAY), who) == ()  # they are all there
    assert heard_by(turns(on, 1, at=START + 2 * DAY + 1), other) == ()


def test_so_is_one_that_was_adjourned_between_two_deals() -> None:
    table = after(dealt(), (ANNA, "propose annul"), *[(one, "agree") for one in (BRUNO, CARLA, DARIO)])
    away = after(table, (ANNA, "propose adjourn 2"), *[(one, "agree") for one in (BRUNO, CARLA, DARIO)])
    later = START + 2 * DAY
    on = after(away, (CLOCK, "resume"), at=later)
    assert (on.phase, on.paused) == (PAUSE, False)
    assert after_reasons(TableView(on, Viewer(BRUNO.id, now=later))) == (f"g{later}",)
    assert after_reasons(TableView(table, Viewer(BRUNO.id, now=START))) == ()
    by_anna = after(away, (ANNA, "resume"), at=later)
    assert after_reasons(TableView(by_anna, Viewer(BRUNO.id, now=later))) == ()


def test_new_cards_are_heard_as_a_match_begins_and_over_days_of_each_deal() -> None:
    table = dealt()
    assert heard_by(table, ANNA) == ("new",)
    assert heard_by(after(table, (person_in_turn(table), "play d")), ANNA) == ()


def test_over_days_the_end_of_a_match_and_a_rematch_are_heard() -> None:
    table = after(dealt(SLOW), (ANNA, "resign"))
    assert table.phase == OVER
    assert after_reasons(TableView(table, Viewer(BRUNO.id, now=START))) == ("over",)
    table = after(table, (ANNA, "rematch"))
    assert after_reasons(TableView(table, Viewer(BRUNO.id, now=START))) == ("rematch",)
    assert after_reasons(TableView(table, Viewer(ANNA.id, now=START))) == ()
