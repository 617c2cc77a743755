"""The entrance: everything that chats and the browser ask of the host, the same for every platform.

An adapter only translates: it says who, where and by which delivery, in a `RequestContext`, and what was done. What it
is told by the host, without anybody having asked, it hears from here too.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from enum import Enum

from bot.gateway.inbound.completions import Completion
from bot.gateway.inbound.hand_offer import HandOffer
from bot.gateway.inbound.line_answers import LineAnswers
from bot.gateway.inbound.offers import offers
from bot.gateway.inbound.own_tables import OwnTables
from bot.gateway.inbound.press_answers import PressAnswers
from bot.gateway.inbound.request_answers import RequestAnswers
from bot.gateway.inbound.settings_answers import SettingsAnswers
from bot.gateway.inbound.shares import Share, shares
from bot.gateway.outbound.delivery import Delivery
from bot.gateway.outbound.fresh_letters import FreshLetters
from bot.gateway.outbound.messenger import Drawn
from bot.gateway.outbound.presence import Presence
from bot.gateway.outbound.reach import Reach, Want
from bot.messages.message import Message
from bot.messages.presenter import HAND
from bot.requests.answer import Answer
from bot.requests.news import News
from bot.requests.request_context import RequestContext, administers
from bot.requests.requests import Request
from bot.requests.service import Service
from bot.requests.tournaments.asks import ClubPage
from bot.requests.turn_calls import TurnCall
from bot.views.table_view import Json


class OfThemselves(Enum):
    """What somebody asks of themselves, and not of a table."""

    WAYS_BACK = "whether they could come back by another account, a chat's or another browser's: `elsewhere`"
    LINK = "whether they are known, but no longer by the link by which they ask: `over`"


class Inbound:
    """One bot's. `want` has letters brought. Raises `StoreError` where somebody cannot even be looked up.

    `administrators`, each as platform:account, may do in every place what its own administrators may.

    Its parts: `presence` (channels and private chats), `notes` and `dates` (what a platform keeps for itself, and when
    channels play), `looking` (who has a table before their eyes), `clock` (the host's time in milliseconds), `analyses`
    (what computer players think of deals that have ended).
    """

    def __init__(
        self, service: Service, delivery: Delivery, want: Want, administrators: Collection[str] = frozenset()
    ) -> None:
        self._administrators = administrators
        self.clock = service.clock
        self.looking = delivery.looking
        self.table_meant = service.table_meant
        self.notes = service.notes
        self.dates = service.planned_matches.dates
        self.analyses = service.analyses
        self._service = service
        self._delivery = delivery
        want = delivery.telling(want)
        self._reach = Reach(service.backend, want)
        self._letters = FreshLetters(service, delivery, want)
        self._hand_offer = HandOffer(service)
        self.presence = Presence(service, self._reach, delivery, self._letters, self._hand_offer.beside_seat)
        self._requests = RequestAnswers(service, self._reach, delivery, self._letters)
        settings = SettingsAnswers(service, self._requests, delivery)
        self._lines = LineAnswers(service, self._reach, self._requests, self._letters, settings)
        self._presses = PressAnswers(service, self._reach, self._requests, self._lines, self._letters, settings)

    def listen(
        self,
        *,
        changes: Callable[[str, str], None] | None = None,
        news: Callable[[News], None] | None = None,
        dates: Callable[[str], None] | None = None,
        tournaments: Callable[[str], None] | None = None,
        turns: Callable[[TurnCall], None] | None = None,
        present: Callable[[Collection[str]], bool] | None = None,
        links: Callable[[str], None] | None = None,
    ) -> None:
        """Call these from now on.

        `changes`: with a table's id, and whose view of it has changed, a person's or "" for everybody's. `news`: with
        what somebody is told who has not asked. `dates`: with the id of a planned match that may have changed.
        `tournaments`: with the id of a tournament that has changed. `turns`: with whose turn has begun, once a turn,
        unless they play in a chat. `present`: whether any of these people sits before a window. `links`: with a person
        whose links to the page are others than before.
        """
        if present is not None:
            self._service.note_windows(present)
        if changes is not None:
            self._service.listen(changes)
        if news is not None:
            self._service.hear(news)
        if dates is not None:
            self.dates.listen(dates)
        if tournaments is not None:
            self._service.listen_to_tournaments(tournaments)
        if links is not None:
            self._service.own_links.listen(links)
        if turns is not None:
            self._service.turns.listen(turns)

    # --- who asks -----------------------------------------------------------------------------------------------------

    async def enters(
        self, context: RequestContext, locale: str = "", name: str = "", *, registers: bool = True
    ) -> None:
        """Who asks stands in the context from now on; somebody new is registered, by this name, if anybody is."""
        if f"{context.platform}:{context.account}" in self._administrators:
            context.is_admin = administers
        await self._service.enters(context, locale, name, registers=registers)

    async def is_open(self, context: RequestContext, *, sits_down: bool = False) -> bool:
        """Whether the private chat of who was answered is known to be open now.

        `sits_down`: they have just sat down; where nothing is known of it, it counts as closed from now on.
        """
        return await self._reach.is_open(context, sits_down=sits_down)

    # --- what they do -------------------------------------------------------------------------------------------------

    async def do(self, context: RequestContext, request: Request) -> Answer:
        """Carry out what is no button and no line, and what needs no message: a window's requests are such."""
        return await self._service.carry_out(context, request)

    async def press(self, context: RequestContext, text: str) -> Answer:
        """A button's text came back from a client. The presses of one person come one by one, as their platform sees.

        A second tap of what has just been done, or asked back, is answered without a word. One of a button that makes
        something is not carried out.
        """
        return await self._hand_offer.with_offer(context, await self._presses.press(context, text))

    def note_not_posted(self, context: RequestContext) -> None:
        """What a press was to post for everybody (`Answer.post`) could not be: they may try again."""
        self._presses.posting.forget(context)

    async def choose(self, context: RequestContext, text: str, offered: Sequence[str], names: Sequence[str]) -> Answer:
        """From a menu of cards, whose text this is, these were chosen of those that it `offered`."""
        return await self._presses.choose(context, text, offered, names)

    async def line(self, context: RequestContext, text: str) -> Answer:
        """A line that was written to the bot."""
        return await self._lines.line(context, text)

    async def command(self, context: RequestContext, name: str, values: Mapping[str, str]) -> Answer:
        """A command that a platform has recognized, with what was given for its arguments.

        The one in the menu of a person is `line_answers.card_of`.
        """
        return await self._hand_offer.with_offer(context, await self._lines.command(context, name, values))

    async def came(self, context: RequestContext, label: str, at: int) -> Answer:
        """Somebody follows, `at` this time in milliseconds, the link of a table; with "" one of none, to be welcomed.

        Whoever plays already is shown their hand again, unless it was sent after they came.
        """
        return await self._lines.came(context, label, at)

    # --- what they look at --------------------------------------------------------------------------------------------

    async def look(self, context: RequestContext, table: str, kind: str = HAND) -> Message | None:
        """What a letter of this kind would show them of a table, by id or short name; None for nothing."""
        return await self._service.message(context.person, await self._service.table_meant(table), kind)

    async def page(self, context: RequestContext, what: str | ClubPage | OfThemselves) -> Json:
        """A table for a page, as who asks may know it: a `view`, or `nothing` and in words why, "" for no reason.

        Or what of a tournament is asked for, as `ClubTournaments.page` has it, or `OfThemselves`. Raises `StoreError`.
        """
        if what is OfThemselves.WAYS_BACK:
            return {"elsewhere": await self._service.is_known_elsewhere(context)}
        if what is OfThemselves.LINK:
            return {"over": await self._service.has_other_links(context)}
        if isinstance(what, ClubPage):
            return await self._service.tournaments.page(context, what)
        person = context.person if context.person.id else context.known_as
        view = await self._service.table_page(person, what) if what else None
        if view is not None:
            return {"type": "view", **view}
        return {"type": "nothing", "words": await self._service.unreadable(person, what) if what else ""}

    async def shares(self, context: RequestContext) -> list[Share]:
        """What they may show to others in any chat."""
        person = context.person
        return await shares(self._service, person.id, person.language) if person.id else []

    async def offers(self, context: RequestContext, command: str, argument: str, text: str) -> list[Completion]:
        """What may stand where they are typing this argument of a command."""
        return await offers(self._service, context, command, argument, text)

    def own_tables(self) -> OwnTables:
        """Follows the tables of who sits before one window."""
        return OwnTables(self._service.backend.tables)

    # --- messages that stand somewhere --------------------------------------------------------------------------------

    async def draw(self, message: Message) -> Drawn | None:
        """The picture of an answer, None where it has none, or where none can be drawn: its words do then."""
        return await self._delivery.draw(message)

    async def show(
        self, context: RequestContext, table_id: str, *, if_gone: bool = False, to_all: bool = False
    ) -> None:
        """Their hand is shown below what was said since; `if_gone`: it stays, unless its message is gone.

        `to_all`: instead of it the table is shown in their channel, at once, in the middle of a turn too.
        """
        if to_all:
            await self._letters.table_at_once(table_id, context.channel)
        else:
            await self._letters.hand_below(context.person.id, table_id, if_gone=if_gone)

    async def table_shown(self, context: RequestContext, name: str, table_id: str = "") -> str:
        """The id of the table that the message of this name shows now, "" where it shows none that may be meant.

        Those are `table_id`, else their own and those of this channel. A name may be that of a whole chat
        (`Reference.begins_in`).
        """
        tables, bot = self._service.backend.tables, self._service.backend.bot
        table_ids = [table_id]
        if not table_id:
            found = (*await tables.of(context.person.id), *await tables.in_channel(context.channel))
            table_ids = list(dict.fromkeys(one.table for one in found))
        for one in table_ids:
            if await self._delivery.shows(bot, one, context.platform, name):
                return one
        return ""
