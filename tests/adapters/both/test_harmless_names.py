"""People and places may be called anything, on every platform: a name marks no text, calls nobody, turns no line."""

from tests.adapters.both import both
from tests.adapters.both.surface import Kind, Surface, run

NAMES = (
    "<b>Anna</b> & Co @everyone",
    "\u202eשרה כהן",
    "👨‍👩‍👧‍👦 @admin 🃏<@1>",
    "**x** _y_ `z` *~`[x](y)",
)


@both
def test_names_with_markup_other_directions_and_emoji_harm_nothing(on: Kind) -> None:
    async def body(here: Surface) -> None:
        people = [here.person(name) for name in NAMES]
        here.gather(people, "**C** @here <i>")
        await here.begin("fibur", "players=4")
        for _ in range(8):
            await here.match.play()
        raw = [one.text for person in people for one in person.sees(None, "posted", "edited")]
        raw = [text for text in raw if not text.startswith("/")]  # what they have written themselves
        assert any("& Co" in here.plain(text) for text in raw)
        assert any("כהן" in text for text in raw)
        assert [text for text in raw for part in here.harmful if part in text] == []
        here.check_harmless(people)

    run(on, body)
