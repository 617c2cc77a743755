"""The short phrases that people may say at a table, each with its sign: these and no others, so none carries a card."""

from typing import Final

from bot.words.command_words import words_for_choice
from bot.words.languages import Language, list_words, say

PHRASES: Final = tuple("bravo well-played good-luck thanks sorry oops wow thinking hurry good-game".split())
KIND: Final = "phrase"  # what they are called in `bot/locales/*/commands.toml`


def phrase_words(language: Language, phrase: str) -> str:
    """A phrase as it is shown."""
    return say(language, f"phrase.{phrase}")


def phrases_to_write(language: Language) -> str:
    """What may be written for each of them, in the reader's language."""
    return list_words(language, [words_for_choice(language, KIND, one) for one in PHRASES])
