"""What a match counts for: read from its record and from who sat where, by its code's own table and awards."""

from dataclasses import replace

import pytest

from bot.boards.counting import facts_of, pozzetti
from bot.boards.facts import PAIRS, SINGLES, THREES, Facts, Side, format_facts, parse_facts
from bot.boards.ports import StoredMatch
from bot.host.door import players
from bot.tables.table import Settings
from engine.actions import Discard
from engine.record import Turn, parse_record
from engine.replay import FalseRecord
from tests.boards.season import CPU, SHORT, Played, play

FOUR = ("p1", "p2", "p3", "p4")
LAP = 30  # steps, after which each side has had a turn


def stored(played: Played, totals: str | None = None) -> StoredMatch:
    return StoredMatch("t1", 9, "club", 5, played.match.record, played.match.players, totals)


def facts(played: Played, totals: str | None = None) -> Facts:
    found = facts_of(stored(played, totals))
    assert found is not None
    return found


def side_of(found: Facts, person: str) -> Side:
    return next(side for side in found.sides if person in side.people)


def test_a_match_is_worth_what_its_own_table_says() -> None:
    played = play(FOUR, 1, Settings(house="hands=2"))
    match = played.table.match
    assert match is not None
    assert match.vp is not None
    found = facts(played)
    assert (found.kind, found.rules, found.deals, found.is_ranked) == (PAIRS, "fibur", 2, True)
    assert [side.total for side in found.sides] == list(match.totals)
    assert [side.mp for side in found.sides] == [match.totals[0] - match.totals[1], match.totals[1] - match.totals[0]]
    assert [side.vp for side in found.sides] == [6 * vp for vp in match.vp]
    assert found.winner == match.winner


def test_everybody_gets_their_own_closings_and_pozzetti_and_both_the_burrachi_of_the_side() -> None:
    for seed in range(1, 9):
        played = play(FOUR, seed)
        match = played.table.match
        assert match is not None
        (deal,) = match.deals
        found = facts(played)
        closers = [seat.person for _, seat in found.seats() if seat.closings]
        seats = dict(zip(played.table.code.seats, [chair.person for chair in played.table.chairs], strict=True))
        assert closers == ([seats[played.table.code.seats[deal.closed_by]]] if deal.closed_by >= 0 else [])
        takers = [seats[taken.seat] for taken in pozzetti(parse_record(played.match.record)[0])]
        assert sorted(takers) == sorted(seat.person for _, seat in found.seats() for _ in range(seat.pozzetti))
        kinds = [[meld.burraco for meld in side.melds if meld.burraco] for side in deal.scores]
        assert [side.burrachi for side in found.sides] == [len(kind) for kind in kinds]
        assert [side.clean for side in found.sides] == [kind.count("pulito") for kind in kinds]


def test_a_pozzetto_is_direct_when_the_last_card_was_laid() -> None:
    (deal,) = parse_record(
        '[BRN "1"]\n[Rules "fibur"]\n\n1. N d m:3h4h5h! x:4c\n2. E d x:6c!\n3. S d m:3d4d5d!\n* undo\n* undo\n'
    )
    assert [(taken.seat, taken.direct) for taken in pozzetti(deal)] == [("N", True)]


def sides_that_played(played: Played) -> set[int]:
    """The sides of which a turn of the last deal ended with its discard."""
    code = played.table.code
    turns = [line for line in played.table.records[-1].lines if isinstance(line, Turn)]
    return {code.side_of[code.seats.index(one.seat)] for one in turns if isinstance(one.actions[-1].action, Discard)}


@pytest.mark.parametrize(
    ("chairs", "rules"),
    [(FOUR, "febur"), (FOUR, "online"), (("p1", "p2", "p3"), "three-player"), (("p1", "p2"), "fibur")],
)
def test_a_match_given_up_before_each_side_had_a_turn_counts_nowhere(chairs: tuple[str, ...], rules: str) -> None:
    counted = set()
    for steps in range(2, LAP):
        played = play(chairs, 1, Settings(rules=rules), (steps, "p2", "resign"))
        found = facts_of(stored(played))
        assert (found is None) == (len(sides_that_played(played)) < len(played.table.code.sides))
        assert format_facts(found) == "null" or facts(played).given_up >= 0
        counted.add(found is not None)
    assert counted == {False, True}


def test_a_later_deal_given_up_so_early_loses_the_match_and_is_no_deal_that_was_played() -> None:
    whole = play(FOUR, 1, Settings(house="hands=2"))
    steps = sum(len(line.actions) for line in whole.table.records[0].lines if isinstance(line, Turn)) + 4
    found = facts(play(FOUR, 1, Settings(house="hands=2"), (steps, "p2", "resign")))
    assert found.deals == 1
    assert {seat.deals for _, seat in found.seats()} == {1}
    assert "p2" in found.sides[found.given_up].people
    assert side_of(found, "p2").vp == 0


@pytest.mark.parametrize(
    ("rules", "house", "vp", "mp"),
    [
        ("febur", "hands=3", 13, 450),
        ("febur", "", 13, 450),
        ("fitab", "hands=2", 14, 315),
        ("fitab", "hands=3", 14, 365),
        ("fitab", "", 12, 315),
        ("fitab", "teams=yes", 12, 365),
        ("fibur", "", 14, 305),
        ("fibur", "hands=5", 12, 355),
        ("international", "hands=4", 12, 305),
    ],
)
def test_a_match_given_up_after_a_lap_gives_the_award(rules: str, house: str, vp: int, mp: int) -> None:
    played = play(FOUR, 1, Settings(rules=rules, house=house), (LAP, "p2", "resign"))
    found = facts(played)
    guilty, others = side_of(found, "p2"), side_of(found, "p1")
    assert (guilty.place, others.place) == (2, 1)
    assert guilty.vp == 0
    assert found.sides[found.given_up] is guilty
    assert (others.vp, others.mp + guilty.mp) == (6 * vp, 0)
    match = played.table.match
    assert match is not None
    matured = match.totals[found.sides.index(others)] - match.totals[found.given_up]
    assert others.mp == max(mp, matured)


def test_a_match_given_up_online_is_worth_what_that_code_says() -> None:
    played = play(FOUR, 1, Settings(rules="online"), (LAP, "p2", "resign"))
    match = played.table.match
    assert match is not None
    assert match.award is not None
    assert match.award.vp is not None
    found = facts(played)
    assert [side.vp for side in found.sides] == [6 * vp for vp in match.award.vp]
    assert [side.mp for side in found.sides] == list(match.award.mp)


def test_who_leads_and_gives_up_gets_nothing_and_the_others_the_award() -> None:
    settings = Settings(house="hands=2")
    deals = [play(FOUR, seed, settings) for seed in range(1, 9)]
    leading = next(one for one in deals if one.results[0].totals != one.match.totals)
    first = leading.table.match
    assert first is not None
    ahead = 0 if first.deals[0].scores[0].total > first.deals[0].scores[1].total else 1
    leader = facts(leading).sides[ahead].people[0]
    seed = deals.index(leading) + 1
    steps = sum(len(line.actions) for line in leading.table.records[0].lines if hasattr(line, "actions")) + 4
    found = facts(play(FOUR, seed, settings, (steps, leader, "resign")))
    assert (side_of(found, leader).vp, side_of(found, leader).place) == (0, 2)
    assert found.sides[1 - ahead].vp == 6 * 14
    assert found.sides[1 - ahead].mp == 305


def test_a_length_without_a_table_has_no_victory_points() -> None:
    found = facts(play(FOUR, 1, Settings(house="hands=7"), (LAP, "p2", "resign")))
    assert [side.vp for side in found.sides] == [None, None]
    assert side_of(found, "p1").place == 1


def test_three_players_and_two_have_figures_of_their_own() -> None:
    three = facts(play(("p1", "p2", "p3"), 1, Settings(rules="three-player")))
    assert three.kind == THREES
    points = [side.vp for side in three.sides]
    assert sum(vp or 0 for vp in points) == 60  # 6, 3 and 1, in sixths
    assert [side.mp for side in three.sides] == [side.total for side in three.sides]
    two = facts(play(("p1", "p2"), 1))
    assert (two.kind, [len(side.seats) for side in two.sides]) == (SINGLES, [1, 1])


def test_three_players_with_equal_points_share_the_ranking_points() -> None:
    three = play(("p1", "p2", "p3"), 1, Settings(rules="three-player"))
    assert [side.vp for side in facts(three, "N 500 E 500 S 100").sides] == [27, 27, 6]  # sixths: 4½, 4½ and 1
    assert [side.place for side in facts(three, "N 500 E 900 S 500").sides] == [2, 1, 2]
    assert [side.vp for side in facts(three, "N 500 E 500 S 500").sides] == [20, 20, 20]
    assert facts(three, "N 500 E 500 S 100").winner == -1


def test_of_three_who_gives_up_is_last_and_the_others_keep_their_places() -> None:
    played = play(("p1", "p2", "p3"), 1, Settings(rules="three-player"), (LAP, "p2", "resign"))
    found = facts(played)
    assert (side_of(found, "p2").place, side_of(found, "p2").vp) == (3, 0)
    assert all((side.vp or 0) >= 20 for side in found.sides if "p2" not in side.people)


def test_of_three_where_one_gives_up_soon_the_better_of_the_others_has_the_place_before() -> None:
    """Both have less than nothing yet, and still not the same."""
    for seed in range(1, 6):
        found = facts(play(("p1", "p2", "p3"), seed, Settings(rules="three-player"), (LAP, "p2", "resign")))
        stayed = sorted([side for side in found.sides if "p2" not in side.people], key=lambda side: side.total)
        if stayed[0].total != stayed[1].total:
            assert [(side.place, side.vp) for side in stayed] == [(2, 20), (1, 36)]  # 3, but 10/3 at least; and 6


def test_a_computer_beside_a_person_is_no_practice_but_against_computers_alone_it_is() -> None:
    assert facts(play(("p1", "p2", CPU, CPU), 1)).is_ranked
    assert not facts(play(("p1", CPU, "p3", CPU), 1)).is_ranked


def test_who_leaves_keeps_the_result_but_not_what_the_computer_does() -> None:
    played = play(FOUR, 4, SHORT, (3, "p2", "leave"))
    found = facts(played)
    assert found.is_ranked
    assert side_of(found, "p2").place == side_of(facts(play(FOUR, 4)), "p2").place
    (seat,) = [seat for _, seat in found.seats() if seat.person == "p2"]
    assert (seat.deals, seat.away, seat.closings, seat.pozzetti, seat.computer) == (1, 1, 0, 0, "club")


def test_a_seat_belongs_to_whoever_held_it_in_most_deals() -> None:
    settings = Settings(house="hands=3")
    played = play(FOUR, 2, settings)
    seatings = [list(chairs) for chairs in played.table.seatings]
    place = [chair.person for chair in seatings[0]].index("p2")
    for deal, person in enumerate(["p2", "p5", "p5"]):
        seatings[deal][place] = replace(seatings[deal][place], person=person)
    match = replace(stored(played), players=players(played.table, seatings))
    found = facts_of(match)
    assert found is not None
    people = {seat.person: seat.deals for _, seat in found.seats()}
    assert people == {"p1": 3, "p3": 3, "p4": 3, "p5": 2}


def test_an_annulled_deal_does_not_count_and_neither_does_an_annulled_match() -> None:
    agreed = [(5, person, "agree") for person in ("p2", "p3", "p4")]
    played = play(FOUR, 3, SHORT, (5, "p1", "propose annul"), *agreed)
    assert len(parse_record(played.match.record)) == 2
    assert facts(played).deals == 1
    annulled = facts_of(stored(played, ""))
    assert annulled is not None
    assert (annulled.annulled, annulled.corrected) == (True, True)
    assert replace(annulled, annulled=False) == facts_of(stored(played, "played"))


def test_a_correction_counts_as_if_the_totals_had_been_so() -> None:
    found = facts(play(FOUR, 1), "NS 500 EW 300")
    assert found.corrected
    assert [(side.total, side.mp, side.vp, side.place) for side in found.sides] == [
        (500, 200, 6 * 12, 1),
        (300, -200, 6 * 8, 2),
    ]
    drawn = facts(play(FOUR, 1), "NS 300 EW 300")
    assert (drawn.winner, [side.place for side in drawn.sides]) == (-1, [1, 1])


def test_a_record_that_was_tampered_with_is_not_counted() -> None:
    match = stored(play(FOUR, 1))
    with pytest.raises(FalseRecord):
        facts_of(replace(match, record=match.record.replace('[Result "NS ', '[Result "NS 9')))
    with pytest.raises(ValueError, match="other deals"):
        facts_of(replace(match, players="[]"))
    with pytest.raises(ValueError, match="other seats"):
        facts_of(replace(match, players='[[["p1",""]]]'))


def test_facts_survive_their_text() -> None:
    found = facts(play(FOUR, 1))
    assert parse_facts(format_facts(found)) == found
    assert parse_facts(format_facts(None)) is None
    for text in ("{}", '{"v":0}', "[]", "{"):
        with pytest.raises(ValueError, match=r".*"):
            parse_facts(text)


def test_a_computer_s_level_is_told_where_it_was_the_same_in_every_deal() -> None:
    """Who opposite a person plays at another level may come and go with the person."""
    played = play(("p1", CPU, "p3", CPU), 2, Settings(house="hands=2"))
    seatings = [list(chairs) for chairs in played.table.seatings]
    levels = {seat.computer for _, seat in facts(played).seats() if not seat.person}
    assert levels == {"greedy"}
    place = [chair.computer for chair in seatings[1]].index("greedy")
    seatings[1][place] = replace(seatings[1][place], computer="heuristic")
    found = facts_of(replace(stored(played), players=players(played.table, seatings)))
    assert found is not None
    assert sorted(seat.computer for _, seat in found.seats() if not seat.person) == ["", "greedy"]
