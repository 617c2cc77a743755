"""An update that the library cannot read, as of a newer Bot API, is passed over, and nothing behind it waits."""

import asyncio
from pathlib import Path

import pytest

from tests.adapters.telegram.hosting import Host, run
from tests.adapters.telegram.test_contact import reads
from tests.adapters.telegram.test_webhook import hooked
from tests.loopback.running import judged, specs
from tests.loopback.telegram import Telegram, serve
from tests.loopback.telegram.people import Person
from tests.loopback.telegram.values import Json

CARDS = "7h 7c 7s"
"""What somebody has written: their cards, which no log may hold."""


def newer(anna: Person) -> Json:
    """A message with a poll that lacks what every poll has had so far."""
    chat = {"id": anna.id, "type": "private", "first_name": "Anna"}
    return {"message_id": 9, "date": 1, "chat": chat, "text": CARDS, "poll": {"id": "5"}}


async def tells(telegram: Telegram, anna: Person) -> None:
    """Before and behind what cannot be read, what can be read is answered."""
    telegram.updates.add_newer("message", newer(anna))
    telegram.updates.add_newer("message", newer(anna))
    anna.start()
    await telegram.until(lambda: not telegram.updates.pending)


@pytest.mark.parametrize("times", [1, 3])
def test_what_stands_behind_it_is_answered(times: int, caplog: pytest.LogCaptureFixture) -> None:
    async def body(host: Host) -> None:
        anna = host.telegram.user("Anna")
        for _ in range(times):
            await tells(host.telegram, anna)
        await host.settle()
        assert reads(anna, "Burraco")

    run(body)
    (words,) = {one.getMessage() for one in caplog.records if one.levelname in ("ERROR", "CRITICAL")}
    assert words == "an update cannot be read, and is passed over"
    assert CARDS not in caplog.text


def test_over_a_webhook_it_does_not_come_again(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        async with serve(specs()) as telegram, hooked(telegram, tmp_path) as (host, _):
            anna = telegram.user("Anna")
            await tells(telegram, anna)
            await host.settle()
            assert reads(anna, "Burraco")
            judged(telegram)

    asyncio.run(main())
    assert CARDS not in caplog.text
