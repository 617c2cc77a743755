"""A tournament's table: who may do what there, and what the arbiter has done at it. Commands as they stand in a log."""

from dataclasses import replace
from typing import Final

import pytest

from bot.durations import MINUTE, SECOND
from bot.host.door import results
from bot.tables.assigned import RoundResult, by_seat, lines_of, open_assigned, points_now, round_result, silent_seat
from bot.tables.commands import BY_PEOPLE, decide_anew
from bot.tables.log import LogRow, fold, format_who, opening
from bot.tables.table import CLOSED, CONSENTS, OVER, PAUSE, PLAYING, Assigned, Chair, Settings
from bot.tables.timers import DEAL, EXPIRE, MOVE, OFFER, SEAL, dues
from bot.tables.who import HOST, Declined, Who
from engine.actions import format_action
from engine.cards import parse_cards
from engine.legal import legal
from engine.record import format_record
from engine.replay import replay_deals
from engine.score import totals
from engine.tournament.seat_draw import height
from tests.chance import chance
from tests.tables.assigning import (
    LINES,
    OTHER,
    PEOPLE,
    THREE_DEALS,
    chair,
    dealt,
    one_turn,
    opened,
    to_the_end_of_the_deal,
)
from tests.tables.playing import ADMIN, ANNA, BRUNO, CARLA, CLOCK, DARIO, EVE, SEED, START, after, declined


def test_everybody_sits_as_paired_and_nothing_begins_before_the_arbiter_says_so() -> None:
    table = opened()
    assert {seat: table.seat_of(who.id) for seat, who in PEOPLE.items()} == {seat: seat for seat in "NESW"}
    assert lines_of(table.code, table.chairs) == LINES
    assert (table.phase, table.opener, dues(table, START)) == (PAUSE, HOST, ())
    assert declined(after(table, (CLOCK, f"seal {SEED}")), CLOCK, "deal") == "not-now"
    assert declined(table, ANNA, f"begin {OTHER}") == "only-the-host"
    begun = after(table, (CLOCK, f"begin {OTHER}"))
    assert [(due.kind, due.at) for due in dues(begun, START)] == [(SEAL, START)]
    begun = after(begun, (CLOCK, f"seal {SEED}"))
    assert [(due.kind, due.at) for due in dues(begun, START)] == [(DEAL, START)]
    assert declined(begun, CLOCK, f"begin {SEED}") == "not-now"
    assert after(begun, (CLOCK, "deal")).phase == PLAYING


def test_the_opponent_with_the_lowest_card_deals() -> None:
    table = after(opened(), (CLOCK, f"seal {SEED}"), (CLOCK, f"begin {OTHER}"))
    heights = [height(card) for card in parse_cards(table.drawn)]
    assert len(set(heights)) == 4
    opponents = (1, 3) if heights.index(min(heights)) in (0, 2) else (0, 2)
    assert table.dealer == max(opponents, key=lambda seat: heights[seat])


@pytest.mark.parametrize(
    "lines",
    [
        ((ANNA, BRUNO), (ANNA, DARIO)),
        ((ANNA, CARLA), (BRUNO, DARIO)),
    ],
)
def test_only_those_who_were_paired_are_seated(lines: tuple[tuple[Who, ...], ...]) -> None:
    chairs = by_seat(THREE_DEALS.code(), [[chair(who) for who in line] for line in lines])
    with pytest.raises(ValueError, match="lines"):
        open_assigned(THREE_DEALS, Assigned("t1", "Thursday", 2, 3, LINES), chairs, START)


def test_a_log_gives_the_table_again() -> None:
    table = dealt(sealed=True)
    entries = [opening(table), f"seal {SEED}", f"begin {OTHER}", "deal"]
    rows = [LogRow(seq, f"a{seq}", format_who(CLOCK), entry, START) for seq, entry in enumerate(entries, 1)]
    assert fold(rows) == table


def test_computer_players_sit_where_they_were_entered() -> None:
    computers = [Chair(name="heuristic", computer="heuristic")] * 4
    assigned = Assigned("t1", "Thursday", 1, 1, (("", ""), ("", "")))
    table = open_assigned(THREE_DEALS, assigned, computers, START)
    begun = after(table, (CLOCK, f"seal {SEED}"), (CLOCK, f"begin {OTHER}"), (CLOCK, "deal"))
    assert [due.kind for due in dues(begun, START)] == [MOVE]


@pytest.mark.parametrize(
    ("settings", "lines"),
    [
        (replace(THREE_DEALS, rules="three-player", players=3), ((ANNA,), (BRUNO,), (CARLA,))),
        (replace(THREE_DEALS, rules="fibur", players=2), ((ANNA,), (BRUNO,))),
    ],
)
def test_who_plays_alone_is_a_line(settings: Settings, lines: tuple[tuple[Who, ...], ...]) -> None:
    chairs = by_seat(settings.code(), [[chair(who) for who in line] for line in lines])
    assigned = Assigned("t1", "Thursday", 1, 1, tuple([tuple([who.id for who in line]) for line in lines]), room=2)
    table = open_assigned(settings, assigned, chairs, START)
    entries = [opening(table), f"begin {OTHER}", f"seal {SEED}", "deal"]
    playing = fold([LogRow(seq, f"a{seq}", format_who(CLOCK), one, START) for seq, one in enumerate(entries, 1)])
    assert playing.assigned == assigned
    over = to_the_end_of_the_deal(after(playing, (CLOCK, "timeout")))
    found = round_result(over)
    assert found is not None
    assert [len(deal) for deal in found.deals] == [len(lines)]


# --- the lock ---------------------------------------------------------------------------------------------------------

OPEN_COMMANDS: Final = {"ready", "play", "call", "return", "agree", "refuse"}


@pytest.mark.parametrize("who", [ANNA, EVE, ADMIN])
@pytest.mark.parametrize("command", sorted({*BY_PEOPLE, "mirror c2", "invite p9 loud Eve", "timeout"} - OPEN_COMMANDS))
def test_nobody_but_the_host_changes_anything(command: str, who: Who) -> None:
    words = {"propose": "propose undo", "set": "set hands=1"}.get(command, command)
    for table in (opened(), dealt()):
        found = declined(table, who, words)
        assert found.startswith("locked-") or (who, command, found) == (ANNA, "join", "already-seated")


@pytest.mark.parametrize("what", CONSENTS)
def test_nothing_is_done_by_consent(what: str) -> None:
    assert declined(dealt(), ANNA, f"propose {what}").startswith("locked-")


def test_who_is_silent_calls_the_arbiter_and_no_computer_stands_in() -> None:
    table = dealt()
    late = START + 5 * MINUTE
    offer = next(due for due in dues(table, START) if due.kind == OFFER)
    assert (offer.at, silent_seat(table)) == (late, "")
    missing = after(table, (CLOCK, "offer"), at=late)
    assert silent_seat(missing) == table.in_turn
    other = next(who for seat, who in PEOPLE.items() if seat != table.in_turn)
    assert declined(missing, other, "standin", at=late) == "locked-standin"
    back = after(missing, (PEOPLE[table.in_turn], "play d"), at=late)
    assert silent_seat(back) == ""


# --- the arbiter ------------------------------------------------------------------------------------------------------


def test_play_stops_until_the_ruling_and_clocks_with_it() -> None:
    table = after(dealt(), (CLOCK, "halt"), at=START + 10 * SECOND)
    who = PEOPLE[table.in_turn]
    assert dues(table, START) == ()
    for command in ("play d", "call", "resume", "pause"):
        assert declined(table, who, command) == "table-halted"
    assert declined(table, CLOCK, "halt") == "table-halted"
    on = after(table, (CLOCK, "resume"), at=START + 10 * MINUTE)
    assert on.turn_since == START + 10 * MINUTE - 10 * SECOND
    assert after(on, (who, "play d")).game is not None


def test_an_annulled_deal_is_dealt_anew_by_the_same_dealer() -> None:
    table = after(one_turn(dealt()), (CLOCK, "halt"), (CLOCK, "annul"), (CLOCK, "resume"))
    assert (table.phase, table.dealer, table.match and table.match.counted) == (PAUSE, dealt().dealer, ())
    again = after(table, (CLOCK, f"seal {OTHER}"), (CLOCK, "deal"))
    assert (again.phase, len(again.records)) == (PLAYING, 1)


def test_a_substitute_has_the_seat_and_the_cards() -> None:
    table = dealt()
    seat = table.in_turn
    new = decide_anew(table, CLOCK, f"replace {seat} p9 Eve", START)
    assert not isinstance(new, Declined)
    assert (new.table.seat_of(EVE.id), new.table.seat_of(PEOPLE[seat].id)) == (seat, "")
    assert after(new.table, (EVE, "play d")).in_turn == seat
    assert new.table.assigned == table.assigned, "who was paired stays who was paired"


def test_who_has_held_another_hand_of_the_deal_is_no_substitute() -> None:
    table = after(dealt(), (CLOCK, "replace N p9 Eve"))
    assert declined(table, CLOCK, "replace E p1 Anna") == "held-another-hand"


def test_whoever_is_silent_again_after_the_ruling_is_missed_again() -> None:
    table = after(dealt(), (CLOCK, "offer"), (CLOCK, "halt"), at=START + 5 * MINUTE)
    on = after(table, (CLOCK, "resume"), at=START + 20 * MINUTE)
    assert silent_seat(on) == ""
    again = next(due for due in dues(on, START) if due.kind == OFFER)
    assert again.at == START + 25 * MINUTE


def test_what_is_only_shown_leaves_the_buttons_good() -> None:
    table = dealt(sealed=True)
    for command in (f"until {START}", "unseal"):
        assert after(table, (CLOCK, command)).stage == table.stage


ANYTHING: Final = (
    *("ready", "call", "agree", "refuse", "return", "leave", "join", "resume", "standin", "end", "resign", "back"),
    *("propose undo", "propose annul", "start", "rematch", "set hands=1", "computer N", "mirror c2", "halt", "annul"),
)
BY_ARBITER: Final = (
    *("halt", "resume", "resume", "annul", "timeout", f"until {START}", "offer", "ping", "unseal 1", "unseal"),
)


@pytest.mark.parametrize("number", range(4))
def test_whatever_is_tried_the_seats_stay_and_the_log_gives_the_table(number: int) -> None:
    rng = chance(f"assigned {number}")
    table = opened(sealed=bool(number % 2))
    rows = [LogRow(1, "a1", format_who(CLOCK), opening(table), START)]
    for step in range(300):
        who, command = rng.choice([*PEOPLE.values(), EVE, ADMIN]), rng.choice(ANYTHING)
        if step % 3 == 0 and table.phase == PLAYING and table.game is not None:
            who, command = PEOPLE[table.in_turn], f"play {format_action(rng.choice(legal(table.game.deal)))}"
        elif step % 3 == 1:
            usual = ["deal", f"seal {rng.randbytes(32).hex()}", f"begin {OTHER}"] if table.phase == PAUSE else []
            who, command = CLOCK, rng.choice([*usual, *usual, *BY_ARBITER[: 3 if step < 200 else None]])
        found = decide_anew(table, who, command, START + step * SECOND)
        if isinstance(found, Declined):
            continue
        assert who.is_host or command.split()[0] in OPEN_COMMANDS or table.phase == OVER
        table = found.table
        rows.append(LogRow(len(rows) + 1, f"a{step}", format_who(who), found.command, START + step * SECOND))
        if table.phase not in (OVER, CLOSED):
            assert lines_of(table.code, table.chairs) == LINES
            assert not any(one.computer for one in table.chairs)
    assert len(rows) > 30
    assert fold(rows) == table


# --- TIME OUT ---------------------------------------------------------------------------------------------------------


def test_the_deal_goes_on_for_its_last_lap_and_no_other_begins() -> None:
    table = after(one_turn(one_turn(dealt())), (CLOCK, "timeout"))
    assert declined(table, CLOCK, "timeout") == "not-now"
    played = to_the_end_of_the_deal(table)
    assert (played.phase, len(played.records)) == (OVER, 1)
    found = round_result(played)
    assert found is not None
    assert (len(found.deals), found.timed_out, found.given_up) == (1, True, -1)
    assert [due.kind for due in dues(played, START)] == [EXPIRE]


def test_the_lap_is_that_of_the_code() -> None:
    """febur ends with the seat before the one that has yet to draw, fitab begins with that seat's partner."""
    turns = {}
    for code in ("febur", "fitab"):
        table = one_turn(dealt(replace(THREE_DEALS, rules=code)))
        timed = after(table, (CLOCK, "timeout"))
        before = timed.game.turn_number if timed.game else 0
        ended = to_the_end_of_the_deal(timed)
        assert ended.game is not None
        turns[code] = len(ended.game.turns) - before + 1
    assert turns == {"febur": 4, "fitab": 6}


def test_time_is_called_while_the_arbiter_rules() -> None:
    """The lap follows from the deal as it was stopped."""
    halted = after(one_turn(dealt()), (CLOCK, "halt"), (CLOCK, "timeout"))
    assert halted.halted
    running = after(one_turn(dealt()), (CLOCK, "timeout"))
    resumed = after(halted, (CLOCK, "resume"))
    assert resumed.game is not None
    assert running.game is not None
    assert resumed.game.deal.lap == running.game.deal.lap


def test_between_two_deals_the_table_is_over_with_those_it_has() -> None:
    between = after(to_the_end_of_the_deal(dealt()), (CLOCK, f"seal {OTHER}"))
    over = after(between, (CLOCK, "timeout"))
    assert (between.phase, over.phase, over.seed) == (PAUSE, OVER, b"")
    found = round_result(over)
    assert found is not None
    assert (len(found.deals), found.timed_out) == (1, True)
    assert replay_deals(over.records).match.is_over, "the record tells it, too"
    (round_,) = results(between, over)
    assert (round_.kind, round_.record) == ("round", format_record(over.records))


def test_before_any_deal_there_is_nothing_to_show() -> None:
    table = after(opened(), (CLOCK, f"seal {SEED}"), (CLOCK, "timeout"))
    assert table.phase == CLOSED
    assert round_result(table) == RoundResult((), timed_out=False)


def test_a_table_that_is_ended_keeps_the_deals_it_has_played() -> None:
    first = to_the_end_of_the_deal(dealt())
    second = one_turn(after(first, (CLOCK, f"seal {OTHER}"), (CLOCK, "deal")))
    ended = after(second, (CLOCK, f"stop {SEED}"))
    assert ended.phase == CLOSED
    found, before = round_result(ended), round_result(second)
    assert second.game is not None
    assert first.match is not None
    assert points_now(first) == first.match.totals
    assert points_now(second) == tuple(map(sum, zip(first.match.totals, totals(second.game.deal), strict=True)))
    assert before is None
    assert found is not None
    assert found.deals == (first.match.totals,)


def test_all_deals_played_are_the_result_in_the_order_of_the_lines() -> None:
    table, deals = dealt(), []
    while True:
        table = to_the_end_of_the_deal(table)
        assert table.match is not None
        deals.append(tuple(side.total for side in table.match.deals[-1].scores))
        if table.phase == OVER:
            break
        table = after(table, (CLOCK, f"seal {SEED}"), (CLOCK, "deal"))
    assert round_result(table) == RoundResult(tuple(deals), timed_out=False)
    assert len(deals) == 3
    assert declined(table, ANNA, "rematch") == "locked-rematch"
    assert dict(table.records[0].tags)["Event"] == "Thursday"


def test_the_deals_are_opened_to_everybody_once() -> None:
    table = dealt(sealed=True)
    assert table.sealed
    open_to_all = after(table, (CLOCK, "unseal"))
    assert not open_to_all.sealed
    assert declined(open_to_all, CLOCK, "unseal") == "not-now"
    assert declined(table, ANNA, "unseal") == "only-the-host"


def test_a_deal_is_opened_when_the_last_table_has_finished_it_and_the_next_one_stays_closed() -> None:
    table = to_the_end_of_the_deal(one_turn(dealt(sealed=True)))
    assert (table.sealed, table.result_sealed, table.open_records) == (True, True, ())
    between = after(table, (CLOCK, "unseal 1"))
    assert (between.sealed, between.result_sealed, between.open_records) == (False, False, table.records)
    playing = after(between, (CLOCK, f"seal {OTHER}"), (CLOCK, "deal"))
    assert (playing.sealed, playing.result_sealed, len(playing.open_records)) == (True, False, 1)
    for again in ("unseal 1", "unseal 0", "unseal x", "unseal 9999"):
        assert declined(playing, CLOCK, again) == "not-now"
    second = after(to_the_end_of_the_deal(one_turn(playing)), (CLOCK, "unseal 2"))
    assert (second.sealed, len(second.open_records)) == (False, 2)


def test_an_annulled_deal_is_opened_with_the_one_whose_cards_the_others_still_play() -> None:
    first = after(to_the_end_of_the_deal(one_turn(dealt(sealed=True))), (CLOCK, "unseal 1"))
    playing = after(first, (CLOCK, f"seal {OTHER}"), (CLOCK, "deal"))
    annulled = after(playing, (CLOCK, "annul"))
    assert annulled.record_numbers == (1, 2)
    assert (annulled.sealed, annulled.result_sealed, len(annulled.open_records)) == (True, True, 1)
    again = to_the_end_of_the_deal(one_turn(after(annulled, (CLOCK, f"seal {SEED}"), (CLOCK, "deal"))))
    assert again.record_numbers == (1, 2, 2)
    assert len(again.open_records) == 1
    assert len(after(again, (CLOCK, "unseal 2")).open_records) == 3


def played_as_duplicate(*seeds: str, annuls: bool = False) -> list[tuple[int, bytes]]:
    """Dealer and deck of each deal at a table whose deck is the same as at the others, whatever chance says there."""
    table = after(opened(), (CLOCK, f"deck {SEED}"), (CLOCK, f"begin {seeds[0]}"))
    dealt_so: list[tuple[int, bytes]] = []
    for number, seed in enumerate(seeds):
        table = after(table, (CLOCK, f"seal {seed}"), (CLOCK, "deal"))
        dealt_so.append((table.dealer, table.seed))
        table = after(table, (CLOCK, "annul")) if annuls and not number else to_the_end_of_the_deal(table)
    return dealt_so


def test_in_duplicate_every_table_has_the_same_deals() -> None:
    ours, theirs = played_as_duplicate(SEED, OTHER, SEED), played_as_duplicate(OTHER, SEED, OTHER)
    assert ours == theirs
    assert len({deck for _, deck in ours}) == 3
    annulled = played_as_duplicate(SEED, SEED, SEED, annuls=True)
    assert annulled[0] == ours[0]
    assert annulled[1][1] not in [deck for _, deck in ours], "nobody is dealt cards again that they have seen"
    assert annulled[2] == ours[1]
    assert declined(after(opened(), (CLOCK, f"deck {SEED}")), CLOCK, f"deck {OTHER}") == "not-now"
    assert declined(opened(), ANNA, f"deck {SEED}") == "only-the-host"
