"""One bot as a host serves it: its door, its people and tables, its chats, and what has to run for them.

Everything here is the bot's own, and its name stands before each key of what it stores. What several bots of one host
share (the database, the processes that think and draw, the figures) knows nothing of a table.
"""

import logging
import secrets
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from bot.cli.cohosting import Cohosting
from bot.cli.keeping import Work
from bot.cli.platforms import Chats, platforms
from bot.cli.tidying import keep_tidy
from bot.config.configuration import Configuration
from bot.host.analyses import Analyses
from bot.host.archiving import keep_archiving
from bot.host.computers import ComputerPlayers
from bot.host.health import Health
from bot.host.hosted_bots import BOT
from bot.host.leases import CLUBS
from bot.host.ports import TABLE, Subject
from bot.host.resuming import Resumer
from bot.host.scheduler import Scheduler
from bot.host.subjects import Subjects
from bot.host.wallclock import WallClock
from bot.metrics import CountedDoor, Metrics
from bot.painting import Painter
from bot.planner.kind import PLAN
from bot.requests.service import Service
from bot.series.kind import SERIES
from bot.store.writing import WritingStore
from bot.tournaments.kind import TOURNAMENT

LOG: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Shared:
    """What all bots of one host share."""

    store: WritingStore
    clock: WallClock
    metrics: Metrics
    health: Health
    thinking: ComputerPlayers
    analyses: Analyses
    painter: Painter


@dataclass(frozen=True, slots=True)
class Manner:
    """How a bot is where nobody has chosen: its look, "" for the usual one. `administrators` as platform:account."""

    look: str = ""
    administrators: frozenset[str] = frozenset()


class ServedBot:
    """What one bot has at this host: `door` and `resumer` at once, all else after `join`; then its `parts` can run."""

    def __init__(self, name: str, settings: Configuration, shared: Shared, manner: Manner | None = None) -> None:
        self.name = name
        self._settings = settings
        self._shared = shared
        self._manner = manner or Manner()
        self.door = CountedDoor(shared.store, name, shared.clock, secrets.token_bytes, shared.metrics, shared.health)
        self.resumer = Resumer(self.door, shared.store)

    def join(self, others: Cohosting) -> None:
        """Its people, tables and chats; what other hosts change of them is known here, too."""
        shared, door = self._shared, self.door
        self.leases = others.leases
        self.service = service = Service(
            door, shared.store, self.name, self._settings.language, shared.analyses, self._manner.look
        )
        service.tournaments.note_printer(shared.painter.print)
        service.hints.note_adviser(shared.thinking.advise)
        self.chats = Chats(
            platforms(self._settings, shared.clock),
            service,
            door,
            shared.store,
            shared.painter.paint,
            counted=shared.metrics.counting_letters,
            leases=others.leases,
            administrators=self._manner.administrators,
        )
        self._scheduler = Scheduler(door, shared.store, shared.thinking.think, self.chats.homes)
        self._heed(others)

    def _heed(self, others: Cohosting) -> None:
        service = self.service
        kinds: Mapping[str, Subjects[Any]] = {
            TABLE: self.door,
            PLAN: service.planned_matches.planner.subjects,
            TOURNAMENT: service.tournaments.subjects,
            SERIES: service.tournaments.series.subjects,
        }
        others.follow(
            kinds,
            self._look_anew,
            service.pushes.forget_read,
            service.read_people_anew,
            service.talk.hear,
            lambda table: self.chats.writes_of(table) or service.is_anybody_here(table),
        )
        service.note_others(lambda: others.leases.is_doubted)
        service.talk.share(others.tell)
        others.take_over(self.chats.begin_anew, self.chats.leave)

    def _look_anew(self, changed: Collection[Subject] | None) -> None:
        """Something else may be due of these subjects, or be for this host to do; None: of all."""
        wakes = {
            TABLE: self._scheduler.look_anew,
            PLAN: self.service.planned_matches.planner.wake,
            TOURNAMENT: self.service.tournaments.tournaments.wake,
            SERIES: self.service.tournaments.series.keeper.wake,
        }
        scheduler = self._scheduler
        kinds = (
            wakes
            if changed is None
            else {one.kind for one in changed if one.kind != TABLE or scheduler.may_act_for(one.id)}
        )
        for kind in kinds:
            wakes[kind]()

    def note_clock_jump(self, since: int, until: int, *, was_alone: bool) -> None:
        """The tables are told that nobody was there; where others were, only this machine slept."""
        if was_alone:
            self.resumer.note_clock_jump(since, until)
        self.chats.note_clock_jump(since, until)

    def parts(self) -> dict[str, Work]:
        """What runs as long as it is served, by name; that of a bot that was added begins with the bot's."""
        service, store, name = self.service, self._shared.store, self.name
        works: dict[str, Work] = {
            "scheduler": self._scheduler.run,
            "upkeep": self.of_clubs(partial(keep_tidy, store, name, self._shared.clock)),
            **self._archiving(),
            "rouser": self.resumer.run,  # as log lines and figures call it
            "planner": self.of_clubs(service.planned_matches.run),
            "tournaments": self.of_clubs(service.tournaments.run),
            "series": self.of_clubs(service.tournaments.series.run),
            **self.chats.parts(),
        }
        return works if name == BOT else {f"{name} {part}": work for part, work in works.items()}

    def end(self) -> None:
        """It is served no more."""
        self.door.leave()

    def of_clubs(self, work: Work) -> Work:
        """Work that one of several hosts does."""
        return partial(self.leases.while_held, CLUBS, work)

    def _archiving(self) -> dict[str, Work]:
        """Nothing where it is off."""
        days = self._settings.archive_days
        if days is None:
            return {}
        work = partial(keep_archiving, self._shared.store, self.name, self._shared.clock, days)
        return {"archive": self.of_clubs(work)}
