"""The small words of the table in every language: cards, melds, seats, sides, kinds of burraco, ends, time.

Cards are a rank and a symbol of text, `10♥ J♠`, which telephones show as they are; the joker is a word.
"""

from collections.abc import Iterable
from typing import Final

from babel.numbers import format_decimal

from bot.words.languages import Language, in_form, join_parts, say
from bot.words.names import known_as
from engine.additions import HIGH
from engine.cards import JOKER, RANKS, TEXTS, UNKNOWN, Card
from engine.deal import ANNULLO, PHASES
from engine.melds import Meld, Run, card_at, high_place, low_place

SUITS: Final = "♥♦♣♠"
KINDS: Final = ("sporco", "semipulito", "pulito", "super", "reale")
_UNITS: Final = (("days", 86400), ("hours", 3600), ("minutes", 60), ("seconds", 1))


def rank(letter: str) -> str:
    """A rank as people write it: 10 for T."""
    return "10" if letter == "T" else letter


def card(language: Language, which: Card) -> str:
    if which == JOKER:
        return say(language, "card.joker")
    if which == UNKNOWN:
        return say(language, "card.unknown")
    return rank(TEXTS[which][0]) + SUITS[which // 13]


def cards(language: Language, several: Iterable[Card]) -> str:
    return join_parts(" ", [card(language, one) for one in several])


def added(language: Language, several: Iterable[Card], end: str) -> str:
    """Cards that are added to a meld, and to which `end` its matta goes where it may choose (`engine.actions.Add`)."""
    words = cards(language, several)
    if not end:
        return words
    high = end == HIGH
    return say(language, "added.high", cards=words) if high else say(language, "added.low", cards=words)


def meld(language: Language, laid: Meld) -> str:
    """A meld by its name: `the run 5♥-8♥`, `the set of 7`."""
    shape = laid.shape
    if not isinstance(shape, Run):
        return say(language, "meld.set", rank=rank(RANKS[shape.rank]))
    places = shape.places | (1 << shape.at if shape.at else 0)
    low, high = [card(language, card_at(shape.suit, end(places))) for end in (low_place, high_place)]
    return say(language, "meld.run", low=low, high=high)


def stands_for(language: Language, laid: Meld) -> str:
    """What the matta is there, in a set a rank alone; "" without a matta, and where it may still choose."""
    if laid.matta < 0:
        return ""
    if not isinstance(laid.shape, Run):
        return rank(RANKS[laid.shape.rank])
    return card(language, laid.can_only_be) if laid.can_only_be >= 0 else ""


def seat(language: Language, letter: str) -> str:
    """The seat N, E, S or W."""
    return say(language, f"seat.{letter}")


def side(language: Language, letters: str) -> str:
    """A side: `North-South`, or a seat where nobody has a partner."""
    return join_parts("-", [seat(language, letter) for letter in letters])


def kind(language: Language, burraco: str) -> str:
    """A kind of burraco."""
    return say(language, f"burraco.{burraco}")


OWN_KINDS: Final = (("febur", "reale"), ("febur", "super"))
"""Kinds that a code of play calls otherwise, where the others have one name."""


def own_kind(language: Language, code: str, burraco: str) -> str:
    """What this code calls a kind of burraco, "" where it has no name of its own for it."""
    return say(language, f"code.{code}.{burraco}") if (code, burraco) in OWN_KINDS else ""


def phase(language: Language, number: int) -> str:
    """What the player in turn has to do, by the deal's phase."""
    return say(language, f"phase.{PHASES[number]}")


def termination(language: Language, ended: str) -> str:
    """How a deal ended, as a sentence."""
    return say(language, f"termination.{ended}")


def last_termination(
    language: Language, ended: str, by: str = "", *, broken_off: bool, on_time: bool, ruled: bool = False
) -> str:
    """How the last deal of a table ended: an admin may have broken it off, or a clock ran out (`on_time`).

    `by` is who has ended the table, "" for nobody. `ruled`: in a tournament, where the arbiter annuls.
    """
    if on_time:
        return say(language, "score.lost-on-time")
    if ended == ANNULLO and ruled:
        return say(language, "score.annulled-by-arbiter")
    if ended == ANNULLO and broken_off:
        return say(language, "score.broken-off")
    if ended == ANNULLO and by:
        return say(language, "score.ended-by", name=known_as(language, by))
    return termination(language, ended)


def figure(value: int) -> str:
    """A number with a true minus, as pictures write it."""
    return _true_minus(str(value))


def signed(value: int) -> str:
    """A number with its sign, `+300`; 0 has none."""
    return _true_minus(f"{value:+d}") if value else "0"


def decimal(language: Language, value: float, places: int) -> str:
    """A number with so many decimals as the language writes them: `12,50`."""
    pattern = f"0.{'0' * places}" if places else "0"
    return _true_minus(in_form(language, lambda locale: format_decimal(value, pattern, locale=locale)))


def between_cells(language: Language) -> str:
    """What parts the cells of a CSV file: spreadsheets expect a semicolon where a comma begins the decimals."""
    return ";" if "," in decimal(language, 0.5, 1) else ","


def share(language: Language, points: float) -> str:
    """Points that were shared, with decimals where there are some: `13`, `6,5`."""
    return _true_minus(in_form(language, lambda locale: format_decimal(points, "0.##", locale=locale)))


def _true_minus(number: str) -> str:
    return number.replace("-", "−")


def duration(language: Language, seconds: float) -> str:
    """A time in its two largest units, from whole seconds: `2 minutes 30 seconds`."""
    left = max(0, round(seconds))
    parts: list[str] = []
    for unit, size in _UNITS:
        count, left = divmod(left, size)
        if count or (size == 1 and not parts):
            parts.append(say(language, f"time.{unit}", count=count))
        elif parts:
            break
    return join_parts(" ", parts[:2])


def points(language: Language, count: int) -> str:
    return say(language, "points", count=count)
