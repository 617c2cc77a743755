"""Line-ups of teams: sealed until both are there, and what a team plays that hands none in."""

from typing import Any

import pytest

from engine.tournament.line_ups import (
    LineUpRefused,
    MatchLineUps,
    hand_in,
    is_open,
    keys_of,
    open_line_ups,
    sealed_line_ups,
    seen_by,
)
from engine.tournament.state import Pairs
from tests.engine.tournament.evening import Evening

UNTIL = 600_000


def teams(rounds: int = 1) -> Evening:
    """Two teams of four and one reserve, who meet in each round."""
    evening = Evening("febur", "teams", 2, ["danese"] * rounds)
    for entry in evening.document["entries"]:
        entry["players"].append(f"{entry['id']}.5")
    evening.pair()
    return evening


def match(evening: Evening) -> MatchLineUps:
    return sealed_line_ups(evening.progress(), 1, UNTIL)


def of(team: str, *players: int) -> Pairs:
    one, two, three, four = [f"{team}.{number}" for number in players]
    return (one, two), (three, four)


def with_line_up(before: MatchLineUps, team: str, pairs: Pairs, at: int = 0) -> MatchLineUps:
    found = hand_in(before, team, pairs, at)
    assert isinstance(found, MatchLineUps), found
    return found


def why_not(before: MatchLineUps, team: str, pairs: Pairs, at: int = 0) -> str:
    found = hand_in(before, team, pairs, at)
    assert isinstance(found, LineUpRefused)
    return found.reason


def test_a_line_up_is_sealed_until_both_are_there() -> None:
    first = with_line_up(match(teams()), "p1", of("p1", 1, 3, 2, 5))
    assert not is_open(first, UNTIL - 1)
    assert open_line_ups(first, UNTIL - 1) == ()
    assert seen_by(first, "p2", UNTIL - 1) == ()
    assert [one.team for one in seen_by(first, "p1", UNTIL - 1)] == ["p1"]
    assert seen_by(first, "p9", UNTIL - 1) == ()
    both = with_line_up(first, "p2", of("p2", 1, 2, 3, 4))
    assert [(one.team, one.pairs, one.source) for one in open_line_ups(both, 0)] == [
        ("p1", of("p1", 1, 3, 2, 5), "own"),
        ("p2", of("p2", 1, 2, 3, 4), "own"),
    ]
    assert seen_by(both, "p1", 0) == seen_by(both, "p2", 0) == open_line_ups(both, 0)


def test_what_a_team_sees_does_not_depend_on_the_other_while_it_is_sealed() -> None:
    """The other team's line-up, or that there is one, changes nothing that this team sees."""
    start = match(teams())
    one = with_line_up(start, "p2", of("p2", 1, 2, 3, 4))
    other = with_line_up(start, "p2", of("p2", 5, 4, 3, 2))
    assert seen_by(start, "p1", 0) == seen_by(one, "p1", 0) == seen_by(other, "p1", 0)


def test_a_team_may_change_its_own_while_it_is_sealed_and_nothing_afterwards() -> None:
    first = with_line_up(match(teams()), "p1", of("p1", 1, 2, 3, 4))
    again = with_line_up(first, "p1", of("p1", 5, 2, 3, 4))
    both = with_line_up(again, "p2", of("p2", 1, 2, 3, 4))
    assert open_line_ups(both, 0)[0].pairs == of("p1", 5, 2, 3, 4)
    assert why_not(both, "p1", of("p1", 1, 2, 3, 4)) == "open"
    assert why_not(first, "p2", of("p2", 1, 2, 3, 4), UNTIL) == "open"


def test_who_hands_none_in_plays_as_named_at_first_and_then_as_before() -> None:
    evening = teams(rounds=2)
    assert [(one.pairs, one.source) for one in open_line_ups(match(evening), UNTIL)] == [
        (of("p1", 1, 2, 3, 4), "as-named"),
        (of("p2", 1, 2, 3, 4), "as-named"),
    ]
    for one in open_line_ups(with_line_up(match(evening), "p1", of("p1", 5, 2, 4, 1)), UNTIL):
        evening.add(**_event(keys_of(match(evening), one)))
    evening.result(1, 0, 0)
    evening.close()
    evening.pair()
    assert [(one.pairs, one.source) for one in open_line_ups(match(evening), UNTIL)] == [
        (of("p1", 5, 2, 4, 1), "before"),
        (of("p2", 1, 2, 3, 4), "before"),
    ]


def _event(keys: dict[str, Any]) -> dict[str, Any]:
    return {"kind" if key == "type" else key: value for key, value in keys.items()}


def test_who_was_replaced_is_replaced_in_the_line_up_too() -> None:
    evening = teams(rounds=2)
    evening.add("lineup", round=1, entry="p1", pairs=[["p1.5", "p1.2"], ["p1.4", "p1.1"]])
    evening.add("replacement", entry="p1", out="p1.2", reason="ill", **{"in": "Zoe"})
    evening.result(1, 0, 0)
    evening.close()
    evening.pair()
    assert open_line_ups(match(evening), UNTIL)[0].pairs == (("p1.5", "Zoe"), ("p1.4", "p1.1"))
    assert why_not(match(evening), "p1", of("p1", 1, 2, 3, 4)) == "players"


@pytest.mark.parametrize(
    ("team", "pairs", "reason"),
    [
        ("p3", of("p3", 1, 2, 3, 4), "not-in-this-match"),
        ("p1", of("p1", 1, 2, 3, 1), "players"),
        ("p1", of("p2", 1, 2, 3, 4), "players"),
        ("p1", of("p1", 1, 2, 3, 6), "players"),
        ("p1", of("p1", 1, 2, 3, 4)[:1], "players"),
    ],
)
def test_a_line_up_is_four_players_of_that_team(team: str, pairs: Pairs, reason: str) -> None:
    assert why_not(match(teams()), team, pairs) == reason
