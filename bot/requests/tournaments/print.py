"""A tournament on paper, as a file to print: its standings, or the tables of a round."""

from bot.messages.tournament_paper import round_paper, standings_paper
from bot.requests.answer import Answer, AnswerFile, TournamentPage
from bot.requests.tournaments.asks import PAIRINGS, PDF, TournamentAsk
from bot.requests.tournaments.backend import TournamentBackend
from renderers.papers import Paper


async def print_paper(backend: TournamentBackend, asking: TournamentAsk, what: str) -> Answer:
    """`what`: PDF for the standings, of the first round until it is closed the tables; PAIRINGS for the tables."""
    name, paper = _paper(asking, what)
    if paper is None:
        return Answer(False, asking.reader.words("no-standings"), page=TournamentPage())
    data = await backend.printer(paper)
    words = asking.reader.words("pdf-round" if name == PAIRINGS else "pdf")
    file = AnswerFile(f"{name}-{asking.id[-6:]}.pdf", data=data, type="application/pdf")
    return Answer(True, words, page=file)


def _paper(asking: TournamentAsk, what: str) -> tuple[str, Paper | None]:
    """Which file it is, and what stands on it."""
    standings = standings_paper(asking.one, asking.reader) if what == PDF else None
    if standings is not None:
        return "standings", standings
    return PAIRINGS, round_paper(asking.one, asking.reader)
