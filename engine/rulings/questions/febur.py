"""What febur's arbiter asks. A moment is asked where the code knows windows; else its general premise decides."""

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


def before_or_in_play(before: Draft | str, playing: Draft | str) -> DraftQuestion:
    """Before the first stock card is turned, or after it."""
    return ask("started", no=before, yes=playing)


def until_next_plays(row_id: str, in_time: Draft | None = None) -> DraftQuestion:
    """A row whose right is lost once the next player has laid, added or discarded; `in_time`: more is asked before."""
    return of(WHEN, {"W0-W2": in_time or row_id, "W3-W5": leaf(row_id, Loss.NEXT_PLAYED)})


_AFTER_DISCARD: Final = until_next_plays(
    "F-14.3", of("ended", {"neither": "F-14.3:neither", "closed": "F-14.3:closed", "discard": "F-14.3:pozzetto"})
)
_DEAL: Final = what(
    {
        "F-4.1": before_or_in_play("F-4.1", UNWRITTEN),
        "wrong-deal": before_or_in_play("F-4.2", "F-4.3"),
        **rows("F-4.4", "F-4.5"),
        "wrong-pack": before_or_in_play("F-12.1", "F-12.2"),
    },
)
_DRAW: Final = what(
    {
        "F-6.1": until_next_plays("F-6.1"),
        "no-draw": of(
            WHEN,
            {
                "W0": ask("played", yes="F-13.1", no=ALLOWED),
                "W1": ask("played", yes="F-13.2", no="F-13.3"),
                "W2-W5": "F-13.4",
            },
        ),
        **rows("F-6.6", "F-6.5"),
    },
)
_PICK_UP: Final = what(
    {
        "F-16.1": ask("went-on", no="F-16.1", yes=_AFTER_DISCARD),
        "F-16.2": of(WHEN, {"W0": "F-16.2", "W1-W5": UNWRITTEN}),
        **rows("F-16.3", "F-16.4"),
        "F-16.5": ask(
            "twin",
            yes=ALLOWED,
            no=of(
                WHEN,
                {
                    "W0-W1": ask("another-card", yes="F-16.5:another", no="F-16.5:none"),
                    "W2-W5": leaf("F-16.5", Loss.NEXT_TOOK),
                },
            ),
        ),
        "F-6.5": "F-6.5",
    },
)
_PHANTOM: Final = of(
    "whose-turn",
    {
        "own": of(
            "phantom",
            {
                "seen": ask("placeable-one", yes="F-10.E5:fits", no="F-10.E5:not"),
                "unseen": "F-10.E6",
                "turned-up": leaf("F-10.E5", Loss.TURNED_UP),
            },
        ),
        "other": ask("phantom-fits", yes=leaf("F-10.E8", Loss.FITS), no="F-10.E8"),
    },
)
_EXPOSED: Final = what(
    {
        "exposed": of(
            "whose-turn",
            {
                "own": of("unplaceable", {"none": "F-10.E1", "one": "F-10.E2", "several": "F-10.E3"}),
                "partner": "F-10.E9",
                "other": ask("placeable", yes="F-10.E7:fits", no="F-10.E7:not"),
            },
        ),
        "phantom": _PHANTOM,
        "F-10.E4": of("unplaced", {"none": "F-10.E4:none", "one": "F-10.E4:one", "several": "F-10.E4:several"}),
        "shown-at-count": ask("closing-valid", yes="F-23.4", no=of("who-showed", rows("F-23.3a", "F-23.3b"))),
    },
)
_LAID: Final = ask(
    "further-play",
    no=ask("healable", yes="F-10.P1:healed", no="F-10.P1:penalised"),
    yes=ask("healable", yes="F-10.P4:healed", no="F-10.P4:penalised"),
)
_ADDED_TO_RUN: Final = ask(
    "further-play",
    no=of("healable-run", {"yes": "F-10.P2:healed", "apart": "F-10.P2:apart", "no": "F-10.P2:penalised"}),
    yes="F-10.P4:penalised",
)
_ADDED_TO_SET: Final = ask("further-play", no="F-10.P3", yes="F-10.P4:penalised")
_WRONG_CLOSED: Final = of(
    "wrong-closed", {"plain": "F-23.1", "only-burraco": "F-23.2", "apart": "F-10.P2:apart", "order": "F-10.P5"}
)
_WRONG_MELD: Final = of(
    WHEN,
    {
        "W0": of(
            "wrong",
            {"laid": _LAID, "added-run": _ADDED_TO_RUN, "added-set": _ADDED_TO_SET, "order": "F-10.P5"},
        ),
        "W1-W4": of("wrong-later", {"plain": "F-10.P6", "built-on": "F-10.P7", "order": "F-10.P5"}),
        "W5": _WRONG_CLOSED,
    },
)
_EQUAL_SETS: Final = what(
    {
        "equal-sets": of(
            "ended-equal",
            {
                "open": "F-15.1:neither",
                "diretta": "F-15.1:diretta",
                "discard": of(WHEN, {"W1": "F-15.1:discard", "W2-W4": "F-15.2", "W5": leaf("F-15.2", Loss.CLOSED)}),
                "closed": "F-15.1:closed",
                "neither": of(WHEN, {"W1-W4": "F-15.2", "W5": leaf("F-15.2", Loss.CLOSED)}),
            },
        ),
        "F-15.3": "F-15.3",
        "equal-runs": ALLOWED,
    },
)
_OUT_OF_TURN: Final = what(
    {
        "took": ask("played", no=until_next_plays("F-14.1A"), yes=until_next_plays("F-14.1B")),
        "F-14.2": until_next_plays("F-14.2"),
        "F-14.3": _AFTER_DISCARD,
        "F-14.4": until_next_plays("F-14.4"),
        "diretta-draw": ask("played", no=until_next_plays("F-14.5C"), yes=until_next_plays("F-14.5D")),
        "F-14.6": until_next_plays("F-14.6"),
    },
)
_BEHAVIOUR: Final = what(
    {
        **rows("F-11.2", "F-11.3", "F-11.4", "F-11.5"),
        "F-11.1": of(WHEN, {"W0-W1": "F-11.1", "W2-W5": leaf("F-11.1", Loss.NEXT_TOOK)}),
        "F-6.4": of(WHEN, {"W0": "F-6.4", "W1-W5": leaf("F-6.4", Loss.DISCARDED)}),
        **rows("F-6.2", "F-6.3"),
    },
)
_POZZETTO: Final = what(
    {
        "F-17.1": ask("card-seen", no="F-17.1", yes=leaf("F-17.1", Loss.SEEN)),
        "F-17.2": ask("card-seen", no="F-17.2", yes=leaf("F-17.2", Loss.SEEN)),
        "F-17.3": "F-17.3",
        "old-pozzetto": ask("used", no="F-18.1", yes="F-18.2"),
        **rows("F-19.1", "F-21.A2"),
    },
)
_CLOSING: Final = what(
    {
        "no-burraco": "F-21.A",
        "F-21.A2": "F-21.A2",
        "F-21.B": "F-21.B",
        "no-discard": of("last-play", {"one": "F-21.C1", "several": "F-21.C2"}),
        "false-burraco": _WRONG_CLOSED,
        "shown-at-count": ask("closing-valid", yes="F-23.4", no=of("who-showed", rows("F-23.3a", "F-23.3b"))),
        "F-20.1": "F-20.1",
    },
)
_EVENING: Final = what(rows("F-25", "F-26"))

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
    yes=of("after-count", {**rows("F-24.1", "F-24.2", "F-25", "F-26"), "other": REGISTERED}),
)
