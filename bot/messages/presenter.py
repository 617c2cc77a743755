"""From a table and a viewer to the message they are shown: one table of kinds, for letters and for who asks to look."""

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from bot.messages.call_message import call_message
from bot.messages.hand_message import hand_message
from bot.messages.lobby_message import lobby_message
from bot.messages.message import Message
from bot.messages.moviola import moviola_message
from bot.messages.result_message import result_message
from bot.messages.score_message import score_message
from bot.messages.table_message import table_message
from bot.tables.table import Table
from bot.views.table_view import TableView
from bot.views.viewer import Viewer

TABLE: Final = "table"
HAND: Final = "hand"
SCORE: Final = "score"
MOVIOLA: Final = "moviola"
CALL: Final = "call"
RESULT: Final = "result"

Kind: TypeAlias = Callable[[TableView], Message | None]


def _table(view: TableView) -> Message | None:
    """The lobby before the match, then the deal; nothing in the moment between a rematch and its first deal."""
    return lobby_message(view) if view.table.match is None else table_message(view)


KINDS: Final[Mapping[str, Kind]] = {
    TABLE: _table,
    HAND: hand_message,
    SCORE: score_message,
    CALL: call_message,
    MOVIOLA: moviola_message,
    RESULT: result_message,
}
"""The kinds of letters (`bot.host.door.letters`) and what each shows; sheet and moviola are for who asks."""


def present(kind: str, table: Table, viewer: Viewer) -> Message | None:
    """What a letter of this kind shows the viewer; None where there is nothing to show them now."""
    make = KINDS.get(kind)
    return make(TableView(table, viewer)) if make else None


def present_scored(kind: str, table: Table, viewer: Viewer) -> Message | None:
    """The same for who asks for it: after a rematch they still find the score and the moviola of the match."""
    return present(kind, table.with_score_sheet if kind in (SCORE, RESULT, MOVIOLA) else table, viewer)


def present_letter(kind: str, table: Table, viewer: Viewer) -> Message | None:
    """What a letter shows: the end of a deal as one picture, where who asks for the score gets the whole sheet."""
    return present_scored(RESULT if kind == SCORE else kind, table, viewer)
