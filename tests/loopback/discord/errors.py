"""Refusals in Discord's JSON: a status, a code and its sentence. New ones go to the table below."""

from collections.abc import Mapping
from typing import Any, Final

MESSAGES: Final = {
    0: (401, "401: Unauthorized"),
    10002: (404, "Unknown Application"),
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10011: (404, "Unknown Role"),
    10013: (404, "Unknown User"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    10063: (404, "Unknown application command"),
    10070: (404, "Unknown Guild Scheduled Event"),
    20009: (400, "Explicit content cannot be sent to the desired recipient(s)"),
    20022: (429, "This message cannot be edited due to announcement rate limits."),
    20028: (429, "The write action you are performing on the channel has hit the write rate limit."),
    30046: (429, "Maximum number of edits to messages older than 1 hour reached. Try again later."),
    40005: (413, "Request entity too large"),
    40333: (403, "internal network error"),  # of what stands before the API, which has shut the address out (#6473)
    40060: (400, "Interaction has already been acknowledged."),
    50001: (403, "Missing Access"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50013: (403, "Missing Permissions"),
    50024: (400, "Cannot execute action on this channel type"),
    50027: (401, "Invalid Webhook Token"),
    50033: (400, "Invalid Recipient(s)"),
    50035: (400, "Invalid Form Body"),
    50083: (400, "Thread is archived"),
    50109: (400, "The request body contains invalid JSON."),
    50240: (400, "You cannot remove this app's Entry Point command in a bulk update operation."),
    50278: (403, "Cannot send messages to this user due to having no mutual guilds"),
    60003: (403, "Two factor is required for this operation"),
    160004: (400, "A thread has already been created for this message"),
    160005: (403, "Thread is locked"),
    160006: (400, "Maximum number of active threads reached"),
    180000: (400, "Cannot update a finished event"),
    200000: (400, "Message was blocked by automatic moderation"),
    400001: (403, "Access to file uploads has been limited for this guild"),
}


class Declined(Exception):
    """A call that fails with one of the known codes; `errors` says which field is wrong.

    `retry_after`: seconds, for what may be tried again.
    """

    def __init__(self, code: int, errors: Mapping[str, Any] | None = None, retry_after: float = 0.0) -> None:
        self.status, self.message = MESSAGES[code]
        self.code = code
        self.errors = dict(errors or {})
        self.retry_after = retry_after
        self.whim = False  # nobody could know of it
        super().__init__(f"{code} {self.message} {self.errors or ''}".strip())

    def wire(self) -> dict[str, Any]:
        body: dict[str, Any] = {"message": self.message, "code": self.code}
        late = {"retry_after": self.retry_after, "global": False} if self.retry_after else {}
        return body | ({"errors": self.errors} if self.errors else {}) | late


def invalid(field: str, why: str, code: str = "BASE_TYPE_BAD") -> Declined:
    """A malformed body: `invalid("components.0.label", "…")`."""
    tree: dict[str, Any] = {"_errors": [{"code": code, "message": why}]}
    for step in reversed(field.split(".")):
        tree = {step: tree}
    return Declined(50035, tree)
