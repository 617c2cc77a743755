"""The settings that are kept with a person or a channel: a JSON object as text, which old or broken rows may not be."""

import json
from typing import Any


def read_settings(text: str) -> dict[str, Any]:
    """The settings, {} where they cannot be read."""
    if text in ("", "{}"):  # as with most people and channels, and each message asks
        return {}
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
