"""What comes of a line that was written, of a command that a platform has recognized, and of a link."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from bot.gateway.inbound.command_line import Help, Lesson, Meaning, Minute, Settable, Show, Tell, Usage
from bot.gateway.inbound.commands import IN_GROUPS, IN_PRIVATE, LOOKS
from bot.gateway.inbound.help_page import help_message, usage_message
from bot.gateway.inbound.parser import from_options, parse_line
from bot.gateway.inbound.request_answers import RequestAnswers, at_table, for_all, notice_answer
from bot.gateway.inbound.responses import answer_message, came_message, tell_message
from bot.gateway.inbound.settings_answers import SettingsAnswers
from bot.gateway.outbound.fresh_letters import FreshLetters
from bot.gateway.outbound.reach import Reach
from bot.messages.buttons import Verb
from bot.messages.lesson import lesson_message
from bot.messages.message import Message
from bot.messages.welcome import minute_message, welcome_message
from bot.requests.answer import Answer, ChannelPage, Readers
from bot.requests.board_answers import Stats
from bot.requests.channels import ShowChannel
from bot.requests.pages import ShowRules, Which
from bot.requests.request_context import RequestContext
from bot.requests.service import Service
from bot.tables.table import PLAYING
from bot.words.languages import say
from bot.words.names import clean_name
from bot.words.notices import Notice

CARD: Final = "card of a person"  # the command in the menu of a person; nothing that is written is called so


def card_of(account: str, name: str, csv: str) -> tuple[str, dict[str, str]]:
    """The command for the card of the person with this account, who is called so there, and what is given with it.

    It is what somebody gives who chooses a person where the platform shows them, and names nobody. `csv`: as a file.
    """
    return CARD, {"account": account, "name": name, "csv": csv}


class LineAnswers:
    """One bot's. Raises `StoreError`."""

    def __init__(
        self,
        service: Service,
        reach: Reach,
        requests: RequestAnswers,
        letters: FreshLetters,
        settings: SettingsAnswers,
    ) -> None:
        self._service = service
        self._reach = reach
        self._requests = requests
        self._letters = letters
        self._settings = settings

    async def line(self, context: RequestContext, text: str) -> Answer:
        """A line that was written to the bot."""
        await self._requests.note_chat(context)
        return await self._answer(context, parse_line(text, context.channel, context.delivery))

    async def command(self, context: RequestContext, name: str, values: Mapping[str, str]) -> Answer:
        """A command, with what was given for its arguments."""
        if name == CARD:
            return await self._card(context, values["account"], values["name"], csv=bool(values["csv"]))
        await self._requests.note_chat(context)
        return await self._answer(context, from_options(name, values, context.channel, context.delivery))

    async def _card(self, context: RequestContext, account: str, name: str, *, csv: bool) -> Answer:
        """The card of the person with this account of the platform, who is called so there."""
        other = await self._service.person_of(context.platform, account)
        if other:  # their account is meant, and nobody else who is called so
            return await self._requests.answer(context, Stats(other, context.channel, csv))
        words = say(context.language, "person.not-played", name=name)
        return Answer(False, message=Message(context.language, lines=(words,)))

    async def _answer(self, context: RequestContext, meaning: Meaning) -> Answer:
        language = context.language
        if isinstance(meaning, Help):
            return for_all(
                help_message(language, meaning, not context.alone, IN_PRIVATE if context.private else IN_GROUPS)
            )
        if isinstance(meaning, Minute):
            return for_all(minute_message(language))
        if isinstance(meaning, Lesson):
            message = lesson_message(language, meaning.step, meaning.option, self._requests.look_there(context))
            return Answer(True, message=message, to=Readers.ASKER, screen="lesson")
        if isinstance(meaning, Settable):
            return await self._settable(context)
        if isinstance(meaning, Usage):
            return for_all(usage_message(language, meaning), is_done=False)
        if isinstance(meaning, Tell):
            return for_all(tell_message(meaning, language), is_done=False)
        if isinstance(meaning, Show):
            return await self._look(context, meaning)
        answer = await self._requests.acknowledged(context, meaning, await self._requests.answer(context, meaning))
        return await self._settings.below(context, answer) if isinstance(meaning, ShowChannel) else answer

    async def _settable(self, context: RequestContext) -> Answer:
        """What can be set at the table that is meant, as its button shows it; how it is written where none is."""
        table_id = await self._service.table_meant(context.table)
        if not table_id:
            table_id = (await self._service.carry_out(context, Which(context.channel, watches=True))).table
        table = await self._service.table(table_id)
        if table is None:
            return for_all(usage_message(context.language, Usage("set")), is_done=False)
        return replace(await self._settings.press(context, table.label, ""), edits=False)

    async def _look(self, context: RequestContext, step: Show) -> Answer:
        """Somebody wants to look at a table, the one they named or the one they mean."""
        table_id = await self._service.table_meant(step.label or context.table)
        if step.label and not table_id:
            return notice_answer(context.language, Notice.NO_TABLE, code=clean_name(step.label, "?"))
        if not table_id:
            answer = await self._service.carry_out(context, Which(context.channel, LOOKS[step.what].of_channel))
            table_id = answer.table
            if not answer.done and not answer.choices and step.what == Verb.RULES:
                return await self._rules_here(context)
            if not answer.done and not answer.choices and context.private and LOOKS[step.what].of_channel:
                table_id = await self._service.watched_table(context)
            if not answer.done and not table_id:
                return replace(answer, message=answer_message(answer, step, context.language), to=answer.readers)
        table = await self._service.table(table_id)
        if table is None:
            return await self._requests.no_table(context, table_id)
        if step.what == Verb.TABLE and context.channel in table.channels:
            await self._letters.show_below(table, table_id, context.channel)
            return at_table(Answer(True), context.person.id, table, table_id)
        if step.what == Verb.HAND:
            await self._reach.plays(context)
        return await self._requests.look(context, step, table, table_id)

    async def _rules_here(self, context: RequestContext) -> Answer:
        """The code of play of the channel, where they have no table."""
        here = (await self._service.carry_out(context, ShowChannel(context.channel))).page
        return await self._requests.answer(context, ShowRules(name=here.code if isinstance(here, ChannelPage) else ""))

    async def came(self, context: RequestContext, label: str, at: int) -> Answer:
        """Somebody follows the link of a table where they sit, or of one where others do; of none, they are welcomed.

        Whoever plays already is shown their hand again: its message may have been deleted, of which no platform tells.
        What was sent after they came, `at` this time in milliseconds, is not sent twice.
        """
        person, language = context.person.id, context.language
        table_id = await self._service.table_of(label) if label else await self._plays_at(person)
        table = await self._service.table(table_id)
        if table is None and await self._service.unreadable(context.person, table_id):
            return await self._requests.no_table(context, table_id)
        if table is None:
            return Answer(True, message=welcome_message(language, private=True))
        await self._letters.hand_below(person, table_id, at)
        return at_table(Answer(True, message=came_message(language, table, person)), person, table, table_id)

    async def _plays_at(self, person: str) -> str:
        """The table where somebody has cards in their hand, that where it is their turn before others; "" for none."""
        tables = await self._service.backend.tables.of(person)
        playing = [one for one in tables if one.seat_of(person) and one.phase == PLAYING]
        playing.sort(key=lambda one: not one.awaits(person))
        return playing[0].table if playing else ""
