"""What a tournament tells: its messages in the channel, and who hears of a change in private.

Both are letters of its outbox, stored with the change; only browser windows are told at once, which show it anyway.
"""

import hashlib
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, TypeAlias

from bot.boards.privacy import is_erased
from bot.bounded import Bounded
from bot.durations import DAY, MINUTE
from bot.host.delivery_errors import Undeliverable
from bot.host.ports import OutboxRow, Person
from bot.messages.message import Message
from bot.messages.notice_message import notice_message, with_offer
from bot.messages.tournament_message import DESK, announcement_message, command_text, round_message, standings_message
from bot.requests.backend import Backend
from bot.requests.channels import Channels
from bot.requests.news import News
from bot.requests.people import who as who_of
from bot.requests.tournaments.untold_words import Untold, UntoldWords
from bot.tables.who import HOST, Declined
from bot.tournaments.club_tournament import ENDED, ClubTournament
from bot.tournaments.evening_file import unique_names
from bot.tournaments.kind import ANNOUNCEMENT, CALLED, NOT_STARTED, STANDINGS, WORD, round_letter
from bot.tournaments.log import folded_on
from bot.words.languages import Language
from bot.words.names import known_as
from bot.words.tournament_reader import TournamentReader
from bot.words.tournament_refusals import declined_line
from bot.words.tournament_round import NO_STANDINGS, Standings
from renderers.scenes import Look

LOG: Final = logging.getLogger(__name__)

Announce: TypeAlias = Callable[[str, Message, str, str], Awaitable[str]]
"""As of `bot.requests.plans`."""
Withdraw: TypeAlias = Callable[[str, str], Awaitable[None]]
"""A message of a channel, by its reference, goes, or loses its buttons. Raises `TryLater`."""
Tell: TypeAlias = Callable[[str, Message, str, str, str], Awaitable[str]]
"""Sends a person, by their id, a message of its own in the private chat where they are; gives what is to be remembered.

Behind the message come a nonce, what was remembered so far, and a mark of what this message says. Raises `TryLater`,
`Undeliverable`.
"""
TellAgain: TypeAlias = Callable[[str, Callable[[str], Awaitable[Message | None]]], Awaitable[None]]
"""Writes such messages anew where they stand, by what is remembered of them.

The function that it is given says what the message with a mark says now, None for the same. Raises `TryLater`.
"""
WhyNot: TypeAlias = Callable[[ClubTournament], Declined | None]
"""Why a tournament cannot be begun now."""

AskStandings: TypeAlias = Callable[[str, ClubTournament], Awaitable[Standings]]
READERS: Final = 16


class TournamentLetters:
    """The letters of one bot's tournaments. Raises `StoreError`."""

    def __init__(self, backend: Backend, channels: Channels) -> None:
        self._backend = backend
        self._channels = channels
        self._ask_standings: AskStandings | None = None
        self._untold = UntoldWords(backend.store, backend.bot)
        # by id, until which entry, how it stood when each kind was shown last: one evening's messages come together
        self._shown_last: Bounded[str, tuple[int, Mapping[str, ClubTournament]]] = Bounded(1)
        self._readers: Bounded[tuple[object, ...], TournamentReader] = Bounded(READERS)  # a round is told to all

    def forget(self, id_: str) -> None:
        """The log of this tournament has been written anew, and people may be called otherwise."""
        self._untold.forget(id_)
        self._shown_last.clear()
        self._readers.clear()

    def ask_for_standings(self, ask: AskStandings) -> None:
        """How the tables of a round stand that are dealt in the chat is asked of this."""
        self._ask_standings = ask

    async def standings(self, id_: str, one: ClubTournament) -> Standings:
        """The same, of the round that was paired last; of none where cards are real."""
        if self._ask_standings is None or not one.announcement.is_dealt:
            return NO_STANDINGS
        return await self._ask_standings(id_, one)

    async def show(self, announce: Announce, withdraw: Withdraw, one: ClubTournament, row: OutboxRow) -> str:
        """A message of the tournament in its channel, written anew where it stands.

        One that cannot be changed any more goes before another is sent, so that no two can be pressed: what fails in
        between is done again from the beginning. One that others have followed, or of an evening that is long over, is
        only changed: it may name somebody who is forgotten. Raises `TryLater`, `Undeliverable`.
        """
        is_past = not _is_present(row.kind, one)
        as_then = await self._as_shown_last(row) if is_past and row.reference else one
        if as_then is None:
            return row.reference
        reader = await self.reader(as_then, await self._channels.language(one.channel))
        tables = await self.standings(row.subject.id, as_then)
        message = _letter(row.kind, row.subject.id, as_then, reader, await self._channels.look(one.channel), tables)
        if message is None:
            return row.reference
        once = hashlib.sha256(f"{row.subject.id}\n{row.kind}".encode()).hexdigest()[:24]
        if row.reference:
            try:
                return await announce(one.channel, message, once, row.reference)
            except Undeliverable as error:
                if is_past or (one.state in ENDED and self._backend.door.clock() - one.since > DAY):
                    return row.reference
                LOG.info("a tournament's message cannot be changed and is sent anew", extra={"reason": error.reason})
                await withdraw(one.channel, row.reference)
                once = hashlib.sha256(f"{row.subject.id}\n{row.kind}\n{row.revision}".encode()).hexdigest()[:24]
        return await announce(one.channel, message, once, "")

    async def _as_shown_last(self, row: OutboxRow) -> ClubTournament | None:
        """How the tournament stood when a message was shown last that others have followed."""
        id_ = row.subject.id
        until, found = self._shown_last.get(id_, (0, {}))
        if until < row.revision:
            now: ClubTournament | None = None
            by_kind: dict[str, ClubTournament] = {}
            for entry in await self._backend.store.log(self._backend.bot, id_):
                now, until = folded_on(now, entry), entry.seq
                by_kind |= dict.fromkeys(_kinds_shown(now), now)
            found = by_kind
            self._shown_last[id_] = until, found
        return found.get(row.kind)

    async def tell(self, tell: Tell, why_not: WhyNot, one: ClubTournament, row: OutboxRow) -> str:
        """Somebody is told what they have not been told yet, in their language. Raises `TryLater`, `Undeliverable`.

        What has waited, for an hour without a network, say, is one message.
        """
        person = await self._backend.people.person(row.viewer)
        if not person.id or is_erased(person):
            return row.reference
        if row.kind == NOT_STARTED:
            message, seq, mark = await self._not_started(one, row, why_not(one), person), row.revision, ""
        else:
            message, seq, mark = await self._untold_message(one, row, person)
        if message is None:
            return row.reference
        once = hashlib.sha256(f"{row.subject.id}\n{row.viewer}\n{row.kind}\n{seq}".encode()).hexdigest()[:24]
        return await tell(person.id, replace(message, notify=person.id), once, row.reference, mark)

    async def tell_again(self, tell_again: TellAgain, one: ClubTournament, row: OutboxRow) -> str:
        """What somebody was told is written anew where it stands: it may name who was forgotten. Raises `TryLater`."""
        person = await self._backend.people.person(row.viewer)
        if not person.id or is_erased(person):
            return row.reference
        there = await self._backend.store.letters(self._backend.bot, row.subject.id)
        for each in [other for other in there if other.viewer == row.viewer and other.kind in (WORD, CALLED)]:
            await tell_again(each.reference, partial(self._message_now, one, each, person))
        return row.reference

    async def _message_now(self, one: ClubTournament, row: OutboxRow, person: Person, mark: str) -> Message | None:
        """What a message says now that told somebody of some entries; None where it is what it said."""
        text, _, before = mark.rpartition(" ")
        places = [tuple(map(int, place.split("."))) for place in text.split()]
        if not places:
            return None
        found = await self._untold.of_entries(row, min(places)[0], max(places)[0])
        words = [(place, each) for place, each in zip(_places(found), found, strict=True) if place in places]
        message = None
        for _, each in words:
            word = each.word if each.word.holds(one) else replace(each.word, agrees="", refuses="")
            message = await self._with_word(message, replace(each, word=word), person.language)
        return message if message is not None and _digest(message) != before else None

    async def _untold_message(
        self, one: ClubTournament, row: OutboxRow, person: Person
    ) -> tuple[Message | None, int, str]:
        """All that is still worth telling them, the last entry that it tells of, and a mark of what it says."""
        message, seq = None, 0
        found = await self._untold.of(row)
        places: list[str] = []
        for place, untold in zip(_places(found), found, strict=True):
            seq = untold.seq
            if untold.word.holds(one):
                message = await self._with_word(message, untold, person.language)
                places.append(".".join(map(str, place)))
        return message, seq, " ".join([*places, _digest(message)]) if message is not None else ""

    async def _with_word(self, message: Message | None, untold: Untold, language: Language) -> Message:
        """The message with one word more; the first of it where there is none."""
        word, reader = untold.word, await self._reader_of(untold.before, untold.then, language)
        next_one = notice_message(language, word.words(reader), word.agrees, word.refuses)
        return next_one if message is None else with_offer(message, next_one)

    async def _not_started(
        self, one: ClubTournament, row: OutboxRow, declined: Declined | None, person: Person
    ) -> Message | None:
        if declined is None:
            return None
        words = await self._why_not_words(one, declined, person.language)
        return notice_message(person.language, words, command_text(DESK, row.subject.id))

    async def _why_not_words(self, one: ClubTournament, declined: Declined, language: Language) -> str:
        reader = await self.reader(one, language)
        return reader.words("not-started", name=one.announcement.name, why=declined_line(declined, reader))

    async def _reader_of(
        self, before: ClubTournament | None, one: ClubTournament, language: Language
    ) -> TournamentReader:
        """Who reads of a change, also of those who are no longer in.

        The same for a minute, in which nobody is called otherwise, as long as the people are.
        """
        minute = self._backend.door.clock() // MINUTE
        there = before.named() if before is not None else ()
        key = (minute, language, there, one.named(), one.guests, frozenset(_staff_ids(one)))
        if key not in self._readers:
            reader = await self.reader(one, language)
            earlier = await self.names(before, language) if before is not None else {}
            self._readers[key] = TournamentReader(language, {**earlier, **reader.names})
        return self._readers[key]

    async def hear(self, id_: str, seq: int, before: ClubTournament | None, after: ClubTournament) -> None:
        """Who is concerned is told where a browser window of theirs is open; a letter brings it to their chats."""
        for words in self._untold.note(id_, seq, before, after).values():
            for word in words:
                person = await self._backend.people.person(word.person)
                if person.id and not is_erased(person):
                    text = word.words(await self._reader_of(before, after, person.language))
                    self._backend.tell(News(person.id, text, agrees=word.agrees, refuses=word.refuses, is_letter=True))

    async def hear_refused(self, id_: str, one: ClubTournament, declined: Declined) -> None:
        """The same for the arbiters, when a tournament cannot begin at its time."""
        for arbiter in one.staff:
            person = await self._backend.people.person(arbiter)
            if person.id and not is_erased(person):
                words = await self._why_not_words(one, declined, person.language)
                self._backend.tell(News(person.id, words, agrees=command_text(DESK, id_), is_letter=True))

    async def reader(self, one: ClubTournament, language: Language) -> TournamentReader:
        return TournamentReader(
            language, await self._staff(one, language) | unique_names(one, await self.names(one, language))
        )

    async def _staff(self, one: ClubTournament, language: Language) -> dict[str, str]:
        """What those are called who rule and need not play."""
        people = [await self._backend.people.person(id_) for id_ in sorted(_staff_ids(one))]
        return {person.id: known_as(language, who_of(person).name) for person in people if person.id}

    async def names(self, one: ClubTournament, language: Language) -> dict[str, str]:
        """What people are called; in a file, which speaks no language, as it is stored."""
        named = one.named()
        people: Sequence[Person] = [await self._backend.people.person(person) for person in named]
        names = [who_of(person).name for person in people]
        called = [known_as(language, name) if language else name for name in names]
        return dict(zip(named, called, strict=True))


def _places(found: Sequence[Untold]) -> list[tuple[int, int]]:
    """Where each word stands: its entry, and which it is of those that it tells."""
    entries = [each.seq for each in found]
    return [(seq, entries[:at].count(seq)) for at, seq in enumerate(entries)]


def _digest(message: Message) -> str:
    return hashlib.sha256("\n".join(message.lines).encode()).hexdigest()[:8]


def _staff_ids(one: ClubTournament) -> set[str]:
    """Those who rule, or have ruled."""
    ids = {one.organiser, *one.arbiters, one.jury, *[ruling.by for ruling in one.rulings]}
    return (ids | {call.by for call in one.answered}) - {"", HOST}


def _letter(
    kind: str, id_: str, one: ClubTournament, reader: TournamentReader, look: Look, tables: Standings
) -> Message | None:
    """The message of a letter; None for a round, or standings, that others have followed."""
    if not _is_present(kind, one):
        return None
    if kind == ANNOUNCEMENT:
        return announcement_message(id_, one, reader)
    if kind == round_letter(one):
        return round_message(id_, one, reader, look, tables)
    return standings_message(id_, one, reader, look)


def _is_present(kind: str, one: ClubTournament) -> bool:
    """Whether a message shows what is so now."""
    return kind == ANNOUNCEMENT or kind in _kinds_shown(one)


def _kinds_shown(one: ClubTournament) -> tuple[str, str]:
    """The letters of the round and of the standings that are shown now."""
    return round_letter(one), f"{STANDINGS}{one.progress.closed}" if one.progress is not None else ""
