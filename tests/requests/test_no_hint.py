"""Nobody gets a hint at a tournament's table, by any way: settings, commands, buttons new and old, requests."""

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any, Final

import pytest

from bot.gateway.inbound.command_line import Show, Tell
from bot.gateway.inbound.parser import parse_line
from bot.gateway.inbound.presses import request_of_press
from bot.gateway.inbound.request_json import WANTS, request_of
from bot.messages.buttons import Press, decode
from bot.messages.hand_controls import SUGGESTIONS
from bot.messages.hand_message import hand_message
from bot.messages.message import Button
from bot.requests.answer import Answer, HintPage
from bot.requests.channels import SetChannel
from bot.requests.hand_drafts import Unfold
from bot.requests.hints import Explain, Hint
from bot.requests.openings import Open
from bot.requests.requests import AtTable, Request
from bot.tables.assigned import by_seat, open_assigned
from bot.tables.hints import hint_refusal, may_ask_why
from bot.tables.lock import NO_HINT
from bot.tables.table import PLAYING, Assigned, Table
from bot.tables.who import HOST, Who
from bot.views.controls import controls
from bot.views.table_view import TableView
from bot.views.viewer import Viewer
from bot.words.languages import say
from tests.requests.serving import World, run
from tests.requests.test_hints import Searches
from tests.requests.tournaments.test_assigned import CLUB, opened, played_out
from tests.requests.tournaments.test_dealt_tables import BAR, announced, begun
from tests.tables.assigning import LINES, THREE_DEALS, chair, dealt
from tests.tables.playing import ADMIN, ANNA, BRUNO, CARLA, DARIO, EVE, START, declined

LOCKED: Final = say("en", "declined.locked-hint")
WRITTEN: Final = ("/hint", "hint", "/suggerimento", "/suggerisci", "/burraco hint", "/hint TORN", "/hint play")
FORGED: Final = ("hint", "hint:play", "hint:2", "suggest", "say:hint", "say:hint.TORN", "say:set.hints=on")
WITH_HINTS: Final = replace(THREE_DEALS, hints=True)


async def in_play(world: World, *, sealed: bool = False) -> tuple[Table, list[str], Searches]:
    """A tournament's table, four who sit there and one who does not, and a search that must never be asked."""
    people = await world.people(5)
    table = await opened(world, people, sealed=sealed)
    searches = Searches()
    world.service.hints.note_adviser(searches)
    return table, people, searches


def is_hint(answer: Answer) -> bool:
    return isinstance(answer.page, HintPage) or "hint" in answer.words.lower().replace(LOCKED.lower(), "")


# --- the setting ------------------------------------------------------------------------------------------------------


def test_no_tournament_table_opens_with_hints() -> None:
    code = WITH_HINTS.code()
    chairs = by_seat(code, ((chair(ANNA), chair(BRUNO)), (chair(CARLA), chair(DARIO))))
    with pytest.raises(ValueError, match="hint"):
        open_assigned(WITH_HINTS, Assigned("tour0123456789abcdef", "Thursday", 2, 3, LINES), chairs, START)


@pytest.mark.parametrize("who", [ANNA, EVE, ADMIN, Who(HOST)])
def test_nobody_sets_hints_there_the_host_no_more_than_others(who: Who) -> None:
    for table in (dealt(), replace(dealt(), phase="pause"), replace(dealt(), phase="over")):
        assert declined(table, who, "set hints=on") in ("locked-rules", "already-started")


@pytest.mark.parametrize("command", ["rematch", "start", "computer N", "standin"])
def test_no_other_table_comes_out_of_it(command: str) -> None:
    for table in (dealt(), replace(dealt(), phase="over")):
        assert declined(table, ANNA, command).startswith("locked-")


def test_what_a_channel_presets_is_no_setting_of_its_tournaments_tables() -> None:
    async def work(world: World) -> None:
        (anna, *_) = await world.people(9)
        await world.done(anna, SetChannel(BAR, "hints=on", admin=True), BAR)
        own = await world.done(anna, Open(channel=BAR, delivery="d"))
        assert (await world.table(own.table)).settings.hints
        await world.said(anna, own.table, "leave")
        here, people = await begun(world)
        tables = (await here.tables()).values()
        assert [table.settings.hints for table in tables] == [False] * len(tables)
        searches = Searches()
        world.service.hints.note_adviser(searches)
        for table in tables:
            for person in people:
                assert not (await world.do(person, Hint(table.label, world.delivery()))).done
        assert searches.views == []

    run(work)


def test_a_tournament_is_not_announced_with_hints() -> None:
    async def work(world: World) -> None:
        here, people = await announced(world)
        words = "Friday cards=dealt rounds=mitchell deals=1 hints=on"
        assert not (await here.asks(people[0], "new", words, admin=True)).done

    run(work)


@pytest.mark.parametrize("phase", ["lobby", "pause", "playing", "over", "closed"])
def test_whatever_a_tables_settings_say_its_being_a_tournaments_counts(phase: str) -> None:
    table = replace(dealt(), phase=phase, settings=WITH_HINTS)
    assert [hint_refusal(table, who.id) for who in (ANNA, BRUNO, CARLA, DARIO, EVE, ADMIN)] == [NO_HINT] * 6


# --- what is asked ----------------------------------------------------------------------------------------------------


def test_a_request_gets_none_whoever_sends_it() -> None:
    async def work(world: World) -> None:
        table, people, searches = await in_play(world)
        for person in people:
            for named in ("evening", table.label):
                answer = await world.do(person, Hint(named, world.delivery()), CLUB)
                assert (answer.done, answer.words) == (False, LOCKED)
        assert searches.views == []

    run(work)


@pytest.mark.parametrize("line", WRITTEN)
def test_a_command_gets_none(line: str) -> None:
    async def work(world: World) -> None:
        table, people, searches = await in_play(world)
        meaning = parse_line(line, CLUB, "d1")
        assert isinstance(meaning, Hint) == (len(line.split()) == 1 or "burraco" in line)
        if isinstance(meaning, Hint):
            mine = table.chair(table.in_turn).person
            answer = await world.do(mine, replace(meaning, table="evening"), CLUB)
            assert (answer.done, answer.words) == (False, LOCKED)
        assert searches.views == []
        assert len(people) == 5

    run(work)


@pytest.mark.parametrize("text", FORGED)
def test_a_button_that_never_stood_there_or_elsewhere_long_ago_gets_none(text: str) -> None:
    async def work(world: World) -> None:
        table, people, searches = await in_play(world)
        for stage in (0, 1, table.stage - 1, table.stage, table.stage + 1):
            press = decode(f"{table.label}:{stage}:{text}")
            assert isinstance(press, Press)
            for person in people:
                draft = await world.service.draft(person, "evening")
                request = request_of_press(press, table, person, draft, world.delivery())
                if not isinstance(request, Show | Tell):
                    assert not is_hint(await world.do(person, request, CLUB))
        assert searches.views == []

    run(work)


def messages(anything: Any) -> Iterator[dict[str, Any]]:
    """What a window may send of each kind, with facts of every type that a hint could be meant by."""
    for want in WANTS:
        for words in ("hint", "hint play", "set hints=on", "hints=on", SUGGESTIONS, ""):
            facts = {"table": anything, "command": words, "menu": words, "options": words, "words": words}
            yield {"want": want, **facts, "delivery": f"{want} {words}", "stage": -1, "phrase": words, "what": words}


def test_no_request_of_a_window_leads_to_one() -> None:
    async def work(world: World) -> None:
        table, people, searches = await in_play(world)
        mine = table.chair(table.in_turn).person
        for message in messages("evening"):
            request: Request = request_of(message)
            if isinstance(request, AtTable):
                assert not is_hint(await world.do(mine, request)), message
        assert searches.views == []
        assert (await world.now_of(table)).settings.hints is False
        assert mine in people

    run(work)


# --- what is shown ----------------------------------------------------------------------------------------------------


def test_neither_the_page_nor_a_hand_offers_one_nor_suggests_a_play() -> None:
    async def work(world: World) -> None:
        table, people, _ = await in_play(world)
        mine = table.chair(table.in_turn).person
        await world.done(mine, Unfold("evening", SUGGESTIONS))
        await world.said(mine, "evening", "play d")
        page = await world.service.table_page(mine, "evening")
        assert page is not None
        assert (page["controls"]["hint"], page["controls"]["suggestions"]) == (False, [])
        now = await world.now_of(table)
        for settings in (now.settings, replace(now.settings, hints=True)):
            view = TableView(replace(now, settings=settings), Viewer(mine))
            assert (controls(view)["hint"], controls(view)["suggestions"]) == (False, [])
            message = hand_message(view)
            assert message is not None
            assert not {"hint", "suggest"} & {*verbs(message)}
        assert len(people) == 5

    run(work)


def verbs(found: Any) -> Iterator[str]:
    """The verbs of all buttons of a message, however deep they stand."""
    if isinstance(found, Button):
        yield str(getattr(found.press.request, "verb", ""))
    elif isinstance(found, tuple):
        for one in found:
            yield from verbs(one)
    elif hasattr(found, "__dataclass_fields__"):
        for field in fields(found):
            yield from verbs(getattr(found, field.name))


def test_nothing_is_explained_in_a_deal_or_while_it_is_sealed() -> None:
    async def work(world: World) -> None:
        table, people, searches = await in_play(world, sealed=True)
        for person in people:
            assert not (await world.do(person, Explain("evening"))).done
        await played_out(world, table)
        now = await world.now_of(table)
        assert now.phase != PLAYING
        assert not may_ask_why(now)
        for person in people:
            assert (await world.do(person, Explain("evening"))).words == say("en", "declined.locked-sealed")
        assert searches.views == []

    run(work)
