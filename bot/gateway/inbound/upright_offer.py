"""A button below the table that somebody looks at alone: tables drawn upright, whose cards are larger on a telephone.

No platform says on what somebody reads. So it stands there, where tables are drawn wide, until they have chosen.
"""

from dataclasses import replace
from typing import Final

from bot.messages.buttons import command_press
from bot.messages.message import Button, Message, Row
from bot.requests.settings import SHAPE
from bot.settings_text import read_settings
from bot.words.languages import say
from renderers.scenes import SHAPES, Look

ROWS: Final = 5  # of controls, below one message


def with_upright(message: Message, settings: str, look: Look) -> Message:
    """The message with that button, where its reader's `settings` choose no shape and it is drawn wide."""
    is_chosen = SHAPE.name in read_settings(settings)
    if message.picture is None or is_chosen or look.width == SHAPES["upright"] or len(message.controls) >= ROWS:
        return message
    button = Button(say(message.language, "button.upright"), command_press("theme upright"))
    return replace(message, controls=(*message.controls, Row((button,))))
