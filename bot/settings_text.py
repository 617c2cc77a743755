"""The settings that are kept with a person or a channel: a JSON object as text, which old or broken rows may not be."""

import json
from functools import lru_cache
from typing import Any


def read_settings(text: str) -> dict[str, Any]:
    """The settings, {} where they cannot be read. The lists and objects in them are not to be changed."""
    return {} if text in ("", "{}") else dict(_read(text))


@lru_cache(512)  # a person's are asked for ten times for each message to them
def _read(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
