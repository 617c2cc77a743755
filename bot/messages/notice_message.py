"""What people read who have not asked: words, and the button by which they agree, or come to a planned match."""

from bot.messages.buttons import command_press
from bot.messages.message import Button, Message, Row, Style
from bot.words.languages import Language, say


def notice_message(language: Language, words: str, agrees: str = "") -> Message:
    """`agrees` is the command that the button says, "" for none."""
    return Message(language, lines=(words,), controls=(agree_row(language, agrees),) if agrees else ())


def agree_row(language: Language, agrees: str) -> Row:
    return Row((Button(say(language, "button.agree"), command_press(agrees), Style.MAIN),))


def join_row(language: Language, plan: str, starts: int) -> Row:
    """The button of whoever comes to a planned match: it means this start of this plan, whenever it is pressed."""
    return Row((Button(say(language, "button.join"), command_press(f"plan join {plan} {starts}"), Style.MAIN),))
