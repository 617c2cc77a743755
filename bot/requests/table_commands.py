"""A command at a table: what is to be confirmed first, the door's reply in words, and who has got a place by it."""

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import Final, assert_never

from bot.host.door import Accepted, Door, NoTable, OldButton, Repeated, Reply
from bot.host.ports import Person
from bot.requests.answer import Answer, BreaksOff, CautionPage, Ends, FillsUp, Moved
from bot.requests.backend import Backend
from bot.requests.hand_drafts import HandDrafts
from bot.requests.news import News
from bot.requests.people import who
from bot.requests.written_settings import as_kept
from bot.tables.commands import BY_PEOPLE
from bot.tables.consent import at_stake, is_of_others, match_mark
from bot.tables.deals import awaits_rematch
from bot.tables.lobby import seats_mark
from bot.tables.lock import refusal
from bot.tables.settings import NO_TARGET, ends_target
from bot.tables.table import LOBBY, PLAYING, Table
from bot.tables.who import Declined
from bot.words import refusals
from bot.words.declined import declined_words
from bot.words.languages import Language, list_words, say
from bot.words.notices import Notice, notice
from bot.words.rematch import rematch_begins
from engine.actions import DECLINE, DRAW, PICK_UP, Add, format_action, parse_action
from engine.additions import both_ends
from engine.cards import Malformed
from engine.cautions import cautions
from engine.deal import Deal
from engine.view import view

LONGEST_DELIVERY: Final = 40
LONGEST_COMMAND: Final = 400
TAKING: Final = tuple(format_action(action) for action in (DRAW, PICK_UP, DECLINE))  # cards stay ticked meanwhile
SURE: Final = "sure"  # what a button says behind its command after the question, with its mark
AS_ADMIN: Final = "end admin"  # the same of an admin, about a game of others


@dataclass(frozen=True, slots=True)
class Do:
    """A command at a table (one of `bot.tables.commands.BY_PEOPLE`, with its words).

    `stage` is that of the picture it was chosen from, below 0 where there was none. `sure`: a caution about it has
    been read. `admin`: the platform says that they may direct this channel.
    """

    table: str
    command: str
    delivery: str
    stage: int = -1
    sure: bool = False
    admin: bool = False

    @property
    def line(self) -> str:
        return self.command.removeprefix("play ")


class Commands:
    """Carries out commands at tables."""

    def __init__(self, backend: Backend, drafts: HandDrafts) -> None:
        self._backend = backend
        self._drafts = drafts

    async def do(self, person: Person, table: Table, table_id: str, request: Do) -> Answer:
        """Once for each delivery."""
        verb, *rest = request.command.split(maxsplit=1) or [""]
        named = 0 < len(request.delivery) <= LONGEST_DELIVERY
        if verb not in BY_PEOPLE or not named or len(request.command) > LONGEST_COMMAND:
            return Answer(False, declined_words(person.language, Declined("no-such-command")))
        if verb == "set" and rest:  # in whatever chat or window it was written
            request = replace(request, command=f"{verb} {_as_meant(table, rest[0])}")
        request = _confirmed_request(person, table, request, verb)
        if locked := refusal(table, who(person, request.admin), request.command):  # before anything is asked about it
            return Answer(False, declined_words(person.language, locked, table), table_id)
        question = None if request.sure else _question(person, table, request, verb)
        if question is not None:
            return replace(question, table=table_id)
        reply = await self._submit(person, table_id, request, verb)
        answer = answer_of(person.language, table, table_id, reply)
        if isinstance(reply, Accepted):
            unticked = await self._afterwards(person, table, reply.table, table_id, request.command)
            return replace(answer, unticked=unticked)
        return answer

    async def _submit(self, person: Person, table_id: str, request: Do, verb: str) -> Reply:
        door: Door = self._backend.door
        command = "start" if verb == "start" else request.command  # chance is the door's
        stage = request.stage if request.stage >= 0 else None
        return await door.submit(
            table_id, who(person, request.admin), f"{person.id}:{request.delivery}", command, stage
        )

    async def _afterwards(self, person: Person, before: Table, after: Table, table_id: str, command: str) -> bool:
        """What follows; whether a card that they still hold is ticked no more, as the new hand may show it."""
        verb, unticked = command.split(maxsplit=1)[0], False
        if verb == "play" and "".join(command.split()[1:]) not in TAKING:
            unticked = await self._drafts.untick(after, table_id, person.id)
        if verb == "join":
            await self._backend.people.moved_to(person, table_id)
        seated = newly_seated(before, after, person.id)
        async with nullcontext() if verb == "join" or not seated else self._backend.seating:  # who joins holds it
            for person_id in seated:
                await tell_seat(self._backend, person_id, table_id, after.label, table_id)
        if verb == "rematch" and awaits_rematch(after) and not awaits_rematch(before):
            await self._tell_rematch(person, after, table_id)
        return unticked

    async def _tell_rematch(self, asker: Person, table: Table, table_id: str) -> None:
        """The others are to say whether they want it, too."""
        for chair in table.chairs:
            if chair.human and chair.person != asker.id:
                other = await self._backend.people.person(chair.person)
                wants = notice(other.language, Notice.WANTS_REMATCH, name=who(asker).name)
                words = f"{wants} {rematch_begins(other.language, table)}"
                rings = not table.settings.days  # there their hand does
                news = News(other.id, words, agrees=f"rematch {table.label}", rings=rings, seen_at=table_id)
                self._backend.tell(news)


def newly_seated(before: Table, after: Table, but: str) -> list[str]:
    """Whoever waited and sits now, and is to be told, except the one who did it."""
    return [person_id for person_id, _ in before.waiting if person_id != but and after.seat_of(person_id)]


async def tell_seat(backend: Backend, person_id: str, table_id: str, label: str, instead: str) -> None:
    """A person has got a place: they are told, and shown the table in place of the other.

    Their row is written whole: whoever calls this holds `seating`.
    """
    person = await backend.people.person(person_id)
    await backend.people.moved_to(person, table_id)
    words = notice(person.language, Notice.SEAT_FOR_YOU, name=who(person).name, table=label)
    backend.tell(News(person.id, words, table_id, instead, rings=True))


def waiting_words(person: Person, table: Table) -> str:
    """Which number somebody is on a table's waiting list; "" for who does not wait there."""
    places = [place for place, (waits, _) in enumerate(table.waiting, 1) if waits == person.id]
    return notice(person.language, Notice.WAITING, table=table.label, place=places[0]) if places else ""


def answer_of(language: Language, table: Table, table_id: str, reply: Reply) -> Answer:
    """The door's reply in words."""
    match reply:
        case Accepted() | Repeated():
            return Answer(True, table=table_id)
        case OldButton():
            return Answer(False, notice(language, Notice.STALE), table_id, Moved())
        case Declined():
            return Answer(False, declined_words(language, reply, table), table_id)
        case NoTable():
            return Answer(False, notice(language, Notice.NO_TABLE, code=""))
        case _:
            assert_never(reply)


def _as_meant(table: Table, text: str) -> str:
    """Settings as they are kept, with what who writes them means by them at this table."""
    words = as_kept(text).split()
    if ends_target(table.settings, {name: value for name, _, value in [word.partition("=") for word in words]}):
        words += [f"{name}={value}" for name, value in NO_TARGET.items()]
    return " ".join(words)


def _confirmed_request(person: Person, table: Table, request: Do, verb: str) -> Do:
    """What a button under a caution means: yes, for what it was about; for anything else it is asked anew.

    Others see an admin's button, too: it gives nobody's own match up.
    """
    answer, _, mark = request.command.partition("-")
    is_of_admin = answer == AS_ADMIN
    if not is_of_admin and (verb not in QUESTIONS or answer != f"{verb} {SURE}"):
        return request
    may_be_meant = not is_of_admin or is_of_others(table, who(person, request.admin))
    return replace(request, command=verb, sure=may_be_meant and mark == question_mark(verb, table))


def question_mark(verb: str, table: Table) -> str:
    """What a question about a command is asked of: a match, and before a start who sits there."""
    return seats_mark(table) if verb == "start" else match_mark(table)


def _question(person: Person, table: Table, request: Do, verb: str) -> Answer | None:
    """What is to be confirmed before it is done: a caution, or the end where a matta is to go."""
    asks = _risks if verb == "play" else QUESTIONS.get(verb)
    return asks(person, table, request) if asks is not None else None


def _gives_up(person: Person, table: Table, _request: Do) -> Answer | None:
    if table.phase != PLAYING or not table.seat_of(person.id):
        return None
    return Answer(False, page=CautionPage(say(person.language, "answer.resign")))


def _ends(person: Person, table: Table, request: Do) -> Answer | None:
    if table.seat_of(person.id) and at_stake(table):
        return Answer(False, page=CautionPage(say(person.language, "answer.end-gives-up")))
    if not is_of_others(table, who(person, request.admin)):
        return None
    names = list_words(person.language, [table.chair(seat).name for seat in table.people])
    return Answer(False, page=BreaksOff(say(person.language, "answer.end-breaks-off", table=table.label, names=names)))


def _fills_up(person: Person, table: Table, request: Do) -> Answer | None:
    """Seats that are free may be those of friends who are on their way: nobody gives them to computers by a slip."""
    free = sum(not chair.is_taken for chair in table.chairs)
    if not free or table.phase != LOBBY or not (person.id == table.opener or request.admin):
        return None
    asks = say(person.language, "answer.fills-up", table=table.label, count=free)
    return Answer(False, page=FillsUp(asks, f"start {SURE}-{question_mark('start', table)}"))


QUESTIONS: Final[Mapping[str, Callable[[Person, Table, Do], Answer | None]]] = {
    "start": _fills_up,
    "resign": _gives_up,
    "end": _ends,
}
"""Commands that may be asked back; each says what, or None where it is done at once. Plays have their cautions."""


def _risks(person: Person, table: Table, request: Do) -> Answer | None:
    """A caution about a play, as its player sees the deal; or on which end of a meld a matta is to go."""
    seat = table.seat_of(person.id)
    if table.phase != PLAYING or table.game is None or seat != table.in_turn:
        return None
    try:
        action = parse_action(request.command.removeprefix("play").strip())
    except Malformed:
        return None
    deal = view(table.game.deal, seat).deal
    if isinstance(action, Add) and not action.end and _has_two_ends(deal, action):
        return Answer(False, page=Ends())
    warned = cautions(deal, action)
    words = " ".join([refusals.caution(person.language, one) for one in warned])
    return Answer(False, page=CautionPage(words)) if warned else None


def _has_two_ends(deal: Deal, action: Add) -> bool:
    """Whether the matta that is added may go on either end of its meld."""
    melds = deal.melds[deal.code.side_of[deal.turn]]
    return 1 <= action.meld <= len(melds) and both_ends(deal.code.book, melds[action.meld - 1], action.cards)
