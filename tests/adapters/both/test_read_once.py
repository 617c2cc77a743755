"""Who asks is read from the store once for each request, however many parts of the host want to know who it is."""

from tests.adapters.both import both
from tests.adapters.both.surface import Kind, Surface, run
from tests.adapters.together.test_read_once import counted


@both
def test_a_discard_reads_the_person_once(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await here.two()
        person = await here.drawn()
        stage, away = (await here.table()).stage, here.away(person)
        with counted() as reads:
            await here.tap(person, away)
        assert (await here.table()).stage > stage
        assert reads.people == [await here.host.service.person_of(here.name, str(person.id))]

    run(on, body)


@both
def test_a_game_at_once_reads_the_person_once(on: Kind) -> None:
    async def body(here: Surface) -> None:
        anna = here.person("Anna")
        here.gather([anna])
        await here.comes(anna)
        await here.says(anna, "play", public=True)  # from now on it is known where they play
        with counted() as reads:
            await here.says(anna, "play", public=True)
        person = await here.host.service.person_of(here.name, str(anna.id))
        assert len(await here.host.service.backend.tables.of(person)) == 2
        assert reads.people == [person]

    run(on, body)
