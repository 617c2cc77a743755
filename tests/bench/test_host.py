"""The host under a small load: the bench plays real tables to the disk and starts a host with stored ones."""

import asyncio

from bench.host import Load, measure


def test_a_few_tables_play_and_some_are_found_at_a_start() -> None:
    found = asyncio.run(measure(Load(tables=8, stored=30, seconds=2.0, pace=100, most=8)))
    levels = found["levels"]
    assert isinstance(levels, list)
    assert levels[0]["tables"] == 8
    assert levels[0]["actions_per_second"] > 0
    assert levels[0]["late_p99_ms"] > 0
    assert levels[0]["messages_per_turn"] > 0
    assert found["stored_entries"] == 30 * 61
    assert found["resting_tables"] == 30
