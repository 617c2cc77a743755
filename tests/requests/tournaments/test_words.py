"""What is written behind `/tournament`: announcements, sheets and rulings, and what is not understood."""

import re
from typing import Any

import pytest

from bot.durations import MINUTE
from bot.planner.when import UnclearTime
from bot.requests.tournaments.words import (
    announcement_keys,
    changed_form,
    form_keys,
    guest_names,
    keyed,
    methods_of,
    new_announcement,
    ruling_keys,
    sheet_keys,
)
from bot.tables.who import Declined
from bot.tournaments.announcing import fault
from bot.tournaments.club_tournament import Announcement
from bot.tournaments.form import Form, proposal
from bot.words.command_words import meanings, words_for_choice
from bot.words.tournament_announcement import announced_lines
from bot.words.tournament_reader import TournamentReader
from bot.words.tournament_refusals import declined_line
from engine.tournament.announcement import THREE
from tests.tournaments.club import ARBITER, NOW, club

ROME = "Europe/Rome"


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("720-505 335-640 810-395", {"deals": [[720, 505], [335, 640], [810, 395]]}),
        ("1865-1540", {"mp": [1865, 1540]}),
        ("-50/1540", {"mp": [-50, 1540]}),
        ("-50--5 5:10", {"deals": [[-50, -5], [5, 10]]}),
        ("100/200/300", {"mp": [100, 200, 300]}),
        ("500-500 EW", {"mp": [500, 500], "winner": "EW"}),
        ("5-10 10-5 | 20-5 5-20", {"deals": [[5, 10], [10, 5]], "deals2": [[20, 5], [5, 20]]}),
        ("", None),
        ("720", None),
        ("720-505 x", None),
        ("1-2 | 3-4 | 5-6", None),
        ("| 3-4", None),
        ("EW", None),
        ("99999999-1", None),
    ],
)
def test_a_sheet(text: str, keys: dict[str, Any] | None) -> None:
    assert sheet_keys(text.split()) == keys


def test_a_value_goes_on_until_the_next_key() -> None:
    assert keyed("Thursday night when=friday 21:00 prizes=a ham code=febur") == (
        "Thursday night",
        {"when": "friday 21:00", "prizes": "a ham", "code": "febur"},
    )
    assert keyed("Thursday night when = friday 21:00 prizes= a ham") == (
        "Thursday night",
        {"when": "friday 21:00", "prizes": "a ham"},
    )
    assert keyed("Thursday") == ("Thursday", {})


def test_a_code_of_play_is_called_as_italians_call_it() -> None:
    keys = announcement_keys("quando=venerdì alle 21 codice=Internazionale", "Europe/Rome", NOW)
    assert isinstance(keys, dict)
    assert keys["code"] == "international"


@pytest.mark.parametrize("key", ["qualifiers", "qualificati"])
def test_how_many_go_on_to_the_knock_out_is_written_in_either_language(key: str) -> None:
    keys = announcement_keys(f"Thursday rounds=danese,danese,knock-out,knock-out {key}=4", ROME, NOW)
    assert isinstance(keys, dict)
    assert keys["qualifiers"] == 4
    found = new_announcement(keys, ROME, "febur")
    assert isinstance(found, Announcement)
    assert (found.qualifiers, fault(found)) == (4, None)


@pytest.mark.parametrize("key", ["checkin", "check-in", "Check-in", "presenze", "appello"])
def test_the_check_in_is_written_as_the_form_calls_it_too(key: str) -> None:
    keys = announcement_keys(f"Thursday when=friday 21:00 {key}=30", ROME, NOW)
    assert isinstance(keys, dict)
    assert (keys["name"], keys["check_in"]) == ("Thursday", 30)


def test_what_is_not_written_is_as_clubs_play() -> None:
    keys = announcement_keys("Giovedì quando=domani 21:00 posti=20", ROME, NOW)
    assert isinstance(keys, dict)
    found = new_announcement(keys, ROME, "fibur")
    assert isinstance(found, Announcement)
    assert (found.name, found.code, found.kind, found.places) == ("Giovedì", "fibur", "pairs", 20)
    assert found.rounds == ("mitchell", "mitchell", "mitchell", "danese")
    assert found.deals == (3, 3, 3, 3)
    assert found.starts > NOW
    assert fault(found) is None


def test_an_evening_of_three_players_is_two_matches_where_nobody_says_otherwise() -> None:
    found, longer = (new_announcement({"name": "T", **keys}, ROME, THREE) for keys in ({}, {"rounds": 4}))
    assert isinstance(found, Announcement)
    assert isinstance(longer, Announcement)
    assert (found.rounds, found.deals, fault(found)) == ((THREE, THREE), (3, 3), None)
    assert (len(longer.rounds), fault(longer)) == (4, None)
    assert proposal(found, 10 * MINUTE) == (2, 90)


def test_an_announcement_says_how_long_each_of_its_rounds_lasts() -> None:
    lines = {}
    for code, deals in (("febur", (3, 4, 3)), ("fibur", (1, 5)), ("fitab", (2, 2))):
        found = new_announcement({"name": "T", "rounds": len(deals), "deals": deals, "scale": 110}, ROME, code)
        assert isinstance(found, Announcement)
        lines[code] = [line for line in announced_lines(found, TournamentReader("en", {})) if "minutes" in line]
    assert lines == {
        "febur": [
            "A round of 3 deals lasts 38 minutes, 110 % of the printed time.",
            "A round of 4 deals lasts 50 minutes, 110 % of the printed time.",
        ],
        "fibur": ["A round of 5 deals lasts 60 minutes, 110 % of the printed time."],
        "fitab": ["A round lasts 24 minutes, 110 % of the printed time."],
    }


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("T colour=red", "tournament-key"),
        ("T places=many", "tournament-figures"),
        ("T places=1.000", "tournament-figures"),
        ("T posti=½", "tournament-figures"),
        ("T deals=", "tournament-figures"),
        ("T duplicate=perhaps", "tournament-yes-no"),
        ("T start=friday 21:00", "tournament-start"),
        ("T inizio=21", "tournament-start"),
    ],
)
def test_what_is_not_understood_is_named(text: str, key: str) -> None:
    found = announcement_keys(text, ROME, NOW)
    assert isinstance(found, Declined)
    assert found.key == key


def test_a_time_that_is_unclear_is_asked_back() -> None:
    assert isinstance(announcement_keys("T when=whenever", ROME, NOW), UnclearTime)


@pytest.mark.parametrize(
    ("keys", "reason"),
    [
        ({"kind": "couples"}, "tournament-one-of"),
        ({"rounds": 0}, "tournament-rounds"),
        ({"rounds": 99}, "tournament-rounds"),
    ],
)
def test_a_form_that_cannot_be(keys: dict[str, Any], reason: str) -> None:
    found = new_announcement({"name": "T", **keys}, ROME, "febur")
    assert isinstance(found, Declined)
    assert found.key == reason


def test_an_announcement_by_hand_is_judged_as_any_other() -> None:
    found = new_announcement({"name": "T", "rounds": ("swiss",)}, ROME, "febur")
    assert isinstance(found, Announcement)
    assert fault(found) is not None


@pytest.mark.parametrize(
    ("line", "keys"),
    [
        ("late 2 4", {"type": "lateness", "round": 1, "entry": "2", "minutes": 4}),
        ("late 3 4", {"type": "lateness", "round": 1, "entry": "3", "minutes": 4}),
        ("admit 3 4", {"type": "late-entry", "round": 1, "entry": "3", "minutes": 4}),
        ("warn 2 ventaglio", {"type": "warning", "round": 1, "entry": "2", "category": "fan"}),
        ("penalty 2 1VP", {"type": "penalty", "round": 1, "entry": "2", "vp": 1}),
        ("penalty 2 100mp", {"type": "penalty", "round": 1, "entry": "2", "mp": 100}),
        ("penalty 2 100 MP", {"type": "penalty", "round": 1, "entry": "2", "mp": 100}),
        ("penalty 2 1 0 mp", None),
        ("withdraw 2", {"type": "withdrawal", "round": 1, "entry": "2"}),
        ("away 2", {"type": "withdrawal", "round": 1, "entry": "2", "temporary": True}),
        ("away", None),
        ("withdraw 2 720-1505", {"type": "withdrawal", "round": 1, "entry": "2", "mp": [720, 1505]}),
        ("away 2 =720-1505", {"type": "withdrawal", "round": 1, "entry": "2", "temporary": True, "mp": [720, 1505]}),
        ("withdraw 2 720", None),
        ("expel 2", {"type": "withdrawal", "round": 1, "entry": "2", "cause": "expelled"}),
        ("expel 2 720-1505", {"type": "withdrawal", "round": 1, "entry": "2", "cause": "expelled", "mp": [720, 1505]}),
        ("expel 2 720", None),
        ("withdraw 2 720-1505-300", None),
        ("withdraw 2 720-505 335-640", None),
        ("score 1 12-8 400-0", {"type": "score", "round": 1, "table": 1, "vp": [12, 8], "mp": [400, 0]}),
        ("timeout", {"type": "timeout", "round": 1}),
        ("void 2 in error", {"type": "correction", "replaces": 2, "void": True, "reason": "in error"}),
        ("correct 1 5-10 wrong sum", {"type": "correction", "replaces": 2, "reason": "wrong sum", "mp": [5, 10]}),
        ("correct 1 5-10 335 640 wrong sum", None),
        ("correct 1 5-10 1.250-300 wrong sum", None),
        ("correct 1 5-10 – 300-120 wrong sum", None),
        ("correct 1 5-10 300-12O wrong sum", None),
        ("correct 1 5-10 : 2 threes", {"type": "correction", "replaces": 2, "reason": "2 threes", "mp": [5, 10]}),
        ("correct 1 5-10 335 640 : wrong sum", None),
        ("correct 1 5-10 :", None),
        ("correct 1 5-10", None),
        ("correct 7 5-10 wrong sum", None),
        ("correct 1r1 5-10 wrong sum", {"type": "correction", "replaces": 2, "reason": "wrong sum", "mp": [5, 10]}),
        ("correct 1r2 5-10 wrong sum", None),
        ("correct 1r99 5-10 wrong sum", None),
        ("correct r1 5-10 wrong sum", None),
        ("correct 1 =5-10 335-640 wrong sum", None),
        ("correct 1 =5-10 wrong sum", {"type": "correction", "replaces": 2, "reason": "wrong sum", "mp": [5, 10]}),
        ("score 1 12-8 −400–0", {"type": "score", "round": 1, "table": 1, "vp": [12, 8], "mp": [-400, 0]}),
        ("late 2", None),
        ("late x 4", None),
        ("warn 2 nothing", None),
        ("penalty 2 1", None),
        ("penalty 2 0.5vp", None),
        ("void 2", None),
        ("hang 2", None),
        ("", None),
    ],
)
def test_a_ruling(line: str, keys: dict[str, Any] | None) -> None:
    one = club(places=2)
    one.pairs(1, 2, 3)
    one.starts()
    one.does(ARBITER, "sheet", table=1, mp=[1200, 800])
    what, *words = line.split() or [""]
    assert ruling_keys(what, words, one.one) == keys


@pytest.mark.parametrize(
    ("line", "keys"),
    [
        ("score 2 6-3-1 1500-1000-500", {"vp": [36, 18, 6], "mp": [1500, 1000, 500]}),
        ("score 2 6/3/1 1500/1000/500", {"vp": [36, 18, 6], "mp": [1500, 1000, 500]}),
        ("score 2 4.5-4,5-1 1500-1500-500", {"vp": [27, 27, 6], "mp": [1500, 1500, 500]}),
        ("score 2 10/3-10/3-10/3 0-0-0", {"vp": [20, 20, 20], "mp": [0, 0, 0]}),
        ("score 2 4.4-4.4-1 0-0-0", None),
        ("score 2 4.5-x-1 0-0-0", None),
        ("score 2 1/0-1-1 0-0-0", None),
        ("penalty 1 1vp", {"entry": "1", "vp": 6}),
        ("penalty 1 0.5VP", {"entry": "1", "vp": 3}),
        ("penalty 1 1/3vp", {"entry": "1", "vp": 2}),
        ("penalty 1 100mp", {"entry": "1", "mp": 100}),
        ("penalty 1 0.4vp", None),
        ("penalty 1 1/2mp", None),
    ],
)
def test_of_three_players_victory_points_are_written_as_they_are_shared(line: str, keys: dict[str, Any] | None) -> None:
    one = club(code="three-player", kind="three-player", rounds=("three-player",) * 2)
    for number in range(1, 7):
        one.does(f"q{number}", "enter", players=[f"q{number}"])
    one.starts()
    what, *words = line.split()
    found = ruling_keys(what, words, one.one)
    assert found == (keys and {"type": what, "round": 1, **({"table": 2} if what == "score" else {}), **keys})


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("-120-300 505-−20", {"deals": [[-120, 300], [505, -20]]}),
        ("−120–300 505—–20", {"deals": [[-120, 300], [505, -20]]}),
        ("720—505", None),  # perhaps `720--505`, of which telephones make this
        ("720-505 335—640", None),
        ("—5-—10", {"mp": [-5, -10]}),
        ("=−5−10", {"mp": [-5, 10]}),
        ("= 1865-1540 ns", {"mp": [1865, 1540], "winner": "NS"}),
        ("=720-505 335-640", None),
        ("=720-505 | 335-640", None),
        ("= ", None),
        ("720–", None),
        ("– 300-120", None),
    ],
)
def test_a_sheet_is_read_with_whatever_sign_stands_for_minus(text: str, keys: dict[str, Any] | None) -> None:
    assert sheet_keys(text.split()) == keys


def test_methods_are_understood_as_people_call_them() -> None:
    assert methods_of("danese*2,ko") == ("danese", "danese", "knock-out")
    assert methods_of("girone eliminazione*2") == ("italiana", "knock-out", "knock-out")
    assert methods_of("ko*x,swiss") == ("ko*x", "swiss")


def test_rounds_that_change_have_deals_each() -> None:
    before = club().one.announcement
    assert changed_form({"rounds": 3}, before) == {"rounds": ["mitchell", "mitchell", "danese"], "deals": [3, 3, 3]}
    assert changed_form({"deals": (4,)}, before) == {"rounds": ["mitchell", "danese"], "deals": [4, 4]}
    assert changed_form({"places": 4}, before) == {"places": 4}
    assert len(changed_form({"rounds": 999_999}, before)["rounds"]) == 21


def test_guests_have_names_that_are_nothing_more() -> None:
    assert guest_names("Anna Rossi & Bruno Bianchi") == ["Anna Rossi", "Bruno Bianchi"]
    assert guest_names("Anna, Bruno; Carla") == ["Anna", "Bruno", "Carla"]
    for between in (" and ", " e ", " E ", " - ", " – ", " — ", "/", " / ", " + "):
        assert guest_names(f"Anna Rossi{between}Jean-Pierre Dupont") == ["Anna Rossi", "Jean-Pierre Dupont"]
    assert guest_names("Anna, Bruno e Eva") == ["Anna", "Bruno", "Eva"]
    assert guest_names("@everyone & ") == ["＠everyone"]
    assert guest_names("") == []


@pytest.mark.parametrize("language", ["en", "it"])
def test_whoever_writes_a_key_that_there_is_not_reads_all_that_there_are(language: str) -> None:
    found = announcement_keys("T colour=red", ROME, NOW)
    assert isinstance(found, Declined)
    words = re.findall(r"\w+", declined_line(found, TournamentReader(language, {})))
    keys = set(meanings("tournament_key").values())
    assert [key for key in keys if words_for_choice(language, "tournament_key", key) not in words] == []


def test_a_refusal_calls_a_field_as_its_reader_writes_it() -> None:
    refused = Declined("tournament-number", (("field", "places"), ("least", "4"), ("most", "500")))
    assert declined_line(refused, TournamentReader("it", {})) == "posti è un numero da 4 a 500."
    assert declined_line(refused, TournamentReader("en", {})).startswith("places ")
    found = form_keys(Form("c", ROME, "febur", 0, fields={"name": "T", "start": "21"}), NOW)
    assert isinstance(found, Declined)
    assert declined_line(found, TournamentReader("it", {})).startswith("«inizio=21»: qui ci vuole auto")
    refused = Declined("tournament-fixed", (("field", "cards"),))
    assert declined_line(refused, TournamentReader("it", {})).startswith("carte resta")


def test_a_round_of_one_deal_is_not_of_several() -> None:
    one = Announcement("T", "febur", "pairs", ("danese",), (1,), zone=ROME)
    assert [line for line in announced_lines(one, TournamentReader("it", {})) if "1 smazzata." in line]
    assert [line for line in announced_lines(one, TournamentReader("en", {})) if "1 deal." in line]
