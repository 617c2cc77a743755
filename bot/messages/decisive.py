"""The parts of a table that decide what a letter's message says, for letters that most moves do not change.

Each move sends a letter to everybody at the table. But people who wait still hold the same cards, a channel's table is
changed only once a turn where edits are dear, and a call in the channel stands until the person in turn acts. Most of
these messages would be made only to find that they are there already. So the deciding parts are compared instead. Only
parts that are known to change nothing are left out; every other part counts, also one that is added one day.
"""

from collections.abc import Callable
from dataclasses import fields
from operator import attrgetter
from typing import Any, Final, TypeAlias

from bot.messages.heard import hand_reasons, has_new_reason, joined
from bot.messages.phrase_menu import MENU as PHRASES
from bot.messages.presenter import HAND, TABLE
from bot.tables.clocks import turn_ends
from bot.tables.table import PLAYING, Table
from bot.views.deal_view import stallo_near
from bot.views.table_view import TableView
from bot.views.time_view import clock_end
from bot.views.viewer import Viewer
from engine.deal import Deal

Decisive: TypeAlias = tuple[Any, ...]

_PLAY: Final = frozenset("stage since game lines turn after_turn happened acted mentioned mentioned_request".split())
"""Fields that change with each action of the player in turn; the deciding parts of the game are named below."""
_TURN: Final = frozenset("turn_since pinged offered reminded called extra pozzetto_time outage copied".split())
"""What concerns the player in turn alone, or who reads of the turn in a channel."""


def _others(*left_out: frozenset[str]) -> Callable[[Table], Decisive]:
    """All of a table but these."""
    return attrgetter(*[one.name for one in fields(Table) if not any(one.name in names for names in left_out)])


_OF_A_HAND: Final = _others(_PLAY, _TURN)
_OF_A_PLAY: Final = _others(frozenset(["acted", "mentioned", "mentioned_request"]))
_OF_A_CHANNEL: Final = _others(_PLAY)


def decisive(kind: str, table: Table, viewer: Viewer, now: int) -> Decisive | None:
    """Equal for two tables where a letter shows the viewer the same; None where that cannot be said so.

    A channel's table is meant as it stands on a platform where its message is changed once a step. `now`: milliseconds.

    Whether they are to hear of it is another question (`is_heard`).
    """
    if table.phase != PLAYING or table.game is None or table.settings.days or table.proposal is not None:
        return None
    if kind == HAND:
        return _hand(table, table.game.deal, viewer)
    return _channel(table, table.game.deal, now) if kind == TABLE and not viewer.person else None


def _hand(table: Table, deal: Deal, viewer: Viewer) -> Decisive | None:
    """The hand of somebody who waits; or of the player in turn, until they act.

    Who waits is shown no menu but the phrases, which open and close as turns pass.
    """
    seat = table.seat_of(viewer.person)
    if seat == deal.seat:  # where a clock runs, it shows the time
        return None if clock_end(table) else ("play", *_OF_A_PLAY(table))
    if not seat or viewer.draft.menu.startswith(PHRASES) or deal.code.rules.open_pairs:
        return None
    number = deal.code.seats.index(seat)
    side = deal.code.side_of[number]
    own = deal.hands[number], deal.unseen >> number & 1, deal.taken >> side & 1, bool(deal.pozzetti)
    in_turn = deal.turn if viewer.together else -1  # named in the table above it
    return "hand", own, deal.is_over, in_turn, _OF_A_HAND(table)


def is_heard(kind: str, table: Table, viewer: Viewer, ping: str) -> bool:
    """Whether the viewer has heard of all that calls them now, where they have heard of these reasons."""
    return kind != HAND or not has_new_reason(joined(hand_reasons(TableView(table, viewer))), ping)


def _channel(table: Table, deal: Deal, now: int) -> Decisive:
    """A step of the table: its turn, and what is said beside it."""
    assert table.game is not None
    may_call = bool(table.turn_grace) and now >= turn_ends(table)
    return "table", table.game.turn_number, len(deal.lap), stallo_near(deal), may_call, _OF_A_CHANNEL(table)
