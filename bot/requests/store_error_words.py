"""What people are told when something could not be stored, or nobody knows whether it was."""

from bot.host.ports import DatabaseGone, StoreError, Unsure
from bot.words.languages import Language, say


def store_error_words(language: Language, error: StoreError) -> str:
    """The sentence for whoever wanted it stored; the store's own words are for the log."""
    if isinstance(error, Unsure):
        return say(language, "store.unsure")
    if isinstance(error, DatabaseGone):
        return say(language, "store.gone")
    return say(language, "store.failed")
