"""What our own messages show, where nobody reads it: the library would make an object of each button and option."""

from typing import Any, Final

LISTS: Final = ("attachments", "components", "embeds", "mentions")
"""What the library asks of each message."""


def without_content(message: dict[str, Any]) -> dict[str, Any]:
    """The message as the library takes it, with nothing that it shows."""
    return {**message, **{name: [] for name in LISTS if name in message}}
