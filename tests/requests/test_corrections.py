"""An arbiter corrects a result: who may, what is asked first, who is told, and that the boards follow."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

import pytest

from bot.boards.ports import Key
from bot.gateway.inbound.command_line import Usage
from bot.gateway.inbound.inbound import Inbound
from bot.gateway.inbound.parser import parse_line
from bot.gateway.inbound.responses import answer_message
from bot.messages.buttons import Ask, Verb, encode
from bot.messages.message import Row
from bot.requests.agreements import Agreements, Pending
from bot.requests.answer import Answer
from bot.requests.board_answers import History, Leaderboard
from bot.requests.corrections import ANNUL, PLAYED, Correct
from bot.requests.own_data import Erase, Export
from bot.requests.people import Introduce
from bot.requests.service import Service
from tests.gateway.chatting import Hall
from tests.requests import test_about
from tests.requests.serving import BOT, World
from tests.requests.serving import run as in_world
from tests.requests.test_about import BAR

WHY = "the sheet was added up wrongly"


@pytest.mark.parametrize(("line", "meaning"), [
    ("/correct KBDF:12 NS 455 EW 310 a slip", Correct("KBDF:12", "NS 455 EW 310", "a slip", channel=BAR)),
    ("/correggi kbdf ns 455 ew -5 somma errata", Correct("kbdf", "NS 455 EW -5", "somma errata", channel=BAR)),
    ("/correct KBDF N 1 E 2 S 3 drawn badly", Correct("KBDF", "N 1 E 2 S 3", "drawn badly", channel=BAR)),
    ("/correct KBDF annulla posti scambiati", Correct("KBDF", ANNUL, "posti scambiati", channel=BAR)),
    ("/correct KBDF played it was right", Correct("KBDF", PLAYED, "it was right", channel=BAR)),
    ("/correct KBDF:12", Correct("KBDF:12", channel=BAR)),
    ("/correct yes BCDFGH", Correct(word="BCDFGH", channel=BAR)),
    ("/correggi sì BCDFGH", Correct(word="BCDFGH", channel=BAR)),
    ("/correct", Usage("correct")),
    ("/correct KBDF NS 455 EW 310", Usage("correct")),
    ("/correct KBDF annul", Usage("correct")),
    ("/correct KBDF because", Usage("correct")),
    ("/correct KBDF NS 455 EW 999999 a slip", Correct("KBDF", "NS 455", "EW 999999 a slip", channel=BAR)),
])  # fmt: skip
def test_a_line_means(line: str, meaning: Correct | Usage) -> None:
    assert parse_line(line, BAR, "d") == meaning


def run(path: Path, work: Callable[[Service, str], Awaitable[None]]) -> None:
    """With the first match of the bar, by its name."""

    async def body(service: Service) -> None:
        page = (await service.do("p1", History())).json["board"]
        await work(service, page["ids"][-1])

    test_about.run(path, body)


async def corrected(service: Service, match: str, totals: str, by: str = "p5") -> Answer:
    question = await service.do(by, Correct(match, totals, WHY, channel=BAR, admin=True))
    assert not question.done
    return await service.do(by, Correct(word=str(question.json["word"]), channel=BAR, admin=True))


async def points(service: Service) -> dict[str, str]:
    board = (await service.do("p1", Leaderboard(channel=BAR))).json["board"]
    return {row[1]: row[2] for row in board["rows"]}


def test_an_admin_is_asked_and_the_boards_follow(tmp_path: Path) -> None:
    async def work(service: Service, match: str) -> None:
        texts: list[tuple[str, str]] = []
        service.hear(lambda news: texts.append((news.person, news.words)))
        before = await points(service)
        request = Correct(match, "NS 2000 EW 0", WHY, channel=BAR, admin=True)
        question = await service.do("p1", request)
        assert not question.done
        assert await points(service) == before
        message = answer_message(question, request, "en")
        assert message is not None
        (row,) = message.controls
        assert isinstance(row, Row)
        assert row.buttons[0].press.request == Ask(Verb.SAY, f"correct.yes.{question.json['word']}")
        answer = await service.do("p1", Correct(word=str(question.json["word"]).lower(), channel=BAR, admin=True))
        assert answer.done, answer
        after = await points(service)
        assert sorted(after.values()) == ["0", "0", "20", "20"]
        assert {person for person, _ in texts} == {"p2", "p3", "p4"}  # who corrected knows it
        assert all("Anna" in words and WHY in words and match in words for _, words in texts)
        again = await service.do("p1", Correct(word=str(question.json["word"]), channel=BAR, admin=True))
        assert not again.done  # once
        page = await service.do("p2", Correct(match, channel=BAR))
        assert page.done
        assert "NS 2000 EW 0 (VP 20–0)" in page.words
        assert "Anna: NS 2000 EW 0" in page.words
        assert WHY in page.words
        history = (await service.do("p2", History(channel=BAR))).json["board"]
        assert [row[3] for row in history["rows"]][-1].endswith("*")
        assert history["note"]

    run(tmp_path, work)


def test_a_reason_is_plain_text_that_leads_nowhere_and_turns_nothing_round(tmp_path: Path) -> None:
    async def work(service: Service, match: str) -> None:
        why = "\u202eadded\u200b up\nwrongly, see evil.example/x @everyone"
        question = await service.do("p5", Correct(match, "NS 2000 EW 0", why, channel=BAR, admin=True))
        assert question.words.splitlines()[0].endswith("added up wrongly, see evil․example∕x ＠everyone")
        answer = await service.do("p5", Correct(word=str(question.json["word"]), channel=BAR, admin=True))
        assert answer.words.endswith("added up wrongly, see evil․example∕x ＠everyone")
        answer = await service.do("p5", Correct(match, "NS 0 EW 2000", "so " * 100, channel=BAR, admin=True))
        assert answer.words.splitlines()[0].endswith("…")

    run(tmp_path, work)


def test_a_match_is_annulled_and_given_back(tmp_path: Path) -> None:
    async def work(service: Service, match: str) -> None:
        before = await points(service)
        assert (await corrected(service, match, ANNUL)).done
        assert await points(service) == {}
        page = (await service.do("p5", Correct(match, channel=BAR, admin=True))).json
        assert (page["sides"], page["totals"], page["may"]) == (["NS", "EW"], [0, 0], True)
        row = (await service.do("p1", History())).json["board"]["rows"][-1]
        assert row[2:] == ["", "annullata*", "", match]
        first = next(iter((await service.do("p5", Correct(match, channel=BAR))).json["corrections"]))
        assert WHY in first
        text = (await service.do("p5", Export(private=True))).json["text"]
        assert WHY in str(text)
        assert (await corrected(service, match, PLAYED)).done
        assert await points(service) == before

    run(tmp_path, work)


def test_only_who_directs_the_channel_corrects_and_only_what_can_be(tmp_path: Path) -> None:
    async def work(service: Service, match: str) -> None:
        before = await points(service)
        for request in (
            Correct(match, "NS 2000 EW 0", WHY, channel=BAR),
            Correct(match, "NS 2000 EW 0", WHY, channel="club/hall", admin=True),
            Correct(match, "NS 2000 EW 0", WHY, admin=True),
            Correct(match, "N 2000 E 0", WHY, channel=BAR, admin=True),
            Correct(match, "NS 2000 EW 0", "  ", channel=BAR, admin=True),
            Correct("NONE", "NS 2000 EW 0", WHY, channel=BAR, admin=True),
            Correct(word="BCDFGH", channel=BAR, admin=True),
        ):
            answer = await service.do("p1", request)
            assert not answer.done
            assert "word" not in answer.json
        question = await service.do("p1", Correct(match, "NS 2000 EW 0", WHY, channel=BAR, admin=True))
        word = str(question.json["word"])
        for person, confirmed in (
            ("p2", Correct(word=word, channel=BAR, admin=True)),  # it is not theirs
            ("p1", Correct(word=word, channel=BAR)),  # they direct nothing any more
            ("p1", Correct(word=word, channel=BAR, admin=True)),  # it is void since
        ):
            assert not (await service.do(person, confirmed)).done
        assert await points(service) == before

    run(tmp_path, work)


async def given_up(world: World, options: str = "players=2 hands=1") -> tuple[list[str], str]:
    """Who sat at a table of no channel, by side, and its match: the last of them gave it up."""
    people = await world.people(int(options.removeprefix("players=")[0]))
    table = await world.open(people[0], options=options)
    for person in people[1:]:
        await world.join(person, table)
    await world.said(people[0], table.label, "start")
    await world.lap(table)
    await world.said(people[-1], table.label, "resign")
    page = (await world.done(people[0], History())).json["board"]
    return people, str(page["ids"][0])


async def proposed(world: World, person: str, match: str, totals: str) -> Answer:
    question = await world.do(person, Correct(match, totals, WHY))
    assert "word" in question.json, question
    return await world.done(person, Correct(word=str(question.json["word"])))


async def corrections(world: World, match: str) -> int:
    label, _, revision = match.partition(":")
    row = await world.store.find(BOT, label)
    assert row is not None
    return len(await world.store.corrections(BOT, (row.subject.id, int(revision))))


async def word_for(world: World, person: str, match: str) -> str:
    return str((await world.done(person, Correct(match))).json["pending"].get("word", ""))


def test_where_there_is_no_channel_the_other_side_has_to_agree() -> None:
    async def work(world: World) -> None:
        (anna, bruno), match = await given_up(world)
        eve = await world.person("Eve")
        assert (await world.done(bruno, Correct(match))).json["may"] is True
        assert (await proposed(world, anna, match, "N 0 S 500")).json == {"asked": match}
        assert await corrections(world, match) == 0
        (news,) = [words for words in world.news_to(bruno) if match in words]
        word = await word_for(world, bruno, match)
        assert WHY in news
        assert f"/correct yes {word}" in news
        assert await word_for(world, anna, match) == ""  # they are not asked
        for person, text in ((anna, "B"), (eve, word), (bruno, "BCDFGHJK"), (bruno, "../x")):
            assert not (await world.do(person, Correct(word=text))).done
        assert not (await world.do(anna, Correct(word=word))).json.get("corrected")
        assert await corrections(world, match) == 0
        later = world.again()  # it is kept
        assert (await later.done(bruno, Correct(word=word.lower()))).json == {"corrected": match}
        assert await corrections(world, match) == 1
        assert not (await later.do(bruno, Correct(word=word))).done  # once
        await proposed(later, bruno, match, ANNUL)
        first = await word_for(later, anna, match)
        await proposed(later, bruno, match, PLAYED)  # in place of it
        assert not (await later.do(anna, Correct(word=first))).done
        later.now += 8 * 24 * 3_600_000
        assert not (await later.do(anna, Correct(word=await word_for(later, anna, match) or "B"))).done
        assert await corrections(later, match) == 1

    in_world(work)


def test_what_both_sides_have_corrected_is_not_said_to_come_from_an_arbiter() -> None:
    async def work(world: World) -> None:
        (anna, bruno), match = await given_up(world)
        await proposed(world, anna, match, "N 0 S 500")
        await world.done(bruno, Correct(word=await word_for(world, bruno, match)))
        history = (await world.done(bruno, History())).json["board"]
        assert "*" in str(history["rows"])
        assert "arbiter" not in history["note"]
        assert "* marks" in history["note"]

    in_world(work)


def test_who_proposed_hears_that_their_correction_counts_and_who_agreed_is_answered() -> None:
    async def work(world: World) -> None:
        (anna, bruno, carla), match = await given_up(world, "players=3 rules=three-player")
        await proposed(world, anna, match, "N 0 E 500 S 5")
        for person in (bruno, carla):
            await world.done(person, Correct(word=await word_for(world, person, match)))
        counted = f"Result of {match}: now N 0 E 500 S 5"
        assert [words.startswith(counted) for words in world.news_to(anna)].count(True) == 1
        news = [[words for words in world.news_to(one) if "has corrected" in words] for one in (bruno, carla)]
        assert [len(words) for words in news] == [1, 0]
        assert news[0][0].startswith("Anna has corrected the result of your match")

    in_world(work)


def test_nobody_agrees_for_who_was_forgotten() -> None:
    async def work(world: World) -> None:
        (anna, bruno, carla), match = await given_up(world, "players=3 rules=three-player")
        await proposed(world, anna, match, "N 0 E 500 S 5")
        await world.done(bruno, Correct(word=await word_for(world, bruno, match)))
        await forgotten(world, carla, match)
        count = len(world.news)
        assert (await proposed(world, anna, match, "N 0 E 500 S 5")).json == {"asked": match}
        assert {one.person for one in world.news[count:]} == {bruno}
        assert (await world.done(bruno, Correct(word=await word_for(world, bruno, match)))).json == {"corrected": match}
        await forgotten(world, bruno, match)
        assert (await proposed(world, anna, match, PLAYED)).json == {"corrected": match}

    in_world(work)


def test_who_was_forgotten_is_called_so_in_the_language_of_the_reader() -> None:
    async def work(world: World) -> None:
        (anna, bruno), match = await given_up(world)
        await world.done(anna, Introduce(language="it"))
        await proposed(world, bruno, match, "N 0 S 500")
        await world.done(anna, Correct(word=await word_for(world, anna, match)))
        await forgotten(world, bruno, match)
        found = await world.done(anna, Correct(match))
        assert sorted(found.json["people"]) == ["Anna", "giocatore cancellato"]
        assert " giocatore cancellato: N 0 S 500. " in found.words

    in_world(work)


def test_what_somebody_has_proposed_is_exported_and_goes_with_them() -> None:
    async def work(world: World) -> None:
        (anna, bruno), match = await given_up(world)
        await proposed(world, anna, match, "N 0 S 500")
        word = await word_for(world, bruno, match)
        exports = [json.loads((await world.done(one, Export(private=True))).json["text"]) for one in (anna, bruno)]
        (mine,) = exports[0]["people"][0]["proposals"]
        assert (mine["totals"], mine["reason"], mine["author"]) == ("N 0 S 500", WHY, anna)
        assert word not in json.dumps(exports)
        assert exports[1]["people"][0]["proposals"] == []
        await forgotten(world, anna, match)
        assert (await world.done(bruno, Correct(match))).json["pending"] == {}
        assert not (await world.do(bruno, Correct(word=word))).done
        assert await corrections(world, match) == 0

    in_world(work)


async def forgotten(world: World, person: str, match: str) -> None:
    await world.say(person, match.partition(":")[0], "leave")
    word = str((await world.do(person, Erase(private=True))).json["word"])
    await world.done(person, Erase(word, private=True))


def test_of_three_both_others_agree_and_against_computers_nobody_is_asked() -> None:
    async def work(world: World) -> None:
        (anna, bruno, carla), match = await given_up(world, "players=3 rules=three-player")
        await proposed(world, bruno, match, "N 0 E 500 S 5")
        assert (await world.done(anna, Correct(word=await word_for(world, anna, match)))).json == {"asked": match}
        assert (await world.done(carla, Correct(word=await word_for(world, carla, match)))).json == {"corrected": match}
        world.now += 60_000
        table = await world.open(anna, options="players=2 hands=1")
        await world.said(anna, table.label, "computer")
        await world.said(anna, table.label, "start")
        await world.lap(table)
        await world.said(anna, table.label, "resign")
        alone = str((await world.done(anna, History())).json["board"]["ids"][0])
        assert (await proposed(world, anna, alone, "N 0 S 500")).json == {"corrected": alone}

    in_world(work)


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two who agree both read what is proposed before either of them has said so."""
    read, waiting = Agreements.of, asyncio.Barrier(2)

    async def together(self: Agreements, key: Key, number: int, now: int) -> Pending | None:
        found = await read(self, key, number, now)
        with suppress(asyncio.BrokenBarrierError):
            await waiting.wait()
        await waiting.abort()  # once
        return found

    monkeypatch.setattr(Agreements, "of", together)


@pytest.mark.usefixtures("at_once")
def test_two_who_agree_in_the_same_moment_at_two_hosts_have_both_agreed() -> None:
    async def work(world: World) -> None:
        (anna, bruno, carla), match = await given_up(world, "players=3 rules=three-player")
        await proposed(world, anna, match, "N 0 E 500 S 5")
        word, other = word_of(world, bruno), world.again()
        answers = await asyncio.gather(world.done(bruno, Correct(word=word)), other.done(carla, Correct(word=word)))
        assert sorted(str(answer.json) for answer in answers) == [str({"asked": match}), str({"corrected": match})]
        assert await corrections(world, match) == 1

    in_world(work)


@pytest.mark.usefixtures("at_once")
def test_two_of_one_side_who_agree_in_the_same_moment_correct_the_match_once() -> None:
    async def work(world: World) -> None:
        people, match = await given_up(world, "players=4 hands=1")
        await proposed(world, people[0], match, "NS 0 EW 500")
        carla, dario = [one.person for one in world.news if one.agrees]
        word, other = word_of(world, carla), world.again()
        answers = await asyncio.gather(world.do(carla, Correct(word=word)), other.do(dario, Correct(word=word)))
        assert sorted(answer.done for answer in answers) == [False, True]
        assert await corrections(world, match) == 1

    in_world(work)


def word_of(world: World, person: str) -> str:
    """The word by which somebody agrees, as they were told it."""
    return next(one.agrees for one in reversed(world.news) if one.person == person and one.agrees).split()[-1]


def test_points_that_were_shared_are_written_as_the_language_writes_them() -> None:
    async def work(world: World) -> None:
        (anna, bruno, _), match = await given_up(world, "players=3 rules=three-player")
        await world.done(bruno, Introduce(language="it"))
        for person, points in ((anna, "3.33"), (bruno, "3,33")):
            assert points in (await world.done(person, Correct(match))).words

    in_world(work)


def test_in_a_private_chat_nobody_is_an_arbiter() -> None:
    async def work(world: World) -> None:
        anna, bruno = await world.people(2)
        table = await world.open(anna, "discord:77", "players=2 hands=1")
        await world.join(bruno, table)
        await world.said(anna, table.label, "start")
        await world.lap(table)
        await world.said(anna, table.label, "resign")

        hall = Hall(world)
        inbound = Inbound(world.service, hall.delivery, hall.courier.want)
        chat = await world.asks(anna, "discord:77", "d1", private=True)
        question = await inbound.line(chat, f"/correct {table.label} N 500 S 0 {WHY}")
        assert question.message is not None
        (row,) = question.message.controls
        assert isinstance(row, Row)
        await inbound.press(chat, encode(row.buttons[0].press))
        match = str((await world.done(anna, History())).json["board"]["ids"][0])
        assert await corrections(world, match) == 0
        assert any(match in words and WHY in words for words in world.news_to(bruno))

    in_world(work)


def test_whoever_played_in_the_private_chat_of_another_proposes_a_correction_from_anywhere() -> None:
    async def work(world: World) -> None:
        anna, bruno = await world.people(2)
        await world.service.speaks_theirs(anna, "discord:77")
        table = await world.open(anna, "discord:77", "players=2 hands=1")
        await world.join(bruno, table)
        await world.said(anna, table.label, "start")
        await world.lap(table)
        await world.said(anna, table.label, "resign")
        match = str((await world.done(bruno, History())).json["board"]["ids"][0])
        assert (await proposed(world, bruno, match, "N 0 S 500")).json == {"asked": match}
        for admin in ("discord:77", "discord:5"):  # who has no part in it is no arbiter of it
            eve = await world.person("Eve")
            assert not (await world.do(eve, Correct(match, ANNUL, WHY, channel=admin, admin=True, private=True))).done
        assert "word" in (await world.do(bruno, Correct(match, ANNUL, WHY, channel="discord:78", private=True))).json
        await forgotten(world, anna, match)  # of the chat only a word is left
        assert (await proposed(world, bruno, match, "N 5 S 500")).json == {"corrected": match}

    in_world(work)


def test_in_a_chat_the_platform_says_who_is_an_admin_and_a_button_confirms() -> None:
    async def work(world: World) -> None:
        anna, bruno = await world.people(2)
        table = await world.open(anna, BAR, "players=2 hands=1")
        await world.join(bruno, table)
        await world.said(anna, table.label, "start")
        await world.lap(table)
        await world.said(bruno, table.label, "resign")

        async def is_admin() -> bool:
            return True

        hall = Hall(world)
        inbound = Inbound(world.service, hall.delivery, hall.courier.want)
        member, admin = await world.asks(anna, BAR, "d1"), await world.asks(anna, BAR, "d2", is_admin=is_admin)
        line = f"/correct {table.label} N 0 S 500 {WHY}"
        refused = await inbound.line(member, line)  # they opened it, but the channel has admins
        assert refused.message is not None
        assert not refused.message.controls
        question = await inbound.line(admin, line)
        assert question.message is not None
        (row,) = question.message.controls
        assert isinstance(row, Row)
        text = encode(row.buttons[0].press)
        other = await inbound.press(await world.asks(bruno, BAR, "d2", is_admin=is_admin), text)
        assert not other.done  # it is not theirs to confirm
        answer = await inbound.press(admin, text)
        assert answer.done
        assert answer.message is not None
        assert "N 0 S 500" in answer.message.lines[0]
        alone = await world.asks(bruno, "discord:77", "d3", private=True)
        assert (await inbound.line(alone, "/plan tomorrow 21:00")).done
        settings = (await world.service.backend.people.person(bruno)).settings
        assert "discord:77" in settings

    in_world(work)
