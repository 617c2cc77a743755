"""First contact, commands, languages, settings, invitations: what people find before any card is dealt."""

import pytest

from bot.messages.buttons import Verb
from bot.words.languages import LANGUAGES
from tests.adapters.telegram.hosting import Host, run
from tests.adapters.telegram.scripted import ScriptedMatch
from tests.loopback.telegram.people import Person


def reads(person: Person, part: str) -> int:
    """How many messages they have been sent that say this."""
    return len([one for one in person.sees(None, "posted") if part in one.text])


def test_the_language_button_changes_what_they_read() -> None:
    async def body(host: Host) -> None:
        anna = host.telegram.user("Anna", language="qq")
        anna.start()
        await host.settle()
        await anna.answer(anna.presses("Italiano"))
        await host.settle()
        assert reads(anna, "Benvenuti al burraco") == 1
        anna.writes("/help")
        await host.settle()
        assert reads(anna, "/nuovo [codice]") == 1

    run(body)


def test_the_commands_on_offer_follow_scope_language_and_rank() -> None:
    async def body(host: Host) -> None:
        anna, bruno = host.telegram.user("Anna", language="it"), host.telegram.user("Bruno", language="qq")
        sala = host.telegram.group("Sala", anna, bruno)
        lists = 3 * (1 + len(LANGUAGES))  # in private, in groups and for their administrators
        await host.telegram.until(lambda: len(host.telegram.commands) == lists)  # for which nobody waits
        assert {"lesson", "hand", "play", "help"} <= set(bruno.commands())
        assert "hand" not in bruno.commands(sala)
        assert "settings" not in bruno.commands(sala)
        assert "impostazioni" in anna.commands(sala)  # what they read, they can write
        for commands in (bruno.commands(), bruno.commands(sala), anna.commands(), anna.commands(sala)):
            assert len(commands) <= 12
        languages = {language for _, language in host.telegram.commands}
        assert languages == {"", *LANGUAGES}

    run(body)


def test_settings_are_for_administrators_also_for_anonymous_ones() -> None:
    async def body(host: Host) -> None:
        anna, bruno, carla = (host.telegram.user(name) for name in ("Anna", "Bruno", "Carla"))
        sala = host.telegram.group("Sala", anna, bruno, carla)
        sala.promotes(carla, anonymous=True)
        bruno.writes("/settings players=2", sala)
        await host.settle()
        assert reads(bruno, "Only an admin can set that") == 1
        anna.writes("/settings rules=online players=2", sala)
        await host.settle()
        assert reads(bruno, "online code\nPlayers at a table: 2") == 1
        carla.writes("/settings players=4", sala)
        await host.settle()
        assert reads(bruno, "Players at a table: 4") == 1
        carla.writes("/new", sala)
        await host.settle()
        assert reads(bruno, "I cannot see who you are") == 1

    run(body)


@pytest.mark.parametrize("directs", [False, True], ids=["the last to write", "reads everything"])
def test_a_command_that_only_another_bot_of_the_group_knows_is_left_alone(directs: bool) -> None:
    """One that names no bot comes to the one that wrote last, and to those that read everything.

    https://core.telegram.org/bots/features#privacy-mode
    """

    async def body(host: Host) -> None:
        anna, bruno, guest = (host.telegram.user(name) for name in ("Anna", "Bruno", "Guest"))
        sala = host.telegram.group("Sala", anna, bruno, guest)
        anna.start()
        await host.settle()
        if directs:
            sala.promotes_bot()
        sala.promotes(bruno, anonymous=True)
        anna.writes("/tables", sala)
        await host.settle()
        hand, before = len(anna.screen()), len(sala.messages)
        answered = sala.messages[-1]
        for person, line in ((anna, "/warn @guest"), (guest, "/me dances"), (bruno, "/ban @guest")):
            person.writes(line, sala)
        anna.writes("/del", sala, reply_to=answered)
        await host.settle()
        assert len(sala.messages) == before + 4
        assert len(anna.screen()) == hand
        anna.writes("/nuvo@burraco_bot", sala)
        await host.settle()
        assert len(sala.messages) == before + 6  # that is answered
        assert "I do not know the command /nuvo" in anna.screen()[-1].content.text

    run(body)


def test_a_command_for_another_bot_and_mere_talk_are_left_alone() -> None:
    async def body(host: Host) -> None:
        host.telegram.privacy = False
        anna = host.telegram.user("Anna")
        sala = host.telegram.group("Sala", anna)
        await host.settle()
        before = len(sala.messages)
        anna.writes("/new@other_bot", sala)
        anna.writes("7h 7c 7s", sala)
        await host.settle()
        assert len(sala.messages) == before + 2

    run(body)


def test_an_invitation_is_shared_in_any_chat_and_leads_to_a_seat() -> None:
    async def body(host: Host) -> None:
        anna, bruno = host.telegram.user("Anna"), host.telegram.user("Bruno")
        sala, other = host.telegram.group("Sala", anna), host.telegram.group("Elsewhere", anna, bruno, bot=False)
        anna.start()
        await host.settle()
        match = ScriptedMatch(host, sala, [anna])
        await match.open()
        query = anna.asks("", other)
        results = await anna.results(query)
        assert [match.label in one["title"] for one in results] == [True]
        anna.picks(query)
        bruno.follows("Join", other)
        await host.settle()
        table = await match.table()
        assert sorted(chair.name for chair in table.chairs if chair.person) == ["Anna", "Bruno"]
        assert reads(bruno, "Bruno sits down") == 1

    run(body)


def test_who_asks_inline_without_a_table_is_shown_the_way_to_the_bot() -> None:
    async def body(host: Host) -> None:
        anna = host.telegram.user("Anna")
        results = await anna.results(anna.asks("anything"))
        assert [one["id"] for one in results] == ["hello"]

    run(body)


def test_a_hand_in_words_says_names_with_markup_as_they_are() -> None:
    async def body(host: Host) -> None:
        people = [host.telegram.user(name) for name in ("<b>Anna</b> & Co", "Dario_*~`[x](y)")]
        match = ScriptedMatch(host, host.telegram.group("Sala <i>", *people), people)
        await match.begin("fibur players=2")
        host.telegram.ephemeral = False
        tap = await match.press(people[0], Verb.HAND, match.group)
        assert tap.alert

    run(body)


def test_who_follows_the_link_of_others_is_not_told_that_they_sit() -> None:
    async def body(host: Host) -> None:
        people = [host.telegram.user(name) for name in ("Anna", "Bruno", "Zoe")]
        match = ScriptedMatch(host, host.telegram.group("Sala", *people), people[:2])
        people[0].start()
        await host.settle()
        await match.open("fibur players=2")
        zoe = people[2]
        zoe.start(f"t_{match.label}")
        await host.settle()
        assert reads(zoe, f"You have no seat at table {match.label}") == 1
        await zoe.answer(zoe.presses("Join"))
        await host.settle()
        assert "Zoe" in [chair.name for chair in (await match.table()).chairs]
        zoe.start(f"t_{match.label}")
        await host.settle()
        assert reads(zoe, f"You have a seat at table {match.label}") == 1

    run(body)


def test_blanks_of_any_kind_are_no_words() -> None:
    async def body(host: Host) -> None:
        anna = host.telegram.user("Anna")
        anna.writes("\u3000\u2003")
        await host.settle()
        anna.start()
        await host.settle()
        assert reads(anna, "Welcome to Burraco") == 1

    run(body)


def test_a_table_in_the_private_chat_speaks_the_language_of_who_has_only_pressed_start() -> None:
    """The tables of a tournament are shown there to people who have written nothing else."""

    async def body(host: Host) -> None:
        people = [host.telegram.user(name, language="it") for name in ("Anna", "Bruno", "Carla")]
        sala = host.telegram.group("Sala", *people)
        sala.promotes(people[0])
        for person in people:
            person.start()
        await host.settle()
        people[0].writes("/tournament nuovo Serata carte=distribuite codice=fibur tipo=singoli turni=1", sala)
        await host.settle()
        for person in people[1:]:
            person.writes("/tournament iscrivi", sala)
        await host.settle()
        people[0].writes("/tournament inizia", sala)
        for _ in range(4):
            await host.service.tournaments.tournaments.fire()
            await host.settle()
        for person in people[1:]:
            assert [one for one in person.screen() if "Le carte si danno al via dell'arbitro" in one.content.text]

    run(body)
