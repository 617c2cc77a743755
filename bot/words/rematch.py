"""What is said of a rematch that not everybody has asked for yet: it begins all the same."""

from bot.durations import SECOND
from bot.tables.table import Table
from bot.tables.timers import rematch_patience
from bot.words.languages import Language
from bot.words.notices import Notice, notice
from bot.words.table_words import duration


def rematch_begins(language: Language, table: Table) -> str:
    """When it begins, and what who does not want it can do."""
    time = duration(language, rematch_patience(table.settings) / SECOND)
    return notice(language, Notice.REMATCH_BEGINS, table=table.label, time=time)
