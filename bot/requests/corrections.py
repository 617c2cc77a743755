"""An arbiter's word about a match that has ended: other Match Points, none at all, or those it ended with.

Who directs the channel where a match was played may correct it. Where nobody does, as in the browser and in a private
chat, whoever played it proposes, and somebody of each other side has to agree. Everybody who played it is told. What it
was before stays stored, with each correction, its author and their reason.
"""

import logging
from dataclasses import dataclass
from typing import Final

from babel.dates import format_datetime

from bot.boards.boards import Boards
from bot.boards.facts import SIXTHS, Facts
from bot.boards.ports import ANNULLED, AS_PLAYED, OWNER, Correction, Key
from bot.boards.privacy import is_erased
from bot.bounded import Bounded
from bot.durations import MINUTE, SECOND
from bot.host.ports import Person
from bot.messages.boards_page import player_name
from bot.planner.calendar import wall
from bot.requests.agreements import Agreements, Pending, sides_of
from bot.requests.answer import Answer, Confirm, Corrected, Proposed, Standing
from bot.requests.backend import Backend
from bot.requests.channels import Channels
from bot.requests.fresh_words import LONG, SHORT, fresh_word
from bot.requests.matches import Matches
from bot.requests.news import News
from bot.requests.plans import FORGOTTEN
from bot.words.languages import Language, list_words, say
from bot.words.names import clean_name
from bot.words.table_words import duration, share

LOG: Final = logging.getLogger(__name__)
LASTS: Final = 10 * MINUTE  # in which a correction can be confirmed
WAITING: Final = 10_000  # people
LONGEST: Final = 200  # signs of a reason

ANNUL: Final = "annul"
PLAYED: Final = "played"


@dataclass(frozen=True, slots=True)
class Correct:
    """Another result of a match that has ended, by who directs its channel; where it has none, by who played it.

    `totals` are Match Points by side as in a record, `NS 455 EW 310`, or `ANNUL`, or `PLAYED` for those with which it
    ended; "" only asks how it stands. The first answer names the `word` that the second request must bear, alone.
    Without a channel the other sides are asked then, and bear another word. `private`: nobody directs this channel.
    """

    match: str = ""
    totals: str = ""
    reason: str = ""
    word: str = ""
    channel: str = ""
    admin: bool = False
    private: bool = False


@dataclass(frozen=True, slots=True)
class AskedCorrection:
    """A correction that waits to be confirmed with its word."""

    word: str
    key: Key
    match: str
    totals: str
    reason: str
    until: int


class Corrections:
    """Shows how matches stand, and corrects them. Raises `StoreError`."""

    def __init__(self, backend: Backend, channels: Channels, boards: Boards, matches: Matches) -> None:
        self._backend = backend
        self._channels = channels
        self._boards = boards
        self._matches = matches
        self._agreements = Agreements(backend.notes)
        self._questions: Bounded[str, AskedCorrection] = Bounded(WAITING)  # by person

    async def answer(self, person: Person, request: Correct, language: Language) -> Answer:
        """How a match stands; the question; or what came of it."""
        if request.word:
            return await self._confirm(person, request, language)
        key = await self._matches.find(person, request.match, request.channel)
        if key is None:
            return Answer(False, say(language, "match.unknown", match=clean_name(request.match, "?")))
        if not request.totals:
            return await self._totals_page(person, request, key, language)
        if await self._may(person, request, key) is None:
            return Answer(False, say(language, "correct.only"))
        return await self._ask(person, request, key, language)

    async def _may(self, person: Person, request: Correct, key: Key) -> tuple[int, ...] | None:
        """The sides that have to agree with them, none where they decide alone; None where they may not correct."""
        row = await self._backend.store.load(self._backend.bot, key[0])
        if row is None:
            return None
        if await self._has_admins(row.channel, request):
            return () if request.admin and request.channel == row.channel else None
        facts = await self._boards.facts(key, AS_PLAYED)
        own = sides_of(facts, await self._backend.ids(person.id)) if facts is not None else ()
        if facts is None or not own:
            return None
        return tuple(side for side in await self._asked_sides(facts) if side not in own)

    async def _has_admins(self, channel: str, request: Correct) -> bool:
        """Whether somebody directs where the match was played: nobody does in a browser or in a private chat."""
        if not channel or channel.startswith(FORGOTTEN) or (request.private and request.channel == channel):
            return False
        return not await self._channels.is_private_chat(channel)

    async def _asked_sides(self, facts: Facts) -> tuple[int, ...]:
        """The sides that have to agree: those of which somebody is left. Nobody answers for who was forgotten."""
        people = {one for side in facts.sides for one in side.people}
        erased = {one for one in people if is_erased(await self._backend.people.person(one))}
        return sides_of(facts, people - erased)

    # --- how it stands ------------------------------------------------------------------------------------------------

    async def _totals_page(self, person: Person, request: Correct, key: Key, language: Language) -> Answer:
        match = (await self._matches.names_of([key]))[key]
        first = await self._first(key)
        sides, facts = _sides(first), await self._boards.facts(key)
        found = await self._backend.store.corrections(self._backend.bot, key)
        zone = (await self._channels.settings(request.channel)).zone
        lines = [await self._line(one, language, zone) for one in found]
        waits = await self._pending_words(person, key, len(found), match, language)
        page = Standing(
            correction=match,
            sides=sides,
            people=await self._people(facts or await self._boards.facts(key, first), language),
            totals=[side.total for side in facts.sides] if facts else [0] * len(sides),
            stands=_result(language, sides, facts),
            corrections=lines,
            may=await self._may(person, request, key) is not None,
            changed=bool(found),
            pending=waits,
        )
        words = say(language, "correct.stands", match=match, result=page.stands)
        more = [say(language, "correct.please", word=waits["word"])] if waits.get("word") else []
        parts = [words, *lines, *([waits["words"]] if waits else []), *more]
        return Answer(True, "\n".join(parts), page=page)

    async def _pending_words(
        self, person: Person, key: Key, number: int, match: str, language: Language
    ) -> dict[str, str]:
        """What is proposed, in words, and the word by which they agree if they are asked; nothing where nothing is."""
        pending = await self._agreements.of(key, number + 1, self._backend.door.clock())
        facts = await self._boards.facts(key, AS_PLAYED)
        if pending is None or facts is None:
            return {}
        words = await self._proposal_words(pending, match, language)
        open_sides = set(sides_of(facts, await self._backend.ids(person.id))) - set(pending.agreed)
        return {"words": words, "word": pending.word if open_sides else ""}

    async def _proposal_words(self, pending: Pending, match: str, language: Language) -> str:
        sides = _sides(await self._first(pending.key))
        author = await self._backend.people.person(pending.author)
        return say(
            language,
            "correct.pending",
            name=player_name(language, author.name),
            match=match,
            before=_result(language, sides, await self._boards.facts(pending.key)),
            after=_result(language, sides, await self._boards.facts(pending.key, pending.totals)),
            reason=pending.reason,
        )

    async def _first(self, key: Key) -> str:
        """The result as it was played, `NS 455 EW 310`."""
        results = await self._backend.store.results(self._backend.bot, key[0])
        return next(one.result.totals for one in results if (one.revision, one.result.kind) == (key[1], "match"))

    async def _people(self, facts: Facts | None, language: Language) -> list[str]:
        """Who sat on each side."""
        sides = facts.sides if facts else ()
        names = await self._boards.names([person for side in sides for person in side.people])
        nobody = say(language, "boards.computer")
        called = [[player_name(language, names.get(one, "")) for one in side.people] for side in sides]
        return [list_words(language, people) or nobody for people in called]

    async def _line(self, correction: Correction, language: Language, zone: str) -> str:
        author = await self._backend.people.person(correction.author)
        return say(
            language,
            "correct.entry",
            time=format_datetime(wall(correction.at, zone), "yyyy-MM-dd HH:mm", locale=language),
            name=say(language, "correct.owner") if correction.author == OWNER else player_name(language, author.name),
            result=_totals_words(language, correction.totals),
            reason=correction.reason,
        )

    # --- correcting ---------------------------------------------------------------------------------------------------

    async def _ask(self, person: Person, request: Correct, key: Key, language: Language) -> Answer:
        match, sides = (await self._matches.names_of([key]))[key], _sides(await self._first(key))
        whole = {ANNUL: ANNULLED, PLAYED: AS_PLAYED}
        totals = whole[request.totals] if request.totals in whole else " ".join(request.totals.upper().split())
        reason = clean_name(request.reason, "", LONGEST)
        if not reason:
            return Answer(False, say(language, "correct.why"))
        try:
            after = await self._boards.facts(key, totals)
        except ValueError:
            form = " ".join([f"{side} {example}" for side, example in zip(sides, (455, 310, 120), strict=False)])
            return Answer(False, say(language, "correct.misfit", match=match, form=form))
        before = _result(language, sides, await self._boards.facts(key))
        word = fresh_word(SHORT)
        self._questions[person.id] = AskedCorrection(
            word, key, match, totals, reason, self._backend.door.clock() + LASTS
        )
        facts = {"match": match, "before": before, "after": _result(language, sides, after), "reason": reason}
        time = duration(language, LASTS / SECOND)
        words = [say(language, "correct.ask", **facts), say(language, "correct.how", word=word, time=time)]
        return Answer(False, "\n".join(words), page=Confirm(_agreeing(word), word))

    async def _confirm(self, person: Person, request: Correct, language: Language) -> Answer:
        now = self._backend.door.clock()
        correction = self._questions.pop(person.id, None)
        if correction is None or now > correction.until or correction.word != request.word.upper():
            return await self._agree(person, request.word.upper(), language)
        missing = await self._may(person, request, correction.key)
        if missing is None:
            return Answer(False, say(language, "correct.only"))
        if missing:
            return await self._propose(person, correction, missing, language)
        return await self._correct(person, person, correction, language)

    async def _propose(
        self, person: Person, correction: AskedCorrection, missing: tuple[int, ...], language: Language
    ) -> Answer:
        """Somebody of each missing side is to agree."""
        facts = await self._boards.facts(correction.key, AS_PLAYED)
        assert facts is not None
        ids = await self._backend.ids(person.id)
        number = len(await self._backend.store.corrections(self._backend.bot, correction.key)) + 1
        pending = Pending(
            *(fresh_word(LONG), *correction.key, number, correction.totals, correction.reason, person.id),
            at=self._backend.door.clock(),
            agreed=sides_of(facts, ids),
        )
        await self._agreements.keep(pending)
        for side in missing:
            for one in facts.sides[side].people:
                other = await self._backend.people.person(one)
                if is_erased(other):
                    continue
                words = await self._proposal_words(pending, correction.match, other.language)
                please = say(other.language, "correct.please", word=pending.word)
                agrees = _agreeing(pending.word)
                self._backend.tell(
                    News(other.id, f"{words} {please}", agrees=agrees, match=correction.match, rings=True)
                )
        return Answer(True, say(language, "correct.asked", match=correction.match), page=Proposed(correction.match))

    async def _agree(self, person: Person, word: str, language: Language) -> Answer:
        """Somebody who played agrees to what is proposed."""
        key, now = await self._agreements.match(word), self._backend.door.clock()
        number = len(await self._backend.store.corrections(self._backend.bot, key)) + 1 if key else 0
        pending = await self._agreements.of(key, number, now) if key else None
        facts = await self._boards.facts(key, AS_PLAYED) if key else None
        sides = sides_of(facts, await self._backend.ids(person.id)) if facts else ()
        if key is None or pending is None or facts is None or pending.word != word or not sides:
            return Answer(False, say(language, "correct.old"))
        match, others = (await self._matches.names_of([key]))[key], await self._asked_sides(facts)
        agreed = await self._agreements.agree(pending, sides, others)
        if agreed is None:
            return Answer(False, say(language, "correct.old"))
        if set(others) <= set(agreed.agreed):
            author = await self._backend.people.person(agreed.author)
            correction = AskedCorrection(word, key, match, agreed.totals, agreed.reason, now)
            return await self._correct(author, person, correction, language, number)
        return Answer(True, say(language, "correct.agreed", match=match), page=Proposed(match))

    async def _correct(
        self, author: Person, actor: Person, order: AskedCorrection, language: Language, number: int = 0
    ) -> Answer:
        """The correction of the author, as that of this `number` where others have agreed to it: one of them does it.

        `actor` is who said the last word, and reads the answer.
        """
        sides, before = _sides(await self._first(order.key)), await self._boards.facts(order.key)
        at = self._backend.door.clock()
        row = await self._boards.correct(order.key, order.totals, author.id, order.reason, at, number)
        if row is None:
            return Answer(False, say(language, "correct.old"))
        LOG.info("a match was corrected", extra={"table": row.table, "revision": row.revision, "number": row.number})
        after = await self._boards.facts(order.key)
        await self._tell(author, actor, order, sides, before, after)
        result = _result(language, sides, after)
        words = say(language, "correct.done", match=order.match, result=result, reason=order.reason)
        return Answer(True, words, page=Corrected(order.match))

    async def _tell(
        self,
        author: Person,
        actor: Person,
        correction: AskedCorrection,
        sides: list[str],
        before: Facts | None,
        after: Facts | None,
    ) -> None:
        """Everybody who played the match, but for the actor, who is answered; the author that their word counts now."""
        played = before or after
        seats = [seat for _, seat in played.seats()] if played else []
        people = [await self._backend.people.person(seat.person) for seat in seats if seat.person]
        for person in {one.id: one for one in people if one.id not in ("", actor.id)}.values():
            language = person.language
            now = _result(language, sides, after)
            facts = {"match": correction.match, "reason": correction.reason}
            if person.id == author.id:
                words = say(language, "correct.done", result=now, **facts)
            else:
                was = _result(language, sides, before)
                name = player_name(language, author.name)
                words = say(language, "correct.told", name=name, before=was, after=now, **facts)
            if not is_erased(person):
                self._backend.tell(News(person.id, words))


def _agreeing(word: str) -> str:
    """The command of who confirms a correction, or agrees to it."""
    return f"correct yes {word}"


def _sides(totals: str) -> list[str]:
    """The sides of a match in the order of its code."""
    return totals.split()[::2]


def _totals_words(language: Language, totals: str) -> str:
    """The totals of a correction."""
    if totals == AS_PLAYED:
        return say(language, "correct.as-played")
    return totals or say(language, "correct.annulled")


def _result(language: Language, sides: list[str], facts: Facts | None) -> str:
    """`NS 455 EW 310 (VP 12–8)`; a word where the match does not count."""
    if facts is None:
        return say(language, "correct.annulled")
    totals = " ".join([f"{name} {side.total}" for name, side in zip(sides, facts.sides, strict=True)])
    points = [share(language, side.vp / SIXTHS) for side in facts.sides if side.vp is not None]
    return f"{totals} (VP {'–'.join(points)})" if points else totals
