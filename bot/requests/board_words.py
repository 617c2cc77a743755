"""Which board somebody means: the words behind `leaderboard`, in any language and any order; and those for a board."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.boards.periods import EVER, WEEK
from bot.requests.board_answers import Leaderboard
from bot.words.command_words import meanings

CSV: Final = "csv"
_NUMBER: Final = re.compile(r"[1-9]\d?")
_FIELDS: Final = ("of", "by", "kind", "scope", "period")


def leaderboard(words: Sequence[str], channel: str) -> Leaderboard | None:
    """The board that these words mean; None where one of them means nothing. A number is a page.

    Of several figures the last one counts, and any of them more than Victory Points: "average VP" is the average. Of
    all time there is none before: "last" alone is last week.
    """
    found, boards, meaning = Leaderboard(channel=channel), meanings("board"), meanings("word")
    for word in " ".join(words).lower().replace("all time", "all-time").split():
        if word in boards:
            field, _, value = boards[word].partition(".")
            found = replace(found, **{field: value})  # type: ignore[arg-type]  # the words of a board name its fields
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
    return replace(found, period=WEEK) if found.back and found.period == EVER else found


def words_of(request: Leaderboard) -> str:
    """Words by which `leaderboard` reads this board again, plain letters and figures; "" for the usual one."""
    usual, boards = Leaderboard(), meanings("board")
    changed = [name for name in _FIELDS if getattr(request, name) != getattr(usual, name)]
    values = [f"{name}.{getattr(request, name)}" for name in changed]
    words = [next(word for word, meaning in boards.items() if meaning == one and word.isalpha()) for one in values]
    last = next(word for word, meaning in meanings("word").items() if meaning == "last")
    more = ["practice"] if request.practice else []
    page = [str(request.page)] if request.page > 1 else []
    return " ".join([*words, *[last] * request.back, *more, *page])
