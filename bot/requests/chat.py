"""What friends write to each other at their table in the browser: plain text, in memory alone and bounded.

It is no play: it is in no log, no record, no letter and no backup; other hosts are told of it. It goes with the table,
with whoever is forgotten who sat there, and with a restart. `bot.tables.friends` says where there is any.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from bot.bounded import Bounded
from bot.host.ports import Person
from bot.requests.answer import Answer
from bot.requests.host_talk import HostTalk
from bot.requests.people import who
from bot.requests.settings import PHRASES as WANTED
from bot.settings_text import read_settings
from bot.tables.friends import chat_refusal, readers
from bot.tables.setting import OFF
from bot.tables.table import CLOSED, Table
from bot.tables.who import Declined
from bot.views.viewer import ChatLine, TableChat
from bot.words.declined import declined_words
from bot.words.names import plain_line

TABLES: Final = 1_000  # whose chat is known
LINES: Final = 50  # of a table, the latest
SIGNS: Final = 200  # of a line, as people count them
PEOPLE: Final = 10_000  # whose pace is known; and pairs of whom one does not read the other
AT_ONCE: Final = 5  # lines of one person
SPAN: Final = 10_000  # milliseconds in which they may write so many


@dataclass(frozen=True, slots=True)
class Write:
    """Somebody who sits there writes to the others. No error, log or test report shows the text."""

    table: str
    words: str = field(repr=False)
    delivery: str = ""


@dataclass(frozen=True, slots=True)
class Mute:
    """From now on they do not read what whoever sits there writes; without `muted` they do again."""

    table: str
    seat: str
    muted: bool = False


class TableChats:
    """One bot's. `clock`: milliseconds; `changed` is called with a table, and who reads it otherwise, "" for all."""

    def __init__(self, clock: Callable[[], int], changed: Callable[[str, str], None], talk: HostTalk) -> None:
        self._clock = clock
        self._talk = talk
        talk.listen({"line": self._hear_line, "mute": self._note_mute})
        self._changed = changed
        self._lines: Bounded[str, deque[ChatLine]] = Bounded(TABLES)
        # by table, of the last line; they begin with the time, for pages that were open know those before a restart
        self._numbers: Bounded[str, int] = Bounded(TABLES)
        self._wrote_at: Bounded[str, deque[int]] = Bounded(PEOPLE)
        self._deliveries: Bounded[tuple[str, str], None] = Bounded(PEOPLE)
        self._mutes: Bounded[tuple[str, str], None] = Bounded(PEOPLE)  # who does not read whom

    def answer(self, table: Table, table_id: str, person: Person, request: Write | Mute) -> Answer:
        """What came of it; what is asked of no chat is refused by the same law."""
        declined = chat_refusal(table, person.id)
        if declined is None:
            declined = self._change(table, table_id, person, request)
        if declined is not None:
            return Answer(False, declined_words(person.language, declined, table), table_id)
        return Answer(True, table=table_id)

    def for_reader(self, table: Table, table_id: str, person: Person) -> TableChat | None:
        """What this person reads there; None where there is no chat for them."""
        declined = chat_refusal(table, person.id)
        if declined is not None and declined.key != "chat-strangers":
            return None
        if declined is not None:
            return TableChat(why=declined_words(person.language, declined, table))
        muted = frozenset(one for one in readers(table) if (person.id, one) in self._mutes)
        if read_settings(person.settings).get(WANTED.name) == OFF:
            return TableChat(muted=muted)
        lines = self._lines.get(table_id, ())
        return TableChat(tuple(one for one in lines if person.id in one.readers and one.person not in muted), muted)

    def note_table(self, table_id: str, table: Table) -> None:
        """With the table goes what was written at it."""
        if table.phase == CLOSED:
            self.drop(table_id)

    def drop(self, table_id: str) -> None:
        """Nothing that was written there is known any more: somebody is forgotten who sat there."""
        self._lines.pop(table_id, None)

    def _change(self, table: Table, table_id: str, person: Person, request: Write | Mute) -> Declined | None:
        if isinstance(request, Write):
            return self._write(table, table_id, person, request)
        other = table.chair(request.seat).person if request.seat in table.code.seats else ""
        if other in ("", person.id):
            return Declined("no-such-seat", (("seat", request.seat),))
        self._note_mute(table_id, person.id, other, request.muted)
        self._talk.tell("mute", table_id, person.id, other, request.muted)
        return None

    def _note_mute(self, table_id: str, person: str, other: str, muted: bool) -> None:
        if muted:
            self._mutes[person, other] = None
        else:
            self._mutes.pop((person, other), None)
        self._changed(table_id, person)

    def _write(self, table: Table, table_id: str, person: Person, request: Write) -> Declined | None:
        text, now = plain_line(request.words, SIGNS), self._clock()
        if (person.id, request.delivery) in self._deliveries:
            return None
        if not text:
            return Declined("chat-empty")
        times = self._wrote_at.get(person.id) or deque(maxlen=AT_ONCE)
        if len(times) == AT_ONCE and now < times[0] + SPAN:
            return Declined("chat-too-soon", (("lines", str(AT_ONCE)), ("time", str(SPAN))))
        times.append(now)
        self._wrote_at[person.id] = times
        if request.delivery:
            self._deliveries[person.id, request.delivery] = None
        number = max(self._numbers.get(table_id, 0) + 1, now)
        line = ChatLine(number, person.id, who(person).name, text, readers(table))
        self._note_line(table_id, line)
        self._talk.tell(
            "line", table_id, number, line.person, line.name, line.words, sorted(line.readers), request.delivery
        )
        return None

    def _hear_line(
        self, table_id: str, number: int, person: str, name: str, words: str, readers_then: list[str], delivery: str
    ) -> None:
        """It was written on another host; both may have given the same number, and pages know lines by it."""
        if delivery:
            self._deliveries[person, delivery] = None
        number = max(self._numbers.get(table_id, 0) + 1, number)
        self._note_line(table_id, ChatLine(number, person, name, words, frozenset(readers_then)))

    def _note_line(self, table_id: str, line: ChatLine) -> None:
        self._numbers[table_id] = line.number
        lines = self._lines.get(table_id) or deque(maxlen=LINES)
        lines.append(line)
        self._lines[table_id] = lines
        self._changed(table_id, "")
