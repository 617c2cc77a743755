"""What every part of the service works with."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from bot.boards.ports import BoardStore, PrivacyStore
from bot.chat.service.intents import News
from bot.chat.service.people import People
from bot.chat.service.whereabouts import Whereabouts
from bot.host.door import Door
from bot.host.ports import Store
from bot.planner.ports import PlanStore


class Archive(Store, BoardStore, PrivacyStore, PlanStore, Protocol):
    """Everything that is stored: tables and people, results, plans."""


@dataclass(frozen=True, slots=True)
class Desk:
    """One bot's door, store and people; `tell` reaches somebody who has not asked.

    Whoever seats people, or makes two accounts one person, holds `seating`: so nobody sits down as somebody who at the
    same moment becomes somebody else.
    """

    door: Door
    store: Archive
    bot: str
    people: People
    where: Whereabouts
    tell: Callable[[News], None]
    seating: asyncio.Lock = field(default_factory=asyncio.Lock)
