"""Boards and players' cards in words: a line a person, each figure with what it is, as a screen reader wants it."""

from collections.abc import Sequence
from typing import Final

from bot.words.languages import Language, say
from renderers.scenes import BoardScene, PlayerScene

_SIGNS: Final = {1: "+", 0: "=", -1: "−"}


def board_text(language: Language, scene: BoardScene) -> str:
    """Everything that the picture of a board shows: `1. Dario: VP 149, Won 7`."""
    title = f"{scene.title} ({scene.page})" if scene.page else scene.title
    lines = [_row(language, scene, row, mine=number == scene.marked) for number, row in enumerate(scene.rows)]
    if not scene.rows:
        lines.append(say(language, "scene.nobody"))
    if scene.mine:
        lines.append(_row(language, scene, scene.mine, mine=True))
    return "\n".join([line for line in (title, *lines, scene.note) if line])


def board_brief(language: Language, scene: BoardScene) -> str:
    """The same with the first figure of everybody, and the reader's own row before all others."""
    own = scene.mine or (scene.rows[scene.marked] if scene.marked >= 0 else ())
    others = [row for number, row in enumerate(scene.rows) if number != scene.marked]
    title = f"{scene.title} ({scene.page})" if scene.page else scene.title
    rows = [_row(language, scene, own, mine=True, figures=1)] if own else []
    rows += [_row(language, scene, row, mine=False, figures=1) for row in others]
    return "\n".join([title, *rows])


def _row(language: Language, scene: BoardScene, row: Sequence[str], mine: bool, figures: int = 99) -> str:
    """A person with so many figures."""
    place, name, *cells = row
    facts = [f"{head} {cell}" for head, cell in zip(scene.columns[2:], cells, strict=True) if cell][:figures]
    line = f"{place}. {name}{': ' if facts else ''}{', '.join(facts)}"
    return say(language, "board.mine", row=line) if mine else line


def player_text(language: Language, scene: PlayerScene) -> str:
    """Everything that the picture of a player's card shows."""
    lines = [f"{caption}: {figure}" for caption, figure in scene.figures]
    if scene.form:
        lines.append(say(language, "player.form", signs=" ".join([_SIGNS[sign] for sign in scene.form])))
    return "\n".join([line for line in (scene.name, *lines, scene.note) if line])
