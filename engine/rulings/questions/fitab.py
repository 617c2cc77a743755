"""What fitab's arbiter asks. Its windows are three: at once, after the discard, later."""

from typing import Final

from engine.rulings.book import Loss
from engine.rulings.questions.tree import (
    ALLOWED,
    REGISTERED,
    UNWRITTEN,
    WHEN,
    Draft,
    DraftQuestion,
    ask,
    leaf,
    of,
    rows,
    what,
)


def before_or_in_play(before: Draft | str) -> DraftQuestion:
    """Before play begins it is dealt anew, afterwards nothing is put right (art. 4)."""
    return ask("started", no=before, yes="T-4.4")


_DEAL: Final = what(
    {
        "T-4.1": before_or_in_play("T-4.1"),
        "T-4.2": before_or_in_play("T-4.2"),
        "T-4.3": before_or_in_play("T-4.3"),
        **rows("T-4.5", "T-4.6", "T-4.7", "T-4.8"),
        "wrong-pack": of(
            "pack-when",
            {"before": "T-26.1", "no-meld": UNWRITTEN, "melds": "T-26.2", "result": "T-26.3"},
        ),
    },
)
_NO_DRAW: Final = of(
    WHEN,
    {
        "W0": of("laid-what", {"nothing": ALLOWED, "opened": "T-29.2", "added": "T-29.3", "both": "T-29.1"}),
        "W1": "T-29.5",
        "W2-W5": leaf("T-29.5", Loss.NEXT_TOOK),
    },
)
_DRAW: Final = what({"T-7.2": "T-7.2", "no-draw": _NO_DRAW, **rows("T-29.4", "T-7.1")})
_PICK_UP: Final = what(
    {
        **rows("T-8.1", "T-8.2", "T-8.3"),
        "T-8.4": ask(
            "twin",
            yes=ALLOWED,
            no=of(
                WHEN,
                {
                    "W0-W1": ask("another-card", yes="T-8.4:another", no="T-8.4:none"),
                    "W2-W5": leaf("T-8.4", Loss.NEXT_TOOK),
                },
            ),
        ),
    },
)
_SEEN_BY_PARTNER: Final = ask(
    "partner-could-see",
    no=UNWRITTEN,
    yes=of("unplaceable", {"none": "T-23.1:fits", "one": "T-23.1:one", "several": "T-23.1:several"}),
)
_EXPOSED: Final = what(
    {
        "exposed": _SEEN_BY_PARTNER,
        "phantom": _SEEN_BY_PARTNER,
        **rows("T-23.2", "T-23.3", "T-35.1", "T-35.2", "T-33"),
    }
)
_WRONG_AT_ONCE: Final = of(
    "wrong",
    {
        "laid": of("healable", {"yes": "T-27.1:healed", "partly": "T-27.1:excess", "no": "T-24.2"}),
        "added": of("healable", {"yes": "T-27.1:healed", "partly": "T-27.1:excess", "no": "T-24.1"}),
        "run-with-wild": "T-27.2",
        "goes-on": "T-27.3",
        "order": UNWRITTEN,
    },
)
_WRONG_MELD: Final = of(
    WHEN,
    {
        "W0": _WRONG_AT_ONCE,
        "W1": of("wrong-laid", {"laid": "T-24.3", "added": "T-28.1", "order": UNWRITTEN}),
        "W2-W5": of("wrong-laid", {"laid": "T-24.4", "added": "T-28.2", "order": UNWRITTEN}),
    },
)
_EQUAL_SETS: Final = what(
    {
        "equal-sets": of(
            WHEN,
            {
                "W0": ask("two-wilds", no="T-31.a", yes="T-31.b"),
                "W1": ask("two-wilds", no="T-31.W1:a", yes="T-31.W1:b"),
                "W2-W5": ask("two-wilds", no="T-31.W2:a", yes="T-31.W2:b"),
            },
        ),
        "equal-runs": ALLOWED,
    },
)
_OUT_OF_TURN: Final = what(
    {
        "picked-up": ask("played", no="T-30.1", yes="T-30.3"),
        "drew": ask("played", no=ask("in-fan", no="T-30.2", yes="T-30.4"), yes="T-30.4"),
        "diretta-drew": ask("played", no="T-30.5", yes="T-30.4"),
        "diretta-picked-up": ask("played", no="T-30.6", yes="T-30.3"),
        "T-25": "T-25",
        "played-only": UNWRITTEN,
    },
)
_POZZETTO: Final = what(
    {
        "T-22.1": ask("card-seen", no="T-22.1:unseen", yes="T-22.1:seen"),
        "T-22.2": ask("used", no="T-22.2:unused", yes="T-22.2:used"),
        **rows("T-22.3a", "T-22.3b"),
        "opponents-pozzetto": ask("card-seen", no=UNWRITTEN, yes="T-22.4a"),
        "second-pozzetto": of(
            "ended",
            {
                "diretta": of("last-act", {"opened": "T-22.4b:opened", "added": "T-22.4b:added"}),
                "discard": ask("burraco", yes="T-22.4c", no="T-32.A"),
            },
        ),
    },
)
_CLOSING: Final = what(
    {
        "no-burraco": "T-32.A",
        **rows("T-32.B", "T-32.C1", "T-32.C2", "T-32.D", "T-33", "T-16.1"),
    },
)
_BEHAVIOUR: Final = what(rows("T-21.1", "T-21.3", "T-29.4", "T-22.3b", "T-34", "T-5.1", "T-21.2", "T-ET"))
_EVENING: Final = what(rows("T-36", "T-37"))

QUESTION: Final[DraftQuestion] = ask(
    "registered",
    no=ask(
        "topic",
        deal=_DEAL,
        draw=_DRAW,
        pick_up=_PICK_UP,
        exposed=_EXPOSED,
        wrong_meld=_WRONG_MELD,
        equal_sets=_EQUAL_SETS,
        out_of_turn=_OUT_OF_TURN,
        pozzetto=_POZZETTO,
        closing=_CLOSING,
        behaviour=_BEHAVIOUR,
        evening=_EVENING,
        other=UNWRITTEN,
    ),
    yes=of("after-count", {**rows("T-26.3", "T-21.2", "T-36", "T-37", "T-ET"), "other": REGISTERED}),
)
