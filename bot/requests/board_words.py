"""Which board somebody means: the words behind `leaderboard`, in any language and any order."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.requests.about import Leaderboard
from bot.words.command_words import meanings

CSV: Final = "csv"
_NUMBER: Final = re.compile(r"[1-9]\d?")


def leaderboard(words: Sequence[str], channel: str) -> Leaderboard | None:
    """The board that these words mean; None where one of them means nothing. A number is a page.

    Of several figures the last one counts, and any of them more than Victory Points: "average VP" is the average.
    """
    found, boards, meaning = Leaderboard(channel=channel), meanings("board"), meanings("word")
    for word in " ".join(words).lower().replace("all time", "all-time").split():
        if word in boards:
            field, _, value = boards[word].partition(".")
            found = replace(found, **{field: value})  # type: ignore[arg-type]
        elif word == CSV:
            found = replace(found, csv=True)
        elif _NUMBER.fullmatch(word):
            found = replace(found, page=int(word))
        elif meaning.get(word) == "practice":
            found = replace(found, practice=True)
        elif meaning.get(word) == "last":  # the period before this one
            found = replace(found, back=found.back + 1)
        elif meaning.get(word) not in ("usual", "filler"):  # Victory Points are the order where nothing else is named
            return None
    return found
