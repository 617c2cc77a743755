"""A player's card as a page: figures with their captions by kind of match, the latest results, head to head."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.boards.facts import PAIRS, SIXTHS
from bot.boards.figures import Figures
from bot.boards.players import Card, HeadToHead, KindCard
from bot.chat.messages.boards_page import rank
from bot.chat.messages.message import Message
from bot.chat.messages.text_board import player_text
from bot.chat.speech.languages import Language, say
from bot.chat.speech.scene_words import scene_words
from renderers.scenes import PlayerScene

_FORM: Final = {"+": 1, "=": 0, "-": -1}


def player_page(language: Language, name: str, card: Card, heads: Sequence[HeadToHead]) -> dict[str, Any]:
    """`name`, `person`, `kinds` (each with `title`, `figures`, `form`), `notes`."""
    return {
        "name": name or say(language, "player.nameless"),
        "person": card.person,
        "kinds": [_kind(language, kind) for kind in card.kinds],
        "notes": [line for one in heads for line in _heads(language, one)],
    }


def _kind(language: Language, kind: KindCard) -> dict[str, Any]:
    ranked, practice = kind.ranked, kind.practice
    best = "" if kind.best_vp is None else f"{kind.best_vp / SIXTHS:.4g}"
    mark = "~" if kind.rating.provisional else ""
    figures = {
        "matches": str(ranked.matches),
        "wins": str(ranked.wins),
        "vp": f"{ranked.points:.4g}",
        "average": f"{ranked.average:.2f}",
        "best": best,
        "mp": f"{ranked.mp:+}" if ranked.mp else "0",
        "clean": str(ranked.clean),
        "closings": str(ranked.closings),
        "direct": str(ranked.direct),
        "rating": f"{mark}{kind.rating.mu:.1f}±{kind.rating.sigma:.1f}" if ranked.matches else "",
        "practice": str(practice.matches) if practice.matches else "",
    }
    return {
        "title": rank(language, "kind", kind.kind),
        "figures": [[rank(language, "head", key), figure] for key, figure in figures.items() if figure],
        "form": [_FORM[sign] for sign in kind.form],
    }


def _heads(language: Language, heads: HeadToHead) -> list[str]:
    against, beside = _facts(heads.against), _facts(heads.beside)
    found = [
        say(language, "heads.against", **against) if heads.against.matches else "",
        say(language, "heads.beside", **beside) if heads.beside.matches else "",
    ]
    kind = "" if heads.kind == PAIRS else f"{rank(language, 'kind', heads.kind)}: "
    return [kind + line for line in found if line]


def _facts(figures: Figures) -> dict[str, str | int]:
    return {"count": figures.matches, "wins": figures.wins, "average": f"{figures.average:.2f}"}


def player_message(language: Language, page: Mapping[str, Any]) -> Message:
    """The card for a chat: the kind that he plays most, as a picture; all kinds in words."""
    if not page["kinds"]:
        return Message(language, page["name"], (scene_words(language)["nobody"],))
    first = page["kinds"][0]
    lines = [f"{kind['title']}: {_line(kind)}" for kind in page["kinds"]]
    scene = PlayerScene(
        page["name"],
        tuple([(caption, figure) for caption, figure in first["figures"]]),
        tuple(first["form"]),
        note=" ".join(page["notes"]) or first["title"],
        words=scene_words(language),
    )
    return Message(language, page["name"], (*lines, *page["notes"]), scene, alt=player_text(language, scene))


def _line(kind: Mapping[str, Any]) -> str:
    return ", ".join([f"{caption} {figure}" for caption, figure in kind["figures"]])
