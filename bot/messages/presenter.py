"""From a table and a reader to the message they are shown: one table of kinds, for letters and for who asks to look."""

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from bot.messages.hand_message import hand_message
from bot.messages.lobby_message import lobby_message
from bot.messages.message import Message
from bot.messages.moviola_message import moviola_message
from bot.messages.score_message import score_message
from bot.messages.showing import Reader, Showing, showing
from bot.messages.table_message import table_message
from bot.tables.table import Table

TABLE: Final = "table"
HAND: Final = "hand"
SCORE: Final = "score"
MOVIOLA: Final = "moviola"

Kind: TypeAlias = Callable[[Showing], Message | None]


def _table(shown: Showing) -> Message | None:
    """The lobby before the match, then the deal; nothing in the moment between a rematch and its first deal."""
    return lobby_message(shown) if shown.table.match is None else table_message(shown)


KINDS: Final[Mapping[str, Kind]] = {
    TABLE: _table,
    HAND: hand_message,
    SCORE: score_message,
    MOVIOLA: moviola_message,
}
"""The kinds of letters (`bot.host.door.letters`), the moviola for who asks, and what each shows."""


def present(kind: str, table: Table, reader: Reader) -> Message | None:
    """What a letter of this kind shows the reader; None where there is nothing to show them now."""
    make = KINDS.get(kind)
    return make(showing(table, reader)) if make else None


def looked_up(kind: str, table: Table, reader: Reader) -> Message | None:
    """The same for a reader who asks for it: after a rematch they still find the score and the moviola of the match."""
    return present(kind, table.scored if kind in (SCORE, MOVIOLA) else table, reader)
