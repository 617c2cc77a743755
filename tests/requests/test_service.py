"""Whatever anybody sends: it never raises, never changes what they may not change, and a store that fails is said."""

from dataclasses import fields
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.gateway.inbound.request_json import WANTS
from bot.requests.channels import SetChannel, ShowChannel
from bot.requests.hand_drafts import Aim, Arrange, Clear, Sort, Tick, Unfold
from bot.requests.linking import Link
from bot.requests.opening_news import Notify
from bot.requests.people import Introduce
from bot.requests.requests import AtTable, Elsewhere, Request
from bot.requests.sound_requests import is_sound
from bot.requests.table_commands import Do
from bot.tables.table import PLAYING, Table
from tests.requests.serving import World, run

KINDS: tuple[type[Request], ...] = (*get_args(AtTable), *get_args(Elsewhere))


# --- nonsense ---------------------------------------------------------------------------------------------------------

WORDS = st.one_of(
    st.text(max_size=20),
    st.sampled_from(["", "N", "NS", "rank", "it", "fibur", "c:1", "c:2", "heuristic", "AHKQ", "BCDF-GHJK", "7h7h"]),
    st.sampled_from(["pace=5", "rules=fitab", "players=2", "a" * 700, "\ud800", "\0", "host", "p1", "☃\n\n\u202e"]),
    st.sampled_from(
        ["join N", "leave", "start", "start 00", "play d", "play x:4c", "end", "pause", "set pace=1", "seal"]
    ),
    st.sampled_from(
        ["replace N host x", "timeout", "expire", "deal", "propose undo", "agree", "rematch", "mirror c:9"]
    ),
)
NUMBERS = st.one_of(st.integers(-5, 5), st.integers())
VALUES: dict[object, st.SearchStrategy[Any]] = {str: WORDS, int: NUMBERS, bool: st.booleans()}


@st.composite
def any_request(draw: st.DrawFn, tables: tuple[str, ...] = ("T0", "T1", "", "NOWHERE")) -> tuple[Request, bool]:
    """Any request with facts that make sense, some sense or none; whether an admin sends it."""
    kind = draw(st.sampled_from(KINDS))
    facts = {one.name: draw(VALUES[one.type]) for one in fields(kind)}
    for name in ("table", "label"):
        if name in facts:
            facts[name] = draw(st.sampled_from([*tables, "x" * 20]))
    if draw(st.integers(0, 20)) == 0 and facts:
        facts[draw(st.sampled_from(sorted(facts)))] = draw(st.sampled_from([None, 7, "x", [], {}, 1.5, b"x"]))
    return kind(**facts), bool(facts.get("admin"))


@given(st.lists(st.tuples(st.integers(0, 4), any_request()), max_size=12))
def test_random_requests_of_random_people_never_raise_and_never_move_what_is_not_theirs(
    requests: list[tuple[int, tuple[Request, bool]]],
) -> None:
    async def work(world: World) -> None:
        anna, bruno, stranger = await world.people(3)
        tables = [await world.open(anna, "c:1", "pace=0"), await world.open(bruno)]
        await world.said(bruno, tables[1].label, "start")
        await world.until(tables[1], PLAYING)
        people = [anna, bruno, stranger, "p-nobody", ""]
        ids = {f"T{number}": table.label for number, table in enumerate(tables)}
        for number, (request, admin) in requests:
            person = people[number]
            before = [await world.now_of(table) for table in tables]
            named = {one.name: getattr(request, one.name) for one in fields(request)}
            for name in ("table", "label"):
                if isinstance(named.get(name), str):
                    named[name] = ids.get(named[name], named[name])
            await world.do(person, type(request)(**named), "c:1")
            for old, new in zip(before, [await world.now_of(table) for table in tables], strict=True):
                unharmed(old, new, person, admin)

    run(work)


def unharmed(before: Table, after: Table, person: str, admin: bool) -> None:
    """Who has no seat plays no card, throws nobody out and closes nothing."""
    if before == after or admin or before.seat_of(person):
        return
    assert after.game == before.game
    assert after.phase == before.phase
    assert after.settings == before.settings
    for old, new in zip(before.chairs, after.chairs, strict=True):
        assert old == new or (not old.person and new.person == person)


@pytest.mark.parametrize("kind", KINDS)
def test_facts_of_another_kind_are_refused(kind: type[Request]) -> None:
    for one in fields(kind):
        usual = {other.name: VALUE[other.type] for other in fields(kind)}
        assert is_sound(kind(**usual))
        wrongs: tuple[Any, ...] = (None, [], 1.5, b"x", "a" * 601 if one.type is str else 1 << 60)
        for wrong in wrongs:
            assert not is_sound(kind(**{**usual, one.name: wrong}))


VALUE: dict[object, Any] = {str: "x", int: 1, bool: True}


# --- one's own hand ---------------------------------------------------------------------------------------------------


def test_a_hand_is_held_as_its_owner_wants() -> None:
    async def work(world: World) -> None:
        anna = await world.person("Anna")
        table = await world.open(anna, options="pace=0")
        await world.said(anna, table.label, "start")
        await world.until(table, PLAYING)
        table_id = await world.service.table_of(table.label)

        async def hand() -> list[dict[str, Any]]:
            seen = await world.service.table_page(anna, table_id)
            assert seen is not None
            found: list[dict[str, Any]] = seen["hand"]
            return found

        card = (await hand())[0]["card"]
        many = sum(one["card"] == card for one in await hand())
        for _ in range(2):  # twice is the same
            await world.done(anna, Tick("", card, 1))
            assert [one["card"] for one in await hand() if one["ticked"]] == [card]
        await world.done(anna, Tick("", card, 4))
        assert sum(one["ticked"] for one in await hand()) == many
        await world.done(anna, Aim("", 0))
        await world.done(anna, Unfold("", "suggestions"))
        draft = await world.service.draft(anna, table_id)
        assert (draft.target, draft.menu) == (0, "suggestions")
        await world.done(anna, Clear(""))
        assert not any(one["ticked"] for one in await hand())
        by_suit = [one["card"] for one in await hand()]
        await world.done(anna, Sort("", "rank"))
        by_rank = [one["card"] for one in await hand()]
        assert sorted(by_rank) == sorted(by_suit)
        own = by_rank[::-1]
        await world.done(anna, Arrange("", "".join(own), ""))
        await world.done(anna, Arrange("", "", own[0]))
        assert [one["card"] for one in await hand()] == own
        again = world.again()
        assert (await again.service.draft(anna, table_id)).ticked == (await world.service.draft(anna, table_id)).ticked
        for nonsense in (Tick("", "?", 1), Tick("", "", 1), Arrange("", "xx", ""), Aim("", 1000), Unfold("", "x" * 21)):
            assert not (await world.do(anna, nonsense)).done

    run(work)


def test_nobody_holds_another_s_cards() -> None:
    async def work(world: World) -> None:
        anna, bruno = await world.people(2)
        table = await world.open(anna, options="pace=0")
        await world.said(anna, table.label, "start")
        await world.until(table, PLAYING)
        table_id = await world.service.table_of(table.label)
        for request in (Tick(table_id, "Jk", 1), Clear(table_id), Sort(table_id, "rank"), Arrange(table_id, "", "")):
            assert not (await world.do(bruno, request)).done
        assert await world.store.draft("b", table_id, bruno) is None

    run(work)


# --- the store --------------------------------------------------------------------------------------------------------


def example(kind: type[Request]) -> Request:
    """A request of this kind that would be carried out, or at least written down."""
    usual: dict[object, Any] = {str: "", int: 0, bool: True}
    facts = {one.name: usual[one.type] for one in fields(kind)}
    examples = {"command": "computer", "delivery": "d", "order": "", "card": "Jk", "name": "Ada", "channel": "c:1"}
    facts |= {name: value for name, value in examples.items() if name in facts}
    return kind(**facts)


def test_a_store_that_cannot_be_read_is_said_in_one_sentence(caplog: pytest.LogCaptureFixture) -> None:
    async def work(world: World) -> None:
        anna = await world.person("Anna", locale="it")
        table = await world.open(anna, "c:1")
        await world.store._writer.execute("ALTER TABLE people RENAME TO gone")
        for kind in KINDS:
            caplog.clear()
            answer = await world.do(anna, example(kind))
            assert not answer.done
            assert answer.words.endswith("Please try again in a moment.")
            assert [one.name for one in caplog.records].count(
                "bot.requests.service"
            ) == 1  # news of a table are told apart
        await world.store._writer.execute("ALTER TABLE gone RENAME TO people")
        assert await world.now_of(table) == table

    run(work)


def test_a_full_disk_changes_nothing_and_later_it_goes_on() -> None:
    async def work(world: World) -> None:
        anna = await world.person("Anna", locale="it")
        table = await world.open(anna, options="pace=0")
        await world.said(anna, table.label, "start")
        await world.until(table, PLAYING)
        before = await world.now_of(table)
        hand = await world.service.table_page(anna, await world.service.table_of(table.label))
        await world.store._writer.execute("PRAGMA query_only = ON")  # reads go on, nothing can be written
        request = Do("", "pause", "mine")
        answers = [await world.do(anna, one) for one in (request, Sort("", "rank"), Introduce("Ada"), Link())]
        assert {answer.words for answer in answers} == {
            "In questo momento non riesco a salvare nulla, quindi non è cambiato niente. Riprova fra poco."
        }
        assert await world.now_of(table) == before
        assert await world.service.table_page(anna, await world.service.table_of(table.label)) == hand
        await world.store._writer.execute("PRAGMA query_only = OFF")
        assert (await world.do(anna, request)).done
        assert (await world.now_of(table)).paused

    run(work)


# --- the browser ------------------------------------------------------------------------------------------------------


def test_every_request_of_a_person_has_its_word_in_the_browser() -> None:
    message = {"count": 1, "meld": 0, "pace": 0, "stage": 0}
    reached = {type(want(message)) for want in WANTS.values()}
    assert set(KINDS) - reached == {ShowChannel, SetChannel, Notify}  # a channel's affairs


def test_nobody_is_an_admin_or_in_a_channel_by_saying_so_in_the_browser() -> None:
    message = {"count": 1, "meld": 0, "pace": 0, "stage": 0, "admin": True, "channel": "discord:1"}
    for want in WANTS.values():
        request = want(message)
        assert not getattr(request, "admin", False)
        assert not getattr(request, "channel", "")
