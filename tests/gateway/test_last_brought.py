"""Letters of people who wait: what a move of another's changes nothing of is not made, and whatever is asked for is."""

from collections import Counter
from typing import Any

import pytest

from bot.gateway.outbound import delivery
from bot.gateway.outbound.last_brought import LASTS
from bot.host.ports import Letter, OutboxRow
from bot.messages.marks import mark_of
from bot.messages.message import Message
from bot.messages.presenter import HAND, TABLE, present_letter
from bot.requests.people import Introduce
from bot.tables.calls import call_now
from bot.tables.table import PLAYING, Table
from bot.tables.who import HOST, Who
from bot.views.viewer import Viewer
from engine.actions import format_action
from engine.view import view
from tests.messages.test_deals_by_chat import Evening, seated
from tests.requests.serving import BOT, World, run, think

Makes = Counter[str]


@pytest.fixture
def makes(monkeypatch: pytest.MonkeyPatch) -> Makes:
    """How many messages are made, by reader, "" for a channel."""
    count: Makes = Counter()

    def counting(kind: str, table: Table, viewer: Viewer) -> Message | None:
        count[viewer.person] += kind in (HAND, TABLE)
        return present_letter(kind, table, viewer)

    monkeypatch.setattr(delivery, "present_letter", counting)
    return count


async def playing(world: World) -> tuple[Evening, str, str]:
    """A deal of four people in which somebody has drawn: who that is, and somebody who waits."""
    evening = await seated(world, "fibur", 4)
    first, *_, last = [evening.table.chair(seat).person for seat in evening.table.code.seats]
    in_turn = evening.table.chair(evening.table.in_turn).person
    await plays(world, evening)
    return evening, in_turn, last if in_turn == first else first


async def acts(world: World, evening: Evening) -> None:
    """One action of the person in turn, of which no letter is brought yet."""
    assert evening.table.game is not None
    person = evening.table.chair(evening.table.in_turn).person
    action = await think("", view(evening.table.game.deal, evening.table.in_turn))
    evening.table = await world.said(person, evening.table.label, f"play {format_action(action)}")


async def plays(world: World, evening: Evening) -> None:
    """One action of the person in turn, and its letters."""
    await acts(world, evening)
    await evening.hall.post()


def test_a_hand_is_made_when_its_owner_plays_and_not_when_another_does(makes: Makes) -> None:
    async def work(world: World) -> None:
        evening, first, waits = await playing(world)
        makes.clear()
        for _ in range(12):
            before, was = evening.table.in_turn, Counter(makes)
            await plays(world, evening)
            people = {evening.table.chair(seat).person for seat in (before, evening.table.in_turn)}
            new = makes - was
            assert people <= set(new) <= {"", *people}
        assert makes[first] > 0
        assert evening.table.phase == PLAYING
        place, reader = evening.account(waits), await evening.hall.reader(waits, evening.table)
        now = present_letter(HAND, evening.table, reader)
        assert now is not None
        assert mark_of(evening.message(place)) == mark_of(now)

    run(work)


def test_a_letter_is_written_only_where_its_message_can_change() -> None:
    async def work(world: World) -> None:
        evening, _, waits = await playing(world)
        await plays(world, evening)
        table_id = await world.service.table_of(evening.table.label)
        quiet = 0
        for _ in range(12):
            before = {(one.viewer, one.kind): one for one in await world.store.letters(BOT, table_id)}
            was = evening.table
            await acts(world, evening)
            waiting = [one for one in await world.store.letters(BOT, table_id) if one.settled < one.revision]
            in_turn = {one.chair(one.in_turn).person for one in (was, evening.table)}
            assert in_turn <= {one.viewer for one in waiting}
            if len(in_turn) == 1 and waits not in in_turn:
                quiet += 1
                assert waits not in {one.viewer for one in waiting}
            await evening.hall.post()
            for one in await world.store.letters(BOT, table_id):
                is_written = (one.viewer, one.kind) in [(row.viewer, row.kind) for row in waiting]
                assert one.settled >= one.revision
                assert is_written or one == before[one.viewer, one.kind]
        assert quiet > 2

    run(work)


def test_what_is_asked_for_is_written_also_where_its_message_stands() -> None:
    async def work(world: World) -> None:
        evening, _, waits = await playing(world)
        await plays(world, evening)
        want = evening.hall.delivery.telling(evening.hall.courier.want)
        table_id = await world.service.table_of(evening.table.label)
        await want(table_id, (Letter(waits, HAND),))
        await acts(world, evening)
        rows = await world.store.letters(BOT, table_id)
        (row,) = [one for one in rows if (one.viewer, one.kind) == (waits, HAND)]
        assert row.settled < row.revision

    run(work)


def test_what_somebody_asks_for_is_made_also_while_others_play(makes: Makes) -> None:
    async def work(world: World) -> None:
        evening, _, waits = await playing(world)
        await plays(world, evening)
        makes.clear()
        want = evening.hall.delivery.telling(evening.hall.courier.want)
        await world.done(waits, Introduce(language="it"))
        table_id = await world.service.table_of(evening.table.label)
        await want(table_id, (Letter(waits, HAND),))
        await plays(world, evening)  # both in one letter
        assert makes[waits] == 1
        assert evening.message(evening.account(waits)).language == "it"

    run(work)


def test_what_is_asked_for_while_it_is_being_brought_is_made_once_more(
    makes: Makes, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(world: World) -> None:
        evening, _, waits = await playing(world)
        hall = evening.hall
        table_id = await world.service.table_of(evening.table.label)
        want, bring = hall.delivery.telling(hall.courier.want), hall.delivery.recipients.of

        async def asked_meanwhile(table: Table, row: OutboxRow) -> Any:
            found = await bring(table, row)
            if row.viewer == waits and not makes[waits]:
                await world.done(waits, Introduce(language="it"))
                await want(table_id, (Letter(waits, HAND),))
                await acts(world, evening)
            return found

        makes.clear()
        monkeypatch.setattr(hall.delivery.recipients, "of", asked_meanwhile)
        await want(table_id, (Letter(waits, HAND),))
        await hall.post()
        assert makes[waits] == 2
        assert evening.message(evening.account(waits)).language == "it"

    run(work)


def test_whom_the_channel_names_is_not_made_their_hand_anew(makes: Makes) -> None:
    async def work(world: World) -> None:
        evening, first, _ = await playing(world)
        table_id = await world.service.table_of(evening.table.label)
        makes.clear()
        await world.door.submit(table_id, Who(HOST), "mention", "mention turn")
        await evening.hall.post()
        assert call_now(await world.now_of(evening.table)) is not None
        assert not makes[first]
        await plays(world, evening)
        assert makes[first] == 1

    run(work)


def test_what_is_shown_anew_after_somebody_was_forgotten_is_made_anew(
    makes: Makes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also what is just being brought, which may still have the name."""

    async def work(world: World) -> None:
        evening, _, waits = await playing(world)
        hall = evening.hall
        await plays(world, evening)
        makes.clear()
        await plays(world, evening)
        assert not makes[waits]
        table_id, bring = await world.service.table_of(evening.table.label), hall.delivery.recipients.of

        async def forgets() -> None:
            async with world.door.rewriting([table_id]):
                pass
            await world.store.add_letters(BOT, table_id, (Letter(waits, HAND),), world.now)

        async def forgotten_meanwhile(table: Table, row: OutboxRow) -> Any:
            found = await bring(table, row)
            if row.viewer == waits and not makes[waits]:
                await forgets()
            return found

        monkeypatch.setattr(hall.delivery.recipients, "of", forgotten_meanwhile)
        await forgets()
        await hall.post()
        assert makes[waits] == 2

    run(work)


def test_after_ten_minutes_all_is_looked_at_again(makes: Makes) -> None:
    async def work(world: World) -> None:
        evening, _, waits = await playing(world)
        await plays(world, evening)
        makes.clear()
        await plays(world, evening)
        assert not makes[waits]
        world.now += LASTS
        await plays(world, evening)
        assert makes[waits] == 1

    run(work)
