"""Plays that people type: `5h 6h 7h` lays, `+3 8h` adds to the third meld, `-Kd` discards, `draw`, `pick up`.

    lay      5h 6h 7h · 5♥6♥7♥ · 5 6 7 cuori · cala 7h 7c jolly · lay 5h, 6h and 7h
    add      +3 8h · 8h +3 · lega 8h al gioco 3 · add 8h to meld 3 · +3 jk^ (the matta goes high; _ low)
    discard  -Kd · scarta re di quadri · discard K♦
    take     d, draw, pesca · p, r, pick up, raccogli · n, decline, passo

Every action's own notation is understood too. Words may be shortened to three letters; capitals do not matter. Cards
are ranks with the letters of the notation, with symbols (of text or emoji), or with the names of ranks and suits in
any language (`bot/locales/*/cards.toml`); one suit at the end serves all (`567h`).

Initials of suits in other languages are none: `c` would be cuori to some and clubs to the notation, and a wrong card
would be played. So `7q 7f 7p`, where the meaning is plain, are not taken either, and the answer names the four letters.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.locales import CARDS, any_of, meanings, words
from engine.actions import DECLINE, DRAW, PICK_UP, Action, Add, Discard, Lay, parse_action
from engine.additions import HIGH, LOW
from engine.cards import JOKER, RANKS, SUITS, Card, Malformed, copies

LONGEST: Final = 200  # signs of a play
NOWHERE: Final = -1  # the text does not stand before its writer as it was read


class Doubt(StrEnum):
    """What is not clear about a typed play; the key of its sentence."""

    NOTHING = "nothing"
    TOO_LONG = "too-long"
    NOT_UNDERSTOOD = "not-understood"
    NO_CARDS = "no-cards"
    ONE_CARD = "one-card"  # one card and no word what to do with it
    ONE_DISCARD = "one-discard"
    NO_SUIT = "no-suit"
    NO_RANK = "no-rank"
    INITIAL = "initial"  # of a suit, in another language than the notation's
    TOO_MANY_EQUAL = "too-many-equal"
    NO_MELD_NUMBER = "no-meld-number"
    NO_END = "no-end"  # ^ or _ on anything but an addition
    TOO_MUCH = "too-much"  # more text after a play that takes none


@dataclass(frozen=True, slots=True)
class Unclear:
    """A play that was not understood: why, the piece of text, and where it begins (signs from 0, or `NOWHERE`)."""

    doubt: Doubt
    piece: str = ""
    at: int = 0


def parse_typed(text: str) -> Action | Unclear:
    """The action that somebody typed, or what is not clear about it. The engine judges whether it is allowed."""
    if len(text) > LONGEST:
        return Unclear(Doubt.TOO_LONG)
    if not text.strip():
        return Unclear(Doubt.NOTHING)
    try:
        return parse_action(text)
    except Malformed:
        pass
    try:
        return _play(list(_tokens(text)))
    except _Stop as stop:
        return Unclear(stop.doubt, text[stop.at : stop.end].strip(), stop.at)


# --- pieces of the text -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Token:
    text: str  # small letters; suit symbols and jokers as capitals
    at: int
    end: int


class _Stop(Exception):
    """The reading ends here."""

    def __init__(self, doubt: Doubt, token: _Token | None = None) -> None:
        super().__init__(doubt)
        self.doubt = doubt
        self.at, self.end = (token.at, token.end) if token else (0, 0)


_SYMBOLS: Final = dict(zip("♥♡❤♦♢◆♣♧♠♤🃏★*", "HHHDDDCCSSJJJ", strict=True))
_APOSTROPHES: Final = "’‘ʼ`´"
_DASHES: Final = "‐‑‒–—−"  # what a telephone makes of a minus
_ELIDED: Final = words(CARDS, "word", "elided")
_PIECE: Final = re.compile(rf"[-+^_:#]|(?<!\w)(?:{any_of(_ELIDED)})'(?=\w)|[^-+^_:#\s,;.!']+")


def _tokens(text: str) -> Iterator[_Token]:
    """The pieces of the text, each with its place in it."""
    folded: list[tuple[str, int]] = []
    for at, char in enumerate(text):
        folded += [(part, at) for part in _fold(char)]
    for found in _PIECE.finditer("".join([part for part, _ in folded])):
        yield _Token(found[0], folded[found.start()][1], folded[found.end() - 1][1] + 1)


def _fold(char: str) -> str:
    """A sign as it is compared; nothing for what is not seen, such as the selector behind an emoji."""
    if char in _SYMBOLS:
        return _SYMBOLS[char]
    if char in _DASHES:
        return "-"
    if char in _APOSTROPHES:
        return "'"
    if not char.isspace() and unicodedata.category(char) in ("Cf", "Mn", "Cc"):
        return ""
    return unicodedata.normalize("NFKC", char).casefold()


# --- what to do -------------------------------------------------------------------------------------------------------

_LETTERS: Final = {"draw": "d", "pickup": "p", "decline": "n", "lay": "m", "add": "a", "discard": "x"}
_NOTATION: Final = {"d": "d", "p": "p", "r": "p", "n": "n", "m": "m", "+": "a", "x": "x", "-": "x"}
_VERBS: Final[Mapping[str, str]] = {
    **_NOTATION,
    **{word: _LETTERS[play] for word, play in meanings(CARDS, "play").items()},
}
_PLAIN: Final[Mapping[str, Action]] = {"d": DRAW, "p": PICK_UP, "n": DECLINE}
_ENDS: Final[Mapping[str, str]] = {
    "^": HIGH,
    "_": LOW,
    **{word: HIGH if end == "high" else LOW for word, end in meanings(CARDS, "end").items()},
}
_ONTO: Final = frozenset(["n", "#", "+", *words(CARDS, "word", "onto")])
_SMALL_WORDS: Final = frozenset([*words(CARDS, "word", "filler"), *[f"{word}'" for word in _ELIDED]])
_NUMBER_AND_CARDS: Final = re.compile(r"(?P<number>[0-9]+)(?P<cards>(?:10|[2-9atjqkJ]).*)")
_OWN_FORM: Final = re.compile(r"a([0-9]{1,4})")


def _play(tokens: list[_Token]) -> Action:
    if not tokens:
        raise _Stop(Doubt.NOTHING)
    verb, rest = _verb(tokens)
    if verb in _PLAIN:
        for token in rest:
            if token.text not in _SMALL_WORDS:
                raise _Stop(Doubt.TOO_MUCH, token)
        return _PLAIN[verb]
    if verb == "a" or (not verb and _meld_comes_last(rest)):
        return _add(rest)
    for token in rest:
        if token.text in ("^", "_"):
            raise _Stop(Doubt.NO_END, token)
    cards = _cards(rest)
    if verb == "x":
        if len(cards) > 1:
            raise _Stop(Doubt.ONE_DISCARD, rest[-1])
        return Discard(cards[0])
    if len(cards) == 1 and not verb:
        raise _Stop(Doubt.ONE_CARD, rest[0])
    return Lay(cards)


def _verb(tokens: list[_Token]) -> tuple[str, list[_Token]]:
    """The letter of the action that the first piece names, "" where it names none, and what is left."""
    first, rest = tokens[0], tokens[1:]
    verb = _VERBS.get(first.text) or _complete_verb(first.text)
    colon = bool(rest) and rest[0].text == ":"
    own = _OWN_FORM.fullmatch(first.text)
    if own and colon:
        return "a", [_Token(own[1], first.at + 1, first.end), *rest[1:]]
    if not verb:
        return "", tokens
    return verb, rest[1:] if colon else rest


def _complete_verb(word: str) -> str:
    """The action whose words begin so, where three letters or more leave one only."""
    verbs = {verb for form, verb in _VERBS.items() if len(word) > 2 and form.startswith(word)}
    return verbs.pop() if len(verbs) == 1 else ""


def _add(tokens: list[_Token]) -> Add:
    rest = list(tokens)
    end = _end(rest)
    number, rest = _target(rest)
    end = _end(rest) or end
    return Add(number, _cards(rest), end)


def _meld_comes_last(tokens: list[_Token]) -> bool:
    """Whether the cards stand before the sign and the meld, as in `8h +3`."""
    rest = tokens[:-1] if tokens[-1].text in _ENDS else tokens
    return len(rest) > 2 and rest[-2].text == "+" and rest[-1].text.isdecimal()


def _end(tokens: list[_Token]) -> str:
    """The end of the matta that the last piece names, taken off; "" where it names none."""
    return _ENDS[tokens.pop().text] if tokens and tokens[-1].text in _ENDS else ""


def _target(tokens: list[_Token]) -> tuple[int, list[_Token]]:
    """The number of the meld, said last (`8h to 3`) or first (`3 8h`, `38h`), and the other pieces."""
    if len(tokens) > 2 and tokens[-1].text.isdecimal() and tokens[-2].text in _ONTO:
        rest = tokens[:-2]
        while rest and rest[-1].text in _ONTO:
            rest.pop()
        return _number(tokens[-1]), rest
    rest = list(tokens)
    while rest and rest[0].text in _ONTO:
        del rest[0]
    if not rest:
        raise _Stop(Doubt.NO_MELD_NUMBER)
    first = rest.pop(0)
    if first.text.isdecimal():
        return _number(first), rest[1:] if rest and rest[0].text == ":" else rest
    together = _NUMBER_AND_CARDS.fullmatch(first.text)
    if together is None:
        raise _Stop(Doubt.NO_MELD_NUMBER, first)
    number = _Token(together["number"], first.at, first.end)
    return _number(number), [_Token(together["cards"], first.at, first.end), *rest]


def _number(token: _Token) -> int:
    number = int(token.text) if len(token.text) < 4 else 0
    if number < 1:
        raise _Stop(Doubt.NO_MELD_NUMBER, token)
    return number


# --- cards ------------------------------------------------------------------------------------------------------------

_RANK_WORDS: Final = {word: RANKS.index(rank) for word, rank in meanings(CARDS, "rank").items()}
_SUIT_WORDS: Final = {word: SUITS.index(suit) for word, suit in meanings(CARDS, "suit").items()}


def _beginnings() -> Iterator[tuple[str, int]]:
    """Every way to write a suit: its letter, its symbol, its names from three letters on that are those of no other."""
    for suit, letter in enumerate(SUITS):
        yield from ((letter, suit), (letter.upper(), suit))
    for word, suit in _SUIT_WORDS.items():
        for begins in [word[:length] for length in range(3, len(word))]:
            if {other for name, other in _SUIT_WORDS.items() if name.startswith(begins)} == {suit}:
                yield begins, suit
        yield word, suit


def _initials(letters: Sequence[str]) -> str:
    """A pattern for them; where one is also a rank, the next card may begin with it."""
    no_ranks = [letter for letter in letters if letter.upper() not in RANKS]
    return rf"(?:{any_of(letters)})$|{any_of(no_ranks)}"


_SUITS: Final[Mapping[str, int]] = dict(_beginnings())
_INITIALS: Final = words(CARDS, "word", "initial")
_CARD: Final = re.compile(
    rf"(?P<joker>{any_of([*words(CARDS, 'word', 'joker'), 'jk', 'J'])})"
    rf"|(?P<rank>10|[a2-9tjqk])(?P<suit>{any_of(_SUITS)})?(?P<initial>{_initials(_INITIALS)})?"
)


@dataclass(slots=True)
class _Card:
    """A card being read: a joker, or a rank whose suit may still come."""

    token: _Token
    rank: int = -1
    suit: int = -1
    joker: bool = False

    @property
    def card(self) -> Card:
        return JOKER if self.joker else self.suit * 13 + self.rank


def _cards(tokens: Sequence[_Token]) -> tuple[Card, ...]:
    read: list[_Card] = []
    for token in tokens:
        if token.text in _RANK_WORDS:
            read.append(_Card(token, _RANK_WORDS[token.text]))
        elif token.text in _SUITS:
            if not read or read[-1].joker or read[-1].suit >= 0:
                raise _Stop(Doubt.NO_RANK, token)
            read[-1].suit = _SUITS[token.text]
        elif token.text not in _SMALL_WORDS:
            read += _in_a_piece(token)
    if not read:
        raise _Stop(Doubt.NO_CARDS)
    _share_suit(read)
    for card, number in Counter([one.card for one in read]).items():
        if number > copies(card):
            raise _Stop(Doubt.TOO_MANY_EQUAL, next(one.token for one in reversed(read) if one.card == card))
    return tuple(one.card for one in read)


def _in_a_piece(token: _Token) -> Iterator[_Card]:
    """The cards of a piece such as `5h6hjk8h` or `567h`."""
    place = 0
    while place < len(token.text):
        found = _CARD.match(token.text, place)
        if found is None:
            raise _Stop(Doubt.NOT_UNDERSTOOD, token)
        if found["initial"]:
            raise _Stop(Doubt.INITIAL, token)
        place = found.end()
        if found["joker"]:
            yield _Card(token, joker=True)
        else:
            rank = RANKS.index("T" if found["rank"] == "10" else found["rank"].upper())
            yield _Card(token, rank, _SUITS[found["suit"]] if found["suit"] else -1)


def _share_suit(read: list[_Card]) -> None:
    """Gives the one suit that stands at the end to every card; otherwise each card needs its own."""
    naturals = [one for one in read if not one.joker]
    bare = [one for one in naturals if one.suit < 0]
    if bare and (len(bare) < len(naturals) - 1 or naturals[-1].suit < 0):
        raise _Stop(Doubt.NO_SUIT, bare[0].token)
    for one in bare:
        one.suit = naturals[-1].suit
