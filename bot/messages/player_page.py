"""A player's card as a page: figures with their captions by kind of match, the latest results, head to head."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.boards.facts import PAIRS, THREES
from bot.boards.figures import Figures
from bot.boards.players import HeadToHead, KindCard, PlayerCard
from bot.boards.text import PROVISIONAL, Write, average, match_points, strength, victory_points
from bot.messages.boards_page import head, number_format, player_name, rank
from bot.messages.message import Message
from bot.messages.quotes import as_partners, as_rivals
from bot.messages.text_board import player_text
from bot.words.languages import Language, say
from bot.words.scene_words import scene_words
from renderers.scenes import PlayerScene

_FORM: Final = {"+": 1, "=": 0, "-": -1}


def player_page(
    language: Language,
    name: str,
    card: PlayerCard,
    heads: Sequence[HeadToHead],
    *,
    asker: str = "",
    strongest: bool = False,
    plain: bool = False,
    own: Sequence[str] = (),
) -> dict[str, Any]:
    """`name`, `of`, `person`, `kinds` (each with `title`, `figures`, `form`, `ranked`), `notes`, `own`, `empty`.

    `ranked` is how many matches count; `empty` says what counts where none does. `plain`: numbers are for a program.
    The notes are about the `asker`, whose figures `heads` are, and name them: others read them too. So do the `quotes`,
    sentences to repeat; `strongest`: these two are the strongest pair there. `own` is for nobody but whose card it is.
    """
    write = number_format(language, plain=plain)
    names = {"name": player_name(language, asker), "other": player_name(language, name)}
    return {
        "name": player_name(language, name),
        "of": name,
        "person": card.person,
        "kinds": [_kind(language, kind, write) for kind in card.kinds],
        "quotes": _quotes(language, heads, names, strongest=strongest),
        "notes": [line for one in heads for line in _heads(language, one, names)],
        "own": list(own),
        "empty": "" if any(kind.ranked.matches for kind in card.kinds) else _empty(language, card),
    }


def _empty(language: Language, card: PlayerCard) -> str:
    practice = sum(kind.practice.matches for kind in card.kinds)
    return say(language, "player.empty", practice=str(practice or ""))


def _kind(language: Language, kind: KindCard, write: Write) -> dict[str, Any]:
    figures = {**(_ranked(kind, write) if kind.ranked.matches else {}), "practice": str(kind.practice.matches or "")}
    return {
        "title": rank(language, "kind", kind.kind),
        "figures": [[head(language, kind.kind, key), figure] for key, figure in figures.items() if figure],
        "form": [_FORM[sign] for sign in kind.form],
        "ranked": kind.ranked.matches,
    }


def _ranked(kind: KindCard, write: Write) -> dict[str, str]:
    """The figures of the matches that count, by the word of their caption; "" for none."""
    ranked, rating = kind.ranked, kind.rating
    mark = PROVISIONAL if rating.provisional else ""
    return {
        "matches": str(ranked.matches),
        "wins": str(ranked.wins),
        "vp": victory_points(ranked.vp, write),
        "average": average(ranked, write),
        "best": "" if kind.best_vp is None else victory_points(kind.best_vp, write),
        "mp": match_points(ranked.mp, write),
        "clean": str(ranked.clean),
        "closings": str(ranked.closings),
        "direct": str(ranked.direct),
        "rating": mark + strength(rating.mu, rating.sigma, write),
    }


def _heads(language: Language, heads: HeadToHead, names: Mapping[str, str]) -> list[str]:
    against = {**names, **_facts(language, heads.against), "ranking": ""}
    if heads.kind == THREES:
        against |= {"average": "", "ranking": against["average"]}
    beside = {**names, **_facts(language, heads.beside)}
    found = [
        say(language, "heads.against", **against) if heads.against.matches else "",
        say(language, "heads.beside", **beside) if heads.beside.matches else "",
    ]
    return [_kind_head(language, heads) + line for line in found if line]


def _kind_head(language: Language, heads: HeadToHead) -> str:
    """What stands before a line about matches that are not between pairs."""
    return "" if heads.kind == PAIRS else f"{rank(language, 'kind', heads.kind)}: "


def _quotes(language: Language, heads: Sequence[HeadToHead], names: Mapping[str, str], *, strongest: bool) -> list[str]:
    found = []
    for one in heads:
        rivals = as_rivals(language, names["name"], names["other"], one) if one.kind != THREES else ""
        best = strongest and one.kind == PAIRS
        partners = as_partners(language, names["name"], names["other"], one.beside, strongest=best)
        found += [_kind_head(language, one) + line for line in (rivals, partners) if line]
    return found


def _facts(language: Language, figures: Figures) -> dict[str, str | int]:
    found = average(figures, number_format(language))
    return {"count": figures.matches, "wins": figures.wins, "average": found}


def player_message(language: Language, page: Mapping[str, Any]) -> Message:
    """The card for a chat: the first kind that counts as a picture, all in words; what counts, where none does."""
    own = _own(language, page)
    if page["empty"]:
        return Message(language, page["name"], (page["empty"], *own))
    first = next(kind for kind in page["kinds"] if kind["ranked"])
    lines = [f"{kind['title']}: {_line(kind)}" for kind in page["kinds"]]
    scene = PlayerScene(
        page["name"],
        tuple((caption, figure) for caption, figure in first["figures"]),
        tuple(first["form"]),
        note=". ".join([first["title"], *([" ".join(page["notes"])] if page["notes"] else [])]),
        words=scene_words(language),
    )
    text = (*page["quotes"], *lines, *page["notes"], *own)
    return Message(language, page["name"], text, scene, alt=player_text(language, scene))


def _own(language: Language, page: Mapping[str, Any]) -> list[str]:
    return [say(language, "own.title"), *page["own"]] if page["own"] else []


def _line(kind: Mapping[str, Any]) -> str:
    return ", ".join([f"{caption} {figure}" for caption, figure in kind["figures"]])
