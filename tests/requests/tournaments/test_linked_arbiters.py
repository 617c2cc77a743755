"""One person with two accounts at an evening: with one they direct it, with the other they play, and they are linked.

Who plays at a table does not rule there, whatever account they ask with; the other tables they direct as before.
"""

import pytest

from bot.requests.linking import UseLink
from bot.tournaments.appeals import judge_of
from bot.tournaments.club_tournament import RUNNING
from bot.tournaments.log import fold
from bot.tournaments.sheets import sheet_mark
from tests.requests.serving import BOT, World, run
from tests.requests.test_linking import code_of
from tests.requests.tournaments.test_club_tournaments import all_of, asks, does, only, passes
from tests.requests.tournaments.test_desk import check

OWN_TABLE = "Whoever plays at a table does not rule there"


async def evening(world: World) -> tuple[str, str, list[str]]:
    """Anna directs, and with a second account, Ada, plays with Bruno against Carla and Dario; the others are guests."""
    anna, bruno, carla, dario = [await world.person(name) for name in ("Anna", "Bruno", "Carla", "Dario")]
    ada = await world.person("Ada")
    await does(world, anna, "new", "Thursday code=febur rounds=danese,danese", admin=True)
    for one, other, name in ((ada, bruno, "Bruno"), (carla, dario, "Dario")):
        await does(world, one, "in", friends=[name])
        await does(world, other, "yes")
    for guests in ("Fina & Gino", "Ida & Lino"):
        await does(world, anna, "add", guests)
    await does(world, anna, "start")
    await passes(world, 0)
    await does(world, anna, "go")
    return anna, ada, [bruno, carla, dario]


async def link(world: World, code: str, used: str) -> None:
    await world.done(used, UseLink(await code_of(world, code)))


async def tables(world: World, player: str) -> tuple[int, int]:
    """Where this player sits, as does the partner who has two accounts; and the other table."""
    pairing = (await only(world)).pairing_of(player)
    assert pairing is not None
    return pairing.table, 3 - pairing.table


GUESTS = "3"  # the entry of two of them
RULINGS = (
    ("rule", "warn {entry} fan"),
    ("rule", "late {entry} 4"),
    ("rule", "penalty {entry} 100mp"),
    ("rule", "score {table} 12-8 400-0"),
    ("rule", "annul {table} 1"),
    ("rule", "recovery {table} 4"),
)


@pytest.mark.parametrize("is_first", [True, False])
@pytest.mark.parametrize(("what", "words"), RULINGS)
def test_accounts_that_are_linked_in_the_middle_of_a_round_do_not_rule_at_their_own_table(
    what: str, words: str, *, is_first: bool
) -> None:
    async def test(world: World) -> None:
        anna, ada, (bruno, *_) = await evening(world)
        await link(world, *((anna, ada) if is_first else (ada, anna)))
        own, other = await tables(world, bruno)
        one = await only(world)
        before = one
        for account in (anna, ada):
            own_words = words.format(table=own, entry=one.entry_of(bruno))
            answer = await asks(world, account, what, own_words)
            assert answer.words.startswith(OWN_TABLE)
            assert (await only(world)).events == before.events
            assert (await only(world)).rulings == before.rulings
        await does(world, anna, what, words.format(table=other, entry=GUESTS))
        await check(world)

    run(test)


@pytest.mark.parametrize("is_first", [True, False])
def test_with_either_account_they_play_their_table_and_direct_the_others(*, is_first: bool) -> None:
    async def test(world: World) -> None:
        anna, ada, (bruno, *_) = await evening(world)
        await link(world, *((anna, ada) if is_first else (ada, anna)))
        own, other = await tables(world, bruno)
        for account in (anna, ada):
            assert f"your table is {own}" in (await does(world, account, "mine")).words
        await does(world, ada, "call")
        assert (await asks(world, anna, "answer", str(own))).words.startswith(OWN_TABLE)
        assert (await asks(world, anna, "sheet", f"{other} =1865-1540")).done
        await does(world, anna, "sheet", f"{own} =1865-1540")  # for their line, which the other one signs
        one = await only(world)
        assert [sheet.table for sheet in one.sheets] == [own]
        assert [pairing.table for pairing in one.undecided] == [own]
        refused = await asks(world, ada, "sign", sheet_mark(one, one.sheets[0]))
        assert refused.words.startswith("Your own line has entered this")
        elsa = await world.person("Elsa")
        await does(world, anna, "arbiter", friends=["Elsa"])
        await does(world, elsa, "answer", str(own))
        await does(world, elsa, "sheet", f"{own} =1865-1540")
        await does(world, ada, "close")
        assert (await only(world)).state == RUNNING
        await check(world)

    run(test)


@pytest.mark.parametrize("is_first", [True, False])
def test_accounts_linked_before_the_evening_are_one_arbiter_who_plays(*, is_first: bool) -> None:
    async def test(world: World) -> None:
        anna, ada = await world.person("Anna"), await world.person("Ada")
        await link(world, *((anna, ada) if is_first else (ada, anna)))
        anna, ada, (bruno, *_) = await evening(world)
        own, other = await tables(world, bruno)
        assert (await only(world)).same == ()
        for account in (anna, ada):
            assert (await asks(world, account, "rule", f"annul {own} 1")).words.startswith(OWN_TABLE)
        await does(world, ada, "rule", f"annul {other} 1")

    run(test)


def test_a_player_who_is_named_by_their_other_account_does_not_rule_at_their_own_table() -> None:
    async def test(world: World) -> None:
        anna, _, (bruno, *_) = await evening(world)
        second = await world.person("Brunello")
        await link(world, second, bruno)
        await does(world, anna, "arbiter", friends=["Brunello"])
        own, other = await tables(world, bruno)
        assert (await asks(world, second, "rule", f"annul {own} 1")).words.startswith(OWN_TABLE)
        await does(world, bruno, "rule", f"annul {other} 1")

    run(test)


def test_an_arbiter_of_an_evening_whose_host_did_not_note_the_link_in_time_is_known_when_they_ask() -> None:
    async def test(world: World) -> None:
        anna, ada, (bruno, *_) = await evening(world)
        code = await code_of(world, anna)
        person, owner = await world.service.person(ada), await world.service.person(anna)
        await world.service.backend.people.become(person, owner, code.replace("-", ""), world.now)
        own, other = await tables(world, bruno)
        assert (await asks(world, anna, "rule", f"annul {own} 1")).words.startswith(OWN_TABLE)
        await does(world, anna, "rule", f"annul {other} 1")

    run(test)


def test_who_plays_with_one_account_does_not_enter_with_the_other_as_well() -> None:
    async def test(world: World) -> None:
        anna, bruno, carla = [await world.person(name) for name in ("Anna", "Bruno", "Carla")]
        ada = await world.person("Ada")
        await does(world, anna, "new", "Thursday code=febur rounds=danese,danese", admin=True)
        await does(world, ada, "in", friends=["Bruno"])
        await does(world, bruno, "yes")
        await link(world, anna, ada)
        for person, friend in ((anna, "Carla"), (carla, "Anna"), (carla, "Ada")):
            assert "is in already, as number 1" in (await asks(world, person, "in", friends=[friend])).words
        await does(world, anna, "out")
        assert (await only(world)).sign_ups == ()

    run(test)


def test_who_plays_with_both_accounts_rules_at_neither_table() -> None:
    async def test(world: World) -> None:
        anna, bruno, elsa = [await world.person(name) for name in ("Anna", "Bruno", "Elsa")]
        ada = await world.person("Ada")
        await does(world, anna, "new", "Thursday code=febur rounds=danese,danese", admin=True)
        for one, other, name, guests in ((ada, bruno, "Bruno", "Fina & Gino"), (anna, elsa, "Elsa", "Ida & Lino")):
            await does(world, one, "in", friends=[name])
            await does(world, other, "yes")
            await does(world, anna, "add", guests)
        await does(world, anna, "start")
        await passes(world, 0)
        await link(world, ada, anna)
        for table in (1, 2):
            assert (await asks(world, anna, "rule", f"annul {table} 1")).words.startswith(OWN_TABLE)
            await asks(world, anna, "sheet", f"{table} =1865-1540")
        evening = await only(world)
        assert len(evening.undecided) == 2
        assert len(evening.sheets) == 1

    run(test)


def test_an_appeal_is_not_judged_by_an_arbiter_who_plays_there_with_another_account() -> None:
    async def test(world: World) -> None:
        anna, ada, (bruno, *_) = await evening(world)
        elsa = await world.person("Elsa")
        await does(world, anna, "arbiter", friends=["Elsa"])
        await does(world, elsa, "rule", f"warn {(await only(world)).entry_of(bruno)} fan")
        ((id_, one),) = await all_of(world)
        await does(world, bruno, "appeal", one.rulings[-1].id)
        await link(world, anna, ada)
        one = await only(world)
        judging = judge_of(one, one.rulings[-1].id)
        assert judging is not None
        assert judging.person == elsa
        refused = await asks(world, anna, "judge", f"{one.rulings[-1].id} no because")
        assert not refused.done
        await does(world, elsa, "judge", f"{one.rulings[-1].id} no because")
        again = fold(list(await world.store.log(BOT, id_)))
        assert again == await only(world)
        assert again.same == ((ada, anna),)

    run(test)
