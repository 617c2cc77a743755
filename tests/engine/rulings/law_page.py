"""Reads the tables of irregularities in the rule pages beside the project, as they are written there."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

MACROS = "INT|PEN|ASC|DESC|BAN-O|BAN-P|BAN-L|ND|TEMP|DEF|DEFER-CLOSE|DEFER-POZ"
IDS = re.compile(r"(?:F|T)-[0-9A-Za-z.]+")


class Printed(NamedTuple):
    """A row: its cells by the heads of their columns, those of its table that it lacks left out."""

    id: str
    cells: Mapping[str, str]

    @property
    def macros(self) -> set[str]:
        """The macros that its consequence names."""
        text = self.cells["consequence"].replace("no PEN", "")
        return set(re.findall(rf"(?<![\w-])(?:{MACROS})(?![\w-])", text))

    @property
    def marks(self) -> set[str]:
        return set(re.findall(r"(?<![\w-])(?:A|B\*|B|C)(?![\w*])", self.cells["mark"].replace("\\", "")))

    @property
    def windows(self) -> set[str]:
        """Each window that its moment names, `W1-W4` and `W2+` spelled out."""
        text = self.cells["when"]
        found = set[int]()
        for first, plus, last in re.findall(r"W(\d)(?:(\+)|(?:-| until |…)W(\d))?", text):
            end = 5 if plus else int(last or first)
            found |= set(range(int(first), end + 1))
        before = re.search(r"before W(\d)", text)
        if before:
            found = set(range(min(found), int(before[1])))
        return {f"W{number}" for number in found}


def printed_rows(shared: Path) -> Iterator[Printed]:
    """Every row of section 1 of the page, in its order, the two of the three-player code last."""
    text = (shared / "rules" / "law.md").read_text(encoding="utf-8")
    section = text[text.index("# 1. Referee law") : text.index("# 2. `live` mode")]
    heads: list[str] = []
    for line in section.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else []
        if cells and cells[0] == "id":
            heads = cells
        elif cells and IDS.match(cells[0]):
            for one in cells[0].split(", "):
                yield Printed(one, dict(zip(heads, cells, strict=False)))
    for one in re.findall(r"\*\*(T3-\d)\*\*", section):
        yield Printed(one, {})
