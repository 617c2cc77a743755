"""By which article an arbiter rules, and what the codes print for when nobody rules: both as data.

| situation                              | consequence that needs no judgement           | febur | fitab |
| -------------------------------------- | --------------------------------------------- | ----- | ----- |
| a sheet waits five minutes for a line  | it is signed for that line                    | 24    | 20    |
| a line has come late                   | what so many minutes cost                     | 26    | 37    |
| a line is not there after ten minutes  | the match is lost to who is there             | 26    | 37    |
| a team has handed in no line-up        | it plays as in the round before               | 2     | 2     |

The first and the last take nothing from anybody, so they hold in every code; what costs points only where the code
itself prints it. Left out: everything at a table of cards, whose consequence depends on what the arbiter finds there.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.tournament.corrections import SWAP
from engine.tournament.deadlines import MINUTE
from engine.tournament.laws import NO_SHOW_AFTER
from engine.tournament.sheets import SIGN_WITHIN

BORROWED: Final = "fitab"
"""Whose law the codes that are silent on tournaments follow, and febur where it knows nothing of appeals."""

ARTICLES: Final[Mapping[str, Mapping[str, str]]] = {
    "febur": {
        "warning": "4, 6, 19",
        "warning.deal": "4",
        "warning.fan": "6",
        "warning.count": "6",
        "warning.pozzetto": "19",
        "warning.mixing": "23",
        "warning.lateness": "26",
        "penalty": "4, 6, 19, 23, 26",
        "lateness": "26",
        "no-show": "26",
        "late-entry": "25",
        "withdrawal": "25",
        "expel": "25",
        "replacement": "25",
        "score": "23, 25",
        "correction": "24",
        "swap": "24",
        "sheet": "24",
        "annul": "4",
        "pause": "5",
        "recovery": "5",
        "timeout": "22",
        "line-up": "2",
    },
    "fitab": {
        "warning": "21",
        "warning.pozzetto": "22",
        "warning.lateness": "37",
        "penalty": "21, 22",
        "lateness": "37",
        "no-show": "37",
        "late-entry": "37",
        "withdrawal": "36",
        "away": "36",
        "expel": "36",
        "replacement": "36",
        "forfeit": "36",
        "score": "33, poteri a",
        "correction": "20",
        "swap": "20",
        "sheet": "20",
        "annul": "4",
        "pause": "5",
        "recovery": "5",
        "timeout": "15",
        "line-up": "2",
        "appeal": "38",
        "jury": "38",
    },
    "online": {"forfeit": "Penalità in caso di tempo scaduto o abbandono"},
}
"""By situation; one with a dot falls back to what stands before it. A code without numbers has headings."""
NO_SHOW: Final = "no-show"


def article(code: str, situation: str) -> tuple[str, str]:
    """The article of a situation, such as `warning.fan`, and the code that prints it; "" where none does."""
    for source in dict.fromkeys((code, BORROWED)):
        known = ARTICLES.get(source, {})
        for name in (situation, situation.partition(".")[0]):
            if name in known:
                return known[name], source
    return "", code


def situation(event: Mapping[str, Any]) -> str:
    """What an event of the file is, by a name of `ARTICLES`; `case` and `cause` are notes of the desk in it."""
    match event["type"]:
        case "warning":
            return f"warning.{event['category']}"
        case "score" if event.get("case") == NO_SHOW:
            return NO_SHOW
        case "withdrawal" if event.get("cause") == "expelled":
            return "expel"
        case "withdrawal" if event.get("temporary"):
            return "away"
        case "result":
            return "sheet"
        case "correction" if event.get("void"):
            return "void"
        case "correction" if event.get("cause") == SWAP:
            return SWAP
        case kind:
            return str(kind)


@dataclass(frozen=True, slots=True)
class ExOfficio:
    """What follows by itself where nobody rules, `after` milliseconds of the `situation`; in these codes, or in all."""

    situation: str
    after: int
    codes: tuple[str, ...] = ()

    def holds_in(self, code: str) -> bool:
        return not self.codes or code in self.codes


PRINTED_BY: Final = ("febur", "fitab")
EX_OFFICIO: Final[Mapping[str, ExOfficio]] = {
    one.situation: one
    for one in (
        ExOfficio("sheet", SIGN_WITHIN),
        ExOfficio("lateness", MINUTE, PRINTED_BY),
        ExOfficio(NO_SHOW, NO_SHOW_AFTER * MINUTE, PRINTED_BY),
        ExOfficio("line-up", 5 * MINUTE),
    )
}
"""`lateness` counts from the coming of who was late, `no-show` from the go of the round, `line-up` from the pairing."""
