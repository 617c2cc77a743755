"""The kinds of subjects beside tables of cards, by name: how the log of each is folded, checked and repaired."""

from collections.abc import Mapping
from typing import Any, Final

from bot.host.subjects import SubjectKind
from bot.planner.kind import PLAN, PlanKind
from bot.series.kind import SERIES, SeriesKind
from bot.tournaments.kind import TOURNAMENT, TournamentKind

KINDS: Final[Mapping[str, SubjectKind[Any]]] = {
    PLAN: PlanKind(),
    TOURNAMENT: TournamentKind(),
    SERIES: SeriesKind(),
}
BEGINNINGS: Final[Mapping[str, tuple[str, ...]]] = {
    PLAN: ("planned {", "moved {"),
    TOURNAMENT: ("tournament {",),
    SERIES: ("series {",),
}
"""How the first entry of each one's log begins: it tells the kind where nothing else is left."""
