"""An evening is called off, after a question where results or tables of the chat would be lost, and taken up again."""

from typing import Final

from bot.boards.privacy import is_erased
from bot.bounded import Bounded
from bot.messages.tournament_message import YES, command_text
from bot.requests.answer import Answer, TournamentPage
from bot.requests.tournaments.asks import CANCEL, RESTORE, TournamentAsk
from bot.requests.tournaments.backend import TournamentBackend
from bot.requests.tournaments.club_series import ClubSeries
from bot.requests.tournaments.reasons import reason_in, with_written
from bot.tables.who import Declined
from bot.tournaments.cancelling import closes_tables
from bot.tournaments.club_tournament import COMPUTER, RUNNING, ClubTournament
from bot.tournaments.rights import only_arbiter
from bot.words.command_words import meanings
from engine.tournament.state import Totals

MOST_QUESTIONS: Final = 200  # questions whose reason is remembered


class TournamentCancelling:
    """Of the tournaments of one bot. What somebody gave as a reason is remembered until they answer."""

    def __init__(self, backend: TournamentBackend, series: ClubSeries) -> None:
        self._backend = backend
        self._series = series
        self._reasons: Bounded[tuple[str, str], str] = Bounded(MOST_QUESTIONS)

    async def answer(self, asking: TournamentAsk) -> Answer:
        """It is cancelled; or the question whether that is meant, with a button. Raises `StoreError`."""
        place, words = (asking.id, asking.player), asking.words
        is_sure = len(words) == 1 and meanings("tournament").get(words[0].lower()) == YES
        reason = self._reasons.get(place, "") if is_sure else reason_in(asking.request.words)
        if isinstance(reason, Declined):
            return with_written(asking, asking.declined(reason))
        loses = has_results(asking.one) or closes_tables(asking.one)
        if not is_sure and loses and only_arbiter(asking.one, asking.who) is None:
            self._reasons[place] = reason
            return self._question(asking)
        self._reasons.pop(place, None)
        return with_written(asking, await self._backend.do(asking, CANCEL, {"reason": reason}))

    async def restore(self, asking: TournamentAsk) -> Answer:
        """It takes place after all, without those who have been forgotten meanwhile. Raises `StoreError`.

        Not where another evening has its place in the season of a series by now: who directs them says which it is.
        """
        is_theirs = only_arbiter(asking.one, asking.who) is None
        series, language = asking.one.announcement.series, asking.reader.language
        other = await self._series.in_place_of(asking.id, series, language) if series and is_theirs else ""
        if other:
            return with_written(asking, asking.declined(Declined("series-place-taken", (("name", other),))))
        answer = await self._backend.do(asking, RESTORE, {})
        one = await self._backend.tournaments.find(asking.id)
        if answer.done and one is not None:
            people = self._backend.backend.people
            players = [
                player for player in dict.fromkeys([*one.persons(), *one.staff]) if not COMPUTER.fullmatch(player)
            ]
            rows = [(player, await people.person(player)) for player in players]
            nobodies = [player for player, person in rows if is_erased(person) or not person.id]
            await self._backend.tournaments.take_out(asking.id, one, nobodies)
        return answer

    def _question(self, asking: TournamentAsk) -> Answer:
        reader, name = asking.reader, asking.one.announcement.name
        sure = (reader.words("cancel-yes"), command_text(CANCEL, asking.id, YES))
        for_good = closes_tables(asking.one)
        words = reader.words("cancel-sure-tables", name=name) if for_good else reader.words("cancel-sure", name=name)
        return Answer(False, words, page=TournamentPage("", [sure]))


def has_results(one: ClubTournament) -> bool:
    """Whether something that was played counts by now."""
    rounds = one.progress.rounds if one.state == RUNNING and one.progress is not None else ()
    return any(isinstance(pairing.decision, Totals) for each in rounds for pairing in each.pairings)
