"""A request of a chat is carried out, and becomes an answer with its message; so does whatever somebody looks at.

It answers one person; what everybody sees comes by letter.
"""

from dataclasses import replace
from typing import TypeAlias, TypeGuard

from bot.gateway.inbound.acknowledgements import acknowledgement
from bot.gateway.inbound.command_line import Show, Step, Tell
from bot.gateway.inbound.commands import BY_NAME, LOOKS, Command
from bot.gateway.inbound.posting import with_button
from bot.gateway.inbound.press_words import what_happened
from bot.gateway.inbound.presses import AT_LEISURE, HOLDING
from bot.gateway.inbound.responses import answer_message, step_message
from bot.gateway.inbound.upright_offer import with_upright
from bot.gateway.outbound.delivery import Delivery
from bot.gateway.outbound.fresh_letters import FreshLetters
from bot.gateway.outbound.reach import Reach
from bot.messages.buttons import Verb
from bot.messages.fitting import fit
from bot.messages.message import Message
from bot.messages.moved_on import moved_on
from bot.messages.text_hand import ALERT, hand_line
from bot.requests.answer import Answer, Moved, Readers
from bot.requests.attendance import Audience
from bot.requests.board_answers import Leaderboard, Stats
from bot.requests.channels import SetChannel
from bot.requests.corrections import Correct
from bot.requests.hand_drafts import Sort, Unfold
from bot.requests.openings import Open, Play
from bot.requests.own_data import Csv, Erase, Export
from bot.requests.pages import Tables
from bot.requests.people import Introduce, who
from bot.requests.phrases import SayPhrase
from bot.requests.plans import ChangePlan, MakePlan
from bot.requests.request_context import RequestContext
from bot.requests.requests import AtTable, Request
from bot.requests.seating import Join, NextTable, Replace
from bot.requests.service import Service
from bot.requests.settings import IN_CHANNEL
from bot.requests.table_commands import Do
from bot.requests.tournaments.asks import DIRECTING, AskTournament
from bot.tables.table import LOBBY, Table
from bot.views.table_view import TableView
from bot.views.viewer import Viewer
from bot.words.languages import Language, say
from bot.words.notices import Notice, notice
from renderers.scenes import Look

ForAdmins: TypeAlias = SetChannel | ChangePlan | Correct | NextTable | Replace | AskTournament | Do


class RequestAnswers:
    """One bot's. Raises `StoreError` where what a request leads to cannot be read or wanted."""

    def __init__(self, service: Service, reach: Reach, delivery: Delivery, letters: FreshLetters) -> None:
        self._service = service
        self._reach = reach
        self._delivery = delivery
        self._letters = letters

    # --- requests -----------------------------------------------------------------------------------------------------

    async def answer(self, context: RequestContext, request: Request, table_id: str = "") -> Answer:
        """What comes of it; `table_id`: the table where they asked, if it names none."""
        request = await _with_place(request, context)
        if context.private and isinstance(request, SetChannel) and request.language:
            await self._service.carry_out(context, Introduce(language=request.language))  # they are answered in it
            await self._letters.speak_anew(context.person)
        if isinstance(request, Do | Join | Open | Play):
            await self._reach.plays(context)
        answer = await self._service.carry_out(context, request)
        table_id = answer.table or table_id
        await self._afterwards(context, request, answer, table_id)
        if isinstance(request, Introduce) and request.hands and answer.done:
            return await self._move_hands(context, request.hands)
        person, table = context.person, await self._service.table(table_id)
        if isinstance(answer.page, Moved) and table is not None:
            return at_table(_moved_on(table, await self._service.viewer(person, table_id)), person.id, table, table_id)
        answer = _with_way(context, request, answer, table)
        message, joined = answer_message(answer, request, person.language, table), answer.done and _joins(request)
        message = message and with_button(message, answer, request, context)
        found = replace(answer, message=message, to=answer.readers, joined=joined)
        return at_table(found, person.id, table, table_id)

    async def _afterwards(self, context: RequestContext, request: Request, answer: Answer, table_id: str) -> None:
        """What else changes: what their private chat speaks, which table they looked at, the hand they are shown."""
        person = context.person.id
        if isinstance(request, Introduce) and request.language:
            await self.note_chat(context)
        if isinstance(request, Introduce) and answer.done and request.language:
            await self._letters.speak_anew(context.person)
        elif isinstance(request, Introduce) and answer.done and not request.hands:
            await self._letters.hands(person)
        if isinstance(request, SetChannel) and answer.done:
            await self._letters.tables_dressed_by(request)
        if isinstance(request, AtTable) and table_id:
            self._service.backend.tables.note_look(person, table_id)
        if isinstance(request, SayPhrase) and answer.done:
            await self._show_phrase(context, table_id)
        if answer.unticked:
            await self._letters.hands_at(table_id, person)
        if isinstance(request, HOLDING) and answer.done:
            await self._letters.hands_at(table_id, person, at_leisure=isinstance(request, AT_LEISURE))

    async def _show_phrase(self, context: RequestContext, table_id: str) -> None:
        """What they have said comes to the table, and what they chose it from closes."""
        table = await self._service.table(table_id)
        if table is not None:
            await self._letters.phrase(table_id, table.channels)
        await self._service.carry_out(context, Unfold(table_id, ""))
        await self._letters.hands_at(table_id, context.person.id, at_leisure=True)

    async def _move_hands(self, context: RequestContext, where: str) -> Answer:
        """Their hands come to them another way from now on: what showed them goes."""
        await self._letters.hands(context.person.id, elsewhere=True)
        language = context.language
        words = say(language, "chat.hands-channel") if where == IN_CHANNEL else say(language, "chat.hands-private")
        return for_all(Message(language, lines=(words,)))

    async def acknowledged(self, context: RequestContext, request: Request, answer: Answer) -> Answer:
        """What is done without a word is said in one; who plays in a channel is to find their cards."""
        if answer.message is not None or not answer.done or answer.file is not None:
            return replace(answer, joined=answer.joined or (answer.done and isinstance(request, Open)))
        if isinstance(request, SayPhrase) and not (context.private or context.alone):
            return replace(answer, again=True)  # it stands there already, as they have written it
        person = context.person
        table = await self._service.table(answer.table)
        message = acknowledgement(request, person.id, who(person).name, person.language, table)
        message = message or await self._hand_word(context, request, answer.table)
        if message is None and _shows_elsewhere(context, request, table):
            message = Message(person.language, lines=(say(person.language, "done.shown"),))
        return replace(answer, message=message, joined=answer.joined or isinstance(request, Play | Open))

    async def _hand_word(self, context: RequestContext, request: Request, table_id: str) -> Message | None:
        """What they have done with their hand, in a word to them alone.

        In the private chat the hand itself shows a play; not that it was sorted so already.
        """
        table = await self._service.table(table_id)
        is_theirs = context.alone or context.private
        if table is None or not is_theirs or (context.private and not isinstance(request, Sort)):
            return None
        word = what_happened(request, table, await self._service.viewer(context.person, table_id))
        return Message(context.language, lines=(word,)) if word else None

    async def note_chat(self, context: RequestContext) -> None:
        """Their private chat is theirs, and speaks their language."""
        if context.private and context.channel:
            await self._reach.at(context)
            await self._service.speaks_theirs(context.person, context.channel)

    def look_there(self, context: RequestContext) -> Look:
        """How who asks likes pictures, where they ask."""
        return self._delivery.recipients.look(context.person.settings, context.channel)

    # --- looks --------------------------------------------------------------------------------------------------------

    async def look(self, context: RequestContext, step: Step, table: Table, table_id: str) -> Answer:
        """What they asked to see at a table, or are to be told there."""
        upright = self._delivery.recipients.is_upright(context.channel)
        viewer = await self._service.viewer(context.person, table_id, upright)
        self._service.backend.tables.note_look(viewer.person, table_id)
        if isinstance(step, Show) and step.what == Verb.LOOK:
            await self._service.watches(context, table_id)
        if isinstance(step, Show) and step.what == Verb.MOVIOLA:
            viewer = await self._service.with_analysis(viewer, table)
        if isinstance(step, Tell) and step.what == Notice.TOO_OLD:
            return at_table(_moved_on(table, viewer), viewer.person, table, table_id)
        message = step_message(step, table, viewer)
        if not isinstance(step, Show):
            return at_table(for_all(message, is_done=False), viewer.person, table, table_id)
        brief = _brief(step, table, viewer, message)
        if step.what == Verb.TABLE and (context.alone or context.private):
            message = with_upright(message, context.person.settings, viewer.look)
        look = Answer(True, message=message, to=LOOKS[step.what].readers, shows=step.what, brief=brief)
        return at_table(look, viewer.person, table, table_id)

    async def no_table(self, context: RequestContext, table_id: str) -> Answer:
        """There is nothing to be had of this table: it cannot be read, or it is long gone."""
        words = await self._service.unreadable(context.person, table_id)
        message = Message(context.language, lines=(words,))
        return Answer(False, message=message) if words else notice_answer(context.language, Notice.TOO_OLD)


def for_all(message: Message, is_done: bool = True) -> Answer:
    """A message that everybody there may read."""
    return Answer(is_done, message=message, to=Readers.THERE)


def notice_answer(language: Language, what: Notice, **facts: str) -> Answer:
    """Why nothing is done."""
    return for_all(Message(language, lines=(notice(language, what, **facts),)), is_done=False)


def at_table(answer: Answer, person: str, table: Table | None, table_id: str) -> Answer:
    """The answer, about this table."""
    if table is None:
        return replace(answer, table=table_id)
    seated, in_lobby = bool(table.seat_of(person)), table.phase == LOBBY
    return replace(answer, table=table_id, label=table.label, seated=seated, in_lobby=in_lobby)


def command_of(request: Request | Step) -> Command | None:
    """The command of the table that it is, None for a play or anything else."""
    verb = request.command.partition(" ")[0] if isinstance(request, Do) else "play"
    return None if verb == "play" else BY_NAME.get(verb)


async def _with_place(request: Request, context: RequestContext) -> Request:
    """The request with what the platform says of whose it is, and where."""
    if context.table and isinstance(request, AtTable) and not request.table:
        request = replace(request, table=context.table)
    if isinstance(request, MakePlan | ChangePlan) and not context.private:
        request = replace(request, audience=Audience.READS_NOT if context.alone else Audience.READS)
    match request:
        case Join(channel="") if not context.private:
            return replace(request, channel=context.channel)
        case Join(label) if context.private:  # a private chat is no place of the table
            return replace(request, channel="" if label else request.channel, private=True)
        case Tables() if context.private:
            return replace(request, channel="")  # their own, wherever those are
        case Leaderboard(scope="channel") if context.private:
            return replace(request, scope="all")  # nobody else plays there
        case Csv() | Export() | Erase():
            return replace(request, private=context.private)
        case Stats():
            return replace(request, private=context.private or context.alone)
        case Correct() if context.private:
            return replace(request, private=True)
        case SetChannel() | ChangePlan() if context.private:
            return replace(request, admin=True)
        case _ if _is_for_admins(request):
            return replace(request, admin=not context.private and await context.is_admin())
        case _:
            return request


def _is_for_admins(request: Request) -> TypeGuard[ForAdmins]:
    """Whether it makes a difference if an administrator of the place asks it."""
    match request:
        case SetChannel() | ChangePlan() | Correct() | NextTable() | Replace():
            return True
        case AskTournament(what=what):
            return what in DIRECTING
        case Do():
            command = command_of(request)
            return command is not None and command.asks_admin
        case _:
            return False


def _brief(step: Show, table: Table, viewer: Viewer, message: Message) -> str:
    """What fits a small window over the chat."""
    hand = hand_line(TableView(table, viewer)) if step.what == Verb.HAND else ""
    return hand or fit([message.title, *message.lines] if message.title else message.lines, ALERT)


def _shows_elsewhere(context: RequestContext, request: Request, table: Table | None) -> bool:
    """Whether only the table shows what was done, and who is answered alone has asked where that does not stand."""
    if table is None or not isinstance(request, Do) or not (context.private or context.alone):
        return False
    is_of_hand = request.command == "back" or request.command.startswith("play ")
    return not is_of_hand and context.channel not in table.channels


def _with_way(context: RequestContext, request: Request, answer: Answer, table: Table | None) -> Answer:
    """The answer; to who has taken a seat in private, where no lobby stands, with what comes and where to look."""
    if not (context.private and isinstance(request, Join) and answer.done and answer.words):
        return answer
    if table is None or table.phase != LOBBY or not table.seat_of(context.person.id):
        return answer
    way = say(context.language, "join.private", table=table.label)
    return replace(answer, words=f"{answer.words}\n{way}")


def _joins(request: Request) -> bool:
    return isinstance(request, Join) or (isinstance(request, Do) and request.command.split(maxsplit=1)[0] == "join")


def _moved_on(table: Table, viewer: Viewer) -> Answer:
    """What is so now at the table, for who has pressed a button of before."""
    words = moved_on(TableView(table, viewer))
    return for_all(Message(viewer.language, lines=(words,)), is_done=False)
