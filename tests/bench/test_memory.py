"""The benchmark of memory, for a moment: what a process of players holds is told while it thinks."""

import pytest

from bench import memory


def test_it_is_told_what_a_process_of_players_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "HINTS", 2)
    monkeypatch.setattr(memory, "LEVELS", ("club", "expert"))
    found = memory.measure(number=2, every=0.5)
    first, last = found["looks"][0], found["looks"][-1]
    assert first["mb"] > 0
    assert last["melds"] > 0  # a book that is full begins anew, so that there may be fewer than at first
    assert found["answers"] > 1
