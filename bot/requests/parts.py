"""What the service consists of: each part once, with those that it works with, and woken by what the door tells."""

from collections.abc import Callable
from typing import Protocol

from bot.host.analyses import Analyses
from bot.host.door import Door
from bot.host.notes import Notes
from bot.requests.about import AboutPeople
from bot.requests.backend import Archive, Backend
from bot.requests.champions import Champions
from bot.requests.channels import Channels
from bot.requests.chat import TableChats
from bot.requests.deal_analyses import DealAnalyses
from bot.requests.friends import Friends
from bot.requests.hand_drafts import HandDrafts
from bot.requests.hints import Hints
from bot.requests.host_talk import HostTalk
from bot.requests.linking import Linking
from bot.requests.meant_tables import MeantTables
from bot.requests.news import News
from bot.requests.opening_news import OpeningNews
from bot.requests.openings import TableOpenings
from bot.requests.own_link import OwnLinks
from bot.requests.people import People
from bot.requests.phrases import Phrases
from bot.requests.plans import PlannedMatches
from bot.requests.pushes import Pushes
from bot.requests.seating import Seatings
from bot.requests.table_commands import Commands
from bot.requests.table_index import TableIndex
from bot.requests.tournaments.club_tournaments import ClubTournaments
from bot.requests.tournaments.table_broadcasts import TableBroadcasts
from bot.requests.turn_calls import TurnCalls
from bot.requests.unreadable import Unreadable
from bot.requests.weekly_boards import WeeklyBoards
from bot.words.languages import Language


class NoteChange(Protocol):
    """What is called with a table's id and whose view of it has changed: "" for everybody's."""

    def __call__(self, table_id: str, person: str = "", /) -> None: ...


class Parts:
    """The parts of one bot's service; `tell` reaches somebody who has not asked."""

    def __init__(
        self,
        door: Door,
        store: Archive,
        bot: str,
        language: Language,
        theme: str,
        analyses: Analyses | None,
        note_change: NoteChange,
        tell: Callable[[News], None],
    ) -> None:
        self.analyses = DealAnalyses(analyses)
        self.people = People(store, bot, language)
        self.tables = TableIndex(door, store)
        unreadable = Unreadable(door, store, self.people, tell)
        self.notes = Notes(store, bot, door.clock)
        self.backend = Backend(door, store, bot, self.people, self.tables, unreadable, self.notes, tell)
        self.channels = Channels(store, bot, language, theme)
        self._join_tables(door, store, bot, note_change)
        self._join_clubs(door, note_change)
        self._listen(door, note_change)

    def _join_tables(self, door: Door, store: Archive, bot: str, note_change: NoteChange) -> None:
        backend, channels = self.backend, self.channels
        self.drafts = HandDrafts(store, bot, note_change, door.note_handled)
        self.talk = HostTalk()
        self.phrases = Phrases(door.clock, note_change, self.talk)
        self.chats = TableChats(door.clock, note_change, self.talk)
        self.hints = Hints()
        self.turns = TurnCalls()
        self.openings = TableOpenings(backend, channels)
        self.seatings = Seatings(backend, self.openings)
        self.meant_tables = MeantTables(self.tables, backend.unreadable, self.seatings.table_labelled)
        self.commands = Commands(backend, self.drafts)
        self.opening_news = OpeningNews(backend, channels)
        self.friends = Friends(backend, channels)

    def _join_clubs(self, door: Door, note_change: NoteChange) -> None:
        backend, channels = self.backend, self.channels
        self.planned_matches = PlannedMatches(backend, channels, self.opening_news.note_opened)
        self.tournaments = ClubTournaments(backend, channels, self.friends, door.chance)
        self.broadcasts = TableBroadcasts(self.tournaments.tournaments.find, note_change)
        self.tournaments.subjects.listen(self.broadcasts.note_tournament)
        self.about = AboutPeople(backend, channels, self.planned_matches, self.tournaments)
        self.weekly_boards = WeeklyBoards(backend, channels, self.about.boards)
        self.champions = Champions(backend, channels, self.about.boards)
        self.linking = Linking(backend, self.about.matches_together)
        self.pushes = Pushes(backend)
        self.own_links = OwnLinks(backend, self.talk, self.pushes.forget_read)

    def _listen(self, door: Door, note_change: NoteChange) -> None:
        door.listen_for_changes(note_change)
        door.listen(self.drafts.note_table)
        door.listen(self.turns.note_table)
        door.listen(self.chats.note_table)
        door.listen(self.hints.note_table)
        door.listen_for_unreadable(note_change)
        door.listen_for_rewriting(self.chats.drop)
        door.listen_for_rewriting(note_change)
