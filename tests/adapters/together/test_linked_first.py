"""An account whose very first command makes it another person's."""

import re

from tests.adapters.together.hosting import Both
from tests.adapters.together.scripted import Together
from tests.adapters.together.test_one_table import run


def test_an_account_that_is_linked_by_its_first_command_is_welcomed_once_and_reads_it_once() -> None:
    async def body(both: Both) -> None:
        table = Together(both)
        anna, carla = table.there.people[0], table.here.people[0]
        anna.start()
        anna.writes("/link")
        await both.settle()
        found = re.search(r"\b[A-Z]{4}-[A-Z]{4}\b", "\n".join([one.content.text for one in anna.screen()]))
        assert found is not None
        await table.here.types(carla, "burraco link", link=found[0])
        await both.settle()
        for _ in range(2):
            await table.here.types(carla, "burraco tables")
            await both.settle()
        read = [one.content.text.replace("\\", "") for one in carla.screen()]
        assert len([text for text in read if "Welcome to Burraco" in text]) == 1
        assert len([text for text in read if "Both accounts are now one player" in text]) == 1
        assert not [text for text in read if "has been linked" in text]
        assert [one for one in anna.screen() if "accounts on Discord has been linked" in one.content.text]

    run(body)
