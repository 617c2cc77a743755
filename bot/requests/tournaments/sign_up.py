"""People enter a tournament: alone, with a partner, as a team, or by the arbiter's hand."""

from bot.messages.tournament_message import SEEK, SIGN_UP, YES, command_text
from bot.requests.answer import Answer, TournamentPage
from bot.requests.tournaments.asks import TournamentAsk
from bot.requests.tournaments.backend import TournamentBackend
from bot.requests.tournaments.words import guest_names
from bot.tables.who import Declined
from bot.views.tournament_page import is_open
from bot.words.command_words import meanings
from engine.tournament.announcement import PLAYERS


async def sign_up(backend: TournamentBackend, asking: TournamentAsk) -> Answer:
    """Alone, or with those who were named, or with somebody who was chosen of those who look for a partner."""
    person = asking.player
    named = await backend.people_named(asking)
    if isinstance(named, Answer):
        return named
    chosen = [player for player in asking.words if player in asking.one.seekers]
    players = list(dict.fromkeys([person, *named, *chosen]))
    if len(players) == 1 and PLAYERS[asking.one.announcement.kind][0] > 1 and is_open(asking.one):
        return _partners(asking)
    return await backend.do(asking, "enter", {"players": players})


def _partners(asking: TournamentAsk) -> Answer:
    """With whom? Who looks for a partner can be chosen, others are named."""
    one, reader = asking.one, asking.reader
    there = one.sign_up_of(asking.player)
    if there is not None:
        facts = (("player", asking.player), ("number", str(there.number)))
        return asking.declined(Declined("tournament-entered", facts))
    is_pair = PLAYERS[one.announcement.kind][0] == 2
    found = [player for player in one.seekers if player != asking.player] if is_pair else []
    buttons = [(reader.players([player]), command_text(SIGN_UP, asking.id, player)) for player in found]
    words = reader.words("with-whom" if is_pair else "with-team")
    return Answer(True, words, page=TournamentPage(buttons=[*buttons, asking.button(SEEK)]))


async def answer_proposal(backend: TournamentBackend, asking: TournamentAsk) -> Answer:
    number = asking.number
    waits = asking.one.proposals_to(asking.player)
    if number is None and len(waits) == 1:
        number = waits[0].number
    verb = "confirm" if asking.request.what == YES else "decline"
    return await backend.do(asking, verb, {"number": number or 0})


async def add(backend: TournamentBackend, asking: TournamentAsk) -> Answer:
    """An arbiter enters people as they say: those who were named, and guests."""
    named = await backend.people_named(asking)
    if isinstance(named, Answer):
        return named
    guests = guest_names(asking.request.words)
    if not named and not guests:
        return asking.usage()
    return await backend.do(asking, "enter", {"players": named, "guests": guests})


async def name_arbiter(backend: TournamentBackend, asking: TournamentAsk) -> Answer:
    if meanings("switch").get(asking.request.words.strip().lower()) == "off":
        return await backend.do(asking, "leaves", {})
    named = await backend.people_named(asking)
    if isinstance(named, Answer) or len(named) != 1:
        return named if isinstance(named, Answer) else asking.usage()
    return await backend.do(asking, "arbiter", {"player": named[0]})
