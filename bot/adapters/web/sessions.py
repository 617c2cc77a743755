"""Sessions: what a window shows instead of the proof by which it was let in, so that the proof can be short-lived.

Nothing of a session is stored: it is an account and an hour, signed. It outlives a restart, and a new token of the
platform ends them all.
"""

import hashlib
import hmac
from typing import Final

LASTS: Final = 24 * 60 * 60  # seconds


class Sessions:
    """The sessions of one app, signed by its `key`."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def begin(self, account: str, now: int) -> str:
        """A session of this account, `now` in seconds."""
        text = f"{account}.{now + LASTS}"
        return f"{text}.{self._sign(text)}"

    def account(self, session: str, now: int) -> str:
        """Whose it is, "" where it is none of ours, or over."""
        text, _, signature = session.rpartition(".")
        account, _, until = text.rpartition(".")
        is_ours = signature.isascii() and hmac.compare_digest(self._sign(text), signature)
        return account if is_ours and now < int(until) else ""

    def _sign(self, text: str) -> str:
        return hmac.new(self._key, text.encode(errors="replace"), hashlib.sha256).hexdigest()
