"""The arbiter's report of a tournament, as rows: what was ruled, and what goes to sports justice.

Implements "i poteri dell'arbitro" of fitab (a: scores given, b: what goes to sports justice, c: who was sent away, d:
what is noted for statistics) and art. 36 (abandonment without a reason). febur has no list of its own (art. 24 and 25
name what the arbiter decides); it is the same, and nothing goes anywhere. Everything is read out of the file's events,
where a `reason` or `note` of any event is kept as it stands. Left out: rulings at the table, which have a log of
their own; the letter, which people write.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from engine.tournament.articles import article, situation
from engine.tournament.jury import Appeal

JUSTICE_CODES: Final = ("fitab",)
"""Those whose arbiter reports to sports justice, which is that federation's."""
ETHICS: Final = "ethics"
UNJUSTIFIED: Final = "unjustified"
REPORTED: Final = (
    *("late-entry", "score", "lateness", "forfeit", "warning", "penalty", "withdrawal", "replacement", "correction"),
    "result",
)
"""The events that are reported; a result only where it was signed for who did not sign."""


KEYS: Final = (
    *("minutes", "category", "vp", "mp", "deals", "deals2", "winner", "replaces", "cause", "void", "out", "in"),
    "temporary",
)
"""What a row says of an event."""


@dataclass(frozen=True, slots=True)
class ReportRow:
    """`event`: its number in the file, None for an appeal; `kind`: its type; `situation`: a name of `articles`.

    `article` with its code, such as "febur 26", "" for none; `facts` as the file has them; `justice`: to be sent on.
    """

    event: int | None
    round: int
    kind: str
    article: str
    entry: str = ""
    table: int | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)
    reason: str = ""
    justice: bool = False
    situation: str = ""


def report(code: str, events: Sequence[Mapping[str, Any]], appeals: Sequence[Appeal] = ()) -> tuple[ReportRow, ...]:
    """The rows in the order of events, then the appeals. `events` as the file has them, each following."""
    rows = []
    number = 0
    for event in events:
        number = event["round"] if event["type"] == "paired" else number
        if event["type"] in REPORTED and (event["type"] != "result" or "officio" in event):
            rows.append(_row(code, event, event.get("round", number), _article(code, events, event)))
    return (*rows, *[_of_appeal(one, _cited(code, "appeal")) for one in appeals])


def _article(code: str, events: Sequence[Mapping[str, Any]], event: Mapping[str, Any]) -> str:
    """The article of an event; what makes another void is done by the article of that one."""
    of = event
    while of.get("void"):
        of = events[of["replaces"] - 1]
    return _cited(code, situation(of))


def _cited(code: str, what: str) -> str:
    number, source = article(code, what)
    return f"{source} {number}" if number else ""


def _row(code: str, event: Mapping[str, Any], number: int, cited: str) -> ReportRow:
    return ReportRow(
        event=event["n"],
        round=number,
        kind=event["type"],
        article=cited,
        entry=event.get("entry", ""),
        table=event.get("table"),
        facts={key: event[key] for key in KEYS if key in event},
        reason=str(event.get("reason", event.get("note", ""))),
        justice=_is_for_justice(code, event),
        situation=situation(event),
    )


def _is_for_justice(code: str, event: Mapping[str, Any]) -> bool:
    """Conduct against the ethics of the game, and who leaves without a reason: `"cause": "unjustified"`."""
    if code not in JUSTICE_CODES:
        return False
    ethics = event["type"] == "warning" and event["category"] == ETHICS
    return ethics or (event["type"] == "withdrawal" and event.get("cause") == UNJUSTIFIED)


def _of_appeal(appeal: Appeal, cited: str) -> ReportRow:
    facts: dict[str, Any] = {"ruling": appeal.ruling.id, "by": appeal.by}
    if appeal.decision is None:
        return ReportRow(None, appeal.ruling.round, "appeal", cited, facts=facts)
    facts |= {"upheld": appeal.decision.upheld, "judge": appeal.decision.by}
    return ReportRow(None, appeal.ruling.round, "appeal", cited, facts=facts, reason=appeal.decision.reason)
