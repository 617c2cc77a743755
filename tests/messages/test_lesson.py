"""The lesson: each question can be answered rightly and wrongly, and the engine says why."""

import pytest

from bot.messages.buttons import Ask, Press, Verb, encode
from bot.messages.lesson import RIGHT, WRONG, judge, lesson_message
from bot.messages.message import Button, Row
from bot.words.languages import LANGUAGES, Language
from bot.words.lesson_steps import STEPS
from engine.refusal import Reason, Refused


def buttons(language: Language, step: int, option: int = 0) -> list[Button]:
    rows = lesson_message(language, step, option).controls
    return [one for row in rows if isinstance(row, Row) for one in row.buttons]


def test_the_engine_judges_every_play() -> None:
    found = {step.name: [judge(step, at) for at in range(1, len(step.options) + 1)] for step in STEPS}
    reasons = {
        name: [one.reason if isinstance(one, Refused) else one for one in judged] for name, judged in found.items()
    }
    assert reasons == {
        "meld": [Reason.MIXED_SUITS, "", Reason.MIXED_CARDS],
        "add": [Reason.MIXED_SUITS, Reason.MIXED_SUITS, ""],
        "take": [Reason.TAKE_FIRST, "", ""],
        "burraco": ["", "*"],
        "close": [Reason.CLOSING_MATTA, "#"],
        "wait": [Reason.CLOSING_NO_BURRACO, ""],
    }


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", range(1, len(STEPS) + 1))
def test_a_wrong_play_is_told_why_and_the_question_stays(language: Language, number: int) -> None:
    question, options = lesson_message(language, number), range(1, len(STEPS[number - 1].options) + 1)
    assert question.picture is not None
    answers = [lesson_message(language, number, option) for option in options]
    wrong = [one for one in answers if one.lines[0].startswith(WRONG)]
    right = [one for one in answers if one.lines[0].startswith(RIGHT)]
    assert wrong
    assert len(wrong) + len(right) == len(answers)
    assert len(right) >= 1
    assert [(one.title, one.lines[1:], one.controls) for one in wrong] == [
        (question.title, question.lines, question.controls)
    ] * len(wrong)
    assert [one.title for one in right if one.title == question.title] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_somebody_stands_is_in_the_buttons_and_at_the_end_they_play(language: Language) -> None:
    number = 1
    while number <= len(STEPS):
        found = buttons(language, number)
        assert [encode(one.press) for one in found] == [
            f"0:0:say:lesson.{number}.{at}" for at in range(1, len(found) + 1)
        ]
        assert len({one.label for one in found}) == len(found)
        number += 1
    last = STEPS[-1]
    at = next(at for at in range(1, len(last.options) + 1) if not isinstance(judge(last, at), Refused))
    assert buttons(language, len(STEPS), at)[0].press == Press("0", 0, Ask(Verb.SAY, "play"))


def test_nonsense_in_a_button_is_the_nearest_question() -> None:
    assert lesson_message("en", 99, 1).title == lesson_message("en", len(STEPS)).title
    assert lesson_message("en", 1, 9) == lesson_message("en", 1)
    assert lesson_message("en", 0, 0) == lesson_message("en", 1)
