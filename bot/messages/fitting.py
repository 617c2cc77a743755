"""Fits a message's words into a platform's limits: what matters least goes first, and no card is ever cut.

The order is fixed. In a message the lines go from the last on, then the words of the picture from their end; of one
line the end goes, at a space. Cards and names of melds hold no space that matters, and markup is escaped afterwards, so
nothing is left half. An ellipsis says that there was more.
"""

from collections.abc import Callable, Sequence
from typing import Final

from bot.messages.message import Message
from bot.words.names import escape_markdown, graphemes

CUT: Final = "…"
LABEL: Final = 80  # signs of a button: the least that a platform takes
LISTED: Final = 1600  # signs of a list, so that a line or two about it have room beside it everywhere
_OPENS, _CLOSES = "\u2068", "\u2069"  # around a name that is read from the right

Measure = Callable[[str], int]  # of texts; that of two together is the sum of both


def signs(text: str) -> int:
    """How Telegram counts, and never less than how Discord does: units of UTF-16."""
    return len(text.encode("utf-16-le")) // 2


def shorten(text: str, limit: int, measure: Measure = signs) -> str:
    """One line, cut at a space where it is too long; "" where not even the ellipsis fits."""
    if measure(text) <= limit:
        return text
    words = text.split(" ")
    while words and (measure(" ".join([*words, CUT])) > limit or _is_open(words)):
        words.pop()
    return " ".join([*words, CUT]) if words or measure(CUT) <= limit else ""


def short_label(text: str, limit: int = LABEL) -> str:
    """What stands on a button or a row of a menu, which nobody could tell from others by an ellipsis alone.

    As `shorten`; where that leaves less than half, as of a long name without a space, it is cut between two signs.
    """
    found = shorten(text, limit)
    if found == text or signs(found) >= limit // 2:
        return found
    beginning, room = "", limit - signs(_CLOSES + CUT)
    for sign in graphemes(text):
        if signs(beginning + sign) > room:
            break
        beginning += sign
    return f"{beginning}{_CLOSES * _is_open([beginning])}{CUT}"


def _is_open(words: Sequence[str]) -> bool:
    text = " ".join(words)
    return text.count(_OPENS) > text.count(_CLOSES)


def fit(lines: Sequence[str], limit: int, measure: Measure = signs) -> str:
    """The lines, without those at the end for which there is no room."""
    text = "\n".join(lines)
    if measure(text) <= limit:
        return text
    whole = list(lines)
    cut = ""
    while whole and not cut:
        room = limit - measure("\n".join([*whole[:-1], ""]))
        dropped = len(whole) < len(lines)
        last = whole.pop()
        cut = shorten(f"{last} {CUT}" if dropped else last, room, measure)
    return "\n".join([*whole, cut] if cut else whole)


def named_all(lines: Sequence[str], short: Sequence[str], limit: int = LISTED) -> list[str]:
    """The lines of a list; where they have no room together, the last ones in short, so that each thing is named.

    Counted with the signs that Discord needs before those of its markup, for it has the least room.
    """
    found = list(lines)
    for at in reversed(range(len(found))):
        if signs(escape_markdown("\n".join(found))) <= limit:
            break
        found[at] = short[at]
    return found


def picture_words(message: Message, limit: int) -> str:
    """The message's picture in words: complete where there is room, else in short, and cut where even that is long."""
    whole = signs(message.alt) <= limit or not message.brief
    return fit((message.alt if whole else message.brief).split("\n"), limit)


def caption(message: Message, limit: int, measure: Measure = signs) -> str:
    """What stands beside the message's picture, or the whole of a message that has none."""
    if message.picture is None and message.alt:
        return plain(message, limit, measure)
    return fit([line for line in (message.title, *message.lines) if line], limit, measure)


def plain(message: Message, limit: int, measure: Measure = signs) -> str:
    """The message without its picture: the picture's words stand for it, and come before all lines but the first."""
    head = [line for line in (message.title, *message.lines[:1]) if line]
    alt = _beside(message.alt, message)
    if message.brief and measure("\n".join([*head, *alt])) > limit:
        alt = _beside(message.brief, message)
    first = fit([*head, *alt], limit, measure)
    if first != "\n".join([*head, *alt]):
        return first
    rest = fit(message.lines[1:], limit - measure(first) - 1, measure)
    return "\n".join([part for part in ("\n".join(head), rest, "\n".join(alt)) if part])


def _beside(text: str, message: Message) -> list[str]:
    """The lines of the picture's words that are not said anyway."""
    return [line for line in text.split("\n") if line and line not in message.lines]
