"""Which board somebody means: the words behind `leaderboard`, in any language and any order."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.requests.requests import Leaderboard

_BY: Final = {
    "average": "average avg media",
    "matches": "matches played partite giocate",
    "wins": "wins won vinte vittorie",
    "mp": "mp match",
    "clean": "clean puliti burrachi",
    "closings": "closings closed chiusure",
    "rating": "rating strength forza",
}
_KIND: Final = {
    "pairs": "pairs coppie coppia",
    "threes": "threes three three-player three-players tre",
    "singles": "singles single singolo singoli",
}
_SCOPE: Final = {
    "channel": "channel canale here qui host",
    "group": "server group gruppo",
    "all": "everywhere overall all ovunque tutti generale",
}
_PERIOD: Final = {
    "week": "week settimana",
    "month": "month mese",
    "season": "season stagione",
    "ever": "ever all-time sempre",
}
CSV: Final = "csv"
_PRACTICE: Final = frozenset("practice allenamento".split())
_LAST: Final = frozenset("last previous scorsa scorso precedente".split())  # the period before this one
_USUAL: Final = frozenset("vp victory vittoria points punti".split())  # the order where nothing else is named
_FILLERS: Final = frozenset("by of the in a per di del della la il this questo questa player players giocatori".split())
_NUMBER: Final = re.compile(r"[1-9]\d?")


def _words(choices: Mapping[str, str], field: str) -> dict[str, tuple[str, str]]:
    return {word: (field, value) for value, words in choices.items() for word in words.split()}


_MEANINGS: Final[Mapping[str, tuple[str, str]]] = {
    **_words(_BY, "by"),
    **_words(_KIND, "kind"),
    **_words(_SCOPE, "scope"),
    **_words(_PERIOD, "period"),
}


def leaderboard(words: Sequence[str], channel: str) -> Leaderboard | None:
    """The board that these words mean; None where one of them means nothing. A number is a page.

    Of several figures the last one counts, and any of them more than Victory Points: "average VP" is the average.
    """
    found = Leaderboard(channel=channel)
    for word in " ".join(words).lower().replace("all time", "all-time").split():
        if word in _MEANINGS:
            field, value = _MEANINGS[word]
            found = replace(found, **{field: value})  # type: ignore[arg-type]
        elif word in _PRACTICE:
            found = replace(found, practice=True)
        elif word == CSV:
            found = replace(found, csv=True)
        elif word in _LAST:
            found = replace(found, back=found.back + 1)
        elif _NUMBER.fullmatch(word):
            found = replace(found, page=int(word))
        elif word not in _USUAL | _FILLERS:
            return None
    return found
