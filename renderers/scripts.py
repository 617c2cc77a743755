"""Text in any script made drawable: what the fonts lack is written in Latin letters, never drawn as a box.

`anyascii` knows how a sign is written in Latin letters. What it cannot know sign by sign is added here: the `a` that
a consonant of an Indian script is spoken with where no other vowel follows, and Thai vowels that are written before
their consonant. Flags become the letters of their country; other emoji, and signs without a sound, are left out
beside other text. Hebrew and Arabic stand in the order in which they are read, Arabic letters joined. A text of which
nothing can be seen becomes a dash.
"""

import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import cache
from typing import Final, TypeAlias

from anyascii import anyascii

HasGlyph: TypeAlias = Callable[[str], bool]

LONGEST: Final = 400  # signs looked at; no line of a picture holds more
_BLANK: Final = frozenset("\u2800\u3164\uffa0\u115f\u1160\u17b4\u17b5")  # letters that nobody sees
UNSEEN: Final = "—"  # for a name made of signs that nobody sees
_WITH_A: Final = (("\u0900", "\u0aff"), ("\u0b00", "\u0dff"), ("\u1000", "\u109f"), ("\u1780", "\u17b3"))
_SILENT_END: Final = (_WITH_A[0], _WITH_A[3])  # from Devanagari to Gujarati, and Khmer: not at the end of a word
_KILLERS: Final = ("VIRAMA", "COENG", "ASAT", "AL-LAKUNA")  # signs that take the `a` of the consonant before them
_JOINED: Final = ("VOWEL SIGN", "CONSONANT SIGN", *_KILLERS)
_BEFORE: Final = re.compile(  # เ แ โ ใ ไ, and the consonant or the pair of them that they follow
    r"([\u0e40-\u0e44])([\u0e01\u0e02\u0e04\u0e15\u0e1b\u0e1c\u0e1e][\u0e23\u0e25]|[\u0e01-\u0e2e])"
)
_MUTED: Final = re.compile(r"[\u0e01-\u0e2e][\u0e38\u0e34]?\u0e4c")  # a consonant that is written, not spoken
_OWN_INITIALS: Final = (  # scripts whose letters the fonts have
    *("LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "GEORGIAN", "HEBREW", "ARABIC", "DIGIT"),
    *("CJK", "HIRAGANA", "KATAKANA", "HANGUL"),
)
_RTL: Final = ("R", "AL")
LEFT_TO_RIGHT: Final = "\u200e"  # marks that nobody sees: at the beginning of a line its direction
RIGHT_TO_LEFT: Final = "\u200f"
OPENING: Final = ("\u2066", "\u2067", "\u2068")  # a text from the left, from the right, or as its first letter says
FIRST_STRONG: Final = OPENING[2]
CLOSE: Final = "\u2069"
_ISOLATED: Final = re.compile("([\u2066-\u2068])([^\u2066-\u2069]*)(?:\u2069|$)")
_HOLES: Final = tuple([chr(number) for number in range(0xFDD0, 0xFDF0)])  # no text holds them; they have no direction
_NO_HOLES: Final = dict.fromkeys([ord(hole) for hole in _HOLES])
_MIRRORED: Final = str.maketrans("()[]{}<>‹›«»", ")(][}{><›‹»«")


def legible(text: str, has_glyph: HasGlyph) -> str:
    """The text as one line of characters that the font has, in the order in which they are drawn from left to right."""
    line = " ".join(unicodedata.normalize("NFC", text[:LONGEST].translate(_NO_HOLES)).split())
    if line.isascii():
        return "".join([char for char in line if char.isprintable()]) or (UNSEEN if line else "")
    isolated = list(_ISOLATED.finditer(line))[: len(_HOLES)]
    for hole, found in reversed(list(zip(_HOLES, isolated, strict=False))):
        line = line[: found.start()] + hole + line[found.end() :]
    shown = _drawn(line, line[:1], has_glyph)
    for hole, found in zip(_HOLES, isolated, strict=False):
        shown = shown.replace(hole, _drawn(found[2], found[1], has_glyph))
    return shown or UNSEEN


def _drawn(line: str, mark: str, has_glyph: HasGlyph) -> str:
    """The line as it is drawn: from the left or from the right, as the mark says; if it says nothing, as it begins."""
    spelt = _joined(_spelt(_as_spoken(line, has_glyph), has_glyph), has_glyph)
    told = {LEFT_TO_RIGHT: False, OPENING[0]: False, RIGHT_TO_LEFT: True, OPENING[1]: True}
    return _visual(spelt, told.get(mark, is_rightward(spelt)))


def initial(name: str) -> str:
    """The first letter or digit of a name as one large sign; a spade for a name that has none."""
    first = next((sign for sign in unicodedata.normalize("NFKC", name[:LONGEST]) if sign.isalnum()), "")
    if not unicodedata.name(first or " ").startswith(_OWN_INITIALS):
        first = next((sign for sign in anyascii(first) if sign.isalnum()), "")
    return first.upper()[:1] or "♠"


def has_rightward(text: str) -> bool:
    """Whether any of it is written from right to left."""
    return not text.isascii() and any([unicodedata.bidirectional(char) in _RTL for char in text])


def is_rightward(text: str) -> bool:
    """Whether a paragraph goes from right to left: its first letter says so that is not within an isolated text."""
    strong = [unicodedata.bidirectional(char) for char in _ISOLATED.sub("", text)]
    return next((kind for kind in strong if kind in {"L", *_RTL}), "L") != "L"


# --- what the font lacks ----------------------------------------------------------------------------------------------


def _spelt(line: str, has_glyph: HasGlyph) -> str:
    """The line with everything that the font lacks spelt out, or left out."""
    pieces: list[str] = []
    left_out: list[str] = []
    for at, char in enumerate(line):
        if _is_hidden(char):
            continue
        if char == " " or char in _HOLES or has_glyph(char):
            pieces.append(char)
        elif sound := _sound(char, has_glyph):
            pieces.append(sound + _own_vowel(sound, line, at))
        else:
            left_out.append(unicodedata.name(char, "").lower())
    shown = " ".join("".join(pieces).split())
    return shown or " ".join([name for name in left_out if name])


def _as_spoken(line: str, has_glyph: HasGlyph) -> str:
    """Thai that must be spelt, in the order in which it is spoken."""
    if has_glyph("\u0e01"):
        return line
    return _BEFORE.sub(r"\2\1", _MUTED.sub("", line))


def _is_hidden(char: str) -> bool:
    if char in _HOLES:
        return False
    if char in _BLANK or "\ufe00" <= char <= "\ufe0f" or "\U0001f3fb" <= char <= "\U0001f3ff":  # how an emoji looks
        return True
    return unicodedata.category(char) in {"Cc", "Cf", "Cs", "Co", "Cn"}


def _sound(char: str, has_glyph: HasGlyph) -> str:
    """How a character is written in letters that the font has; "" where there is no saying."""
    plain = unicodedata.normalize("NFKD", char)
    kept = "".join([part for part in plain if has_glyph(part) and not unicodedata.combining(part)])
    if kept:
        return kept
    name = unicodedata.name(char, "")
    if "NUKTA" in name:  # a dot that changes the consonant before it
        return ""
    spelt = anyascii(char)
    return "" if spelt.startswith(":") else spelt.strip("'")  # :party_popper:


def _own_vowel(sound: str, line: str, at: int) -> str:
    """The `a` of the consonant there, where no sign takes it away and it does not fall silent."""
    char, name = line[at], unicodedata.name(line[at], "")
    consonant = (unicodedata.category(char) == "Lo" and "CHILLU" not in name) or "CONSONANT SIGN" in name
    if not consonant or sound[0] in "aeiou" or not _within(char, _WITH_A):
        return ""
    after = line[at + 1 :].lstrip("\u093c\u09bc\u0a3c\u0abc\u0b3c\u0cbc")[:1]  # the dots below
    if _is_one_of(after, _JOINED):
        return ""
    ends = not after or unicodedata.category(after)[0] not in "LM"
    clustered = at > 0 and _is_one_of(line[at - 1], _KILLERS)
    return "" if ends and not clustered and _within(char, _SILENT_END) else "a"


def _within(char: str, ranges: Sequence[tuple[str, str]]) -> bool:
    return any([low <= char <= high for low, high in ranges])


def _is_one_of(char: str, kinds: Sequence[str]) -> bool:
    """Whether the name of the sign says so; no sign is nothing."""
    return any([kind in unicodedata.name(char, "") for kind in kinds]) if char else False


# --- from right to left -----------------------------------------------------------------------------------------------


def _visual(line: str, rightward: bool) -> str:
    """The line in the order of drawing: pieces from right to left are turned round, and all of it if it goes so."""
    if not rightward and not has_rightward(line):
        return line
    pieces = _pieces(line, rightward)
    turned = [_turned(piece) if from_right else piece for from_right, piece in pieces]
    return "".join(turned[::-1] if rightward else turned)


def _pieces(line: str, rightward: bool) -> list[tuple[bool, str]]:
    """The line cut where the direction changes; signs without one belong to both neighbours, or to the whole line."""
    flags: list[bool | None] = []
    for char in line:
        kind = unicodedata.bidirectional(char)
        flags.append(True if kind in _RTL else False if kind in {"L", "EN", "AN"} else None)
    pieces: list[tuple[bool, str]] = []
    for at, char in enumerate(line):
        before = next((flag for flag in reversed(flags[:at]) if flag is not None), rightward)
        after = next((flag for flag in flags[at:] if flag is not None), rightward)
        flag = flags[at]
        from_right = (before if before == after else rightward) if flag is None else flag
        if unicodedata.combining(char) and pieces:
            from_right = pieces[-1][0]
        if pieces and pieces[-1][0] == from_right:
            pieces[-1] = (from_right, pieces[-1][1] + char)
        else:
            pieces.append((from_right, char))
    return pieces


def _turned(piece: str) -> str:
    """A piece from its end to its beginning; a letter keeps its marks after it."""
    clusters: list[str] = []
    for char in piece:
        if clusters and unicodedata.combining(char):
            clusters[-1] += char
        else:
            clusters.append(char)
    return "".join(clusters[::-1]).translate(_MIRRORED)


@cache
def _forms() -> dict[tuple[str, str], str]:
    """The joined forms of Arabic letters: (letter, "initial" …) to the character that shows it."""
    forms: dict[tuple[str, str], str] = {}
    for number in (*range(0xFB50, 0xFDFF), *range(0xFE80, 0xFEF5)):
        form, *letters = unicodedata.decomposition(chr(number)).split() or ["", ""]
        if len(letters) == 1 and form in {"<initial>", "<medial>", "<final>", "<isolated>"}:
            forms.setdefault((chr(int(letters[0], 16)), form[1:-1]), chr(number))
    return forms


def _joined(line: str, has_glyph: HasGlyph) -> str:
    """Arabic letters in the forms that join them with their neighbours, where the font has these."""
    forms = _forms()
    letters = [at for at, char in enumerate(line) if not unicodedata.combining(char)]
    shown = list(line)
    for place, at in enumerate(letters):
        char = line[at]
        before = line[letters[place - 1]] if place else ""
        after = line[letters[place + 1]] if place + 1 < len(letters) else ""
        joins_before = (before, "initial") in forms and (char, "final") in forms
        joins_after = (char, "initial") in forms and (after, "final") in forms
        form = {(True, True): "medial", (True, False): "final", (False, True): "initial"}.get(
            (joins_before, joins_after), "isolated"
        )
        joined = forms.get((char, form), char)
        shown[at] = joined if has_glyph(joined) else char
    return "".join(shown)
