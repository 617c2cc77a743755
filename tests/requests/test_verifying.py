"""Commitments and seeds are shown to who asks: of a deal that goes on its promise alone, afterwards what kept it."""

import re
from dataclasses import replace

from bot.requests.answer import Readers
from bot.requests.match_records import Verify
from bot.requests.verifying import verify_table
from bot.tables.table import OVER, PAUSE, PLAYING, Table
from engine.shuffle import commitment
from tests.requests.serving import World, run
from tests.tables.playing import ANNA, CLOCK, SEED, after, dealt

BAR = "club:bar"
HEX = re.compile(r"[0-9a-f]{64}")
NEXT = "00" * 31 + "09"


async def two(world: World, people: list[str]) -> Table:
    """A table of two in its first deal, in a channel."""
    opened = await world.open(people[0], BAR, "players=2 hands=2")
    await world.join(people[1], opened, BAR)
    await world.said(people[0], opened.label, "start")
    return await world.until(opened, PLAYING)


def test_a_deal_that_goes_on_shows_its_promise_and_never_its_seed() -> None:
    async def test(world: World) -> None:
        people = await world.people(3)
        table = await two(world, people)
        for person, channel in ((people[0], ""), (people[2], BAR)):
            answer = await world.done(person, Verify(table.label, channel))
            assert HEX.findall(answer.words) == [commitment(table.seed)]
            assert answer.readers is Readers.THERE
        for channel in ("", "club:other"):
            assert not (await world.do(people[2], Verify(table.label, channel))).done

    run(test)


def test_a_match_that_has_ended_is_verified_by_who_played_it_and_where_it_was_shown() -> None:
    async def test(world: World) -> None:
        people = await world.people(3)
        table = await two(world, people)
        seed = table.seed
        await world.lap(table)
        await world.said(people[0], table.label, "resign")
        for name in (table.label, table.label.lower()):
            answer = await world.done(people[1], Verify(name))
            assert HEX.findall(answer.words) == [commitment(seed), seed.hex()]
        assert not (await world.do(people[2], Verify(table.label))).done
        assert not (await world.do(people[0], Verify("NONE"))).done

    run(test)


def test_after_a_deal_its_seed_is_shown_and_of_the_next_one_the_promise() -> None:
    between = after(dealt(), (ANNA, "propose annul"))
    for chair in between.chairs[1:]:
        between = after(between, (replace(ANNA, id=chair.person, name=chair.name), "agree"))
    between = after(between, (CLOCK, f"seal {NEXT}"))
    assert between.phase == PAUSE
    tags = between.records[0].tags
    words = verify_table("en", between).words
    assert HEX.findall(words) == [tags["Commitment"], SEED, commitment(between.seed)]
    assert NEXT not in words
    assert "ROSSO: 1 deal; its deck was fixed before it, and every play was allowed. Commitment ← seed:\n1. " in words
    assert "La smazzata non ancora finita: " in verify_table("it", between).words


def test_a_record_that_was_changed_is_told_and_shows_no_seed() -> None:
    over = after(dealt(), (ANNA, "resign"))
    assert over.phase == OVER
    (record,) = over.records
    false = replace(over, records=(replace(record, tags={**record.tags, "Seed": NEXT}),))
    assert verify_table("en", false).words == "ROSSO: the record does not check out."
    assert HEX.findall(verify_table("en", over).words) == [record.tags["Commitment"], SEED]


def test_a_table_without_a_deck_has_nothing_to_show() -> None:
    answer = verify_table("en", replace(dealt(), seed=b"", records=()))
    assert (answer.done, answer.words) == (False, "There is nothing to see yet.")
