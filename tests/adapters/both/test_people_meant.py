"""Whose card is meant: who is chosen in the client's own list, on every platform, whatever they are called here."""

import pytest

from tests.adapters.both import both
from tests.adapters.both.surface import Kind, Surface, run


@both
@pytest.mark.parametrize("language", ["en", "it"])
def test_who_is_chosen_is_meant_whatever_they_are_called(on: Kind, language: str) -> None:
    async def body(here: Surface) -> None:
        anna, bruno, namesake = (here.person(name, language) for name in ("Anna", "Bruno", "Bruno"))
        here.gather([anna, bruno, namesake])
        for person in (anna, bruno):
            await here.comes(person)
        await here.says(bruno, "name", "Rosso Fuoco")
        rosso = here.headline("Rosso Fuoco")
        assert (await here.asks_card(anna, bruno, public=True)).startswith(rosso)
        text = await here.asks_card(anna, namesake, public=True)
        assert "Rosso" not in text
        assert "Bruno" in text  # the name that the platform has
        assert (await here.asks_card(anna, bruno)).startswith(rosso)
        own = await here.says(anna, "stats", public=True)
        assert own[-1].text.startswith(here.headline("Anna"))

    run(on, body)
