"""Log lines: one event a line, as text or as JSON, and never a secret or a card."""

import ast
import json
import logging
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path

import pytest
from aiohttp import ClientResponseError, RequestInfo
from multidict import CIMultiDict, CIMultiDictProxy
from yarl import URL

from bot import logs
from bot.logs import CARDS, HIDDEN, OWN, Format, LineFormatter, keep_secret, redact, start_logging

DISCORD = "MTE4NjM1NjQ3MTIzNDU2Nzg5MA.GabcDE.abcdefghijklmnopqrstuvwxyz0123456789ab"
TELEGRAM = "1234567890:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsawX"
SEAT = "q6fQ2mYkF4-aaZ0pTtRw_gXe8Lw0Nc1v"
LOUD = ("debug", "info", "warning", "error", "exception", "critical", "log")


@pytest.fixture(autouse=True)
def forget_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test keeps secret is forgotten with it."""
    monkeypatch.setattr(logs, "_SECRETS", set())


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str, Format], StringIO]]:
    """Logging as a host starts it, into a text; afterwards it is as it was."""
    root = logging.getLogger()
    before = (root.level, root.handlers[:], {name: logging.getLogger(name).level for name in OWN})
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)

    def start(level: str, form: Format) -> StringIO:
        stream = StringIO()
        root.handlers = []
        start_logging(level, form, stream)
        return stream

    yield start
    logging.captureWarnings(capture=False)
    root.handlers = before[1]
    root.setLevel(before[0])
    for name, level in before[2].items():
        logging.getLogger(name).setLevel(level)


def line(message: str, form: Format = "text", **fields: object) -> str:
    record = logging.makeLogRecord({"name": "bot.host", "levelname": "INFO", "msg": message, "created": 0.5, **fields})
    return LineFormatter(form).format(record)


# --- the form ---------------------------------------------------------------------------------------------------------


def test_a_line_is_a_time_a_level_a_sentence_and_fields() -> None:
    text = line("opened", table="KILO", seats=4, by="Anna B", gone=None)
    assert text == '1970-01-01T00:00:00.500Z info    bot.host: opened table=KILO seats=4 by="Anna B" gone=null'


def test_json_is_one_object_a_line() -> None:
    text = line("opened", "json", table="KILO", seats=4)
    assert json.loads(text) == {
        "time": "1970-01-01T00:00:00.500Z",
        "level": "info",
        "logger": "bot.host",
        "event": "opened",
        "table": "KILO",
        "seats": 4,
    }


def test_a_field_cannot_pass_for_the_time_or_the_sentence() -> None:
    assert json.loads(line("opened", "json", event="closed", time="never"))["event"] == "opened"


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_name_cannot_forge_a_line_or_steer_a_terminal(form: Format) -> None:
    text = line("joined by \x1b[2J\nroot\u202e", form, person="Eve\n2026-01-01 error forged\u2028")
    assert text.isprintable()


def test_an_exception_follows_in_lines_of_its_own(started: Callable[[str, Format], StringIO]) -> None:
    stream = started("info", "text")
    try:
        raise ValueError("first\nsecond")
    except ValueError:
        logging.getLogger("bot.host").exception("stumbled")
    first, *trace = stream.getvalue().splitlines()
    assert first.endswith("error   bot.host: stumbled")
    assert trace[0] == "    Traceback (most recent call last):"
    assert all(one.startswith("    ") for one in trace)


def test_an_exception_is_a_field_of_the_object(started: Callable[[str, Format], StringIO]) -> None:
    stream = started("info", "json")
    try:
        raise ValueError("gone")
    except ValueError:
        logging.getLogger("bot.host").exception("stumbled")
    assert json.loads(stream.getvalue())["error"].endswith("ValueError: gone")


def test_own_lines_by_level_and_other_libraries_only_when_something_is_wrong(
    started: Callable[[str, Format], StringIO],
) -> None:
    stream = started("debug", "text")
    logging.getLogger("bot.host.door").debug("one")
    logging.getLogger("burraco").info("two")
    logging.getLogger("aiohttp.access").info("three")
    logging.getLogger("aiohttp.server").warning("four")
    assert [one.rpartition(" ")[2] for one in stream.getvalue().splitlines()] == ["one", "two", "four"]


def test_the_same_line_of_another_library_is_written_once_a_minute_and_own_ones_always(
    started: Callable[[str, Format], StringIO], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As of a loop that can take no connection, which says so thousands of times a second."""
    now = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    stream = started("info", "text")
    for now in (0.0, 1.0, 59.9, 60.0, 61.0):
        for _ in range(3):
            logging.getLogger("asyncio").error("out of files")
            logging.getLogger("asyncio").error("something else %d", now)
            logging.getLogger("bot.host.courier").warning("a part failed")
    lines = stream.getvalue().splitlines()
    assert [line.partition(": ")[2] for line in lines if "out of files" in line] == [
        "out of files",
        "out of files left_out=8",
    ]
    assert len([line for line in lines if "something else" in line]) == 5
    assert len([line for line in lines if "a part failed" in line]) == 15


def test_the_same_error_of_the_program_is_written_once_a_minute_too(
    started: Callable[[str, Format], StringIO], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As while the database is away for hours, which each part of the host finds out again every second."""
    now = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    stream = started("info", "text")
    for now in (0.0, 1.0, 59.9, 60.0):
        for part in ("courier", "scheduler"):
            logging.getLogger("bot.cli.keeping").error("no store", extra={"part": part, "error": "it is away"})
        logging.getLogger("bot.cli.keeping").error("no store", extra={"part": "courier", "error": f"at {now}"})
    lines = [line.partition(": ")[2] for line in stream.getvalue().splitlines()]
    assert [line for line in lines if "scheduler" in line] == [
        'no store part=scheduler error="it is away"',
        'no store part=scheduler error="it is away" left_out=2',
    ]
    assert len([line for line in lines if "courier" in line and "away" in line]) == 2
    assert len([line for line in lines if "at " in line]) == 4


def test_the_same_fault_of_the_program_is_shown_once_a_minute_too(
    started: Callable[[str, Format], StringIO], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever finds out what leads to it could fill the disk by doing it again and again."""
    places: list[Callable[[], object]] = [lambda: 1 // 0, lambda: int("no number")]
    times = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: times[-1])
    stream = started("info", "text")
    for now in (0.0, 1.0, 59.9, 60.0):
        times.append(now)
        for place in places:
            try:
                place()
            except (ZeroDivisionError, ValueError):
                logging.getLogger("bot.adapters.web.window").exception("a request failed")
    heads = [line.partition(": ")[2] for line in stream.getvalue().splitlines() if not line.startswith(" ")]
    assert heads == ["a request failed", "a request failed", *2 * ["a request failed left_out=2"]]


def test_what_a_platform_refuses_in_the_same_words_is_written_once_a_minute_too(
    started: Callable[[str, Format], StringIO], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where it answers each call that the token is not good any more."""
    now = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    stream = started("info", "text")
    for now in (0.0, 1.0, 59.9, 60.0):  # noqa: B007  the clock reads it
        for words in ("401 0", "401 0", "400 50035"):
            logging.getLogger("bot.adapters.discord.calls").error("Discord refuses a call", extra={"words": words})
    lines = [line.partition(": ")[2] for line in stream.getvalue().splitlines()]
    assert [line for line in lines if "401" in line] == [
        'Discord refuses a call words="401 0"',
        'Discord refuses a call words="401 0" left_out=5',
    ]
    assert len([line for line in lines if "400" in line]) == 2


def test_a_line_that_cannot_be_made_shows_nothing_of_itself(started: Callable[[str, Format], StringIO]) -> None:
    stream = started("info", "text")
    logging.getLogger("bot").info("%s %s", TELEGRAM)  # noqa: PLE1206  the fault is the point
    assert stream.getvalue() == "a log line of bot could not be written\n"


class Unspeakable(Exception):
    def __str__(self) -> str:
        raise RecursionError


class Taker(StringIO):
    """A stream that takes lines only while it may."""

    failure: Exception | None = None

    def write(self, text: str, /) -> int:
        if self.failure is not None:
            raise self.failure
        return super().write(text)


@pytest.mark.parametrize("failure", [BrokenPipeError(), OSError(28, "No space left"), OSError(9, "Bad"), ValueError()])
def test_logging_never_raises_and_what_was_lost_is_told_when_it_can_be(
    started: Callable[[str, Format], StringIO], failure: Exception
) -> None:
    started("info", "text")
    stream = Taker()
    logging.getLogger().handlers[0].setStream(stream)  # type: ignore[attr-defined]  # the handler writes to a stream
    before = logs.lost_lines()
    stream.failure = failure
    for name in ("bot.host", "aiohttp.server", "asyncio"):
        logging.getLogger(name).error("one", exc_info=Unspeakable())
    logging.getLogger("bot").info("two", extra={"error": Unspeakable()})
    assert logs.lost_lines() == before + 4
    stream.failure = None
    logging.getLogger("bot").info("three", extra={"error": Unspeakable()})
    lines = stream.getvalue().splitlines()
    assert lines == ["4 log lines before this one could not be written", "a log line of bot could not be written"]


def test_an_exception_that_ends_a_thread_is_logged_like_any_other(
    started: Callable[[str, Format], StringIO],
) -> None:
    stream = started("info", "json")

    def fail() -> None:
        raise RuntimeError(TELEGRAM)

    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()
    assert json.loads(stream.getvalue())["error"].endswith(f"RuntimeError: {HIDDEN}")


# --- secrets ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize("secret", [DISCORD, TELEGRAM, "4321:own-server", "AbC+d/e=:f"])
def test_a_token_shows_nowhere(secret: str, form: Format, started: Callable[[str, Format], StringIO]) -> None:
    keep_secret(secret)
    stream = started("info", form)
    log = logging.getLogger("aiohttp.client")
    log.warning("sent with %s", secret)
    log.warning(secret)
    log.warning("sent", extra={"header": f"Bot {secret}", "sent": [secret, {"to": secret}], "why": ValueError(secret)})
    url = URL("http://127.0.0.1:8081").joinpath(f"bot{secret}", "getMe")
    try:
        raise failed_request(url) from OSError(secret)
    except ClientResponseError:
        log.exception("failed: %s", url)
    text = stream.getvalue()
    assert len(text.splitlines()) >= 4
    for hidden in (secret, str(url), url.raw_path.split("/")[1]):
        assert hidden not in text
        assert json.dumps(hidden)[1:-1] not in text


def failed_request(url: URL) -> ClientResponseError:
    request = RequestInfo(url, "GET", CIMultiDictProxy(CIMultiDict({"Authorization": f"Bot {DISCORD}"})), url)
    return ClientResponseError(request, (), status=401, message="Unauthorized")


@pytest.mark.parametrize(
    ("text", "redacted"),
    [
        (f"token {DISCORD}.", f"token {HIDDEN}."),
        (f"/file/bot{TELEGRAM}/x.png", f"/file/bot{HIDDEN}/x.png"),
        (f"http://h/bot{TELEGRAM.replace(':', '%3A')}/getMe", f"http://h/bot{HIDDEN}/getMe"),
        ("http://h/bot1:x/getMe", f"http://h/bot{HIDDEN}/getMe"),
        (f"http://127.0.0.1:8765/seat/{SEAT}", f"http://127.0.0.1:8765/seat/{HIDDEN}"),
        (f"http://127.0.0.1:8765/#{SEAT}", f"http://127.0.0.1:8765/#{HIDDEN}"),
        ("GET /?token=abcdefgh12&x=1", f"GET /?token={HIDDEN}&x=1"),
        ("{'Authorization': 'Bot abcdefghi'}", f"{{'Authorization': 'Bot {HIDDEN}'}}"),
        ("Cookie: session=abcdefghijk", f"Cookie: {HIDDEN}"),
        ("postgresql://ada:pass@h/x", f"postgresql://{HIDDEN}@h/x"),
        (f"seal {'0f' * 32}", f"seal {HIDDEN}"),
    ],
)
def test_what_looks_like_a_secret_is_hidden_unasked(text: str, redacted: str) -> None:
    assert redact(text) == redacted


@pytest.mark.parametrize(
    "text",
    [
        "ClientConnectorCertificateError at 12:30:59, ratio 3.14159",
        "aiohttp.web_exceptions.HTTPRequestEntityTooLarge: too large",
        "/usr/lib/python3.11/site-packages/aiohttp/client_reqrep.py, line 1034",
        "table=ROSSO seat=N http://127.0.0.1:8765/healthz",
        "/srv/test_a_name_that_is_long_and_has_a_digit_0/burraco.db",
        "8f14e45fceea167a5a36dedd4bea2543",
    ],
)
def test_what_helps_to_find_a_fault_is_left(text: str) -> None:
    assert redact(text) == text


def test_the_secrets_of_the_browser_table_look_like_secrets() -> None:
    found = [redact(f"window {secrets.token_urlsafe(24)} closed") for _ in range(1000)]
    assert found.count(f"window {HIDDEN} closed") >= 999  # a few in a million look like a name


# --- cards ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize("name", sorted(CARDS))
def test_a_field_named_after_cards_shows_nothing(name: str, form: Format) -> None:
    assert "5h6h7h" not in line("played", form, **{name: "5h6h7h"})


def test_a_value_that_could_hold_a_table_shows_only_its_kind() -> None:
    assert line("played", what=LineFormatter("text")).endswith("what=LineFormatter")


def test_no_call_in_the_program_logs_cards(root: Path) -> None:
    files = [file for folder in ("bot", "engine", "renderers") for file in (root / folder).rglob("*.py")]
    assert [refusal for file in files for refusal in refusals(file.read_text("utf-8"), file.name)] == []


@pytest.mark.parametrize(
    "call",
    [
        'LOG.info("x", extra={"hand": h})',
        'LOG.info("x", extra={"cards": 1, "table": t})',
        'LOG.info("x", extra=fields)',
        'LOG.info("x", extra={name: 1})',
        'LOG.warning("x %s", deal.hand)',
        'LOG.exception("x %s", cards)',
        'LOG.log(level, "x %s", format_cards(table.stock))',
        'logging.getLogger("bot").info("x", extra={"hand": 1})',
    ],
)
def test_a_planted_call_is_refused(call: str) -> None:
    assert refusals(call, "planted.py")


def test_a_plain_call_is_not_refused() -> None:
    assert refusals('LOG.info("x %s", error, extra={"table": t, "cause": hand_over.why})', "planted.py") == []


def refusals(source: str, name: str) -> list[str]:
    """The log calls of a file whose fields are not all plain to see, or are named after cards."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    return [f"{name}:{call.lineno}" for call in calls if _is_log(call.func) and not _is_plain(call)]


def _is_log(function: ast.expr) -> bool:
    if not isinstance(function, ast.Attribute) or function.attr not in LOUD:
        return False
    return "log" in ast.unparse(function.value).lower()


def _is_plain(call: ast.Call) -> bool:
    extra = [keyword.value for keyword in call.keywords if keyword.arg == "extra"]
    if not all(isinstance(fields, ast.Dict) for fields in extra):
        return False
    keys = [key for fields in extra if isinstance(fields, ast.Dict) for key in fields.keys]
    if not all(isinstance(key, ast.Constant) and key.value not in CARDS for key in keys):
        return False
    return not {name for part in [*call.args, *extra] for name in _names(part)} & CARDS


def _names(part: ast.expr) -> Iterator[str]:
    for node in ast.walk(part):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
