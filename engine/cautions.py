"""What a player should be asked before they do it: legal, but perhaps not what they meant."""

from dataclasses import dataclass
from enum import StrEnum

from engine.actions import POZZETTO, Action, Add, Discard
from engine.cards import format_cards
from engine.deal import Deal
from engine.finish import burraco_missing
from engine.play import Step, advance


class Risk(StrEnum):
    """The key of a warning's sentence."""

    LOWERS_BURRACO = "lowers-burraco"  # a matta on a burraco that was worth more without it
    LOSES_CLOSING = "loses-closing"  # the side has the burraco that a closing needs, and afterwards has not
    POZZETTO_TOO_LATE = "pozzetto-too-late"  # its eleven cards would only count against the side


@dataclass(frozen=True, slots=True)
class Caution:
    """A risk and the facts for its sentence."""

    risk: Risk
    facts: tuple[tuple[str, str], ...] = ()


def cautions(deal: Deal, action: Action) -> tuple[Caution, ...]:
    """The cautions for a legal action; none for a refused one."""
    step = advance(deal, action)
    if not isinstance(step, Step):
        return ()
    if isinstance(action, Add):
        return _of_addition(deal, action, step)
    if isinstance(action, Discard) and POZZETTO in step.marks and step.deal.is_over:
        by_cards = deal.code.rules.unseen_pozzetto == "cards"  # elsewhere it costs what one costs that nobody took
        return (Caution(Risk.POZZETTO_TOO_LATE),) if by_cards else ()
    return ()


def _of_addition(deal: Deal, action: Add, step: Step) -> tuple[Caution, ...]:
    side = deal.code.side_of[deal.turn]
    before, after = deal.melds[side], step.deal.melds[side]
    old, new = before[action.meld - 1], after[action.meld - 1]
    found: list[Caution] = []
    if new.bonus < old.bonus and old.burraco and new.burraco:
        facts = (("meld", format_cards(old.cards)), ("from", old.burraco), ("to", new.burraco))
        found.append(Caution(Risk.LOWERS_BURRACO, facts))
    if burraco_missing(deal, before) is None and burraco_missing(deal, after) is not None:
        found.append(Caution(Risk.LOSES_CLOSING, (("meld", format_cards(old.cards)),)))
    return tuple(found)
