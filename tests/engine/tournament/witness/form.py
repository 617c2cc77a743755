"""What makes a file unusable (status 2): judged over the whole document, before any event is weighed."""

import re
from typing import Any

from tests.engine.tournament.witness.tables import PAIRS, deals_of, table_name

CODES = ["febur", "online", "three-player", "fitab", "fibur", "international"]
KINDS = ["pairs", "teams", "individual", "singles", "three-player"]
BETWEEN_ENTRIES = ["mitchell", "danese", "danese-modificato", "italiana", "knock-out"]

WHOLE, WORD, LIST, TRUE_OR_FALSE = "whole", "word", "list", "boolean"
REQUIRED: dict[str, dict[str, str]] = {
    "paired": {"round": WHOLE, "tables": LIST, "bye": LIST},
    "late-entry": {"round": WHOLE, "entry": WORD, "minutes": WHOLE},
    "result": {"round": WHOLE, "table": WHOLE},
    "score": {"round": WHOLE, "table": WHOLE, "vp": LIST, "mp": LIST},
    "lateness": {"round": WHOLE, "entry": WORD, "minutes": WHOLE},
    "forfeit": {"round": WHOLE, "entry": WORD, "mp": LIST},
    "warning": {"round": WHOLE, "entry": WORD, "category": WORD},
    "penalty": {"round": WHOLE, "entry": WORD},
    "withdrawal": {"round": WHOLE, "entry": WORD},
    "replacement": {"entry": WORD, "out": WORD, "in": WORD, "reason": WORD},
    "lineup": {"round": WHOLE, "entry": WORD, "pairs": LIST},
    "timeout": {"round": WHOLE},
    "closed": {"round": WHOLE},
    "correction": {"replaces": WHOLE, "reason": WORD},
    "finished": {},
}
OPTIONAL: dict[str, dict[str, str]] = {
    "result": {"deals": LIST, "deals2": LIST, "mp": LIST, "winner": WORD},
    "score": {"winner": WORD},
    "penalty": {"vp": WHOLE, "mp": WHOLE},
    "withdrawal": {"temporary": TRUE_OR_FALSE, "mp": LIST},
    "closed": {"standings": LIST},
    "correction": {
        "deals": LIST,
        "deals2": LIST,
        "mp": LIST,
        "vp": LIST,
        "winner": WORD,
        "void": TRUE_OR_FALSE,
        "cause": WORD,
    },
}


class Unusable(Exception):
    """Why a document cannot be read as a tournament."""


def need(holds: bool, why: str) -> None:
    if not holds:
        raise Unusable(why)


def whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def is_a(kind: str, value: Any) -> bool:
    if kind == WHOLE:
        return whole(value)
    return isinstance(value, {WORD: str, LIST: list, TRUE_OR_FALSE: bool}[kind])


def judge(document: Any) -> None:
    """Raise Unusable unless every key is there and of its form."""
    need(isinstance(document, dict), "not an object")
    need(document.get("format") == "burraco-tournament", "format")
    need(whole(document.get("version")) and document["version"] == 1, "version")
    need(document.get("code") in CODES, "code")
    need(document.get("kind") in KINDS, "kind")
    need((document["code"] == "three-player") == (document["kind"] == "three-player"), "code and kind")
    judge_rounds(document)
    need(isinstance(document.get("seed"), str), "seed")
    need(re.fullmatch("[0-9a-fA-F]{64}", document["seed"]) is not None, "seed")
    judge_entries(document)
    judge_first(document)
    need(isinstance(document.get("events"), list), "events")
    for event in document["events"]:
        judge_event(event)


def judge_rounds(document: Any) -> None:
    rounds, deals, kind = document.get("rounds"), document.get("deals"), document["kind"]
    need(isinstance(rounds, list) and len(rounds) > 0, "rounds")
    allowed = BETWEEN_ENTRIES if kind in ("pairs", "teams", "singles") else [kind]
    need(all(method in allowed for method in rounds), "method")
    before_last_ones = rounds[: len(rounds) - rounds.count("knock-out")]
    need("knock-out" not in before_last_ones, "knock-out only as the last ones")
    if isinstance(deals, list):
        need(len(deals) == len(rounds), "deals: one number a round")
    every = deals if isinstance(deals, list) else [deals]
    need(all(whole(number) and 1 <= number <= 5 for number in every), "deals")
    need(kind != "three-player" or all(number == 3 for number in every), "deals of three-player")
    if document["code"] in PAIRS:
        for number in range(1, len(rounds) + 1):
            need(table_name(document, number) is not None, f"no table for {deals_of(document, number)} deals")
    need("step" not in document or (whole(document["step"]) and document["step"] >= 1), "step")
    need("qualifiers" not in document or (whole(document["qualifiers"]) and document["qualifiers"] >= 2), "qualifiers")


def judge_entries(document: Any) -> None:
    entries = document.get("entries")
    need(isinstance(entries, list) and len(entries) > 0, "entries")
    fewest, most = {"pairs": (2, 2), "teams": (4, 6)}.get(document["kind"], (1, 1))
    ids, names = [], []
    for entry in entries:
        need(isinstance(entry, dict), "entry")
        need(isinstance(entry.get("id"), str) and entry["id"] != "", "id")
        players = entry.get("players")
        need(isinstance(players, list) and all(isinstance(name, str) for name in players), "players")
        need(fewest <= len(players) <= most, "players")
        need(isinstance(entry.get("late", False), bool), "late")
        ids.append(entry["id"])
        names.extend(players)
    need(len(set(ids)) == len(ids), "an id stands twice")
    need(len(set(names)) == len(names), "a player stands twice")


def judge_first(document: Any) -> None:
    first = document.get("first", {"by": "order"})
    need(isinstance(first, dict) and first.get("by") in ("order", "lot", "arbiter"), "first")
    if first["by"] == "arbiter":
        order = first.get("order")
        need(isinstance(order, list) and all(isinstance(one, str) for one in order), "first.order")
        punctual = [entry["id"] for entry in document["entries"] if not entry.get("late", False)]
        need(sorted(order) == sorted(punctual), "first.order is not a permutation")


def judge_event(event: Any) -> None:
    need(isinstance(event, dict) and isinstance(event.get("type"), str), "event")
    kind = event["type"]
    need(kind in REQUIRED, f"unknown type {kind}")
    need(whole(event.get("n")), "n")
    for key, form in REQUIRED[kind].items():
        need(key in event and is_a(form, event[key]), f"{kind}: {key}")
    for key, form in OPTIONAL.get(kind, {}).items():
        need(key not in event or is_a(form, event[key]), f"{kind}: {key}")
    for key in ("mp", "vp"):
        if isinstance(event.get(key), list):
            need(all(whole(number) for number in event[key]), f"{kind}: {key}")
    for key in ("deals", "deals2"):
        for deal in event.get(key, []) if kind in ("result", "correction") else []:
            need(isinstance(deal, list) and all(whole(number) for number in deal), f"{kind}: {key}")
    if kind == "paired":
        need(all(isinstance(one, str) for one in event["bye"]), "paired: bye")
    if kind == "result":
        need("deals" in event or "mp" in event, "result: deals or mp")
    if kind == "correction":
        need("deals" in event or "mp" in event or "void" in event, "correction: what it puts in the place")
    if kind == "penalty":
        need(("vp" in event) != ("mp" in event), "penalty: exactly one of vp, mp")
