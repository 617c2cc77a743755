"""What people do that nobody thinks of: each is answered, or left alone for a reason; nothing is lost by it."""

import pytest

from bot.messages.buttons import Verb
from bot.words.languages import say
from engine.actions import DRAW
from tests.adapters.telegram.hosting import Host, run
from tests.adapters.telegram.scripted import ScriptedMatch, about_table, presses_on
from tests.adapters.telegram.test_contact import reads
from tests.adapters.telegram.test_presses import two
from tests.loopback.telegram.values import Json

FILE: Json = {"file_id": "BAADBAAD", "file_unique_id": "AgAD"}
STICKER: Json = FILE | {
    "type": "regular", "width": 512, "height": 512, "is_animated": False, "is_video": False,
}  # fmt: skip
MEDIA: list[Json] = [
    {"sticker": STICKER},
    {"voice": FILE | {"duration": 3}},
    {"photo": [FILE | {"width": 90, "height": 90}], "caption": "/new"},
    {"location": {"latitude": 41.9, "longitude": 12.5}},
]


@pytest.mark.parametrize("language", ["it", "en"])
def test_who_sends_what_is_no_text_is_told_so_once(language: str) -> None:
    async def body(host: Host) -> None:
        words = say(language, "chat.only-words")
        anna = host.telegram.user("Anna", language=language)
        for one in MEDIA:
            anna.sends(one)
            await host.settle()
        hints = [one for one in anna.screen() if words in one.content.text]
        assert len(hints) == 1
        sala = host.telegram.group("Sala", anna)
        await host.settle()
        before = len(sala.messages)
        anna.sends(MEDIA[0], sala)
        anna.sends(MEDIA[2], sala)
        await host.settle()
        assert len(sala.messages) == before + 2  # what people show each other is theirs

    run(body)


def test_a_message_that_is_changed_afterwards_is_not_played_and_who_wrote_it_knows() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        person = await match.person_in_turn()
        written = person.writes("what now")
        await host.settle()
        for _ in range(2):
            person.edits(written, "draw")
            await host.settle()
        assert len([one for one in person.screen() if say("en", "chat.edited") in one.content.text]) == 1
        assert not (await match.table()).turn
        command = person.writes("/tables", match.group)
        await host.settle()
        before = len(match.group.messages)
        person.edits(command, "/tables@burraco_bot")
        await host.settle()
        assert len(match.group.messages) == before

    run(body)


def test_a_line_that_telegram_says_was_changed_and_that_says_the_same_is_left_alone() -> None:
    """So it tells a bot of what only got a reaction: telegram-bot-api#388 and #773."""

    async def body(host: Host) -> None:
        match = await two(host)
        person = await match.person_in_turn()
        written = person.writes("what now")
        await host.settle()
        person.edits(written, "what now")
        await host.settle()
        assert not [one for one in person.screen() if say("en", "chat.edited") in one.content.text]
        for text in ("draw", "what now"):
            person.edits(written, text)
            await host.settle()
            assert [one for one in person.screen() if say("en", "chat.edited") in one.content.text]

    run(body)


def test_a_channel_is_told_that_groups_are_the_place() -> None:
    async def body(host: Host) -> None:
        anna = host.telegram.user("Anna", language="it")
        channel = host.telegram.channel("Notizie", anna)
        await host.settle()
        texts = [one.content.text for one in channel.messages if one.content.text]
        assert texts == [say("it", "chat.only-groups")]
        channel.removes_bot()
        await host.settle()
        assert not await host.service.backend.tables.in_channel(f"telegram:{channel.id}")

    run(body)


def test_who_writes_as_a_channel_is_told_that_they_are_not_known_and_what_a_channel_posts_is_left_alone() -> None:
    async def body(host: Host) -> None:
        anna = host.telegram.user("Anna")
        sala, news = host.telegram.group("Sala", anna), host.telegram.channel("News", anna)
        await host.settle()
        for forwarded in (False, True):
            anna.writes_as(news, "/new", sala, forwarded)
            await host.settle()
        assert reads(anna, say("en", "chat.anonymous")) == 1
        assert not [one for one in sala.messages if about_table(one)]

    run(body)


def test_what_another_bot_writes_is_left_alone() -> None:
    """Two bots that answer each other would never end."""

    async def body(host: Host) -> None:
        anna, meteo = host.telegram.user("Anna"), host.telegram.user("Meteo")
        sala = host.telegram.group("Sala", anna)
        anna.writes("/tables", sala)
        await host.settle()
        before = len(sala.messages)
        sala.hears_another_bot("/new@burraco_bot")
        sala.hears_another_bot("/tables", reply_to=sala.messages[-2])
        meteo.account.is_bot = True
        for line in ("/play", "hello"):
            meteo.edits(meteo.writes(line), "draw")
        meteo.sends(MEDIA[0])
        await host.settle()
        assert len(sala.messages) == before + 2
        assert [one for one in meteo.dm.shown if one.sender is host.telegram.bot] == []
        assert await host.service.person_of("telegram", str(meteo.id)) == ""

    run(body)


def test_the_general_topic_of_a_forum_closes_and_opens_again() -> None:
    async def body(host: Host) -> None:
        people = [host.telegram.user(name) for name in ("Anna", "Bruno")]
        match = ScriptedMatch(host, host.telegram.group("Forum", *people, forum=True), people)
        await match.begin("fibur players=2")
        match.group.closes_general()
        people[0].writes("/table", match.group)
        await host.settle()
        assert [reads(one, "I can no longer write where") for one in people] == [1, 1]
        person = await match.person_in_turn()
        await match.tap(person, next(one for one in match.offered(person) if one[1].request == DRAW))
        match.group.reopens_general()
        await host.settle()
        tables = [one for one in match.group.messages if about_table(one)]
        assert (len(tables), tables[-1].topic, bool(presses_on(tables[-1]))) == (1, 0, True)

    run(body)


def test_a_bot_that_becomes_an_administrator_and_no_longer_is_one_shows_nothing_anew() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        before = [(one.id, one.content.text) for one in match.group.messages]
        for change in (match.group.promotes_bot, match.group.demotes_bot):
            change()
            await host.settle()
        assert [(one.id, one.content.text) for one in match.group.messages] == before
        assert presses_on(match.group.messages[-1])

    run(body)


def test_a_private_line_that_names_a_bot() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        person = await match.person_in_turn()
        person.writes("/leave@other_bot")
        await host.settle()
        assert reads(person, say("en", "chat.other-bot")) == 1
        assert not [chair for chair in (await match.table()).chairs if chair.computer]
        person.writes("@Burraco_bot")
        await host.settle()
        assert "/new" in person.screen()[-1].content.text
        person.writes("@Burraco_bot draw")
        await host.settle()
        assert len((await match.table()).turn) == 1

    run(body)


def test_names_of_any_length_and_direction_and_every_button_pressed_twice() -> None:
    async def body(host: Host) -> None:
        people = [host.telegram.user(name) for name in ("A" * 200, "שרה כהן " * 25)]
        match = ScriptedMatch(host, host.telegram.group("G" * 255, *people), people)
        people[0].start()
        await host.settle()
        await match.open("fibur players=2")
        await match.press(people[1], Verb.JOIN, match.group)
        await match.start()
        call = next(one.text for one in people[1].sees(match.group, "posted") if "wait" in one.text)
        assert "\u2068שרה" in call  # what follows a name of the other direction keeps its place
        people[1].start()
        await host.settle()
        pressed: set[str] = set()
        while len(pressed) < 12:
            person = await match.person_in_turn()
            offered = [*match.offered(person), *match.offered(person, match.group)]
            fresh = [one for one in offered if one[2] not in pressed]
            message, _, data = match.rng.choice(fresh or offered)
            for tap in [person.forges(data, message) for _ in range(2)]:
                await person.answer(tap)
            await host.settle()
            pressed.add(data)
        assert all(tap.answered for tap in host.telegram.taps.values())
        for person in people:
            assert len([one for one in person.screen() if about_table(one, match.label)]) >= 1

    run(body)


def test_the_rules_asked_for_in_a_group_stand_behind_the_link_that_opens_the_private_chat() -> None:
    async def body(host: Host) -> None:
        people = [host.telegram.user(name) for name in ("Anna", "Bruno")]
        match = ScriptedMatch(host, host.telegram.group("Sala", *people), people)
        people[0].start()
        await host.settle()
        await match.open("fibur players=2")
        await match.press(people[1], Verb.JOIN, match.group)
        people[1].writes("/rules", match.group)
        await host.settle()
        people[1].follows("Open the private chat", match.group)
        await host.settle()
        assert reads(people[1], "Code of play 1/") == 1

    run(body)


def test_a_proposal_of_nothing_says_what_can_be_proposed() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        match.people[0].writes("/propose")
        await host.settle()
        assert "/propose " in match.people[0].screen()[-1].content.text

    run(body)
