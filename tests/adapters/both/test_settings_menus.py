"""Settings by menus, from the lobby and for a channel: a tap or two, answered in the same message, by whoever may."""

from typing import Any

import pytest

from bot.durations import SECOND
from bot.messages.buttons import NO_TABLE, Ask, Verb
from bot.tables.clocks import MATCH
from bot.tables.settings import AT_TABLE, value_of
from tests.adapters.both import both
from tests.adapters.both.surface import Kind, Offer, Surface, run

WORDS = {
    "en": ("Clock: for the whole match", "Settings of table", "15 minutes"),
    "it": ("Orologio: per tutta la partita", "Impostazioni del tavolo", "15 minuti"),
}


async def lobby(here: Surface, language: str = "en") -> list[Any]:
    """A table that waits, with one of two people at it."""
    people = [here.person(name, language) for name in ("Anna", "Bruno")]
    here.match = here.gather(people)
    await here.open("fibur", "players=2")
    return people


def setup(here: Surface, person: Any, argument: str) -> Offer:
    """The newest button or choice that asks for this."""
    found = [one for one in here.offered(person, public=True) if one.press.request == Ask(Verb.SETUP, argument)]
    assert found, (argument, [str(one.press.request) for one in here.offered(person, public=True)])
    return found[-1]


async def goes(here: Surface, person: Any, *arguments: str) -> None:
    for argument in arguments:
        await here.tap(person, setup(here, person, argument))
        await here.settled()


def screens(here: Surface, person: Any) -> list[Any]:
    """The messages on their screen of the place that are screens of settings."""
    found = [one.message for one in here.offered(person, public=True) if one.data.endswith(":close")]
    return [one for at, one in enumerate(found) if one not in found[:at]]


@pytest.mark.parametrize("language", ["en", "it"])
@both
def test_a_table_is_set_by_taps_alone_in_one_message(on: Kind, language: str) -> None:
    async def body(here: Surface) -> None:
        anna, _ = await lobby(here, language)
        clock, title, quarter = WORDS[language]
        await goes(here, anna, "")
        (screen,) = screens(here, anna)
        assert title in here.text(screen)
        await goes(here, anna, "clock", "clock.clock=match")
        assert clock in here.text(screens(here, anna)[0])
        await goes(here, anna, "clock.match_minutes=15")
        assert quarter in here.text(screens(here, anna)[0])
        await goes(here, anna, "home", "deals", "deals.hands=1", "home", "pace", "pace.mention=60")
        settings = (await here.table()).settings
        assert (value_of(settings, AT_TABLE["clock"]), settings.match_minutes) == (MATCH, 15)
        assert (value_of(settings, AT_TABLE["hands"]), settings.mention_after) == ("1", 60 * SECOND)
        assert len(screens(here, anna)) == 1  # all of it in one message
        await goes(here, anna, "close")
        assert screens(here, anna) == []
        await here.check_eyes()

    run(on, body)


@pytest.mark.parametrize("language", ["en", "it"])
@both
def test_the_command_alone_shows_what_can_be_set(on: Kind, language: str) -> None:
    async def body(here: Surface) -> None:
        anna, bruno = await lobby(here, language)
        _, title, _ = WORDS[language]
        (answer,) = await here.says(anna, "set", "", public=True)
        assert title in answer.text
        await goes(here, anna, "deals", "deals.hands=1")
        assert value_of((await here.table()).settings, AT_TABLE["hands"]) == "1"
        (answer,) = await here.says(bruno, "set", "", public=True)
        refusal = {"en": "You have no seat at this table", "it": "Non hai un posto a questo tavolo"}
        assert refusal[language] in answer.text
        await here.check_eyes()

    run(on, body)


@both
def test_a_number_of_deals_takes_the_place_of_a_target_by_tap_and_by_word(on: Kind) -> None:
    async def body(here: Surface) -> None:
        anna, _ = await lobby(here)
        await here.says(anna, "set", "code=online target=2005", public=True)
        await goes(here, anna, "", "deals", "deals.hands=2")
        assert (await here.table()).code.rules.target == 0
        assert here.text(screens(here, anna)[0]).count("How many deals make a match: 2") == 1
        await here.says(anna, "set", "target=1005", public=True)
        (answer,) = await here.says(anna, "set", "deals=3", public=True)
        assert answer.text.split("\n") == [f"Set at table {here.label}:", "Match: 3 deals."]
        rules = (await here.table()).code.rules
        assert (rules.hands, rules.target) == (3, 0)

    run(on, body)


@both
def test_what_does_not_fit_is_refused_in_a_sentence_and_the_screen_stays(on: Kind) -> None:
    async def body(here: Surface) -> None:
        anna, _ = await lobby(here)
        await goes(here, anna, "", "pace", "pace.ping=120")
        answer = await here.tap(anna, setup(here, anna, "pace.stand_in=60"))
        await here.settled()
        assert "stand-in" in answer.text.lower()
        assert (await here.table()).settings.stand_in_after == 300 * SECOND
        assert len(screens(here, anna)) == 1

    run(on, body)


@both
def test_who_does_not_sit_there_is_told_so_and_a_match_that_has_begun_refuses(on: Kind) -> None:
    async def body(here: Surface) -> None:
        anna, bruno = await lobby(here)
        opens = here.offer(bruno, Verb.SETUP, public=True)
        answer = await here.tap(bruno, opens)
        assert "You have no seat at this table" in answer.text
        assert screens(here, bruno) == []
        await goes(here, anna, "", "deals")
        old = setup(here, anna, "deals.hands=1")
        await here.match.press(bruno, Verb.JOIN, here.place)
        await here.match.start()
        before = (await here.table()).settings
        answer = await here.tap(anna, old)
        await here.settled()
        assert "begun" in answer.text or "started" in answer.text
        assert (await here.table()).settings == before
        assert screens(here, anna) == []

    run(on, body)


@pytest.mark.parametrize("language", ["en", "it"])
@both
def test_settings_with_buttons_below_say_what_they_are_called_and_send_nobody_elsewhere(
    on: Kind, language: str
) -> None:
    async def body(here: Surface) -> None:
        anna, _ = await lobby(here, language)
        (text,) = [one.text for one in await here.says(anna, "settings")]
        assert {"en": "Language: English", "it": "Lingua: Italiano"}[language] in text.split("\n")
        for elsewhere in ("private chat", "chat privata", "channel", "canale"):
            assert elsewhere not in text

    run(on, body)


@both
def test_the_settings_of_a_channel_are_menus_for_its_admins_alone(on: Kind) -> None:
    async def body(here: Surface) -> None:
        anna, bruno = await lobby(here)
        await here.says(bruno, "settings", public=True)
        assert screens(here, bruno) == []
        here.lets_direct(anna)
        await here.settled()
        await here.says(anna, "settings", public=True)
        assert {one.press.table for one in [setup(here, anna, "look")]} == {NO_TABLE}
        await goes(here, anna, "look", "look.theme=dark", "home", "deals", "deals.hands=3")
        assert len(screens(here, anna)) == 1
        old = setup(here, anna, "deals.hands=1")
        await here.says(anna, "settings", public=True)
        settings, own = await here.host.service.channel_values((await here.table()).channel)
        assert (value_of(settings, AT_TABLE["hands"]), own["theme"]) == ("3", "dark")
        answer = await here.tap(bruno, Offer.made(old.data, old.message) if old.values is None else old)
        words = answer.text or here.text(old.message)  # in place of the menus, where these have one reader
        assert "Only an admin can set that" in words
        assert await here.host.service.channel_values((await here.table()).channel) == (settings, own)

    run(on, body)


@both
def test_what_is_written_mixed_is_answered_in_lines_that_read_as_the_lobby_does(on: Kind) -> None:
    async def body(here: Surface) -> None:
        anna = here.person("Anna", "it")
        here.match = here.gather([anna])
        await here.comes(anna)
        await here.open("fibur", "players=4")
        await here.settled()
        expected = {
            "deals=2 30s": ["Partita: 2 smazzate.", "Orologio: 30 secondi per turno."],
            "30s 20m": ["Orologio: 20 minuti per la partita."],
            "code=febur pace=2s": ["Codice FE.BUR.IT.", "Ritmo dei computer: 2 secondi."],
            "30s quiet=22-8": ["Orologio: 30 secondi per turno.", "Non con questo orologio: Ore di riposo."],
        }
        for line, lines in expected.items():
            (answer,) = await here.says(anna, "set", line, public=True)
            assert answer.text.split("\n") == [f"Impostato al tavolo {here.label}:", *lines]

    run(on, body)
