"""What is offered while somebody types a command: which table or settings they mean is found, `completions` goes on."""

from typing import Final

from bot.gateway.inbound.completions import Completion, completions, table_completions
from bot.gateway.inbound.setting_completions import CHANNEL, SERVERS, TABLE, setting_completions
from bot.requests.answer import ChannelPage
from bot.requests.channels import ShowChannel
from bot.requests.pages import Which
from bot.requests.request_context import RequestContext
from bot.requests.service import Service
from bot.requests.table_index import TableSummary
from bot.views.table_view import TableView

SETTINGS: Final = "settings"  # the argument where settings stand, and the command that sets them for a channel
TABLES: Final = "table"


async def offers(service: Service, context: RequestContext, command: str, argument: str, text: str) -> list[Completion]:
    """What goes on from the text that stands there already. Raises `StoreError`."""
    if argument == SETTINGS:
        return await _settings(service, context, command, text)
    if argument == TABLES:
        return table_completions(context.language, await _nearby(service, context, command), text)
    view = await _table_view(service, context)
    return completions(view, command, argument, text) if view is not None else []


async def _settings(service: Service, context: RequestContext, command: str, text: str) -> list[Completion]:
    """Names and values of settings: for the channel, where they are set for it, else for a table in it."""
    here = (await service.carry_out(context, ShowChannel(context.channel))).page
    changed = here.changed if isinstance(here, ChannelPage) else {}
    names = TABLE if command != SETTINGS else CHANNEL if context.private else SERVERS
    return setting_completions(context.language, changed, text, names)


async def _nearby(service: Service, context: RequestContext, command: str) -> list[TableSummary]:
    """The tables that may be meant by a name behind this command: one to join, one of their own to see a hand."""
    person = context.person.id
    here = [] if context.private else list(await service.backend.tables.in_channel(context.channel))
    if command == "join":
        return [one for one in here if not one.seat_of(person)]
    own = await service.backend.tables.of(person)
    if command == "hand":
        return [one for one in own if one.seat_of(person)]
    return [*here, *[one for one in own if one not in here]]


async def _table_view(service: Service, context: RequestContext) -> TableView | None:
    """The table that they mean, as they see it now; None for none."""
    table_id = await service.table_meant(context.table)
    if not table_id:
        table_id = (await service.carry_out(context, Which(context.channel))).table
    table = await service.table(table_id)
    return TableView(table, await service.viewer(context.person, table_id)) if table is not None else None
