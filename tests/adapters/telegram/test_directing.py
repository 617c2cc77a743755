"""Admins of a group: whether somebody is one Telegram says, and what they are shown and asked."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot.adapters.telegram import admins, updates
from bot.tables.table import CLOSED, PLAYING
from engine.actions import DRAW
from tests.adapters.telegram.hosting import Host, check_eyes, hosted, run
from tests.adapters.telegram.scripted import ScriptedMatch, about_table, presses_on
from tests.adapters.telegram.test_troubles import begun, turn
from tests.loopback.faults import Kind
from tests.loopback.running import judged, specs
from tests.loopback.telegram import serve
from tests.scripted import NAMES, true_hand
from tests.watching import Watch


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admins, "SOON", 0.01)


@pytest.mark.parametrize("kind", [Kind.ERROR, Kind.FLOOD])
def test_where_telegram_does_not_say_who_is_an_admin_it_is_asked_again_and_then_told(kind: Kind) -> None:
    async def body(host: Host) -> None:
        anna = host.telegram.user("Anna")
        sala = host.telegram.group("Sala", anna)
        host.telegram.faults.add(kind, methods={"getChatMember"}, times=1)
        anna.writes("/settings players=2", sala)
        await host.settle()
        assert "Set here:\nPlayers at a table: 2" in sala.messages[-1].content.text
        host.telegram.faults.add(kind, methods={"getChatMember"}, times=2)
        anna.writes("/settings players=4", sala)
        await host.settle()
        assert "Telegram did not tell me whether you are an admin" in sala.messages[-1].content.text

    run(body)


def test_a_slow_answer_about_one_group_holds_up_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    async def body(host: Host) -> None:
        match = await begun(host)
        otto = host.telegram.user("Otto")
        bar = host.telegram.group("Bar", otto)
        await host.settle()
        question, answers = asyncio.Event(), asyncio.Event()

        async def slow(*_args: object) -> bool:
            question.set()
            await answers.wait()
            return True

        monkeypatch.setattr(updates, "is_admin", slow)
        otto.writes("/settings players=2", bar)
        await question.wait()
        person = await match.person_in_turn()
        message, _, data = next(one for one in match.offered(person) if one[1].request == DRAW)
        await person.answer(person.forges(data, message))
        assert len((await match.table()).turn) == 1
        answers.set()
        await host.settle()
        assert "Set here:\nPlayers at a table: 2" in bar.messages[-1].content.text

    run(body)


@pytest.mark.parametrize("anonymous", [False, True])
def test_an_admin_who_plays_in_no_game_is_asked_before_they_end_it(anonymous: bool) -> None:
    async def body(host: Host) -> None:
        match = await begun(host)
        table_id = await host.service.table_of(match.label)
        zoe = host.telegram.user("Zoe")
        match.group.adds(zoe)
        match.group.promotes(zoe, anonymous=anonymous)
        zoe.writes("/end", match.group)
        await host.settle()
        question = match.group.messages[-1]
        assert f"You end table {match.label} of" in question.content.text
        assert (await match.table()).phase == PLAYING
        data = next(button["callback_data"] for row in question.content.keyboard for button in row)
        for person in match.people:  # what is asked of the admin gives up nobody's own match
            await person.answer(person.forges(data, question))
            await host.settle()
            assert (await match.table()).phase == PLAYING
        await zoe.answer(zoe.forges(data, question))
        await host.settle()
        closed = await host.door.table(table_id)
        assert closed is not None
        assert (closed.phase, closed.broken_off) == (CLOSED, True)
        group_text = " ".join([one.content.text for one in match.group.messages])
        assert "An admin has ended the table" in group_text
        assert "Everyone agreed" not in group_text

    run(body)


def test_a_report_for_arbiters_alone_is_never_posted_into_their_group() -> None:
    async def body(host: Host) -> None:
        anna = host.telegram.user("Anna")  # who has not opened the private chat
        sala = host.telegram.group("Sala", anna)
        sala.promotes(anna)
        steps = "new Thursday code=febur rounds=danese,danese; add Fina & Gino; add Ida & Lino; start; go; report"
        for line in steps.split("; "):
            anna.writes(f"/tournament {line}", sala)
            await host.settle()
        assert not [one for one in sala.messages if one.content.document]
        assert "private chat" in sala.messages[-1].content.text
        anna.writes("/start")
        await host.settle()
        anna.writes("/tournament report", sala)
        await host.settle()
        assert not [one for one in sala.messages if one.content.document]
        assert [one for one in anna.screen() if one.content.document]

    run(body)


def test_settings_are_shown_in_the_group_in_short() -> None:
    async def body(host: Host) -> None:
        anna = host.telegram.user("Anna", language="it")
        sala = host.telegram.group("Sala", anna)
        await host.settle()
        anna.writes("/settings players=2 tables=3", sala)
        await host.settle()
        for anonymous in (False, True):
            sala.promotes(anna, anonymous=anonymous)
            anna.writes("/settings", sala)
            await host.settle()
            content = sala.messages[-1].content
            assert "codice FIBUR, 2 giocatori.\nLingua: Italiano\nTavoli insieme: 3\n" in content.text
            assert "/impostazioni giocatori=2" in content.text
            assert len(content.text) < 300
        sala.promotes(anna)
        anna.start()
        await host.settle()
        anna.writes("/settings", sala)
        await host.settle()
        assert "codice FIBUR, 2 giocatori.\nLingua: Italiano\nTavoli insieme: 3\n" in sala.messages[-1].content.text
        everything = next(
            button for row in sala.messages[-1].content.keyboard for button in row if "Tutte" in button["text"]
        )
        await anna.answer(anna.forges(everything["callback_data"], sala.messages[-1]))
        await host.settle()
        assert "Si scrivono come chiave=valore" in sala.messages[-1].content.text

    run(body)


def test_a_group_that_hides_its_members_is_directed_by_its_administrators_and_nobody_else() -> None:
    async def body(host: Host) -> None:
        anna, bruno = [host.telegram.user(name) for name in ("Anna", "Bruno")]
        sala = host.telegram.group("Sala", anna, bruno)
        sala.hides_members()
        await host.settle()
        for person, tables in ((anna, 7), (bruno, 9)):
            person.writes(f"/settings tables={tables}", sala)
            await host.settle()
        anna.writes("/settings", sala)
        await host.settle()
        assert "Tables at once: 7\n" in sala.messages[-1].content.text

    run(body)


def test_who_writes_as_the_group_is_answered_in_its_language() -> None:
    async def body(host: Host) -> None:
        anna = host.telegram.user("Anna", language="it")
        sala = host.telegram.group("Sala", anna)
        await host.settle()
        sala.promotes(anna, anonymous=True)
        anna.writes("/help", sala)
        await host.settle()
        assert "Questo va nella chat privata" in sala.messages[-1].content.text

    run(body)


def test_who_adds_the_bot_by_a_link_is_greeted_once_and_again_after_they_have_removed_it() -> None:
    async def body(host: Host) -> None:
        anna = host.telegram.user("Anna")
        sala = host.telegram.group("Sala", anna)
        anna.writes("/start@burraco_bot hello", sala)
        await host.settle()
        assert len([one for one in sala.messages if "Welcome" in one.content.text]) == 1
        sala.removes_bot()
        sala.adds_bot()
        await host.settle()
        assert len([one for one in sala.messages if "Welcome" in one.content.text]) == 2

    run(body)


def test_who_adds_the_bot_by_a_link_while_they_write_as_the_group_is_greeted_alone() -> None:
    async def body(host: Host) -> None:
        anna = host.telegram.user("Anna")
        sala = host.telegram.group("Sala", anna)
        sala.promotes(anna, anonymous=True)
        anna.writes("/start@burraco_bot hello", sala)
        await host.settle()
        (greeting,) = [one for one in sala.messages if one.sender is host.telegram.bot]
        assert "Welcome" in greeting.content.text

    run(body)


def test_the_start_of_a_link_may_name_the_bot() -> None:
    async def body(host: Host) -> None:
        people = [host.telegram.user(name) for name in NAMES[:2]]
        match = ScriptedMatch(host, host.telegram.group("Sala", *people), people)
        people[0].start()
        await host.settle()
        await match.open("fibur players=2")
        people[1].writes(f"/start@burraco_bot j_{match.label}")
        await host.settle()
        assert len((await match.table()).people) == 2

    run(body)


# --- forums -----------------------------------------------------------------------------------------------------------


async def in_a_topic(host: Host) -> ScriptedMatch:
    people = [host.telegram.user(name) for name in NAMES[:2]]
    match = ScriptedMatch(host, host.telegram.group("Forum", *people, forum=True), people)
    topic = match.group.topic("Burraco")
    for person in people:
        person.start()
    people[0].writes("/new fibur players=2", match.group, topic.id)
    await host.settle()
    match.label = presses_on(match.group.messages[-1])[0].table
    await match.sit(people[1])
    await match.start()
    return match


def notices_read(match: ScriptedMatch) -> list[int]:
    """How often each was told in a message of its own that nothing can be written any more where the table is shown."""
    return [
        len([one for one in p.screen() if one.content.text.startswith("I can no longer write")]) for p in match.people
    ]


@pytest.mark.parametrize("how", ["removed", "muted"])
def test_a_topic_belongs_to_its_group_also_after_a_restart(tmp_path: Path, how: str) -> None:
    async def main() -> None:
        async with serve(specs()) as telegram:
            telegram.budgets.enforced = False
            watch = Watch()
            async with hosted(telegram, tmp_path / "bot.db", watch=watch) as host:
                match = await in_a_topic(host)
                group = match.group
                lose = group.removes_bot if how == "removed" else group.restricts_bot
                regain = group.adds_bot if how == "removed" else group.demotes_bot
                lose()
                await host.settle()
                assert notices_read(match) == [1, 1]
            async with hosted(telegram, tmp_path / "bot.db", watch=watch) as host:
                match.host = host
                await turn(match)
                assert notices_read(match) == [1, 1]
                regain()
                await host.settle()
                table_message = [one for one in group.messages if about_table(one, match.label)][-1]
                person = await match.person_in_turn()
                assert f"{person.account.first_name}'s turn: " in table_message.content.text
                assert table_message.topic
                await check_eyes(host)
            judged(telegram)

    asyncio.run(main())


@pytest.mark.parametrize("is_forum", [True, False])
def test_a_group_lists_the_tables_of_its_topics_also_when_it_has_switched_them_off(is_forum: bool) -> None:
    """Then all stands in one chat, and no line says any more to which topic it belonged."""

    async def body(host: Host) -> None:
        match = await in_a_topic(host)
        group, other = match.group, match.group.topic("Chess")
        group.chat.forum = is_forum
        match.people[0].writes("/tables", group)
        await host.settle()
        assert group.messages[-1].content.text.startswith(f"{match.label}: in play")
        if is_forum:  # a topic lists its own alone
            match.people[0].writes("/tables", group, other.id)
            await host.settle()
            assert group.messages[-1].content.text == "There are no tables here. /new opens one."

    run(body)


def test_a_new_number_that_only_an_answer_told_is_known_when_somebody_writes_there_and_after_a_restart(
    tmp_path: Path,
) -> None:
    """What Telegram tells is kept for a day: of a group that moved while the host was away for longer nothing comes."""

    async def main() -> None:
        async with serve(specs()) as telegram:
            telegram.budgets.enforced = False
            people = [telegram.user(name) for name in NAMES[:2]]
            watch = Watch()
            async with hosted(telegram, tmp_path / "bot.db", watch=watch) as host:
                match = ScriptedMatch(host, telegram.group("Sala", *people, supergroup=False), people)
                await match.begin("fibur players=2")
            telegram.updates.allowed = ["callback_query"]
            match.group.migrates()
            for plays in (True, False):
                async with hosted(telegram, tmp_path / "bot.db", watch=watch) as host:
                    match.host = host
                    if plays:
                        await turn(match)
                    people[0].writes("/tables", match.group)
                    await host.settle()
                    assert "in play" in match.group.messages[-1].content.text
            judged(telegram)

    asyncio.run(main())


def test_after_a_restart_the_table_of_a_group_with_a_new_number_is_changed_where_it_stands(tmp_path: Path) -> None:
    async def main() -> None:
        async with serve(specs()) as telegram:
            telegram.budgets.enforced = False
            people = [telegram.user(name) for name in NAMES[:2]]
            watch = Watch()
            async with hosted(telegram, tmp_path / "bot.db", watch=watch) as host:
                match = ScriptedMatch(host, telegram.group("Sala", *people, supergroup=False), people)
                await match.begin("fibur players=2")
                match.group.migrates()
                await host.settle()
            (table,) = [one for one in match.group.messages if about_table(one)]
            async with hosted(telegram, tmp_path / "bot.db", watch=watch) as host:
                match.host = host
                person = await match.person_in_turn()
                await match.tap(person, next(one for one in match.offered(person) if one[1].request == DRAW))
                card = next(card for card in await true_hand(match, person) if card[0] not in "J2")
                person.writes(f"-{card}")
                await host.settle()
                assert [one.id for one in match.group.messages if about_table(one)] == [table.id]
            judged(telegram)

    asyncio.run(main())


def test_updates_that_waited_for_the_start_find_the_table_of_a_group_with_a_new_number(tmp_path: Path) -> None:
    async def main() -> None:
        async with serve(specs()) as telegram:
            telegram.budgets.enforced = False
            people = [telegram.user(name) for name in NAMES[:2]]
            watch = Watch()
            async with hosted(telegram, tmp_path / "bot.db", watch=watch) as host:
                match = ScriptedMatch(host, telegram.group("Sala", *people, supergroup=False), people)
                await match.begin("fibur players=2")
                match.group.migrates()
                await host.settle()
            for person in (people[0], people[0], people[1]):
                person.writes("/tables", match.group)
            async with hosted(telegram, tmp_path / "bot.db", watch=watch) as host:
                await host.settle()
                answers = [one for one in match.group.messages if "in play" in one.content.text]
                assert len(answers) == 3
                assert not any("no tables here" in one.content.text for one in match.group.messages)
            judged(telegram)

    asyncio.run(main())


async def presses(host: Host, person: Any, label: str) -> Any:
    """A button in their private chat, and what is said to it."""
    tap = await person.answer(person.presses(label))
    await host.settle()
    return tap


def test_an_admin_who_is_no_named_arbiter_directs_by_the_buttons_of_the_desk_in_the_private_chat() -> None:
    async def body(host: Host) -> None:
        anna, bruno, carla = (host.telegram.user(name) for name in ("Anna", "Bruno", "Carla"))
        sala = host.telegram.group("Sala", anna, bruno, carla)
        sala.promotes(bruno)
        for person in (anna, bruno, carla):
            person.start()
        anna.writes("/tournament new Thursday", sala)
        await host.settle()
        bruno.writes("/tournament desk", sala)
        await host.settle()
        await presses(host, bruno, "End sign-up")
        ((_, one),) = await host.service.tournaments.tournaments.live()
        assert one.state == "shut"
        sala.demotes(bruno)
        assert "Only the arbiter can do that" in (await presses(host, bruno, "Start")).text
        _, button = bruno.find("Start")
        tap = await carla.answer(carla.forges(button["callback_data"], carla.screen()[-1]))
        assert "Only the arbiter can do that" in tap.text

    run(body)


def test_an_admin_who_has_announced_no_series_ends_it_by_its_button_in_the_private_chat() -> None:
    async def body(host: Host) -> None:
        anna, bruno = (host.telegram.user(name) for name in ("Anna", "Bruno"))
        sala = host.telegram.group("Sala", anna, bruno)
        sala.promotes(bruno)
        for person in (anna, bruno):
            person.start()
        anna.writes("/tournament new Thursday every=thursday 21:00", sala)
        await host.settle()
        bruno.writes("/tournament standings series", sala)
        await host.settle()
        await presses(host, bruno, "End the series")
        await presses(host, bruno, "Yes")
        assert await host.service.tournaments.series.keeper.live(f"telegram:{sala.id}") == []

    run(body)


def test_a_player_signs_in_private_also_while_telegram_does_not_say_who_is_an_admin() -> None:
    async def body(host: Host) -> None:
        anna, bruno = (host.telegram.user(name) for name in ("Anna", "Bruno"))
        sala = host.telegram.group("Sala", anna, bruno)
        for person in (anna, bruno):
            person.start()
        anna.writes("/tournament new Thursday kind=singles rounds=danese when=in 2 hours", sala)
        await host.settle()
        bruno.writes("/tournament in", sala)
        await host.settle()
        host.telegram.faults.add(Kind.ERROR, methods={"getChatMember"}, times=4)
        bruno.writes("/tournament out")
        await host.settle()
        ((_, one),) = await host.service.tournaments.tournaments.live()
        assert one.placed == ()

    run(body)
