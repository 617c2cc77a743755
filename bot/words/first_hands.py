"""The first minute: ten short hands, each with one thing to be done; the engine says whether it is.

Positions are as in `engine.position`, by the rules of `CODE`, for `SEAT`. What there is to do is the hand's name, and a
line of `IS_DONE`. The sentences are `first.NAME` and, once it is done, `first.NAME.right`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from engine.actions import Action, Add, Discard, Draw, Lay, PickUp
from engine.cards import Card, parse_cards
from engine.deal import Deal
from engine.melds import Meld
from engine.play import Step, play
from engine.position import parse_position
from engine.refusal import Refused
from engine.rules import load_rules

CODE: Final = "fibur"
SEAT: Final = "N"


@dataclass(frozen=True, slots=True)
class FirstHand:
    """One of them. `terms`: of the page's glossary."""

    name: str
    position: str
    terms: tuple[str, ...]
    stock: tuple[Card, ...] = ()  # the card that is drawn, where one is


HANDS: Final = (
    FirstHand(
        "draw", "N/draw ?41 4d 7h8hQdKdKh4cJc3s5sTsKs/?11/?11/?11 ?11,?11 -|-", ("stock", "pile"), parse_cards("9h")
    ),
    FirstHand("run", "N/play ?40 4d 7h8h9hQdKdKh4cJc3s5sTsKs/?11/?11/?11 ?11,?11 -|-", ("meld", "run")),
    FirstHand("set", "N/play ?40 4d QdKdKh4cJc3s5sTsKs/?11/?11/?11 ?11,?11 7h8h9h|-", ("meld", "set")),
    FirstHand("add", "N/play ?38 4d Th6dQd4cJc3s5sTs/?11/?11/?11 ?11,?11 7h8h9h+KdKhKs|-", ("meld",)),
    FirstHand("matta", "N/play ?38 4d 9sJs2d6dQd4c3h/?11/?11/?11 ?11,?11 7h8h9hTh+KdKhKs|-", ("matta", "pinella")),
    FirstHand("discard", "N/play ?38 4d 6dQd4c3h/?11/?11/?11 ?11,?11 7h8h9hTh+KdKhKs+9s2dJs|-", ("pile",)),
    FirstHand("pile", "N/draw ?37 6hKcJh 6dQd4c/?11/?11/?11 ?11,?11 7h8h9hTh+KdKhKs+9s2dJs|-", ("pile",)),
    FirstHand(
        "burraco",
        "N/play ?35 4d JhKcQd4c/?11/?11/?11 ?11,?11 5h6h7h8h9hTh+KdKhKs+9sTsJsQs|-",
        ("burraco", "clean"),
    ),
    FirstHand(
        "pozzetto",
        "N/play ?36 4d KcQd/?11/?11/?11 4h5h8dTd3cJcJs2sAd7c9c,?11 5h6h7h8h9hThJh+KdKhKs+9sTsJsQs|-",
        ("pozzetto",),
    ),
    FirstHand("close", "N/play ?45 4s 6sJk/?11/?11/?11 ?11 !5h6h7h8h9hThJh+KdKhKs+7s8s9sTsJsQs|-", ("close", "joker")),
)
"""In the order in which they are played; what was laid in one lies on the table in the next."""


def is_done(hand: FirstHand, before: Deal, step: Step) -> bool:
    """Whether this step was what the hand asks for."""
    return IS_DONE[hand.name](before, step)


def _laid(step: Step) -> Meld | None:
    return step.deal.melds[0][-1] if isinstance(step.action, Lay) else None


def _lays_run(_before: Deal, step: Step) -> bool:
    meld = _laid(step)
    return meld is not None and not meld.rank_bit


def _lays_set(_before: Deal, step: Step) -> bool:
    meld = _laid(step)
    return meld is not None and bool(meld.rank_bit)


def _lays_matta(_before: Deal, step: Step) -> bool:
    meld = _laid(step)
    return meld is not None and meld.matta >= 0


IS_DONE: Final[Mapping[str, Callable[[Deal, Step], bool]]] = {
    "draw": lambda _, step: isinstance(step.action, Draw),
    "run": _lays_run,
    "set": _lays_set,
    "add": lambda _, step: isinstance(step.action, Add),
    "matta": _lays_matta,
    "discard": lambda _, step: isinstance(step.action, Discard),
    "pile": lambda _, step: isinstance(step.action, PickUp),
    "burraco": lambda _, step: "*" in step.marks,
    "pozzetto": lambda before, step: step.deal.taken != before.taken,
    "close": lambda _, step: "#" in step.marks,
}


def deal_of(hand: FirstHand) -> Deal:
    """As the hand begins."""
    return parse_position(load_rules(CODE), hand.position)


def played(hand: FirstHand, before: Deal, action: Action) -> Step | Refused:
    """What the action makes of it, by the rules."""
    return play(before, SEAT, action, hand.stock if isinstance(action, Draw) else ())
