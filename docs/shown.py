"""Which transcript shows what: the `Shows` tags of tests/transcripts, and what no transcript can show."""

from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from engine.record import parse_record
from engine.refusal import Reason

TRANSCRIPTS: Final = Path(__file__).parent.parent / "tests" / "transcripts"

_NO_SECONDS: Final = "a record has no seconds, only the `t` they lead to"

NOT_SHOWN_KEYS: Final[Mapping[str, str]] = {
    "hands_allowed": "a limit for a table's settings: a record beyond it is malformed, not refused",
    "target_allowed": "a limit for a table's settings: a record beyond it is malformed, not refused",
    "turn_clock": _NO_SECONDS,
    "turn_clock_grace": _NO_SECONDS,
    "clock_scale": _NO_SECONDS,
    "turn_seconds": _NO_SECONDS,
    "round_minutes": "a record has no minutes, only the `* timeout` they lead to",
    "undo": "what is taken back within a turn is not recorded",
    "open_pairs": "it changes what partners see, not what happens",
}
NOT_SHOWN_REASONS: Final[Mapping[Reason, str]] = {
    Reason.PILE_EMPTY: "the pile is never empty when a turn begins",
    Reason.TOO_MANY_CARDS: "two packs hold no more than the longest run and the largest set",
}


def shown_by() -> dict[str, list[str]]:
    """The names of the transcripts that show a key, a reason or a termination."""
    found: dict[str, list[str]] = defaultdict(list)
    for file in sorted(TRANSCRIPTS.glob("*.brn")):
        for word in parse_record(file.read_text(encoding="utf-8"))[0].tags["Shows"].split():
            found[word].append(file.stem)
    return found
