"""What a form proposes first."""

import pytest

from engine.rules import RULE_SETS
from engine.tournament.announcement import KNOCK_OUT, PAIRS, PLAYERS, SINGLES, TEAMS, THREE
from engine.tournament.deadlines import MINUTE
from engine.tournament.pairing import pair
from engine.tournament.state import Round
from engine.tournament.usual import ENOUGH, format_scale, scale_of, usual_evening, usual_rounds
from tests.engine.tournament.evening import Evening


@pytest.mark.parametrize(
    ("code", "minutes"), [("febur", 35), ("fitab", 32), ("fibur", 35), ("international", 35), ("online", 35)]
)
def test_a_form_proposes_three_rounds_of_mitchell_and_a_danese_one(code: str, minutes: int) -> None:
    for entries in (0, 40, 61, 100):
        found = usual_evening(code, entries=entries)
        assert found.rounds == ("mitchell", "mitchell", "mitchell", "danese")
        assert (found.kind, found.deals, found.minutes, found.scale, found.step) == ("pairs", 3, minutes, 100, 1)


@pytest.mark.parametrize(("entries", "mitchell"), [(2, 1), (3, 2), (4, 2), (5, 3), (6, 3), (200, 3)])
def test_a_small_field_has_fewer_rounds_of_mitchell(entries: int, mitchell: int) -> None:
    assert usual_rounds(PAIRS, entries) == ("mitchell",) * mitchell + ("danese",)


def test_the_other_kinds() -> None:
    assert usual_rounds(TEAMS) == usual_rounds(SINGLES) == usual_rounds(PAIRS)
    assert usual_rounds("individual") == ("individual",) * 4
    assert usual_rounds(THREE) == ("three-player",) * 2
    assert (usual_evening("three-player", THREE).deals, usual_evening("three-player", THREE).minutes) == (3, 35)


@pytest.mark.parametrize("code", RULE_SETS)
@pytest.mark.parametrize("entries", [*range(4, 60), 99, 100, 200])
def test_every_proposal_is_a_tournament_that_is_played_to_its_end(code: str, entries: int) -> None:
    """Paired from the first round to the last, by what was proposed."""
    kind = THREE if code == THREE else PAIRS
    found = usual_evening(code, kind, entries)
    evening = Evening(code, kind, entries, found.rounds, found.deals)
    progress = evening.progress()
    assert isinstance(pair(progress), Round)
    if entries < 10:
        for _ in found.rounds:
            mp = [0, 0, 0] if kind == THREE else [0, 0]
            evening.play(*[mp for _ in evening.next()["tables"]])
        evening.add("finished")
        assert evening.progress().finished


def test_where_no_table_is_printed_nothing_is_proposed() -> None:
    with pytest.raises(ValueError, match="teams"):
        usual_evening("online", TEAMS)
    assert KNOCK_OUT not in usual_rounds(PAIRS)
    assert set(PLAYERS) == {PAIRS, TEAMS, "individual", SINGLES, THREE}


def test_without_enough_deals_the_scale_is_one() -> None:
    slow = [30 * MINUTE] * (ENOUGH - 1)
    assert scale_of(35, 3, slow) == 100
    assert scale_of(35, 3, [*slow, 30 * MINUTE]) == 275  # 90 minutes in place of 35
    assert scale_of(None, 5, [30 * MINUTE] * ENOUGH) == 100


@pytest.mark.parametrize(
    ("deal", "scale", "minutes"),
    [
        (5 * MINUTE, 100, 35),
        (35 * MINUTE // 3, 100, 35),
        (12 * MINUTE, 125, 44),
        (14 * MINUTE, 125, 44),
        (15 * MINUTE, 150, 53),
        (24 * 60 * MINUTE, 1000, 350),
    ],
)
def test_the_scale_is_what_nine_deals_in_ten_need_in_quarters(deal: int, scale: int, minutes: int) -> None:
    found = usual_evening("febur", entries=60, measured=[deal] * 100)
    assert (found.minutes, found.scale, found.scaled_minutes) == (35, scale, minutes)


def test_one_deal_in_ten_may_be_slower() -> None:
    assert scale_of(35, 3, [10 * MINUTE] * 91 + [60 * MINUTE] * 9) == 100
    assert scale_of(35, 3, [10 * MINUTE] * 89 + [60 * MINUTE] * 11) > 100


def test_a_scale_is_printed() -> None:
    assert [format_scale(scale) for scale in (100, 125, 150, 1000)] == ["×1", "×1.25", "×1.5", "×10"]
