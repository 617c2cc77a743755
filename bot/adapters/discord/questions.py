"""Questions that are answered in words: a button that opens a form, and what comes back of it.

The button carries the command that the answer is said with, as other buttons carry theirs, and how the form's fields
are called, so it works after a restart: `ask|tournament form name`, `ask[Deal*3;Why*1]|tournament …`.
"""

import re
from typing import Any, Final

from discord import ActionRow
from discord import Button as SentButton
from discord.ui import Modal, TextInput

from bot.adapters.discord.answers import FORM
from bot.adapters.discord.components import BUTTON, BUTTONS, Below, button_fields
from bot.adapters.discord.tokens import Press
from bot.messages.fitting import shorten
from bot.messages.message import Message

ASK: Final = re.compile(rf"{FORM}(?:\[([^\]|]*)\])?\|")
FIELD: Final = "words"
LONGEST_ID: Final = 100  # signs
TITLE: Final = 45  # signs
LONGEST: Final = 300
MOST_FIELDS: Final = 5
EMPTY: Final = "–"  # a place that was left out before another: nothing moves up into it
BEHIND: Final = ":"  # between what is of one kind and what is of the next


def with_question(view: Below | None, message: Message) -> Below | None:
    """The controls of a message, and where it asks something the button by which that is answered."""
    if not message.asks:
        return view
    asks = button_fields(message.prompt, _ask(message))
    rows = [list(row) for row in view.rows] if view is not None else []
    row = next((one for one in rows if one[0]["type"] == BUTTON and len(one) < BUTTONS), None)
    if row is None:
        rows.append(row := [])
    row.append(asks)
    return Below(rows)


def _ask(message: Message) -> str:
    """What the button carries; the form has one field where the names of several have no room."""
    fields = ";".join([f"{name}*{count}" for name, count in message.fields])
    found = f"ask[{fields}]|{message.asks}"
    return found if fields and len(found) <= LONGEST_ID else f"ask|{message.asks}"


def custom_id_of(press: Press) -> str:
    """What the pressed button or the filled form carries."""
    return str(dict(press.data or {}).get("custom_id", ""))


def form_of(press: Press, custom_id: str) -> Modal:
    """The form that such a button opens; it is called as the button is. Nobody needs to keep it.

    Of several fields the first alone must be filled in.
    """
    rows = press.message.components if press.message is not None else []
    buttons = [one for row in rows if isinstance(row, ActionRow) for one in row.children if isinstance(one, SentButton)]
    label = next((one.label for one in buttons if one.custom_id == custom_id and one.label), "…")
    modal = Modal(title=shorten(label, TITLE), custom_id=custom_id, timeout=None)
    for place, name in enumerate(_names(custom_id) or [label]):
        key, is_first = (f"{FIELD}{place}", False) if place else (FIELD, True)
        field: TextInput[Any] = TextInput(
            label=shorten(name, TITLE), custom_id=key, max_length=LONGEST, required=is_first
        )
        modal.add_item(field)
    modal.stop()  # what comes back is read by its text, not by a form in memory
    return modal


def _names(custom_id: str) -> list[str]:
    """How the fields of the form are called, numbered where there are several of a kind."""
    kinds = _kinds(custom_id)
    every = [f"{name} {place}" if count > 1 else name for name, count in kinds for place in range(1, count + 1)]
    return every[:MOST_FIELDS]


def _kinds(custom_id: str) -> list[tuple[str, int]]:
    """The kinds of fields, and how many there are of each."""
    found = ASK.match(custom_id)
    kinds = [one.rpartition("*") for one in (found[1] or "").split(";")] if found is not None else []
    return [(name, int(count)) for name, _, count in kinds if name and count.isdecimal()]


def line_of(press: Press) -> str:
    """The command and what was written, as one line; "" for what no button of ours has opened."""
    data: dict[str, Any] = dict(press.data or {})
    custom_id = str(data.get("custom_id", ""))
    written = [one.strip() for one in _written(data.get("components", ()))]
    if not ASK.match(custom_id) or not any(written):
        return ""
    parts, first = [], 0
    for _, count in _kinds(custom_id) or [("", len(written))]:
        parts.append(_in_places(written[first : first + count]))
        first += count
    return f"/{ASK.sub('', custom_id, count=1)} {f' {BEHIND} '.join(parts).strip()}"


def _in_places(written: list[str]) -> str:
    """What stands in fields of one kind; one that is empty keeps its place where others follow."""
    last = max([place for place, one in enumerate(written, 1) if one], default=0)
    return " ".join([one or EMPTY for one in written[:last]])


def _written(components: Any) -> list[str]:
    """What stands in the fields, however the client has nested them."""
    found: list[str] = []
    for one in components if isinstance(components, list | tuple) else ():
        inner = [*one.get("components", ()), *([one["component"]] if "component" in one else [])]
        found += [str(one["value"])] if "value" in one else _written(inner)
    return found
