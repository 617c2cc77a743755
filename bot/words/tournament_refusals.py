"""Why a tournament says no, in a sentence."""

from bot.tables.who import Declined
from bot.words.command_words import words_for_choice
from bot.words.languages import say
from bot.words.refusals import citation, numbered
from bot.words.tournament_reader import TournamentReader
from engine.tournament.articles import article


def declined_line(declined: Declined, reader: TournamentReader) -> str:
    """Why not, in a sentence."""
    facts = dict(declined.facts)
    if "player" in facts:
        facts["player"] = reader.players([facts["player"]])
    if "allowed" in facts:
        facts["allowed"] = ", ".join(facts["allowed"].split())
    if "situation" in facts:
        facts["situation"] = say(reader.language, f"desk.situation.{facts['situation'].partition('.')[0]}")
    if "field" in facts:
        facts["field"] = words_for_choice(reader.language, "tournament_key", facts["field"])
    if "article" in facts:
        code, situation = facts["article"].split()
        found, source = article(code, situation)
        facts["article"] = citation(reader.language, numbered(found), code, source) if found else ""
    return say(reader.language, f"declined.{declined.key}", **facts)
