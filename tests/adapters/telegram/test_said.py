"""What is said back: in order and to whom, in whose words, and what stands before somebody who has lost their hand."""

import pytest

from bot.messages.buttons import Ask, Press, Verb
from bot.messages.presenter import TABLE
from bot.tables.table import LOBBY
from bot.words.notices import Notice, notice
from tests.adapters.telegram.hosting import Host, run
from tests.adapters.telegram.scripted import ScriptedMatch, presses_on, verb
from tests.adapters.telegram.test_presses import drawn, two
from tests.loopback.telegram.people import Person
from tests.loopback.telegram.values import Message


def hands(person: Person) -> list[Message]:
    """The messages on somebody's screen that show their cards to play."""
    return [one for one in person.screen() if Verb.SORT in [verb(press) for press in presses_on(one)]]


def texts(messages: list[Message]) -> list[str]:
    return [one.content.text for one in messages]


# --- a hand that was deleted ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["/start", "/hand", "/mano"])
def test_who_has_deleted_their_hand_is_shown_it_again(line: str) -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        person = await match.person_in_turn()
        host.telegram.delete(hands(person)[-1])
        assert hands(person) == []
        host.clock.advance(10)
        person.writes(line)
        await host.settle()
        assert len(hands(person)) == 1
        await drawn(match)  # and it is the one that is kept as it should be
        assert len(hands(person)) == 1
        assert (await match.table()).stage in {one[1].stage for one in match.offered(person)}
        if line == "/start":
            assert any("here are your cards" in text for text in texts(person.screen()))

    run(body)


def test_who_deletes_a_hand_at_once_is_shown_it_again_all_the_same() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        person = await match.person_in_turn()
        for line in ("/start", f"/start t_{match.label}", "/start"):
            host.telegram.delete(hands(person)[-1])
            host.clock.advance(0.01)
            person.writes(line)
            await host.settle()
            assert len(hands(person)) == 1

    run(body)


@pytest.mark.parametrize("deleted", [True, False])
@pytest.mark.parametrize("pause", [None, 0.01, 0.5])
def test_several_starts_in_a_row_send_one_hand(pause: float | None, deleted: bool) -> None:
    """In a breath, or each after the answer to the one before."""

    async def body(host: Host) -> None:
        match = await two(host)
        person = await match.person_in_turn()
        host.clock.advance(10)
        host.telegram.clock.freeze()
        if deleted:
            host.telegram.delete(hands(person)[-1])
        before = len(host.telegram.called("sendPhoto"))
        for _ in range(4):
            person.writes("/start")
            if pause is not None:
                await host.settle()
                host.clock.advance(pause)
        await host.settle()
        assert len(hands(person)) == 1
        assert len(host.telegram.called("sendPhoto")) == before + 1

    run(body)


def test_who_opens_the_chat_by_a_link_is_sent_one_hand() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        person = await match.person_in_turn()
        person.blocks()
        await host.settle()
        before = len(host.telegram.called("sendPhoto"))
        person.start(f"t_{match.label}")
        await host.settle()
        assert len(hands(person)) == 1
        assert len(host.telegram.called("sendPhoto")) == before + 1

    run(body)


def test_my_hand_in_the_group_shows_it_again_in_private_where_it_was_deleted() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        person = await match.person_in_turn()
        there = hands(person)
        await match.press(person, Verb.HAND, match.group)
        assert hands(person) == there  # it is not sent twice
        host.telegram.delete(there[-1])
        await match.press(person, Verb.HAND, match.group)
        assert len(hands(person)) == 1
        assert hands(person) != there

    run(body)


def test_here_are_your_cards_is_said_only_when_there_are() -> None:
    async def body(host: Host) -> None:
        people = [host.telegram.user(name) for name in ("Anna", "Bruno")]
        match = ScriptedMatch(host, host.telegram.group("Sala", *people), people)
        people[0].start()
        await host.settle()
        await match.open("fibur players=2")
        tap = await match.press(people[1], Verb.JOIN, match.group)
        people[1].opens(tap.url)
        await host.settle()
        on_screen = texts(people[1].screen())
        assert not [text for text in on_screen if "here are your cards" in text]
        assert [text for text in on_screen if "your cards come here as soon as they are dealt" in text]

    run(body)


# --- answers in a group -----------------------------------------------------------------------------------------------


def test_commands_in_a_group_are_answered_in_order_and_as_replies() -> None:
    async def body(host: Host) -> None:
        anna = host.telegram.user("Anna")
        sala = host.telegram.group("Sala", anna)
        anna.start()
        await host.settle()
        lines = ("/tables", "/plans", "/join", "/nonsense@burraco_bot", "/tables")
        commands = [anna.writes(line, sala) for line in lines]
        await host.settle()
        answers = [one for one in sala.messages if one.sender is host.telegram.bot and one.reply_to is not None]
        assert [one.reply_to.id for one in answers if one.reply_to] == [one.id for one in commands]

    run(body)


@pytest.mark.parametrize("knows", [True, False])
def test_who_takes_a_command_back_is_answered_all_the_same(knows: bool) -> None:
    """So is who has had it deleted, as by the bot of a group that takes commands away."""

    async def body(host: Host) -> None:
        host.telegram.knows_deletions = knows
        anna = host.telegram.user("Anna")
        sala = host.telegram.group("Sala", anna)
        anna.start()
        await host.settle()
        line = anna.writes("/tables", sala)
        host.telegram.delete(line)
        before = len(sala.messages)
        await host.settle()
        assert len(sala.messages) >= before
        answers = [one for one in host.telegram.called("sendMessage") if one.fields.get("chat_id") == str(sala.id)]
        assert answers
        assert "tables" in sala.messages[-1].content.text

    run(body)


# --- topics -----------------------------------------------------------------------------------------------------------


def test_a_topic_has_its_groups_language_and_settings_until_it_has_its_own() -> None:
    async def body(host: Host) -> None:
        people = [host.telegram.user(name) for name in ("Anna", "Bruno")]
        forum = host.telegram.group("Forum", *people, forum=True)
        topic = forum.topic("Burraco")
        people[0].writes("/settings language=it players=2 rules=febur pause=33", forum)
        await host.settle()
        people[1].writes("/new", forum, topic.id)
        await host.settle()
        lobby = next(one for one in reversed(forum.messages) if presses_on(one))
        assert lobby.topic == topic.id
        assert "Tavolo" in lobby.content.text
        settings = (await host.table(presses_on(lobby)[0].table)).settings
        assert (settings.rules, settings.players, settings.pause) == ("febur", 2, 33_000)
        people[0].writes("/settings pause=11 language=en", forum, topic.id)
        await host.settle()
        people[0].writes("/new", forum, topic.id)
        await host.settle()
        own = next(one for one in reversed(forum.messages) if presses_on(one))
        assert "Table" in own.content.text
        settings = (await host.table(presses_on(own)[0].table)).settings
        assert (settings.rules, settings.players, settings.pause) == ("febur", 2, 11_000)

    run(body)


# --- the lobby --------------------------------------------------------------------------------------------------------


async def waiting(host: Host, options: str = "fibur") -> ScriptedMatch:
    """A table that two of four have come to."""
    people = [host.telegram.user(name) for name in ("Anna", "Bruno", "Carla")]
    match = ScriptedMatch(host, host.telegram.group("Sala", *people), people)
    for person in people:
        person.start()
    await host.settle()
    await match.open(options)
    await match.sit(people[1])
    return match


def surely(match: ScriptedMatch, person: Person) -> list[tuple[Message, Press, str]]:
    """What answers the question whether to start."""
    offered = match.offered(person, match.group)
    asks = [(one, one[1].request) for one in offered if isinstance(one[1].request, Ask)]
    return [one for one, ask in asks if ask.verb == Verb.START and ask.argument]


def test_start_asks_before_it_gives_the_seats_of_friends_to_computers() -> None:
    async def body(host: Host) -> None:
        match = await waiting(host)
        anna, bruno = match.people[:2]
        await match.press(anna, Verb.START, match.group)
        assert (await match.table()).phase == LOBBY
        begin = next(one for one in match.offered(anna, match.group) if one[1].request == Ask(Verb.START))
        await match.tap(anna, begin)  # a second tap
        question = match.group.messages[-1]
        questions = [one for one in match.group.messages if one.content.text == question.content.text]
        assert len(questions) == 1
        assert question.content.text.startswith("2 seats at table ")
        no = next(one for one in match.offered(anna, match.group) if verb(one[1]) == Verb.CLOSE)
        assert "goes on waiting" in (await match.tap(anna, no)).text
        assert not presses_on(question)
        await match.press(anna, Verb.START, match.group)
        question = match.group.messages[-1]
        await match.tap(bruno, surely(match, bruno)[-1])
        no = next(one for one in match.offered(bruno, match.group) if verb(one[1]) == Verb.CLOSE)
        await match.tap(bruno, no)
        assert (await match.table()).phase == LOBBY
        assert presses_on(question)  # it is Anna who is asked
        await match.tap(anna, surely(match, anna)[-1])
        table = await match.table()
        assert table.phase != LOBBY
        assert not presses_on(question)
        assert len([chair for chair in table.chairs if chair.computer]) == 2

    run(body)


def test_a_yes_to_start_holds_for_who_was_missing_when_it_was_asked() -> None:
    async def body(host: Host) -> None:
        match = await waiting(host)
        anna, _, carla = match.people
        await match.press(anna, Verb.START, match.group)
        old = surely(match, anna)[-1]
        await match.sit(carla)
        await match.tap(anna, old)
        assert (await match.table()).phase == LOBBY
        question = match.group.messages[-1]
        assert question.content.text.startswith("1 seat at table ")
        await match.tap(anna, surely(match, anna)[-1])
        table = await match.table()
        assert len([chair for chair in table.chairs if chair.computer]) == 1

    run(body)


def test_start_asks_nothing_where_all_have_come() -> None:
    async def body(host: Host) -> None:
        match = await waiting(host, "fibur players=2")
        await match.press(match.people[0], Verb.START, match.group)
        assert (await match.table()).phase != LOBBY

    run(body)


def test_a_side_that_is_full_offers_the_other_one() -> None:
    async def body(host: Host) -> None:
        match = await waiting(host)
        anna, bruno, carla = match.people
        table = await match.table()
        await match.press(bruno, Verb.LEAVE, match.group)
        lobby = match.group.messages[-1]
        bruno.writes(f"/join {match.label} NS", match.group)
        await host.settle()
        tap = await carla.answer(carla.forges(f"{table.label}:0:join:NS", lobby))
        assert tap.alert
        assert "North-South is full, but East-West has a free place" in tap.text
        carla.writes(f"/join {match.label} NS", match.group)
        await host.settle()
        assert "East-West has a free place" in match.group.messages[-1].content.text
        assert anna.id

    run(body)


def test_a_setting_says_what_it_has_become_with_its_unit() -> None:
    async def body(host: Host) -> None:
        match = await waiting(host)
        for line, sentence in (
            ("/set ping=20", "Reminder after silence: 20 seconds."),
            ("/set ping=0 pause=90", "Reminder after silence: off.\nPause between deals: 1 minute 30 seconds."),
            ("/set rules=febur", "FE.BUR.IT code."),
        ):
            match.people[0].writes(line, match.group)
            await host.settle()
            assert sentence in match.group.messages[-1].content.text, match.group.messages[-1].content.text

    run(body)


# --- away and back ----------------------------------------------------------------------------------------------------


def test_who_joins_the_own_seat_again_is_told_the_way_back_to_it() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        person = await match.person_in_turn()
        person.writes("/leave")
        await host.settle()
        person.writes(f"/join {match.label}")
        await host.settle()
        assert [one for one in texts(person.screen()) if f"/return {match.label} brings you back" in one]
        person.writes(f"/return {match.label}")
        await host.settle()
        person.writes(f"/join {match.label}")
        await host.settle()
        assert "You already have a seat at this table." in texts(person.screen())

    run(body)


def test_a_return_in_mid_turn_is_said_and_nobody_is_said_to_stand_in_any_more() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        person = await match.person_in_turn()
        other = next(one for one in match.people if one is not person)
        await drawn(match)
        person.writes("/leave")
        await host.settle()
        table_id = await host.service.table_of(match.label)
        who = await host.service.person_of("telegram", str(other.id))

        async def table_text() -> str:
            message = await host.service.message(who, table_id, TABLE)
            assert message is not None
            return "\n".join(message.lines)

        assert "a computer" in (await table_text()).lower()
        person.writes("/return")
        await host.settle()
        back = notice("en", Notice.BACK, name=person.account.first_name)
        assert back in await table_text()
        assert "a computer" not in (await table_text()).lower()
        table_message = next(one for one in reversed(match.group.messages) if presses_on(one))
        assert back in table_message.content.text

    run(body)
