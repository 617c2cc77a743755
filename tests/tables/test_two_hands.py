"""Whoever has held a hand of a deal gets no other hand of it, however they came to it and left it."""

from bot.tables.log import LogRow, fold, format_who, opening
from bot.tables.table import PAUSE, PLAYING, Table
from bot.tables.who import Who
from tests.tables.playing import ADMIN, ANNA, BRUNO, CARLA, CLOCK, DARIO, EVE, SEED, START, after, dealt, declined, full

PEOPLE = (ANNA, BRUNO, CARLA, DARIO)
ANOTHER = "held-another-hand"


def others(table: Table, who: Who) -> list[str]:
    return [seat for seat in table.code.seats if seat != table.seat_of(who.id)]


def given_away(table: Table, who: Who, to: Who = EVE) -> Table:
    """The opener's seat is another's now."""
    return after(table, (who, f"replace {table.seat_of(who.id)} {to.id} {to.name}"))


def test_the_opener_who_gives_a_seat_away_takes_no_other() -> None:
    table = after(dealt(), (BRUNO, "leave"))
    own, computer = table.seat_of(ANNA.id), table.seat_of(BRUNO.id)
    alone = given_away(table, ANNA)
    assert declined(alone, ANNA, f"replace {computer} {ANNA.id} Anna") == ANOTHER
    assert declined(after(alone, (ANNA, "join")), ANNA, f"replace {computer} {ANNA.id} Anna") == ANOTHER
    assert after(alone, (ADMIN, f"replace {own} {ANNA.id} Anna")).seat_of(ANNA.id) == own
    assert after(alone, (ANNA, f"replace {computer} p10 Gina")).seat_of("p10") == computer


def test_nor_does_whoever_was_replaced_nor_a_substitute_who_was() -> None:
    table = after(dealt(), (ADMIN, "replace N p9 Eve"))
    leaver = next(who for who in PEOPLE if not table.seat_of(who.id))
    for seat in "ESW":
        assert declined(table, ADMIN, f"replace {seat} {leaver.id} {leaver.name}") == ANOTHER
    table = after(table, (ADMIN, "replace N p10 Gina"))
    assert declined(table, ADMIN, "replace E p9 Eve") == ANOTHER
    assert after(table, (ADMIN, "replace N p9 Eve")).seat_of("p9") == "N"


def test_nor_who_left_and_lost_the_seat_to_another() -> None:
    table = after(dealt(), (BRUNO, "leave"), (CARLA, "leave"))
    table = after(table, (ANNA, f"replace {table.seat_of(BRUNO.id)} p9 Eve"), (BRUNO, "join"))
    assert declined(table, ANNA, f"replace {table.seat_of(CARLA.id)} p2 Bruno") == ANOTHER


def test_another_deal_has_other_hands() -> None:
    table = given_away(dealt(), ANNA)
    assert declined(table, ADMIN, f"replace {table.seat_of(BRUNO.id)} p1 Anna") == ANOTHER
    between = after(table, (EVE, "propose annul"), *[(who, "agree") for who in PEOPLE[1:]])
    assert between.phase == PAUSE
    moved = after(between, (ADMIN, f"replace {table.seat_of(BRUNO.id)} p1 Anna"))
    again = after(moved, (CLOCK, f"seal {SEED}"), (CLOCK, "deal"))
    assert (again.phase, dict(again.hands)[ANNA.id]) == (PLAYING, table.seat_of(BRUNO.id))
    assert again.has_held([BRUNO.id]) == frozenset()


def test_whose_seat_a_computer_keeps_has_the_hand_that_it_is_dealt() -> None:
    between = after(dealt(), (BRUNO, "leave"), (ANNA, "propose annul"), (CARLA, "agree"), (DARIO, "agree"))
    table = after(between, (CLOCK, f"seal {SEED}"), (CLOCK, "deal"))
    assert table.has_held([BRUNO.id]) == {table.seat_of(BRUNO.id)}


def test_an_older_log_in_which_somebody_did_still_folds() -> None:
    steps = [*[(who, "join") for who in PEOPLE[1:]], (ANNA, f"start {SEED}"), (CLOCK, f"seal {SEED}"), (CLOCK, "deal")]
    steps += [(ADMIN, f"replace {words}") for words in ("N p9 Eve", "N p10 Gina", "E p9 Eve")]
    entries = [(ANNA, opening(full())), *steps]
    rows = [LogRow(seq, f"a{seq}", format_who(who), entry, START) for seq, (who, entry) in enumerate(entries, 1)]
    assert fold(rows).has_held([EVE.id]) == {"N", "E"}
