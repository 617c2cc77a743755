"""What one person reads alone is in their language, on every platform, whatever the place of it speaks."""

from typing import Any

from tests.adapters.both import both
from tests.adapters.both.surface import Kind, Surface, run

COMMANDS = ("plans", "stats", "history", "leaderboard", "partners")
IN_ITALIAN = (("stats", "Anna"), ("leaderboard", "Ancora nessuno"), ("history", "Le tue partite"), ("new", "Tavolo"))


async def newly_read(here: Surface, person: Any, command: str, *values: str, public: bool = False) -> str:
    """All that comes on their screen by a command, from wherever."""
    before = len(here.seen(person))
    await here.says(person, command, *values, public=public)
    return "\n".join(here.seen(person)[before:])


@both
def test_what_only_one_person_reads_is_in_their_language(on: Kind) -> None:
    async def body(here: Surface) -> None:
        anna, bruno = here.person("Anna", "it"), here.person("Bruno", "en-GB")
        here.gather([bruno, anna])
        for person in (anna, bruno):
            await here.comes(person)
        here.lets_direct(anna)
        await here.says(anna, "settings", "language=it", public=True)
        for command in COMMANDS:
            in_english, in_italian = [
                await newly_read(here, one, command, public=here.answers_alone) for one in (bruno, anna)
            ]
            assert in_english != in_italian, command

    run(on, body)


@both
def test_the_private_chat_speaks_its_persons_language_and_another_one_from_when_they_want_it(on: Kind) -> None:
    async def body(here: Surface) -> None:
        anna = here.person("Anna", "it")
        here.gather([anna])
        await here.comes(anna)
        for command, words in IN_ITALIAN:
            assert words in await newly_read(here, anna, command), command
        await here.says(anna, "language", "en")
        assert "Table" in await newly_read(here, anna, "new")

    run(on, body)


@both
def test_the_private_chat_speaks_the_language_that_its_person_has_chosen_elsewhere(on: Kind) -> None:
    async def body(here: Surface) -> None:
        anna = here.person("Anna", "it")
        here.gather([anna])
        await here.comes(anna)
        await here.says(anna, "new")
        assert [one for one in anna.screen() if "Nord-Sud" in here.text(one)]
        await here.says(anna, "language", "en", public=True)
        assert [one for one in anna.screen() if "Nord-Sud" in here.text(one)] == []
        assert [one for one in anna.screen() if "North-South" in here.text(one)]

    run(on, body)
