"""The moving picture of docs/playing.md: it moves, is small, and says in words what it shows."""

import re
from pathlib import Path
from typing import Any, Final

from PIL import Image

DOCS: Final = Path(__file__).parent.parent.parent / "docs"
MOST: Final = 1_500_000  # bytes


def test_playing_shows_a_turn_in_motion() -> None:
    found = re.search(
        r"!\[(?P<words>[^\]]{80,})\]\((?P<path>pictures/turn\.webp)\)", (DOCS / "playing.md").read_text("utf-8")
    )
    assert found is not None
    path = DOCS / found["path"]
    picture: Any
    with Image.open(path) as picture:
        assert picture.n_frames > 20
    assert path.stat().st_size < MOST
