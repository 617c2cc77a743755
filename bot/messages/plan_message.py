"""What a channel sees of a planned match before its table opens: the button of whoever comes."""

from bot.messages.buttons import saying
from bot.messages.message import Button, Row, Style
from bot.words.languages import Language, say


def join_row(language: Language, plan: str, starts: int) -> Row:
    """It means this start of this plan, however many others there are when it is pressed."""
    return Row((Button(say(language, "button.join"), saying(f"plan join {plan} {starts}"), Style.MAIN),))
