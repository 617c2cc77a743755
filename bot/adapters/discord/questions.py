"""Questions that are answered in words: a button that opens a form of one field, and what comes back of it.

The button carries the command that the answer is said with, as other buttons carry theirs, so it works after a restart.
"""

from typing import Any, Final

from discord import ActionRow
from discord import Button as SentButton
from discord.ui import Modal, TextInput

from bot.adapters.discord.components import BUTTON, BUTTONS, Below, button_fields
from bot.adapters.discord.tokens import Press
from bot.messages.fitting import shorten
from bot.messages.message import Message

ASK: Final = "ask|"
FIELD: Final = "words"
TITLE: Final = 45  # signs
LONGEST: Final = 300


def with_question(view: Below | None, message: Message) -> Below | None:
    """The controls of a message, and where it asks something the button by which that is answered."""
    if not message.asks:
        return view
    asks = button_fields(message.prompt, f"{ASK}{message.asks}")
    rows = [list(row) for row in view.rows] if view is not None else []
    row = next((one for one in rows if one[0]["type"] == BUTTON and len(one) < BUTTONS), None)
    if row is None:
        rows.append(row := [])
    row.append(asks)
    return Below(rows)


def custom_id_of(press: Press) -> str:
    """What the pressed button or the filled form carries."""
    return str(dict(press.data or {}).get("custom_id", ""))


def form_of(press: Press, custom_id: str) -> Modal:
    """The form that such a button opens; it is called as the button is. Nobody needs to keep it."""
    rows = press.message.components if press.message is not None else []
    buttons = [one for row in rows if isinstance(row, ActionRow) for one in row.children if isinstance(one, SentButton)]
    label = next((one.label for one in buttons if one.custom_id == custom_id and one.label), "…")
    modal = Modal(title=shorten(label, TITLE), custom_id=custom_id, timeout=None)
    field: TextInput[Any] = TextInput(label=shorten(label, TITLE), custom_id=FIELD, max_length=LONGEST)
    modal.add_item(field)
    modal.stop()  # what comes back is read by its text, not by a form in memory
    return modal


def line_of(press: Press) -> str:
    """The command and what was written, as one line; "" for what no button of ours has opened."""
    data: dict[str, Any] = dict(press.data or {})
    custom_id = str(data.get("custom_id", ""))
    words = " ".join(_written(data.get("components", ())))
    return f"/{custom_id.removeprefix(ASK)} {words}" if custom_id.startswith(ASK) and words else ""


def _written(components: Any) -> list[str]:
    """What stands in the fields, however the client has nested them."""
    found: list[str] = []
    for one in components if isinstance(components, list | tuple) else ():
        inner = [*one.get("components", ()), *([one["component"]] if "component" in one else [])]
        found += [str(one["value"])] if "value" in one else _written(inner)
    return found
