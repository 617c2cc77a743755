"""What somebody is told who has not asked: words, and the button by which they agree where they are asked to."""

from bot.messages.buttons import saying
from bot.messages.message import Button, Message, Row, Style
from bot.words.languages import Language, say


def notice_message(language: Language, words: str, agrees: str = "") -> Message:
    """`agrees` is the command that the button says, "" for none."""
    return Message(language, lines=(words,), controls=(agree_row(language, agrees),) if agrees else ())


def agree_row(language: Language, agrees: str) -> Row:
    return Row((Button(say(language, "button.agree"), saying(agrees), Style.MAIN),))
