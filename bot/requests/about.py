"""What people ask about matches that have ended and about themselves: who answers each of it, and in which language.

What everybody in a channel reads is said in the channel's language, the rest in that of who asks.
"""

from collections.abc import Mapping
from typing import TypeAlias, assert_never

from bot.boards.boards import Boards
from bot.boards.privacy import Privacy
from bot.host.ports import Person
from bot.requests.answer import Answer
from bot.requests.backend import Backend
from bot.requests.board_answers import BoardAnswers, History, Leaderboard, Partners, Stats
from bot.requests.channels import Channels
from bot.requests.corrections import Correct, Corrections
from bot.requests.match_records import MatchRecords, ShowReplay, Verify
from bot.requests.matches import Matches
from bot.requests.own_data import Csv, Erase, Export, OwnData
from bot.requests.plans import PlannedMatches
from bot.requests.tournaments.club_tournaments import ClubTournaments
from bot.tournaments.outcome import Outcome, outcome
from bot.words.languages import Language, say

About: TypeAlias = Leaderboard | Stats | Partners | History | ShowReplay | Verify | Correct | Csv | Export | Erase


class AboutPeople:
    """Answers them. Raises `StoreError`."""

    def __init__(
        self, backend: Backend, channels: Channels, planned: PlannedMatches, tournaments: ClubTournaments
    ) -> None:
        self._backend = backend
        self._channels = channels
        self._tournaments = tournaments
        self.boards = Boards(backend.store, backend.bot, channels.titles, self._older_outcome)
        privacy, matches = Privacy(backend.store, self.boards, backend.bot, backend.door), Matches(backend)
        self._board_answers = BoardAnswers(backend, channels, self.boards, matches, privacy.ids)
        self._records = MatchRecords(backend, self.boards, matches)
        self._corrections = Corrections(backend, channels, self.boards, matches)
        self._own = OwnData(backend, self.boards, privacy, planned, tournaments, self._board_answers.channel_names)

    async def matches_together(self, person: str, other: str) -> tuple[int, int]:
        """How many ranked matches they have played against each other, and as partners. Raises `StoreError`."""
        return await self.boards.matches_together(person, other)

    async def answer(
        self, person: Person, request: About, alone: bool = False, owed: Mapping[str, str] | None = None
    ) -> Answer:
        """What came of it. `alone`: only they read it. `owed`: notes of what is to be done where they are forgotten."""
        language = await self._answer_language(person, request, alone)
        match request:
            case Leaderboard():
                return await self._board_answers.leaderboard(person, request, language)
            case Stats():
                return await self._board_answers.stats(person, request, language)
            case Partners():
                return await self._board_answers.partners(person, request, language, alone)
            case History():
                return await self._board_answers.history(person, request, language, alone)
            case ShowReplay(match, channel):
                return await self._records.replay(person, match, channel, language)
            case Verify(match, channel):
                return await self._records.verify(person, match, channel, language)
            case Correct():
                return await self._correct(person, request, language)
            case Csv():
                return await self._own.csv(person, request, language)
            case Export(private):
                return await self._own.export(person, private)
            case Erase(word):
                return await self._own.erase(person, word, owed)
            case _:
                assert_never(request)

    async def _answer_language(self, person: Person, request: About, alone: bool) -> Language:
        if alone or isinstance(request, Export | Erase) or not request.channel:
            return person.language
        if isinstance(request, Csv) and request.own:
            return person.language
        return await self._channels.language(request.channel)

    async def _correct(self, person: Person, request: Correct, language: Language) -> Answer:
        """Nobody is forgotten meanwhile, whom a proposal names."""
        async with self._backend.seating:
            if not (await self._backend.people.person(person.id)).id:
                return Answer(False, say(language, "erase.nobody"))
            return await self._corrections.answer(person, request, language)

    async def _older_outcome(self, tournament: str) -> Outcome | None:
        one = await self._tournaments.tournaments.find(tournament)
        return outcome(one) if one is not None else None
