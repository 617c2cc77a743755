"""Refusals of the Bot API in Telegram's own words. New wordings go to the place that raises them."""

from collections.abc import Mapping
from typing import Any, Final

KINDS: Final = {
    400: "Bad Request",
    401: "Unauthorized",
    403: "Forbidden",
    404: "Not Found",
    409: "Conflict",
    413: "Request Entity Too Large",
    429: "Too Many Requests",
    500: "Internal Server Error",
}


class Declined(Exception):
    """A call that fails: a status, the sentence after its kind, and what the client may act on."""

    def __init__(self, code: int, why: str = "", parameters: Mapping[str, Any] | None = None) -> None:
        self.code = code
        self.description = f"{KINDS[code]}: {why}" if why else KINDS[code]
        self.parameters = dict(parameters or {})
        super().__init__(self.description)

    def wire(self) -> dict[str, Any]:
        body: dict[str, Any] = {"ok": False, "error_code": self.code, "description": self.description}
        return body | ({"parameters": self.parameters} if self.parameters else {})


def bad(why: str) -> Declined:
    return Declined(400, why)


def forbidden(why: str) -> Declined:
    return Declined(403, why)


def too_many(seconds: int) -> Declined:
    return Declined(429, f"retry after {seconds}", {"retry_after": seconds})
