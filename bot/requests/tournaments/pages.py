"""Tournaments in a browser: the address of the page for the beamer, what it shows, and the arbiter's desk."""

import hmac
import re
import secrets
from dataclasses import replace
from typing import Final

from bot.durations import DAY
from bot.messages.buttons import DESK
from bot.messages.tournament_message import command_text
from bot.requests.answer import Answer, TournamentPage
from bot.requests.linking import code_lasts, new_code
from bot.requests.tournaments.asks import LINK, NEW, TournamentAsk
from bot.requests.tournaments.backend import TournamentBackend
from bot.tables.who import Who
from bot.tournaments.club_tournament import ENDED, ClubTournament
from bot.tournaments.rights import is_arbiter, only_arbiter
from bot.views.table_view import Json
from bot.words.command_words import meanings
from bot.words.languages import Language
from bot.words.tournament_reader import TournamentReader

ID: Final = re.compile(DESK)
SECRET_BYTES: Final = 24  # of the link of a tournament's page
STAYS: Final = 14 * DAY  # a page, after the end of its tournament


async def link(backend: TournamentBackend, asking: TournamentAsk) -> Answer:
    """The address of the page for the beamer, the same until it is taken back; and that of one's own desk."""
    word, reader = asking.request.words.strip().lower(), asking.reader
    if refused := only_arbiter(asking.one, asking.who):
        return asking.declined(refused)
    if meanings("switch").get(word) == "off":
        answer = await backend.do(asking, "unlink", {})
        return replace(answer, words=reader.words("link-off")) if answer.done else answer
    if not backend.page_address:
        return Answer(False, reader.words("no-page"), page=TournamentPage())
    if not asking.one.link or meanings("tournament").get(word) == NEW:
        answer = await backend.do(asking, "link", {"secret": secrets.token_urlsafe(SECRET_BYTES)})
        if not answer.done:
            return answer
    one = await backend.tournaments.find(asking.id) or asking.one
    lines = [reader.words("link", url=f"{backend.page_address}beamer.html#{asking.id}.{one.link}")]
    if not asking.request.at_desk:  # there they sit at theirs
        lines.append(await _desk_link(backend, asking))
    words = ("new", "off")
    buttons = [(reader.words(f"button.link-{word}"), command_text(LINK, asking.id, word)) for word in words]
    return Answer(True, "\n".join(lines), page=TournamentPage(one.announcement.name, buttons, desk=asking.own_desk))


async def _desk_link(backend: TournamentBackend, asking: TournamentAsk) -> str:
    """By which a browser becomes theirs; a browser knows no admins, so only who is named has a desk there."""
    if not is_arbiter(asking.one, Who(asking.player)):
        return asking.reader.words("link-named")
    code, _ = await new_code(backend.backend, asking.context.person)
    url, time = f"{backend.page_address}desk.html#{asking.id}.{code}", code_lasts(asking.reader.language)
    return asking.reader.words("link-desk", url=url, time=time)


async def board_page(backend: TournamentBackend, id_: str, secret: str, language: Language) -> Json | str:
    """What the page with this secret shows to anybody; else why it shows nothing."""
    one = await behind_link(backend, id_, secret, language)
    if isinstance(one, str):
        return one
    found = await backend.boards.board(id_, one, language, await backend.letters.standings(id_, one))
    return {**found.board, "ends": one.since + STAYS if one.state in ENDED else 0}


async def behind_link(backend: TournamentBackend, id_: str, secret: str, language: Language) -> ClubTournament | str:
    """The tournament whose page has this secret; else why it shows nothing."""
    nobody = TournamentReader(language, {})
    one = await backend.tournaments.find(id_) if ID.fullmatch(id_) else None
    if one is None or not one.link or not hmac.compare_digest(one.link.encode(), secret.encode()):
        return nobody.words("page-gone")
    is_over = one.state in ENDED and one.since + STAYS < backend.clock()
    return nobody.words("page-over") if is_over else one
