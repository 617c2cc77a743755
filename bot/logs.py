"""Log lines on stderr, as text or as JSON: a sentence and fields, `LOG.info("opened", extra={"table": name})`.

Every line is redacted on its way out, exceptions and other libraries' lines included. Cards are never logged: a field
named after them shows nothing, and a test refuses such a call.

Logging never raises: a line that nobody takes (a full disk, a reader that is gone) is counted, and play goes on.
"""

import io
import json
import logging
import os
import re
import sys
import threading
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Final, Literal, TextIO, TypeAlias
from urllib.parse import quote

Format: TypeAlias = Literal["text", "json"]

OWN: Final = ("bot", "burraco")  # the loggers of this program

HIDDEN: Final = "[hidden]"
SHORTEST: Final = 4  # signs of a secret
PAUSE: Final = 60.0  # seconds between two lines that are the same
MOST_LINES: Final = 200  # that are remembered
CARDS: Final = frozenset(
    "card cards deck draft hand hands melds pile position pozzetti pozzetto seed stock view".split()
)
"""Fields that would show cards."""
CREDENTIALS: Final = frozenset("authorization cookie credentials link password secret seat_link token".split())

# --- redaction --------------------------------------------------------------------------------------------------------

_SECRETS: Final[set[str]] = set()  # what this process was given to keep; only ever added to

_NAMED: Final = r"\b\w*(?:token|secret|password|authorization|cookie|seat|api_?key)\b[\"']?\s*[=:]\s*[\"']?"
_CLASS: Final = r"(?-i:(?:[A-Z]{1,5}[a-z]{2,})+)"  # the name of a class

_PATTERNS: Final = (
    # a Discord token, a Telegram token, one in an address
    (r"(?<![\w-])[\w-]{20,40}\.[\w-]{6,8}\.[\w-]{20,}", HIDDEN),
    (r"(?<!\d)\d{5,12}(?::|%3A)[\w-]{20,}", HIDDEN),
    (r"(/bot)[^/\s\"'<>?#]*(?::|%3A)[^/\s\"'<>?#]+", rf"\1{HIDDEN}"),
    # a name and a password in an address
    (r"(?<=://)[^/\s@\"']+@", f"{HIDDEN}@"),
    # the link to a seat, whatever is named after a secret, any long random text
    (r"(/seat/)[\w.~%-]+", rf"\1{HIDDEN}"),
    (rf"({_NAMED}(?:b(?:ot|earer) )?)[\w.~%:+/=-]{{8,}}", rf"\1{HIDDEN}"),
    (rf"(?<![\w-])(?=[\w-]*(?-i:[a-z]))(?=[\w-]*(?-i:[A-Z]))(?!{_CLASS}(?![\w-]))[\w-]{{22,}}(?![\w-])", HIDDEN),
    # the seed of a deck
    (r"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])", HIDDEN),
)
_LOOKS_SECRET: Final = tuple((re.compile(pattern, re.IGNORECASE), instead) for pattern, instead in _PATTERNS)


def keep_secret(text: str) -> None:
    """From now on this text is hidden wherever `redact` is asked, also as part of an address.

    A text too short to be a secret would hide parts of every word.
    """
    if len(text.strip()) >= SHORTEST:
        _SECRETS.update((text.strip(), quote(text.strip(), safe="", errors="surrogateescape")))


def redact(text: str) -> str:
    """The text without secrets that were given to keep, and without anything that looks like one."""
    for secret in sorted(_SECRETS, key=len, reverse=True):
        text = text.replace(secret, HIDDEN)
    for pattern, instead in _LOOKS_SECRET:
        text = pattern.sub(instead, text)
    return text


# --- one line ---------------------------------------------------------------------------------------------------------

_OWN: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
_BARE: Final = re.compile(r"[\w.:/+@%-]+")


class LineFormatter(logging.Formatter):
    """A record as one line; an exception follows in indented lines of its own, or as a field of the JSON object."""

    def __init__(self, form: Format) -> None:
        super().__init__()
        self._form = form

    def format(self, record: logging.LogRecord) -> str:
        fields = {name: _field_value(name, value) for name, value in vars(record).items() if name not in _OWN}
        message, trace = redact(record.getMessage()), self._trace(record)
        time = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        level = record.levelname.lower()
        if self._form == "json":
            line = {**fields, "time": time, "level": level, "logger": record.name, "event": message}
            return json.dumps(line | ({"error": trace} if trace else {}), ensure_ascii=True)
        words = " ".join([f"{name}={_quote(value)}" for name, value in fields.items()])
        head = f"{time} {level:<7} {record.name}: {harmless(message)}{' ' if words else ''}{words}"
        return "\n".join([head, *[f"    {harmless(line)}" for line in trace.splitlines()]])

    def _trace(self, record: logging.LogRecord) -> str:
        traces = [self.formatException(record.exc_info)] if record.exc_info and record.exc_info[1] else []
        return redact("\n".join(traces + ([record.stack_info] if record.stack_info else [])))


def harmless(text: str) -> str:
    """The text without anything that ends a line, steers a terminal or turns the direction of writing."""
    return "".join([char if char.isprintable() else f"\\u{ord(char):04x}" for char in text])


def _field_value(name: str, value: object) -> object:
    """What a field shows. A value that is no plain word or number could hold a table, and shows only its kind."""
    if name.lower() in CARDS | CREDENTIALS:
        return HIDDEN
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, str):
        return redact(value)
    if isinstance(value, BaseException):
        return redact(f"{type(value).__name__}: {value}")
    if isinstance(value, list | tuple):
        return [_field_value("", one) for one in value]
    if isinstance(value, Mapping):
        return {str(key): _field_value(str(key), one) for key, one in value.items()}
    return type(value).__name__


def _quote(value: object) -> str:
    if isinstance(value, str) and _BARE.fullmatch(value):
        return value
    return harmless(json.dumps(value, ensure_ascii=False))


# --- the whole process ------------------------------------------------------------------------------------------------


ERRORS: Final = ("error", "words")
"""Fields that say in a word or a sentence what went wrong; `words` is what a platform says to a call."""


def _names_error(record: logging.LogRecord) -> bool:
    """Whether it says what went wrong."""
    return bool(_place_of_error(record)) or any(isinstance(vars(record).get(name), str) for name in ERRORS)


def _place_of_error(record: logging.LogRecord) -> str:
    """The kind of an exception and where it was raised, "" for none; its words may be others each time."""
    if not record.exc_info or record.exc_info[0] is None:
        return ""
    trace = record.exc_info[2]
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace is not None else ""
    return f"{record.exc_info[0].__name__} {where}"


def _line_text(record: logging.LogRecord) -> str:
    """What makes a line the same as another: its words, and of this program's own what goes with them."""
    if record.name.partition(".")[0] not in OWN:
        return record.getMessage()
    fields = [(name, value) for name, value in vars(record).items() if name not in _OWN]
    plain_fields = [one for one in fields if isinstance(one[1], str | int | float)]
    return f"{record.getMessage()} {plain_fields} {_place_of_error(record)}"


class _Seldom(logging.Filter):
    """Of lines that are the same one is written in a minute: one at a time could fill a disk.

    Of this program's own only those that name an error, to the letter the same, or show one from the same place: the
    database may be away for hours, and what leads to a fault of ours be done again and again.
    """

    def __init__(self) -> None:
        super().__init__()
        self._seen: dict[tuple[str, str], tuple[float, int]] = {}  # when it was written, how many were not since

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name.partition(".")[0] in OWN and not _names_error(record):
            return True
        line, now = (record.name, _line_text(record)), time.monotonic()
        written, left_out = self._seen.get(line, (-PAUSE, 0))
        if now - written < PAUSE:
            self._seen[line] = (written, left_out + 1)
            return False
        if len(self._seen) >= MOST_LINES:
            self._seen.clear()
        self._seen[line] = (now, 0)
        if left_out:
            record.left_out = left_out
        return True


class _Stderr(logging.StreamHandler[TextIO]):
    """Writes lines and never raises; those that could not be written are counted, and told of with the next one."""

    def __init__(self, stream: TextIO) -> None:
        super().__init__(stream)
        self._untold = 0

    def emit(self, record: logging.LogRecord) -> None:
        global _lost  # noqa: PLW0603  of the whole process, as logging is
        try:
            if self._untold:
                self.stream.write(f"{self._untold} log lines before this one could not be written\n")
            self.stream.write(f"{self._safe_format(record)}\n")
            self.stream.flush()
        except Exception:  # noqa: BLE001  whatever is wrong with the stream, whoever logs goes on
            self._untold += 1
            _lost += 1
        else:
            self._untold = 0

    def _safe_format(self, record: logging.LogRecord) -> str:
        """The line; the usual complaint of one that cannot be made would show its parts as they are."""
        try:
            return self.format(record)
        except Exception:  # noqa: BLE001  a value's own text may raise anything
            return f"a log line of {record.name} could not be written"


_lost = 0


def lost_lines() -> int:
    """How many log lines this process could not write."""
    return _lost


def start_logging(level: str, form: Format, stream: TextIO | None = None) -> None:
    """Everything that is logged goes to this stream (stderr) from now on; other libraries only from `warning` on."""
    handler = _Stderr(stream or _stderr())
    handler.setFormatter(LineFormatter(form))
    handler.addFilter(_Seldom())
    logging.basicConfig(handlers=[handler], level=max(logging.WARNING, _number(level)), force=True)
    for own in OWN:
        logging.getLogger(own).setLevel(_number(level))
    logging.captureWarnings(capture=True)
    threading.excepthook = _of_thread


def _stderr() -> TextIO:
    """Stderr without a buffer: in it, lines that nobody takes would stay, and spoil the program's status at its end."""
    if sys.stderr is None:  # it was closed before the start
        return open(os.devnull, "w", encoding="utf-8")
    try:
        raw = io.FileIO(sys.stderr.fileno(), "w", closefd=False)
    except (OSError, ValueError):  # no file
        return sys.stderr
    return io.TextIOWrapper(raw, sys.stderr.encoding, "backslashreplace", write_through=True)


def _number(level: str) -> int:
    return logging.getLevelNamesMapping()[level.upper()]


def _of_thread(args: threading.ExceptHookArgs) -> None:
    if args.exc_value is not None:
        logging.getLogger("burraco").error("a thread ended with an exception", exc_info=args.exc_value)
