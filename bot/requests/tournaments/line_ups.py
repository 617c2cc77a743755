"""Line-ups of teams by buttons, in private: who plays with whom, one player after the other.

The players that were chosen stand in the button as their places on the team's list (`+204`), which are the same for
all of a team. Nobody else sees any of it before both line-ups are open.
"""

from typing import Final

from bot.messages.tournament_message import MINE, command_text
from bot.requests.answer import Answer, TournamentPage
from bot.requests.tournaments.asks import TournamentAsk
from bot.requests.tournaments.backend import TournamentBackend
from bot.tables.who import Declined
from bot.tournaments.line_ups import match_of, own, until
from bot.words.tournament_reader import clock_words
from bot.words.tournament_rulings import desk
from engine.tournament.line_ups import last_line_up

LINE_UP: Final = "lineup"
MARK: Final = "+"
PLAYERS: Final = 4
FACTS: Final = {
    "lineup.now": "pairs time",
    "lineup.own": "pairs time",
    "lineup.ask": "place chosen",
    "lineup.done": "pairs",
}
"""The sentences of this file by their key, with their facts."""


async def line_up(backend: TournamentBackend, asking: TournamentAsk) -> Answer:
    """How the team plays now, whom to choose next, or that it is handed in."""
    one, reader = asking.one, asking.reader
    match = match_of(one, asking.player)
    if match is None or one.progress is None:
        return asking.declined(Declined("tournament-no-line-up"))
    team = one.entry_of(asking.player)
    roster = one.progress.rosters[team]
    signs = asking.words[0].removeprefix(MARK) if asking.words else ""
    places = [int(sign) for sign in signs if sign.isdecimal() and int(sign) < len(roster)][:PLAYERS]
    chosen = [roster[place] for place in dict.fromkeys(places)]
    if len(chosen) == PLAYERS:
        answer = await backend.do(asking, LINE_UP, {"pairs": [chosen[:2], chosen[2:]]})
        words = desk(reader.language, "lineup.done", pairs=_pairs(asking, (tuple(chosen[:2]), tuple(chosen[2:]))))
        return Answer(True, words, page=TournamentPage()) if answer.done else answer
    handed = own(one, asking.player, backend.clock())
    pairs = handed or last_line_up(one.progress, team)[0]
    time = clock_words(reader.language, until(one), one.announcement.zone)
    key = "lineup.own" if handed else "lineup.now"
    lines = [
        desk(reader.language, key, pairs=_pairs(asking, pairs), time=time),
        desk(reader.language, "lineup.ask", place=len(chosen) + 1, chosen=reader.players(chosen)),
    ]
    free = [place for place in range(len(roster)) if roster[place] not in chosen]
    buttons = [
        (reader.players([roster[place]]), command_text(LINE_UP, asking.id, f"{MARK}{signs}{place}")) for place in free
    ]
    return Answer(True, "\n".join(lines), page=TournamentPage(one.announcement.name, [*buttons, asking.button(MINE)]))


def _pairs(asking: TournamentAsk, pairs: tuple[tuple[str, ...], ...]) -> str:
    return " · ".join([asking.reader.players(pair) for pair in pairs])
