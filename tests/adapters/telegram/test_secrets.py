"""The token stands in every address that is called: no line of the source writes an address into the log."""

import re
from pathlib import Path


def test_the_source_writes_no_address_into_a_log() -> None:
    folder = Path(__file__).parent.parent.parent.parent / "bot" / "adapters" / "telegram"
    calls = [line for file in folder.glob("*.py") for line in file.read_text("utf-8").splitlines() if "LOG." in line]
    assert len(calls) > 8
    assert not [line for line in calls if re.search(r"token(?! of)|base_url|address", line)]
