"""What a window sends and is sent, as JSON: an object, which page of a tournament it is to show, an answer."""

import json
from dataclasses import asdict, replace
from typing import Any

from bot.gateway.inbound.request_json import LONGEST, Nonsense, number, sound
from bot.requests.answer import Answer, CautionPage, Choices, FillsUp
from bot.requests.tournaments.asks import ClubPage
from bot.words.languages import DEFAULT


def club_page(view: str, message: dict[str, Any]) -> ClubPage:
    """Which page of a tournament a window looks at; a secret opens its board, and what is broadcast there."""
    tournament = sound(message, "tournament")
    secret = sound(message, "secret") if view in ("board", "broadcast", "played", "shown") else ""
    place = ClubPage(tournament, DEFAULT, secret, played=number(message, "round"))
    if view == "played":
        return place
    if view in ("broadcast", "shown"):
        deal = max(0, number(message, "deal"))
        return replace(place, broadcast=number(message, "table"), course=view == "shown", deal=deal)
    return ClubPage(tournament, DEFAULT, secret, is_player=view == "page")


def object_of(data: str) -> dict[str, Any]:
    """What a window sent. Raises `Nonsense`, also for thousands of digits, or of lists in lists."""
    try:
        found = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise Nonsense("no JSON") from error
    if not isinstance(found, dict):
        raise Nonsense("no object")
    return found


def plain(answer: Answer) -> dict[str, Any]:
    """An answer, as a window is sent it."""
    return {
        "done": answer.done,
        "words": answer.words[: 4 * LONGEST],
        "table": answer.table,
        "ask": answer.ask,
        "yes": answer.page.yes if isinstance(answer.page, FillsUp) else "",
        "choices": [asdict(choice) for choice in answer.choices],
        "page": answer.json if not isinstance(answer.page, CautionPage | Choices) else {},
    }
