"""Tournaments as people ask for them: which one is meant, who directs it, what happens by itself, and who is told."""

import asyncio
import csv
import json
import re
import sqlite3
from base64 import b64decode
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.cli.repair import repair
from bot.cli.soundness import soundness
from bot.durations import DAY, HOUR, MINUTE
from bot.gateway.inbound.command_line import Usage
from bot.gateway.inbound.parser import parse_line
from bot.host.delivery_errors import TryLater, Undeliverable
from bot.host.ports import DueRow, OutboxRow, Subject
from bot.messages.message import Message
from bot.requests.answer import Answer, AnswerFile, EraseWord, OwnFile, TournamentPage
from bot.requests.own_data import Erase, Export
from bot.requests.request_context import Friend, RequestContext
from bot.requests.tournaments.asks import AskTournament, ClubPage, TournamentAsk
from bot.requests.tournaments.backend import TournamentBackend
from bot.store.sqlite import open_store
from bot.tables.who import Declined, Who
from bot.tournaments.club_tournament import CANCELLED, CHECK_IN, OPEN, RUNNING, SHUT, ClubTournament
from bot.tournaments.commands import command
from bot.tournaments.evening_file import document_text
from bot.tournaments.kind import ANNOUNCEMENT, TOURNAMENT, TournamentKind
from bot.views.table_view import Json
from bot.views.tournament_board import board
from bot.words.command_words import meanings
from bot.words.tournament_reader import TournamentReader
from bot.words.tournament_round import Standings
from engine.tournament.fold import fold
from engine.tournament.reading import read_tournament
from engine.tournament.standings import standings
from renderers.papers import Paper
from tests.chance import chance
from tests.renderers.pdf_text import pages_of
from tests.requests.serving import BOT, START, World, run

BAR = "club:bar"
OTHER = "club:other"
ID = "tour0123456789abcdef"


@pytest.mark.parametrize(("line", "expected"), [
    ("/tournament", AskTournament(channel=BAR)),
    ("/tournament new Thursday when=friday 21:00",
     AskTournament("new", "Thursday when=friday 21:00", BAR, delivery="d")),
    ("/tournament nuovo Giovedì", AskTournament("new", "Giovedì", BAR, delivery="d")),
    (f"/tournament yes {ID} 3", AskTournament("yes", "3", BAR, ID, delivery="d")),
    ("/tournament referto 720-505 335-640", AskTournament("sheet", "720-505 335-640", BAR, delivery="d")),
    ("/tournament iscrizione", AskTournament("in", "", BAR, delivery="d")),
    ("/tournament join", AskTournament("in", "", BAR, delivery="d")),
    ("/tournament esco", AskTournament("out", "", BAR, delivery="d")),
    ("/tournament check-in", AskTournament("checkin", "", BAR, delivery="d")),
    ("/tournament appello", AskTournament("checkin", "", BAR, delivery="d")),
    ("/tournament punteggio 720-505", AskTournament("sheet", "720-505", BAR, delivery="d")),
    *[(f"/tournament {word}", AskTournament("finish", "", BAR, delivery="d")) for word in ("end", "concludi", "fine")],
    *[(f"/tournament {word}", AskTournament("pair", "", BAR, delivery="d")) for word in ("next", "prossimo")],
    *[(f"/tournament {word}", AskTournament("start", "", BAR, delivery="d")) for word in ("begin", "avvia")],
    ("/tournament comincia", AskTournament("start", "", BAR, delivery="d")),
    ("/tournament dance", Usage("tournament")),
])  # fmt: skip
def test_a_line_means(line: str, expected: object) -> None:
    assert parse_line(line, BAR, "d") == expected


async def asks(world: World, person: str, what: str, words: str = "", **keys: Any) -> Answer:
    """They say it in the bar, as an admin there where `admin` says so."""
    where = {"channel": BAR, "delivery": world.delivery(), **keys}
    friends = where.pop("friends", ())
    context = await world.asks(person, where["channel"], where["delivery"])
    context.platform, context.friends = "discord", tuple(Friend(name.lower(), name) for name in friends)
    return await world.service.carry_out(context, AskTournament(what, words, **where))


async def does(world: World, person: str, what: str, words: str = "", **keys: Any) -> Answer:
    answer = await asks(world, person, what, words, **keys)
    assert answer.done, answer.words
    return answer


async def waited_for(lock: asyncio.Lock, by: int) -> None:
    """Until so many wait for the lock, which tells nobody."""
    async with asyncio.timeout(60):
        while len(lock._waiters or ()) < by:  # noqa: ASYNC110  nothing tells of it
            await asyncio.sleep(0)


async def all_of(world: World, channel: str = BAR) -> list[tuple[str, ClubTournament]]:
    return await world.service.tournaments.tournaments.live(channel)


async def only(world: World) -> ClubTournament:
    ((_, one),) = await all_of(world)
    return one


async def passes(world: World, milliseconds: int) -> None:
    world.now += milliseconds
    await world.service.tournaments.tournaments.fire()


async def announced(world: World, words: str = "Thursday rounds=mitchell,danese") -> list[str]:
    people = await world.people(5)
    await does(world, people[0], "new", words, admin=True)
    return people


def test_a_partner_who_is_named_is_asked_and_both_are_in() -> None:
    async def test(world: World) -> None:
        anna, bruno, carla, *_ = await announced(world)
        answer = await does(world, bruno, "in", friends=["Carla"])
        assert "asked" in answer.words
        (news,) = [one for one in world.news if one.person == carla]
        assert "Bruno would like to play Thursday with you" in news.words
        meaning = parse_line(f"/{news.agrees}")
        assert isinstance(meaning, AskTournament)
        answer = await asks(world, carla, "yes", meaning.words, tournament=meaning.tournament, channel="")
        assert answer.words == "Bruno – Carla: you are in Thursday as number 1."
        assert world.news_to(bruno)[-1] == answer.words
        assert world.news_to(anna) == []

    run(test)


def test_who_has_said_no_is_named_to_the_other_by_their_name() -> None:
    async def test(world: World) -> None:
        _, bruno, carla, *_ = await announced(world)
        await does(world, bruno, "in", friends=["Carla"])
        await does(world, carla, "no")
        assert world.news_to(bruno)[-1] == "Bruno – Carla: nothing has come of your entry 1 for Thursday."

    run(test)


def test_one_person_has_one_place() -> None:
    async def test(world: World) -> None:
        _, bruno, carla, dario, _ = await announced(world)
        await does(world, bruno, "in", friends=["Carla"])
        await does(world, carla, "yes", "1")
        answer = await asks(world, dario, "in", friends=["Carla"])
        assert answer.words == "Carla is in already, as number 1: one person has one place in a tournament."
        assert (await asks(world, bruno, "in")).words.startswith("Bruno is in already")

    run(test)


def test_an_admin_of_another_place_directs_nothing_here() -> None:
    async def test(world: World) -> None:
        _, bruno, *_ = await announced(world)
        ((id_, before),) = await all_of(world)
        answer = await asks(world, bruno, "cancel", "why not", channel=OTHER, tournament=id_, admin=True)
        assert answer.words.startswith("Only the arbiter can do that.")
        assert await only(world) == before
        await does(world, bruno, "cancel", "the lights are out", tournament=id_, admin=True)
        assert await all_of(world) == []

    run(test)


def test_who_organises_it_directs_it_from_their_private_chat() -> None:
    async def test(world: World) -> None:
        anna, *_ = await announced(world)
        await does(world, anna, "add", "Rita & Sara", channel="")
        assert len((await only(world)).sign_ups) == 1

    run(test)


def test_a_delivery_that_comes_again_is_done_once() -> None:
    async def test(world: World) -> None:
        anna = await world.person("Anna")
        for _ in range(2):
            await does(world, anna, "new", "Thursday", admin=True, delivery="same")
        await only(world)
        for _ in range(2):
            await does(world, anna, "add", "Rita & Sara", delivery="again")
        assert len((await only(world)).sign_ups) == 1

    run(test)


def test_who_plays_alone_is_spoken_to_as_one_in_italian() -> None:
    async def test(world: World) -> None:
        anna, bruno, carla = [await world.person(name, locale="it") for name in ("Anna", "Bruno", "Carla")]
        await does(world, anna, "new", "Giovedì tipo=singoli turni=danese posti=1", admin=True)
        answers = [(await does(world, person, "in")).words for person in (bruno, carla)]
        await does(world, bruno, "out")
        answers += world.news_to(carla)
        answers.append((await does(world, anna, "add", "Zoe", admin=True)).words)
        assert "in attesa con il numero 2" in answers[1]
        assert any("si è liberato un posto" in words for words in answers)
        assert [words for words in answers if re.search(r"\b(siete|iscritti|sono in attesa)\b", words)] == []

    run(test)


def test_of_several_tournaments_one_is_named_by_its_button() -> None:
    async def test(world: World) -> None:
        anna, bruno, *_ = await announced(world, "Thursday kind=singles rounds=danese")
        await does(world, anna, "new", "Friday kind=singles rounds=danese", admin=True)
        answer = await asks(world, bruno, "in")
        assert isinstance(answer.page, TournamentPage)
        buttons = dict(answer.page.buttons)
        assert set(buttons) == {"Thursday", "Friday"}
        meaning = parse_line(f"/{buttons['Friday']}")
        assert isinstance(meaning, AskTournament)
        await does(world, bruno, "in", tournament=meaning.tournament)
        found = {one.announcement.name: len(one.sign_ups) for _, one in await all_of(world)}
        assert found == {"Thursday": 0, "Friday": 1}

    run(test)


def test_where_there_is_no_tournament_it_is_said() -> None:
    async def test(world: World) -> None:
        anna = await world.person("Anna")
        nothing = "No tournament is announced or played here now. An administrator announces one with /tournament new."
        assert (await asks(world, anna, "in")).words == nothing
        assert (await asks(world, anna, "in", tournament=ID)).words == "There is no such tournament here."
        assert (await asks(world, anna, "new", "T", channel="")).words.startswith(
            "A tournament is announced in a channel"
        )
        assert (await asks(world, anna, "new", "T")).words == "Only an administrator announces tournaments here."
        for words in ("when=friday 21:00", "T places=9999", "T code=poker", "T deals=9"):
            assert not (await asks(world, anna, "new", words, admin=True)).done
        assert await all_of(world) == []

    run(test)


def test_it_begins_by_itself_reminds_and_asks_who_is_there() -> None:
    async def test(world: World) -> None:
        anna, bruno, carla, *_ = await announced(
            world, "Thursday kind=singles rounds=danese when=in 50 hours checkin=30 start=auto"
        )
        for person in (bruno, carla):
            await does(world, person, "in")
        await passes(world, 27 * HOUR)
        assert "Thursday begins" in world.news_to(bruno)[-1]
        await passes(world, 22 * HOUR + 31 * MINUTE)
        assert (await only(world)).state == CHECK_IN
        (question, *_) = [one for one in reversed(world.news) if one.person == bruno]
        assert question.agrees.startswith("tournament here ")
        for person in (bruno, carla):
            await does(world, person, "here")
        await passes(world, HOUR)
        one = await only(world)
        assert (one.state, one.current and one.current.number) == (RUNNING, 1)
        assert "your table is 1, N-S, against Carla" in world.news_to(bruno)[-1]
        assert world.news_to(anna) == []

    run(test)


def test_with_too_few_it_is_cancelled_and_everybody_who_is_in_is_told() -> None:
    async def test(world: World) -> None:
        _, bruno, *_ = await announced(world, "Thursday kind=singles rounds=danese when=in 2 hours start=auto")
        await does(world, bruno, "in")
        ((id_, _),) = await all_of(world)
        await passes(world, 3 * HOUR)
        one = await world.service.tournaments.tournaments.find(id_)
        assert one is not None
        assert (one.state, one.reason) == (CANCELLED, "too-few")
        assert world.news_to(bruno)[-1] == "Thursday was cancelled."

    run(test)


@pytest.mark.parametrize("reason", ["lapsed", "too-few"])
def test_a_reason_that_somebody_gives_is_theirs_and_not_the_hosts_own(reason: str) -> None:
    async def test(world: World) -> None:
        anna, bruno, *_ = await announced(world)
        ((id_, _),) = await all_of(world)
        await does(world, anna, "cancel", reason)
        assert f"It was cancelled: {reason}." in (await asks(world, bruno, "", tournament=id_)).words

    run(test)


def after_due_rows(world: World, monkeypatch: pytest.MonkeyPatch, meanwhile: Callable[[], Awaitable[object]]) -> None:
    """This happens once, when it has been read what is due and before any of it is done."""
    due_rows = world.store.due_rows

    async def read(*args: Any, **keys: Any) -> tuple[DueRow, ...]:
        found = await due_rows(*args, **keys)
        monkeypatch.undo()
        await meanwhile()
        return found

    monkeypatch.setattr(world.store, "due_rows", read)


@pytest.mark.parametrize("start", ["auto", "arbiter"])
def test_what_is_put_off_in_the_moment_of_its_time_waits_for_the_new_one(
    start: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(world: World) -> None:
        anna, bruno, carla, *_ = await announced(
            world, f"Thursday kind=singles rounds=danese when=in 2 hours start={start}"
        )
        for person in (bruno, carla):
            await does(world, person, "in")
        if start == "auto":
            await does(world, anna, "checkin")
        world.now = (await only(world)).announcement.starts - 1
        await passes(world, 0)
        world.now += 1
        after_due_rows(world, monkeypatch, lambda: does(world, anna, "change", "when=in 3 hours"))
        await passes(world, 0)
        assert (await only(world)).state == OPEN
        await passes(world, 3 * HOUR)
        assert (await only(world)).state == (RUNNING if start == "auto" else SHUT)

    run(test)


def test_nobody_is_told_that_they_are_there_in_the_moment_in_which_it_is_cancelled_for_too_few() -> None:
    async def test(world: World) -> None:
        _, bruno, carla, *_ = await announced(
            world, "Thursday kind=singles rounds=danese when=in 2 hours checkin=30 start=auto"
        )
        for person in (bruno, carla):
            await does(world, person, "in")
        ((id_, one),) = await all_of(world)
        world.now = one.announcement.starts - 1
        await passes(world, 0)
        await does(world, bruno, "here")
        tournaments = world.service.tournaments.tournaments
        async with tournaments.subjects.rewriting([id_]):  # both wait, the start before Carla
            starting = asyncio.create_task(passes(world, 1))
            await asyncio.sleep(0.1)  # nothing tells that it waits
            coming = asyncio.create_task(tournaments.submit(id_, Who(carla), "here", command("here")))
            await asyncio.sleep(0)
        await starting
        after = await tournaments.find(id_)
        assert after is not None
        assert isinstance(await coming, Declined) == (after.state == CANCELLED)

    run(test)


def test_what_cannot_begin_at_its_time_is_told_to_the_arbiter_who_changes_it() -> None:
    async def test(world: World) -> None:
        anna, bruno, carla, *_ = await announced(world, "Thursday kind=singles rounds=3 when=in 2 hours start=auto")
        for person in (bruno, carla):
            await does(world, person, "in")
        await passes(world, 3 * HOUR)
        assert world.news_to(anna)[-1].startswith("Thursday could not begin: With so many entries this method")
        await does(world, anna, "change", "rounds=danese,danese")
        await does(world, anna, "start")
        assert (await only(world)).state == RUNNING

    run(test)


def test_nobody_begins_it_and_it_lapses() -> None:
    async def test(world: World) -> None:
        await announced(world, "Thursday when=in 2 hours")
        await passes(world, 3 * HOUR)
        assert (await only(world)).state != OPEN
        await passes(world, DAY)
        assert await all_of(world) == []

    run(test)


def test_after_a_restart_everything_goes_on_and_what_was_due_meanwhile_is_done() -> None:
    async def test(world: World) -> None:
        anna, bruno, carla, *_ = await announced(
            world, "Thursday kind=singles rounds=danese when=in 2 hours start=auto"
        )
        for person in (bruno, carla):
            await does(world, person, "in")
        before = await only(world)
        later = world.again()
        assert await only(later) == before
        await passes(later, 5 * HOUR)
        await does(later, bruno, "sheet", "=1865-1540")
        answer = await does(later, carla, "sign")
        assert "Bruno has entered 1865 – 1540" in answer.words  # what would be signed is read first
        assert len((await only(later)).undecided) == 1
        assert isinstance(answer.page, TournamentPage)
        meaning = parse_line(f"/{dict(answer.page.buttons)['Countersign']}")
        assert isinstance(meaning, AskTournament)
        await does(later, carla, "sign", meaning.words, tournament=meaning.tournament)
        assert (await only(later)).undecided == ()
        answer = await does(later, anna, "file")
        assert isinstance(answer.page, AnswerFile)
        assert fold(read_tournament(answer.page.text))[1] is None
        assert '"players": ["Bruno"]' in answer.page.text

    run(test)


def test_an_old_button_of_the_desk_means_its_round_alone() -> None:
    async def test(world: World) -> None:
        anna, *_ = await announced(world)
        for names in ("Rita & Sara", "Tina & Ugo"):
            await does(world, anna, "add", names)
        await does(world, anna, "start")
        await passes(world, 0)
        await does(world, anna, "sheet", "1 =1000-500")
        await does(world, anna, "close", "1")
        await does(world, anna, "pair", "1")
        await does(world, anna, "sheet", "1 =1000-500")
        answer = await asks(world, anna, "close", "1")
        assert answer.words == "That button was for another round: open the arbiter's desk again."
        await does(world, anna, "close", "2")

    run(test)


def test_two_arbiters_at_once_change_it_one_after_the_other() -> None:
    async def test(world: World) -> None:
        anna, *_ = await announced(world)
        names = ["Rita & Sara", "Tina & Ugo", "Vera & Zoe", "Ida & Lino"]
        await asyncio.gather(*[does(world, anna, "add", one) for one in names])
        assert [one.number for one in (await only(world)).sign_ups] == [1, 2, 3, 4]
        await does(world, anna, "start")
        await passes(world, 0)
        found = await asyncio.gather(*[asks(world, anna, "sheet", f"1 ={points}-500") for points in (1000, 1005)])
        assert sorted(answer.done for answer in found) == [False, True]
        assert found[[answer.done for answer in found].index(False)].words.startswith("That table has its result")

    run(test)


def test_who_is_forgotten_leaves_before_the_start_and_has_no_name_after_it() -> None:
    async def test(world: World) -> None:
        anna, bruno, carla, dario, elsa = await announced(world)
        await does(world, bruno, "in", friends=["Carla"])
        await does(world, carla, "yes", "1")
        await does(world, dario, "in", friends=["Elsa"])
        await does(world, elsa, "yes", "2")
        await erases(world, carla)
        assert [one.players for one in (await only(world)).sign_ups] == [(dario, elsa)]
        await does(world, anna, "add", "Rita & Sara")
        await does(world, anna, "start")
        await passes(world, 0)
        await erases(world, elsa)
        one = await only(world)
        assert elsa not in str(one)
        assert one == await only(world.again())
        text = (await does(world, anna, "file")).page
        assert isinstance(text, AnswerFile)
        assert "Elsa" not in text.text
        assert "deleted player" in text.text
        assert fold(read_tournament(text.text))[1] is None

    run(test)


def test_who_is_forgotten_while_it_runs_takes_back_the_pair_that_is_not_whole_yet() -> None:
    async def test(world: World) -> None:
        anna, bruno, carla, *_ = await announced(world)
        for pair in ("Rita & Sara", "Tina & Ugo", "Vera & Zoe"):
            await does(world, anna, "add", pair)
        await does(world, anna, "start")
        await passes(world, 0)
        await does(world, bruno, "in", friends=["Carla"])
        (proposal,) = (await only(world)).proposals
        await erases(world, bruno)
        assert (await only(world)).proposals == ()
        assert not (await asks(world, carla, "yes", str(proposal.number))).done
        assert len((await only(world)).entries) == 3

    run(test)


def test_what_somebody_did_at_a_tournament_is_in_their_export() -> None:
    async def test(world: World) -> None:
        _, bruno, carla, dario, _ = await announced(world)
        await does(world, bruno, "in", friends=["Carla"])
        for person, count in ((bruno, 1), (carla, 1), (dario, 0)):
            page = (await world.do(person, Export(private=True))).page
            assert isinstance(page, OwnFile)
            (row,) = json.loads(page.text)["people"]
            assert len(row["tournaments"]) == count

    run(test)


async def erases(world: World, person: str) -> None:
    answer = await world.do(person, Erase())
    assert isinstance(answer.page, EraseWord)
    assert (await world.do(person, Erase(answer.page.word))).done


WEEKLY = "Club every=thursday 21:00 kind=singles rounds=danese"


@pytest.mark.parametrize(("what", "words"), [
    ("in", ""), ("new", "Friday kind=singles rounds=danese"), ("new", WEEKLY), ("series", "skip"),
])  # fmt: skip
def test_who_is_forgotten_while_they_ask_does_not_come_back(
    what: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(world: World) -> None:
        anna, bruno, *_ = await announced(world, "Thursday kind=singles rounds=danese")
        if what == "series":
            await does(world, anna, "new", WEEKLY, admin=True)
        forget, coming = world.store.forget, []

        async def while_they_ask(*args: Any) -> bool:
            coming.append(asyncio.create_task(asks(world, bruno, what, words, admin=what != "in")))
            await asyncio.sleep(0.1)  # nothing tells that it waits
            return await forget(*args)

        monkeypatch.setattr(world.store, "forget", while_they_ask)
        await erases(world, bruno)
        assert (await coming[0]).words == "Nothing is stored under your name any more."
        for table in [id_ for id_, _ in await all_of(world)]:
            assert all(bruno not in f"{row.actor} {row.entry}" for row in await world.store.log(BOT, table))
        live = await world.service.tournaments.series.keeper.live()
        assert len(live) == (what == "series")

    run(test)


def test_who_is_forgotten_while_others_enter_them_does_not_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(world: World) -> None:
        anna, bruno, *_ = await announced(world, "Thursday kind=singles rounds=danese")
        named = TournamentBackend.people_named

        async def and_is_forgotten(backend: TournamentBackend, asking: TournamentAsk) -> list[str] | Answer:
            found = await named(backend, asking)
            await erases(world, bruno)
            return found

        monkeypatch.setattr(TournamentBackend, "people_named", and_is_forgotten)
        answer = await asks(world, anna, "add", friends=["Bruno"])
        assert "is not known to me here" in answer.words
        assert (await only(world)).sign_ups == ()

    run(test)


def test_who_sits_down_while_they_are_to_be_forgotten_still_plays_the_tournament() -> None:
    async def test(world: World) -> None:
        anna, bruno, *_ = await announced(world, "Thursday kind=singles rounds=danese")
        await does(world, bruno, "in")
        table = await world.open(anna)
        question = await world.do(bruno, Erase())
        assert isinstance(question.page, EraseWord)
        async with world.service.backend.seating:
            joins = asyncio.create_task(world.join(bruno, table))
            await waited_for(world.service.backend.seating, by=1)
            erasing = asyncio.create_task(world.do(bruno, Erase(question.page.word)))
            await waited_for(world.service.backend.seating, by=2)
        assert (await joins).done
        assert not (await erasing).done
        assert [sign_up.players for sign_up in (await only(world)).sign_ups] == [(bruno,)]

    run(test)


def test_an_arbiter_who_erases_themselves_leaves_the_appeal_to_whoever_is_named() -> None:
    async def test(world: World) -> None:
        anna, bruno, carla, dario, elsa = await announced(world)
        for one, other, name in ((bruno, carla, "Carla"), (dario, elsa, "Elsa")):
            await does(world, one, "in", friends=[name])
            await does(world, other, "yes")
        await does(world, anna, "start")
        await passes(world, 0)
        await does(world, anna, "rule", "warn 1 fan")
        await does(world, bruno, "appeal", "2")
        await erases(world, anna)
        assert (await only(world)).staff == ()
        fabio = await world.person("Fabio")
        await does(world, fabio, "arbiter", friends=["Fabio"], admin=True)
        assert "appeals" in world.news_to(fabio)[-1]
        await does(world, fabio, "judge", "2 no it was so")

    run(test)


WORDS = [
    *("", "1", "2", "0", "99999", "-5", "x", "1000-500", "1 1000-500", "1000-500 5-10 5-10", "late 1 4", "late 9 99"),
    *(
        "warn 1 fan",
        "penalty 2 1vp",
        "penalty 1 0mp",
        "withdraw 1",
        "score 1 12-8 400-0",
        "score 1 99-8 3-0",
        "timeout",
    ),
    *(
        "void 1 x",
        "correct 1 =5-10 x",
        "replace 1 Anna = Zoe: ill",
        "replace 1 = :",
        "places=3",
        "rounds=0",
        "rounds=x",
    ),
    *(
        "deals=1,2,3",
        "name=",
        "when=yesterday 9:00",
        "Rita & Sara",
        "& ,",
        "@everyone & <b>",
        "\u202e\u0000",
        "=",
        "a=b=c",
    ),
]


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_written_has_an_answer_in_words_and_the_log_folds(seed: int) -> None:
    dice = chance(seed)

    async def test(world: World) -> None:
        people = await announced(world, "Thursday kind=singles rounds=danese,danese")
        for person in people:
            await does(world, person, "in")
        whats = sorted({*meanings("tournament").values(), ""} - {"cancel", "finish"})
        for _ in range(120):
            person, what, words = dice.choice(people), dice.choice(whats), dice.choice(WORDS)
            keys = {"admin": dice.randrange(3) == 0, "friends": dice.sample(["Bruno", "Carla"], dice.randrange(3))}
            answer = await asks(world, person, what, words, **keys)
            assert answer.words, (what, words)
            if dice.randrange(9) == 0:
                await passes(world, dice.randrange(10 * MINUTE))
        for id_, one in await all_of(world):
            rows = await world.store.log(BOT, id_)
            assert TournamentKind().fold(rows) == one
            if one.seed:
                assert fold(read_tournament(document_text(one, {})))[1] is None

    run(test)


def played(path: Path) -> None:
    """A database with a tournament that runs and one that is announced."""

    async def main() -> None:
        store = await open_store(path, START)
        world = World(store)
        anna, bruno, carla, *_ = await announced(world, "Thursday kind=singles rounds=danese")
        for person in (bruno, carla):
            await does(world, person, "in")
        await does(world, anna, "start")
        await passes(world, 0)
        await does(world, bruno, "sheet", "=1865-1540")
        await does(world, anna, "new", "Friday when=in 30 hours", admin=True)
        await store.close()

    asyncio.run(main())


def test_a_database_with_tournaments_is_sound(tmp_path: Path) -> None:
    played(tmp_path / "burraco.db")
    assert [one.faults for one in soundness(tmp_path / "burraco.db") if not one.sound] == []


@pytest.mark.parametrize(
    ("script", "fault", "sheets"),
    [
        ("UPDATE log SET entry = replace(entry, '1865', '1965') WHERE entry LIKE 'sheet %'", "row 6 of log", 0),
        ("DELETE FROM tables WHERE kind = 'tournament' AND phase = 'running'", "tables", 1),
        ("DELETE FROM log WHERE entry LIKE 'start %'", "log", 0),
    ],
)
def test_a_tournament_that_was_altered_shows_and_repair_keeps_what_is_sound(
    tmp_path: Path, script: str, fault: str, sheets: int
) -> None:
    path, copy = tmp_path / "burraco.db", tmp_path / "repaired.db"
    played(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(script)
        connection.commit()
    assert any(fault in words for one in soundness(path) for words in one.faults)
    list(repair(path, copy, 1))
    assert [one.faults for one in soundness(copy) if not one.sound] == []

    async def main() -> None:
        store = await open_store(copy, START)
        found = await all_of(World(store))
        assert sorted(one.announcement.name for _, one in found) == ["Friday", "Thursday"]
        assert sum(len(one.sheets) for _, one in found) == sheets
        await store.close()

    asyncio.run(main())


def test_the_standings_are_a_spreadsheet_once_a_round_is_closed() -> None:
    async def test(world: World) -> None:
        anna, *_ = await announced(world)
        for guests in ("=Ada & Bo", "Ci & Di", "Ed & Fo", "Gi & Ha"):
            await does(world, anna, "add", guests, admin=True)
        await does(world, anna, "start", admin=True)
        await passes(world, MINUTE)
        if (await only(world)).current is None:
            await does(world, anna, "pair", admin=True)
        assert not (await asks(world, anna, "csv")).done
        for pairing in (await only(world)).undecided:
            await does(world, anna, "sheet", f"{pairing.table} =1500-{900 + 5 * pairing.table}", admin=True)
        await does(world, anna, "close", admin=True)
        one = await only(world)
        assert one.progress is not None
        answer = await does(world, anna, "csv")
        assert isinstance(answer.page, AnswerFile)
        assert answer.page.name.endswith(".csv")
        head, *rows = list(csv.reader(answer.page.text.splitlines()))
        assert head[:5] == ["Place", "Entry", "Name", "Victory Points", "Match Points"]
        assert head[-2:] == ["VP round 1", "MP round 1"]
        expected = [(str(rank.place), rank.entry, str(rank.vp), str(rank.mp)) for rank in standings(one.progress)]
        assert [(row[0], row[1], row[3], row[4]) for row in rows] == expected
        assert [row[-2:] for row in rows] == [[row[3], row[4]] for row in rows]
        assert any(row[2].startswith("'=Ada") for row in rows)  # no formula
        again = await does(world, anna, "file", "csv")
        assert again.page == answer.page
        for what in ("standings", "desk"):
            looked = await does(world, anna, what, admin=True)
            assert isinstance(looked.page, TournamentPage)
            assert {"Spreadsheet (CSV)", "To print (PDF)"} <= {label for label, _ in looked.page.buttons}

    run(test)


def test_the_standings_and_the_tables_of_a_round_are_printed() -> None:
    async def test(world: World) -> None:
        anna, bruno, *_ = await announced(world)
        assert not (await asks(world, bruno, "file", "pdf")).done
        for guests in ("Ada & Bo", "Ci & Di"):
            await does(world, anna, "add", guests, admin=True)
        await does(world, anna, "start", admin=True)
        await passes(world, 0)
        tables = await does(world, bruno, "file", "pdf")  # no round is closed
        assert (await does(world, bruno, "file", "pairings")).page == tables.page
        desk = await does(world, anna, "desk", admin=True)
        assert isinstance(desk.page, TournamentPage)
        assert "Tables to print (PDF)" in [label for label, _ in desk.page.buttons]
        await does(world, anna, "sheet", "1 =1500-900", admin=True)
        await does(world, anna, "close", admin=True)
        standing = await does(world, bruno, "pdf")
        for answer in (tables, standing):
            assert isinstance(answer.page, AnswerFile)
            assert answer.file == (answer.page.name, answer.page.data)
            assert answer.page.name.endswith(".pdf")
            assert b64decode(answer.json["base64"]) == answer.page.data
            assert answer.json["type"] == "application/pdf"
        assert isinstance(tables.page, AnswerFile)
        assert isinstance(standing.page, AnswerFile)
        assert "Ada – Bo" in "".join(pages_of(tables.page.data))
        assert "provisional standings after round 1" in "".join(pages_of(standing.page.data))
        printed: list[Paper] = []

        async def elsewhere(paper: Paper) -> bytes:
            printed.append(paper)
            return b"%PDF"

        world.service.tournaments.note_printer(elsewhere)
        assert (await does(world, bruno, "pdf")).file == (standing.page.name, b"%PDF")
        assert len(printed) == 1

    run(test)


async def nobody_told(*_: object) -> str:
    raise AssertionError("this is for the channel")


async def nothing_again(*_: object) -> None:
    raise AssertionError("this is for the channel")


def test_a_message_that_cannot_be_changed_goes_before_another_is_sent() -> None:
    async def test(world: World) -> None:
        await announced(world)
        ((id_, one),) = await world.service.tournaments.tournaments.live()
        deeds: list[str] = []
        later = [TryLater("busy")]

        async def announce(_channel: str, message: Message, once: str, reference: str) -> str:
            assert message.controls
            deeds.append(f"edit {reference}" if reference else f"send {once}")
            if reference == "old":
                raise Undeliverable("too old")
            return reference or "new"

        async def withdraw(channel: str, reference: str) -> None:
            deeds.append(f"withdraw {reference} {channel}")
            if later:
                raise later.pop()

        async def deliver(reference: str) -> str:
            row = OutboxRow(BOT, Subject(TOURNAMENT, id_), f"#{BAR}", ANNOUNCEMENT, 7, 0, 0, 0, 0, "", reference, 0)
            return await world.service.tournaments.deliver(announce, withdraw, nobody_told, nothing_again, one, row)

        with pytest.raises(TryLater):
            await deliver("old")
        assert deeds == ["edit old", f"withdraw old {BAR}"]
        assert await deliver("old") == "new"
        assert deeds[2:4] == ["edit old", f"withdraw old {BAR}"]
        assert [deed.partition(" ")[0] for deed in deeds[4:]] == ["send"]
        assert await deliver("new") == "new"
        assert deeds[5:] == ["edit new"]

    run(test)


def test_fifty_pages_of_one_tournament_are_made_once_for_each_change_and_language(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def test(world: World) -> None:
        languages: list[str] = []

        def counted(one: ClubTournament, reader: TournamentReader, tables: Standings, id_: str) -> Json:
            languages.append(reader.language)
            return board(one, reader, tables, id_)

        monkeypatch.setattr("bot.requests.tournaments.boards.board", counted)
        anna, bruno, carla, *_ = await announced(world)
        ((id_, _),) = await world.service.tournaments.tournaments.live()
        secret = "s" * 32
        line = command("link", secret=secret)
        await world.service.tournaments.tournaments.submit(id_, Who(anna), "link", line)

        async def opened(language: str = "en") -> list[Json]:
            page, nobody = ClubPage(id_, language, secret), RequestContext("web", "a")
            return await asyncio.gather(*[world.service.tournaments.page(nobody, page) for _ in range(50)])

        assert len({str(one) for one in (*await opened(), *await opened("it"))}) == 2
        assert languages == ["en", "it"]
        await does(world, bruno, "in", friends=["Carla"])
        await does(world, carla, "yes", "1")
        pages = await opened()
        assert languages == ["en", "it", "en"]
        assert all(page["entries"] == ["Bruno – Carla"] for page in pages)
        await does(world, anna, "add", "Rita & Sara")
        await does(world, anna, "start")
        await passes(world, 0)
        assert "Carla" in str(await opened())
        await erases(world, carla)  # nothing of the tournament changes by it
        assert "Carla" not in str(await opened())

    run(test)


def test_whoever_is_asked_which_tournament_keeps_the_partner_whom_they_have_named() -> None:
    async def test(world: World) -> None:
        anna, bruno, _ = await world.people(3)
        for day in ("2023-11-20", "2023-11-21"):
            await does(world, anna, "new", f"Evening when={day} 21:00", admin=True)
        answer = await asks(world, bruno, "in", friends=("Carla",))
        assert isinstance(answer.page, TournamentPage)
        labels = [label for label, _ in answer.page.buttons]
        assert len(set(labels)) == 2
        command, what, id_, *words = answer.page.buttons[0][1].split()
        assert (command, what) == ("tournament", "in")
        answer = await asks(world, bruno, what, " ".join(words), tournament=id_)
        assert answer.done, answer.words
        assert "Bruno – Carla" in answer.words

    run(test)


def test_a_line_that_was_kept_for_a_choice_is_nobody_elses_and_gone_after_a_restart() -> None:
    async def test(world: World) -> None:
        anna, bruno, _ = await world.people(3)
        for day in ("2023-11-20", "2023-11-21"):
            await does(world, anna, "new", f"Evening when={day} 21:00", admin=True)
        answer = await asks(world, bruno, "in", friends=("Carla",))
        assert isinstance(answer.page, TournamentPage)
        _, what, id_, *words = answer.page.buttons[0][1].split()
        for who, where in ((anna, world), (bruno, world.again())):
            refused = await asks(where, who, what, " ".join(words), tournament=id_)
            assert not refused.done
            assert "write it once more" in refused.words

    run(test)
