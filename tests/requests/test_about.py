"""Boards, cards, records, export and being forgotten, as people ask for them in chats; over a real store."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bot.boards.board import Query, board, is_board
from bot.boards.ledger import Ledger
from bot.gateway.inbound.command_line import Help, Lesson, Minute, Settable, Show, Tell, Usage
from bot.gateway.inbound.parser import parse_line
from bot.gateway.inbound.responses import answer_message
from bot.host.door import Door
from bot.host.ports import Channel, Person
from bot.messages.buttons import Ask, Press
from bot.messages.message import Row
from bot.requests.answer import Answer
from bot.requests.board_answers import History, Leaderboard, Partners, Stats
from bot.requests.match_records import ShowReplay, Verify
from bot.requests.own_data import Csv, Erase, Export
from bot.requests.people import Introduce
from bot.requests.requests import Request
from bot.requests.service import Service
from bot.store.sqlite import open_store
from renderers.scenes import BoardScene, PlayerScene
from tests.boards.season import BOT, commit, introduce, play
from tests.people_rows import put_person
from tests.requests.serving import World
from tests.requests.serving import run as in_world

START = 1_767_340_800_000
BAR = "club/bar"


def written(answer: Answer) -> tuple[str, str]:
    """The name of its file, and what is written there."""
    name, data = answer.file or ("", b"")
    return name, data.decode()


def run(path: Path, work: Callable[[Service], Awaitable[None]]) -> None:
    """Two matches in the bar, the second against a computer; p1 is Anna, p5 has played nothing."""

    async def main() -> None:
        store = await open_store(path / "burraco.db", START)
        try:
            await introduce(store)
            await commit(store, play(("p1", "p2", "p3", "p4"), 1), "t1", START, BAR)
            await commit(store, play(("p1", "", "p3", ""), 2), "t2", START + 1, BAR)
            now = START + 1_000_000
            await work(Service(Door(store, BOT, lambda: now, bytes), store, BOT, "it"))
        finally:
            await store.close()

    asyncio.run(main())


async def answer_to(service: Service, person: str, line: str, channel: str = BAR) -> tuple[Answer, Request]:
    request = parse_line(line, channel, "d")
    assert not isinstance(request, Usage | Help | Minute | Lesson | Settable | Show | Tell)
    return await service.do(person, request, channel), request


@pytest.mark.parametrize(("line", "meaning"), [
    ("/leaderboard", Leaderboard(channel=BAR)),
    ("/leaderboard server month wins", Leaderboard("wins", scope="group", period="month", channel=BAR)),
    ("/classifica ovunque scorsa stagione media 2", Leaderboard("average", "", "all", "season", 1, False, 2, BAR)),
    ("/classifica allenamento singolo", Leaderboard(kind="singles", practice=True, channel=BAR)),
    ("/leaderboard bananas", Usage("leaderboard")),
    ("/leaderboard average VP", Leaderboard("average", channel=BAR)),
    ("/classifica media VP", Leaderboard("average", channel=BAR)),
    ("/leaderboard VP average", Leaderboard("average", channel=BAR)),
    ("/leaderboard Victory Points", Leaderboard(channel=BAR)),
    ("/leaderboard match points all time", Leaderboard("mp", channel=BAR)),
    ("/classifica punti di sempre", Leaderboard(channel=BAR)),
    ("/leaderboard three-player wins", Leaderboard("wins", "threes", channel=BAR)),
    ("/classifica in tre giocatori", Leaderboard(kind="threes", channel=BAR)),
    ("/leaderboard month all-time everywhere", Leaderboard(scope="all", channel=BAR)),
    ("/leaderboard last", Leaderboard(period="week", back=1, channel=BAR)),
    ("/classifica scorsa vittorie", Leaderboard("wins", period="week", back=1, channel=BAR)),
    ("/leaderboard last last wins month", Leaderboard("wins", period="month", back=2, channel=BAR)),
    ("/stats Anna CSV", Stats("Anna", BAR, csv=True)),
    ("/statistiche Anna Maria", Stats("Anna Maria", BAR)),
    ("/compagni", Partners(BAR)),
    ("/history 2", History(2, BAR)),
    ("/storico zwei", Usage("history")),
    ("/replay KBDF:12", ShowReplay("KBDF:12", BAR)),
    ("/replay", Usage("replay")),
    ("/verifica KBDF", Verify("KBDF", BAR)),
    ("/csv mie", Csv(BAR, own=True)),
    ("/esporta", Export()),
    ("/erase BCDFGH", Erase("BCDFGH")),
])  # fmt: skip
def test_a_line_means(line: str, meaning: Request | Usage) -> None:
    assert parse_line(line, BAR, "d") == meaning


def test_a_board_is_a_picture_with_its_words_in_the_channels_language(tmp_path: Path) -> None:
    async def test(service: Service) -> None:
        answer, request = await answer_to(service, "p1", "/leaderboard")
        message = answer_message(answer, request, "en")
        assert message is not None
        assert isinstance(message.picture, BoardScene)
        assert message.language == "it"
        assert "Qui, " in message.title
        assert len(message.picture.rows) == 4
        assert (message.picture.marked, message.picture.mine) == (-1, ())  # it is everybody's, and nobody's own
        own = answer_message(await service.do("p1", request, BAR, alone=True), request, "en")
        assert own is not None
        assert isinstance(own.picture, BoardScene)
        assert own.picture.rows[own.picture.marked][1] == "Anna"
        assert "Anna" in message.alt
        practice, _ = await answer_to(service, "p1", "/leaderboard practice")
        assert {row[1] for row in practice.json["board"]["rows"]} == {"Anna", "Carla"}
        here, _ = await answer_to(service, "p1", "/leaderboard", "")
        assert "Questo bot" in here.json["board"]["title"] or "This bot" in here.json["board"]["title"]

    run(tmp_path, test)


def test_a_card_is_found_by_name_and_stands_against_mine(tmp_path: Path) -> None:
    async def test(service: Service) -> None:
        answer, request = await answer_to(service, "p1", "/stats bruno")
        message = answer_message(answer, request, "en")
        assert message is not None
        assert isinstance(message.picture, PlayerScene)
        assert message.title == "Bruno"
        (note,) = answer.json["player"]["notes"]
        assert note.startswith("Anna contro Bruno: 1 partita, vittorie di Anna: ")  # whoever reads it, in the channel
        nobody, _ = await answer_to(service, "p1", "/stats Zorro")
        assert not nobody.done
        assert "Zorro" in nobody.words
        book, _ = await answer_to(service, "p1", "/partners")
        assert [row[1] for row in book.json["board"]["rows"]] == ["Carla"]

    run(tmp_path, test)


def test_of_several_people_of_one_name_a_button_chooses(tmp_path: Path) -> None:
    async def test(service: Service) -> None:
        bruno = await service.person("p2")
        await service.do(bruno.id, Introduce(name="Anna"))
        answer, request = await answer_to(service, "p3", "/stats anna")
        assert answer.words.split("\n") == [
            "Più giocatori si chiamano Anna. Quale intendi?",
            "Anna: 2 partite, l'ultima il 2 gennaio 2026",
            "Anna (2): 1 partita, il 2 gennaio 2026",
        ]
        message = answer_message(answer, request, "it")
        assert message is not None
        (row,) = message.controls
        assert isinstance(row, Row)
        assert [button.label for button in row.buttons] == ["Anna", "Anna (2)"]
        assert [request_of(button.press) for button in row.buttons] == ["stats p1", "stats p2"]
        chosen, _ = await answer_to(service, "p3", "/stats p2")
        assert chosen.json["player"]["person"] == "p2"
        files, _ = await answer_to(service, "p3", "/stats anna csv")
        assert [line for _, line in files.json["people"]] == ["stats p1 csv", "stats p2 csv"]

    run(tmp_path, test)


def request_of(press: Press) -> str:
    """What a button says."""
    assert isinstance(press.request, Ask)
    return press.request.argument.replace(".", " ")


def test_who_played_may_read_a_match_and_so_may_its_channel(tmp_path: Path) -> None:
    async def test(service: Service) -> None:
        past, _ = await answer_to(service, "p1", "/history")
        key = past.json["board"]["ids"][-1]
        record, _ = await answer_to(service, "p1", f"/replay {key}", "")
        name, text = written(record)
        assert name.endswith(".brn")
        assert "[Commitment" in text
        assert (await answer_to(service, "p5", f"/replay {key}", BAR))[0].done
        assert not (await answer_to(service, "p5", f"/replay {key}", "club/other"))[0].done
        assert not (await answer_to(service, "p5", f"/verify {key}", ""))[0].done
        answer, _ = await answer_to(service, "p1", f"/verify {key}", "")
        assert answer.done
        assert answer.json == {"verified": True}
        assert not (await answer_to(service, "p1", "/verify NONE"))[0].done

    run(tmp_path, test)


def test_what_is_stored_is_told_to_its_person_alone(tmp_path: Path) -> None:
    async def test(service: Service) -> None:
        for request in (Export(), Erase(), Csv(BAR, own=True)):
            assert not (await service.do("p1", request)).done  # others would see it
        _, text = written(await service.do("p1", Export(private=True)))
        assert [one["id"] for one in json.loads(text)["people"]] == ["p1"]
        _, mine = written(await service.do("p2", Csv(own=True, private=True)))
        assert len(mine.splitlines()) == 1 + 4
        _, all_ = written(await service.do("p5", Csv(BAR)))
        assert len(all_.splitlines()) == 1 + 8
        assert BAR not in all_ + mine + text  # it has no name, as a private chat has none
        await service.note_channel(BAR, "Bar Sport")
        for request in (Csv(BAR), Csv(own=True, private=True), Export(private=True)):
            _, named = written(await service.do("p1", request))
            assert "Bar Sport" in named

    run(tmp_path, test)


def test_being_forgotten_takes_a_word_that_is_good_once_and_for_one_person(tmp_path: Path) -> None:
    async def test(service: Service) -> None:
        word = str((await service.do("p5", Erase(private=True))).json["word"])
        other = await service.do("p1", Erase(word, private=True))
        assert not other.done
        assert (await service.do("p1", Stats())).json["player"]["name"] == "Anna"
        assert not (await service.do("p5", Erase("WRONG", private=True))).done
        assert not (await service.do("p5", Erase(word, private=True))).done  # it was asked anew meanwhile
        fresh = str((await service.do("p1", Erase(private=True))).json["word"])
        answer = await service.do("p1", Erase(fresh.lower(), private=True))
        assert answer.done, answer
        board = (await service.do("p2", Leaderboard(channel=BAR))).json["board"]
        assert "Anna" not in str(board)
        assert len(board["rows"]) == 4

    run(tmp_path, test)


def test_who_has_a_seat_is_told_so_before_they_are_given_a_word() -> None:
    async def work(world: World) -> None:
        anna, bruno = await world.people(2)
        table = await world.open(anna, BAR, "players=2 hands=1")
        await world.join(bruno, table)
        refused = await world.do(bruno, Erase(private=True))
        assert "word" not in refused.json
        assert refused.words == f"You still have a place: {table.label}. Leave first; nothing was changed."
        await world.said(anna, table.label, "start")
        await world.until(table, "playing")
        await world.said(bruno, table.label, "leave")
        refused = await world.do(bruno, Erase(private=True))
        assert "word" not in refused.json
        assert f"still going on: {table.label}. Wait until it has ended, or give it up with /resign" in refused.words
        await world.said(anna, table.label, "resign")
        assert "Leave first" in (await world.do(bruno, Erase(private=True))).words
        await world.said(bruno, table.label, "leave")
        word = str((await world.do(bruno, Erase(private=True))).json["word"])
        await world.done(bruno, Erase(word, private=True))
        assert (await world.do(bruno, Erase(private=True))).words == "Nothing is stored under your name any more."

    in_world(work)


def test_a_board_has_fewer_rows_in_a_chat_than_in_a_window(tmp_path: Path) -> None:
    async def work(service: Service) -> None:
        store = service.backend.store
        for number in range(4, 17):
            people = [f"p{number}{seat}" for seat in "nesw"]
            for person in people:
                await put_person(store, BOT, Person(person, person, "it"))
            match = play(("p1", "p2", "p3", "p4"), number)
            seats = dict(zip(("p1", "p2", "p3", "p4"), people, strict=True))
            results = tuple(replace(one, players=_seated(one.players, seats)) for one in match.results)
            await commit(store, replace(match, results=results), f"t{number}", START + number, BAR)  # type: ignore[arg-type]  # the store is a file's
        chat = [(await service.do("p1", Leaderboard(channel=BAR, page=page))).json["board"] for page in (1, 2, 3)]
        assert [(len(page["rows"]), page["pages"]) for page in chat] == [(20, 3), (20, 3), (16, 3)]
        window = (await service.do("p1", Leaderboard(scope="all"))).json["board"]
        assert (len(window["rows"]), window["pages"]) == (50, 2)
        everything = await service.do("p1", Leaderboard(channel=BAR, csv=True))
        assert len(str(everything.json["text"]).splitlines()) == 1 + 56
        assert everything.file is not None
        assert everything.file[1].decode() == f"\ufeff{everything.json['text']}"  # as Excel knows it for UTF-8

    run(tmp_path, work)


def _seated(players: str, people: dict[str, str]) -> str:
    deals = json.loads(players)
    return json.dumps([[[people.get(person, ""), computer] for person, computer in seats] for seats in deals])


def test_a_window_dates_matches_by_its_own_clock(tmp_path: Path) -> None:
    async def work(service: Service) -> None:
        for zone, date in (
            ("Pacific/Pago_Pago", "2026-01-01"),
            ("Pacific/Kiritimati", "2026-01-02"),
            ("", "2026-01-02"),
            ("../etc", "2026-01-02"),
        ):
            assert (await service.do("p1", History(zone=zone))).json["board"]["rows"][-1][0] == date

    run(tmp_path, work)


def test_a_window_sees_the_boards_of_the_channels_where_they_have_played(tmp_path: Path) -> None:
    async def work(service: Service) -> None:
        await service.backend.store.put_channel(BOT, Channel(BAR, "it", json.dumps({"name": "The bar"})))
        mine = await service.do("p1", Leaderboard())
        assert mine.json["places"] == [{"place": BAR, "name": "The bar"}]
        there = await service.do("p1", Leaderboard(place=BAR))
        same = await service.do("p1", Leaderboard(channel=BAR))
        assert there.json["board"]["rows"] == same.json["board"]["rows"]
        assert not (await service.do("p8", Leaderboard(place=BAR))).done
        assert not (await service.do("p8", Csv(place=BAR, private=True))).done
        assert "The bar" in str((await service.do("p1", Csv(place=BAR, private=True))).json["text"])

    run(tmp_path, work)


def test_boards_and_cards_are_files_too(tmp_path: Path) -> None:
    async def work(service: Service) -> None:
        request = parse_line("/leaderboard csv", BAR)
        assert request == Leaderboard(channel=BAR, csv=True)
        lines = str((await service.do("p1", request)).json["text"]).splitlines()
        rows = (await service.do("p1", Leaderboard(channel=BAR))).json["board"]["rows"]
        assert len(lines) == 1 + len(rows)
        assert rows[0][1] in lines[1]
        card = await service.do("p1", parse_line("/stats csv", BAR))  # type: ignore[arg-type]  # the line is a request
        assert str(card.json["text"]).splitlines()[0] == "Anna;;"  # who reads Italian has such a spreadsheet

    run(tmp_path, work)


def test_a_board_without_a_kind_is_that_of_which_there_are_results(tmp_path: Path) -> None:
    async def work(service: Service) -> None:
        await commit(service.backend.store, play(("p1", "p2"), 3), "t3", START + 2, "club/two")  # type: ignore[arg-type]  # the store is a file's
        for channel, kind, other in (("club/two", "singles", "pairs"), (BAR, "pairs", "singles")):
            found = (await service.do("p1", Leaderboard(channel=channel))).json["board"]
            assert found["rows"] != []
            assert found == (await service.do("p1", Leaderboard(channel=channel, kind=kind))).json["board"]
            assert (await service.do("p1", Leaderboard(channel=channel, kind=other))).json["board"]["rows"] == []

    run(tmp_path, work)


@pytest.mark.parametrize(
    "query",
    [
        Query(),
        Query(by="rating"),
        Query(by="rating", practice=True),
        Query(by="beauty"),
        Query(kind="fours"),
        Query(scope="moon"),
        Query(period="century"),
        Query(period="season", practice=True),
    ],
)
def test_there_is_a_board_exactly_where_one_is_made(query: Query) -> None:
    try:
        board(Ledger(), query, 0)
    except ValueError:
        assert not is_board(query)
    else:
        assert is_board(query)
