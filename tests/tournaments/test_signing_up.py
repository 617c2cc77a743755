"""Before a tournament: pairs, partners, teams, the waiting list, check-in, and who is refused."""

import pytest

from bot.durations import DAY, MINUTE
from bot.tournaments.club_tournament import CHECK_IN, OPEN, RUNNING, SHUT
from bot.tournaments.timers import dues
from bot.words.tournament_announcement import announcement_lines
from bot.words.tournament_reader import TournamentReader
from tests.tournaments.club import ARBITER, BOT, NOW, SEED, club


def test_a_pair_is_in_when_both_have_said_so() -> None:
    one = club()
    one.does("p1", "enter", players=["p1", "p2"])
    assert (one.one.sign_ups, one.one.proposals_to("p2")[0].number) == ((), 1)
    one.does("p2", "confirm", number=1)
    assert [sign_up.players for sign_up in one.one.sign_ups] == [("p1", "p2")]


def test_who_was_asked_may_say_no() -> None:
    one = club()
    one.does("p1", "enter", players=["p1", "p2"])
    assert one.tries("p3", "decline", number=1) == "tournament-no-proposal"
    one.does("p2", "decline", number=1)
    assert one.one.proposals == ()


def test_nobody_is_in_two_places() -> None:
    one = club()
    one.pairs(1)
    assert one.tries("p11", "enter", players=["p11", "p3"]) == "tournament-entered"
    assert one.tries("p3", "enter", players=["p3", "p11"]) == "tournament-entered"
    assert one.tries("p3", "enter", players=["p3", "p3"]) == "tournament-same-person"
    one.does("p3", "enter", players=["p3", "p4"])
    one.does("p5", "enter", players=["p5", "p4"])
    one.does("p4", "confirm", number=2)
    assert one.one.proposals == ()  # p4 plays with p3, so nothing comes of p5's
    assert one.tries("p4", "confirm", number=3) == "tournament-no-proposal"


def test_who_has_proposed_one_pair_agrees_to_no_other() -> None:
    one = club()
    one.does("p1", "enter", players=["p1", "p2"])
    one.does("p3", "enter", players=["p3", "p1"])
    assert one.tries("p1", "confirm", number=2) == "tournament-entered"
    one.does("p1", "leave")
    one.does("p1", "confirm", number=2)
    assert [sign_up.players for sign_up in one.one.sign_ups] == [("p3", "p1")]


def test_a_single_looks_for_a_partner_and_is_picked() -> None:
    one = club()
    one.does("p1", "seek")
    assert one.tries("p1", "seek") == "tournament-seeking"
    one.does("p2", "seek")
    one.does("p2", "enter", players=["p2", "p1"])
    assert list(one.one.seeking) == ["p1"]
    one.does("p1", "confirm", number=1)
    assert (list(one.one.seeking), len(one.one.sign_ups)) == ([], 1)
    assert one.tries("p1", "seek") == "tournament-entered"


def test_who_looks_for_a_partner_may_stop() -> None:
    one = club()
    one.does("p1", "seek")
    one.does("p1", "unseek")
    assert one.one.seeking == ()
    assert one.tries("p1", "unseek") == "tournament-not-in"


def test_a_team_has_four_and_up_to_two_reserves_who_all_agree() -> None:
    one = club(kind="teams")
    assert one.tries("p1", "enter", players=["p1", "p2", "p3"]) == "tournament-players"
    assert one.tries("p1", "enter", players=[f"p{n}" for n in range(1, 8)]) == "tournament-players"
    one.does("p1", "enter", players=[f"p{n}" for n in range(1, 6)])
    for number in (2, 3, 4):
        one.does(f"p{number}", "confirm", number=1)
    assert list(one.one.sign_ups) == []
    one.does("p5", "confirm", number=1)
    assert one.one.sign_ups[0].players == ("p1", "p2", "p3", "p4", "p5")


def test_alone_nobody_has_to_agree_or_finds_a_partner() -> None:
    one = club(kind="singles")
    one.does("p1", "enter", players=["p1"])
    assert len(one.one.sign_ups) == 1
    assert one.tries("p2", "seek") == "tournament-no-partners"


def test_places_are_taken_in_order_and_the_first_who_waits_moves_up() -> None:
    one = club(places=2)
    one.pairs(1, 2, 3, 4)
    assert [sign_up.number for sign_up in one.one.waiting] == [3, 4]
    one.does("p22", "leave")
    assert [sign_up.number for sign_up in one.one.placed] == [1, 3]
    assert [sign_up.number for sign_up in one.one.waiting] == [4]


def test_the_place_counts_from_when_the_pair_was_whole() -> None:
    one = club(places=1)
    one.does("p1", "enter", players=["p1", "p2"])
    one.does("p3", "enter", players=["p3", "p4"])
    one.does("p4", "confirm", number=2)
    one.does("p2", "confirm", number=1)
    assert [sign_up.number for sign_up in one.one.placed] == [2]


def test_only_the_arbiter_takes_others_back_or_enters_guests() -> None:
    one = club()
    one.pairs(1)
    assert one.tries("p5", "leave", number=1) == "tournament-arbiter"
    assert one.tries("p5", "enter", players=["p5"], guests=["Rita"]) == "tournament-guests"
    one.does(ARBITER, "enter", guests=["Rita Rossi", "Sara Sala"])
    assert [one.one.guest(player) for player in one.one.sign_ups[1].players] == ["Rita Rossi", "Sara Sala"]
    assert one.tries(ARBITER, "enter", guests=["Rita Rossi", "Tea"]) == "tournament-guest-twice"
    one.does(ARBITER, "leave", number=1)
    assert [sign_up.number for sign_up in one.one.sign_ups] == [2]


def test_an_arbiter_who_plays_still_needs_their_partners_word() -> None:
    one = club()
    one.does(ARBITER, "enter", players=["p0", "p1"])
    assert one.one.sign_ups == ()


def test_sign_up_ends_as_announced_and_what_was_only_proposed_is_void() -> None:
    one = club()
    one.does("p1", "enter", players=["p1", "p2"])
    one.does("p3", "seek")
    assert one.tries("p9", "shut") == "tournament-arbiter"
    one.does(BOT, "shut")
    assert (one.one.state, one.one.proposals, one.one.seeking) == (SHUT, (), ())
    assert one.tries("p2", "confirm", number=1) == "tournament-not-open"
    assert one.tries("p5", "enter", players=["p5", "p6"]) == "tournament-not-open"
    one.does(ARBITER, "enter", players=["p5", "p6"])  # at the door


def test_who_is_not_there_at_check_in_does_not_play_and_who_waits_does() -> None:
    one = club(places=2, check_in=30)
    one.pairs(1, 2, 3)
    assert one.tries("p11", "here") == "tournament-no-check-in"
    one.at = NOW + 150 * MINUTE
    one.does(BOT, "checkin")
    assert one.one.state == CHECK_IN
    for player in ("p11", "p12", "p31", "p32", "p21"):
        one.does(player, "here")
    assert one.tries("p11", "here") == "tournament-here"
    assert one.tries("p99", "here") == "tournament-not-in"
    one.starts()
    assert [(entry.id, entry.late) for entry in one.one.entries] == [("1", False), ("2", True), ("3", False)]
    assert announcement_lines(one.one, TournamentReader("en", {}))[-5:] == [
        "Entries: 2 of 2 places.",
        "1. p11 – p12",
        "3. p31 – p32",
        "Waiting for a place:",
        "2. p21 – p22",
    ]
    assert [sign_up.number for sign_up in one.one.waiting] == [2]
    assert one.check() == ""


def test_a_guest_who_was_taken_out_can_be_entered_again() -> None:
    one = club()
    one.does(ARBITER, "enter", guests=["Anna Rossi", "Bruno Bianchi"])
    assert one.tries(ARBITER, "enter", guests=["Anna Rossi", "Carla Verdi"]) == "tournament-guest-twice"
    one.does(ARBITER, "leave", number=1)
    one.does(ARBITER, "enter", guests=["Anna Rossi", "Carla Verdi"])
    assert [[one.one.guest(player) for player in sign_up.players] for sign_up in one.one.sign_ups] == [
        ["Anna Rossi", "Carla Verdi"]
    ]
    one.pairs(1, 2)
    one.starts()
    assert one.tries(ARBITER, "enter", guests=["Carla Verdi", "Dario Neri"]) == "tournament-guest-twice"
    one.does(ARBITER, "rule", type="replacement", entry="3", out="p12", guest="Zoe", reason="taken ill")
    assert one.tries(ARBITER, "enter", guests=["Zoe", "Dario Neri"]) == "tournament-guest-twice"
    one.does(ARBITER, "reverse", ruling=one.one.rulings[-1].id, reason="well again")
    one.does(ARBITER, "enter", guests=["Zoe", "Dario Neri"])
    assert one.check() == ""
    assert one.folded() == one.one


def test_an_evening_that_is_put_off_is_open_again_and_nobody_is_there_yet() -> None:
    one = club(check_in=30)
    one.pairs(1, 2)
    one.at = NOW + 150 * MINUTE
    one.does(BOT, "checkin")
    one.does("p11", "here")
    one.at += 25 * MINUTE
    one.does(ARBITER, "announce", starts=one.one.announcement.starts + 20 * MINUTE, prizes="a ham")
    assert (one.one.state, one.one.sign_ups[0].here) == (CHECK_IN, ("p11",))  # sign-up would be over
    one.does(ARBITER, "announce", starts=one.one.announcement.starts + 7 * DAY)
    assert (one.one.state, one.one.since) == (OPEN, one.at)
    assert [sign_up.here for sign_up in one.one.sign_ups] == [(), ()]
    one.pairs(3)
    assert {due.kind for due in dues(one.one)} == {"day", "hour", "shut", "checkin", "lapse"}
    assert one.folded() == one.one
    one.does(ARBITER, "shut")
    one.does(ARBITER, "announce", starts=one.one.announcement.starts - MINUTE)
    assert one.one.state == SHUT
    assert one.tries(ARBITER, "announce", state="open") == "no-such-command"


def test_an_arbiter_says_that_an_entry_is_there() -> None:
    one = club(check_in=30)
    one.pairs(1)
    one.does(ARBITER, "checkin")
    assert one.tries("p11", "here", number=1) == "tournament-arbiter"
    one.does(ARBITER, "here", number=1)
    assert one.one.sign_ups[0].is_here(2)


def test_too_few_do_not_begin() -> None:
    one = club()
    assert one.tries(ARBITER, "start", seed=SEED) == "event-too-few"
    one.pairs(1)
    assert one.tries(ARBITER, "start", seed=SEED) == "event-too-few"
    one.pairs(2)
    assert one.tries("p11", "start", seed=SEED) == "tournament-arbiter"
    one.does(BOT, "start", seed=SEED)
    assert one.one.state == RUNNING
    assert one.tries("p11", "leave") == "tournament-leave-running"


@pytest.mark.parametrize(
    "keys",
    [
        {"players": "p1"},
        {"players": [1, 2]},
        {"guests": [None, 3]},
        {"players": [["p1"], "p2"]},
        {"players": None},
    ],
)
def test_a_command_of_any_form_is_a_refusal(keys: dict[str, object]) -> None:
    one = club()
    assert one.tries(ARBITER, "enter", **keys) in ("no-such-command", "tournament-players", "tournament-players-all")
    assert one.folded() == one.one
