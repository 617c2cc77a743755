"""First contact, on every platform: a place is greeted once, and only who directs it sets how it plays."""

from tests.adapters.both import both
from tests.adapters.both.surface import Kind, Surface, run


@both
def test_a_place_is_greeted_once_in_the_language_of_who_added_the_bot(on: Kind) -> None:
    async def body(here: Surface) -> None:
        anna = here.person("Anna", "it")
        await here.is_added_by(anna)
        assert greetings(here) == [True]
        await here.hears_again_of_being_added()
        assert greetings(here) == [True]
        greeting = here.public()[-1]
        await anna.answer(anna.presses("Apri un tavolo", here.place))
        await here.host.settle()
        assert here.about_table(here.public()[-1], "")
        assert "Anna" in here.text(here.public()[-1])
        here.check_greeting_stays(greeting)

    def greetings(here: Surface) -> list[bool]:
        """For each message in the place, whether it greets."""
        return ["Benvenuti al burraco" in text for text in map(here.text, here.public()) if text]

    run(on, body)


@both
def test_only_who_directs_the_place_sets_how_it_plays(on: Kind) -> None:
    async def body(here: Surface) -> None:
        anna, bruno = here.person("Anna"), here.person("Bruno")
        here.gather([anna, bruno])
        refused = await here.says(bruno, "settings", "players=2", public=True)
        assert "Only an admin can set that" in refused[-1].text
        here.lets_direct(bruno)
        await here.says(bruno, "settings", "players=2", public=True)
        await here.open("", "")
        assert len((await here.table()).chairs) == 2

    run(on, body)
