"""Victory Points (V.P.): the printed tables, which one serves a match, and what a difference in Match Points is worth.

A table has eleven rows, 10-10 to 20-0. Its tops are the inclusive upper ends of the first ten; a row begins five points
above the one before, for every Match Point total is a multiple of five. The tables, and which of them a code borrows
where it prints none, are in the rule files: a new table is a new entry there, and nothing here changes.
"""

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from engine.rules import RULE_SETS, Rules, RulesError, rule_file

DRAW: Final = 10  # Victory Points of each side in the first row
ROWS: Final = 11
STEP: Final = 5  # Match Points
FORMATS: Final = ("deals", "teams", "target")
ANY: Final = "any"  # a match of any length


@dataclass(frozen=True, slots=True)
class Table:
    """A printed table: the code that prints it, its name there, the tops of its first ten rows in Match Points."""

    code: str
    name: str
    tops: tuple[int, ...]
    article: str
    printed: str  # the last row, as printed


def read_table(code: str, name: str, entry: Mapping[str, Any]) -> Table:
    """One table of a rule file, checked. Raises `RulesError`."""
    where = f"{code}.toml: victory_points: {name}"
    if not isinstance(entry, dict) or set(entry) != {"tops", "article", "printed"}:
        raise RulesError(f"{where}: must have tops, article and printed")
    tops, article, printed = entry["tops"], entry["article"], entry["printed"]
    if not (isinstance(article, str) and article and isinstance(printed, str) and printed):
        raise RulesError(f"{where}: article and printed must be texts")
    if not isinstance(tops, list) or len(tops) != ROWS - 1 or not all(type(top) is int for top in tops):
        raise RulesError(f"{where}: tops must be {ROWS - 1} whole numbers")
    if any(top % STEP or top <= before for before, top in zip([0, *tops], tops, strict=False)):
        raise RulesError(f"{where}: tops must rise in multiples of {STEP}")
    return Table(code, name, tuple(tops), article, printed)


@cache
def tables() -> Mapping[str, Table]:
    """Every printed table by its code and name, such as "fibur hands_3"."""
    found = {}
    for code in RULE_SETS:
        for name, entry in rule_file(code).victory_points.items():
            found[f"{code} {name}"] = read_table(code, name, entry)
    return found


def read_serving(code: str, entry: Mapping[str, Any]) -> dict[tuple[str, str], Table]:
    """Which table serves a match, by its format and length, from a rule file. Raises `RulesError`."""
    where = f"{code}.toml: victory_points_for"
    serving = {}
    for kind, by_length in entry.items():
        if kind not in FORMATS:
            raise RulesError(f"{where}: {kind}: unknown")
        if not isinstance(by_length, dict):
            raise RulesError(f"{where}: {kind}: must be a table")
        for length, name in by_length.items():
            if length != ANY and not length.isdigit():
                raise RulesError(f"{where}: {kind}: {length}: must be a number of deals or {ANY}")
            if not isinstance(name, str) or name not in tables():
                raise RulesError(f"{where}: {kind}: {length}: no table {name!r}")
            serving[kind, length] = tables()[name]
    return serving


@cache
def _serving(code: str) -> Mapping[tuple[str, str], Table]:
    return read_serving(code, rule_file(code).victory_points_for)


def vp_table(rules: Rules | str, hands: int | None, teams: bool = False, target: int | None = None) -> Table | None:
    """The table for a match of so many deals, or to a target; None where none is printed for it.

    Raises `RulesError` for an unknown rule set.
    """
    if (teams and target) or (hands is not None and hands < 1):
        return None
    serving = _serving(rules if isinstance(rules, str) else rules.name)
    kind = "target" if target else "teams" if teams else "deals"
    return serving.get((kind, str(hands))) or serving.get((kind, ANY))


def victory_points(table: Table, difference: int) -> tuple[int, int]:
    """The Victory Points of the better and of the other side, for a difference in Match Points of either sign."""
    row = bisect_left(table.tops, abs(difference))
    return DRAW + row, DRAW - row


def row_floor(table: Table, vp: int) -> int:
    """The smallest difference in Match Points that gives a side `vp` Victory Points; the row of 20-0 for 20 and for 0.

    Raises `ValueError` for Victory Points outside 0 to 20.
    """
    row = abs(vp - DRAW)
    if row >= ROWS:
        raise ValueError(f"no row gives {vp} Victory Points")
    return table.tops[row - 1] + STEP if row else 0
