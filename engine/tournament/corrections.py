"""Warnings, penalties, and corrections of what was entered.

Implements febur art. 24 (errors of sum until the next pairing, swapped scores until the end), fitab art. 19-20
(until the end), febur art. 4, 19 and 26 and fitab art. 37 (warnings). A correction stands in the place of what it
replaces; published pairings stay. Left out: the acknowledgement of all players of a swap, which the arbiter has
before entering it. A leaving for a time (fitab art. 36) that was a slip is made void while its round is open.
"""

from dataclasses import replace
from typing import Final

from engine.tournament.events import CorrectionEntered, PenaltyEvent, WarningEvent
from engine.tournament.laws import WARNINGS
from engine.tournament.leaving import comes_back
from engine.tournament.refusals import EventReason, NotFollowing
from engine.tournament.results import ruled, totals
from engine.tournament.state import Abandoned, Pairing, Penalty, Progress, Round, Ruled, Totals, WarningKept
from engine.tournament.where import current_round, known
from engine.victory import STEP

SUM: Final = "sum"
SWAP: Final = "swap"


def warning(progress: Progress, event: WarningEvent) -> Progress | NotFollowing:
    current = current_round(progress, event.round)
    if isinstance(current, NotFollowing):
        return current
    if wrong := known(progress, event.entry):
        return wrong
    if event.category not in WARNINGS:
        return NotFollowing(EventReason.RANGE, f"a warning is one of {', '.join(WARNINGS)}")
    return replace(
        progress, cautions=(*progress.cautions, WarningKept(event.n, event.round, event.entry, event.category))
    )


def penalty(progress: Progress, event: PenaltyEvent) -> Progress | NotFollowing:
    current = current_round(progress, event.round)
    if isinstance(current, NotFollowing):
        return current
    if wrong := known(progress, event.entry):
        return wrong
    vp, mp = event.vp or 0, event.mp or 0
    if vp + mp <= 0:
        return NotFollowing(EventReason.RANGE, "a penalty is more than 0")
    if mp % STEP:
        return NotFollowing(EventReason.MULTIPLE_OF_5, f"Match Points are multiples of {STEP}")
    return replace(progress, penalties=(*progress.penalties, Penalty(event.n, event.round, event.entry, vp, mp)))


# ---- corrections


def correction(progress: Progress, event: CorrectionEntered) -> Progress | NotFollowing:
    if event.replaces in progress.replaced:
        return NotFollowing(EventReason.REPLACED, f"event {event.replaces} is not in force any more")
    if not event.reason:
        return NotFollowing(EventReason.REASON_MISSING, "a correction has a reason")
    if event.cause not in (SUM, SWAP):
        return NotFollowing(EventReason.RANGE, f"a correction's cause is {SUM} or {SWAP}")
    after = _replaced(progress, event)
    if isinstance(after, NotFollowing):
        return after
    return replace(after, replaced=after.replaced | {event.replaces})


def _replaced(progress: Progress, event: CorrectionEntered) -> Progress | NotFollowing:
    """The state with the new version in the place of the old one."""
    for one in progress.rounds:
        for pairing in one.pairings:
            if isinstance(pairing.decision, Totals | Ruled) and pairing.decision.n == event.replaces:
                return _decision(progress, one, pairing, pairing.decision, event)
            if isinstance(pairing.decision, Abandoned) and pairing.decision.n == event.replaces:
                return _leaving(progress, one, pairing, event)
    warnings = [one for one in progress.cautions if not one.of_lateness]
    voidable: tuple[WarningKept | Penalty, ...] = (*warnings, *progress.penalties)
    for charge in voidable:
        if charge.n == event.replaces:
            return _voided(progress, charge, event)
    kinds = "no result, score, warning, penalty or leaving for a time in force"
    return NotFollowing(EventReason.UNKNOWN_EVENT, f"event {event.replaces} is {kinds}")


def _decision(
    progress: Progress, one: Round, pairing: Pairing, before: Totals | Ruled, event: CorrectionEntered
) -> Progress | NotFollowing:
    if event.void is not None:
        return NotFollowing(EventReason.RANGE, "a result is replaced, not made void")
    new: Totals | Ruled | NotFollowing
    if event.vp is not None and event.mp is not None:
        new = ruled(progress, one, event.n, event.vp, event.mp, event.winner)
    else:
        new = totals(progress, one, event)
    if isinstance(new, NotFollowing):
        return new
    if progress.law.sums_until_pairing and event.cause == SWAP:
        if not _is_swap(before, new):
            return NotFollowing(EventReason.NOT_A_SWAP, "these are not the same points with the lines exchanged")
    elif wrong := _too_late(progress, one.number):
        return wrong
    rounds = tuple([each.decided(pairing, new) if each is one else each for each in progress.rounds])
    return replace(progress, rounds=rounds)


def _leaving(progress: Progress, one: Round, pairing: Pairing, event: CorrectionEntered) -> Progress | NotFollowing:
    if event.void is not True:
        return NotFollowing(EventReason.RANGE, "a leaving for a time can only be made void")
    return comes_back(progress, one, pairing)


def _too_late(progress: Progress, number: int) -> NotFollowing | None:
    if progress.law.sums_until_pairing and number != len(progress.rounds):
        return NotFollowing(EventReason.WINDOW, f"round {number + 1} is paired: errors of round {number} stay")
    return None


def _is_swap(before: Totals | Ruled, new: Totals | Ruled) -> bool:
    if isinstance(before, Ruled) and isinstance(new, Ruled):
        return new.vp == before.vp[::-1] and new.mp == before.mp[::-1]
    return isinstance(before, Totals) and isinstance(new, Totals) and new.mp == before.mp[::-1]


def _cannot_void(progress: Progress, number: int, event: CorrectionEntered) -> NotFollowing | None:
    if event.void is not True:
        return NotFollowing(EventReason.RANGE, "a warning or a penalty can only be made void")
    if progress.law.sums_until_pairing and event.cause == SWAP:
        return NotFollowing(EventReason.NOT_A_SWAP, "a warning or a penalty has no lines to exchange")
    return _too_late(progress, number)


def _voided(progress: Progress, charge: WarningKept | Penalty, event: CorrectionEntered) -> Progress | NotFollowing:
    """The warning or penalty counts no more; it goes by the correction's number from now on."""
    if wrong := _cannot_void(progress, charge.round, event):
        return wrong
    cautions = tuple([replace(one, n=event.n, voided=True) if one is charge else one for one in progress.cautions])
    penalties = tuple([replace(one, n=event.n, voided=True) if one is charge else one for one in progress.penalties])
    return replace(progress, cautions=cautions, penalties=penalties, replaced=progress.replaced | {event.n})
