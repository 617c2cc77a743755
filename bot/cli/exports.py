"""Boards and players' cards from JSON files: plain shapes that anybody can write. docs/scripting.md describes them.

What cannot be read raises `Unusable`, in one line that says where.
"""

import json
from collections.abc import Mapping
from math import isfinite
from typing import Any, Final

from bot.cli.output import Unusable
from bot.words.languages import Language
from bot.words.scene_words import scene_words
from engine.cards import shorten
from renderers.scenes import BoardScene, PlayerScene

SIGNS: Final = {"+": 1, "=": 0, "-": -1}
_BOARD: Final = frozenset({"title", "columns", "rows", "page", "note", "marked", "mine"})
_PLAYER: Final = frozenset({"name", "figures", "form", "note"})


def parse_export(text: str, where: str) -> Mapping[str, Any]:
    """The object of a JSON text; `where` is the file's name, for complaints."""
    try:
        found = json.loads(text)
    except json.JSONDecodeError as error:
        raise Unusable(f"{where}:{error.lineno}: no JSON: {error.msg}") from None
    except (RecursionError, ValueError):  # ValueError: a figure of thousands of digits
        raise Unusable(f"{where}: no JSON that could be a board") from None
    if not isinstance(found, dict):
        raise Unusable(f"{where}: a JSON object is needed")
    return found


def board_of(export: Mapping[str, Any], language: Language, where: str) -> BoardScene:
    """A board, or standings."""
    _require_known_keys(export, _BOARD, where)
    rows = tuple(_cells(row, f"{where}: row {number}") for number, row in enumerate(_list(export, "rows", where), 1))
    marked = export.get("marked", 0)
    if not isinstance(marked, int) or isinstance(marked, bool) or not 0 <= marked <= len(rows):
        raise Unusable(f"{where}: marked is the number of a row, from 1")
    return BoardScene(
        title=_text(export.get("title", ""), f"{where}: title"),
        columns=_cells(_list(export, "columns", where), f"{where}: columns"),
        rows=rows,
        page=_text(export.get("page", ""), f"{where}: page"),
        note=_text(export.get("note", ""), f"{where}: note"),
        marked=marked - 1,
        mine=_cells(export.get("mine", []), f"{where}: mine"),
        words=scene_words(language),
    )


def player_of(export: Mapping[str, Any], language: Language, where: str) -> PlayerScene:
    """A player's card."""
    _require_known_keys(export, _PLAYER, where)
    figures = export.get("figures", {})
    if not isinstance(figures, dict):
        raise Unusable(f"{where}: figures is an object: a figure for each caption")
    form = export.get("form", "")
    if not isinstance(form, str) or set(form) - set(SIGNS):
        raise Unusable(f"{where}: form is a text of +, = and -, the latest match last")
    return PlayerScene(
        name=_text(export.get("name", ""), f"{where}: name"),
        figures=tuple((caption, _text(figure, f"{where}: {shorten(caption)}")) for caption, figure in figures.items()),
        form=tuple(SIGNS[sign] for sign in form),
        note=_text(export.get("note", ""), f"{where}: note"),
        words=scene_words(language),
    )


def _require_known_keys(export: Mapping[str, Any], keys: frozenset[str], where: str) -> None:
    strange = sorted(export.keys() - keys)
    if strange:
        raise Unusable(f"{where}: {shorten(strange[0])!r} is not known; there are {', '.join(sorted(keys))}")


def _list(export: Mapping[str, Any], key: str, where: str) -> list[Any]:
    found = export.get(key)
    if not isinstance(found, list):
        raise Unusable(f"{where}: {key} is a list, and must be there")
    return found


def _cells(row: object, where: str) -> tuple[str, ...]:
    if not isinstance(row, list):
        raise Unusable(f"{where}: a list of texts and numbers is needed")
    return tuple(_text(cell, where) for cell in row)


def _text(value: object, where: str) -> str:
    """A text or a number, as text; null is nothing."""
    if value is None:
        return ""
    endless = isinstance(value, float) and not isfinite(value)
    if isinstance(value, bool) or not isinstance(value, str | int | float) or endless:
        raise Unusable(f"{where}: a text or a number is needed")
    return str(value)
