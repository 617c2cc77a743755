"""What nobody may read: the token in a log, cards in a log, and cards of others on a screen."""

import logging

import pytest

from tests.adapters.discord.evening import Evening, offers
from tests.adapters.discord.hosting import Host, run
from tests.adapters.discord.test_presses import drawn, two
from tests.evening import CARD


def test_no_log_holds_the_token_or_a_card(caplog: pytest.LogCaptureFixture) -> None:
    tokens: list[str] = []

    async def body(host: Host) -> None:
        tokens.append(host.discord.token)
        evening = await two(host)
        for _ in range(12):
            await evening.play()

    with caplog.at_level(logging.DEBUG):
        run(body)
    ours = [one for one in caplog.records if one.name.startswith(("bot", "discord"))]
    text = "\n".join([f"{one.getMessage()} {vars(one)}" for one in ours])
    assert tokens[0] not in text
    assert not CARD.search(text)


def test_nobody_is_shown_the_cards_of_another() -> None:
    async def body(host: Host) -> None:
        evening = await two(host)
        person = await drawn(evening)
        for one in evening.people:
            mine = {part for message in one.screen() for offer in offers(message) for part in offer.names}
            assert mine or one is not person
        await evening.check_hands()
        for _ in range(30):
            await evening.play()
        await evening.check_hands()
        await pictures(evening)
        evening.check_room()

    async def pictures(evening: Evening) -> None:
        """Whatever the two have both seen is the table, never a hand."""
        seen = [
            {file.data for sight in one.sees() if sight.channel != evening.room.id for file in sight.attachments}
            for one in evening.people
        ]
        assert seen[0].isdisjoint(seen[1])

    run(body)
