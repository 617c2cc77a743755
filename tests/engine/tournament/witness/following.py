"""Whether an event follows from the ones before: one function a type, each refusing with one word of the contract."""

import json
from collections.abc import Callable
from typing import Any

from tests.engine.tournament.witness import scores
from tests.engine.tournament.witness.pairing import NoPairing, next_round
from tests.engine.tournament.witness.standings import standings
from tests.engine.tournament.witness.story import Event, Story, corrected
from tests.engine.tournament.witness.tables import deals_of

CATEGORIES = ["deal", "fan", "count", "pozzetto", "mixing", "lateness", "ethics", "other"]


class DoesNotFollow(Exception):
    """The reason, in one word of the contract."""


def need(holds: bool, reason: str) -> None:
    if not holds:
        raise DoesNotFollow(reason)


def objection(story: Story, event: Event) -> str | None:
    """Why the event does not follow from the story, None if it does."""
    try:
        need(event["n"] == len(story.events) + 1, "sequence")
        need(not story.finished, "finished")
        RULES[event["type"]](story, event)
    except (DoesNotFollow, NoPairing) as refused:
        return str(refused)
    return None


def same(one: Any, other: Any) -> bool:
    """Equal as JSON: true is not 1."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


# ---- what many ask


def the_current_round(story: Story, event: Event) -> None:
    need(event["round"] == story.current, "wrong-round")


def the_open_round(story: Story, event: Event) -> None:
    the_current_round(story, event)
    need(story.is_open, "round-closed")


def a_known_entry(story: Story, event: Event) -> None:
    need(event["entry"] in story.registered, "unknown-entry")
    need(event["entry"] in story.entrants, "not-admitted")


def an_undecided_table_of_the_entry(story: Story, event: Event) -> None:
    the_open_round(story, event)
    a_known_entry(story, event)
    need(story.table_of(story.current, event["entry"]) is not None, "unknown-table")
    need(scores.undecided_table_of(story, event["entry"]) is not None, "decided")


def an_undecided_table(story: Story, event: Event) -> None:
    the_open_round(story, event)
    need(event["table"] in story.tables(event["round"]), "unknown-table")
    need(scores.decided_by(story, event["round"], event["table"]) is None, "decided")


def whole_fives(numbers: list[int]) -> None:
    need(all(number % 5 == 0 for number in numbers), "multiple-of-5")


# ---- rounds


def paired(story: Story, event: Event) -> None:
    answer = next_round(story)
    need(event["round"] == answer["round"], "wrong-round")
    need(same([event["tables"], event["bye"]], [answer["tables"], answer["bye"]]), "wrong-pairing")


def closed(story: Story, event: Event) -> None:
    the_open_round(story, event)
    for table in story.tables(event["round"]):
        need(scores.decided_by(story, event["round"], table) is not None, "undecided")
    if "standings" in event:
        need(same(event["standings"], standings(Story(story.document, [*story.events, event]))), "wrong-standings")


def timeout(story: Story, event: Event) -> None:
    the_open_round(story, event)
    need(not story.timed_out(event["round"]), "window")


def finished(story: Story, event: Event) -> None:
    need(story.current > 0, "wrong-round")
    need(not story.is_open, "round-open")


# ---- results


def result(story: Story, event: Event) -> None:
    an_undecided_table(story, event)
    numbers_of_a_result(story, event)


def score(story: Story, event: Event) -> None:
    an_undecided_table(story, event)
    numbers_of_a_score(story, event)


def numbers_of_a_result(story: Story, event: Event) -> None:
    number = event["round"]
    lines = len(story.tables(number)[event["table"]])
    if "deals" in event:
        need(story.document["kind"] != "teams" or "deals2" in event, "deals")
        played = [event["deals"]]
        if story.document["kind"] == "teams":
            played.append(event["deals2"])
        for deals in played:
            need(1 <= len(deals) <= deals_of(story.document, number), "deals")
            need(len(deals) == deals_of(story.document, number) or story.timed_out(number), "deals")
            for deal in deals:
                need(len(deal) == lines, "deals")
                whole_fives(deal)
    else:
        need(len(event["mp"]) == lines, "deals")
        whole_fives(event["mp"])
    the_winner(story, event, scores.totals(story, event))


def numbers_of_a_score(story: Story, event: Event) -> None:
    lines = len(story.tables(event["round"])[event["table"]])
    need(len(event["mp"]) == lines and len(event["vp"]) == lines, "range")
    whole_fives(event["mp"])
    most = 36 if story.document["kind"] == "three-player" else 20
    need(all(0 <= points <= most for points in event["vp"]), "range")
    the_winner(story, event, event["mp"])


def the_winner(story: Story, event: Event, figures: list[int]) -> None:
    """Named where a knock-out match is equal, and nowhere else."""
    if story.method(event["round"]) == "knock-out" and figures[0] == figures[1]:
        need(event.get("winner") in ("NS", "EW"), "winner")
    else:
        need("winner" not in event, "winner")


def forfeit(story: Story, event: Event) -> None:
    need(story.document["code"] == "online", "not-in-this-code")
    need(story.document["kind"] != "individual", "not-in-this-kind")
    an_undecided_table_of_the_entry(story, event)
    need(len(event["mp"]) == 2, "range")
    whole_fives(event["mp"])


# ---- coming late


def late_entry(story: Story, event: Event) -> None:
    need(event["round"] == 1, "wrong-round")
    the_open_round(story, event)
    need(event["entry"] in story.registered, "unknown-entry")
    need(event["entry"] in story.late, "window")
    need(story.method(1) in ("mitchell", "danese", "danese-modificato", "italiana"), "window")
    need(event["minutes"] >= 0, "range")
    resting = [one for one in story.resting(1) if one in story.present]
    need(len(resting) == 1, "window")


def lateness(story: Story, event: Event) -> None:
    need(story.document["kind"] not in ("individual", "three-player"), "not-in-this-kind")
    the_open_round(story, event)
    a_known_entry(story, event)
    need(event["minutes"] > 0, "range")
    number, entry = event["round"], event["entry"]
    for before in story.events:
        if before["type"] == "lateness" and before["round"] == number:
            need(before["entry"] != entry, "decided")
    table = story.table_of(number, entry)
    need(table is not None, "unknown-table")
    assert table is not None
    decided = scores.decided_by(story, number, table)
    if decided is not None:
        need(scores.is_no_show(decided[0]) and decided[0]["entry"] != entry and event["minutes"] > 10, "decided")


# ---- warnings and penalties


def warning(story: Story, event: Event) -> None:
    need(story.current > 0, "wrong-round")
    the_current_round(story, event)
    a_known_entry(story, event)
    need(event["category"] in CATEGORIES, "range")


def penalty(story: Story, event: Event) -> None:
    need(story.current > 0, "wrong-round")
    the_current_round(story, event)
    a_known_entry(story, event)
    if "mp" in event:
        whole_fives([event["mp"]])
    need(event.get("mp", event.get("vp")) > 0, "range")
    need(event.get("vp", 0) <= 20, "range")


# ---- people


def withdrawal(story: Story, event: Event) -> None:
    the_current_round(story, event)
    a_known_entry(story, event)
    need(event["entry"] in story.present, "withdrawn")
    if event.get("temporary", False):
        need(story.document["kind"] in ("pairs", "teams", "singles"), "not-in-this-kind")
        need(story.document["code"] not in ("febur", "online"), "not-in-this-code")
        need(story.current > 0 and story.method(story.current) != "knock-out", "window")
        an_undecided_table_of_the_entry(story, event)
    if "mp" in event and story.document["kind"] != "three-player":
        need(len(event["mp"]) == 2, "range")
        whole_fives(event["mp"])


def replacement(story: Story, event: Event) -> None:
    need(event["entry"] in story.registered, "unknown-entry")
    need(event["reason"] != "", "reason-missing")
    need(event["out"] in story.players(event["entry"]), "players")
    need(all(event["in"] not in story.players(one) for one in story.registered), "players")


def lineup(story: Story, event: Event) -> None:
    need(story.document["kind"] == "teams", "not-in-this-kind")
    an_undecided_table_of_the_entry(story, event)
    pairs = event["pairs"]
    need(len(pairs) == 2 and all(isinstance(pair, list) and len(pair) == 2 for pair in pairs), "players")
    named = [*pairs[0], *pairs[1]]
    need(all(isinstance(name, str) for name in named) and len(set(named)) == 4, "players")
    need(all(name in story.players(event["entry"]) for name in named), "players")


# ---- corrections


def correction(story: Story, event: Event) -> None:
    first, now = version_named(story, event["replaces"])
    need(event["reason"] != "", "reason-missing")
    cause = event.get("cause", "sum")
    need(cause in ("sum", "swap"), "range")
    swap = cause == "swap" and story.document["code"] == "febur"  # elsewhere the cause is a note
    if first["type"] in ("warning", "penalty"):
        need(event.get("void", False), "unknown-event")
        need(not swap, "not-a-swap")
    elif first["type"] == "withdrawal":
        need(event.get("void", False), "range")
        need(story.is_open and first["round"] == story.current, "window")
        table = story.table_of(story.current, first["entry"])
        assert table is not None
        sitting = [entry for line in story.tables(story.current)[table] for entry in line]
        need(not any(entry in story.withdrawn for entry in sitting), "withdrawn")
    else:
        need("void" not in event, "range")
        after = corrected(first, event)
        (numbers_of_a_score if after["type"] == "score" else numbers_of_a_result)(story, after)
        if swap:
            need(is_swap(story, now, after), "not-a-swap")
    if story.document["code"] == "febur" and not swap:
        need(story.current == first["round"], "window")


def version_named(story: Story, number: int) -> tuple[Event, Event]:
    """The event that is corrected, as it first was and as it counts now."""
    for event in story.events:
        is_for_a_time = event["type"] == "withdrawal" and event.get("temporary", False)
        if is_for_a_time or event["type"] in ("result", "score", "warning", "penalty"):
            in_force, now = story.version(event)
            if in_force == number:
                need(now is not None, "replaced")
                assert now is not None
                return event, now
    raise DoesNotFollow("replaced" if 1 <= number <= len(story.events) else "unknown-event")


def is_swap(story: Story, before: Event, after: Event) -> bool:
    """The same result (by totals) or score with its lines exchanged."""
    if before["type"] != after["type"]:
        return False
    if before["type"] == "score":
        same_points: bool = before["vp"] == after["vp"][::-1] and before["mp"] == after["mp"][::-1]
        return same_points
    return scores.totals(story, before) == scores.totals(story, after)[::-1]


RULES: dict[str, Callable[[Story, Event], None]] = {
    "paired": paired,
    "late-entry": late_entry,
    "result": result,
    "score": score,
    "lateness": lateness,
    "forfeit": forfeit,
    "warning": warning,
    "penalty": penalty,
    "withdrawal": withdrawal,
    "replacement": replacement,
    "lineup": lineup,
    "timeout": timeout,
    "closed": closed,
    "correction": correction,
    "finished": finished,
}
