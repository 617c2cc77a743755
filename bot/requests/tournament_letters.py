"""What a tournament tells: its messages in the channel, and who hears of a change in private."""

import hashlib
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, TypeAlias

from bot.boards.privacy import is_erased
from bot.host.delivery_errors import Undeliverable
from bot.host.ports import OutboxRow, Person
from bot.messages.message import Message
from bot.messages.tournament_message import DESK, announcement_message, command_text, round_message, standings_message
from bot.requests.backend import Backend
from bot.requests.channels import Channels
from bot.requests.news import News
from bot.requests.people import who as who_of
from bot.requests.tournament_news import private_words
from bot.tables.who import HOST, Declined
from bot.tournaments.club_tournament import ClubTournament
from bot.tournaments.evening_file import unique_names
from bot.tournaments.kind import ANNOUNCEMENT, ROUND, STANDINGS
from bot.words.languages import Language
from bot.words.names import known_as
from bot.words.tournaments import NO_STANDINGS, Standings, TournamentReader, declined_line
from renderers.scenes import Look

LOG: Final = logging.getLogger(__name__)

Announce: TypeAlias = Callable[[str, Message, str, str], Awaitable[str]]
"""As of `bot.requests.plans`."""
Withdraw: TypeAlias = Callable[[str, str], Awaitable[None]]
"""A message of a channel, by its reference, goes, or loses its buttons. Raises `TryLater`."""

AskStandings: TypeAlias = Callable[[str, ClubTournament], Awaitable[Standings]]


class TournamentLetters:
    """The letters of one bot's tournaments. Raises `StoreError`."""

    def __init__(self, backend: Backend, channels: Channels) -> None:
        self._backend = backend
        self._channels = channels
        self._ask_standings: AskStandings | None = None

    def ask_for_standings(self, ask: AskStandings) -> None:
        """How the tables of a round stand that are dealt in the chat is asked of this."""
        self._ask_standings = ask

    async def standings(self, id_: str, one: ClubTournament) -> Standings:
        """The same, of the round that was paired last; of none where cards are real."""
        if self._ask_standings is None or not one.announcement.is_dealt:
            return NO_STANDINGS
        return await self._ask_standings(id_, one)

    async def deliver(self, announce: Announce, withdraw: Withdraw, one: ClubTournament, row: OutboxRow) -> str:
        """A message of the tournament in its channel, written anew where it stands.

        One that cannot be changed any more goes before another is sent, so that no two can be pressed: what fails in
        between is done again from the beginning. Raises `TryLater`, `Undeliverable`.
        """
        reader = await self.reader(one, await self._channels.language(one.channel))
        tables = await self.standings(row.subject.id, one)
        message = _letter(row.kind, row.subject.id, one, reader, await self._channels.look(one.channel), tables)
        if message is None:
            return row.reference
        once = hashlib.sha256(f"{row.subject.id}\n{row.kind}".encode()).hexdigest()[:24]
        if row.reference:
            try:
                return await announce(one.channel, message, once, row.reference)
            except Undeliverable as error:
                LOG.info("a tournament's message cannot be changed and is sent anew", extra={"reason": error.reason})
                await withdraw(one.channel, row.reference)
                once = hashlib.sha256(f"{row.subject.id}\n{row.kind}\n{row.revision}".encode()).hexdigest()[:24]
        return await announce(one.channel, message, once, "")

    async def hear(self, id_: str, before: ClubTournament | None, after: ClubTournament) -> None:
        """Who is concerned is told, in their language, where they can be reached."""
        readers: dict[Language, TournamentReader] = {}  # a round is told to all at once
        for word in private_words(id_, before, after):
            person = await self._backend.people.person(word.person)
            if person.id and not is_erased(person):
                if person.language not in readers:
                    readers[person.language] = await self._reader_of_both(before, after, person.language)
                words = word.words(readers[person.language])
                self._backend.tell(News(person.id, words, agrees=word.agrees, refuses=word.refuses))

    async def _reader_of_both(
        self, before: ClubTournament | None, after: ClubTournament, language: Language
    ) -> TournamentReader:
        """Who reads of a change: also of those who are no longer in."""
        reader = await self.reader(after, language)
        earlier = await self.names(before, language) if before is not None else {}
        return TournamentReader(language, {**earlier, **reader.names})

    async def tell_refused(self, id_: str, one: ClubTournament, declined: Declined) -> None:
        """The arbiters, when a tournament cannot begin at its time."""
        for arbiter in one.staff:
            person = await self._backend.people.person(arbiter)
            if person.id and not is_erased(person):
                reader = await self.reader(one, person.language)
                words = reader.words("not-started", name=one.announcement.name, why=declined_line(declined, reader))
                self._backend.tell(News(person.id, words, agrees=command_text(DESK, id_)))

    async def reader(self, one: ClubTournament, language: Language) -> TournamentReader:
        return TournamentReader(
            language, await self._staff(one, language) | unique_names(one, await self.names(one, language))
        )

    async def _staff(self, one: ClubTournament, language: Language) -> dict[str, str]:
        """What those are called who rule and need not play."""
        ids = {one.organiser, *one.arbiters, one.jury, *[ruling.by for ruling in one.rulings]}
        ids |= {call.by for call in one.answered}
        people = [await self._backend.people.person(id_) for id_ in sorted(ids - {"", HOST})]
        return {person.id: known_as(language, who_of(person).name) for person in people if person.id}

    async def names(self, one: ClubTournament, language: Language) -> dict[str, str]:
        """What people are called; in a file, which speaks no language, as it is stored."""
        people: Sequence[Person] = [await self._backend.people.person(person) for person in one.persons()]
        names = [who_of(person).name for person in people]
        called = [known_as(language, name) if language else name for name in names]
        return dict(zip(one.persons(), called, strict=True))


def _letter(
    kind: str, id_: str, one: ClubTournament, reader: TournamentReader, look: Look, tables: Standings
) -> Message | None:
    """The message of a letter; None for a round, or standings, that others have followed."""
    if kind == ANNOUNCEMENT:
        return announcement_message(id_, one, reader)
    if one.current is not None and kind == f"{ROUND}{one.current.number}":
        return round_message(id_, one, reader, look, tables)
    if one.progress is not None and kind == f"{STANDINGS}{one.progress.closed}":
        return standings_message(id_, one, reader, look)
    return None
