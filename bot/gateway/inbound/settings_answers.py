"""What comes of a press on a screen of settings, of a table before it begins or of a channel.

Who may press is asked anew each time: at a table as `/set` asks, in a channel as `/settings` does. The screen takes the
place of the one that was pressed; a refusal says why, and what was chosen is said back.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace

from bot.gateway.inbound.request_answers import RequestAnswers, notice_answer
from bot.gateway.inbound.settings_screen import (
    ALL,
    CLOSE,
    HOME,
    SettingsScreen,
    all_message,
    home_message,
    meaning,
    topic_message,
)
from bot.gateway.outbound.delivery import Delivery
from bot.messages.buttons import NO_TABLE
from bot.messages.message import Message
from bot.requests.answer import Answer, Readers
from bot.requests.channels import SetChannel, ShowChannel
from bot.requests.people import Introduce, who
from bot.requests.request_context import RequestContext
from bot.requests.requests import Request
from bot.requests.service import Service
from bot.requests.settings import DECK, LANGUAGE, SHAPE, THEME, TOGETHER, wants_together
from bot.requests.table_commands import Do
from bot.tables.lobby import may_arrange
from bot.tables.setting import OFF, ON, TABLE, Setting
from bot.tables.settings import value_of
from bot.tables.table import Settings, Table
from bot.views.settings_view import written_words
from bot.words.declined import declined_words
from bot.words.languages import say
from bot.words.notices import Notice
from bot.words.setting_words import label
from renderers.scenes import SHAPES


class SettingsAnswers:
    """One bot's. Raises `StoreError`."""

    def __init__(self, service: Service, requests: RequestAnswers, delivery: Delivery) -> None:
        self._service = service
        self._requests = requests
        self._delivery = delivery

    async def press(self, context: RequestContext, name: str, argument: str) -> Answer:
        """A button of a screen, or one that opens the first: of the table with this short name, or `NO_TABLE`."""
        if argument == CLOSE:
            return Answer(True, screen=_screen_name(name), edits=True)
        table_id = "" if name == NO_TABLE else await self._service.table_of(name)
        table = await self._service.table(table_id)
        if table is None and name != NO_TABLE:
            return await self._requests.no_table(context, table_id)
        refused = await self._refused(context, table)
        if refused is not None:
            return refused
        topic, _, change = argument.partition(".")
        setting, _, value = change.partition("=")
        if value:
            return await self._change(context, name, table_id, topic, (setting, value))
        screen = await self._screen(context, name, table)
        if setting:
            return _meaning(screen, setting)
        if argument == ALL:
            page = await self._service.carry_out(context, ShowChannel(context.channel))
            return _as_screen(name, all_message(screen, tuple(page.words.split("\n"))))
        if topic in screen.topics:
            return _as_screen(name, topic_message(screen, topic))
        return replace(await self._home(context, screen), edits=argument == HOME)

    async def below(self, context: RequestContext, answer: Answer) -> Answer:
        """What is set in a channel, for its admins with the menus that change it."""
        if not answer.done or not (context.private or await context.is_admin()):
            return answer
        return replace(await self._home(context, await self._screen(context, NO_TABLE, None), answer), edits=False)

    async def _home(self, context: RequestContext, screen: SettingsScreen, here: Answer | None = None) -> Answer:
        """The first screen; of a channel with what it sets otherwise than usual."""
        lines: list[str] = []
        if screen.table == NO_TABLE:
            page = here or await self._service.carry_out(context, ShowChannel(context.channel))
            how = say(context.language, "channel.how")  # there are buttons for it below
            lines = [line for line in (page.short or page.words).split("\n") if line not in ("", how)]
            lines.append(say(context.language, "channel.typed"))
        return _as_screen(screen.table, home_message(screen, tuple(lines)))

    async def _refused(self, context: RequestContext, table: Table | None) -> Answer | None:
        """Why they cannot set anything there; a screen of a match that has begun goes."""
        language, admin = context.language, context.private
        if table is None:
            admin = admin or await context.is_admin()
            return None if admin else _sentence(context, say(language, "channel.only-admins"))
        declined = may_arrange(table, who(context.person))
        if declined is not None and declined.key == "not-seated" and not context.private:
            directs = await context.is_admin() and await self._service.directs(context, table)
            declined = may_arrange(table, who(context.person, directs))
        if declined is None:
            return None
        has_begun = declined.key == "already-started"
        return replace(_sentence(context, declined_words(language, declined, table)), edits=has_begun)

    async def _change(
        self, context: RequestContext, name: str, table_id: str, topic: str, change: tuple[str, str]
    ) -> Answer:
        """One value is chosen; the topic is shown as it is then."""
        table = await self._service.table(table_id)
        before = await self._screen(context, name, table)
        setting = next((one for one in before.rows if one.name == change[0] and one.topic == topic), None)
        if setting is None:
            return notice_answer(context.language, Notice.TOO_OLD)
        request = _request(context, name, setting, change[1])
        if request is None:
            return notice_answer(context.language, Notice.TOO_OLD)
        answer = await self._requests.answer(context, request, table_id)
        screen = await self._screen(context, name, await self._service.table(table_id))
        words = _now_words(screen, setting) if answer.done else _first_words(answer)
        return replace(_as_screen(name, topic_message(screen, topic, words)), done=answer.done, word=words)

    async def _screen(self, context: RequestContext, name: str, table: Table | None) -> SettingsScreen:
        """What is offered to this person there, with what holds now."""
        settings, own = await self._service.channel_values(context.channel)
        if context.private:
            together = ON if wants_together(context.person.settings) else OFF
            own = {**own, LANGUAGE.name: context.language, TOGETHER.name: together}
            own |= self._look(context, context.person.settings)
        else:
            own = {**self._look(context, json.dumps(own)), **own}
        settings = settings if table is None else table.settings
        return SettingsScreen(name, context.language, settings, _values(settings, own), own)

    def _look(self, context: RequestContext, settings: str) -> dict[str, str]:
        """How pictures are drawn there, as settings."""
        look = self._delivery.recipients.look(settings, context.channel)
        shape = next(shape for shape, width in SHAPES.items() if width == look.width)
        return {THEME.name: look.theme, DECK.name: look.deck, SHAPE.name: shape}


def _screen_name(table: str) -> str:
    return f"settings:{table}"


def _as_screen(name: str, message: Message) -> Answer:
    return Answer(True, message=message, to=Readers.THERE, screen=_screen_name(name), edits=True)


def _sentence(context: RequestContext, words: str) -> Answer:
    """Why nothing can be set; it stands alone."""
    return Answer(False, message=Message(context.language, lines=(words,)), to=Readers.THERE, word=words)


def _meaning(screen: SettingsScreen, name: str) -> Answer:
    """What a setting means, to who asks; the screen stays as it is."""
    setting = next((one for one in screen.rows if one.name == name), None)
    if setting is None:
        return notice_answer(screen.language, Notice.TOO_OLD)
    return Answer(True, message=Message(screen.language, lines=(meaning(screen, setting),)), to=Readers.THERE)


def _values(settings: Settings, own: Mapping[str, str]) -> Callable[[Setting], str]:
    def value(setting: Setting) -> str:
        return value_of(settings, setting) if TABLE in setting.scopes else own.get(setting.name, "")

    return value


def _request(context: RequestContext, name: str, setting: Setting, value: str) -> Request | None:
    """What sets it: at the table, in the channel, or for who asks in their private chat; None where nothing can."""
    if TABLE in setting.scopes:
        change = f"{setting.name}={value}"
        return SetChannel(context.channel, change) if name == NO_TABLE else Do(name, f"set {change}", context.delivery)
    if value not in setting.values:
        return None
    if context.private:
        return Introduce(**{setting.name: value})
    if setting is LANGUAGE:
        return SetChannel(context.channel, language=value)
    return SetChannel(context.channel, f"{setting.name}={value}")


def _now_words(screen: SettingsScreen, setting: Setting) -> str:
    """What has been set, as it is now."""
    value = written_words(screen.language, setting, screen.values(setting))
    return f"{label(screen.language, setting.name)}: {value}"


def _first_words(answer: Answer) -> str:
    return answer.message.lines[0] if answer.message is not None and answer.message.lines else answer.words
