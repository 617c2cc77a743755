"""How somebody holds their cards: in memory for as long as their table is there, and in the store."""

import asyncio
from dataclasses import replace

from bot.host.ports import Person, StoredDraft
from bot.requests.hand_drafts import HandDrafts, Tick, own_cards
from bot.tables.table import CLOSED, Table
from bot.views.drafts import BY_RANK, BY_SUIT, Draft, format_draft, in_hand
from engine.cards import format_card, format_cards, parse_cards
from engine.hand import pack
from engine.shuffle import commitment
from engine.table import Game
from tests.notation import position
from tests.requests.serving import BOT, World, run
from tests.tables.playing import ANNA, dealt


def test_with_a_table_goes_from_memory_how_its_cards_were_held() -> None:
    table = dealt()
    deal = commitment(table.seed)

    async def work(world: World) -> None:
        await world.door.open("t1", "ROSSO", "web:1", ANNA, table.settings)
        drafts = HandDrafts(world.store, BOT, lambda *_: None, lambda *_: None)
        await drafts.keep(table, "t1", ANNA.id, Draft(by=BY_RANK, deal=deal))
        elsewhere = StoredDraft(table.stage, format_draft(Draft(by=BY_SUIT, deal=deal)))
        await world.store.put_draft(BOT, "t1", ANNA.id, elsewhere)
        drafts.note_table("t1", table)
        assert (await drafts.of(table, "t1", ANNA.id)).by == BY_RANK  # from memory
        drafts.note_table("t1", replace(table, phase=CLOSED))
        assert (await drafts.of(table, "t1", ANNA.id)).by == BY_SUIT  # read anew

    run(work)


def test_two_cards_that_are_ticked_at_once_are_both_ticked() -> None:
    table = dealt()

    async def work(world: World) -> None:
        await world.door.open("t1", "ROSSO", "web:1", ANNA, table.settings)
        drafts = HandDrafts(world.store, BOT, lambda *_: None, lambda *_: None)
        cards = [format_card(card) for card in dict.fromkeys(own_cards(table, ANNA.id) or ())][:2]
        anna = replace(await world.service.person(await world.person("Anna")), id=ANNA.id)
        ticks = [drafts.change(table, "t1", anna, Tick("t1", card, 1)) for card in cards]
        assert all(answer.done for answer in await asyncio.gather(*ticks))
        ticked = (await drafts.of(table, "t1", ANNA.id)).ticked
        assert sorted(format_card(card) for card in ticked) == sorted(cards)

    run(work)


async def drafts_of_north(world: World, table: Table) -> tuple[HandDrafts, Person]:
    """At a table that has just been opened, and who sits there."""
    await world.door.open("t1", "ROSSO", "web:1", ANNA, table.settings)
    drafts = HandDrafts(world.store, BOT, lambda *_: None, lambda *_: None)
    return drafts, replace(await world.service.person(await world.person("Anna")), id=table.chair("N").person)


def test_a_two_ticked_behind_its_three_lies_below_it() -> None:
    """With three players and online it would do duty as the card above, and be no clean opening."""
    table = replace(dealt(), game=Game(position("online", "N/play ? 4c 3s4s9hKdQd2s/?11/?11/?11 ?11,?11 -|-")))

    async def work(world: World) -> None:
        drafts, person = await drafts_of_north(world, table)
        for card in ("3s", "4s", "2s"):
            assert (await drafts.change(table, "t1", person, Tick("t1", card, 1))).done
        assert format_cards((await drafts.of(table, "t1", person.id)).ticked) == "2s3s4s"

    run(work)


def test_with_fewer_cards_than_they_ticked_among_a_card_that_was_held_twice_is_ticked_no_more() -> None:
    """They have played it; its twin was never ticked."""
    table = replace(dealt(), game=Game(position("fibur", "N/play ?47 4c 5h6h7h7hKd/?11/?11/?11 ?11,?11 -|-")))

    async def work(world: World) -> None:
        drafts, person = await drafts_of_north(world, table)
        for card in ("5h", "6h", "7h"):
            assert (await drafts.change(table, "t1", person, Tick("t1", card, 1))).done
        draft = await drafts.of(table, "t1", person.id)
        assert in_hand(draft, pack(parse_cards("5h6h7h7hKd9c"))).ticked == parse_cards("5h6h7h")  # they drew
        assert in_hand(draft, pack(parse_cards("7hKd"))).ticked == ()
        laid = replace(table, game=Game(position("fibur", "N/play ?47 4c 7hKd/?11/?11/?11 ?11,?11 5h6h7h|-")))
        assert (await drafts.change(laid, "t1", person, Tick("t1", "Kd", 1))).done
        assert (await drafts.of(laid, "t1", person.id)).ticked == parse_cards("Kd")

    run(work)
