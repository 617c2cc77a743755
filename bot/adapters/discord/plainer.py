"""A message that Discord refuses is shown plainer, and says so.

First without menus, then without buttons, then in words alone, and at last only that it is so. Who waits for their hand
gets it in some form, whatever is wrong with a menu; every play can be written as a command. Where it is the picture
that is too large, words stand for it, and all else stays. Where the automatic moderation of a server blocks a word, the
words go, and picture and buttons stay: the table can be played.
"""

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from typing import TypeVar

from bot.adapters.discord.errors import ErrorKind, RequestRefused
from bot.gateway.outbound.messenger import Drawn
from bot.messages.message import Message, Row
from bot.words.languages import say

T = TypeVar("T")


async def in_some_form(
    message: Message, drawn: Drawn | None, call: Callable[[Message, Drawn | None], Awaitable[T]]
) -> T:
    """The call with the message, or with the least plain form of it that Discord takes. Raises `RequestRefused`."""
    refusal = RequestRefused(ErrorKind.MALFORMED)
    for form in shapes(message, drawn):
        try:
            return await call(*form)
        except RequestRefused as refused:
            if refused.kind is ErrorKind.BLOCKED:
                return await _without_words(form[0], form[1], call)
            if refused.kind is ErrorKind.TOO_LARGE and form[1] is not None:
                return await in_some_form(form[0], None, call)
            if refused.kind is not ErrorKind.MALFORMED:
                raise
            refusal = refused
    raise refusal


async def _without_words(
    message: Message, drawn: Drawn | None, call: Callable[[Message, Drawn | None], Awaitable[T]]
) -> T:
    """The call with the first form that the moderation lets pass. Raises `RequestRefused`."""
    refusal = RequestRefused(ErrorKind.BLOCKED)
    for form in wordless(message, drawn):
        try:
            return await call(*form)
        except RequestRefused as refused:
            if refused.kind is not ErrorKind.BLOCKED:
                raise
            refusal = refused
    raise refusal


def wordless(message: Message, drawn: Drawn | None) -> Iterator[tuple[Message, Drawn | None]]:
    """One sentence instead of all words, with picture and buttons; the picture in words may hold the word, too.

    At last the sentence alone: a button may be called as what is blocked.
    """
    words = say(message.language, "chat.blocked")
    silent = replace(message, title="", lines=(words,), brief="", columns=0, narrow=())
    yield silent, drawn
    if message.alt:
        yield replace(silent, alt=""), drawn
    yield replace(silent, picture=None, alt="", controls=()), None


def shapes(message: Message, drawn: Drawn | None) -> Iterator[tuple[Message, Drawn | None]]:
    """The message as it is, then each plainer form of it, with the picture that goes with it."""
    yield message, drawn
    rows = tuple(one for one in message.controls if isinstance(one, Row))
    if rows and rows != message.controls:
        yield _with_reason(replace(message, controls=rows)), drawn
    bare = _with_reason(replace(message, controls=())) if message.controls else message
    if message.controls:
        yield bare, drawn
    if drawn is not None:
        yield bare, None
    words = say(message.language, "chat.plainer")
    yield replace(message, lines=(words,), picture=None, alt="", brief="", controls=(), columns=0), None


def _with_reason(message: Message) -> Message:
    """Behind what matters most stands why it looks like this."""
    words = say(message.language, "chat.plainer")
    return replace(message, lines=(*message.lines[:1], words, *message.lines[1:]))
