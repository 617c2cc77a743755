"""A place where no pictures may be sent, on every platform: the table is told in words."""

from tests.adapters.both import both
from tests.adapters.both.surface import Kind, Surface, run


@both
def test_where_no_pictures_may_be_sent_the_table_is_told_in_words(on: Kind) -> None:
    async def body(here: Surface) -> None:
        here.gather([here.person("Anna"), here.person("Bruno")])
        here.denies_pictures()
        await here.begin("fibur", "players=2")
        table = here.tables()[-1]
        assert not here.has_picture(table)
        assert "Anna" in here.text(table)
        assert "cards are left to draw" in here.text(table)
        await here.turn()
        assert not here.has_picture(here.tables()[-1])
        assert "discards" in here.text(here.tables()[-1])

    run(on, body)
