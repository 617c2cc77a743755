"""What labels show: no name wider than its place, and none that looks like another one of the same picture."""

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderers.fonts import width_of
from renderers.layout.sheet import Label, Rect
from renderers.lines import asked_of, lines_of
from renderers.paint import sheet_of
from renderers.scenes import DECKS, BoardScene, Look, Scene
from renderers.theme import THEMES
from tests.renderers.moments import stopped, table_scene
from tests.renderers.sheets import board_scene, moviola_scene, score_scene

OPEN = stopped("febur 4", 5, 60)
OVER = stopped("febur 4", 5, 9999)
FAMILY = "Maximiliane_Hohenzollern_Sigmaringen_"
FAMILIES = st.text("Waegilmost", min_size=12, max_size=40).map(str.strip)
LOOKS = [Look(theme, deck, width) for theme in THEMES for deck in DECKS for width in (360, 720, 1280)]


def lines_shown(*texts: str, room: int, size: int = 24) -> list[str]:
    """What labels with these texts show."""
    labels = [Label(Rect(0, 0, room, 30), text, size) for text in texts]
    lines = lines_of(labels, False)
    return [lines[asked_of(label, False)] for label in labels]


@pytest.mark.parametrize(
    ("names", "room", "lines"),
    [
        (("Anna", "Bruno Bianchi Verdi"), 120, ["Anna", "Bruno Bi…"]),
        (("Alessandro Maria Rossi", "Alessandro Maria Russo"), 180, ["Alessand…Rossi", "Alessan…Russo"]),
        (("Alessandro Maria Rossi", "Alessandro Maria Rossi (2)"), 180, ["Alessand…Rossi", "Aless…Rossi (2)"]),
        (("Alessandro Rossi", "Alessandro Rossi (2)"), 190, ["Alessandro Rossi", "Alessa…Rossi (2)"]),
        (("Maximilian_Hohenstein_1988", "Maximilian_Hohenstein_1989"), 120, ["Maximil…8", "Maximil…9"]),
    ],
)
def test_names_that_differ_late_keep_what_tells_them_apart(names: tuple[str, ...], room: int, lines: list[str]) -> None:
    assert lines_shown(*names, room=room) == lines


@given(st.lists(st.text(max_size=40), max_size=6), st.integers(8, 60), st.integers(0, 400), st.booleans())
def test_any_lines_fit(texts: list[str], size: int, room: int, bold: bool) -> None:
    labels = [Label(Rect(0, 0, room, 30), text, size, bold=bold) for text in texts]
    for key, line in lines_of(labels, False).items():
        assert width_of(line, size, bold) <= room, key


@given(FAMILIES, st.integers(100, 400))
def test_two_of_one_family_never_look_alike(family: str, room: int) -> None:
    names = [f"{family}{one}" for one in ("Rosa", "Rita", " Ada", " Eva")]
    assert len(set(lines_shown(*names, room=room))) == len(names)


def scenes() -> list[Scene]:
    """Everything that names people, all of one family."""
    seats = dict(zip("NESW", [f"{FAMILY}{one}" for one in ("Ada", "Bea", "Eva", "Ida")], strict=True))
    board = board_scene(12)
    rows = tuple((row[0], f"{FAMILY}{place}", *row[2:]) for place, row in enumerate(board.rows))
    sides = tuple(tuple(seats[seat] for seat in side) for side in OVER.code.sides)
    return [
        replace(table_scene(OPEN), names=seats),
        replace(score_scene([OVER]), sides=sides, names=seats),
        replace(moviola_scene(OPEN), names=seats),
        BoardScene(board.title, board.columns, rows),
    ]


@pytest.mark.parametrize("scene", scenes(), ids=lambda scene: type(scene).__name__)
@pytest.mark.parametrize("look", LOOKS, ids=lambda look: f"{look.theme}-{look.deck}-{look.width}")
def test_nobody_looks_like_their_cousin_on_any_picture(scene: Scene, look: Look) -> None:
    bold = THEMES[look.theme].bold
    labels = [item for item in sheet_of(scene, look).items if isinstance(item, Label)]
    lines = lines_of(labels, bold)
    named = [asked_of(label, bold) for label in labels if FAMILY in label.text]
    assert named
    for one, other in combinations(named, 2):
        assert one[0] == other[0] or lines[one] != lines[other]
