"""What an adapter does with a press or a written line: the request is carried out, and what is said back is made.

The same for every platform, so that an adapter only translates. It answers one person; what everybody sees comes by
letter.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.bounded import Bounded
from bot.gateway.inbound.acknowledgements import acknowledged
from bot.gateway.inbound.command_line import Heard, Help, Minute, Show, Step, Tell, Usage
from bot.gateway.inbound.commands import BY_NAME, LOOKS, Command, Right
from bot.gateway.inbound.help_page import help_message, usage_message
from bot.gateway.inbound.parser import from_options, heard
from bot.gateway.inbound.press_words import happened
from bot.gateway.inbound.presses import AT_LEISURE, HOLDING, chosen, pressed
from bot.gateway.inbound.responses import answered, attachment, came_message, done, told
from bot.gateway.outbound.delivery import Delivery
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
from bot.requests.answer import Answer, ChannelPage, Forgotten, Moved, PlanMade, Readers
from bot.requests.people import who
from bot.requests.requests import (
    AtTable,
    Audience,
    ChangePlan,
    Correct,
    Csv,
    Do,
    Erase,
    Export,
    Introduce,
    Join,
    Leaderboard,
    MakePlan,
    NextTable,
    Open,
    Play,
    Replace,
    Request,
    Rules,
    SetChannel,
    ShowChannel,
    Tables,
    Which,
)
from bot.requests.service import Service
from bot.requests.settings import IN_CHANNEL
from bot.requests.table_index import TableSummary
from bot.tables.table import LOBBY, PLAYING, Table
from bot.views.table_view import TableView
from bot.views.viewer import Viewer
from bot.words.languages import Language, say
from bot.words.names import clean_name
from bot.words.notices import Notice, notice

AGAIN: Final = 10_000  # milliseconds in which the same press is a second tap
ASKED: Final = 2_000  # the same after a question, which may be wanted again
IN_A_ROW: Final = 5_000  # milliseconds in which somebody who asks for their hand again has it before their eyes
BREATH: Final = 2_000  # milliseconds in which nobody means twice what makes something
PRESSERS: Final = 10_000  # people


async def nobody() -> bool:
    """Where there are no admins."""
    return False


@dataclass(frozen=True, slots=True)
class Place:
    """Where something was said, and by which delivery. `is_admin` asks the platform, only where it matters.

    `private`: nobody else sees what is answered there. `table` is the short name of the table whose own room it is, ""
    elsewhere; `channel` is then the one that the room belongs to. `alone`: only commands are heard there, and also in a
    channel only who asks is answered. `message` is the platform's name of the message whose button was pressed.
    """

    channel: str = ""
    delivery: str = ""
    private: bool = False
    is_admin: Callable[[], Awaitable[bool]] = nobody
    table: str = ""
    alone: bool = False
    message: str = ""


@dataclass(frozen=True, slots=True)
class Reply:
    """What is said back, and who may read it: nobody but who asked, unless `readers` says otherwise.

    `table_id` is the table that it was about, with its short name `label`; `seated`: they have a seat there,
    `in_lobby`: nobody has started it yet. `shows` is what they asked to look at, `brief` the same in a line or two;
    `joined` that they have taken a place by it; `gone` that nobody is known by their account any more. `short` is what
    everybody there may read in place of a long message. `word` says to who pressed, and to nobody else, what the press
    has done, where it costs nothing: the table or the hand shows it, too. `again`: it was a second tap, and whatever
    the first has brought stays as it is. `announces`: people join a planned match by this very answer; who sends it
    says where it stands.
    """

    message: Message | None = None
    done: bool = True
    file: tuple[str, str] | None = None
    table_id: str = ""
    label: str = ""
    seated: bool = False
    in_lobby: bool = False
    shows: Verb | None = None
    brief: str = ""
    joined: bool = False
    short: str = ""
    word: str = ""
    gone: bool = False
    again: bool = False
    readers: Readers = Readers.ASKER
    announces: PlanMade | None = None


class Inbound:
    """One bot's. `want` has letters brought. Raises `StoreError` where somebody cannot even be looked up."""

    def __init__(self, service: Service, delivery: Delivery, want: Want) -> None:
        self.service = service
        self.delivery = delivery
        self.reach = Reach(service.desk, want)
        self.presence = Presence(service, delivery, want)
        self._want = want
        self._last: Bounded[str, tuple[str, int]] = Bounded(
            PRESSERS
        )  # by person: the press before; until when it counts
        self._hand_asked: Bounded[tuple[str, str], int] = Bounded(
            PRESSERS
        )  # by table and person: the first time in a row
        self._made: Bounded[str, tuple[str, str, str, int]] = Bounded(PRESSERS)  # of what made something; where

    @property
    def bot(self) -> str:
        return self.service.desk.bot

    async def language(self, person: str) -> Language:
        return (await self.service.desk.people.person(person)).language

    # --- presses ------------------------------------------------------------------------------------------------------

    async def pressed(self, person: str, text: str, place: Place) -> Reply:
        """A button's text came back from a client.

        A second tap of what has just been done, or asked back, is answered without a word. One of a button that makes
        something is not carried out. The presses of one person come one by one: a second waits for the first.
        """
        *made, late = self._made.get(person, ("", "", "", 0))
        if made == [text, place.channel, place.message] and self.service.clock() < late:
            return Reply(again=True)
        reply, now = await self._pressed(person, text, place), self.service.clock()
        before, until = self._last.pop(person, ("", 0))
        if text == before and now < until and not reply.done:
            self._last[person] = (before, until)
            return replace(reply, message=None, done=True, again=True)
        if reply.done and _makes(text):
            self._made[person] = (text, place.channel, place.message, now + BREATH)
        asks = reply.message is not None and bool(reply.message.controls)
        if reply.done or asks:
            self._last[person] = (text, now + (AGAIN if reply.done else ASKED))
        return reply

    async def _pressed(self, person: str, text: str, place: Place) -> Reply:
        press = decode(text)
        language = await self.language(person)
        if isinstance(press, Garbled):
            return _told(language, Notice.TOO_OLD)
        if isinstance(press.wish, Ask) and press.wish.verb == Verb.SAY:
            return await self.said(person, _line(press.wish.argument), place)
        if isinstance(press.wish, Ask) and press.wish.verb == Verb.LANGUAGE:
            return await self._language(person, press.wish.argument, place)
        table_id = await self.service.table_of(press.table)
        table = await self.service.table(table_id)
        if table is None:
            return await self._none(person, table_id)
        before, until = self._last.get(person, ("", 0))
        again = text == before and self.service.clock() < until
        return await self._meant(person, press, table, table_id, place, again)

    async def _none(self, person: str, table_id: str) -> Reply:
        """There is nothing to be had of this table: it cannot be read, or it is long gone."""
        language = await self.language(person)
        words = await self.service.unreadable(person, table_id)
        message = Message(language, lines=(words,))
        return Reply(message, done=False) if words else _told(language, Notice.TOO_OLD)

    async def _meant(self, person: str, press: Press, table: Table, table_id: str, place: Place, again: bool) -> Reply:
        person = (await self.service.desk.people.person(person)).id
        if table.seat_of(person) and _plays(press):
            await self.reach.plays(person, place.channel)
        draft = await self.service.draft(person, table_id)
        meant = pressed(press, table, person, draft, place.delivery, again)
        if isinstance(meant, Show | Tell):
            return await self._step(person, meant, table, table_id, place)
        reply = await self._do(person, meant, table_id, place)
        if (command := _command_of(meant)) is not None and command.told:
            reply = await self._acknowledged(person, meant, reply)
        return await self._with_word(person, meant, reply)

    async def _with_word(self, person: str, request: Request, reply: Reply) -> Reply:
        table = await self.service.table(reply.table_id)
        if reply.message is not None or not reply.done or table is None:
            return reply
        viewer = await self.service.viewer(person, reply.table_id)
        word = happened(request, table, viewer)
        if not word:
            said = acknowledged(request, viewer.person, "", viewer.language, table)
            word = said.lines[0] if said is not None else ""
        return replace(reply, word=word)

    async def chosen(self, person: str, text: str, offered: Sequence[str], names: Sequence[str], place: Place) -> Reply:
        """From a menu of cards, whose text this is, these were chosen of those that it `offered`."""
        press = decode(text)
        language = await self.language(person)
        if isinstance(press, Garbled) or not isinstance(press.wish, Ask) or press.wish.verb != Verb.CHOOSE:
            return _told(language, Notice.TOO_OLD)
        table_id = await self.service.table_of(press.table)
        table = await self.service.table(table_id)
        draft = await self.service.draft(person, table_id)
        meant = chosen(press.table, draft, offered, names)
        if table is None:
            return await self._none(person, table_id)
        if table.stage != press.stage or isinstance(meant, Show | Tell):
            return _told(language, Notice.TOO_OLD)
        return await self._do(person, meant, table_id, place)

    async def table_view(self, person: str, place: Place) -> TableView | None:
        """The table that they mean, as they see it now; None for none."""
        table_id = await self.service.table_of(place.table) if place.table else ""
        if not table_id:
            table_id = (await self.service.do(person, Which(place.channel), place.channel)).table
        table = await self.service.table(table_id)
        return TableView(table, await self.service.viewer(person, table_id)) if table is not None else None

    async def nearby(self, person: str, place: Place, command: str) -> list[TableSummary]:
        """The tables that may be meant by a name behind this command: one to join, one of their own to see a hand."""
        here = [] if place.private else list(await self.service.desk.where.in_channel(place.channel))
        if command == "join":
            return [one for one in here if not one.seat_of(person)]
        own = await self.service.desk.where.of(person)
        if command == "hand":
            return [one for one in own if one.seat_of(person)]
        return [*here, *[one for one in own if one not in here]]

    async def _language(self, person: str, language: Language, place: Place) -> Reply:
        """They speak it from now on; said in a channel by an admin, the channel does."""
        await self.service.do(person, Introduce(language=language))
        await self._note(person, place)
        await self._hands_anew(person)
        if place.channel and not place.private and await place.is_admin():
            wish = SetChannel(place.channel, language=language, admin=True)
            if (await self.service.do(person, wish)).done:
                await self._tables_anew(wish)
        return Reply(welcome_message(await self.language(person), place.private), readers=Readers.THERE)

    # --- lines --------------------------------------------------------------------------------------------------------

    async def said(self, person: str, text: str, place: Place) -> Reply:
        """A line that was written to the bot."""
        await self._note(person, place)
        return await self._answered(person, heard(text, place.channel, place.delivery), place)

    async def commanded(self, person: str, name: str, values: Mapping[str, str], place: Place) -> Reply:
        """A command that a platform has recognized, with what was given for its arguments."""
        await self._note(person, place)
        return await self._answered(person, from_options(name, values, place.channel, place.delivery), place)

    async def _answered(self, person: str, meant: Heard, place: Place) -> Reply:
        language = await self.language(person)
        if isinstance(meant, Help):
            return Reply(help_message(language, meant, typed=not place.alone), readers=Readers.THERE)
        if isinstance(meant, Minute):
            return Reply(minute_message(language), readers=Readers.THERE)
        if isinstance(meant, Usage):
            return Reply(usage_message(language, meant), done=False, readers=Readers.THERE)
        if isinstance(meant, Tell):
            return Reply(told(meant, language), done=False, readers=Readers.THERE)
        if isinstance(meant, Show):
            return await self._asked(person, meant, place)
        return await self._acknowledged(person, meant, await self._do(person, meant, "", place))

    async def _acknowledged(self, person: str, request: Request, reply: Reply) -> Reply:
        """What is done without a word is said in one; who plays in a channel is to find their cards."""
        if reply.message is not None or not reply.done or reply.file is not None:
            return reply
        known = await self.service.desk.people.person(person)
        table = await self.service.table(reply.table_id)
        message = acknowledged(request, known.id, who(known).name, known.language, table)
        return replace(reply, message=message, joined=reply.joined or isinstance(request, Play | Open))

    async def _asked(self, person: str, step: Show, place: Place) -> Reply:
        """Somebody wants to look at a table, the one they named or the one they mean."""
        label = step.label or place.table
        table_id = await self.service.table_of(label) if label else ""
        if step.label and not table_id:
            return _told(await self.language(person), Notice.NO_TABLE, code=clean_name(step.label, "?"))
        if not table_id:
            answer = await self.service.do(person, Which(place.channel, LOOKS[step.what].of_channel), place.channel)
            table_id = answer.table
            if not answer.done and not answer.choices and step.what == Verb.RULES:
                return await self._rules_here(person, place)
            if not answer.done:
                message = answered(answer, step, await self.language(person))
                return Reply(message, done=False, readers=answer.readers)
        table = await self.service.table(table_id)
        if table is None:
            return await self._none(person, table_id)
        if step.what == Verb.TABLE and place.channel in table.channels:
            await self.presence.below(table_id, place.channel)
            return _at(Reply(), (await self.service.desk.people.person(person)).id, table, table_id)
        if step.what == Verb.HAND:
            await self.reach.plays(person, place.channel)
        return await self._step(person, step, table, table_id, place)

    async def _rules_here(self, person: str, place: Place) -> Reply:
        """The code of play of the channel, where they have no table."""
        here = (await self.service.do(person, ShowChannel(place.channel))).page
        return await self._do(person, Rules(name=here.code if isinstance(here, ChannelPage) else ""), "", place)

    async def came(self, person: str, label: str, at: int) -> Reply:
        """Somebody follows the link of a table where they sit, or of one where others do; of none, they are welcomed.

        Whoever plays already is shown their hand again: its message may have been deleted, of which no platform tells.
        What was sent after they came, `at` this time in milliseconds, is not sent twice.
        """
        known = await self.service.desk.people.person(person)
        table_id = await self.service.table_of(label) if label else await self._plays_at(known.id)
        table = await self.service.table(table_id)
        if table is None and await self.service.unreadable(person, table_id):
            return await self._none(person, table_id)
        if table is None:
            return Reply(welcome_message(known.language, private=True))
        await self.hand_again(known.id, table_id, at)
        return _at(Reply(came_message(known.language, table, known.id)), known.id, table, table_id)

    async def _plays_at(self, person: str) -> str:
        """The table where somebody has cards in their hand, that where it is their turn before others; "" for none."""
        playing = [
            one for one in await self.service.desk.where.of(person) if one.seat_of(person) and one.phase == PLAYING
        ]
        playing.sort(key=lambda one: not one.awaits(person))
        return playing[0].table if playing else ""

    async def hand_again(self, person: str, table_id: str, until: int | None = None) -> None:
        """The hand is shown below what was said since; `until`: unless it was sent then or later.

        Who asks several times in a row is sent it once; after that it is looked for, and stays where it is.
        """
        letter = Letter((await self.service.desk.people.person(person)).id, HAND)
        in_a_row = until is not None and self._hand_asked.get((table_id, letter.viewer), 0) > until - IN_A_ROW
        if in_a_row:
            self.delivery.doubt(table_id, letter)
        elif until is None or self.delivery.new_at(table_id, letter) < until:
            self.delivery.lift(table_id, letter)
        if until is not None and not in_a_row:
            self._hand_asked[table_id, letter.viewer] = until
        await self._want(table_id, (letter,))

    async def hand_looked_for(self, person: str, table_id: str) -> None:
        """The hand is shown again if its message is gone."""
        letter = Letter((await self.service.desk.people.person(person)).id, HAND)
        self.delivery.doubt(table_id, letter)
        await self._want(table_id, (letter,))

    async def _note(self, person: str, place: Place) -> None:
        if place.private and place.channel:
            await self.reach.at(person, place.channel)
            await self.service.speaks_his(person, place.channel)

    # --- both ---------------------------------------------------------------------------------------------------------

    async def _step(self, person: str, step: Show | Tell, table: Table, table_id: str, place: Place) -> Reply:
        viewer = await self.service.viewer(person, table_id, self.delivery.is_upright(place.channel))
        self.service.desk.where.looked(person, table_id)
        if isinstance(step, Tell) and step.what == Notice.TOO_OLD:
            return _at(_moved_on(table, viewer), viewer.person, table, table_id)
        message = done(step, table, viewer)
        if not isinstance(step, Show):
            return _at(Reply(message, done=False, readers=Readers.THERE), viewer.person, table, table_id)
        brief = _brief(step, table, viewer, message)
        readers = LOOKS[step.what].readers
        return _at(Reply(message, shows=step.what, brief=brief, readers=readers), viewer.person, table, table_id)

    async def _do(self, person: str, request: Request, table_id: str, place: Place) -> Reply:
        request = await _placed(request, place)
        if place.private and isinstance(request, SetChannel) and request.language:
            await self.service.do(person, Introduce(language=request.language))  # they are answered in it
            await self._hands_anew(person)
        if isinstance(request, Do | Join | Open | Play):
            await self.reach.plays(person, place.channel)
        answer = await self.service.do(person, request, place.channel, place.alone or place.private)
        table_id = answer.table or table_id
        await self._afterwards(person, request, answer, table_id, place)
        if isinstance(request, Introduce) and request.hands and answer.done:
            return await self._handed_over(person, request.hands)
        known, table = await self.service.desk.people.person(person), await self.service.table(table_id)
        if isinstance(answer.page, Moved) and table is not None:
            return _at(_moved_on(table, await self.service.viewer(person, table_id)), known.id, table, table_id)
        message = answered(answer, request, known.language, table)
        short = answer.page.short if isinstance(request, ShowChannel) and isinstance(answer.page, ChannelPage) else ""
        joined, gone = answer.done and _joins(request), isinstance(answer.page, Forgotten)
        made = answer.page if isinstance(answer.page, PlanMade) and answer.page.starts else None
        reply = Reply(message, answer.done, attachment(answer), joined=joined, short=short, gone=gone, announces=made)
        return _at(replace(reply, readers=answer.readers), known.id, table, table_id)

    async def _afterwards(self, person: str, request: Request, answer: Answer, table_id: str, place: Place) -> None:
        """What else changes: what their private chat speaks, which table they looked at, the hand they are shown."""
        if isinstance(request, Introduce) and request.language:
            await self._note(person, place)
        if isinstance(request, Introduce) and answer.done and not request.hands:
            await self._hands_anew(person)
        if isinstance(request, SetChannel) and answer.done:
            await self._tables_anew(request)
        if isinstance(request, AtTable) and table_id:
            self.service.desk.where.looked(person, table_id)
        if isinstance(request, HOLDING) and answer.done:
            await self._want(table_id, (Letter(person, HAND),), isinstance(request, AT_LEISURE))

    async def _hands_anew(self, person: str) -> None:
        """Their hands speak another language, or look otherwise, from now on."""
        known = (await self.service.desk.people.person(person)).id
        for one in await self.service.desk.where.of(known):
            await self._want(one.table, (Letter(known, HAND),))

    async def _tables_anew(self, request: SetChannel) -> None:
        """The tables of a channel speak another language there, or look otherwise, from now on."""
        for channel in await self.service.dressed_by(request):
            for one in await self.service.desk.where.in_channel(channel):
                await self.hurried(one.table, channel)

    async def wished(self, person: str, request: Request, place: Place) -> Reply:
        """What a platform offers otherwise than by a button or a line."""
        return await self._do(person, request, "", place)

    async def _handed_over(self, person: str, where: str) -> Reply:
        """Their hands come to them another way from now on: what showed them goes."""
        letter = Letter(person, HAND)
        for one in await self.service.desk.where.of(person):
            self.delivery.lift(one.table, letter)
            await self._want(one.table, (letter,))
        language = await self.language(person)
        words = say(language, "chat.hands-channel") if where == IN_CHANNEL else say(language, "chat.hands-private")
        return Reply(Message(language, lines=(words,)), readers=Readers.THERE)

    # --- channels -----------------------------------------------------------------------------------------------------

    async def table_in(self, channel: str, platform: str, begins: str) -> str:
        """The short name of the channel's table whose message stands where references begin so, "" for none."""
        for one in await self.service.desk.where.in_channel(channel):
            if await self.delivery.stands(self.bot, one.table, platform, begins):
                return one.label
        return ""

    async def table_shown(self, person: str, channel: str, platform: str, reference: str) -> str:
        """The short name of their table, or one of this channel, that a message shows now; "" where it shows none."""
        where = self.service.desk.where
        for one in {
            found.table: found for found in (*await where.of(person), *await where.in_channel(channel))
        }.values():
            if await self.delivery.shows(self.bot, one.table, platform, reference):
                return one.label
        return ""

    async def hurried(self, table_id: str, channel: str) -> None:
        """The table is shown in the channel as it is now, in the middle of a turn."""
        letter = Letter(f"{CHANNEL}{channel}", TABLE)
        self.delivery.hurry(table_id, letter)
        await self._want(table_id, (letter,))


def _at(reply: Reply, person: str, table: Table | None, table_id: str) -> Reply:
    """The reply, about this table."""
    if table is None:
        return replace(reply, table_id=table_id)
    seated, in_lobby = bool(table.seat_of(person)), table.phase == LOBBY
    return replace(reply, table_id=table_id, label=table.label, seated=seated, in_lobby=in_lobby)


def _line(argument: str) -> str:
    """What a button says, as a line: a command, or a play in the notation of the game."""
    words = argument.replace(".", " ")
    first = words.split(maxsplit=1)[0] if words.strip() else ""
    return words if ":" in first or len(first) == 1 else f"/{words}"


async def _placed(request: Request, place: Place) -> Request:
    """The request with what the platform says of whose it is, and where."""
    if place.table and isinstance(request, AtTable) and not request.table:
        request = replace(request, table=place.table)
    if isinstance(request, MakePlan | ChangePlan) and not place.private:
        request = replace(request, audience=Audience.READS_NOT if place.alone else Audience.READS)
    match request:
        case Join(channel="") if not place.private:
            return replace(request, channel=place.channel)
        case Tables() if place.private:
            return replace(request, channel="")  # their own, wherever those are
        case Leaderboard(scope="channel") if place.private:
            return replace(request, scope="all")  # nobody else plays there
        case Csv() | Export() | Erase():
            return replace(request, private=place.private)
        case Correct() if place.private:
            return replace(request, private=True)
        case SetChannel() | ChangePlan() if place.private:
            return replace(request, admin=True)
        case SetChannel() | ChangePlan() | Correct() | NextTable() | Replace():
            return replace(request, admin=not place.private and await place.is_admin())
        case Do() if (command := _command_of(request)) is not None and command.asks_admin:
            return replace(request, admin=not place.private and await place.is_admin())
        case _:
            return request


def _brief(step: Show, table: Table, viewer: Viewer, message: Message) -> str:
    """What fits a small window over the chat."""
    hand = hand_line(TableView(table, viewer)) if step.what == Verb.HAND else ""
    return hand or fit([message.title, *message.lines] if message.title else message.lines, ALERT)


def _makes(text: str) -> bool:
    """Whether this button makes something: a table, a seat that a computer player takes."""
    press = decode(text)
    if isinstance(press, Garbled) or not isinstance(press.wish, Ask):
        return False
    verb, argument = press.wish.verb, press.wish.argument
    command = BY_NAME.get(argument.partition(".")[0] if verb == Verb.SAY else verb)
    return command is not None and command.makes


def _plays(press: Press) -> bool:
    """Whether a player presses it to play, or to see their cards."""
    if not isinstance(press.wish, Ask) or press.wish.verb not in LOOKS:
        return True
    return BY_NAME[press.wish.verb].right is Right.SEATED


def _command_of(request: Request | Step) -> Command | None:
    """The command of the table that it is, None for a play or anything else."""
    verb = request.command.partition(" ")[0] if isinstance(request, Do) else "play"
    return None if verb == "play" else BY_NAME.get(verb)


def _joins(request: Request) -> bool:
    return isinstance(request, Join) or (isinstance(request, Do) and request.command.split(maxsplit=1)[0] == "join")


def _moved_on(table: Table, viewer: Viewer) -> Reply:
    """What is so now at the table, for who has pressed a button of before."""
    words = moved_on(TableView(table, viewer))
    return Reply(Message(viewer.language, lines=(words,)), done=False, readers=Readers.THERE)


def _told(language: Language, what: Notice, **facts: str) -> Reply:
    return Reply(Message(language, lines=(notice(language, what, **facts),)), done=False, readers=Readers.THERE)
