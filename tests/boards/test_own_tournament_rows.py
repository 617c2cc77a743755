"""What an export tells of tournaments: what somebody did there, and nothing of the others."""

import json
from typing import Any

import pytest

from bot.boards.own_tournament_rows import own_tournament_row
from bot.boards.ports import LogRowNaming

ANNA, BRUNO, CARLA = "p00000000000a", "p00000000000b", "p00000000000c"


def read_by_anna(actor: str, entry: str) -> tuple[str, str, Any]:
    """Who acted, the verb and the keys, as Anna may read them."""
    row = own_tournament_row(LogRowNaming("T1", 3, actor, entry, 1), ANNA)
    verb, _, keys = row.entry.partition(" ")
    return row.actor, verb, json.loads(keys) if keys else None


def test_of_what_somebody_else_did_only_they_themselves_are_left() -> None:
    entry = f'enter {{"players":["{ANNA}","{BRUNO}"],"guests":["Mario Rossi"],"team":"the Rossi"}}'
    assert read_by_anna(CARLA, entry) == ("", "enter", {"players": [ANNA, ""]})


def test_of_what_they_did_themselves_all_is_left_but_others_ids_and_the_names_of_guests() -> None:
    entry = f'enter {{"players":["{ANNA}","{BRUNO}"],"guests":["Mario Rossi"],"team":"il club","why":"{BRUNO} asked"}}'
    keys = {"players": [ANNA, ""], "guests": [""], "team": "il club", "why": " asked"}
    assert read_by_anna(ANNA, entry) == (ANNA, "enter", keys)
    assert read_by_anna(f"{ANNA}!", entry)[1:] == ("enter", keys)


def test_what_the_host_did_says_so_and_what_it_kept_of_others_is_gone() -> None:
    entry = f'noted {{"points":{{"{ANNA}":[3,1],"{BRUNO}":[2,2]}},"mark":"{CARLA}"}}'
    assert read_by_anna("host", entry) == ("host", "noted", {"points": {ANNA: [3, 1]}})


@pytest.mark.parametrize("entry", ["start", "start {broken", "start [1]"])
def test_an_entry_without_keys_is_its_verb(entry: str) -> None:
    assert read_by_anna(ANNA, entry) == (ANNA, "start", None)
