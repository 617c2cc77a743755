"""Appeals: who decides, once, at once, for good (fitab art. 38)."""

from dataclasses import replace

import pytest

from engine.tournament.jury import (
    AppealAct,
    AppealDecided,
    Appealed,
    AppealRefused,
    Appeals,
    Arbiters,
    ContestedRuling,
    after,
    judge,
    waiting,
)

RULING = ContestedRuling("r1", 2, "Rita", frozenset({"Anna", "Bruno", "Carla", "Dario"}))
ARBITERS = Arbiters(("Rita", "Sara"), jury="Tina")
APPEAL = Appealed(0, "Anna", RULING, paired=2)
DECIDED = AppealDecided(1, "Tina", "r1", upheld=False, reason="the card was seen")


@pytest.mark.parametrize(
    ("arbiters", "ruling", "who"),
    [
        (ARBITERS, RULING, ("Tina", "jury")),
        (ARBITERS, replace(RULING, by="Tina"), ("Rita", "head-arbiter")),
        (replace(ARBITERS, jury="Anna"), RULING, ("Rita", "head-arbiter")),
        (replace(ARBITERS, jury=""), RULING, ("Rita", "head-arbiter")),
        (replace(ARBITERS, jury=""), replace(RULING, by="Sara"), ("Rita", "head-arbiter")),
        (Arbiters(("Anna", "Sara")), RULING, ("Sara", "arbiter")),
        (Arbiters(("Rita",)), RULING, ("Rita", "arbiter")),
        (Arbiters(("Anna",)), replace(RULING, by="bot"), ("bot", "arbiter")),
        (Arbiters(()), RULING, ("Rita", "arbiter")),
    ],
)
def test_who_decides(arbiters: Arbiters, ruling: ContestedRuling, who: tuple[str, str]) -> None:
    found = judge(arbiters, ruling)
    assert (found.person, found.capacity) == who


def appeals(*acts: AppealAct) -> Appeals:
    found: Appeals = ()
    for act in acts:
        following = after(found, act, ARBITERS)
        assert isinstance(following, tuple), following
        found = following
    return found


def why_not(*acts: AppealAct) -> str:
    """Why the last act is not taken; those before it are."""
    found = after(appeals(*acts[:-1]), acts[-1], ARBITERS)
    assert isinstance(found, AppealRefused)
    return found.reason


def test_an_appeal_is_decided_once_and_for_good() -> None:
    assert waiting(appeals(APPEAL)) == appeals(APPEAL)
    (decided,) = appeals(APPEAL, DECIDED)
    assert decided.decision == DECIDED
    assert waiting((decided,)) == ()
    assert why_not(APPEAL, DECIDED, replace(DECIDED, upheld=True)) == "final"
    assert why_not(APPEAL, DECIDED, replace(APPEAL, by="Carla")) == "final"
    assert why_not(APPEAL, replace(APPEAL, by="Carla")) == "open"


def test_only_who_plays_there_appeals_and_only_until_the_next_pairing() -> None:
    assert why_not(replace(APPEAL, by="Zoe")) == "not-concerned"
    assert why_not(replace(APPEAL, by="Rita")) == "not-concerned"
    assert why_not(replace(APPEAL, paired=3)) == "too-late"


def test_only_the_judge_decides_with_a_reason() -> None:
    assert why_not(DECIDED) == "not-open"
    assert why_not(APPEAL, replace(DECIDED, by="Rita")) == "not-the-judge"
    assert why_not(APPEAL, replace(DECIDED, reason=" ")) == "reason-missing"
