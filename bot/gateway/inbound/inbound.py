"""What an adapter does with a press or a written line: the request is carried out, and what is said back is made.

The same for every platform, so that an adapter only translates. It answers one person; what everybody sees comes by
letter.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.bounded import Bounded
from bot.gateway.inbound.acknowledgements import acknowledgement
from bot.gateway.inbound.command_line import Heard, Help, Minute, Show, Step, Tell, Usage
from bot.gateway.inbound.commands import BY_NAME, LOOKS, Command, Right
from bot.gateway.inbound.completions import Completion
from bot.gateway.inbound.help_page import help_message, usage_message
from bot.gateway.inbound.offers import offers
from bot.gateway.inbound.parser import from_options, parse_line
from bot.gateway.inbound.press_words import what_happened
from bot.gateway.inbound.presses import AT_LEISURE, HOLDING, request_of_choice, request_of_press
from bot.gateway.inbound.responses import answer_message, came_message, step_message, tell_message
from bot.gateway.outbound.delivery import Delivery
from bot.gateway.outbound.messenger import Drawn
from bot.gateway.outbound.presence import Presence
from bot.gateway.outbound.reach import Reach, Want
from bot.host.ports import CHANNEL, Letter
from bot.messages.buttons import Ask, Garbled, Press, Verb, decode
from bot.messages.fitting import fit
from bot.messages.message import Message
from bot.messages.moved_on import moved_on
from bot.messages.presenter import HAND, TABLE
from bot.messages.text_hand import ALERT, hand_line
from bot.messages.welcome import minute_message, welcome_message
from bot.requests.about import Csv, Erase, Export, Leaderboard, Stats
from bot.requests.answer import Answer, ChannelPage, Moved, Readers
from bot.requests.attendance import Audience
from bot.requests.channels import SetChannel, ShowChannel
from bot.requests.corrections import Correct
from bot.requests.openings import Open, Play
from bot.requests.pages import ShowRules, Tables, Which
from bot.requests.people import Introduce, who
from bot.requests.plans import ChangePlan, MakePlan
from bot.requests.request_context import RequestContext
from bot.requests.requests import AtTable, Request
from bot.requests.seating import Join, NextTable, Replace
from bot.requests.service import Service
from bot.requests.settings import IN_CHANNEL
from bot.requests.table_commands import Do
from bot.tables.table import LOBBY, PLAYING, Table
from bot.views.table_view import TableView
from bot.views.viewer import Viewer
from bot.words.languages import Language, guess, say
from bot.words.names import clean_name
from bot.words.notices import Notice, notice

AGAIN: Final = 10_000  # milliseconds in which the same press is a second tap
ASKED: Final = 2_000  # the same after a question, which may be wanted again
IN_A_ROW: Final = 5_000  # milliseconds in which somebody who asks for their hand again has it before their eyes
BREATH: Final = 2_000  # milliseconds in which nobody means twice what makes something
PRESSERS: Final = 10_000  # people


class Inbound:
    """One bot's. `want` has letters brought. Raises `StoreError` where somebody cannot even be looked up."""

    def __init__(self, service: Service, delivery: Delivery, want: Want) -> None:
        self.service = service
        self.delivery = delivery
        self.reach = Reach(service.backend, want)
        self.presence = Presence(service, self.reach, delivery, want)
        self._want = want
        # by person: the press before; until when it counts
        self._last: Bounded[str, tuple[str, int]] = Bounded(PRESSERS)
        # by table and person: the first time in a row
        self._hand_requests: Bounded[tuple[str, str], int] = Bounded(PRESSERS)
        self._makers: Bounded[str, tuple[str, str, str, int]] = Bounded(PRESSERS)  # of what made something; where

    @property
    def bot(self) -> str:
        return self.service.backend.bot

    # --- who asks -----------------------------------------------------------------------------------------------------

    async def enters(self, context: RequestContext, locale: str, name: str = "") -> None:
        """Who asks stands in the context from now on; somebody new is registered, by this name."""
        await self.service.enters(context, locale, name)

    async def opens(self, context: RequestContext, account: str = "") -> None:
        """They act in their private chat: it is open, for this account, without one for any of theirs."""
        await self.reach.note_came(context, account)
        await self.reach.at(context)

    async def is_open(self, context: RequestContext) -> bool:
        """Whether the private chat of who was answered is known to be open now."""
        return await self.reach.is_open(context.person.id, context.platform, context.account)

    async def sat_down(self, context: RequestContext) -> bool:
        """They have sat down; the same. Where nothing is known of it, it counts as closed from now on."""
        is_open = await self.is_open(context)
        if not is_open:
            await self.reach.note_unknown(context.person.id, context.platform, context.account)
        return is_open

    async def language_of(self, platform: str, account: str, locale: str = "") -> Language:
        """The language of somebody who may not be known, and asks for nothing."""
        person = await self.service.person_of(platform, account)
        return (await self.service.person(person)).language if person else guess(locale)

    async def draw(self, message: Message) -> Drawn | None:
        """The picture of an answer, None where it has none, or where none can be drawn: its words do then."""
        return await self.delivery.draw(message)

    async def do(self, context: RequestContext, request: Request) -> Answer:
        """Carry out what is no button and no line, and what needs no words."""
        return await self.service.carry_out(context, request)

    # --- presses ------------------------------------------------------------------------------------------------------

    async def press(self, context: RequestContext, text: str) -> Answer:
        """A button's text came back from a client.

        A second tap of what has just been done, or asked back, is answered without a word. One of a button that makes
        something is not carried out. The presses of one person come one by one: a second waits for the first.
        """
        person = context.person.id
        *made, late = self._makers.get(person, ("", "", "", 0))
        if made == [text, context.channel, context.message] and self.service.clock() < late:
            return Answer(True, again=True)
        answer, now = await self._press(context, text), self.service.clock()
        before, until = self._last.pop(person, ("", 0))
        if text == before and now < until and not answer.done:
            self._last[person] = (before, until)
            return replace(answer, message=None, done=True, again=True)
        if answer.done and _makes(text):
            self._makers[person] = (text, context.channel, context.message, now + BREATH)
        asks = answer.message is not None and bool(answer.message.controls)
        if answer.done or asks:
            self._last[person] = (text, now + (AGAIN if answer.done else ASKED))
        return answer

    async def _press(self, context: RequestContext, text: str) -> Answer:
        press = decode(text)
        if isinstance(press, Garbled):
            return _notice(context.language, Notice.TOO_OLD)
        if isinstance(press.request, Ask) and press.request.verb == Verb.SAY:
            return await self.line(context, _line(press.request.argument))
        if isinstance(press.request, Ask) and press.request.verb == Verb.LANGUAGE:
            return await self._language(context, press.request.argument)
        table_id = await self.service.table_of(press.table)
        table = await self.service.table(table_id)
        if table is None:
            return await self._none(context, table_id)
        before, until = self._last.get(context.person.id, ("", 0))
        again = text == before and self.service.clock() < until
        return await self._carry_out_press(context, press, table, table_id, again)

    async def _none(self, context: RequestContext, table_id: str) -> Answer:
        """There is nothing to be had of this table: it cannot be read, or it is long gone."""
        words = await self.service.unreadable(context.person, table_id)
        message = Message(context.language, lines=(words,))
        return Answer(False, message=message) if words else _notice(context.language, Notice.TOO_OLD)

    async def _carry_out_press(
        self, context: RequestContext, press: Press, table: Table, table_id: str, again: bool
    ) -> Answer:
        person = context.person.id
        if table.seat_of(person) and _plays(press):
            await self.reach.plays(context)
        draft = await self.service.draft(context.person, table_id)
        meant = request_of_press(press, table, person, draft, context.delivery, again)
        if isinstance(meant, Show | Tell):
            return await self._step(context, meant, table, table_id)
        answer = await self._do(context, meant, table_id)
        if (command := _command_of(meant)) is not None and command.is_acknowledged:
            answer = await self._acknowledge(context, meant, answer)
        return await self._with_word(context, meant, answer)

    async def _with_word(self, context: RequestContext, request: Request, answer: Answer) -> Answer:
        table = await self.service.table(answer.table)
        if answer.message is not None or not answer.done or table is None:
            return answer
        viewer = await self.service.viewer(context.person, answer.table)
        word = what_happened(request, table, viewer)
        if not word:
            said = acknowledgement(request, viewer.person, "", viewer.language, table)
            word = said.lines[0] if said is not None else ""
        return replace(answer, word=word)

    async def choose(self, context: RequestContext, text: str, offered: Sequence[str], names: Sequence[str]) -> Answer:
        """From a menu of cards, whose text this is, these were chosen of those that it `offered`."""
        press = decode(text)
        if isinstance(press, Garbled) or not isinstance(press.request, Ask) or press.request.verb != Verb.CHOOSE:
            return _notice(context.language, Notice.TOO_OLD)
        table_id = await self.service.table_of(press.table)
        table = await self.service.table(table_id)
        draft = await self.service.draft(context.person, table_id)
        meant = request_of_choice(press.table, draft, offered, names)
        if table is None:
            return await self._none(context, table_id)
        if table.stage != press.stage or isinstance(meant, Show | Tell):
            return _notice(context.language, Notice.TOO_OLD)
        return await self._do(context, meant, table_id)

    async def _language(self, context: RequestContext, language: Language) -> Answer:
        """They speak it from now on; said in a channel by an admin, the channel does."""
        await self.service.carry_out(context, Introduce(language=language))
        await self._note(context)
        await self._hands_anew(context)
        if context.channel and not context.private and await context.is_admin():
            request = SetChannel(context.channel, language=language, admin=True)
            if (await self.service.carry_out(context, request)).done:
                await self._tables_anew(request)
        return _for_all(welcome_message(context.language, context.private))

    async def offers(self, context: RequestContext, command: str, argument: str, text: str) -> list[Completion]:
        """What may stand where they are typing this argument of a command."""
        return await offers(self.service, context, command, argument, text)

    # --- lines --------------------------------------------------------------------------------------------------------

    async def line(self, context: RequestContext, text: str) -> Answer:
        """A line that was written to the bot."""
        await self._note(context)
        return await self._answer(context, parse_line(text, context.channel, context.delivery))

    async def command(self, context: RequestContext, name: str, values: Mapping[str, str]) -> Answer:
        """A command that a platform has recognized, with what was given for its arguments."""
        await self._note(context)
        return await self._answer(context, from_options(name, values, context.channel, context.delivery))

    async def _answer(self, context: RequestContext, meant: Heard) -> Answer:
        language = context.language
        if isinstance(meant, Help):
            return _for_all(help_message(language, meant, typed=not context.alone))
        if isinstance(meant, Minute):
            return _for_all(minute_message(language))
        if isinstance(meant, Usage):
            return _for_all(usage_message(language, meant), done=False)
        if isinstance(meant, Tell):
            return _for_all(tell_message(meant, language), done=False)
        if isinstance(meant, Show):
            return await self._look(context, meant)
        return await self._acknowledge(context, meant, await self._do(context, meant, ""))

    async def _acknowledge(self, context: RequestContext, request: Request, answer: Answer) -> Answer:
        """What is done without a word is said in one; who plays in a channel is to find their cards."""
        if answer.message is not None or not answer.done or answer.file is not None:
            return answer
        known = context.person
        table = await self.service.table(answer.table)
        message = acknowledgement(request, known.id, who(known).name, known.language, table)
        return replace(answer, message=message, joined=answer.joined or isinstance(request, Play | Open))

    async def _look(self, context: RequestContext, step: Show) -> Answer:
        """Somebody wants to look at a table, the one they named or the one they mean."""
        label = step.label or context.table
        table_id = await self.service.table_of(label) if label else ""
        if step.label and not table_id:
            return _notice(context.language, Notice.NO_TABLE, code=clean_name(step.label, "?"))
        if not table_id:
            answer = await self.service.carry_out(context, Which(context.channel, LOOKS[step.what].of_channel))
            table_id = answer.table
            if not answer.done and not answer.choices and step.what == Verb.RULES:
                return await self._rules_here(context)
            if not answer.done:
                return replace(answer, message=answer_message(answer, step, context.language), to=answer.readers)
        table = await self.service.table(table_id)
        if table is None:
            return await self._none(context, table_id)
        if step.what == Verb.TABLE and context.channel in table.channels:
            await self.presence.below(table_id, context.channel)
            return _at(Answer(True), context.person.id, table, table_id)
        if step.what == Verb.HAND:
            await self.reach.plays(context)
        return await self._step(context, step, table, table_id)

    async def _rules_here(self, context: RequestContext) -> Answer:
        """The code of play of the channel, where they have no table."""
        here = (await self.service.carry_out(context, ShowChannel(context.channel))).page
        return await self._do(context, ShowRules(name=here.code if isinstance(here, ChannelPage) else ""), "")

    async def came(self, context: RequestContext, label: str, at: int) -> Answer:
        """Somebody follows the link of a table where they sit, or of one where others do; of none, they are welcomed.

        Whoever plays already is shown their hand again: its message may have been deleted, of which no platform tells.
        What was sent after they came, `at` this time in milliseconds, is not sent twice.
        """
        person, language = context.person.id, context.language
        table_id = await self.service.table_of(label) if label else await self._plays_at(person)
        table = await self.service.table(table_id)
        if table is None and await self.service.unreadable(context.person, table_id):
            return await self._none(context, table_id)
        if table is None:
            return Answer(True, message=welcome_message(language, private=True))
        await self.hand_again(context, table_id, at)
        return _at(Answer(True, message=came_message(language, table, person)), person, table, table_id)

    async def _plays_at(self, person: str) -> str:
        """The table where somebody has cards in their hand, that where it is their turn before others; "" for none."""
        playing = [
            one for one in await self.service.backend.tables.of(person) if one.seat_of(person) and one.phase == PLAYING
        ]
        playing.sort(key=lambda one: not one.awaits(person))
        return playing[0].table if playing else ""

    async def hand(self, context: RequestContext, table_id: str, label: str = "") -> Message | None:
        """The hand at this table, or else at the one with this short name, as it is now; None for none."""
        return await self.service.message(context.person, table_id or await self.service.table_of(label), HAND)

    async def hand_again(
        self, context: RequestContext, table_id: str, until: int | None = None, *, if_gone: bool = False
    ) -> None:
        """The hand is shown below what was said since; `until`: unless it was sent then or later.

        Who asks several times in a row is sent it once; after that it is looked for, and stays where it is, as it does
        `if_gone`: it is shown again only if its message is gone.
        """
        letter = Letter(context.person.id, HAND)
        stays = if_gone
        if until is not None:
            stays = self._hand_requests.get((table_id, letter.viewer), 0) > until - IN_A_ROW
        if stays:
            self.delivery.doubt(table_id, letter)
        elif until is None or self.delivery.new_at(table_id, letter) < until:
            self.delivery.lift(table_id, letter)
        if until is not None and not stays:
            self._hand_requests[table_id, letter.viewer] = until
        await self._want(table_id, (letter,))

    async def _note(self, context: RequestContext) -> None:
        if context.private and context.channel:
            await self.reach.at(context)
            await self.service.speaks_theirs(context.person, context.channel)

    # --- both ---------------------------------------------------------------------------------------------------------

    async def _step(self, context: RequestContext, step: Show | Tell, table: Table, table_id: str) -> Answer:
        upright = self.delivery.is_upright(context.channel)
        viewer = await self.service.viewer(context.person, table_id, upright)
        self.service.backend.tables.note_look(viewer.person, table_id)
        if isinstance(step, Tell) and step.what == Notice.TOO_OLD:
            return _at(_moved_on(table, viewer), viewer.person, table, table_id)
        message = step_message(step, table, viewer)
        if not isinstance(step, Show):
            return _at(_for_all(message, done=False), viewer.person, table, table_id)
        brief = _brief(step, table, viewer, message)
        look = Answer(True, message=message, to=LOOKS[step.what].readers, shows=step.what, brief=brief)
        return _at(look, viewer.person, table, table_id)

    async def _do(self, context: RequestContext, request: Request, table_id: str) -> Answer:
        request = await _with_place(request, context)
        if context.private and isinstance(request, SetChannel) and request.language:
            await self.service.carry_out(context, Introduce(language=request.language))  # they are answered in it
            await self._hands_anew(context)
        if isinstance(request, Do | Join | Open | Play):
            await self.reach.plays(context)
        answer = await self.service.carry_out(context, request)
        table_id = answer.table or table_id
        await self._afterwards(context, request, answer, table_id)
        if isinstance(request, Introduce) and request.hands and answer.done:
            return await self._move_hands(context, request.hands)
        known, table = context.person, await self.service.table(table_id)
        if isinstance(answer.page, Moved) and table is not None:
            return _at(_moved_on(table, await self.service.viewer(known, table_id)), known.id, table, table_id)
        message, joined = answer_message(answer, request, known.language, table), answer.done and _joins(request)
        return _at(replace(answer, message=message, to=answer.readers, joined=joined), known.id, table, table_id)

    async def _afterwards(self, context: RequestContext, request: Request, answer: Answer, table_id: str) -> None:
        """What else changes: what their private chat speaks, which table they looked at, the hand they are shown."""
        person = context.person.id
        if isinstance(request, Introduce) and request.language:
            await self._note(context)
        if isinstance(request, Introduce) and answer.done and not request.hands:
            await self._hands_anew(context)
        if isinstance(request, SetChannel) and answer.done:
            await self._tables_anew(request)
        if isinstance(request, AtTable) and table_id:
            self.service.backend.tables.note_look(person, table_id)
        if isinstance(request, HOLDING) and answer.done:
            await self._want(table_id, (Letter(person, HAND),), isinstance(request, AT_LEISURE))

    async def _hands_anew(self, context: RequestContext) -> None:
        """Their hands speak another language, or look otherwise, from now on."""
        person = context.person.id
        for one in await self.service.backend.tables.of(person):
            await self._want(one.table, (Letter(person, HAND),))

    async def _tables_anew(self, request: SetChannel) -> None:
        """The tables of a channel speak another language there, or look otherwise, from now on."""
        for channel in await self.service.dressed_by(request):
            for one in await self.service.backend.tables.in_channel(channel):
                await self.show_at_once(one.table, channel)

    async def card_of(self, context: RequestContext, account: str, name: str) -> Answer:
        """The card of the person with this account of the platform, who is called so there."""
        other = await self.service.person_of(context.platform, account)
        if other:  # their account is meant, and nobody else who is called so
            return await self._do(context, Stats(other, context.channel), "")
        words = say(context.language, "person.not-played", name=name)
        return Answer(False, message=Message(context.language, lines=(words,)))

    async def _move_hands(self, context: RequestContext, where: str) -> Answer:
        """Their hands come to them another way from now on: what showed them goes."""
        letter, language = Letter(context.person.id, HAND), context.language
        for one in await self.service.backend.tables.of(letter.viewer):
            self.delivery.lift(one.table, letter)
            await self._want(one.table, (letter,))
        words = say(language, "chat.hands-channel") if where == IN_CHANNEL else say(language, "chat.hands-private")
        return _for_all(Message(language, lines=(words,)))

    # --- channels -----------------------------------------------------------------------------------------------------

    async def table_in(self, channel: str, begins: str) -> str:
        """The short name of the channel's table whose message stands where references begin so, "" for none."""
        for one in await self.service.backend.tables.in_channel(channel):
            if await self.delivery.stands(self.bot, one.table, channel.partition(":")[0], begins):
                return one.label
        return ""

    async def table_shown(self, context: RequestContext, reference: str) -> str:
        """The short name of their table, or one of this channel, that a message shows now; "" where it shows none."""
        where = self.service.backend.tables
        tables = (*await where.of(context.person.id), *await where.in_channel(context.channel))
        for one in {found.table: found for found in tables}.values():
            if await self.shows(context, one.table, reference):
                return one.label
        return ""

    async def shows(self, context: RequestContext, table_id: str, reference: str) -> bool:
        """Whether this message is one of those that show the table now."""
        return await self.delivery.shows(self.bot, table_id, context.platform, reference)

    async def show_at_once(self, table_id: str, channel: str) -> None:
        """The table is shown in the channel as it is now, in the middle of a turn."""
        letter = Letter(f"{CHANNEL}{channel}", TABLE)
        self.delivery.hurry(table_id, letter)
        await self._want(table_id, (letter,))


def _for_all(message: Message, done: bool = True) -> Answer:
    """A message that everybody there may read."""
    return Answer(done, message=message, to=Readers.THERE)


def _at(answer: Answer, person: str, table: Table | None, table_id: str) -> Answer:
    """The answer, about this table."""
    if table is None:
        return replace(answer, table=table_id)
    seated, in_lobby = bool(table.seat_of(person)), table.phase == LOBBY
    return replace(answer, table=table_id, label=table.label, seated=seated, in_lobby=in_lobby)


def _line(argument: str) -> str:
    """What a button says, as a line: a command, or a play in the notation of the game."""
    words = argument.replace(".", " ")
    first = words.split(maxsplit=1)[0] if words.strip() else ""
    return words if ":" in first or len(first) == 1 else f"/{words}"


async def _with_place(request: Request, context: RequestContext) -> Request:
    """The request with what the platform says of whose it is, and where."""
    if context.table and isinstance(request, AtTable) and not request.table:
        request = replace(request, table=context.table)
    if isinstance(request, MakePlan | ChangePlan) and not context.private:
        request = replace(request, audience=Audience.READS_NOT if context.alone else Audience.READS)
    match request:
        case Join(channel="") if not context.private:
            return replace(request, channel=context.channel)
        case Tables() if context.private:
            return replace(request, channel="")  # their own, wherever those are
        case Leaderboard(scope="channel") if context.private:
            return replace(request, scope="all")  # nobody else plays there
        case Csv() | Export() | Erase():
            return replace(request, private=context.private)
        case Correct() if context.private:
            return replace(request, private=True)
        case SetChannel() | ChangePlan() if context.private:
            return replace(request, admin=True)
        case SetChannel() | ChangePlan() | Correct() | NextTable() | Replace():
            return replace(request, admin=not context.private and await context.is_admin())
        case Do() if (command := _command_of(request)) is not None and command.asks_admin:
            return replace(request, admin=not context.private and await context.is_admin())
        case _:
            return request


def _brief(step: Show, table: Table, viewer: Viewer, message: Message) -> str:
    """What fits a small window over the chat."""
    hand = hand_line(TableView(table, viewer)) if step.what == Verb.HAND else ""
    return hand or fit([message.title, *message.lines] if message.title else message.lines, ALERT)


def _makes(text: str) -> bool:
    """Whether this button makes something: a table, a seat that a computer player takes."""
    press = decode(text)
    if isinstance(press, Garbled) or not isinstance(press.request, Ask):
        return False
    verb, argument = press.request.verb, press.request.argument
    command = BY_NAME.get(argument.partition(".")[0] if verb == Verb.SAY else verb)
    return command is not None and command.makes


def _plays(press: Press) -> bool:
    """Whether a player presses it to play, or to see their cards."""
    if not isinstance(press.request, Ask) or press.request.verb not in LOOKS:
        return True
    return BY_NAME[press.request.verb].right is Right.SEATED


def _command_of(request: Request | Step) -> Command | None:
    """The command of the table that it is, None for a play or anything else."""
    verb = request.command.partition(" ")[0] if isinstance(request, Do) else "play"
    return None if verb == "play" else BY_NAME.get(verb)


def _joins(request: Request) -> bool:
    return isinstance(request, Join) or (isinstance(request, Do) and request.command.split(maxsplit=1)[0] == "join")


def _moved_on(table: Table, viewer: Viewer) -> Answer:
    """What is so now at the table, for who has pressed a button of before."""
    words = moved_on(TableView(table, viewer))
    return _for_all(Message(viewer.language, lines=(words,)), done=False)


def _notice(language: Language, what: Notice, **facts: str) -> Answer:
    return _for_all(Message(language, lines=(notice(language, what, **facts),)), done=False)
