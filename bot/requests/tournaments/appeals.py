"""Appeals and who judges them, who is missing at a table, arbiters who go, and the arbiter's report."""

from typing import Final

from bot.requests.answer import Answer, OwnFile, TournamentPage
from bot.requests.tournaments.asks import TournamentAsk
from bot.requests.tournaments.backend import TournamentBackend
from bot.requests.tournaments.reasons import reason_in, with_written
from bot.tables.who import Declined
from bot.tournaments.appeals import judge_of
from bot.tournaments.rights import is_arbiter
from bot.words.command_words import meanings
from bot.words.languages import say
from bot.words.tournament_report import report_text
from bot.words.tournament_rulings import desk

APPEAL: Final = "appeal"
FACTS: Final = {"appealed": "player", "report": ""}
"""The sentences of this file by their key, with their facts."""


async def appeal(backend: TournamentBackend, asking: TournamentAsk) -> Answer:
    """Against the ruling of this number."""
    if len(asking.words) != 1:
        return with_written(asking, asking.usage())
    answer = await backend.do(asking, APPEAL, {"ruling": asking.words[0]})
    if not answer.done:
        return answer
    one = await backend.tournaments.find(asking.id) or asking.one
    judging = judge_of(one, asking.words[0])
    name = asking.reader.players([judging.person]) if judging is not None else ""
    return Answer(True, desk(asking.reader.language, "appealed", player=name), page=TournamentPage())


async def decide(backend: TournamentBackend, asking: TournamentAsk) -> Answer:
    """`judge 12 yes nobody asked`; by a button without a reason of their own."""
    ruling, word, *reason = [*asking.words, "", ""]
    meaning = meanings("tournament").get(word.lower())
    if meaning not in ("yes", "no"):
        return with_written(asking, asking.usage())
    found = reason_in(" ".join(reason))
    if isinstance(found, Declined):
        return with_written(asking, asking.declined(found))
    why = found or desk(asking.reader.language, "reason.heard")
    answer = await backend.do(asking, "decide", {"ruling": ruling, "upheld": meaning == "yes", "reason": why})
    return with_written(asking, answer) if found else answer


async def name_jury(backend: TournamentBackend, asking: TournamentAsk) -> Answer:
    """Who decides appeals: one person, mentioned."""
    named = await backend.people_named(asking)
    if isinstance(named, Answer) or len(named) != 1:
        return named if isinstance(named, Answer) else asking.usage()
    return await backend.do(asking, "jury", {"player": named[0]})


def report(asking: TournamentAsk) -> Answer:
    """The arbiter's report, for arbiters alone."""
    one, reader = asking.one, asking.reader
    if not is_arbiter(one, asking.who):
        return asking.declined(Declined("tournament-arbiter"))
    if not one.seed:
        return asking.declined(Declined("tournament-not-running"))
    name = f"tournament-{asking.id[-6:]}-report.txt"
    return Answer(True, say(reader.language, "desk.report"), page=OwnFile(name, report_text(one, reader)))
