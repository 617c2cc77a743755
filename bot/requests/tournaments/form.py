"""A tournament is announced, or its announcement is changed."""

import hashlib
import secrets
from collections.abc import Mapping
from typing import Any

from bot.messages.tournament_message import DESK
from bot.planner.when import UnclearTime
from bot.requests.answer import Answer, TournamentPage
from bot.requests.request_context import RequestContext
from bot.requests.tournaments.asks import AskTournament, TournamentAsk
from bot.requests.tournaments.backend import TournamentBackend
from bot.requests.tournaments.club_series import ClubSeries
from bot.requests.tournaments.words import OF_SERIES, announcement_keys, changed_form, new_announcement
from bot.tables.who import Declined, Who
from bot.words.plans import doubt_words
from bot.words.tournament_reader import TournamentReader
from bot.words.tournament_refusals import declined_line


async def announce(
    backend: TournamentBackend, series: ClubSeries, context: RequestContext, request: AskTournament
) -> Answer:
    """As it was written: its name, then `key=value`; one tournament, or a series of them where it is to come again."""
    refused = refused_new(context, request)
    if refused is not None:
        return refused
    settings = await backend.channels.settings(request.channel)
    keys = announcement_keys(request.words, settings.zone, backend.clock())
    if not isinstance(keys, dict):
        return _unread(TournamentReader(context.language, {}), keys)
    if set(OF_SERIES) & set(keys):
        return await series.make(context, request, keys, settings.zone, settings.rules)
    return await announce_keys(backend, context, request, keys, settings.zone, settings.rules)


def refused_new(context: RequestContext, request: AskTournament) -> Answer | None:
    """Why nothing can be announced here by them, None where it can."""
    reader = TournamentReader(context.language, {})
    if not request.channel:
        return Answer(False, reader.words("no-channel"), page=TournamentPage())
    return None if request.admin else Answer(False, reader.words("admins"), page=TournamentPage())


async def announce_keys(
    backend: TournamentBackend,
    context: RequestContext,
    request: AskTournament,
    keys: Mapping[str, Any],
    zone: str,
    code: str,
) -> Answer:
    """A tournament of the channel of the request, of these fields; `code`: where none of them says which."""
    language = context.language
    reader = TournamentReader(language, {})
    announcement = new_announcement(keys, zone, code)
    if isinstance(announcement, Declined):
        return Answer(False, declined_line(announcement, reader), page=TournamentPage())
    id_ = new_id(context, request)
    who = Who(context.person.id, admin=True)
    async with backend.backend.seating:  # nobody is forgotten meanwhile
        if refusal := await backend.nobody(context):
            return refusal
        found = await backend.tournaments.announce(id_, request.channel, who, announcement)
    if isinstance(found, Declined):
        return Answer(False, declined_line(found, reader), page=TournamentPage())
    asking = TournamentAsk(context, request, id_, found, await backend.reader(found, language), context.person.id)
    return Answer(True, asking.reader.words("announced"), page=TournamentPage(buttons=[asking.button(DESK)]))


def new_id(context: RequestContext, request: AskTournament) -> str:
    """The id of what they announce by this delivery: the same again, however often it comes."""
    digest = hashlib.sha256(f"{context.person.id} {request.delivery or secrets.token_hex(8)}".encode())
    return f"tour{digest.hexdigest()[:16]}"


async def change(backend: TournamentBackend, asking: TournamentAsk) -> Answer:
    zone = asking.one.announcement.zone
    keys = announcement_keys(asking.request.words, zone, backend.clock())
    if not isinstance(keys, dict):
        return _unread(asking.reader, keys)
    if set(OF_SERIES) & set(keys):
        return asking.declined(Declined("tournament-once"))
    form = changed_form(keys, asking.one.announcement)
    return await backend.do(asking, "announce", form) if keys else asking.usage()


def _unread(reader: TournamentReader, doubt: Declined | UnclearTime) -> Answer:
    """What was written cannot be read; what was right about it need not be found out again."""
    words = doubt_words(reader.language, doubt) if isinstance(doubt, UnclearTime) else declined_line(doubt, reader)
    return Answer(False, words, page=TournamentPage())
