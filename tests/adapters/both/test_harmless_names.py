"""People and places may be called anything, on every platform: a name marks no text, calls nobody, turns no line."""

from typing import Final

import pytest

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


TURNS: Final = "\u202e"  # the letters behind it run the other way

WRITTEN = (
    ("replay", f"{TURNS}gpj.exe"),
    ("verify", f"{TURNS}gpj.exe"),
    ("correct", f"{TURNS}gpj.exe"),
    ("stats", f"{TURNS}gpj.exe"),
    ("plan", f"{TURNS}gpj.exe"),
    ("settings", f"{TURNS}gpj=exe"),
    ("new", "fibur", f"{TURNS}gpj=exe"),
)


@pytest.mark.parametrize("words", WRITTEN, ids=[words[0] for words in WRITTEN])
@both
def test_what_is_not_understood_is_said_back_and_turns_no_line(on: Kind, words: tuple[str, ...]) -> None:
    async def body(here: Surface) -> None:
        anna = here.person("Anna")
        here.gather([anna])
        await here.comes_in_private(anna)
        here.lets_direct(anna)
        command, *values = words
        if command == "stats" and here.name == "discord":
            return  # there a person is chosen, not written
        answers = await here.says(anna, command, *values, public=True)
        assert [one.text for one in answers if "gpj" in one.text]
        assert [one.text for one in answers if TURNS in one.text] == []

    run(on, body)
