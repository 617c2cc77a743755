"""Who is invited to a table: by who sits there, before the start, and expected as long as there is a seat."""

from dataclasses import replace

from bot.tables.calls import INVITED, Call, call_now
from bot.tables.invited import expected
from bot.tables.table import Table
from bot.tables.who import HOST, Who
from tests.tables.playing import ANNA, BRUNO, CARLA, DARIO, after, declined, lobby

BOT = Who(HOST)


def invited() -> Table:
    return after(
        lobby(), (ANNA, "invite p2 loud Bruno Neri"), (ANNA, "invite p3 quiet Carla"), (BOT, "mention invited")
    )


def test_all_are_named_at_once_and_the_quiet_ones_only_on_the_lobby() -> None:
    first = after(lobby(), (ANNA, "invite p2 loud Bruno Neri"))
    assert call_now(first) is None
    table = invited()
    assert call_now(table) == Call(INVITED, ("p2",), INVITED)
    assert [one.name for one in expected(table)] == ["Bruno Neri", "Carla"]
    assert declined(table, BOT, "mention invited") == "not-now"
    assert declined(table, ANNA, "mention invited") == "only-the-host"


def test_nobody_is_expected_who_sits_or_has_no_seat_left() -> None:
    table = after(invited(), (BRUNO, "join"))
    assert ([one.name for one in expected(table)], call_now(table)) == (["Carla"], None)
    assert expected(after(table, (DARIO, "join"), (Who("p9", "Ivo"), "join"))) == ()
    back = after(table, (BRUNO, "leave"))
    assert call_now(back) == Call(INVITED, ("p2",), INVITED)


def test_only_who_sits_there_invites_each_once_and_three_at_most() -> None:
    table = invited()
    assert declined(table, CARLA, "invite p4 loud Dario") == "not-seated"
    assert declined(table, ANNA, "invite p2 loud Bruno") == "not-now"
    full = after(table, (ANNA, "invite p4 loud Dario"))
    assert declined(full, ANNA, "invite p9 loud Ivo") == "not-now"
    assert declined(table, ANNA, "invite p9 loud") == "not-now"


def test_who_was_invited_and_is_renamed_while_they_sit_is_expected_by_the_new_name() -> None:
    seated = after(invited(), (BRUNO, "join"), (Who("p2", "Nino"), "name"), (Who("p2", "Nino"), "leave"))
    assert [one.name for one in expected(seated)] == ["Nino", "Carla"]
    older = replace(invited(), version=3)
    seated = after(older, (BRUNO, "join"), (Who("p2", "Nino"), "name"), (Who("p2", "Nino"), "leave"))
    assert [one.name for one in expected(seated)] == ["Bruno Neri", "Carla"]  # as its log has meant it
