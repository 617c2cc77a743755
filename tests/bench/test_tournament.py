"""The benchmark of tournaments names its figures, and plays an evening through a host."""

import asyncio

from bench.tournament import measure
from bench.tournament_evening import ClubEvening, measure_evening


def test_every_method_is_measured() -> None:
    figures = measure(entries=12, times=1)
    assert figures["entries"] == 12
    methods = "mitchell danese danese_modificato italiana knock_out individual three_player".split()
    assert set(figures) == {
        "entries",
        *[f"{what}_{method}_ms" for what in ("pair", "standings", "check") for method in methods],
    }
    assert all(figure is not None and figure >= 0 for figure in figures.values())


def test_an_evening_is_played_and_counted() -> None:
    figures = asyncio.run(measure_evening(ClubEvening(pairs=8, rounds=2, pace=50)))
    assert figures["rounds"] == 2
    assert figures["private_words_per_round"] >= 16  # everybody's next table
    assert figures["private_messages_per_round"] >= 16  # everybody's hand
    assert figures["channel_messages_per_round"] >= 1
    assert figures["changed_rows_per_round"] >= figures["commits_per_round"] > 0
    assert 0 < figures["between_people_p50_ms"] <= figures["between_people_p99_ms"]
