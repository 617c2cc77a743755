"""What is stored about somebody: their matches as a spreadsheet, all of it as a file, and to be forgotten."""

from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Final

from bot.boards.boards import Boards
from bot.boards.privacy import Erased, Nobody, Privacy, StillPlaying
from bot.bounded import Bounded
from bot.durations import MINUTE, SECOND
from bot.host.door import letters
from bot.host.ports import Person
from bot.host.standing_messages import bring_again
from bot.host.subjects import to_its_end
from bot.requests.answer import Answer, AnswerFile, EraseWord, Forgotten, Hindered, OwnFile
from bot.requests.backend import Backend
from bot.requests.fresh_words import SHORT, fresh_word
from bot.requests.news import News
from bot.requests.plans import PlannedMatches
from bot.requests.tournaments.club_tournaments import ClubTournaments
from bot.words.languages import Language, list_words, say
from bot.words.table_words import duration

WORD_LASTS: Final = 10 * MINUTE  # in which somebody can confirm that they want to be forgotten
WAITING: Final = 10_000  # people who may still confirm


@dataclass(frozen=True, slots=True)
class Csv:
    """Matches as a spreadsheet: those of a channel, or one's own. `private`: nobody else sees what is answered.

    `place`: a channel in which they have played, for a window without one.
    """

    channel: str = ""
    own: bool = False
    private: bool = False
    place: str = ""


@dataclass(frozen=True, slots=True)
class Export:
    """Everything that is stored about who asks."""

    private: bool = False


@dataclass(frozen=True, slots=True)
class Erase:
    """To be forgotten; the first time, without the right word, the answer names one.

    What is answered is for who asks, alone, also where others are beside them (`private` says whether).
    """

    word: str = ""
    private: bool = False


class OwnData:
    """Gives it, and takes it away. `channel_names`: of the channels where somebody has played. Raises `StoreError`."""

    def __init__(
        self,
        backend: Backend,
        boards: Boards,
        privacy: Privacy,
        planned: PlannedMatches,
        tournaments: ClubTournaments,
        channel_names: Callable[[Person], Awaitable[Mapping[str, str]]],
    ) -> None:
        self._backend = backend
        self._boards = boards
        self._privacy = privacy
        self._planned = planned
        self._tournaments = tournaments
        self._channel_names = channel_names
        # by person: what confirms that they are to go, until when
        self._words: Bounded[str, tuple[str, int]] = Bounded(WAITING)

    async def csv(self, person: Person, request: Csv, language: Language) -> Answer:
        if request.own and not request.private:
            return Answer(False, say(language, "private.only"))
        if request.place and request.place not in await self._channel_names(person):
            return Answer(False, say(language, "boards.none"))
        channel = request.channel or request.place
        own, name = request.own or not channel, "burraco.csv"
        text = await self._boards.csv(person=person.id) if own else await self._boards.csv(channel=channel)
        return Answer(True, say(language, "csv.done"), page=OwnFile(name, text) if own else AnswerFile(name, text))

    async def export(self, person: Person, private: bool) -> Answer:
        if not private:
            return Answer(False, say(person.language, "private.only"))
        planned = await self._planned.of(await self._privacy.ids(person.id))
        text = await self._privacy.export(person.id, planned)
        return Answer(True, say(person.language, "export.done"), page=OwnFile("burraco-export.json", text))

    # --- to be forgotten ----------------------------------------------------------------------------------------------

    async def erase(self, person: Person, word: str, owed: Mapping[str, str] | None) -> Answer:
        language, now = person.language, self._backend.door.clock()
        hindered = await self._privacy.obstacle_to_erasure(person.id)
        if hindered is not None:
            return Answer(False, _obstacle_words(language, hindered), page=Hindered())
        expected, until = self._words.pop(person.id, ("", 0))
        if not expected or now > until or word.upper() != expected:
            fresh = fresh_word(SHORT)
            self._words[person.id] = (fresh, now + WORD_LASTS)
            time = duration(language, WORD_LASTS / SECOND)
            return Answer(False, say(language, "erase.ask", word=fresh, time=time), page=EraseWord(fresh))
        outcome = await to_its_end(self._erased(person, owed))
        if isinstance(outcome, Erased):
            return Answer(True, say(language, "erase.done", count=outcome.tables), page=Forgotten())
        return Answer(False, _obstacle_words(language, outcome), page=Hindered())

    async def _erased(self, person: Person, owed: Mapping[str, str] | None) -> Erased | StillPlaying | Nobody:
        """What came of it, with all that follows: whoever asked for it may be gone before it is at its end."""
        async with self._backend.seating:  # they sit down nowhere meanwhile
            ids = await self._privacy.ids(person.id)
            hindered = await self._privacy.obstacle_to_erasure(person.id)
            outcome = hindered or await self._forget(person, ids, owed)
        if isinstance(outcome, Erased):
            await self._planned.end_those_of(outcome.ids)
            await self._shown_anew(outcome.going_on)
            await self._last_shown_anew(outcome.closed)
            for one in ids:
                self._backend.tell(News(one, ""))
        return outcome

    async def _forget(
        self, person: Person, ids: Collection[str], owed: Mapping[str, str] | None
    ) -> Erased | StillPlaying | Nobody:
        """It takes them out of tournaments that have not begun, so it is asked before whether they can be forgotten."""
        async with self._planned.planner.rewriting(), self._tournaments.rewriting(ids):
            with self._backend.people.writing():
                return await self._privacy.erase(person.id, owed)

    async def _shown_anew(self, tables: Collection[str]) -> None:
        """What chats show of these tables now is brought again, without the name."""
        door = self._backend.door
        for table_id in tables:
            table = await door.table(table_id)
            if table is not None:
                await self._backend.store.add_letters(self._backend.bot, table_id, letters(table), door.clock())

    async def _last_shown_anew(self, tables: Collection[str]) -> None:
        """What channels have been shown of these closed tables last is brought again, as long as it is known where."""
        for table_id in tables:
            await bring_again(self._backend.store, self._backend.bot, table_id, self._backend.door.clock())


def _obstacle_words(language: Language, why: StillPlaying | Nobody) -> str:
    """Why somebody cannot be forgotten now, and what they can do."""
    if isinstance(why, Nobody):
        return say(language, "erase.nobody")
    playing = say(language, "erase.playing", tables=list_words(language, why.playing)) if why.playing else ""
    seated = say(language, "erase.seated", tables=list_words(language, why.tables)) if why.tables else ""
    return " ".join([words for words in (playing, seated) if words])
