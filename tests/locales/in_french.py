"""What is true in a program that has an unfinished third language, `tests/locales/french`: run by `test_unfinished`."""

import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from bot.adapters.discord.commands import all_commands
from bot.gateway.inbound.commands import BY_WORD, COMMANDS
from bot.locales import languages, offered_languages
from bot.planner.plan import Word
from bot.planner.when import When, parse_when
from bot.requests.pages import rules_named
from bot.words.languages import LANGUAGES, guess, in_form, join_parts, list_words, own_name, say
from bot.words.plans import plan_words
from bot.words.recurrence import often
from bot.words.table_words import decimal, duration, side
from bot.words.turns import turn
from bot.words.typed import parse_typed
from engine.actions import Discard, Draw, Written, parse_action
from engine.cards import parse_cards
from tests.adapters.discord.hosting import Host as OnDiscord
from tests.adapters.discord.hosting import run as on_discord
from tests.adapters.telegram.hosting import Host as OnTelegram
from tests.adapters.telegram.hosting import run as on_telegram
from tests.adapters.web.conftest import chromium
from tests.adapters.web.hosting import Process, process
from tests.adapters.web.test_browser import DESKTOP, window
from tests.planner.test_words import PLAN, START

DRAWS = Written(Draw())
DISCARDS = Written(Discard(parse_cards("Kd")[0]))


def test_it_is_found_and_offered_by_its_own_name() -> None:
    assert "fr" in languages()
    assert offered_languages() == LANGUAGES == ("en", "fr", "it")
    assert own_name("fr") == "Français (0 %)"
    assert (guess("fr-CA"), guess("de-DE")) == ("fr", "en")


# --- sentences --------------------------------------------------------------------------------------------------------


def test_what_it_has_is_said_with_its_facts_and_the_rest_in_english() -> None:
    assert say("fr", "notice.joined", name="Anna", table="ROSSO") == "Anna s’assied à la table ROSSO."
    assert say("fr", "welcome.channel") == say("en", "welcome.channel")
    assert say("fr", "rule.undo") == "On peut reprendre son coup."
    assert say("fr", "rule.open_pairs") == say("en", "rule.open_pairs")
    assert all(say(language, key) != key for language in LANGUAGES for key in ("rule.players", "lobby.closed"))


def test_a_doubtful_sentence_and_one_without_its_plural_are_english() -> None:
    seat = say("fr", "notice.seat-for-you", name="Anna", table="ROSSO")
    assert seat == "Anna, there is a seat for you at table ROSSO."
    assert [say("fr", "points", count=count) for count in (0, 1, 2)] == ["0 points", "1 point", "2 points"]


def test_a_sentence_of_several_parts_falls_back_as_a_whole() -> None:
    assert turn("fr", "Anna", [DRAWS]) == "Anna pioche"
    assert turn("fr", "Anna", [DISCARDS]) == "Anna discards K♦"
    assert turn("fr", "Anna", [DRAWS, DISCARDS]) == "Anna draws and discards K♦"
    assert duration("fr", 150) == duration("en", 150)
    assert (side("fr", "NS"), list_words("fr", ["Anna", "Bruno"])) == ("North-South", "Anna and Bruno")


def test_dates_and_numbers_are_those_of_their_sentence() -> None:
    assert often("fr", "FREQ=WEEKLY;BYDAY=FR") == "chaque vendredi"
    assert often("fr", "FREQ=WEEKLY;BYDAY=FR,SA") == "every Friday and Saturday"
    assert plan_words("fr", Word("announced", PLAN, START)) == plan_words("en", Word("announced", PLAN, START))
    assert decimal("fr", 12.5, 2) == "12,50"
    assert say("fr", "boards.since", period="x", date=in_form("fr", str)) == say(
        "en", "boards.since", period="x", date="en"
    )


def test_a_text_stays_what_it_is_where_it_is_sent_to_another_process() -> None:
    text = join_parts(" ", ["Anna", say("fr", "turn.draw")])
    again = pickle.loads(pickle.dumps(text))  # noqa: S301  our own
    assert (again, again.english, again.own) == (text, "Anna draws", True)


def test_a_page_of_rules_is_whole() -> None:
    answer = rules_named("fr", "fibur")
    assert answer.done
    assert "…" not in str(answer.page)


# --- what people write ------------------------------------------------------------------------------------------------


def test_its_words_are_understood_and_those_of_the_others_still() -> None:
    assert {word: BY_WORD[word].name for word in ("rejoins", "aide", "entra", "join")} == {
        "rejoins": "join",
        "aide": "help",
        "entra": "join",
        "join": "join",
    }
    assert [command.words("fr")[0] for command in COMMANDS if command.name in ("join", "leave")] == ["rejoins", "leave"]
    assert parse_typed("défausse roi carreaux") == parse_typed("scarta re di quadri") == parse_action("x:Kd")
    assert parse_typed("pioche") == parse_action("d")
    assert isinstance(parse_when("chaque vendredi 21:00", START, "Europe/Rome"), When)


# --- chats ------------------------------------------------------------------------------------------------------------


def test_a_chat_on_telegram_goes_on_in_both_languages() -> None:
    async def body(host: OnTelegram) -> None:
        anna, bruno = host.telegram.user("Anna", language="fr"), host.telegram.user("Bruno", language="it")
        sala = host.telegram.group("Sala", anna, bruno)
        anna.start()
        await host.settle()
        hello = [one.text for one in anna.sees(None, "posted")][-1]
        assert "Bienvenue au burraco" in hello
        assert say("en", "welcome.words") in hello
        anna.writes("/aide")
        await host.settle()
        help_text = [one.text for one in anna.sees(None, "posted")][-1]
        assert "/rejoins" in help_text
        assert "prend une place à une table" in help_text
        assert say("en", "command.lesson") in help_text
        anna.writes("/new", sala)
        await host.settle()
        label = (await host.service.backend.tables.of(await host.service.person_of("telegram", str(anna.id))))[0].label
        bruno.writes(f"/rejoins {label}", sala)
        await host.settle()
        assert "Bruno" in "".join([one.content.text for one in anna.screen(sala)])
        assert {language for _, language in host.telegram.commands} == {"", *LANGUAGES}

    on_telegram(body)


def test_discord_takes_the_commands_with_its_names_for_the_language() -> None:
    async def body(host: OnDiscord) -> None:
        assert len(host.discord.called("PUT /applications")) == 1  # its judge has let them pass
        anna = host.discord.user("Anna", "fr")
        room = host.discord.guild("Circolo", anna, locale="fr").channel("tavoli")
        await anna.answer(anna.types("burraco aide", room))
        await host.settle()
        assert "prend une place à une table" in anna.screen(room)[-1].content.text.replace("\\", "")

    on_discord(body)
    options = [option for command in all_commands() for option in command.get("options", ())]
    join = next(option for option in options if option["name"] == "join")
    assert join["name_localizations"] == {"fr": "rejoins", "it": "entra"}
    assert join["description_localizations"]["fr"] == "prend une place à une table"
    leave = next(option for option in options if option["name"] == "leave")
    assert leave["description_localizations"]["fr"] == leave["description"]


# --- the page ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Process]:
    with process(tmp_path) as running:
        running.start()
        yield running
        running.stop()


@pytest.fixture
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


def test_the_page_says_what_it_has_and_the_rest_in_english(browser: Browser, host: Process) -> None:
    with window(browser, host, DESKTOP, "fr-FR") as page:
        expect(page.locator("html")).to_have_attribute("lang", "fr")
        expect(page.locator("body")).to_contain_text("Le burraco selon les codes italiens")
        expect(page.locator("#open")).to_be_visible()
        assert page.locator("nav .language").all_inner_texts() == ["EN", "FR", "IT"]
        assert page.locator("nav .language[lang=fr]").get_attribute("title") == "Français (0 %)"
        assert "undefined" not in page.locator("body").inner_text()
