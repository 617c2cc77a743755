"""What people read who have not asked: words, and a button by which they agree, come to a match, or are here for it."""

from dataclasses import replace
from typing import Final

from bot.messages.buttons import Ask, Press, Verb, command_press
from bot.messages.message import Button, Message, Row, Style
from bot.words.languages import Language, say

_AT_TABLE: Final = {"join": Verb.JOIN, "rematch": Verb.REMATCH}
"""What is agreed to at a table that is named behind it."""


def notice_message(language: Language, words: str, agrees: str, refuses: str = "") -> Message:
    """`agrees` and `refuses` are the commands that the buttons say, "" for none."""
    return Message(language, lines=(words,), controls=(agree_row(language, agrees, refuses),) if agrees else ())


def with_offer(message: Message, offer: Message) -> Message:
    """What somebody is offered stands below what they are told."""
    lines, controls = (*message.lines, *offer.lines), (*message.controls, *offer.controls)
    return replace(message, lines=lines, controls=controls)


def agree_row(language: Language, agrees: str, refuses: str = "") -> Row:
    no = [Button(_label(language, refuses), _press(refuses))] if refuses else []
    return Row((Button(_label(language, agrees), _press(agrees), Style.MAIN), *no))


def _press(command: str) -> Press:
    """A place, or a rematch, as below the table itself: `/join` in a private chat has the table shown there, too."""
    verb, _, table = command.partition(" ")
    return Press(table, 0, Ask(_AT_TABLE[verb])) if verb in _AT_TABLE else command_press(command)


def _label(language: Language, command: str) -> str:
    if command.startswith("plan here "):
        return say(language, "button.here")
    if command.startswith("tournament "):
        what, *words = command.split()[1:]
        return say(language, f"tournament.button.judge-{words[-1]}" if what == "judge" else f"tournament.button.{what}")
    if command.startswith("rematch "):
        return say(language, "button.rematch")
    return say(language, "button.join" if command.startswith("join ") else "button.agree")


def join_row(language: Language, plan: str, starts: int) -> Row:
    """The button of whoever comes to a planned match: it means this start of this plan, whenever it is pressed."""
    return Row((Button(say(language, "button.join"), command_press(f"plan join {plan} {starts}"), Style.MAIN),))


def check_in(plan: str, starts: int) -> str:
    """The command by which somebody says that they are here for this start of a planned match."""
    return f"plan here {plan} {starts}"


def check_in_row(language: Language, plan: str, starts: int) -> Row:
    """The buttons of who is here for it, and of whoever else comes."""
    here, join = agree_row(language, check_in(plan, starts)), join_row(language, plan, starts)
    return Row((*here.buttons, *[Button(one.label, one.press) for one in join.buttons]))
