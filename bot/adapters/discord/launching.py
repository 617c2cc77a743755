"""The button by which the Activity opens where it stands, at a table or an arbiter's desk, and what Discord says to it.

It carries the table's short name, or the tournament: `launch|K7QM`. Discord opens the Activity where it was pressed,
and tells it nothing of the button; what was meant is remembered until the page comes (`activity`).
"""

import logging
import re
from typing import Final

from bot.adapters.discord.activity import Activity
from bot.adapters.discord.components import BUTTON, BUTTONS, ROWS, Below, button_fields
from bot.adapters.discord.errors import FAILED, known_error
from bot.adapters.discord.tokens import Press
from bot.messages.buttons import CODE, DESK
from bot.messages.message import Message
from bot.messages.pages import page_words
from bot.words.languages import DEFAULT, guess, say

LOG: Final = logging.getLogger(__name__)
LAUNCH: Final = re.compile(rf"launch\|({CODE}|{DESK})")


def with_launch(view: Below | None, message: Message) -> Below | None:
    """The controls of a message, and the button behind the last of them, where there is room and a table to open."""
    if not message.page or view is None:
        return view
    rows = [list(row) for row in view.rows]
    row = next((one for one in reversed(rows) if one[0]["type"] == BUTTON and len(one) < BUTTONS), None)
    if row is None and len(rows) == ROWS:
        return view
    if row is None:
        rows.append(row := [])
    row.append(button_fields(page_words(message), f"launch|{message.page}"))
    return Below(rows)


async def launch(press: Press, label: str, app: Activity | None) -> None:
    """Open it for who pressed; in words why not, where it was switched off since, here or at Discord."""
    if app is not None:
        app.note_launched(str(press.user.id), str(press.channel_id), label)
        try:
            await press.response.launch_activity()
        except FAILED as error:
            LOG.warning("the Activity does not open", extra={"words": known_error(error).words})
        else:
            return
    try:
        await press.response.send_message(say(guess(press.locale.value, DEFAULT), "page.not-opened"), ephemeral=True)
    except FAILED as error:
        LOG.info("nobody is told why", extra={"words": known_error(error).words})
