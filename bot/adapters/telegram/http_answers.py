"""What a server answers, read from the bytes that have come so far: as much of HTTP/1.1 as answers to calls need."""

from dataclasses import dataclass
from typing import Final

LARGEST_HEAD: Final = 64_000  # bytes
EMPTY: Final = (204, 304)  # answers that have no body
END: Final = b"\r\n"


class NoHttpAnswer(ConnectionError):
    """What came is no answer, or ended within one."""


@dataclass(frozen=True, slots=True)
class HttpAnswer:
    """An answer in full; `stays`: whether the connection can be used once more."""

    status: int
    body: bytes
    stays: bool


def answer_in(came: bytes, is_over: bool = False) -> HttpAnswer | None:
    """The answer, None while it has not come in full; `is_over`: no more will come. Raises `NoHttpAnswer`."""
    head, mark, rest = came.partition(END + END)
    if not mark:
        _check_goes_on(is_over or len(came) > LARGEST_HEAD)
        return None
    first, *lines = head.split(END)
    status = _status(first)
    if status < 200:  # it will answer
        return answer_in(rest, is_over)
    fields = {name.strip().lower(): value.strip().lower() for name, _, value in [one.partition(b":") for one in lines]}
    stays = first.startswith(b"HTTP/1.1 ") and fields.get(b"connection") != b"close"
    if fields.get(b"transfer-encoding", b"identity") != b"identity":
        found = _chunked(rest)
    elif b"content-length" in fields or status in EMPTY:
        wanted = 0 if status in EMPTY else _number(fields[b"content-length"], 10)
        found = (rest[:wanted], rest[wanted:]) if len(rest) >= wanted else None
    else:  # all that comes until the connection ends
        return HttpAnswer(status, rest, stays=False) if is_over else None
    if found is None:
        _check_goes_on(is_over)
        return None
    body, more = found
    return HttpAnswer(status, body, stays and not more)


def _check_goes_on(is_over: bool) -> None:
    if is_over:
        raise NoHttpAnswer("half an answer")


def _status(line: bytes) -> int:
    version, _, rest = line.partition(b" ")
    if not version.startswith(b"HTTP/1."):
        raise NoHttpAnswer("no HTTP")
    return _number(rest[:3], 10)


def _number(text: bytes, base: int) -> int:
    try:
        found = int(text, base)
    except ValueError:
        raise NoHttpAnswer("no number") from None
    if found < 0:
        raise NoHttpAnswer("no number")
    return found


def _chunked(rest: bytes) -> tuple[bytes, bytes] | None:
    """A body that comes in pieces, each behind its length, and what follows it; None while it is not all there."""
    body = bytearray()
    while True:
        line, mark, rest = rest.partition(END)
        if not mark:
            return None
        length = _number(line.partition(b";")[0].strip(), 16)
        if not length:
            return _after_trailer(bytes(body), rest)
        if len(rest) < length + len(END):
            return None
        body += rest[:length]
        rest = rest[length + len(END) :]


def _after_trailer(body: bytes, rest: bytes) -> tuple[bytes, bytes] | None:
    """Behind the last piece stand fields that nobody reads, and an empty line."""
    while True:
        line, mark, rest = rest.partition(END)
        if not mark:
            return None
        if not line:
            return body, rest
