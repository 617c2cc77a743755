"""What a call carries: texts, buttons and pictures of a message."""

import io
from typing import Any, Final

from discord import ActionRow, File
from discord import Message as DiscordMessage

from bot.adapters.discord.components import OWN, Below, view_of
from bot.adapters.discord.launching import with_launch
from bot.adapters.discord.markup import description, words
from bot.adapters.discord.questions import with_question
from bot.gateway.outbound.messenger import Drawn
from bot.messages.buttons import NO_TABLE
from bot.messages.message import Menu, Message, Row
from bot.messages.pages import desk_in

PICTURE: Final = "burraco.png"


def shows(message: DiscordMessage, text: str, view: Below | None, drawn: Drawn | None) -> bool:
    """Whether a message that Discord has given back is the one that was sent, and not an older one of this nonce."""
    presses = view.presses if view is not None else []
    there = [one.custom_id for row in message.components if isinstance(row, ActionRow) for one in row.children]
    sizes = [len(drawn.png)] if drawn is not None else []
    same_picture = [one.size for one in message.attachments] == sizes
    return message.content.strip() == text.strip() and there == presses and same_picture


def only_theirs(message: Message, drawn: Drawn | None, mark: str = OWN, *, launches: bool = False) -> dict[str, Any]:
    """What an answer shows that only its reader sees; `launches`: an Activity could be opened from it."""
    view = with_question(view_of(message.controls, mark), message)
    files = [picture(message, drawn)] if drawn is not None else []
    return {
        "content": words(message, drawn is not None),
        "view": with_launch(view, message) if launches and desk_in(message.page) else view,
        "attachments": files,
    }


def picture(message: Message, drawn: Drawn) -> File:
    """The picture to upload; a file is used up by one call."""
    return File(io.BytesIO(drawn.png), PICTURE, description=description(message) or None)


def label_of(message: Message) -> str:
    """The short name of the table that a message's controls are about, "" for none."""
    for control in message.controls:
        if isinstance(control, Row):
            presses = [button.press for button in control.buttons]
        elif isinstance(control, Menu):
            presses = [option.press for option in control.options]
        else:
            presses = [control.press]
        for press in presses:
            return "" if press.table == NO_TABLE else press.table
    return ""
