"""What is said of a rematch that not everybody has wished yet: it begins all the same."""

from bot.chat.speech.languages import Language
from bot.chat.speech.notices import Notice, notice
from bot.chat.speech.words import duration
from bot.host.dues import rematch_patience
from bot.host.table import SECOND, Table


def rematch_begins(language: Language, table: Table) -> str:
    """When it begins, and what who does not want it can do."""
    time = duration(language, rematch_patience(table.settings) / SECOND)
    return notice(language, Notice.REMATCH_BEGINS, table=table.label, time=time)
