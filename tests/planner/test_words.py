"""What the planner says, in both languages."""

from datetime import datetime

import pytest

from bot.chat.speech.planning import doubt_words, plan_words
from bot.planner.calendar import moment
from bot.planner.plan import OPENED_LATE, QUEUED, SKIPPED, Plan, Word
from bot.planner.when import Unclear, parse_when

ROME = "Europe/Rome"
START = moment(datetime.fromisoformat("2026-03-27T21:00"), ROME)
PLAN = Plan("x", "club", "p1", "{}", ROME, "2026-03-27T21:00", starts=START)


@pytest.mark.parametrize(
    ("language", "word", "words"),
    [
        ("en", Word(QUEUED, PLAN, START), "The match planned for Friday 27 March, 21:00 is waiting"),
        ("it", Word(SKIPPED, PLAN, START, missed=2), "La partita di venerdì 27 marzo, 21:00 salta"),
        ("it", Word(SKIPPED, PLAN, START, missed=2), "Partite programmate saltate nel frattempo: 2."),
        (
            "en",
            Word(OPENED_LATE, PLAN, START, late=20 * 60_000, label="ROSSO"),
            "21:00, opens 20 min late",
        ),
    ],
)
def test_a_channel_is_told_in_its_language(language: str, word: Word, words: str) -> None:
    assert words in plan_words(language, word)


def test_a_doubt_is_a_sentence() -> None:
    doubt = parse_when("venerdì alle 9", START - 86_400_000, ROME)
    assert isinstance(doubt, Unclear)
    assert doubt_words("it", doubt) == "Di mattina o di sera? Scrivi 09:00 o 21:00."
    assert doubt_words("en", doubt) == "In the morning or in the evening? Write 09:00 or 21:00."
