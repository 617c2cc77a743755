"""The benchmark of archives, for two matches: what it measures is there, and archives are small."""

from pathlib import Path

from bench.archives import measure


def test_archived_logs_take_little(tmp_path: Path) -> None:
    found = measure(tmp_path / "burraco.db", 2)
    assert found["actions"] > 500
    assert found["rows_that_stay"] < found["actions"] / 10
    assert found["bytes_of_content_per_row"] < 20
    assert found["mb_per_1000_actions_archived"] < found["mb_per_1000_actions"] / 2
