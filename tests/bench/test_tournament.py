"""The benchmark of tournaments names its figures."""

from bench.tournament import measure


def test_every_method_is_measured() -> None:
    figures = measure(entries=12, times=1)
    assert figures["entries"] == 12
    methods = "mitchell danese danese_modificato italiana knock_out individual three_player".split()
    assert set(figures) == {
        "entries",
        *[f"{what}_{method}_ms" for what in ("pair", "standings", "check") for method in methods],
    }
    assert all(figure is not None and figure >= 0 for figure in figures.values())
