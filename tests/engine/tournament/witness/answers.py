"""The three answers of the contract to one document, with the exit status."""

from collections.abc import Callable
from typing import Any

from tests.engine.tournament.witness.following import objection
from tests.engine.tournament.witness.form import Unusable, judge
from tests.engine.tournament.witness.pairing import NoPairing, next_round
from tests.engine.tournament.witness.standings import standings as standings_of
from tests.engine.tournament.witness.story import Story

Answer = tuple[int, dict[str, Any]]


def refused(event: int | None, reason: str) -> Answer:
    return 1, {"ok": False, "event": event, "reason": reason}


def check(document: Any) -> Answer:
    """Each event in turn, from nothing but the ones before."""
    try:
        judge(document)
    except Unusable as fault:
        return 2, {"ok": False, "event": None, "reason": "unusable", "message": str(fault)}
    for place, event in enumerate(document["events"]):
        reason = objection(Story(document, document["events"][:place]), event)
        if reason is not None:
            return refused(place + 1, reason)
    return 0, {"ok": True}


def of_a_right_file(document: Any, answer: Callable[[Story], Answer]) -> Answer:
    status, verdict = check(document)
    return (status, verdict) if status else answer(Story(document, document["events"]))


def pair(document: Any) -> Answer:
    return of_a_right_file(document, paired_next)


def paired_next(story: Story) -> Answer:
    try:
        return 0, next_round(story)
    except NoPairing as why:
        return refused(None, str(why))


def standings(document: Any) -> Answer:
    return of_a_right_file(document, ranked)


def ranked(story: Story) -> Answer:
    return 0, {"round": story.closed, "final": story.finished, "standings": standings_of(story)}


def all_three(document: Any) -> dict[str, Answer]:
    """The three answers, after one check."""
    status, verdict = check(document)
    if status:
        return dict.fromkeys(("check", "pair", "standings"), (status, verdict))
    story = Story(document, document["events"])
    return {"check": (0, verdict), "pair": paired_next(story), "standings": ranked(story)}
