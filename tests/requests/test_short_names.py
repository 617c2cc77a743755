"""The short names of tables: longer ones where the short ones are used up, for no name is ever given again."""

import pytest

from bot.requests import openings
from bot.requests.fresh_words import fresh_word
from bot.requests.openings import LABEL_LENGTH, LONGEST_LABEL, Open, reads_as_cards
from bot.requests.plans import MakePlan
from bot.words.typed import Doubt, Unclear, parse_typed
from tests.requests.serving import World, run
from tests.requests.tournaments.test_dealt_tables import announced

LENGTHS = range(LABEL_LENGTH, LONGEST_LABEL + 1)


@pytest.fixture
def one_short_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is a single name of the usual length."""
    monkeypatch.setattr(
        openings, "fresh_word", lambda signs: "B" * signs if signs == LABEL_LENGTH else fresh_word(signs)
    )


@pytest.mark.usefixtures("one_short_name")
def test_where_the_short_names_are_used_up_tables_have_longer_ones_whoever_opens_them() -> None:
    async def test(world: World) -> None:
        anna = await world.person("Anna")
        first = await world.open(anna)
        await world.said(anna, first.label, "leave")  # it closes, and keeps its name
        second = await world.open(anna)
        await world.done(anna, MakePlan("now"))
        await world.fire()
        labels = {one.label for one in await world.service.backend.tables.of(anna)}
        assert (first.label, second.label in labels) == ("BBBB", True)
        assert [len(label) for label in labels] == [LABEL_LENGTH + 1] * 2
        assert (await world.said(anna, second.label, "leave")).phase == "closed"

    run(test)


@pytest.mark.usefixtures("one_short_name")
def test_so_do_the_tables_of_a_tournament() -> None:
    async def test(world: World) -> None:
        here, people = await announced(world)
        await here.does(people[0], "start")
        await here.settles()
        lengths = [len(table.label) for table in (await here.tables()).values()]
        assert sorted(lengths) == [LABEL_LENGTH, LABEL_LENGTH + 1]

    run(test)


@pytest.mark.parametrize(("language", "words"), [
    ("en", "Every short name that was tried for the new table is taken. Try once more."),
    ("it", "I nomi brevi provati per il nuovo tavolo sono tutti occupati. Riprova."),
])  # fmt: skip
def test_where_every_name_that_is_tried_is_taken_who_opens_a_table_is_told_so(
    language: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(openings, "fresh_word", lambda signs: "B" * signs)

    async def test(world: World) -> None:
        anna = await world.person("Anna", locale=language)
        assert [len((await world.open(anna)).label) for _ in LENGTHS] == list(LENGTHS)
        answer = await world.do(anna, Open())
        assert (answer.done, answer.words) == (False, words)

    run(test)


def test_a_short_name_is_never_written_like_cards() -> None:
    letters = [rank + suit for rank in "TJQK" for suit in "TJQKHDCS"]
    for word in [first + last for first in letters for last in letters]:
        read = parse_typed(f"cala {word}")
        are_cards = not isinstance(read, Unclear) or read.doubt is Doubt.TOO_MANY_EQUAL
        assert reads_as_cards(word) or not are_cards, word
    assert all(reads_as_cards(word) for word in ("TJQKH", "KHTDJS", "JKJKTD", "JKKHTD"))
    assert not any(reads_as_cards(word) for word in ("VTHS", "KHTX", "TLZR", "KHTDX", "KHTDXJ"))
