"""The arbiter's report of a tournament as a text: what was ruled, who has appealed, and what goes to sports justice."""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from bot.tournaments.club_tournament import ClubTournament
from bot.words.refusals import citation, numbered
from bot.words.tournament_reader import TournamentReader, time_words
from bot.words.tournament_rulings import desk, named_entry, ruling_line
from engine.tournament.report import ReportRow, report

FACTS: Final = {
    "report.title": "name time",
    "report.arbiters": "names",
    "report.jury": "name",
    "report.round": "round",
    "report.nothing": "",
    "report.reason": "reason",
    "report.justice": "",
    "report.appeal": "number player",
    "report.upheld": "judge reason",
    "report.refused": "judge reason",
    "report.open": "",
    "report.notes": "",
}
"""The sentences of this file by their key, with their facts."""


def report_text(one: ClubTournament, reader: TournamentReader) -> str:
    """A line for each ruling in the order of the list, then what stands beside it, then the appeals."""
    language = reader.language
    events = [json.loads(text) for text in one.events]
    lines = [
        desk(language, "report.title", name=one.announcement.name, time=_begun(one, events, reader)),
        desk(language, "report.arbiters", names=reader.players(one.staff)),
        *([desk(language, "report.jury", name=reader.players([one.jury]))] if one.jury else []),
    ]
    rows = report(one.announcement.code, events, one.appeals)
    number = 0
    for row in rows:
        if row.round != number and row.event is not None:
            number = row.round
            lines += ["", desk(language, "report.round", round=number)]
        lines += _row(one, row, reader)
    beside = [ruling for ruling in one.rulings if ruling.id[:1] == "d"]
    if beside:
        lines += ["", desk(language, "report.notes"), *[ruling_line(one, ruling, reader) for ruling in beside]]
    if not rows and not beside:
        lines += ["", desk(language, "report.nothing")]
    return "\n".join([*lines, ""])


def _begun(one: ClubTournament, events: Sequence[Mapping[str, Any]], reader: TournamentReader) -> str:
    """When the first round was paired: the end may come by itself the day after."""
    first = datetime.fromisoformat(events[0]["at"]) if events else datetime.fromtimestamp(one.since / 1000, UTC)
    return time_words(reader.language, round(first.timestamp() * 1000), one.announcement.zone)


def _row(one: ClubTournament, row: ReportRow, reader: TournamentReader) -> list[str]:
    language = reader.language
    if row.event is None:
        return ["", *_appeal(row, reader)]
    ruling = one.ruling(str(row.event))
    if ruling is not None:
        line = ruling_line(one, ruling, reader)
    else:  # brought into the list with a result
        code, _, number = row.article.partition(" ")
        name = named_entry(one, row.entry, reader) if row.entry else ""
        article = citation(language, numbered(number), one.announcement.code, code)
        facts = {"name": name, "minutes": row.facts.get("minutes", 0)}
        line = f"{row.event}. {desk(language, 'ruled.lateness', **facts)} ({article})"
    more = [desk(language, "report.reason", reason=row.reason)] if row.reason else []
    return [line, *[f"   {part}" for part in [*more, *([desk(language, "report.justice")] if row.justice else [])]]]


def _appeal(row: ReportRow, reader: TournamentReader) -> list[str]:
    language, facts = reader.language, row.facts
    line = desk(language, "report.appeal", number=facts["ruling"], player=reader.players([facts["by"]]))
    if "upheld" not in facts:
        return [line, f"   {desk(language, 'report.open')}"]
    key = "report.upheld" if facts["upheld"] else "report.refused"
    return [line, f"   {desk(language, key, judge=reader.players([facts['judge']]), reason=row.reason)}"]
