"""The token stands in every address that is called; it stands in no log line, and neither does a card."""

import io
import logging
import re
import threading
from pathlib import Path

import pytest

from bot import logs
from bot.logs import OWN, keep_secret, start_logging
from tests.adapters.telegram.evening import Evening
from tests.adapters.telegram.hosting import Host, run
from tests.loopback.faults import Kind

CARDS = re.compile(r"(?:10|[A2-9JQK])[♥♦♣♠]|\b(?:[A2-9TJQK][hdcs]){2,}\b")


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    """Everything that is logged, as the program logs it at its most talkative."""
    monkeypatch.setattr(logs, "_SECRETS", set())
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    root = logging.getLogger()
    monkeypatch.setattr(root, "handlers", [])
    monkeypatch.setattr(root, "level", root.level)
    for own in OWN:
        monkeypatch.setattr(logging.getLogger(own), "level", logging.getLogger(own).level)
    stream = io.StringIO()
    start_logging("debug", "text", stream)
    return stream


def test_neither_token_nor_cards_reach_the_log(lines: io.StringIO) -> None:
    async def body(host: Host) -> None:
        keep_secret(host.telegram.token)
        people = [host.telegram.user(name) for name in ("Anna", "Bruno")]
        evening = Evening(host, host.telegram.group("Sala", *people), people)
        await evening.begin("fibur players=2")
        host.telegram.faults.add(Kind.DROP, times=3)
        host.telegram.faults.add(Kind.GATEWAY, times=3)
        host.telegram.faults.add(Kind.ERROR, times=2, methods=["getUpdates"])
        people[0].blocks()
        people[0].writes("/nonsense", evening.group)
        for person in people:
            person.writes("draw")
        await host.settle()
        host.telegram.faults.clear()
        logging.getLogger("httpx").warning("HTTP Request: POST %s/bot%s/getMe", host.telegram.root, host.telegram.token)

    run(body)
    logging.captureWarnings(capture=False)
    said = lines.getvalue()
    assert "HTTP Request: POST" in said
    token = said.find("loopbackloopback")
    assert token == -1, said[max(0, token - 200) : token + 40]
    assert not CARDS.search(said)


def test_the_source_writes_no_address_into_a_log() -> None:
    folder = Path(__file__).parent.parent.parent.parent / "bot" / "adapters" / "telegram"
    calls = [line for file in folder.glob("*.py") for line in file.read_text("utf-8").splitlines() if "LOG." in line]
    assert len(calls) > 8
    assert not [line for line in calls if re.search(r"token(?! of)|base_url|address", line)]
