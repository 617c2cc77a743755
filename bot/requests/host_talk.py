"""What people say at tables, told to the other hosts of the same database: each shows it where it is read there.

It is stored nowhere and goes from memory to memory: a host that is cut off at that moment misses it, as by a restart.
"""

import json
import logging
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

LOG: Final = logging.getLogger(__name__)
MOST: Final = 7_000  # bytes: a little less than one notification of a database takes

Hear: TypeAlias = Callable[..., None]
"""Takes what was told, as it was given."""


class HostTalk:
    """One bot's on this host. What is told and heard are plain values: texts, numbers, and lists of them."""

    def __init__(self) -> None:
        self._tell: Callable[[str], None] | None = None
        self._hears: dict[str, Hear] = {}

    def share(self, tell: Callable[[str], None]) -> None:
        """From now on there are other hosts; `tell` sends them a text."""
        self._tell = tell

    def listen(self, hears: Mapping[str, Hear]) -> None:
        """Call these with what other hosts tell, by kind."""
        self._hears.update(hears)

    def tell(self, kind: str, *values: Any) -> None:
        """Tell the other hosts, if there are any. A text that is too long for that is shown on this host alone."""
        if self._tell is None:
            return
        text = json.dumps([kind, *values], ensure_ascii=False, separators=(",", ":"))
        if len(text.encode()) <= MOST:
            self._tell(text)

    def hear(self, text: str) -> None:
        """What another host has told; one of another version may tell what is not understood here."""
        try:
            kind, *values = json.loads(text)
            self._hears[kind](*values)
        except (ValueError, TypeError, KeyError, IndexError, AttributeError) as error:
            LOG.warning("what another host has told is not understood", extra={"error": type(error).__name__})
