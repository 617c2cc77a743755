"""What comes of a press, and of a choice from a menu of cards.

A second tap of what has just been done, or asked back, is answered without a word.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.bounded import Bounded
from bot.gateway.inbound.acknowledgements import acknowledgement
from bot.gateway.inbound.command_line import Show, Tell
from bot.gateway.inbound.commands import BY_NAME, LOOKS, Right
from bot.gateway.inbound.line_answers import LineAnswers
from bot.gateway.inbound.posting import Posting, page_to_post
from bot.gateway.inbound.press_words import what_happened
from bot.gateway.inbound.presses import request_of_choice, request_of_press
from bot.gateway.inbound.request_answers import RequestAnswers, command_of, for_all, notice_answer
from bot.gateway.inbound.settings_answers import SettingsAnswers
from bot.gateway.outbound.fresh_letters import FreshLetters
from bot.gateway.outbound.reach import Reach
from bot.messages.buttons import Ask, Garbled, Press, Verb, decode
from bot.messages.welcome import welcome_message
from bot.requests.answer import Answer
from bot.requests.channels import SetChannel
from bot.requests.people import Introduce
from bot.requests.request_context import RequestContext
from bot.requests.requests import Request
from bot.requests.service import Service
from bot.tables.table import Table
from bot.words.languages import Language
from bot.words.notices import Notice

AGAIN: Final = 10_000  # milliseconds in which the same press is a second tap
AFTER_QUESTION: Final = 2_000  # the same after a question, which may be wanted again
BREATH: Final = 2_000  # milliseconds in which nobody means twice what makes something
PRESSERS: Final = 10_000  # people


class PressAnswers:
    """One bot's; it remembers each person's last press. Raises `StoreError`."""

    def __init__(
        self,
        service: Service,
        reach: Reach,
        requests: RequestAnswers,
        lines: LineAnswers,
        letters: FreshLetters,
        settings: SettingsAnswers,
    ) -> None:
        self._service = service
        self._reach = reach
        self._requests = requests
        self._lines = lines
        self._letters = letters
        self._settings = settings
        self.posting = Posting(service, service.clock)
        # by person: the press before; until when it counts
        self._last: Bounded[str, tuple[str, int]] = Bounded(PRESSERS)
        self._makers: Bounded[str, tuple[str, str, str, int]] = Bounded(PRESSERS)  # of what made something; where

    # --- a press ------------------------------------------------------------------------------------------------------

    async def press(self, context: RequestContext, text: str) -> Answer:
        """A button's text came back from a client; a second tap of one that makes something is not carried out."""
        if page := page_to_post(text):
            return await self.posting.answer(context, page)
        person = context.person.id
        *maker, late = self._makers.get(person, ("", "", "", 0))
        if maker == [_of_seat(text), context.channel, context.message] and self._service.clock() < late:
            return Answer(True, again=True)
        answer, now = await self._answer(context, text), self._service.clock()
        before, until = self._last.pop(person, ("", 0))
        if text == before and now < until and not answer.done:
            self._last[person] = (before, until)
            return replace(answer, message=None, done=True, again=True, edits=False)
        if answer.done and _makes(text):
            self._makers[person] = (_of_seat(text), context.channel, context.message, now + BREATH)
        asks = answer.message is not None and bool(answer.message.controls)
        if answer.done or asks:
            self._last[person] = (text, now + (AGAIN if answer.done else AFTER_QUESTION))
        return answer

    async def _answer(self, context: RequestContext, text: str) -> Answer:
        press = decode(text)
        if isinstance(press, Garbled):
            return notice_answer(context.language, Notice.TOO_OLD)
        if isinstance(press.request, Ask) and press.request.verb == Verb.SAY:
            return await self._lines.line(context, _line(press.request.argument))
        if isinstance(press.request, Ask) and press.request.verb == Verb.SETUP:
            return await self._settings.press(context, press.table, press.request.argument)
        if isinstance(press.request, Ask) and press.request.verb == Verb.LANGUAGE:
            return await self._language(context, press.request.argument)
        table_id = await self._service.table_of(press.table)
        table = await self._service.table(table_id)
        if table is None:
            return await self._requests.no_table(context, table_id)
        before, until = self._last.get(context.person.id, ("", 0))
        again = text == before and self._service.clock() < until
        return await self._carry_out(context, press, table, table_id, again)

    async def _carry_out(
        self, context: RequestContext, press: Press, table: Table, table_id: str, again: bool
    ) -> Answer:
        person = context.person.id
        if table.seat_of(person) and _plays(press):
            await self._reach.plays(context)
        draft = await self._service.draft(context.person, table_id)
        request = request_of_press(press, table, person, draft, context.delivery, again)
        if isinstance(request, Show | Tell):
            return await self._requests.look(context, request, table, table_id)
        answer = await self._requests.answer(context, request, table_id)
        if (command := command_of(request)) is not None and command.is_acknowledged:
            answer = await self._requests.acknowledged(context, request, answer)
        return await self._with_word(context, request, answer)

    async def _with_word(self, context: RequestContext, request: Request, answer: Answer) -> Answer:
        if not context.hears_word or answer.message is not None or not answer.done:
            return answer
        table = await self._service.table(answer.table)
        if table is None:
            return answer
        viewer = await self._service.viewer(context.person, answer.table)
        word = what_happened(request, table, viewer)
        if not word:
            message = acknowledgement(request, viewer.person, "", viewer.language, table)
            word = message.lines[0] if message is not None else ""
        return replace(answer, word=word)

    async def _language(self, context: RequestContext, language: Language) -> Answer:
        """They speak it from now on; said in a channel by an admin, the channel does."""
        await self._service.carry_out(context, Introduce(language=language))
        await self._requests.note_chat(context)
        await self._letters.speak_anew(context.person)
        if context.channel and not context.private and await context.is_admin():
            request = SetChannel(context.channel, language=language, admin=True)
            if (await self._service.carry_out(context, request)).done:
                await self._letters.tables_dressed_by(request)
        return for_all(welcome_message(context.language, context.private))

    # --- a choice -----------------------------------------------------------------------------------------------------

    async def choose(self, context: RequestContext, text: str, offered: Sequence[str], names: Sequence[str]) -> Answer:
        """From a menu of cards, whose text this is, these were chosen of those that it `offered`."""
        press = decode(text)
        if isinstance(press, Garbled) or not isinstance(press.request, Ask) or press.request.verb != Verb.CHOOSE:
            return notice_answer(context.language, Notice.TOO_OLD)
        table_id = await self._service.table_of(press.table)
        table = await self._service.table(table_id)
        draft = await self._service.draft(context.person, table_id)
        request = request_of_choice(press.table, draft, offered, names)
        if table is None:
            return await self._requests.no_table(context, table_id)
        if table.stage != press.stage or isinstance(request, Show | Tell):
            return notice_answer(context.language, Notice.TOO_OLD)
        return await self._requests.answer(context, request, table_id)


def _line(argument: str) -> str:
    """What a button says, as a line: a command, or a play in the notation of the game."""
    words = argument.replace(".", " ")
    first = words.split(maxsplit=1)[0] if words.strip() else ""
    return words if ":" in first or len(first) == 1 else f"/{words}"


def _of_seat(text: str) -> str:
    """The text of a button; of a seat the same, free or taken: a second tap of one that has changed means the first."""
    return text.replace(f":{Verb.SEAT}:", f":{Verb.JOIN}:")


def _makes(text: str) -> bool:
    """Whether a second tap of this button would make something else: a table, a computer player, a seat free again."""
    press = decode(text)
    if isinstance(press, Garbled) or not isinstance(press.request, Ask):
        return False
    verb, argument = press.request.verb, press.request.argument
    if verb in (Verb.JOIN, Verb.SEAT):
        return bool(argument)
    command = BY_NAME.get(argument.partition(".")[0] if verb == Verb.SAY else verb)
    return command is not None and command.makes


def _plays(press: Press) -> bool:
    """Whether a player presses it to play, or to see their cards."""
    if not isinstance(press.request, Ask) or press.request.verb not in LOOKS:
        return True
    return BY_NAME[press.request.verb].right is Right.SEATED
