"""What may be announced, and the sentence for each field that is wrong."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.durations import MINUTE
from bot.requests.tournaments.news import private_words
from bot.tournaments.announcing import fault, past
from bot.tournaments.club_tournament import ClubTournament
from bot.tournaments.evening_file import document_text
from bot.words.tournament_announcement import announced_lines, form_line
from bot.words.tournament_reader import TournamentReader
from engine.rules import RULE_SETS
from engine.tournament.announcement import PLAYERS
from engine.tournament.usual import usual_rounds
from tests.tournaments.club import ARBITER, NOW, club, thursday


@pytest.mark.parametrize(
    ("keys", "reason"),
    [
        ({"name": " "}, "tournament-name"),
        ({"name": "x" * 81}, "tournament-name"),
        ({"name": "a\nb"}, "tournament-name"),
        ({"prizes": "x" * 301}, "tournament-prizes"),
        ({"zone": "Nowhere/Else"}, "tournament-zone"),
        ({"zone": "../etc"}, "tournament-zone"),
        ({"code": "poker"}, "tournament-one-of"),
        ({"kind": "couples"}, "tournament-one-of"),
        ({"kind": "three-player"}, "tournament-three"),
        ({"rounds": (), "deals": ()}, "tournament-rounds"),
        ({"rounds": ("swiss", "danese")}, "tournament-one-of"),
        ({"rounds": ("knock-out", "danese")}, "tournament-after-knock-out"),
        ({"kind": "individual"}, "tournament-one-of"),
        ({"deals": (3,)}, "tournament-deals-each"),
        ({"deals": (3, 9)}, "tournament-deals"),
        ({"first": "arbiter"}, "tournament-one-of"),
        ({"places": -1}, "tournament-number"),
        ({"scale": 5}, "tournament-number"),
        ({"window": 99999}, "tournament-number"),
        ({"starts": 0, "automatic": True}, "tournament-no-time"),
        ({"starts": 0, "check_in": 30}, "tournament-no-time"),
        ({"qualifiers": -1}, "tournament-number"),
        ({"qualifiers": 501}, "tournament-number"),
        ({"qualifiers": 4}, "tournament-no-qualifying"),
        ({"qualifiers": 4, "rounds": ("knock-out", "knock-out")}, "tournament-no-qualifying"),
        ({"qualifiers": 1, "rounds": ("danese", "knock-out")}, "tournament-qualifiers"),
        ({"qualifiers": 2, "rounds": ("knock-out",) * 2}, "tournament-no-qualifying"),
        ({"qualifiers": 2, "rounds": ("danese", "knock-out", "knock-out"), "deals": (3,) * 3}, "tournament-halved"),
    ],
)
def test_a_wrong_field_is_named(keys: dict[str, Any], reason: str) -> None:
    found = fault(thursday(**keys))
    assert found is not None
    assert found.key == reason


def test_as_many_as_were_announced_go_on_to_the_knock_out() -> None:
    one = club(rounds=("mitchell", "knock-out"), qualifiers=3)
    one.does(ARBITER, "announce", qualifiers=2)
    one.pairs(1, 2, 3, 4)
    one.starts()
    for table, points in ((1, [1500, 500]), (2, [1500, 1000])):
        one.does(ARBITER, "sheet", table=table, mp=points)
    one.does(ARBITER, "close")
    one.at += 5 * MINUTE
    one.does(ARBITER, "pair")
    current = one.one.current
    assert current is not None
    assert [pairing.lines for pairing in current.pairings] == [(("1",), ("3",))]
    assert current.bye == ()
    assert '"qualifiers": 2' in document_text(one.one, {})
    assert one.check() == ""
    assert one.folded() == one.one


def test_the_announcement_says_how_many_go_on() -> None:
    announced = thursday(rounds=("danese", "knock-out", "knock-out"), deals=(3, 3, 3), qualifiers=4)
    assert fault(announced) is None
    for language, words in (
        ("en", "The first 4 go on to the knock-out."),
        ("it", "I primi 4 passano all'eliminazione diretta."),
    ):
        assert words in announced_lines(announced, TournamentReader(language, {}))
        assert words not in announced_lines(thursday(), TournamentReader(language, {}))


@pytest.mark.parametrize(("closes", "english", "italian"), [
    (60, "sign-up until 20:00", "iscrizioni fino alle 20:00"),
    (24 * 60, "sign-up until Thursday 14 January, 21:00", "iscrizioni fino a giovedì 14 gennaio, 21:00"),
])  # fmt: skip
def test_a_sign_up_that_ends_on_another_day_is_announced_with_its_day(closes: int, english: str, italian: str) -> None:
    starts = int(datetime(2027, 1, 15, 20, tzinfo=UTC).timestamp()) * 1000  # a Friday, 21:00 in Rome
    announced = thursday(starts=starts, closes=closes, zone="Europe/Rome")
    assert fault(announced) is None
    for language, words in (("en", english), ("it", italian)):
        first = announced_lines(announced, TournamentReader(language, {}))[0]
        assert first.endswith(f"21:00, {words}.")


@pytest.mark.parametrize("code", RULE_SETS)
@pytest.mark.parametrize("kind", PLAYERS)
def test_the_usual_rounds_can_be_announced_or_no_table_is_printed(code: str, kind: str) -> None:
    rounds = usual_rounds(kind, 4)
    found = fault(thursday(code=code, kind=kind, rounds=rounds, deals=(3,) * 4))
    assert found is None or found.key in ("tournament-three", "tournament-deals")


def test_what_people_rely_on_does_not_change() -> None:
    one = club()
    assert one.tries(ARBITER, "announce", kind="teams") == "tournament-fixed"
    assert one.tries(ARBITER, "announce", places=-3) == "tournament-number"
    assert one.tries(ARBITER, "announce", starts=NOW - 1) == "tournament-past"
    assert one.tries("p1", "announce", places=4) == "tournament-arbiter"
    one.does(ARBITER, "announce", places=4, prizes="a ham")
    one.does(ARBITER, "shut")
    one.does(ARBITER, "announce", rounds=["danese"], deals=[4])
    assert one.one.announcement.rounds == ("danese",)
    assert one.tries(ARBITER, "announce", starts=NOW - 1) == "tournament-past"
    one.pairs_by_arbiter(2)
    one.does(ARBITER, "start", seed="00" * 32)
    assert one.tries(ARBITER, "announce", places=5) == "tournament-not-now"
    assert one.folded() == one.one


def test_nobody_could_sign_up_any_more() -> None:
    soon = replace(thursday(), starts=NOW + 20 * MINUTE)
    assert past(soon, NOW) is None
    assert past(replace(soon, check_in=30), NOW) is not None
    assert past(soon, NOW + 20 * MINUTE) is not None


def words_told(before: ClubTournament, after: ClubTournament) -> dict[str, str]:
    """What people hear in private of a change, by person."""
    english = TournamentReader("en", {})
    return {word.person: word.words(english) for word in private_words("t", before, after) if word.holds(after)}


def test_who_is_in_hears_that_an_evening_is_at_another_time_or_place() -> None:
    one = club()
    one.pairs(1)
    one.does("p5", "seek")
    before = one.one
    one.does(ARBITER, "announce", starts=NOW + 300 * MINUTE, venue="Bar Roma")
    words = words_told(before, one.one)
    assert sorted(words) == ["p11", "p12", "p5"]
    assert words["p5"].startswith("The arbiter has changed when or where Thursday is played:\nStart: ")
    assert words["p5"].endswith("\nWhere: Bar Roma")
    moved = one.one
    one.does(ARBITER, "announce", prizes="a ham", starts=moved.announcement.starts)
    assert words_told(moved, one.one) == {}
    one.does(ARBITER, "announce", starts=NOW + 400 * MINUTE)
    found = [word for word in private_words("t", before, moved) if word.holds(one.one)]
    assert found == []  # only how it is by now is worth telling


def test_who_has_no_place_any_more_hears_that_they_wait() -> None:
    one = club(places=3)
    one.pairs(1, 2, 3)
    before = one.one
    one.does(ARBITER, "announce", places=2)
    words = words_told(before, one.one)
    assert sorted(words) == ["p31", "p32"]
    assert words["p31"] == "p31 – p32: all places of Thursday are taken; you wait as number 3."


@pytest.mark.parametrize(("language", "rounds", "words"), [
    ("en", 1, "Pairs, FE.BUR.IT code: 1 round (danese) of 3 deals."),
    ("en", 2, "Pairs, FE.BUR.IT code: 2 rounds (2 × danese) of 3 deals."),
    ("it", 1, "1 turno (danese) di 3 smazzate."),
])  # fmt: skip
def test_one_round_is_said_as_one(language: str, rounds: int, words: str) -> None:
    announced = thursday(rounds=("danese",) * rounds, deals=(3,) * rounds)
    assert form_line(announced, TournamentReader(language, {})).endswith(words)


@pytest.mark.parametrize(("language", "kind", "words"), [
    ("en", "individual", "Individual, FE.BUR.IT code: 2 rounds of 3 deals."),
    ("it", "individual", "Individuale, codice FE.BUR.IT: 2 turni di 3 smazzate."),
])  # fmt: skip
def test_of_a_kind_with_a_single_method_it_is_not_said(language: str, kind: str, words: str) -> None:
    announced = thursday(kind=kind, rounds=(kind, kind), deals=(3, 3))
    assert form_line(announced, TournamentReader(language, {})) == words
