"""While a match is played: who may do what, records, absence, consent, the end."""

from dataclasses import replace

import pytest

from bot.durations import MINUTE
from bot.host.door import results
from bot.tables.clocks import forced_at, turn_ends
from bot.tables.commands import Decided, decide_anew
from bot.tables.deals import all_ready, awaits_rematch, record
from bot.tables.table import CLOSED, OVER, PAUSE, PLAYING, VERSION, Chair, Objection, Settings, Table
from bot.tables.timers import DEAL, EXPIRE, MENTION, MOVE, OFFER, PING, SEAL, dues
from bot.tables.who import Declined, Who
from bot.views.display_names import display_names
from bot.views.table_page import table_page
from bot.views.viewer import Viewer
from engine.actions import format_action
from engine.legal import legal
from engine.record import format_record
from engine.refusal import Reason
from engine.replay import replay
from engine.stream import Stream
from tests.tables.playing import (
    ADMIN,
    ANNA,
    BRUNO,
    CARLA,
    CLOCK,
    DARIO,
    EVE,
    FAST,
    SEED,
    START,
    after,
    dealt,
    declined,
    full,
    lobby,
    person_in_turn,
)

PEOPLE = {who.id: who for who in (ANNA, BRUNO, CARLA, DARIO)}


def played_out(table: Table, seed: int = 1) -> Table:
    """The table after its deal, played by chance."""
    stream = Stream(seed)
    deals = len(table.records)
    while table.phase == PLAYING and len(table.records) == deals:
        assert table.game is not None
        action = stream.choice(legal(table.game.deal))
        table = after(table, (person_in_turn(table), f"play {format_action(action)}"))
    return table


def next_deal(table: Table, seed: str = SEED) -> Table:
    return after(table, (CLOCK, f"seal {seed}"), (CLOCK, "deal"))


def turn(table: Table) -> Table:
    """The table after the person in turn drew and discarded that card."""
    who = person_in_turn(table)
    table = after(table, (who, "play d"))
    assert table.game is not None
    discard = next(action for action in legal(table.game.deal) if format_action(action).startswith("x:"))
    return after(table, (who, f"play {format_action(discard)}"))


# --- who may do what --------------------------------------------------------------------------------------------------


def test_only_the_person_in_turn_plays() -> None:
    table = dealt()
    in_turn = person_in_turn(table)
    other = next(who for who in PEOPLE.values() if who.id != in_turn.id)
    assert declined(table, other, "play d") == "not-your-turn"
    assert declined(table, EVE, "play d") == "not-seated"
    assert after(table, (in_turn, "play d")).turn[0].revealed


def test_a_refusal_of_the_rules_is_passed_on_with_its_article() -> None:
    table = dealt()
    assert declined(table, person_in_turn(table), "play x:Kd") == "take-first"
    assert declined(table, person_in_turn(table), "play zz") == "no-such-action"


def test_nobody_ends_their_own_clock_or_deals_for_themselves() -> None:
    table = dealt()
    assert declined(table, person_in_turn(table), "play t") == "only-the-host"
    assert declined(table, ANNA, "deal") == "only-the-host"
    assert declined(full(), ANNA, f"seal {SEED}") == "only-the-host"


def test_the_host_plays_for_a_computer() -> None:
    table = after(lobby(), (ANNA, f"start {SEED}"), (CLOCK, f"seal {SEED}"), (CLOCK, "deal"))
    while table.chair(table.in_turn).human:
        table = turn(table)
    assert MOVE in [due.kind for due in dues(table, START)]
    assert after(table, (CLOCK, "play d")).in_turn == table.in_turn


# --- the match --------------------------------------------------------------------------------------------------------


def test_a_whole_match_is_recorded_and_its_record_replays_to_the_same_score() -> None:
    table = played_out(dealt(), 3)
    assert (table.phase, table.seed) == (PAUSE, b"")
    table = played_out(next_deal(table, "11" * 32), 4)
    assert table.phase == OVER
    assert table.match is not None
    again = replay(format_record(table.records))
    assert (again.refusal, again.match.totals, again.match.vp) == (None, table.match.totals, table.match.vp)


def test_the_seed_of_a_deal_is_sealed_before_it_and_forgotten_after_it() -> None:
    table = after(full(), (ANNA, f"start {SEED}"))
    assert dues(table, START)[0].kind == SEAL
    table = after(table, (CLOCK, f"seal {SEED}"))
    assert (table.seed.hex(), dues(table, START)[0].kind) == (SEED, DEAL)
    assert declined(table, CLOCK, f"seal {SEED}") == "not-now"


def test_the_next_deal_waits_for_the_pause_or_for_everybody() -> None:
    table = after(played_out(dealt()), (CLOCK, f"seal {SEED}"), at=START + 5)
    assert dues(table, START + 5)[0].at == table.since + FAST.pause
    table = after(table, *[(who, "ready") for who in PEOPLE.values()], at=START + 9)
    assert dues(table, START + 9)[0].at == START + 9


def test_after_the_match_a_rematch_goes_on_with_the_next_dealer() -> None:
    table = dealt(Settings(house="hands=1", pace=0))
    table = played_out(table)
    assert table.phase == OVER
    again = after(table, (BRUNO, "rematch"))
    assert (again.phase, again.records, again.dealer) == (PAUSE, (), 0)
    assert [due.kind for due in dues(table, START)] == [EXPIRE]


# --- taking back, undo ------------------------------------------------------------------------------------------------


def test_undo_needs_everybody_and_stands_in_the_record() -> None:
    table = turn(dealt())
    table = after(table, (ANNA, "propose undo"))
    assert declined(table, BRUNO, "propose annul") == "already-proposed"
    table = after(table, (BRUNO, "agree"), (CARLA, "agree"))
    assert table.game is not None
    assert table.game.turn_number == 2
    table = after(table, (DARIO, "agree"))
    assert table.game is not None
    assert (table.game.turn_number, table.proposal) == (1, None)
    assert "* undo" in format_record([record(table)])
    over = played_out(table)
    assert replay(format_record(over.records)).refusal is None


def test_an_undo_is_not_proposed_before_there_is_a_turn() -> None:
    table = dealt()
    for who in (ANNA, CARLA):
        refused = decide_anew(table, who, "propose undo", START)
        assert isinstance(refused, Declined)
        assert refused.key == Reason.NOTHING_TO_TAKE_BACK
    assert isinstance(decide_anew(turn(table), ANNA, "propose undo", START), Decided)
    assert isinstance(decide_anew(table, ANNA, "propose annul", START), Decided)


def test_a_proposal_that_has_become_impossible_falls() -> None:
    table = after(dealt(), (ANNA, "propose undo"), (BRUNO, "agree"), (CARLA, "agree"))  # as older logs have it
    fallen = after(table, (DARIO, "agree"))
    assert fallen.proposal is None
    assert fallen.objection == Objection("undo", "", turns=3)
    assert table_page(fallen, "t", Viewer(ANNA.id))["objection"] == "What was asked for is no longer possible."
    assert not table_page(fallen, "t", Viewer(ANNA.id))["table"]["undo"]


def test_one_refusal_ends_a_proposal() -> None:
    table = after(dealt(), (ANNA, "propose annul"), (CARLA, "refuse"))
    assert table.proposal is None
    assert table.objection == Objection("annul", table.seat_of(CARLA.id))
    assert declined(table, CARLA, "agree") == "nothing-proposed"


def test_an_annulled_deal_is_dealt_again_by_the_same_dealer() -> None:
    table = dealt()
    dealer = table.dealer
    table = after(table, (ANNA, "propose annul"), *[(who, "agree") for who in (BRUNO, CARLA, DARIO)])
    assert (table.phase, table.dealer) == (PAUSE, dealer)


def test_an_adjourned_table_stands_still_until_somebody_resumes() -> None:
    table = after(dealt(), (ANNA, "propose adjourn"), *[(who, "agree") for who in (BRUNO, CARLA, DARIO)])
    assert (table.paused, dues(table, START)) == (True, ())
    assert declined(table, person_in_turn(table), "play d") == "table-paused"
    table = after(table, (BRUNO, "resume"))
    assert not table.paused
    assert declined(table, BRUNO, "resume") == "not-paused"


# --- absence ----------------------------------------------------------------------------------------------------------


def test_a_silent_person_is_pinged_once_and_then_a_stand_in_is_offered() -> None:
    table = dealt()
    assert [due.kind for due in dues(table, START)] == [MENTION, PING, OFFER]
    table = after(table, (CLOCK, "ping"))
    assert declined(table, CLOCK, "ping") == "not-now"
    other = next(who for who in PEOPLE.values() if who.id != person_in_turn(table).id)
    assert declined(table, other, "standin") == "not-yet"
    table = after(table, (CLOCK, "offer"), (other, "standin"))
    assert table.chair(table.in_turn).computer
    assert [due.kind for due in dues(table, START)] == [MOVE]


def test_the_owner_returns_to_the_same_cards() -> None:
    table = dealt()
    owner = person_in_turn(table)
    seat = table.in_turn
    hand = table.game.deal.hands if table.game else ()
    table = after(table, (owner, "leave"))
    assert table.seat_of(owner.id) == seat
    assert declined(table, owner, "play d") == "computer-plays-for-you"
    assert declined(table, owner, "leave") == "left-already"  # it is not asked to come back first
    table = after(table, (owner, "return"))
    assert table.game is not None
    assert table.game.deal.hands == hand
    text = format_record([record(table)])
    assert f'* seat {seat} "computer"' in text
    assert f'* seat {seat} "{owner.name}"' in text


def test_who_leaves_when_the_match_is_over_gives_their_place_to_who_waits() -> None:
    table = after(dealt(), (EVE, "join"), (BRUNO, "leave"))
    over = after(table, (ANNA, "resign"))
    assert over.phase == OVER
    seat = over.seat_of(BRUNO.id)
    left = after(over, (BRUNO, "leave"), (ANNA, "leave"))  # also where a computer has played for them
    assert (left.seat_of(BRUNO.id), left.seat_of(ANNA.id), left.opener in ("p3", "p4")) == ("", "", True)
    assert declined(left, BRUNO, "leave") == "not-seated"
    names = display_names(left, "en")
    assert names[seat] == "Bruno"  # the sheet names who played
    again = after(left, (ANNA, "join"), (CARLA, "rematch"))
    assert {chair.person for chair in again.chairs} == {"p1", "p3", "p4", "p9"}
    assert not any(chair.computer for chair in again.chairs)
    assert after(left, (CARLA, "leave"), (DARIO, "leave")).phase == CLOSED


def test_an_older_log_in_which_somebody_left_after_the_match_folds_as_it_was() -> None:
    over = after(replace(dealt(), version=0), (ANNA, "resign"))
    left = after(over, (BRUNO, "leave"))
    assert left.chair(left.seat_of(BRUNO.id)).computer
    assert after(left, (BRUNO, "return")).chairs == over.chairs


@pytest.mark.parametrize(
    "pause", [[(ANNA, "pause")], [(ANNA, "propose adjourn 3"), *[(who, "agree") for who in (BRUNO, CARLA, DARIO)]]]
)
def test_a_match_given_up_in_a_pause_ends_it_and_a_rematch_is_dealt(pause: list[tuple[Who, str]]) -> None:
    paused = after(dealt(), *pause)
    assert paused.paused
    given_up = [(BRUNO, "resign"), *[(who, "rematch") for who in (ANNA, BRUNO, CARLA, DARIO)], (CLOCK, f"seal {SEED}")]
    again = after(paused, *given_up)
    assert not again.paused
    assert not again.adjourned
    assert [due.kind for due in dues(again, START)] == [DEAL]
    older = after(replace(paused, version=5), *given_up)
    assert older.paused
    assert not after(older, (ANNA, "resume")).paused


def test_nothing_is_done_at_a_table_that_is_closed() -> None:
    closed = after(dealt(), (CLOCK, f"stop {SEED}"))
    assert closed.phase == CLOSED
    assert declined(closed, BRUNO, "leave") == "table-closed"
    assert declined(closed, ADMIN, "replace N p9 Eve") == "table-closed"
    away = after(dealt(), (BRUNO, "leave"), (CLOCK, f"stop {SEED}"))
    assert declined(away, BRUNO, "return") == "table-closed"
    waited = after(dealt(), (EVE, "join"), (CLOCK, f"stop {SEED}"))
    assert after(waited, (EVE, "leave")).waiting == ()


def test_what_was_changed_while_a_rematch_waited_outlasts_it() -> None:
    def dropped(version: int) -> Table:
        table = replace(dealt(), friends=frozenset({ANNA.id}), version=version)
        wanted = after(table, (BRUNO, "resign"), (ANNA, "rematch"))
        return after(wanted, (ANNA, "set phrases=off"), (BRUNO, "befriend"), (ANNA, "leave"))

    now, older = dropped(6), dropped(5)
    assert (now.phase, now.settings.phrases, now.friends) == (OVER, False, frozenset({ANNA.id, BRUNO.id}))
    assert (older.phase, older.settings.phrases, older.friends) == (OVER, True, frozenset({ANNA.id}))


def test_before_the_first_deal_nobody_waits_for_a_rematch() -> None:
    def begins(version: int) -> list[tuple[str, int]]:
        started = after(replace(full(), version=version), (ANNA, f"start {SEED}"), (BRUNO, "ready"))
        return [(due.kind, due.at) for due in dues(after(started, (CLOCK, f"seal {SEED}")), START)]

    assert begins(6) == [(DEAL, START)]
    assert begins(5) != begins(6)


def test_who_is_in_turn_and_goes_on_is_there() -> None:
    """They would be named at once, and half a second later another player could give their seat to a computer."""
    for version, is_there in ((6, True), (5, False)):
        table = replace(dealt(), version=version)
        who = person_in_turn(table)
        paused = replace(after(table, (who, "pause"), at=START + 10), offered=START + 5)
        assert (after(paused, (who, "resume"), at=START + 20).offered < 0) == is_there


def test_an_idle_table_that_somebody_lets_go_on_waits_for_all_anew() -> None:
    for version, missed in ((6, 0), (5, 2)):
        table = replace(dealt(), version=version)
        chairs = tuple(replace(chair, missed=2) for chair in table.chairs)
        idle = replace(table, chairs=chairs, paused=True, idle=True, stopped=START)
        assert {chair.missed for chair in after(idle, (ADMIN, "resume")).chairs} == {missed}


def test_time_that_was_called_stands_still_while_a_computer_has_the_seat() -> None:
    for version, left in ((6, 4), (5, -55)):
        table = replace(dealt(Settings(rules="fitab", house="clock_scale=1")), version=version)
        at, who = turn_ends(table), person_in_turn(table)
        called = after(table, (CLOCK, "call"), at=at)
        away = after(called, (who, "leave"), at=at + 1000)
        back = after(away, (who, "return"), at=at + 60_000)
        assert forced_at(back) - (at + 60_000) == left * 1000


def awaited(version: int = VERSION) -> Table:
    """Anna wants a rematch; the others have not said so yet."""
    return after(replace(dealt(), version=version), (ANNA, "resign"), (ANNA, "rematch"))


def test_who_refuses_a_rematch_gives_the_place_to_who_waits() -> None:
    wanted = after(awaited(), (EVE, "join"), (CARLA, "ready"), (CLOCK, f"seal {SEED}"))
    seat = wanted.seat_of(BRUNO.id)
    left = after(wanted, (BRUNO, "leave"))
    assert (left.chair(seat), left.waiting) == (Chair(person=EVE.id, name=EVE.name), ())
    assert awaits_rematch(left)  # Eve and Dario have not said so yet
    assert declined(left, BRUNO, "return") == "not-seated"
    assert left.people == wanted.people


def test_where_nobody_waits_who_refuses_a_rematch_has_no_part_in_it() -> None:
    wanted = awaited()
    left = after(wanted, (BRUNO, "leave"), (CARLA, "ready"), (DARIO, "ready"))
    assert left.seat_of(BRUNO.id) == ""
    assert left.chair(wanted.seat_of(BRUNO.id)).computer
    assert all_ready(left)
    again = after(left, (CLOCK, f"seal {SEED}"), (CLOCK, "deal"))
    assert BRUNO.id not in {person for person, _ in again.hands}
    sealed = after(wanted, *[(who, "ready") for who in (BRUNO, CARLA, DARIO)])
    assert after(sealed, (BRUNO, "leave")).seat_of(BRUNO.id)  # all have said yes: that match is on


def test_a_rematch_that_nobody_wants_any_more_does_not_begin() -> None:
    over = after(dealt(), (ANNA, "resign"))
    wanted = after(over, (ANNA, "rematch"), (EVE, "join"), (CLOCK, f"seal {SEED}"))
    left = after(wanted, (ANNA, "leave"), at=START + 1000)
    assert (left.phase, left.since, left.seed, left.before) == (OVER, START + 1000, b"", None)
    assert (left.match, left.records, left.seatings) == (over.match, over.records, over.seatings)
    assert (left.seat_of(ANNA.id), left.seat_of(EVE.id), left.opener) == ("", wanted.seat_of(ANNA.id), EVE.id)
    assert left.stage > wanted.stage
    assert results(wanted, left) == ()  # they were told when the match ended
    again = after(left, (BRUNO, "rematch"))
    assert awaits_rematch(again)
    empty = after(wanted, (EVE, "leave"), *[(who, "leave") for who in (ANNA, BRUNO, CARLA, DARIO)])
    assert (empty.phase, results(wanted, empty)) == (CLOSED, ())


@pytest.mark.parametrize("whose", [ANNA, BRUNO])
def test_a_rematch_whose_only_friend_is_replaced_is_called_off_and_goes_on_without_another(whose: Who) -> None:
    over = after(dealt(), (ANNA, "resign"))
    wanted = after(over, (ANNA, "rematch"), (CLOCK, f"seal {SEED}"))
    seat = wanted.seat_of(whose.id)
    replaced = after(wanted, (ADMIN, f"replace {seat} {EVE.id} {EVE.name}"), at=START + 1000)
    assert (replaced.seat_of(EVE.id), replaced.seat_of(whose.id)) == (seat, "")
    if whose == BRUNO:
        assert [due.at for due in dues(replaced, START + 1000)] == [START + 1000 + MINUTE]  # Anna still wants it
        return
    assert (replaced.phase, replaced.match, replaced.records) == (OVER, over.match, over.records)
    assert [due.kind for due in dues(replaced, START + 1000)] == [EXPIRE]
    assert display_names(replaced, "en") == display_names(over, "en")  # who has played this match
    assert table_page(replaced, "t1", Viewer())["objection"] == "Nobody wants the rematch any more: it does not begin."
    again = after(replaced, (EVE, "rematch"))
    assert (awaits_rematch(again), again.objection) == (True, None)
    assert again.chair(seat).ready


def test_in_an_older_log_the_rematch_of_somebody_replaced_was_dealt() -> None:
    wanted = after(awaited(version=1), (CLOCK, f"seal {SEED}"))
    replaced = after(wanted, (ADMIN, f"replace {wanted.seat_of(ANNA.id)} {EVE.id} {EVE.name}"))
    assert [due.kind for due in dues(replaced, START)] == [DEAL]


def test_a_request_at_a_rematch_does_not_wait_for_who_has_left() -> None:
    proposed = after(awaited(), (CARLA, "propose adjourn"), (DARIO, "agree"), (ANNA, "agree"))
    assert after(proposed, (BRUNO, "leave")).adjourned
    assert after(proposed, (CARLA, "leave")).proposal is None


def test_an_older_log_in_which_somebody_left_a_rematch_folds_as_it_was() -> None:
    wanted = awaited(version=1)
    left = after(wanted, (BRUNO, "leave"))
    assert left.chair(left.seat_of(BRUNO.id)).computer
    assert after(left, (BRUNO, "return")).chairs == wanted.chairs


def test_an_admin_replaces_a_person_and_the_cards_stay() -> None:
    table = dealt()
    hands = table.game.deal.hands if table.game else ()
    assert declined(table, BRUNO, "replace S p9 Eve") == "only-the-opener"
    table = after(table, (ADMIN, "replace S p9 Eve Rossi"))
    assert table.game is not None
    assert (table.chair("S").name, table.game.deal.hands) == ("Eve Rossi", hands)


def test_somebody_who_leaves_within_their_turn_is_noted_after_it() -> None:
    table = dealt()
    owner = person_in_turn(table)
    table = after(table, (owner, "play d"), (owner, "leave"))
    while table.turn:
        assert table.game is not None
        discard = next(a for a in legal(table.game.deal) if format_action(a).startswith("x:"))
        table = after(table, (CLOCK, f"play {format_action(discard)}"))
    lines = format_record([record(table)]).splitlines()
    assert lines[-1].startswith("* seat")
    assert replay(format_record([record(table)])).refusal is None


# --- the end ----------------------------------------------------------------------------------------------------------


def test_resigning_ends_the_match() -> None:
    table = after(dealt(), (BRUNO, "resign"))
    assert table.phase == OVER
    assert table.match is not None
    assert table.match.winner != table.code.side_of[table.code.seats.index(table.seat_of("p2"))]


def test_a_time_out_is_written_after_the_turn_in_progress() -> None:
    table = dealt()
    who = person_in_turn(table)
    table = after(table, (who, "play d"), (ADMIN, "timeout"))
    assert table.game is not None
    discard = next(a for a in legal(table.game.deal) if format_action(a).startswith("x:"))
    table = after(table, (who, f"play {format_action(discard)}"))
    lines = format_record([record(table)]).splitlines()
    assert lines[-1] == "* timeout"
    again = replay(format_record([record(table)]))
    assert again.deals[-1].game.deal == table.game.deal if table.game else False


def test_time_is_called_once_in_a_deal_and_older_logs_have_it_twice() -> None:
    table = after(turn(dealt()), (ADMIN, "timeout"))
    assert declined(table, ADMIN, "timeout") == declined(table, CLOCK, "timeout") == "time-called"
    assert format_record([record(after(table, (ADMIN, "timeout")))]).count("* timeout") == 2


def test_the_opener_ends_a_table_and_nobody_else() -> None:
    table = turn(dealt())
    assert declined(table, BRUNO, "end") == "only-the-opener"
    ended = after(table, (ANNA, "end"))
    assert ended.phase == CLOSED
    assert ended.match is not None
    assert ended.match.deals[-1].termination == "arbitro"


@pytest.mark.parametrize("command", ["join", "play d", "ready", "start", "rematch"])
def test_a_closed_table_is_closed(command: str) -> None:
    closed = after(lobby(), (CLOCK, "expire"))
    assert declined(closed, ANNA, command)
