"""What somebody has said at the table last, of the few phrases there are: one line, until the next turn has ended."""

from typing import Final

from bot.tables.table import CLOSED, LOBBY, PLAYING, Table
from bot.views.table_view import Json, TableView
from bot.views.viewer import Phrase
from bot.words.languages import say
from bot.words.phrases import PHRASES, phrase_words

BETWEEN: Final = 0  # stands for a turn where none is played; the first one of a deal is 1


def phrase_now(table: Table, person: str, phrase: str) -> Phrase:
    """What this person says at the table now."""
    return Phrase(person, phrase, *_moment(table))


def phrase_line(view: TableView) -> str:
    """The last one, with whose it is: "" where there is none, or it is over, or its person has gone."""
    said_last = view.viewer.phrase
    seat = view.table.seat_of(said_last.person) if said_last is not None else ""
    if said_last is None or not seat or not view.table.settings.phrases or not _lasts(said_last, view.table):
        return ""
    return say(
        view.language, "table.phrase", name=view.names[seat], phrase=phrase_words(view.language, said_last.phrase)
    )


def may_say(table: Table, person: str) -> bool:
    """Whether this person may say anything there, to somebody."""
    return table.settings.phrases and bool(table.seat_of(person)) and len(table.people) > 1


def phrases_page(view: TableView) -> list[Json]:
    """The phrases that this viewer may say, as a page offers them; none where there is nobody to say them to."""
    if not may_say(view.table, view.viewer.person) or view.table.phase in (LOBBY, CLOSED):
        return []
    return [{"phrase": one, "words": phrase_words(view.language, one)} for one in PHRASES]


def _moment(table: Table) -> tuple[int, int]:
    deals = len(table.match.deals) if table.match is not None else 0
    return deals, table.game.turn_number if table.phase == PLAYING and table.game is not None else BETWEEN


def _lasts(phrase: Phrase, table: Table) -> bool:
    """Until the end of the turn after it; what ends a deal is shown until the next one."""
    deals, turn = _moment(table)
    if turn == BETWEEN:
        last = table.game.turn_number if table.game is not None else BETWEEN
        return phrase.deals == deals or (phrase.deals == deals - 1 and phrase.turn + 1 >= last)
    return phrase.deals == deals and turn <= phrase.turn + 1
