"""Every command is answered where it was asked, whoever asks: before the match, and while it is played."""

from typing import Any, Final

from bot.gateway.inbound.commands import COMMANDS, Command
from tests.adapters.both import both
from tests.adapters.both.surface import Kind, Surface, run

WRITTEN: Final = {
    "theme": "dark",
    "language": "en",
    "place": "private",
    "switch": "on",
    "order": "suit",
    "phrase": "bravo",
    "proposal": "annul",
    "seat": "E",
    "cards": "nonsense",
    "card": "nonsense",
    "meld": "1",
    "settings": "ping=30",
    "match": "ZZZZ:1",
}
"""What is given for an argument that has to be there; a name for any other."""


def arguments(command: Command) -> list[str]:
    return [WRITTEN.get(name, "Pippo") for name in command.arguments if not name.startswith("[")]


async def unanswered(here: Surface, person: Any, *, public: bool) -> list[str]:
    """The commands after which nothing new came on their screen there."""
    place = here.place.id if public else person.dm.id
    found = []
    for command in COMMANDS:
        before = len(person.sees())
        await here.says(person, command.name, *arguments(command), public=public)
        new = [
            one
            for one in person.sees()[before:]
            if getattr(one, "channel", 0) or one.sender != person.account.first_name
        ]
        there = [one for one in new if place in (getattr(one, "chat", 0), getattr(one, "channel", 0))]
        if not [one for one in there if one.kind in ("posted", "edited")]:
            found.append(command.name)
        here.server.clock.advance(12)
    return found


@both
def test_every_command_is_answered_where_it_was_asked(on: Kind) -> None:
    async def body(here: Surface) -> None:
        anna, carla = here.person("Anna"), here.person("Carla")
        here.gather([anna])
        here.joins(carla)
        for person in (anna, carla):
            await here.comes_in_private(person)
        await here.open("fibur", "players=4")
        assert await unanswered(here, carla, public=True) == []
        assert await unanswered(here, anna, public=False) == []

    run(on, body)
