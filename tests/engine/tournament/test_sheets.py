"""Sheets: who signs, who hands in, five minutes, and corrections as versions (law of febur 24, fitab 19-20)."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.rules import RULE_SETS
from engine.tournament.deadlines import MINUTE
from engine.tournament.sheets import (
    Means,
    Score,
    ScoreSheet,
    SheetAct,
    SheetCorrected,
    SheetHandedIn,
    SheetReason,
    SheetRefused,
    SheetSigned,
    SheetWritten,
    after,
    blank,
    ex_officio_at,
    unsigned,
    who_hands_in,
)
from engine.tournament.windows import RoundMoment
from tests.engine.tournament.evening import Evening

NS, EW = ("Anna", "Bruno"), ("Carla", "Dario")
TEAMS = (("a1", "a2", "a3", "a4"), ("b1", "b2", "b3", "b4", "b5"))
SCORE = Score(mp=(500, 0))
WON_BY_EW = Score(mp=(0, 500))


def sheet(code: str = "febur", compiler: str = "Anna") -> ScoreSheet:
    return blank(code, "pairs", 1, 1, (NS, EW), compiler=compiler)


def sheet_after(start: ScoreSheet, *acts: SheetAct) -> ScoreSheet:
    for act in acts:
        found = after(start, act)
        assert isinstance(found, ScoreSheet), found
        start = found
    return start


def why_not(start: ScoreSheet, *acts: SheetAct) -> SheetReason:
    """Why the last act does not follow; those before it do."""
    found = after(sheet_after(start, *acts[:-1]), acts[-1])
    assert isinstance(found, SheetRefused), found
    return found.reason


WRITTEN = SheetWritten(0, "bot", SCORE)
SIGNED = (SheetSigned(1, "Bruno", 0), SheetSigned(2, "Carla", 1))
HANDED_IN = SheetHandedIn(3, "bot", ex_officio=True)
VALID = (WRITTEN, *SIGNED, HANDED_IN)


def correction(score: Score, **keys: Any) -> SheetCorrected:
    return replace(SheetCorrected(9, "referee", score, "added up wrongly", RoundMoment.BEFORE_PAIRING), **keys)


# ---- who signs


@pytest.mark.parametrize("code", RULE_SETS)
def test_one_of_each_line_signs(code: str) -> None:
    begun = sheet_after(sheet(code), WRITTEN)
    assert unsigned(begun) == (0, 1)
    assert unsigned(sheet_after(begun, SIGNED[0])) == (1,)
    assert unsigned(sheet_after(begun, *SIGNED)) == ()


def test_the_captains_sign_for_fitab_teams_and_anybody_for_those_of_febur() -> None:
    fitab = sheet_after(blank("fitab", "teams", 1, 1, TEAMS, captains=("a2", "b1")), WRITTEN)
    assert why_not(fitab, SheetSigned(1, "a1", 0)) == "not-a-signer"
    assert unsigned(sheet_after(fitab, SheetSigned(1, "a2", 0), SheetSigned(1, "b1", 1))) == ()
    first_named = sheet_after(blank("fitab", "teams", 1, 1, TEAMS), WRITTEN)
    assert unsigned(sheet_after(first_named, SheetSigned(1, "a1", 0), SheetSigned(1, "b1", 1))) == ()
    febur = sheet_after(blank("febur", "teams", 1, 1, TEAMS, captains=("a2", "b1")), WRITTEN)
    assert unsigned(sheet_after(febur, SheetSigned(1, "a4", 0), SheetSigned(1, "b5", 1))) == ()


def test_of_three_players_each_signs() -> None:
    table = blank("three-player", "three-player", 1, 1, [("x",), ("y",), ("z",)])
    begun = sheet_after(table, replace(WRITTEN, score=Score(mp=(300, 200, 100))))
    assert unsigned(sheet_after(begun, SheetSigned(1, "y", 1))) == (0, 2)


def test_who_enters_a_sheet_signs_it_and_the_other_line_countersigns() -> None:
    begun = sheet_after(sheet(), SheetWritten(0, "Carla", SCORE))
    assert unsigned(begun) == (0,)
    assert why_not(begun, SheetSigned(1, "Dario", 1)) == "signed"


def test_a_captain_alone_signs_by_entering() -> None:
    fitab = blank("fitab", "teams", 1, 1, TEAMS)
    assert unsigned(sheet_after(fitab, SheetWritten(0, "a3", SCORE))) == (0, 1)
    assert unsigned(sheet_after(fitab, SheetWritten(0, "a1", SCORE))) == (1,)


def test_nobody_signs_for_the_others_or_an_empty_sheet() -> None:
    assert why_not(sheet(), SIGNED[0]) == "nothing-written"
    assert why_not(sheet(), WRITTEN, SheetSigned(1, "Anna", 1)) == "not-at-the-table"
    assert why_not(sheet(), WRITTEN, SheetSigned(1, "Zoe", 0)) == "not-at-the-table"
    assert why_not(sheet(), WRITTEN, SheetSigned(1, "Anna", 2)) == "not-at-the-table"
    assert why_not(sheet(), WRITTEN, SIGNED[0], replace(SIGNED[0], by="Anna")) == "signed"


def test_the_referee_has_a_signature_on_paper_at_once() -> None:
    on_paper = SheetSigned(1, "referee", 0, Means.PAPER)
    signed = sheet_after(sheet(), WRITTEN, on_paper).version
    assert signed is not None
    assert [(one.line, one.by, one.means) for one in signed.signatures] == [(0, "referee", Means.PAPER)]


def test_after_five_minutes_the_referee_signs_for_who_has_not() -> None:
    begun = sheet_after(sheet(), replace(WRITTEN, at=1000), replace(SIGNED[0], at=2000))
    due = 1000 + 5 * MINUTE
    assert ex_officio_at(begun) == due
    office = SheetSigned(due, "referee", 1, Means.EX_OFFICIO)
    assert why_not(begun, replace(office, at=due - 1)) == "too-early"
    assert why_not(begun, replace(office, line=0)) == "signed"
    signed = sheet_after(begun, office)
    assert unsigned(signed) == ()
    assert ex_officio_at(signed) is None
    assert ex_officio_at(sheet()) is None


def test_other_points_need_new_signatures_and_five_new_minutes() -> None:
    again = SheetWritten(MINUTE, "bot", WON_BY_EW)
    begun = sheet_after(sheet(), WRITTEN, SIGNED[0], again)
    assert unsigned(begun) == (0, 1)
    assert ex_officio_at(begun) == 6 * MINUTE
    assert [version.number for version in begun.versions] == [1, 2]
    assert begun.versions[0].signatures != ()


@pytest.mark.parametrize(
    "score",
    [
        Score(),
        Score(mp=(500,)),
        Score(mp=(500, 0, 0)),
        Score(mp=(500, 3)),
        Score(vp=(12, 8)),
        Score(vp=(12,), mp=(100, -100)),
        Score(deals=((100, 0), (50,))),
        Score(deals=((100, 0), (51, 0))),
        Score(deals2=((100, 0),)),
        Score(deals=((100, 0),), deals2=((100,),)),
        Score(mp=(100, 100), winner="Anna"),
    ],
)
def test_what_is_no_score_is_not_written_and_corrects_nothing(score: Score) -> None:
    assert why_not(sheet(), SheetWritten(0, "Anna", score)) == "score"
    assert why_not(sheet("fitab"), *VALID, correction(score)) == "score"


# ---- who hands it in


@pytest.mark.parametrize(
    ("code", "score", "who"),
    [
        ("febur", SCORE, {"Anna"}),
        ("febur", WON_BY_EW, {"Anna"}),
        ("fitab", SCORE, {"Anna", "Bruno"}),
        ("fitab", WON_BY_EW, {"Carla", "Dario"}),
        ("fitab", Score(mp=(300, 300)), {"Anna"}),
        ("fitab", Score(mp=(300, 300), winner="EW"), {"Carla", "Dario"}),
        ("febur", Score(mp=(300, 300), winner="EW"), {"Anna"}),
        ("fitab", Score(deals=((100, 0), (0, 300), (0, 0))), {"Carla", "Dario"}),
        ("international", WON_BY_EW, {"Carla", "Dario"}),
    ],
)
def test_who_compiled_it_hands_it_in_or_who_won(code: str, score: Score, who: set[str]) -> None:
    signed = sheet_after(sheet(code), replace(WRITTEN, score=score), *SIGNED)
    assert who_hands_in(signed) == who
    for player in (*NS, *EW):
        found = after(signed, SheetHandedIn(3, player))
        assert isinstance(found, ScoreSheet) == (player in who)
    assert why_not(signed, SheetHandedIn(3, "Zoe")) == "wrong-hand"


def test_where_nobody_compiled_it_anybody_of_the_table_hands_it_in() -> None:
    assert who_hands_in(sheet_after(sheet(compiler=""), WRITTEN)) == {*NS, *EW}


def test_a_sheet_is_handed_in_once_when_all_have_signed() -> None:
    assert why_not(sheet(), HANDED_IN) == "nothing-written"
    assert why_not(sheet(), WRITTEN, SIGNED[0], HANDED_IN) == "not-signed"
    assert why_not(sheet(), *VALID, HANDED_IN) == "handed-in"
    assert why_not(sheet(), *VALID, replace(WRITTEN, at=4)) == "handed-in"
    assert why_not(sheet(), *VALID, replace(SIGNED[0], at=4)) == "handed-in"
    assert unsigned(sheet_after(sheet(), *VALID)) == ()


def test_nothing_is_done_before_what_was_done_last() -> None:
    assert why_not(sheet(), replace(WRITTEN, at=5), SheetSigned(4, "Anna", 0)) == "out-of-order"
    assert why_not(sheet(), *VALID, correction(WON_BY_EW, at=2)) == "out-of-order"


# ---- corrections


def test_a_correction_is_a_version_with_reason_author_and_window() -> None:
    found = sheet_after(sheet(), *VALID, correction(Score(mp=(450, 0))))
    first, second = found.versions
    assert (first.score, first.number) == (SCORE, 1)
    assert (second.number, second.author, second.reason) == (2, "referee", "added up wrongly")
    assert (second.cause, second.moment, second.score.mp) == ("sum", "before-pairing", (450, 0))
    assert unsigned(found) == ()


def test_until_it_is_handed_in_a_sheet_is_written_anew() -> None:
    assert why_not(sheet(), correction(SCORE)) == "not-handed-in"
    assert why_not(sheet(), WRITTEN, *SIGNED, correction(SCORE)) == "not-handed-in"


@pytest.mark.parametrize(
    ("code", "cause", "moment", "reason"),
    [
        ("febur", "sum", RoundMoment.BEFORE_PAIRING, None),
        ("febur", "sum", RoundMoment.PUBLISHED, "window"),
        ("febur", "swap", RoundMoment.PUBLISHED, None),
        ("febur", "swap", RoundMoment.FINISHED, "window"),
        ("fitab", "sum", RoundMoment.PUBLISHED, None),
        ("fitab", "swap", RoundMoment.PUBLISHED, None),
        ("fitab", "sum", RoundMoment.FINISHED, "window"),
        ("fitab", "swap", RoundMoment.FINISHED, "window"),
        ("fibur", "sum", RoundMoment.PUBLISHED, None),
    ],
)
def test_the_window_of_a_correction(code: str, cause: str, moment: RoundMoment, reason: str | None) -> None:
    act = correction(WON_BY_EW, cause=cause, moment=moment, acknowledged=(*NS, *EW))
    found = after(sheet_after(sheet(code), *VALID), act)
    assert (found.reason if isinstance(found, SheetRefused) else None) == reason


def test_a_swap_in_febur_is_acknowledged_by_all_at_the_table_and_changes_the_lines_alone() -> None:
    swap = correction(WON_BY_EW, cause="swap", acknowledged=(*NS, *EW))
    for missing in (*NS, *EW):
        without = tuple([one for one in swap.acknowledged if one != missing])
        assert why_not(sheet(), *VALID, replace(swap, acknowledged=without)) == "not-acknowledged"
    assert why_not(sheet(), *VALID, replace(swap, score=Score(mp=(0, 450)))) == "not-a-swap"
    assert why_not(sheet(), *VALID, replace(swap, score=Score(mp=(0, 500), vp=(6, 14)))) == "not-a-swap"
    assert sheet_after(sheet(), *VALID, swap).versions[-1].acknowledged == {*NS, *EW}
    by_deals = Score(deals=((0, 100), (0, 100), (0, 300)))
    assert sheet_after(sheet(), *VALID, replace(swap, score=by_deals)).version is not None


def test_in_fitab_a_swap_is_an_error_like_others() -> None:
    swap = correction(Score(mp=(0, 450)), cause="swap")
    assert sheet_after(sheet("fitab"), *VALID, swap).versions[-1].score.mp == (0, 450)


@pytest.mark.parametrize(("keys", "reason"), [({"reason": " "}, "reason-missing"), ({"cause": "error"}, "cause")])
def test_a_correction_says_why(keys: dict[str, str], reason: str) -> None:
    assert why_not(sheet(), *VALID, correction(SCORE, **keys)) == reason


# ---- the file


def test_the_file_gets_the_result_and_its_corrections() -> None:
    evening = Evening("febur", entries=2, rounds=["danese"])
    evening.pair()
    valid = sheet_after(sheet(), *VALID)
    number = len(evening.events) + 1
    evening.add("result", round=1, table=1, **keys_of(valid))
    evening.close()
    found = sheet_after(valid, correction(Score(deals=((400, 0), (50, 0), (0, 0)))))
    evening.add("correction", replaces=number, reason="wrong", **keys_of(found))
    assert evening.points("p1", "p2") == [(13, 450), (7, -450)]
    assert keys_of(found)["deals"] == [[400, 0], [50, 0], [0, 0]]


def keys_of(one: ScoreSheet) -> dict[str, Any]:
    """What the version in force says, as an event of the file has it."""
    assert one.version is not None
    return one.version.score.keys()


def test_an_arbiters_score_is_a_score() -> None:
    ruled = sheet_after(sheet(), replace(WRITTEN, score=Score(vp=(12, 6), mp=(300, -100))))
    assert keys_of(ruled) == {"vp": [12, 6], "mp": [300, -100]}


def test_a_sheet_of_teams_has_two_tables() -> None:
    score = Score(deals=((100, 0),) * 3, deals2=((0, 50),) * 3, winner="NS")
    assert score.totals() == (300, 150)
    assert score.keys() == {"deals": [[100, 0]] * 3, "deals2": [[0, 50]] * 3, "winner": "NS"}


# ---- laws over anything that may be done


def anything(chance: Random, at: int) -> SheetAct:
    who = chance.choice([*NS, *EW, "referee", "bot", "Zoe"])
    score = Score(mp=(5 * chance.randint(0, 1), 5 * chance.randint(0, 1)))
    match chance.randint(0, 5):
        case 0:
            return SheetWritten(at, who, score)
        case 1 | 2:
            return SheetSigned(at, who, chance.randint(0, 2), chance.choice(list(Means)))
        case 3:
            return SheetHandedIn(at, who, ex_officio=chance.random() < 0.3)
        case _:
            some = tuple(chance.sample([*NS, *EW], chance.randint(3, 4)))
            cause = chance.choice(["sum", "swap"])
            return SheetCorrected(
                at, who, score, chance.choice(["", "why"]), chance.choice(list(RoundMoment)), cause, some
            )


@pytest.mark.parametrize("code", ["febur", "fitab"])
@pytest.mark.parametrize("seed", range(40))
def test_what_once_stood_on_a_sheet_stands_whatever_is_done(code: str, seed: int) -> None:
    """Versions are only added, the points of each stay, and what is handed in stays so."""
    chance = Random(seed)  # noqa: S311 - what is done with a sheet to test
    before, at = sheet(code), 0
    for _ in range(60):
        at += chance.choice([0, 1, MINUTE, 3 * MINUTE])
        found = after(before, anything(chance, at))
        if isinstance(found, SheetRefused):
            continue
        points = [(one.number, one.score, one.author, one.at) for one in found.versions]
        assert points[: len(before.versions)] == [(o.number, o.score, o.author, o.at) for o in before.versions]
        assert [number for number, *_ in points] == list(range(1, len(points) + 1))
        assert before.handed_in is None or found.handed_in == before.handed_in
        if found.handed_in is not None:
            valid = next(one for one in found.versions[::-1] if not one.cause)
            assert {one.line for one in valid.signatures} == {0, 1}
            assert all(one.reason and one.moment != RoundMoment.FINISHED for one in found.versions if one.cause)
        before = found


def test_much_is_done_with_a_sheet_in_these_laws() -> None:
    """Sheets are handed in and corrected in them, by sum and by swap."""
    causes = set[str]()
    for seed in range(40):
        chance, found, at = Random(seed), sheet(), 0  # noqa: S311 - the same
        for _ in range(60):
            at += chance.choice([0, 1, MINUTE, 3 * MINUTE])
            following = after(found, anything(chance, at))
            found = found if isinstance(following, SheetRefused) else following
        causes |= {one.cause for one in found.versions}
    assert causes == {"", "sum", "swap"}
