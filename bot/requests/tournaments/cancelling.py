"""An evening is called off, after a question where results or tables of the chat would be lost, and taken up again."""

from dataclasses import replace
from typing import Final, NamedTuple

from bot.boards.privacy import is_erased
from bot.bounded import Bounded
from bot.messages.tournament_message import YES, command_text
from bot.requests.answer import Answer, TournamentPage
from bot.requests.tournaments.asks import CANCEL, RESTORE, TournamentAsk
from bot.requests.tournaments.backend import TournamentBackend
from bot.requests.tournaments.club_series import ClubSeries
from bot.requests.tournaments.reasons import reason_in, with_written
from bot.tables.who import Declined
from bot.tournaments.cancelling import NOTHING, RESULTS, TABLES, loss
from bot.tournaments.club_tournament import COMPUTER
from bot.tournaments.rights import only_arbiter
from bot.words.command_words import meanings

MOST_QUESTIONS: Final = 200  # questions that are remembered


class _Question(NamedTuple):
    """What somebody gave as a reason, and what would be lost when they were asked whether they mean it."""

    reason: str = ""
    loss: int = RESULTS


class TournamentCancelling:
    """Of the tournaments of one bot. What somebody was asked is remembered until they answer."""

    def __init__(self, backend: TournamentBackend, series: ClubSeries) -> None:
        self._backend = backend
        self._series = series
        self._questions: Bounded[tuple[str, str], _Question] = Bounded(MOST_QUESTIONS)

    async def answer(self, asking: TournamentAsk) -> Answer:
        """It is cancelled; or the question whether that is meant, with a button. Raises `StoreError`.

        Where more is lost by then than they were asked about they are asked again: the evening went on meanwhile.
        """
        place, words = (asking.id, asking.player), asking.words
        is_sure = len(words) == 1 and meanings("tournament").get(words[0].lower()) == YES
        question = self._questions.get(place, _Question()) if is_sure else _Question(loss=NOTHING)
        reason = question.reason if is_sure else reason_in(asking.request.words)
        if isinstance(reason, Declined):
            return with_written(asking, asking.declined(reason))
        if _is_to_ask(asking, question):
            return self._question(asking, reason)
        answer = await self._backend.do(asking, CANCEL, {"reason": reason, "meant": question.loss})
        now = None if answer.done else await self._backend.tournaments.find(asking.id)
        if now is not None and _is_to_ask(newest := replace(asking, one=now), question):
            return self._question(newest, reason)
        self._questions.pop(place, None)
        return with_written(asking, answer)

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

    def _question(self, asking: TournamentAsk, reason: str) -> Answer:
        is_lost = loss(asking.one)
        self._questions[asking.id, asking.player] = _Question(reason, is_lost)
        reader, name = asking.reader, asking.one.announcement.name
        sure = (reader.words("cancel-yes"), command_text(CANCEL, asking.id, YES))
        for_good = is_lost == TABLES
        words = reader.words("cancel-sure-tables", name=name) if for_good else reader.words("cancel-sure", name=name)
        return Answer(False, words, page=TournamentPage("", [sure]))


def _is_to_ask(asking: TournamentAsk, question: _Question) -> bool:
    """Whether they may call it off, and would lose more by it than they were asked about."""
    return loss(asking.one) > question.loss and only_arbiter(asking.one, asking.who) is None
