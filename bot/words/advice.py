"""A hint in words, in two steps, and why a computer did what it did: what a play gains and risks, and how sure that is.

First where to look, then the play itself. Plays that nothing tells apart are said to be equal; a figure stands only
where it is clear of its error.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from bot.words import table_words
from bot.words.languages import Language, join_parts, list_words, say
from bot.words.refusals import to_do
from engine.actions import Action, Add, Decline, Discard, Draw, Lay, PickUp
from engine.advice import NOT_ASKED, SURE, Actions, Advice, Effects, OtherPlay, effects
from engine.cards import RANKS, Card
from engine.deal import Deal
from engine.melds import Meld, Run

NAMED: Final = 2  # plays that are as good
OFTEN: Final = 0.2  # by so much more often the pile is wanted after another play
_SUITS: Final = ("hearts", "diamonds", "clubs", "spades")


def nudge(language: Language, deal: Deal, actions: Actions) -> str:
    """Where to look, and nothing of what to do."""
    first = actions[0]
    if isinstance(first, Draw | PickUp | Decline):
        return say(language, "hint.look-last-pile") if deal.stock_exhausted else say(language, "hint.look-pile")
    if isinstance(first, Add):
        meld = table_words.meld(language, deal.melds[deal.code.side_of[deal.turn]][first.meld - 1])
        return say(language, "hint.look-meld", meld=meld)
    if isinstance(first, Lay):
        laid = deal.code.book.lay(first.cards)
        return _look_at(language, laid) if isinstance(laid, Meld) else say(language, "hint.look-hand")
    return _think_of_discard(language, deal, actions)


def _think_of_discard(language: Language, deal: Deal, actions: Actions) -> str:
    does = effects(deal, actions)
    if does.closes:
        return say(language, "hint.look-closing")
    return say(language, "hint.look-end") if does.ends else say(language, "hint.look-discard")


def _look_at(language: Language, laid: Meld) -> str:
    if isinstance(laid.shape, Run):
        return say(language, "hint.look-suit", suit=say(language, f"hint-suit.{_SUITS[laid.shape.suit]}"))
    return say(language, "hint.look-rank", rank=say(language, f"hint-rank.{RANKS[laid.shape.rank]}"))


def hint_lines(language: Language, deal: Deal, advice: Advice) -> tuple[str, ...]:
    """The play, what it gains, what it risks, and how sure it is."""
    found = [say(language, "hint.play", play=play_words(language, advice.actions))]
    found += [line for line in (*_gains(language, deal, advice), *_risks(language, deal, advice)) if line]
    return (*found, _how_sure(language, advice))


def play_words(language: Language, actions: Sequence[Action]) -> str:
    """`to lay 7♥ 7♣ 7♠ and to discard K♣`; additions to one meld are told as one."""
    return list_words(language, [to_do(language, action) for action in _together(actions)])


def _together(actions: Sequence[Action]) -> Iterator[Action]:
    """The actions, with additions to the same meld that follow one another as one."""
    last: Action | None = None
    for action in actions:
        if isinstance(last, Add) and isinstance(action, Add) and last.meld == action.meld:
            last = Add(last.meld, last.cards + action.cards, action.end or last.end)
            continue
        if last is not None:
            yield last
        last = action
    if last is not None:
        yield last


# --- what speaks for it and against it --------------------------------------------------------------------------------


def _gains(language: Language, deal: Deal, advice: Advice) -> Iterator[str]:
    does = effects(deal, advice.actions)
    gains = list(_gain_words(language, does))
    if gains:
        yield say(language, "hint.gains", gains=list_words(language, gains))
    if does.points < 0:
        yield say(language, "hint.costs", count=-does.points)


def _gain_words(language: Language, does: Effects) -> Iterator[str]:
    if does.closes:
        yield say(language, "gain.closes")
    if does.pozzetto:
        yield say(language, "gain.pozzetto")
    for kind in does.burrachi:
        yield say(language, "gain.burraco", kind=table_words.kind(language, kind))
    if does.points > 0:
        yield say(language, "gain.points", count=does.points)
    if does.pile:
        yield say(language, "gain.pile", count=does.pile)


def _risks(language: Language, deal: Deal, advice: Advice) -> Iterator[str]:
    does, last = effects(deal, advice.actions), advice.actions[-1]
    if does.ends:
        return
    if isinstance(last, Discard):
        card = table_words.card(language, last.card)
        if does.fits:
            yield say(language, "risk.fits", card=card)
        if does.ready:
            yield say(language, "risk.ready", card=card)
    if advice.worlds and advice.wanted != NOT_ASKED:
        yield say(language, "risk.wanted", share=_per_cent(advice.wanted))


def _per_cent(share: float) -> int:
    return round(100 * share)


# --- how sure it is ---------------------------------------------------------------------------------------------------


def _how_sure(language: Language, advice: Advice) -> str:
    if advice.is_only:
        return say(language, "sure.only")
    if not advice.worlds:
        return say(language, "sure.late")
    if advice.equals:
        return say(language, "sure.equal", plays=_named(language, advice, advice.equals), worlds=advice.worlds)
    other = advice.runner_up
    if other is None:
        return say(language, "sure.only")
    return say(
        language,
        "sure.ahead",
        count=round(other.behind),
        error=_margin(other),
        play=difference_words(language, advice.actions, other.actions),
        worlds=advice.worlds,
    )


def _margin(other: OtherPlay) -> int:
    """Two standard errors, in whole points."""
    return max(1, round(SURE * other.error))


def _named(language: Language, advice: Advice, others: Sequence[OtherPlay]) -> str:
    words = [difference_words(language, advice.actions, other.actions) for other in others[:NAMED]]
    return list_words(language, words, "or")


def difference_words(language: Language, play: Actions, other: Actions) -> str:
    """The other play, as far as it is another one; the whole of it where it keeps cards that the first lays.

    That it lays nothing is said where the first lays something.
    """
    changed = [action for action in other if other.count(action) > play.count(action)]
    left_out = _cards([action for action in play if _lays(action) and play.count(action) > other.count(action)])
    if left_out and not any(map(_lays, other)):
        return list_words(language, [say(language, "hint.lay-nothing"), play_words(language, other)])
    keeps_some = left_out - _cards(changed)
    return play_words(language, other if keeps_some else changed or other)


def _lays(action: Action) -> bool:
    return isinstance(action, Lay | Add)


def _cards(actions: Sequence[Action]) -> Counter[Card]:
    """The cards that leave the hand by them."""
    found = Counter[Card]()
    for action in actions:
        found.update(action.cards if isinstance(action, Lay | Add) else ())
        found.update([action.card] if isinstance(action, Discard) else ())
    return found


# --- why did it do that? ----------------------------------------------------------------------------------------------


def explanation(language: Language, name: str, deal: Deal, advice: Advice) -> str:
    """One or two sentences about what a computer has played from here, of this name."""
    does = effects(deal, advice.actions)
    gains = list(_gain_words(language, does))
    play = play_words(language, advice.actions)
    if gains:
        first = say(language, "because.gains", name=name, play=play, gains=list_words(language, gains))
    else:
        first = say(language, "because.plays", name=name, play=play)
    return join_parts(" ", [first, _because(language, advice, does)])


def _because(language: Language, advice: Advice, does: Effects) -> str:
    """Why this play and no other: how far ahead it was, which risk it avoided, or that another was as good."""
    if advice.is_only:
        return say(language, "because.only")
    if not advice.worlds:
        return say(language, "because.late")
    avoided = None if does.ends else _avoided(advice)
    if avoided is not None:
        other = difference_words(language, advice.actions, avoided.actions)
        shares = {"share": _per_cent(advice.wanted), "other": _per_cent(avoided.wanted)}
        return say(language, "because.pile", play=other, **shares)
    if advice.better is not None:
        better = difference_words(language, advice.actions, advice.better.actions)
        return say(
            language, "because.worse", play=better, count=round(-advice.better.behind), error=_margin(advice.better)
        )
    if advice.equals:
        return say(language, "because.equal", plays=_named(language, advice, advice.equals))
    other = difference_words(language, advice.actions, advice.others[0].actions)
    points = {"count": round(advice.others[0].behind), "error": _margin(advice.others[0])}
    return say(language, "because.ahead", play=other, **points)


def _avoided(advice: Advice) -> OtherPlay | None:
    """Another play that is clearly behind, and after which the next player wants the pile much more often."""
    if advice.wanted == NOT_ASKED or advice.better is not None:
        return None
    behind = [one for one in advice.others if not one.is_equal and one.wanted != NOT_ASKED]
    found = max(behind, key=lambda one: one.wanted, default=None)
    return found if found is not None and found.wanted - advice.wanted >= OFTEN else None
