"""The page of one bot: who answers there, the apps that show it, the windows that are open, who is told in them.

A host has one at its own address, and one below `bots/NAME/` for each bot that was added. They have the server, its
limits and the files of the page in common, and nothing that anybody has done: a window knows its own bot alone.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final, Protocol

from bot.adapters.web.app_door import App, AppDoor
from bot.adapters.web.limits import PageLimits
from bot.adapters.web.public_name import PublicName
from bot.adapters.web.replays import Replays
from bot.adapters.web.window import Window
from bot.gateway.inbound.inbound import Inbound
from bot.gateway.outbound.delivery import Paint
from bot.requests.news import News
from bot.requests.turn_calls import TurnCall

BOTS: Final = "bots"  # the folder of the pages of bots that were added
FIRST: Final = ""  # the bot of the settings


class Push(Protocol):
    """Who sends messages to browsers, where that is on: by its key they subscribe."""

    @property
    def public_key(self) -> str: ...

    def call(self, call: TurnCall, /) -> None: ...


class BotPage:
    """The page of a bot, `FIRST` for the one of the settings. `public`: where the host is found."""

    def __init__(
        self,
        bot: str,
        inbound: Inbound,
        public: PublicName,
        paint: Paint | None,
        limits: PageLimits,
        apps: Sequence[App],
        push: Push | None,
    ) -> None:
        self.below = f"{BOTS}/{bot}/" if bot else ""  # behind the host's own address
        self.public = replace(public, path=f"{public.path}/{BOTS}/{bot}") if bot else public
        self.inbound = inbound
        self.doors = {app.name: AppDoor(app, inbound, self.public, paint, limits) for app in apps}
        self.replays = Replays(limits, inbound.analyses)
        self.windows: set[Window] = set()
        self._push = push
        inbound.listen(
            changes=self._wake,
            news=self._hear,
            tournaments=self._note_tournament,
            turns=self._call,
            present=self._is_present,
            links=self._note_links,
        )

    @property
    def push_key(self) -> str:
        """By which browsers ask for messages; "" where none are sent."""
        return self._push.public_key if self._push is not None else ""

    def _wake(self, table: str, person: str) -> None:
        for window in self.windows:
            window.wake(table, person)

    def _note_tournament(self, id_: str) -> None:
        for window in self.windows:
            window.note_tournament(id_)

    def _note_links(self, person: str) -> None:
        for window in self.windows:
            if window.person == person:
                window.look_again()

    def _hear(self, news: News) -> None:
        for window in self.windows:
            window.hear(news)

    def _is_present(self, people: Collection[str]) -> bool:
        return any(window.person in people for window in self.windows)

    def _call(self, turn: TurnCall) -> None:
        """Somebody's turn has begun: who looks at any window of theirs sees it, and is told nowhere else."""
        theirs = [window for window in self.windows if window.person == turn.person]
        if not any(window.is_looked_at for window in theirs):
            for window in theirs:
                window.call(turn)
            if self._push is not None:
                self._push.call(turn)
