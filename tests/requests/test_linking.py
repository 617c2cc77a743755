"""Several accounts, one player: who gets whose, what is never lost, and why nobody finds a code by trying."""

import asyncio
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.durations import MINUTE
from bot.gateway.inbound.parser import parse_line
from bot.host.ports import Account
from bot.requests.answer import Answer
from bot.requests.board_answers import History, Leaderboard
from bot.requests.guess_limit import ALL, EACH, WITHIN, Guesses
from bot.requests.linking import LASTS, Link, UseLink, read_code
from bot.requests.opening_news import BREAK, Notify, Wishes
from bot.requests.openings import Watch
from bot.requests.own_data import Erase
from bot.requests.people import Introduce
from bot.requests.seating import Replace
from bot.requests.service import Service
from bot.requests.settings import look_of, wants_in_channel, wants_no_mention
from bot.store.sqlite import SqliteStore
from bot.tables.table import OVER, PAUSE, PLAYING, Table
from bot.words.languages import say
from tests.boards.season import BOT
from tests.messages import test_ending
from tests.people_rows import put_account
from tests.requests import test_about
from tests.requests.serving import World, run
from tests.requests.test_about import BAR
from tests.requests.test_notify import NOON, opens, wants


async def code_of(world: World, person: str) -> str:
    return str((await world.done(person, Link())).json["code"])


def test_two_accounts_become_one_player_who_is_told_on_both_sides() -> None:
    async def work(world: World) -> None:
        anna, phone = await world.person("Anna"), await world.person("Annina", "telegram", "it")
        await world.done(phone, UseLink(await code_of(world, anna)))
        assert await world.service.person_of("telegram", "annina") == anna
        assert await world.service.accounts(anna, "telegram") == ("annina",)
        assert await world.service.accounts(anna, "discord") == ("anna",)
        assert "Telegram" in world.news_to(anna)[0]
        assert (await world.about(anna))["name"] == "Anna"

    run(work)


@pytest.mark.parametrize(("locale", "line"), [("en", r"/link \S+"), ("it", r"/collega \S+")])
def test_who_asks_for_a_link_word_reads_the_line_to_write_with_their_other_account(locale: str, line: str) -> None:
    async def work(world: World) -> None:
        anna = await world.person("Anna", locale=locale)
        phone = await world.person("Annina", "telegram", locale)
        (line_found,) = re.findall(line, (await world.done(anna, Link())).words)
        request = parse_line(line_found)
        assert isinstance(request, UseLink)
        await world.done(phone, request)
        assert await world.service.person_of("telegram", "annina") == anna

    run(work)


def test_who_still_knows_the_old_person_meets_the_new_one() -> None:
    async def work(world: World) -> None:
        anna, phone = await world.person("Anna"), await world.person("Annina", "telegram")
        table = await world.open(anna)
        await world.done(phone, UseLink(await code_of(world, anna)))
        await world.done(phone, Introduce("Annetta"))
        assert (await world.about(anna))["name"] == "Annetta"
        seen = await world.service.table_page(phone, await world.service.table_of(table.label))
        assert seen is not None
        assert seen["me"]["seat"] == "N"
        assert [one.person for one in world.news if not one.words] == [phone]
        assert (await world.done(phone, Link())).json["code"]

    run(work)


def test_who_watches_what_they_have_opened_may_still_end_it() -> None:
    async def work(world: World) -> None:
        anna, web = await world.person("Anna"), await world.person("Annina", "web")
        watched = await world.table((await world.done(web, Watch("fibur", 5000))).table)
        await world.done(web, UseLink(await code_of(world, anna)))
        assert (await world.now_of(watched)).opener == anna
        assert (await world.say(anna, watched.label, "end")).done

    run(work)


def test_all_accounts_come_along_even_over_two_links() -> None:
    async def work(world: World) -> None:
        anna, phone, web = [await world.person("Anna", platform) for platform in ("discord", "telegram", "web")]
        await world.done(web, UseLink(await code_of(world, phone)))
        await world.done(phone, UseLink(await code_of(world, anna)))
        assert {await world.service.person_of(where, "anna") for where in ("discord", "telegram", "web")} == {anna}
        assert (await world.about(web))["name"] == "Anna"

    run(work)


def test_accounts_that_could_not_be_joined_are_two_and_can_be_joined_later() -> None:
    async def work(world: World) -> None:
        anna, phone = await world.person("Anna"), await world.person("Annina", "telegram")
        code = await code_of(world, anna)
        assert isinstance(world.store, SqliteStore)
        with closing(sqlite3.connect(world.store.name)) as disk:  # it is full when the old person is to be written
            disk.execute(
                "CREATE TRIGGER full BEFORE UPDATE ON people BEGIN SELECT RAISE(ABORT, 'the disk is full'); END"
            )
            assert not (await world.do(phone, UseLink(code))).done
            disk.execute("DROP TRIGGER full")
        assert await world.service.person_of("telegram", "annina") == phone
        await world.done(phone, UseLink(code))
        assert (await world.about(phone))["name"] == "Anna"
        assert await world.service.person_of("telegram", "annina") == anna

    run(work)


def test_who_has_become_somebody_is_not_joined_to_themselves() -> None:
    async def work(world: World) -> None:
        anna, phone = await world.person("Anna"), await world.person("Annina", "telegram")
        code = await code_of(world, anna)
        await world.done(anna, UseLink(await code_of(world, phone)))
        assert (await world.do(phone, UseLink(code))).words == say("en", "link.own")
        assert await world.service.person_of("discord", "anna") == phone

    run(work)


def test_a_name_that_the_other_account_lacks_is_taken_over() -> None:
    async def work(world: World) -> None:
        nobody, anna = await world.person(""), await world.person("Anna")
        await world.done(anna, UseLink(await code_of(world, nobody)))
        assert (await world.about(nobody))["name"] == "Anna"

    run(work)


def test_what_was_wanted_with_the_other_account_is_wanted_still_where_this_one_has_not_chosen() -> None:
    async def work(world: World) -> None:
        world.now = NOON
        web, chat, bruno = [await world.person(*who) for who in (("Anna", "web"), ("Anna", "discord"), ("Bruno",))]
        await world.done(web, Introduce(theme="dark"))
        await world.done(chat, Introduce(theme="light", mentions="off", hands="channel"))
        await wants(world, chat, "on", quiet="22:00-09:00")
        await world.done(chat, UseLink(await code_of(world, web)))
        settings = (await world.service.person(web)).settings
        assert (wants_no_mention(settings), wants_in_channel(settings)) == (True, True)
        assert look_of(settings).theme == "dark"
        label = await opens(world, bruno)
        assert [words for words in world.news_to(web) if f"opened table {label}" in words] != []
        assert (await wants(world, web)).words.startswith("You hear in private when somebody opens a game here")
        await wants(world, web, "off")
        world.now += BREAK
        before = len(world.news_to(web))
        await opens(world, bruno)
        assert len(world.news_to(web)) == before

    run(work)


def test_channels_of_both_accounts_are_heard_of_and_ones_own_quiet_hours_stay() -> None:
    async def work(world: World) -> None:
        anna, other = await world.person("Anna"), await world.person("Anna", "telegram")
        for person, channel, quiet in ((anna, "discord:1", "01:00-02:00"), (other, "telegram:-2", "22:00-09:00")):
            await world.service.carry_out(await world.asks(person, channel), Notify(channel, "on", quiet))
        await world.done(other, UseLink(await code_of(world, anna)))
        wishes = Wishes.of((await world.service.person(anna)).settings)
        assert (wishes.channels, wishes.quiet) == (("discord:1", "telegram:-2"), "01:00-02:00")

    run(work)


def test_a_seat_is_not_taken_over_and_not_lost() -> None:
    async def work(world: World) -> None:
        anna, phone, bruno = await world.person("Anna"), await world.person("Anna", "telegram"), await world.person("B")
        table = await world.open(phone)
        full = await world.open(bruno, options="rules=fibur")
        refused = await world.do(phone, UseLink(code := await code_of(world, anna)))
        assert not refused.done
        assert table.label in refused.words
        assert await world.service.person_of("telegram", "anna") == phone
        await world.said(phone, table.label, "leave")
        for person in [await world.person(name) for name in ("C", "D", "E")]:
            await world.join(person, full)
        await world.join(phone, full)  # the waiting list counts as well
        assert full.label in (await world.do(phone, UseLink(code))).words
        await world.said(phone, full.label, "leave")
        assert (await world.do(phone, UseLink(code))).done
        assert (await world.now_of(full)).seat_of(bruno)

    run(work)


def test_the_account_that_sits_gives_the_code_and_keeps_its_seat() -> None:
    async def work(world: World) -> None:
        anna, phone = await world.person("Anna"), await world.person("Anna", "telegram")
        table = await world.open(phone)
        await world.done(anna, UseLink(await code_of(world, phone)))
        assert await world.service.person_of("discord", "anna") == phone
        assert (await world.now_of(table)).seat_of(phone)

    run(work)


def test_two_who_have_held_two_hands_of_a_deal_become_one_player_when_it_has_ended() -> None:
    async def work(world: World) -> None:
        anna, bruno, elsa = [await world.person(name) for name in ("Anna", "Bruno", "Elsa")]
        table = await world.open(anna, options="rules=fibur pause=0 pace=0")
        await world.join(bruno, table)
        await world.said(anna, table.label, "start")
        before = await world.until(table, PLAYING)
        await world.said(bruno, table.label, "leave")
        await world.done(anna, Replace(table.label, before.seat_of(bruno), elsa, "d1"))
        refused = await world.do(bruno, UseLink(code := await code_of(world, anna)))
        assert (refused.done, "different hands of the deal" in refused.words) == (False, True)
        assert table.label in refused.words
        assert await world.service.person_of("discord", "bruno") == bruno
        for person in (anna, elsa):
            await world.say(person, table.label, "propose annul" if person == anna else "agree")
        assert (await world.now_of(table)).phase == PAUSE
        assert (await world.do(bruno, UseLink(code))).done

    run(work)


def test_two_who_have_both_left_the_seats_of_a_deal_become_one_player_when_it_has_ended() -> None:
    async def work(world: World) -> None:
        anna, bruno, elsa, dora = [await world.person(name) for name in ("Anna", "Bruno", "Elsa", "Dora")]
        table = await world.open(anna, options="rules=fibur pause=0 pace=0")
        await world.join(bruno, table)
        await world.said(anna, table.label, "start")
        before = await world.until(table, PLAYING)
        for leaver, came in ((bruno, elsa), (anna, dora)):
            await world.said(leaver, table.label, "leave")
            await world.done(anna, Replace(table.label, before.seat_of(leaver), came, f"d{came}", admin=True))
        refused = await world.do(bruno, UseLink(code := await code_of(world, anna)))
        assert (refused.done, table.label in refused.words) == (False, True)
        for person in (dora, elsa):
            await world.say(person, table.label, "propose annul" if person == dora else "agree")
        assert (await world.now_of(table)).phase == PAUSE
        assert (await world.do(bruno, UseLink(code))).done

    run(work)


def test_a_code_serves_once_for_ten_minutes_and_only_the_newest() -> None:
    async def work(world: World) -> None:
        anna, *others = await world.people(5)
        old, new = await code_of(world, anna), await code_of(world, anna)
        assert not (await world.do(others[0], UseLink(old))).done
        assert not (await world.do(anna, UseLink(new))).done  # one's own
        assert (await world.do(others[0], UseLink(f" {new.lower()} "))).done
        assert not (await world.do(others[1], UseLink(new))).done
        late = await code_of(world, anna)
        world.now += LASTS
        assert not (await world.do(others[2], UseLink(late))).done

    run(work)


def test_two_who_use_a_code_at_once_are_not_both_linked() -> None:
    async def work(world: World) -> None:
        anna, bruno, carla = await world.people(3)
        code = await code_of(world, anna)
        answers = await asyncio.gather(*[world.do(one, UseLink(code)) for one in (bruno, carla)])
        assert sorted(answer.done for answer in answers) == [False, True]

    run(work)


def test_codes_are_not_found_by_trying() -> None:
    async def work(world: World) -> None:
        anna, thief, other = await world.people(3)
        code = await code_of(world, anna)

        async def tried(person: str, guess: str) -> Answer:
            return await world.do(person, UseLink(guess))

        for number in range(EACH):
            assert not (await tried(thief, f"BCDFGHJ{'BCDFG'[number]}")).done
        assert "Please wait 10 minutes." in (await tried(thief, code)).words  # even the right one
        assert (await tried(other, code)).done
        world.now += WITHIN - MINUTE
        assert "Please wait 1 minute." in (await tried(thief, code)).words
        world.now += MINUTE
        assert (await tried(thief, await code_of(world, anna))).done

    run(work)


def test_accounts_that_cost_nothing_do_not_help_to_guess() -> None:
    now = 0
    guesses = Guesses(lambda: now)
    for number in range(ALL):
        assert guesses.wait(f"p{number}") == 0
        guesses.wrong(f"p{number}")
    assert guesses.wait("somebody") == WITHIN
    now = WITHIN
    assert guesses.wait("somebody") == 0


@pytest.mark.parametrize("text", ["", "-", "BCDF", "BCDF-GHJA", "BCDF-GHJKL", "BCDFGHJ\0", "…" * 600])
def test_what_can_be_no_code_is_none(text: str) -> None:
    assert read_code(text) == ""


def test_a_code_is_read_however_it_is_written() -> None:
    assert read_code(" bcdf ghjk\n") == read_code("BCDF-GHJK") == "BCDFGHJK"


def test_two_opponents_of_a_finished_match_are_told_what_becomes_of_it(tmp_path: Path) -> None:
    async def work(service: Service) -> None:
        texts: list[str] = []
        service.hear(lambda news: texts.append(news.words))
        store = service.backend.store
        for person in ("p1", "p2", "p3", "p5"):
            await put_account(store, BOT, Account("telegram", person), person)
        assert (await service.do("p2", History(channel=BAR))).json["board"]["rows"][0][2] in ("+", "-")
        code = (await service.do("p1", Link())).json["code"]
        answer = await service.do("p2", UseLink(str(code)))
        words = "Avevano giocato una partita l'uno contro l'altro: d'ora in poi per te è allenamento"
        assert answer.done
        assert words in answer.words
        assert [words in one for one in texts if one] == [True]
        (row,) = (await service.do("p2", History(channel=BAR))).json["board"]["rows"][1:]
        assert row[1].startswith("da entrambe le parti, con ")
        assert row[2] == ""  # nobody's win
        assert re.fullmatch(r"-?\d+–-?\d+", row[3])
        rows = (await service.do("p4", Leaderboard(channel=BAR))).json["board"]["rows"]
        assert sorted(one[1] for one in rows) == ["Carla", "Dario"]  # for the others it counts as before
        for person, other in (("p1", "p3"), ("p1", "p5")):  # partners, and somebody who has played nothing
            code = (await service.do(person, Link())).json["code"]
            assert "contro" not in (await service.do(other, UseLink(str(code)))).words

    test_about.run(tmp_path, work)


@pytest.mark.parametrize("language", ["en", "it"])
def test_partners_who_become_one_player_have_played_together_in_one_match(language: str) -> None:
    async def work(world: World) -> None:
        people = [await world.person(name, "discord", language) for name in ("Anna", "Bruno", "Carla", "Dario")]
        table_id = await test_ending.four(world, people)
        table = await test_ending.until(world, table_id, OVER)
        anna = people[0]
        partner = next(chair.person for chair in table.chairs if _sit_together(table, chair.person, anna))
        for person in people:
            await world.said(person, table_id, "leave")
        linked = await world.done(partner, UseLink(await code_of(world, anna)))
        become, seats = {
            "en": ("They had played a match as partners: it counts once for you, with both seats.", "both seats"),
            "it": ("Avevano giocato una partita in coppia: per te conta una volta, con entrambi i posti.", "entrambi"),
        }[language]
        assert linked.words.endswith(become)
        assert world.news_to(anna)[-1].endswith(become)
        for person in people:
            ((_, met, sign, *_),) = (await world.done(person, History())).json["board"]["rows"]
            names = [name for name in ("Anna", "Bruno", "Carla", "Dario") if name in met]
            if person in (anna, partner):
                assert met.startswith(
                    {"en": "as both partners, against ", "it": "da entrambi i compagni, contro "}[language]
                )
                assert "Anna" not in names
                assert len(names) == 2
            else:
                assert met.count("Anna") == 1
                assert seats in met
            assert sign

    run(work)


def _sit_together(table: Table, person: str, other: str) -> bool:
    code = table.code
    places = [code.seats.index(table.seat_of(one)) for one in (person, other)]
    return person != other and code.side_of[places[0]] == code.side_of[places[1]]


def test_who_is_forgotten_while_they_use_a_code_is_told_that_nothing_is_there() -> None:
    async def work(world: World) -> None:
        anna, phone = await world.person("Anna"), await world.person("Annina", "telegram")
        code = await code_of(world, anna)
        word = (await world.service.do(phone, Erase("", private=True))).json["word"]
        erasing = asyncio.create_task(world.service.do(phone, Erase(str(word), private=True)))
        while not world.service.backend.seating.locked():  # noqa: ASYNC110  nobody tells
            await asyncio.sleep(0)
        linked = await world.service.do(phone, UseLink(code))
        assert (await erasing).done
        assert (linked.done, linked.words) == (False, say("en", "erase.nobody"))
        assert await world.service.accounts(anna, "telegram") == ()

    run(work)
