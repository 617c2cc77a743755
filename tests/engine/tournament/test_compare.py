"""The program and the witness give the same answers to the same random tournaments."""

import pytest

from tests.engine.tournament.compare import agree, disagreements
from tests.engine.tournament.generator import files

TOURNAMENTS = 100  # `make tournaments` asks about 5,000


@pytest.mark.no_cover
def test_the_program_agrees_with_the_witness() -> None:
    assert list(disagreements([document for _, document in files(0, TOURNAMENTS, largest=20, rarely=60)])) == []


def test_two_answers_to_a_right_file_are_the_same_to_the_letter() -> None:
    assert agree((0, {"ok": True}), {"ok": True})
    assert not agree((0, {"ok": True}), {"ok": 1})
    assert not agree((0, {"round": 1, "tables": [], "bye": []}), {"round": 1, "tables": []})


def test_two_answers_to_a_wrong_file_name_the_same_event() -> None:
    refused = (1, {"ok": False, "event": 7, "reason": "decided"})
    assert agree(refused, {"ok": False, "event": 7, "reason": "wrong-round", "message": "…"})
    assert not agree(refused, {"ok": False, "event": 8, "reason": "decided"})
    assert not agree(refused, {"ok": True})
