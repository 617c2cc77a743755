"""What people say to each other at a table: one of a few phrases, the last of which is shown for a turn.

It is kept here and nowhere else, in memory and bounded, and told to the other hosts: it is no play, so it is in no log
and no record; after a restart it is gone.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bot.bounded import Bounded
from bot.host.ports import Person
from bot.requests.answer import Answer
from bot.requests.host_talk import HostTalk
from bot.requests.settings import PHRASES as WANTED
from bot.settings_text import read_settings
from bot.tables.setting import OFF
from bot.tables.table import CLOSED, LOBBY, Table
from bot.tables.who import Declined
from bot.views.phrase import phrase_now
from bot.views.viewer import Phrase
from bot.words.declined import declined_words
from bot.words.languages import say
from bot.words.phrases import PHRASES, phrases_to_write

TABLES: Final = 10_000  # of which the last phrase is known
PEOPLE: Final = 10_000
BREATH: Final = 5_000  # milliseconds from one phrase of a person's to the next


@dataclass(frozen=True, slots=True)
class SayPhrase:
    """Somebody who sits there says one of `PHRASES`; any other text is answered with what there is."""

    table: str
    phrase: str

    @property
    def line(self) -> str:
        return f"say {self.phrase}"


class Phrases:
    """One bot's. `clock`: milliseconds; `changed` is called with the table where something was said."""

    def __init__(self, clock: Callable[[], int], changed: Callable[[str], None], talk: HostTalk) -> None:
        self._clock = clock
        self._talk = talk
        talk.listen({"phrase": self._hear})
        self._changed = changed
        self._last: Bounded[str, Phrase] = Bounded(TABLES)
        self._spoke_at: Bounded[str, int] = Bounded(PEOPLE)  # by person

    def for_reader(self, table_id: str, settings: str = "") -> Phrase | None:
        """What was said at the table last; `settings` are those of a person, who may not want it."""
        return None if read_settings(settings).get(WANTED.name) == OFF else self._last.get(table_id)

    def put(self, table: Table, table_id: str, person: Person, phrase: str) -> Answer:
        """From now on it is the table's last one, if it may be."""
        if phrase not in PHRASES:
            phrases = phrases_to_write(person.language)
            return Answer(False, say(person.language, "phrase.which", phrases=phrases), table_id)
        declined = self._declined(table, person)
        if declined is not None:
            return Answer(False, declined_words(person.language, declined, table), table_id)
        self._spoke_at[person.id] = self._clock()
        now = phrase_now(table, person.id, phrase)
        self._note(table_id, now)
        self._talk.tell("phrase", table_id, now.person, now.phrase, now.deals, now.turn)
        return Answer(True, table=table_id)

    def _hear(self, table_id: str, person: str, phrase: str, deals: int, turn: int) -> None:
        """It was said on another host."""
        if phrase in PHRASES:
            self._spoke_at[person] = self._clock()
            self._note(table_id, Phrase(person, phrase, deals, turn))

    def _note(self, table_id: str, phrase: Phrase) -> None:
        self._last[table_id] = phrase
        self._changed(table_id)

    def _declined(self, table: Table, person: Person) -> Declined | None:
        if not table.seat_of(person.id):
            return Declined("not-seated")
        if table.phase in (LOBBY, CLOSED):
            return Declined("not-now")
        if not table.settings.phrases:
            return Declined("phrases-off")
        if self._clock() < self._spoke_at.get(person.id, -BREATH) + BREATH:
            return Declined("phrase-too-soon", (("time", str(BREATH)),))
        return None
