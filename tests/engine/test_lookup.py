"""Tables that fill as they are asked: what they find is right whatever they have forgotten, and they forget in time."""

import subprocess
import sys

from engine.lookup import FEW, FEW_JUDGED, MOST, Lookup


def squares() -> Lookup[int, int]:
    return Lookup(lambda number: number * number)


def test_a_full_table_begins_anew_and_finds_the_same() -> None:
    table = squares()
    for number in range(MOST + 1):
        assert table[number] == number * number
        assert len(table) <= MOST
    assert len(table) == 1
    assert table[3] == 9


def test_a_host_keeps_few_also_of_what_a_table_holds_already() -> None:
    """In a process of its own, for it holds from then on."""
    program = (
        "from engine.lookup import LIMITS, Lookup, keep_few\n"
        "table = Lookup(lambda number: number * number)\n"
        "found = [table[number] for number in range(1_000)]\n"
        "keep_few()\n"
        "found = [table[number] for number in range(2_000)]\n"
        "assert found == [number * number for number in range(2_000)]\n"
        "print(len(table), LIMITS.melds)\n"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    entries, melds = ended.stdout.split()
    assert 0 < int(entries) <= FEW
    assert int(melds) == FEW_JUDGED
