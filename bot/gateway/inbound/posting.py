"""*Show here*: what somebody was shown alone in a channel is posted there for everybody, at their press.

The button says the page again as a command (`leaderboard week wins`, `stats p3f…`), so it needs nothing in memory and
survives a restart; what is posted is how it stands when it is pressed, in the channel's language. A page is posted once
from a message, and nobody posts more than one in a while.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final, TypeAlias, TypeGuard

from bot.boards.forgetting import DELETED
from bot.bounded import Bounded
from bot.gateway.inbound.parser import parse_line
from bot.gateway.inbound.responses import answer_message
from bot.messages.buttons import NO_TABLE, Ask, Garbled, Press, Verb, decode, fits
from bot.messages.message import Button, Message, Row
from bot.messages.series_message import SERIES
from bot.requests.answer import Answer, BoardPage, PlayerPage, Readers
from bot.requests.board_answers import History, Leaderboard, Partners, Stats
from bot.requests.board_words import words_of
from bot.requests.request_context import RequestContext
from bot.requests.requests import Request
from bot.requests.service import Service
from bot.requests.tournaments.asks import AskTournament
from bot.words.languages import Language, say
from bot.words.notices import Notice, notice

PAUSE: Final = 30_000  # milliseconds between two things that the same person posts
MOST: Final = 10_000  # people; messages

Postable: TypeAlias = Leaderboard | Stats | Partners | History | AskTournament


def is_postable(request: object) -> TypeGuard[Postable]:
    """Whether everybody may read what is asked for; a file is none to show."""
    if isinstance(request, AskTournament):
        return request.what == SERIES and bool(request.words)
    return isinstance(request, Partners | History) or (isinstance(request, Leaderboard | Stats) and not request.csv)


def with_button(message: Message, answer: Answer, request: Request, context: RequestContext) -> Message:
    """The message with *Show here*, where only its reader sees it, among others who could."""
    if context.private or not context.alone or not answer.done or not is_postable(request) or not _has_content(answer):
        return message
    press = Press(NO_TABLE, 0, Ask(Verb.POST, _line(request, answer).replace(" ", ".")))
    if not fits(press):
        return message
    return replace(message, controls=(*message.controls, Row((Button(say(message.language, "button.post"), press),))))


def page_to_post(text: str) -> str:
    """What the button of this text posts, "" for any other button."""
    press = decode(text)
    if isinstance(press, Garbled) or not isinstance(press.request, Ask) or press.request.verb != Verb.POST:
        return ""
    return press.request.argument


def _has_content(answer: Answer) -> bool:
    """Whether there is something to show, about somebody who can be named."""
    if isinstance(answer.page, PlayerPage):
        return not answer.page.player["empty"] and answer.page.player["of"] != DELETED
    return isinstance(answer.page, BoardPage) and bool(answer.page.board["rows"])


def _line(request: Postable, answer: Answer) -> str:
    """The command that asks for it again; people are named by their ids."""
    match request:
        case Leaderboard():
            return f"leaderboard {words_of(request)}".strip()
        case Stats(of):
            return f"stats {answer.page.player['person']}" if of and isinstance(answer.page, PlayerPage) else "stats"
        case Partners():
            return "partners"
        case History(page):
            return f"history {page}"
        case AskTournament(words=words, tournament=id_):
            return " ".join(["tournament", SERIES, *([id_] if id_ else []), words])


class Posting:
    """One bot's; it remembers what was posted from which message, and when each person posted last."""

    def __init__(self, service: Service, clock: Callable[[], int]) -> None:
        self._service = service
        self._clock = clock
        self._from: Bounded[str, None] = Bounded(MOST)
        self._last: Bounded[str, int] = Bounded(MOST)

    async def answer(self, context: RequestContext, argument: str) -> Answer:
        """What the press of the button brings: `post` for everybody, or a word about why not."""
        language, request = context.language, parse_line(f"/{argument.replace('.', ' ')}", context.channel)
        if context.private or not context.alone or not is_postable(request):
            return _refusal(language, notice(language, Notice.TOO_OLD))
        why_not = self._why_not(context)
        if why_not:
            return _refusal(language, why_not)
        found = await self._service.carry_out(replace(context, alone=False), request)
        if not found.done or not _has_content(found):
            return _refusal(language, say(language, "post.nothing"))
        post = answer_message(found, request, found.page.language)  # type: ignore[union-attr]  # what has content has a page
        self._from[_place(context)] = None
        self._last[context.person.id] = self._clock()
        return Answer(True, message=Message(language, lines=(say(language, "post.done"),)), post=post)

    def _why_not(self, context: RequestContext) -> str:
        """Why nothing is posted now, "" for no reason."""
        if _place(context) in self._from:
            return say(context.language, "post.stands")
        wait = self._last.get(context.person.id, -PAUSE) + PAUSE - self._clock()
        return say(context.language, "post.soon", count=-(-wait // 1000)) if 0 < wait <= PAUSE else ""

    def forget(self, context: RequestContext) -> None:
        """It does not stand there after all: it may be posted again, at once."""
        self._from.pop(_place(context), None)
        self._last.pop(context.person.id, None)


def _place(context: RequestContext) -> str:
    """The message that was pressed on."""
    return f"{context.channel}:{context.message}"


def _refusal(language: Language, words: str) -> Answer:
    """A word beside what stands there, which stays as it is."""
    return Answer(False, message=Message(language, lines=(words,)), to=Readers.ASKER, again=True)
