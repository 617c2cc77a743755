"""Who may write at a table: who came by its private links, while nobody else sits there; at a tournament nobody."""

from dataclasses import replace

import pytest

from bot.tables.friends import accept, chat_refusal
from bot.tables.table import Table, open_table
from bot.tables.who import Declined
from tests.tables import assigning
from tests.tables.playing import ANNA, BRUNO, CARLA, CLOCK, DARIO, FAST, SEED, START, after, declined


def opened() -> Table:
    return open_table(FAST, ANNA.id, ANNA.name, START, "ROSSO")


def reason(table: Table, person: str) -> str:
    found = chat_refusal(table, person)
    return found.key if found else ""


def test_who_opened_it_and_who_came_by_a_link_write_to_each_other() -> None:
    table = after(opened(), (BRUNO, "accept S"))
    assert [reason(table, who.id) for who in (ANNA, BRUNO, CARLA)] == ["", "", "not-seated"]
    playing = after(table, (ANNA, f"start {SEED}"), (CLOCK, f"seal {SEED}"), (CLOCK, "deal"))  # computers fill it up
    assert [reason(playing, who.id) for who in (ANNA, BRUNO)] == ["", ""]


def test_whoever_came_another_way_may_be_a_stranger_and_all_are_silent_while_they_sit_there() -> None:
    table = after(opened(), (BRUNO, "accept S"), (CARLA, "join E"))
    assert [reason(table, who.id) for who in (ANNA, BRUNO, CARLA)] == ["chat-strangers"] * 3
    assert reason(after(table, (CARLA, "leave")), ANNA.id) == ""
    inherited = after(opened(), (CARLA, "join E"), (ANNA, "leave"), (BRUNO, "join S"))
    assert inherited.opener == CARLA.id  # whoever inherits a table has not opened it
    assert reason(inherited, BRUNO.id) == "chat-strangers"


def test_whoever_came_another_way_becomes_a_friend_by_a_link_also_in_the_middle_of_the_match() -> None:
    lobby = after(opened(), (BRUNO, "accept S"), (CARLA, "join E"))
    playing = after(lobby, (ANNA, f"start {SEED}"), (CLOCK, f"seal {SEED}"), (CLOCK, "deal"))
    for table in (lobby, playing):
        friends = after(table, (CARLA, "befriend"))
        assert [reason(friends, who.id) for who in (ANNA, BRUNO, CARLA)] == [""] * 3
        assert replace(friends, friends=table.friends) == table  # nothing else has changed
    assert declined(lobby, DARIO, "befriend") == "not-seated"
    assert declined(after(lobby, (CLOCK, "expire")), CARLA, "befriend") == "not-now"


def test_it_ends_with_the_table_and_where_phrases_are_off() -> None:
    table = after(opened(), (BRUNO, "accept S"))
    assert reason(after(table, (ANNA, "set phrases=off")), ANNA.id) == "chat-off"
    assert reason(after(table, (CLOCK, "expire")), ANNA.id) == "table-closed"
    assert reason(opened(), ANNA.id) == "chat-nobody"
    mirrored = after(table, (ANNA, "mirror telegram:-100"))  # from now on a chat shows it
    assert reason(mirrored, ANNA.id) == "chat-elsewhere"


def test_a_link_leads_to_a_place_in_the_lobby_alone() -> None:
    full = after(opened(), (BRUNO, "accept S"), (CARLA, "accept E"))
    assert declined(full, DARIO, "accept E") == "seat-taken"
    begun = after(full, (ANNA, f"start {SEED}"))
    assert declined(begun, DARIO, "accept W") == "already-started"
    assert DARIO.id not in begun.friends


@pytest.mark.parametrize("sealed", [False, True])
def test_nobody_writes_at_a_tournament_s_table_whatever_else_is_true_of_it(sealed: bool) -> None:
    """Not even at one that no channel shows, where all are friends, in no phase of it, and nobody becomes one there."""
    for paired in (assigning.opened(sealed=sealed), assigning.dealt(sealed=sealed)):
        everybody = frozenset(chair.person for chair in paired.chairs)
        table = replace(paired, channel="", mirrors=(), friends=everybody)
        assert {reason(table, person) for person in everybody} == {"chat-tournament"}
        assert isinstance(accept(table, CARLA, ["E"], START), Declined)
        assert declined(table, CARLA, "accept E") == "locked-seats"
