"""Records looked through: every moment from a seat or all open, what is wrong with a file, other lines of play."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot.requests.replaying import RecordLook, Unfit, replay_page
from bot.requests.what_if import others_play, what_if, what_if_page
from bot.words.languages import say
from engine.actions import Action
from engine.players import turn_of
from engine.record import parse_record
from engine.view import View

TRANSCRIPTS = Path(__file__).parent.parent / "transcripts"
MATCH = (TRANSCRIPTS / "a-whole-match-of-two-deals-fitab.brn").read_text("utf-8")
TRIO = (TRANSCRIPTS / "a-whole-match-of-three-deals-three-player.brn").read_text("utf-8")

Json = dict[str, Any]


async def choosing(name: str, seen: View, seed: int) -> tuple[Action, ...]:
    return turn_of(name, seed, seen)


def page_or_words(wanted: RecordLook, language: str = "en") -> Json | Unfit:
    if wanted.at < 0:
        return replay_page(language, wanted)
    branch = what_if(language, wanted)
    return branch if isinstance(branch, Unfit) else what_if_page(asyncio.run(others_play(branch, choosing)))


def looked(wanted: RecordLook, language: str = "en") -> Json:
    found = page_or_words(wanted, language)
    assert not isinstance(found, Unfit), found.words
    return found


def words(wanted: RecordLook, language: str = "en") -> str:
    found = page_or_words(wanted, language)
    assert isinstance(found, Unfit)
    return found.words


def whole(page: Json) -> list[Json]:
    """Every moment with what it keeps of those before it."""
    found: list[Json] = []
    for one in page["moments"]:
        found.append({**(found[-1] if found else {}), **one})
    return found


@pytest.mark.parametrize("text", [MATCH, TRIO])
def test_every_deal_ends_with_the_result_of_its_record(text: str) -> None:
    for number, record in enumerate(parse_record(text), 1):
        page = looked(RecordLook(text, number))
        last = whole(page)[-1]
        by_side = dict(zip([one["side"] for one in page["sides"]], last["score"], strict=True))
        assert (
            " ".join(f"{side} {by_side[side]}" for side in sorted(by_side, key=record.tags["Result"].index))
            == (record.tags["Result"])
        )
        assert (last["phase"], last["turn"]) == ("over", "")
        assert page["deals"][number - 1]["points"] == last["score"]


def test_the_score_before_a_deal_is_that_of_the_match() -> None:
    first, second = looked(RecordLook(MATCH, 1, "N")), looked(RecordLook(MATCH, 2, "N"))
    assert first["before"] == [0, 0]
    assert second["before"] == first["deals"][0]["points"]


def test_the_last_deal_of_a_match_says_who_has_won() -> None:
    first, last = looked(RecordLook(MATCH, 1)), looked(RecordLook(MATCH, 2))
    assert first["result"] == ""
    assert last["result"].startswith("Anna + Carla")


def test_all_hands_are_open_or_only_that_of_one_seat() -> None:
    every = whole(looked(RecordLook(MATCH, 1, "S")))
    own = whole(looked(RecordLook(MATCH, 1, "S", is_open=False)))
    assert all(set(one["hands"]) == set("NESW") for one in every)
    assert {seat for one in own for seat, hand in one["hands"].items() if hand} == {"S"}
    assert [one["hands"]["S"] for one in own] == [one["hands"]["S"] for one in every]
    assert {one["drawn"] for one in own if one["by"] != "S"} == {""}
    assert own[0]["open_pozzetti"] == []
    assert [len(one) for one in every[0]["open_pozzetti"]] == [11, 11]


def test_what_a_seat_is_shown_is_the_same_whatever_lies_hidden() -> None:
    """Two decks that differ in what the seat cannot see: its first moment is the same."""
    one = looked(RecordLook(MATCH, 1, "S", is_open=False))["moments"][0]
    hidden = {name: one[name] for name in ("hands", "pile", "stock", "pozzetti", "open_pozzetti", "drawn")}
    assert hidden == {
        "hands": {"S": one["hands"]["S"]},
        "pile": one["pile"],
        "stock": 41,
        "pozzetti": [11, 11],
        "open_pozzetti": [],
        "drawn": "",
    }
    assert {chair["cards"] for chair in one["seats"]} == {11}


def test_who_looks_sits_below_and_their_side_comes_first() -> None:
    page = looked(RecordLook(MATCH, 1, "E"))
    assert page["sides"][0]["name"] == "Bruno + Dario"
    places = {chair["place"]: chair["name"] for chair in page["moments"][0]["seats"]}
    assert (places["below"], places["above"]) == ("Bruno", "Dario")


def test_a_moment_tells_the_turn_so_far_in_the_readers_language() -> None:
    english, italian = (whole(looked(RecordLook(MATCH, 1), language)) for language in ("en", "it"))
    turn = [one["words"] for one in italian if one["number"] == 11]
    assert turn == ["Carla pesca", "Carla pesca e scarta 9♠"]
    assert english[-1]["words"].endswith("and closes")


def test_the_turning_point_is_a_moment_before_its_turn() -> None:
    page = looked(RecordLook(MATCH, 1))
    turning, found = page["turning"], whole(page)
    assert found[turning["moment"]]["begins"]
    assert found[turning["moment"] + 1]["number"] == turning["turn"]


def test_only_what_changes_is_told_of_later_moments() -> None:
    page = looked(RecordLook(MATCH, 1))
    assert all("seats" in one or "words" in one for one in page["moments"][1:])
    assert [len(one) < len(page["moments"][0]) for one in page["moments"][1:]] == [True] * (len(page["moments"]) - 1)


# --- files ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "This is no record of Burraco."),
        ("Hello!", "Line 1 cannot be read: “Hello!”"),
        ('[BRN "1"]\n[Rules "whist"]\n\n1. N d\n', "Line 2 cannot be read"),
        (MATCH.replace("21. N d", "21. N z", 1), "cannot be read: “21. N z"),
        ('[BRN "1"]\n[N "An\u2028na"]\n[Rules "whist"]\n\n1. N d\n', "Line 3 cannot be read: “[Rules"),
        (MATCH.replace('[Result "NS 725', '[Result "NS 730', 1), "says what was not so"),
        (MATCH.replace("21. N d", "21. E d", 1), "d is not allowed"),
        ("x" * 300_000, "longer than any match"),
        (MATCH + "* timeout\n" * 1500, "longer than any match"),
    ],
)
def test_what_is_wrong_with_a_file_is_said_with_its_line(text: str, sentence: str) -> None:
    assert sentence in words(RecordLook(text))
    assert words(RecordLook(text), "it") != words(RecordLook(text))


def test_a_deal_that_is_not_there_is_said_so() -> None:
    assert "no deal 3" in words(RecordLook(MATCH, 3))


def test_a_name_of_a_file_is_anybodys_text() -> None:
    page = looked(RecordLook(MATCH.replace('"Anna"', '"<b>@everyone</b>"')))
    assert "<" not in page["names"]["N"]
    assert "@" not in page["names"]["N"]


# --- what if ----------------------------------------------------------------------------------------------------------


def test_another_line_of_play_goes_on_until_it_is_ones_turn_again() -> None:
    begun = looked(RecordLook(MATCH, 1, "S", at=0))
    assert whole(begun)[-1]["turn"] == "S"
    assert begun["controls"]["draw"]
    drawn = looked(RecordLook(MATCH, 1, "S", at=0, line=(*begun["line"], "d")))
    assert drawn["line"] == [*begun["line"], "d"]
    card = drawn["controls"]["discards"][0]
    on = looked(RecordLook(MATCH, 1, "S", at=0, line=(*drawn["line"], f"x:{card}")))
    assert on["line"][: len(drawn["line"]) + 1] == [*drawn["line"], f"x:{card}"]
    assert len({one["by"] for one in whole(on)[len(drawn["line"]) + 2 :]}) == 3
    assert whole(on)[-1]["turn"] == "S"


def test_the_same_line_is_answered_in_the_same_way() -> None:
    assert looked(RecordLook(MATCH, 1, "E", at=30)) == looked(RecordLook(MATCH, 1, "E", at=30))


def test_what_the_rules_refuse_is_said_with_its_article() -> None:
    begun = looked(RecordLook(MATCH, 1, "S", at=0))
    refused = words(RecordLook(MATCH, 1, "S", at=0, line=(*begun["line"], "x:4c")))
    assert "art." in refused
    assert words(RecordLook(MATCH, 1, "S", at=0, line=("nonsense",))) == "This is no line of play."


def test_a_line_of_play_of_a_deal_that_is_over_is_nothing_new() -> None:
    last = len(looked(RecordLook(MATCH, 1, "S"))["moments"]) - 1
    page = looked(RecordLook(MATCH, 1, "S", at=last))
    assert (page["line"], page["over"], page["controls"]) == ([], True, {})


@pytest.mark.parametrize("level", ["beginner", "club", "expert"])
def test_the_others_play_at_the_level_that_is_chosen_by_what_their_seats_see(level: str) -> None:
    questions: list[tuple[str, View]] = []

    async def choose(name: str, seen: View, seed: int) -> tuple[Action, ...]:
        questions.append((name, seen))
        return turn_of(name, seed, seen)

    branch = what_if("en", RecordLook(MATCH, 1, "S", at=0, level=level))
    assert not isinstance(branch, Unfit)
    page = what_if_page(asyncio.run(others_play(branch, choose)))
    assert page["level"] == level
    assert {name for name, _ in questions} == {level}
    assert all("?" in str(seen) and seen.viewer != "S" for _, seen in questions)
    assert all(bool(seen.held) == (level == "expert") for _, seen in questions)


def test_a_level_that_there_is_not_is_the_usual_one() -> None:
    assert looked(RecordLook(MATCH, 1, "S", at=0, level="grandmaster"))["level"] == "club"
    assert looked(RecordLook(MATCH, 1, "S", at=0))["level"] == "club"


def test_nobody_plays_on_for_who_sits_at_a_deal_that_goes_on() -> None:
    """A text written at a table: looked at from another seat, a computer would play one's own turn."""
    begun = MATCH[: MATCH.index("21. N d")].replace('[Result "NS 725 EW 235"] [Termination "chiusura"]\n', "")
    assert looked(RecordLook(begun, 1, "E"))["deals"][0]["over"] is False
    for language in ("en", "it"):
        assert words(RecordLook(begun, 1, "E", at=1000, level="expert"), language) == say(language, "analysis.goes-on")
