"""The game in a minute, by doing it: real hands and tables, one sentence, and plays of which the engine says why not.

Where somebody stands is in the buttons alone: `lesson 2 1` chooses the first play of the second question.
"""

from collections.abc import Iterator
from functools import cache
from typing import Final

from bot.messages.buttons import command_press
from bot.messages.fitting import LABEL, shorten
from bot.messages.message import Button, Message, Row, Style
from bot.words import table_words
from bot.words.languages import Language, say
from bot.words.lesson_steps import CODE, SEAT, STEPS, LessonStep
from bot.words.refusals import reason_words
from bot.words.scene_words import scene_words
from engine.actions import Action, Add, Discard, Draw, Lay, PickUp, parse_action
from engine.deal import Deal
from engine.hand import unpack
from engine.play import play
from engine.position import parse_position
from engine.refusal import Refused
from engine.rules import load_rules
from engine.sorting import by_suit
from engine.view import View, view
from renderers.scenes import HandScene, Look, Scene, TableScene

RIGHT: Final = "✓"
WRONG: Final = "✗"


def lesson_message(language: Language, step: int = 1, option: int = 0, look: Look | None = None) -> Message:
    """A question, from 1; after an option of it, from 1, whether that is right and why not, and what comes next."""
    step = min(max(step, 1), len(STEPS))
    chosen = 1 <= option <= len(STEPS[step - 1].options)
    said_first = [_verdict(language, STEPS[step - 1], option)] if chosen else []
    if chosen and _is_right(STEPS[step - 1], option):
        step += 1
    if step > len(STEPS):
        return _end(language, said_first)
    return _question(language, step, said_first, look or Look())


def _question(language: Language, number: int, before: list[str], look: Look) -> Message:
    step = STEPS[number - 1]
    lines = (*before, say(language, f"lesson.{step.name}"))
    rows = [Row((_option(language, number, at),)) for at in range(1, len(step.options) + 1)]
    title = say(language, "title.lesson", step=number, steps=len(STEPS))
    words = _in_words(language, step)
    return Message(language, title, lines, _scene(language, step), look, alt=words, controls=tuple(rows))


def _end(language: Language, before: list[str]) -> Message:
    now = Button(say(language, "button.play-now"), command_press("play"), Style.MAIN)
    again = Button(say(language, "button.lesson"), command_press("lesson"))
    return Message(language, lines=(*before, say(language, "lesson.end")), controls=(Row((now, again)),))


# --- what may be chosen -----------------------------------------------------------------------------------------------


def _option(language: Language, number: int, at: int) -> Button:
    step = STEPS[number - 1]
    words = [_deed(language, _deal(step), parse_action(one)) for one in step.options[at - 1].split()]
    return Button(shorten(", ".join(words), LABEL), command_press(f"lesson {number} {at}"))


def _deed(language: Language, deal: Deal, action: Action) -> str:
    match action:
        case Draw():
            return say(language, "button.draw")
        case PickUp():
            return say(language, "button.pick-up")
        case Lay(cards):
            return say(language, "button.lay-cards", cards=table_words.cards(language, cards))
        case Add(number, cards):
            meld = table_words.meld(language, deal.melds[0][number - 1])
            return say(language, "button.add-cards", cards=table_words.cards(language, cards), meld=meld)
        case Discard(card):
            return say(language, "button.discard-card", card=table_words.card(language, card))
        case _:
            raise ValueError(f"no play of the lesson: {action}")


def judge(step: LessonStep, option: int) -> Refused | str:
    """Why the engine does not take this option, or the marks of its last action."""
    deal, marks = _deal(step), ""
    for text in step.options[option - 1].split():
        found = play(deal, SEAT, parse_action(text))
        if isinstance(found, Refused):
            return found
        deal, marks = found.deal, found.marks
    return marks


def _is_right(step: LessonStep, option: int) -> bool:
    found = judge(step, option)
    return not isinstance(found, Refused) and step.mark in found


def _verdict(language: Language, step: LessonStep, option: int) -> str:
    found = judge(step, option)
    if isinstance(found, Refused):
        return f"{WRONG} {reason_words(language, found)}"
    if _is_right(step, option):
        return f"{RIGHT} {say(language, f'lesson.{step.name}.right')}"
    return f"{WRONG} {say(language, 'lesson.not-yet')}"


# --- what is shown ----------------------------------------------------------------------------------------------------


@cache
def _deal(step: LessonStep) -> Deal:
    return parse_position(load_rules(CODE), step.position)


def _seen(step: LessonStep) -> View:
    return view(_deal(step), SEAT)


def _scene(language: Language, step: LessonStep) -> Scene:
    seen, words = _seen(step), scene_words(language)
    names = {seat: table_words.seat(language, seat) for seat in seen.deal.code.seats}
    if step.shows == "hand":
        return HandScene(seen, SEAT, _hand(seen), names=names, words=words, lasting=True)
    return TableScene(seen, SEAT, names, words=words)


def _hand(seen: View) -> tuple[int, ...]:
    return by_suit(unpack(seen.deal.hands[seen.deal.code.seats.index(SEAT)]))


def _in_words(language: Language, step: LessonStep) -> str:
    """The picture in words: one's own cards, the melds, the pile."""
    return "\n".join(_shown_lines(language, _seen(step)))


def _shown_lines(language: Language, seen: View) -> Iterator[str]:
    yield say(language, "lesson.hand", cards=table_words.cards(language, _hand(seen)))
    for meld in seen.deal.melds[0]:
        yield table_words.meld(language, meld)
    yield say(language, "lesson.pile", cards=table_words.cards(language, seen.deal.pile))
