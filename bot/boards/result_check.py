"""Do results say what their records say? Each total is read from its record again; each deal of a match is there."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from bot.boards.check import Difference
from bot.boards.ports import ResultRow
from engine.cards import Malformed
from engine.record import DealRecord, TableLine, format_record, parse_record
from engine.replay import format_scores, replay_deals
from engine.table import TimeOut

MATCH: Final = "match"
ROUND: Final = "round"  # the match of a tournament's table
WHOLE: Final = (MATCH, ROUND)


def unsound(results: Iterable[ResultRow]) -> Iterator[Difference]:
    """What differs, given the results of tables in the order in which they came, those of each table together.

    The deals of a match come before it; those behind the last one are of a match that goes on or was broken off. Of a
    record that cannot be read or replayed `bot.boards.check` says so.
    """
    deals: list[ResultRow] = []
    for one in results:
        if deals and deals[-1].table != one.table:
            deals = []
        try:
            yield from _match(one, deals) if one.kind in WHOLE else _deal(one)
        except ValueError:
            continue
        finally:
            deals = [] if one.kind in WHOLE else [*deals, one]


def _deal(deal: ResultRow) -> Iterator[Difference]:
    (record,) = parse_record(deal.record)
    yield from _totals(deal, record.tags.get("Result", ""))


def _match(match: ResultRow, deals: Sequence[ResultRow]) -> Iterator[Difference]:
    records = parse_record(match.record)
    yield from _deals(match, records, deals)
    played = replay_deals(records).match
    yield from _totals(match, format_scores(played.code, played.totals))


def _deals(match: ResultRow, records: Sequence[DealRecord], deals: Sequence[ResultRow]) -> Iterator[Difference]:
    """The deals of a match that are not among the results, or stand there otherwise."""
    by_number = {one.number: one for one in deals}
    for number, record in enumerate(records, 1):
        if number not in by_number:
            yield Difference(match.table, match.revision, f"has no result of its deal {number}")
        elif not _is(by_number[number].record, record):
            words = f"is deal {number} of a match whose record tells it otherwise"
            yield Difference(match.table, by_number[number].revision, words)


def _is(text: str, record: DealRecord) -> bool:
    """Whether it is that deal; the time of a round may have ended the match behind it."""
    texts = [format_record([record])]
    if record.lines and record.lines[-1] == TableLine(TimeOut()):
        texts.append(format_record([replace(record, lines=record.lines[:-1])]))
    try:
        return format_record(parse_record(text)) in texts
    except Malformed:
        return False


def _totals(one: ResultRow, right: str) -> Iterator[Difference]:
    if one.totals != right:
        what = one.kind if one.kind in WHOLE else f"deal {one.number}"
        words = f"has the result {one.totals or 'nothing'} of a {what} whose record says {right or 'nothing'}"
        yield Difference(one.table, one.revision, words)
