"""Who finishes an evening whose last round is still to be played is asked whether they mean it."""

from bot.messages.tournament_message import FINISH, PAIR, YES, command_text
from bot.requests.answer import Answer, TournamentPage
from bot.requests.tournaments.asks import PLAIN, TournamentAsk
from bot.requests.tournaments.backend import TournamentBackend
from bot.tournaments.evening import is_at_its_end
from bot.tournaments.rights import only_arbiter
from bot.words.command_words import meanings


async def finish(backend: TournamentBackend, asking: TournamentAsk) -> Answer:
    """Its standings are final; or the question, with a button for either."""
    words = asking.words
    is_sure = len(words) == 1 and meanings("tournament").get(words[0].lower()) == YES
    if not is_sure and _has_more_to_play(asking):
        return _question(asking)
    return await backend.do(asking, PLAIN[FINISH], {})


def _has_more_to_play(asking: TournamentAsk) -> bool:
    one = asking.one
    is_between = one.current is not None and one.current.closed
    return is_between and not is_at_its_end(one) and only_arbiter(one, asking.who) is None


def _question(asking: TournamentAsk) -> Answer:
    one, reader = asking.one, asking.reader
    played = one.current.number if one.current is not None else 0
    words = reader.words("finish-sure", name=one.announcement.name, count=len(one.announcement.rounds) - played)
    sure = (reader.words("finish-yes"), command_text(FINISH, asking.id, YES))
    return Answer(False, words, page=TournamentPage("", [sure, asking.button(PAIR, str(played))]))
