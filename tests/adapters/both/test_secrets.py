"""What nobody may read: the token in a log, cards in a log, and cards of others on a screen, on every platform."""

import io
import logging
import re
import threading

import pytest

from bot import logs
from bot.logs import OWN, keep_secret, start_logging
from renderers.scenes import HandScene
from tests.adapters.both import both
from tests.adapters.both.surface import Kind, Surface, run
from tests.scripted import CARD

CARDS = re.compile(rf"{CARD.pattern}|\b(?:[A2-9TJQK][hdcs]){{2,}}\b")


class Raw(logging.Handler):
    """Records as they are made, before anything is hidden."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)


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


@pytest.fixture
def raw(lines: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> list[logging.LogRecord]:
    """What is logged at all, Discord's library at its most talkative; the program shows of it what it always does."""
    assert not lines.getvalue()
    root, handler = logging.getLogger(), Raw()
    for other in root.handlers:
        other.addFilter(lambda one: one.levelno >= root.level or one.name.startswith(OWN))
    root.addHandler(handler)
    monkeypatch.setattr(logging.getLogger("discord"), "level", logging.DEBUG)
    return handler.records


@both
def test_neither_token_nor_cards_reach_the_log(on: Kind, lines: io.StringIO, raw: list[logging.LogRecord]) -> None:
    tokens: list[str] = []
    talkative: list[str] = []

    async def body(here: Surface) -> None:
        tokens.append(here.server.token)
        talkative.extend(("bot", *here.keeps_tokens))
        keep_secret(tokens[0])
        await here.two()
        for _ in range(12):
            await here.match.play()
        with here.breaks():
            anna = here.match.people[0]
            here.shuts(anna)
            await here.talks(anna, "/nonsense")
            for person in here.match.people:
                await here.says(person, "draw")
            await here.host.settle()
        logging.getLogger("httpx").warning("HTTP Request: POST http://127.0.0.1/bot%s/getMe", tokens[0])

    run(on, body)
    logging.captureWarnings(capture=False)
    written = lines.getvalue()
    assert "HTTP Request: POST" in written
    for token in (tokens[0], "loopbackloopback"):
        found = written.find(token)
        assert found == -1, written[max(0, found - 200) : found + 40]
    assert not CARDS.search(written)
    ours = [one for one in raw if one.name.startswith(tuple(talkative))]
    text = "\n".join([f"{one.getMessage()} {vars(one)}" for one in ours])
    assert tokens[0] not in text
    assert not CARD.search(text)


@both
def test_nobody_is_shown_the_cards_of_another(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await here.two()
        person = await here.drawn()
        assert sorted(here.cards_offered(person)) == await here.true_hand(person)
        await here.match.check_hands()
        for _ in range(30):
            await here.match.play()
        await here.match.check_hands()
        anna, bruno = (here.pictures(one) for one in here.match.people)
        assert min(len(anna), len(bruno)) > 1
        shared = [scene for png in anna & bruno for scene, _ in here.host.watch.painted[png]]
        assert [scene for scene in shared if isinstance(scene, HandScene)] == []  # both have seen the table alone
        await here.check_place()

    run(on, body)
