"""Reasons that people write behind what they rule or decide: read whole, or refused with all that was written."""

from dataclasses import replace
from typing import Final

from bot.requests.answer import Answer
from bot.requests.tournaments.asks import TournamentAsk
from bot.tables.who import Declined
from bot.tournaments.rulings import LONGEST_REASON
from bot.words.names import clean_name, graphemes

LONGEST_SHOWN: Final = 500  # signs of what was written


def reason_in(text: str) -> str | Declined:
    """The reason as everybody may read it, "" for none; nothing of it is cut off without a word."""
    reason = clean_name(text, "", LONGEST_REASON + 1)
    if len(graphemes(reason)) > LONGEST_REASON:
        return Declined("tournament-long-reason", (("most", str(LONGEST_REASON)),))
    return reason


def with_written(asking: TournamentAsk, answer: Answer) -> Answer:
    """Why something is not done, and what was written for it; in a browser it stands there anyway."""
    if answer.done or not asking.words or asking.request.at_desk or asking.request.in_browser:
        return answer
    wrote = asking.reader.words("you-wrote", words=asking.request.words[:LONGEST_SHOWN])
    return replace(answer, words=f"{answer.words}\n{wrote}")
