"""People's names are untrusted text: `clean_name` makes them harmless, once, where they enter.

What comes out is plain text of one line: visible, short, and without any sign that a chat makes a mention, a link, a
command or a tag of. Signs of markup stay as they are (`the_king`): each adapter escapes them for its platform with
`escape_html` or `escape_markdown`, as any other text.
"""

import html
import re
import string
import unicodedata
from collections.abc import Iterator
from typing import Final

from bot.tables.who import FORGOTTEN
from bot.words.languages import Language, say

LONGEST: Final = 24  # graphemes; a table must fit on a phone
_MARKS: Final = 4  # accents on one letter; more is meant to disturb
_SEEN: Final = 500  # signs that are looked at, whatever comes
_CUT: Final = "…"

_HARMLESS: Final = str.maketrans("@#<>/\\", "＠＃‹›∕∖")  # mentions, hashtags, tags, commands and addresses
_DOT_IN_ADDRESS: Final = re.compile(r"(?<=\w)\.(?=\w\w)")
_ONE_DOT_LEADER: Final = "\u2024"
_SPACES: Final = ("Zs", "Zl", "Zp")
_INVISIBLE: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")  # letters and marks that show nothing
_SELECTORS: Final = ((0x180B, 0x180F), (0xFE00, 0xFE0F), (0xE0100, 0xE01EF))  # variation selectors
_JOINER: Final = "\u200d"  # makes one picture of two emoji
_JOINERS: Final = 3  # in one picture: two people, a heart and a kiss
_PICTURE: Final = "\ufe0f"  # the sign before it is a picture
_SKINS: Final = "\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"
_MARKDOWN: Final = str.maketrans({sign: f"\\{sign}" for sign in string.punctuation})


def known_as(language: Language, name: str) -> str:
    """A person's name; who was forgotten is called so in the language of the reader."""
    return say(language, "player.deleted") if name == FORGOTTEN else name


def clean_name(text: str | None, fallback: str, longest: int = LONGEST) -> str:
    """The name as it may be shown everywhere, of so many graphemes; the fallback where nothing of it can be seen."""
    tamed = _DOT_IN_ADDRESS.sub(_ONE_DOT_LEADER, plain_line(text or "", longest).translate(_HARMLESS))
    return unicodedata.normalize("NFC", tamed).strip() or fallback


def plain_line(text: str, longest: int) -> str:
    """What can be seen of a text, in one line of so many graphemes; for pages, where no sign is more than itself."""
    visible = unicodedata.normalize("NFC", "".join(_visible(text[:_SEEN])))
    letters = graphemes(" ".join(visible.split()))
    line = "".join(letters if len(letters) <= longest else [*letters[: longest - 1], _CUT])
    return unicodedata.normalize("NFC", line).strip()


def _visible(text: str) -> Iterator[str]:
    """The text without what is not seen: controls, directions, fillers, marks without a letter, and most joiners.

    Those stay that join an emoji to another, as far as any family needs them.
    """
    marks, joined, before = _MARKS, 0, ""
    for at, char in enumerate(text):
        kind = unicodedata.category(char)
        if char.isspace() or kind in _SPACES:
            marks = _MARKS
            yield " "
        elif char == _JOINER and joined < _JOINERS and _joins(text, at):
            joined += 1
            yield char
        elif kind[0] == "M":
            marks += 1
            if marks <= _MARKS and not _is_hidden(char):
                yield char
        elif kind[0] != "C" and not _is_hidden(char):
            marks = 0
            joined = joined if before == _JOINER or char in _SKINS else 0
            yield char
        before = char


def _joins(text: str, at: int) -> bool:
    """Whether a joiner stands between two emoji, the first perhaps with its skin, or with the sign of a picture."""
    before = text[:at].rstrip(_PICTURE)[-1:]
    first = text[:at].rstrip(_PICTURE + _SKINS)[-1:] if before in _SKINS else before
    return _is_emoji(first) and _is_emoji(text[at + 1 : at + 2])


def _is_emoji(char: str) -> bool:
    return unicodedata.category(char or " ") == "So"


def _is_hidden(char: str) -> bool:
    return char in _INVISIBLE or any(low <= ord(char) <= high for low, high in _SELECTORS)


def graphemes(text: str) -> list[str]:
    """The text in the pieces that people count: a letter with its marks, a flag, an emoji with its skin, a family.

    Enough for clean text, which has joiners between emoji alone.
    """
    pieces: list[str] = []
    for char in text:
        if pieces and (_clings(char) or pieces[-1].endswith(_JOINER) or _makes_flag(pieces[-1], char)):
            pieces[-1] += char
        else:
            pieces.append(char)
    return pieces


def _clings(char: str) -> bool:
    return unicodedata.category(char)[0] == "M" or char in _SKINS or char == _JOINER


def _makes_flag(before: str, char: str) -> bool:
    return _is_flag_half(char) and len(before) == 1 and _is_flag_half(before)


def _is_flag_half(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"


def escape_html(text: str) -> str:
    """Any text for HTML, between tags and inside quoted attributes; also for Telegram's."""
    return html.escape(text, quote=True)


def escape_markdown(text: str) -> str:
    """Any text for Discord's markdown: a backslash before every sign of ASCII that is no letter, digit or space."""
    return text.translate(_MARKDOWN)
