"""Interactions become requests: who, where, by which delivery. What `gateway.inbound` makes of them is said back.

A press is acknowledged before anything else, unless the change of its message can be its answer (`first_answers`). The
same interaction is the same delivery, and is carried out once.
"""

import logging
from collections.abc import Awaitable
from dataclasses import replace
from typing import Any, Final

from discord import ActionRow, InteractionType, Member, SelectMenu, Thread

from bot.adapters.discord.activity import Activity
from bot.adapters.discord.chat_ids import PLATFORM, channel_of
from bot.adapters.discord.commands import (
    Option,
    friends_of,
    offered_to,
    options_of,
    person_chosen,
    pointed_at,
    shown_name,
)
from bot.adapters.discord.components import Chosen, read
from bot.adapters.discord.errors import FAILED, known_error
from bot.adapters.discord.first_answers import How, acknowledge
from bot.adapters.discord.launching import LAUNCH, launch
from bot.adapters.discord.messenger import DiscordMessenger
from bot.adapters.discord.presence import Servers, may_write, why_not_written
from bot.adapters.discord.questions import ASK, custom_id_of, form_of, line_of
from bot.adapters.discord.responder import Asker, DiscordResponder, Hoping, closed_words, how_for
from bot.adapters.discord.shared_shards import Shards
from bot.adapters.discord.tokens import Press, Tokens, hand_key
from bot.bounded import Bounded
from bot.gateway.inbound.commands import BY_NAME
from bot.gateway.inbound.inbound import Inbound
from bot.gateway.inbound.line_answers import card_of
from bot.gateway.outbound.message_reference import Reference
from bot.gateway.outbound.messenger import Chat
from bot.host.ports import StoreError
from bot.keyed_lock import KeyedLock
from bot.messages.buttons import NO_TABLE, Ask, Garbled, Verb, decode
from bot.messages.buttons import Press as Pressed
from bot.messages.message import Message
from bot.messages.notice_message import with_offer
from bot.messages.welcome import welcome_message
from bot.requests.answer import Answer
from bot.requests.reachable import is_shut, knows_open
from bot.requests.request_context import RequestContext
from bot.requests.settings import wants_in_channel
from bot.requests.store_error_words import store_error_words
from bot.words.languages import DEFAULT, guess, say

LOG: Final = logging.getLogger(__name__)
ROOMS: Final = 10_000
GAME: Final = "play"  # the command for a game at once


class Updates:
    """Hears presses, choices, commands and what is being typed."""

    def __init__(
        self,
        messenger: DiscordMessenger,
        tokens: Tokens,
        inbound: Inbound,
        responder: DiscordResponder,
        servers: Servers,
        app: Activity | None,
        shards: Shards,
    ) -> None:
        self._shards = shards
        self._messenger = messenger
        self._tokens = tokens
        self._inbound = inbound
        self._responder = responder
        self._servers = servers
        self._app = app
        self._open_presses = messenger.calls.open_presses
        # by thread: the channel above it, and whose thread it is
        self._rooms: Bounded[str, tuple[str, str]] = Bounded(ROOMS)
        self._one_by_one: KeyedLock[int] = KeyedLock()  # a person's requests

    async def interaction(self, press: Press) -> None:
        """What somebody did. A fault of ours is logged and told to them; it may not stop the others."""
        try:
            await self._take(press)
        except StoreError as error:
            await self._tell_beside(press, _not_stored(press, error))
        except Exception:
            LOG.exception("what somebody did could not be carried out")
            await self._tell_beside(press, _fault(press))

    async def _tell_beside(self, press: Press, reply: Answer) -> None:
        """What is said of a press that may have its answer, or not."""
        how = await self._open_presses.acknowledge(press)
        if not press.response.is_done():
            how = await acknowledge(press, How.NEW)
        await self._responder.beside(Asker(press, how, _context(press), _chat(press)), reply)

    async def _take(self, press: Press) -> None:
        self._messenger.calls.hears(press.id)
        launches = LAUNCH.fullmatch(custom_id_of(press)) if press.type is InteractionType.component else None
        if press.type is InteractionType.autocomplete:
            await self._complete(press)
        elif launches:
            await launch(press, launches[1], self._app)
        elif press.type is InteractionType.component and ASK.match(custom_id_of(press)):
            await self._responder.ask(press, form_of(press, custom_id_of(press)))
        elif press.type is InteractionType.modal_submit:
            await self._words(press)
        elif press.type is InteractionType.component:
            await self._press(press)
        elif press.type is InteractionType.application_command:
            await self._command(press)

    # --- presses ------------------------------------------------------------------------------------------------------

    async def _press(self, press: Press) -> None:
        """A button or a menu. It is the client's word: who pressed is Discord's, everything else is judged."""
        data: dict[str, Any] = dict(press.data or {})
        chosen = read(str(data.get("custom_id", "")), data.get("values"))
        alone = press.message is not None and press.message.flags.ephemeral
        usual = self._how(press, chosen.text, alone)
        how = await self._begin(press, usual, alone)
        found = decode(chosen.text)
        label = "" if isinstance(found, Garbled) else found.table
        own = (alone and chosen.own) or (usual is How.NEW and _is_played(found))
        if own:
            self._messenger.ephemeral.begin(hand_key(str(press.user.id), label))
        context = _context(press)
        asker = Asker(press, how, context, _chat(press), alone, own, label)
        hoping = self._hoping(asker, _command(found))
        async with self._one_by_one[press.user.id]:
            reply = await self._answer_press(context, press, chosen)
        reply = await self._without_promise(asker, _command(found), reply, hoping)
        asker, stands = await self._answered_so_far(asker, reply)
        if reply.post is not None:
            self._responder.soon(self._or_fault(asker, self._post(asker, reply, reply.post)))
            return
        reply = _with_offer(reply)
        if hoping is not None or self._responder.has_answer(asker, reply):
            self._responder.soon(self._answer(asker, reply, hoping))
        if how is How.SAME and reply.done and _is_played(found) and press.guild_id is not None and not alone:
            await self._show_beside(asker, reply)
        if reply.done and reply.table and not alone and not isinstance(found, Garbled):
            await self._show_at_once(press, context, found, reply.table)
        if label != NO_TABLE and not alone and not stands:
            self._responder.soon(self._tidy(asker, reply))

    async def _begin(self, press: Press, usual: How, alone: bool) -> How:
        """Acknowledged, unless the change of its message may be its answer: until there is one it has none then."""
        if usual is How.NEW or alone or press.message is None or press.channel_id is None:
            return await acknowledge(press, usual)
        pressed = Reference(press.channel_id, press.message.id)
        opens = not self._messenger.calls.is_worn(pressed)  # else it is posted anew
        how = How.SAME if opens else await acknowledge(press, usual)
        older = self._tokens.last(pressed.name)
        if older is not None:
            self._open_presses.expire(older)
        if how is How.SAME:
            self._tokens.keep(pressed.name, press)
        if opens:
            self._open_presses.begin(press, self._responder.soon)
        return how

    async def _answered_so_far(self, asker: Asker, reply: Answer) -> tuple[Asker, bool]:
        """What was done in silence by a message that shows the table is answered by its change, all else now.

        And whether it is known that the message shows the table.
        """
        name = f"{asker.press.channel_id}.{asker.context.message}"
        may_change = asker.how is How.SAME and not asker.alone and _is_silent(reply) and reply.table
        if may_change and await self._inbound.table_shown(asker.context, name, reply.table):
            return asker if self._open_presses.note_done(asker.press) else await self._acknowledged(asker), True
        return await self._acknowledged(asker), False

    async def _acknowledged(self, asker: Asker) -> Asker:
        """Who is to be told something: their press is acknowledged now, where it is still open."""
        if asker.how is How.NEW:
            return asker
        return replace(asker, how=await self._open_presses.acknowledge(asker.press))

    async def _words(self, press: Press) -> None:
        """What somebody has written into a form: a line, whose answer takes the place of the message that asked."""
        how, context, line = await acknowledge(press, How.SAME), _context(press), line_of(press)
        alone = press.message is not None and press.message.flags.ephemeral
        asker = Asker(press, how, context, _chat(press), alone)
        async with self._one_by_one[press.user.id]:
            try:
                await self._enters(context, press)
                reply = await self._inbound.line(context, line)
            except StoreError as error:
                reply = _not_stored(press, error)
            except Exception:
                LOG.exception("what was written into a form could not be carried out")
                reply = _fault(press)
        self._responder.soon(self._answer(asker, reply, None))

    async def _post(self, asker: Asker, reply: Answer, post: Message) -> None:
        """For everybody, where they asked; that it stands there, or why it cannot, is said to them alone."""
        if may_write(asker.press) and await self._responder.reaches(asker.chat, post):
            await self._responder.answer(asker, reply)
            return
        self._inbound.note_not_posted(asker.context)
        language = asker.context.language
        words = say(language, "post.failed") if may_write(asker.press) else why_not_written(language, asker.press)
        refusal = Answer(False, message=Message(language, lines=(words,)), again=True)
        await self._responder.answer(asker, refusal)

    def _how(self, press: Press, text: str, alone: bool) -> How:
        """How it is acknowledged: who sees the hand nowhere but beside the table is shown it there by a play."""
        if press.guild_id is None:
            return how_for(text, alone)
        account, calls = str(press.user.id), self._messenger.calls
        calls.note_active(account, press.guild_id)
        shows_hand = not alone and _is_played(decode(text)) and calls.looks_here(account)
        return How.NEW if shows_hand else how_for(text, alone)

    async def _answer_press(self, context: RequestContext, press: Press, chosen: Chosen) -> Answer:
        try:
            await self._enters(context, press)
            if chosen.names is None:
                return await self._inbound.press(context, chosen.text)
            return await self._inbound.choose(context, chosen.text, _menu_options(press), chosen.names)
        except StoreError as error:
            return _not_stored(press, error)
        except Exception:
            LOG.exception("a press could not be carried out")
            return _fault(press)

    async def _show_beside(self, asker: Asker, reply: Answer) -> None:
        """After a start it is known only now, from what was stored, that this person sees the hand nowhere else."""
        shut = is_shut(asker.context.person, PLATFORM, asker.account)
        if shut:
            self._messenger.calls.believes_closed(asker.account)
        if shut or (wants_in_channel(asker.context.person.settings) and not self._shards.holds(0)):
            asker = await self._acknowledged(asker)
            self._responder.soon(self._responder.hand_beside(asker, reply))

    async def _show_at_once(self, press: Press, context: RequestContext, found: Pressed, table_id: str) -> None:
        """What was played by a button that everybody sees shows there now; the press pays for the change."""
        if not isinstance(found.request, Ask) and press.guild_id is not None:
            await self._inbound.show(context, table_id, to_all=True)

    async def _tidy(self, asker: Asker, reply: Answer) -> None:
        """A copy that nobody knows of loses its buttons."""
        message = asker.press.message
        if not reply.table or asker.how is How.NEW or message is None:
            return
        name = f"{asker.press.channel_id}.{message.id}"
        if not await self._inbound.table_shown(asker.context, name, reply.table):
            await self._responder.bare(await self._acknowledged(asker))

    # --- commands -----------------------------------------------------------------------------------------------------

    async def _command(self, press: Press) -> None:
        await acknowledge(press, How.NEW)
        if press.guild_id is not None:
            self._messenger.calls.note_active(str(press.user.id), press.guild_id)
        context = _context(press)
        asker = Asker(press, How.NEW, context, _chat(press))
        command, _ = options_of(dict(press.data or {}))
        hoping = self._hoping(asker, command)
        async with self._one_by_one[press.user.id]:
            try:
                await self._enters(context, press)
                before = context.person.id
                reply = await self._answer_command(press, context)
                if context.person.id not in ("", before):
                    await self._note_reachable(asker)
            except StoreError as error:
                reply = _not_stored(press, error)
            except Exception:
                LOG.exception("a command could not be carried out")
                reply = _fault(press)
        reply = await self._without_promise(asker, command, reply, hoping)
        reply = _with_offer(reply)
        self._responder.soon(self._answer(asker, reply, hoping))

    async def _note_reachable(self, asker: Asker) -> None:
        """By that command the account may have become another person's, who can be reached here too."""
        if asker.chat.private and not self._messenger.calls.is_closed(asker.account):
            await self._inbound.presence.note_open(asker.context)

    def _hoping(self, asker: Asker, command: str) -> Hoping | None:
        """Who asks for what is to come to the private chat: by a command there, anywhere for a game at once."""
        commands = asker.press.type is InteractionType.application_command
        return self._responder.hopes(asker) if (commands and asker.chat.private) or command == GAME else None

    async def _answer(self, asker: Asker, reply: Answer, hoping: Hoping | None) -> None:
        """The answer; in a private chat, where what was asked for may not arrive, it is never nothing."""
        empty = reply.message is None and reply.file is None
        try:
            if hoping is not None and empty and asker.chat.private and asker.how is How.NEW and reply.label:
                hoping.bare = True
                language = asker.context.language
                words = say(language, "chat.here", table=reply.label)
                reply = replace(reply, message=Message(language, lines=(words,)))
            await self._or_fault(asker, self._responder.answer(asker, reply))
        finally:
            if hoping is not None:
                if not reply.table:
                    self._responder.hopes_no_more(hoping)
                hoping.answer_sent.set()

    async def _or_fault(self, asker: Asker, work: Awaitable[None]) -> None:
        """An answer; where it cannot be made, that this is our fault."""
        try:
            await work
        except Exception:
            LOG.exception("an answer could not be said")
            await self._responder.beside(asker, _fault(asker.press))

    async def _answer_command(self, press: Press, context: RequestContext) -> Answer:
        """A command that was written, perhaps with a person who was chosen for it, or the entry in a person's menu."""
        data: dict[str, Any] = dict(press.data or {})
        account, csv = person_chosen(data)
        account = account or pointed_at(data)
        if not account:
            return await self._answer_written(press, context, *options_of(data))
        return await self._inbound.command(
            context, *card_of(account, shown_name(data.get("resolved", {}), account), csv)
        )

    async def _answer_written(self, press: Press, context: RequestContext, name: str, values: dict[str, str]) -> Answer:
        """A command, and what was given with it; its answer says so where what it brings can be seen by nobody."""
        reply = await self._inbound.command(context, name, values)
        is_seen = name in BY_NAME and BY_NAME[name].is_seen
        if not (is_seen and reply.done) or press.guild_id is None or may_write(press):
            return reply
        language = context.language
        before = reply.message or Message(language)
        return replace(reply, message=replace(before, lines=(*before.lines, why_not_written(language, press))))

    async def _without_promise(self, asker: Asker, command: str, reply: Answer, hoping: Hoping | None) -> Answer:
        """Cards are promised in the private chat to nobody who is there already, or takes no private messages."""
        if hoping is None or not (reply.done and command == GAME):
            return reply
        if asker.chat.private:
            return replace(reply, message=None)
        if not self._messenger.calls.is_closed(asker.account):
            return reply
        hoping.is_warned = True
        before = reply.message or Message(guess(asker.press.locale.value, DEFAULT))
        words = closed_words(before.language, asker.press)
        return replace(reply, message=replace(words, lines=(*words.lines, *before.lines[1:])))

    async def _complete(self, press: Press) -> None:
        """What may stand where somebody is typing: their own cards, what can be set, tables; nobody else sees it."""
        command, argument, text = offered_to(dict(press.data or {}))
        context = _context(press)
        try:
            await self._enters(context, press)
            choices = await self._inbound.offers(context, command, argument, text)
        except StoreError as error:
            LOG.error("nothing can be suggested, for the store failed", extra={"error": str(error)})  # noqa: TRY400  which says all there is to know
            choices = []
        except Exception:
            LOG.exception("nothing can be suggested")
            choices = []
        try:
            await press.response.autocomplete([Option(name=label, value=value) for label, value in choices])
        except FAILED as error:
            LOG.info("nothing is suggested", extra={"words": known_error(error).words})

    # --- who and where ------------------------------------------------------------------------------------------------

    async def _enters(self, context: RequestContext, press: Press) -> None:
        """Who and where it is; who acts in their private chat has opened it, and is welcomed the first time."""
        chat_id, context.table = await self._room(press)
        context.channel = channel_of(chat_id)
        await self._inbound.enters(context, press.locale.value, press.user.display_name)
        commands = press.type is InteractionType.application_command
        if context.private:
            await self._in_private(press, context, commands)
        else:
            self._note_stored(context)
            await self._servers.note_activity(press)
            if context.is_new and commands:
                self._responder.soon(self._welcome(context))

    def _note_stored(self, context: RequestContext) -> None:
        """Where somebody sees their hand is known to who brings it, which may be another host."""
        if not self._shards.holds(0):
            shut, asks = is_shut(context.person, PLATFORM, context.account), wants_in_channel(context.person.settings)
            self._messenger.calls.note_stored(context.account, shut=shut, asks=asks)

    async def _in_private(self, press: Press, context: RequestContext, commands: bool) -> None:
        """A press there does not show that a chat is open which is known to be closed; after a command it is tried."""
        if not commands and self._messenger.calls.is_closed(context.account):
            return
        chat_id = str(press.channel_id)
        self._messenger.calls.knows(context.account, press.channel_id or 0)
        was_open, was_shut = knows_open(context.person, PLATFORM), is_shut(context.person, PLATFORM)
        await self._inbound.presence.note_open(context)
        await self._servers.private(chat_id, context.language)
        await self._servers.note_regained(chat_id)
        if commands and was_shut:  # whether it is open by now says where their hand can be answered
            await self._welcome(context)
        elif context.is_new or (commands and not was_open):
            self._responder.soon(self._welcome(context))

    async def _welcome(self, context: RequestContext) -> None:
        """In their private chat, once, and there they can play at once; where that is closed, when they open it."""
        hello = welcome_message(context.language, private=True)
        if await self._responder.reaches(Chat(context.account, private=True), hello):
            await self._inbound.presence.note_open(RequestContext(PLATFORM, context.account))

    async def _room(self, press: Press) -> tuple[str, str]:
        """Where it was, and the table whose thread that is; the place is then the channel above the thread."""
        chat_id, thread = str(press.channel_id), press.channel
        if not isinstance(thread, Thread):
            return chat_id, ""
        if chat_id not in self._rooms:
            above = str(thread.parent_id)
            there = RequestContext(PLATFORM, channel=channel_of(above))
            table = await self._inbound.table_shown(there, Reference.begins_in(str(thread.id)))
            if not table:
                return chat_id, ""
            self._rooms[chat_id] = (above, table)
        return self._rooms[chat_id]


def _context(press: Press) -> RequestContext:
    """A request of nobody yet; whether they may direct the server, Discord says of this very interaction."""

    async def is_admin() -> bool:
        return press.guild_id is not None and press.permissions.manage_guild

    friends, members = friends_of(dict(press.data or {}))

    async def is_here(friend: str) -> bool:
        return press.guild_id is None or friend in members

    def wears(role: str) -> bool:
        """By the numbers told with the press: `Member.get_role` finds none in a server that is still to be told of."""
        return isinstance(press.user, Member) and press.user._roles.has(int(role))  # noqa: SLF001  no other way to them

    private = press.guild_id is None  # then the channel is that of their private messages
    message = str(press.message.id) if press.message is not None else ""
    return RequestContext(
        PLATFORM,
        str(press.user.id),
        delivery=f"i{press.id}",
        private=private,
        is_admin=is_admin,
        alone=True,
        message=message,
        hears_word=False,
        wears=wears,
        friends=friends,
        is_here=is_here,
    )


def _chat(press: Press) -> Chat:
    if press.guild_id is None:
        return Chat(str(press.user.id), private=True)
    return Chat(str(press.channel_id), private=False)


def _is_played(found: Pressed | Garbled) -> bool:
    """Whether a press is a play, as the buttons are that everybody sees below a table."""
    return not isinstance(found, Garbled) and not isinstance(found.request, Ask)


def _command(found: Pressed | Garbled) -> str:
    """The command that a button says, "" for any other."""
    request = None if isinstance(found, Garbled) else found.request
    return request.argument.partition(".")[0] if isinstance(request, Ask) and request.verb == Verb.SAY else ""


def _menu_options(press: Press) -> list[str]:
    """What stood in the menu that was chosen from, as Discord has kept it."""
    custom_id = str(dict(press.data or {}).get("custom_id", ""))
    rows = press.message.components if press.message is not None else []
    menus = [one for row in rows if isinstance(row, ActionRow) for one in row.children]
    found = [one for one in menus if isinstance(one, SelectMenu) and one.custom_id == custom_id]
    return [option.value for menu in found for option in menu.options]


def _not_stored(press: Press, error: StoreError) -> Answer:
    """Whoever keeps the host is told why, and nothing of where in the program: it is the database's fault."""
    LOG.error("what somebody did could not be stored", extra={"error": str(error)})
    return _failure_answer(press, error)


def _failure_answer(press: Press, error: StoreError) -> Answer:
    language = guess(press.locale.value, DEFAULT)
    return Answer(False, message=Message(language, lines=(store_error_words(language, error),)))


def _fault(press: Press) -> Answer:
    """What is said of a fault of ours, after which nobody knows what was done."""
    language = guess(press.locale.value, DEFAULT)
    return Answer(False, message=Message(language, lines=(say(language, "fault.ours"),)))


def _is_silent(reply: Answer) -> bool:
    """Whether nothing is said about it: what it has done shows on messages."""
    return reply.done and not any([reply.message, reply.file, reply.post, reply.offer])


def _with_offer(reply: Answer) -> Answer:
    """What somebody is offered stands below what is said to them alone, or is that: the lobby stays as it is."""
    offer = reply.offer
    if offer is None:
        return reply
    return replace(reply, message=with_offer(reply.message or Message(offer.language), offer))
