"""A table of a made page."""

from collections.abc import Sequence


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """The lines of it; no cell has a `|`."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(["| " + " | ".join(cells) + " |" for cells in lines]) + "\n"
