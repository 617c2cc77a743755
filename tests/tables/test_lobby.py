"""Before the match: sitting down, computers, settings, the drawing of cards."""

import pytest

from bot.tables.lobby import draw_seats
from bot.tables.table import CLOSED, LOBBY, PAUSE, Settings
from engine.cards import parse_cards
from engine.shuffle import parse_seed
from tests.tables.playing import ADMIN, ANNA, BRUNO, CARLA, CLOCK, DARIO, EVE, SEED, after, declined, full, lobby


def test_who_opens_a_table_sits_down_first() -> None:
    table = lobby()
    assert (table.phase, table.seat_of("p1"), table.opener) == (LOBBY, "N", "p1")


def test_a_person_chooses_a_partners_side() -> None:
    assert after(lobby(), (BRUNO, "join S")).seat_of("p2") == "S"


def test_a_taken_place_is_not_given_twice() -> None:
    table = after(lobby(), (BRUNO, "join S"))
    assert declined(table, CARLA, "join S") == "seat-taken"
    assert declined(table, BRUNO, "join S") == "already-seated"
    assert declined(table, BRUNO, "join N") == "already-seated"  # where Anna sits
    assert declined(table, CARLA, "join Q") == "no-such-seat"


def test_who_sits_may_sit_elsewhere_before_the_start() -> None:
    table = after(lobby(), (BRUNO, "join S"), (BRUNO, "join E"))
    assert [chair.person for chair in table.chairs].count("p2") == 1
    assert table.seat_of("p2") == "E"


def test_a_person_takes_the_place_of_a_computer() -> None:
    table = after(lobby(), (ANNA, "computer E"), (ANNA, "computer S"), (ANNA, "computer W"), (BRUNO, "join"))
    assert table.seat_of("p2") == "E"
    assert table.chair("E").computer == ""


def test_a_full_table_has_a_waiting_list() -> None:
    table = after(full(), (EVE, "join"))
    assert table.waiting == (("p9", "Eve"),)
    assert declined(table, EVE, "join") == "already-waiting"
    freed = after(table, (DARIO, "leave"))
    assert freed.waiting == ()
    assert freed.seat_of(EVE.id) == table.seat_of(DARIO.id)


def test_when_the_opener_leaves_another_opens() -> None:
    table = after(lobby(), (BRUNO, "join"), (ANNA, "leave"))
    assert table.opener == "p2"
    assert after(table, (BRUNO, "leave")).phase == CLOSED


def test_only_the_opener_starts() -> None:
    assert declined(full(), BRUNO, f"start {SEED}") == "only-the-opener"
    assert after(full(), (ADMIN, f"start {SEED}")).phase == PAUSE


def test_free_places_go_to_computers_when_it_starts() -> None:
    table = after(lobby(), (ANNA, f"start {SEED}"))
    assert [chair.computer for chair in table.chairs].count("heuristic") == 3
    assert all(chair.is_taken for chair in table.chairs)


def test_settings_are_checked_by_the_code_they_change() -> None:
    assert declined(lobby(), ANNA, "set hands=99") == "bad-setting"
    assert declined(lobby(), ANNA, "set rules=nobody") == "bad-setting"
    assert declined(lobby(), EVE, "set hands=3") == "not-seated"
    table = after(lobby(), (ANNA, "set rules=three-player"))
    assert (table.settings.players, len(table.chairs), table.seat_of("p1")) == (3, 3, "N")


def test_people_are_never_pushed_out_by_a_smaller_table() -> None:
    assert declined(full(), ANNA, "set rules=three-player") == "too-many-people"


def test_a_lobby_expires() -> None:
    assert declined(lobby(), ANNA, "expire") == "only-the-host"
    assert after(lobby(), (CLOCK, "expire")).phase == CLOSED


@pytest.mark.parametrize("number", range(40))
def test_the_highest_card_begins_and_the_lower_opponent_deals(number: int) -> None:
    table = full()
    chairs, drawn, dealer = draw_seats(table, table.chairs, parse_seed(f"{number:064x}"))
    before = {chair.person: place for place, chair in enumerate(table.chairs)}
    cards = dict(zip([chair.person for chair in chairs], parse_cards(drawn), strict=True))
    ranks = {person: _height(card) for person, card in cards.items()}
    assert ranks[chairs[0].person] == min(ranks.values())  # North begins: the dealer is the seat before
    assert dealer == 3
    assert ranks[chairs[3].person] >= ranks[chairs[1].person]
    for one, other in ((0, 2), (1, 3)):  # partners stay partners
        assert (before[chairs[one].person] - before[chairs[other].person]) % 4 == 2


def _height(card: int) -> tuple[int, int]:
    order = "Jk 2 A K Q J T 9 8 7 6 5 4 3".split()
    text = "Jk" if card == 52 else "A23456789TJQK"[card % 13]
    return order.index(text), card // 13 if card < 52 else 0


def test_two_players_draw_for_the_beginning() -> None:
    settings = Settings(rules="fibur", players=2)
    table = after(lobby(settings), (BRUNO, "join"), (ANNA, f"start {SEED}"))
    assert {chair.person for chair in table.chairs} == {"p1", "p2"}
    assert table.dealer == 1


def test_an_unknown_command_is_declined() -> None:
    assert declined(lobby(), ANNA, "fly") == "no-such-command"
    assert declined(lobby(), ANNA, "") == "no-such-command"
